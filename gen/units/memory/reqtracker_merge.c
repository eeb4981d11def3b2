#include "gen/units/memory/reqtracker_merge.h"

#include "gen/hdl/hdl.h"

void reqtracker_merge_ports(struct hdl *m)
{
    hdl_out(m, "merge_o", "1", "a load takes the line of the request that it was held behind");
}

void reqtracker_merges(struct hdl *m, const struct rules *rules, bool evicts)
{
    hdl_note(m, "Merging: a load behind the request that is answered takes its line.");
    hdl_let(m, "loads", "ENTRIES",
            hdl_v(m, "~(store_q | change_q | empty_q%s%s)", rules->renew != NULL ? " | ask_q" : "",
                  evicts ? " | evict_q" : ""));
    hdl_let(m, "known", "1",
            rules->renew != NULL ? "store_q[done_at] ? &mask[done_at]"
                                   " : loads[done_at] || (ask_q[done_at] && !same_q[done_at])"
                                 : "store_q[done_at] ? &mask[done_at] : loads[done_at]");
    hdl_let(m, "merges", "ENTRIES", "known ? wakes & loads : {ENTRIES{1'b0}}");
    hdl_let(m, "merge_line", "DATA_W", "store_q[done_at] ? data[done_at] : was[done_at]");
    hdl_assign(m, "merge_o", "|merges");
    if (!rules->timed)
        return;
    hdl_on_clock (m) {
        hdl_set(m, "merged_q", "(merged_q | merges) & ~admits");
    }
}

void reqtracker_merge_write(struct hdl *m)
{
    hdl_for (m, "i", "ENTRIES") {
        hdl_when (m, "merges[i]") {
            hdl_set(m, "was[i]", "merge_line");
        }
    }
}
