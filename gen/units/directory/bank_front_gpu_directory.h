/*
 * The directory of a bank that is the home of lines of this package and the GPU home of lines of
 * other GPUs (hmg with gpu_homes). It is part of the um_bank_front around the bank
 * (bank_front_gpu.h).
 *
 * Sharers of a line of here are packages of this GPU and, beyond it, GPUs: the GPU homes there.
 * Sharers of a line of another GPU are packages of this GPU. As in the flat directory
 * (bank_front_directory.h), a load's answer to another package adds a sharer, and a store's or an
 * atomic's answer sends invalidations, kills, to all sharers but the one that stored. An
 * invalidation of a line of another GPU, when the bank has served it, is handed on to all sharers.
 *
 * There are two queues of kills (bank_front_gpu_kills.c): `inside`, to packages of this GPU, and
 * `across`, to other GPU homes. A kill leaves behind the answers of its own way, inside or across,
 * that entered before it. `inside` never waits for another package but for leaves, which hand
 * nothing on. `across` has CREDITS kills under way: a GPU home acknowledges one when it has handed
 * it on, so that it always has a place for what it must hand on. The queue waits for that
 * acknowledgement, and answers across do, which stay behind kills across of before. Answers inside
 * pass kills that wait: they wait for no other GPU, and so a GPU home can always hand a kill on.
 *
 * A request that may cause kills has a place in both queues from when it is let in. Own and near
 * requests may hold 2*REMOTES of these KILLS places while they wait for other packages; the rest
 * are for far ones and those of lines of here, which wait for this package's memory alone.
 *
 * A release, one at a time, sends a marker by both queues, or with MSG_FN_RELEASE_NEAR by `inside`
 * alone, and is answered when all are acknowledged. A GPU home hands a marker on behind what it
 * has handed on before, and acknowledges it when the packages of its GPU have. The near kind needs
 * the order across: what a thread has seen of another GPU's home is then behind that home's kills,
 * which this one has handed on before its own marker (formal/murphi/README.md, late-near).
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_GPU_DIRECTORY_H
#define UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_GPU_DIRECTORY_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Parameters, and the channels of acknowledgements. */
void gpu_directory_params(struct hdl *m, const struct rules *rules);
void gpu_directory_channels(struct hdl *m);
void gpu_directory_queues(struct hdl *m, const struct rules *rules);
/* Which requests may go into the bank: own_slot, slot; which are releases: own_release,
 * far_release, release_near. */
void gpu_directory_admits(struct hdl *m);
/* The bank's answers: what they do to the directory, and rsp_may: the answer may pass. */
void gpu_directory_entries(struct hdl *m);
/* What leaves by far_rsp, releases, markers that are handed on, and acknowledgements. */
void gpu_directory_kills(struct hdl *m, const struct rules *rules);

/* The unit may not be idle. */
#define GPU_DIRECTORY_BUSY                                                                         \
    "!swept || reads || drop_back || leaves || ack_go || dir_ack_valid || tells_release"           \
    " || (slot_waits && !slot_held_q)"
#define GPU_DIRECTORY_COUNTERS                                                                     \
    {"sharers", "packages", "and GPUs, added to a line's sharers", "enters && is_share"},          \
        {"evictions", "lines", "whose entry gave way", "enters && is_share && evicts"},            \
        {"invalidations", "messages", "sent to packages of this GPU",                              \
         "inside_go && inside_is_kill"},                                                           \
        {"invalidations_across", "messages", "sent to other GPUs", "across_go && across_is_kill"}, \
        {"handed_on", "invalidations", "of other GPUs' lines, handed on to packages of this GPU",  \
         "inside_push && inside_in_kind == KIND_HANDED"},                                          \
        {"markers_handed_on", "invalidations", "of releases of other GPUs, the same",              \
         "inside_push && inside_in_kind == KIND_MARKER"},                                          \
        {"markers", "messages", "of releases, sent to packages of this GPU",                       \
         "inside_go && !inside_is_kill"},                                                          \
        {"markers_across", "messages", "of releases, sent to other GPUs",                          \
         "across_go && !across_is_kill"},                                                          \
        {"marker_acks", "messages", "acknowledgements of both",                                    \
         "ack_is_of_marker || ack_is_of_handed"},                                                  \
        {"kill_acks", "messages", "acknowledgements of invalidations across", "ack_is_credit"},    \
        {"releases", "requests", "answered when earlier invalidations had arrived",                \
         "tells_release"},                                                                         \
        {"far_releases", "requests", "of these, of other packages",                                \
         "tells_release && release_far"},                                                          \
        {"near_releases", "requests", "of these, of this GPU's scope",                             \
         "tells_release && release_near_q"},                                                       \
    {                                                                                              \
        "kills_full", "requests", "let in when the queues of kills had a place again",             \
            "(own_go || near_go || far_go) && slot_held_q"                                         \
    }

#endif
