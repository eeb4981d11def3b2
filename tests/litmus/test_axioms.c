/*
 * The PTX model against a second implementation in another style: figures 4 and 7 of Lustig,
 * Sahasrabuddhe, Giroux, ASPLOS 2019, taken literally, on tables of booleans. rf, co and sc are
 * free relations, and all of their values are tried. An atomic is a read and a write.
 */
#include "formal/litmus/litmus.h"
#include "formal/litmus/model/model.h"
#include "formal/litmus/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 14, PAIRS = 7 };

typedef bool table[MOST][MOST];

struct op {
    char kind; /* 'R', 'W', 'F'; 'B', a barrier */
    const struct litmus_inst *inst;
    int thread;
    int half; /* the other half of an atomic, or -1 */
};

struct brute {
    const struct litmus *t;
    struct op ops[MOST];
    int n;
    int source[MOST]; /* the write that a read reads from; -1: the initial value */
    bool wins[MOST];  /* whether a compare-and-swap's write happens; true for all others */
    table po, strong, co, sc;
    int pair[PAIRS][2]; /* pairs of ops that co or sc may relate */
    int n_pairs;
    struct outcomes found;
};

static bool same_place(const struct brute *b, int i, int j)
{
    return b->ops[i].inst->var == b->ops[j].inst->var;
}

static bool memory(const struct brute *b, int i)
{
    return b->ops[i].kind == 'R' || b->ops[i].kind == 'W';
}

/* The write of a compare-and-swap that fails is absent. */
static bool present(const struct brute *b, int i)
{
    return b->ops[i].kind != 'W' || b->wins[i];
}

static bool has_strength(const struct op *o)
{
    return o->kind == 'F' || o->inst->kind == LITMUS_ATOMIC || !o->inst->weak;
}

static bool reaches(const struct brute *b, int i, int j)
{
    const struct litmus_place *mine = &b->t->places[b->ops[i].thread],
                              *yours = &b->t->places[b->ops[j].thread];
    if (b->ops[i].inst->sys && !b->ops[i].inst->cta)
        return true;
    return mine->gpu == yours->gpu && (!b->ops[i].inst->cta || mine->cta == yours->cta);
}

static void strengths(struct brute *b)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++) {
            const struct op *x = &b->ops[i], *y = &b->ops[j];
            bool both = has_strength(x) && has_strength(y) && reaches(b, i, j) && reaches(b, j, i);
            b->strong[i][j] = (x->thread == y->thread || both) &&
                              (!memory(b, i) || !memory(b, j) || same_place(b, i, j));
        }
}

/* z := z or x;y */
static bool compose(table z, table x, table y, int n)
{
    bool grew = false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; x[i][k] && j < n; j++)
                if (y[k][j] && !z[i][j])
                    z[i][j] = grew = true;
    return grew;
}

static void close_up(table x, int n)
{
    while (compose(x, x, x, n)) {
    }
}

static bool loops(table x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i][i])
            return true;
    return false;
}

struct figure4 {
    table rf, fr, obs, sw, base, cause;
};

static void read_relations(const struct brute *b, struct figure4 *f)
{
    for (int r = 0; r < b->n; r++) {
        if (b->ops[r].kind != 'R')
            continue;
        if (b->source[r] >= 0)
            f->rf[b->source[r]][r] = true;
        for (int w = 0; w < b->n; w++)
            if (b->ops[w].kind == 'W' && present(b, w) && same_place(b, r, w))
                f->fr[r][w] = b->source[r] < 0 || b->co[b->source[r]][w];
    }
}

static void observe(const struct brute *b, struct figure4 *f)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++)
            f->obs[i][j] = f->rf[i][j] && b->strong[i][j];
    for (bool more = true; more;) {
        more = false;
        for (int w = 0; w < b->n; w++)
            for (int z = 0; z < b->n; z++)
                for (int r = 0; r < b->n; r++)
                    if (f->obs[w][z] && b->ops[z].half >= 0 && present(b, b->ops[z].half) &&
                        f->obs[b->ops[z].half][r] && !f->obs[w][r])
                        f->obs[w][r] = more = true;
    }
}

/* Whether `first` and the write `w` are a release pattern. */
static bool releases(const struct brute *b, int first, int w)
{
    const struct op *x = &b->ops[first];
    if (b->ops[w].kind != 'W' || !present(b, first))
        return false;
    bool fence = x->kind == 'F', release = x->kind == 'W' && x->inst->fence_before;
    if (release && first == w)
        return true;
    return b->po[first][w] && has_strength(&b->ops[w]) &&
           (fence || (release && same_place(b, first, w)));
}

/* Whether the read `r` and `last` are an acquire pattern. */
static bool acquires(const struct brute *b, int r, int last)
{
    const struct op *x = &b->ops[r], *y = &b->ops[last];
    bool reduction = x->inst->kind == LITMUS_ATOMIC && x->inst->to == LITMUS_NONE;
    if (x->kind != 'R' || !has_strength(x) || reduction)
        return false;
    bool acquire = y->kind == 'R' && y->inst->fence_after;
    if (acquire && r == last)
        return true;
    return b->po[r][last] && (y->kind == 'F' || (acquire && same_place(b, r, last)));
}

/* 8.9.4 of the PTX ISA, which the figures leave out: both are bar.syncs of one CTA, and their
 * threads have passed the same number of them before. */
static bool meet(const struct brute *b, int i, int j)
{
    const struct op *x = &b->ops[i], *y = &b->ops[j];
    const struct litmus_place *mine = &b->t->places[x->thread], *yours = &b->t->places[y->thread];
    if (x->kind != 'B' || y->kind != 'B' || mine->gpu != yours->gpu || mine->cta != yours->cta)
        return false;
    int before = 0;
    for (int k = 0; k < b->n; k++)
        if (b->ops[k].kind == 'B')
            before += (b->po[k][i] ? 1 : 0) - (b->po[k][j] ? 1 : 0);
    return before == 0;
}

static void synchronize(const struct brute *b, struct figure4 *f)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++) {
            f->sw[i][j] = b->sc[i][j] || meet(b, i, j);
            for (int w = 0; w < b->n; w++)
                for (int r = 0; b->strong[i][j] && r < b->n; r++)
                    if (f->obs[w][r] && releases(b, i, w) && acquires(b, r, j))
                        f->sw[i][j] = true;
        }
}

static void causes(struct brute *b, struct figure4 *f)
{
    table before = {0}, both = {0}, by_place = {0};
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++) {
            before[i][j] = i == j || b->po[i][j];
            by_place[i][j] = b->po[i][j] && memory(b, i) && memory(b, j) && same_place(b, i, j);
        }
    compose(both, before, f->sw, b->n);
    compose(f->base, both, before, b->n);
    close_up(f->base, b->n);
    memcpy(f->cause, f->base, sizeof f->cause);
    compose(f->cause, f->obs, f->base, b->n);
    compose(f->cause, f->obs, by_place, b->n);
}

static bool coherent(const struct brute *b, const struct figure4 *f)
{
    table all = {0};
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++) {
            bool writes = b->ops[i].kind == 'W' && b->ops[j].kind == 'W' && present(b, i) &&
                          present(b, j) && same_place(b, i, j);
            if (writes && f->cause[i][j] && !b->co[i][j])
                return false;
            bool com = f->rf[i][j] || f->fr[i][j] || b->co[i][j];
            all[i][j] = (com && b->strong[i][j]) ||
                        (b->po[i][j] && memory(b, i) && memory(b, j) && same_place(b, i, j));
        }
    close_up(all, b->n);
    return !loops(all, b->n);
}

static bool axioms(struct brute *b)
{
    struct figure4 f = {0};
    read_relations(b, &f);
    observe(b, &f);
    synchronize(b, &f);
    causes(b, &f);
    if (!coherent(b, &f))
        return false;
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++) {
            if ((b->sc[i][j] || f.rf[i][j] || f.fr[i][j]) && f.cause[j][i])
                return false;
            int w = b->ops[i].half;
            if (b->ops[i].kind == 'R' && w >= 0 && present(b, w) && w != j && f.fr[i][j] &&
                b->strong[i][j] && b->co[j][w] && b->strong[j][w])
                return false; /* atomicity */
        }
    return true;
}

/* The value that an op has read or written. -1: it depends on itself (the tests' values
 * are small). */
static int64_t value_of(const struct brute *b, int op, int depth);

static int64_t given(const struct brute *b, int op, const struct litmus_operand *o, int depth)
{
    if (o->reg == LITMUS_NONE)
        return (int64_t)o->value;
    for (int e = op - 1; e >= 0; e--)
        if (b->ops[e].thread == b->ops[op].thread && b->ops[e].kind == 'R' &&
            b->ops[e].inst->to == o->reg && b->ops[e].inst != b->ops[op].inst)
            return value_of(b, e, depth + 1);
    return 0;
}

/* A reference, independent of the others; 32 bits, unsigned. */
ATOMIC_KNOWN(10);
static int64_t changed(const struct litmus_inst *i, int64_t old, int64_t by, int64_t expected)
{
    switch (i->fn) {
    case FN_ADD:
        return (int64_t)(uint32_t)(old + by);
    case FN_EXCH:
        return by;
    case FN_AND:
        return old & by;
    case FN_OR:
        return old | by;
    case FN_XOR:
        return old ^ by;
    case FN_MIN:
        return (int32_t)old < (int32_t)by ? old : by;
    case FN_MAX:
        return (int32_t)old > (int32_t)by ? old : by;
    case FN_UMIN:
        return old < by ? old : by;
    case FN_UMAX:
        return old > by ? old : by;
    case FN_CAS:
        return old == expected ? by : old;
    }
    fail_msg("%d is no function", i->fn);
    return 0;
}

static int64_t value_of(const struct brute *b, int op, int depth)
{
    const struct op *o = &b->ops[op];
    if (depth > MOST)
        return -1;
    if (o->kind == 'R')
        return b->source[op] < 0 ? 0 : value_of(b, b->source[op], depth + 1);
    int64_t by = given(b, op, &o->inst->operand, depth);
    if (o->half < 0 || by < 0)
        return by;
    int64_t old = value_of(b, o->half, depth + 1);
    int64_t expected = o->inst->fn == FN_CAS ? given(b, op, &o->inst->compare, depth) : 0;
    return old < 0 || expected < 0 ? -1 : changed(o->inst, old, by, expected);
}

/* Whether all values exist, and each compare-and-swap did what was chosen for it. */
static bool values_fit(const struct brute *b)
{
    for (int i = 0; i < b->n; i++) {
        if (!memory(b, i))
            continue;
        if (present(b, i) && value_of(b, i, 0) < 0)
            return false;
        bool cas = b->ops[i].kind == 'W' && b->ops[i].half >= 0 && b->ops[i].inst->fn == FN_CAS;
        if (cas && (given(b, i, &b->ops[i].inst->compare, 0) == value_of(b, b->ops[i].half, 0)) !=
                       b->wins[i])
            return false;
    }
    return true;
}

static void record(struct brute *b, struct litmus_state *s, int var)
{
    if (var == b->t->n_vars) {
        outcomes_at(&b->found, b->t, s);
        return;
    }
    bool any = false;
    for (int w = 0; w < b->n; w++) {
        bool last = b->ops[w].kind == 'W' && present(b, w) && b->ops[w].inst->var == var;
        any = any || last;
        for (int z = 0; z < b->n; z++)
            last = last && !b->co[w][z];
        if (last) {
            s->vars[var] = (uint32_t)value_of(b, w, 0);
            record(b, s, var + 1);
        }
    }
    s->vars[var] = 0;
    if (!any)
        record(b, s, var + 1);
}

/* co and sc are partial orders; each relates the morally strong ops of its kind. */
static void judge(struct brute *b)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < b->n; j++)
            for (int k = 0; k < b->n; k++)
                if ((b->co[i][j] && b->co[j][k] && !b->co[i][k]) || (b->sc[i][j] && b->sc[j][i]))
                    return;
    table sc;
    memcpy(sc, b->sc, sizeof sc);
    close_up(sc, b->n);
    if (loops(b->co, b->n) || loops(sc, b->n) || !axioms(b))
        return;
    struct litmus_state s = {0};
    for (int i = 0; i < b->n; i++)
        if (b->ops[i].kind == 'R' && b->ops[i].inst->to != LITMUS_NONE)
            s.regs[b->ops[i].thread][b->ops[i].inst->to] = (uint32_t)value_of(b, i, 0);
    record(b, &s, 0);
}

static void try_pairs(struct brute *b, int at)
{
    if (at == b->n_pairs) {
        judge(b);
        return;
    }
    int i = b->pair[at][0], j = b->pair[at][1];
    bool writes = memory(b, i), absent = !present(b, i) || !present(b, j);
    if (absent || (writes && !b->strong[i][j]))
        try_pairs(b, at + 1);
    for (int turn = 0; !absent && turn < 2; turn++) {
        bool *related =
            writes ? &b->co[turn ? j : i][turn ? i : j] : &b->sc[turn ? j : i][turn ? i : j];
        *related = true;
        try_pairs(b, at + 1);
        *related = false;
    }
}

static void try_sources(struct brute *b, int r)
{
    while (r < b->n && b->ops[r].kind != 'R')
        r++;
    if (r == b->n) {
        if (values_fit(b))
            try_pairs(b, 0);
        return;
    }
    for (int w = -1; w < b->n; w++) {
        bool fits = w < 0 || (b->ops[w].kind == 'W' && present(b, w) && same_place(b, r, w) &&
                              b->ops[r].half != w);
        b->source[r] = w;
        if (fits)
            try_sources(b, r + 1);
    }
}

static void try_wins(struct brute *b, int w)
{
    while (w < b->n &&
           (b->ops[w].kind != 'W' || b->ops[w].half < 0 || b->ops[w].inst->fn != FN_CAS))
        w++;
    if (w == b->n) {
        try_sources(b, 0);
        return;
    }
    for (int wins = 0; wins < 2; wins++) {
        b->wins[w] = wins;
        try_wins(b, w + 1);
    }
}

static int add_op(struct brute *b, char kind, const struct litmus_inst *inst, int thread)
{
    b->ops[b->n] = (struct op){kind, inst, thread, -1};
    b->wins[b->n] = true;
    return b->n++;
}

/* Sets up a test; false if it is too large for brute force. */
static bool prepare(struct brute *b)
{
    for (int i = 0; i < b->t->n_threads; i++)
        for (int j = 0; j < b->t->threads[i].n_insts; j++) {
            const struct litmus_inst *inst = &b->t->threads[i].insts[j];
            if (b->n + 2 > MOST)
                return false;
            if (inst->kind == LITMUS_FENCE)
                add_op(b, 'F', inst, i);
            if (inst->kind == LITMUS_BARRIER)
                add_op(b, 'B', inst, i);
            int r = -1, w = -1;
            if (inst->kind == LITMUS_LOAD || inst->kind == LITMUS_ATOMIC)
                r = add_op(b, 'R', inst, i);
            if (inst->kind == LITMUS_STORE || inst->kind == LITMUS_ATOMIC)
                w = add_op(b, 'W', inst, i);
            if (r >= 0 && w >= 0) {
                b->ops[r].half = w;
                b->ops[w].half = r;
            }
        }
    strengths(b);
    for (int j = 0; j < b->n; j++)
        for (int i = 0; i < j; i++) {
            b->po[i][j] = b->ops[i].thread == b->ops[j].thread;
            bool writes = b->ops[i].kind == 'W' && b->ops[j].kind == 'W' && same_place(b, i, j);
            bool fences = b->ops[i].kind == 'F' && b->ops[j].kind == 'F' && b->strong[i][j] &&
                          b->ops[i].inst->sc && b->ops[j].inst->sc;
            if (!writes && !fences)
                continue;
            if (b->n_pairs == PAIRS)
                return false;
            b->pair[b->n_pairs][0] = i;
            b->pair[b->n_pairs++][1] = j;
        }
    return true;
}

static void show(const struct litmus *t, const struct outcomes *a, const struct outcomes *b,
                 const char *who)
{
    for (size_t i = 0; i < a->n; i++)
        if (!outcomes_have(b, t, &a->list[i]->state)) {
            struct sbuf s = {0};
            outcome_text(t, &a->list[i]->state, &s);
            print_message("  %s allows %s\n", who, s.text);
            sbuf_free(&s);
        }
}

static bool compare_one(uint64_t number, bool barrier)
{
    struct random_litmus r = {20, number, 2, 2, barrier};
    struct sbuf text = {0};
    random_litmus(&r, &text);
    struct error err = {0};
    struct litmus *t = litmus_parse(text.text, text.len, "t.litmus", &err);
    assert_string_equal(err.text, "");
    static struct brute b;
    b = (struct brute){.t = t};
    bool small = prepare(&b);
    if (small) {
        try_wins(&b, 0);
        struct outcomes o = {0};
        assert_true(model_allows(t, MODEL_PTX, t->places, &o, NULL, &err));
        show(t, &o, &b.found, "the model");
        show(t, &b.found, &o, "brute force");
        bool same = o.n == b.found.n;
        for (size_t i = 0; same && i < o.n; i++)
            same = outcomes_have(&b.found, t, &o.list[i]->state);
        if (!same)
            fail_msg("they differ on\n%s", text.text);
        outcomes_free(&o);
        outcomes_free(&b.found);
    }
    litmus_free(t);
    sbuf_free(&text);
    return small;
}

static void brute_force(void **state)
{
    (void)state;
    int compared = 0, met = 0;
    for (uint64_t number = 0; compared < 150; number++)
        compared += compare_one(number, false);
    for (uint64_t number = 0; met < 100; number++)
        met += compare_one(number, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force)};
    return cmocka_run_group_tests_name("the axioms of PTX, by brute force", tests, NULL, NULL);
}
