// um_fifo against a queue in this testbench, with random traffic: order, contents, full, empty, a
// latency of one cycle.
`default_nettype none
module fifo_tb;
    parameter WIDTH = 8;
    parameter DEPTH = 4;

    reg              clk = 1'b0, rst = 1'b1;
    reg              in_valid = 1'b0, out_ready = 1'b0;
    reg  [WIDTH-1:0] in_msg = 0;
    wire             in_ready, out_valid;
    wire [WIDTH-1:0] out_msg;

    um_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) dut (
        .clk_i(clk), .rst_i(rst),
        .in_valid_i(in_valid), .in_ready_o(in_ready), .in_msg_i(in_msg),
        .out_valid_o(out_valid), .out_ready_i(out_ready), .out_msg_o(out_msg));

    reg [WIDTH-1:0] model [0:1023];
    integer head = 0, tail = 0, pushed = 0, full = 0, cycle, seed = 1, busy;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d: %0s", cycle, what);
            $finish;
        end
    endtask

    initial begin
        for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
            #1;
            rst = cycle < 2;
            // Phases of a fast producer, a fast consumer, and both.
            busy      = (cycle / 200) % 3;
            in_valid  = !rst && $random(seed) % 4 >= (busy == 1 ? 1 : -2);
            out_ready = $random(seed) % 4 >= (busy == 2 ? 1 : -2);
            in_msg    = {WIDTH{1'b1}} & {40{$random(seed)}};
            #1;
            if (!rst) begin
                check(in_ready === (tail - head < DEPTH), "in_ready");
                check(out_valid === (tail != head), "out_valid");
                check(!out_valid || out_msg === model[head % 1024], "out_msg");
                if (!in_ready)
                    full = full + 1;
                if (out_valid && out_ready)
                    head = head + 1;
                if (in_valid && in_ready) begin
                    model[tail % 1024] = in_msg;
                    tail   = tail + 1;
                    pushed = pushed + 1;
                end
            end
            clk = 1'b1;
            #1 clk = 1'b0;
        end
        check(pushed > 5000 && full > 100, "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
