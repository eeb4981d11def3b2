// What the texts of units with a delay read of it: its places as one vector.
(* keep *) wire [DEPTH*WIDTH-1:0] f_slots;
genvar f_s;
for (f_s = 0; f_s < DEPTH; f_s = f_s + 1) begin : f_slot
    assign f_slots[f_s*WIDTH +: WIDTH] = slot[f_s];
end
