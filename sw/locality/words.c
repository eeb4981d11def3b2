/*
 * Polynomials as a person reads them: (16*by + ty)*n + 16*m + tx. Terms with the same product of
 * parameters and dimensions are put together, but for blockIdx * blockDim, which stays beside its
 * threadIdx.
 */
#include "sw/locality/impl.h"

#include <inttypes.h>
#include <string.h>

struct telling {
    const struct locality *l;
    const struct access *of;
    const char *const *names;
    struct sbuf *out;
};

static void tell_sum(const struct telling *t, const struct poly *p);

static const char *const prime[] = {"tx",  "ty",  "tz",  "bx",  "by",  "bz",
                                    "bDx", "bDy", "bDz", "gDx", "gDy", "gDz"};

/* Whether a parameter's name is the word for something else here. */
static bool is_taken(const char *name)
{
    for (size_t i = 0; i < sizeof prime / sizeof *prime; i++)
        if (strcmp(name, prime[i]) == 0)
            return true;
    return (name[0] == 'm' || name[0] == 'o') && strspn(name + 1, "0123456789") == strlen(name + 1);
}

static void tell_param(const struct telling *t, const struct variable_of *v)
{
    const struct ptx_kernel *k = t->l->kernel;
    for (int i = 0; i < k->n_params; i++) {
        int64_t inside = v->key - (int64_t)k->params[i].offset;
        if (inside < 0 || inside >= (int64_t)k->params[i].bytes)
            continue;
        if (t->names != NULL && t->names[i] != NULL)
            sbuf_printf(t->out, "%s%s", t->names[i], is_taken(t->names[i]) ? "_" : "");
        else
            sbuf_printf(t->out, "arg%d", i);
        if (inside > 0)
            sbuf_printf(t->out, "{%" PRId64 "}", inside);
        return;
    }
    sbuf_puts(t->out, "?");
}

/* m is the loop that moves the access; loops around it are o1, o2 .., inside it m2, m3 .. */
static void tell_iteration(const struct telling *t, int v)
{
    int at = -1, m = -1;
    for (int i = 0; t->of != NULL && i < t->of->n_nest; i++) {
        at = t->of->nest[i] == v ? i : at;
        m = t->of->nest[i] == t->of->m ? i : m;
    }
    if (at < 0)
        sbuf_printf(t->out, "i%" PRId64, t->l->x.symbols.v[v].key);
    else if (at == m)
        sbuf_puts(t->out, "m");
    else if (at > m)
        sbuf_printf(t->out, "m%d", at - m + 1);
    else
        sbuf_printf(t->out, "o%d", m - at);
}

static void tell_function(const struct telling *t, const struct variable_of *v)
{
    if (v->kind == VAR_POWER) {
        sbuf_puts(t->out, v->a->n > 1 ? "(1 << (" : "(1 << ");
        tell_sum(t, v->a);
        sbuf_puts(t->out, v->a->n > 1 ? "))" : ")");
        return;
    }
    bool alone = v->a->n == 1 && v->a->t[0].n == 1 && v->a->t[0].c == 1;
    sbuf_puts(t->out, alone ? "(" : "((");
    tell_sum(t, v->a);
    sbuf_puts(t->out, alone ? "" : ")");
    sbuf_puts(t->out, v->kind == VAR_SHIFTED ? " >> " : " / ");
    sbuf_puts(t->out, v->b->n > 1 ? "(" : "");
    tell_sum(t, v->b);
    sbuf_puts(t->out, v->b->n > 1 ? "))" : ")");
}

static void tell_variable(const struct telling *t, int number)
{
    const struct variable_of *v = &t->l->x.symbols.v[number];
    const struct ptx_text *at =
        v->instruction >= 0 ? &t->l->x.flow.listing->texts[v->instruction] : NULL;
    int line = at == NULL ? 0 : at->file != NULL ? at->file_line : at->line;
    if (v->kind <= VAR_GDZ)
        sbuf_puts(t->out, prime[v->kind]);
    else if (v->kind == VAR_PARAM)
        tell_param(t, v);
    else if (v->kind == VAR_VARIABLE || v->kind == VAR_CONSTANT)
        sbuf_puts(t->out, v->name != NULL ? v->name : "?");
    else if (v->kind == VAR_ITERATION)
        tell_iteration(t, number);
    else if (v->kind == VAR_COUNT)
        sbuf_printf(t->out, "iterations@%d", line);
    else if (v->kind == VAR_LOADED)
        sbuf_printf(t->out, "loaded@%d", line);
    else if (v->kind == VAR_BORDER)
        sbuf_printf(t->out, "bound@%d", line);
    else if (v->a != NULL)
        tell_function(t, v);
    else if (line != 0)
        sbuf_printf(t->out, "unknown@%d", line);
    else
        sbuf_puts(t->out, "unknown");
}

/* Parameters, counts and dimensions: what a group of terms has in common. */
static bool is_scale(const struct telling *t, const struct term *term, int k)
{
    enum symbol_kind_of kind = t->l->x.symbols.v[term->v[k]].kind;
    if (kind >= VAR_BDX && kind <= VAR_BDZ) {
        /* Beside its blockIdx it belongs to the number of the thread. */
        int block = VAR_BX + (int)(kind - VAR_BDX);
        return !term_has(term, block);
    }
    return kind == VAR_PARAM || kind == VAR_CONSTANT || kind == VAR_COUNT || kind == VAR_POWER ||
           (kind >= VAR_GDX && kind <= VAR_GDZ);
}

/* The order in which terms are told: CTAs, iterations, threads, others, the number. */
enum { MOST_RANK = 4 };
static int rank(const struct telling *t, const struct term *term)
{
    int least = term->n == 0 ? MOST_RANK : 3;
    for (int k = 0; k < term->n; k++) {
        enum symbol_kind_of kind = t->l->x.symbols.v[term->v[k]].kind;
        int is = kind >= VAR_BX && kind <= VAR_BZ ? 0
                 : kind == VAR_ITERATION          ? 1
                 : kind <= VAR_TZ                 ? 2
                                                  : 3;
        least = is < least ? is : least;
    }
    return least;
}

static struct term scale_of(const struct telling *t, const struct term *term)
{
    struct term scale = {.c = 1};
    for (int k = 0; k < term->n; k++)
        if (is_scale(t, term, k))
            scale.v[scale.n++] = term->v[k];
    return scale;
}

static bool same_scale(const struct term *a, const struct term *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->v[i] == b->v[i];
    return same;
}

/* One term without its scale; `first` of a sum. */
static void tell_term(const struct telling *t, const struct term *term, bool whole, bool first)
{
    uint64_t c = term->c < 0 ? 0 - (uint64_t)term->c : (uint64_t)term->c;
    bool any = false;
    sbuf_puts(t->out, term->c < 0 ? (first ? "-" : " - ") : first ? "" : " + ");
    int left = 0;
    for (int k = 0; k < term->n; k++)
        left += whole || !is_scale(t, term, k);
    if (c != 1 || left == 0) {
        sbuf_printf(t->out, "%" PRIu64, c);
        any = true;
    }
    for (int k = 0; k < term->n; k++) {
        if (!whole && is_scale(t, term, k))
            continue;
        sbuf_puts(t->out, any ? "*" : "");
        tell_variable(t, term->v[k]);
        any = true;
    }
}

static void tell_group(const struct telling *t, const struct poly *p, const struct term *scale,
                       bool first)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        struct term s = scale_of(t, &p->t[i]);
        n += same_scale(&s, scale);
    }
    bool together = n > 1 && scale->n > 0;
    if (together)
        sbuf_puts(t->out, first ? "(" : " + (");
    bool begin = first || together;
    for (int i = 0; i < p->n; i++) {
        struct term s = scale_of(t, &p->t[i]);
        if (!same_scale(&s, scale))
            continue;
        tell_term(t, &p->t[i], !together, begin);
        begin = false;
    }
    for (int k = 0; together && k < scale->n; k++) {
        sbuf_puts(t->out, k == 0 ? ")*" : "*");
        tell_variable(t, scale->v[k]);
    }
}

/* Bounded: quotients are at most SYMBOLS_DEPTH deep. */
static void tell_sum(const struct telling *t, const struct poly *p)
{
    struct arena scratch = {0};
    struct poly *in = arena_alloc(&scratch, sizeof *in + (size_t)p->n * sizeof *p->t);
    if (p->n == 0)
        sbuf_puts(t->out, "0");
    for (int of = 0; of <= MOST_RANK; of++)
        for (int i = 0; i < p->n; i++)
            if (rank(t, &p->t[i]) == of)
                in->t[in->n++] = p->t[i];
    for (int i = 0; i < in->n; i++) {
        struct term scale = scale_of(t, &in->t[i]);
        bool told = false;
        for (int k = 0; k < i && !told; k++) {
            struct term s = scale_of(t, &in->t[k]);
            told = same_scale(&s, &scale);
        }
        if (!told)
            tell_group(t, in, &scale, i == 0);
    }
    arena_free(&scratch);
}

/* In elements, or if some coefficient is no multiple of them, in bytes, and then says so. */
static void tell_elements(const struct telling *t, const struct poly *p)
{
    struct arena scratch = {0};
    int64_t content = poly_content(p);
    bool whole = content % (int64_t)t->of->pub.bytes == 0;
    tell_sum(t, whole ? poly_divide(&scratch, p, t->of->pub.bytes) : p);
    if (!whole)
        sbuf_puts(t->out, " bytes");
    arena_free(&scratch);
}

void locality_tell_index(const struct locality *l, size_t access, const char *const *names,
                         struct sbuf *out)
{
    const struct access *a = &l->accesses[access];
    const struct telling t = {l, a, names, out};
    if (a->base >= 0)
        tell_elements(&t, a->offset);
    else
        tell_sum(&t, a->offset);
}

void locality_tell_stride(const struct locality *l, size_t access, const char *const *names,
                          struct sbuf *out)
{
    const struct access *a = &l->accesses[access];
    const struct telling t = {l, a, names, out};
    if (a->m >= 0)
        tell_elements(&t, a->variant);
}
