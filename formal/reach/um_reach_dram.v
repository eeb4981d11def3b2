// um_reach_dram: a DRAM channel that stores only the words that a litmus test uses, and the spare
// bits beside their lines if it has such; all others read as 0. It answers in the next cycle, and
// holds one request at a time.
`default_nettype none
module um_reach_dram #(
    parameter REQ_W    = 192, // bits of messages, and where their fields lie
    parameter RSP_W    = 160,
    parameter TAG_W    = 1,
    parameter LINE_W   = 12,
    parameter MASK_LSB = 128,
    parameter LINE_LSB = 144,
    parameter TAG_LSB  = 156,
    parameter WRITE_LSB = 157,
    parameter RSP_TAG_LSB = 128,
    parameter SPARE_W  = 0,   // spare bits beside a line, 0: none; where they lie, what says that a
    parameter SPARE_LSB = 0,  // request is about them, and both in an answer with its `write`
    parameter ENTRY_LSB = 0,
    parameter RSP_SPARE_LSB = 0,
    parameter RSP_ENTRY_LSB = 0,
    parameter RSP_WRITE_LSB = 0,
    parameter WORD_BYTES = 4,
    parameter VALUE_W  = 2,   // bits of a value
    parameter WORDS    = 1,   // words of the test, in this channel or another
    // For each word: its line, its place in the line (4 bits), whether this channel has it, its
    // initial value.
    parameter WORD_W   = LINE_W + 5 + VALUE_W,
    parameter [WORDS*WORD_W-1:0] MAP = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    output wire [WORDS*VALUE_W-1:0] value_o,
    input  wire                     req_valid_i,
    output wire                     req_ready_o,
    input  wire [REQ_W-1:0]         req_msg_i,
    output wire                     rsp_valid_o,
    input  wire                     rsp_ready_i,
    output wire [RSP_W-1:0]         rsp_msg_o
);
    reg                     valid_q;
    reg [TAG_W-1:0]         tag_q;
    reg [WORDS-1:0]         read_q; // words of the line that is read
    reg [WORDS*VALUE_W-1:0] word_q;
    localparam SPARES = SPARE_W > 0 ? SPARE_W : 1;
    reg [WORDS*SPARES-1:0]  spare_q; // of each word's line
    reg                     entry_q; // of the request that is answered
    reg                     write_q;

    wire              take = req_valid_i && req_ready_o;
    wire [LINE_W-1:0] line = req_msg_i[LINE_LSB +: LINE_W];
    wire              write = req_msg_i[WRITE_LSB];
    assign req_ready_o = !valid_q;
    assign rsp_valid_o = valid_q;
    assign value_o = word_q;

    wire [RSP_W*(WORDS+1)-1:0] data; // part i: the answer with words 0 to i-1
    wire [RSP_W-1:0] kind = SPARE_W == 0 ? {RSP_W{1'b0}}
        : {{RSP_W - 1{1'b0}}, entry_q} << RSP_ENTRY_LSB | {{RSP_W - 1{1'b0}}, write_q} << RSP_WRITE_LSB;
    assign data[RSP_W-1:0] = {{RSP_W - TAG_W{1'b0}}, tag_q} << RSP_TAG_LSB | kind;
    assign rsp_msg_o = data[RSP_W*WORDS +: RSP_W];

    genvar g;
    for (g = 0; g < WORDS; g = g + 1) begin : words
        localparam [WORD_W-1:0] IT = MAP[g*WORD_W +: WORD_W];
        localparam [3:0] PLACE = IT[LINE_W +: 4];
        wire here = IT[LINE_W + 4] && line == IT[LINE_W-1:0];
        wire covered = req_msg_i[MASK_LSB + WORD_BYTES*PLACE];
        wire [VALUE_W-1:0] now = word_q[g*VALUE_W +: VALUE_W];
        wire [SPARES-1:0] spare = spare_q[g*SPARES +: SPARES];
        wire [RSP_W-1:0] beside = SPARE_W == 0 ? {RSP_W{1'b0}}
            : {{RSP_W - SPARES{1'b0}}, spare} << RSP_SPARE_LSB;
        assign data[RSP_W*(g + 1) +: RSP_W] = data[RSP_W*g +: RSP_W]
            | (read_q[g] ? {{RSP_W - VALUE_W{1'b0}}, now} << (8*WORD_BYTES*PLACE) | beside : {RSP_W{1'b0}});
        always @(posedge clk_i) begin
            if (rst_i) begin
                word_q[g*VALUE_W +: VALUE_W] <= IT[LINE_W + 5 +: VALUE_W];
            end else if (take && write && here && covered) begin
                word_q[g*VALUE_W +: VALUE_W] <= req_msg_i[8*WORD_BYTES*PLACE +: VALUE_W];
            end
            if (rst_i)
                spare_q[g*SPARES +: SPARES] <= {SPARES{1'b0}};
            else if (SPARE_W > 0 && take && write && here && req_msg_i[ENTRY_LSB])
                spare_q[g*SPARES +: SPARES] <= req_msg_i[SPARE_LSB +: SPARES];
            if (take)
                read_q[g] <= here;
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
        end else if (take) begin
            valid_q <= 1'b1;
            tag_q <= req_msg_i[TAG_LSB +: TAG_W];
            entry_q <= SPARE_W > 0 && req_msg_i[ENTRY_LSB];
            write_q <= SPARE_W > 0 && write;
        end else if (rsp_ready_i) begin
            valid_q <= 1'b0;
        end
    end
endmodule
`default_nettype wire
