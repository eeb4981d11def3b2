/* Algorithm 1 of LADM, and table II. */
#include "sw/locality/impl.h"

#define ALIGNED "align-aware"
#define ROWS "row-binding"
#define COLUMNS "column-binding"
#define WHOLE "kernel-wide"
const struct locality_advice locality_advice[LOCALITY_CLASSES] = {
    {"no datablock locality", ALIGNED, "stride-aware", "rtwice"},
    {"row-locality, horizontally shared", ROWS, "row-based", "rtwice"},
    {"column-locality, horizontally shared", COLUMNS, "row-based", "rtwice"},
    {"row-locality, vertically shared", ROWS, "column-based", "rtwice"},
    {"column-locality, vertically shared", COLUMNS, "column-based", "rtwice"},
    {"intra-thread locality", WHOLE, WHOLE, "ronce"},
    {"unclassified", WHOLE, WHOLE, "rtwice"},
};

static bool is_opaque(const struct locality *l, int v)
{
    enum symbol_kind_of kind = l->x.symbols.v[v].kind;
    return kind >= VAR_COUNT && kind != VAR_BORDER;
}

/* A product of a border and something that threads or CTAs differ in. */
static bool is_bounded_step(const struct locality *l, const struct term *t)
{
    unsigned on = 0;
    bool border = false;
    for (int k = 0; k < t->n; k++) {
        on |= l->x.symbols.v[t->v[k]].on;
        border = border || l->x.symbols.v[t->v[k]].kind == VAR_BORDER;
    }
    return border && (on & (ON_THREADS | ON_BLOCKS)) != 0;
}

bool is_hidden(const struct locality *l, const struct poly *p)
{
    for (int i = 0; i < p->n; i++) {
        if (is_bounded_step(l, &p->t[i]))
            return true;
        for (int k = 0; k < p->t[i].n; k++) {
            const struct variable_of *v = &l->x.symbols.v[p->t[i].v[k]];
            if (!is_opaque(l, p->t[i].v[k]))
                continue;
            if ((v->on & ON_BLOCKS) != 0 || v->loops != 0 ||
                ((v->on & ON_DATA) != 0 && (v->on & ON_THREADS) != 0))
                return true;
        }
    }
    return false;
}

/* A step by whole rows: it has gridDim.x, or a parameter, or is a multiple of a row that some
 * access of the kernel shows. */
static bool by_rows(const struct locality *l, const struct access *a,
                    const struct locality_launch *at)
{
    int64_t step, row;
    if (!poly_is_number(a->variant, &step)) {
        for (int i = 0; i < a->variant->n; i++)
            for (int k = 0; k < a->variant->t[i].n; k++) {
                enum symbol_kind_of kind = l->x.symbols.v[a->variant->t[i].v[k]].kind;
                if (kind == VAR_GDX || kind == VAR_PARAM || kind == VAR_CONSTANT ||
                    kind > VAR_COUNT)
                    return true;
            }
    } else {
        for (size_t i = 0; i < l->n; i++) {
            const struct access *other = &l->accesses[i];
            if (other->rows != NULL && poly_is_number(other->rows, &row) &&
                row > (int64_t)other->pub.bytes && step % row == 0)
                return true;
        }
    }
    const struct at_thread first = FIRST_THREAD;
    return at != NULL && evaluate(l, a->variant, at, &first, &step) &&
           (step < 0 ? -step : step) >= (int64_t)at->grid.x * at->block.x * (int64_t)a->pub.bytes;
}

enum locality_class locality_class(const struct locality *l, size_t access, int dims,
                                   const struct locality_launch *at)
{
    const struct access *a = &l->accesses[access];
    const struct symbols *s = &l->x.symbols;
    int64_t step;
    if (a->base < 0)
        return LOCALITY_UNCLASSIFIED;
    if (a->m >= 0 && poly_is_number(a->variant, &step) &&
        (step == (int64_t)a->pub.bytes || step == -(int64_t)a->pub.bytes))
        return LOCALITY_THREAD;
    if (over_listed_blocks(l, a))
        return LOCALITY_THREAD;
    if (s->v[a->base].kind == VAR_LOADED || is_hidden(l, a->invariant) ||
        (poly_on(s, a->variant) & (ON_BLOCKS | ON_THREADS | ON_DATA)) != 0)
        return LOCALITY_UNCLASSIFIED;
    unsigned on = poly_on(s, a->invariant);
    bool bx = (on & ON_BX) != 0, by = (on & (ON_BY | ON_BZ)) != 0;
    bool line = dims == 2 && at != NULL && at->grid.x == 1; /* a column of CTAs */
    if (line)
        bx = by;
    if (dims == 2 && !line && bx && by) {
        /* Line 3 says NoLocality; III-B, only if no CTA touches another's datablocks. */
        by = shared_along(l, a, VAR_BX, at);
        bx = !by && shared_along(l, a, VAR_BY, at);
        if (!bx && !by)
            return LOCALITY_NONE;
    } else if ((dims == 1 || line) && bx) {
        return LOCALITY_NONE;
    }
    if (dims == 1 || a->m < 0 || (!bx && !by))
        return LOCALITY_UNCLASSIFIED;
    if (by_rows(l, a, at))
        return by ? LOCALITY_ROW_COLUMN : LOCALITY_COLUMN_COLUMN;
    return by ? LOCALITY_ROW_ROW : LOCALITY_COLUMN_ROW;
}

/* ---- of many accesses ---- */

struct vote {
    int depth;
    size_t votes[LOCALITY_CLASSES], access[LOCALITY_CLASSES];
};

static void cast(struct vote *v, const struct locality *l, size_t i, enum locality_class class)
{
    int depth = l->accesses[i].moved;
    if (depth > v->depth)
        *v = (struct vote){.depth = depth};
    if (depth != v->depth)
        return;
    if (v->votes[class] == 0)
        v->access[class] = i;
    v->votes[class] += (size_t)l->accesses[i].weight;
}

/* Of equal numbers the first; without votes there is no locality. */
static enum locality_class winner(const struct vote *v)
{
    static const enum locality_class order[] = {
        LOCALITY_ROW_ROW, LOCALITY_COLUMN_ROW, LOCALITY_ROW_COLUMN,  LOCALITY_COLUMN_COLUMN,
        LOCALITY_NONE,    LOCALITY_THREAD,     LOCALITY_UNCLASSIFIED};
    enum locality_class best = LOCALITY_NONE;
    size_t most = 0;
    for (int i = 0; i < LOCALITY_CLASSES; i++)
        if (v->votes[order[i]] > most) {
            best = order[i];
            most = v->votes[best];
        }
    return best;
}

/* How accesses are classified. */
struct rule {
    enum locality_class (*of)(const struct locality *l, size_t access, int dims,
                              const struct locality_launch *at);
    int dims;
    const struct locality_launch *at;
};

/* Of a parameter's accesses, or with -1 of all. False: there are none. */
static bool vote_of(const struct locality *l, int param, const struct rule *r, struct vote *v)
{
    bool any = false;
    *v = (struct vote){.depth = -1};
    for (size_t i = 0; i < l->n; i++) {
        if (param >= 0 && l->accesses[i].pub.param != param)
            continue;
        cast(v, l, i, r->of(l, i, r->dims, r->at));
        any = true;
    }
    return any;
}

/* The size of the largest buffer that is accessed; 0: sizes are not known. */
static uint64_t largest(const struct locality *l, const struct rule *r, const uint64_t *bytes)
{
    struct vote v;
    uint64_t most = 0;
    for (int p = 0; bytes != NULL && p < l->kernel->n_params; p++)
        if (bytes[p] > most && vote_of(l, p, r, &v))
            most = bytes[p];
    return most;
}

static enum locality_class of_kernel(const struct locality *l, const struct rule *r,
                                     const uint64_t *bytes)
{
    struct vote buffers = {.depth = -1}, v;
    const uint64_t most = largest(l, r, bytes);
    for (int p = 0; p < l->kernel->n_params; p++)
        if ((most == 0 || bytes[p] == most) && vote_of(l, p, r, &v) && v.depth >= buffers.depth) {
            if (v.depth > buffers.depth)
                buffers = (struct vote){.depth = v.depth};
            buffers.votes[winner(&v)]++;
        }
    if (buffers.depth < 0)
        vote_of(l, -1, r, &buffers);
    return winner(&buffers);
}

enum locality_class locality_class_of_kernel(const struct locality *l, int dims,
                                             const struct locality_launch *at,
                                             const uint64_t *bytes)
{
    return of_kernel(l, &(struct rule){locality_class, dims, at}, bytes);
}

enum locality_class locality_printed_of_kernel(const struct locality *l, int dims,
                                               const struct locality_launch *at,
                                               const uint64_t *bytes)
{
    return of_kernel(l, &(struct rule){locality_printed, dims, at}, bytes);
}

int locality_decider(const struct locality *l, const struct locality_launch *at,
                     const uint64_t *bytes)
{
    const struct rule r = {locality_class, locality_dims(at), at};
    const enum locality_class class = of_kernel(l, &r, bytes);
    const uint64_t most = largest(l, &r, bytes);
    struct vote v;
    for (int p = 0; p < l->kernel->n_params; p++)
        if (most > 0 && bytes[p] == most && vote_of(l, p, &r, &v) && winner(&v) == class)
            return p;
    return -1;
}

struct locality_param locality_at(const struct locality *l, int param,
                                  const struct locality_launch *at)
{
    struct locality_param p = {.class = LOCALITY_UNCLASSIFIED};
    struct vote v;
    if (!vote_of(l, param, &(struct rule){locality_class, locality_dims(at), at}, &v))
        return p;
    p.class = winner(&v);
    p.access = v.access[p.class];
    p.accessed = true;
    for (size_t i = 0; i < l->n; i++)
        if (l->accesses[i].pub.param == param) {
            p.reads = p.reads || l->accesses[i].pub.reads;
            p.writes = p.writes || l->accesses[i].pub.writes;
        }
    const struct access *a = &l->accesses[p.access];
    const struct at_thread first = FIRST_THREAD;
    if (!evaluate(l, a->variant, at, &first, &p.stride_bytes))
        p.stride_bytes = 0;
    p.datablock_bytes = datablock_of(l, a, at);
    p.row_bytes = row_bytes_of(l, a, &p, at);
    find_reach(l, a, at, &p);
    return p;
}
