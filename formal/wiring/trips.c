/* What routes of lines share: messages of a line, and where they must come to. */
#include "formal/wiring/trips.h"

#include <stdlib.h>
#include <string.h>

bool arrives(struct check *k, const char *check, const struct end *at, const char *prefix,
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

void hear(struct trips *t, struct heard h)
{
    for (size_t i = 0; i < t->n_heard; i++) {
        const struct heard *other = &t->heard[i];
        if (other->to != h.to)
            continue;
        if (other->from == h.from)
            return;
        if (other->id == h.id) {
            wiring_found(t->k->f, "ids_differ", "%s and %s both are %lld at %s", other->from->name,
                         h.from->name, (long long)h.id, h.to->name);
            return;
        }
    }
    t->heard = xrealloc(t->heard, (t->n_heard + 1) * sizeof *t->heard);
    t->heard[t->n_heard++] = h;
}

void same_width(struct check *k, const struct cell *a, const char *of_a, const struct cell *b,
                const char *of_b)
{
    if (value_of(a, of_a) != value_of(b, of_b))
        wiring_found(k->f, "sizes_agree", "%s.%s is %llu, %s.%s is %llu", a->name, of_a,
                     (unsigned long long)value_of(a, of_a), b->name, of_b,
                     (unsigned long long)value_of(b, of_b));
}

struct message request(const struct trips *t, uint64_t line, uint32_t src_w)
{
    struct places p = places_of(t->k->sys, t->lines.bits, src_w);
    return (struct message){
        .is = REQUESTS,
        .bits = p.req_bits,
        .known = {{p.req_line, t->lines.low_bits, line},
                  {p.req_line + t->lines.home_lsb, t->lines.home_bits, home_of(&t->lines, line)}}};
}

struct message answer(const struct trips *t, uint64_t line, int64_t id, uint32_t src_w)
{
    struct places p = places_of(t->k->sys, t->lines.bits, src_w);
    return (struct message){
        .is = ANSWERS,
        .bits = p.rsp_bits,
        .known = {{p.rsp_dst, src_w, (uint64_t)id},
                  {p.rsp_line, t->lines.low_bits, line},
                  {p.rsp_line + t->lines.home_lsb, t->lines.home_bits, home_of(&t->lines, line)}}};
}

struct message ack(const struct trips *t, uint64_t line, uint32_t tag_w)
{
    struct places p = places_of(t->k->sys, t->lines.bits, 0);
    return (struct message){
        .is = ACKS,
        .bits = p.ack_bits + tag_w,
        .known = {{p.ack_line, t->lines.low_bits, line},
                  {p.ack_line + t->lines.home_lsb, t->lines.home_bits, home_of(&t->lines, line)}}};
}

static uint32_t own_link(const struct system *s, uint32_t node)
{
    return s->fabric.package_link.latency > 0 && node < s->gpus ? 1 : 0;
}

uint32_t links_between(const struct system *s, uint32_t from, uint32_t to)
{
    return from == to ? 0 : own_link(s, from) + 2 + own_link(s, to);
}

void check_wires(struct check *k, const char *check, const struct cell *from, uint64_t line,
                 struct arrival a, uint32_t right)
{
    if (a.wires != right)
        wiring_found(k->f, check, "%s: a message of line %llu passes %u links to %s, not %u",
                     from->name, (unsigned long long)line, a.wires, end_name(k, a.at), right);
}

void check_line_bank(struct trips *t, const struct cell *asker, uint32_t number, uint64_t line,
                     const struct cell *l2)
{
    struct check *k = t->k;
    const struct cell **owner = &t->l2[number];
    if (*owner == NULL) {
        *owner = l2;
        for (uint32_t i = 0; i < t->banks; i++)
            if (&t->l2[i] != owner && t->l2[i] == l2)
                wiring_found(k->f, "requests_reach_owners", "%s is the bank of two kinds of lines",
                             l2->name);
    }
    if (*owner != l2)
        wiring_found(k->f, "requests_reach_owners", "%s sends line %llu to %s, its GPU's is %s",
                     asker->name, (unsigned long long)line, l2->name, (*owner)->name);
}
