/*
 * The coherence protocols: a row for each, from which files, checks, units and runs know what the
 * protocol has. A family has a file of its own (mgcc.c, nc.c, vi.c, hmg.c), which defines its rows;
 * the list below gives them their order and their names in C. README.md says what each protocol
 * promises, and how to add one.
 */
#ifndef UMBEL_GEN_PROTO_PROTOCOL_H
#define UMBEL_GEN_PROTO_PROTOCOL_H

#include "gen/proto/rules.h"

/* P(ID, row, word): the row is protocol_row, the word that of `protocol:` in a system's file. */
#define PROTOCOLS(P)                                                                               \
    P(PROTOCOL_MGCC, mgcc, "mgcc")                                                                 \
    P(PROTOCOL_MGCC_RENEW, mgcc_renew, "mgcc-renew")                                               \
    P(PROTOCOL_MGCC_PAPER, mgcc_paper, "mgcc-paper")                                               \
    P(PROTOCOL_MGCC_EXAMPLE, mgcc_example, "mgcc-example")                                         \
    P(PROTOCOL_NC_WT, nc_wt, "nc-wt")                                                              \
    P(PROTOCOL_NC_WB, nc_wb, "nc-wb")                                                              \
    P(PROTOCOL_GPU_VI, gpu_vi, "gpu-vi")                                                           \
    P(PROTOCOL_CARVE_NC, carve_nc, "carve-nc")                                                     \
    P(PROTOCOL_CARVE_SWC, carve_swc, "carve-swc")                                                  \
    P(PROTOCOL_CARVE_HWC, carve_hwc, "carve-hwc")                                                  \
    P(PROTOCOL_HMG, hmg, "hmg")

#define PROTOCOL_ID(id, row, word) id,
enum protocol_id { PROTOCOLS(PROTOCOL_ID) PROTOCOL_COUNT };
#undef PROTOCOL_ID

struct protocol {
    const struct rules *rules; /* under sc, with all that can be left out */
    /* Changes the rules to those of a variant; NULL: the units of all variants are the same. */
    void (*choose)(struct rules *r, const struct rules_variant *v);
    const struct rules *l15; /* the rules of L1.5 banks; NULL: there can be none */
    bool rdc;                /* packages have remote data caches (gen/units/memory/rdc.h) */
    bool rdc_epochs;         /* a launch ends an epoch of these: their copies are old then */
    bool both_sides;         /* an L2 bank may be the home of lines and cache others, too */
};

const struct protocol *protocol_of(enum protocol_id id);
const char *protocol_word(enum protocol_id id);
/* The rules of a variant. */
struct rules protocol_rules(enum protocol_id id, struct rules_variant variant);

#endif
