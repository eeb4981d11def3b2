#include "gen/units/memory/rdc_predict.h"

#include "gen/units/memory/rdc_invalidate.h"

/* The counter of a set's part of the carve-out. */
#define COUNTER(set) "likely_q[{" set "[SET_W-1 -: PART_W], 1'b0} +: 2]"

void rdc_predict_sizes(struct hdl *m)
{
    hdl_localparam(m, "PARTS", "PREDICT > 2 ? PREDICT : 2", "of the carve-out, for the predictor");
    hdl_localparam(m, "PART_W", "$clog2(PARTS)", NULL);
}

void rdc_predict_admission(struct hdl *m, bool back)
{
    hdl_note(m, "The hit predictor: a load of a part whose look-ups found nothing of late goes to "
                "its home at once, as a fresh one does. One in eight is looked up all the same.");
    hdl_reg(m, "likely_q", "2*PARTS", "{2*PARTS{1'b1}}", "0: loads of this part are not looked up");
    hdl_reg(m, "unlikely_q", "3", "3'd0", "loads of such parts, modulo 8");
    hdl_let(m, "unlikely", "1", "PREDICT != 0 && is_plain && " COUNTER("req_set") " == 2'd0");
    hdl_let(m, "skip", "1",
            back ? "unlikely && unlikely_q != 3'd0 && !req_dirty"
                 : "unlikely && unlikely_q != 3'd0");
}

void rdc_predict_update(struct hdl *m)
{
    hdl_let(m, "probed_set", "SET_W", RDC_SET_OF("dram_line"));
    hdl_unused(m, "probed_set"); /* but for its part */
    hdl_let(m, "was_likely", "2", COUNTER("probed_set"));
    hdl_on_clock (m) {
        hdl_when (m, "admit && unlikely") {
            hdl_set(m, "unlikely_q", "unlikely_q + 1'b1");
        }
        hdl_when (m, "probed && of_load && found && was_likely != 2'd3") {
            hdl_set(m, COUNTER("probed_set"), "was_likely + 1'b1");
        }
        hdl_when (m, "probed && of_load && !found && was_likely != 2'd0") {
            hdl_set(m, COUNTER("probed_set"), "was_likely - 1'b1");
        }
    }
}
