/*
 * The directory of a home's L2 bank (hmg): which packages may have copies of the lines of its
 * memory in their L2s. It is part of the um_bank_front around the bank.
 *
 * It watches the bank's answers, which are in the order in which the bank serves a line. A load's
 * answer to another package adds that package to the line's sharers. A store's or an atomic's
 * answer sends an invalidation to all sharers but the package that stored. An entry that has to
 * give way sends one to all of its sharers. Nobody waits for these invalidations but releases: a
 * store of no bytes with MSG_FN_RELEASE does not enter the bank; an invalidation that is to be
 * acknowledged goes to every other package behind all that were sent before, and the release is
 * answered when all of them have been acknowledged.
 *
 * Invalidations of a line come behind the answers with that line that were given before, in one
 * channel. They wait in a queue of kills, one entry for each answer that caused some. A request
 * that may cause one is let into the bank only if the queue will have a place for it; so the bank's
 * answers never wait for other packages.
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_DIRECTORY_H
#define UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_DIRECTORY_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Parameters and channels. */
void directory_params(struct hdl *m, const struct rules *rules);
void directory_channels(struct hdl *m);
/* Queues of these channels. */
void directory_queues(struct hdl *m, const struct rules *rules);
/* Which requests may go into the bank (own_slot, far_slot), and which are releases (own_release,
 * far_release). */
void directory_admits(struct hdl *m);
/* Entries: looked up for the bank's answer; rsp_may: it may pass. */
void directory_entries(struct hdl *m);
/* The queue of kills, and what leaves by far_rsp: after the bank's answers are known. */
void directory_kills(struct hdl *m, const struct rules *rules);
/* Releases that wait for acknowledgements, and the answers that leave: theirs before the bank's. */
void directory_answers(struct hdl *m, const struct rules *rules);

/* The unit may not be idle. */
#define DIRECTORY_BUSY                                                                             \
    "!swept || reads || kill_go || answer_goes || ack_go || dir_ack_valid || tells_release"        \
    " || (slot_waits && !slot_held_q)"
#define DIRECTORY_COUNTERS                                                                         \
    {"sharers", "packages", "added to a line's sharers", "enters && is_share"},                    \
        {"evictions", "lines", "whose entry gave way", "enters && is_share && evicts"},            \
        {"invalidations", "messages", "sent to other packages", "kill_go && !kill_release"},       \
        {"markers", "messages", "of releases, sent to other packages", "kill_go && kill_release"}, \
        {"marker_acks", "messages", "acknowledgements of these", "dir_ack_valid"},                 \
        {"releases", "requests", "answered when earlier invalidations had arrived",                \
         "tells_release"},                                                                         \
        {"far_releases", "requests", "of these, of other packages",                                \
         "tells_release && release_far"},                                                          \
    {                                                                                              \
        "kills_full", "requests", "let in when the queue of kills had a place again",              \
            "(own_go || far_go) && slot_held_q"                                                    \
    }

#endif
