#include "gen/units/cache/l2_both.h"

#include "gen/units/cache/l2.h"

CACHE_COUNTERS_OF(l2_both_counters, L2_COUNT_REQUESTS, L2_COUNT_COPIES, L2_BOTH_COUNT_SIDES);

void l2_both_params(struct hdl *m)
{
    hdl_param(m, "HOME_W", "2", "bits of a package's number");
    hdl_param(m, "HOME_LSB", "14", "where a line address has its home");
    hdl_param(m, "HOME", "0", "this package");
}

void l2_both_describe(struct cache *c)
{
    c->keeps = "!fill_once";
}

void l2_both_kept(struct hdl *m, const char *fn)
{
    hdl_note(m, "Lines of here stay when the bank is emptied of those of other packages.");
    hdl_let(m, "s1_far", "1", "s1_src_q[SRC_W-1]");
    hdl_let(m, "s1_here", "1", "s1_line_q[HOME_LSB +: HOME_W] == HOME[HOME_W-1:0]");
    hdl_reg(m, "keeps_q", "1", "1'b0", "the last sweep leaves them");
    hdl_mem(m, "near", "WAYS", "SETS", "ways that have lines of here");
    hdl_let(m, "swept_at", "SET_W", "sweep_q[SET_W-1:0]");
    hdl_let(m, "swept_near", "WAYS", "near[swept_at]");
    hdl_assign(m, "tags_kept", "keeps_q ? swept_near : {WAYS{1'b0}}");
    hdl_let(m, "near_row", "WAYS", "near[s1_set]");
    hdl_let(m, "near_way", "WAYS", "{{WAYS - 1{1'b0}}, 1'b1} << tags_write_way");
    hdl_on_clock (m) {
        hdl_when (m, "sweep") {
            hdl_set(m, "keeps_q", hdl_v(m, "%s == LEVEL_L2_REMOTE", fn));
        }
        hdl_when (m, "!swept") {
            hdl_set(m, "near[swept_at]", "tags_kept");
        }
        hdl_elsewhen (m, "tags_write") {
            hdl_set(m, "near[s1_set]",
                    "tags_write_valid && s1_here ? near_row | near_way : near_row & ~near_way");
        }
    }
}

void l2_both_once(struct hdl *m)
{
    hdl_note(m, "A load that another package needs once is not kept, unless one that is joins it.");
    hdl_reg(m, "mshr_once_q", "MSHRS", "{MSHRS{1'b0}}", NULL);
    hdl_let(m, "load_taken", "1", "load_hit || load_join || load_miss");
    hdl_let(m, "is_once", "1", "is_load && !is_fresh && s1_far && s1_fn_q == MSG_FN_ONCE");
    hdl_let(m, "fill_once", "1", "mshr_once_q[match_at]");
    hdl_on_clock (m) {
        hdl_when (m, "load_miss || store_go || atomic_go || pass_go") {
            hdl_set(m, "mshr_once_q[vacant_at]", "is_once");
        }
        hdl_when (m, "load_join && !is_once") {
            hdl_set(m, "mshr_once_q[match_at]", "1'b0");
        }
    }
}
