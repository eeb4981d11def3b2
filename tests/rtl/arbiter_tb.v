// um_arbiter with random requests: the winner is the next in turn, and a requester that keeps
// asking waits for at most N - 1 grants to others.
`default_nettype none
module arbiter_tb;
    parameter N     = 4;
    parameter IDX_W = 2;

    reg              clk = 1'b0, rst = 1'b1, take = 1'b0;
    reg  [N-1:0]     want = 0;
    wire             any;
    wire [IDX_W-1:0] winner;

    um_arbiter #(.N(N), .IDX_W(IDX_W)) dut (
        .clk_i(clk), .rst_i(rst), .want_i(want), .take_i(take), .any_o(any), .winner_o(winner));

    integer waited [0:N-1];  // grants to others since it began to ask
    integer last = N - 1, next, i, cycle, seed = 1, worst = 0, grants = 0;

    task check(input ok, input [8*24-1:0] what);
        if (ok !== 1'b1) begin
            $display("FAIL cycle %0d: %0s", cycle, what);
            $finish;
        end
    endtask

    initial begin
        for (i = 0; i < N; i = i + 1)
            waited[i] = 0;
        for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
            #1;
            rst = cycle < 2;
            // A requester keeps asking until it is served. Phases of many and of few requesters.
            for (i = 0; i < N; i = i + 1)
                if (!want[i])
                    want[i] = {$random(seed)} % ((cycle / 500) % 2 == 0 ? 2 : 4 * N) == 0;
            take = $random(seed) % 4 != 0;
            #1;
            if (!rst) begin
                check(any === (want != 0), "any");
                next = (last + 1) % N;
                for (i = 0; i < N && !want[next]; i = i + 1)
                    next = (next + 1) % N;
                check(want == 0 || winner === next, "winner");
            end
            clk = 1'b1;
            if (!rst && take && any) begin
                for (i = 0; i < N; i = i + 1)
                    if (want[i] && i != next) begin
                        waited[i] = waited[i] + 1;
                        check(waited[i] <= N - 1, "waits too long");
                        if (waited[i] > worst)
                            worst = waited[i];
                    end
                waited[next] = 0;
                last   = next;
                grants = grants + 1;
            end
            #1;
            if (!rst && take && any)
                want[last] = 1'b0;
            clk = 1'b0;
        end
        check(grants > 1000 && worst == N - 1, "too little was tried");
        $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
