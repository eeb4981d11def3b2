`default_nettype none
// PENDING of properties.vh for a unit that runs. There, keys are too wide to have one bit per key, so the
// pending keys are in a table of PLACES places.
module um_pending #(
    parameter KEY_W   = 8,
    parameter VALUE_W = 4,
    parameter PLACES  = 4
) (
    input  wire               clk_i,
    input  wire               rst_i,
    input  wire               put_i,
    input  wire [KEY_W-1:0]   put_key_i,
    input  wire [VALUE_W-1:0] put_value_i,
    input  wire               take_i,
    input  wire [KEY_W-1:0]   take_key_i,
    output reg                at_put_o,        // the key that is put is pending
    output reg                at_take_o,       // the key that is taken is pending
    output reg  [VALUE_W-1:0] value_at_take_o,
    output wire               any_o,
    output wire               full_o           // there is no place for the key that is put
);
reg [PLACES-1:0] out_q;
reg [KEY_W-1:0] key [0:PLACES-1];
reg [VALUE_W-1:0] value [0:PLACES-1];

// The place for the key that is put: its own if it is pending, else a free one, or one that is taken now.
integer i;
integer place;
always @* begin
    at_put_o = 1'b0;
    at_take_o = 1'b0;
    value_at_take_o = {VALUE_W{1'b0}};
    place = -1;
    for (i = 0; i < PLACES; i = i + 1) begin
        if (out_q[i] && key[i] == take_key_i) begin
            at_take_o = 1'b1;
            value_at_take_o = value[i];
        end
        if (!at_put_o && (!out_q[i] || (take_i && key[i] == take_key_i)))
            place = i;
        if (out_q[i] && key[i] == put_key_i) begin
            at_put_o = 1'b1;
            place = i;
        end
    end
end
assign any_o = |out_q;
assign full_o = place < 0;

// Key and value are not assigned inside the loop: Verilator refuses that in a loop over many places, which it does
// not unroll.
localparam PLACE_W = PLACES > 1 ? $clog2(PLACES) : 1;
wire [PLACE_W-1:0] at = place[PLACE_W-1:0];
integer j;
always @(posedge clk_i)
    if (rst_i)
        out_q <= {PLACES{1'b0}};
    else begin
        for (j = 0; j < PLACES; j = j + 1)
            if (take_i && key[j] == take_key_i)
                out_q[j] <= 1'b0;
        if (put_i && !full_o) begin
            out_q[at] <= 1'b1;
            key[at] <= put_key_i;
            value[at] <= put_value_i;
        end
    end
endmodule
`default_nettype wire
