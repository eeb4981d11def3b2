// um_epoch: counts epochs, and tells which stored epochs equal the current one.
//
// An entry that was stored in an earlier epoch is void as soon as the epoch changes, without a
// sweep. Only when the epoch numbers are used up must all entries be cleared (clear_i); spent_o
// asks for that early, from the second half of the numbers on.
//
// Thesis 4.2.7 (timestamps that ran over), CARVE IV-A (EPCTR of the remote data cache).
`default_nettype none
module um_epoch #(
    parameter EPOCH_W = 8,  // bits of an epoch
    parameter STORED  = 2   // stored epochs compared at once
) (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire                      step_i,     // to the next epoch; not in the last one
    input  wire                      raise_i,    // to raise_to_i, which is later
    input  wire [EPOCH_W-1:0]        raise_to_i,
    input  wire                      clear_i,    // to epoch 0; all entries must be cleared, too
    input  wire [STORED*EPOCH_W-1:0] stored_i,
    output wire [STORED-1:0]         current_o,  // which stored epochs equal epoch_o
    output wire [EPOCH_W-1:0]        epoch_o,
    output wire                      spent_o,    // half of the epochs are used up
    output wire                      last_o      // no step is left
);
    reg [EPOCH_W-1:0] epoch_q;

    genvar i;
    generate
        for (i = 0; i < STORED; i = i + 1) begin : compare
            assign current_o[i] = stored_i[i*EPOCH_W +: EPOCH_W] == epoch_q;
        end
    endgenerate

    assign epoch_o = epoch_q;
    assign spent_o = epoch_q[EPOCH_W-1];
    assign last_o  = &epoch_q;

    always @(posedge clk_i) begin
        if (rst_i)
            epoch_q <= {EPOCH_W{1'b0}};
        else if (clear_i)
            epoch_q <= {EPOCH_W{1'b0}};
        else if (raise_i)
            epoch_q <= raise_to_i;
        else if (step_i)
            epoch_q <= epoch_q + 1'b1;
    end
endmodule
`default_nettype wire
