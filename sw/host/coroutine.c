/*
 * By ucontext. Under the address sanitizer each switch is announced, as it wants to know which
 * stack is in use; the thread sanitizer is not supported.
 */
#include "sw/host/coroutine.h"

#include "sw/host/fault.h"
#include "sw/util/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#ifdef HAS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define __sanitizer_start_switch_fiber(save, bottom, size) ((void)(save))
#define __sanitizer_finish_switch_fiber(save, bottom, size) ((void)(save))
#define __asan_unpoison_memory_region(at, size) ((void)(at))
#endif

enum { GUARD = 1 << 16 };

struct coroutine {
    uint8_t *stack; /* GUARD bytes that fault, then COROUTINE_STACK */
    ucontext_t inside, outside;
    const void *outside_stack; /* of who resumed, for the address sanitizer */
    size_t outside_bytes;
    void (*body)(void *ctx);
    void *ctx;
    bool ended;
    struct fault fault;
};

struct coroutine *coroutine_new(struct error *err)
{
    void *stack = mmap(NULL, GUARD + COROUTINE_STACK, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED ||
        mprotect((uint8_t *)stack + GUARD, COROUTINE_STACK, PROT_READ | PROT_WRITE) != 0) {
        error_set(err, "no memory for the stack of a host program: %s", strerror(errno));
        if (stack != MAP_FAILED)
            munmap(stack, GUARD + COROUTINE_STACK);
        return NULL;
    }
    struct coroutine *c = xcalloc(1, sizeof *c);
    c->stack = stack;
    c->ended = true;
    return c;
}

void coroutine_free(struct coroutine *c)
{
    if (c == NULL)
        return;
    __asan_unpoison_memory_region(c->stack, GUARD + COROUTINE_STACK);
    munmap(c->stack, GUARD + COROUTINE_STACK);
    free(c);
}

/* The last switch out of a body frees what the sanitizer keeps of its stack. */
static void leave(struct coroutine *c, bool for_good)
{
    void *fake = NULL;
    __sanitizer_start_switch_fiber(for_good ? NULL : &fake, c->outside_stack, c->outside_bytes);
    swapcontext(&c->inside, &c->outside);
    __sanitizer_finish_switch_fiber(fake, &c->outside_stack, &c->outside_bytes);
}

/* makecontext passes ints. */
static void begin(unsigned high, unsigned low)
{
    struct coroutine *c = (struct coroutine *)(uintptr_t)((uint64_t)high << 32 | low);
    __sanitizer_finish_switch_fiber(NULL, &c->outside_stack, &c->outside_bytes);
    c->body(c->ctx);
    c->ended = true;
    leave(c, true);
}

void coroutine_start(struct coroutine *c, void (*body)(void *ctx), void *ctx)
{
    c->body = body;
    c->ctx = ctx;
    c->ended = false;
    c->fault = (struct fault){.signal = 0};
    __asan_unpoison_memory_region(c->stack, GUARD + COROUTINE_STACK);
    getcontext(&c->inside);
    c->inside.uc_stack.ss_sp = c->stack + GUARD;
    c->inside.uc_stack.ss_size = COROUTINE_STACK;
    c->inside.uc_link = NULL;
    void (*entry)(void);
    void (*typed)(unsigned, unsigned) = begin;
    memcpy(&entry, &typed, sizeof entry);
    uint64_t me = (uintptr_t)c;
    makecontext(&c->inside, entry, 2, (unsigned)(me >> 32), (unsigned)me);
}

bool coroutine_resume(struct coroutine *c)
{
    void *fake = NULL;
    struct fault *before = fault_enter(&c->fault);
    __sanitizer_start_switch_fiber(&fake, c->stack + GUARD, COROUTINE_STACK);
    swapcontext(&c->outside, &c->inside);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
    fault_leave(before);
    return c->ended;
}

void coroutine_leave(struct coroutine *c)
{
    leave(c, false);
}

bool coroutine_holds(const struct coroutine *c, uint64_t address)
{
    uint64_t at = (uintptr_t)(c->stack + GUARD);
    return address >= at && address - at < COROUTINE_STACK;
}

/* ---- crashes ---- */

/* Runs on the coroutine's stack, from its top on, in the place of the code that has crashed. */
static void after_crash(void *coroutine)
{
    for (;;)
        leave(coroutine, true);
}

void coroutine_watch(struct coroutine *c, bool (*mine)(void *ctx, uint64_t pc), void *ctx)
{
    fault_catch();
    c->fault = (struct fault){.mine = mine,
                              .ctx = ctx,
                              .guard = (uintptr_t)c->stack,
                              .guard_end = (uintptr_t)c->stack + GUARD,
                              .top = (uintptr_t)c->stack + GUARD + COROUTINE_STACK,
                              .then = after_crash,
                              .then_ctx = c};
}

struct coroutine_crash coroutine_crash(const struct coroutine *c)
{
    const struct fault *f = &c->fault;
    bool stack = f->address >= f->guard && f->address < f->guard_end;
    return (struct coroutine_crash){f->signal, f->pc, f->address, f->signal != 0 && stack};
}
