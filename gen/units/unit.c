#include "gen/units/unit.h"

#include "gen/proto/message.h"

#include <stdio.h>

void unit_name(char name[UNIT_NAME], const char *unit, const char *rules, struct unit_options on)
{
    snprintf(name, UNIT_NAME, "um_%s_%s%s%s%s%s%s%s%s", unit, rules, on.rc ? "_rc" : "",
             on.deep ? "_deep" : "", on.both ? "_both" : "", on.gpu_homes ? "_homes" : "",
             on.keep_wts ? "_wts" : "", on.ignores_lease ? "_ignores_lease" : "",
             on.loses_answer ? "_loses_answer" : "");
}

void unit_params(struct hdl *m)
{
    hdl_param(m, "COUNT_W", "48", "bits of a counter, below 64; it stays at its highest value");
    hdl_param(m, "COUNT_ONE", "0", "1: one counter, of what probe_sel_i names; 0: one an event");
}

void unit_constants(struct hdl *m, const struct msg_constant *table)
{
    for (const struct msg_constant *c = table; c->name != NULL; c++)
        hdl_constant(m, c->name, hdl_v(m, "%u'd%u", c->bits, c->value), c->note);
}

void unit_ports(struct hdl *m)
{
    hdl_group(m, "Whether the unit may be left unclocked, and a window into it.");
    hdl_out(m, "idle_o", "1", "nothing changes until a message passes on a channel");
    hdl_in(m, "probe_sel_i", hdl_v(m, "%d", PROBE_SEL_W), "what probe_o shows");
    hdl_out(m, "probe_o", "64", "a counter, a request in flight, or a failure");
    unit_constants(m, msg_constants);
}

static const char *counter_name(struct hdl *m, const struct unit_counter *c)
{
    return hdl_v(m, "count_%s_q", c->name);
}

/* Events that are counted for each port: a vector of PORTS bits, and what it means. NULL: none. */
struct by_port {
    const char *events, *meaning;
};

static void count_by_port(struct hdl *m, struct by_port by)
{
    hdl_reg(m, "count_ports_q", "PORTS*COUNT_W", "{PORTS*COUNT_W{1'b0}}", by.meaning);
    hdl_var(m, "port_seen", "1", "COUNT_ONE: the event of the port that probe_sel_i names");
    hdl_on_comb (m) {
        hdl_set(m, "port_seen", "1'b0");
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, hdl_v(m, "probe_sel_i == %d'd%d + p[%d:0]", PROBE_SEL_W, PROBE_PORT,
                               PROBE_SEL_W - 1)) {
                hdl_set(m, "port_seen", hdl_v(m, "%s[p]", by.events));
            }
        }
    }
    hdl_on_clock (m) {
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, hdl_v(m, "COUNT_ONE == 0 && %s[p]", by.events)) {
                hdl_when (m, "!(&count_ports_q[p*COUNT_W +: COUNT_W])") {
                    hdl_set(m, "count_ports_q[p*COUNT_W +: COUNT_W]",
                            "count_ports_q[p*COUNT_W +: COUNT_W] + 1'b1");
                }
            }
        }
    }
}

/* Counts one, unless the counter is at its highest value: there it stays, so that whoever reads it
 * knows that it may have missed some. Boards, which have COUNT_ONE, have no cells for that: with it
 * hx8k-vi reached 44.9 of 48 MHz. */
static void count_up(struct hdl *m, const char *counter)
{
    hdl_when (m, hdl_v(m, "!(&%s)", counter)) {
        hdl_set(m, counter, hdl_v(m, "%s + 1'b1", counter));
    }
}

/* One counter per event; with COUNT_ONE, which small boards use, one for the chosen event. */
static void count(struct hdl *m, const struct unit_counter *counters, struct by_port by)
{
    for (const struct unit_counter *c = counters; c->name != NULL; c++)
        hdl_reg(m, counter_name(m, c), "COUNT_W", "{COUNT_W{1'b0}}", c->meaning);
    hdl_reg(m, "count_one_q", "COUNT_W", "{COUNT_W{1'b0}}", "COUNT_ONE: the event looked at");
    hdl_var(m, "event_seen", "1", "COUNT_ONE: the event that probe_sel_i names");
    hdl_on_comb (m) {
        hdl_case (m, "probe_sel_i") {
            int i = PROBE_COUNTER;
            for (const struct unit_counter *c = counters; c->name != NULL; c++, i++)
                hdl_of (m, hdl_v(m, "%d'd%d", PROBE_SEL_W, i)) {
                    hdl_set(m, "event_seen", c->event);
                }
            hdl_default (m) {
                hdl_set(m, "event_seen", "1'b0");
            }
        }
    }
    hdl_on_clock (m) {
        for (const struct unit_counter *c = counters; c->name != NULL; c++)
            hdl_when (m, hdl_v(m, "COUNT_ONE == 0 && (%s)", c->event)) {
                count_up(m, counter_name(m, c));
            }
        hdl_when (m, by.events != NULL ? "COUNT_ONE != 0 && (event_seen || port_seen)"
                                       : "COUNT_ONE != 0 && event_seen") {
            hdl_set(m, "count_one_q", "count_one_q + 1'b1");
        }
    }
}

static void show(struct hdl *m, const struct unit_counter *counters, const char *waits,
                 const char *fail, struct by_port by)
{
    hdl_note(m, "Counters.");
    if (by.events != NULL)
        count_by_port(m, by);
    count(m, counters, by);
    hdl_var(m, "probe", "64", NULL);
    hdl_on_comb (m) {
        hdl_case (m, "probe_sel_i") {
            int i = 0;
            for (const struct unit_counter *c = counters; c->name != NULL; c++, i++)
                hdl_of (m, hdl_v(m, "%d'd%d", PROBE_SEL_W, PROBE_COUNTER + i)) {
                    hdl_set(m, "probe",
                            hdl_v(m, "{{64 - COUNT_W{1'b0}}, COUNT_ONE != 0 ? count_one_q : %s}",
                                  counter_name(m, c)));
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
        if (by.events != NULL)
            hdl_for (m, "p", "PORTS") {
                hdl_when (m, hdl_v(m, "probe_sel_i == %d'd%d + p[%d:0]", PROBE_SEL_W, PROBE_PORT,
                                   PROBE_SEL_W - 1)) {
                    hdl_set(m, "probe",
                            "{{64 - COUNT_W{1'b0}}, COUNT_ONE != 0 ? count_one_q"
                            " : count_ports_q[p*COUNT_W +: COUNT_W]}");
                }
            }
    }
    hdl_assign(m, "probe_o", "probe");
}

void unit_counters(struct hdl *m, const struct unit_counter *counters, const char *waits,
                   const char *fail)
{
    show(m, counters, waits, fail, (struct by_port){NULL, NULL});
}

void unit_counters_by_port(struct hdl *m, const struct unit_counter *counters, const char *waits,
                           const char *events, const char *meaning)
{
    show(m, counters, waits, NULL, (struct by_port){events, meaning});
}
