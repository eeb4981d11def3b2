// A bank that tells the memory of the lines that it evicts (tsu.evicts: l2) sends messages without an answer, of any line,
// besides what its MSHRs ask for. After l2_ports.vh, before cache_env.vh.
//
// Assumes
// * no answer to such a message: promised by the ReqTracker (evictions_are_not_answered).
`define IS_EVICTION(op) ((op) == 4'd14)
`define IS_WRITE_BACK(op) `IS_EVICTION(op)
`ASSUME(eviction_is_not_answered, f_answer_valid, !`IS_EVICTION(`ANSWER_OP(f_answer_msg)))
