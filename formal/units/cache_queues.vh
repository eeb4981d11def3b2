// Names for the contents of the queues of a cache, a copy engine, a remote data cache or a DRAM mux, the same however many
// places a queue has. Put before l1_names.vh, l2_names.vh, copy.vh, rdc.vh or dram_mux.vh. For a queue WHAT:
//   f_WHAT               which of two places hold a message
//   f_WHAT_0, f_WHAT_1   the messages in these places
//   f_WHAT_full          no place is free
//   f_WHAT_head, _tail   the place that the next message leaves, and the one that the next message enters
//
// Yosys finds a register inside a queue by its name alone, and the name must not stand inside a generate
// block. So a row whose QUEUE_IN or QUEUE_OUT is not 2 says so with a define, too: QUEUE_IN_0, QUEUE_IN_1,
// QUEUE_OUT_1. queues_are_as_defined fails if the row has one without the other.

`ifdef QUEUE_IN_0
localparam F_QUEUE_IN = 0;
`define IN_QUEUE(what, width, head, tail, first, second) `QUEUE_OF_NONE(what, width)
`else
`ifdef QUEUE_IN_1
localparam F_QUEUE_IN = 1;
`define IN_QUEUE(what, width, head, tail, first, second) `QUEUE_OF_ONE(what, width, head, tail, first)
`else
localparam F_QUEUE_IN = 2;
`define IN_QUEUE(what, width, head, tail, first, second) `QUEUE_OF_TWO(what, width, head, tail, first, second)
`endif
`endif
`ifdef QUEUE_OUT_1
localparam F_QUEUE_OUT = 1;
`define OUT_QUEUE(what, width, head, tail, first, second) `QUEUE_OF_ONE(what, width, head, tail, first)
`else
localparam F_QUEUE_OUT = 2;
`define OUT_QUEUE(what, width, head, tail, first, second) `QUEUE_OF_TWO(what, width, head, tail, first, second)
`endif
`ASSERT(queues_are_as_defined, QUEUE_IN == F_QUEUE_IN && QUEUE_OUT == F_QUEUE_OUT)

// A queue without places is a wire: stage 1 takes a message in the cycle in which it comes in.
`define QUEUE_OF_NONE(what, width) \
    wire [1:0] f_``what``_head = 2'b00; \
    wire [1:0] f_``what``_tail = 2'b00; \
    wire [width-1:0] f_``what``_0 = 0; \
    wire [width-1:0] f_``what``_1 = 0; \
    wire [1:0] f_``what`` = 2'b00; \
    wire f_``what``_full = 1'b1;

`define QUEUE_OF_ONE(what, width, head, tail, first) \
    (* hierconn *) wire head ; \
    (* hierconn *) wire tail ; \
    (* hierconn *) wire [width-1:0] first ; \
    wire [1:0] f_``what``_head = 2'b00; \
    wire [1:0] f_``what``_tail = 2'b00; \
    wire [width-1:0] f_``what``_0 = first ; \
    wire [width-1:0] f_``what``_1 = 0; \
    wire [1:0] f_``what`` = {1'b0, head != tail }; \
    wire f_``what``_full = f_``what``[0];

`define QUEUE_OF_TWO(what, width, head, tail, first, second) \
    (* hierconn *) wire [1:0] head ; \
    (* hierconn *) wire [1:0] tail ; \
    (* hierconn *) wire [width-1:0] first ; \
    (* hierconn *) wire [width-1:0] second ; \
    wire [1:0] f_``what``_head = head ; \
    wire [1:0] f_``what``_tail = tail ; \
    wire [width-1:0] f_``what``_0 = first ; \
    wire [width-1:0] f_``what``_1 = second ; \
    wire [1:0] f_``what`` = {`PLACE_HOLDS(f_``what``_head, f_``what``_tail, 1'b1), \
        `PLACE_HOLDS(f_``what``_head, f_``what``_tail, 1'b0)}; \
    wire f_``what``_full = &f_``what``; \
    `ASSERT(what``_two_at_most, f_``what``_head == f_``what``_tail || f_``what``_head + 2'd1 == f_``what``_tail \
        || f_``what``_head + 2'd2 == f_``what``_tail)
// Whether place i of a queue of two holds a message.
`define PLACE_HOLDS(head, tail, i) ((head) != (tail) && ((head[0]) == (i) || ((head) ^ (tail)) == 2'b10))

// A queue of four places, whatever QUEUE_IN and QUEUE_OUT are: which places hold a message, the messages, how many.
`define QUEUE_OF_FOUR(what, width, head, tail, first, second, third, fourth) \
    (* hierconn *) wire [2:0] head ; \
    (* hierconn *) wire [2:0] tail ; \
    (* hierconn *) wire [width-1:0] first ; \
    (* hierconn *) wire [width-1:0] second ; \
    (* hierconn *) wire [width-1:0] third ; \
    (* hierconn *) wire [width-1:0] fourth ; \
    wire [2:0] f_``what``_n = tail - head ; \
    wire [2:0] f_``what``_head = head ; \
    wire [2:0] f_``what``_tail = tail ; \
    wire [width-1:0] f_``what``_0 = first ; \
    wire [width-1:0] f_``what``_1 = second ; \
    wire [width-1:0] f_``what``_2 = third ; \
    wire [width-1:0] f_``what``_3 = fourth ; \
    wire [1:0] f_``what``_to_1 = 2'd1 - f_``what``_head[1:0]; \
    wire [1:0] f_``what``_to_2 = 2'd2 - f_``what``_head[1:0]; \
    wire [1:0] f_``what``_to_3 = 2'd3 - f_``what``_head[1:0]; \
    wire [1:0] f_``what``_to_0 = 2'd0 - f_``what``_head[1:0]; \
    wire [3:0] f_``what`` = {f_``what``_to_3 < f_``what``_n, f_``what``_to_2 < f_``what``_n, \
        f_``what``_to_1 < f_``what``_n, f_``what``_to_0 < f_``what``_n}; \
    `ASSERT(what``_four_at_most, f_``what``_n <= 3'd4)
