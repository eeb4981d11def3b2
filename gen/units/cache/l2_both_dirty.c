#include "gen/units/cache/l2_both_dirty.h"

#include "gen/units/cache/l2.h"
#include "gen/units/cache/l2_both.h"
#include "gen/units/cache/l2_partition.h"

#define COUNTERS                                                                                   \
    L2_COUNT_REQUESTS,                                                                             \
        {"stores_kept", "stores", "stores whose bytes stay here, dirty", "store_keep"},            \
        {"writebacks", "lines", "dirty lines written back", "wb_valid_q"},                         \
        {"writebacks_away", "lines", "of these, to other packages", "wb_valid_q && wb_away_q"},    \
        {"writebacks_taken", "lines", "of other packages, taken as stores",                        \
         "is_back && request_done"},                                                               \
        {"fills_unkept", "lines", "fills that found none but dirty lines in their set",            \
         "fill_done && !hit && victim_dirty"},                                                     \
        {"evictions", "lines", "lines replaced",                                                   \
         "(fill_install || allocates) && !hit && victim_valid"},                                   \
        L2_BOTH_COUNT_SIDES

const struct unit_counter (*l2_both_dirty_counters(bool partition))[CACHE_COUNTERS]
{
    static CACHE_COUNTERS_OF(plain, COUNTERS);
    static CACHE_COUNTERS_OF(divided, COUNTERS, L2_PARTITION_COUNTERS);
    return partition ? divided : plain;
}

void l2_both_dirty_describe(struct cache *c)
{
    c->keeps = "(hit || !victim_dirty) && !fill_once";
    c->scan = "flush_scans";
    c->busy = "wb_valid_q || mem_rsp_valid || (flush_on_q && !flush_done_q) || flush_ends";
    c->bars = "flush_ends";
}

void l2_both_dirty_registers(struct hdl *m)
{
    hdl_note(m, "The OP_EMPTY that the bank is being flushed for.");
    hdl_reg(m, "flush_on_q", "1", "1'b0", NULL);
    hdl_reg(m, "flush_fn_q", "5", NULL, NULL);
    hdl_reg(m, "flush_src_q", "SRC_W", NULL, NULL);
    hdl_reg(m, "flush_line_q", "LINE_W", NULL, NULL);
}

void l2_both_dirty_flush(struct hdl *m)
{
    hdl_note(m, "Flush: a set is read when no request is, and its ways are written back one by "
                "one as long as the row is there.");
    hdl_reg(m, "flush_q", "1", "1'b0", "the row is that of the flush");
    hdl_reg(m, "flush_set_q", "SET_W", "{SET_W{1'b0}}", NULL);
    hdl_reg(m, "flush_way_q", "WAY_W", "{WAY_W{1'b0}}", NULL);
    hdl_reg(m, "flush_done_q", "1", "1'b0", "every set was seen");
    hdl_reg(m, "writebacks_q", "SET_W + WAY_W + 1", "{SET_W + WAY_W + 1{1'b0}}",
            "not yet answered");
    hdl_let(m, "flush_begins", "1", "is_empty && !flush_on_q");
    hdl_let(m, "flush_ends", "1",
            "flush_on_q && flush_done_q && writebacks_q == {SET_W + WAY_W + 1{1'b0}}"
            " && !(|mshr_busy_q) && !s1_valid_q && (!s2_valid_q || rsp_room)");
    hdl_wire(m, "flush_scans", "1", "a set is read for it");
    hdl_let(m, "at_set", "SET_W", "flush_q ? flush_set_q : s1_set");
}

void l2_both_dirty_away(struct hdl *m)
{
    hdl_note(m, "Lines of other packages: so many write-backs to them may be unanswered. What "
                "makes room in a set goes without when there is none.");
    hdl_localparam(m, "BACKS", "MSHRS/2", NULL);
    hdl_reg(m, "backs_q", "MSHR_W + 1", "{MSHR_W + 1{1'b0}}", "to other packages, not answered");
    hdl_let(m, "back_room", "1", "backs_q < BACKS[MSHR_W:0]");
    hdl_let(m, "near_at", "WAYS", "near[at_set]");
    hdl_let(m, "victim_held", "1", "victim_dirty && !near_at[victim] && !back_room");
}

void l2_both_dirty_stores(struct hdl *m)
{
    hdl_note(m, "A write-back of another package that goes on is a store to the memory; its answer "
                "is one to a write-back again.");
    hdl_reg(m, "mshr_back_q", "MSHRS", "{MSHRS{1'b0}}", NULL);
    hdl_on_clock (m) {
        hdl_when (m, "load_miss || store_go || atomic_go || pass_go") {
            hdl_set(m, "mshr_back_q[vacant_at]", "is_back");
        }
    }
}

static void counts(struct hdl *m)
{
    hdl_reg(m, "wb_away_q", "1", NULL, "it is to another package");
    hdl_let(m, "answer_away", "1",
            "wb_answered && mem_line[HOME_LSB +: HOME_W] != HOME[HOME_W-1:0]");
    hdl_let(m, "goes_away", "1", "clean_go && clean_away");
    hdl_on_clock (m) {
        hdl_when (m, "clean_go") {
            hdl_set(m, "wb_away_q", "clean_away");
        }
        hdl_set(m, "backs_q",
                "backs_q + {{MSHR_W{1'b0}}, goes_away} - {{MSHR_W{1'b0}}, answer_away}");
    }
}

void l2_both_dirty_update(struct hdl *m)
{
    counts(m);
    hdl_let(m, "looks_up", "1", "take_answer || take_parked || take_next");
    hdl_note(m, "A store that stays in a line that is to go has all sets looked at again.");
    hdl_let(m, "flush_again", "1",
            "flush_on_q && store_keep && !(flush_fn_q == LEVEL_L2_REMOTE && s1_here)");
    hdl_assign(m, "flush_scans",
               "flush_on_q && !flush_q && !flush_done_q && swept && (s1_leaves || s1_parks)"
               " && !looks_up && !flush_again && !(writes_row && flush_set_q == s1_set)");
    hdl_let(m, "flush_next", "1", "flush_q && (!flush_dirty || clean_go)");
    hdl_let(m, "flush_last_way", "1", "&flush_way_q");
    hdl_on_clock (m) {
        hdl_when (m, "flush_begins") {
            hdl_set(m, "flush_on_q", "1'b1");
            hdl_set(m, "flush_fn_q", "s1_fn_q");
            hdl_set(m, "flush_src_q", "s1_src_q");
            hdl_set(m, "flush_line_q", "s1_line_q");
        }
        hdl_elsewhen (m, "flush_ends") {
            hdl_set(m, "flush_on_q", "1'b0");
            hdl_set(m, "flush_done_q", "1'b0");
        }
        hdl_set(m, "flush_q",
                "flush_scans || (flush_q && !looks_up && !(flush_next && flush_last_way))");
        hdl_when (m, "flush_again") {
            hdl_set(m, "flush_set_q", "{SET_W{1'b0}}");
            hdl_set(m, "flush_way_q", "{WAY_W{1'b0}}");
            hdl_set(m, "flush_done_q", "1'b0");
        }
        hdl_elsewhen (m, "flush_next") {
            hdl_set(m, "flush_way_q", "flush_way_q + 1'b1");
            hdl_when (m, "flush_last_way") {
                hdl_set(m, "flush_set_q", "flush_set_q + 1'b1");
                hdl_set(m, "flush_done_q", "&flush_set_q");
            }
        }
        hdl_set(m, "writebacks_q",
                "writebacks_q + {{SET_W + WAY_W{1'b0}}, clean_go}"
                " - {{SET_W + WAY_W{1'b0}}, wb_answered}");
    }
}
