/* Follows one message from unit to unit, through the switches, links, lanes and networks between
 * them. */
#include "formal/wiring/impl.h"

#include <string.h>

enum { MOST_HOPS = 12 };

const char *check_of(const struct message *m)
{
    return m->is == ANSWERS ? "answers_return" : "requests_reach_owners";
}

/* ---- a switch ---- */

int bit_of(const struct message *m, uint64_t at)
{
    for (size_t i = 0; i < sizeof m->known / sizeof *m->known; i++) {
        const struct known *known = &m->known[i];
        if (at >= known->lsb && at < known->lsb + known->n)
            return (int)(known->value >> (at - known->lsb) & 1);
    }
    return at < m->bits ? -1 : 0;
}

int64_t constant_at(struct check *k, const char *check, const struct cell *cell, const char *port)
{
    const struct pin *pin = cell_pin(cell, port);
    int64_t value = 0;
    for (uint32_t b = 0; pin != NULL && b < pin->n; b++) {
        if (pin->bits[b] != BIT_0 && pin->bits[b] != BIT_1) {
            wiring_found(k->f, check, "%s.%s is no constant", cell->name, port);
            return -1;
        }
        value |= (int64_t)(pin->bits[b] == BIT_1) << b;
    }
    return pin != NULL ? value : -1;
}

int64_t field_of(struct check *k, const struct cell *unit, const struct message *m, const char *lsb,
                 const char *width)
{
    int64_t value = 0;
    for (uint64_t i = 0; i < value_of(unit, width); i++) {
        uint64_t at = value_of(unit, lsb) + i;
        int bit = bit_of(m, at);
        if (bit < 0) {
            wiring_found(k->f, check_of(m), "%s looks at bit %llu of a message, which is not of %s",
                         unit->name, (unsigned long long)at,
                         m->is == ANSWERS ? "its destination" : "its line's owner");
            return -1;
        }
        value |= (int64_t)bit << i;
    }
    return value;
}

/* Whether a message is for the package of this switch; -1: not known. */
static int is_at_home(struct check *k, const struct cell *sw, const struct message *m)
{
    uint64_t bits;
    if (!cell_param(sw, "HOME_W", &bits))
        return 1;
    const int64_t here = constant_at(k, check_of(m), sw, "home_i"),
                  home = field_of(k, sw, m, "HOME_LSB", "HOME_W");
    return here < 0 || home < 0 ? -1 : home == here;
}

/* The output that a message names at a switch; -1 and a finding when it names no output. */
static int64_t output_of(struct check *k, const struct cell *sw, const struct message *m)
{
    int here = is_at_home(k, sw, m);
    if (here < 0)
        return -1;
    int64_t out =
        here ? field_of(k, sw, m, "DEST_LSB", "DEST_W") : field_of(k, sw, m, "FAR_LSB", "FAR_W");
    if (out < 0)
        return -1;
    out += here ? 0 : (int64_t)value_of(sw, "FAR");
    if (out < (int64_t)value_of(sw, "NOUT"))
        return out;
    wiring_found(k->f, check_of(m), "%s has no output %lld for a message", sw->name,
                 (long long)out);
    return -1;
}

/* ---- a link, a lane ---- */

/* The channels of a lane, near and far, and the prefix of its parameters for each. Where memory is
 * central, the acknowledgements of a bank share a lane with its requests, in the place of answers.
 */
static const struct way {
    const char *in, *out, *prefix;
} ways[] = {
    {"req_in", "req_out", "REQ_"}, {"rsp_in", "rsp_out", "RSP_"}, {"ack_in", "ack_out", "ACK_"}};

static const struct way *way_of(const struct check *k, const struct cell *lane,
                                enum message_class is)
{
    const bool has_acks = end_at(k, lane, "ack_in", 0) != NULL;
    return &ways[is == ACKS && !has_acks ? ANSWERS : is];
}

/* The far end of a wire that takes time. */
static const struct end *far_end(struct check *k, const struct end *at, const struct message *m,
                                 bool new)
{
    if (is_unit(at->cell, "um_link")) {
        if (new)
            check_wire(k, at->cell, "", m->is);
        return end_at(k, at->cell, "out", 0);
    }
    const struct way *way = way_of(k, at->cell, m->is);
    if (strcmp(at->channel, way->in) != 0) {
        wiring_found(k->f, "classes_are_apart", "%s gets %s", end_name(k, at), class_name(m->is));
        return NULL;
    }
    if (new)
        check_wire(k, at->cell, way->prefix, m->is);
    return end_at(k, at->cell, way->out, 0);
}

/* ---- all of the way ---- */

static const struct end *next_of(struct check *k, const struct end *from, struct message *m,
                                 struct arrival *a)
{
    const struct end *at = from->peer;
    bool new = queue_carries(k, from, m->is);
    if (is_unit(at->cell, "um_switch")) {
        int64_t out = output_of(k, at->cell, m);
        a->port = a->port < 0 ? at->index : a->port;
        return out >= 0 ? end_at(k, at->cell, "out", (uint32_t)out) : NULL;
    }
    if (is_unit(at->cell, "um_link") || is_unit(at->cell, "um_lane")) {
        a->wires++;
        return far_end(k, at, m, new);
    }
    if (is_unit(at->cell, "um_ni_inject")) {
        a->wires += 2;
        return through_network(k, queue_of(k, from), at->cell, m);
    }
    if (is_unit(at->cell, "um_detour"))
        return through_detour(k, at, m);
    /* Requests and acknowledgements keep their order in a gate. */
    if (is_unit(at->cell, "um_inv_gate") && m->is != DROPS)
        return end_at(k, at->cell, m->is == ACKS ? "mem_ack" : "mem_req", 0);
    if (is_unit(at->cell, "um_bank_front") && !ends_in_bank_front(at, m))
        return through_bank_front(k, at, m);
    a->at = at;
    return NULL;
}

struct arrival follow(struct check *k, const struct end *from, const struct message *m)
{
    struct arrival a = {.port = -1};
    struct message on = *m;
    for (int hops = 0; from != NULL && from->peer != NULL; hops++) {
        if (hops == MOST_HOPS) {
            wiring_found(k->f, check_of(m), "%s is passed again and again", end_name(k, from));
            break;
        }
        const struct end *next = next_of(k, from, &on, &a);
        if (next == NULL || !always_has_room(next))
            queue_waits(k, from, next);
        from = next;
    }
    return a;
}
