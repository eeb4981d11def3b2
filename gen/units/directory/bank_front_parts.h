/*
 * What both kinds of um_bank_front are built of (bank_front.h, bank_front_gpu.h): the rows of a
 * directory, and the answers of those whom the bank asks. Each emits plain Verilog into the module
 * at hand, and names the wires that the unit drives or reads.
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_PARTS_H
#define UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_PARTS_H

#include "gen/hdl/hdl.h"
#include "gen/proto/rules.h"

/* Whether this package is the home of `line`. */
#define IS_HERE(line) line "[HOME_LSB +: HOME_W] == HOME[HOME_W-1:0]"

/* The parameters that both kinds have, before those of a kind; `gpu_homes`: with CHIP_W. */
void bank_front_params(struct hdl *m, const struct rules *rules, bool gpu_homes);
/* The parameters for the widths of messages; `far_src` names the width of `src` in those between
 * packages, here and below. */
void bank_front_widths(struct hdl *m, const struct rules *rules, const char *far_src);
/* The clock, and the channels to all that stand around the bank. */
void bank_front_channels(struct hdl *m, bool gpu_homes);
/* The queues of the channels between the unit, the bank and whom the bank asks, but for there_req.
 * Unpacks the bank's requests to ask_*, its answers to rsp_* and other packages' answers to
 * there_*. */
void bank_front_queues(struct hdl *m, const struct rules *rules, const char *far_src);
/* `shown`: the word of a probe for the entry `shown_at` of the table of requests for lines of other
 * packages, whose columns are busy_q, load_q and entry_line. */
void bank_front_shown(struct hdl *m);
/* The row of the set of the bank's answer: `row`, read in one cycle and used in the next
 * (looked_q). Needs SET_W, WAY_W, KEY_W and ENTRY_W, and `looks`; the unit drives enters, changes
 * and new_entry, and sets looked_q. `key_lsb`: where the tag is in a line. */
void bank_front_row(struct hdl *m, const char *key_lsb);
/* The line's entry in the row, or the one that gives way: hit, evicts, found, found_key. An entry
 * is | sharers | tag |, and `sharers` names their number. The unit sets turn_q. */
void bank_front_entry(struct hdl *m, const char *sharers);
/* What the bank asks goes to here_req or to there_req: sets is_here and ask_go. */
void bank_front_asks(struct hdl *m);
/* The message of there_req, whose `src` is `src`; here_rsp and there_rsp take turns to mem_rsp. */
void bank_front_there(struct hdl *m, const struct rules *rules, const char *far_src,
                      const char *src);

#endif
