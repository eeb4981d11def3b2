// What a switch's texts read of its arbiters: after_q, also where nothing else needs it, as with one input.
(* keep *) wire [N-1:0] f_after = after_q;
