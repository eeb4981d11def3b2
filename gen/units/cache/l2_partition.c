#include "gen/units/cache/l2_partition.h"

#include "gen/units/cache/l2.h"

CACHE_COUNTERS_OF(l2_partition_counters, L2_COUNT_REQUESTS, L2_COUNT_COPIES, L2_BOTH_COUNT_SIDES,
                  L2_PARTITION_COUNTERS);

void l2_partition_params(struct hdl *m)
{
    hdl_param(m, "WINDOW", "1024", "cycles of a window, at least 2");
    hdl_param(m, "LINK_LINES", "64", "of other packages that come while links are busy");
    hdl_param(m, "DRAM_LINES", "64", "of here that come while DRAM is");
}

/* How many ways of the row have lines of the side of stage 1, in a chain of adders. */
static void count_own(struct hdl *m)
{
    hdl_let(m, "own_ways", "WAYS", "row_valid & (s1_here ? near_row : ~near_row)");
    hdl_var(m, "own_count", "WAY_W + 1", "ways that have lines of its side");
    hdl_on_comb (m) {
        hdl_set(m, "own_count", "{WAY_W + 1{1'b0}}");
        hdl_for (m, "w", "WAYS") {
            hdl_set(m, "own_count", "own_count + {{WAY_W{1'b0}}, own_ways[w]}");
        }
    }
}

void l2_partition(struct hdl *m)
{
    hdl_note(m, "The ways of a set that are for lines of other packages. A line whose side has its "
                "ways takes one of these, any other a free one or one of the other side.");
    hdl_localparam(m, "MOST_W", "WAY_W + 1", "bits of a number of ways");
    hdl_localparam(m, "ALL_WAYS", "WAYS", NULL);
    hdl_localparam(m, "HALF", "WAYS/2", NULL);
    hdl_reg(m, "split_q", "MOST_W", "HALF[MOST_W-1:0]", NULL);
    hdl_wire(m, "row_valid", "WAYS", NULL);
    hdl_gen_for (m, "u", "WAYS", "row_way") {
        hdl_assign(m, "row_valid[u]", "row[u*ENTRY_W + ENTRY_W - 1]");
    }
    count_own(m);
    hdl_let(m, "quota", "MOST_W", "s1_here ? ALL_WAYS[MOST_W-1:0] - split_q : split_q");
    hdl_let(m, "side_full", "1", "own_count >= quota");
    hdl_assign(m, "way_may", "side_full ? own_ways : ~own_ways");
}

void l2_partition_update(struct hdl *m)
{
    hdl_note(m, "Lines that have come in this window, of other packages and of here.");
    hdl_localparam(m, "WINDOW_W", "$clog2(WINDOW) + 1", NULL);
    hdl_localparam(m, "WINDOW_LAST", "WINDOW - 1", NULL);
    hdl_reg(m, "window_q", "WINDOW_W", "{WINDOW_W{1'b0}}", NULL);
    hdl_reg(m, "others_came_q", "WINDOW_W", "{WINDOW_W{1'b0}}", NULL);
    hdl_reg(m, "ours_came_q", "WINDOW_W", "{WINDOW_W{1'b0}}", NULL);
    hdl_let(m, "comes", "1", "take_answer && mem_op == OP_LOAD");
    hdl_let(m, "comes_here", "1", "mem_line[HOME_LSB +: HOME_W] == HOME[HOME_W-1:0]");
    hdl_let(m, "window_ends", "1", "window_q == WINDOW_LAST[WINDOW_W-1:0] && !idle_o");
    hdl_let(m, "links_busy", "1", "others_came_q >= LINK_LINES[WINDOW_W-1:0]");
    hdl_let(m, "dram_busy", "1", "ours_came_q >= DRAM_LINES[WINDOW_W-1:0]");
    hdl_let(m, "split_more", "1",
            "window_ends && links_busy && (dram_busy ? split_q < HALF[MOST_W-1:0]"
            " : split_q < ALL_WAYS[MOST_W-1:0] - 1'b1)");
    hdl_let(m, "split_less", "1",
            "window_ends && dram_busy && (links_busy ? split_q > HALF[MOST_W-1:0]"
            " : split_q > {{MOST_W - 1{1'b0}}, 1'b1})");
    hdl_on_clock (m) {
        hdl_when (m, "split_more") {
            hdl_set(m, "split_q", "split_q + 1'b1");
        }
        hdl_elsewhen (m, "split_less") {
            hdl_set(m, "split_q", "split_q - 1'b1");
        }
        hdl_when (m, "window_ends") {
            hdl_set(m, "window_q", "{WINDOW_W{1'b0}}");
            hdl_set(m, "others_came_q", "{WINDOW_W{1'b0}}");
            hdl_set(m, "ours_came_q", "{WINDOW_W{1'b0}}");
        }
        hdl_elsewhen (m, "!idle_o") {
            hdl_set(m, "window_q", "window_q + 1'b1");
            hdl_when (m, "comes && comes_here") {
                hdl_set(m, "ours_came_q", "ours_came_q + 1'b1");
            }
            hdl_when (m, "comes && !comes_here") {
                hdl_set(m, "others_came_q", "others_came_q + 1'b1");
            }
        }
    }
}
