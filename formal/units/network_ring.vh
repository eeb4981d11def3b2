// A ring of four: router r is between r - 1 and r + 1. Channel 1 of each link is behind the dateline, which is between
// routers 3 and 0, both ways. Put between network_seen.vh and network.vh.
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
localparam [F_N*F_PORTS*4-1:0] F_PEER = {4'd8, 4'd2, 4'd9, 4'd11, 4'd5, 4'd6, 4'd7, 4'd1, 4'd3, 4'd10, 4'd4, 4'd0};

// Links from router r to node d.
function [2:0] f_far(input [31:0] r, input [1:0] d);
    reg [1:0] f_up;
    begin
        f_up = d - r[1:0];
        f_far = f_up == 2'd3 ? 2'd1 : f_up;
    end
endfunction
// Whether a node may send by channel v: by any.
function f_opens(input v);
    f_opens = 1'b1;
endfunction
// Whether port p of router r is at the dateline.
function f_at_dateline(input [31:0] r, input [31:0] p);
    f_at_dateline = (r == 0 && p == 2) || (r == 3 && p == 1);
endfunction
// Whether the router before port p of router r is r - 1: only router 0 has its other neighbour there.
function f_goes_up(input [31:0] r, input [31:0] p);
    f_goes_up = r == 0 ? p == 2 : r == 3 ? p == 2 : p == 1;
endfunction
// Whether a packet for node d may be in channel v of port p of router r: its node is there, or one link further, and
// it is behind the dateline if it came across it, and not if it has to cross it yet. Of the two ways to the node
// across the ring, packets of routers 0 and 2 go up and those of 1 and 3 go down.
function f_may(input [31:0] r, input [31:0] p, input [31:0] v, input [1:0] d);
    reg [1:0] f_on;
    reg f_will_cross;
    begin
        f_on = f_goes_up(r, p) ? r[1:0] + 2'd1 : r[1:0] - 2'd1;
        f_will_cross = d == f_on && (f_goes_up(r, p) ? r == 3 : r == 0);
        f_may = p == 0 || ((d == r[1:0] || (d == f_on && f_goes_up(r, p) == r[0])) && (v == 1 ? !f_will_cross : !f_at_dateline(r, p)));
    end
endfunction
// Whether a packet may go on from channel v of a link at router r to channel u of port o.
function f_may_go_on(input [31:0] r, input [31:0] p, input [31:0] v, input [31:0] o, input u);
    f_may_go_on = p == 0 || o == 0 || u == (v[0] || f_at_dateline(r, o));
endfunction
// The channel by which a packet goes on from channel v of port p, by port o: below the dateline until its link, if its way
// crosses it, else as it is.
function f_goes_on_by(input [31:0] r, input [31:0] p, input v, input [31:0] o, input crosses);
    f_goes_on_by = o != 0 && f_at_dateline(r, o) ? 1'b1 : o != 0 && p == 0 && crosses ? 1'b0 : v;
endfunction
