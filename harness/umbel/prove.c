#include "formal/prove/prove.h"
#include "formal/prove/bugs.h"
#include "formal/prove/mutate.h"
#include "formal/prove/rests.h"
#include "formal/wiring/wiring.h"

#include "harness/run/run.h"
#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/file.h"
#include "sw/util/interrupt.h"
#include "sw/util/outfile.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_NAMES = 256, MAX_JOBS = 256 };

struct arguments {
    struct prove_options o;
    const char *names[MAX_NAMES];
    const char *systems[MAX_NAMES];
    const char *json;
    uint64_t jobs, mutants, seed;
    bool quiet, verbose, list, bugs;
    struct error err;
};

enum {
    KEY_JSON = 256,
    KEY_CI,
    KEY_FRESH,
    KEY_LIST,
    KEY_MUTANTS,
    KEY_SEED,
    KEY_BUGS,
    KEY_TABLE,
    KEY_KEEP,
    KEY_SYSTEM,
    KEY_SHIPS
};

static const struct argp_option options[] = {
    {"list", KEY_LIST, NULL, 0, "what can be proved, one line each", 0},
    {"ci", KEY_CI, NULL, 0, "the short set", 0},
    {"system", KEY_SYSTEM, "SYSTEM,...", 0,
     "each module of these systems with its own parameters there, in place of the table's rows", 0},
    {"ships", KEY_SHIPS, NULL, 0, "the same for all systems that ship", 0},
    {"fresh", KEY_FRESH, NULL, 0, "prove again what was proved of the same Verilog", 0},
    {"jobs", 'j', "N", 0, "proofs at a time (default: as many as there are processors)", 0},
    {"output", 'o', "DIR", 0,
     "folder for results, logs and waves (default build/prove in a checkout, else umbel-out/prove)",
     0},
    {"table", KEY_TABLE, "FILE", 0, "another table of proofs", 0},
    {"json", KEY_JSON, "FILE", 0, "write every result as JSON", 0},
    {"bugs", KEY_BUGS, NULL, 0,
     "put each mistake of formal/bugs.yaml in, and see whether its property is broken", 0},
    {"mutants", KEY_MUTANTS, "N", 0,
     "make N mistakes in each module, and see whether its proof notices", 0},
    {"seed", KEY_SEED, "N", 0, "which mistakes (default 1)", 0},
    {"keep-runs", KEY_KEEP, "DIR", 0,
     "prove anew, and write the runs that reach the covers to DIR/MODULE.txt; runs in formal/runs "
     "are tried before others are searched",
     0},
    {"verbose", 'v', NULL, 0, "each property, too; with --list each parameter", 0},
    {"quiet", 'q', NULL, 0, "no progress: the table alone", 0},
    UMBEL_HELP,
    {0},
};

static int add_name(struct arguments *a, const char *name)
{
    if (a->o.n_names == MAX_NAMES) {
        error_set(&a->err, "%s: one name too many; name their protocol", name);
        return EINVAL;
    }
    a->names[a->o.n_names++] = name;
    return 0;
}

/* Takes "tsm-tiny,numa-tiny". */
static int add_systems(struct arguments *a, char *names)
{
    for (char *rest, *name = strtok_r(names, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        if (a->o.n_systems == MAX_NAMES) {
            error_set(&a->err, "%s: one system too many; --ships takes all that ship", name);
            return EINVAL;
        }
        a->systems[a->o.n_systems++] = name;
    }
    return 0;
}

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_LIST, struct arguments, list),
    UMBEL_FLAG(KEY_CI, struct arguments, o.ci),
    UMBEL_FLAG(KEY_SHIPS, struct arguments, o.ships),
    UMBEL_FLAG(KEY_FRESH, struct arguments, o.fresh),
    UMBEL_FLAG(KEY_BUGS, struct arguments, bugs),
    UMBEL_FLAG('v', struct arguments, verbose),
    UMBEL_FLAG('q', struct arguments, quiet),
    UMBEL_TEXT('o', struct arguments, o.dir),
    UMBEL_TEXT(KEY_JSON, struct arguments, json),
    UMBEL_TEXT(KEY_TABLE, struct arguments, o.table),
    UMBEL_TEXT(KEY_KEEP, struct arguments, o.keep),
    UMBEL_NUMBER('j', struct arguments, jobs, "--jobs", 1, MAX_JOBS),
    UMBEL_NUMBER(KEY_MUTANTS, struct arguments, mutants, "--mutants", 1, 100000),
    UMBEL_NUMBER(KEY_SEED, struct arguments, seed, "--seed", 0, UINT32_MAX),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        return add_name(a, arg);
    case KEY_SYSTEM:
        return add_systems(a, arg);
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_prove_argp = {
    options,
    parse,
    "[PROOF...]",
    "Proves properties of the emitted Verilog; all of formal/proofs.yaml when nothing is named. "
    "PROOF names a proof, or all of a unit or a protocol; `wiring` alone, or with a part of a "
    "system's name behind it, checks the wiring of the systems that ship, and with a system's file "
    "(a name that ends in .yaml) that of this one; `rests` with systems behind it lists what their "
    "units assume of each other, and who promises it there.\vUNBOUNDED: in every "
    "cycle of every run. "
    "BOUNDED(k): in the first k cycles after "
    "reset. "
    "The exit status is 0 only if every prover proved every property and every cover was reached.",
    NULL,
    NULL,
    NULL};

static int list(const struct prove_options *o, bool verbose)
{
    struct error err = {0};
    struct prove_results r = {0};
    const bool ok = prove_select(o, &r, &err);
    for (size_t i = 0; ok && i < r.n; i++) {
        const struct proof *p = r.results[i].proof;
        printf("%-18s %-28s %s", p->proof, p->module, p->about);
        for (uint32_t k = 0; verbose && k < p->params_count; k++)
            printf("%s%s", k == 0 ? "; " : " ", p->params[k]);
        puts("");
    }
    prove_free(&r);
    return ok ? 0 : umbel_complain(&err);
}

static bool is_free(const struct arguments *a, struct error *err)
{
    struct claims files = {0};
    bool ok = claims_write(&files, "--json", a->json, err) &&
              claims_read(&files, "the table of proofs", a->o.table, err);
    claims_free(&files);
    return ok;
}

/* Handles `wiring` and `wiring tsm-4gpu`. */
static int wiring(const struct arguments *a)
{
    struct error err = {0};
    if (a->o.n_names > 2)
        error_set(&err, "%s: one name too many; umbel prove wiring [SYSTEM]", a->names[2]);
    if (error_is_set(&err) || !file_folder_takes(a->o.dir, &err))
        return umbel_complain(&err);
    char dir[PATH_MAX];
    snprintf(dir, sizeof dir, "%s/wiring", a->o.dir);
    bool ok = wiring_prove(dir, a->o.n_names > 1 ? a->names[1] : NULL, a->o.jobs, stdout, &err);
    return ok ? 0 : umbel_give_up(&err);
}

/* Handles `rests tsm-4gpu`. */
static int rests(const struct arguments *a)
{
    struct error err = {0};
    if (a->o.n_names < 2)
        error_set(&err, "rests: of which system? umbel prove rests SYSTEM...");
    struct rests *r = NULL;
    if (!error_is_set(&err) && file_folder_takes(a->o.dir, &err))
        r = rests_load(root_path("formal/rests.yaml"), &err);
    bool ok = r != NULL;
    for (size_t i = 1; ok && i < a->o.n_names; i++) {
        struct ships *s = ships_load(a->o.table, &a->names[i], 1, a->o.dir, &err);
        struct rests_count n;
        ok = s != NULL && rests_tell(r, s, stdout, &n, &err);
        if (ok)
            printf("%s: %u assumptions of units, %u of which nobody promises\n", a->names[i], n.all,
                   n.left);
        if (ok && n.left > 0)
            ok = error_set(&err, "%s: nobody promises %u of %u assumptions; see NOBODY above",
                           a->names[i], n.left, n.all);
        ships_free(s);
    }
    rests_free(r);
    return ok ? 0 : umbel_complain(&err);
}

int umbel_prove(int argc, char **argv)
{
    struct arguments a = {.seed = 1,
                          .o = {.table = root_path("formal/proofs.yaml"),
                                .dir = root_output("prove"),
                                .runs = root_path("formal/runs")}};
    if (!umbel_parse(&umbel_prove_argp, "prove", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    a.o.names = a.names;
    a.o.systems = a.systems;
    a.o.jobs = a.jobs > 0 ? (int)a.jobs : processors > 0 ? (int)processors : 1;
    a.o.progress = a.quiet ? NULL : stderr;
    interrupt_stops_work();
    if (a.list)
        return list(&a.o, a.verbose);
    if (a.o.n_names > 0 && strcmp(a.names[0], "wiring") == 0)
        return wiring(&a);
    if (a.o.n_names > 0 && strcmp(a.names[0], "rests") == 0)
        return rests(&a);
    struct error err = {0};
    if (!file_folder_takes(a.o.dir, &err) || (a.o.keep != NULL && !file_mkdirs(a.o.keep, &err)))
        return umbel_complain(&err);
    if (a.bugs || a.mutants > 0) {
        struct mutate_options o = {&a.o, (uint32_t)a.mutants, (uint32_t)a.seed,
                                   root_path("formal/survivors.yaml")};
        bool done = a.bugs ? bugs_run(&a.o, root_path("formal/bugs.yaml"), stdout, &err)
                           : mutate_run(&o, stdout, &err);
        return done ? 0 : umbel_give_up(&err);
    }
    struct outfile json = {0};
    if (a.json != NULL && !(is_free(&a, &err) && outfile_open(&json, a.json, &err)))
        return umbel_complain(&err);
    struct prove_results r = {0};
    bool ran = prove_run(&a.o, &r, &err);
    if (process_stopped())
        ran = error_set(&err, "told to stop");
    if (ran)
        prove_tell(&r, a.verbose, stdout);
    if (ran && r.ships != NULL)
        prove_tell_ships(&r, stdout);
    bool ok = ran && (a.json == NULL || prove_json(&r, umbel_about(), &json, &err));
    outfile_discard(&json);
    if (ok && r.n_proved < r.n)
        ok = error_set(&err, "%zu of %zu proofs FAILED", r.n - r.n_proved, r.n);
    prove_free(&r);
    return ok ? 0 : umbel_give_up(&err);
}
