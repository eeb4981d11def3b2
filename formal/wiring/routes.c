/*
 * Routes: for every L1 and every kind of line, from the SM's port to the DRAM's and back, through
 * all switches and links between. The proof of the switch shows that a message goes to the output
 * that it names; these checks show that it names the right output.
 */
#include "formal/wiring/impl.h"

#include <stdlib.h>
#include <string.h>

/* A message on its way, with the bits of it that are known. */
struct message {
    bool answer;
    uint32_t bits;       /* size without the padding, which is 0 */
    uint32_t lsb, known; /* known bits: a request's low bits of the line, an answer's destination */
    uint64_t value;
};

static uint64_t value_of(const struct cell *cell, const char *param)
{
    uint64_t value = 0;
    cell_param(cell, param, &value);
    return value;
}

/* ---- a hop ---- */

/* The output that a message names at a switch; -1 and a finding when it names no output. */
static int64_t output_of(struct check *k, const struct cell *sw, const struct message *m)
{
    uint64_t lsb = value_of(sw, "DEST_LSB"), out = 0;
    for (uint64_t j = 0; j < value_of(sw, "DEST_W"); j++) {
        uint64_t p = lsb + j;
        if (p >= m->bits)
            continue;
        if (p < m->lsb || p >= m->lsb + m->known) {
            wiring_found(k->f, m->answer ? "answers_return" : "requests_reach_owners",
                         "%s looks at bit %llu of a message, which is not of its %s", sw->name,
                         (unsigned long long)p, m->answer ? "destination" : "line's low bits");
            return -1;
        }
        out |= (m->value >> (p - m->lsb) & 1) << j;
    }
    if (out < value_of(sw, "NOUT"))
        return (int64_t)out;
    wiring_found(k->f, m->answer ? "answers_return" : "requests_reach_owners",
                 "%s has no output %llu for a message", sw->name, (unsigned long long)out);
    return -1;
}

/* Follows a message from a source to the unit that it reaches; NULL, with a finding, when it gets
 * lost. `port` receives the message's input at the last switch, -1 if there was no switch. */
static const struct end *follow(struct check *k, const struct end *from, const struct message *m,
                                int64_t *port)
{
    *port = -1;
    for (int hops = 0; from != NULL && from->peer != NULL && hops < 8; hops++) {
        const struct end *at = from->peer;
        if (is_unit(at->cell, "um_link")) {
            struct places p = places_of(k->sys, line_bits(k->sys), 0);
            if (value_of(at->cell, "OP_LSB") != (m->answer ? p.rsp_op : p.req_op))
                wiring_found(k->f, "sizes_agree", "%s looks for the op at another bit",
                             at->cell->name);
            from = end_at(k, at->cell, "out", 0);
        } else if (is_unit(at->cell, "um_switch")) {
            int64_t out = output_of(k, at->cell, m);
            *port = at->index;
            from = out >= 0 ? end_at(k, at->cell, "out", (uint32_t)out) : NULL;
        } else
            return at;
    }
    return NULL;
}

static bool arrives(struct check *k, const char *check, const struct end *at, const char *prefix,
                    const char *channel, const struct cell *who)
{
    if (at != NULL && is_unit(at->cell, prefix) && strcmp(at->channel, channel) == 0 &&
        (who == NULL || at->cell == who))
        return true;
    if (at != NULL)
        wiring_found(k->f, check, "%s gets what is for %s.%s", end_name(k, at),
                     who != NULL ? who->name : prefix, channel);
    return false;
}

/* ---- ids ---- */

/* A unit's id_i, -1 if it is no constant. */
static int64_t id_of(struct check *k, const struct cell *cell)
{
    const struct pin *id = cell_pin(cell, "id_i");
    int64_t value = 0;
    for (uint32_t b = 0; id != NULL && b < id->n; b++) {
        if (id->bits[b] != BIT_0 && id->bits[b] != BIT_1) {
            wiring_found(k->f, "ids_differ", "%s.id_i is no constant", cell->name);
            return -1;
        }
        value |= (int64_t)(id->bits[b] == BIT_1) << b;
    }
    return id != NULL ? value : -1;
}

static void check_id(struct check *k, const struct cell *cell, int64_t port)
{
    int64_t id = id_of(k, cell);
    if (port >= 0 && id >= 0 && id != port)
        wiring_found(k->f, "ids_are_ports", "%s has id %lld at port %lld", cell->name,
                     (long long)id, (long long)port);
}

/* A unit `from` whose requests end at `to`; all such units must have different ids. */
struct heard {
    const struct cell *to, *from;
    int64_t id;
};

static void hear(struct check *k, struct heard **all, size_t *n, struct heard h)
{
    for (size_t i = 0; i < *n; i++) {
        if ((*all)[i].to != h.to)
            continue;
        if ((*all)[i].from == h.from)
            return;
        if ((*all)[i].id == h.id) {
            wiring_found(k->f, "ids_differ", "%s and %s both are %lld at %s", (*all)[i].from->name,
                         h.from->name, (long long)h.id, h.to->name);
            return;
        }
    }
    *all = xrealloc(*all, (*n + 1) * sizeof **all);
    (*all)[(*n)++] = h;
}

/* ---- a line's way there and back ---- */

struct trip {
    struct check *k;
    struct heard *heard;
    size_t n_heard;
    const struct cell **l2; /* of GPU g and bank b: [g * banks + b] */
};

static void same_width(struct check *k, const struct cell *a, const char *of_a,
                       const struct cell *b, const char *of_b)
{
    if (value_of(a, of_a) != value_of(b, of_b))
        wiring_found(k->f, "sizes_agree", "%s.%s is %llu, %s.%s is %llu", a->name, of_a,
                     (unsigned long long)value_of(a, of_a), b->name, of_b,
                     (unsigned long long)value_of(b, of_b));
}

static struct message request(const struct check *k, uint64_t line, uint32_t src_w)
{
    const struct system *s = k->sys;
    struct places p = places_of(s, line_bits(s), src_w);
    uint32_t known = bits_for(s->l2.banks > s->umc.count ? s->l2.banks : s->umc.count);
    return (struct message){false, p.req_bits, p.req_line, known, line};
}

static struct message answer(const struct check *k, int64_t id, uint32_t src_w)
{
    struct places p = places_of(k->sys, line_bits(k->sys), src_w);
    return (struct message){true, p.rsp_bits, p.rsp_dst, src_w, (uint64_t)id};
}

/* The trip from a bank to the controller and the DRAM channel that own the line, and back. */
static void beyond_l2(struct trip *t, const struct cell *l2, uint64_t line)
{
    struct check *k = t->k;
    int64_t port, id = id_of(k, l2);
    uint32_t src_w = (uint32_t)value_of(l2, "MEM_SRC_W");
    struct message req = request(k, line, src_w), rsp = answer(k, id, src_w);
    const struct end *at = follow(k, end_at(k, l2, "mem_req", 0), &req, &port);
    if (!arrives(k, "requests_reach_owners", at, "um_umc", "req", NULL))
        return;
    const struct cell *umc = at->cell;
    check_id(k, l2, port);
    hear(k, &t->heard, &t->n_heard, (struct heard){umc, l2, id});
    same_width(k, l2, "MEM_SRC_W", umc, "SRC_W");
    const struct end *ask = end_at(k, umc, "dram_req", 0), *back = end_at(k, umc, "dram_rsp", 0);
    uint64_t owner = line % k->sys->umc.count;
    if (ask == NULL || back == NULL || ask->peer == NULL || back->peer == NULL ||
        ask->peer->cell != NULL || ask->peer->index != owner || back->peer->index != owner)
        wiring_found(k->f, "requests_reach_owners",
                     "line %llu comes from %s to %s, which is not before DRAM %llu",
                     (unsigned long long)line, l2->name, umc->name, (unsigned long long)owner);
    at = follow(k, end_at(k, umc, "rsp", 0), &rsp, &port);
    arrives(k, "answers_return", at, "um_l2", "mem_rsp", l2);
}

static void trip(struct trip *t, const struct cell *l1, uint32_t sm, uint64_t line)
{
    struct check *k = t->k;
    const struct system *s = k->sys;
    int64_t port, id = id_of(k, l1);
    uint32_t src_w = (uint32_t)value_of(l1, "SRC_W");
    struct message req = request(k, line, src_w), rsp = answer(k, id, src_w);
    const struct end *at = follow(k, end_at(k, l1, "req", 0), &req, &port);
    k->f->routes++;
    if (!arrives(k, "requests_reach_owners", at, "um_l2", "req", NULL))
        return;
    const struct cell *l2 = at->cell;
    check_id(k, l1, port);
    hear(k, &t->heard, &t->n_heard, (struct heard){l2, l1, id});
    same_width(k, l1, "SRC_W", l2, "SRC_W");
    const struct cell **owner = &t->l2[sm / s->sm.count * s->l2.banks + line % s->l2.banks];
    if (*owner == NULL) {
        *owner = l2;
        for (uint32_t i = 0; i < s->gpus * s->l2.banks; i++)
            if (&t->l2[i] != owner && t->l2[i] == l2)
                wiring_found(k->f, "requests_reach_owners", "%s is the bank of two kinds of lines",
                             l2->name);
    }
    if (*owner != l2)
        wiring_found(k->f, "requests_reach_owners", "%s sends line %llu to %s, its GPU's is %s",
                     l1->name, (unsigned long long)line, l2->name, (*owner)->name);
    at = follow(k, end_at(k, l2, "rsp", 0), &rsp, &port);
    arrives(k, "answers_return", at, "um_l1", "rsp", l1);
    if (sm % s->sm.count == 0)
        beyond_l2(t, l2, line);
}

void check_routes(struct check *k)
{
    const struct system *s = k->sys;
    uint64_t lines = s->l2.banks > s->umc.count ? s->l2.banks : s->umc.count;
    if (end_at(k, NULL, "core_req", s->gpus * s->sm.count) != NULL ||
        end_at(k, NULL, "dram_req", s->umc.count) != NULL)
        wiring_found(k->f, "sizes_are_the_systems",
                     "um_system has more SMs or DRAMs than the system");
    struct trip t = {.k = k,
                     .l2 = xcalloc((size_t)s->gpus * s->l2.banks, sizeof(const struct cell *))};
    for (uint32_t sm = 0; sm < s->gpus * s->sm.count; sm++) {
        const struct end *from = end_at(k, NULL, "core_req", sm);
        const struct end *back = end_at(k, NULL, "core_rsp", sm);
        if (from == NULL || back == NULL || from->peer == NULL || back->peer == NULL ||
            !is_unit(from->peer->cell, "um_l1") || from->peer->cell != back->peer->cell) {
            wiring_found(k->f, "answers_return", "SM %u has no L1 that both hears and answers it",
                         sm);
            continue;
        }
        for (uint64_t line = 0; line < lines; line++)
            trip(&t, from->peer->cell, sm, line);
    }
    free(t.l2);
    free(t.heard);
}
