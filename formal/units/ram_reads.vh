// What a um_ram with the inside of ram_some.vh shows. Put after it.
assign rdata_o = f_rdata_q;
