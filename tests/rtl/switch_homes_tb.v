// um_switch_homes with random traffic: every message comes out once, unchanged and in order at the output that it is
// for, also while outputs to other packages take nothing. A message that meets no other is there in cycle 2.
`default_nettype none
module switch_homes_tb;
    parameter NIN      = 5;
    parameter NEAR     = 2;  // outputs of this package
    parameter LANES    = 1;  // outputs to others
    parameter QUEUE_IN = 2;
    parameter DEST_W   = 1;
    parameter HOME_W   = 2;
    parameter HOME     = 1;
    parameter FAR_W    = 1;

    localparam NOUT  = NEAR + LANES;
    localparam WIDTH = 48;
    // A message: its number, its input, and the names, with bits between them that mean nothing.
    localparam DEST_LSB = 24, HOME_LSB = 32, FAR_LSB = 40;
    localparam EARLIEST = QUEUE_IN > 0 ? 2 : 1;  // cycles from the input to the output
    localparam PHASE = 1000;
    localparam ROOM  = 4096;

    reg  [NIN-1:0]        in_valid = 0, takes = 0;
    wire [NIN-1:0]        in_ready;
    reg  [NIN*WIDTH-1:0]  in_msg = 0;
    wire [NOUT-1:0]       out_valid;
    reg  [NOUT-1:0]       out_ready = 0;
    wire [NOUT*WIDTH-1:0] out_msg;
    wire idle;
    reg  clk = 1'b0, rst = 1'b1;

    um_switch_homes #(
        .NIN(NIN), .NOUT(NOUT), .WIDTH(WIDTH), .QUEUE_IN(QUEUE_IN), .DEST_LSB(DEST_LSB), .DEST_W(DEST_W),
        .HOME_LSB(HOME_LSB), .HOME_W(HOME_W), .FAR(NEAR), .FAR_LSB(FAR_LSB), .FAR_W(FAR_W)
    ) dut (
        .clk_i(clk), .rst_i(rst), .home_i(HOME[HOME_W-1:0]),
        .in_valid_i(in_valid), .in_ready_o(in_ready), .in_msg_i(in_msg),
        .out_valid_o(out_valid), .out_ready_i(out_ready), .out_msg_o(out_msg),
        .idle_o(idle), .probe_sel_i(9'd0), .probe_o());

    // The messages of input i for output o, in order, from out to came.
    reg [WIDTH-1:0] model [0:NIN*NOUT*ROOM-1];
    integer since [0:NIN*NOUT*ROOM-1], came [0:NIN*NOUT-1], gone [0:NIN*NOUT-1];
    integer inside = 0, near = 0, far = 0, beside = 0, at_once = 0, numbered = 0;
    integer alone = -1;  // the place in the model of a message that went in alone
    integer i, o, q, at, cycle, seed = 1, phase;
    reg [WIDTH-1:0] msg;
    reg [31:0] home, name;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d, input %0d, output %0d: %0s", cycle, i, o, what);
            $finish;
        end
    endtask

    // A message for any output. One in two is for another package.
    task draw;
        begin
            numbered = numbered + 1;
            msg  = {$random(seed), $random(seed)};
            home = {$random(seed)} % 2 == 0 ? HOME : {$random(seed)} % (1 << HOME_W);
            o    = home == HOME ? {$random(seed)} % NEAR : NEAR + {$random(seed)} % LANES;
            name = o - (home == HOME ? 0 : NEAR);
            msg[0 +: 16]  = numbered;
            msg[16 +: 8]  = i;
            msg[HOME_LSB +: HOME_W] = home;
            // The other name means nothing.
            if (home == HOME)
                msg[DEST_LSB +: DEST_W] = name;
            else
                msg[FAR_LSB +: FAR_W] = name;
        end
    endtask

    // Where a message goes: the model's own reading of it.
    task find(input [WIDTH-1:0] m);
        o = m[HOME_LSB +: HOME_W] == HOME ? m[DEST_LSB +: DEST_W] : NEAR + m[FAR_LSB +: FAR_W];
    endtask

    initial begin
        for (q = 0; q < NIN * NOUT; q = q + 1) begin
            came[q] = 0;
            gone[q] = 0;
        end
        for (cycle = 0; cycle < 10 * PHASE; cycle = cycle + 1) begin
            #1;
            rst   = cycle < 2;
            phase = (cycle / PHASE) % 5;
            // Phases: all flows; outputs to others are blocked; outputs of this package are; few; none.
            for (i = 0; i < NIN; i = i + 1)
                if (!in_valid[i] || takes[i]) begin
                    in_valid[i] = !rst && phase != 4 && (phase != 3 || {$random(seed)} % (16 * NIN) == 0);
                    draw;
                    in_msg[i*WIDTH +: WIDTH] = msg;
                end
            for (o = 0; o < NOUT; o = o + 1)
                out_ready[o] = phase == 4 || (phase == 1 ? o < NEAR : phase == 2 ? o >= NEAR : phase == 3)
                    || phase == 0 && {$random(seed)} % 4 != 0;
            #1;
            takes = rst ? 0 : in_valid & in_ready;
            for (o = 0; o < NOUT; o = o + 1)
                if (!rst && out_valid[o]) begin
                    msg = out_msg[o*WIDTH +: WIDTH];
                    i   = msg[16 +: 8];
                    check(i < NIN, "from nowhere");
                    q  = i * NOUT + o;
                    at = q * ROOM + gone[q] % ROOM;
                    check(gone[q] != came[q] && msg === model[at], "out_msg");
                    check(cycle - since[at] >= EARLIEST, "too early");
                    if (at == alone) begin
                        check(cycle - since[at] == EARLIEST, "late");
                        alone   = -1;
                        at_once = at_once + 1;
                    end
                    if (out_ready[o]) begin
                        gone[q] = gone[q] + 1;
                        inside  = inside - 1;
                        near    = near + (o < NEAR);
                        far     = far + (o >= NEAR);
                        beside  = beside + (phase == 1 && o < NEAR || phase == 2 && o >= NEAR);
                    end
                end
            check(alone < 0 || cycle - since[alone] < EARLIEST, "late");
            check(rst || inside == 0 || !idle || out_valid != 0, "asleep with a message");
            for (i = 0; i < NIN; i = i + 1)
                if (takes[i]) begin
                    find(in_msg[i*WIDTH +: WIDTH]);
                    q  = i * NOUT + o;
                    at = q * ROOM + came[q] % ROOM;
                    model[at] = in_msg[i*WIDTH +: WIDTH];
                    since[at] = cycle;
                    came[q]   = came[q] + 1;
                    if (inside == 0 && (takes & ~(1 << i)) == 0)
                        alone = at;
                    inside = inside + 1;
                end
            clk = 1'b1;
            #1 clk = 1'b0;
        end
        check(inside == 0, "messages are left");
        for (q = 0; q < NIN * NOUT; q = q + 1)
            check(gone[q] > 20, "a path was not taken");
        check(near > 500 && far > 300 && beside > 0 && at_once > 20, "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
