// um_header: Parameters, port groups and channels.
`default_nettype none

module um_header #(
    parameter WIDTH                    = 8, // bits of a message
    parameter LONG_NAME_OF_A_PARAMETER = WIDTH * 2
) (
    input  wire                                clk_i,       // clock
    input  wire                                rst_i,       // synchronous reset, active high

    // Messages come in here, and a message that is not taken stays as it is until it is taken:
    // a contract as long as this one is wrapped.
    input  wire                                req_valid_i, // a request
    output wire                                req_ready_o,
    input  wire [WIDTH-1:0]                    req_msg_i,

    // and go out here.
    output wire                                rsp_valid_o, // an answer
    input  wire                                rsp_ready_i,
    output wire [WIDTH:0]                      rsp_msg_o,
    output wire [LONG_NAME_OF_A_PARAMETER-1:0] wide_o,      // twice as wide
    // for later, which takes so many words to explain that they stand above
    input  wire [2:0]                          spare_unused
);

    wire take = req_valid_i && rsp_ready_i;
    assign req_ready_o = rsp_ready_i;
    assign rsp_valid_o = take;
    assign rsp_msg_o = {1'b0, req_msg_i};
    assign wide_o = {req_msg_i, req_msg_i};

    // Read by no logic, on purpose.
    wire unused_ok = &{1'b0, clk_i, rst_i};

endmodule

`default_nettype wire
