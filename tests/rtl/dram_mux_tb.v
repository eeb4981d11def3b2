// um_dram_mux_vi with random traffic, beside a model: requests of each side come to DRAM in their order and with all their
// fields, the two sides take turns, and each answer comes to the side whose tag it has.
`default_nettype none
module dram_mux_tb;
    parameter LINE_W     = 9;
    parameter LINE_BYTES = 4;
    parameter UMC_TAG_W  = 2;
    parameter RDC_TAG_W  = 3;
    parameter TAG_W      = 4;
    parameter META_W     = 11;
    parameter QUEUE_IN   = 2;
    parameter QUEUE_OUT  = 2;

    localparam DATA_W    = 8*LINE_BYTES;
    localparam WORDS     = DATA_W + LINE_BYTES + LINE_W;
    localparam UMC_REQ_W = ((WORDS + UMC_TAG_W + 1 + 2 + 1) / 32 + 1) * 32;
    localparam RDC_REQ_W = ((WORDS + RDC_TAG_W + 1 + META_W + 1) / 32 + 1) * 32;
    localparam REQ_W     = ((WORDS + TAG_W + 1 + META_W + 1) / 32 + 1) * 32;
    localparam UMC_RSP_W = ((DATA_W + UMC_TAG_W + 2 + 2) / 32 + 1) * 32;
    localparam RDC_RSP_W = ((DATA_W + RDC_TAG_W + META_W + 2) / 32 + 1) * 32;
    localparam RSP_W     = ((DATA_W + TAG_W + META_W + 2) / 32 + 1) * 32;

    reg  [1:0] in_valid = 0, in_seen = 0;  // 0 the UMC, 1 the RDC bank
    wire [1:0] in_ready, back_valid;
    reg  [1:0] back_ready = 0;
    reg  req_ready = 1'b0, rsp_valid = 1'b0;
    wire req_valid, rsp_ready, idle;
    wire [REQ_W-1:0] req;
    wire [UMC_RSP_W-1:0] umc_back;
    wire [RDC_RSP_W-1:0] rdc_back;
    reg clk = 1'b0, rst = 1'b1;

    // What is offered, in fields.
    reg [DATA_W-1:0]     data [0:2];  // 2: the DRAM's answer
    reg [LINE_BYTES-1:0] mask [0:1];
    reg [LINE_W-1:0]     line [0:1];
    reg [TAG_W-1:0]      tag  [0:2];
    reg [META_W-1:0]     spare [0:2];
    reg write [0:2], entry [0:2];

    wire [UMC_REQ_W-1:0] umc_req = {entry[0], spare[0][1:0], write[0], tag[0][UMC_TAG_W-1:0], line[0], mask[0], data[0]};
    wire [RDC_REQ_W-1:0] rdc_req = {entry[1], spare[1], write[1], tag[1][RDC_TAG_W-1:0], line[1], mask[1], data[1]};
    wire [RSP_W-1:0] rsp = {write[2], entry[2], spare[2], tag[2], data[2]};

    um_dram_mux_vi #(
        .LINE_W(LINE_W), .LINE_BYTES(LINE_BYTES), .UMC_TAG_W(UMC_TAG_W), .RDC_TAG_W(RDC_TAG_W), .TAG_W(TAG_W),
        .META_W(META_W), .QUEUE_IN(QUEUE_IN), .QUEUE_OUT(QUEUE_OUT)
    ) dut (
        .clk_i(clk), .rst_i(rst),
        .umc_req_valid_i(in_valid[0]), .umc_req_ready_o(in_ready[0]), .umc_req_msg_i(umc_req),
        .rdc_req_valid_i(in_valid[1]), .rdc_req_ready_o(in_ready[1]), .rdc_req_msg_i(rdc_req),
        .req_valid_o(req_valid), .req_ready_i(req_ready), .req_msg_o(req),
        .rsp_valid_i(rsp_valid), .rsp_ready_o(rsp_ready), .rsp_msg_i(rsp),
        .umc_rsp_valid_o(back_valid[0]), .umc_rsp_ready_i(back_ready[0]), .umc_rsp_msg_o(umc_back),
        .rdc_rsp_valid_o(back_valid[1]), .rdc_rsp_ready_i(back_ready[1]), .rdc_rsp_msg_o(rdc_back),
        .idle_o(idle), .probe_sel_i(9'd0), .probe_o());

    // The model: of each side what was taken of it for DRAM, and what of DRAM for it, in 1024 places each.
    reg [REQ_W-1:0] asked [0:2047];
    reg [RSP_W-1:0] answered [0:2047];
    integer came [0:1], went [0:1], told [0:1], heard [0:1], passed_by [0:1];
    integer asleep = 0, turns = 0, cycle, seed = 1, s, phase;
    reg quiet = 1'b0, was_valid;
    reg [1:0] had_valid;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d, side %0d: %0s", cycle, s, what);
            $finish;
        end
    endtask

    // A request as DRAM gets it.
    function [REQ_W-1:0] wide(input integer side);
        wide = side == 0 ? {entry[0], {META_W - 2{1'b0}}, spare[0][1:0], write[0],
                            {TAG_W - UMC_TAG_W{1'b0}}, tag[0][UMC_TAG_W-1:0], line[0], mask[0], data[0]}
                         : {entry[1], spare[1], write[1],
                            {1'b1, {TAG_W - 1{1'b0}}} | {{TAG_W - RDC_TAG_W{1'b0}}, tag[1][RDC_TAG_W-1:0]},
                            line[1], mask[1], data[1]};
    endfunction

    task draw(input integer i);
        begin
            data[i]  = {$random(seed)} % 65536 * 65536 + {$random(seed)} % 65536;
            tag[i]   = $random(seed);
            spare[i] = $random(seed);
            write[i] = $random(seed);
            entry[i] = $random(seed);
            if (i < 2) begin
                mask[i] = $random(seed);
                line[i] = $random(seed);
            end
        end
    endtask

    // What the unit shows in this cycle.
    task look;
        begin
            for (s = 0; s < 2; s = s + 1)
                if (back_valid[s])
                    check(told[s] != heard[s], "an answer of nobody's");
            s = 0;
            if (back_valid[0])
                check(umc_back === {answered[heard[0] % 1024][RSP_W-1:0]}, "the UMC's answer");
            s = 1;
            if (back_valid[1])
                check(rdc_back === {answered[1024 + heard[1] % 1024][RSP_W-1:0]}, "the RDC's answer");
            s = req[DATA_W + LINE_BYTES + LINE_W + TAG_W - 1];
            if (req_valid) begin
                check(came[s] != went[s], "a request of nobody's");
                check(req === asked[1024*s + went[s] % 1024], "a request's fields");
            end
            // An idle unit that was shown nothing changes nothing.
            check(!quiet || (req_valid === was_valid && back_valid === had_valid), "idle moves");
            asleep = asleep + idle;
        end
    endtask

    reg [1:0] takes, gives;
    reg req_passes, rsp_passes;
    reg to;
    initial begin
        for (s = 0; s < 2; s = s + 1) begin
            came[s] = 0;
            went[s] = 0;
            told[s] = 0;
            heard[s] = 0;
            passed_by[s] = 0;
        end
        for (s = 0; s < 3; s = s + 1)
            draw(s);
        takes = 0;
        rsp_passes = 0;
        for (cycle = 0; cycle < 16000; cycle = cycle + 1) begin
            #1;
            rst   = cycle < 2;
            phase = (cycle / 500) % 8;
            // Phases: all flows; DRAM takes few; one side asks; the other does; few; the UMC, then the RDC hears little; none.
            for (s = 0; s < 2; s = s + 1) begin
                if (!in_valid[s] || takes[s]) begin
                    draw(s);
                    in_valid[s] = !rst && phase != 7 && phase != 2 + s && (phase != 4 || {$random(seed)} % 9 == 0);
                end
                back_ready[s] = phase != 5 + s || {$random(seed)} % 7 == 0;
            end
            if (!rsp_valid || rsp_passes) begin
                draw(2);
                rsp_valid = !rst && phase != 7 && (phase != 4 || {$random(seed)} % 9 == 0);
            end
            req_ready = phase != 1 || {$random(seed)} % 5 == 0;
            #1;
            if (!rst) begin
                look;
                takes      = in_valid & in_ready;
                gives      = back_valid & back_ready;
                req_passes = req_valid && req_ready;
                rsp_passes = rsp_valid && rsp_ready;
                quiet      = idle && takes == 0 && gives == 0 && !req_passes && !rsp_passes;
                was_valid  = req_valid;
                had_valid  = back_valid;
                if (req_passes) begin
                    to       = req[DATA_W + LINE_BYTES + LINE_W + TAG_W - 1];
                    went[to] = went[to] + 1;
                    // Who has waited since before the last turn is next.
                    s = to;
                    passed_by[to]  = 0;
                    passed_by[!to] = came[!to] > went[!to] ? passed_by[!to] + 1 : 0;
                    check(passed_by[!to] <= 1 + QUEUE_OUT, "no turn");
                    turns = turns + (passed_by[!to] > 0);
                end
                for (s = 0; s < 2; s = s + 1) begin
                    if (takes[s]) begin
                        asked[1024*s + came[s] % 1024] = wide(s);
                        came[s] = came[s] + 1;
                    end
                    heard[s] = heard[s] + gives[s];
                end
                if (rsp_passes) begin
                    to = tag[2][TAG_W-1];
                    answered[1024*to + told[to] % 1024] =
                        to ? {write[2], entry[2], spare[2], tag[2][RDC_TAG_W-1:0], data[2]}
                           : {write[2], entry[2], spare[2][1:0], tag[2][UMC_TAG_W-1:0], data[2]};
                    told[to] = told[to] + 1;
                end
            end else begin
                takes      = 0;
                rsp_passes = 0;
            end
            clk = 1'b1;
            #1 clk = 1'b0;
        end
        for (s = 0; s < 2; s = s + 1)
            check(went[s] > 500 && came[s] == went[s] && heard[s] > 500 && told[s] == heard[s], "too little passed");
        check(turns > 500 && asleep > 500, "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
