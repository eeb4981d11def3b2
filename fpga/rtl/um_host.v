// um_host: the board's half of fpga/protocol.md, between a serial line and words on a bus.
//
// A request is stored, and executed only when its CRC has been found right. One CRC register serves
// both directions, as the board never receives and sends at once; it takes each bit as it passes on
// the line.
//
// The bus has 16-bit words. addr_o is stable for at least four cycles before rdata_i is sampled.
`default_nettype none
module um_host #(
    parameter DIV = 16  // clock cycles per bit on the serial line, at least 4
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        line_i,
    output wire        line_o,
    output wire [15:0] addr_o,
    output wire        write_o,   // for one cycle
    output wire [15:0] wdata_o,
    input  wire [15:0] rdata_i
);
    localparam [7:0] SYNC  = 8'hA5;
    localparam [7:0] HELLO = 8'd1, READ = 8'd2, WRITE = 8'd3;
    localparam [7:0] OK = 8'd0, AGAIN = 8'd1, ORDER = 8'd2, BAD = 8'd3;
    localparam [7:0] MOST = 8'd120;  // words in a frame
    localparam [31:0] POLY    = 32'hEDB88320;
    localparam [31:0] RESIDUE = 32'hDEBB20E3;  // crc_q after a good frame and its CRC
    localparam [31:0] PATIENCE = 640*DIV;      // 64 byte times, in cycles
    localparam GAP_W = $clog2(PATIENCE + 1);

    localparam [3:0] HUNT = 4'd0, SIZE = 4'd1, BODY = 4'd2, CHECK = 4'd3,             // receive
                     HEAD = 4'd4, JUDGE = 4'd5, HIGH = 4'd6, LOW = 4'd7,              // execute
                     SAY_SYNC = 4'd8, SAY_SIZE = 4'd9, SAY_SEQ = 4'd10, SAY_OP = 4'd11,
                     SAY_STATUS = 4'd12, SAY_HIGH = 4'd13, SAY_LOW = 4'd14, SAY_CRC = 4'd15;

    reg [3:0]       state_q;
    reg [7:0]       size_q;   // bytes in the body
    reg [7:0]       at_q;     // index of a byte of the body or of the CRC
    reg [GAP_W-1:0] gap_q;    // cycles since the last byte of a frame
    reg [31:0]      crc_q;
    reg [7:0]       seq_q;    // number of this request
    reg [7:0]       op_q;
    reg [7:0]       count_q;  // words to come
    reg [15:0]      addr_q;
    reg [7:0]       high_q;
    reg [1:0]       status_q;
    reg [7:0]       last_q;   // number of the last request that counted
    reg             wrote_q;  // and whether it was a WRITE

    // ---- the line ----

    wire       heard_bit, heard_bit_valid, heard;
    wire [7:0] heard_byte;
    wire       said_bit, said_bit_valid, say_ready;
    reg  [7:0] say_byte;
    wire       saying   = state_q[3];
    wire       said     = saying && say_ready;
    wire       all_said = state_q == SAY_CRC && at_q == 8'd4;

    um_uart_rx #(.DIV (DIV)) rx (
        .clk_i       (clk_i),
        .rst_i       (rst_i || saying),
        .line_i      (line_i),
        .bit_o       (heard_bit),
        .bit_valid_o (heard_bit_valid),
        .byte_o      (heard_byte),
        .valid_o     (heard)
    );
    um_uart_tx #(.DIV (DIV)) tx (
        .clk_i       (clk_i),
        .rst_i       (rst_i),
        .valid_i     (saying && !all_said),
        .ready_o     (say_ready),
        .byte_i      (say_byte),
        .bit_o       (said_bit),
        .bit_valid_o (said_bit_valid),
        .line_o      (line_o)
    );

    // An answer's CRC is sent inverted, lowest bit first, so crc_q is only shifted. At the start of
    // SAY_CRC the body's last byte is still on the line: crc_q shifts from at_q 1 on.
    wire next_bit  = saying ? said_bit : heard_bit;
    wire shifts    = state_q == SAY_CRC && at_q != 8'd0;
    wire feedback  = (crc_q[0] ^ next_bit) && !shifts;
    wire crc_fresh = state_q == HUNT || state_q == SAY_SYNC || (state_q == SAY_SIZE && !said);

    always @(posedge clk_i) begin
        if (crc_fresh)
            crc_q <= 32'hFFFFFFFF;
        else if (saying ? said_bit_valid : heard_bit_valid)
            crc_q <= {1'b0, crc_q[31:1]} ^ (feedback ? POLY : 32'd0);
    end

    // ---- the body of a request ----

    wire [7:0] body;
    um_ram #(.COL_W (8), .COLS (1), .DEPTH (256), .ADDR_W (8)) frame (
        .clk_i   (clk_i),
        .ren_i   (1'b1),
        .raddr_i (at_q),
        .rdata_o (body),
        .wen_i   (heard && state_q == BODY),
        .waddr_i (at_q),
        .wdata_i (heard_byte)
    );

    wire in_order = seq_q == last_q + 8'd1;
    wire repeated = seq_q == last_q;
    wire counts   = count_q != 8'd0 && count_q <= MOST;
    wire is_hello = op_q == HELLO && size_q == 8'd3;
    wire is_read  = op_q == READ && size_q == 8'd5 && counts;
    wire is_write = op_q == WRITE && size_q == {count_q[6:0], 1'b0} + 8'd5 && counts;

    reg [7:0] verdict;
    always @* begin
        if (!is_hello && !is_read && !is_write)
            verdict = BAD;
        else if (is_hello || in_order || (is_read && repeated))
            verdict = OK;
        else if (is_write && repeated && wrote_q)
            verdict = AGAIN;
        else
            verdict = ORDER;
    end

    // ---- the answer ----

    wire brings = op_q == READ && status_q == OK[1:0];
    always @* begin
        case (state_q)
            SAY_SYNC:   say_byte = SYNC;
            SAY_SIZE:   say_byte = brings ? {count_q[6:0], 1'b0} + 8'd3 : 8'd3;
            SAY_SEQ:    say_byte = seq_q;
            SAY_OP:     say_byte = op_q | 8'h80;
            SAY_STATUS: say_byte = {6'd0, status_q};
            SAY_HIGH:   say_byte = rdata_i[15:8];
            SAY_LOW:    say_byte = rdata_i[7:0];
            default:    say_byte = ~crc_q[7:0];
        endcase
    end

    assign addr_o  = addr_q;
    assign wdata_o = {high_q, body};
    assign write_o = state_q == LOW;

    wire [7:0] next_at = at_q + 8'd1;
    wire       impatient = gap_q == PATIENCE[GAP_W-1:0];

    always @(posedge clk_i) begin
        gap_q <= state_q == HUNT || heard ? {GAP_W{1'b0}} : gap_q + 1'b1;
        case (state_q)
            HUNT:
                if (heard && heard_byte == SYNC)
                    state_q <= SIZE;
            SIZE:
                if (heard) begin
                    size_q  <= heard_byte;
                    at_q    <= 8'd0;
                    state_q <= heard_byte < 8'd3 ? HUNT : BODY;
                end
            BODY:
                if (heard) begin
                    at_q <= next_at == size_q ? 8'd0 : next_at;
                    if (next_at == size_q)
                        state_q <= CHECK;
                end
            CHECK:
                if (heard) begin
                    at_q <= next_at;
                    if (at_q == 8'd3) begin
                        at_q    <= 8'd0;
                        state_q <= crc_q == RESIDUE ? HEAD : HUNT;
                    end
                end
            // A byte of the body comes out of the RAM a cycle after its index.
            HEAD: begin
                at_q <= next_at;
                case (at_q[2:0])
                    3'd1: seq_q        <= body;
                    3'd2: op_q         <= body;
                    3'd3: count_q      <= body;
                    3'd4: addr_q[15:8] <= body;
                    3'd5: addr_q[7:0]  <= body;
                    default: ;
                endcase
                if (at_q == 8'd5) begin
                    at_q    <= 8'd5;
                    state_q <= JUDGE;
                end
            end
            JUDGE: begin
                status_q <= verdict[1:0];
                at_q     <= next_at;  // index of the first word's low byte; its high byte is next
                state_q  <= is_write && verdict == OK ? HIGH : SAY_SYNC;
                if (verdict == OK) begin
                    last_q  <= seq_q;
                    wrote_q <= is_write;
                end
            end
            HIGH: begin
                high_q  <= body;
                at_q    <= next_at;
                state_q <= LOW;
            end
            LOW: begin
                at_q    <= next_at;
                addr_q  <= addr_q + 16'd1;
                count_q <= count_q - 8'd1;
                state_q <= count_q == 8'd1 ? SAY_SYNC : HIGH;
            end
            SAY_SYNC:   if (said) state_q <= SAY_SIZE;
            SAY_SIZE:   if (said) state_q <= SAY_SEQ;
            SAY_SEQ:    if (said) state_q <= SAY_OP;
            SAY_OP:     if (said) state_q <= SAY_STATUS;
            SAY_STATUS:
                if (said) begin
                    at_q    <= 8'd0;
                    state_q <= brings ? SAY_HIGH : SAY_CRC;
                end
            SAY_HIGH:   if (said) state_q <= SAY_LOW;
            SAY_LOW:
                if (said) begin
                    addr_q  <= addr_q + 16'd1;
                    count_q <= count_q - 8'd1;
                    state_q <= count_q == 8'd1 ? SAY_CRC : SAY_HIGH;
                end
            default:
                if (said) begin
                    at_q <= next_at;
                    if (all_said)
                        state_q <= HUNT;
                end
        endcase
        if (!saying && impatient)
            state_q <= HUNT;
        if (rst_i) begin
            state_q <= HUNT;
            last_q  <= 8'd0;
            wrote_q <= 1'b0;
        end
    end
endmodule
`default_nettype wire
