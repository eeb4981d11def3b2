// um_atomic, for any LINE_BYTES and WORD_BYTES.
//
// Promises, for any word of the line: when done_o is set, line_o is the operands' line. If there was work to do,
// each covered element has been replaced by the result of the atomic. Without work, done_o is set in the cycle
// after the start; with work, it is set one cycle later for every two words. It stays set until the result is
// taken, and busy_o is set from the start until then. Nothing is promised of functions other than the ten of
// gen/proto/atomic.h.
// Assumes what atomic_env.vh says, which is put before this text.
// A proof of all ten functions at once is slow: with FN defined (0 to 9) the line is proved for that one alone.
`ifdef FN
`define F_PROMISED (f_fn_q[3:0] == `FN)
`else
`define F_PROMISED (f_fn_q[3:0] < 10)
`endif

wire [AT_W-1:0] f_any = $anyconst;
wire [AT_W-1:0] f_slot = SLOTS > 1 ? f_any : 1'b0; // any slot of two words
wire f_half = $anyconst;              // and either word of it

// Ghosts: the request, and the number of cycles for which the unit has been at work.
reg f_going_q;
reg f_work_q;
reg [AT_W:0] f_age_q;
reg [4:0] f_fn_q;
reg [SLOT-1:0] f_old_q;
reg [SLOT-1:0] f_operand_q;
reg [SLOT-1:0] f_across_q;
reg f_covered_q;
wire [AT_W-1:0] f_other = SLOTS > 1 ? f_slot ^ 1'b1 : f_slot;
always @(posedge clk_i) begin
    if (rst_i)
        f_going_q <= 1'b0;
    else
        f_going_q <= start_i || (f_going_q && !(done_o && take_i));
    if (start_i) begin
        f_work_q <= work_i;
        f_age_q <= 0;
        f_fn_q <= fn_i;
        f_old_q <= old_i[SLOT*f_slot +: SLOT];
        f_operand_q <= operand_i[SLOT*f_slot +: SLOT];
        f_across_q <= operand_i[SLOT*f_other +: SLOT];
        f_covered_q <= mask_i[2*WORD_BYTES*f_slot + WORD_BYTES*f_half];
    end else if (f_age_q != SLOTS)
        f_age_q <= f_age_q + 1'b1;
end

// The result of the function for an element, of either width.
`define F_ATOMIC(fn, old, operand, compare) \
    ((fn) == 0 ? (old) + (operand) \
    : (fn) == 1 ? ($signed(old) < $signed(operand) ? (old) : (operand)) \
    : (fn) == 2 ? ($signed(old) > $signed(operand) ? (old) : (operand)) \
    : (fn) == 3 ? ((old) < (operand) ? (old) : (operand)) \
    : (fn) == 4 ? ((old) > (operand) ? (old) : (operand)) \
    : (fn) == 5 ? (old) & (operand) \
    : (fn) == 6 ? (old) | (operand) \
    : (fn) == 7 ? (old) ^ (operand) \
    : (fn) == 8 ? (operand) \
    : (fn) == 9 ? ((old) == (compare) ? (operand) : (old)) \
    : 1'b0) // no function: not promised
wire [W-1:0] f_old_word = f_half ? f_old_q[SLOT-1:W] : f_old_q[W-1:0];
wire [W-1:0] f_operand_word = f_half ? f_operand_q[SLOT-1:W] : f_operand_q[W-1:0];
wire [W-1:0] f_compare_word = f_half ? f_operand_q[W-1:0] : f_operand_q[SLOT-1:W];
wire [W-1:0] f_narrow = `F_ATOMIC(f_fn_q[3:0], f_old_word, f_operand_word, f_compare_word);
wire [SLOT-1:0] f_wide = `F_ATOMIC(f_fn_q[3:0], f_old_q, f_operand_q, f_across_q);
wire [W-1:0] f_new = !f_covered_q || !f_work_q ? f_operand_word
    : !f_fn_q[4] ? f_narrow : f_half ? f_wide[SLOT-1:W] : f_wide[W-1:0];
wire [W-1:0] f_line = line_o[SLOT*f_slot + W*f_half +: W];

`ASSERT(line_is_what_was_asked_for, !(done_o && `F_PROMISED) || f_line == f_new)
`ASSERT(busy_until_taken, busy_o == f_going_q)
`ASSERT(done_in_time, done_o == (f_going_q && (!f_work_q || f_age_q == SLOTS)))

// Helpers: the registers keep the request; slots before the present one are done, others are not.
`ASSERT(busy_and_done_differ, !(busy_q && done_q))
`ASSERT(slot_is_the_age, !busy_q || (f_work_q && slot_q == f_age_q))
`ASSERT(age_within_slots, !f_going_q || f_age_q <= SLOTS)
wire f_kept = fn_q == f_fn_q && old_q[SLOT*f_slot +: SLOT] == f_old_q && operand_q[SLOT*f_slot +: SLOT] == f_operand_q
    && operand_q[SLOT*f_other +: SLOT] == f_across_q && mask_q[2*WORD_BYTES*f_slot + WORD_BYTES*f_half] == f_covered_q;
`ASSERT(keeps_what_was_asked, !busy_q || f_kept)
`ASSERT(slots_before_are_done, !(busy_q && f_slot < slot_q && `F_PROMISED) || f_line == f_new)
`ASSERT(slots_from_here_are_not, !(busy_q && f_slot >= slot_q) || f_line == f_operand_word)

wire f_made = done_o && f_work_q && f_covered_q;
`COVER(wide_sum_carries, f_made && f_fn_q == 16 && f_half && f_new != f_old_word + f_operand_word)
`COVER(swapped, f_made && f_fn_q == 9 && f_new != f_old_word)
`COVER(not_swapped_wide, f_made && f_fn_q == 25 && f_new != f_operand_word)
`COVER(least_is_negative, f_made && f_fn_q == 1 && f_new[W-1] && !f_operand_word[W-1])
`COVER(wide_halves_decide, f_made && f_fn_q == 20 && f_old_q[SLOT-1:W] == f_operand_q[SLOT-1:W])
`COVER(without_work, done_o && !f_work_q)
`COVER(waits_to_be_taken, done_o && !take_i)
