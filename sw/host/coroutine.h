/*
 * A coroutine with a stack of its own. Its body runs until it leaves or ends; the next resume goes
 * on where it left. It may be abandoned: what its stack holds is then lost, so a body keeps nothing
 * on it that has to be freed.
 *
 * If the body runs code that may crash, it says so by coroutine_watch. A crash of that code then
 * leaves the coroutine for good, and coroutine_crash tells what happened.
 */
#ifndef UMBEL_SW_HOST_COROUTINE_H
#define UMBEL_SW_HOST_COROUTINE_H

#include "sw/util/error.h"

#include <stdint.h>

struct coroutine;

enum { COROUTINE_STACK = 1 << 20 }; /* bytes; below it a page that faults */

/* NULL and an error if there is no memory for its stack. */
struct coroutine *coroutine_new(struct error *err);
void coroutine_free(struct coroutine *c);

/* The next resume begins `body`, whatever ran before. */
void coroutine_start(struct coroutine *c, void (*body)(void *ctx), void *ctx);
/* Whether the body has ended. */
bool coroutine_resume(struct coroutine *c);
/* From the body: back to who resumed. */
void coroutine_leave(struct coroutine *c);

/* Whether an address is on the stack. */
bool coroutine_holds(const struct coroutine *c, uint64_t address);

/* After coroutine_start. Crashes are caught where `mine` says that the code at an address is what
 * may crash. */
void coroutine_watch(struct coroutine *c, bool (*mine)(void *ctx, uint64_t pc), void *ctx);
struct coroutine_crash {
    int signal; /* 0: none */
    uint64_t pc, address;
    bool stack; /* the stack was used up */
};
struct coroutine_crash coroutine_crash(const struct coroutine *c);

#endif
