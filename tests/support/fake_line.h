/*
 * A port with a fake board at its other end, under a clock of its own, and a line between them that
 * may corrupt, lose, double and insert bytes, cut frames short, delay them, and bring copies of
 * earlier ones. Same seed, same faults.
 */
#ifndef UMBEL_TESTS_SUPPORT_FAKE_LINE_H
#define UMBEL_TESTS_SUPPORT_FAKE_LINE_H

#include "fpga/host/exchange.h"
#include "sw/util/rng.h"
#include "tests/support/fake_board.h"

/* Each in a million: of bytes, then of frames. */
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
    int64_t tail_us; /* when the last of them is over */
    uint8_t past[32][FAKE_ANSWER_MAX];
    size_t past_len[32], past_n;
};

struct fake_line {
    struct port port;
    struct fake_board board;
    struct rng rng;
    struct faults faults;
    int64_t now_us, deaf_until_us;
    int stall_ms; /* the longest */
    struct fake_queue out, in;
    bool replayed; /* a HELLO came late: from now on requests do not */
    bool silent, babbling, gone, closed;
    unsigned lose_answers; /* so many of the next answers */
};

void fake_line_init(struct fake_line *l, uint64_t seed, int byte_us);
/* A clock for struct exchange_timing; its context is the line. */
int64_t fake_line_now(void *line);
/* A frame comes to the board that the host did not send, after all that is on the way. */
void fake_line_intrude(struct fake_line *l, const uint8_t *body, size_t n);
/* Bytes come to the host that the board did not send, before its next answer. */
void fake_line_forge(struct fake_line *l, const uint8_t *bytes, size_t n);
/* All that is on the way arrives, or is lost, and time passes. */
void fake_line_settle(struct fake_line *l);

#endif
