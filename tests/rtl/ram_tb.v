// um_ram with random accesses: column enables, the old word on a collision, rdata_o stable until
// the next read.
`default_nettype none
module ram_tb;
    parameter COL_W  = 8;
    parameter COLS   = 4;
    parameter DEPTH  = 16;
    parameter ADDR_W = 4;

    reg                   clk = 1'b0, ren = 1'b0;
    reg  [ADDR_W-1:0]     raddr = 0, waddr = 0;
    reg  [COLS-1:0]       wen = 0;
    reg  [COLS*COL_W-1:0] wdata = 0;
    wire [COLS*COL_W-1:0] rdata;

    um_ram #(.COL_W(COL_W), .COLS(COLS), .DEPTH(DEPTH), .ADDR_W(ADDR_W)) dut (
        .clk_i(clk), .ren_i(ren), .raddr_i(raddr), .rdata_o(rdata),
        .wen_i(wen), .waddr_i(waddr), .wdata_i(wdata));

    reg [COLS*COL_W-1:0] model [0:DEPTH-1];
    reg [COLS*COL_W-1:0] expected, merged;
    integer cycle, seed = 1, c, collisions = 0, parts = 0;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d: %0s", cycle, what);
            $finish;
        end
    endtask

    initial begin
        for (cycle = 0; cycle < 10000 + DEPTH; cycle = cycle + 1) begin
            #1;
            // Every word is written once before any is read.
            wdata = {256{$random(seed)}};
            wdata = wdata ^ {{COLS*COL_W{1'b0}}, {64{$random(seed)}}} << (cycle % 32);
            wen   = cycle % 3 == 0 ? {COLS{1'b1}} : cycle % 3 == 1 ? {64{$random(seed)}} : 0;
            waddr = {$random(seed)} % DEPTH;
            ren   = $random(seed) % 2 == 0;
            raddr = $random(seed) % 2 == 0 ? waddr : {$random(seed)} % DEPTH;
            if (cycle < DEPTH) begin
                wen   = {COLS{1'b1}};
                waddr = cycle;
                ren   = 1'b0;
            end
            if (ren) begin
                expected   = model[raddr];
                collisions = collisions + (|wen && raddr == waddr);
            end
            parts  = parts + (|wen && !(&wen));
            merged = model[waddr];
            for (c = 0; c < COLS; c = c + 1)
                if (wen[c])
                    merged[c*COL_W +: COL_W] = wdata[c*COL_W +: COL_W];
            model[waddr] = merged;
            clk = 1'b1;
            #1 check(cycle < DEPTH + 20 || rdata === expected, "rdata");
            clk = 1'b0;
        end
        check(collisions > 500 && (parts > 500 || COLS == 1), "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
