/*
 * A board as words at addresses: fpga/protocol.md has the table. All calls answer when the board
 * has, or with an error.
 */
#ifndef UMBEL_FPGA_HOST_BOARD_H
#define UMBEL_FPGA_HOST_BOARD_H

#include "fpga/host/exchange.h"

enum board_address {
    BOARD_SHAPE = 0x0002,
    BOARD_CONTROL = 0x0006, /* read: BOARD_RUNS ...; write: BOARD_START, BOARD_RESET */
    BOARD_CYCLES = 0x0007,
    BOARD_PROBE_UNIT = 0x0008,
    BOARD_PROBE_WHAT = 0x0009,
    BOARD_PROBE = 0x000C, /* four words, highest first */
    BOARD_ENGINES = 0x1000,
    BOARD_ENGINE_WORDS = 0x0400, /* from an engine to the next */
    BOARD_SLOT_WORDS = 4,
    BOARD_MEMORY = 0x8000
};

enum { BOARD_RUNS = 1, BOARD_QUIET = 2, BOARD_ENGINE_RUNS = 0x100 }; /* the last: of engine 0 */
enum { BOARD_START = 1, BOARD_RESET = 2 };

struct board_shape {
    unsigned gpus, sms;             /* SMs a GPU */
    unsigned line_bits, line_bytes; /* bits of a line's address, bytes of a line */
    unsigned threads, slots;        /* threads an engine, slots a thread: a power of two */
    unsigned ts_bits, time_bits;    /* TS_W, TIME_W */
};

struct board {
    struct board_shape shape;
    struct exchange exchange; /* its counts tell of throughput and of the line's quality */
};

/* Says HELLO, makes sure that it is a board of this version, and reads its shape. The port is the
 * board's from now on, also when this fails; if it is NULL, the error is there already. The timing
 * may be NULL. */
struct board *board_open(struct port *port, const struct exchange_timing *timing,
                         struct error *err);

/* Any number of words, at least one, that ends at 0xFFFF. */
bool board_read(struct board *b, uint16_t address, uint16_t *words, size_t n, struct error *err);

/* The same. On false, the first of these words were written, the last were not, and those of the
 * request between that failed are old or new. What touches BOARD_CONTROL is never done twice; where
 * it is not known whether it was done at all, that is an error. */
bool board_write(struct board *b, uint16_t address, const uint16_t *words, size_t n,
                 struct error *err);

/* Closes its port too. NULL does nothing. */
void board_close(struct board *b);

#endif
