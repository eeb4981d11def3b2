#include "gen/units/memory/rdc_invalidate.h"

#include "gen/proto/message.h"
#include "gen/units/parts.h"

void rdc_invalidate_sizes(struct hdl *m)
{
    hdl_localparam(m, "KILLS", "ENTRIES < 8 ? 1 : ENTRIES / 4", "entries of invalidations");
    hdl_localparam(m, "REQS", "ENTRIES - KILLS", "entries of requests, below those");
}

void rdc_invalidate_admission(struct hdl *m)
{
    hdl_note(m, "Invalidations: one of a set at a time, in entries of their own. A request whose "
                "set one is at work on is stalled, and knows by which.");
    hdl_reg(m, "stalled_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "by_q", "ENTRIES*TAG_W", NULL, "the invalidation that stalls each");
    hdl_let(m, "kills", "ENTRIES", "{{KILLS{1'b1}}, {REQS{1'b0}}} & busy_q & ~finished");
    hdl_let(m, "is_kill", "1", "back_op == OP_INVALIDATE");
    hdl_wire(m, "shaded", "ENTRIES", "entries of the invalidation's set");
    hdl_wire(m, "under", "ENTRIES", "invalidations of the request's set");
    hdl_gen_for (m, "k", "ENTRIES", "shade") {
        hdl_assign(m, "shaded[k]",
                   "busy_q[k] && " RDC_SET_OF("line[k]") " == " RDC_SET_OF("back_line"));
        hdl_assign(m, "under[k]",
                   "kills[k] && " RDC_SET_OF("line[k]") " == " RDC_SET_OF("req_line"));
    }
    hdl_let(m, "kill_vacant", "ENTRIES", "{{KILLS{1'b1}}, {REQS{1'b0}}} & ~busy_q");
    part_first(m, "under_at", "TAG_W", "under", "ENTRIES");
    part_first(m, "kill_at", "TAG_W", "kill_vacant", "ENTRIES");
    hdl_let(m, "kill_admit", "1",
            "mem_rsp_valid && is_kill && (|kill_vacant) && !(|(shaded & kills)) && !step_may");
    hdl_let(m, "kill_admits", "ENTRIES", "kill_admit ? one << kill_at : {ENTRIES{1'b0}}");
    hdl_note(m, "An invalidation reads its set when all that is stalled has come to rest.");
    hdl_let(m, "kills_may", "ENTRIES",
            "(|(stalled_q & (dram_q | tell_q))) ? {{KILLS{1'b0}}, {REQS{1'b1}}} : {ENTRIES{1'b1}}");
    hdl_let(m, "of_kill", "1", "op[dram_tag] == OP_INVALIDATE");
}

void rdc_invalidate_update(struct hdl *m)
{
    hdl_let(m, "new_at", "TAG_W", "kill_admit ? kill_at : free_at");
    hdl_let(m, "kills_done", "ENTRIES", "of_kill && (dram_write || !found) ? dram_one : none");
    hdl_wire(m, "freed", "ENTRIES", "no longer stalled");
    hdl_gen_for (m, "s", "ENTRIES", "stall") {
        hdl_assign(m, "freed[s]", "finished[by_q[s*TAG_W +: TAG_W]]");
    }
    hdl_on_clock (m) {
        hdl_set(m, "stalled_q",
                "(stalled_q & ~freed & ~admits & ~kill_admits) | (kill_admit ? shaded : none)"
                " | ((|under) ? admits : none)");
        hdl_for (m, "i", "ENTRIES") {
            hdl_when (m, "kill_admit ? shaded[i] : admits[i]") {
                hdl_set(m, "by_q[i*TAG_W +: TAG_W]", "kill_admit ? kill_at : under_at");
            }
        }
    }
}
