// um_loops: Loops inside blocks, each with its own index.
`default_nettype none

module um_loops #(
    parameter N = 4
) (
    input  wire         clk_i, // clock
    input  wire         rst_i, // synchronous reset, active high
    input  wire [N-1:0] a_i,
    output wire [N-1:0] y_o
);

    reg [N-1:0] last_q;
    reg [N-1:0] lowest; // one hot

    always @* begin : lowest_update
        integer i;
        lowest = 0;
        for (i = 0; i < N; i = i + 1) begin
            if (a_i[i] && lowest == 0) begin
                lowest[i] = 1'b1;
            end
        end
    end

    always @(posedge clk_i) begin : last_update
        integer i;
        integer j;
        if (rst_i) begin
            last_q <= 0;
        end else begin
            if (|a_i) begin
                for (i = 0; i < N; i = i + 1) begin
                    for (j = 0; j < i; j = j + 1) begin
                        last_q[i] <= lowest[i] ^ a_i[j];
                    end
                end
            end
            for (i = 0; i < 2; i = i + 1) begin
                last_q[i] <= lowest[i];
            end
        end
    end

    assign y_o = last_q;

endmodule

`default_nettype wire
