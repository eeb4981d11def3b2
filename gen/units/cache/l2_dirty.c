#include "gen/units/cache/l2_dirty.h"

#include "gen/proto/address.h"
#include "gen/units/cache/l2_both_dirty.h"
#include "gen/units/parts.h"

void l2_dirty_describe(struct cache *c)
{
    c->below = "answer";
    c->read = "load_hit || clean_go";
    c->read_at = "{at_set, clean_go ? clean_way : hit_way}";
    c->writes = "store_keep";
    c->allocates = "allocates";
    c->keeps = "hit || !victim_dirty";
    c->scan = "flush_read";
    c->scan_set = "flush_set_q";
    c->busy = "wb_valid_q || mem_rsp_valid";
}

void l2_dirty_answers(struct hdl *m)
{
    hdl_note(m, "An answer to a write-back ends here.");
    hdl_let(m, "wb_answered", "1", "mem_rsp_valid && mem_op == OP_WRITEBACK");
    hdl_let(m, "answer_valid", "1", "mem_rsp_valid && !wb_answered");
    hdl_wire(m, "answer_pop", "1", NULL);
    hdl_assign(m, "mem_rsp_pop", "wb_answered || answer_pop");
}

/* An OP_EMPTY stays in stage 1 while all sets are read, one after the other, and every way of each
 * set is checked. */
static void flush(struct hdl *m)
{
    hdl_note(m, "Flush: a set is read, then its ways are written back one by one.");
    hdl_reg(m, "flush_q", "1", "1'b0", "a row is there");
    hdl_reg(m, "flush_set_q", "SET_W", "{SET_W{1'b0}}", NULL);
    hdl_reg(m, "flush_way_q", "WAY_W", "{WAY_W{1'b0}}", NULL);
    hdl_reg(m, "flush_done_q", "1", "1'b0", "every set was seen");
    hdl_reg(m, "writebacks_q", "SET_W + WAY_W + 1", "{SET_W + WAY_W + 1{1'b0}}",
            "not yet answered");
    hdl_let(m, "flushes", "1", "is_empty && !(|mshr_busy_q)");
    hdl_let(m, "flushed", "1",
            "flushes && flush_done_q && writebacks_q == {SET_W + WAY_W + 1{1'b0}}");
    hdl_let(m, "flush_read", "1", "flushes && !flush_q && !flush_done_q");
    hdl_let(m, "at_set", "SET_W", "flush_q ? flush_set_q : s1_set");
}

static void rows(struct hdl *m, bool both)
{
    hdl_note(m, "What is dirty: of the copy found, of the line that would go, of a way to flush.");
    hdl_mem(m, "dirty", "LINE_BYTES", "SETS*WAYS", "bytes that memory does not have");
    hdl_let(m, "hit_mask", "LINE_BYTES", "dirty[{s1_set, hit_way}]");
    hdl_let(m, "victim_mask", "LINE_BYTES", "dirty[{s1_set, victim}]");
    hdl_let(m, "flush_mask", "LINE_BYTES", "dirty[{flush_set_q, flush_way_q}]");
    hdl_let(m, "hit_dirty", "1", "hit && (|hit_mask)");
    hdl_let(m, "victim_dirty", "1", "victim_valid && (|victim_mask)");
    if (both) {
        hdl_let(m, "flush_near", "WAYS", "near[flush_set_q]");
        hdl_let(m, "flush_keeps", "1", "flush_fn_q == LEVEL_L2_REMOTE && flush_near[flush_way_q]");
    }
    hdl_let(m, "flush_dirty", "1",
            hdl_all(m, "row[flush_way_q*ENTRY_W + ENTRY_W - 1] && (|flush_mask)",
                    both ? "!flush_keeps" : NULL));
}

void l2_dirty(struct hdl *m, bool both)
{
    if (both)
        l2_both_dirty_flush(m);
    else
        flush(m);
    rows(m, both);
    if (both)
        l2_both_dirty_away(m);
    hdl_note(m,
             "Write-back: the line is read in one cycle and sent in the next, so nothing else is "
             "sent then. Who needs it comes again when it is done.");
    hdl_reg(m, "wb_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "wb_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "wb_mask_q", "LINE_BYTES", NULL, NULL);
    hdl_let(m, "own_first", "1", "(is_atomic || is_fresh) && hit_dirty");
    hdl_let(m, "victim_first", "1",
            hdl_v(m,
                  "!hit && victim_dirty"
                  " && (is_load || (is_store && (&s1_mask_q)))%s",
                  both ? " && !victim_held" : ""));
    hdl_let(m, "clean", "1", "!own_first && !victim_first");
    hdl_note(m, "It waits while stage 2 shows a line, which its read would replace, and while the "
                "count of those not answered is at its end.");
    hdl_let(m, "wb_room", "1",
            "mem_req_room && !wb_valid_q && (!s2_valid_q || rsp_room) && !(&writebacks_q)");
    if (!both)
        hdl_let(m, "clean_go", "1", "wb_room && (flush_q ? flush_dirty : !match && !clean)");
    hdl_let(m, "clean_way", "WAY_W", "flush_q ? flush_way_q : hit ? hit_way : victim");
    if (both) {
        hdl_let(m, "clean_away", "1", "!near_at[clean_way]");
        hdl_let(m, "clean_go", "1",
                "wb_room && !(clean_away && (&backs_q)) && (flush_q ? flush_dirty && (!clean_away "
                "|| back_room)"
                " : !match && !clean)");
    }
    hdl_let(m, "clean_line", "LINE_W", "{{BANK_W{1'b0}}, row[clean_way*ENTRY_W +: KEY_W], at_set}");
    hdl_let(m, "bank_bits", "LINE_W", ADDRESS_V_BANK_BITS);
    if (both)
        hdl_let(m, "bank_line", "LINE_W", "flush_q ? flush_line_q : s1_line_q");
    hdl_on_clock (m) {
        hdl_set(m, "wb_valid_q", "clean_go");
        hdl_when (m, "clean_go") {
            hdl_set(m, "wb_line_q",
                    both ? ADDRESS_V_BANK_LINE("clean_line", "bank_line", "bank_bits")
                         : ADDRESS_V_BANK_LINE("clean_line", "s1_line_q", "bank_bits"));
            hdl_set(m, "wb_mask_q", "flush_q ? flush_mask : hit ? hit_mask : victim_mask");
        }
    }
}

void l2_dirty_stores(struct hdl *m, bool both)
{
    hdl_note(m, "A store stays if it finds its line, or makes a whole one.");
    hdl_let(m, "keepable", "1",
            both ? "hit || ((&s1_mask_q) && !victim_held)" : "hit || (&s1_mask_q)");
    hdl_let(m, "store_keep", "1", "is_store && !match && keepable && clean && s2_room");
    hdl_let(m, "allocates", "1", "store_keep && !hit");
}

static void flush_steps(struct hdl *m)
{
    hdl_let(m, "flush_next", "1", "flush_q && (!flush_dirty || clean_go)");
    hdl_let(m, "flush_last_way", "1", "&flush_way_q");
    hdl_on_clock (m) {
        hdl_when (m, "flush_read") {
            hdl_set(m, "flush_q", "1'b1");
        }
        hdl_elsewhen (m, "flush_next") {
            hdl_set(m, "flush_way_q", "flush_way_q + 1'b1");
            hdl_when (m, "flush_last_way") {
                hdl_set(m, "flush_q", "1'b0");
                hdl_set(m, "flush_set_q", "flush_set_q + 1'b1");
                hdl_set(m, "flush_done_q", "&flush_set_q");
            }
        }
        hdl_when (m, "flushed && word_go") {
            hdl_set(m, "flush_done_q", "1'b0");
        }
        hdl_set(m, "writebacks_q",
                "writebacks_q + {{SET_W + WAY_W{1'b0}}, clean_go}"
                " - {{SET_W + WAY_W{1'b0}}, wb_answered}");
    }
}

void l2_dirty_update(struct hdl *m, bool both)
{
    if (both)
        l2_both_dirty_update(m);
    else
        flush_steps(m);
    hdl_on_clock (m) {
        hdl_when (m, "clean_go") {
            hdl_set(m, "dirty[{at_set, clean_way}]", "{LINE_BYTES{1'b0}}");
        }
        hdl_elsewhen (m, "store_keep") {
            hdl_set(m, "dirty[{s1_set, fill_way}]", "hit ? hit_mask | s1_mask_q : s1_mask_q");
        }
        hdl_elsewhen (m, "fill_install") {
            hdl_set(m, "dirty[{s1_set, fill_way}]", "{LINE_BYTES{1'b0}}");
        }
    }
}
