// Which classes of messages a network interface has: the row's, or the monitor's, defines HAS_REQ, HAS_RSP, HAS_ACK. Put
// before ni_eject_env.vh and ni_inject_env.vh.
//   `IF_REQ(expr), `IF_RSP(expr), `IF_ACK(expr)  expr, or 0 without the class
`ifdef HAS_REQ
`define IF_REQ(expr) (expr)
`else
`define IF_REQ(expr) 0
`endif
`ifdef HAS_RSP
`define IF_RSP(expr) (expr)
`else
`define IF_RSP(expr) 0
`endif
`ifdef HAS_ACK
`define IF_ACK(expr) (expr)
`else
`define IF_ACK(expr) 0
`endif
// The longest packet of a class, in flits; and of all.
localparam F_REQ_FLITS = `IF_REQ(REQ_FLITS);
localparam F_RSP_FLITS = `IF_RSP(RSP_FLITS);
localparam F_ACK_FLITS = `IF_ACK(ACK_FLITS);
localparam F_TWO_FLITS = F_REQ_FLITS > F_RSP_FLITS ? F_REQ_FLITS : F_RSP_FLITS;
localparam F_FLITS = F_ACK_FLITS > F_TWO_FLITS ? F_ACK_FLITS : F_TWO_FLITS;
localparam F_LEN_W = $clog2(F_FLITS + 2);
