// One bit of the followed line, any: f_bit, of byte f_byte. Of the RAM of lines ram_some.vh keeps that byte of each way of the
// followed set, and nothing else; f_data_bit has the bit of each way. Put after cache.vh.
defparam lines.F_BLOCK = WAYS;
defparam lines.F_ONE_COL = 1;
(* hierconn *) wire [SET_W-1:0] \lines.f_block ;
(* hierconn *) wire [$clog2(LINE_BYTES)-1:0] \lines.f_col ;
(* hierconn *) wire [8*WAYS-1:0] \lines.f_kept_q ;
`CHOSEN(lines_are_of_the_set, \lines.f_block == f_set)
localparam F_BIT_W = $clog2(8*LINE_BYTES);
wire [F_BIT_W-4:0] f_byte = \lines.f_col ;
wire [2:0] f_bit_of_byte = $anyconst;
wire [F_BIT_W-1:0] f_bit = {f_byte, f_bit_of_byte};
wire [WAYS-1:0] f_data_bit;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_data_of
    wire [7:0] data = \lines.f_kept_q [8*g +: 8];
    assign f_data_bit[g] = data[f_bit_of_byte];
end endgenerate
