/*
 * A board, seen as 16-bit words at addresses: fpga/protocol.md has the table. Every call waits
 * until the board has answered, or returns false and an error.
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
    BOARD_ENGINE_WORDS = 0x0400, /* address step from one engine to the next */
    BOARD_SLOT_WORDS = 4,
    BOARD_MEMORY = 0x8000
};

enum { BOARD_RUNS = 1, BOARD_QUIET = 2, BOARD_ENGINE_RUNS = 0x100 }; /* the last: engine 0 runs */
enum { BOARD_START = 1, BOARD_RESET = 2 };

struct board_shape {
    unsigned gpus, sms;             /* SMs per GPU */
    unsigned line_bits, line_bytes; /* bits of a line address, bytes of a line */
    unsigned threads, slots;        /* threads per engine; slots per thread, a power of two */
    unsigned ts_bits, time_bits;    /* of a timestamp; of a timestamp with its epoch */
};

struct board {
    struct board_shape shape;
    struct exchange exchange; /* its counts show the throughput and the line's quality */
};

/* Says HELLO, checks that an Umbel board of this version answers, and reads its shape. The board
 * owns the port from now on; if this fails, the port is closed. A NULL port returns NULL: `err`
 * then holds port_open's error. A NULL timing means the defaults. */
struct board *board_open(struct port *port, const struct exchange_timing *timing,
                         struct error *err);

/* Any number of words, at least one, up to address 0xFFFF. On false, nothing has changed on the
 * board. */
bool board_read(struct board *b, uint16_t address, uint16_t *words, size_t n, struct error *err);

/* The same range. The words are sent in several requests. On false, the words of the requests
 * before the failed one were written, those after it were not, and those of the failed one are old
 * or new. A request that contains BOARD_CONTROL is never done twice; if it is unknown whether it
 * was done, that is an error. */
bool board_write(struct board *b, uint16_t address, const uint16_t *words, size_t n,
                 struct error *err);

/* Closes its port, too. NULL does nothing. */
void board_close(struct board *b);

#endif
