/* The program's side of a CPU: how it waits, and how its accesses become requests. */
#include "sw/host/cpu_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct host_hooks thread_hooks = {hook_access, hook_copy, hook_fill, hook_atomic};

void thread_fail(struct cpu *c, const char *fmt, ...)
{
    char where[512], what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    instance_place(c->instance, c->site, where, sizeof where);
    error_set(c->err, "%s: %s: %s", c->name, where, what);
    c->failed = true;
    for (;;)
        coroutine_leave(c->coroutine);
}

/* ---- waiting ---- */

/* The step resumes no sooner than both hold. */
static void wait(struct cpu *c, uint64_t until, enum need need)
{
    c->until = until;
    c->need = need;
    coroutine_leave(c->coroutine);
}

void thread_charge(struct cpu *c)
{
    uint64_t most = (uint64_t)c->c.width * c->c.speed; /* in `of` cycles of the machine */
    uint64_t cycles = (c->instructions * c->c.of + most - 1) / most;
    c->stats.instructions += c->instructions;
    c->instructions = 0;
    if (cycles > 0)
        wait(c, c->now + cycles, NEED_NOTHING);
}

void thread_wait_place(struct cpu *c)
{
    uint64_t from = c->now;
    if (c->n_free == 0)
        wait(c, c->now, NEED_PLACE);
    c->stats.wait_place += c->now - from;
}

void thread_wait_all(struct cpu *c)
{
    uint64_t from = c->now;
    if (c->n_free < c->c.misses)
        wait(c, c->now, NEED_ALL_FREE);
    c->stats.wait_fence += c->now - from;
}

void thread_wait_answer(struct cpu *c, uint32_t place, uint64_t *waited)
{
    uint64_t from = c->now;
    c->needed = place;
    wait(c, c->now, NEED_ANSWER);
    *waited += c->now - from;
    place_free(c, place);
}

/* ---- whose memory it is ---- */

/* The allocation of the last access is kept. */
bool thread_holds(struct cpu *c, uint64_t address, uint64_t bytes)
{
    if (address >= c->range_start && address < c->range_end)
        return bytes <= c->range_end - address;
    if (c->range == NULL)
        return true;
    if (!c->range(c->range_ctx, address, &c->range_start, &c->range_end)) {
        c->range_start = c->range_end = 0;
        return false;
    }
    return bytes <= c->range_end - address;
}

bool thread_is_own(struct cpu *c, uint64_t host, uint64_t bytes, bool write, uint64_t *address)
{
    const char *kind = write ? "store" : "load";
    if (window_holds(&c->window, host, bytes, address)) {
        if (!thread_holds(c, *address, bytes))
            thread_fail(c, ACCESS_BESIDE, kind, (unsigned long long)bytes,
                        (unsigned long long)*address);
        return false;
    }
    if (instance_holds(c->instance, host) && instance_holds(c->instance, host + bytes - 1)) {
        if (write)
            thread_fail(c, "store to a constant");
        return true;
    }
    if (!coroutine_holds(c->coroutine, host) || !coroutine_holds(c->coroutine, host + bytes - 1))
        thread_fail(c, ACCESS_ELSEWHERE, kind, (unsigned long long)bytes, (unsigned long long)host,
                    access_advice(host));
    return true;
}

/* ---- accesses ---- */

/* The bytes of an access that its first line has. */
static uint32_t first_bytes(const struct cpu *c, uint64_t address, uint32_t bytes)
{
    uint32_t room = c->c.line_bytes - (uint32_t)(address % c->c.line_bytes);
    return bytes < room ? bytes : room;
}

void thread_load(struct cpu *c, uint64_t address, uint32_t bytes, bool fresh, uint8_t *to)
{
    c->stats.loads++;
    while (bytes > 0) {
        uint32_t n = first_bytes(c, address, bytes);
        thread_wait_place(c);
        uint32_t place = place_take(c, fresh ? OP_FRESH : OP_LOAD, address / c->c.line_bytes);
        c->places[place].r.fn = fresh ? MSG_FN_FRESH : 0;
        c->places[place].kept = true;
        place_queue(c, place);
        thread_wait_answer(c, place, &c->stats.wait_load);
        memcpy(to, c->places[place].answer + address % c->c.line_bytes, n);
        address += n;
        to += n;
        bytes -= n;
    }
}

void thread_store(struct cpu *c, uint64_t address, uint32_t bytes, const uint8_t *from)
{
    c->stats.stores++;
    while (bytes > 0) {
        uint32_t n = first_bytes(c, address, bytes), at = (uint32_t)(address % c->c.line_bytes);
        thread_wait_place(c);
        uint32_t place = place_take(c, OP_STORE, address / c->c.line_bytes);
        struct sm_request *r = &c->places[place].r;
        memcpy(r->data + at, from, n);
        for (uint32_t i = at; i < at + n; i++)
            r->mask[i / 8] |= (uint8_t)(1U << i % 8);
        place_queue(c, place);
        address += n;
        from += n;
        bytes -= n;
    }
}

/* The bytes of the store that the last hook announced are in the window by now. */
static void settle(struct cpu *c)
{
    uint8_t stored[16];
    if (!c->storing && !c->loaded)
        return;
    uint8_t *at = c->window.at + c->address;
    bool store = c->storing;
    c->storing = c->loaded = false;
    memcpy(stored, at, c->bytes);
    memset(at, WINDOW_SPOILT, c->bytes);
    if (store)
        thread_store(c, c->address, c->bytes, stored);
}

void thread_enter(struct cpu *c, uint64_t site)
{
    c->instructions += instance_instructions(c->instance);
    settle(c);
    c->site = site;
    /* A loop that accesses its own memory alone calls hooks, and so never comes to HOOK_OVERRUN. */
    if (c->instructions >= HOOK_PATIENCE)
        thread_charge(c);
}

void thread_body(void *cpu)
{
    struct cpu *c = cpu;
    c->instructions = 0;
    c->storing = c->loaded = false;
    instance_call(c->instance, c->function, c->args, (uint64_t)(uintptr_t)c->window.at);
    thread_enter(c, c->site);
    thread_charge(c);
    thread_wait_all(c);
}
