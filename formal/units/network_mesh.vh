// A mesh of 2 x 2: router r is in column r % 2 and row r / 2; port 1 leads to the other column, port 2 to the other row.
// Packets go along the row first. Put between network_seen.vh and network.vh.
localparam F_N = 4; // nodes,
localparam F_R = F_N; // and routers
localparam F_NODE_W = 2;
localparam F_MOST_LINKS = 2;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r0.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r1.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r2.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r3.f_seen ;
wire [F_N*`SEEN_W(F_N)-1:0] f_seen = {\net_r3.f_seen , \net_r2.f_seen , \net_r1.f_seen , \net_r0.f_seen };

// Of each port, router * 3 + port: that at the other end of its link; of a node's port, itself.
localparam [F_N*F_PORTS*4-1:0] F_PEER = {4'd5, 4'd7, 4'd9, 4'd2, 4'd10, 4'd6, 4'd11, 4'd1, 4'd3, 4'd8, 4'd4, 4'd0};

// Links from router r to node d.
function [2:0] f_far(input [31:0] r, input [1:0] d);
    f_far = (r[0] != d[0]) + (r[1] != d[1]);
endfunction
// Whether a node may send by channel v: by any.
function f_opens(input v);
    f_opens = 1'b1;
endfunction
// Whether a packet for node d may be in channel v of port p of router r: one that came along its column is at its router.
function f_may(input [31:0] r, input [31:0] p, input [31:0] v, input [1:0] d);
    f_may = p == 0 || d == r[1:0] || (p == 1 && d == (r[1:0] ^ 2'd2));
endfunction
// Whether a packet may go on from channel v of a link at router r to channel u of port o: lanes keep their order.
function f_may_go_on(input [31:0] r, input [31:0] p, input [31:0] v, input [31:0] o, input u);
    f_may_go_on = p == 0 || u == v[0];
endfunction
// The channel by which a packet goes on from channel v of port p, by port o: its lane.
function f_goes_on_by(input [31:0] r, input [31:0] p, input v, input [31:0] o, input crosses);
    f_goes_on_by = v;
endfunction
