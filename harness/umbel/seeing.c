#include "harness/umbel/seeing.h"

#include "harness/umbel/umbel.h"

#include <errno.h>

enum {
    KEY_TRACE = 512,
    KEY_TRACE_FROM,
    KEY_TRACE_TO,
    KEY_PROFILE,
    KEY_SHARING,
    KEY_NET_TRACE,
    KEY_WAVES,
    KEY_WAVES_TILES,
    KEY_WAVES_FROM,
    KEY_WAVES_TO
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "To see more of it (cycles and result stay the same):", 2},
    {"profile", KEY_PROFILE, "N", OPTION_ARG_OPTIONAL,
     "where cycles went, and the N hottest lines (default 10)", 2},
    {"sharing", KEY_SHARING, NULL, 0, "what GPUs have for themselves, read or write together", 2},
    {"trace", KEY_TRACE, "FILE", 0, "every request and its way, for Perfetto (ui.perfetto.dev)", 2},
    {"trace-from", KEY_TRACE_FROM, "CYCLE", 0, "leave out requests that ended before it", 2},
    {"trace-to", KEY_TRACE_TO, "CYCLE", 0, "leave out those that began after it", 2},
    {"net-trace", KEY_NET_TRACE, "FILE", 0,
     "every packet in a network of routers, for umbel net --traffic trace:FILE", 2},
    {"waves", KEY_WAVES, "FILE", 0, "every signal of some tiles as FST, for GTKWave", 2},
    {"waves-tiles", KEY_WAVES_TILES, "PATTERN,...", 0,
     "which tiles (gpu0.sm0.l1,umc*; default all, if they are few)", 2},
    {"waves-from", KEY_WAVES_FROM, "CYCLE", 0, "the first cycle to show", 2},
    {"waves-to", KEY_WAVES_TO, "CYCLE", 0, "the last", 2},
    {0},
};

static bool in_order(const char *what, const char *path, uint64_t from, uint64_t to,
                     struct error *err)
{
    if (path == NULL && (from > 0 || to < UINT64_MAX))
        return error_set(err, "--%s-from and --%s-to choose from what --%s FILE writes; add it",
                         what, what, what);
    return from <= to || error_set(err, "--%s-from %llu --%s-to %llu: no cycle is within these",
                                   what, (unsigned long long)from, what, (unsigned long long)to);
}

static bool fits(const struct observe_options *o, struct error *err)
{
    if (o->waves.tiles != NULL && o->waves.path == NULL)
        return error_set(err, "--waves-tiles chooses what --waves FILE writes; add it");
    return in_order("trace", o->trace.path, o->trace.from, o->trace.to, err) &&
           in_order("waves", o->waves.path, o->waves.from, o->waves.to, err);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const struct seeing *s = state->input;
    struct observe_options *o = s->o;
    switch (key) {
    case KEY_PROFILE:
        o->profile = true;
        return arg != NULL ? umbel_number(arg, "--profile", &o->hottest, s->err) : 0;
    case KEY_SHARING:
        o->sharing = true;
        return 0;
    case KEY_NET_TRACE:
        o->net_trace = arg;
        return 0;
    case KEY_TRACE:
        o->trace.path = arg;
        return 0;
    case KEY_TRACE_FROM:
        return umbel_number(arg, "--trace-from", &o->trace.from, s->err);
    case KEY_TRACE_TO:
        return umbel_number(arg, "--trace-to", &o->trace.to, s->err);
    case KEY_WAVES:
        o->waves.path = arg;
        return 0;
    case KEY_WAVES_TILES:
        o->waves.tiles = arg;
        return 0;
    case KEY_WAVES_FROM:
        return umbel_number(arg, "--waves-from", &o->waves.from, s->err);
    case KEY_WAVES_TO:
        return umbel_number(arg, "--waves-to", &o->waves.to, s->err);
    case ARGP_KEY_SUCCESS:
        return fits(o, s->err) ? 0 : EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp umbel_seeing = {options, parse, NULL, NULL, NULL, NULL, NULL};
