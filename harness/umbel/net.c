#include "harness/umbel/net.h"
#include "sw/util/near.h"
#include "sw/util/sbuf.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_TRAFFIC = 256,
    KEY_NETWORK,
    KEY_LOAD,
    KEY_LIMIT,
    KEY_PACKETS,
    KEY_FLITS,
    KEY_CLASSES,
    KEY_ORDERED,
    KEY_ROUTING,
    KEY_FOLLOW,
    KEY_MATRIX,
    KEY_STALLS,
    KEY_SEED,
    KEY_SET,
    KEY_NO_DATELINES,
    KEY_FORCE,
    KEY_JSON,
    KEY_SVG
};

enum { MOST_FLITS = 64, MOST_POINTS = 1000, MOST_PACE = 1000 };

static const struct argp_option options[] = {
    {"traffic", KEY_TRAFFIC, "PATTERN", 0,
     "uniform (default), transpose, hotspot, tornado, bitrev or shuffle; or trace:FILE, the "
     "packets "
     "of a run (umbel run --net-trace FILE)",
     0},
    {"network", KEY_NETWORK, "N", 0,
     "which network of the trace: its name, or a number from 0 (default the first)", 0},
    {"load", KEY_LOAD, "A:B:STEP", 0,
     "flits a cycle that each node makes: from A to B, by STEP (default 0.05:1:0.05); or one load; "
     "of a trace, how much faster than in its run packets are made (default 1)",
     0},
    {"limit", KEY_LIMIT, "CYCLES", 0,
     "latency at which the network is saturated (default three times that without load)", 0},
    {"flits", KEY_FLITS, "N", 0, "flits of a packet (1 to 64; default 1)", 0},
    {"classes", KEY_CLASSES, "N", 0,
     "classes of messages, each with its virtual channels; packets are of each in turn (1 to 3; "
     "default 1)",
     0},
    {"ordered", KEY_ORDERED, NULL, 0,
     "packets keep their lanes and their order in them, as in machines", 0},
    {"routing", KEY_ROUTING, "NAME", 0,
     "minimal (default), or ugal: a packet goes by way of a node at random where queues on its own "
     "way are longer",
     0},
    {"follow", KEY_FOLLOW, NULL, 0,
     "a packet of a trace is made when that which it follows has come out, as requests follow "
     "answers and answers requests, and not in its cycle",
     0},
    {"matrix", KEY_MATRIX, NULL, 0,
     "of a trace, how many bytes go between each package and each cube; nothing is run", 0},
    {"packets", KEY_PACKETS, "N", 0, "at least so many packets at each load", 0},
    {"stalls", KEY_STALLS, "SHARE", 0,
     "share of the cycles in which a sender or a receiver does nothing (0 to 0.9; default 0)", 0},
    {"seed", KEY_SEED, "N", 0, "of all that is random (default 1)", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (network.topology=mesh)", 0},
    {"no-datelines", KEY_NO_DATELINES, NULL, 0,
     "leave out what keeps packets of a ring from waiting for each other in a circle", 0},
    {"force", KEY_FORCE, NULL, 0, "run a network in which packets can wait in a circle", 0},
    {"json", KEY_JSON, "FILE", 0, "write all that was measured as JSON", 0},
    {"svg", KEY_SVG, "FILE", 0, "draw latency against load, or the matrix (by gnuplot)", 0},
    {"quiet", 'q', NULL, 0, "no progress, no table", 0},
    UMBEL_HELP,
    {0},
};

/* ---- words ---- */

/* A number of the text from `at` on, which moves behind it. */
static bool read_number(const char **at, double *value)
{
    char *end = NULL;
    *value = strtod(*at, &end);
    const bool ok = end != *at && isfinite(*value);
    *at = end;
    return ok;
}

/* Loads of random packets, or paces of a trace. */
static bool read_load(const char *text, bool pace, struct sweep_options *o, struct error *err)
{
    const char *at = text;
    const double least = pace ? 1.0 / MOST_PACE : 0;
    const int most = pace ? MOST_PACE : 1;
    bool ok = read_number(&at, &o->from);
    o->to = o->from;
    o->step = 1;
    if (ok && *at == ':') {
        at++;
        ok = read_number(&at, &o->to) && *at++ == ':' && read_number(&at, &o->step);
    }
    ok = ok && *at == '\0' && o->from > least && o->to >= o->from && o->to <= most && o->step > 0 &&
         (o->to - o->from) / o->step < MOST_POINTS;
    return ok ||
           error_set(err,
                     "--load %s: not a load, nor A:B:STEP with loads above %g and up to %d in "
                     "at most %d steps, such as %s",
                     text, least, most, MOST_POINTS, pace ? "0.5:4:0.5" : "0.1:0.9:0.1");
}

static int read_up_to(const char *text, const char *option, double most, double *value,
                      struct error *err)
{
    const char *at = text;
    if (read_number(&at, value) && *at == '\0' && *value >= 0 && *value <= most)
        return 0;
    error_set(err, "%s %s: not a number from 0 to %g", option, text, most);
    return EINVAL;
}

static int read_traffic(const char *text, struct net_arguments *a)
{
    static const char trace[] = "trace:";
    if (strncmp(text, trace, strlen(trace)) == 0) {
        a->trace = text + strlen(trace);
        return 0;
    }
    if (pattern_find(text, &a->o.bench.pattern))
        return 0;
    struct sbuf all = {0};
    struct near near = {.word = text};
    for (int i = 0; i < PATTERNS; i++) {
        sbuf_printf(&all, "%s, ", pattern_name((enum pattern)i));
        near_name(&near, pattern_name((enum pattern)i));
    }
    error_set(&a->err, "--traffic %s: there is no such pattern; there are %strace:FILE", text,
              sbuf_str(&all));
    near_tell(&near, &a->err);
    sbuf_free(&all);
    return EINVAL;
}

static int read_routing(const char *text, struct net_arguments *a)
{
    a->ugal = strcmp(text, "ugal") == 0;
    if (a->ugal || strcmp(text, "minimal") == 0)
        return 0;
    error_set(&a->err, "--routing %s: there is no such routing; there are minimal and ugal", text);
    return EINVAL;
}

/* What goes together, when all words are known. */
static bool fits(struct net_arguments *a)
{
    if (a->ugal && a->o.bench.ordered)
        return error_set(&a->err, "--ordered: packets that --routing ugal sends different ways "
                                  "keep no order; leave one of the two out");
    if (a->trace != NULL && a->random != NULL)
        return error_set(&a->err,
                         "%s is of packets made at random, and those of a trace have what "
                         "it says; leave it out",
                         a->random);
    if (a->trace == NULL && a->follow)
        return error_set(&a->err, "--follow is of packets that --traffic trace:FILE reads; add it");
    if (a->trace == NULL && a->matrix)
        return error_set(&a->err, "--matrix is of packets that --traffic trace:FILE reads; add it");
    if (a->trace == NULL && a->network != NULL)
        return error_set(&a->err, "--network chooses from what --traffic trace:FILE reads; add it");
    if (a->trace != NULL) {
        a->o.from = a->o.to = 1;
        a->o.step = 1;
    }
    return a->load == NULL || read_load(a->load, a->trace != NULL, &a->o, &a->err);
}

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_ORDERED, struct net_arguments, o.bench.ordered),
    UMBEL_FLAG(KEY_FOLLOW, struct net_arguments, follow),
    UMBEL_FLAG(KEY_MATRIX, struct net_arguments, matrix),
    UMBEL_FLAG(KEY_NO_DATELINES, struct net_arguments, no_datelines),
    UMBEL_FLAG(KEY_FORCE, struct net_arguments, force),
    UMBEL_FLAG('q', struct net_arguments, quiet),
    UMBEL_TEXT(KEY_NETWORK, struct net_arguments, network),
    UMBEL_TEXT(KEY_LOAD, struct net_arguments, load),
    UMBEL_TEXT(KEY_JSON, struct net_arguments, json),
    UMBEL_TEXT(KEY_SVG, struct net_arguments, svg),
    UMBEL_NUMBER(KEY_SEED, struct net_arguments, o.bench.seed, "--seed", 0, UINT64_MAX),
    UMBEL_SET(KEY_SET, struct net_arguments, sets),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct net_arguments *a = state->input;
    switch (key) {
    case KEY_TRAFFIC:
        return read_traffic(arg, a);
    case KEY_FLITS:
        a->random = "--flits";
        return umbel_number_in(arg, "--flits", 1, MOST_FLITS, &a->flits, &a->err);
    case KEY_CLASSES:
        a->random = "--classes";
        return umbel_number_in(arg, "--classes", 1, 3, &a->classes, &a->err);
    case KEY_ROUTING:
        return read_routing(arg, a);
    case KEY_STALLS:
        return read_up_to(arg, "--stalls", 0.9, &a->o.bench.stalls, &a->err);
    case KEY_LIMIT:
        a->random = "--limit";
        return read_up_to(arg, "--limit", 1e6, &a->o.limit, &a->err);
    case KEY_PACKETS:
        a->random = "--packets";
        return umbel_number(arg, "--packets", &a->o.packets, &a->err);
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &a->system, &a->err);
    case ARGP_KEY_END:
        if (a->system != NULL)
            return fits(a) ? 0 : EINVAL;
        error_set(&a->err, "which network? umbel net SYSTEM");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_net_argp = {
    options,
    parse,
    "SYSTEM",
    "Measures the network of a system alone: the RTL of its routers and links under random "
    "packets, latency against load up to saturation; or under the packets of a run. Every packet "
    "is checked.\vSYSTEM is a name "
    "(`umbel systems`) or a file, with a network (--set network.topology=mesh). Without --ordered "
    "a packet may take any lane of its layer, and there is one class of messages: --classes 2 "
    "--ordered is the network of a machine as its messages use it.",
    NULL,
    NULL,
    NULL};

int umbel_net(int argc, char **argv)
{
    struct net_arguments a = {
        .o = {.from = 0.05, .to = 1, .step = 0.05, .bench = {.seed = 1}}, .flits = 1, .classes = 1};
    if (!umbel_parse(&umbel_net_argp, "net", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    a.o.bench.flits = (uint32_t)a.flits;
    a.o.bench.classes = (uint32_t)a.classes;
    if (!a.quiet) {
        a.o.progress = umbel_say;
        a.o.bench.say = umbel_say;
    }
    struct error err = {0};
    struct system *sys = system_load(a.system, a.sets.sets, a.sets.n, &err);
    const bool ok = sys != NULL && net_measure(&a, sys, &err);
    system_free(sys);
    return ok ? umbel_flush() : umbel_complain(&err);
}
