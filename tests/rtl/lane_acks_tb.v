// um_lane_acks with random traffic, beside a model of the wire: a message is offered at the far end in the cycle that the
// model says, while the three classes share the wire in turns, and while the far end takes none of one or two classes.
`default_nettype none
module lane_acks_tb;
    parameter REQ_W           = 24;
    parameter RSP_W           = 20;
    parameter ACK_W           = 12;
    parameter QUEUE_IN        = 2;
    parameter REQ_OP_LSB      = 3;
    parameter REQ_LINE_OPS    = 1602;
    parameter REQ_HEAD_CYCLES = 1;
    parameter REQ_LINE_CYCLES = 3;
    parameter RSP_OP_LSB      = 7;
    parameter RSP_LINE_OPS    = 1121;
    parameter RSP_HEAD_CYCLES = 1;
    parameter RSP_LINE_CYCLES = 4;
    parameter ACK_CYCLES      = 2;
    parameter LATENCY         = 10;
    parameter DEPTH           = 16;

    localparam PHASE = 40 * LATENCY + 400;

    // Of each class: 0 requests, 1 answers, 2 acknowledgements.
    reg  [2:0] in_valid = 0, out_ready = 0;
    wire [2:0] in_ready, out_valid;
    reg  [31:0] in_msg [0:2];
    wire [REQ_W-1:0] req_out;
    wire [RSP_W-1:0] rsp_out;
    wire [ACK_W-1:0] ack_out;
    wire idle;
    reg clk = 1'b0, rst = 1'b1;

    um_lane_acks #(
        .REQ_W(REQ_W), .RSP_W(RSP_W), .QUEUE_IN(QUEUE_IN), .REQ_OP_LSB(REQ_OP_LSB), .REQ_LINE_OPS(REQ_LINE_OPS),
        .REQ_HEAD_CYCLES(REQ_HEAD_CYCLES), .REQ_LINE_CYCLES(REQ_LINE_CYCLES), .RSP_OP_LSB(RSP_OP_LSB),
        .RSP_LINE_OPS(RSP_LINE_OPS), .RSP_HEAD_CYCLES(RSP_HEAD_CYCLES), .RSP_LINE_CYCLES(RSP_LINE_CYCLES),
        .ACK_W(ACK_W), .ACK_CYCLES(ACK_CYCLES), .LATENCY(LATENCY), .DEPTH(DEPTH)
    ) dut (
        .clk_i(clk), .rst_i(rst),
        .req_in_valid_i(in_valid[0]), .req_in_ready_o(in_ready[0]), .req_in_msg_i(in_msg[0][REQ_W-1:0]),
        .rsp_in_valid_i(in_valid[1]), .rsp_in_ready_o(in_ready[1]), .rsp_in_msg_i(in_msg[1][RSP_W-1:0]),
        .req_out_valid_o(out_valid[0]), .req_out_ready_i(out_ready[0]), .req_out_msg_o(req_out),
        .rsp_out_valid_o(out_valid[1]), .rsp_out_ready_i(out_ready[1]), .rsp_out_msg_o(rsp_out),
        .ack_in_valid_i(in_valid[2]), .ack_in_ready_o(in_ready[2]), .ack_in_msg_i(in_msg[2][ACK_W-1:0]),
        .ack_out_valid_o(out_valid[2]), .ack_out_ready_i(out_ready[2]), .ack_out_msg_o(ack_out),
        .idle_o(idle), .probe_sel_i(9'd0), .probe_o());

    // The model. Messages of a class are numbered: those from came to sent wait at the near end, those from out to
    // sent are on their way.
    reg [31:0] model [0:3071];  // 1024 places for each class
    integer    since [0:3071];  // the cycle in which a message left the wire
    integer came [0:2], sent [0:2], gone [0:2], waited [0:2], worst [0:2], beside [0:2];
    reg     on_wire = 1'b0;
    reg [2:0] may, stuck;
    integer owner = 0, last = 2;
    integer left = 0, turns = 0, asleep = 0, c, cycle, seed = 1, phase;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d, class %0d: %0s", cycle, c, what);
            $finish;
        end
    endtask

    function integer cycles_of(input integer class, input [31:0] msg);
        cycles_of = class == 2 ? ACK_CYCLES : class == 0 ? ((REQ_LINE_OPS >> msg[REQ_OP_LSB +: 4]) % 2 != 0 ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES)
                               : ((RSP_LINE_OPS >> msg[RSP_OP_LSB +: 4]) % 2 != 0 ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES);
    endfunction

    function integer longest(input integer class);
        longest = class == 2 ? ACK_CYCLES : class == 0 ? (REQ_LINE_CYCLES > REQ_HEAD_CYCLES ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES)
                             : (RSP_LINE_CYCLES > RSP_HEAD_CYCLES ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES);
    endfunction

    // What the unit shows in this cycle.
    task look;
        begin
            for (c = 0; c < 3; c = c + 1) begin
                check(in_ready[c] === (came[c] - sent[c] < QUEUE_IN), "in_ready");
                check(out_valid[c] === (sent[c] != gone[c] && cycle - since[1024*c + gone[c] % 1024] >= LATENCY),
                      "out_valid");
                check(!out_valid[c] || (c == 0 ? req_out === model[gone[0] % 1024][REQ_W-1:0]
                                        : c == 1 ? rsp_out === model[1024 + gone[1] % 1024][RSP_W-1:0]
                                                 : ack_out === model[2048 + gone[2] % 1024][ACK_W-1:0]), "out_msg");
            end
            check(idle === (came[0] == gone[0] && came[1] == gone[1] && came[2] == gone[2]), "idle");
            asleep = asleep + idle;
        end
    endtask

    // The wire in this cycle.
    task move;
        begin
            for (c = 0; c < 3; c = c + 1) begin
                may[c]    = came[c] != sent[c] && sent[c] - gone[c] < DEPTH;
                waited[c] = may[c] ? waited[c] + 1 : 0;
                check(waited[c] <= longest(0) + longest(1) + longest(2), "waits too long");
                stuck[c] = came[c] - sent[c] == QUEUE_IN && !may[c];
                if (waited[c] > worst[c])
                    worst[c] = waited[c];
            end
            if (!on_wire && may != 0) begin
                on_wire = 1'b1;
                owner   = may[(last + 1) % 3] ? (last + 1) % 3 : may[(last + 2) % 3] ? (last + 2) % 3 : last;
                left    = cycles_of(owner, model[1024*owner + sent[owner] % 1024]);
            end
            if (on_wire) begin
                left = left - 1;
                if (left == 0) begin
                    if (&may && last != owner)
                        turns = turns + 1;
                    if (stuck[(owner + 1) % 3] || stuck[(owner + 2) % 3])
                        beside[owner] = beside[owner] + 1;
                    since[1024*owner + sent[owner] % 1024] = cycle;
                    sent[owner]   = sent[owner] + 1;
                    waited[owner] = 0;
                    last          = owner;
                    on_wire       = 1'b0;
                end
            end
        end
    endtask

    reg [2:0] takes, gives;
    initial begin
        for (c = 0; c < 3; c = c + 1) begin
            came[c]   = 0;
            sent[c]   = 0;
            gone[c]   = 0;
            waited[c] = 0;
            worst[c]  = 0;
            beside[c] = 0;
            in_msg[c] = 0;
        end
        for (cycle = 0; cycle < 24 * PHASE; cycle = cycle + 1) begin
            #1;
            rst   = cycle < 2;
            phase = (cycle / PHASE) % 8;
            // Phases: all flows; one class is blocked, each in turn; answers and acknowledgements; some of all; few; none.
            for (c = 0; c < 3; c = c + 1) begin
                if (!in_valid[c] || takes[c]) begin
                    in_valid[c] = !rst && phase != 7 &&
                                  (phase < 5 || {$random(seed)} % (phase == 5 ? 6 : 2 * LATENCY) == 0);
                    in_msg[c]   = $random(seed);
                end
                out_ready[c] = phase == 0 || phase > 5 || phase == 5 && {$random(seed)} % 4 != 0 ||
                               phase < 4 && c != phase - 1 || phase == 4 && c == 0;
            end
            #1;
            if (!rst) begin
                look;
                takes = in_valid & in_ready;
                gives = out_valid & out_ready;
                move;
                for (c = 0; c < 3; c = c + 1) begin
                    if (takes[c]) begin
                        model[1024*c + came[c] % 1024] = in_msg[c];
                        came[c] = came[c] + 1;
                    end
                    gone[c] = gone[c] + gives[c];
                end
            end else
                takes = 0;
            clk = 1'b1;
            #1 clk = 1'b0;
        end
        for (c = 0; c < 3; c = c + 1) begin
            check(gone[c] > 500 && came[c] == gone[c], "too little came out");
            check(beside[c] > 100, "too little was tried");
            // With one place in a queue a message seldom comes at the worst moment.
            check(QUEUE_IN == 1 || worst[c] == longest(0) + longest(1) + longest(2), "none waited longest");
        end
        check(turns > 100 && asleep > 100, "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
