#include "sw/host/plain.h"

#include "sw/host/coroutine.h"
#include "sw/host/cpu_impl.h"
#include "sw/host/instance.h"
#include "sw/host/window.h"
#include "sw/util/process.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct plain {
    const struct host_program *p;
    size_t function;
    const struct host_value *args;
    const struct host_memory *memory;
    size_t n;
    uint64_t limit, instructions;
    struct plain_writer *watch; /* NULL: none */
    uint64_t site;              /* of the last hook */
    struct window window;
    struct coroutine *coroutine;
    struct instance *instance;
    struct error *err;
};

_Noreturn static void fail(struct plain *r, uint64_t site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn static void fail(struct plain *r, uint64_t site, const char *fmt, ...)
{
    char where[512], what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    instance_place(r->instance, site, where, sizeof where);
    error_set(r->err, "reference run: %s: %s", where, what);
    for (;;)
        coroutine_leave(r->coroutine);
}

/* ---- hooks ---- */

static bool buffer_holds(const struct plain *r, uint64_t address, uint64_t bytes)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct host_memory *m = &r->memory[i];
        if (address >= m->address && address - m->address < m->bytes)
            return bytes <= m->bytes - (address - m->address);
    }
    return false;
}

static void check(struct plain *r, uint64_t host, uint64_t bytes, bool write, uint64_t site)
{
    uint64_t address;
    if (bytes == 0)
        return;
    bool own =
        coroutine_holds(r->coroutine, host) && coroutine_holds(r->coroutine, host + bytes - 1);
    bool constant =
        instance_holds(r->instance, host) && instance_holds(r->instance, host + bytes - 1);
    bool buffer = window_holds(&r->window, host, bytes, &address);
    if (constant && write)
        fail(r, site, "store to a constant");
    if (own || constant || (buffer && buffer_holds(r, address, bytes)))
        return;
    fail(r, site, "%s of %llu bytes at %s0x%llx: no buffer holds it", write ? "store" : "load",
         (unsigned long long)bytes, buffer ? "" : "address ",
         (unsigned long long)(buffer ? address : host));
}

/* A write of a buffer's bytes, which may have the byte that is watched. */
static void note_writer(const struct plain *r, uint64_t host, uint64_t bytes, uint64_t site)
{
    struct plain_writer *w = r->watch;
    uint64_t address;
    if (w == NULL || !window_holds(&r->window, host, bytes, &address) ||
        w->address - address >= bytes)
        return;
    w->found = true;
    instance_place(r->instance, site, w->where, sizeof w->where);
}

/* Before an access, or where there was none for long. */
static void on_step(struct plain *r, uint64_t site)
{
    r->instructions += instance_instructions(r->instance);
    r->site = site;
    if (r->instructions > r->limit)
        fail(r, site, "does not end: %llu instructions", (unsigned long long)r->instructions);
    if (process_stopped())
        fail(r, site, "told to stop");
}

static void on_access(void *run, uint64_t host, uint64_t what, uint64_t site)
{
    struct plain *r = run;
    on_step(r, site);
    if ((what & HOOK_OVERRUN) != 0)
        return;
    check(r, host, what & HOOK_BYTES, (what & HOOK_WRITE) != 0, site);
    if ((what & HOOK_WRITE) != 0)
        note_writer(r, host, what & HOOK_BYTES, site);
}

static void *on_copy(void *run, void *to, const void *from, uint64_t bytes, uint64_t site)
{
    check(run, (uint64_t)(uintptr_t)from, bytes, false, site);
    check(run, (uint64_t)(uintptr_t)to, bytes, true, site);
    note_writer(run, (uint64_t)(uintptr_t)to, bytes, site);
    return memmove(to, from, bytes);
}

static void *on_fill(void *run, void *to, int value, uint64_t bytes, uint64_t site)
{
    check(run, (uint64_t)(uintptr_t)to, bytes, true, site);
    note_writer(run, (uint64_t)(uintptr_t)to, bytes, site);
    return memset(to, value, bytes);
}

/* Whether an atomic leaves other bytes than there were: a failed compare-and-swap writes none. */
static bool changes(const struct plain *r, uint64_t a, const uint8_t *before, uint64_t bytes)
{
    uint64_t address;
    return window_holds(&r->window, a, bytes, &address) &&
           memcmp(r->window.at + address, before, bytes) != 0;
}

static uint64_t on_atomic(void *run, uint64_t what, uint64_t a, uint64_t x, uint64_t y, uint64_t z,
                          uint64_t site)
{
    (void)z;
    struct plain *r = run;
    uint64_t op = what & ~(uint64_t)HOOK_BYTES, bytes = what & HOOK_BYTES;
    uint8_t before[16];
    if (op == HOST_ATOMIC_FENCE)
        return 0;
    on_step(r, site);
    check(r, a, bytes, op != HOST_ATOMIC_LOAD, site);
    memcpy(before, (const void *)(uintptr_t)a, bytes);
    uint64_t old = atomic_here(what, a, x, y);
    if (op == HOST_ATOMIC_STORE || changes(r, a, before, bytes))
        note_writer(r, a, bytes, site);
    return old;
}

/* ---- the run ---- */

static void body(void *run)
{
    struct plain *r = run;
    instance_call(r->instance, r->function, r->args, (uint64_t)(uintptr_t)r->window.at);
}

static bool is_of_program(void *run, uint64_t pc)
{
    return instance_holds(((const struct plain *)run)->instance, pc);
}

static bool copy_in(struct plain *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct host_memory *m = &r->memory[i];
        if (m->bytes == 0)
            continue;
        if (!window_open(&r->window, m->address, m->bytes))
            return error_set(r->err, "reference run: no memory left for the host's buffers");
        memcpy(r->window.at + m->address, m->at, m->bytes);
    }
    return true;
}

static void copy_out(struct plain *r)
{
    for (size_t i = 0; i < r->n; i++)
        memcpy(r->memory[i].at, r->window.at + r->memory[i].address, r->memory[i].bytes);
}

static bool crashed(const struct plain *r)
{
    struct coroutine_crash crash = coroutine_crash(r->coroutine);
    char where[512];
    bool jump = !instance_holds(r->instance, crash.pc);
    instance_place(r->instance, crash.stack || jump ? r->site : crash.pc + 1, where, sizeof where);
    return error_set(r->err, "reference run: %s: the program crashed: %s%s", where,
                     strsignal(crash.signal),
                     crash.stack ? ", as its stack is used up"
                     : jump      ? ", as it calls what is no function"
                                 : "");
}

static bool go(struct plain *r)
{
    static const struct host_hooks hooks = {on_access, on_copy, on_fill, on_atomic};
    r->coroutine = coroutine_new(r->err);
    if (r->coroutine == NULL || !window_make(&r->window, r->err))
        return false;
    r->instance = instance_new(r->p, &hooks, r, r->err);
    if (r->instance == NULL || !copy_in(r))
        return false;
    coroutine_start(r->coroutine, body, r);
    coroutine_watch(r->coroutine, is_of_program, r);
    bool ended = coroutine_resume(r->coroutine);
    if (coroutine_crash(r->coroutine).signal != 0)
        return crashed(r);
    if (ended)
        copy_out(r);
    return ended;
}

bool plain_run(const struct host_program *p, size_t function, const struct host_value *args,
               size_t n_args, const struct host_memory *memory, size_t n,
               const struct plain_options *o, struct error *err)
{
    static const struct plain_options none = {0};
    if (o == NULL)
        o = &none;
    struct plain r = {.p = p,
                      .function = function,
                      .args = args,
                      .memory = memory,
                      .n = n,
                      .limit = o->limit > 0 ? o->limit : PLAIN_LIMIT,
                      .watch = o->watch,
                      .err = err};
    bool ok = host_takes(p, function, args, n_args, err) && go(&r);
    instance_free(r.instance);
    coroutine_free(r.coroutine);
    window_free(&r.window);
    return ok;
}
