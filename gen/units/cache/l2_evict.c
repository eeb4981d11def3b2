#include "gen/units/cache/l2_evict.h"

#include "gen/proto/address.h"
#include "gen/units/parts.h"

void l2_evict(struct hdl *m)
{
    hdl_note(m, "Lines that were evicted, and of which the memory is not told yet.");
    hdl_reg(m, "mshr_gone_q", "MSHRS", "{MSHRS{1'b0}}", NULL);
    hdl_mem(m, "mshr_gone", "LINE_W", "MSHRS", "the line");
    hdl_let(m, "gone_any", "1", "|mshr_gone_q");
    part_first(m, "gone_at", "MSHR_W", "mshr_gone_q", "MSHRS");
    hdl_let(m, "gone_go", "1", "gone_any && mem_req_room");
}

void l2_evict_update(struct hdl *m)
{
    hdl_let(m, "evicts", "1", "fill_install && !hit && victim_valid");
    hdl_let(m, "victim_line", "LINE_W", "{{BANK_W{1'b0}}, row[victim*ENTRY_W +: KEY_W], s1_set}");
    hdl_let(m, "bank_bits", "LINE_W", ADDRESS_V_BANK_BITS);
    hdl_on_clock (m) {
        hdl_when (m, "gone_go") {
            hdl_set(m, "mshr_gone_q[gone_at]", "1'b0");
        }
        hdl_when (m, "evicts") {
            hdl_set(m, "mshr_gone_q[match_at]", "1'b1");
            hdl_set(m, "mshr_gone[match_at]",
                    ADDRESS_V_BANK_LINE("victim_line", "s1_line_q", "bank_bits"));
        }
    }
}
