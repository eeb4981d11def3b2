/*
 * One request and its answer, over a line that may lose, garble and repeat bytes. This layer
 * numbers requests, waits for answers and sends requests again. fpga/protocol.md defines the bytes
 * on the line; exchange.c explains why each request takes effect exactly once and in order.
 */
#ifndef UMBEL_FPGA_HOST_EXCHANGE_H
#define UMBEL_FPGA_HOST_EXCHANGE_H

#include "fpga/host/frame.h"
#include "fpga/host/port.h"

enum exchange_op { EXCHANGE_HELLO = 1, EXCHANGE_READ = 2, EXCHANGE_WRITE = 3 };

enum { EXCHANGE_WORDS = 120 }; /* at most, in one request */

struct request {
    enum exchange_op op;
    uint16_t address;
    uint8_t count;
    const uint16_t *out; /* WRITE: what to write */
    uint16_t *in;        /* READ: where the words go */
    bool once;           /* WRITE: it must not be done twice */
};

/* A field that is zero has its default. */
struct exchange_timing {
    int64_t (*now_ms)(void *context); /* the clock that the port's timeouts count by; NULL:
                                       * port_now_ms */
    void *context;
    int answer_ms; /* wait before a request is sent again; default 1000. Must be longer than a
                    * request and its answer, 260 bytes at most together, and 64 byte times */
    int tries;     /* times that a request is sent; default 5 */
};

struct exchange_counts {
    uint64_t bytes_out, bytes_in;
    uint64_t frames_out, frames_in; /* in: good frames alone */
    uint64_t retries;               /* requests sent again */
    uint64_t orders;                /* requests that the board found out of order */
    uint64_t foreign;               /* good frames that did not answer the request in flight */
};

struct exchange {
    struct port *port;
    struct exchange_timing timing;
    struct exchange_counts counts;
    struct frame_rx rx; /* counts bad frames, too */
    uint8_t in[512];    /* bytes received from the port; those from in_at on not yet parsed */
    size_t in_n, in_at;
    uint8_t seq;     /* number of the last request */
    uint8_t last[3]; /* first bytes of the last foreign frame's body, for messages */
    int sent;        /* times that the current request was sent */
    bool in_step;    /* the board's last number is known to be seq */
};

/* Sends nothing yet. A NULL timing means the defaults. */
void exchange_init(struct exchange *x, struct port *port, const struct exchange_timing *timing);

/* Does the request, after a HELLO if one is needed. On false, a READ has changed nothing; a WRITE
 * may have been done or not, but it cannot take effect after any later request. */
bool exchange_do(struct exchange *x, const struct request *q, struct error *err);

#endif
