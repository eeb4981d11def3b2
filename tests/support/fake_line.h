/*
 * A port with a fake board at its other end and a simulated clock. The line between them may
 * corrupt, lose, double and insert bytes, cut frames short, delay them, and deliver copies of
 * earlier frames. The same seed gives the same faults.
 */
#ifndef UMBEL_TESTS_SUPPORT_FAKE_LINE_H
#define UMBEL_TESTS_SUPPORT_FAKE_LINE_H

#include "fpga/host/exchange.h"
#include "sw/util/rng.h"
#include "tests/support/fake_board.h"

/* Rates per million: first of bytes, then of frames. */
struct faults {
    unsigned corrupt, drop, duplicate, insert;
    unsigned truncate, stall, late;
};

struct fake_queue {
    struct {
        int64_t at_us;
        uint8_t byte;
    } bytes[1 << 14];
    size_t head, n;
    int64_t tail_us; /* time at which the last of them ends */
    uint8_t past[32][FAKE_ANSWER_MAX];
    size_t past_len[32], past_n;
};

struct fake_line {
    struct port port;
    struct fake_board board;
    struct rng rng;
    struct faults faults;
    int64_t now_us, deaf_until_us;
    int stall_ms; /* longest stall */
    struct fake_queue out, in;
    bool replayed; /* a copy of a HELLO came late: from now on no other request is copied */
    bool silent, babbling, gone, closed;
    unsigned lose_answers; /* how many of the next answers are lost */
};

void fake_line_init(struct fake_line *l, uint64_t seed, int byte_us);
/* The clock, for struct exchange_timing; its context is the line. */
int64_t fake_line_now(void *line);
/* Sends the board a frame that the host did not send, behind all that is on the line. */
void fake_line_intrude(struct fake_line *l, const uint8_t *body, size_t n);
/* Sends the host bytes that the board did not send, before the board's next answer. */
void fake_line_forge(struct fake_line *l, const uint8_t *bytes, size_t n);
/* Lets time pass until everything on the line has arrived or is lost. */
void fake_line_settle(struct fake_line *l);

#endif
