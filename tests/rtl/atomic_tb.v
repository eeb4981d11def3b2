// um_atomic against plain arithmetic, element by element, with random stimulus: every function,
// both widths, several elements per line, values at the edges of signed and unsigned, results that
// wait.
`default_nettype none
module atomic_tb;
    parameter LINE_BYTES = 16;

    localparam W = 8*LINE_BYTES;

    localparam FNS = 10; // those of gen/proto/atomic.h

    reg                   clk = 1'b0, rst = 1'b1, start = 1'b0, work = 1'b0, take = 1'b0;
    reg  [4:0]            fn = 0;
    reg  [W-1:0]          old = 0, operand = 0;
    reg  [LINE_BYTES-1:0] mask = 0;
    wire                  busy, done;
    wire [W-1:0]          line;

    um_atomic #(.LINE_BYTES(LINE_BYTES)) dut (
        .clk_i(clk), .rst_i(rst), .start_i(start), .work_i(work), .fn_i(fn), .old_i(old),
        .operand_i(operand), .mask_i(mask), .take_i(take), .busy_o(busy), .done_o(done),
        .line_o(line));

    integer seed = 1, run, e, wait_for, elements, width, cycle, swapped = 0, kept = 0;
    integer tried [0:31];
    reg  [W-1:0] want;
    reg  [31:0]  r;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL run %0d, fn %0d: %0s", run, fn, what);
            $display("old %h operand %h mask %b line %h want %h", old, operand, mask, line, want);
            $finish;
        end
    endtask

    task tick;
        begin
            #1 clk = 1'b1;
            #1 clk = 1'b0;
        end
    endtask

    // Edges of 32 and 64 bits, small numbers, anything.
    function [63:0] value(input integer unused);
        begin
            value = {$random(seed), $random(seed)};
            case ({$random(seed)} % 12)
                0: value = 64'd0;
                1: value = {64{1'b1}};
                2: value = 64'h8000000000000000;
                3: value = 64'h7fffffffffffffff;
                4: value = 64'h0000000080000000;
                5: value = 64'h800000007fffffff;
                6: value = 64'h00000000ffffffff;
                7: value = 64'hffffffff00000000;
                8: value = {60'd0, value[3:0]};
                9: value = {{60{1'b1}}, value[3:0]};
                default: ;
            endcase
        end
    endfunction

    function [63:0] wide_result(input [63:0] a, input [63:0] b, input [63:0] c);
        case (fn[3:0])
            0: wide_result = a + b;
            1: wide_result = $signed(a) < $signed(b) ? a : b;
            2: wide_result = $signed(a) > $signed(b) ? a : b;
            3: wide_result = a < b ? a : b;
            4: wide_result = a > b ? a : b;
            5: wide_result = a & b;
            6: wide_result = a | b;
            7: wide_result = a ^ b;
            8: wide_result = b;
            9: wide_result = a == c ? b : a;
            default: wide_result = {64{1'bx}};
        endcase
    endfunction

    function [31:0] result(input [31:0] a, input [31:0] b, input [31:0] c);
        case (fn[3:0])
            0: result = a + b;
            1: result = $signed(a) < $signed(b) ? a : b;
            2: result = $signed(a) > $signed(b) ? a : b;
            3: result = a < b ? a : b;
            4: result = a > b ? a : b;
            5: result = a & b;
            6: result = a | b;
            7: result = a ^ b;
            8: result = b;
            9: result = a == c ? b : a;
            default: result = {32{1'bx}};
        endcase
    endfunction

    // Equal halves and equal elements are frequent: where comparisons turn.
    task draw;
        begin
            fn    = {$random(seed)} % FNS;
            fn[4] = $random(seed);
            width    = fn[4] ? 8 : 4;
            elements = LINE_BYTES / width;
            for (e = 0; e < LINE_BYTES / 8; e = e + 1) begin
                old[64*e +: 64]     = value(0);
                operand[64*e +: 64] = value(0);
            end
            for (e = 0; e < LINE_BYTES / 4; e = e + 1) begin
                r = $random(seed);
                if (r[1:0] == 2'd0)
                    operand[32*e +: 32] = old[32*e +: 32];
            end
            mask = 0;
            for (e = 0; e < elements; e = e + 1) begin
                r = $random(seed);
                // A swap's neighbour holds what to compare with: often what is there.
                if (fn[3:0] != 9)
                    mask = mask | ({{LINE_BYTES{1'b0}}, r[0]} * ((1 << width) - 1)) << (e * width);
                else if (r[0] && (e % 2 == 0 ? 1'b1 : !mask[(e - 1) * width])) begin
                    mask = mask | ((1 << width) - 1) << (e * width);
                    if (r[1] && fn[4])
                        operand[64*(e ^ 1) +: 64] = old[64*e +: 64];
                    else if (r[1])
                        operand[32*(e ^ 1) +: 32] = old[32*e +: 32];
                end
            end
        end
    endtask

    task expect_line;
        begin
            want = operand;
            for (e = 0; e < elements; e = e + 1)
                if (mask[e * width]) begin
                    if (fn[4])
                        want[64*e +: 64] = wide_result(old[64*e +: 64], operand[64*e +: 64],
                                                       operand[64*(e ^ 1) +: 64]);
                    else
                        want[32*e +: 32] = result(old[32*e +: 32], operand[32*e +: 32],
                                                  operand[32*(e ^ 1) +: 32]);
                    if (fn[3:0] == 9 && (fn[4] ? want[64*e +: 64] === operand[64*e +: 64]
                                               : want[32*e +: 32] === operand[32*e +: 32]))
                        swapped = swapped + 1;
                    else if (fn[3:0] == 9)
                        kept = kept + 1;
                end
            if (!work)
                want = operand;
        end
    endtask

    initial begin
        for (e = 0; e < 32; e = e + 1)
            tried[e] = 0;
        run = 0;
        want = 0;
        tick;
        tick;
        rst = 1'b0;
        for (run = 0; run < 6000; run = run + 1) begin
            #1 check(!busy && !done, "not idle");
            draw;
            work = {$random(seed)} % 8 != 0;
            expect_line;
            if (work)
                tried[fn] = tried[fn] + 1;
            start = 1'b1;
            tick;
            start = 1'b0;
            // What it was given need not stay.
            mask = $random(seed);
            for (cycle = 1; !done && cycle <= LINE_BYTES / 8 + 1; cycle = cycle + 1) begin
                check(busy, "not busy");
                tick;
            end
            check(done && cycle == (work ? LINE_BYTES / 8 + 1 : 1), "wrong latency");
            for (wait_for = {$random(seed)} % 3; wait_for > 0; wait_for = wait_for - 1) begin
                check(done && busy && line === want, "result does not stay");
                tick;
            end
            check(line === want, "wrong result");
            take = 1'b1;
            tick;
            take = 1'b0;
        end
        for (e = 0; e < 16 + FNS; e = e + 1)
            check(e % 16 >= FNS || tried[e] > 150, "too little was tried");
        check(swapped > 100 && kept > 100, "too few swaps");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
