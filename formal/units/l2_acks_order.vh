// What a bank that acknowledges invalidations among its answers promises of their order, for any one line, f_line. A
// um_bank_front around it relies on that order. Put after l2_acks_above.vh, cache_bytes.vh and l2_invalidate.vh.
//
// Promises
// * when an acknowledgement enters the queue of answers, each load that was served from its line before has its answer in
//   that queue or beyond, whether a copy served it or a fill;
// * from then on no load's answer of the line enters, and no copy is here, until a fill serves that came behind the
//   invalidation: a fill from before it has left stage 1 when the invalidation enters it;
// * an invalidation leaves stage 1 with its acknowledgement, which enters alone.
//
// That messages leave a queue in the order in which they entered is um_fifo's promise (fifo.vh).
//
// Assumes nothing beyond cache_env.vh.
`define LOADS_IT(msg) (`UPWARD_OP(msg) == 4'd0 && `UPWARD_LINE(msg) == f_line)

wire f_acknowledges_it = f_acknowledges && `ACK_LINE(f_upward_pushed) == f_line;
reg f_acknowledged_q; // the line, and no fill has served since
always @(posedge clk_i)
    f_acknowledged_q <= !rst_i && !f_fills && (f_acknowledged_q || f_acknowledges_it);

// A load that is served from a copy has its answer in stage 2 until that enters: f_s2_q. One that is served from a fill has
// it in the queue at once.
`ASSERT(answers_before_it_are_in_front, !f_acknowledges_it || !f_s2_q)
`ASSERT(fill_is_answered_at_once, !f_fills || (f_upward_push && f_upward_room && `LOADS_IT(f_upward_pushed)))
`ASSERT(no_answer_of_before_is_behind_it, !f_acknowledged_q || f_fills || !(f_upward_push && `LOADS_IT(f_upward_pushed)))
`ASSERT(no_copy_until_a_later_fill, !f_acknowledged_q || !(f_is_kept || f_hits))
`ASSERT(leaves_with_its_acknowledgement, !(f_s1_invalidates && answer_done) || f_acknowledges)
`ASSERT(acknowledgement_enters_alone, !f_acknowledges || !(s2_valid_q || fill_serves || ack_done))

`ASSERT(load_in_stage_2_has_hit, !(s2_valid_q && s2_op_q == 4'd0 && s2_line_q == f_line) || f_s2_q)
`ASSERT(no_hit_of_before_in_stage_2, !f_acknowledged_q || !f_s2_q)

// ---- covers ----

wire f_beside_at = !f_told_at;
wire [RSP_W-1:0] f_beside_msg = f_beside_at ? f_upward_1 : f_upward_0;
wire f_its_load_is_beside = f_it_is_told && f_kill_line_q == f_line && f_upward[f_beside_at] && `LOADS_IT(f_beside_msg);
`COVER(waits_for_a_hit_of_its_line, f_s1_invalidates && s1_line_q == f_line && f_s2_q)
`COVER_WHERE(QUEUE_OUT > 1, behind_a_hit_of_its_line, f_its_load_is_beside && f_upward_head[0] == f_beside_at)
`COVER_WHERE(QUEUE_OUT > 1, before_an_answer_of_a_later_fill, f_its_load_is_beside && f_upward_head[0] == f_told_at)
`COVER_WHERE(QUEUE_OUT > 1, two_acknowledgements_wait, &f_ack)
