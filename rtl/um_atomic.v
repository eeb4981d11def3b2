// um_atomic: performs an atomic on the elements of a line, two words a cycle.
//
// An element is a word, or two when fn_i[4] is set; the mask covers the elements to be changed. The
// operand lies at its element's place; a compare-and-swap's comparison value lies at the place of
// the neighbouring element (gen/proto/atomic.h). line_o is operand_i with every covered element
// replaced by its new value. It takes one cycle for every two words, after start_i.
`default_nettype none
module um_atomic #(
    parameter LINE_BYTES = 16, // a power of two, at least two words
    parameter WORD_BYTES = 4   // a compare-and-swap of two words needs a line of four words
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    start_i,    // only while not busy
    input  wire                    work_i,     // compute; otherwise line_o is operand_i, at once
    input  wire [4:0]              fn_i,
    input  wire [8*LINE_BYTES-1:0] old_i,      // the line in memory
    input  wire [8*LINE_BYTES-1:0] operand_i,
    input  wire [LINE_BYTES-1:0]   mask_i,
    input  wire                    take_i,     // the result is taken in this cycle
    output wire                    busy_o,     // computing, or the result is not taken yet
    output wire                    done_o,     // the result is valid
    output wire [8*LINE_BYTES-1:0] line_o
);
    localparam W      = 8*WORD_BYTES;
    localparam SLOT   = 2*W; // bits of two words
    localparam SLOTS  = LINE_BYTES / (2*WORD_BYTES);
    localparam AT_W   = SLOTS > 1 ? $clog2(SLOTS) : 1;
    localparam [31:0] LAST = SLOTS - 1;
    localparam [31:0] ONE  = 1;

    localparam [3:0] ADD = 4'd0, MIN = 4'd1, MAX = 4'd2, UMIN = 4'd3, UMAX = 4'd4, AND = 4'd5,
                     OR = 4'd6, XOR = 4'd7, EXCH = 4'd8, CAS = 4'd9;

    reg                    busy_q;
    reg                    done_q;
    reg [AT_W-1:0]         slot_q;
    reg [4:0]              fn_q;
    reg [8*LINE_BYTES-1:0] old_q;
    reg [8*LINE_BYTES-1:0] operand_q;  // as they came
    reg [8*LINE_BYTES-1:0] line_q;
    reg [LINE_BYTES-1:0]   mask_q;

    wire            wide    = fn_q[4];
    wire [3:0]      fn      = fn_q[3:0];
    wire [AT_W-1:0] other   = SLOTS > 1 ? slot_q ^ ONE[AT_W-1:0] : slot_q;
    wire [SLOT-1:0] old     = old_q[SLOT*slot_q +: SLOT];
    wire [SLOT-1:0] operand = operand_q[SLOT*slot_q +: SLOT];
    wire [SLOT-1:0] across  = operand_q[SLOT*other +: SLOT];
    wire [SLOT-1:0] compare = wide ? across : {operand[W-1:0], operand[SLOT-1:W]};
    wire [1:0]      covered = {mask_q[2*WORD_BYTES*slot_q + WORD_BYTES],
                               mask_q[2*WORD_BYTES*slot_q]};

    // Compares each half alone, or both as one: then the upper half decides unless it is equal.
    wire            signed_order = fn == MIN || fn == MAX;
    wire [SLOT-1:0] flip = signed_order ? {1'b1, {W - 1{1'b0}}, !wide, {W - 1{1'b0}}}
                                        : {SLOT{1'b0}};
    wire [SLOT-1:0] a    = old ^ flip;
    wire [SLOT-1:0] b    = operand ^ flip;
    wire            lo_lt = a[W-1:0] < b[W-1:0];
    wire            hi_lt = a[SLOT-1:W] < b[SLOT-1:W];
    wire            hi_eq = old[SLOT-1:W] == operand[SLOT-1:W];
    wire            lt    = hi_lt || (hi_eq && lo_lt);
    wire [1:0]      less  = wide ? {2{lt}} : {hi_lt, lo_lt};
    wire            lo_same = old[W-1:0] == compare[W-1:0];
    wire            hi_same = old[SLOT-1:W] == compare[SLOT-1:W];
    wire [1:0]      same  = wide ? {2{lo_same && hi_same}} : {hi_same, lo_same};

    wire [W:0]   lo_sum = {1'b0, old[W-1:0]} + {1'b0, operand[W-1:0]};
    wire [W-1:0] hi_sum = old[SLOT-1:W] + operand[SLOT-1:W] + {{W - 1{1'b0}}, wide && lo_sum[W]};

    wire         wants_less = fn == MIN || fn == UMIN;
    wire [1:0]   keep_old   = fn == CAS ? ~same : wants_less ? less : ~less;

    reg [SLOT-1:0] result;
    always @* begin
        case (fn)
            ADD:     result = {hi_sum, lo_sum[W-1:0]};
            AND:     result = old & operand;
            OR:      result = old | operand;
            XOR:     result = old ^ operand;
            EXCH:    result = operand;
            MIN, MAX, UMIN, UMAX, CAS:
                     result = {keep_old[1] ? old[SLOT-1:W] : operand[SLOT-1:W],
                               keep_old[0] ? old[W-1:0] : operand[W-1:0]};
            default: result = old;
        endcase
    end

    assign busy_o = busy_q || done_q;
    assign done_o = done_q;
    assign line_o = line_q;

    always @(posedge clk_i) begin
        if (start_i) begin
            slot_q    <= {AT_W{1'b0}};
            fn_q      <= fn_i;
            old_q     <= old_i;
            operand_q <= operand_i;
            line_q    <= operand_i;
            mask_q    <= mask_i;
        end else if (busy_q) begin
            slot_q <= slot_q + 1'b1;
            if (covered[0])
                line_q[SLOT*slot_q +: W] <= result[W-1:0];
            if (covered[1])
                line_q[SLOT*slot_q + W +: W] <= result[SLOT-1:W];
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q <= 1'b0;
            done_q <= 1'b0;
        end else begin
            if (start_i)
                busy_q <= work_i;
            else if (slot_q == LAST[AT_W-1:0])
                busy_q <= 1'b0;
            if (start_i && !work_i)
                done_q <= 1'b1;
            else if (busy_q && slot_q == LAST[AT_W-1:0])
                done_q <= 1'b1;
            else if (take_i)
                done_q <= 1'b0;
        end
    end
endmodule
`default_nettype wire
