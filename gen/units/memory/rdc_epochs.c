#include "gen/units/memory/rdc_epochs.h"

/* The command of a new epoch waits until the table is empty, so no fill of an earlier one is on its
 * way. */
void rdc_epochs(struct hdl *m, bool back)
{
    const char *flushed = back ? " && !(|map_q)" : "";
    hdl_note(m, "Epochs. When they are used up every set is cleared, and the next is epoch 0.");
    hdl_wire(m, "epoch", "EPOCH_W", NULL);
    hdl_wire(m, "epoch_last", "1", NULL);
    hdl_wire(m, "current", "1", NULL);
    hdl_reg(m, "sweep_q", "1", "1'b0", "sets are being cleared");
    hdl_reg(m, "swept_q", "SET_W + 1", NULL, "so many were sent to DRAM");
    hdl_reg(m, "cleared_q", "SET_W + 1", NULL, "and so many are cleared");
    hdl_assign(m, "step_may", "req_valid && is_step && !(|busy_q)");
    hdl_assign(
        m, "step_go",
        hdl_v(m, "step_may && rsp_room && (sweep_q ? cleared_q[SET_W] : !epoch_last)%s", flushed));
    hdl_let(m, "sweep_begins", "1", hdl_v(m, "step_may && epoch_last && !sweep_q%s", flushed));
    hdl_let(m, "sweep_sends", "1", "sweep_q && !swept_q[SET_W] && dram_req_room");
    hdl_inst (m, "um_epoch", "epochs") {
        hdl_with(m, "EPOCH_W", "EPOCH_W");
        hdl_with(m, "STORED", "1");
        hdl_pin_clock(m);
        hdl_pin(m, "step_i", "step_go && !sweep_q");
        hdl_pin(m, "raise_i", "1'b0");
        hdl_pin(m, "raise_to_i", "{EPOCH_W{1'b0}}");
        hdl_pin(m, "clear_i", "step_go && sweep_q");
        hdl_pin(m, "stored_i", "dram_spare[KEY_W +: EPOCH_W]");
        hdl_pin(m, "current_o", "current");
        hdl_pin(m, "epoch_o", "epoch");
        hdl_pin(m, "spent_o", "");
        hdl_pin(m, "last_o", "epoch_last");
    }
    hdl_on_clock (m) {
        hdl_when (m, "sweep_begins") {
            hdl_set(m, "sweep_q", "1'b1");
            hdl_set(m, "swept_q", "{SET_W + 1{1'b0}}");
            hdl_set(m, "cleared_q", "{SET_W + 1{1'b0}}");
        }
        hdl_elsewhen (m, "step_go") {
            hdl_set(m, "sweep_q", "1'b0");
        }
        hdl_otherwise (m) {
            hdl_when (m, "sweep_sends") {
                hdl_set(m, "swept_q", "swept_q + 1'b1");
            }
            hdl_when (m, "sweep_q && dram_rsp_valid") {
                hdl_set(m, "cleared_q", "cleared_q + 1'b1");
            }
        }
    }
}
