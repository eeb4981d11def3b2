/*
 * The CPU's overlay (gen/machine/README.md): the channels in which its packets are, the hops that
 * they pass, and a um_detour, which sends what a bank of the CPU asks by one of two ways. Which of
 * them is no matter of the wiring, so routes are followed by both. What a detour writes, the
 * highest bit of src, must bring the answer back by the way of its request.
 */
#include "formal/wiring/trips.h"

#include <stdlib.h>
#include <string.h>

static bool has_overlay(const struct check *k)
{
    return k->sys->fabric.overlay.latency > 0;
}

bool has_two_ways(const struct check *k, uint32_t package)
{
    return has_overlay(k) && package == k->sys->gpus;
}

/* ---- networks ---- */

bool is_upper(const struct cell *interface)
{
    return interface->of != NULL && strstr(interface->of->unit, "_upper") != NULL;
}

/* The end of a um_detour to which an interface sends, or from which it gets, what is the CPU's. */
static const struct end *detour_at(const struct check *k, const struct cell *interface)
{
    const struct end *e =
        end_at(k, interface, is_unit(interface, "um_ni_inject") ? "req" : "rsp", 0);
    return e != NULL && e->peer != NULL && is_unit(e->peer->cell, "um_detour") ? e->peer : NULL;
}

bool is_at_gate(const struct check *k, const struct cell *interface)
{
    return has_overlay(k) && detour_at(k, interface) != NULL;
}

void check_way_of_interface(struct check *k, const struct cell *inject, const struct message *m)
{
    if (is_upper(inject) != m->passes)
        wiring_found(k->f, check_of(m), "%s sends %s of the other way in its channels",
                     inject->name, class_name(m->is));
}

/* Whether an interface of the CPU is at a router. */
static bool is_gate(const struct check *k, const struct cell *router)
{
    for (uint32_t i = 0; i < value_of(router, "PORTS"); i++) {
        const struct end *in = end_at(k, router, "in", i);
        if (in != NULL && in->peer != NULL && is_unit(in->peer->cell, "um_ni_inject") &&
            is_at_gate(k, in->peer->cell))
            return true;
    }
    return false;
}

bool must_pass(const struct check *k, const struct cell *hop)
{
    const struct end *in = end_at(k, hop, "in", 0), *out = end_at(k, hop, "out", 0);
    return in != NULL && out != NULL && in->peer != NULL && out->peer != NULL &&
           is_unit(in->peer->cell, "um_router") && is_unit(out->peer->cell, "um_router") &&
           !is_gate(k, in->peer->cell) && !is_gate(k, out->peer->cell);
}

/* ---- a detour ---- */

const struct end *through_detour(struct check *k, const struct end *at, const struct message *m)
{
    const char *in = m->is == REQUESTS ? "req" : m->passes ? "pass_rsp" : "net_rsp";
    if (strcmp(at->channel, in) != 0) {
        wiring_found(k->f, check_of(m), "%s gets %s of the other way", end_name(k, at),
                     class_name(m->is));
        return NULL;
    }
    return end_at(k, at->cell, m->is == ANSWERS ? "rsp" : m->passes ? "pass_req" : "net_req", 0);
}

void check_has_detour(struct check *k, const struct cell *l2, uint32_t package)
{
    const struct end *ask = end_at(k, l2, "mem_req", 0), *back = end_at(k, l2, "mem_rsp", 0);
    const struct cell *to = ask != NULL && ask->peer != NULL ? ask->peer->cell : NULL;
    const struct cell *from = back != NULL && back->peer != NULL ? back->peer->cell : NULL;
    const bool is = is_unit(to, "um_detour"), right = has_two_ways(k, package);
    if (is != right || (is && from != to))
        wiring_found(k->f, "requests_reach_owners", "%s %s", l2->name,
                     right ? "has no detour of its own" : "is no bank of a CPU and has a detour");
}

/* A request that finds the count of its bucket full waits for an answer. */
void detour_waits(struct check *k, const struct cell *detour)
{
    static const char *const answers[] = {"pass_rsp", "net_rsp"};
    const struct end *req = end_at(k, detour, "req", 0);
    for (size_t i = 0; i < 2; i++) {
        const struct end *rsp = end_at(k, detour, answers[i], 0);
        if (req != NULL && rsp != NULL)
            queue_waits(k, req->peer, rsp->peer);
    }
}

/* A bank has a number among those of its plane, below the bit of the way; a bucket is of bits of
 * the line alone, above the bank's. */
void check_detour(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    if (!has_overlay(k)) {
        wiring_found(k->f, "sizes_are_the_systems", "%s is a detour, and there is no overlay",
                     cell->name);
        return;
    }
    const struct lines l = lines_of(s);
    const uint32_t bank = bits_for(s->l2.banks);
    const uint32_t src = bits_for(packages_of(s) * (s->l2.banks / s->memory.cubes.each)) + 1;
    const struct places p = places_of(s, l.bits, src);
    const struct size sizes[] = {
        {"REQ_W", padded(p.req_bits)},     {"REQ_WAY", p.req_src + src - 1},
        {"REQ_BUCKET", p.req_line + bank}, {"RSP_W", padded(p.rsp_bits)},
        {"RSP_WAY", p.rsp_dst + src - 1},  {"RSP_BUCKET", p.rsp_line + bank}};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
    if (bits_for(value_of(cell, "BUCKETS")) > l.bits - bank)
        wiring_found(k->f, "sizes_are_the_systems", "%s.BUCKETS is %llu, more than a line tells",
                     cell->name, (unsigned long long)value_of(cell, "BUCKETS"));
}
