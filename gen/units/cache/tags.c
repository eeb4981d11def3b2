#include "gen/units/parts.h"

/* After reset every set is cleared: memories come up unknown, and a reset may follow a run. */
static void sweep(struct hdl *m)
{
    hdl_note(m, "After reset, and when the cache is to be emptied, the sets are cleared, one a "
                "cycle.");
    hdl_wire(m, "sweep", "1", "empty all sets");
    hdl_reg(m, "sweep_q", "SET_W + 1", "{SET_W + 1{1'b0}}", "next set to clear");
    hdl_let(m, "swept", "1", "sweep_q[SET_W]");
    hdl_on_clock (m) {
        hdl_when (m, "sweep") {
            hdl_set(m, "sweep_q", "{SET_W + 1{1'b0}}");
        }
        hdl_elsewhen (m, "!swept") {
            hdl_set(m, "sweep_q", "sweep_q + 1'b1");
        }
    }
}

static void array(struct hdl *m, const struct rules *rules, bool kept)
{
    if (rules->timed)
        hdl_localparam(m, "ENTRY_W", "1 + TIME_W + TS_W + KEY_W", "valid, rts, wts, tag");
    else
        hdl_localparam(m, "ENTRY_W", "1 + KEY_W", "valid, tag");
    hdl_wire(m, "tags_read", "1", "start a lookup");
    hdl_wire(m, "tags_read_set", "SET_W", NULL);
    hdl_wire(m, "tags_write", "1", "write one way of s1_set");
    hdl_wire(m, "tags_write_way", "WAY_W", NULL);
    hdl_wire(m, "tags_write_valid", "1", NULL);
    if (rules->timed) {
        hdl_wire(m, "tags_write_wts", "TS_W", NULL);
        hdl_wire(m, "tags_write_rts", "TIME_W", NULL);
    }
    if (kept)
        hdl_wire(m, "tags_kept", "WAYS", "of set sweep_q, not to be cleared");
    hdl_let(m, "tags_entry", "ENTRY_W",
            rules->timed ? "{tags_write_valid, tags_write_rts, tags_write_wts, s1_key}"
                         : "{tags_write_valid, s1_key}");
    hdl_let(m, "tags_one", "WAYS", "{{WAYS - 1{1'b0}}, 1'b1}");
    hdl_wire(m, "row", "WAYS*ENTRY_W", "the set looked up");
    part_rows(m, &(struct part_rows){.name = "tags",
                                     .read = "tags_read",
                                     .read_set = "tags_read_set",
                                     .clear = kept ? "~tags_kept" : NULL,
                                     .write = "tags_write",
                                     .set = "s1_set",
                                     .ways = "tags_one << tags_write_way",
                                     .entry = "tags_entry"});
}

static void lookup(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Lookup: at most one way holds a line.");
    hdl_wire(m, "way_hit", "WAYS", NULL);
    hdl_gen_for (m, "g", "WAYS", "tag") {
        hdl_assign(m, "way_hit[g]",
                   "row[g*ENTRY_W + ENTRY_W - 1] && row[g*ENTRY_W +: KEY_W] == s1_key");
    }
    hdl_var(m, "hit", "1", NULL);
    hdl_var(m, "hit_way", "WAY_W", NULL);
    if (rules->timed) {
        hdl_var(m, "hit_ts", "TS_W", "wts, of the epoch of rts");
        hdl_var(m, "hit_rts", "TIME_W", NULL);
    }
    hdl_on_comb (m) {
        hdl_set(m, "hit", "1'b0");
        hdl_set(m, "hit_way", "{WAY_W{1'b0}}");
        if (rules->timed) {
            hdl_set(m, "hit_ts", "{TS_W{1'b0}}");
            hdl_set(m, "hit_rts", "{TIME_W{1'b0}}");
        }
        hdl_for (m, "w", "WAYS") {
            hdl_when (m, "way_hit[w]") {
                hdl_set(m, "hit", "1'b1");
                hdl_set(m, "hit_way", "w[WAY_W-1:0]");
                if (rules->timed) {
                    hdl_set(m, "hit_ts", "row[w*ENTRY_W + KEY_W +: TS_W]");
                    hdl_set(m, "hit_rts", "row[w*ENTRY_W + KEY_W + TS_W +: TIME_W]");
                }
            }
        }
    }
    if (rules->timed)
        hdl_let(m, "hit_wts", "TIME_W",
                rules->epochs ? "{hit_rts[TIME_W-1:TS_W], hit_ts}" : "hit_ts");
}

/* Computed for all ways in parallel with the comparison of tags and not after it: this is the
 * longest path of a cache. */
void part_lease(struct hdl *m, const struct rules *rules, const char *live)
{
    if (!rules->timed) {
        hdl_let(m, "live", "1", live);
        return;
    }
    hdl_wire(m, "way_live", "WAYS", NULL);
    hdl_gen_for (m, "l", "WAYS", "lease") {
        hdl_let(m, "way_rts", "TIME_W", "row[l*ENTRY_W + KEY_W + TS_W +: TIME_W]");
        hdl_assign(m, "way_live[l]", live);
    }
    hdl_let(m, "live", "1", "|(way_hit & way_live)");
}

static void expired_ways(struct hdl *m)
{
    hdl_wire(m, "lease_clock", "TIME_W", "leases that end before it have ended");
    hdl_wire(m, "way_expired", "WAYS", NULL);
    hdl_gen_for (m, "x", "WAYS", "expired") {
        hdl_let(m, "way_end", "TIME_W", "row[x*ENTRY_W + KEY_W + TS_W +: TIME_W]");
        hdl_assign(m, "way_expired[x]", "way_end < lease_clock");
    }
}

/* Of the ways for which `bit` holds the first becomes the victim, whichever was chosen before. */
static void prefer(struct hdl *m, const char *bit, const char *valid)
{
    hdl_for (m, "v", "WAYS") {
        hdl_when (m, bit) {
            hdl_set(m, "victim", "~v[WAY_W-1:0]");
            if (valid != NULL)
                hdl_set(m, "victim_valid", valid);
        }
    }
}

/* Bit-PLRU: a way's bit is set when the way is used; when all are set, all others are cleared. */
static void replacement(struct hdl *m, bool by_lease, bool sides)
{
    hdl_note(
        m, sides ? "Replacement: of the ways that the line may take a free one, else the first "
                   "not used since all others were, else the first."
           : !by_lease ? "Replacement: a free way, else the first not used since all others were."
                       : "Replacement: a free way, else the first whose lease has ended, else the "
                         "first not used since all others were.");
    hdl_wire(m, "touch", "1", "a way of s1_set is used");
    hdl_wire(m, "touch_way", "WAY_W", NULL);
    hdl_mem(m, "recent", "WAYS", "SETS", "ways used of late");
    hdl_let(m, "recent_row", "WAYS", "recent[s1_set]");
    hdl_let(m, "recent_used", "WAYS", "recent_row | (tags_one << touch_way)");
    hdl_on_clock (m) {
        hdl_when (m, "!swept") {
            hdl_set(m, "recent[sweep_q[SET_W-1:0]]", "{WAYS{1'b0}}");
        }
        hdl_elsewhen (m, "touch") {
            hdl_set(m, "recent[s1_set]", "(&recent_used) ? tags_one << touch_way : recent_used");
        }
    }
    if (by_lease)
        expired_ways(m);
    if (sides)
        hdl_wire(m, "way_may", "WAYS", "a new line may take them");
    hdl_var(m, "victim", "WAY_W", NULL);
    hdl_var(m, "victim_valid", "1", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "victim", "{WAY_W{1'b0}}");
        hdl_set(m, "victim_valid", "1'b1");
        if (sides)
            prefer(m, "way_may[WAYS - 1 - v]", NULL);
        prefer(m,
               sides ? "way_may[WAYS - 1 - v] && !recent_row[WAYS - 1 - v]"
                     : "!recent_row[WAYS - 1 - v]",
               NULL);
        if (by_lease)
            prefer(m, "way_expired[WAYS - 1 - v]", NULL);
        prefer(m,
               sides ? "way_may[WAYS - 1 - v] && !row[(WAYS - 1 - v)*ENTRY_W + ENTRY_W - 1]"
                     : "!row[(WAYS - 1 - v)*ENTRY_W + ENTRY_W - 1]",
               "1'b0");
    }
}

void part_tags(struct hdl *m, const struct rules *rules, struct part_tags on)
{
    sweep(m);
    array(m, rules, on.kept);
    lookup(m, rules);
    replacement(m, on.by_lease, on.sides);
}

void part_first(struct hdl *m, const char *name, const char *width, const char *bits,
                const char *count)
{
    hdl_var(m, name, width, NULL);
    hdl_on_comb (m) {
        hdl_set(m, name, hdl_v(m, "{%s{1'b0}}", width));
        hdl_for (m, "i", count) {
            hdl_when (m, hdl_v(m, "%s[%s - 1 - i]", bits, count)) {
                hdl_set(m, name, hdl_v(m, "~i[%s-1:0]", width));
            }
        }
    }
}

void part_mshrs(struct hdl *m, bool again, bool gone)
{
    hdl_note(m, "Is the line in flight already, and is there room for one more?");
    hdl_wire(m, "same_line", "MSHRS", NULL);
    hdl_gen_for (m, "e", "MSHRS", "compare") {
        hdl_assign(m, "same_line[e]", "mshr_busy_q[e] && mshr_line[e] == s1_line");
    }
    hdl_let(m, "match", "1", "|same_line");
    hdl_let(m, "free_mshrs", "MSHRS", gone ? "~(mshr_busy_q | mshr_gone_q)" : "~mshr_busy_q");
    hdl_let(m, "vacant", "1", "|free_mshrs");
    part_first(m, "match_at", "MSHR_W", "same_line", "MSHRS");
    part_first(m, "vacant_at", "MSHR_W", "free_mshrs", "MSHRS");
    if (again) {
        hdl_let(m, "again_any", "1", "|mshr_again_q");
        part_first(m, "again_at", "MSHR_W", "mshr_again_q", "MSHRS");
    }
}
