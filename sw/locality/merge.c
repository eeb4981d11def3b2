/*
 * Copies of one access become one. Compilers unroll loops: an iteration then has several accesses
 * from one line and column, and what is left of the iterations has its own code behind the loop.
 *
 * The copies of a group (one source position, buffer, innermost loop) are taken in the order of the
 * code. Their offsets must be runs of equal steps, runs of equal runs, and so on. If n copies at
 * step d fill the step of a loop, n * d, the loop was unrolled n times, and its step is d.
 * Otherwise a whole inner loop of n iterations was unrolled, if no mark of an inlined function's
 * end stands between the copies: such a function that is called several times looks the same.
 */
#include "sw/locality/impl.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3 };

struct level {
    const struct poly *step;
    int n;
};

bool same_source(const struct access *a, const struct access *b)
{
    return a->pub.file != NULL && b->pub.file != NULL && a->pub.line == b->pub.line &&
           a->pub.column == b->pub.column && strcmp(a->pub.file, b->pub.file) == 0 &&
           a->base == b->base && a->base >= 0 && a->pub.bytes == b->pub.bytes &&
           a->pub.reads == b->pub.reads && a->pub.writes == b->pub.writes;
}

static int loop_of(const struct locality *l, const struct access *a)
{
    return l->x.flow.blocks[l->x.flow.block_of[a->instruction]].loop;
}

/* How many offsets from the first on have step d. */
static int run(struct locality *l, const struct poly **p, int n, const struct poly *d)
{
    int i = 1;
    while (i < n && poly_equal(poly_add(&l->arena, p[i], -1, p[i - 1]), d))
        i++;
    return i;
}

/* Finds the runs, innermost first; how many levels, or -1 if there are no such runs. */
static int find_levels(struct locality *l, const struct poly **p, int n, struct level *levels)
{
    int found = 0;
    while (n > 1) {
        const struct poly *d = poly_add(&l->arena, p[1], -1, p[0]);
        if (found == LEVELS || d == NULL || !poly_uniform(&l->x.symbols, d))
            return -1;
        int each = run(l, p, n, d);
        if (n % each != 0)
            return -1;
        for (int at = each; at < n; at += each)
            if (run(l, p + at, each, d) != each)
                return -1;
        levels[found++] = (struct level){d, each};
        for (int at = 0; at < n / each; at++)
            p[at] = p[at * each];
        n /= each;
    }
    return found;
}

/* If n copies fill the step of a loop around, the loop gets the step of one. */
static bool fills(struct locality *l, struct access *a, const struct level *level)
{
    const struct poly *whole = poly_scale(&l->arena, level->step, level->n);
    for (int i = a->n_nest; i-- > 0;) {
        const struct poly *step = poly_factor_of(&l->arena, a->offset, a->nest[i]);
        if (step == NULL || step->n == 0 || !poly_equal(step, whole))
            continue;
        const struct poly *less = poly_scale(&l->arena, level->step, 1 - level->n);
        a->offset = poly_add(&l->arena, a->offset, 1,
                             poly_mul(&l->arena, less, poly_variable(&l->arena, a->nest[i])));
        a->copies *= level->n;
        a->fill[i] = level->n * (a->fill[i] > 1 ? a->fill[i] : 1);
        return true;
    }
    return false;
}

/* A loop that is unrolled to its end gets an iteration variable of its own. */
static void roll(struct locality *l, struct access *a, const struct level *level)
{
    bool is_new;
    int key = l->x.flow.n_loops + l->n_rolled;
    int v = symbol_of(&l->x.symbols, VAR_ITERATION, key, NULL, &is_new);
    l->x.symbols.v[v].loops = loop_bit(key);
    l->x.symbols.v[v].instruction = a->instruction;
    l->rolled = xgrown(l->rolled, (size_t)l->n_rolled, sizeof *l->rolled);
    l->rolled[l->n_rolled++] = level->n;
    const struct poly *p = poly_add(&l->arena, a->offset, 1,
                                    poly_mul(&l->arena, level->step, poly_variable(&l->arena, v)));
    if (p == NULL || a->n_nest == MOST_NEST)
        return;
    a->offset = p;
    a->nest[a->n_nest++] = v;
    a->weight *= level->n;
}

static bool no_number(const struct term *t, const void *ctx)
{
    (void)ctx;
    return t->n > 0;
}

/* Parts of a structure of at most 16 bytes, which lie side by side and are one access: so is what
 * each thread's index counts in such structures. Parts may come in falling order. */
static bool is_structure(struct locality *l, struct access *a, const struct level *level)
{
    enum { WIDEST = 16, WIDEST_COPY = 64 };
    int64_t step, bytes = (int64_t)a->pub.bytes, all = bytes * level->n;
    const struct poly *rest = poly_pick(&l->arena, a->offset, no_number, NULL);
    if (!poly_is_number(level->step, &step) || (step != bytes && step != -bytes) ||
        all > (step < 0 ? WIDEST_COPY : WIDEST) || poly_content(rest) % all != 0)
        return false;
    a->pub.bytes = (uint32_t)all;
    if (step < 0)
        a->offset = poly_add(&l->arena, a->offset, level->n - 1, level->step);
    return true;
}

/* The levels from `found` - 1, the outermost, as loops. False if that is not what they are. */
static bool apply(struct locality *l, struct access *a, struct level *levels, int found,
                  bool one_copy)
{
    const struct access before = *a;
    bool rolls[LEVELS];
    for (int i = 0; i < found; i++) {
        rolls[i] = levels[i].step->n > 0 && !fills(l, a, &levels[i]);
        if (rolls[i] && !one_copy) {
            *a = before;
            return false;
        }
        rolls[i] = rolls[i] && !(i == 0 && is_structure(l, a, &levels[i]));
    }
    for (int i = found; i-- > 0;)
        if (rolls[i])
            roll(l, a, &levels[i]);
    return true;
}

/* Whether no mark stands between the copies. */
static bool in_one_function(const struct locality *l, const int *group, int n)
{
    const struct ptx_text *texts = l->x.flow.listing->texts;
    for (int i = 1; i < n; i++)
        if (texts[l->accesses[group[i]].instruction].marks !=
            texts[l->accesses[group[0]].instruction].marks)
            return false;
    return true;
}

/* The offset of b with the iterations of its loops named as those of a, which correspond. */
static const struct poly *as_in(struct locality *l, const struct access *b, const struct access *a)
{
    const struct poly *p = b->offset;
    for (int i = 0; i < a->n_nest; i++)
        if (a->nest[i] != b->nest[i])
            p = poly_replace(&l->x.symbols, p, b->nest[i], poly_variable(&l->arena, a->nest[i]));
    return p != NULL ? p : b->offset;
}

static void merge_group(struct locality *l, const int *group, int n, bool may_roll)
{
    struct level levels[LEVELS];
    const struct poly **p = ARENA_ARRAY(&l->arena, const struct poly *, n);
    struct access *first = &l->accesses[group[0]];
    for (int i = 0; i < n; i++)
        p[i] = as_in(l, &l->accesses[group[i]], first);
    int found = find_levels(l, p, n, levels);
    if (found < 0 || !apply(l, first, levels, found, may_roll && in_one_function(l, group, n)))
        return;
    first->pub.unrolled = 0;
    for (int i = 0; i < n; i++)
        first->pub.unrolled += l->accesses[group[i]].pub.unrolled;
    for (int i = 1; i < n; i++) {
        l->accesses[group[i]].merged = true;
        l->accesses[group[i]].into = group[0];
    }
}

bool has_kind(const struct locality *l, const struct term *t, enum symbol_kind_of kind)
{
    for (int k = 0; k < t->n; k++)
        if (l->x.symbols.v[t->v[k]].kind == kind)
            return true;
    return false;
}

static bool tells_rest(const struct term *t, const void *ctx)
{
    return has_kind(ctx, t, VAR_COUNT) || has_kind(ctx, t, VAR_BORDER);
}

/* Whether both come after equally many iterations of other loops: what is left of an unrolled loop
 * is no copy of what comes before it. */
static bool same_begin(struct locality *l, const struct access *a, const struct access *b)
{
    return poly_equal(poly_pick(&l->arena, a->offset, tells_rest, l),
                      poly_pick(&l->arena, b->offset, tells_rest, l));
}

static void merge_unrolled(struct locality *l)
{
    int *group = ARENA_ARRAY(&l->arena, int, l->n + 1);
    uint8_t *seen = ARENA_ARRAY(&l->arena, uint8_t, l->n + 1);
    for (size_t i = 0; i < l->n; i++) {
        int n = 0;
        for (size_t k = i; seen[i] == 0 && k < l->n; k++)
            if (seen[k] == 0 && (k == i || same_source(&l->accesses[i], &l->accesses[k])) &&
                loop_of(l, &l->accesses[i]) == loop_of(l, &l->accesses[k]) &&
                same_begin(l, &l->accesses[i], &l->accesses[k]))
                group[n++] = (int)k;
        for (int k = 0; k < n; k++)
            seen[group[k]] = 1;
        if (n > 1)
            merge_group(l, group, n, true);
    }
}

/* An unrolled loop around loops has copies of these. */
static void merge_siblings(struct locality *l)
{
    int *group = ARENA_ARRAY(&l->arena, int, l->n + 1);
    for (size_t i = 0; i < l->n; i++) {
        const struct access *a = &l->accesses[i];
        int n = 0;
        for (size_t k = i; !a->merged && a->n_nest > 1 && k < l->n; k++) {
            const struct access *b = &l->accesses[k];
            if (!b->merged && (k == i || same_source(a, b)) && a->n_nest == b->n_nest &&
                a->nest[0] == b->nest[0])
                group[n++] = (int)k;
        }
        if (n > 1)
            merge_group(l, group, n, false);
    }
}

/* Drops merged accesses, and notes what stands for each instruction. */
static void number(struct locality *l)
{
    int *to = ARENA_ARRAY(&l->arena, int, l->n + 1), n = 0;
    l->access_of = ARENA_ARRAY(&l->arena, int, l->x.flow.listing->n + 1);
    for (int i = 0; i < l->x.flow.listing->n; i++)
        l->access_of[i] = -1;
    for (size_t i = 0; i < l->n; i++)
        if (!l->accesses[i].merged)
            to[i] = n++;
    for (size_t i = 0; i < l->n; i++) {
        size_t final = i;
        while (l->accesses[final].merged)
            final = (size_t)l->accesses[final].into;
        l->access_of[l->accesses[i].instruction] = to[final];
    }
    n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (!l->accesses[i].merged)
            l->accesses[n++] = l->accesses[i];
    l->n = (size_t)n;
}

void merge_copies(struct locality *l)
{
    merge_unrolled(l);
    merge_siblings(l);
    for (int i = 0; i < 3; i++) { /* loads of what was loaded by what was loaded */
        merge_rests(l);
        rename_loads(l);
    }
    number(l);
}
