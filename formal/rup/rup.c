#include "formal/rup/rup.h"

#include "formal/rup/clauses.h"
#include "formal/rup/read.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <time.h>

enum { BETWEEN_CLOCKS = 256 }; /* clauses checked from one look at the clock to the next */

/* The clause just read, as literals of `struct clauses`. */
struct literals {
    uint32_t *at;
    size_t len, room;
    bool tautology;
};

static void translate(struct clauses *c, const struct rup_text *t, struct literals *l)
{
    if (t->len > l->room) {
        l->room = t->len * 2;
        l->at = xrealloc(l->at, l->room * sizeof *l->at);
    }
    for (size_t i = 0; i < t->len; i++) {
        int32_t x = t->clause[i];
        l->at[i] = x < 0 ? 2 * (uint32_t)-x + 1 : 2 * (uint32_t)x;
    }
    l->len = t->len;
    l->tautology = clauses_tidy(c, l->at, &l->len);
}

static bool read_formula(struct rup_text *t, struct clauses *c, struct literals *l,
                         uint64_t announced, struct rup_counts *n, struct error *err)
{
    enum rup_item item;
    while ((item = rup_next(t, err)) == RUP_ADD) {
        translate(c, t, l);
        if (!l->tautology)
            clauses_add(c, l->at, l->len);
        n->given++;
    }
    if (item == RUP_MISTAKE)
        return false;
    if (item == RUP_DELETE)
        return rup_mistake(t, err, "a formula deletes nothing");
    return n->given == announced ||
           rup_mistake(t, err, "not as many clauses as 'p cnf' says; the file is cut off");
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Checks one line of the proof. A tautology follows from anything and implies nothing, so it is
 * skipped. */
static bool take(struct rup_text *t, enum rup_item item, struct clauses *c,
                 const struct literals *l, struct error *err)
{
    if (l->tautology)
        return true;
    if (item == RUP_DELETE)
        return clauses_delete(c, l->at, l->len) ||
               rup_mistake(t, err, "deletes a clause that is not there");
    if (!clauses_imply(c, l->at, l->len))
        return rup_mistake(t, err, "the clause does not follow by unit propagation");
    clauses_add(c, l->at, l->len);
    return true;
}

static bool read_proof(struct rup_text *t, struct clauses *c, struct literals *l, double until,
                       struct rup_counts *n, struct error *err)
{
    enum rup_item item;
    while ((item = rup_next(t, err)) == RUP_ADD || item == RUP_DELETE) {
        translate(c, t, l);
        if (!take(t, item, c, l, err))
            return false;
        n->checked += item == RUP_ADD;
        if (item == RUP_ADD && l->len == 0)
            return true;
        if (n->checked % BETWEEN_CLOCKS == 0 && now() > until)
            return rup_mistake(t, err, "the time was too short to check the proof further");
    }
    return item != RUP_MISTAKE &&
           rup_mistake(t, err, "ends without the empty clause; it proves nothing");
}

bool rup_check(const char *formula, const char *proof, uint32_t seconds, struct rup_counts *n,
               struct error *err)
{
    double until = now() + seconds;
    struct rup_text f = {0}, p = {0};
    struct clauses c = {0};
    struct literals l = {0};
    uint64_t announced;
    *n = (struct rup_counts){0};
    bool ok = rup_open(&f, formula, err) && rup_header(&f, &announced, err);
    if (ok) {
        clauses_new(&c, f.most);
        ok = read_formula(&f, &c, &l, announced, n, err) && rup_open(&p, proof, err);
    }
    if (ok) {
        p.most = f.most;
        ok = read_proof(&p, &c, &l, until, n, err);
    }
    rup_close(&f);
    rup_close(&p);
    clauses_free(&c);
    free(l.at);
    return ok;
}
