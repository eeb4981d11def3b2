// What the texts of caches speak of and a cache lacks whose requests carry no clock (NO_CLOCKS): no load is asked for
// again, as no lease is too short for who waits, and a copy stays when its store is answered, whatever other stores
// came between; but not in an L1 that fences empty, where a copy stays if the store was of the whole line (l1_fence.vh).
// After l1_ports.vh or l2_ports.vh, before cache.vh.
wire [MSHRS-1:0] mshr_again_q = {MSHRS{1'b0}};
wire again_any = 1'b0;
wire again_go = 1'b0;
wire [MSHR_W-1:0] again_at = 0;
wire fill_again = 1'b0;
wire short = 1'b0;
`ifdef FENCE_EMPTIES
wire s1_same_q = 1'b0;
`else
wire s1_same_q = 1'b1;
`endif
