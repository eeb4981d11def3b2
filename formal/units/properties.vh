// The words that properties are written in. A property holds in every cycle after the first reset,
// whatever the state was before; a reset may come at any time.
//
// NAME.broken tells in a wave that property NAME does not hold, NAME.reached that a cover does. The
// engines that work on bits look for either as an output of its name; the others take the assertion.
reg up_q = 1'b0;
always @(posedge clk_i)
    if (rst_i)
        up_q <= 1'b1;

`define ASSERT(name, expr) \
    if (1) begin : name \
        (* keep *) wire broken = up_q && !rst_i && !(expr); \
        always @* name: assert (!broken); \
    end
// Whenever `when`, `what`: for the neighbours to keep.
`define ASSUME(name, when, what) \
    if (1) begin : name \
        (* keep *) wire unlike = up_q && !rst_i && (when) && !(what); \
        always @* name: assume (!unlike); \
    end
`define COVER(name, expr) `COVER_WHERE(1, name, expr)
// A cover of those rows alone whose parameters the condition holds for: others cannot reach it.
`define COVER_WHERE(cond, name, expr) \
    if (cond) begin : name \
        (* keep *) wire reached = up_q && !rst_i && (expr); \
    end

// What is out, by a key: put with a value, until taken. A key is out from the cycle after it was put to that
// in which it is taken. NAME_at_put and NAME_at_take: is the key that is shown out? NAME_value_at_take: with
// which value. NAME_any: is any? `places` of them at most are out at a time, which a monitor must know. Of keys
// wider than six bits the first 64: Yosys reads the text once at the unit's own widths before it takes those
// of the proof.
`define PENDING(name, key_w, value_w, places, put, put_key, value, take, take_key) \
    localparam name``_n = (key_w) > 6 ? 64 : 1 << (key_w); \
    reg [name``_n-1:0] name``_q; \
    reg [(value_w)*name``_n-1:0] name``_value_q; \
    wire [(key_w)-1:0] name``_put = put_key; \
    wire [(key_w)-1:0] name``_take = take_key; \
    always @(posedge clk_i) \
        if (rst_i) \
            name``_q <= 0; \
        else begin \
            if (take) \
                name``_q[name``_take] <= 1'b0; \
            if (put) begin \
                name``_q[name``_put] <= 1'b1; \
                name``_value_q[(value_w)*name``_put +: (value_w)] <= value; \
            end \
        end \
    wire name``_at_put = name``_q[name``_put]; \
    wire name``_at_take = name``_q[name``_take]; \
    wire [(value_w)-1:0] name``_value_at_take = name``_value_q[(value_w)*name``_take +: (value_w)]; \
    wire name``_any = |name``_q;

// A number that is not known and never changes: the low bits of all that is shown when `when`. One bit, 0, where
// it has no width. NAME_shows: what is shown has it.
`define CONSTANT(name, width, when, shown) \
    wire [((width) > 0 ? (width) : 1)-1:0] name``_free = $anyconst; \
    wire [((width) > 0 ? (width) : 1)-1:0] name = (width) > 0 ? name``_free : 0; \
    wire name``_shows = (shown) % (1 << (width)) == name;
