// A cache that adds up the latencies of its requests (hardware.count_latency). Put after cache.vh.
//
// Promises
// * what it adds up in a cycle is the number of requests that are not answered yet;
// * it is not idle while there is one, so a unit that is left unclocked loses nothing of the sum.
//
// Assumes of all tickets at once what cache_env.vh does of one, any, since it counts them: for tickets of at most 12 bits.
`KEYS(F_TICKETS, F_TICKET_W)
`PENDING(f_all, F_TICKET_W, 1, F_ASKED_PLACES, f_takes_above, `ABOVE_TICKET(f_above_msg), 1'b1,
    f_answers_above, `UPWARD_TICKET(f_upward_msg))
`TICKET_IS_FREE(every_ticket_is_free, f_all_at_put)

// Each request that is not answered is in one place, so no more are pending than there are places for.
wire [F_TICKETS-1:0] f_in_one_place;
generate for (g = 0; g < F_TICKETS; g = g + 1) begin : f_ticket_of
    wire [F_TICKET_W-1:0] ticket = g;
    wire [MSHRS+F_PLACES-1:0] places = f_places_of(ticket);
    assign f_in_one_place[g] = `AT_MOST_ONE(places) && (|places) == f_all_q[g];
end endgenerate
`ASSERT(all_are_in_one_place_each, &f_in_one_place)

integer f_asker;
reg [IN_FLIGHT_W:0] f_pending;
always @* begin
    f_pending = 0;
    for (f_asker = 0; f_asker < F_TICKETS; f_asker = f_asker + 1)
        f_pending = f_pending + f_all_q[f_asker];
end
`ASSERT(adds_what_is_in_flight, {1'b0, in_flight_q} == f_pending)
`ASSERT(idle_has_none_in_flight, !idle_o || f_pending == 0)
`COVER(one_comes_and_one_goes, asked && answered && f_pending == 2)
