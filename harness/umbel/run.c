#include "harness/run/results.h"

#include "harness/engine/monitors.h"

#include "formal/prove/unproved.h"
#include "harness/umbel/routing.h"
#include "harness/umbel/seeing.h"
#include "harness/umbel/umbel.h"
#include "sw/util/interrupt.h"
#include "sw/util/sbuf.h"
#include "sw/util/team.h"
#include "sw/util/temp.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    struct run_options o;
    struct umbel_sets sets;
    struct seeing seeing;
    bool quiet, routing;
    struct temp temp; /* for the trace of --net-routing, if no --net-trace is wanted */
    char *packets;    /* that trace */
    struct error err;
};

enum {
    KEY_JSON = 256,
    KEY_CSV,
    KEY_SEED,
    KEY_MAX,
    KEY_LAUNCH,
    KEY_SET,
    KEY_AWAKE,
    KEY_FLAT,
    KEY_FAST_MATH,
    KEY_MONITORS,
    KEY_NET_ROUTING
};

static const struct argp_option options[] = {
    {"launch", KEY_LAUNCH, "FILE", 0,
     "what to run a kernel of your own on (KERNEL is its .cu or .ptx file)", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (mgcc.rd_lease=20)", 0},
    {"fast-math", KEY_FAST_MATH, NULL, 0,
     "compile the kernel as nvcc's -use_fast_math does: approximated f32 functions and division, "
     "no "
     "subnormals",
     0},
    {"seed", KEY_SEED, "N", 0, "for random first contents (default 1)", 0},
    {"max-cycles", KEY_MAX, "N", 0, "stop after so many cycles; 0: never", 0},
    {"json", KEY_JSON, "FILE", 0, "write every counter as JSON, with all that decided the run", 0},
    {"csv", KEY_CSV, "FILE", 0, "write every counter of every launch as a table", 0},
    {"no-idle-skip", KEY_AWAKE, NULL, 0, "evaluate idle units too: slower, and the same cycles", 0},
    {"flat", KEY_FLAT, NULL, 0,
     "simulate the flat top um_system instead of tiles: slow to build, slower, and the same cycles",
     0},
    {"monitors", KEY_MONITORS, NULL, 0,
     "watch what the proofs assume of each unit's neighbours, and stop when it is not so: slower, "
     "and the same cycles",
     0},
    {"net-routing", KEY_NET_ROUTING, NULL, 0,
     "send the packets of the run by its network alone, by minimal ways and with UGAL, as they "
     "follow each other",
     0},
    {"threads", 'j', "N", 0,
     "step SMs and tiles on N threads (1 to 64; default 1): the same cycles and the same bytes", 0},
    {"quiet", 'q', NULL, 0, "no progress, no table", 0},
    UMBEL_HELP,
    {0},
};

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_AWAKE, struct arguments, o.never_sleep),
    UMBEL_FLAG(KEY_NET_ROUTING, struct arguments, routing),
    UMBEL_FLAG(KEY_FAST_MATH, struct arguments, o.fast_math),
    UMBEL_FLAG(KEY_FLAT, struct arguments, o.flat),
    UMBEL_FLAG('q', struct arguments, quiet),
    UMBEL_TEXT(KEY_LAUNCH, struct arguments, o.launch),
    UMBEL_TEXT(KEY_JSON, struct arguments, o.json),
    UMBEL_TEXT(KEY_CSV, struct arguments, o.csv),
    UMBEL_NUMBER(KEY_MAX, struct arguments, o.max_cycles, "--max-cycles", 0, INT64_MAX),
    UMBEL_NUMBER(KEY_SEED, struct arguments, o.seed, "--seed", 0, UINT64_MAX),
    UMBEL_SET(KEY_SET, struct arguments, sets),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        a->seeing = (struct seeing){&a->o.seeing, &a->err};
        state->child_inputs[0] = &a->seeing;
        return 0;
    case 'j': {
        uint64_t n = 0;
        int why = umbel_number_in(arg, "--threads", 1, TEAM_MOST, &n, &a->err);
        a->o.threads = (unsigned)n;
        return why;
    }
    case KEY_MONITORS:
        monitors_use(true);
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num < 2) {
            *(state->arg_num == 0 ? &a->o.system : &a->o.kernel) = arg;
            return 0;
        }
        return umbel_too_many(state, arg, &a->err);
    case ARGP_KEY_END:
        if (a->o.flat && observe_wanted(&a->o.seeing)) {
            error_set(&a->err, "--flat shows nothing of what happens inside: leave it out, or "
                               "--profile, --sharing, --trace, --net-trace and --waves");
            return EINVAL;
        }
        if (monitors_used() && (a->o.flat || a->o.seeing.waves.path != NULL)) {
            error_set(&a->err, "--monitors are in tiles that record nothing: leave out --flat and "
                               "--waves, or --monitors");
            return EINVAL;
        }
        if (state->arg_num == 2)
            return 0;
        error_set(&a->err, "run what on what? umbel run SYSTEM KERNEL");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

static const struct argp_child children[] = {{&umbel_seeing, 0, NULL, 0}, {0}};

const struct argp umbel_run_argp = {
    options,
    parse,
    "SYSTEM KERNEL",
    "Runs a CUDA kernel on the RTL of a system, cycle by cycle, and compares the memory that it "
    "leaves with execution without caches.\vSYSTEM is a name (`umbel systems`) or a file; KERNEL "
    "is NAME or NAME:SIZE (`umbel kernels`), or a .cu or .ptx file with --launch.",
    children,
    NULL,
    NULL};

static void summary(const struct run_result *r, enum run_end end, unsigned threads)
{
    printf("\n%s%llu cycles in %.2f CPU-seconds: %.0f cycles a CPU-second, %.1f tiles evaluated a "
           "cycle\n",
           end == RUN_OK || end == RUN_WRONG || end == RUN_UNWRITTEN ? "" : "INCOMPLETE: ",
           (unsigned long long)r->cycles, r->seconds,
           (double)r->cycles / (r->seconds > 0 ? r->seconds : 1e-9),
           (double)r->evaluations / (double)(r->cycles > 0 ? r->cycles : 1));
    if (threads > 1)
        printf("%.2f seconds on the clock, on %u threads\n", r->elapsed, threads);
}

/* The packets of the run go to a file of its own, unless the user wants them. */
static bool want_packets(struct arguments *a, struct error *err)
{
    if (!a->routing || a->o.seeing.net_trace != NULL)
        return true;
    if (!temp_make(&a->temp, "packets", err))
        return false;
    a->packets = temp_file(&a->temp, "trace");
    a->o.seeing.net_trace = a->packets;
    return true;
}

static void drop_packets(struct arguments *a)
{
    free(a->packets);
    temp_remove(&a->temp);
}

/* Both routings under the packets of a run that ended well. */
static bool measure_routing(const struct arguments *a, struct run_result *r, struct error *err)
{
    if (!a->routing)
        return true;
    struct system *sys = system_load(a->o.system, a->o.sets, a->o.n_sets, err);
    const struct routing routing = {a->o.seeing.net_trace, a->o.seed, a->o.say};
    const bool ok = sys != NULL && routing_measure(&routing, sys, r->stats, err);
    system_free(sys);
    return ok;
}

/* Says what of the system has no proof. A system that cannot be had is told by the run itself. */
static void say_unproved(const struct run_options *o)
{
    struct error err = {0};
    struct sbuf names = {0}, text = {0};
    struct system *sys = system_load(o->system, o->sets, o->n_sets, &err);
    if (sys != NULL && unproved_modules(sys, &names, &err) && names.len > 0) {
        sbuf_printf(&text, "unproved: no proof is of %s", names.text);
        umbel_say(text.text);
    }
    system_free(sys);
    sbuf_free(&names);
    sbuf_free(&text);
}

int umbel_run(int argc, char **argv)
{
    struct arguments a = {.o = {.seed = 1, .seeing = UMBEL_SEEING_DEFAULTS}};
    struct sbuf repeat = {0}, recorded = {0}; /* built before argp reorders the words */
    umbel_words(&repeat, "umbel", argc, argv, true);
    umbel_words(&recorded, "umbel", argc, argv, false);
    if (!umbel_parse(&umbel_run_argp, "run", argc, argv, &a, &a.err)) {
        sbuf_free(&repeat);
        sbuf_free(&recorded);
        return umbel_complain(&a.err);
    }
    a.o.sets = a.sets.sets;
    a.o.n_sets = a.sets.n;
    a.o.repeat = repeat.text;
    a.o.progress = a.quiet ? NULL : stderr;
    a.o.say = a.quiet ? NULL : umbel_say;
    a.o.tty = isatty(2) != 0;
    a.o.recorded = recorded.text;
    a.o.about = umbel_about;
    if (!a.quiet)
        say_unproved(&a.o);
    interrupt_stops_work();
    struct error err = {0};
    struct results files = {0};
    struct run_result r = {0};
    enum run_end end = RUN_BAD_INPUT;
    if (want_packets(&a, &err) && results_open(&files, &a.o, &err))
        end = run(&a.o, &r, stderr, &err);
    if (end == RUN_OK && !measure_routing(&a, &r, &err))
        end = RUN_UNWRITTEN;
    drop_packets(&a);
    if (r.stats != NULL && !a.quiet) {
        stats_print(r.stats, stdout);
        if (r.seen.profile != NULL)
            profile_print(r.seen.profile, stdout);
        if (r.seen.sharing != NULL)
            sharing_print(r.seen.sharing, stdout);
        summary(&r, end, a.o.threads);
    }
    if (end != RUN_OK)
        umbel_complain(&err);
    int status = end == RUN_OK ? 0 : end == RUN_INTERRUPTED ? 130 : 1;
    struct error unwritten = {0}; /* a second error; a.err has that of the run */
    if (r.stats != NULL && !results_write(&files, &a.o, r.stats, r.parts, &unwritten)) {
        umbel_complain(&unwritten);
        status = status != 0 ? status : 1;
    }
    results_discard(&files);
    parts_free(r.parts);
    stats_free(r.stats);
    profile_free(r.seen.profile);
    sharing_free(r.seen.sharing);
    sbuf_free(&repeat);
    sbuf_free(&recorded);
    return status;
}
