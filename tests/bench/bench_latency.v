// Latency of each unit: the cycle in which it answers a message taken in cycle 0, while nothing
// else is in flight.
//
//     build/umbel gen tsm-tiny -o /tmp/verilog
//     iverilog -g2005 -y /tmp/verilog -o /tmp/bench_latency tests/bench/bench_latency.v
//     vvp -n /tmp/bench_latency
//
// The units have the default parameters of their headers, except for those set here. A clock
// request (L1) and a peek (L2) take the same path through the pipeline as a load that hits.
`default_nettype none
module bench_latency;
    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = ~clk;

    reg          valid = 1'b0, two = 1'b0;  // a message to all; to the link also in cycle 1
    wire [191:0] clock = 192'd2 << 164;     // core_req, op in bits 167:164
    wire [223:0] peek  = 224'd4 << 160;     // req, op in bits 163:160
    wire         fifo, delay, link, l1, l2, grant, ready;
    wire [1:0]   crossbar;

    um_fifo fifo_unit (.clk_i(clk), .rst_i(rst), .in_valid_i(valid), .in_ready_o(),
        .in_msg_i(8'd0), .out_valid_o(fifo), .out_ready_i(1'b1), .out_msg_o());
    um_delay #(.LATENCY(10)) delay_unit (.clk_i(clk), .rst_i(rst), .in_valid_i(valid),
        .in_ready_o(), .in_msg_i(8'd0), .out_valid_o(delay), .out_ready_i(1'b1), .out_msg_o(),
        .busy_o());
    um_switch switch_unit (.clk_i(clk), .rst_i(rst), .in_valid_i({1'b0, valid}), .in_ready_o(),
        .in_msg_i(64'd0), .out_valid_o(crossbar), .out_ready_i(2'b11), .out_msg_o(), .idle_o(),
        .probe_sel_i(9'd0), .probe_o());
    um_link #(.LINE_CYCLES(8), .LATENCY(10)) link_unit (.clk_i(clk), .rst_i(rst),
        .in_valid_i(valid || two), .in_ready_o(), .in_msg_i(32'd0), .out_valid_o(link),
        .out_ready_i(1'b1), .out_msg_o(), .idle_o(), .probe_sel_i(9'd0), .probe_o());
    um_l1_mgcc l1_unit (.clk_i(clk), .rst_i(rst), .id_i(2'd0), .core_req_valid_i(valid),
        .core_req_ready_o(), .core_req_msg_i(clock), .core_rsp_valid_o(l1), .core_rsp_ready_i(1'b1),
        .core_rsp_msg_o(), .req_valid_o(), .req_ready_i(1'b1), .req_msg_o(), .rsp_valid_i(1'b0),
        .rsp_ready_o(), .rsp_msg_i({192{1'b0}}), .idle_o(), .probe_sel_i(9'd0), .probe_o());
    um_l2_mgcc l2_unit (.clk_i(clk), .rst_i(rst), .id_i(2'd0), .req_valid_i(valid), .req_ready_o(),
        .req_msg_i(peek), .rsp_valid_o(l2), .rsp_ready_i(1'b1), .rsp_msg_o(), .mem_req_valid_o(),
        .mem_req_ready_i(1'b1), .mem_req_msg_o(), .mem_rsp_valid_i(1'b0), .mem_rsp_ready_o(),
        .mem_rsp_msg_i({192{1'b0}}), .idle_o(), .probe_sel_i(9'd0), .probe_o());
    um_tsu_wts #(.LATENCY(10)) tsu_unit (.clk_i(clk), .rst_i(rst), .look_valid_i(valid),
        .look_ready_o(ready), .look_tag_i(2'd0), .look_line_i(16'd0), .look_store_i(1'b0),
        .look_cts_i(16'd0), .look_copy_i(1'b0), .look_copy_rts_i(16'd0), .grant_valid_o(grant),
        .grant_tag_o(), .grant_wts_o(), .grant_rts_o(), .grant_same_o(), .hit_o(), .miss_o(),
        .evict_o(), .busy_o(), .fail_o(), .fail_line_o());

    integer cycle;
    initial begin
        repeat (2) @(posedge clk);
        #1 rst = 1'b0;
        repeat (40) @(posedge clk);  // tags are cleared, one set a cycle
        #1 valid = 1'b1;
        for (cycle = 0; cycle < 30; cycle = cycle + 1) begin
            #1;
            if (fifo)      $display("um_fifo                                  cycle %0d", cycle);
            if (delay)     $display("um_delay, LATENCY 10                     cycle %0d", cycle);
            if (|crossbar) $display("um_switch                                cycle %0d", cycle);
            if (link)      $display("um_link, LATENCY 10, LINE_CYCLES 8       cycle %0d", cycle);
            if (l1)        $display("um_l1_mgcc, a hit                        cycle %0d", cycle);
            if (l2)        $display("um_l2_mgcc, a hit                        cycle %0d", cycle);
            if (grant)     $display("um_tsu_wts, LATENCY 10                   cycle %0d", cycle);
            @(posedge clk) #1;
            valid = 1'b0;
            two = cycle == 0;
        end
        $finish;
    end
endmodule
`default_nettype wire
