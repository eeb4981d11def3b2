/*
 * How many registers a thread of a kernel needs. The registers of PTX are virtual: clang declares
 * one for each value. What a processor has to hold are the values that are alive, from the
 * instruction that writes them to the last one that reads them. The count is the most 32-bit
 * registers that are alive at any point; predicates have registers of their own, as on
 * NVIDIA's processors. An allocator needs as many at least. ptxas may take more, for addresses and
 * constants that it keeps, or fewer, when it computes a value again or spills it.
 *
 * There are two points for each instruction, before and behind it. The ranges of a register are
 * found from its reads backwards to its writes, and added up as differences from point to point.
 */
#include "sw/ptx/cfg.h"
#include "sw/ptx/warp.h"

#include <string.h>

struct event { /* an instruction that reads a register, or writes all of it */
    uint32_t at;
    bool reads, writes;
};

struct search {
    const struct kernel *k;
    struct cfg g;
    int32_t *change; /* of the sum, at each point */
    uint32_t *first; /* of each register: its first event */
    struct event *events;
    uint32_t *seen; /* of a block: the register, + 1, that was alive at its end */
    uint32_t *stack;
};

/* ---- events ---- */

/* A write under a guard keeps what other lanes had, so it reads, too. */
static bool keeps(const struct kernel *k, uint32_t i)
{
    return k->ops[i].guard != 0;
}

static void add_event(struct search *s, uint32_t *at, int reg, uint32_t i, bool write)
{
    struct event *e = &s->events[at[reg]];
    if (at[reg] == s->first[reg] || e[-1].at != i) {
        *e = (struct event){.at = i};
        at[reg]++;
    } else {
        e--;
    }
    e->writes |= write;
    e->reads |= !write || keeps(s->k, i);
}

/* The events of each register, in the order of instructions; `end` is behind the last of each. */
static void find_events(struct search *s, uint32_t *end, struct arena *a)
{
    const struct kernel *k = s->k;
    uint32_t n = (uint32_t)k->pub.n_insts, regs = (uint32_t)k->pub.n_regs, at = 0;
    s->first = ARENA_ARRAY(a, uint32_t, regs + 1);
    for (uint32_t i = 0; i < n; i++) {
        const struct ptx_inst *inst = &k->insts[i];
        for (int j = 0; j < inst->n_src; j++)
            s->first[inst->src[j]]++;
        for (int j = 0; j < inst->n_dst; j++)
            s->first[inst->dst[j]]++;
    }
    for (uint32_t r = 0; r < regs; r++) {
        uint32_t most = s->first[r];
        s->first[r] = end[r] = at;
        at += most;
    }
    s->events = ARENA_ARRAY(a, struct event, at + 1);
    for (uint32_t i = 0; i < n; i++) {
        const struct ptx_inst *inst = &k->insts[i];
        for (int j = 0; j < inst->n_src; j++)
            add_event(s, end, inst->src[j], i, false);
        for (int j = 0; j < inst->n_dst; j++)
            add_event(s, end, inst->dst[j], i, true);
    }
}

/* ---- ranges ---- */

/* The points before and behind an instruction. */
static uint32_t before(uint32_t i)
{
    return 2 * i;
}

static uint32_t behind(uint32_t i)
{
    return 2 * i + 1;
}

static void alive(struct search *s, uint32_t from, uint32_t to, int words)
{
    s->change[from] += words;
    s->change[to + 1] -= words;
}

/* Marks a block's end as one where the register is alive. False: it was marked. */
static bool mark(struct search *s, uint32_t block, int reg)
{
    bool is_new = s->seen[block] != (uint32_t)reg + 1;
    s->seen[block] = (uint32_t)reg + 1;
    return is_new;
}

/* The last event of a register in a block before an instruction; NULL: none. */
static const struct event *event_before(const struct search *s, int reg, const struct event *end,
                                        const struct cfg_block *b, uint32_t at)
{
    const struct event *first = &s->events[s->first[reg]], *from = first, *to = end;
    while (from < to) {
        const struct event *middle = from + (to - from) / 2;
        if (middle->at < at)
            from = middle + 1;
        else
            to = middle;
    }
    return from > first && from[-1].at >= b->first ? from - 1 : NULL;
}

/* The register is alive before an instruction that reads it: back to the event before, which has
 * its own range if it reads; or to the block's begin and the ends of the blocks before. */
static void go_back(struct search *s, int reg, const struct event *end, uint32_t at, int words)
{
    uint32_t depth = 0, block = s->g.block_of[at], point = before(at);
    for (;;) {
        const struct cfg_block *b = &s->g.blocks[block];
        const struct event *e = event_before(s, reg, end, b, at);
        alive(s, e != NULL ? behind(e->at) : before(b->first), point, words);
        for (uint32_t i = 0; e == NULL && i < b->n_pred; i++)
            if (mark(s, s->g.preds[b->pred_at + i], reg))
                s->stack[depth++] = s->g.preds[b->pred_at + i];
        if (depth == 0)
            return;
        block = s->stack[--depth];
        at = s->g.blocks[block].last + 1;
        point = behind(at - 1);
    }
}

/* What is written takes a register, also if nothing reads it. */
static void keep_unread(struct search *s, int reg, const struct event *e, const struct event *end,
                        int words)
{
    uint32_t block = s->g.block_of[e->at];
    bool last = e + 1 == end || s->g.block_of[e[1].at] != block;
    bool is_read = last ? s->seen[block] == (uint32_t)reg + 1 : e[1].reads;
    if (e->writes && !is_read)
        alive(s, behind(e->at), behind(e->at), words);
}

static void ranges_of(struct search *s, int reg, const struct event *end, int words)
{
    const struct event *first = &s->events[s->first[reg]];
    for (const struct event *e = first; e < end; e++)
        if (e->reads)
            go_back(s, reg, end, e->at, words);
    for (const struct event *e = first; e < end; e++)
        keep_unread(s, reg, e, end, words);
}

/* ---- functions ---- */

/* The function that an instruction is in, a callee; n_callees: the kernel itself. */
static int part_of(const struct kernel *k, uint32_t i)
{
    int part = k->n_callees;
    uint32_t entry = 0;
    for (int f = 0; f < k->n_callees; f++)
        if (k->callees[f].entry <= i && k->callees[f].entry >= entry) {
            part = f;
            entry = k->callees[f].entry;
        }
    return part;
}

/* What the functions need that a call may come to. A recursive function counts once: its calls
 * save registers in memory. */
static uint32_t need_of(const struct kernel *k, uint32_t call, const uint32_t *need)
{
    int named = k->sites[k->ops[call].target].callee;
    uint32_t most = 0;
    for (int f = 0; named != CALL_LIBRARY && f < k->n_callees; f++)
        if ((named == CALL_BY_ADDRESS ? k->callees[f].taken : named == f) && need[f] > most)
            most = need[f];
    return most;
}

/* The most that an instruction holds, with what it calls. */
static uint32_t held(const struct kernel *k, uint32_t i, int part, const uint32_t *sum,
                     const uint32_t *need)
{
    bool once = part < k->n_callees && k->callees[part].recursive;
    if (k->ops[i].exec == exec_call && !once)
        return sum[behind(i)] + need_of(k, i, need);
    return sum[before(i)] > sum[behind(i)] ? sum[before(i)] : sum[behind(i)];
}

/* need[part]: the most that a function holds, with what it calls; [n_callees] is the kernel. Calls
 * of functions that are not recursive go no deeper than there are functions. */
static uint32_t with_calls(const struct kernel *k, const uint32_t *sum, struct arena *a)
{
    uint32_t n = (uint32_t)k->pub.n_insts;
    uint32_t *need = ARENA_ARRAY(a, uint32_t, (size_t)k->n_callees + 1);
    int *part = ARENA_ARRAY(a, int, n + 1);
    for (uint32_t i = 0; i < n; i++)
        part[i] = part_of(k, i);
    bool more = true;
    for (int depth = 0; more && depth <= k->n_callees; depth++) {
        more = false;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t here = held(k, i, part[i], sum, need);
            if (here > need[part[i]]) {
                need[part[i]] = here;
                more = true;
            }
        }
    }
    return need[k->n_callees];
}

uint32_t ptx_pressure(const struct kernel *k, const uint8_t *words, struct arena *a)
{
    struct search s = {.k = k};
    size_t n = (size_t)k->pub.n_insts, regs = (size_t)k->pub.n_regs;
    cfg_make(&s.g, k, a);
    s.change = ARENA_ARRAY(a, int32_t, 2 * n + 1);
    s.seen = ARENA_ARRAY(a, uint32_t, s.g.n + 1);
    s.stack = ARENA_ARRAY(a, uint32_t, s.g.n + 1);
    uint32_t *end = ARENA_ARRAY(a, uint32_t, regs + 1);
    find_events(&s, end, a);
    for (size_t r = 0; r < regs; r++)
        if (words[r] > 0)
            ranges_of(&s, (int)r, &s.events[end[r]], words[r]);
    uint32_t *sum = ARENA_ARRAY(a, uint32_t, 2 * n + 1);
    int32_t now = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        now += s.change[i];
        sum[i] = (uint32_t)now;
    }
    return with_calls(k, sum, a);
}
