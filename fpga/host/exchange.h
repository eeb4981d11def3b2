/*
 * One request and its answer, over a line that may lose, garble and repeat bytes: numbers, waiting,
 * asking again. fpga/protocol.md says what goes over the line, exchange.c why each request takes
 * effect once and in its turn.
 */
#ifndef UMBEL_FPGA_HOST_EXCHANGE_H
#define UMBEL_FPGA_HOST_EXCHANGE_H

#include "fpga/host/frame.h"
#include "fpga/host/port.h"

enum exchange_op { EXCHANGE_HELLO = 1, EXCHANGE_READ = 2, EXCHANGE_WRITE = 3 };

enum { EXCHANGE_WORDS = 120 }; /* that one request may have */

struct request {
    enum exchange_op op;
    uint16_t address;
    uint8_t count;
    const uint16_t *out; /* WRITE: what to write */
    uint16_t *in;        /* READ: where to */
    bool once;           /* WRITE: to do it twice would be wrong */
};

/* What is zero is as by default. */
struct exchange_timing {
    int64_t (*now_ms)(void *context); /* counts the same time as the port's timeouts do; wall-clock
                                       * time, if NULL */
    void *context;
    int answer_ms; /* after which a request is sent again: 1000. Longer than a request of 260 bytes,
                    * the longest answer and 64 byte times take together */
    int tries;     /* times that a request is sent: 5 */
};

struct exchange_counts {
    uint64_t bytes_out, bytes_in;
    uint64_t frames_out, frames_in; /* of the latter, good ones */
    uint64_t retries;               /* requests sent again */
    uint64_t orders;                /* requests that the board found out of order */
    uint64_t foreign;               /* good frames that answered nothing that was asked just then */
};

struct exchange {
    struct port *port;
    struct exchange_timing timing;
    struct exchange_counts counts;
    struct frame_rx rx; /* counts bad frames */
    uint8_t in[512];    /* bytes that came and were not looked at yet */
    size_t in_n, in_at;
    uint8_t seq;     /* number of the last request */
    uint8_t last[3]; /* what the last foreign frame began with */
    int sent;        /* times that the request in hand was sent */
    bool in_step;    /* the board's count is known to be seq */
};

/* Sends nothing yet. The timing may be NULL. */
void exchange_init(struct exchange *x, struct port *port, const struct exchange_timing *timing);

/* Does it, saying HELLO first where that is needed. On false, a READ has changed nothing; a WRITE
 * was done, or not: no later request lets it happen after itself. */
bool exchange_do(struct exchange *x, const struct request *q, struct error *err);

#endif
