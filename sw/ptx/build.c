/* The kernel being read: its constants, labels and instructions. */
#include "sw/ptx/parse.h"

#include <stdlib.h>
#include <string.h>

static size_t grown(size_t need, size_t cap)
{
    size_t c = cap == 0 ? 64 : cap;
    while (c < need)
        c *= 2;
    return c;
}

void build_free(struct build *b)
{
    free(b->ops);
    free(b->insts);
    free(b->consts);
    free(b->const_index);
    free(b->fixups);
    free(b->labels);
    free(b->label_bucket);
    free(b->lane_bytes);
    free(b->words);
    free(b->callees);
    free(b->called);
    free(b->sites);
    free(b->site_at);
    free(b->texts);
    free(b->listed_parts);
    *b = (struct build){.owner = -1};
}

static ref const_append(struct build *b, const void *value, size_t bytes)
{
    size_t size = bytes * LANES, at = b->const_bytes;
    if (at + size > b->const_cap) {
        b->const_cap = grown(at + size, b->const_cap);
        b->consts = xrealloc(b->consts, b->const_cap);
    }
    for (size_t i = 0; i < LANES; i++)
        memcpy(b->consts + at + i * bytes, value, bytes);
    b->const_bytes += size;
    return (ref)at | REF_CONST;
}

/* Equal constants share their lanes. const_index is a hash table with linear probing; an entry is
 * (offset | wide) + 1, where wide is 1 for 64-bit lanes, or 0 if it is empty. */
static uint32_t *const_slot(struct build *b, uint64_t value, size_t bytes)
{
    size_t i = (size_t)((value ^ bytes) * 0x9e3779b97f4a7c15u >> 32) & (b->index_cap - 1);
    for (;; i = (i + 1) & (b->index_cap - 1)) {
        uint32_t e = b->const_index[i];
        uint64_t v = 0;
        if (e == 0)
            return &b->const_index[i];
        if (((e - 1) & 1) != (bytes == 8))
            continue;
        memcpy(&v, b->consts + ((e - 1) & ~1u), bytes);
        if (v == value)
            return &b->const_index[i];
    }
}

static void const_rehash(struct build *b)
{
    uint32_t *old = b->const_index;
    size_t old_cap = b->index_cap;
    b->index_cap = old_cap == 0 ? 128 : 2 * old_cap;
    b->const_index = xcalloc(b->index_cap, sizeof *b->const_index);
    for (size_t i = 0; i < old_cap; i++) {
        uint64_t v = 0;
        size_t bytes = old[i] != 0 && ((old[i] - 1) & 1) != 0 ? 8 : 4;
        if (old[i] == 0)
            continue;
        memcpy(&v, b->consts + ((old[i] - 1) & ~1u), bytes);
        *const_slot(b, v, bytes) = old[i];
    }
    free(old);
}

static ref const_pooled(struct build *b, uint64_t value, size_t bytes)
{
    if (2 * b->index_used >= b->index_cap)
        const_rehash(b);
    uint32_t *slot = const_slot(b, value, bytes);
    if (*slot == 0) {
        ref r = const_append(b, &value, bytes);
        *slot = ((r & ~(ref)REF_CONST) | (bytes == 8)) + 1;
        b->index_used++;
    }
    return ((*slot - 1) & ~1u) | REF_CONST;
}

ref const32(struct build *b, uint32_t value)
{
    return const_pooled(b, value, 4);
}

ref const64(struct build *b, uint64_t value)
{
    return const_pooled(b, value, 8);
}

/* Not pooled, because placing the variable changes it. */
static ref const_fixed(struct build *b, const void *value, size_t bytes, struct const_fixup fixup)
{
    if (b->n_fixups == b->fixup_cap) {
        b->fixup_cap = grown(b->n_fixups + 1, b->fixup_cap);
        b->fixups = xrealloc(b->fixups, b->fixup_cap * sizeof *b->fixups);
    }
    ref r = const_append(b, value, bytes);
    fixup.offset = r & ~(ref)REF_CONST;
    b->fixups[b->n_fixups++] = fixup;
    return r;
}

ref const_address(struct build *b, struct variable *v, int64_t addend)
{
    return const_fixed(b, &addend, sizeof addend,
                       (struct const_fixup){.variable = v, .addend = addend});
}

ref const_dynamic32(struct build *b, int32_t addend)
{
    return const_fixed(b, &addend, sizeof addend,
                       (struct const_fixup){.addend = addend, .narrow = true});
}

static void label_link(struct build *b, int i)
{
    int *bucket = &b->label_bucket[b->labels[i].hash & (b->label_cap - 1)];
    b->labels[i].next = *bucket - 1;
    *bucket = i + 1;
}

static void labels_grow(struct build *b)
{
    b->label_cap = grown(b->n_labels + 1, b->label_cap);
    b->labels = xrealloc(b->labels, b->label_cap * sizeof *b->labels);
    free(b->label_bucket);
    b->label_bucket = xcalloc(b->label_cap, sizeof *b->label_bucket);
    for (size_t i = 0; i < b->n_labels; i++)
        label_link(b, (int)i);
}

int label_named(struct build *b, const struct token *name)
{
    uint32_t hash = hash_bytes(name->s, name->n) + (uint32_t)b->owner;
    if (b->n_labels == b->label_cap)
        labels_grow(b);
    for (int i = b->label_bucket[hash & (b->label_cap - 1)] - 1; i >= 0; i = b->labels[i].next)
        if (b->labels[i].owner == b->owner && b->labels[i].at.n == name->n &&
            memcmp(b->labels[i].at.s, name->s, name->n) == 0)
            return i;
    int added = (int)b->n_labels++;
    b->labels[added] =
        (struct label){.at = *name, .owner = b->owner, .hash = hash, .index = UINT32_MAX};
    label_link(b, added);
    return added;
}

bool label_define(struct parser *p, const struct token *name)
{
    struct build *b = &p->b;
    if (b->n_labels > MAX_LABELS)
        return fail(p, name, "kernel '%s' is too large", b->k->pub.name);
    int i = label_named(b, name); /* before taking a pointer: it may move the labels */
    struct label *l = &b->labels[i];
    if (l->index != UINT32_MAX)
        return fail(p, name, "label '%.*s' is defined twice (first on line %d)", (int)name->n,
                    name->s, l->line);
    l->index = (uint32_t)b->n;
    l->line = name->line;
    listing_label(p, name, l);
    return true;
}

void build_push(struct build *b, const struct op *op, const struct ptx_inst *info)
{
    if (b->n == b->cap) {
        b->cap = grown(b->n + 1, b->cap);
        b->ops = xrealloc(b->ops, b->cap * sizeof *b->ops);
        b->insts = xrealloc(b->insts, b->cap * sizeof *b->insts);
    }
    b->ops[b->n] = *op;
    b->insts[b->n++] = *info;
}

/* Registers get their numbers in the order in which this is called. */
void build_number(struct build *b, uint8_t words, size_t n)
{
    size_t from = (size_t)b->k->pub.n_regs;
    if (from + n > b->words_cap) {
        b->words_cap = grown(from + n, b->words_cap);
        b->words = xrealloc(b->words, b->words_cap);
    }
    if (n > 0)
        memset(b->words + from, words, n);
    b->k->pub.n_regs += (int)n;
}

void build_register(struct build *b, uint8_t lane_bytes, size_t n)
{
    if (n == 0) /* .reg .b32 %r<0>: there may be no array yet */
        return;
    if (b->n_lane_bytes + n > b->lane_bytes_cap) {
        b->lane_bytes_cap = grown(b->n_lane_bytes + n, b->lane_bytes_cap);
        b->lane_bytes = xrealloc(b->lane_bytes, b->lane_bytes_cap);
    }
    memset(b->lane_bytes + b->n_lane_bytes, lane_bytes, n);
    b->n_lane_bytes += n;
}

struct reg build_hidden(struct build *b)
{
    const struct reg r = {.number = b->k->pub.n_regs, .at = b->k->reg_bytes, .bits = 64};
    build_number(b, 2, 1);
    b->k->reg_bytes += LANES64_BYTES;
    build_register(b, 8, 1);
    return r;
}

static bool is_exit(const struct op *o)
{
    return (o->exec == exec_exit || o->exec == exec_return) && o->guard == 0;
}

/* Whether instruction `at` is a branch to the next one. Targets are still labels here. */
static bool goes_nowhere(const struct build *b, size_t at)
{
    const struct op *o = &b->ops[at];
    return o->exec == exec_branch && o->guard == 0 && b->labels[o->target].index == at + 1;
}

/* Removes branches to the next instruction, as ptxas does: on hardware they cost nothing. */
static void drop_branches(struct build *b, struct arena *scratch)
{
    uint32_t *to = ARENA_ARRAY(scratch, uint32_t, b->n + 1);
    size_t kept = 0;
    for (size_t i = 0; i < b->n; i++) {
        to[i] = (uint32_t)kept;
        if (goes_nowhere(b, i))
            continue;
        b->ops[kept] = b->ops[i];
        b->insts[kept++] = b->insts[i];
    }
    to[b->n] = (uint32_t)kept;
    b->n = kept;
    for (size_t i = 0; i < b->n_labels; i++)
        if (b->labels[i].index != UINT32_MAX)
            b->labels[i].index = to[b->labels[i].index];
    for (size_t i = 0; i < b->n_callees; i++)
        b->callees[i].entry = to[b->callees[i].entry];
}

/*
 * Turns labels of branches into instruction numbers. A branch to a bare `ret` becomes a guarded
 * ret, so that lanes that return early do not move the reconvergence point of the others to the
 * end.
 */
static bool resolve_branches(struct parser *p)
{
    struct build *b = &p->b;
    for (size_t i = 0; i < b->n; i++) {
        struct op *o = &b->ops[i];
        if (o->exec != exec_branch)
            continue;
        const struct label *l = &b->labels[o->target];
        if (l->index == UINT32_MAX)
            return fail(p, &l->at, "undefined label '%.*s'", (int)l->at.n, l->at.s);
        o->target = l->index;
    }
    for (size_t i = 0; i < b->n; i++)
        if (b->ops[i].exec == exec_branch && is_exit(&b->ops[b->ops[i].target]))
            b->ops[i].exec = b->ops[b->ops[i].target].exec;
    return true;
}

static void adopt_constants(struct build *b, struct arena *a)
{
    struct kernel *k = b->k;
    /* Lanes are read as vectors, so they start on a cache line. */
    uint8_t *raw = arena_alloc(a, b->const_bytes + LANES64_BYTES + 64);
    k->consts = raw + (64 - (uintptr_t)raw % 64) % 64;
    if (b->const_bytes != 0)
        memcpy(k->consts, b->consts, b->const_bytes);
    for (size_t i = 0; i < b->n_fixups; i++) {
        const struct const_fixup *from = &b->fixups[i];
        uint64_t *lanes = (uint64_t *)(void *)(k->consts + from->offset);
        uint32_t *narrow = (uint32_t *)(void *)(k->consts + from->offset);
        if (from->variable == NULL) {
            for (int lane = 0; lane < LANES; lane++)
                if (from->narrow)
                    narrow[lane] += k->pub.shared_bytes;
                else
                    lanes[lane] += k->pub.shared_bytes;
            continue;
        }
        struct fixup *f = ARENA_NEW(a, struct fixup);
        *f = (struct fixup){.next = from->variable->fixups,
                            .at = k->consts + from->offset,
                            .lanes = LANES,
                            .addend = from->addend};
        from->variable->fixups = f;
    }
}

/* What calls need goes to the kernel. */
static void adopt_calls(struct build *b, struct arena *a)
{
    struct kernel *k = b->k;
    if (b->n_callees == 0 && b->n_sites == 0)
        return;
    k->callees = ARENA_ARRAY(a, struct callee, b->n_callees + 1);
    k->sites = ARENA_ARRAY(a, struct call_site, b->n_sites + 1);
    uint8_t *lane_bytes = arena_alloc(a, b->n_lane_bytes + 1);
    memcpy(lane_bytes, b->lane_bytes, b->n_lane_bytes);
    for (size_t i = 0; i < b->n_callees; i++) {
        k->callees[i] = b->callees[i];
        k->callees[i].lane_bytes = lane_bytes + b->callees[i].first_reg;
    }
    memcpy(k->sites, b->sites, b->n_sites * sizeof *k->sites);
    k->n_callees = (int)b->n_callees;
    k->n_sites = (uint32_t)b->n_sites;
}

void build_close(struct parser *p, const struct token *end, exec_fn *exec)
{
    const struct op op = {.exec = exec, .a = p->b.owner < 0 ? 0 : p->b.frame.at};
    const struct ptx_inst info = {.class = PTX_BRANCH,
                                  .line = end->line,
                                  .file = p->source.file,
                                  .file_line = p->source.line};
    build_push(&p->b, &op, &info);
    listing_close(p, end->line);
}

bool build_finish(struct parser *p)
{
    struct build *b = &p->b;
    struct kernel *k = b->k;
    struct arena scratch = {0};
    drop_branches(b, &scratch);
    arena_free(&scratch);
    if (!resolve_branches(p))
        return false;
    struct arena *a = &p->m->arena;
    k->ops = ARENA_ARRAY(a, struct op, b->n);
    k->insts = ARENA_ARRAY(a, struct ptx_inst, b->n);
    memcpy(k->ops, b->ops, b->n * sizeof *k->ops);
    memcpy(k->insts, b->insts, b->n * sizeof *k->insts);
    k->pub.n_insts = (int)b->n;
    /* Dynamic shared memory begins where static shared memory ends. */
    k->pub.shared_bytes =
        (uint32_t)align_up(b->shared_bytes, b->dynamic_align != 0 ? b->dynamic_align : 1);
    adopt_constants(b, a);
    adopt_calls(b, a);
    listing_finish(p);
    ptx_reconverge(k, &scratch);
    k->pub.alive_regs = ptx_pressure(k, b->words, &scratch);
    arena_free(&scratch);
    return true;
}
