#include "gen/units/unit.h"

void unit_ports(struct hdl *m)
{
    hdl_group(m, "Whether the unit may be left unclocked, and a window into it.");
    hdl_out(m, "idle_o", "1", "nothing changes until a message passes on a channel");
    hdl_in(m, "probe_sel_i", hdl_v(m, "%d", PROBE_SEL_W), "what probe_o shows");
    hdl_out(m, "probe_o", "64", "a counter, a request in flight, or a failure");
}

static void count(struct hdl *m, const struct unit_counter *counters)
{
    for (const struct unit_counter *c = counters; c->name != NULL; c++)
        hdl_reg(m, hdl_v(m, "count_%s_q", c->name), "48", "48'd0", c->meaning);
    hdl_on_clock (m) {
        for (const struct unit_counter *c = counters; c->name != NULL; c++) {
            const char *reg = hdl_v(m, "count_%s_q", c->name);
            hdl_when (m, c->event) {
                hdl_set(m, reg, hdl_v(m, "%s + 48'd1", reg));
            }
        }
    }
}

void unit_counters(struct hdl *m, const struct unit_counter *counters, const char *waits,
                   const char *fail)
{
    hdl_note(m, "Counters.");
    count(m, counters);
    hdl_var(m, "probe", "64", NULL);
    hdl_on_comb (m) {
        hdl_case (m, "probe_sel_i") {
            int i = 0;
            for (const struct unit_counter *c = counters; c->name != NULL; c++, i++)
                hdl_of (m, hdl_v(m, "%d'd%d", PROBE_SEL_W, PROBE_COUNTER + i)) {
                    hdl_set(m, "probe", hdl_v(m, "{16'd0, count_%s_q}", c->name));
                }
            if (fail != NULL)
                hdl_of (m, hdl_v(m, "%d'd%d", PROBE_SEL_W, PROBE_FAIL)) {
                    hdl_set(m, "probe", fail);
                }
            hdl_default (m) {
                hdl_set(m, "probe",
                        waits != NULL ? hdl_v(m, "probe_sel_i[7] ? %s : 64'd0", waits) : "64'd0");
            }
        }
    }
    hdl_assign(m, "probe_o", "probe");
}
