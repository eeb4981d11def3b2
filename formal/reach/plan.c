/* From the words of a query to its system, test, placement, lines and warm-ups. */
#include "formal/reach/enumerate.h"
#include "formal/reach/impl.h"
#include "sw/util/file.h"
#include "sw/util/number.h"
#include "sw/util/root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool load_system(struct reach_plan *p, struct error *err)
{
    p->sys = system_load(root_path("formal/reach/small.yaml"), p->q->sets, p->q->n_sets, err);
    if (p->sys == NULL)
        return false;
    p->net = netlist_new(p->sys, err);
    return p->net != NULL;
}

static bool load_test(struct reach_plan *p, struct error *err)
{
    if (p->q->program != NULL) {
        p->test = reach_open_test(p->q, err);
        return p->test != NULL;
    }
    char path[512];
    snprintf(path, sizeof path, "%s/%.100s.litmus", root_path("formal/reach"), p->q->test);
    if (!file_exists(path))
        snprintf(path, sizeof path, "%s/%.100s.litmus", root_path("formal/litmus"), p->q->test);
    p->test = litmus_read(path, err);
    return p->test != NULL;
}

static bool place(struct reach_plan *p, struct error *err)
{
    struct placements all;
    if (!placements_find(p->test, p->sys->gpus, p->sys->sm.count, p->q->placement, &all, err))
        return false;
    bool ok = all.n == 1 || error_set(err, "%s: no placement; say place=0.0,1.0", p->q->name);
    if (ok)
        p->place = all.list[0];
    free(all.list);
    p->cores = p->sys->gpus * p->sys->sm.count;
    for (uint32_t i = 0; i < p->cores; i++)
        p->thread_at[i] = LITMUS_NONE;
    for (int t = 0; ok && t < p->test->n_threads; t++) {
        int core = p->place.at[t].gpu * (int)p->sys->sm.count + p->place.at[t].cta;
        if (p->thread_at[core] != LITMUS_NONE)
            ok = error_set(err, "%s: two threads on one core; place each on its own", p->q->name);
        p->thread_at[core] = t;
    }
    return ok;
}

/* Reads up to n numbers: "2,3". Numbers that are not given keep their values. */
static bool list(const struct reach_plan *p, const char *word, const char *text, uint32_t *to,
                 int n, struct error *err)
{
    const char *at = text;
    for (int i = 0; text != NULL && i < n; i++) {
        uint64_t number;
        const char *end = number_read(at, 4095, &number);
        if (end == NULL || *end != (i + 1 < n ? ',' : '\0'))
            return error_set(err, "%s: %s=%s must be %d numbers below 4096 with commas between",
                             p->q->name, word, text, n);
        to[i] = (uint32_t)number;
        at = end + 1;
    }
    return true;
}

static bool lists(struct reach_plan *p, struct error *err)
{
    for (int i = 0; i < p->test->n_lines; i++)
        p->line[i] = 2 + (uint32_t)i;
    return list(p, "lines", p->q->lines, p->line, p->test->n_lines, err) &&
           list(p, "late", p->q->late, p->late, p->test->n_threads, err);
}

/* Reads the variables that one thread loads first: "x+y", or "-". */
static bool warm_thread(struct reach_plan *p, int thread, const char *text, size_t len,
                        struct error *err)
{
    if (len == 1 && text[0] == '-')
        return true;
    for (const char *at = text; at < text + len;) {
        size_t n = strcspn(at, "+,");
        int v = 0;
        while (v < p->test->n_vars &&
               (strlen(p->test->vars[v].name) != n || strncmp(p->test->vars[v].name, at, n) != 0))
            v++;
        if (v == p->test->n_vars)
            return error_set(err, "%s: warm=%s: %s has no variable '%.*s'", p->q->name, p->q->warm,
                             p->test->name, (int)n, at);
        p->warm[thread] |= 1u << p->test->vars[v].line;
        at += n + 1;
    }
    return true;
}

static bool warm(struct reach_plan *p, struct error *err)
{
    p->any_warm = strcmp(p->q->warm, "any") == 0;
    const char *at = p->q->warm;
    for (int t = 0; t < p->test->n_threads; t++) {
        if (p->any_warm) {
            p->warm[t] = (1u << p->test->n_lines) - 1;
            continue;
        }
        size_t n = strcspn(at, ",");
        if (!warm_thread(p, t, at, n, err))
            return false;
        at += n;
        if ((*at == ',') != (t + 1 < p->test->n_threads))
            return error_set(err, "%s: warm=%s: %s has %d threads; say - for one without loads",
                             p->q->name, p->q->warm, p->test->name, p->test->n_threads);
        at += *at == ',';
    }
    return true;
}

static uint32_t most(const struct condition *c)
{
    if (c == NULL)
        return 0;
    uint32_t left = most(c->left), right = most(c->right);
    uint32_t here = c->kind == COND_REG || c->kind == COND_VAR ? (uint32_t)c->value : 0;
    uint32_t both = left > right ? left : right;
    return both > here ? both : here;
}

/* Whether the small driver can run the test: it does only loads, and stores of constants. */
static bool fits(struct reach_plan *p, struct error *err)
{
    uint32_t max = most(p->test->condition);
    for (int v = 0; v < p->test->n_vars; v++)
        max = p->test->vars[v].first > max ? p->test->vars[v].first : max;
    for (int t = 0; t < p->test->n_threads; t++)
        for (int i = 0; i < p->test->threads[t].n_insts; i++) {
            const struct litmus_inst *inst = &p->test->threads[t].insts[i];
            if ((inst->kind != LITMUS_LOAD && inst->kind != LITMUS_STORE) ||
                inst->operand.reg != LITMUS_NONE || inst->fence_before || inst->fence_after ||
                inst->guarded)
                return error_set(err, "%s: %s: only loads and stores of numbers can be searched",
                                 p->q->name, p->test->name);
            if (inst->kind == LITMUS_STORE && inst->operand.value > max)
                max = (uint32_t)inst->operand.value;
        }
    if (max > 255)
        return error_set(err, "%s: %s: values above 255 make the search needlessly large",
                         p->q->name, p->test->name);
    while (max >> p->value_bits != 0)
        p->value_bits++;
    return true;
}

bool reach_plan(struct reach_plan *p, const struct reach_query *q, struct error *err)
{
    *p = (struct reach_plan){.q = q};
    bool ok = load_system(p, err) && load_test(p, err) && place(p, err) && lists(p, err) &&
              warm(p, err) && fits(p, err);
    if (!ok) {
        reach_plan_free(p);
        return false;
    }
    if (q->shift > 0)
        snprintf(p->zeros, sizeof p->zeros, ", %u'd0", q->shift & 31);
    uint32_t threads = (uint32_t)p->test->n_threads, lines = (uint32_t)p->test->n_lines;
    p->choices =
        threads * (q->start_bits + q->gap_bits + reach_open_bits(q) + (p->any_warm ? lines : 0));
    if (q->start_bits + q->shift > 12 || q->gap_bits + q->shift > 12) {
        error_set(err, "%s: start= or gap=, and shift=, make more than 4095 cycles", q->name);
        reach_plan_free(p);
        return false;
    }
    if (p->choices > AIG_MOST_BITS) {
        error_set(err, "%s: %u bits are left open; at most %d can be tried", q->name, p->choices,
                  AIG_MOST_BITS);
        reach_plan_free(p);
        return false;
    }
    return true;
}

void reach_plan_free(struct reach_plan *p)
{
    if (p->test != NULL)
        litmus_free(p->test);
    netlist_free(p->net);
    system_free(p->sys);
    *p = (struct reach_plan){0};
}
