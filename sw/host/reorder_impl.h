/* The reorder buffer's parts: reorder.c has the cycle, fetch.c what comes in, memory.c loads and
 * stores. */
#ifndef UMBEL_SW_HOST_REORDER_IMPL_H
#define UMBEL_SW_HOST_REORDER_IMPL_H

#include "sw/host/cpu_impl.h"
#include "sw/host/reorder.h"
#include "sw/host/ssa.h"

/* Variables in memory have the addresses from here on, behind all buffers. */
#define OWN_BASE HOST_REACH
enum { OWN_LATENCY = 2 }; /* of the L1 in the paper's table I */

/* A value, or the 16 bytes that an instruction of a copy moves. */
__extension__ typedef unsigned __int128 wide_bits;

struct input {
    uint64_t seq; /* of the entry that computes it; 0: it is known, and was ready before */
    wide_bits bits;
    bool known;
    uint64_t ready; /* cycle; NEVER: not known yet */
};

struct entry {
    const struct ssa_inst *i;
    enum ssa_op op; /* that of `i`, or a part of a copy */
    uint32_t n;
    struct input in[SSA_MOST_IN];
    bool known; /* its value is: `bits` */
    wide_bits bits;
    bool issued;
    uint64_t done; /* cycle from which its value can be used, and it can retire */
    /* of loads and stores */
    bool addressed;
    uint64_t address;
    uint32_t bytes;
    uint32_t place[2], n_places; /* of a load's requests */
};

struct mapping {  /* the newest value of an id */
    uint64_t seq; /* 0: `bits`; else the entry's */
    uint64_t bits;
};

struct copying { /* a copy or a fill that is being fetched piece by piece */
    const struct ssa_inst *i;
    uint64_t to, from, bytes, done;
    bool back;
    uint64_t loaded; /* the load of a piece, whose store is next */
};

enum reason { REASON_NONE, REASON_LOAD, REASON_PLACE, REASON_END };

struct reorder {
    struct arena arena; /* of the functions */
    const struct host_program *program;
    struct ssa_function **functions; /* by number; NULL: not read yet */
    const struct ssa_function *f;
    struct entry *entries; /* a ring */
    uint32_t room;
    uint64_t head, next; /* sequence numbers: the oldest, and that of the next one */
    uint32_t held;       /* instructions in it that are not free */
    struct mapping *map;
    struct mapping *meeting; /* of the phis of a block, while they change */
    uint32_t block, pc;      /* of the next instruction to fetch */
    uint64_t branch;         /* the branch that fetch waits for; 0: none */
    bool fetched_all, retired_all;
    struct copying copy;
    uint8_t *own;
    uint64_t t;         /* cycles of the CPU */
    uint64_t since;     /* the machine's cycle of the last step */
    enum reason reason; /* why nothing retired in it */
    bool changed;
    uint32_t n_free; /* places behind the last step: more of them may let an access go on */
};

static inline struct entry *entry_of(const struct reorder *r, uint64_t seq)
{
    return &r->entries[seq % r->room];
}

/* ---- fetch.c ---- */

void reorder_fetch(struct cpu *c);
/* Takes over what the entries have that an input waits for. */
void reorder_capture(const struct reorder *r, struct entry *e);
/* Computes what needs no load, once its inputs are known. */
void reorder_compute(struct cpu *c, struct entry *e);

/* ---- memory.c ---- */

/* The address of a load or a store, once it is ready. */
void reorder_address(struct cpu *c, struct entry *e);
/* Begins a load, if it can. */
bool reorder_load(struct cpu *c, uint64_t seq);
/* Takes the answers of a load that has them all. */
bool reorder_answered(struct cpu *c, struct entry *e);
/* Sends a store that retires; false: no place is free. */
bool reorder_store(struct cpu *c, const struct entry *e);

/* Ends the program with an error, whose place is the instruction's. */
void reorder_fail(struct cpu *c, const struct ssa_inst *i, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
