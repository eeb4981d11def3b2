#include "gen/units/memory/tsu.h"

#include "gen/units/memory/tsu_lookup.h"
#include "gen/units/parts.h"

static void header(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_param(m, "LINE_W", "16", "bits of a line address within this memory");
    hdl_param(m, "TAG_W", "2", "bits of a request's tag");
    hdl_param(m, "TS_W", "16", "bits of a timestamp");
    hdl_param(m, "TIME_W", rules->epochs ? "24" : "TS_W",
              rules->epochs ? "bits of a time: an epoch above a timestamp"
                            : "bits of a time: a timestamp alone");
    hdl_param(m, "SETS", "8", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "LOOK", "1", "cycles of the look-up in a row: 1, or 2 for a faster clock");
    hdl_param(m, "LATENCY", "50", "cycles from a look-up to its grant, at least 4");
    hdl_param(m, "RD_LEASE", "10", "how far a load's lease reaches beyond its clock");
    hdl_param(m, "WR_LEASE", "5", "how far a store's lease reaches beyond its time");
    if (on.own_ways) {
        hdl_param(m, "SRC_W", "2", "bits of a port number of the memory's switch");
        hdl_param(m, "OWNER_LSB", "0", "where an L2's GPU is in its port number");
    }
    hdl_clock(m);
    hdl_group(m, "Look-ups: of requests whose lines are not in flight twice.");
    hdl_in(m, "look_valid_i", "1", NULL);
    hdl_out(m, "look_ready_o", "1", NULL);
    hdl_in(m, "look_tag_i", "TAG_W", NULL);
    hdl_in(m, "look_line_i", "LINE_W", NULL);
    hdl_in(m, "look_store_i", "1", "a store or an atomic");
    hdl_in(m, "look_empty_i", "1",
           "forget all entries and begin at time 0; no grant's times count");
    if (on.own_ways)
        hdl_in(m, "look_src_i", "SRC_W", "the L2 that asks");
    if (on.evicts)
        hdl_in(m, "look_evict_i", "1", "an L2 has evicted its copy; no grant's times count");
    if (rules->sends_cts) {
        hdl_in(m, "look_cts_i", "TIME_W", "the requester's clock (M3)");
        hdl_in(m, "look_copy_i", "1", "the requester holds a copy");
        hdl_in(m, "look_copy_rts_i", "TS_W", "whose lease ends here (M9)");
    }
    hdl_group(m, "Grants, in the order of the look-ups; never stalled.");
    hdl_out(m, "grant_valid_o", "1", NULL);
    hdl_out(m, "grant_tag_o", "TAG_W", NULL);
    hdl_out(m, "grant_wts_o", "TS_W", NULL);
    hdl_out(m, "grant_rts_o", "TIME_W", NULL);
    if (rules->sends_cts)
        hdl_out(m, "grant_same_o", "1", NULL);
    hdl_group(m, "What happened, for counters and for the watchdog.");
    hdl_out(m, "hit_o", "1", "a look-up found its entry");
    hdl_out(m, "miss_o", "1", "a look-up counted from the floor");
    hdl_out(m, "evict_o", "1", "and evicted an entry");
    if (on.evicts)
        hdl_out(m, "follow_o", "1", "evicted an entry, as an L2 evicted the line");
    hdl_out(m, "busy_o", "1", "holds a look-up");
    hdl_out(m, "over_o", "1",
            rules->epochs ? "a timestamp ran over: a new epoch begins (M6)"
                          : "a timestamp ran over: its line counts from 0");
    if (rules->epochs) {
        hdl_out(m, "raise_o", "1", "a request brought a later epoch");
        hdl_out(m, "spent_o", "1", "half of the epochs are used up: time to empty the system");
        hdl_out(m, "fail_o", "1", "a time would have run over in the last epoch");
        hdl_out(m, "fail_line_o", "LINE_W", "of this line");
    }
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - SET_W", NULL);
    if (rules->epochs)
        hdl_localparam(m, "EPOCH_W", "TIME_W - TS_W", NULL);
    hdl_localparam(m, "ENTRY_W",
                   hdl_v(m, "1 + %s%sTS_W + KEY_W", rules->epochs ? "EPOCH_W + " : "",
                         on.keep_wts ? "2*" : ""),
                   hdl_v(m, "valid, %s%smemts, tag", rules->epochs ? "epoch, " : "",
                         on.keep_wts ? "wts, " : ""));
    hdl_localparam(m, "GRANT_W",
                   rules->sends_cts ? "1 + TIME_W + TS_W + TAG_W" : "TIME_W + TS_W + TAG_W",
                   rules->sends_cts ? "same, rts, wts, tag" : "rts, wts, tag");
    hdl_localparam(m, "DEPTH", "1 << $clog2(LATENCY)", "look-ups under way");
}

static void stage1_registers(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_note(m, "Stage 0 reads the row, stage 1 writes it; a look-up every other cycle keeps them "
                "apart and is as fast as DRAM delivers lines.");
    hdl_reg(m, "s1_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s1_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "s1_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "s1_store_q", "1", NULL, NULL);
    hdl_reg(m, "s1_empty_q", "1", "1'b0", NULL);
    if (on.evicts)
        hdl_reg(m, "s1_evict_q", "1", "1'b0", NULL);
    if (on.own_ways)
        hdl_reg(m, "s1_src_q", "SRC_W", NULL, NULL);
    if (rules->sends_cts) {
        hdl_reg(m, "s1_cts_q", "TIME_W", NULL, NULL);
        hdl_reg(m, "s1_copy_q", "1", NULL, NULL);
        hdl_reg(m, "s1_copy_rts_q", "TS_W", NULL, NULL);
    }
}

static void stage0(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_note(m, "After reset, and when emptied, the sets are cleared, one a cycle.");
    hdl_reg(m, "sweep_q", "SET_W + 1", "{SET_W + 1{1'b0}}", "next set to clear");
    hdl_let(m, "swept", "1", "sweep_q[SET_W]");
    stage1_registers(m, rules, on);
    hdl_wire(m, "grant_room", "1", NULL);
    hdl_wire(m, "waits", "1", "stage 1 is not to be granted yet");
    hdl_assign(m, "look_ready_o", "swept && !s1_valid_q");
    hdl_let(m, "take", "1", "look_valid_i && look_ready_o");
    hdl_reg(m, "looked_q", "1", "1'b0", "LOOK 2: what was found is of this look-up and this epoch");
    hdl_let(m, "looked", "1", "s1_valid_q && (LOOK == 1 || looked_q)");
    hdl_let(m, "go", "1", "looked && grant_room && !waits");
    hdl_let(m, "empty", "1", "go && s1_empty_q");
    if (on.evicts)
        hdl_let(m, "timeless", "1", "s1_empty_q || s1_evict_q");
    hdl_on_clock (m) {
        hdl_when (m, "empty") {
            hdl_set(m, "sweep_q", "{SET_W + 1{1'b0}}");
        }
        hdl_elsewhen (m, "!swept") {
            hdl_set(m, "sweep_q", "sweep_q + 1'b1");
        }
        hdl_when (m, "take") {
            hdl_set(m, "s1_valid_q", "1'b1");
            hdl_set(m, "s1_tag_q", "look_tag_i");
            hdl_set(m, "s1_line_q", "look_line_i");
            hdl_set(m, "s1_store_q", "look_store_i");
            hdl_set(m, "s1_empty_q", "look_empty_i");
            if (on.evicts)
                hdl_set(m, "s1_evict_q", "look_evict_i");
            if (on.own_ways)
                hdl_set(m, "s1_src_q", "look_src_i");
            if (rules->sends_cts) {
                hdl_set(m, "s1_cts_q", "look_cts_i");
                hdl_set(m, "s1_copy_q", "look_copy_i");
                hdl_set(m, "s1_copy_rts_q", "look_copy_rts_i");
            }
        }
        hdl_elsewhen (m, "go") {
            hdl_set(m, "s1_valid_q", "1'b0");
        }
    }
}

/* M6. A request of a later epoch brings it here; a timestamp that runs over begins the next. Either
 * takes a cycle, in which stage 1 waits. */
static void epochs(struct hdl *m, bool evicts)
{
    hdl_note(m, "M6: the epoch. Entries of an earlier one are void, and times restart at 0.");
    hdl_wire(m, "runs_over", "1", "the timestamp does not fit");
    hdl_wire(m, "stored_epochs", "(WAYS + 1)*EPOCH_W", "of the request, above those of the row");
    hdl_wire(m, "of_this_epoch", "WAYS + 1", NULL);
    hdl_wire(m, "epoch", "EPOCH_W", NULL);
    hdl_wire(m, "last_epoch", "1", NULL);
    hdl_let(m, "asked_epoch", "EPOCH_W", "s1_cts_q[TIME_W-1:TS_W]");
    hdl_let(m, "heard_of", "1", "asked_epoch <= epoch");
    hdl_let(m, "later", "1", hdl_v(m, "s1_valid_q && !%s && !heard_of", tsu_timeless(evicts)));
    hdl_let(m, "over", "1", hdl_v(m, "looked && !%s && !later && runs_over", tsu_timeless(evicts)));
    hdl_let(m, "next_epoch", "1", "over && !last_epoch");
    hdl_reg(m, "fail_q", "1", "1'b0", NULL);
    hdl_assign(m, "waits", "later || over || fail_q");
    hdl_assign(m, "over_o", "next_epoch");
    hdl_assign(m, "raise_o", "later");
    hdl_gen_for (m, "g", "WAYS", "row_epochs") {
        hdl_assign(m, "stored_epochs[g*EPOCH_W +: EPOCH_W]",
                   "row[g*ENTRY_W + ENTRY_W - 1 - EPOCH_W +: EPOCH_W]");
    }
    hdl_assign(m, "stored_epochs[WAYS*EPOCH_W +: EPOCH_W]", "asked_epoch");
    hdl_inst (m, "um_epoch", "epochs") {
        hdl_with(m, "EPOCH_W", "EPOCH_W");
        hdl_with(m, "STORED", "WAYS + 1");
        hdl_pin_clock(m);
        hdl_pin(m, "step_i", "next_epoch");
        hdl_pin(m, "raise_i", "later");
        hdl_pin(m, "raise_to_i", "asked_epoch");
        hdl_pin(m, "clear_i", "empty");
        hdl_pin(m, "stored_i", "stored_epochs");
        hdl_pin(m, "current_o", "of_this_epoch");
        hdl_pin(m, "epoch_o", "epoch");
        hdl_pin(m, "spent_o", "spent_o");
        hdl_pin(m, "last_o", "last_epoch");
    }
    hdl_on_clock (m) {
        hdl_when (m, "over && last_epoch") {
            hdl_set(m, "fail_q", "1'b1");
        }
    }
    hdl_assign(m, "fail_o", "fail_q");
    hdl_assign(m, "fail_line_o", "s1_line_q");
}

static void array(struct hdl *m, bool evicts)
{
    hdl_let(m, "s1_set", "SET_W", "s1_line_q[SET_W-1:0]");
    hdl_let(m, "s1_key", "KEY_W", "s1_line_q[LINE_W-1:SET_W]");
    if (evicts)
        hdl_wire(m, "follows", "1", "the entry goes, as the L2 that had the line gave it up");
    hdl_let(m, "one_way", "WAYS", "{{WAYS - 1{1'b0}}, 1'b1}");
    hdl_wire(m, "row", "WAYS*ENTRY_W", NULL);
    hdl_wire(m, "entry", "ENTRY_W", "what stage 1 writes");
    hdl_wire(m, "way", "WAY_W", "and where");
    part_rows(m, &(struct part_rows){.name = "entries",
                                     .read = "take",
                                     .read_set = "look_line_i[SET_W-1:0]",
                                     .write = evicts ? "(go && !timeless) || follows"
                                                     : "go && !s1_empty_q",
                                     .set = "s1_set",
                                     .ways = "one_way << way",
                                     .entry = "entry"});
}

static void floor_of(struct hdl *m, const struct rules *rules, bool evicts)
{
    hdl_note(m, "M5: the floor, at least the memts of every entry ever evicted in this epoch; a "
                "missing entry counts from it.");
    hdl_reg(m, "floor_q", "TS_W", "{TS_W{1'b0}}", NULL);
    hdl_let(m, "floor_raised", "TS_W", rules->floor);
    hdl_spare(m, "victim_memts");
    hdl_on_clock (m) {
        hdl_when (m, rules->epochs ? "empty || later || next_epoch" : "empty") {
            hdl_set(m, "floor_q", "{TS_W{1'b0}}");
        }
        hdl_elsewhen (m, evicts ? "evict_o || follows" : "evict_o") {
            hdl_set(m, "floor_q", "floor_raised");
        }
    }
}

/* Without epochs, a time that does not fit starts its line again at 0. */
static void restart(struct hdl *m)
{
    hdl_let(m, "over", "1", "end_asked[TS_W] || (s1_store_q && store_wts[TS_W])");
    hdl_let(m, "end_of_lease", "TS_W + 1",
            "!over ? end_asked : s1_store_q ? wr_wide[TS_W:0] : rd_wide[TS_W:0]");
    hdl_unused(m, "end_of_lease[TS_W]");
    hdl_let(m, "wts", "TS_W", "over ? {TS_W{1'b0}} : s1_store_q ? store_wts[TS_W-1:0] : load_wts");
    hdl_assign(m, "waits", "1'b0");
    hdl_assign(m, "over_o", "grants && over");
}

static void step(struct hdl *m)
{
    hdl_let(m, "end_of_lease", "TS_W + 1", "end_asked");
    hdl_assign(m, "runs_over", "end_of_lease[TS_W] || (s1_store_q && store_wts[TS_W])");
    hdl_let(m, "wts", "TS_W", "s1_store_q ? store_wts[TS_W-1:0] : load_wts");
}

static void times(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "The rules, with one bit more than a timestamp has, to see what does not fit.");
    /* Every rule may read any of these times; what the rules in force do not read is spare. */
    hdl_let(m, "rd_lease", "32", "RD_LEASE[31:0]");
    hdl_let(m, "wr_lease", "32", "WR_LEASE[31:0]");
    hdl_let(m, "rd_wide", "64",
            "{32'd0, rd_lease}"); /* a timestamp may be wider than a parameter */
    hdl_let(m, "wr_wide", "64", "{32'd0, wr_lease}");
    hdl_unused(m, "rd_wide[63:TS_W+1], wr_wide[63:TS_W+1]");
    hdl_let(m, "memts", "TS_W + 1", "{1'b0, hit ? hit_memts : floor_q}");
    hdl_let(m, "memts_plus_1", "TS_W + 1", "memts + {{TS_W{1'b0}}, 1'b1}");
    hdl_let(m, "memts_plus_lease", "TS_W + 1", "memts + rd_wide[TS_W:0]");
    hdl_spare(m, "memts_plus_1");
    hdl_spare(m, "memts_plus_lease");
    if (!rules->sends_cts)
        return;
    if (rules->epochs)
        hdl_note(m, "A clock of an earlier epoch stands before all times of this one.");
    hdl_let(m, "cts", "TS_W + 1",
            rules->epochs ? "of_this_epoch[WAYS] ? {1'b0, s1_cts_q[TS_W-1:0]} : {TS_W + 1{1'b0}}"
                          : "{1'b0, s1_cts_q}");
    hdl_let(m, "copy_rts", "TS_W + 1", "{1'b0, s1_copy_rts_q}");
    hdl_let(m, "cts_plus_lease", "TS_W + 1", "cts + rd_wide[TS_W:0]");
    hdl_let(m, "same", "1",
            rules->renew != NULL ? hdl_v(m, "s1_store_q ? %s : %s", rules->same, rules->renew)
                                 : rules->same);
    hdl_spare(m, "cts_plus_lease");
    hdl_spare(m, "copy_rts");
}

static void rule(struct hdl *m, const struct rules *rules, bool keep_wts, bool evicts)
{
    times(m, rules);
    hdl_let(m, "store_wts", "TS_W + 1", rules->store_wts);
    hdl_let(m, "store_end", "TS_W + 1",
            rules->store_end != NULL ? rules->store_end : "store_wts + wr_wide[TS_W:0]");
    hdl_let(m, "load_end", "TS_W + 1", rules->load_end);
    hdl_let(m, "end_asked", "TS_W + 1", "s1_store_q ? store_end : load_end");
    if (keep_wts)
        hdl_let(m, "load_wts", "TS_W", "hit ? hit_wts : floor_q");
    else
        hdl_let(m, "load_wts", "TS_W", "memts[TS_W-1:0]");
    if (rules->epochs)
        step(m);
    else
        restart(m);
    const char *epoch = rules->epochs ? "epoch, " : "";
    hdl_assign(m, "entry",
               hdl_v(m, "{%s, %s%send_of_lease[TS_W-1:0], s1_key}", evicts ? "!s1_evict_q" : "1'b1",
                     epoch, keep_wts ? "wts, " : ""));
}

static void grants(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "The answer comes when a real TSU of this size would have it.");
    hdl_wire(m, "delay_busy", "1", NULL);
    hdl_wire(m, "grant", "GRANT_W", NULL);
    hdl_inst (m, "um_delay", "delay") {
        hdl_with(m, "WIDTH", "GRANT_W");
        hdl_with(m, "DEPTH", "DEPTH");
        hdl_with(m, "LATENCY", "LATENCY - LOOK");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", "go");
        hdl_pin(m, "in_ready_o", "grant_room");
        const char *epoch = rules->epochs ? "epoch, " : "";
        const char *same = rules->epochs      ? "s1_copy_q && same && of_this_epoch[WAYS], "
                           : rules->sends_cts ? "s1_copy_q && same, "
                                              : "";
        hdl_pin(m, "in_msg_i",
                hdl_v(m,
                      "{{GRANT_W - TAG_W{!s1_empty_q}} & {%s%send_of_lease[TS_W-1:0], wts},"
                      " s1_tag_q}",
                      same, epoch));
        hdl_pin(m, "out_valid_o", "grant_valid_o");
        hdl_pin(m, "out_ready_i", "1'b1");
        hdl_pin(m, "out_msg_o", "grant");
        hdl_pin(m, "busy_o", "delay_busy");
    }
    hdl_assign(m, "grant_tag_o", "grant[TAG_W-1:0]");
    hdl_assign(m, "grant_wts_o", "grant[TAG_W +: TS_W]");
    hdl_assign(m, "grant_rts_o", "grant[TAG_W + TS_W +: TIME_W]");
    if (rules->sends_cts)
        hdl_assign(m, "grant_same_o", "grant[GRANT_W-1]");
    hdl_assign(m, "busy_o",
               rules->epochs ? "!swept || (s1_valid_q && !fail_q) || delay_busy"
                             : "!swept || s1_valid_q || delay_busy");
}

const char *tsu_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on)
{
    const bool keep_wts = on.keep_wts;
    char name[UNIT_NAME];
    unit_name(
        name, "tsu", rules->name,
        (struct unit_options){.evicts = on.evicts, .own_ways = on.own_ways, .keep_wts = keep_wts});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name,
                               "Timestamp storage unit: no lease on a line reaches beyond "
                               "its memts.");
    header(m, rules, on);
    stage0(m, rules, on);
    array(m, on.evicts);
    if (rules->epochs)
        epochs(m, on.evicts);
    tsu_lookup(m, rules, on);
    floor_of(m, rules, on.evicts);
    rule(m, rules, keep_wts, on.evicts);
    grants(m, rules);
    hdl_end(m);
    return hdl_own_name(d, name);
}
