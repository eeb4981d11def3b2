#include "gen/units/memory/tsu_lookup.h"

#include <string.h>

const char *tsu_timeless(bool evicts)
{
    return evicts ? "timeless" : "s1_empty_q";
}

/* The results of a look-up, taken from the row itself or, with LOOK=2, from registers behind it. */
static const struct found {
    const char *name, *width, *first;
    bool wts;
} found[] = {
    {"hit", "1", "1'b0", false},
    {"hit_way", "WAY_W", "{WAY_W{1'b0}}", false},
    {"hit_memts", "TS_W", "{TS_W{1'b0}}", false},
    {"hit_wts", "TS_W", "{TS_W{1'b0}}", true},
    {"victim", "WAY_W", "{WAY_W{1'b0}}", false},
    {"victim_valid", "1", "valid[0]", false},
    {"victim_memts", "TS_W", "row[KEY_W +: TS_W]", false},
};
enum { N_FOUND = sizeof found / sizeof *found };

static bool is_victims(size_t i)
{
    return strcmp(found[i].name, "victim_memts") == 0;
}

static void lookup_wires(struct hdl *m, bool keep_wts, bool evicts)
{
    hdl_note(
        m, "Look-up, and the entry that would have to go: a free one, else the lowest memts. With "
           "LOOK 2 it ends in registers, a cycle later, and again if the epoch changes meanwhile.");
    hdl_wire(m, "valid", "WAYS", "entries that count");
    for (size_t i = 0; i < N_FOUND; i++)
        if (keep_wts || !found[i].wts) {
            hdl_var(m, hdl_v(m, "row_%s", found[i].name), found[i].width, NULL);
            hdl_reg(m, hdl_v(m, "found_%s_q", found[i].name), found[i].width, NULL, NULL);
        }
    hdl_on_clock (m) {
        hdl_when (m, "LOOK > 1") {
            for (size_t i = 0; i < N_FOUND; i++)
                if (keep_wts || !found[i].wts)
                    hdl_set(m, hdl_v(m, "found_%s_q", found[i].name),
                            hdl_v(m, "row_%s", found[i].name));
        }
    }
    for (size_t i = 0; i < N_FOUND; i++)
        if (keep_wts || !found[i].wts)
            hdl_let(m, is_victims(i) && evicts ? "lowest_memts" : found[i].name, found[i].width,
                    hdl_v(m, "LOOK > 1 ? found_%s_q : row_%s", found[i].name, found[i].name));
}

/* Thesis 4.2.6: a line with more than one lease is taken for one that other GPUs share. */
static void follow(struct hdl *m)
{
    hdl_let(m, "one_lease", "64", "{32'd0, RD_LEASE[31:0]}");
    hdl_let(m, "shared", "1", "{{64 - TS_W{1'b0}}, hit_memts} > one_lease");
    hdl_assign(m, "follows", "go && !s1_empty_q && s1_evict_q && hit && !shared");
    hdl_assign(m, "follow_o", "follows");
    hdl_let(m, "victim_memts", "TS_W", "follows ? hit_memts : lowest_memts");
}

/* Thesis 4.2.6: each way is of one L2. Here it is of the banks of one GPU, of which one asks this
 * controller for a line. */
static void own_ways(struct hdl *m)
{
    hdl_localparam(m, "OWNERS_W", "SRC_W - OWNER_LSB < WAY_W ? SRC_W - OWNER_LSB : WAY_W",
                   "low bits of a GPU's number that choose ways");
    hdl_localparam(m, "OWN_MASK", "(1 << OWNERS_W) - 1", NULL);
    hdl_let(m, "asker", "32", "{{32 - SRC_W{1'b0}}, s1_src_q} >> OWNER_LSB");
    hdl_let(m, "owner", "32", "asker & OWN_MASK");
    hdl_let(m, "first_own", "WAY_W", "owner[WAY_W-1:0]");
    hdl_unused(m, "owner[31:WAY_W]");
    hdl_wire(m, "own", "WAYS", "the ways of the GPU that asks");
    hdl_gen_for (m, "o", "WAYS", "own_way") {
        hdl_assign(m, "own[o]", "((o ^ owner) & OWN_MASK) == 32'd0");
    }
}

/* The victim, before another way is looked at. */
static const char *first_of(const struct found *f, bool own)
{
    if (!own || strncmp(f->name, "victim", 6) != 0)
        return f->first;
    return is_victims((size_t)(f - found))        ? "row[first_own*ENTRY_W + KEY_W +: TS_W]"
           : strcmp(f->name, "victim_valid") == 0 ? "valid[first_own]"
                                                  : "first_own";
}

void tsu_lookup(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    const bool keep_wts = on.keep_wts;
    lookup_wires(m, keep_wts, on.evicts);
    if (on.own_ways)
        own_ways(m);
    hdl_gen_for (m, "v", "WAYS", "entry_valid") {
        hdl_assign(m, "valid[v]",
                   rules->epochs ? "row[v*ENTRY_W + ENTRY_W - 1] && of_this_epoch[v]"
                                 : "row[v*ENTRY_W + ENTRY_W - 1]");
    }
    hdl_on_comb (m) {
        for (size_t i = 0; i < N_FOUND; i++)
            if (keep_wts || !found[i].wts)
                hdl_set(m, hdl_v(m, "row_%s", found[i].name), first_of(&found[i], on.own_ways));
        hdl_for (m, "w", "WAYS") {
            hdl_when (m, "valid[w] && row[w*ENTRY_W +: KEY_W] == s1_key") {
                hdl_set(m, "row_hit", "1'b1");
                hdl_set(m, "row_hit_way", "w[WAY_W-1:0]");
                hdl_set(m, "row_hit_memts", "row[w*ENTRY_W + KEY_W +: TS_W]");
                if (keep_wts)
                    hdl_set(m, "row_hit_wts", "row[w*ENTRY_W + KEY_W + TS_W +: TS_W]");
            }
            hdl_when (m, hdl_v(m,
                               "%srow_victim_valid && (!valid[w]"
                               " || row[w*ENTRY_W + KEY_W +: TS_W] < row_victim_memts)",
                               on.own_ways ? "own[w] && " : "")) {
                hdl_set(m, "row_victim", "w[WAY_W-1:0]");
                hdl_set(m, "row_victim_valid", "valid[w]");
                hdl_set(m, "row_victim_memts", "row[w*ENTRY_W + KEY_W +: TS_W]");
            }
        }
    }
    hdl_on_clock (m) {
        hdl_set(m, "looked_q",
                rules->epochs ? "LOOK > 1 && s1_valid_q && !go && !later && !next_epoch"
                              : "LOOK > 1 && s1_valid_q && !go");
    }
    hdl_assign(m, "way", "hit ? hit_way : victim");
    hdl_let(m, "grants", "1", hdl_v(m, "go && !%s", tsu_timeless(on.evicts)));
    hdl_assign(m, "hit_o", "grants && hit");
    hdl_assign(m, "miss_o", "grants && !hit");
    hdl_assign(m, "evict_o", "grants && !hit && victim_valid");
    if (on.evicts)
        follow(m);
}
