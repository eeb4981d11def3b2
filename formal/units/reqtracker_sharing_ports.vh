// Names of a TSU's channels that reqtracker_env.vh and reqtracker.vh use, for a request tracker beside an IMST. An emptying
// is not looked up. Put before reqtracker_env.vh.
`define IMST
`define NO_CLOCKS
`define NO_TIMES
localparam TS_W = 1;
localparam TIME_W = 1;
wire look_store_o = look_write_o;
wire look_empty_o = !look_valid_o;
