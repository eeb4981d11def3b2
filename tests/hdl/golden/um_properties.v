// um_properties: Properties, and names that only they read.
`default_nettype none

module um_properties #(
    parameter LIMIT = 9 // only the properties know it
) (
    input  wire       clk_i, // clock
    input  wire       rst_i, // synchronous reset, active high
    input  wire       up_i,
    output wire [7:0] count_o
);

    reg [7:0] count_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            count_q <= 0;
        end else begin
            if (up_i && count_q != 8'd9) begin
                count_q <= count_q + 8'd1;
            end
        end
    end

    assign count_o = count_q;
    wire at_limit = count_q == 8'd9;

    // What is promised.
`ifdef FORMAL
    always @(posedge clk_i) begin
        if (!rst_i) begin
            // never past the limit
            never_past_the_limit: assert (count_q <= LIMIT);
            // up is not forever
            up_is_not_forever: assume (!(up_i && at_limit));
            // limit reached
            limit_reached: cover (at_limit);
        end
    end
`endif

    // Read by no logic, on purpose.
    wire unused_ok = &{1'b0, LIMIT[0], at_limit};

endmodule

`default_nettype wire
