#include "gen/units/tsu.h"

static void header(struct hdl *m, bool keep_wts)
{
    hdl_param(m, "LINE_W", "16", "bits of a line address within this memory");
    hdl_param(m, "TAG_W", "2", "bits of a request's tag");
    hdl_param(m, "TS_W", "16", "bits of a timestamp");
    hdl_param(m, "SETS", "8", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "LATENCY", "50", "cycles from a look-up to its grant, at least 4");
    hdl_param(m, "RD_LEASE", "10", "how far a load's lease reaches beyond its clock");
    hdl_param(m, "WR_LEASE", "5", "how far a store's lease reaches beyond its time");
    hdl_clock(m);
    hdl_group(m, "Look-ups: of requests whose lines are not in flight twice.");
    hdl_in(m, "look_valid_i", "1", NULL);
    hdl_out(m, "look_ready_o", "1", NULL);
    hdl_in(m, "look_tag_i", "TAG_W", NULL);
    hdl_in(m, "look_line_i", "LINE_W", NULL);
    hdl_in(m, "look_store_i", "1", NULL);
    hdl_in(m, "look_cts_i", "TS_W", "the requester's clock (M3)");
    hdl_in(m, "look_copy_i", "1", "the requester holds a copy");
    hdl_in(m, "look_copy_rts_i", "TS_W", "whose lease ends here (M9)");
    hdl_group(m, "Grants, in the order of the look-ups; never stalled.");
    hdl_out(m, "grant_valid_o", "1", NULL);
    hdl_out(m, "grant_tag_o", "TAG_W", NULL);
    hdl_out(m, "grant_wts_o", "TS_W", NULL);
    hdl_out(m, "grant_rts_o", "TS_W", NULL);
    hdl_out(m, "grant_same_o", "1", NULL);
    hdl_group(m, "What happened, for counters and for the watchdog.");
    hdl_out(m, "hit_o", "1", "a look-up found its entry");
    hdl_out(m, "miss_o", "1", "a look-up counted from the floor");
    hdl_out(m, "evict_o", "1", "and evicted an entry");
    hdl_out(m, "busy_o", "1", "holds a look-up");
    hdl_out(m, "fail_o", "1", "a timestamp would have run over");
    hdl_out(m, "fail_line_o", "LINE_W", "of this line");
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - SET_W", NULL);
    if (keep_wts)
        hdl_localparam(m, "ENTRY_W", "1 + 2*TS_W + KEY_W", "valid, wts, memts, tag");
    else
        hdl_localparam(m, "ENTRY_W", "1 + TS_W + KEY_W", "valid, memts, tag");
    hdl_localparam(m, "GRANT_W", "1 + 2*TS_W + TAG_W", "same, rts, wts, tag");
    hdl_localparam(m, "DEPTH", "1 << $clog2(LATENCY)", "look-ups under way");
    /* The OR gives a parameter a width: a part of one that was set to a plain number has none. */
    hdl_localparam(m, "RD_STEP", "{32'd0, 32'd0 | RD_LEASE}", "wide enough for any timestamp");
    hdl_localparam(m, "WR_STEP", "{32'd0, 32'd0 | WR_LEASE}", NULL);
}

static void stage0(struct hdl *m)
{
    hdl_note(m, "After reset the sets are cleared, one a cycle.");
    hdl_reg(m, "sweep_q", "SET_W + 1", "{SET_W + 1{1'b0}}", "next set to clear");
    hdl_let(m, "swept", "1", "sweep_q[SET_W]");
    hdl_note(m, "Stage 0 reads the row, stage 1 writes it; a look-up every other cycle keeps them "
                "apart and is as fast as DRAM delivers lines.");
    hdl_reg(m, "s1_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s1_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "s1_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "s1_store_q", "1", NULL, NULL);
    hdl_reg(m, "s1_cts_q", "TS_W", NULL, NULL);
    hdl_reg(m, "s1_copy_q", "1", NULL, NULL);
    hdl_reg(m, "s1_copy_rts_q", "TS_W", NULL, NULL);
    hdl_reg(m, "fail_q", "1", "1'b0", NULL);
    hdl_wire(m, "grant_room", "1", NULL);
    hdl_wire(m, "runs_over", "1", NULL);
    hdl_assign(m, "look_ready_o", "swept && !fail_q && !s1_valid_q");
    hdl_let(m, "take", "1", "look_valid_i && look_ready_o");
    hdl_let(m, "go", "1", "s1_valid_q && grant_room && !runs_over");
    hdl_on_clock(m)
    {
        hdl_when(m, "!swept")
        {
            hdl_set(m, "sweep_q", "sweep_q + 1'b1");
        }
        hdl_when(m, "s1_valid_q && runs_over")
        {
            hdl_set(m, "fail_q", "1'b1");
        }
        hdl_when(m, "take")
        {
            hdl_set(m, "s1_valid_q", "1'b1");
            hdl_set(m, "s1_tag_q", "look_tag_i");
            hdl_set(m, "s1_line_q", "look_line_i");
            hdl_set(m, "s1_store_q", "look_store_i");
            hdl_set(m, "s1_cts_q", "look_cts_i");
            hdl_set(m, "s1_copy_q", "look_copy_i");
            hdl_set(m, "s1_copy_rts_q", "look_copy_rts_i");
        }
        hdl_elsewhen(m, "go")
        {
            hdl_set(m, "s1_valid_q", "1'b0");
        }
    }
    hdl_assign(m, "fail_o", "fail_q");
    hdl_assign(m, "fail_line_o", "s1_line_q");
}

static void array(struct hdl *m)
{
    hdl_let(m, "s1_set", "SET_W", "s1_line_q[SET_W-1:0]");
    hdl_let(m, "s1_key", "KEY_W", "s1_line_q[LINE_W-1:SET_W]");
    hdl_let(m, "one_way", "WAYS", "{{WAYS - 1{1'b0}}, 1'b1}");
    hdl_wire(m, "row", "WAYS*ENTRY_W", NULL);
    hdl_wire(m, "entry", "ENTRY_W", "what stage 1 writes");
    hdl_wire(m, "way", "WAY_W", "and where");
    hdl_inst(m, "um_ram", "entries")
    {
        hdl_with(m, "COL_W", "ENTRY_W");
        hdl_with(m, "COLS", "WAYS");
        hdl_with(m, "DEPTH", "SETS");
        hdl_with(m, "ADDR_W", "SET_W");
        hdl_pin(m, "clk_i", "clk_i");
        hdl_pin(m, "ren_i", "take");
        hdl_pin(m, "raddr_i", "look_line_i[SET_W-1:0]");
        hdl_pin(m, "rdata_o", "row");
        hdl_pin(m, "wen_i", "!swept ? {WAYS{1'b1}} : go ? one_way << way : {WAYS{1'b0}}");
        hdl_pin(m, "waddr_i", "swept ? s1_set : sweep_q[SET_W-1:0]");
        hdl_pin(m, "wdata_i", "swept ? {WAYS{entry}} : {WAYS*ENTRY_W{1'b0}}");
    }
}

static void lookup(struct hdl *m, bool keep_wts)
{
    hdl_note(m, "Look-up, and the entry that would have to go: a free one, else the lowest memts.");
    hdl_var(m, "hit", "1", NULL);
    hdl_var(m, "hit_way", "WAY_W", NULL);
    hdl_var(m, "hit_memts", "TS_W", NULL);
    if (keep_wts)
        hdl_var(m, "hit_wts", "TS_W", NULL);
    hdl_var(m, "victim", "WAY_W", NULL);
    hdl_var(m, "victim_valid", "1", NULL);
    hdl_var(m, "victim_memts", "TS_W", NULL);
    hdl_on_comb(m)
    {
        hdl_set(m, "hit", "1'b0");
        hdl_set(m, "hit_way", "{WAY_W{1'b0}}");
        hdl_set(m, "hit_memts", "{TS_W{1'b0}}");
        if (keep_wts)
            hdl_set(m, "hit_wts", "{TS_W{1'b0}}");
        hdl_set(m, "victim", "{WAY_W{1'b0}}");
        hdl_set(m, "victim_valid", "row[ENTRY_W - 1]");
        hdl_set(m, "victim_memts", "row[KEY_W +: TS_W]");
        hdl_for(m, "w", "WAYS")
        {
            hdl_when(m, "row[w*ENTRY_W + ENTRY_W - 1] && row[w*ENTRY_W +: KEY_W] == s1_key")
            {
                hdl_set(m, "hit", "1'b1");
                hdl_set(m, "hit_way", "w[WAY_W-1:0]");
                hdl_set(m, "hit_memts", "row[w*ENTRY_W + KEY_W +: TS_W]");
                if (keep_wts)
                    hdl_set(m, "hit_wts", "row[w*ENTRY_W + KEY_W + TS_W +: TS_W]");
            }
            hdl_when(m, "victim_valid && (!row[w*ENTRY_W + ENTRY_W - 1]"
                        " || row[w*ENTRY_W + KEY_W +: TS_W] < victim_memts)")
            {
                hdl_set(m, "victim", "w[WAY_W-1:0]");
                hdl_set(m, "victim_valid", "row[w*ENTRY_W + ENTRY_W - 1]");
                hdl_set(m, "victim_memts", "row[w*ENTRY_W + KEY_W +: TS_W]");
            }
        }
    }
    hdl_assign(m, "way", "hit ? hit_way : victim");
    hdl_assign(m, "hit_o", "go && hit");
    hdl_assign(m, "miss_o", "go && !hit");
    hdl_assign(m, "evict_o", "go && !hit && victim_valid");
}

static void floor_of(struct hdl *m, const struct mgcc_rules *rules)
{
    hdl_note(m, "M5: the floor, at least the memts of every entry ever evicted; a missing entry "
                "counts from it.");
    hdl_reg(m, "floor_q", "TS_W", "{TS_W{1'b0}}", NULL);
    hdl_let(m, "floor_raised", "TS_W", rules->floor);
    hdl_on_clock(m)
    {
        hdl_when(m, "evict_o")
        {
            hdl_set(m, "floor_q", "floor_raised");
        }
    }
}

static void rule(struct hdl *m, const struct mgcc_rules *rules, bool keep_wts)
{
    hdl_note(m, "The rules, with one bit more than a timestamp has: what does not fit is a failure.");
    hdl_let(m, "memts", "TS_W + 1", "{1'b0, hit ? hit_memts : floor_q}");
    hdl_let(m, "cts", "TS_W + 1", "{1'b0, s1_cts_q}");
    hdl_let(m, "copy_rts", "TS_W + 1", "{1'b0, s1_copy_rts_q}");
    hdl_let(m, "memts_plus_1", "TS_W + 1", "memts + {{TS_W{1'b0}}, 1'b1}");
    hdl_let(m, "cts_plus_lease", "TS_W + 1", "cts + RD_STEP[TS_W:0]");
    hdl_let(m, "store_wts", "TS_W + 1", rules->store_wts);
    hdl_let(m, "store_end", "TS_W + 1", "store_wts + WR_STEP[TS_W:0]");
    hdl_let(m, "load_end", "TS_W + 1", rules->load_end);
    hdl_let(m, "same", "1", rules->same);
    hdl_let(m, "end_of_lease", "TS_W + 1", "s1_store_q ? store_end : load_end");
    hdl_assign(m, "runs_over", "end_of_lease[TS_W] || (s1_store_q && store_wts[TS_W])");
    if (keep_wts)
        hdl_let(m, "load_wts", "TS_W", "hit ? hit_wts : floor_q");
    else
        hdl_let(m, "load_wts", "TS_W", "memts[TS_W-1:0]");
    hdl_let(m, "wts", "TS_W", "s1_store_q ? store_wts[TS_W-1:0] : load_wts");
    hdl_assign(m, "entry", keep_wts ? "{1'b1, wts, end_of_lease[TS_W-1:0], s1_key}"
                                    : "{1'b1, end_of_lease[TS_W-1:0], s1_key}");
}

static void grants(struct hdl *m)
{
    hdl_note(m, "The answer comes when a real TSU of this size would have it.");
    hdl_wire(m, "delay_busy", "1", NULL);
    hdl_wire(m, "grant", "GRANT_W", NULL);
    hdl_inst(m, "um_delay", "delay")
    {
        hdl_with(m, "WIDTH", "GRANT_W");
        hdl_with(m, "DEPTH", "DEPTH");
        hdl_with(m, "LATENCY", "LATENCY - 2");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", "go");
        hdl_pin(m, "in_ready_o", "grant_room");
        hdl_pin(m, "in_msg_i",
                "{s1_copy_q && same, end_of_lease[TS_W-1:0], wts, s1_tag_q}");
        hdl_pin(m, "out_valid_o", "grant_valid_o");
        hdl_pin(m, "out_ready_i", "1'b1");
        hdl_pin(m, "out_msg_o", "grant");
        hdl_pin(m, "busy_o", "delay_busy");
    }
    hdl_assign(m, "grant_tag_o", "grant[TAG_W-1:0]");
    hdl_assign(m, "grant_wts_o", "grant[TAG_W +: TS_W]");
    hdl_assign(m, "grant_rts_o", "grant[TAG_W + TS_W +: TS_W]");
    hdl_assign(m, "grant_same_o", "grant[GRANT_W-1]");
    hdl_assign(m, "busy_o", "!swept || (s1_valid_q && !fail_q) || delay_busy");
}

const char *tsu_emit(struct hdl_design *d, const struct mgcc_rules *rules, bool keep_wts)
{
    const char *name = keep_wts ? "um_tsu_wts" : "um_tsu";
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(d, name, "Timestamp storage unit: no lease on a line reaches beyond "
                                        "its memts.");
    header(m, keep_wts);
    stage0(m);
    array(m);
    lookup(m, keep_wts);
    floor_of(m, rules);
    rule(m, rules, keep_wts);
    grants(m);
    hdl_end(m);
    return name;
}
