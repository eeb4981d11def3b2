#include "gen/units/memory/reqtracker_order.h"

void reqtracker_order(struct hdl *m)
{
    hdl_reg(m, "order_q", "ENTRIES*ENTRIES", NULL, "bit i*ENTRIES + j: j goes before i");
    hdl_reg(m, "batch_q", "ENTRIES", "{ENTRIES{1'b0}}", "of the batch that goes now");
}

void reqtracker_order_send(struct hdl *m, const char *able, const char *besides, bool rc)
{
    hdl_note(m, "The order of clocks: the first of those that wait names a line, and the oldest "
                "request of that line goes.");
    hdl_let(m, "unsent", "ENTRIES", "busy_q & ~sent_q");
    hdl_wire(m, "first", "ENTRIES", "one bit, if any waits");
    hdl_gen_for (m, "f", "ENTRIES", "first_of_all") {
        hdl_assign(m, "first[f]",
                   "unsent[f] && (order_q[f*ENTRIES +: ENTRIES] & unsent) == {ENTRIES{1'b0}}");
    }
    hdl_var(m, "first_at", "TAG_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "first_at", "{TAG_W{1'b0}}");
        hdl_for (m, "i", "ENTRIES") {
            hdl_when (m, "first[i]") {
                hdl_set(m, "first_at", "i[TAG_W-1:0]");
            }
        }
    }
    hdl_let(m, "first_line", "LINE_W", "line[first_at]");
    hdl_let(m, "able", "ENTRIES", able);
    hdl_wire(m, "next", "ENTRIES", "one bit, unless the line is in flight");
    hdl_gen_for (m, "n", "ENTRIES", "next_of_all") {
        hdl_assign(m, "next[n]", "able[n] && line[n] == first_line");
    }
    if (rc) {
        hdl_let(m, "of_batch", "ENTRIES",
                "(unsent & batch_q) != {ENTRIES{1'b0}} ? batch_q : {ENTRIES{1'b1}}");
        hdl_let(m, "others", "ENTRIES", "able & of_batch & ~(store_q | change_q | empty_q)");
    }
    hdl_let(m, "in_order", "ENTRIES", rc ? "next != {ENTRIES{1'b0}} ? next : others" : "next");
    hdl_let(m, "may_send", "ENTRIES",
            besides != NULL ? hdl_v(m, "in_order | (%s)", besides) : "in_order");
}

void reqtracker_order_update(struct hdl *m)
{
    hdl_let(m, "left", "ENTRIES", "unsent & ~sends");
    hdl_let(m, "drained", "1", "(left & batch_q) == {ENTRIES{1'b0}}");
    hdl_wire(m, "no_later", "ENTRIES", "goes before the request that is admitted");
    hdl_gen_for (m, "c", "ENTRIES", "clocks") {
        hdl_assign(m, "no_later[c]", "batch_q[c] || cts[c] <= req_cts");
    }
    hdl_on_clock (m) {
        hdl_when (m, "send") {
            hdl_set(m, "batch_q", "drained ? left | admits : batch_q & ~admits");
        }
        hdl_otherwise (m) {
            hdl_set(m, "batch_q", "batch_q & ~admits");
        }
        hdl_for (m, "i", "ENTRIES") {
            hdl_when (m, "admits[i]") {
                hdl_set(m, "order_q[i*ENTRIES +: ENTRIES]", "no_later & ~admits");
            }
            hdl_elsewhen (m, "admit") {
                hdl_set(m, "order_q[i*ENTRIES +: ENTRIES]",
                        "no_later[i] ? order_q[i*ENTRIES +: ENTRIES] & ~admits"
                        " : order_q[i*ENTRIES +: ENTRIES] | admits");
            }
        }
    }
}
