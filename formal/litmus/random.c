#include "formal/litmus/random.h"

#include "sw/util/rng.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* With many accesses to one variable a test has too many executions to enumerate. A thread of a
 * known cycle may have MOST_CELLS instructions, others FEW_CELLS. */
enum {
    MOST_THREADS = 4,
    MOST_CELLS = 8,
    FEW_CELLS = 4,
    MOST_VARS = 3,
    MOST_ACCESSES = 7,
    BARRIER = -1
};

struct thread {
    struct sbuf cells[MOST_CELLS];
    int n;
    int regs; /* registers from r0 on that have a value */
};

struct maker {
    struct rng rng;
    struct thread threads[MOST_THREADS];
    int n_threads, n_vars;
    int accesses[MOST_VARS];
    int next_value; /* each store has its own value, so that a value read names its store */
    /* Most scopes are wide, and all accesses of a variable are weak or all are strong. Then the
     * model forbids most of the outcomes that stale copies would cause. */
    bool careful, weak[MOST_VARS];
    bool known; /* the test is a known cycle, with so many percent of its fences: */
    int fences;
};

static const char *const vars[MOST_VARS] = {"x", "y", "z"};

static int below(struct maker *m, int bound)
{
    return (int)rng_below(&m->rng, (uint64_t)bound);
}

static bool chance(struct maker *m, int percent)
{
    return below(m, 100) < percent;
}

static const char *scope(struct maker *m)
{
    static const char *const scopes[] = {".cta", ".cta", ".gpu", ".gpu", ".gpu", ".sys", ".sys"};
    bool wide = m->careful && chance(m, 80);
    return wide ? ".sys" : scopes[below(m, sizeof scopes / sizeof *scopes)];
}

/* ---- instructions ---- */

/* One of seven forms of access: two weak ones, one volatile, then the strong ones. */
static int access_form(struct maker *m, int var)
{
    return !m->careful ? below(m, 7) : m->weak[var] ? 0 : 2 + below(m, 5);
}

static void weak_load(struct thread *t, int var)
{
    sbuf_printf(&t->cells[t->n++], "ld.weak r%d,%s", t->regs++, vars[var]);
}

static void load(struct maker *m, struct thread *t, int var)
{
    static const char *const forms[] = {".weak",    ".weak",    ".volatile", ".relaxed",
                                        ".relaxed", ".acquire", ".acquire"};
    int form = access_form(m, var);
    sbuf_printf(&t->cells[t->n++], "ld%s%s r%d,%s", forms[form], form > 2 ? scope(m) : "",
                t->regs++, vars[var]);
}

/* An operand: a number that no other instruction has, or a register, which makes a dependency. */
static void operand(struct maker *m, const struct thread *t, struct sbuf *s)
{
    if (t->regs > 0 && chance(m, 25))
        sbuf_printf(s, "r%d", below(m, t->regs));
    else
        sbuf_printf(s, "%d", m->next_value++);
}

static void store(struct maker *m, struct thread *t, int var)
{
    static const char *const forms[] = {".weak",    ".weak",    ".volatile", ".relaxed",
                                        ".relaxed", ".release", ".release"};
    int form = access_form(m, var);
    struct sbuf *s = &t->cells[t->n++];
    sbuf_printf(s, "st%s%s %s,", forms[form], form > 2 ? scope(m) : "", vars[var]);
    operand(m, t, s);
}

static void atomic(struct maker *m, struct thread *t, int var)
{
    static const char *const functions[] = {".add",     ".add",     ".exch", ".exch", ".cas",
                                            ".min.s32", ".max.u32", ".or",   ".xor"};
    static const char *const orders[] = {".relaxed", ".relaxed", ".acquire", ".release",
                                         ".acq_rel"};
    struct sbuf *s = &t->cells[t->n++];
    if (chance(m, 20)) {
        sbuf_printf(s, "red%s%s.add %s,", chance(m, 50) ? ".relaxed" : ".release", scope(m),
                    vars[var]);
        operand(m, t, s);
        return;
    }
    int function = below(m, sizeof functions / sizeof *functions);
    sbuf_printf(s, "atom%s%s%s r%d,%s,", orders[below(m, sizeof orders / sizeof *orders)], scope(m),
                functions[function], t->regs, vars[var]);
    if (function == 4)
        sbuf_printf(s, "%d,", chance(m, 60) ? 0 : below(m, m->next_value));
    operand(m, t, s);
    t->regs++;
}

static void fence(struct maker *m, struct thread *t)
{
    static const char *const membars[] = {"membar.cta", "membar.gl", "membar.sys"};
    struct sbuf *s = &t->cells[t->n++];
    if (chance(m, 15))
        sbuf_puts(s, membars[below(m, 3)]);
    else
        sbuf_printf(s, "fence%s%s", chance(m, m->careful ? 70 : 40) ? ".sc" : ".acq_rel", scope(m));
}

enum kind { READS, WRITES, BOTH };

static void access(struct maker *m, struct thread *t, int var, enum kind kind)
{
    if (t->n == FEW_CELLS || m->accesses[var] == MOST_ACCESSES)
        return;
    m->accesses[var]++;
    if (kind == READS)
        load(m, t, var);
    else if (kind == WRITES)
        store(m, t, var);
    else
        atomic(m, t, var);
}

static enum kind any_kind(struct maker *m)
{
    return chance(m, 15) ? BOTH : chance(m, 50) ? READS : WRITES;
}

/* ---- tests ---- */

/* A random sequence of instructions in each thread. */
static void mixture(struct maker *m)
{
    m->n_vars = 1 + below(m, MOST_VARS);
    for (int i = 0; i < m->n_threads; i++) {
        struct thread *t = &m->threads[i];
        for (int cells = 1 + below(m, FEW_CELLS); cells > 0; cells--)
            if (chance(m, 18))
                fence(m, t);
            else
                access(m, t, below(m, m->n_vars), any_kind(m));
    }
}

/* Maybe one more access to the variable that the thread has just accessed: patterns of several
 * accesses begin so. */
static void maybe_again(struct maker *m, struct thread *t, int var)
{
    if (!m->careful && chance(m, 15))
        access(m, t, var, any_kind(m));
}

/*
 * A cycle, as most known tests are. A thread with two accesses goes from one variable to the next,
 * the last such thread back to the first variable; a thread with one access stays at its variable.
 * The last access of a thread and the first of the next are to one variable, and not both are
 * loads.
 */
static void cycle(struct maker *m)
{
    int doubles = 2 + below(m, m->n_threads > MOST_VARS ? MOST_VARS - 1 : m->n_threads - 1);
    m->n_vars = doubles;
    enum kind first = any_kind(m), last = first;
    int var = 0;
    for (int i = 0; i < m->n_threads; i++) {
        struct thread *t = &m->threads[i];
        int left = m->n_threads - i;
        bool two = left <= doubles || (doubles > 0 && chance(m, 60));
        enum kind kind = i == 0 ? first : last == READS && chance(m, 80) ? WRITES : any_kind(m);
        access(m, t, var, kind);
        last = kind;
        if (!two)
            continue;
        doubles--;
        maybe_again(m, t, var);
        if (chance(m, m->careful ? 75 : 55))
            fence(m, t);
        var = (var + 1) % m->n_vars;
        last = doubles == 0 && first == READS ? WRITES : any_kind(m);
        access(m, t, var, last);
        maybe_again(m, t, var);
    }
}

/* Known cycles with fences: W writes, R reads, F is a fence. */
static const char *const known[][MOST_THREADS] = {
    {"WxFRy", "WyFRx"},             /* SB */
    {"WxFWy", "RyFRx"},             /* MP */
    {"WxFWy", "WyFRx"},             /* R */
    {"WxFWy", "RyFWx"},             /* S */
    {"WxFWy", "WyFWx"},             /* 2+2W */
    {"RxFWy", "RyFWx"},             /* LB */
    {"WxRxFRy", "WyRyFRx"},         /* SB, whose threads read their own stores, too */
    {"WxFWyFWx", "RyFRxFRy"},       /* MP twice, the second time the other way */
    {"WxFRy", "WyFRz", "WzFRx"},    /* SB of three threads */
    {"Wx", "RxFWy", "RyFRx"},       /* WRC */
    {"Wx", "RxFRy", "WyFRx"},       /* RWC */
    {"WxFWy", "RyFWz", "RzFRx"},    /* ISA2 */
    {"WxFWy", "RyFRz", "WzFRx"},    /* W+RWC */
    {"Wx", "Wy", "RxFRy", "RyFRx"}, /* IRIW */
};

static int var_of(char letter)
{
    assert(letter >= 'x' && letter < 'x' + MOST_VARS);
    return letter - 'x';
}

/* The variable that a thread of a known cycle reads last; -1: none. */
static int last_read(const char *thread)
{
    int var = -1;
    for (const char *at = thread; *at != '\0'; at++)
        if (*at == 'R')
            var = var_of(at[1]);
    return var;
}

/* Loads before the cycle, most often of the variable that the thread reads last: its L1 then has a
 * copy, under a lease that ends at another time than those of other threads' copies. A fence makes
 * time pass, so that others store what was loaded. */
static void load_copies(struct maker *m, struct thread *t, const char *thread)
{
    int var = last_read(thread);
    if (var >= 0 && chance(m, 85))
        weak_load(t, var);
    if (chance(m, 15))
        weak_load(t, below(m, m->n_vars));
    if (t->n > 0 && chance(m, 60))
        fence(m, t);
}

/* A thread of a known cycle. Copies may answer weak loads alone, so its last read is mostly weak;
 * its first is mostly strong, as that of a flag. */
static void act(struct maker *m, struct thread *t, const char *thread)
{
    const int last = last_read(thread);
    for (const char *at = thread; *at != '\0'; at += *at == 'F' ? 1 : 2) {
        if (*at == 'F') {
            if (chance(m, m->fences))
                fence(m, t);
            continue;
        }
        const int var = var_of(at[1]);
        m->weak[var] = chance(m, *at == 'R' && var == last ? 90 : 30);
        if (*at == 'R')
            load(m, t, var);
        else
            store(m, t, var);
    }
}

static void known_cycle(struct maker *m)
{
    const char *const *threads = known[below(m, sizeof known / sizeof *known)];
    m->n_threads = 0;
    m->n_vars = 2;
    m->careful = m->known = true;
    m->fences = chance(m, 75) ? 100 : 40;
    for (int i = 0; i < MOST_THREADS && threads[i] != NULL; i++) {
        m->n_threads++;
        m->n_vars = strchr(threads[i], 'z') != NULL ? MOST_VARS : m->n_vars;
    }
    for (int i = 0; i < m->n_threads; i++) {
        load_copies(m, &m->threads[i], threads[i]);
        act(m, &m->threads[i], threads[i]);
    }
}

/* ---- text ---- */

static void head(struct maker *m, const struct random_litmus *r, struct sbuf *text)
{
    sbuf_puts(text, "PTX ");
    random_litmus_name(r, text);
    sbuf_puts(text, "\n{");
    for (int v = 0; v < MOST_VARS && v < m->n_vars; v++)
        sbuf_printf(text, " %s=0;", vars[v]);
    sbuf_puts(text, " }\n");
    if (m->n_vars > 1 && chance(m, m->known ? 12 : 25)) {
        int apart = below(m, m->n_vars);
        sbuf_printf(text, "(* same line: %s %s *)\n", vars[apart], vars[(apart + 1) % m->n_vars]);
    }
}

static void row(const struct maker *m, int number, struct sbuf *text)
{
    for (int i = 0; i < m->n_threads; i++) {
        const char *cell =
            number == BARRIER ? "bar.sync 0" : sbuf_str(&m->threads[i].cells[number]);
        bool last = i == m->n_threads - 1;
        sbuf_printf(text, " %-*s%s", last ? 0 : 30, cell, last ? " ;\n" : " |");
    }
}

static void rows(const struct maker *m, bool barrier, struct sbuf *text)
{
    int most = 0;
    for (int i = 0; i < m->n_threads; i++)
        most = m->threads[i].n > most ? m->threads[i].n : most;
    for (int number = 0; number < most; number++) {
        row(m, number, text);
        if (barrier && number == 0)
            row(m, BARRIER, text);
    }
}

/* The threads' places: random ones, or consecutive ones, so that no two threads share a place as
 * long as there is room. */
static void places(struct maker *m, const struct random_litmus *r, struct sbuf *text)
{
    int all = (int)(r->gpus * r->ctas), place = below(m, all);
    bool spread = chance(m, 60);
    for (int i = 0; i < m->n_threads; i++) {
        place = spread ? (place + 1) % all : below(m, all);
        sbuf_printf(text, " P%d@cta %d,gpu %d%s", i, place / (int)r->gpus, place % (int)r->gpus,
                    i < m->n_threads - 1 ? " |" : " ;\n");
    }
}

void random_litmus_name(const struct random_litmus *r, struct sbuf *name)
{
    sbuf_printf(name, "random-%" PRIu64 "-%" PRIu64, r->seed, r->number);
}

void random_litmus(const struct random_litmus *r, struct sbuf *text)
{
    struct rng mix = {r->seed};
    struct maker m = {.rng = {rng_next(&mix) ^ r->number * 0xd1342543de82ef95u}, .next_value = 1};
    m.n_threads = chance(&m, 40) ? 2 : 2 + below(&m, MOST_THREADS - 1);
    m.careful = chance(&m, 50);
    for (int v = 0; v < MOST_VARS; v++)
        m.weak[v] = chance(&m, 60);
    if (chance(&m, 45))
        known_cycle(&m);
    else if (m.careful || chance(&m, 30))
        cycle(&m);
    else
        mixture(&m);
    head(&m, r, text);
    places(&m, r, text);
    rows(&m, r->barrier, text);
    sbuf_puts(text, "locations [");
    for (int v = 0; v < MOST_VARS && v < m.n_vars; v++)
        sbuf_printf(text, "%s%s;", v > 0 ? " " : "", vars[v]);
    sbuf_puts(text, "]\nexists (true)\n");
    for (int i = 0; i < m.n_threads; i++)
        for (int cell = 0; cell < MOST_CELLS; cell++)
            sbuf_free(&m.threads[i].cells[cell]);
}
