#include "gen/units/memory/reqtracker_renew.h"

void reqtracker_renew_ports(struct hdl *m)
{
    hdl_out(m, "ask_o", "1", "a load that tells of a copy was looked up, and not sent to DRAM");
    hdl_out(m, "renew_o", "1", "the TSU found the copy of such a load as good");
}

void reqtracker_renewals(struct hdl *m)
{
    hdl_reg(m, "ask_q", "ENTRIES", "{ENTRIES{1'b0}}", "a load that tells of a copy");
    hdl_reg(m, "fetch_q", "ENTRIES", "{ENTRIES{1'b0}}", "the TSU refused it: to be sent to DRAM");
}

void reqtracker_renew_send(struct hdl *m)
{
    hdl_let(m, "asks", "1", "ask_q[send_at] && !fetch_q[send_at]");
    hdl_assign(m, "ask_o", "send && asks");
}

void reqtracker_renew_grants(struct hdl *m)
{
    hdl_let(m, "renewals", "ENTRIES", "grant_same_i ? grants & ask_q : {ENTRIES{1'b0}}");
    hdl_let(m, "refusals", "ENTRIES", "grant_same_i ? {ENTRIES{1'b0}} : grants & ask_q");
    hdl_assign(m, "renew_o", "|renewals");
}
