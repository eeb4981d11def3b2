// um_combinational: A combinational block, cases and branches.
`default_nettype none

module um_combinational (
    input  wire [1:0] op_i,
    input  wire [7:0] a_i,
    output reg  [7:0] y_o, // set in a block
    output wire [7:0] z_o
);

    reg [7:0] half;
    reg [7:0] twice;

    always @* begin
        half = a_i >> 1;
        twice = a_i << 1;
        case (op_i)
            2'd0: begin
                y_o = a_i;
            end

            // Either way.
            2'd1, 2'd2: begin
                if (a_i[0]) begin
                    y_o = half;
                end else begin
                    y_o = ~half;
                end
            end
            default: begin
                y_o = 8'd0;
            end
        endcase
    end

    assign z_o = twice;

endmodule

`default_nettype wire
