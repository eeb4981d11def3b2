// The macros of properties.vh for a unit that runs: assumptions are watched, not assumed. Verilator reads them,
// with the texts *_env.vh, before `endmodule` of a unit that is built with monitors (harness/verilator/monitors.h).
//
// The harness is told of each cycle in which the condition of an assumption is true, and whether the assumption
// held.
/* verilator lint_off UNUSED */ // names of these texts that only proofs need
import "DPI-C" function int um_monitor(input string name);
import "DPI-C" function void um_seen(input int monitor, input bit kept);
reg up_q = 1'b0;
always @(posedge clk_i)
    if (rst_i)
        up_q <= 1'b1;

`define ASSUME(name, when, what) \
    if (1) begin : name \
        integer monitor; \
        initial monitor = um_monitor($sformatf("%m")); \
        always @(posedge clk_i) \
            if (up_q && !rst_i && (when)) \
                um_seen(monitor, what); \
    end
`define ASSERT(name, expr)
`define COVER(name, expr)

`define PENDING(name, key_w, value_w, places, put, put_key, value, take, take_key) \
    wire name``_at_put; \
    wire name``_at_take; \
    wire [(value_w)-1:0] name``_value_at_take; \
    wire name``_any; \
    wire name``_full; \
    um_pending #(.KEY_W(key_w), .VALUE_W(value_w), .PLACES(places)) name (.clk_i(clk_i), .rst_i(rst_i), \
        .put_i(put), .put_key_i(put_key), .put_value_i(value), .take_i(take), .take_key_i(take_key), \
        .at_put_o(name``_at_put), .at_take_o(name``_at_take), .value_at_take_o(name``_value_at_take), \
        .any_o(name``_any), .full_o(name``_full)); \
    `ASSUME(name``_fits, put, !name``_full)

`define PENDING_AT(name, key_w, value_w, places, put, put_key, value, take, take_key) \
    `PENDING(name, key_w, value_w, places, put, put_key, value, take, take_key)
`define PENDING_ONE(name, key, key_w, places, put, put_key, take, take_key) \
    `PENDING(name, key_w, 1, places, put, put_key, 1'b1, take, take_key)

// The number is that of the first value shown.
`define CONSTANT(name, width, when, shown) \
    localparam name``_w = (width) > 0 ? (width) : 1; \
    reg [name``_w-1:0] name; \
    reg name``_known_q = 1'b0; \
    wire [name``_w-1:0] name``_low = name``_w'(32'(shown) % (1 << (width))); \
    always @(posedge clk_i) \
        if (up_q && !rst_i && (when) && !name``_known_q) begin \
            name``_known_q <= 1'b1; \
            name <= name``_low; \
        end \
    wire name``_shows = !name``_known_q || name``_low == name;

// Only keys that were put have a place. What is put counts from the next cycle on.
`define MEMORY(name, key_w, value_w, put, put_key, value, get_key) \
    reg [(value_w)-1:0] name``_q [bit [(key_w)-1:0]]; \
    reg name``_put_q; \
    reg [(key_w)-1:0] name``_key_q; \
    reg [(value_w)-1:0] name``_value_q; \
    wire [(key_w)-1:0] name``_get = get_key; \
    reg [(value_w)-1:0] name``_at_get; \
    always @(posedge clk_i) begin \
        name``_put_q <= !rst_i && (put); \
        name``_key_q <= put_key; \
        name``_value_q <= value; \
        if (rst_i) \
            name``_q.delete(); \
        else if (name``_put_q) \
            name``_q[name``_key_q] = name``_value_q; \
    end \
    always @* \
        if (name``_put_q && name``_key_q == name``_get) \
            name``_at_get = name``_value_q; \
        else if (name``_q.exists(name``_get) != 0) \
            name``_at_get = name``_q[name``_get]; \
        else \
            name``_at_get = 0;
