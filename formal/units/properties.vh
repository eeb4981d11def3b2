// The macros that properties are written with. A property holds in every cycle after the first reset,
// whatever the state was before; a reset may come at any time.
//
// In a wave, NAME.broken is 1 where property NAME does not hold, and NAME.reached where a cover is reached.
// Provers that read bits have an output for each of these; the others read the assertion.
reg up_q = 1'b0;
always @(posedge clk_i)
    if (rst_i)
        up_q <= 1'b1;

`define ASSERT(name, expr) \
    if (1) begin : name \
        (* keep *) wire broken = up_q && !rst_i && !(expr); \
        always @* name: assert (!broken); \
    end
// `what` holds whenever `when` does: the neighbours must guarantee it.
`define ASSUME(name, when, what) \
    if (1) begin : name \
        (* keep *) wire unlike = up_q && !rst_i && (when) && !(what); \
        always @* name: assume (!unlike); \
    end
`define COVER(name, expr) `COVER_WHERE(1, name, expr)
// A cover only for rows whose parameters fulfil the condition: other rows cannot reach it.
`define COVER_WHERE(cond, name, expr) \
    if (cond) begin : name \
        (* keep *) wire reached = up_q && !rst_i && (expr); \
    end

// NAME: the number of keys of `key_w` bits, for a ghost that has something for each key. A row whose keys are wider
// than 12 bits is refused: there is no such module.
`define KEYS(name, key_w) \
    localparam name = (key_w) > 12 ? 1 : 1 << (key_w); \
    if ((key_w) > 12) begin : name``_refused \
        keys_of_more_than_12_bits name(); \
    end

// A key or value that is wider than said would lose bits in silence: the row is refused likewise.
`define WHOLE(name, width, what) \
    if ($bits({what}) > (width)) begin : name``_refused \
        keys_or_values_that_lose_bits name(); \
    end

// A set of pending keys, each with a value. A key is pending from the cycle after its put up to the cycle of
// its take. NAME_at_put and NAME_at_take: whether the key that is put, or taken, is pending. NAME_value_at_take:
// the value of the key that is taken. NAME_any: whether any key is pending. At most `places` keys are pending
// at a time; only monitors need that number.
`define PENDING(name, key_w, value_w, places, put, put_key, value, take, take_key) \
    `KEYS(name``_n, key_w) \
    `WHOLE(name``_put_key, key_w, put_key) \
    `WHOLE(name``_take_key, key_w, take_key) \
    `WHOLE(name``_value, value_w, value) \
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

// The same with at most `places` keys, for keys of any width. The unit's text assigns NAME_place: the place of the key that is
// put, one bit of `places`, and promises of any key that it is in one place at most. NAME_key_q has the key of each place,
// NAME_value_q its value, and NAME_takes says which has the key that is taken.
`define PENDING_AT(name, key_w, value_w, places, put, put_key, value, take, take_key) \
    `WHOLE(name``_put_key, key_w, put_key) \
    `WHOLE(name``_take_key, key_w, take_key) \
    `WHOLE(name``_value, value_w, value) \
    wire [(places)-1:0] name``_place; \
    reg [(places)-1:0] name``_q; \
    reg [(key_w)*(places)-1:0] name``_key_q; \
    reg [(value_w)*(places)-1:0] name``_value_q; \
    wire [(key_w)-1:0] name``_put = put_key; \
    wire [(key_w)-1:0] name``_take = take_key; \
    reg [(places)-1:0] name``_takes; \
    reg name``_at_put; \
    reg [(value_w)-1:0] name``_value_at_take; \
    integer name``_i; \
    always @* begin \
        name``_at_put = 1'b0; \
        name``_value_at_take = 0; \
        for (name``_i = 0; name``_i < (places); name``_i = name``_i + 1) begin \
            name``_takes[name``_i] = name``_q[name``_i] && name``_key_q[(key_w)*name``_i +: (key_w)] == name``_take; \
            if (name``_q[name``_i] && name``_key_q[(key_w)*name``_i +: (key_w)] == name``_put) \
                name``_at_put = 1'b1; \
            if (name``_takes[name``_i]) \
                name``_value_at_take = name``_value_q[(value_w)*name``_i +: (value_w)]; \
        end \
    end \
    wire name``_at_take = |name``_takes; \
    integer name``_j; \
    always @(posedge clk_i) \
        if (rst_i) \
            name``_q <= 0; \
        else \
            for (name``_j = 0; name``_j < (places); name``_j = name``_j + 1) begin \
                if ((take) && name``_takes[name``_j]) \
                    name``_q[name``_j] <= 1'b0; \
                if ((put) && name``_place[name``_j]) begin \
                    name``_q[name``_j] <= 1'b1; \
                    name``_key_q[(key_w)*name``_j +: (key_w)] <= name``_put; \
                    name``_value_q[(value_w)*name``_j +: (value_w)] <= value; \
                end \
            end \
    `ASSERT(name``_has_a_place, !(put) || (name``_place != 0 && (name``_place & (name``_place - 1'b1)) == 0 \
        && (name``_place & name``_q) == 0))

// The same of one key, any of them, for keys of any width: `key`. NAME_at_put: whether the key that is put is this one and
// pending, so an assumption about it is of any key. The unit's text assigns NAME_any: whether it holds anything that was
// put. Nothing that is not pending is there, by the unit's own promise of any key, so that is all that the unit may assume
// of an environment that puts when nothing is pending.
`define PENDING_ONE(name, key, key_w, places, put, put_key, take, take_key) \
    `WHOLE(name``_put_key, key_w, put_key) \
    `WHOLE(name``_take_key, key_w, take_key) \
    wire name``_any; \
    reg name``_q; \
    wire [(key_w)-1:0] name``_put = put_key; \
    wire [(key_w)-1:0] name``_take = take_key; \
    always @(posedge clk_i) \
        if (rst_i) \
            name``_q <= 1'b0; \
        else if ((put) && name``_put == key) \
            name``_q <= 1'b1; \
        else if ((take) && name``_take == key) \
            name``_q <= 1'b0; \
    wire name``_at_put = name``_q && name``_put == key;

// What a property of any value of an unknown constant says of another value of it, which a register has: in the cycle before,
// since there the property holds of all values. `expr` is the property's with that value.
`define INSTANCE(name, expr) \
    if (1) begin : name \
        reg other_q; \
        always @(posedge clk_i) \
            other_q <= up_q && !rst_i && !(expr); \
        always @* name: assume (!other_q); \
    end

// Which of the unknown constants are looked at. It is no assumption about a neighbour: each of them can be chosen so.
`define CHOSEN(name, what) \
    if (1) begin : name \
        wire other = !(what); \
        always @* name: assume (!other); \
    end

// An unknown constant: the low bits of `shown` whenever `when` is set. If its width is 0, it is one bit, 0.
// NAME_shows: the low bits of `shown` equal it in this cycle.
`define CONSTANT(name, width, when, shown) \
    wire [((width) > 0 ? (width) : 1)-1:0] name``_free = $anyconst; \
    wire [((width) > 0 ? (width) : 1)-1:0] name = (width) > 0 ? name``_free : 0; \
    wire name``_shows = (shown) % (1 << (width)) == name;

// A memory: the value that was last put at each key, 0 after reset. NAME_at_get: the value at get_key, without what is put
// in this cycle.
`define MEMORY(name, key_w, value_w, put, put_key, value, get_key) \
    `KEYS(name``_n, key_w) \
    `WHOLE(name``_put_key, key_w, put_key) \
    `WHOLE(name``_get_key, key_w, get_key) \
    `WHOLE(name``_value, value_w, value) \
    reg [(value_w)*name``_n-1:0] name``_q; \
    wire [(key_w)-1:0] name``_put = put_key; \
    wire [(key_w)-1:0] name``_get = get_key; \
    always @(posedge clk_i) \
        if (rst_i) \
            name``_q <= 0; \
        else if (put) \
            name``_q[(value_w)*name``_put +: (value_w)] <= value; \
    wire [(value_w)-1:0] name``_at_get = name``_q[(value_w)*name``_get +: (value_w)];
