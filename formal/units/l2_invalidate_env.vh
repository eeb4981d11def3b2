// A bank whose copies a home may invalidate (gpu-vi): invalidations come on the channel of answers, told by their op,
// and nothing of this bank's asked for them. After l2_ports.vh, before cache_env.vh, whose assumptions about answers
// are of all others.
//
// Assumes nothing: an invalidation may come in any cycle, of any line, with any tag, also of a line that is not here.
// That it comes in the channel behind the fills that are older than the store, and that a store is answered after the
// acknowledgements, is the home's promise; a bank does not rely on it.
`define IS_INVALIDATION(op) ((op) == 4'd12)
// ACKS_ABOVE: the bank acknowledges them among its answers, and nothing from above has asked for that.
`ifdef ACKS_ABOVE
`define ACKNOWLEDGES(msg) (`UPWARD_OP(msg) == 4'd12)
`endif
