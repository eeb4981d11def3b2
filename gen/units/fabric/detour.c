#include "gen/units/fabric/detour.h"

#include "gen/units/parts.h"

const struct unit_counter detour_counters[] = {
    {"passed", "requests", "sent by the overlay", "go && passes"},
    {"detoured", "requests", "sent by the network of the slice", "go && !passes"},
    {"followed", "requests", "sent by the way of those in flight in their bucket", "go && bound"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m)
{
    hdl_param(m, "REQ_W", "128", "bits of a request");
    hdl_param(m, "REQ_WAY", "100", "its bit that is set if it goes by the overlay");
    hdl_param(m, "REQ_BUCKET", "80", "where the bits of its line are that number its bucket");
    hdl_param(m, "RSP_W", "96", "bits of an answer");
    hdl_param(m, "RSP_WAY", "90", "its bit that is cleared for the bank");
    hdl_param(m, "RSP_BUCKET", "64", "where it has the bucket");
    hdl_param(m, "BUCKETS", "8", "of lines, a power of two, at least 2");
    hdl_param(m, "FLIGHT_W", "4", "bits of a number of requests in flight in a bucket");
    hdl_param(m, "QUEUE_OUT", "2", "places of an output's queue: 2, or 1 for half the pace");
    unit_params(m);
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the bank");
    hdl_channel_out(m, "rsp", "RSP_W", "their answers");
    hdl_channel_out(m, "pass_req", "REQ_W", "requests that go by the overlay");
    hdl_channel_in(m, "pass_rsp", "RSP_W", "their answers");
    hdl_channel_out(m, "net_req", "REQ_W", "requests that go by the slice's network");
    hdl_channel_in(m, "net_rsp", "RSP_W", "their answers");
    unit_ports(m);
    hdl_localparam(m, "BUCKET_W", "$clog2(BUCKETS)", NULL);
}

/* The oldest message of an input: one that waits, or else the one that comes. What does not go on
 * at once waits in a register, so that a message is here for a cycle alone if its way is free. */
static void oldest(struct hdl *m, const char *name, const char *width)
{
    hdl_reg(m, hdl_v(m, "%s_waits_q", name), "1", "1'b0", NULL);
    hdl_reg(m, hdl_v(m, "%s_msg_q", name), width, NULL, NULL);
    hdl_assign(m, hdl_v(m, "%s_ready_o", name), hdl_v(m, "!%s_waits_q", name));
    hdl_let(m, hdl_v(m, "%s_valid", name), "1", hdl_v(m, "%s_waits_q || %s_valid_i", name, name));
    hdl_let(m, hdl_v(m, "%s_msg", name), width,
            hdl_v(m, "%s_waits_q ? %s_msg_q : %s_msg_i", name, name, name));
    hdl_wire(m, hdl_v(m, "%s_pop", name), "1", NULL);
    hdl_on_clock (m) {
        hdl_set(m, hdl_v(m, "%s_waits_q", name), hdl_v(m, "%s_valid && !%s_pop", name, name));
        hdl_when (m, hdl_v(m, "%s_valid_i && !%s_waits_q", name, name)) {
            hdl_set(m, hdl_v(m, "%s_msg_q", name), hdl_v(m, "%s_msg_i", name));
        }
    }
}

static void requests(struct hdl *m)
{
    oldest(m, "req", "REQ_W");
    part_out_queue(m, "pass_req", "REQ_W");
    part_out_queue(m, "net_req", "REQ_W");
    hdl_reg(m, "flights_q", "BUCKETS*FLIGHT_W", "{BUCKETS*FLIGHT_W{1'b0}}",
            "requests in flight in each bucket");
    hdl_reg(m, "passing_q", "BUCKETS", "{BUCKETS{1'b0}}", "their way is the overlay");
    hdl_note(m, "A bucket with requests in flight keeps their way, so that those of a line stay in "
                "order. Else the overlay is taken, if it takes the request now.");
    hdl_let(m, "bucket", "BUCKET_W", "req_msg[REQ_BUCKET +: BUCKET_W]");
    hdl_let(m, "flights", "FLIGHT_W",
            "flights_q[{{32 - BUCKET_W{1'b0}}, bucket}*FLIGHT_W +: FLIGHT_W]");
    hdl_let(m, "bound", "1", "flights != {FLIGHT_W{1'b0}}");
    hdl_let(m, "passes", "1", "bound ? passing_q[bucket] : pass_req_room");
    hdl_let(m, "may", "1", "req_valid && flights != {FLIGHT_W{1'b1}}");
    hdl_let(m, "go", "1", "may && (passes ? pass_req_room : net_req_room)");
    hdl_assign(m, "req_pop", "go");
    hdl_assign(m, "pass_req_push", "may && passes");
    hdl_assign(m, "pass_req_msg", "req_msg | ({{REQ_W - 1{1'b0}}, 1'b1} << REQ_WAY)");
    hdl_assign(m, "net_req_push", "may && !passes");
    hdl_assign(m, "net_req_msg", "req_msg");
}

static void answers(struct hdl *m)
{
    oldest(m, "pass_rsp", "RSP_W");
    oldest(m, "net_rsp", "RSP_W");
    part_out_queue(m, "rsp", "RSP_W");
    hdl_note(m, "Answers of both ways take turns. The bank knows nothing of ways.");
    hdl_wire(m, "any", "1", NULL);
    hdl_wire(m, "of_net", "1", "whose turn it is");
    hdl_let(m, "back", "1", "any && rsp_room");
    hdl_inst (m, "um_arbiter", "turns") {
        hdl_with(m, "N", "2");
        hdl_with(m, "IDX_W", "1");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "{net_rsp_valid, pass_rsp_valid}");
        hdl_pin(m, "take_i", "back");
        hdl_pin(m, "any_o", "any");
        hdl_pin(m, "winner_o", "of_net");
    }
    hdl_assign(m, "pass_rsp_pop", "back && !of_net");
    hdl_assign(m, "net_rsp_pop", "back && of_net");
    hdl_assign(m, "rsp_push", "any");
    hdl_assign(m, "rsp_msg",
               "(of_net ? net_rsp_msg : pass_rsp_msg) & ~({{RSP_W - 1{1'b0}}, 1'b1} << RSP_WAY)");
    hdl_let(m, "back_bucket", "BUCKET_W", "rsp_msg[RSP_BUCKET +: BUCKET_W]");
}

static void count(struct hdl *m)
{
    hdl_note(m, "A request is in flight from here until its answer has passed here.");
    hdl_var(m, "more", "BUCKETS", NULL);
    hdl_var(m, "less", "BUCKETS", NULL);
    hdl_on_comb (m) {
        hdl_for (m, "v", "BUCKETS") {
            hdl_set(m, "more[v]", "go && bucket == v[BUCKET_W-1:0]");
            hdl_set(m, "less[v]", "back && back_bucket == v[BUCKET_W-1:0]");
        }
    }
    hdl_on_clock (m) {
        hdl_for (m, "v", "BUCKETS") {
            hdl_when (m, "more[v] != less[v]") {
                hdl_set(m, "flights_q[v*FLIGHT_W +: FLIGHT_W]",
                        "flights_q[v*FLIGHT_W +: FLIGHT_W] + {{FLIGHT_W - 1{less[v]}}, 1'b1}");
            }
            hdl_when (m, "more[v]") {
                hdl_set(m, "passing_q[v]", "passes");
            }
        }
    }
}

const char *detour_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_detour"))
        return "um_detour";
    struct hdl *m = hdl_module(d, "um_detour",
                               "A bank's requests by the overlay or, if that is "
                               "congested, by the network of its slice.");
    header(m);
    requests(m);
    answers(m);
    count(m);
    hdl_assign(m, "idle_o", "!req_waits_q && !pass_rsp_waits_q && !net_rsp_waits_q");
    unit_counters(m, detour_counters, NULL, NULL);
    hdl_end(m);
    return "um_detour";
}
