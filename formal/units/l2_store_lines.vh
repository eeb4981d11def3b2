// Where a store's answer brings the line (mgcc-paper), L1s ask for it with an op of its own. For monitors alone,
// after l2_ports.vh: such an L2 has no proof.
`undef KNOWN_OP
`define KNOWN_OP(op) ((op) == 4'd0 || (op) == 4'd4 || (op) == 4'd5 || (op) == 4'd6 || (op) == 4'd8 || (op) == 4'd10)
