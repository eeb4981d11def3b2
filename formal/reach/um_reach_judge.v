// um_reach_judge: is there a sequentially consistent order that explains the values that the loads
// returned? In such an order of all accesses each thread's accesses are in program order, and each
// load returns the latest store to its place.
//
// The judge sees the program and the loads' values, as the cores see them, and nothing of the
// machine or of time. There are two places. If access i of thread t is a store, it carries the
// number 1 + t*STEPS + i, which no other store carries; memory begins with 0.
//
// A cut is a number of accesses done for each thread. The contents of memory at a cut are given by
// the owner of each place: 0 is nobody; t+1 is thread t, whose latest store to the place before the
// cut is there. A cut with two owners is possible if an order of the accesses before it leads there
// and explains all its loads. All orders that lead to the last cut are followed in parallel.
`default_nettype none
module um_reach_judge #(
    parameter THREADS = 2,
    parameter STEPS   = 3,  // accesses of each thread
    parameter VALUE_W = 3
) (
    // Of each access, the first thread's first access lowest.
    input  wire [THREADS*STEPS-1:0]         store_i, // otherwise it is a load
    input  wire [THREADS*STEPS-1:0]         place_i,
    input  wire [THREADS*STEPS*VALUE_W-1:0] value_i, // the value that a load returned
    output wire                             explained_o
);
    localparam ALL    = THREADS*STEPS;
    localparam OWNERS = THREADS + 1;
    localparam CUTS   = (STEPS + 1)**THREADS;
    localparam STATES = OWNERS*OWNERS; // owner of place 0 * OWNERS + owner of place 1

    // Bit (n*OWNERS + o)*(STEPS+1) + d of fits0 (fits1): access n is a load of place 0 (1) and
    // returned the value that owner o had put there with its first d accesses.
    wire [ALL*OWNERS*(STEPS+1)-1:0] fits0, fits1;
    genvar n, o, d;
    for (n = 0; n < ALL; n = n + 1) begin : load
        wire [VALUE_W-1:0] value = value_i[n*VALUE_W +: VALUE_W];
        for (o = 0; o < OWNERS; o = o + 1) begin : of
            wire [STEPS:0] returned;
            assign returned[0] = o == 0 && value == 0;
            for (d = 0; d < STEPS; d = d + 1) begin : done
                localparam [VALUE_W-1:0] NUMBER = o == 0 ? 0 : 1 + (o - 1)*STEPS + d;
                localparam W = o == 0 ? d : (o - 1)*STEPS + d;
                wire over = o != 0 && store_i[W] && place_i[W] == place_i[n];
                assign returned[d+1] = over ? value == NUMBER : returned[d];
            end
            localparam AT = (n*OWNERS + o)*(STEPS + 1);
            assign fits0[AT +: STEPS+1] = store_i[n] || place_i[n] ? 0 : returned;
            assign fits1[AT +: STEPS+1] = store_i[n] || !place_i[n] ? 0 : returned;
        end
    end

    // Each cut follows from the cuts with one access less. A cut's number has one digit per thread.
    genvar c, t, a, b;
    for (c = 0; c < CUTS; c = c + 1) begin : cut
        wire [STATES-1:0] can;
        wire [STATES*THREADS-1:0] by; // from bit t*STATES up: reached by an access of thread t
        for (t = 0; t < THREADS; t = t + 1) begin : last
            localparam DIGIT = (STEPS + 1)**t;
            localparam DONE = c / DIGIT % (STEPS + 1);
            localparam FROM = DONE > 0 ? c - DIGIT : 0;
            localparam N = DONE > 0 ? t*STEPS + DONE - 1 : 0;
            wire [STATES-1:0] was;
            if (DONE > 0) begin : after
                assign was = cut[FROM].can;
            end else begin : none
                assign was = 0;
            end
            wire to0 = store_i[N] && !place_i[N];
            wire to1 = store_i[N] && place_i[N];

            wire [OWNERS-1:0] fit0, fit1; // for each owner, in cut FROM
            for (a = 0; a < OWNERS; a = a + 1) begin : owner
                localparam D = a == 0 ? 0 : FROM / (STEPS + 1)**(a == 0 ? 0 : a - 1) % (STEPS + 1);
                assign fit0[a] = fits0[(N*OWNERS + a)*(STEPS + 1) + D];
                assign fit1[a] = fits1[(N*OWNERS + a)*(STEPS + 1) + D];
            end

            wire [OWNERS-1:0] any0; // for each owner of place 1: possible with any owner of place 0
            for (b = 0; b < OWNERS; b = b + 1) begin : column
                wire [OWNERS-1:0] of;
                for (a = 0; a < OWNERS; a = a + 1) begin : row
                    assign of[a] = was[a*OWNERS + b];
                end
                assign any0[b] = |of;
            end
            for (a = 0; a < OWNERS; a = a + 1) begin : row
                wire [OWNERS-1:0] here = was[a*OWNERS +: OWNERS];
                wire [OWNERS-1:0] mine = {{OWNERS-1{1'b0}}, to1 && |here} << (t + 1);
                assign by[t*STATES + a*OWNERS +: OWNERS] = here & ({OWNERS{fit0[a]}} | fit1)
                    | mine | (a == t + 1 && to0 ? any0 : 0);
            end
        end
        for (a = 0; a < STATES; a = a + 1) begin : state
            wire [THREADS-1:0] ways;
            for (t = 0; t < THREADS; t = t + 1) begin : way
                assign ways[t] = by[t*STATES + a];
            end
            // Cut 0: no access is done, and nobody owns a place.
            assign can[a] = c == 0 ? a == 0 : |ways;
        end
    end
    assign explained_o = |cut[CUTS-1].can;
endmodule
`default_nettype wire
