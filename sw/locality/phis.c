/*
 * Registers at the beginning of blocks where ways meet. At the header of a loop, a register that
 * each iteration raises by the same step is start + step * iteration; the step may be of an address
 * (strength reduction), and be named by variables that do not change in the loop.
 *
 * While a header's register is solved, a variable stands for it (VAR_PHI), which its solution
 * replaces later. If there is none, the variable stays, with the reason.
 */
#include "sw/locality/expand.h"

#include <string.h>

/* Keys of opaque variables: instructions come first. */
static int64_t phi_key(int block, int reg)
{
    return (INT64_C(1) << 40) + ((int64_t)block << 20) + reg;
}

/* ---- leaving loops ---- */

struct leaving {
    struct expansion *x;
    int loop;
};

static const struct poly *expand_count(struct expansion *x, int loop)
{
    struct symbols *s = &x->symbols;
    const struct flow *f = &x->flow;
    bool is_new;
    int v = symbol_of(s, VAR_COUNT, loop, NULL, &is_new);
    if (!is_new)
        return poly_variable(x->arena, v);
    s->v[v].instruction = f->blocks[f->loops[loop].header].first;
    unsigned on = 0;
    uint64_t loops = 0;
    for (int b = 0; b < f->n_blocks; b++) {
        const struct block *at = &f->blocks[b];
        const struct ptx_text *last = &f->listing->texts[at->end - 1];
        if (at->order < 0 || !flow_inside(f, loop, b) || last->guard < 0)
            continue;
        if (at->next[0] >= 0 && at->next[1] >= 0 && flow_inside(f, loop, at->next[0]) &&
            flow_inside(f, loop, at->next[1]))
            continue;
        int writer = expand_writer(x, last->guard);
        const struct poly *p = writer >= 0 ? expand_unknown(x, writer, "a condition") : NULL;
        on |= p != NULL ? poly_on(s, p) : ON_DATA | ON_THREADS | ON_BLOCKS;
        loops |= p != NULL ? poly_loops(s, p) : expand_loops(x, f->loops[loop].header);
    }
    s->v[v].on = on;
    s->v[v].loops = loops & ~loop_bit(loop);
    return poly_variable(x->arena, v);
}

static const struct poly *leaving_rule(void *ctx, int v)
{
    const struct leaving *l = ctx;
    struct symbols *s = &l->x->symbols;
    const struct variable_of was = s->v[v];
    if ((was.loops & loop_bit(l->loop)) == 0 || was.a != NULL)
        return NULL;
    if (was.kind == VAR_ITERATION)
        return was.key != l->loop
                   ? NULL
                   : poly_add(s->arena, expand_count(l->x, l->loop), -1, poly_number(s->arena, 1));
    uint64_t loops = was.loops & ~(l->loop < 63 ? loop_bit(l->loop) : 0);
    int64_t key = (INT64_C(2) << 40) + ((int64_t)v << 11) + l->loop;
    const char *why = was.why != NULL ? was.why : "the last value in a loop";
    return expand_opaque(l->x, key, -1, was.on, loops, why);
}

const struct poly *expand_leave(struct expansion *x, const struct poly *p, int from, int to)
{
    struct leaving l = {x, x->flow.blocks[from].loop};
    if (l.loop >= 0) { /* A phi that is solved may be of another loop than its solution. */
        const struct poly *solved = poly_resolve(&x->symbols, p);
        p = solved != NULL ? solved : p;
    }
    for (; l.loop >= 0 && !flow_inside(&x->flow, l.loop, to);
         l.loop = x->flow.loops[l.loop].parent) {
        if ((poly_loops(&x->symbols, p) & loop_bit(l.loop)) == 0)
            continue;
        const struct poly *last = poly_rewrite(&x->symbols, p, leaving_rule, &l);
        p = last != NULL
                ? last
                : expand_opaque(x, (INT64_C(3) << 40) + from, -1, poly_on(&x->symbols, p),
                                poly_loops(&x->symbols, p), "an expression that is too large");
    }
    return p;
}

/* ---- joins ---- */

static const struct poly *without_counts(void *ctx, int v)
{
    const struct expansion *x = ctx;
    return x->symbols.v[v].kind == VAR_COUNT ? poly_number(x->arena, 0) : NULL;
}

/* A way around a loop: where b's loops have no iterations, b is a. */
static bool passes_by(struct expansion *x, const struct poly *a, const struct poly *b)
{
    const struct poly *p = poly_rewrite(&x->symbols, b, without_counts, x);
    return p != NULL && poly_equal(p, a);
}

/* If block `to` is reached from `from` only where v == c, for a number c: v and c. */
static bool equality(struct expansion *x, int from, int to, struct condition *is)
{
    const struct flow *f = &x->flow;
    for (int hops = 0; hops < 4; hops++) {
        const struct block *b = &f->blocks[from];
        const struct ptx_text *last = &f->listing->texts[b->end - 1];
        if (last->guard >= 0 && b->next[0] != b->next[1]) {
            int i = expand_writer(x, last->guard);
            const struct ptx_text *set = i >= 0 ? &f->listing->texts[i] : NULL;
            bool is_eq = set != NULL && opcode_is(set, "setp.eq");
            if (set == NULL || set->n != 3 || set->is_float ||
                (!is_eq && !opcode_is(set, "setp.ne")))
                return false;
            bool taken = b->next[1] == to;
            *is = (struct condition){expand_operand(x, i, 1), expand_operand(x, i, 2)};
            return is_eq == (taken != last->guard_not);
        }
        if (b->n_before != 1)
            return false;
        to = from;
        from = b->before[0];
    }
    return false;
}

struct way {
    const struct poly *value;
    int from;
};

static const struct poly *join_two(struct expansion *x, int block, int64_t key, const struct way *a,
                                   const struct way *b)
{
    struct condition is;
    const struct poly *p = NULL;
    int i = x->flow.blocks[block].first;
    if (poly_equal(a->value, b->value) || passes_by(x, b->value, a->value))
        return a->value;
    if (passes_by(x, a->value, b->value))
        return b->value;
    if (equality(x, a->from, block, &is))
        p = expand_agree(x, key, i, &is, a->value, b->value);
    if (p == NULL && equality(x, b->from, block, &is))
        p = expand_agree(x, key, i, &is, b->value, a->value);
    return p != NULL ? p : expand_either(x, key, i, a->value, b->value);
}

/* Joins the ways into a block from inside a loop, or from outside; NULL: there is none. */
static const struct poly *join(struct expansion *x, int block, int reg, int loop, bool inside)
{
    const struct block *b = &x->flow.blocks[block];
    struct way all = {0};
    for (int k = 0; k < b->n_before; k++) {
        int from = b->before[k];
        if (loop >= 0 && flow_inside(&x->flow, loop, from) != inside)
            continue;
        struct way way = {.from = from};
        way.value = expand_register(x, from, x->flow.blocks[from].end, reg);
        way.value = poly_resolve(&x->symbols, expand_leave(x, way.value, from, block));
        if (way.value == NULL)
            way.value = expand_opaque(x, (INT64_C(3) << 40) + block, -1, ON_DATA, 0,
                                      "an expression that is too large");
        int64_t key = phi_key(block, reg) + ((int64_t)k << 50);
        all.value = all.value == NULL ? way.value : join_two(x, block, key, &all, &way);
        all.from = way.from;
    }
    return all.value;
}

/* ---- headers of loops ---- */

static int header_of(const struct flow *f, int block)
{
    int l = f->blocks[block].loop;
    return l >= 0 && f->loops[l].header == block ? l : -1;
}

static const char *why_not(struct expansion *x, int v, const struct poly *next)
{
    const struct symbols *s = &x->symbols;
    int64_t factor;
    const struct poly *of = poly_factor_of(x->arena, next, v);
    if (of != NULL && poly_is_number(of, &factor) && factor != 0 && factor != 1)
        return "a variable that each iteration multiplies";
    if ((poly_on(s, next) & ON_DATA) != 0)
        return "a variable that data change in each iteration";
    for (int i = 0; i < next->n; i++)
        for (int k = 0; k < next->t[i].n; k++) {
            const struct variable_of *f = &s->v[next->t[i].v[k]];
            if (f->kind == VAR_SHIFTED || f->kind == VAR_QUOTIENT)
                return "a variable that each iteration divides";
            if (f->kind == VAR_OPAQUE && f->why != NULL)
                return f->why;
        }
    return "a variable whose step changes from iteration to iteration";
}

/* The instruction that sets a header's register for the next iteration, for messages. */
static int step_place(const struct expansion *x, int loop, int reg)
{
    const struct flow *f = &x->flow;
    for (int k = f->first_writer[reg]; k < f->first_writer[reg + 1]; k++)
        if (flow_inside(f, loop, f->block_of[f->writers[k]]))
            return f->writers[k];
    return f->blocks[f->loops[loop].header].first;
}

static const struct poly *solve(struct expansion *x, int block, int reg, int loop,
                                const struct poly *start)
{
    struct symbols *s = &x->symbols;
    bool is_new;
    int v = symbol_of(s, VAR_PHI, phi_key(block, reg), NULL, &is_new);
    s->v[v].loops = expand_loops(x, block);
    s->v[v].open = true;
    s->v[v].instruction = step_place(x, loop, reg);
    const struct poly *next = join(x, block, reg, loop, true);
    s->v[v].open = false;
    const struct poly *step = poly_add(x->arena, next, -1, poly_variable(x->arena, v));
    if (step != NULL && !poly_mentions(s, step, v) && !poly_bounded(s, step) &&
        (poly_loops(s, step) & loop_bit(loop)) == 0) {
        int m = symbol_of(s, VAR_ITERATION, loop, NULL, &is_new);
        if (is_new) {
            s->v[m].loops = loop_bit(loop);
            s->v[m].instruction = x->flow.blocks[block].first;
        }
        const struct poly *p =
            poly_add(x->arena, start, 1, poly_mul(x->arena, step, poly_variable(x->arena, m)));
        if (p != NULL) {
            s->v[v].solution = p;
            return p;
        }
    }
    const char *why = why_not(x, v, next);
    s->v[v].on = poly_on(s, start) | poly_on(s, next);
    s->v[v].loops |= poly_loops(s, start) | poly_loops(s, next);
    const char *place = flow_source(&x->flow.listing->texts[s->v[v].instruction], x->arena);
    s->v[v].why = strchr(why, ':') != NULL ? why : arena_printf(x->arena, "%s: %s", place, why);
    return poly_variable(x->arena, v);
}

/* ---- the table of phis ---- */

/* A join may be asked for again while it is found, by the solution of another register. */
enum { REENTRY = 6 };

static int find(struct expansion *x, int block, int reg)
{
    unsigned bucket = ((unsigned)block * 31 + (unsigned)reg) % 1024;
    for (int i = x->phi_bucket[bucket] - 1; i >= 0; i = x->phis[i].chain)
        if (x->phis[i].block == block && x->phis[i].reg == reg)
            return i;
    x->phis = xgrown(x->phis, (size_t)x->n_phis, sizeof *x->phis);
    x->phis[x->n_phis] =
        (struct phi){.block = block, .reg = reg, .chain = x->phi_bucket[bucket] - 1};
    x->phi_bucket[bucket] = x->n_phis + 1;
    return x->n_phis++;
}

static const struct poly *phi_at_header(struct expansion *x, int i, int loop)
{
    int block = x->phis[i].block, reg = x->phis[i].reg;
    struct symbols *s = &x->symbols;
    bool is_new;
    if (x->phis[i].busy) {
        int v = symbol_of(s, VAR_PHI, phi_key(block, reg), NULL, &is_new);
        return poly_variable(x->arena, v);
    }
    /* The start may ask for a loop around, which then solves this one first. */
    const struct poly *start = join(x, block, reg, loop, false);
    if (start == NULL)
        start = expand_opaque(x, phi_key(block, reg), x->flow.blocks[block].first, ON_DATA, 0,
                              "a register that is not set");
    if (x->phis[i].value != NULL)
        return x->phis[i].value;
    x->phis[i].busy = true;
    const struct poly *p = solve(x, block, reg, loop, start);
    x->phis[i].busy = false;
    return p;
}

/* Solves the register in the loops around a join, from the outermost in. A loop's register is asked
 * for its next value, which the join may decide: so that is done before the join is. */
static void solve_around(struct expansion *x, int block, int reg)
{
    const struct flow *f = &x->flow;
    int loops[16], n = 0;
    for (int l = f->blocks[block].loop; l >= 0 && n < 16; l = f->loops[l].parent)
        loops[n++] = l;
    while (n-- > 0) {
        int header = f->loops[loops[n]].header, i = find(x, header, reg);
        if (x->phis[i].value == NULL && !x->phis[i].busy)
            expand_phi(x, header, reg);
    }
}

const struct poly *expand_phi(struct expansion *x, int block, int reg)
{
    int i = find(x, block, reg), loop = header_of(&x->flow, block);
    if (x->phis[i].value != NULL)
        return x->phis[i].value;
    const struct poly *p = NULL;
    if (loop >= 0) {
        p = phi_at_header(x, i, loop);
        if (x->phis[i].busy)
            return p;
    } else if (x->phis[i].entered < REENTRY) {
        x->phis[i].entered++;
        solve_around(x, block, reg);
        if (x->phis[i].value == NULL)
            p = join(x, block, reg, -1, false);
        x->phis[i].entered--;
        if (x->phis[i].value != NULL)
            return x->phis[i].value;
    }
    if (p == NULL)
        p = expand_opaque(x, phi_key(block, reg), x->flow.blocks[block].first,
                          ON_DATA | ON_THREADS | ON_BLOCKS, expand_loops(x, block),
                          "a register that not every way sets");
    x->phis[i].value = p;
    return p;
}
