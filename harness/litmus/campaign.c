#include "harness/litmus/campaign.h"

#include "harness/engine/monitors.h"
#include "harness/litmus/runner.h"
#include "sw/util/near.h"
#include "sw/util/process.h"
#include "sw/util/progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const latencies[] = {"link.latency=2", "link.latency=10", "link.latency=40"};
enum { N_LATENCIES = sizeof latencies / sizeof *latencies, ANY_PLACE = 1000 };

static const struct device *device_of(const struct campaign *c)
{
    return c->o->device != NULL ? c->o->device : &runner_device;
}

/* Whether no SM gets more threads than the device allows. */
static bool is_possible(const struct campaign *c, const struct litmus *t, const struct placement *p)
{
    uint32_t most = device_of(c)->threads_an_sm;
    for (int i = 0; most > 0 && i < t->n_threads; i++) {
        uint32_t here = 0;
        for (int j = 0; j < t->n_threads; j++)
            here += p->at[j].gpu == p->at[i].gpu && p->at[j].cta == p->at[i].cta;
        if (here > most)
            return false;
    }
    return true;
}

/* Keeps the placements that are possible; it is an error if there is none. */
static bool leave_out(const struct campaign *c, struct test_result *t, struct error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->placements.n; i++)
        if (is_possible(c, t->test, &t->placements.list[i]))
            t->placements.list[kept++] = t->placements.list[i];
    t->left_out = t->placements.n - kept;
    t->placements.n = kept;
    return kept > 0 ||
           error_set(err, "%s: of its %d threads more than %u share an SM; the board has %u a SM",
                     t->test->file, t->test->n_threads, device_of(c)->threads_an_sm,
                     device_of(c)->threads_an_sm);
}

static bool prepare_test(struct campaign *c, struct test_result *t, struct error *err)
{
    /* Models need no machine: the test or the user says where its threads are, if there is one. */
    bool free = c->o->only_allowed && (t->test->placed || c->o->placement != NULL);
    uint32_t gpus = free ? ANY_PLACE : c->systems[0]->gpus;
    uint32_t sms = free ? ANY_PLACE : c->systems[0]->sm.count;
    if (!placements_find(t->test, gpus, sms, c->o->placement, &t->placements, err) ||
        !leave_out(c, t, err))
        return false;
    t->places = xcalloc(t->placements.n, sizeof *t->places);
    for (size_t i = 0; i < t->placements.n; i++) {
        struct place_result *p = &t->places[i];
        p->place = t->placements.list[i];
        placement_text(t->test, &p->place, p->name);
    }
    return true;
}

static bool is_judged(const struct campaign *c, const struct litmus *t, struct error *err)
{
    static const char *const about[MODELS] = {
        [MODEL_PTX] = "C and PTX", [MODEL_RVWMO] = "RISC-V", [MODEL_TSO] = "x86 and RISC-V"};
    return model_judges(c->model, t->language) ||
           error_set(err, "%s: --model %s is about tests in %s; choose another model, or leave it",
                     t->file, model_names[c->model], about[c->model]);
}

/* Tests of files are judged before anything runs, so that mistakes show early. Tests given as text
 * are many and have no mistakes of the user's: each is judged just before its runs, so that few
 * outcomes are kept at a time. */
static bool prepare_tests(struct campaign *c, struct error *err)
{
    size_t now = c->o->only_allowed ? c->n_tests : c->n_tests - c->o->n_texts;
    for (size_t i = 0; i < c->n_tests; i++) {
        struct test_result *t = &c->tests[i];
        t->refused = !prepare_test(c, t, err) || !is_judged(c, t->test, err) ||
                     (i < now && (!campaign_judge(c, t, err) || !campaign_can_run(c, t, err)));
        if (t->refused && !campaign_refuse(c, t->test->file, err))
            return false;
        if (process_stopped())
            return error_set(err, "interrupted after %zu of %zu tests", i, c->n_tests);
    }
    return campaign_has_tests(c, err);
}

/* ---- systems ---- */

static bool sets_latency(const struct campaign_options *o)
{
    for (size_t i = 0; i < o->n_sets; i++)
        if (strncmp(o->sets[i], "link.latency=", strlen("link.latency=")) == 0)
            return true;
    return false;
}

static bool load_systems(struct campaign *c, struct error *err)
{
    const struct campaign_options *o = c->o;
    bool vary = o->device == NULL && !sets_latency(o);
    size_t n = vary ? N_LATENCIES : 1;
    const char **sets = xcalloc(o->n_sets + 1, sizeof *sets);
    for (size_t i = 0; i < o->n_sets; i++)
        sets[i] = o->sets[i];
    c->systems = xcalloc(n, sizeof(struct system *));
    for (; c->n_systems < n; c->n_systems++) {
        sets[o->n_sets] = latencies[c->n_systems];
        c->systems[c->n_systems] = system_load(o->system, sets, o->n_sets + vary, err);
        if (c->systems[c->n_systems] == NULL)
            break;
    }
    free(sets);
    return c->n_systems == n;
}

static bool choose_model(struct campaign *c, struct error *err)
{
    c->model = c->systems[0]->consistency == SYS_SC ? MODEL_SC : MODEL_RC;
    if (c->o->model == NULL)
        return true;
    for (int m = 0; m < MODELS; m++)
        if (strcmp(c->o->model, model_names[m]) == 0) {
            c->model = (enum litmus_model)m;
            return true;
        }
    struct near near = {.word = c->o->model};
    for (int m = 0; m < MODELS; m++)
        near_name(&near, model_names[m]);
    error_set(err, "--model %s: there are sc, rc, ptx, rvwmo and tso", c->o->model);
    near_tell(&near, err);
    return false;
}

/* ---- running ---- */

/* The run in progress: its test, placement and system; for seeds and messages. */
struct at {
    struct campaign *c;
    struct test_result *t;
    struct place_result *p;
    const struct system *sys;
    uint64_t run;
    struct progress *progress;
};

/* The seed (FNV-1a) of a test in a placement on a machine; it does not depend on other tests. */
static uint64_t seed_of(const struct at *at)
{
    uint64_t h = 0xcbf29ce484222325u ^ at->c->o->seed;
    const char *const texts[] = {at->t->test->name, at->p->name};
    for (size_t i = 0; i < 2; i++)
        for (const char *s = texts[i]; *s != '\0'; s++)
            h = (h ^ (uint8_t)*s) * 0x100000001b3u;
    return (h ^ at->sys->link.latency) * 0x100000001b3u;
}

static void say_where(const struct at *at, struct sbuf *s)
{
    const struct campaign_options *o = at->c->o;
    sbuf_printf(s,
                "%s, placement %s, link.latency %u, run %llu (its seed 0x%llx); repeat with: "
                "umbel %s %s",
                at->t->test->name, at->p->name, at->sys->link.latency, (unsigned long long)at->run,
                (unsigned long long)device_seed(seed_of(at), at->run),
                o->device != NULL ? o->command : "litmus", at->t->test->file);
    if (o->device == NULL)
        sbuf_printf(s, " --system %s", o->system);
    for (size_t i = 0; i < o->n_sets; i++)
        sbuf_printf(s, " --set %s", o->sets[i]);
    if (o->model != NULL)
        sbuf_printf(s, " --model %s", o->model);
    if (o->unroll > 0)
        sbuf_printf(s, " --unroll %llu", (unsigned long long)o->unroll);
    if (monitors_used())
        sbuf_puts(s, " --monitors");
    sbuf_printf(s, " --placement %s --seed %llu --runs %llu", at->p->name,
                (unsigned long long)o->seed, (unsigned long long)o->runs);
}

/* Whether a run is not judged: it did not finish, or the filter excludes it. Counts such runs. */
static bool set_aside(const struct at *at, enum runner_end end, const struct litmus_state *state)
{
    bool unfinished = end == RUNNER_UNFINISHED;
    const struct condition *filter = at->t->test->filter;
    bool filtered = !unfinished && filter != NULL && !condition_holds(filter, state);
    at->p->unfinished += unfinished;
    at->t->unfinished += unfinished;
    at->c->unfinished += unfinished;
    at->p->filtered += filtered;
    at->t->filtered += filtered;
    at->c->filtered += filtered;
    return unfinished || filtered;
}

static void count(const struct at *at, const struct litmus_state *state)
{
    struct test_result *t = at->t;
    struct place_result *p = at->p;
    bool forbidden = !outcomes_have(&p->by[at->c->model]->outcomes, t->test, state);
    bool weak = !outcomes_have(&p->by[MODEL_SC]->outcomes, t->test, state);
    struct outcome *in[] = {outcomes_at(&p->seen, t->test, state),
                            outcomes_at(&t->seen, t->test, state)};
    for (int i = 0; i < 2; i++) {
        in[i]->count++;
        in[i]->forbidden += forbidden;
        in[i]->weak += weak;
    }
    uint64_t *const forbiddens[] = {&p->forbidden, &t->forbidden, &at->c->forbidden};
    uint64_t *const weaks[] = {&p->weak, &t->weak, &at->c->weak};
    uint64_t *const runs[] = {&p->runs, &t->runs, &at->c->runs};
    for (int i = 0; i < 3; i++) {
        *forbiddens[i] += forbidden;
        *weaks[i] += weak;
        ++*runs[i];
    }
    t->witnesses += condition_holds(t->test->condition, state);
    if (forbidden && p->first_forbidden == NULL) {
        struct sbuf s = {0};
        say_where(at, &s);
        p->first_forbidden = xstrdup(s.text);
        sbuf_free(&s);
    }
}

static enum campaign_end stopped(const struct at *at, const struct sbuf *why, FILE *report,
                                 struct error *err)
{
    struct sbuf where = {0};
    say_where(at, &where);
    size_t first = strcspn(sbuf_str(why), "\n");
    error_set(err, "%.*s: %s", (int)first, sbuf_str(why), where.text);
    if (sbuf_str(why)[first] != '\0' && report != NULL)
        fprintf(report, "%s\n", why->text + first + 1);
    sbuf_free(&where);
    return CAMPAIGN_STOPPED;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t runs_in_all(const struct campaign *c)
{
    uint64_t places = 0;
    for (size_t i = 0; i < c->n_tests; i++)
        places += c->tests[i].refused ? 0 : c->tests[i].placements.n;
    return places * c->o->runs;
}

static enum campaign_end run_many(struct at *at, void *started, uint64_t n, FILE *report,
                                  struct error *err)
{
    const struct device *d = device_of(at->c);
    uint64_t all = runs_in_all(at->c);
    for (at->run = 0; at->run < n; at->run++) {
        struct litmus_state state;
        struct sbuf why = {0};
        enum runner_end end = d->run(started, &state, &why);
        bool ended = end == RUNNER_DONE || end == RUNNER_UNFINISHED;
        if (!ended)
            stopped(at, &why, report, err);
        sbuf_free(&why);
        if (!ended)
            return CAMPAIGN_STOPPED;
        if (!set_aside(at, end, &state))
            count(at, &state);
        uint64_t done = at->c->runs + at->c->unfinished + at->c->filtered;
        if (at->progress != NULL)
            progress_update(at->progress, at->c->cycles + d->cycles(started), done, all);
        if (process_stopped()) {
            error_set(err, "interrupted after %llu of %llu runs", (unsigned long long)done,
                      (unsigned long long)all);
            return CAMPAIGN_INTERRUPTED;
        }
    }
    return CAMPAIGN_OK;
}

/* Runs one placement on one machine `n` times. */
static enum campaign_end run_machine(struct at *at, uint64_t n, FILE *report, struct error *err)
{
    bool rc = at->sys->consistency != SYS_SC;
    struct runner_config config = {.test = at->t->test,
                                   .placement = at->p->place,
                                   .sys = at->sys,
                                   .rules = at->c->o->rules,
                                   .in_flight = rc ? RUNNER_IN_FLIGHT : 1,
                                   .fences = rc,
                                   .seed = seed_of(at)};
    const struct device *d = device_of(at->c);
    void *started = d->start(d->ctx, &config, err);
    if (started == NULL)
        return CAMPAIGN_BAD_INPUT;
    double start = cpu_seconds();
    enum campaign_end end = run_many(at, started, n, report, err);
    at->c->seconds += cpu_seconds() - start;
    at->c->cycles += d->cycles(started);
    d->stop(started);
    return end;
}

static enum campaign_end run_test(struct at *at, FILE *report, struct error *err)
{
    struct campaign *c = at->c;
    enum campaign_end end = CAMPAIGN_OK;
    struct error too_large = {0};
    if (at->t->judgements == NULL && !campaign_judge(c, at->t, &too_large)) {
        at->t->too_large = true;
        c->too_large++;
        return CAMPAIGN_OK;
    }
    for (size_t i = 0; i < at->t->placements.n; i++) {
        at->p = &at->t->places[i];
        at->t->n_done++;
        for (size_t s = 0; end == CAMPAIGN_OK && s < c->n_systems; s++) {
            at->sys = c->systems[s];
            uint64_t n = c->o->runs / c->n_systems + (s < c->o->runs % c->n_systems);
            end = run_machine(at, n, report, err);
        }
        if (end != CAMPAIGN_OK)
            return end;
    }
    return end;
}

/* Builds every machine once, so that verilating units does not count as simulation time. */
static bool build_machines(const struct campaign *c, struct error *err)
{
    for (size_t i = 0; c->o->device == NULL && i < c->n_systems; i++) {
        struct machine *m = machine_new_with(c->systems[i], c->o->rules, c->o->say, err);
        if (m == NULL)
            return false;
        machine_free(m);
    }
    return true;
}

static enum campaign_end forbidden(const struct campaign *c, struct error *err)
{
    for (size_t i = 0; i < c->n_tests; i++)
        for (size_t p = 0; p < c->tests[i].n_done; p++)
            if (c->tests[i].places[p].first_forbidden != NULL) {
                error_set(err, "%llu outcomes that %s forbids; first in %s",
                          (unsigned long long)c->forbidden, model_names[c->model],
                          c->tests[i].places[p].first_forbidden);
                return CAMPAIGN_FORBIDDEN;
            }
    return CAMPAIGN_OK;
}

/* An error if there is a test of which no run could be judged. */
static enum campaign_end all_judged(const struct campaign *c, struct error *err)
{
    for (size_t i = 0; i < c->n_tests; i++) {
        const struct test_result *t = &c->tests[i];
        if (t->refused || t->too_large)
            continue;
        if (t->runs > 0 && campaign_verdict_of_runs(c, t) != VERDICT_UNFINISHED)
            continue;
        if (t->runs > 0) {
            error_set(err,
                      "%s: unfinished: in %llu runs a loop went round too often; give a higher "
                      "--unroll",
                      t->test->file, (unsigned long long)t->unfinished);
            return CAMPAIGN_STOPPED;
        }
        error_set(err,
                  "%s: no run can be judged: in %llu a loop went round too often, %llu are "
                  "excluded by the filter; give a higher --unroll, or more --runs",
                  t->test->file, (unsigned long long)t->unfinished,
                  (unsigned long long)t->filtered);
        return CAMPAIGN_STOPPED;
    }
    if (c->n_tests > c->too_large || c->n_refused > 0)
        return CAMPAIGN_OK;
    error_set(err, "no test was run: all %zu have too many executions to enumerate", c->n_tests);
    return CAMPAIGN_STOPPED;
}

/* An error if a test was refused, though all others went well. */
static enum campaign_end none_refused(const struct campaign *c, struct error *err)
{
    if (c->n_refused == 0)
        return CAMPAIGN_OK;
    error_set(err, "%zu of %zu tests are refused, as said above", c->n_refused, campaign_asked(c));
    return CAMPAIGN_STOPPED;
}

/* An error if a test has no execution that ends, in no placement, though all else went well. */
static enum campaign_end some_end(const struct campaign *c, struct error *err)
{
    size_t n = 0;
    const char *first = NULL;
    for (size_t i = 0; i < c->n_tests; i++) {
        bool hangs = !c->tests[i].refused;
        for (size_t p = 0; hangs && p < c->tests[i].placements.n; p++)
            hangs = c->tests[i].places[p].by[c->model]->hangs;
        n += hangs;
        first = hangs && first == NULL ? c->tests[i].test->file : first;
    }
    if (n == 0)
        return none_refused(c, err);
    error_set(err,
              "%zu of %zu tests have no execution that ends, the first of them %s: threads wait at "
              "barriers for others that do not come; change a count, or the barriers' order",
              n, campaign_asked(c), first);
    return CAMPAIGN_STOPPED;
}

/* An error if what the model allows is not known to the end, and this decides about a test. */
static enum campaign_end all_followed(const struct campaign *c, struct error *err)
{
    size_t n = 0;
    const char *first = NULL;
    for (size_t i = 0; i < c->n_tests; i++) {
        bool unfinished = false;
        for (size_t p = 0; !c->tests[i].refused && p < c->tests[i].placements.n; p++)
            unfinished = unfinished || campaign_verdict(c, &c->tests[i], p) == VERDICT_UNFINISHED;
        n += unfinished;
        first = unfinished && first == NULL ? c->tests[i].test->file : first;
    }
    if (n == 0)
        return some_end(c, err);
    error_set(
        err,
        "%zu of %zu tests are unfinished, the first of them %s: loops go round more often than "
        "models follow, or never end, or the filter excludes all; give a higher --unroll",
        n, campaign_asked(c), first);
    return CAMPAIGN_STOPPED;
}

enum campaign_end campaign_run(const struct campaign_options *o, struct campaign *c, FILE *report,
                               struct error *err)
{
    *c = (struct campaign){.o = o};
    if (!campaign_gather(c, err) || !load_systems(c, err) || !choose_model(c, err) ||
        !prepare_tests(c, err))
        return CAMPAIGN_BAD_INPUT;
    if (o->only_allowed)
        return all_followed(c, err);
    if (!build_machines(c, err))
        return CAMPAIGN_BAD_INPUT;
    struct progress progress = progress_start(o->progress, o->tty);
    progress.noun = "runs";
    enum campaign_end end = CAMPAIGN_OK;
    for (size_t i = 0; end == CAMPAIGN_OK && i < c->n_tests; i++) {
        if (c->tests[i].refused)
            continue;
        struct at at = {c, &c->tests[i], NULL, NULL, 0, o->progress != NULL ? &progress : NULL};
        end = run_test(&at, report, err);
        campaign_forget(&c->tests[i]);
    }
    if (o->progress != NULL)
        progress_end(&progress);
    if (end == CAMPAIGN_OK)
        end = forbidden(c, err);
    if (end == CAMPAIGN_OK)
        end = all_judged(c, err);
    return end == CAMPAIGN_OK ? none_refused(c, err) : end;
}

void campaign_free(struct campaign *c)
{
    for (size_t i = 0; i < c->n_tests; i++) {
        struct test_result *t = &c->tests[i];
        for (size_t p = 0; t->places != NULL && p < t->placements.n; p++) {
            outcomes_free(&t->places[p].seen);
            free(t->places[p].first_forbidden);
        }
        campaign_forget(t);
        free(t->judgements);
        outcomes_free(&t->seen);
        free(t->places);
        free(t->placements.list);
        litmus_free(t->test);
    }
    for (size_t i = 0; i < c->n_refused; i++) {
        free(c->refusals[i].file);
        free(c->refusals[i].why);
    }
    free(c->refusals);
    for (size_t i = 0; i < c->n_systems; i++)
        system_free(c->systems[i]);
    free(c->systems);
    free(c->tests);
}
