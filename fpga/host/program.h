/*
 * What the engines of a board run, and what became of it: fpga/protocol.md, "Engine". Boards have
 * lines of four bytes.
 *
 *     const struct slot slots[] = {slot_store(5, 0xF, 0x1234), slot_wait(100), slot_load(5)};
 *     const struct program p = {.engine = 1, .slots = slots, .n = 3};
 *     ... program_load(b, &p, 1, &err) && program_run(b, 1000, &cycles, &err) &&
 *         program_results(b, &p, results, &err)
 *
 * Programs, memory and results are not touched while engines run: program_run ends when all have.
 */
#ifndef UMBEL_FPGA_HOST_PROGRAM_H
#define UMBEL_FPGA_HOST_PROGRAM_H

#include "fpga/host/board.h"
#include "gen/proto/message.h"

enum { SLOT_WAIT = 14, SLOT_END = 15 };                           /* ops beside those of requests */
enum { SLOT_LINE_BYTES = 4, SLOT_WHOLE = 0xF, WAIT_MOST = 2047 }; /* mask of a line; cycles */

struct slot {
    uint8_t op;    /* OP_LOAD ... OP_EMPTY, SLOT_WAIT, SLOT_END */
    uint8_t fn;    /* of an atomic, or a level */
    uint8_t mask;  /* a bit a byte of the line */
    uint16_t line; /* its number */
    uint32_t data; /* of the line; of a wait: cycles */
};

static inline struct slot slot_load(uint16_t line)
{
    return (struct slot){.op = OP_LOAD, .line = line};
}

static inline struct slot slot_store(uint16_t line, uint8_t mask, uint32_t data)
{
    return (struct slot){.op = OP_STORE, .mask = mask, .line = line, .data = data};
}

/* `fn` of enum atomic_fn on the element whose bytes `mask` covers. */
static inline struct slot slot_atomic(uint8_t fn, uint16_t line, uint8_t mask, uint32_t data)
{
    return (struct slot){.op = OP_ATOMIC, .fn = fn, .mask = mask, .line = line, .data = data};
}

/* The others: OP_FRESH, OP_PEEK_L1 ... have a line, OP_EMPTY a line and a level. */
static inline struct slot slot_other(enum msg_op op, uint8_t fn, uint16_t line)
{
    return (struct slot){.op = (uint8_t)op, .fn = fn, .line = line};
}

/* At most WAIT_MOST cycles. */
static inline struct slot slot_wait(uint16_t cycles)
{
    return (struct slot){.op = SLOT_WAIT, .data = cycles};
}

static inline struct slot slot_end(void)
{
    return (struct slot){.op = SLOT_END};
}

/* Of one thread. It ends after its slots, or at a SLOT_END among them. */
struct program {
    unsigned engine, thread;
    const struct slot *slots;
    unsigned n;
};

struct slot_result {
    uint16_t taken, answered; /* cycles of the run, modulo 65536 */
    uint32_t data;            /* the answer's line */
};

/* Puts programs into the engines' slots; threads that have none of these end at once. Of two for
 * one thread the later counts. */
bool program_load(struct board *b, const struct program *programs, size_t n, struct error *err);

/* Results take the place of requests, so a program is loaded for each run.
 *
 * Starts the engines and waits until they have ended and all is quiet, for limit_ms by the clock of
 * the board's exchange; engines that run on are an error that names them. `cycles` (or NULL): of
 * the run, modulo 65536. */
bool program_run(struct board *b, int limit_ms, uint16_t *cycles, struct error *err);

/* What became of a program's n slots; SLOT_WAIT and SLOT_END have no result. */
bool program_results(struct board *b, const struct program *p, struct slot_result *results,
                     struct error *err);

/* Lines of memory. Caches do not see it: write before a reset or where none has a copy. */
bool program_write_lines(struct board *b, uint16_t line, const uint32_t *lines, size_t n,
                         struct error *err);
bool program_read_lines(struct board *b, uint16_t line, uint32_t *lines, size_t n,
                        struct error *err);

/* What a cache holds of a line. */
struct peek {
    bool present;
    uint32_t wts, rts; /* where the protocol has times */
};

/* `level`: OP_PEEK_L1, OP_PEEK_L2; of n lines from `line` on, as many as a thread has slots at
 * most, as engine `engine` sees them. A run of its own: programs that were loaded are gone. */
bool program_peek(struct board *b, unsigned engine, enum msg_op level, uint16_t line,
                  struct peek *peeks, unsigned n, struct error *err);

/* What a unit (its tile's number) shows: gen/units/unit.h, PROBE_*. */
bool program_probe(struct board *b, unsigned tile, unsigned select, uint64_t *value,
                   struct error *err);

/* Resets the system, its caches and times; memory and slots stay. Ends a run. */
bool program_reset(struct board *b, struct error *err);

#endif
