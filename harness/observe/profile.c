#include "harness/observe/profile.h"

#include "sw/util/arena.h"

#include <stdlib.h>

struct profile *profile_new(size_t hottest)
{
    struct profile *p = xcalloc(1, sizeof *p);
    p->hottest = hottest;
    return p;
}

void profile_free(struct profile *p)
{
    if (p == NULL)
        return;
    free(p->lines);
    free(p->where);
    free(p);
}

/* ---- lines: a hash table with open addressing; no requests, no line ---- */

static struct profile_line *find(struct profile_line *lines, size_t cap, uint64_t line)
{
    size_t i = (size_t)(line * 0x9e3779b97f4a7c15u >> 20) & (cap - 1);
    while (lines[i].requests > 0 && lines[i].line != line)
        i = (i + 1) & (cap - 1);
    return &lines[i];
}

static void grow(struct profile *p)
{
    size_t cap = p->cap_lines > 0 ? 2 * p->cap_lines : 1024;
    struct profile_line *lines = xcalloc(cap, sizeof *lines);
    for (size_t i = 0; i < p->cap_lines; i++)
        if (p->lines[i].requests > 0)
            *find(lines, cap, p->lines[i].line) = p->lines[i];
    free(p->lines);
    p->lines = lines;
    p->cap_lines = cap;
}

static void count_line(struct profile *p, const struct request *r, uint64_t latency)
{
    if (2 * p->n_lines >= p->cap_lines)
        grow(p);
    struct profile_line *l = find(p->lines, p->cap_lines, r->line);
    p->n_lines += l->requests == 0;
    l->line = r->line;
    l->requests++;
    l->below_l1 += r->below_l1;
    l->latency += latency;
}

void profile_request(struct profile *p, const struct request *r, uint64_t end, bool ended)
{
    if (!ended) {
        p->unfinished++;
        return;
    }
    p->requests++;
    p->latency += end - r->start;
    for (int i = 0; i < STAGES; i++) {
        p->stage_cycles[i] += r->cycles[i];
        p->stage_requests[i] += r->cycles[i] > 0;
    }
    p->below_l1 += r->below_l1;
    p->below_l2 += r->below_l2;
    p->expired_l1 += r->expired_l1;
    p->expired_l2 += r->expired_l2;
    p->reissues += r->reissues;
    if (r->op != OP_FENCE) /* a fence has no line */
        count_line(p, r, end - r->start);
}

/* ---- the end ---- */

void profile_where(const struct gpu *gpu, uint64_t address, char *text, size_t size)
{
    const struct gpu_range *r = gpu_range_of(gpu, address);
    if (r != NULL)
        snprintf(text, size, "%s[byte %llu]", r->name, (unsigned long long)(address - r->address));
    else
        text[0] = '\0';
}

/* By requests, then by cycles, then by address, so that the order is the same in every run. */
static int hotter(const void *a, const void *b)
{
    const struct profile_line *x = a, *y = b;
    if (x->requests != y->requests)
        return x->requests > y->requests ? -1 : 1;
    if (x->latency != y->latency)
        return x->latency > y->latency ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static void choose_lines(struct profile *p, const struct gpu *gpu)
{
    size_t n = 0;
    for (size_t i = 0; i < p->cap_lines; i++)
        if (p->lines[i].requests > 0)
            p->lines[n++] = p->lines[i];
    if (n > 0)
        qsort(p->lines, n, sizeof *p->lines, hotter);
    p->hottest = n < p->hottest ? n : p->hottest;
    p->where = xcalloc(p->hottest > 0 ? p->hottest : 1, sizeof *p->where);
    for (size_t i = 0; i < p->hottest; i++)
        profile_where(gpu, p->lines[i].line * p->line_bytes, p->where[i], sizeof p->where[i]);
}

/* An SM counts waiting cycles only when it is next stepped; the rest is added here: as idle if it
 * has ended its CTAs, as cut if a stopped run left it waiting. */
static void take_sm(struct profile *p, const struct machine *m, const struct sm *sm)
{
    const struct sm_stats *s = sm_stats(sm);
    uint64_t stalls =
        s->stall_memory + s->stall_scoreboard + s->stall_barrier + s->stall_fence + s->stall_fetch;
    p->sm[SM_ISSUES] += s->cycles - stalls;
    p->sm[SM_MEMORY] += s->stall_memory;
    p->sm[SM_SCOREBOARD] += s->stall_scoreboard;
    p->sm[SM_BARRIER] += s->stall_barrier;
    p->sm[SM_FENCE] += s->stall_fence;
    p->sm[SM_FETCH] += s->stall_fetch;
    p->sm[SM_IDLE] += s->stall_idle;
    p->sm[sm_idle(sm) ? SM_IDLE : SM_CUT] += m->now - s->cycles - s->stall_idle;
}

void profile_end(struct profile *p, const struct machine *m, const struct gpu *gpu)
{
    p->cycles = m->now;
    p->sms = m->n_sms;
    p->line_bytes = m->sys->line_bytes;
    p->fetches = m->sys->sm.l1i.bytes > 0;
    for (uint32_t i = 0; i < m->n_sms; i++)
        take_sm(p, m, m->sms[i]);
    choose_lines(p, gpu);
}
