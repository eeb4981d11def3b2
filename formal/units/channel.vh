// The channel contract: a message that is valid and not taken is still valid and unchanged in the next cycle,
// unless a reset comes between. Put before a unit's own text.
//   `CHANNEL_OUT(rsp)  the unit promises it for rsp_valid_o, rsp_ready_i, rsp_msg_o; asserts
//                      rsp_unserved_stays, covers rsp_waits and rsp_moves
//   `CHANNEL_IN(req)   the sender has promised it for req_valid_i, req_ready_o, req_msg_i; assumes
//                      req_unserved_stays, covers req_waits and req_moves
//   `CHANNEL_SENDS(tag, valid, ready, msg), `CHANNEL_SENT(tag, valid, ready, msg)
//                      the same for other signals: one channel of a port of several, ports of other names
// A unit that needs no promise of its senders should not have CHANNEL_IN. A channel without ready is always
// taken and promises nothing.
// That valid does not wait for ready is checked in the netlist: no path leads from an input to an output.
`define CHANNEL_GHOST(tag, valid, ready, msg) \
    reg f_``tag``_waits_q; \
    reg [$bits(msg)-1:0] f_``tag``_msg_q; \
    always @(posedge clk_i) begin \
        f_``tag``_waits_q <= !rst_i && (valid) && !(ready); \
        f_``tag``_msg_q <= (msg); \
    end \
    wire f_``tag``_unserved_stays = !f_``tag``_waits_q || ((valid) && (msg) == f_``tag``_msg_q); \
    `COVER(tag``_waits, f_``tag``_waits_q) \
    `COVER(tag``_moves, (valid) && (ready))

`define CHANNEL_SENDS(tag, valid, ready, msg) \
    `CHANNEL_GHOST(tag, valid, ready, msg) \
    `ASSERT(tag``_unserved_stays, f_``tag``_unserved_stays)
`define CHANNEL_SENT(tag, valid, ready, msg) \
    `CHANNEL_GHOST(tag, valid, ready, msg) \
    `ASSUME(tag``_unserved_stays, f_``tag``_waits_q, f_``tag``_unserved_stays)

`define CHANNEL_OUT(name) `CHANNEL_SENDS(name, name``_valid_o, name``_ready_i, name``_msg_o)
`define CHANNEL_IN(name) `CHANNEL_SENT(name, name``_valid_i, name``_ready_o, name``_msg_i)
