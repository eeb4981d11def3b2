// The sizes of a network that is proved as a whole, and of what its routers show (router_seen.vh). A router has up to
// three ports, the first for a node if it has one, two virtual channels, and two places in each. Put before the text of a topology.
localparam F_PORTS = 3;
localparam F_VCS = 2;
localparam F_CS = F_PORTS*F_VCS; // channels of a router
localparam F_FLIT_W = 8;
localparam F_MSG_W = 32;
localparam F_WAY_W = 3;
localparam F_SLOTS = F_CS*2;
`define SEEN_W(nodes) ((nodes)*F_WAY_W + F_SLOTS*(F_FLIT_W + 1 + F_WAY_W) + F_CS*(3*2 + 6 + 2*2 + 2*1) + F_PORTS*(4 + 2*F_MSG_W + 2*32))
