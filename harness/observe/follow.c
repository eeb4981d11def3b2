#include "harness/observe/follow_impl.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct follow *follow_new(const struct netlist *n, bool spans, follow_told *told, void *ctx)
{
    const struct system *s = n->sys;
    struct follow *f = xcalloc(1, sizeof *f);
    *f = (struct follow){
        .cores = n->cores,
        .tags = 1u << n->core.bits[MSG_TAG],
        .n_l15s = s->gpus * (netlist_both(n) ? s->l2.banks : s->l15.banks),
        .both = netlist_both(n),
        .renews = n->rules.renew != NULL,
        .n_banks =
            (s->l2.role == SYS_MEMORY_SIDE ? system_homes(s) : system_core_nodes(s)) * s->l2.banks,
        .n_umcs = n->umcs,
        .spans = spans,
        .told = told,
        .ctx = ctx};
    f->requests = xcalloc((size_t)f->cores * f->tags, sizeof *f->requests);
    f->shown = xcalloc(f->cores, sizeof *f->shown);
    f->l1s = xcalloc(f->cores, sizeof *f->l1s);
    f->l15s = xcalloc(f->n_l15s + 1, sizeof *f->l15s);
    for (uint32_t i = 0; i < f->n_l15s; i++)
        f->l15s[i].number = i;
    f->l2s = xcalloc(f->n_banks, sizeof *f->l2s);
    f->umcs = xcalloc(f->n_umcs, sizeof *f->umcs);
    return f;
}

static void free_caches(struct cache *c, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        free(c[i].here);
        free(c[i].misses);
    }
    free(c);
}

void follow_free(struct follow *f)
{
    if (f == NULL)
        return;
    for (size_t i = 0; i < (size_t)f->cores * f->tags; i++)
        free(f->requests[i].spans);
    for (uint32_t i = 0; i < f->n_umcs; i++)
        free(f->umcs[i].entries);
    free_caches(f->l1s, f->cores);
    free_caches(f->l15s, f->n_l15s);
    free_caches(f->l2s, f->n_banks);
    free(f->umcs);
    free(f->requests);
    free(f->shown);
    free(f);
}

uint64_t follow_strays(const struct follow *f)
{
    return f->strays;
}

/* ---- the hops ---- */

static void end(struct follow *f, struct request *r, uint64_t now, bool ended)
{
    follow_advance(f, r, r->stage, now);
    if (follow_is_core(r->op))
        f->told(f->ctx, r, now, ended);
    r->busy = false;
}

static void core_req(struct follow *f, const struct hop *h, uint64_t now)
{
    struct request *r = &f->requests[(size_t)h->where * f->tags + h->tag];
    struct showing *shown = &f->shown[h->where];
    f->strays += r->busy;
    struct span *spans = r->spans;
    uint32_t cap = r->cap_spans;
    *r = (struct request){.sm = h->where,
                          .tag = h->tag,
                          .op = h->op,
                          .line = h->line,
                          .start = shown->up && shown->tag == h->tag ? shown->since : now,
                          .spans = spans,
                          .cap_spans = cap,
                          .busy = true,
                          .stage = STAGE_ISSUE};
    r->since = r->start;
    shown->up = false;
    cache_arrive(f, &f->l1s[h->where], L1, r, now);
}

static void core_rsp(struct follow *f, const struct hop *h, uint64_t now)
{
    struct request *r = &f->requests[(size_t)h->where * f->tags + h->tag];
    if (!r->busy) {
        f->strays++;
        return;
    }
    if (r->at[L2] != NOT_HERE)
        cache_leave(&f->l2s[r->bank], L2, r, now);
    if (r->at[GPU_HOME] != NOT_HERE)
        cache_leave(&f->l15s[r->gpu_home], L15, r, now);
    if (r->at[L15] != NOT_HERE)
        cache_leave(&f->l15s[r->l15], L15, r, now);
    cache_leave(&f->l1s[r->sm], L1, r, now);
    end(f, r, now, true);
}

/* The request that a message between an L1 and a bank belongs to, or between an L1.5 bank and an L2
 * bank. */
static struct request *asked_by(const struct follow *f, const struct hop *h)
{
    const struct cache *c = h->l15 < f->n_l15s ? &f->l15s[h->l15]
                            : h->l1 < f->cores ? &f->l1s[h->l1]
                                               : NULL;
    const struct miss *m = c != NULL ? cache_miss(c, h->line, h->op) : NULL;
    return m != NULL ? m->owner : NULL;
}

static void l15_req(struct follow *f, const struct hop *h, uint64_t now)
{
    struct request *r = asked_by(f, h);
    if (r == NULL) {
        f->strays++;
        return;
    }
    *(h->l15 < f->n_l15s ? &r->gpu_home : &r->l15) = h->where;
    cache_arrive(f, &f->l15s[h->where], L15, r, now);
}

static void l15_rsp(struct follow *f, const struct hop *h, uint64_t now)
{
    struct request *r = asked_by(f, h);
    if (r == NULL || r->at[cache_level(&f->l15s[h->where], L15, r)] == NOT_HERE) {
        f->strays++;
        return;
    }
    follow_advance(f, r, STAGE_BACK, now);
    cache_leave(&f->l15s[h->where], L15, r, now);
}

static void l2_req(struct follow *f, const struct hop *h, uint64_t now)
{
    struct request *r = asked_by(f, h);
    if (r == NULL) {
        f->strays++;
        return;
    }
    r->bank = h->where;
    cache_arrive(f, &f->l2s[h->where], L2, r, now);
}

static void l2_rsp(struct follow *f, const struct hop *h, uint64_t now)
{
    struct request *r = asked_by(f, h);
    if (r == NULL || r->at[L2] == NOT_HERE) {
        f->strays++;
        return;
    }
    follow_advance(f, r, STAGE_BACK, now);
    r->late[L2] = false;
    cache_leave(&f->l2s[h->where], L2, r, now);
}

static void move_owner(struct follow *f, const struct entry *e, enum stage stage, uint64_t now)
{
    const struct miss *m = cache_miss(&f->l2s[e->bank], e->line, e->op);
    if (m != NULL && m->owner != NULL)
        follow_advance(f, m->owner, stage, now);
}

static void umc_req(struct follow *f, const struct hop *h, uint64_t now)
{
    struct umc *u = &f->umcs[h->where];
    u->entries = follow_room(u->entries, u->n, &u->cap, sizeof *u->entries);
    struct entry *e = &u->entries[u->n++];
    *e = (struct entry){.bank = h->bank, .op = h->op, .line = h->line, .state = QUEUED};
    move_owner(f, e, STAGE_UMC, now);
}

/* M8: of the requests to a line the oldest goes first. An atomic comes twice: a read, then a write
 * of the changed value. */
static void dram_out(struct follow *f, const struct hop *h, uint64_t now)
{
    struct umc *u = &f->umcs[h->where];
    for (uint32_t i = 0; i < u->n; i++) {
        struct entry *e = &u->entries[i];
        bool second = e->state == READ && e->op == OP_ATOMIC && h->op == OP_STORE;
        if (e->line != h->line || (e->state != QUEUED && !second))
            continue;
        e->state = IN_DRAM;
        e->tag = h->tag;
        move_owner(f, e, STAGE_DRAM, now);
        return;
    }
    f->strays++;
}

static void dram_in(struct follow *f, const struct hop *h, uint64_t now)
{
    struct umc *u = &f->umcs[h->where];
    for (uint32_t i = 0; i < u->n; i++) {
        struct entry *e = &u->entries[i];
        if (e->state != IN_DRAM || e->tag != h->tag)
            continue;
        e->state = READ;
        move_owner(f, e, STAGE_BACK, now);
        return;
    }
    f->strays++;
}

static void umc_rsp(struct follow *f, const struct hop *h, uint64_t now)
{
    struct umc *u = &f->umcs[h->where];
    for (uint32_t i = 0; i < u->n; i++) {
        struct entry *e = &u->entries[i];
        if (e->line != h->line || e->bank != h->bank)
            continue;
        move_owner(f, e, STAGE_BACK, now);
        memmove(e, e + 1, (--u->n - i) * sizeof *e);
        return;
    }
    f->strays++;
}

void follow_shown(struct follow *f, uint32_t sm, uint32_t tag, uint64_t now)
{
    if (!f->shown[sm].up)
        f->shown[sm] = (struct showing){true, tag, now};
}

void follow_hop(struct follow *f, const struct hop *h, uint64_t now)
{
    if (h->op == OP_EVICT) /* no request of an SM's, and never answered */
        return;
    switch (h->kind) {
    case HOP_CORE_REQ:
        core_req(f, h, now);
        break;
    case HOP_CORE_RSP:
        core_rsp(f, h, now);
        break;
    case HOP_L1_REQ:
        cache_send(f, &f->l1s[h->where], L1, h, now);
        break;
    case HOP_L1_RSP:
        cache_answered(f, &f->l1s[h->where], L1, h, now);
        break;
    case HOP_L15_REQ:
        l15_req(f, h, now);
        break;
    case HOP_L15_RSP:
        l15_rsp(f, h, now);
        break;
    case HOP_FAR_REQ:
        cache_send(f, &f->l15s[h->where], L15, h, now);
        break;
    case HOP_FAR_RSP:
        cache_answered(f, &f->l15s[h->where], L15, h, now);
        break;
    case HOP_L2_REQ:
        l2_req(f, h, now);
        break;
    case HOP_L2_RSP:
        l2_rsp(f, h, now);
        break;
    case HOP_MEM_REQ:
        cache_send(f, &f->l2s[h->where], L2, h, now);
        break;
    case HOP_MEM_RSP:
        cache_answered(f, &f->l2s[h->where], L2, h, now);
        break;
    case HOP_UMC_REQ:
        umc_req(f, h, now);
        break;
    case HOP_UMC_RSP:
        umc_rsp(f, h, now);
        break;
    case HOP_DRAM_OUT:
        dram_out(f, h, now);
        break;
    case HOP_DRAM_IN:
        dram_in(f, h, now);
        break;
    case HOP_KINDS:
        break;
    }
}

void follow_end(struct follow *f, uint64_t now)
{
    for (size_t i = 0; i < (size_t)f->cores * f->tags; i++)
        if (f->requests[i].busy)
            end(f, &f->requests[i], now, false);
}
