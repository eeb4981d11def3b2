/*
 * Blocks whose begins are read from memory: index = begin[m] + own, where the begins are read one
 * after the other in m's loop, the same ones by all threads, and each thread has a place of its own
 * in every block. This is intra-thread locality "across data-dependent, irregularly-sized
 * datablocks" (LADM III-B): jagged diagonals, lists of segments. A begin that differs between
 * threads (x[column[start + m]]) is a datum: data decide all of the index.
 */
#include "sw/locality/impl.h"

/* Whether v was loaded from one place by all threads, in each iteration the next one. */
static bool is_begin(const struct locality *l, const struct access *a, int v)
{
    const struct variable_of *of = &l->x.symbols.v[v];
    if (of->kind != VAR_LOADED || (of->on & (ON_THREADS | ON_BLOCKS)) != 0)
        return false;
    int i = l->access_of[of->key];
    const struct access *from = i >= 0 ? &l->accesses[i] : NULL;
    int64_t step;
    if (from == NULL || from->m < 0 || !poly_is_number(from->variant, &step) ||
        step != (int64_t)from->pub.bytes || poly_loops(&l->x.symbols, from->invariant) != 0)
        return false;
    for (int k = 0; k < a->n_nest; k++)
        if (a->nest[k] == from->m)
            return true;
    return false;
}

bool over_listed_blocks(const struct locality *l, const struct access *a)
{
    const struct symbols *s = &l->x.symbols;
    int begins = 0;
    unsigned own = 0;
    for (int i = 0; i < a->offset->n; i++) {
        const struct term *t = &a->offset->t[i];
        if (t->n == 1 && t->c == (int64_t)a->pub.bytes && is_begin(l, a, t->v[0])) {
            begins++;
            continue;
        }
        for (int k = 0; k < t->n; k++) {
            if (s->v[t->v[k]].loops != 0 || s->v[t->v[k]].kind >= VAR_COUNT)
                return false;
            own |= s->v[t->v[k]].on;
        }
    }
    return begins == 1 && (own & ON_THREADS) != 0 && (own & ON_BLOCKS) != 0;
}
