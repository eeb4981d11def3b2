// The counters of a unit against integers in this testbench: they count up to all ones and stay
// there, one an event, one a port. With COUNT_ONE one alone, which begins anew, and is a cycle late.
`default_nettype none
module count_tb;
    parameter COUNT_W   = 8;
    parameter COUNT_ONE = 0;

    localparam MOST  = (1 << COUNT_W) - 1;
    localparam PORT0 = 384;

    reg        clk = 1'b0, rst = 1'b1;
    reg        often = 1'b0, seldom = 1'b0;
    reg  [1:0] port = 2'b0;
    reg  [8:0] select = 9'd0;
    wire       idle;
    wire [63:0] shown;

    um_count #(.COUNT_W(COUNT_W), .COUNT_ONE(COUNT_ONE)) dut (
        .clk_i(clk), .rst_i(rst), .often_i(often), .seldom_i(seldom), .port_i(port),
        .idle_o(idle), .probe_sel_i(select), .probe_o(shown));

    integer counts [0:3]; // often, seldom, port 0, port 1
    integer cycle, i, seed = 1, stayed = 0, before = 0;

    function integer within(input integer count);
        within = COUNT_ONE != 0 ? count & MOST : count > MOST ? MOST : count;
    endfunction

    initial begin
        for (i = 0; i < 4; i = i + 1)
            counts[i] = 0;
        for (cycle = 0; cycle < 3 * MOST + 20; cycle = cycle + 1) begin
            rst    = cycle < 2;
            often  = $random(seed) % 8 != 0;
            seldom = $random(seed) % 8 == 0;
            port   = {often, seldom};
            // One that has one counter counts what is selected.
            select = COUNT_ONE != 0 ? PORT0 + 9'd1 : 9'd0;
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            before = counts[3];
            if (!rst) begin
                counts[0] = counts[0] + often;
                counts[1] = counts[1] + seldom;
                counts[2] = counts[2] + port[0];
                counts[3] = counts[3] + port[1];
            end
            for (i = COUNT_ONE != 0 ? 3 : 0; i < 4; i = i + 1) begin
                select = i < 2 ? i : PORT0 + i - 2;
                #1 if (shown !== within(COUNT_ONE != 0 ? before : counts[i])) begin
                    $display("FAIL cycle %0d: counter %0d shows %0d of %0d", cycle, i, shown, counts[i]);
                    $finish;
                end
                if (counts[i] > MOST)
                    stayed = stayed + 1;
            end
        end
        if (stayed > MOST)
            $display("PASS");
        else
            $display("FAIL: no counter ran over");
        $finish;
    end
endmodule
