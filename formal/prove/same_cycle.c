#include "formal/prove/same_cycle.h"

#include "formal/aig/cone.h"
#include "formal/aig/map.h"
#include "formal/prove/parts.h"
#include "formal/prove/tool.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <ccadical.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The circuit twice over one cycle, in one circuit whose inputs are the inputs and latches of both:
 * nothing is shown to the first. */
struct twice {
    struct aig from, aig;
    char *map;
    uint32_t reset; /* rst_i, which is 0 in the cycle; UINT32_MAX: nothing looks at it */
    bool *shown;    /* of each input */
    uint32_t *still, *whatever; /* the literal of each node in the first, and in the second */
    struct cone cone;
    CCaDiCaL *cadical;
    double until;
};

static void add_literal(void *to, int32_t x)
{
    ccadical_add(((struct twice *)to)->cadical, x);
}

static int is_too_late(void *state)
{
    return tool_now() > ((const struct twice *)state)->until || process_stopped();
}

/* Inputs of the module by which something comes: of a channel, of a table that is asked, and the
 * events of an epoch and of the atomic unit. What DRAM answers follows from earlier cycles alone,
 * since it is C that promises it. */
static bool says_that_something_comes(const char *name)
{
    if (strcmp(name, "dram_rsp_valid_i") == 0)
        return false;
    static const char *const names[] = {"*valid_i", "start_i", "step_i", "raise_i", "wrote_i"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fnmatch(names[i], name, 0) == 0)
            return true;
    return false;
}

static bool read_circuit(struct twice *t, const char *dir, struct error *err)
{
    char path[4096];
    size_t len;
    snprintf(path, sizeof path, "%s/broken.aim", dir);
    t->map = file_read(path, &len, err);
    snprintf(path, sizeof path, "%s/broken.aig", dir);
    if (t->map == NULL || !aig_read(&t->from, path, err))
        return false;
    t->shown = xcalloc(t->from.inputs + 1, sizeof *t->shown);
    t->reset = UINT32_MAX;
    struct aig_named it;
    for (const char *at = t->map; aig_map_next(&at, &it);) {
        if (strcmp(it.kind, "input") != 0 || it.number >= t->from.inputs)
            continue;
        if (says_that_something_comes(it.name))
            t->shown[it.number] = true;
        if (strcmp(it.name, "rst_i") == 0)
            t->reset = it.number;
    }
    return true;
}

/* A copy's literals: inputs and latches are inputs of the one circuit. */
static uint32_t *copy(struct twice *t, bool still)
{
    const struct aig *a = &t->from;
    uint32_t *literal = xcalloc(aig_nodes(a), sizeof *literal);
    for (uint32_t i = 0; i < a->inputs + a->latches; i++)
        literal[1 + i] = i == t->reset || (still && i < a->inputs && t->shown[i]) ? 0 : 2 * (1 + i);
    aig_add(&t->aig, a, literal);
    return literal;
}

/* The nodes that look at what is shown, in the same cycle. */
static bool *looking(const struct twice *t)
{
    const struct aig *a = &t->from;
    const uint32_t first = 1 + a->inputs + a->latches;
    bool *looks = xcalloc(aig_nodes(a), sizeof *looks);
    memcpy(looks + 1, t->shown, a->inputs * sizeof *looks);
    for (uint32_t i = 0; i < a->ands; i++)
        looks[first + i] = looks[a->and[i][0] >> 1] || looks[a->and[i][1] >> 1];
    return looks;
}

/* Whether a literal of the one circuit can be 1: 10, 20 if it cannot, 0 if that takes too long. */
static int can_be(struct twice *t, uint32_t x)
{
    if (x < 2)
        return x == 1 ? 10 : 20;
    const int32_t literal = cone_literal(&t->cone, 0, x);
    ccadical_assume(t->cadical, literal);
    return ccadical_solve(t->cadical);
}

static bool too_long(const char *dir, struct error *err)
{
    return error_set(err,
                     "%s: what may be said of a cycle before it is known what is shown in it: "
                     "a question takes too long",
                     dir);
}

static void give(struct twice *t, uint32_t x)
{
    if (x != 1)
        gates_clause(&t->cone.gates, cone_literal(&t->cone, 0, x), 0, 0);
}

/* Assumptions that look at what is shown hold where nothing is; the others are given. */
static bool check_assumptions(struct twice *t, const bool *looks, const char *dir,
                              struct same_cycle *o, struct error *err)
{
    const struct aig *a = &t->from;
    for (uint32_t i = 0; i < a->constraints; i++)
        if (!looks[a->constraint[i] >> 1])
            give(t, aig_of(t->still, a->constraint[i]));
    for (uint32_t i = 0; i < a->constraints; i++) {
        if (!looks[a->constraint[i] >> 1])
            continue;
        o->assumptions++;
        const int answer = can_be(t, aig_of(t->still, a->constraint[i]) ^ 1);
        if (answer == 0)
            return too_long(dir, err);
        o->demanding += answer == 10;
    }
    return true;
}

/* Whether there are values that fulfil all that was given: of none anything would follow. */
static bool check_given(struct twice *t, const char *dir, struct error *err)
{
    const int answer = ccadical_solve(t->cadical);
    return answer == 10 || (answer == 0 && too_long(dir, err)) ||
           error_set(err, "%s: there is no cycle in which all holds and nothing is shown", dir);
}

/* Promises, all of which hold where nothing is shown. */
static bool check_promises(struct twice *t, const bool *looks, const char *dir,
                           struct same_cycle *o, struct error *err)
{
    const struct aig *a = &t->from;
    for (uint32_t i = 0; i < a->outputs; i++)
        give(t, aig_of(t->still, a->output[i]) ^ 1);
    if (!check_given(t, dir, err))
        return false;
    for (uint32_t i = 0; i < a->outputs; i++) {
        if (!looks[a->output[i] >> 1])
            continue;
        o->promises++;
        const int answer = can_be(t, aig_of(t->whatever, a->output[i]));
        if (answer == 0)
            return too_long(dir, err);
        if (answer == 10) {
            char name[256];
            parts_assertion(dir, i, name, sizeof name);
            o->reads = xrealloc(o->reads, (o->reads_count + 1) * sizeof *o->reads);
            o->reads[o->reads_count++] = xstrdup(name);
        }
    }
    return true;
}

bool same_cycle_check(const char *dir, uint32_t seconds, struct same_cycle *o, struct error *err)
{
    struct twice t = {.until = tool_now() + seconds};
    *o = (struct same_cycle){0};
    bool ok = read_circuit(&t, dir, err);
    if (ok) {
        aig_new(&t.aig, t.from.inputs + t.from.latches, 0, 0, 0);
        t.still = copy(&t, true);
        t.whatever = copy(&t, false);
        t.cadical = ccadical_init();
        ccadical_set_option(t.cadical, "quiet", 1);
        ccadical_set_terminate(t.cadical, &t, is_too_late);
        t.cone.gates = (struct gates){.add = add_literal, .to = &t};
        cone_new(&t.cone, &t.aig, 1);
        bool *looks = looking(&t);
        for (uint32_t i = 0; i < t.from.inputs; i++)
            o->shown += t.shown[i];
        ok = check_assumptions(&t, looks, dir, o, err) && check_promises(&t, looks, dir, o, err);
        free(looks);
        cone_free(&t.cone);
        ccadical_release(t.cadical);
    }
    free(t.still);
    free(t.whatever);
    free(t.shown);
    free(t.map);
    aig_free(&t.aig);
    aig_free(&t.from);
    return ok;
}

void same_cycle_free(struct same_cycle *o)
{
    for (uint32_t i = 0; i < o->reads_count; i++)
        free(o->reads[i]);
    free(o->reads);
    *o = (struct same_cycle){0};
}
