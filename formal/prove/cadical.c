#include "formal/prove/cadical.h"

#include "formal/aig/cnf.h"
#include "formal/aig/map.h"
#include "formal/prove/lemmas.h"
#include "formal/prove/parts.h"
#include "formal/prove/step.h"
#include "formal/prove/tool.h"
#include "formal/rup/rup.h"
#include "sw/util/arena.h"
#include "sw/util/bound.h"
#include "sw/util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit statuses as SAT competitions define them. */
static const struct saying sayings[] = {
    {"s UNSATISFIABLE", VERDICT_PROVED, 20}, {"s SATISFIABLE", VERDICT_BROKEN, 10}, {0}};

/* Reads a solution, lines "v 1 -2 3": which of the variables 1 to n are true in it. */
static bool *solution(const char *text, uint32_t n)
{
    bool *is = xcalloc(n + 1, sizeof *is);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (line[0] != 'v')
            continue;
        char *end;
        for (const char *at = line + 1; *at == ' '; at = end) {
            long x = strtol(at, &end, 10);
            if (x > 0 && x <= (long)n)
                is[x] = true;
        }
    }
    return is;
}

/* Asks whether DIR/NAME.cnf can be satisfied; the proof that it cannot is NAME.drat. */
static enum verdict ask(const char *dir, const char *name, uint32_t seconds, struct said *s)
{
    char formula[256], proof[256];
    snprintf(formula, sizeof formula, "%s.cnf", name);
    snprintf(proof, sizeof proof, "%s.drat", name);
    /* An answer is UNSATISFIABLE unless a property is broken. Asked for that, CaDiCaL takes two
     * thirds of the time, and its proofs have half the lines. */
    const char *const argv[] = {"cadical", "-q", "--unsat", "--no-binary", formula, proof, NULL};
    *s = tool_run(argv, seconds, dir, name);
    return said_verdict(s, sayings);
}

/* Checks a proof of CaDiCaL, and removes it if it is correct. */
static enum verdict recheck(const struct prover_task *t, const char *name, struct prover_result *r)
{
    char formula[4096], proof[4096];
    snprintf(formula, sizeof formula, "%s/%s.cnf", t->dir, name);
    snprintf(proof, sizeof proof, "%s/%s.drat", t->dir, name);
    double began = tool_now();
    struct rup_counts n;
    bool ok = rup_check(formula, proof, t->seconds, &n, &r->why);
    r->rechecked += n.checked;
    r->recheck_seconds += tool_now() - began;
    if (!ok)
        return VERDICT_REFUSED;
    remove(proof);
    return VERDICT_PROVED;
}

/* Finds the name of an output that is set in the last cycle of the solution. */
static void name_output(const struct aig *a, const struct cnf *q, const char *text, const char *dir,
                        struct prover_result *r)
{
    bool *is = solution(text, q->gates.variables);
    for (uint32_t i = 0; i < a->outputs && r->property[0] == '\0'; i++) {
        int32_t x = q->output[(size_t)(q->cycles - 1) * a->outputs + i];
        if (x > 0 ? is[x] : !is[-x])
            parts_assertion(dir, i, r->property, sizeof r->property);
    }
    free(is);
}

static enum verdict not_inductive(const struct aig *a, const struct cnf *q, const char *text,
                                  const char *dir)
{
    bool *is = solution(text, q->gates.variables);
    step_write(dir, a, q, is);
    free(is);
    return VERDICT_NOT_INDUCTIVE;
}

/* Base or step, of all properties at once. */
static enum verdict all_at_once(const struct prover_task *t, const struct aig *a, bool step,
                                uint32_t seconds, struct prover_result *r)
{
    const char *name = step ? "cadical-step" : "cadical-base";
    struct cnf q = {.cycles = t->k + 1, .start = step ? CNF_ANY : CNF_RESET};
    struct said s = {0};
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.cnf", t->dir, name);
    enum verdict v = cnf_write(a, &q, path, &(struct error){0}) ? ask(t->dir, name, seconds, &s)
                                                                : VERDICT_FAILED;
    if (v == VERDICT_PROVED)
        v = recheck(t, name, r);
    if (v == VERDICT_FAILED && s.text != NULL && bound_is_why(s.text))
        error_set(&r->why, "it had no memory left%s", bound_told());
    if (v == VERDICT_BROKEN)
        name_output(a, &q, s.text, t->dir, r);
    if (v == VERDICT_BROKEN && step)
        v = not_inductive(a, &q, s.text, t->dir);
    free(s.text);
    cnf_free(&q);
    return v;
}

/* The step of one property, with what it needs. */
static enum verdict alone(const struct prover_task *t, const struct aig *a, uint32_t property,
                          struct prover_result *r)
{
    static const char name[] = "cadical-step";
    struct lemmas l = {.a = a, .k = t->k, .property = property, .until = tool_now() + t->seconds};
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.cnf", t->dir, name);
    enum verdict v = lemmas_find(&l);
    struct said s = {0};
    if (v == VERDICT_PROVED)
        v = file_write(path, l.formula, strlen(l.formula), &(struct error){0})
                ? ask(t->dir, name, t->seconds, &s)
                : VERDICT_FAILED;
    if (v == VERDICT_PROVED)
        v = recheck(t, name, r);
    if (v != VERDICT_PROVED)
        parts_assertion(t->dir, property, r->property, sizeof r->property);
    free(s.text);
    free(l.formula);
    return v;
}

/* All properties at once are the quickest for most circuits. Where that takes too long, each of
 * them by itself does not (lemmas.h). */
static enum verdict step_of(const struct prover_task *t, const struct aig *a,
                            struct prover_result *r)
{
    enum verdict v = all_at_once(t, a, true, t->seconds / 4 + 1, r);
    if (v != VERDICT_TIMEOUT)
        return v;
    v = VERDICT_PROVED;
    for (uint32_t i = 0; i < a->outputs && v == VERDICT_PROVED; i++)
        v = alone(t, a, i, r);
    return v;
}

struct prover_result cadical_induction(const struct prover_task *t)
{
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = tool_now();
    char path[4096];
    struct aig a;
    snprintf(path, sizeof path, "%s/broken.aig", t->dir);
    if (!aig_read(&a, path, &(struct error){0}))
        return r;
    r.verdict = all_at_once(t, &a, false, t->seconds, &r);
    if (r.verdict == VERDICT_PROVED)
        r.verdict = step_of(t, &a, &r);
    aig_free(&a);
    r.seconds = tool_now() - began;
    return r;
}
