/*
 * Signals of crashes (SIGSEGV, SIGBUS, SIGFPE, SIGILL) in code that may crash. The handler notes
 * what happened and has the thread go on in a function of the caller, on a stack of the caller.
 * Crashes of other code, and in other threads, are what they were.
 */
#ifndef UMBEL_SW_HOST_FAULT_H
#define UMBEL_SW_HOST_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct fault {
    bool (*mine)(void *ctx, uint64_t pc); /* may the code at this address crash? */
    void *ctx;
    uint64_t guard, guard_end; /* an access to this is a crash of the code, wherever it is */
    uint64_t top;              /* of the stack for `then` */
    void (*then)(void *ctx);   /* never returns */
    void *then_ctx;
    int signal; /* 0: none yet */
    uint64_t pc, address;
};

/* Before code that may crash is begun: the handlers may have been replaced since the last time. */
void fault_catch(void);
/* From now on this thread may crash so. Returns what was there before, for fault_leave. */
struct fault *fault_enter(struct fault *f);
void fault_leave(struct fault *was);

#endif
