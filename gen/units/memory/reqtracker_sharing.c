#include "gen/units/memory/reqtracker_sharing.h"

#include "gen/proto/address.h"

void reqtracker_sharing_ports(struct hdl *m)
{
    hdl_group(m, "Look-ups in the IMST, and its grants.");
    hdl_out(m, "look_valid_o", "1", NULL);
    hdl_in(m, "look_ready_i", "1", NULL);
    hdl_out(m, "look_tag_o", "TAG_W", NULL);
    hdl_out(m, "look_line_o", ADDRESS_V_LOCAL_W, "line within this memory");
    hdl_out(m, "look_node_o", "NODE_W", "the package that asks");
    hdl_out(m, "look_write_o", "1", NULL);
    hdl_out(m, "look_reads_o", "1", "memory is read, too");
    hdl_in(m, "grant_valid_i", "1", NULL);
    hdl_in(m, "grant_tag_i", "TAG_W", NULL);
    hdl_group(m, "The IMST's accesses to spare bits, and those that were read.");
    hdl_in(m, "entry_valid_i", "1", NULL);
    hdl_out(m, "entry_ready_o", "1", NULL);
    hdl_in(m, "entry_write_i", "1", NULL);
    hdl_in(m, "entry_state_i", "2", NULL);
    hdl_in(m, "entry_line_i", ADDRESS_V_LOCAL_W, NULL);
    hdl_in(m, "entry_tag_i", "TAG_W", NULL);
    hdl_out(m, "wrote_o", "1", NULL);
    hdl_out(m, "spare_valid_o", "1", NULL);
    hdl_out(m, "spare_tag_o", "TAG_W", NULL);
    hdl_out(m, "spare_state_o", "2", NULL);
    hdl_group(m, "Its invalidations, of the line of an entry.");
    hdl_in(m, "kill_valid_i", "1", NULL);
    hdl_out(m, "kill_ready_o", "1", NULL);
    hdl_in(m, "kill_node_i", "NODE_W", NULL);
    hdl_in(m, "kill_tag_i", "TAG_W", NULL);
}

void reqtracker_sharing(struct hdl *m)
{
    hdl_note(m, "What the IMST is asked, and what memory has for it.");
    hdl_let(m, "send_src", "SRC_W", "src[send_at]");
    hdl_unused(m, "send_src"); /* its bank */
    hdl_assign(m, "look_valid_o", "may_send_one && !empty_q[send_at]");
    hdl_assign(m, "look_tag_o", "send_at");
    hdl_assign(m, "look_line_o", ADDRESS_V_LOCAL("send_line"));
    hdl_assign(m, "look_node_o", "send_src[NODE_LSB +: NODE_W]");
    hdl_assign(m, "look_write_o", "store_q[send_at] || change_q[send_at]");
    hdl_assign(m, "look_reads_o", "!store_q[send_at]");
    hdl_assign(m, "entry_ready_o", "dram_req_room && !unit_done");
    hdl_assign(m, "wrote_o", "dram_rsp_valid && dram_entry && dram_write");
    hdl_assign(m, "spare_valid_o", "dram_rsp_valid && !dram_write");
    hdl_assign(m, "spare_tag_o", "dram_tag");
    hdl_assign(m, "spare_state_o", "dram_spare");
}

void reqtracker_invalidations(struct hdl *m)
{
    hdl_assign(m, "kill_ready_o", "rsp_room");
    hdl_let(m, "kill_line", "LINE_W", "line[kill_tag_i]");
    hdl_let(m, "kill_data", "DATA_W", "{{DATA_W - TAG_W{1'b0}}, kill_tag_i}");
    hdl_let(m, "kill_from_bank", "LINE_W", "kill_line >> BANK_LSB");
    hdl_let(m, "kill_bank", "SRC_W", "kill_from_bank[SRC_W-1:0] & ~({SRC_W{1'b1}} << NODE_LSB)");
    hdl_unused(m, "kill_from_bank"); /* but for its lowest bits */
    hdl_let(m, "kill_package", "SRC_W", "{{SRC_W - NODE_W{1'b0}}, kill_node_i}");
    hdl_let(m, "kill_dst", "SRC_W", "kill_package << NODE_LSB | kill_bank");
}
