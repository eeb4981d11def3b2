#include "gen/net/deadlock.h"
#include "gen/system/derived.h"
#include "harness/net/matrix.h"
#include "harness/umbel/net.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- the network ---- */

enum { LEAST_BYTES = 4 };

static struct net *net_of(const struct net_arguments *a, const struct system *sys,
                          struct error *err)
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
    if (net != NULL && a->ugal && !net_use_ugal(net, err)) {
        net_free(net);
        return NULL;
    }
    return net;
}

static bool is_free(const struct net_arguments *a, const struct net *net, struct error *err)
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

static bool claim(const struct net_arguments *a, struct error *err)
{
    struct claims files = {0};
    char *path = system_file(a->system, err);
    const bool ok = path != NULL && claims_read(&files, "the system file", path, err) &&
                    (a->trace == NULL || claims_read(&files, "the trace", a->trace, err)) &&
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

static bool open_files(const struct net_arguments *a, struct files *f, struct error *err)
{
    return claim(a, err) && (a->json == NULL || outfile_open(&f->json, a->json, err)) &&
           (a->svg == NULL || outfile_open(&f->svg, a->svg, err));
}

static bool write_json(const struct net_arguments *a, struct files *f, json_t *json,
                       const struct system *sys, struct error *err)
{
    json_object_set_new(json, "umbel", umbel_about());
    json_object_set_new(json, "system", json_string(sys->name));
    json_object_set_new(json, "config", system_json(sys));
    json_object_set_new(json, "routing", json_string(a->ugal ? "ugal" : "minimal"));
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    const bool ok = outfile_finish(&f->json, text, strlen(text), err);
    free(text);
    json_decref(json);
    return ok;
}

static bool write_svg(struct files *f, char *svg, struct error *err)
{
    const bool ok = svg != NULL && outfile_finish(&f->svg, svg, strlen(svg), err);
    free(svg);
    return ok;
}

static bool sweep(const struct net_arguments *a, struct files *files, const struct system *sys,
                  struct error *err)
{
    const struct bench_options *o = &a->o.bench;
    struct sweep *s = sweep_run(&a->o, err);
    if (s != NULL && !a->quiet)
        sweep_print(s, o, stdout);
    const bool ok = s != NULL &&
                    (a->json == NULL || write_json(a, files, sweep_json(s, o), sys, err)) &&
                    (a->svg == NULL || write_svg(files, sweep_svg(s, o, err), err));
    sweep_free(s);
    return ok;
}

/* What packets follow is seen with minimal ways, as a machine has. */
static struct follow *follows(const struct replay_options *o, struct error *err)
{
    struct replay_options minimal = *o;
    struct replay_point point = {0};
    minimal.bench.net = system_net(o->bench.sys, err);
    struct follow *all = minimal.bench.net != NULL ? replay_follows(&minimal, &point, err) : NULL;
    free(point.links);
    net_free(minimal.bench.net);
    return all;
}

static bool replay(const struct net_arguments *a, struct files *files, const struct system *sys,
                   struct error *err)
{
    const struct bench_options *o = &a->o.bench;
    struct replay_options options = {.bench = *o,
                                     .from = a->o.from,
                                     .to = a->o.to,
                                     .step = a->o.step,
                                     .progress = a->o.progress};
    struct follow *all = a->follow ? follows(&options, err) : NULL;
    options.bench.follows = all;
    struct replay *r = a->follow && all == NULL ? NULL : replay_run(&options, err);
    free(all);
    if (r != NULL && !a->quiet)
        replay_print(r, o, stdout);
    const bool ok = r != NULL &&
                    (a->json == NULL || write_json(a, files, replay_json(r, o), sys, err)) &&
                    (a->svg == NULL || write_svg(files, replay_svg(r, o, err), err));
    replay_free(r);
    return ok;
}

/* ---- who sends how much where ---- */

static bool matrix_shape_of(const struct system *sys, struct matrix_shape *shape, struct error *err)
{
    const struct address_map map = system_addresses(sys);
    if (sys->memory.cubes.clusters == 0 || sys->fabric.network.topology == NET_NONE_KIND ||
        sys->memory.at != SYS_CENTRAL || system_net_slices(sys) > 1)
        return error_set(err,
                         "--matrix: %s has no cubes that its GPUs reach by planes of a network, as "
                         "umn-4gpu has",
                         sys->name);
    *shape = (struct matrix_shape){.packages = system_plane_nodes(sys),
                                   .host = system_plane_nodes(sys) > sys->gpus,
                                   .banks = address_plane_banks(&map),
                                   .clusters = sys->memory.cubes.clusters,
                                   .each = sys->memory.cubes.each,
                                   .ports = system_cube_ports(sys)};
    return true;
}

/* All planes of the trace, one after the other. */
static bool add_planes(const struct net_arguments *a, const struct system *sys, struct matrix *m,
                       struct error *err)
{
    bool ok = true;
    uint32_t planes = 1;
    for (uint32_t i = 0; ok && i < planes; i++) {
        char number[16];
        struct net_trace t = {0};
        snprintf(number, sizeof number, "%u", i);
        const struct trace_wanted wanted = {.network = number,
                                            .system = sys->name,
                                            .nodes = matrix_nodes(&m->shape),
                                            .flit_bytes = sys->link.bytes_per_cycle};
        ok = net_trace_read(&t, a->trace, &wanted, err);
        planes = t.networks.n;
        if (ok && planes != m->shape.each)
            ok = error_set(err, "%s: it has %u networks; %s has %u planes", a->trace, planes,
                           sys->name, m->shape.each);
        if (ok)
            matrix_add(m, &t, sys->link.bytes_per_cycle);
        net_trace_free(&t);
    }
    return ok;
}

static bool matrix(struct net_arguments *a, const struct system *sys, struct error *err)
{
    struct matrix_shape shape;
    struct matrix m = {0};
    struct files files = {0};
    if (!matrix_shape_of(sys, &shape, err))
        return false;
    matrix_make(&m, &shape);
    bool ok = open_files(a, &files, err) && add_planes(a, sys, &m, err);
    if (ok && !a->quiet)
        matrix_print(&m, stdout);
    ok = ok && (a->json == NULL || write_json(a, &files, matrix_json(&m), sys, err)) &&
         (a->svg == NULL || write_svg(&files, matrix_svg(&m, err), err));
    outfile_discard(&files.json);
    outfile_discard(&files.svg);
    matrix_free(&m);
    return ok;
}

/* ---- the whole ---- */

/* The bench's packets: of a trace, or of a pattern. */
static bool take_traffic(struct net_arguments *a, const struct system *sys, struct net_trace *trace,
                         struct error *err)
{
    struct bench_options *o = &a->o.bench;
    if (a->trace == NULL)
        return pattern_fits(o->pattern, o->net->n_nodes, err) && sweep_fits(&a->o, err);
    const struct trace_wanted wanted = {.network = a->network,
                                        .system = sys->name,
                                        .nodes = o->net->n_nodes,
                                        .flit_bytes = sys->link.bytes_per_cycle};
    if (!net_trace_read(trace, a->trace, &wanted, err))
        return false;
    o->trace = trace;
    o->classes = trace->classes.n;
    return true;
}

bool net_measure(struct net_arguments *a, const struct system *sys, struct error *err)
{
    struct bench_options *o = &a->o.bench;
    struct net_trace trace = {0};
    struct files files = {0};
    if (a->matrix)
        return matrix(a, sys, err);
    o->sys = sys;
    o->net = net_of(a, sys, err);
    bool ok = o->net != NULL && take_traffic(a, sys, &trace, err) && is_free(a, o->net, err) &&
              open_files(a, &files, err);
    if (ok)
        ok = o->trace != NULL ? replay(a, &files, sys, err) : sweep(a, &files, sys, err);
    outfile_discard(&files.json);
    outfile_discard(&files.svg);
    net_trace_free(&trace);
    net_free(o->net);
    return ok;
}
