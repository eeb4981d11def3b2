/*
 * One access at a time, of one SM, on a machine whose SMs do nothing else: the next begins when the
 * machine is idle.
 */
#ifndef UMBEL_TESTS_COSIM_ONE_ACCESS_H
#define UMBEL_TESTS_COSIM_ONE_ACCESS_H

#include "harness/machine/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct driver {
    struct machine *m;
    struct machine_stand_in stand_in;
    struct sm_request request;
    uint32_t sm, word;
    bool waits, open; /* to be sent; not answered yet */
};

static inline void driver_answer(void *ctx, uint32_t sm, uint32_t tag, const uint8_t *data)
{
    struct driver *d = ctx;
    (void)sm, (void)tag;
    memcpy(&d->word, data, sizeof d->word);
    d->open = false;
}

static inline void driver_step(void *ctx)
{
    struct driver *d = ctx;
    if (!d->waits || !machine_takes(d->m, d->sm))
        return;
    machine_send(d->m, d->sm, &d->request);
    d->waits = false;
}

/* The driver stays where it is until its machine has been freed. */
static inline void driver_takes_over(struct driver *d)
{
    d->stand_in = (struct machine_stand_in){.ctx = d, .answer = driver_answer, .step = driver_step};
    d->m->stand_in = &d->stand_in;
}

/* Of the first word of a line; returns the first word of the answer. */
static inline uint32_t access_line(struct driver *d, enum msg_op op, uint32_t sm, uint64_t line,
                                   uint32_t word)
{
    struct error err = {0};
    d->request = (struct sm_request){.op = op, .line = line, .mask = {0xf}};
    memcpy(d->request.data, &word, sizeof word);
    d->sm = sm;
    d->waits = d->open = true;
    const uint64_t since = d->m->now;
    while (d->open || !engine_idle(d->m->engine) || !machine_idle(d->m)) {
        if (!machine_cycle(d->m, NULL, &err))
            fail_msg("%s", err.text);
        assert_true(d->m->now < since + 10000);
    }
    return d->word;
}

#endif
