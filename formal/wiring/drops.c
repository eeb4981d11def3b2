/* Where invalidations reach the L1s: the way of a line to be dropped from the gate behind an L2
 * bank to each L1 of the package, and back. */
#include "formal/wiring/impl.h"

#include <string.h>

static const char check[] = "drops_reach_l1s";

static bool joins(const struct end *at, const struct cell *cell, const char *channel)
{
    return at != NULL && at->peer != NULL && at->peer->cell == cell &&
           strcmp(at->peer->channel, channel) == 0;
}

/* The gate through which a bank's requests and acknowledgements go, and nothing goes past it. */
static const struct cell *gate_of(struct check *k, const struct cell *l2)
{
    const struct end *req = end_at(k, l2, "mem_req", 0);
    const struct cell *gate = req != NULL && req->peer != NULL ? req->peer->cell : NULL;
    if (is_unit(gate, "um_inv_gate") && joins(req, gate, "req") &&
        joins(end_at(k, l2, "ack", 0), gate, "ack"))
        return gate;
    wiring_found(k->f, check, "%s asks the memory past any gate", l2->name);
    return NULL;
}

/* The broadcast that a gate asks for this line, which answers that gate; NULL: none. */
static const struct cell *broadcast_of(struct check *k, const struct cell *gate,
                                       const struct message *m)
{
    const struct arrival there = follow(k, end_at(k, gate, "drop", 0), m);
    if (there.at == NULL || !is_unit(there.at->cell, "um_inv_broadcast") ||
        strcmp(there.at->channel, "ask") != 0) {
        wiring_found(k->f, check, "%s asks %s to have lines dropped", gate->name,
                     end_name(k, there.at));
        return NULL;
    }
    const struct cell *broadcast = there.at->cell;
    const struct arrival back = follow(k, end_at(k, broadcast, "answer", 0), m);
    if (back.at == NULL || back.at->cell != gate || strcmp(back.at->channel, "dropped") != 0) {
        wiring_found(k->f, check, "%s asks %s, which answers %s", gate->name, broadcast->name,
                     end_name(k, back.at));
        return NULL;
    }
    return broadcast;
}

/* A store waits for the line to be dropped, as does an acknowledgement; the broadcast for each L1;
 * and an L1 for room to tell of it. */
static void waits(struct check *k, const struct cell *gate, const struct cell *broadcast,
                  uint32_t l1s)
{
    static const char *const held[] = {"req", "ack"};
    const struct end *ask = end_at(k, broadcast, "ask", 0);
    for (int i = 0; i < 2; i++) {
        const struct end *at = end_at(k, gate, held[i], 0);
        queue_waits(k, at->peer, end_at(k, gate, "drop", 0));
        queue_waits(k, at->peer, end_at(k, gate, "dropped", 0)->peer);
    }
    queue_waits(k, ask->peer, end_at(k, broadcast, "answer", 0));
    for (uint32_t i = 0; i < l1s; i++) {
        const struct end *drop = end_at(k, broadcast, "drop", i);
        const struct end *dropped = end_at(k, broadcast, "dropped", i);
        if (drop == NULL || drop->peer == NULL || dropped == NULL || dropped->peer == NULL)
            continue;
        queue_waits(k, ask->peer, drop);
        queue_waits(k, ask->peer, dropped->peer);
        queue_waits(k, drop, dropped->peer);
    }
}

void check_drops(struct check *k, const struct cell *l1, uint32_t l1s, const struct cell *l2,
                 const struct message *m)
{
    const struct cell *gate = gate_of(k, l2);
    const struct cell *broadcast = gate != NULL ? broadcast_of(k, gate, m) : NULL;
    if (broadcast == NULL)
        return;
    uint32_t i = 0;
    while (i < l1s && !(joins(end_at(k, broadcast, "drop", i), l1, "drop") &&
                        joins(end_at(k, broadcast, "dropped", i), l1, "dropped")))
        i++;
    if (i == l1s)
        wiring_found(k->f, check, "%s does not tell %s to drop lines, and hear of it",
                     broadcast->name, l1->name);
    if (end_at(k, broadcast, "drop", l1s) != NULL)
        wiring_found(k->f, check, "%s tells more than the L1s of its package", broadcast->name);
    if (i == 0) /* once for each gate is enough */
        waits(k, gate, broadcast, l1s);
}
