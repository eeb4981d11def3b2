// um_epoch against a counter in this testbench, with random steps, raises, clears and comparisons.
`default_nettype none
module epoch_tb;
    parameter EPOCH_W = 8;
    parameter STORED  = 2;

    reg                       clk = 1'b0, rst = 1'b1, step = 1'b0, raise = 1'b0, clear = 1'b0;
    reg  [EPOCH_W-1:0]        raise_to = 0;
    reg  [STORED*EPOCH_W-1:0] stored = 0;
    wire [STORED-1:0]         current;
    wire [EPOCH_W-1:0]        epoch;
    wire                      spent, last;

    um_epoch #(.EPOCH_W(EPOCH_W), .STORED(STORED)) dut (
        .clk_i(clk), .rst_i(rst), .step_i(step), .raise_i(raise), .raise_to_i(raise_to),
        .clear_i(clear), .stored_i(stored), .current_o(current), .epoch_o(epoch),
        .spent_o(spent), .last_o(last));

    localparam EPOCHS = 1 << EPOCH_W;

    integer model = 0, cycle, i, seed = 1, steps = 0, raises = 0, clears = 0, lasts = 0, hits = 0;
    integer in_entry;

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
            for (i = 0; i < STORED; i = i + 1) begin
                in_entry = {$random(seed)} % 3 == 0 ? model : {$random(seed)} % EPOCHS;
                stored[i*EPOCH_W +: EPOCH_W] = in_entry;
            end
            // Never a step from the last epoch; a raise only to a later epoch; a clear is rare, but
            // may come together with a step or a raise.
            step     = model < EPOCHS - 1 && {$random(seed)} % 3 == 0;
            raise    = model < EPOCHS - 1 && {$random(seed)} % 16 == 0;
            raise_to = model + 1 + {$random(seed)} % (EPOCHS - model);
            if (!raise || raise_to <= model)
                raise = 1'b0;
            clear    = {$random(seed)} % (model == EPOCHS - 1 ? 8 : 8 * EPOCHS) == 0;
            #1;
            if (!rst) begin
                check(epoch === model, "epoch");
                check(spent === (model >= EPOCHS / 2), "spent");
                check(last === (model == EPOCHS - 1), "last");
                for (i = 0; i < STORED; i = i + 1) begin
                    in_entry = stored[i*EPOCH_W +: EPOCH_W];
                    check(current[i] === (in_entry == model), "current");
                    hits = hits + (in_entry == model);
                end
            end
            clk = 1'b1;
            if (rst)
                model = 0;
            else if (clear) begin
                model  = 0;
                clears = clears + 1;
            end else if (raise) begin
                model  = raise_to;
                raises = raises + 1;
            end else if (step) begin
                model = model + 1;
                steps = steps + 1;
            end
            lasts = lasts + (model == EPOCHS - 1);
            #1 clk = 1'b0;
        end
        check(steps > 500 && raises > 20 && clears > 5 && lasts > 20 && hits > 1000,
              "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
