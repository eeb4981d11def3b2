// um_delay with random traffic: a message is offered exactly LATENCY cycles after it went in, or as
// soon as those before it are out. With GATED the clock stops while the queue is empty and idle.
`default_nettype none
module delay_tb;
    parameter WIDTH   = 8;
    parameter DEPTH   = 8;
    parameter LATENCY = 4;
    parameter GATED   = 0;

    reg              clk = 1'b0, rst = 1'b1;
    reg              in_valid = 1'b0, out_ready = 1'b0;
    reg  [WIDTH-1:0] in_msg = 0;
    wire             in_ready, out_valid, busy;
    wire [WIDTH-1:0] out_msg;

    um_delay #(.WIDTH(WIDTH), .DEPTH(DEPTH), .LATENCY(LATENCY)) dut (
        .clk_i(clk), .rst_i(rst),
        .in_valid_i(in_valid), .in_ready_o(in_ready), .in_msg_i(in_msg),
        .out_valid_o(out_valid), .out_ready_i(out_ready), .out_msg_o(out_msg), .busy_o(busy));

    reg [WIDTH-1:0] model [0:1023];
    integer         since [0:1023];
    integer head = 0, tail = 0, late = 0, stopped = 0, cycle, seed = 1, phase;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d: %0s", cycle, what);
            $finish;
        end
    endtask

    initial begin
        for (cycle = 0; cycle < 30000; cycle = cycle + 1) begin
            #1;
            rst = cycle < 2;
            // Phases of many messages, of few, and of none.
            phase     = (cycle / (4 * LATENCY + 100)) % 4;
            in_valid  = !rst && phase != 3 &&
                        (phase == 0 || $random(seed) % (phase == 1 ? 8 : LATENCY + 3) == 0);
            out_ready = phase == 2 || $random(seed) % 8 >= (phase == 0 ? 1 : -6);
            in_msg    = {WIDTH{1'b1}} & {40{$random(seed)}};
            #1;
            if (!rst) begin
                check(busy === (tail != head), "busy");
                check(in_ready === (tail - head < DEPTH), "in_ready");
                check(out_valid === (tail != head && cycle - since[head % 1024] >= LATENCY),
                      "out_valid");
                check(!out_valid || out_msg === model[head % 1024], "out_msg");
                if (out_valid && cycle - since[head % 1024] > LATENCY)
                    late = late + 1;
            end
            if (rst || !GATED || busy || in_valid) begin
                clk = 1'b1;
            end else
                stopped = stopped + 1;
            if (!rst && out_valid && out_ready)
                head = head + 1;
            if (!rst && in_valid && in_ready) begin
                model[tail % 1024] = in_msg;
                since[tail % 1024] = cycle;
                tail = tail + 1;
            end
            #1 clk = 1'b0;
        end
        check(tail > 200 && late > 100 && (!GATED || stopped > 100), "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
