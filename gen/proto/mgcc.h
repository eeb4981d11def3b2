/*
 * The rules by which caches and memory keep lines coherent, as Verilog expressions and switches.
 * README.md explains each rule under its number. A unit says when a rule applies; this table says
 * what the rule is.
 *
 * Names in the expressions are the wires of the unit that uses them:
 *
 *   | cts              | the clock that decides: the L1's, the request's, or the bank's
 *   | clock            | the clock that a load or a store's answer may raise
 *   | way_rts          | the rts of one way's copy; the rule is evaluated for all ways at once
 *   | hit_rts          | the rts of the copy found
 *   | rts, wts         | of the answer; wts also of the copy found
 *   | waiting_cts      | the latest clock among the loads that wait in one MSHR
 *   | memts            | of the TSU's entry, or the floor without an entry; also memts_plus_1
 *   | cts_plus_lease   | cts plus RD_LEASE; memts_plus_lease: memts plus it
 *
 * A unit calls hdl_spare on a time that only some rules read.
 */
#ifndef UMBEL_GEN_PROTO_MGCC_H
#define UMBEL_GEN_PROTO_MGCC_H

#include "gen/proto/message.h"
#include "gen/proto/order.h"

#include <stdbool.h>

enum mgcc_protocol {
    MGCC_SOUND,   /* mgcc */
    MGCC_PAPER,   /* mgcc-paper: thesis 4.2, Algorithms 1-5 */
    MGCC_NONE,    /* nc-wt: no timestamps; a copy may be read for ever */
    MGCC_NONE_WB, /* nc-wb: the same with L2s that write back */
    MGCC_VI,      /* gpu-vi: no timestamps; a store invalidates other packages' copies */
    MGCC_HMG,     /* hmg: the same by a directory at the home's L2, without acknowledgements */
    MGCC_HMG_GPU  /* and a home of each line in each GPU */
};

/* Rules of MGCC_SOUND that can be left out, as bits. */
enum {
    MGCC_M1 = 1,
    MGCC_M2 = 2,
    MGCC_M3 = 4,
    MGCC_M4 = 8,
    MGCC_M5 = 16,
    MGCC_M6 = 32,
    MGCC_M9 = 64
};

/* A protocol, from which its units are emitted. Switches say what the protocol has. Expressions are
 * its rules; NULL where it has no such rule. Names in {} are the wires that a rule may read. */
struct mgcc_rules {
    char name[32];               /* in modules' names: "mgcc", "mgcc_no_m1", "paper", "nc", "vi" */
    const struct msg *req, *rsp; /* the messages, with the times that they carry */
    const struct msg *dram_req, *dram_rsp;
    const struct msg *ack;      /* of an invalidation; NULL: there are none */
    const struct order *orders; /* which message must not overtake which, between nodes */
    bool timed;                 /* lines have timestamps */
    bool epochs;                /* M6: a time is an epoch above a timestamp */
    bool sends_cts;             /* M3: a request carries a clock, and the fields of M9 */
    bool l2_clock;              /* a bank's own clock decides about its copies (without M4) */
    bool seen;                  /* rc: accesses raise `seen`, a fence raises the clock to it */
    bool write_back;            /* an L2 bank keeps dirty bytes */
    bool invalidates;           /* a store invalidates the copies of other packages */
    bool tracks;    /* it is answered when these are gone: an IMST beside the memory knows them */
    bool directory; /* the home's L2 knows them (gen/units/roles_directory.h) */
    bool gpu_homes; /* each GPU has a home of each line (gen/units/roles_gpu.h) */
    bool deep;      /* invalidations reach the L1s, too */
    bool fence_empties; /* a fence empties the L1, which no invalidation reaches */
    bool store_lines;   /* a store's answer brings the line, and caches keep it (Algorithms 4, 5) */
    const char *l1_live;     /* a copy may be read: {cts, way_rts} */
    const char *l2_live;     /* M4: {cts, way_rts} */
    const char *load_clock;  /* M2: the clock after a load that found {wts} at {clock} */
    const char *store_clock; /* the clock after a store whose answer told {wts}, at {clock} */
    const char *fill_wts;    /* the wts of a copy when {wts, rts} arrive at {cts} */
    const char *fill_rts;    /* and its rts: {wts, rts} */
    const char *short_lease; /* an answer cannot serve all waiting loads: {waiting_cts, rts} */
    const char *store_wts;   /* M1, M3: of a store at {cts} over {memts} */
    const char *load_end;    /* M3: memts after a load at {cts} over {memts} */
    const char *floor;       /* M5: after evicting {victim_memts} under {floor_q} */
    const char *same;        /* M9: no store since the copy with {copy_rts} was granted */
    const char *child;       /* M9: the L1's copy has the lease of the L2's: {hit_rts, copy_rts} */
};

/* MGCC_SOUND with all its rules, sc. */
extern const struct mgcc_rules mgcc_rules;

/* A choice of rules. */
struct mgcc_choice {
    enum mgcc_protocol protocol;
    unsigned without; /* MGCC_SOUND: rules to leave out: MGCC_M1, ... */
    bool rc;          /* MGCC_SOUND: release consistency; in the others only the SM differs */
    bool deep;        /* MGCC_VI: invalidations reach the L1s */
};
struct mgcc_rules mgcc_rules_of(struct mgcc_choice choice);

/* ---- bytes on a wire (thesis 4.2.7) ---- */

struct mgcc_sizes {
    uint32_t line_bytes, ts_bits, epoch_bits;
};

/* Bytes of a message: 8 of address, 4 of metadata (op, mask, source), the line if there is one, 4
 * of acknowledgement in an answer; each time or timestamp of its fields takes whole bytes. */
uint32_t mgcc_req_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s, enum msg_op op);
uint32_t mgcc_rsp_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s, enum msg_op op);
/* Bytes of the times that a message carries, by its fields. */
uint32_t mgcc_req_time_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s,
                             enum msg_op op);
uint32_t mgcc_rsp_time_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s);
/* Whether a message of this op has a line of data with it. */
bool mgcc_req_has_line(enum msg_op op);
bool mgcc_rsp_has_line(enum msg_op op);

#endif
