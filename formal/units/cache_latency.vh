// A cache that adds up the latencies of its requests (hardware.count_latency). Put after cache.vh.
//
// Promises
// * what it adds up in a cycle is the number of requests that are not answered yet;
// * it is not idle while there is one, so a unit that is left unclocked loses nothing of the sum.
//
// Assumes nothing beyond cache_env.vh.

// no_request_is_lost of cache.vh, of all tickets at once: so no more are pending than there are places for.
integer f_at;
reg [F_TICKETS-1:0] f_somewhere;
always @* begin
    f_somewhere = f_waiting;
    for (f_at = 0; f_at < F_PLACES; f_at = f_at + 1)
        if (f_held[f_at])
            f_somewhere[f_holds[f_at*F_TICKET_W +: F_TICKET_W]] = 1'b1;
end
`ASSERT(none_is_lost, (f_asked_q & ~f_somewhere) == 0)

integer f_asker;
reg [IN_FLIGHT_W:0] f_pending;
always @* begin
    f_pending = 0;
    for (f_asker = 0; f_asker < F_TICKETS; f_asker = f_asker + 1)
        f_pending = f_pending + f_asked_q[f_asker];
end
`ASSERT(adds_what_is_in_flight, {1'b0, in_flight_q} == f_pending)
`ASSERT(idle_has_none_in_flight, !idle_o || f_pending == 0)
`COVER(one_comes_and_one_goes, asked && answered && f_pending == 2)
