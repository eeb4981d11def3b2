#include "gen/units/unit.h"

#include "gen/proto/message.h"

#include <stdio.h>

enum { MOST_COUNTERS = 64 };

void unit_name(char name[UNIT_NAME], const char *unit, const char *rules, struct unit_options on)
{
    snprintf(name, UNIT_NAME, "um_%s_%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s", unit, rules,
             on.rc ? "_rc" : "", on.deep ? "_deep" : "", on.both ? "_both" : "",
             on.partition ? "_partition" : "", on.gpu_homes ? "_homes" : "",
             on.expired_first ? "_expired" : "", on.latency ? "_latency" : "",
             on.evicts ? "_evicts" : "", on.own_ways ? "_own" : "", on.ordered ? "_ordered" : "",
             on.merges ? "_merged" : "", on.writes_back ? "_back" : "", on.keep_wts ? "_wts" : "",
             on.ignores_lease ? "_ignores_lease" : "", on.loses_answer ? "_loses_answer" : "");
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

/* Events that are counted for each port: a vector of PORTS bits, and what it means. NULL: none. */
struct by_port {
    const char *events, *meaning;
};

/* The sum in the last row: its amount, and the bits of that. NULL: none. */
struct sum {
    const char *amount, *width;
};

/* Those that count events. */
static size_t count_of(const struct unit_counter *counters)
{
    size_t n = 0;
    while (counters[n].name != NULL && counters[n].event != NULL)
        n++;
    return n;
}

/* All events as one vector, that of counter 0 lowest, those of the ports on top. */
static void events(struct hdl *m, const struct unit_counter *counters, size_t n, struct by_port by)
{
    struct hdl_part parts[1 + MOST_COUNTERS];
    size_t i = 0;
    if (by.events != NULL)
        parts[i++] = (struct hdl_part){by.meaning, by.events};
    for (size_t c = n; c-- > 0;)
        parts[i++] = (struct hdl_part){hdl_v(m, "%s: %s", counters[c].name, counters[c].meaning),
                                       counters[c].event};
    hdl_wire(m, "events", "EVENTS", NULL);
    hdl_concat(m, "events", parts, i);
}

static void add_up(struct hdl *m, size_t n, struct sum sum)
{
    hdl_wire(m, "summed", "64", NULL);
    hdl_inst (m, "um_sum", "sum") {
        hdl_with(m, "AMOUNT_W", sum.width);
        hdl_with(m, "SUM_W", "COUNT_ONE != 0 ? 0 : COUNT_W");
        hdl_pin_clock(m);
        hdl_pin(m, "amount_i", sum.amount);
        hdl_pin(m, "sum_o", "summed");
    }
    hdl_let(m, "shown", "64", hdl_v(m, "probe_sel_i[6:0] == 7'd%zu ? summed : counted", n));
}

static void show(struct hdl *m, const struct unit_counter *counters, const char *waits,
                 const char *fail, struct by_port by, struct sum sum)
{
    const size_t n = count_of(counters);
    hdl_note(m, "Counters, by the numbers that probe_sel_i has for them.");
    hdl_localparam(m, "EVENTS", by.events != NULL ? hdl_v(m, "%zu + PORTS", n) : hdl_v(m, "%zu", n),
                   NULL);
    events(m, counters, n, by);
    hdl_wire(m, "counted", "64", NULL);
    hdl_inst (m, "um_counters", "counters") {
        hdl_with(m, "EVENTS", "EVENTS");
        hdl_with(m, "COUNT_W", "COUNT_W");
        hdl_with(m, "ONE", "COUNT_ONE");
        hdl_with(m, "SEL_W", "8");
        hdl_pin_clock(m);
        hdl_pin(m, "event_i", "events");
        hdl_pin(m, "sel_i",
                by.events != NULL ? hdl_v(m,
                                          "probe_sel_i[8] ? 8'd%zu + {1'b0, probe_sel_i[6:0]}"
                                          " : {1'b0, probe_sel_i[6:0]}",
                                          n)
                                  : "{1'b0, probe_sel_i[6:0]}");
        hdl_pin(m, "count_o", "counted");
    }
    if (sum.amount != NULL)
        add_up(m, n, sum);
    const char *otherwise = waits != NULL ? waits : "64'd0";
    const char *rest = by.events != NULL
                           ? hdl_v(m, "probe_sel_i[8:7] == 2'b01 ? %s : counted", otherwise)
                           : hdl_v(m, "probe_sel_i[7] ? %s : %s", otherwise,
                                   sum.amount != NULL ? "shown" : "counted");
    if (fail != NULL)
        rest = hdl_v(m, "probe_sel_i == %d'd%d ? %s : %s", PROBE_SEL_W, PROBE_FAIL, fail, rest);
    hdl_assign(m, "probe_o", rest);
    if (by.events == NULL && fail == NULL)
        hdl_unused(m, "probe_sel_i[8]");
}

void unit_counters(struct hdl *m, const struct unit_counter *counters, const char *waits,
                   const char *fail)
{
    show(m, counters, waits, fail, (struct by_port){NULL, NULL}, (struct sum){NULL, NULL});
}

void unit_counters_by_port(struct hdl *m, const struct unit_counter *counters, const char *waits,
                           const char *events, const char *meaning)
{
    show(m, counters, waits, NULL, (struct by_port){events, meaning}, (struct sum){NULL, NULL});
}

void unit_counters_with_sum(struct hdl *m, const struct unit_counter *counters, const char *waits,
                            const char *amount, const char *amount_w)
{
    show(m, counters, waits, NULL, (struct by_port){NULL, NULL}, (struct sum){amount, amount_w});
}
