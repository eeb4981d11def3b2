#include "gen/units/memory/rdc_back.h"

#include "gen/proto/message.h"
#include "gen/units/memory/rdc_invalidate.h"
#include "gen/units/parts.h"

/* The bit of a set's region in the dirty map. */
#define REGION_OF(set) "map_q[" set "[SET_W-1 -: MAP_W]]"

void rdc_back_params(struct hdl *m)
{
    hdl_param(m, "REGION", "2", "lines of a bit of the dirty map: a power of two, up to SETS/2");
}

void rdc_back_sizes(struct hdl *m)
{
    hdl_localparam(m, "MAPS", "SETS / REGION", "bits of the dirty map");
    hdl_localparam(m, "MAP_W", "$clog2(MAPS)", NULL);
}

void rdc_back_table(struct hdl *m)
{
    hdl_note(m, "Dirty lines. What a set is to give up goes to its home before the entry asks for "
                "anything else there.");
    hdl_reg(m, "late_q", "ENTRIES", "{ENTRIES{1'b0}}", "asks when it has looked up its set");
    hdl_reg(m, "evict_q", "ENTRIES", "{ENTRIES{1'b0}}", "the dirty line it found is to be sent");
    hdl_reg(m, "wrote_q", "ENTRIES", "{ENTRIES{1'b0}}", "its home is to answer that");
    hdl_mem(m, "victim", "LINE_W", "ENTRIES", "the line that was found");
    hdl_reg(m, "map_q", "MAPS", "{MAPS{1'b0}}", "regions that may have dirty lines");
    hdl_reg(m, "flush_q", "1", "1'b0", "these are read, and written to their homes");
    hdl_reg(m, "walk_q", "SET_W + 1", "{SET_W + 1{1'b0}}", "so far, by sets");
    hdl_let(m, "bank_bits", "LINE_W", "~({LINE_W{1'b1}} << UMC_W)");
}

/* The wire `name`: the line with this tag in this set. Its set is the fold of its line, so each of
 * its low bits is the sum of every KEY_Wth bit of tag and set from there up: 32 at most. */
static void unfold(struct hdl *m, const char *name, const char *key, const char *set,
                   const char *bank)
{
    hdl_let(m, hdl_v(m, "%s_0", name), "LINE_W",
            hdl_v(m,
                  "({{LINE_W - KEY_W{1'b0}}, %s} << (UMC_W + SET_W))"
                  " | ({{LINE_W - SET_W{1'b0}}, %s} << UMC_W)",
                  key, set));
    for (int i = 0; i < 5; i++)
        hdl_let(m, hdl_v(m, "%s_%d", name, i + 1), "LINE_W",
                hdl_v(m, "%s_%d ^ (%s_%d >> (%d*KEY_W))", name, i, name, i, 1 << i));
    hdl_let(m, name, "LINE_W", hdl_v(m, "(%s_5 & ~bank_bits) | (%s & bank_bits)", name, bank));
}

void rdc_back_flush(struct hdl *m)
{
    hdl_note(m, "The flush, before an epoch begins: each set of the regions that may have dirty "
                "lines takes an entry.");
    hdl_let(m, "flush_begins", "1", "step_may && (|map_q) && !flush_q");
    hdl_let(m, "walks", "1", "flush_q && !walk_q[SET_W]");
    hdl_let(m, "walk_set", "SET_W", "walk_q[SET_W-1:0]");
    hdl_let(m, "walk_dirty", "1", REGION_OF("walk_set"));
    hdl_let(m, "walk_first", "1", "(walk_q & (REGION[SET_W:0] - 1'b1)) == {SET_W + 1{1'b0}}");
    hdl_let(m, "flush_admit", "1", "walks && walk_dirty && (|(~busy_q))");
    hdl_let(m, "flush_ends", "1", "flush_q && walk_q[SET_W] && !(|busy_q)");
    unfold(m, "walk_line", "{KEY_W{1'b0}}", "walk_set", "req_line");
    hdl_let(m, "enter_line", "LINE_W", "flush_q ? walk_line : req_line");
}

void rdc_back_region(struct hdl *m)
{
    hdl_let(m, "req_dirty", "1", REGION_OF("req_set"));
}

void rdc_back_late(struct hdl *m)
{
    hdl_let(m, "is_whole", "1", "is_store && (&req_mask)");
    hdl_let(m, "looks", "1",
            "is_load || is_store || is_atomic || (is_fresh && req_dirty) || flush_q");
    hdl_let(m, "late", "1",
            "is_load || is_whole || (req_dirty && (is_store || is_atomic || is_fresh))");
}

void rdc_back_retire(struct hdl *m)
{
    hdl_note(m, "An answer to the write of a dirty line ends here.");
    hdl_wire(m, "written", "ENTRIES", NULL);
    hdl_gen_for (m, "v", "ENTRIES", "victims") {
        hdl_assign(m, "written[v]", "wrote_q[v] && victim[v] == back_line");
    }
    hdl_let(m, "retire", "1", "mem_rsp_valid && (|written)");
}

void rdc_back_found(struct hdl *m)
{
    unfold(m, "found_line", "dram_spare[0 +: KEY_W]", RDC_SET_OF("dram_line"), "dram_line");
    hdl_let(m, "whole", "1", "&mask[dram_tag]");
    hdl_let(m, "of_atomic", "1", "op[dram_tag] == OP_ATOMIC");
    hdl_let(m, "found_dirty", "1",
            "dram_spare[KEY_W + EPOCH_W + 1] && dram_spare[KEY_W + EPOCH_W] && current");
    hdl_let(m, "stays", "1", "of_store && (whole || (found_dirty && same_key))");
    hdl_let(m, "evicts", "1",
            "found_dirty && !((of_load && found) || (of_store && (same_key || !whole))"
            " || (of_atomic && !same_key))");
}

void rdc_back_update(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_set(m, "late_q", "late ? late_q | admits : late_q & ~admits");
        hdl_set(m, "evict_q", "(evict_q & ~asks) | (evicts ? probes : none)");
        hdl_set(m, "wrote_q", "(wrote_q & ~(retire ? written : none)) | (asks & evict_q)");
        hdl_when (m, "probed") {
            hdl_set(m, "victim[dram_tag]", "found_line");
        }
    }
    hdl_on_clock (m) {
        hdl_when (m, "flush_ends") {
            hdl_set(m, "flush_q", "1'b0");
            hdl_set(m, "map_q", "{MAPS{1'b0}}");
        }
        hdl_elsewhen (m, "flush_begins") {
            hdl_set(m, "flush_q", "1'b1");
            hdl_set(m, "walk_q", "{SET_W + 1{1'b0}}");
        }
        hdl_elsewhen (m, "walks && !walk_dirty") {
            hdl_set(m, "walk_q", "walk_q + REGION[SET_W:0]");
        }
        hdl_elsewhen (m, "flush_admit") {
            hdl_set(m, "walk_q", "walk_q + 1'b1");
        }
        hdl_elsewhen (m, "admit && is_whole") {
            hdl_set(m, REGION_OF("req_set"), "1'b1");
        }
    }
}
