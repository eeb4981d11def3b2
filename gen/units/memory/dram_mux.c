#include "gen/units/memory/dram_mux.h"

#include "gen/units/parts.h"

const struct unit_counter dram_mux_counters[] = {
    {"umc_requests", "requests", "of the UMC, passed on", "go && !of_rdc"},
    {"rdc_requests", "requests", "of the RDC bank, passed on", "go && of_rdc"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m, const struct rules *rules)
{
    parts_widths(m, rules);
    parts_queues(m);
    hdl_param(m, "UMC_TAG_W", "2", "bits of a tag of the UMC");
    hdl_param(m, "RDC_TAG_W", "2", "bits of a tag of the RDC bank");
    hdl_param(m, "TAG_W", "3", "bits of a tag of the DRAM: the wider, and one more");
    hdl_param(m, "META_W", "24", "spare bits beside a line, 3 at least");
    unit_params(m);
    hdl_param(m, "UMC_REQ_W", msg_width_expr(m, rules->dram_req, NULL, "UMC_TAG_W"), "derived");
    hdl_param(m, "UMC_RSP_W", msg_width_expr(m, rules->dram_rsp, NULL, "UMC_TAG_W"), "derived");
    hdl_param(m, "RDC_REQ_W", msg_width_expr(m, &msg_dram_req_rdc, NULL, "RDC_TAG_W"), "derived");
    hdl_param(m, "RDC_RSP_W", msg_width_expr(m, &msg_dram_rsp_rdc, NULL, "RDC_TAG_W"), "derived");
    hdl_param(m, "REQ_W", msg_width_expr(m, &msg_dram_req_rdc, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, &msg_dram_rsp_rdc, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "umc_req", "UMC_REQ_W", "reads and writes of the UMC");
    hdl_channel_out(m, "umc_rsp", "UMC_RSP_W", "their answers");
    hdl_channel_in(m, "rdc_req", "RDC_REQ_W", "reads and writes of the RDC bank");
    hdl_channel_out(m, "rdc_rsp", "RDC_RSP_W", "their answers");
    hdl_channel_out(m, "req", "REQ_W", "all reads and writes, to DRAM");
    hdl_channel_in(m, "rsp", "RSP_W", "its answers, in any order, by tag");
    unit_ports(m);
}

static void requests(struct hdl *m, const struct rules *rules)
{
    const bool spare = rules->tracks;
    part_in_queue(m, "umc_req", "UMC_REQ_W");
    msg_unpack(m, rules->dram_req, "umc", "umc_req_msg", NULL, "UMC_TAG_W", "data", "mask", "line",
               "tag", "write", "spare", "entry", NULL);
    part_in_queue(m, "rdc_req", "RDC_REQ_W");
    msg_unpack(m, &msg_dram_req_rdc, "rdc", "rdc_req_msg", NULL, "RDC_TAG_W", "data", "mask",
               "line", "tag", "write", "spare", "entry", NULL);
    part_out_queue(m, "req", "REQ_W");
    hdl_note(m, "Requests take turns.");
    hdl_wire(m, "any", "1", NULL);
    hdl_wire(m, "of_rdc", "1", "whose turn it is");
    hdl_let(m, "go", "1", "any && req_room");
    hdl_inst (m, "um_arbiter", "turns") {
        hdl_with(m, "N", "2");
        hdl_with(m, "IDX_W", "1");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "{rdc_req_valid, umc_req_valid}");
        hdl_pin(m, "take_i", "go");
        hdl_pin(m, "any_o", "any");
        hdl_pin(m, "winner_o", "of_rdc");
    }
    hdl_assign(m, "req_push", "any");
    hdl_assign(m, "umc_req_pop", "go && !of_rdc");
    hdl_assign(m, "rdc_req_pop", "go && of_rdc");
    hdl_let(m, "umc_wide", "TAG_W", "{{TAG_W - UMC_TAG_W{1'b0}}, umc_tag}");
    hdl_let(m, "rdc_wide", "TAG_W", "{{TAG_W - RDC_TAG_W{1'b0}}, rdc_tag}");
    hdl_let(m, "umc_meta", "META_W", spare ? "{{META_W - 2{1'b0}}, umc_spare}" : "{META_W{1'b0}}");
    msg_pack(m, &msg_dram_req_rdc, "req_msg", NULL, NULL,
             (struct msg_value[]){
                 {"data", "of_rdc ? rdc_data : umc_data"},
                 {"mask", "of_rdc ? rdc_mask : umc_mask"},
                 {"line", "of_rdc ? rdc_line : umc_line"},
                 {"tag", "{of_rdc, {TAG_W - 1{1'b0}}} | (of_rdc ? rdc_wide : umc_wide)"},
                 {"write", "of_rdc ? rdc_write : umc_write"},
                 {"spare", "of_rdc ? rdc_spare : umc_meta"},
                 {"entry", spare ? "of_rdc ? rdc_entry : umc_entry" : "of_rdc && rdc_entry"},
                 {NULL, NULL}});
}

static void answers(struct hdl *m, const struct rules *rules)
{
    part_in_queue(m, "rsp", "RSP_W");
    msg_unpack(m, &msg_dram_rsp_rdc, "dram", "rsp_msg", NULL, NULL, "data", "tag", "spare", "entry",
               "write", NULL);
    part_out_queue(m, "umc_rsp", "UMC_RSP_W");
    part_out_queue(m, "rdc_rsp", "RDC_RSP_W");
    hdl_note(m, "An answer goes to whose tag it has.");
    hdl_let(m, "to_rdc", "1", "dram_tag[TAG_W-1]");
    hdl_unused(m, "dram_tag"); /* the bits between the narrower tag and the highest */
    hdl_let(m, "back", "1", "rsp_valid && (to_rdc ? rdc_rsp_room : umc_rsp_room)");
    hdl_assign(m, "rsp_pop", "back");
    hdl_assign(m, "umc_rsp_push", "rsp_valid && !to_rdc");
    hdl_assign(m, "rdc_rsp_push", "rsp_valid && to_rdc");
    msg_pack(m, rules->dram_rsp, "umc_rsp_msg", NULL, "UMC_TAG_W",
             (struct msg_value[]){{"data", "dram_data"},
                                  {"tag", "dram_tag[UMC_TAG_W-1:0]"},
                                  {"spare", "dram_spare[1:0]"},
                                  {"entry", "dram_entry"},
                                  {"write", "dram_write"},
                                  {NULL, NULL}});
    msg_pack(m, &msg_dram_rsp_rdc, "rdc_rsp_msg", NULL, "RDC_TAG_W",
             (struct msg_value[]){{"data", "dram_data"},
                                  {"tag", "dram_tag[RDC_TAG_W-1:0]"},
                                  {"spare", "dram_spare"},
                                  {"entry", "dram_entry"},
                                  {"write", "dram_write"},
                                  {NULL, NULL}});
}

const char *dram_mux_emit(struct hdl_design *d, const struct rules *rules)
{
    char name[UNIT_NAME];
    unit_name(name, "dram_mux", rules->name, (struct unit_options){0});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m =
        hdl_module(d, name, "A memory controller and a remote data cache share a DRAM channel.");
    header(m, rules);
    requests(m, rules);
    answers(m, rules);
    hdl_assign(m, "idle_o", "!go && !back");
    unit_counters(m, dram_mux_counters, NULL, NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
