// Where a store's answer brings the line (mgcc-paper), an L1 asks for it with an op of its own. An L2 that had a copy
// when it asked the memory, and has it no more, answers without: l2.vh promises as much (answers_with_its_op). After l1_ports.vh.
`define ANSWERS(op, sent) ((op) == `ANSWERED(sent) || ((sent) == 4'd10 && (op) == 4'd1))
