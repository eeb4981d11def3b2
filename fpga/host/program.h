/*
 * Programs of a board's engines: loading them, running them and reading their results
 * (fpga/protocol.md, "Engine"); also the board's memory, caches and probes. Boards have lines of
 * four bytes. Calls return false and an error.
 *
 *     const struct slot slots[] = {slot_store(5, 0xF, 0x1234), slot_wait(100), slot_load(5)};
 *     const struct program p = {.engine = 1, .slots = slots, .n = 3};
 *     ... program_load(b, &p, 1, &err) && program_run(b, 1000, &cycles, &err) &&
 *         program_results(b, &p, results, &err)
 *
 * Programs, memory and results cannot be accessed while engines run; program_run returns when all
 * engines have ended.
 */
#ifndef UMBEL_FPGA_HOST_PROGRAM_H
#define UMBEL_FPGA_HOST_PROGRAM_H

#include "fpga/host/board.h"
#include "gen/proto/message.h"

enum { SLOT_WAIT = 14, SLOT_END = 15 };                           /* ops that are no requests */
enum { SLOT_LINE_BYTES = 4, SLOT_WHOLE = 0xF, WAIT_MOST = 2047 }; /* mask of a line; cycles */

struct slot {
    uint8_t op;    /* OP_LOAD ... OP_EMPTY, SLOT_WAIT, SLOT_END */
    uint8_t fn;    /* function of an atomic; level of OP_EMPTY */
    uint8_t mask;  /* one bit per byte of the line */
    uint16_t line; /* line address */
    uint32_t data; /* the line's bytes; for SLOT_WAIT: cycles */
};

static inline struct slot slot_load(uint16_t line)
{
    return (struct slot){.op = OP_LOAD, .line = line};
}

static inline struct slot slot_store(uint16_t line, uint8_t mask, uint32_t data)
{
    return (struct slot){.op = OP_STORE, .mask = mask, .line = line, .data = data};
}

/* Atomic function `fn` (enum atomic_fn) on the element whose bytes `mask` covers. */
static inline struct slot slot_atomic(uint8_t fn, uint16_t line, uint8_t mask, uint32_t data)
{
    return (struct slot){.op = OP_ATOMIC, .fn = fn, .mask = mask, .line = line, .data = data};
}

/* All other ops: OP_FRESH, OP_PEEK_L1 ... take a line, OP_EMPTY a line and a level. */
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

/* The program of one thread. It ends after its last slot, or at the first SLOT_END. */
struct program {
    unsigned engine, thread;
    const struct slot *slots;
    unsigned n;
};

struct slot_result {
    uint16_t taken, answered; /* cycles of the run, modulo 65536 */
    uint32_t data;            /* the answer's line */
};

/* Writes programs into the engines' slots. A thread without a program ends at once. If a thread has
 * two programs, the later counts. */
bool program_load(struct board *b, const struct program *programs, size_t n, struct error *err);

/* Starts the engines and waits until they have ended and all is quiet, at most limit_ms by the
 * clock of the board's exchange. If engines still run then, the error names them. `cycles` (may be
 * NULL): length of the run, modulo 65536. Results overwrite the requests in the slots, so programs
 * must be loaded again before each run. */
bool program_run(struct board *b, int limit_ms, uint16_t *cycles, struct error *err);

/* The results of a program's n slots; those of SLOT_WAIT and SLOT_END are zero. */
bool program_results(struct board *b, const struct program *p, struct slot_result *results,
                     struct error *err);

/* Lines of memory, past the caches: write only before a reset, or lines of which no cache has a
 * copy. */
bool program_write_lines(struct board *b, uint16_t line, const uint32_t *lines, size_t n,
                         struct error *err);
bool program_read_lines(struct board *b, uint16_t line, uint32_t *lines, size_t n,
                        struct error *err);

/* A cache's state of one line. */
struct peek {
    bool present;
    uint32_t wts, rts; /* mean something only in protocols with timestamps */
};

/* Peeks at n lines from `line` on, in the cache that engine `engine` reaches; `level`: OP_PEEK_L1
 * or OP_PEEK_L2. n is at most the slots of a thread. This is a run of its own, which overwrites
 * loaded programs. */
bool program_peek(struct board *b, unsigned engine, enum msg_op level, uint16_t line,
                  struct peek *peeks, unsigned n, struct error *err);

/* Reads one probe of a unit. `tile`: the unit's tile number; `select`:
 * gen/units/unit.h, PROBE_*. */
bool program_probe(struct board *b, unsigned tile, unsigned select, uint64_t *value,
                   struct error *err);

/* Resets the system with its caches and timestamps, and ends a run. Memory and slots keep their
 * contents. */
bool program_reset(struct board *b, struct error *err);

#endif
