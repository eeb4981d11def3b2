/* `umbel thermal`: temperatures of a machine on an interposer. */
#include "harness/thermal/map.h"
#include "harness/umbel/umbel.h"
#include "sw/util/arena.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_LIST = 256, KEY_RUN, KEY_ENERGIES, KEY_SINK, KEY_AMBIENT, KEY_CELLS, KEY_JSON, KEY_SVG };

struct arguments {
    const char *floorplan, *run, *energies, *json, *svg;
    double sink, ambient; /* not a number: the floorplan's */
    uint64_t cells;       /* 0: the floorplan's */
    bool list, quiet;
    struct error err;
};

static const struct argp_option options[] = {
    {"list", KEY_LIST, NULL, 0, "list the floorplans that ship", 0},
    {"run", KEY_RUN, "FILE", 0,
     "what umbel run --json FILE wrote: the power of blocks that have units", 0},
    {"energies", KEY_ENERGIES, "FILE", 0,
     "prices of what units do (default: harness/thermal/energies.yaml)", 0},
    {"sink", KEY_SINK, "K/W", 0, "resistance from the top to the air, in place of the floorplan's",
     0},
    {"ambient", KEY_AMBIENT, "C", 0, "temperature of the air, in place of the floorplan's", 0},
    {"cells", KEY_CELLS, "N", 0,
     "at least so many cells along the longer side (1 to 128), in place of the floorplan's", 0},
    {"json", KEY_JSON, "FILE", 0, "write temperatures and power of blocks as JSON", 0},
    {"svg", KEY_SVG, "FILE", 0, "draw the map (by gnuplot)", 0},
    {"quiet", 'q', NULL, 0, "no table", 0},
    UMBEL_HELP,
    {0},
};

/* ---- words ---- */

static int read_number(const char *text, const char *option, double least, double most,
                       double *value, struct error *err)
{
    char *end;
    *value = strtod(text, &end);
    if (end != text && *end == '\0' && *value >= least && *value <= most)
        return 0;
    error_set(err, "%s %s: not a number from %g to %g", option, text, least, most);
    return EINVAL;
}

static int parse_end(struct arguments *a)
{
    const bool more = a->floorplan != NULL || a->run != NULL || a->energies != NULL ||
                      a->json != NULL || a->svg != NULL || a->quiet || a->cells > 0 ||
                      !isnan(a->sink) || !isnan(a->ambient);
    if (a->list && more)
        error_set(&a->err, "--list lists all floorplans: leave out everything else");
    else if (!a->list && a->floorplan == NULL)
        error_set(&a->err,
                  "which floorplan? umbel thermal NAME; `umbel thermal --list` lists them");
    else if (a->energies != NULL && a->run == NULL)
        error_set(&a->err, "--energies has prices of what a run counted: add --run FILE");
    return error_is_set(&a->err) ? EINVAL : 0;
}

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_LIST, struct arguments, list),
    UMBEL_FLAG('q', struct arguments, quiet),
    UMBEL_TEXT(KEY_RUN, struct arguments, run),
    UMBEL_TEXT(KEY_ENERGIES, struct arguments, energies),
    UMBEL_TEXT(KEY_JSON, struct arguments, json),
    UMBEL_TEXT(KEY_SVG, struct arguments, svg),
    UMBEL_NUMBER(KEY_CELLS, struct arguments, cells, "--cells", 1, FLOORPLAN_MOST_CELLS),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_SINK:
        return read_number(arg, "--sink", 1e-6, 1e6, &a->sink, &a->err);
    case KEY_AMBIENT:
        return read_number(arg, "--ambient", -273.15, 1000, &a->ambient, &a->err);
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &a->floorplan, &a->err);
    case ARGP_KEY_END:
        return parse_end(a);
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_thermal_argp = {
    options,
    parse,
    "[FLOORPLAN]",
    "Tells how hot a machine on an interposer becomes: the steady state of the layers between its "
    "blocks and the air. The power of a block is what the floorplan gives, or that of units of a "
    "run, from what they counted and published energies.\vFLOORPLAN is a name (--list) or a file. "
    "It has the blocks' places, the layers and the sink; harness/thermal/README.md explains its "
    "fields, and what such a map leaves out.",
    NULL,
    NULL,
    NULL};

/* ---- the work ---- */

static void list(void)
{
    struct floorplan_names all = floorplan_names();
    for (size_t i = 0; i < all.n; i++) {
        struct error ignored = {0};
        struct floorplan *f = floorplan_load(all.names[i], &ignored);
        printf("%-16s %s\n", all.names[i], f != NULL ? f->about : ignored.text);
        floorplan_free(f);
    }
    floorplan_names_free(&all);
}

struct files {
    struct outfile json, svg;
};

static bool open_files(const struct arguments *a, const struct floorplan *f, struct files *files,
                       struct error *err)
{
    struct claims c = {0};
    const bool ok = claims_read(&c, "the floorplan", f->path, err) &&
                    (a->run == NULL || claims_read(&c, "--run", a->run, err)) &&
                    (a->energies == NULL || claims_read(&c, "--energies", a->energies, err)) &&
                    (a->json == NULL || claims_write(&c, "--json", a->json, err)) &&
                    (a->svg == NULL || claims_write(&c, "--svg", a->svg, err)) &&
                    (a->json == NULL || outfile_open(&files->json, a->json, err)) &&
                    (a->svg == NULL || outfile_open(&files->svg, a->svg, err));
    claims_free(&c);
    return ok;
}

static void change(const struct arguments *a, struct floorplan *f)
{
    if (!isnan(a->sink)) {
        if (f->top.resistance == NULL)
            f->top.resistance = xcalloc(1, sizeof *f->top.resistance);
        *f->top.resistance = a->sink;
    }
    f->ambient = isnan(a->ambient) ? f->ambient : a->ambient;
    f->cells = a->cells > 0 ? (uint32_t)a->cells : f->cells;
}

static bool write_json(struct files *files, const struct map *m, struct error *err)
{
    json_t *json = map_json(m);
    json_object_set_new(json, "umbel", umbel_about());
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(9));
    const bool ok = outfile_finish(&files->json, text, strlen(text), err);
    free(text);
    json_decref(json);
    return ok;
}

/* The picture is drawn before anything is told, as gnuplot may fail. */
static bool tell(const struct arguments *a, struct files *files, const struct map *m,
                 struct error *err)
{
    char *svg = a->svg != NULL ? map_svg(m, err) : NULL;
    bool ok = a->svg == NULL || svg != NULL;
    if (ok && !a->quiet)
        map_print(m, stdout);
    ok = ok && (a->json == NULL || write_json(files, m, err)) &&
         (svg == NULL || outfile_finish(&files->svg, svg, strlen(svg), err));
    free(svg);
    return ok;
}

static bool work(const struct arguments *a, const struct floorplan *f, struct files *files,
                 struct error *err)
{
    struct power p = {0};
    struct heat h = {0};
    struct stack *g = NULL;
    struct energies *e = a->run != NULL ? energies_load(a->energies, err) : NULL;
    bool ok =
        a->run != NULL ? e != NULL && power_of_run(f, e, a->run, &p, err) : power_given(f, &p, err);
    ok = ok && (g = stack_new(f, err)) != NULL && heat_solve(g, f, p.watts, &h, err);
    if (ok) {
        struct map m = map_new(f, e, &p, g, &h);
        ok = tell(a, files, &m, err);
        map_free(&m);
    }
    heat_free(&h);
    stack_free(g);
    power_free(&p);
    energies_free(e);
    return ok;
}

int umbel_thermal(int argc, char **argv)
{
    struct arguments a = {.sink = NAN, .ambient = NAN};
    struct error err = {0};
    struct files files = {0};
    if (!umbel_parse(&umbel_thermal_argp, "thermal", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    if (a.list) {
        list();
        return umbel_flush();
    }
    struct floorplan *f = floorplan_load(a.floorplan, &err);
    bool ok = f != NULL;
    if (ok) {
        change(&a, f);
        ok = open_files(&a, f, &files, &err) && work(&a, f, &files, &err);
    }
    outfile_discard(&files.json);
    outfile_discard(&files.svg);
    floorplan_free(f);
    return ok ? umbel_flush() : umbel_complain(&err);
}
