#include "harness/litmus/campaign.h"

#include "formal/litmus/random.h"
#include "harness/engine/monitors.h"
#include "harness/umbel/umbel.h"
#include "sw/util/arena.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    struct campaign_options o;
    struct umbel_sets sets;
    const char **paths;
    const char *json;
    uint64_t random; /* number of random tests */
    bool quiet, verbose;
    struct error err;
};

enum {
    KEY_JSON = 256,
    KEY_SEED,
    KEY_RUNS,
    KEY_SET,
    KEY_SYSTEM,
    KEY_PLACEMENT,
    KEY_MODEL,
    KEY_UNROLL,
    KEY_ALLOWED,
    KEY_RANDOM,
    KEY_MONITORS
};

static const struct argp_option options[] = {
    {"system", KEY_SYSTEM, "SYSTEM", 0, "name (`umbel systems`) or file (default tsm-tiny)", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (sm.count=2)", 0},
    {"runs", KEY_RUNS, "N", 0, "of each test in each placement (default 1000)", 0},
    {"seed", KEY_SEED, "N", 0, "for skews, lines, warm-up loads, random tests (default 1)", 0},
    {"random", KEY_RANDOM, "N", 0,
     "random tests, too, made from the seed; one that fails is written to "
     "random-SEED-NUMBER.litmus",
     0},
    {"placement", KEY_PLACEMENT, "G.C,G.C,...", 0,
     "GPU and CTA of each thread (default: all there are, up to symmetry)", 0},
    {"model", KEY_MODEL, "sc|rc|ptx|rvwmo|tso", 0,
     "what is allowed (default: what the system promises)", 0},
    {"unroll", KEY_UNROLL, "N", 0, "rounds of a loop that models follow (default 2)", 0},
    {"allowed", KEY_ALLOWED, NULL, 0, "run nothing: print the outcomes that the model allows", 0},
    {"json", KEY_JSON, "FILE", 0, "write every histogram as JSON", 0},
    {"monitors", KEY_MONITORS, NULL, 0,
     "watch what the proofs assume of each unit's neighbours, and stop when it is not so", 0},
    {"verbose", 'v', NULL, 0, "a histogram for each placement, too", 0},
    {"quiet", 'q', NULL, 0, "no progress, no histograms: the summary alone", 0},
    UMBEL_HELP,
    {0},
};

static int add_path(struct arguments *a, const char *path)
{
    a->paths = xrealloc(a->paths, (a->o.n_paths + 1) * sizeof *a->paths);
    a->paths[a->o.n_paths++] = path;
    return 0;
}

static bool has_tests(struct arguments *a)
{
    if (a->random > 0 && a->o.placement != NULL)
        return error_set(&a->err,
                         "--placement %s: random tests have places of their own; leave "
                         "out --placement or --random",
                         a->o.placement);
    return a->o.n_paths > 0 || a->random > 0 ||
           error_set(&a->err, "which tests? umbel litmus FILE|DIR... --system "
                              "SYSTEM, or --random N");
}

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_ALLOWED, struct arguments, o.only_allowed),
    UMBEL_FLAG('v', struct arguments, verbose),
    UMBEL_FLAG('q', struct arguments, quiet),
    UMBEL_TEXT(KEY_SYSTEM, struct arguments, o.system),
    UMBEL_TEXT(KEY_PLACEMENT, struct arguments, o.placement),
    UMBEL_TEXT(KEY_MODEL, struct arguments, o.model),
    UMBEL_TEXT(KEY_JSON, struct arguments, json),
    UMBEL_NUMBER(KEY_RUNS, struct arguments, o.runs, "--runs", 1, UINT32_MAX),
    UMBEL_NUMBER(KEY_SEED, struct arguments, o.seed, "--seed", 0, INT64_MAX),
    UMBEL_NUMBER(KEY_UNROLL, struct arguments, o.unroll, "--unroll", 1, LITMUS_INSTS),
    UMBEL_NUMBER(KEY_RANDOM, struct arguments, random, "--random", 1, 1000000),
    UMBEL_SET(KEY_SET, struct arguments, sets),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_MONITORS:
        monitors_use(true);
        return 0;
    case ARGP_KEY_ARG:
        return add_path(a, arg);
    case ARGP_KEY_END:
        return has_tests(a) ? 0 : EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_litmus_argp = {
    options,
    parse,
    "FILE|DIR...",
    "Runs litmus tests on the RTL of a system many times, in all placements of their threads, and "
    "compares the outcomes with those that its consistency model allows.\vTests are herd's .litmus "
    "files with a C or a PTX header; those that ship are in formal/litmus. The exit status is 0 "
    "only if no outcome was seen that the model forbids.",
    NULL,
    NULL,
    NULL};

/* Makes random tests that fit the system's GPUs and SMs. */
static bool make_tests(struct arguments *a, struct arena *arena)
{
    struct system *sys = system_load(a->o.system, a->sets.sets, a->sets.n, &a->err);
    if (sys == NULL)
        return false;
    struct campaign_text *texts = ARENA_ARRAY(arena, struct campaign_text, a->random);
    for (uint64_t i = 0; i < a->random; i++) {
        struct random_litmus r = {
            .seed = a->o.seed, .number = i, .gpus = sys->gpus, .ctas = sys->sm.count};
        struct sbuf name = {0}, text = {0};
        random_litmus_name(&r, &name);
        random_litmus(&r, &text);
        texts[i].name = arena_printf(arena, "%s.litmus", sbuf_str(&name));
        texts[i].text = arena_strdup(arena, sbuf_str(&text));
        sbuf_free(&name);
        sbuf_free(&text);
    }
    system_free(sys);
    a->o.texts = texts;
    a->o.n_texts = a->random;
    return true;
}

int umbel_litmus(int argc, char **argv)
{
    struct arguments a = {.o = {.system = "tsm-tiny", .runs = 1000, .seed = 1}};
    struct arena arena = {0};
    if (!umbel_parse(&umbel_litmus_argp, "litmus", argc, argv, &a, &a.err) ||
        (a.random > 0 && !make_tests(&a, &arena)))
        return umbel_complain(&a.err);
    a.o.paths = a.paths;
    a.o.sets = a.sets.sets;
    a.o.n_sets = a.sets.n;
    int status = umbel_campaign(&a.o, a.quiet, a.verbose, a.json);
    arena_free(&arena);
    free(a.paths);
    return status;
}
