#include "gen/units/memory/imst.h"

#include "gen/proto/imst.h"
#include "gen/proto/message.h"
#include "gen/units/parts.h"

/* ---- the names of states ---- */

static const struct msg_constant states[] = {
    [IMST_UNCACHED] = MSG_CONSTANT(IMST_UNCACHED, IMST_W, "no package has a copy"),
    [IMST_PRIVATE] = MSG_CONSTANT(IMST_PRIVATE, IMST_W, "the home's package alone may have copies"),
    [IMST_READ_SHARED] = MSG_CONSTANT(IMST_READ_SHARED, IMST_W, "any package may have copies"),
    [IMST_RW_SHARED] =
        MSG_CONSTANT(IMST_RW_SHARED, IMST_W, "the same, and more than one has written"),
    [IMST_STATES] = {0}};
enum { KILLS_W = 2 };
static const struct msg_constant kills[] = {
    [IMST_KILLS_NONE] = MSG_CONSTANT(IMST_KILLS_NONE, KILLS_W, "no copies go"),
    [IMST_KILLS_HOME] = MSG_CONSTANT(IMST_KILLS_HOME, KILLS_W, "the home's copies go"),
    [IMST_KILLS_OTHERS] = MSG_CONSTANT(IMST_KILLS_OTHERS, KILLS_W, "all copies but the asker's go"),
    {0}};
/* {remote, store} */
static const char *const events[IMST_EVENTS] = {[IMST_LOCAL_READ] = "1'b0, 1'b0",
                                                [IMST_LOCAL_WRITE] = "1'b0, 1'b1",
                                                [IMST_REMOTE_READ] = "1'b1, 1'b0",
                                                [IMST_REMOTE_WRITE] = "1'b1, 1'b1"};

static void header(struct hdl *m)
{
    hdl_param(m, "LINE_W", "16", "bits of a line address within this memory");
    hdl_param(m, "TAG_W", "2", "bits of a request's tag");
    hdl_param(m, "NODE_W", "2", "bits of a package's number");
    hdl_param(m, "NODES", "4", "packages that may hold copies, at most 2**NODE_W");
    hdl_param(m, "HOME", "0", "the package of this memory; NODES or more: it holds no copies");
    hdl_param(m, "SETS", "8", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "DEMOTES", "655", "of 65,535 stores that may make a line private, so many do");
    hdl_clock(m);
    hdl_group(m, "Look-ups: of requests whose lines are not in flight twice.");
    hdl_in(m, "look_valid_i", "1", NULL);
    hdl_out(m, "look_ready_o", "1", NULL);
    hdl_in(m, "look_tag_i", "TAG_W", NULL);
    hdl_in(m, "look_line_i", "LINE_W", NULL);
    hdl_in(m, "look_node_i", "NODE_W", "the package that asks");
    hdl_in(m, "look_write_i", "1", "a store or an atomic");
    hdl_in(m, "look_reads_i", "1", "memory is read for it: spare_* will come unasked");
    hdl_group(m, "Accesses to the spare bits of lines.");
    hdl_out(m, "entry_valid_o", "1", NULL);
    hdl_in(m, "entry_ready_i", "1", NULL);
    hdl_out(m, "entry_write_o", "1", NULL);
    hdl_out(m, "entry_state_o", "2", "to write");
    hdl_out(m, "entry_line_o", "LINE_W", NULL);
    hdl_out(m, "entry_tag_o", "TAG_W", "of a read: comes back on spare_tag_i");
    hdl_in(m, "wrote_i", "1", "the write has been done");
    hdl_group(m, "Spare bits that memory has read for a request.");
    hdl_in(m, "spare_valid_i", "1", NULL);
    hdl_in(m, "spare_tag_i", "TAG_W", NULL);
    hdl_in(m, "spare_state_i", "2", NULL);
    hdl_group(m, "Invalidations, and their acknowledgements, which are never stalled.");
    hdl_out(m, "kill_valid_o", "1", NULL);
    hdl_in(m, "kill_ready_i", "1", NULL);
    hdl_out(m, "kill_node_o", "NODE_W", NULL);
    hdl_out(m, "kill_tag_o", "TAG_W", NULL);
    hdl_in(m, "ack_valid_i", "1", NULL);
    hdl_in(m, "ack_tag_i", "TAG_W", NULL);
    hdl_group(m, "Grants; never stalled.");
    hdl_out(m, "grant_valid_o", "1", NULL);
    hdl_out(m, "grant_tag_o", "TAG_W", NULL);
    hdl_group(m, "What happened, for counters and for the watchdog.");
    hdl_out(m, "hit_o", "1", "a look-up found its entry here");
    hdl_out(m, "miss_o", "1", "a look-up must read it from memory");
    hdl_out(m, "shared_o", "1", "a store invalidates copies");
    hdl_out(m, "demote_o", "1", "and makes its line private");
    hdl_out(m, "busy_o", "1", "holds a look-up, or an entry on its way to memory");
    hdl_localparam(m, "TAGS", "1 << TAG_W", NULL);
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - SET_W", NULL);
    hdl_localparam(m, "ENTRY_W", "4 + KEY_W", "valid, changed, state, tag");
    hdl_localparam(m, "LAST", "NODES - 1", NULL);
    unit_constants(m, states);
    unit_constants(m, kills);
}

/* What is known of each request in flight, by its tag. */
static void requests(struct hdl *m)
{
    hdl_note(m, "Requests in flight, by tag.");
    hdl_mem(m, "line", "LINE_W", "TAGS", NULL);
    hdl_mem(m, "node", "NODE_W", "TAGS", NULL);
    hdl_mem(m, "spare", "2", "TAGS", "the entry that memory had");
    hdl_reg(m, "write_q", "TAGS", "{TAGS{1'b0}}", NULL);
    hdl_reg(m, "wait_q", "TAGS", "{TAGS{1'b0}}", "its entry comes from memory");
    hdl_reg(m, "ask_q", "TAGS", "{TAGS{1'b0}}", "and must be asked for");
    hdl_reg(m, "have_q", "TAGS", "{TAGS{1'b0}}", "and has come");
    hdl_reg(m, "kill_q", "TAGS", "{TAGS{1'b0}}", "a store whose invalidations are to be sent");
    hdl_reg(m, "home_q", "TAGS", "{TAGS{1'b0}}", "to the home's package alone");
    hdl_reg(m, "killed_q", "TAGS", "{TAGS{1'b0}}", "they are sent");
    hdl_mem(m, "sent", "NODE_W + 1", "TAGS", "so many");
    hdl_mem(m, "acked", "NODE_W + 1", "TAGS", "so many acknowledgements have come");
    hdl_let(m, "one", "TAGS", "{{TAGS - 1{1'b0}}, 1'b1}");
}

static void stage0(struct hdl *m)
{
    hdl_note(m, "After reset the sets are cleared, one a cycle.");
    hdl_reg(m, "sweep_q", "SET_W + 1", "{SET_W + 1{1'b0}}", "next set to clear");
    hdl_let(m, "swept", "1", "sweep_q[SET_W]");
    hdl_note(m, "The entry on its way to memory. Memory has it only when it says so, so a request "
                "for its line takes it from here.");
    hdl_reg(m, "back_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "back_sent_q", "1", "1'b0", NULL);
    hdl_reg(m, "back_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "back_state_q", "2", NULL, NULL);
    hdl_note(m,
             "Stage 0 reads the row, stage 1 writes it: of a request whose entry has come, or of "
             "the next. A look-up every other cycle keeps the two apart.");
    hdl_reg(m, "s1_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s1_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "s1_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "s1_node_q", "NODE_W", NULL, NULL);
    hdl_reg(m, "s1_write_q", "1", NULL, NULL);
    hdl_reg(m, "s1_reads_q", "1", NULL, NULL);
    hdl_reg(m, "s1_known_q", "1", NULL, "the entry came from elsewhere than the row");
    hdl_reg(m, "s1_state_q", "2", NULL, "this");
    part_turn(m, "again", "TAGS", "wait_q & have_q");
    hdl_assign(m, "again", "again_any && swept && !s1_valid_q");
    hdl_assign(m, "look_ready_o", "swept && !s1_valid_q && !again_any");
    hdl_let(m, "look", "1", "look_valid_i && look_ready_o");
    hdl_let(m, "on_way_back", "1", "back_valid_q && back_line_q == look_line_i");
    hdl_let(m, "s0_line", "LINE_W", "again ? line[again_at] : look_line_i");
    hdl_wire(m, "s1_leaves", "1", NULL);
    hdl_on_clock (m) {
        hdl_when (m, "!swept") {
            hdl_set(m, "sweep_q", "sweep_q + 1'b1");
        }
        hdl_when (m, "look || again") {
            hdl_set(m, "s1_valid_q", "1'b1");
            hdl_set(m, "s1_tag_q", "again ? again_at : look_tag_i");
            hdl_set(m, "s1_line_q", "s0_line");
            hdl_set(m, "s1_node_q", "again ? node[again_at] : look_node_i");
            hdl_set(m, "s1_write_q", "again ? write_q[again_at] : look_write_i");
            hdl_set(m, "s1_reads_q", "look_reads_i");
            hdl_set(m, "s1_known_q", "again || on_way_back");
            hdl_set(m, "s1_state_q", "again ? spare[again_at] : back_state_q");
        }
        hdl_elsewhen (m, "s1_leaves") {
            hdl_set(m, "s1_valid_q", "1'b0");
        }
    }
}

static void array(struct hdl *m)
{
    hdl_let(m, "s1_set", "SET_W", "s1_line_q[SET_W-1:0]");
    hdl_let(m, "s1_key", "KEY_W", "s1_line_q[LINE_W-1:SET_W]");
    hdl_let(m, "one_way", "WAYS", "{{WAYS - 1{1'b0}}, 1'b1}");
    hdl_wire(m, "row", "WAYS*ENTRY_W", NULL);
    hdl_wire(m, "entry", "ENTRY_W", "what stage 1 writes");
    hdl_wire(m, "way", "WAY_W", "and where");
    hdl_wire(m, "decides", "1", "stage 1 knows the entry, and has room to go on");
    part_rows(m, &(struct part_rows){.name = "entries",
                                     .read = "look || again",
                                     .read_set = "s0_line[SET_W-1:0]",
                                     .write = "decides",
                                     .set = "s1_set",
                                     .ways = "one_way << way",
                                     .entry = "entry"});
}

static void lookup(struct hdl *m)
{
    hdl_note(m, "Look-up, and the entry that would have to go: a free one, else each way in turn.");
    hdl_reg(m, "turn_q", "WAY_W", "{WAY_W{1'b0}}", NULL);
    hdl_var(m, "hit", "1", NULL);
    hdl_var(m, "hit_way", "WAY_W", NULL);
    hdl_var(m, "hit_changed", "1", NULL);
    hdl_var(m, "hit_state", "2", NULL);
    hdl_var(m, "victim", "WAY_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "hit", "1'b0");
        hdl_set(m, "hit_way", "{WAY_W{1'b0}}");
        hdl_set(m, "hit_changed", "1'b0");
        hdl_set(m, "hit_state", "IMST_UNCACHED");
        hdl_set(m, "victim", "turn_q");
        hdl_for (m, "w", "WAYS") {
            hdl_when (m, "row[w*ENTRY_W + ENTRY_W - 1] && row[w*ENTRY_W +: KEY_W] == s1_key") {
                hdl_set(m, "hit", "1'b1");
                hdl_set(m, "hit_way", "w[WAY_W-1:0]");
                hdl_set(m, "hit_changed", "row[w*ENTRY_W + KEY_W + 2]");
                hdl_set(m, "hit_state", "row[w*ENTRY_W + KEY_W +: 2]");
            }
            hdl_when (m, "!row[w*ENTRY_W + ENTRY_W - 1]") {
                hdl_set(m, "victim", "w[WAY_W-1:0]");
            }
        }
    }
    hdl_let(m, "victim_entry", "ENTRY_W", "row[victim*ENTRY_W +: ENTRY_W]");
    hdl_let(m, "victim_changed", "1", "victim_entry[ENTRY_W-1] && victim_entry[ENTRY_W-2]");
    hdl_let(m, "known", "1", "hit || s1_known_q");
    hdl_let(m, "state", "2", "hit ? hit_state : s1_state_q");
    hdl_assign(m, "decides", "s1_valid_q && known && (hit || !victim_changed || !back_valid_q)");
    hdl_let(m, "misses", "1", "s1_valid_q && !known");
    hdl_let(m, "evicts", "1", "decides && !hit && victim_changed");
    hdl_assign(m, "s1_leaves", "decides || misses");
    hdl_assign(m, "way", "hit ? hit_way : victim");
    hdl_assign(m, "hit_o", "decides && hit");
    hdl_assign(m, "miss_o", "misses");
    hdl_on_clock (m) {
        hdl_when (m, "decides && !hit") {
            hdl_set(m, "turn_q", "turn_q + 1'b1");
        }
    }
}

/* One step of the table in gen/proto/imst.h. */
static void rules(struct hdl *m)
{
    hdl_note(m,
             "The rules: of a line's state, whether the asker is remote, and whether it stores.");
    hdl_let(m, "remote", "1", "s1_node_q != HOME[NODE_W-1:0] || HOME >= NODES");
    hdl_var(m, "next", "2", NULL);
    hdl_var(m, "kills", "2", "copies that go");
    hdl_var(m, "may_demote", "1", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "next", "IMST_UNCACHED");
        hdl_set(m, "kills", "IMST_KILLS_NONE");
        hdl_set(m, "may_demote", "1'b0");
        hdl_case (m, "{state, remote, s1_write_q}") {
            for (unsigned s = 0; s < IMST_STATES; s++)
                for (unsigned e = 0; e < IMST_EVENTS; e++) {
                    const struct imst_step *step = &imst_steps[s][e];
                    hdl_of (m, hdl_v(m, "{%s, %s}", states[s].name, events[e])) {
                        hdl_set(m, "next", states[step->next].name);
                        if (step->kills != IMST_KILLS_NONE)
                            hdl_set(m, "kills", kills[step->kills].name);
                        if (step->demotes)
                            hdl_set(m, "may_demote", "1'b1");
                    }
                }
        }
    }
    hdl_note(m, "Now and then a store makes its line private, or it would be shared for ever.");
    hdl_reg(m, "chance_q", "16", "16'h1d2b", "a shift register with feedback, period 65,535");
    hdl_let(m, "demote", "1", "decides && may_demote && {16'd0, chance_q} <= DEMOTES");
    hdl_assign(m, "demote_o", "demote");
    hdl_on_clock (m) {
        hdl_when (m, "decides && may_demote") {
            hdl_set(m, "chance_q",
                    "{chance_q[14:0], chance_q[15] ^ chance_q[13] ^ chance_q[12] ^ "
                    "chance_q[10]}");
        }
    }
    hdl_let(m, "new_state", "2", "demote ? IMST_PRIVATE : next");
    hdl_assign(m, "entry", "{1'b1, (hit && hit_changed) || new_state != state, new_state, s1_key}");
    hdl_let(m, "shared", "1", "decides && kills != IMST_KILLS_NONE");
    hdl_assign(m, "shared_o", "shared");
}

/* The unit's own accesses to spare bits: the entry on its way back first, then missing ones. */
static void memory(struct hdl *m)
{
    hdl_note(m, "Entries to memory, and from there.");
    part_turn(m, "ask", "TAGS", "ask_q");
    hdl_let(m, "back_goes", "1", "back_valid_q && !back_sent_q");
    hdl_assign(m, "ask", "ask_any && !back_goes && entry_ready_i");
    hdl_assign(m, "entry_valid_o", "back_goes || ask_any");
    hdl_assign(m, "entry_write_o", "back_goes");
    hdl_assign(m, "entry_state_o", "back_state_q");
    hdl_assign(m, "entry_line_o", "back_goes ? back_line_q : line[ask_at]");
    hdl_assign(m, "entry_tag_o", "ask_at");
    hdl_on_clock (m) {
        hdl_when (m, "evicts") {
            hdl_set(m, "back_valid_q", "1'b1");
            hdl_set(m, "back_sent_q", "1'b0");
            hdl_set(m, "back_line_q", "{victim_entry[KEY_W-1:0], s1_set}");
            hdl_set(m, "back_state_q", "victim_entry[KEY_W +: 2]");
        }
        hdl_elsewhen (m, "wrote_i") {
            hdl_set(m, "back_valid_q", "1'b0");
        }
        hdl_elsewhen (m, "back_goes && entry_ready_i") {
            hdl_set(m, "back_sent_q", "1'b1");
        }
    }
}

/* Invalidations of one store at a time, a package a cycle. */
static void broadcast(struct hdl *m)
{
    hdl_note(m, "Invalidations: of one store at a time, to one package after the other.");
    hdl_reg(m, "cast_q", "1", "1'b0", NULL);
    hdl_reg(m, "cast_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "cast_node_q", "NODE_W", NULL, "the next package");
    hdl_reg(m, "cast_sent_q", "NODE_W + 1", NULL, "so many are sent");
    part_turn(m, "cast", "TAGS", "kill_q");
    hdl_assign(m, "cast", "cast_any && !cast_q");
    hdl_let(m, "cast_home", "1", "home_q[cast_tag_q]");
    hdl_let(m, "cast_skips", "1",
            "cast_node_q == node[cast_tag_q] || (cast_home && cast_node_q != HOME[NODE_W-1:0])");
    hdl_assign(m, "kill_valid_o", "cast_q && !cast_skips");
    hdl_assign(m, "kill_node_o", "cast_node_q");
    hdl_assign(m, "kill_tag_o", "cast_tag_q");
    hdl_let(m, "cast_moves", "1", "cast_q && (cast_skips || kill_ready_i)");
    hdl_let(m, "cast_ends", "1", "cast_moves && cast_node_q == LAST[NODE_W-1:0]");
    hdl_let(m, "cast_sent", "NODE_W + 1", "cast_sent_q + {{NODE_W{1'b0}}, !cast_skips}");
    hdl_on_clock (m) {
        hdl_when (m, "cast") {
            hdl_set(m, "cast_q", "1'b1");
            hdl_set(m, "cast_tag_q", "cast_at");
            hdl_set(m, "cast_node_q", "{NODE_W{1'b0}}");
            hdl_set(m, "cast_sent_q", "{NODE_W + 1{1'b0}}");
        }
        hdl_elsewhen (m, "cast_moves") {
            hdl_set(m, "cast_q", "!cast_ends");
            hdl_set(m, "cast_node_q", "cast_node_q + 1'b1");
            hdl_set(m, "cast_sent_q", "cast_sent");
        }
    }
}

static void grants(struct hdl *m)
{
    hdl_note(m, "Grants: at once if no copy has to go, else when all are acknowledged.");
    hdl_wire(m, "all_acked", "TAGS", NULL);
    hdl_gen_for (m, "t", "TAGS", "acks") {
        hdl_assign(m, "all_acked[t]", "killed_q[t] && sent[t] == acked[t]");
    }
    part_turn(m, "clean", "TAGS", "all_acked");
    hdl_let(m, "grants", "1", "decides && !shared");
    hdl_assign(m, "clean", "clean_any && !grants");
    hdl_assign(m, "grant_valid_o", "grants || clean");
    hdl_assign(m, "grant_tag_o", "grants ? s1_tag_q : clean_at");
}

static void update(struct hdl *m)
{
    hdl_let(m, "looks", "TAGS", "look ? one << look_tag_i : {TAGS{1'b0}}");
    hdl_let(m, "again_is", "TAGS", "again ? one << again_at : {TAGS{1'b0}}");
    hdl_let(m, "asks", "TAGS", "ask ? one << ask_at : {TAGS{1'b0}}");
    hdl_let(m, "s1_is", "TAGS", "one << s1_tag_q");
    hdl_let(m, "comes", "TAGS", "spare_valid_i ? one << spare_tag_i : {TAGS{1'b0}}");
    hdl_let(m, "casts", "TAGS", "cast ? one << cast_at : {TAGS{1'b0}}");
    hdl_let(m, "ends", "TAGS", "cast_ends ? one << cast_tag_q : {TAGS{1'b0}}");
    hdl_let(m, "cleans", "TAGS", "clean ? one << clean_at : {TAGS{1'b0}}");
    hdl_let(m, "none", "TAGS", "{TAGS{1'b0}}");
    hdl_on_clock (m) {
        hdl_set(m, "wait_q", "(wait_q | (misses ? s1_is : none)) & ~again_is");
        hdl_set(m, "ask_q", "(ask_q | (misses && !s1_reads_q ? s1_is : none)) & ~asks");
        hdl_set(m, "have_q", "(have_q | comes) & ~looks");
        hdl_set(m, "kill_q", "(kill_q | (shared ? s1_is : none)) & ~casts");
        hdl_set(m, "killed_q", "(killed_q | ends) & ~cleans");
        hdl_when (m, "look") {
            hdl_set(m, "line[look_tag_i]", "look_line_i");
            hdl_set(m, "node[look_tag_i]", "look_node_i");
            hdl_set(m, "write_q[look_tag_i]", "look_write_i");
        }
        hdl_when (m, "shared") {
            hdl_set(m, "home_q[s1_tag_q]", "kills == IMST_KILLS_HOME");
        }
        hdl_when (m, "spare_valid_i") {
            hdl_set(m, "spare[spare_tag_i]", "spare_state_i");
        }
        hdl_when (m, "cast_ends") {
            hdl_set(m, "sent[cast_tag_q]", "cast_sent");
        }
    }
    hdl_on_clock (m) {
        hdl_when (m, "look") {
            hdl_set(m, "acked[look_tag_i]", "{NODE_W + 1{1'b0}}");
        }
        hdl_when (m, "ack_valid_i") {
            hdl_set(m, "acked[ack_tag_i]", "acked[ack_tag_i] + 1'b1");
        }
    }
    hdl_assign(m, "busy_o",
               "!swept || s1_valid_q || again_any || (entry_valid_o && entry_ready_i) || cast_any"
               " || (cast_q && (cast_skips || kill_ready_i)) || clean_any");
}

const char *imst_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_imst"))
        return "um_imst";
    struct hdl *m = hdl_module(d, "um_imst",
                               "In-memory sharing tracker: a store is granted when no copy that it "
                               "outdates is left.");
    header(m);
    requests(m);
    stage0(m);
    array(m);
    lookup(m);
    rules(m);
    memory(m);
    broadcast(m);
    grants(m);
    update(m);
    hdl_end(m);
    return "um_imst";
}
