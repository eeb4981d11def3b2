// Two GPUs of two packages: routers 0 and 1 are joined by their ports 1, and so are 2 and 3. Router 4 is between the GPUs and has
// no node: its port 0 leads to port 2 of router 0, its port 1 to that of router 2. A packet that comes from the other GPU to go on
// rises to the second level, channel 1, and none goes down from there. Put between network_seen.vh and network.vh.
localparam F_N = 4; // nodes,
localparam F_R = 5; // and routers
localparam F_NODE_W = 2;
localparam F_MOST_LINKS = 4;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r0.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r1.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r2.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r3.f_seen ;
(* hierconn *) wire [`SEEN_W(F_N)-1:0] \net_r4.f_seen ;
wire [F_R*`SEEN_W(F_N)-1:0] f_seen = {\net_r4.f_seen , \net_r3.f_seen , \net_r2.f_seen , \net_r1.f_seen , \net_r0.f_seen };

// Of each port, router * 3 + port: that at the other end of its link; of a node's port, or one that is missing, itself.
localparam [F_R*F_PORTS*4-1:0] F_PEER = {4'd14, 4'd8, 4'd2, 4'd11, 4'd7, 4'd9, 4'd13, 4'd10, 4'd6, 4'd5, 4'd1, 4'd3, 4'd12, 4'd4, 4'd0};

// Links from router r to node d.
function [2:0] f_far(input [31:0] r, input [1:0] d);
    f_far = r == 4 ? 3'd1 + d[0] : r[1] != d[1] ? 3'd2 + r[0] + d[0] : {2'd0, r[0] != d[0]};
endfunction
// Whether a node may send by channel v: by the first level alone (OPEN of um_ni_inject).
function f_opens(input v);
    f_opens = !v;
endfunction
// Whether a packet for node d may be in channel v of port p of router r.
function f_may(input [31:0] r, input [31:0] p, input [31:0] v, input [1:0] d);
    f_may = r == 4 ? v == 0 && d[1] != p[0] : p == 0 ? v == 0 : p == 2 ? v == 0 && !r[0] && d[1] == r[1]
        : r[0] ? d == r[1:0] : v == 0 && (d == r[1:0] || d[1] != r[1]);
endfunction
// The channel by which a packet goes on from channel v of port p, by port o: one level higher from the other GPU.
function f_goes_on_by(input [31:0] r, input [31:0] p, input v, input [31:0] o, input crosses);
    f_goes_on_by = r != 4 && p == 2 && o == 1 ? 1'b1 : v;
endfunction
// Whether a packet may go on from channel v of a link at router r to channel u of port o.
function f_may_go_on(input [31:0] r, input [31:0] p, input [31:0] v, input [31:0] o, input u);
    f_may_go_on = u == f_goes_on_by(r, p, v[0], o, 1'b0);
endfunction
