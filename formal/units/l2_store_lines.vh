// Under mgcc-paper a store's answer brings the line, and L1s send such a store with an op of its own, OP_STORE_LINE.
// For monitors alone, put after l2_ports.vh: this L2 has no proof.
`undef KNOWN_OP
`define KNOWN_OP(op) ((op) == 4'd0 || (op) == 4'd4 || (op) == 4'd5 || (op) == 4'd6 || (op) == 4'd8 || (op) == 4'd10)
