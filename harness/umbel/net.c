#include "gen/net/deadlock.h"
#include "harness/net/sweep.h"
#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *system, *json, *svg;
    struct umbel_sets sets;
    struct sweep_options o;
    uint64_t flits, classes;
    bool no_datelines, force, quiet;
    struct error err;
};

enum {
    KEY_TRAFFIC = 256,
    KEY_LOAD,
    KEY_LIMIT,
    KEY_PACKETS,
    KEY_FLITS,
    KEY_CLASSES,
    KEY_ORDERED,
    KEY_STALLS,
    KEY_SEED,
    KEY_SET,
    KEY_NO_DATELINES,
    KEY_FORCE,
    KEY_JSON,
    KEY_SVG
};

enum { MOST_FLITS = 64, MOST_POINTS = 1000 };

static const struct argp_option options[] = {
    {"traffic", KEY_TRAFFIC, "PATTERN", 0,
     "uniform (default), transpose, hotspot, tornado, bitrev or shuffle", 0},
    {"load", KEY_LOAD, "A:B:STEP", 0,
     "flits a cycle that each node makes: from A to B, by STEP (default 0.05:1:0.05); or one load",
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
    {"packets", KEY_PACKETS, "N", 0, "at least so many packets at each load", 0},
    {"stalls", KEY_STALLS, "SHARE", 0,
     "share of the cycles in which a sender or a receiver does nothing (0 to 0.9; default 0)", 0},
    {"seed", KEY_SEED, "N", 0, "of all that is random (default 1)", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (network.topology=mesh)", 0},
    {"no-datelines", KEY_NO_DATELINES, NULL, 0,
     "leave out what keeps packets of a ring from waiting for each other in a circle", 0},
    {"force", KEY_FORCE, NULL, 0, "run a network in which packets can wait in a circle", 0},
    {"json", KEY_JSON, "FILE", 0, "write all that was measured as JSON", 0},
    {"svg", KEY_SVG, "FILE", 0, "draw latency against load (by gnuplot)", 0},
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

static int read_load(const char *text, struct sweep_options *o, struct error *err)
{
    const char *at = text;
    bool ok = read_number(&at, &o->from);
    o->to = o->from;
    o->step = 1;
    if (ok && *at == ':') {
        at++;
        ok = read_number(&at, &o->to) && *at++ == ':' && read_number(&at, &o->step);
    }
    ok = ok && *at == '\0' && o->from > 0 && o->to >= o->from && o->to <= 1 && o->step > 0 &&
         (o->to - o->from) / o->step < MOST_POINTS;
    if (ok)
        return 0;
    error_set(err,
              "--load %s: not a load, nor A:B:STEP with loads above 0 and up to 1 in at most %d "
              "steps, such as 0.1:0.9:0.1",
              text, MOST_POINTS);
    return EINVAL;
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

static int read_traffic(const char *text, enum pattern *p, struct error *err)
{
    if (pattern_find(text, p))
        return 0;
    struct sbuf all = {0};
    for (int i = 0; i < PATTERNS; i++)
        sbuf_printf(&all, "%s%s", i > 0 ? ", " : "", pattern_name((enum pattern)i));
    error_set(err, "--traffic %s: there is no such pattern; there are %s", text, sbuf_str(&all));
    sbuf_free(&all);
    return EINVAL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_TRAFFIC:
        return read_traffic(arg, &a->o.bench.pattern, &a->err);
    case KEY_LOAD:
        return read_load(arg, &a->o, &a->err);
    case KEY_FLITS:
        return umbel_number_in(arg, "--flits", 1, MOST_FLITS, &a->flits, &a->err);
    case KEY_CLASSES:
        return umbel_number_in(arg, "--classes", 1, 3, &a->classes, &a->err);
    case KEY_ORDERED:
        a->o.bench.ordered = true;
        return 0;
    case KEY_STALLS:
        return read_up_to(arg, "--stalls", 0.9, &a->o.bench.stalls, &a->err);
    case KEY_LIMIT:
        return read_up_to(arg, "--limit", 1e6, &a->o.limit, &a->err);
    case KEY_PACKETS:
        return umbel_number(arg, "--packets", &a->o.packets, &a->err);
    case KEY_SEED:
        return umbel_number(arg, "--seed", &a->o.bench.seed, &a->err);
    case KEY_SET:
        return umbel_add_set(&a->sets, arg, &a->err) ? 0 : EINVAL;
    case KEY_NO_DATELINES:
        a->no_datelines = true;
        return 0;
    case KEY_FORCE:
        a->force = true;
        return 0;
    case KEY_JSON:
        a->json = arg;
        return 0;
    case KEY_SVG:
        a->svg = arg;
        return 0;
    case 'q':
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0) {
            error_set(&a->err, "'%s' is one argument too many; see `umbel net --help`", arg);
            return EINVAL;
        }
        a->system = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->system != NULL)
            return 0;
        error_set(&a->err, "which network? umbel net SYSTEM");
        return EINVAL;
    default:
        return umbel_parse_rest(key, state, &a->err);
    }
}

const struct argp umbel_net_argp = {
    options,
    parse,
    "SYSTEM",
    "Measures the network of a system alone: the RTL of its routers and links under random "
    "packets, latency against load up to saturation. Every packet is checked.\vSYSTEM is a name "
    "(`umbel systems`) or a file, with a network (--set network.topology=mesh). Without --ordered "
    "a packet may take any lane of its layer, and there is one class of messages: --classes 2 "
    "--ordered is the network of a machine as its messages use it.",
    NULL,
    NULL,
    NULL};

/* ---- the network ---- */

enum { LEAST_BYTES = 4 };

static struct net *net_of(const struct arguments *a, const struct system *sys, struct error *err)
{
    if (sys->fabric.network.topology == NET_NONE_KIND) {
        error_set(err, "%s has no network; --set network.topology=mesh gives it one", sys->name);
        return NULL;
    }
    if (sys->link.bytes_per_cycle < LEAST_BYTES) {
        error_set(err,
                  "link.bytes_per_cycle is %u; packets are told apart by their first flits, which "
                  "takes %d",
                  sys->link.bytes_per_cycle, LEAST_BYTES);
        return NULL;
    }
    struct net *net = system_net(sys, err);
    if (net != NULL && a->no_datelines)
        net_without_datelines(net);
    return net;
}

static bool is_free(const struct arguments *a, const struct net *net, struct error *err)
{
    const struct net_classes classes = {.n = a->o.bench.classes};
    struct sbuf circle = {0};
    const bool ok =
        a->force || net_is_free_of_deadlock(net, &classes, &circle) ||
        error_set(err, "packets could wait for each other: %s; --force runs it all the same",
                  sbuf_str(&circle));
    sbuf_free(&circle);
    return ok;
}

/* ---- results ---- */

static bool claim(const struct arguments *a, struct error *err)
{
    struct claims files = {0};
    char *path = system_find(a->system, err);
    const bool ok = path != NULL && claims_read(&files, "the system file", path, err) &&
                    (a->json == NULL || claims_write(&files, "--json", a->json, err)) &&
                    (a->svg == NULL || claims_write(&files, "--svg", a->svg, err));
    claims_free(&files);
    free(path);
    return ok;
}

/* The files are opened before the work, so that what cannot be written is said at once. */
struct files {
    struct outfile json, svg;
};

static bool open_files(const struct arguments *a, struct files *f, struct error *err)
{
    return claim(a, err) && (a->json == NULL || outfile_open(&f->json, a->json, err)) &&
           (a->svg == NULL || outfile_open(&f->svg, a->svg, err));
}

static bool write_json(const struct arguments *a, struct files *f, const struct sweep *s,
                       const struct system *sys, struct error *err)
{
    json_t *json = sweep_json(s, &a->o.bench);
    json_object_set_new(json, "umbel", umbel_about());
    json_object_set_new(json, "system", json_string(sys->name));
    json_object_set_new(json, "config", system_json(sys));
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    const bool ok = outfile_finish(&f->json, text, strlen(text), err);
    free(text);
    json_decref(json);
    return ok;
}

static bool write_svg(const struct arguments *a, struct files *f, const struct sweep *s,
                      struct error *err)
{
    char *svg = sweep_svg(s, &a->o.bench, a->svg, err);
    const bool ok = svg != NULL && outfile_finish(&f->svg, svg, strlen(svg), err);
    free(svg);
    return ok;
}

static bool sweep(const struct arguments *a, const struct system *sys, struct error *err)
{
    struct files files = {0};
    struct sweep *s = open_files(a, &files, err) ? sweep_run(&a->o, err) : NULL;
    if (s != NULL && !a->quiet)
        sweep_print(s, &a->o.bench, stdout);
    const bool ok = s != NULL && (a->json == NULL || write_json(a, &files, s, sys, err)) &&
                    (a->svg == NULL || write_svg(a, &files, s, err));
    outfile_discard(&files.json);
    outfile_discard(&files.svg);
    sweep_free(s);
    return ok;
}

static bool measure(struct arguments *a, const struct system *sys, struct error *err)
{
    a->o.bench.sys = sys;
    a->o.bench.net = net_of(a, sys, err);
    const bool ok = a->o.bench.net != NULL &&
                    pattern_fits(a->o.bench.pattern, a->o.bench.net->n_nodes, err) &&
                    is_free(a, a->o.bench.net, err) && sweep(a, sys, err);
    net_free(a->o.bench.net);
    return ok;
}

int umbel_net(int argc, char **argv)
{
    struct arguments a = {
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
    const bool ok = sys != NULL && measure(&a, sys, &err);
    system_free(sys);
    return ok ? umbel_flush() : umbel_complain(&err);
}
