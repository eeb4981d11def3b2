// um_reach_tell: prints a line for each access of one core: which cache or memory answered it, and
// with which times. For simulators alone.
`default_nettype none
module um_reach_tell #(
    parameter TIMED = 1,   // there are timestamps
    parameter TS_W  = 6,
    parameter TIME_W = 10, // bits of a time: an epoch above a timestamp, or a timestamp alone
    parameter NAME  = "P0 on gpu0.sm0"
) (
    input wire              clk_i,
    input wire [15:0]       cycle_i,
    input wire              warm_i,     // the warm-up loads are done
    input wire              ask_i,      // the L1 takes an access
    input wire              answered_i, // the L1 answers it
    input wire              store_i,
    input wire [63:0]       name_i,     // of the variable
    input wire [7:0]        stored_i,
    input wire [7:0]        loaded_i,
    input wire              hit_i,      // the L1 has a live copy
    input wire [TIME_W-1:0] hit_wts_i,
    input wire [TIME_W-1:0] hit_rts_i,
    input wire              memory_i,   // an answer of the memory reaches the L2
    input wire              below_i,    // an answer from below reaches the L1
    input wire [TS_W-1:0]   wts_i,
    input wire [TIME_W-1:0] rts_i,
    input wire [TIME_W-1:0] clock_i     // of the L1
);
    reg [15:0]       asked_q;
    reg              from_memory_q, from_below_q;
    reg [TIME_W-1:0] wts_q, rts_q, clock_q;

    always @(posedge clk_i) begin
        if (ask_i) begin
            asked_q <= cycle_i;
            clock_q <= clock_i;
            from_memory_q <= 1'b0;
            from_below_q <= 1'b0;
        end else begin
            if (memory_i)
                from_memory_q <= 1'b1;
            if (below_i) begin
                from_below_q <= 1'b1;
                wts_q <= rts_i;
                wts_q[TS_W-1:0] <= wts_i;
                rts_q <= rts_i;
            end else if (hit_i) begin
                wts_q <= hit_wts_i;
                rts_q <= hit_rts_i;
            end
        end
        if (answered_i) begin
            $write("cycles %4d-%4d  %0s: %0s %0s = %0d", asked_q, cycle_i, NAME,
                store_i ? "store" : warm_i ? "load" : "warms up, load", name_i,
                store_i ? stored_i : loaded_i);
            $write(", %0s", from_memory_q ? "memory" : from_below_q ? "L2 copy" : "L1 copy");
            if (TIMED != 0)
                $write(": wts %0d, lease to %0d, clock %0d -> %0d", wts_q, rts_q, clock_q, clock_i);
            $write("\n");
        end
    end
endmodule
`default_nettype wire
