#include "gen/units/cache/latency.h"

#include "gen/units/cache/pipeline.h"

void cache_latency(struct hdl *m, const struct cache *c)
{
    hdl_note(m, "Requests in flight, which each cycle adds to the sum of their latencies.");
    hdl_localparam(m, "IN_FLIGHT_W", c->in_flight_w, NULL);
    hdl_let(m, "asked", "1", hdl_v(m, "%s_valid_i && %s_ready_o", c->in, c->in));
    hdl_let(
        m, "answered", "1",
        hdl_all(m, hdl_v(m, "%s_valid_o", c->up), hdl_v(m, "%s_ready_i", c->up), c->are_answers));
    hdl_reg(m, "in_flight_q", "IN_FLIGHT_W", "{IN_FLIGHT_W{1'b0}}", NULL);
    hdl_let(m, "in_flight_more", "IN_FLIGHT_W", "{{IN_FLIGHT_W - 1{1'b0}}, asked}");
    hdl_let(m, "in_flight_less", "IN_FLIGHT_W", "{{IN_FLIGHT_W - 1{1'b0}}, answered}");
    hdl_on_clock (m) {
        hdl_set(m, "in_flight_q", "in_flight_q + in_flight_more - in_flight_less");
    }
}

void cache_counters(struct hdl *m, const struct cache *c, const struct unit_counter *counters)
{
    if (c->counts_latency)
        unit_counters_with_sum(m, counters, "shown_mshr", "in_flight_q", "IN_FLIGHT_W");
    else
        unit_counters(m, counters, "shown_mshr", NULL);
}
