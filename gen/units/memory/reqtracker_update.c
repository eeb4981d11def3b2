#include "gen/units/memory/reqtracker_update.h"

#include "gen/units/memory/reqtracker_merge.h"
#include "gen/units/memory/reqtracker_order.h"
#include "gen/units/memory/reqtracker_renew.h"
#include "gen/units/parts.h"

static void entries(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_let(m, "one", "ENTRIES", "{{ENTRIES - 1{1'b0}}, 1'b1}");
    hdl_let(m, "admits", "ENTRIES", "admit ? one << free_at : {ENTRIES{1'b0}}");
    hdl_let(m, "outdates", "ENTRIES", "admit && clash ? one << clash_at : {ENTRIES{1'b0}}");
    hdl_let(m, "sends", "ENTRIES", "send ? one << send_at : {ENTRIES{1'b0}}");
    hdl_let(m, "changes", "ENTRIES", "change ? one << change_at : {ENTRIES{1'b0}}");
    hdl_let(m, "ends", "ENTRIES", "done ? one << done_at : {ENTRIES{1'b0}}");
    hdl_let(m, "reads", "ENTRIES",
            rules->tracks ? "dram_rsp_valid && !dram_entry ? one << dram_tag : {ENTRIES{1'b0}}"
                          : "dram_rsp_valid ? one << dram_tag : {ENTRIES{1'b0}}");
    if (rules->timed || rules->tracks)
        hdl_let(m, "grants", "ENTRIES", "grant_valid_i ? one << grant_tag_i : {ENTRIES{1'b0}}");
    if (rules->renew != NULL)
        reqtracker_renew_grants(m);
    hdl_let(m, "still_held", "1", "clash && !(done && done_at == clash_at)");
    hdl_wire(m, "wakes", "ENTRIES", "held behind the one that is answered");
    hdl_gen_for (m, "w", "ENTRIES", "wake") {
        hdl_assign(m, "wakes[w]", "done && held_q[w] && behind[w] == done_at");
    }
    if (on.merges)
        reqtracker_merges(m, rules, on.evicts);
    if (on.ordered)
        reqtracker_order_update(m);
    hdl_on_clock (m) {
        hdl_set(m, "busy_q", "(busy_q | admits) & ~ends");
        hdl_set(m, "last_q", "(last_q & ~outdates & ~ends) | admits");
        hdl_set(m, "held_q", "(held_q & ~wakes) | (still_held ? admits : {ENTRIES{1'b0}})");
        hdl_set(m, "sent_q",
                on.merges && !rules->timed ? "(sent_q | sends | merges) & ~admits"
                                           : "(sent_q | sends) & ~admits");
        hdl_set(m, "dram_q",
                hdl_v(m,
                      "((dram_q | reads%s%s) & ~changes & ~admits)"
                      " | (%s ? admits : {ENTRIES{1'b0}})",
                      rules->renew != NULL ? " | renewals" : "", on.merges ? " | merges" : "",
                      on.evicts ? "(req_empty || req_evict)" : "req_empty"));
        hdl_set(m, "made_q", "(made_q | changes) & ~admits");
        hdl_when (m, "admit") {
            hdl_set(m, "store_q[free_at]", "req_store");
            hdl_set(m, "change_q[free_at]", "req_change");
            hdl_set(m, "empty_q[free_at]", "req_empty");
            if (on.evicts)
                hdl_set(m, "evict_q[free_at]", "req_evict");
            if (rules->sends_cts)
                hdl_set(m, "copy_q[free_at]", "req_copy");
            if (rules->renew != NULL)
                hdl_set(m, "ask_q[free_at]", "req_op == OP_LOAD && req_copy");
        }
        if (rules->renew != NULL)
            hdl_set(m, "fetch_q", "(fetch_q | refusals) & ~sends & ~admits");
        if (rules->timed)
            hdl_set(m, "tsu_q", "(tsu_q | grants) & ~admits");
        if (rules->tracks)
            hdl_set(m, "imst_q", "(imst_q | grants | (sends & empty_q)) & ~admits");
        if (rules->sends_cts)
            hdl_when (m, "grant_valid_i") {
                hdl_set(m, "same_q[grant_tag_i]", "grant_same_i");
            }
    }
}

static void memories(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_assign(m, "dram_rsp_pop", "1'b1");
    hdl_on_clock (m) {
        hdl_when (m, "admit") {
            hdl_set(m, "op[free_at]", "req_op");
            hdl_set(m, "fn[free_at]", "req_fn");
            hdl_set(m, "behind[free_at]", "clash_at");
            hdl_set(m, "line[free_at]", "req_line");
            hdl_set(m, "src[free_at]", "req_src");
            hdl_set(m, "mask[free_at]", "req_mask");
            hdl_set(m, "data[free_at]", "req_data");
            if (rules->sends_cts) {
                hdl_set(m, "cts[free_at]", "req_cts");
                hdl_set(m, "copy_rts[free_at]", "req_copy_rts");
            }
        }
        hdl_when (m, hdl_v(m, "dram_rsp_valid && %s!store_q[dram_tag] && !made_q[dram_tag]",
                           rules->tracks ? "!dram_entry && " : "")) {
            hdl_set(m, "was[dram_tag]", "dram_data");
        }
        if (on.merges)
            reqtracker_merge_write(m);
        if (rules->timed)
            hdl_when (m, "grant_valid_i") {
                hdl_set(m, "wts[grant_tag_i]", "grant_wts_i");
                hdl_set(m, "rts[grant_tag_i]", "grant_rts_i");
            }
    }
}

static void outputs(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    const char *load = "send && !store_q[send_at] && !change_q[send_at] && !empty_q[send_at]";
    hdl_assign(m, "load_o",
               hdl_v(m, "%s%s%s%s", load, on.evicts ? " && !evict_q[send_at]" : "",
                     rules->renew != NULL ? " && !asks" : "",
                     on.merges && rules->timed ? " && !merged_q[send_at]" : ""));
    hdl_assign(m, "store_o",
               rules->store_lines ? "(send && store_q[send_at])"
                                    " || (write_made && op[unit_at_q] != OP_ATOMIC)"
                                  : "send && store_q[send_at]");
    hdl_assign(m, "atomic_o",
               rules->store_lines ? "write_made && op[unit_at_q] == OP_ATOMIC" : "write_made");
    if (rules->store_lines)
        hdl_assign(m, "store_line_o",
                   "(send && store_q[send_at] && op[send_at] == OP_STORE_LINE)"
                   " || (write_made && op[unit_at_q] == OP_STORE_LINE)");
    if (parts_writebacks(rules))
        hdl_assign(m, "writeback_o", "send && store_q[send_at] && op[send_at] == OP_WRITEBACK");
    hdl_assign(m, "held_o", "admit && clash");
    hdl_assign(m, "busy_o",
               "(req_valid && free) || dram_rsp_valid || (send_any && dram_req_room)"
               " || (done_any && rsp_room) || change_any || (unit_busy && !unit_done)"
               " || (unit_done && dram_req_room)");
    hdl_assign(m, "wait_o",
               "{busy_q[wait_sel_i], store_q[wait_sel_i] || change_q[wait_sel_i], {62 - "
               "LINE_W{1'b0}}, line[wait_sel_i]}");
}

void reqtracker_update(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    entries(m, rules, on);
    memories(m, rules, on);
    outputs(m, rules, on);
}
