/*
 * MGCC's timestamp rules as Verilog expressions, each under its name in README.md.
 * A unit states when a rule applies; this table states what the rule is.
 *
 * Names in the expressions are the wires of the unit that uses them:
 *   cts      the L1's clock, or the clock that a request carries
 *   wts, rts of the copy found, or of the answer
 *   memts    the TSU's entry, or the floor when there is none; memts_plus_1
 *   cts_plus_lease   cts + RdLease
 */
#ifndef UMBEL_GEN_PROTO_MGCC_H
#define UMBEL_GEN_PROTO_MGCC_H

struct mgcc_rules {
    const char *l1_live;    /* a copy may be read: {cts, rts} */
    const char *l2_live;    /* M4: the requester's clock decides: {cts, rts} */
    const char *load_clock; /* M2: the clock after a load that found {wts} at {cts} */
    const char *store_wts;  /* M1, M3: of a store at {cts} over {memts} */
    const char *load_end;   /* M3: memts after a load at {cts} over {memts} */
    const char *floor;      /* M5: after evicting {victim_memts} under {floor_q} */
    const char *same;       /* M9: no store since the copy with {copy_rts} was granted */
};

extern const struct mgcc_rules mgcc_rules;

#endif
