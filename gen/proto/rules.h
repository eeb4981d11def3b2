/*
 * The rules by which caches and memory keep lines coherent, as Verilog expressions and switches.
 * README.md explains each rule under its number. A unit says when a rule applies; the file of the
 * protocol's family (protocol.h) says what the rule is.
 *
 * Names in the expressions are the wires of the unit that uses them:
 *
 *   | cts              | the clock that decides: the L1's, the request's, or the bank's
 *   | clock            | the clock that a load or a store's answer may raise
 *   | way_rts          | the rts of one way's copy; the rule is evaluated for all ways at once
 *   | hit_rts          | the rts of the copy found
 *   | rts, wts         | of the answer; wts also of the copy found
 *   | waiting_cts      | the latest clock among the loads that wait in one MSHR
 *   | memts            | of the TSU's entry, or the floor without an entry; also memts_plus_1.
 *   |                  | It and what is counted from it have TS_W + 1 bits
 *   | hit, hit_wts     | whether the TSU has an entry of the line, and its wts
 *   | cts_plus_lease   | cts plus RD_LEASE; memts_plus_lease: memts plus it
 *   | store_wts        | what the rule of that name gives
 *   | wr_wide          | WR_LEASE in 64 bits: wr_wide[TS_W:0] can be added to memts
 *
 * A unit calls hdl_spare on a time that only some rules read.
 */
#ifndef UMBEL_GEN_PROTO_RULES_H
#define UMBEL_GEN_PROTO_RULES_H

#include "gen/proto/message.h"
#include "gen/proto/order.h"

#include <stdbool.h>

/* Rules of mgcc that can be left out, as bits. */
enum {
    RULE_M1 = 1,
    RULE_M2 = 2,
    RULE_M3 = 4,
    RULE_M4 = 8,
    RULE_M5 = 16,
    RULE_M6 = 32,
    RULE_M9 = 64
};

/* What units are emitted from. Switches say what the protocol has. Expressions are its rules; NULL
 * where it has no such rule. Names in {} are the wires that a rule may read. */
struct rules {
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
    bool directory; /* the home's L2 knows them (gen/units/directory/bank_front_directory.h) */
    bool gpu_homes; /* each GPU has a home of each line (gen/units/directory/bank_front_gpu.h) */
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
    const char *store_end;   /* memts after it, over {memts, store_wts}, and no earlier than its
                                time; NULL: store_wts plus WR_LEASE */
    const char *load_end;    /* M3: memts after a load at {cts} over {memts} */
    const char *floor;       /* M5: after evicting {victim_memts} under {floor_q} */
    const char *same;        /* M9: no store since the copy with {copy_rts} was granted */
    const char *child;       /* M9: the L1's copy has the lease of the L2's: {hit_rts, copy_rts} */
    const char
        *renew; /* a load's copy with the wts {copy_rts} is the line as it is: {hit, hit_wts} */
};

/* What a machine wants of its protocol's rules; a protocol that has no such variant takes no heed
 * of the field. */
struct rules_variant {
    unsigned without; /* rules to leave out: RULE_M1, ... */
    bool rc;          /* release consistency; where the units have no part in it the SM differs */
    bool deep;        /* invalidations reach the L1s */
    bool gpu_homes;   /* GPUs are some packages, and not all, each with a home of each line */
};

#endif
