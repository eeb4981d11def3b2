// Where a store's answer brings the line (mgcc-paper), L1s ask for it with an op of its own. After l2_ports.vh.
`undef KNOWN_OP
`define KNOWN_OP(op) ((op) == 4'd0 || (op) == 4'd4 || (op) == 4'd5 || (op) == 4'd6 || (op) == 4'd8 || (op) == 4'd10)
`undef STORE_ABOVE
`define STORE_ABOVE 4'd10
