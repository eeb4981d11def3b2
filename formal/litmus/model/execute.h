/* Executes the threads of a candidate as far as values are known: its events, values, registers. */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_EXECUTE_H
#define UMBEL_FORMAL_LITMUS_MODEL_EXECUTE_H

#include "formal/litmus/model/impl.h"

enum thread_end {
    THREAD_ENDS,
    THREAD_WAITS, /* for a value that a branch or a barrier's name needs, or to know whether an
                   * atomic writes */
    THREAD_IDLES, /* twice in an idle loop: an execution without the first round ends the same */
    THREAD_IS_CUT /* more rounds or events than are followed */
};

struct thread_state {
    enum thread_end end;
    int at; /* the instruction that it has come to */
    struct value regs[LITMUS_REGS];
    int barriers;                    /* that it has passed, */
    uint64_t names[LITMUS_BARRIERS]; /* and what they are called */
};

struct execution {
    const struct model *model;
    struct thread_state threads[LITMUS_THREADS];
    /* What a test must not do: the instruction that did, and what it was; or NULL. */
    const struct litmus_inst *fault;
    const char *fault_text;
    int fault_thread;
};

/* Executes all threads anew, as the sources in `c` say; adds the events that are new. Whether there
 * are any, or an event has turned out to happen. */
bool execute(struct candidate *c, struct execution *x);

#endif
