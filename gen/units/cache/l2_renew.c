#include "gen/units/cache/l2_renew.h"

#include "gen/units/cache/l2.h"

CACHE_COUNTERS_OF(l2_renew_counters, L2_COUNT_REQUESTS, L2_COUNT_COPIES, CACHE_COUNT_EXPIRED,
                  CACHE_COUNT_CLOCKED, CACHE_COUNT_RENEWALS,
                  {"renewed_l1", "loads", "answered with times alone, as the L1's copy is as good",
                   "(load_hit && child_good) || (fill_serves && child_renewed)"});

void l2_renew_loads(struct hdl *m, const struct cache *c)
{
    hdl_note(m,
             "Equal times of one epoch are equal bytes: of the bank's copy and the memory, or of "
             "the L1's copy and the bank's.");
    cache_tells_copy(m, c);
    hdl_let(m, "child_good", "1", "tells_copy && s1_copy_q && hit_ts == s1_copy_rts_q");
}

void l2_renew_answers(struct hdl *m)
{
    hdl_note(m, "Only the first to ask told of its copy; what is asked for again is no renewal.");
    hdl_let(m, "child_renewed", "1",
            "s1_renewed_q && serve == entry_first && mshr_child_q[match_at]");
}
