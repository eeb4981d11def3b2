#include "harness/study/points.h"

#include "gen/machine/netlist.h"
#include "gen/system/system.h"
#include "harness/study/study_impl.h"
#include "sw/host/program.h"
#include "sw/ptx/ptx.h"
#include "sw/runtime/launch.h"
#include "sw/util/arena.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "sw/util/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- systems ---- */

/* Which links have energy: the Verilog does not say so. */
static void add_links(struct sbuf *sums, const struct netlist *n)
{
    struct sbuf links = {0};
    for (size_t i = 0; i < n->n_links; i++) {
        const struct netlist_link *l = &n->links[i];
        sbuf_printf(&links, "%s %d %u %d\n", l->name, l->tile, l->select, (int)l->kind);
    }
    sbuf_printf(sums, "%s  links\n", sha256_of(sbuf_str(&links), links.len).text);
    sbuf_free(&links);
}

/* The sums of the Verilog: every unit, and the flat top, which has the wiring between them; and of
 * the list of links. */
static char *hashes_of(const struct system *sys, struct error *err)
{
    struct netlist *n = netlist_new(sys, err);
    struct hdl_design *d = hdl_design_new();
    struct sbuf sums = {0};
    bool ok = n != NULL && netlist_emit_units(n, d, err) && netlist_emit_flat(n, d, err);
    for (size_t i = 0; ok && i < hdl_count(d); i++) {
        const char *text = hdl_text(d, hdl_name(d, i));
        if (text == NULL)
            ok = error_set(err, "%s: %s was not emitted", sys->name, hdl_name(d, i));
        else
            sbuf_printf(&sums, "%s  %s.v\n", sha256_of(text, strlen(text)).text, hdl_name(d, i));
    }
    if (ok)
        add_links(&sums, n);
    else
        sbuf_free(&sums);
    hdl_design_free(d);
    netlist_free(n);
    return sums.text;
}

static bool describe(struct study_system *to, struct error *err)
{
    struct system *sys = system_load(to->name, (const char *const *)to->sets, to->n_sets, err);
    if (sys == NULL)
        return false;
    struct sbuf whole = {0}, shape = {0};
    to->hashes = hashes_of(sys, err);
    system_yaml(sys, &whole);
    study_shape(sys, &shape);
    to->yaml = whole.text;
    to->shape = shape.text;
    system_free(sys);
    return to->hashes != NULL;
}

static void add_sets(struct study_system *to, char **sets, uint32_t n)
{
    to->sets = xrealloc(to->sets, (to->n_sets + n + 1) * sizeof *to->sets);
    for (uint32_t i = 0; i < n; i++)
        to->sets[to->n_sets++] = xstrdup(sets[i]);
    to->sets[to->n_sets] = NULL;
}

static void system_drop(struct study_system *sys)
{
    for (size_t i = 0; i < sys->n_sets; i++)
        free(sys->sets[i]);
    free(sys->sets);
    free(sys->name);
    free(sys->yaml);
    free(sys->shape);
    free(sys->hashes);
}

static bool same_system(const struct study_system *a, const struct study_system *b)
{
    bool same = strcmp(a->name, b->name) == 0 && a->n_sets == b->n_sets;
    for (size_t i = 0; same && i < a->n_sets; i++)
        same = strcmp(a->sets[i], b->sets[i]) == 0;
    return same;
}

/* Finds or adds the system of a series at a value. */
static bool find_system(struct study_points *p, uint32_t series, uint32_t value, uint32_t *found,
                        struct error *err)
{
    const struct study_series *of = &p->study->series[series];
    const struct study_sweep *sweep = &p->study->sweep;
    struct study_system sys = {.name = xstrdup(of->system)};
    add_sets(&sys, of->sets, of->sets_count);
    if (!of->fixed && sweep->values_count > 0)
        add_sets(&sys, sweep->values[value].sets, sweep->values[value].sets_count);
    for (uint32_t i = 0; i < p->n_systems; i++)
        if (same_system(&p->systems[i], &sys)) {
            *found = i;
            system_drop(&sys);
            return true;
        }
    bool ok = describe(&sys, err);
    *found = (uint32_t)p->n_systems;
    p->systems = xrealloc(p->systems, (p->n_systems + 1) * sizeof *p->systems);
    p->systems[p->n_systems++] = sys;
    return ok;
}

/* ---- kernels ---- */

/* What a kernel adds to the key, kept while a study's points are made. */
struct workload {
    const struct study_kernel *kernel;
    char *size;            /* NULL: the file has none */
    char *chosen;          /* its name; "" for none */
    char *source, *launch; /* of a launch file of the user's: absolute paths; else NULL */
    struct sbuf sums;
    struct workload *next;
};

/* A source with this text, and the sum of what the compiler makes of it. */
struct compiled {
    char *source;
    struct sha256 text, sum;
    struct compiled *next;
};

/* The PTX of a CUDA file. */
static bool sum_of_ptx(const char *source, struct sha256 *sum, struct error *err)
{
    size_t len;
    char *ptx = ptx_compile(source, root_path("sw/kernels"), 0, &len, err);
    if (ptx == NULL)
        return false;
    *sum = sha256_of(ptx, len);
    free(ptx);
    return true;
}

/* The object of a host program. */
static bool sum_of_object(const char *source, struct sha256 *sum, struct error *err)
{
    struct host_program *p = host_compile(source, err);
    if (p == NULL)
        return false;
    *sum = sha256_of(p->image, p->image_bytes);
    host_program_free(p);
    return true;
}

/* Many points have the same sources, and to compile one takes a tenth of a second: each text is
 * compiled once per process. */
static bool compiled_sum(bool (*compile)(const char *, struct sha256 *, struct error *),
                         const char *source, struct sha256 *sum, struct error *err)
{
    static struct compiled *all;
    struct sha256 text;
    if (!sha256_of_file(source, &text, err))
        return false;
    for (const struct compiled *c = all; c != NULL; c = c->next)
        if (strcmp(c->source, source) == 0 && strcmp(c->text.text, text.text) == 0) {
            *sum = c->sum;
            return true;
        }
    if (!compile(source, sum, err))
        return false;
    struct compiled *c = xcalloc(1, sizeof *c);
    *c = (struct compiled){xstrdup(source), text, *sum, all};
    all = c;
    return true;
}

static bool add_sums(const struct launch *l, struct sbuf *sums, struct error *err)
{
    struct sha256 ptx, object;
    if (!compiled_sum(sum_of_ptx, l->source, &ptx, err))
        return false;
    sbuf_printf(sums, "launch %s size %s ptx %s", l->sum.text, l->size, ptx.text);
    if (l->host != NULL) {
        if (!compiled_sum(sum_of_object, l->host, &object, err))
            return false;
        sbuf_printf(sums, " host %s", object.text);
    }
    for (size_t i = 0; i < l->n_buffers; i++)
        if (l->buffers[i].input != NULL)
            sbuf_printf(sums, " input %s %s", l->buffers[i].name, l->buffers[i].input_sum.text);
    return true;
}

/* A path that holds wherever the points run. */
static char *absolute(const char *path)
{
    char *whole = realpath(path, NULL);
    return whole != NULL ? whole : xstrdup(path);
}

static void free_workload(struct workload *w)
{
    free(w->size);
    free(w->chosen);
    free(w->source);
    free(w->launch);
    sbuf_free(&w->sums);
    free(w);
}

static struct workload *load_workload(const struct study_kernel *k, const char *size,
                                      struct error *err)
{
    struct workload *w = xcalloc(1, sizeof *w);
    struct sbuf path = {0};
    w->kernel = k;
    w->size = size != NULL ? xstrdup(size) : NULL;
    if (k->launch != NULL)
        sbuf_puts(&path, k->launch);
    else
        sbuf_printf(&path, "%s/%s/%s.yaml", root_path("sw/kernels"), k->name, k->name);
    struct launch *l = launch_load(path.text, size, 1, UINT64_MAX, err);
    bool ok = l != NULL && add_sums(l, &w->sums, err);
    if (ok) {
        w->chosen = xstrdup(l->size);
        w->source = k->launch != NULL ? absolute(l->source) : NULL;
        w->launch = k->launch != NULL ? absolute(path.text) : NULL;
    }
    launch_free(l);
    sbuf_free(&path);
    if (ok)
        return w;
    free_workload(w);
    return NULL;
}

static const struct workload *find_workload(struct workload **all, const struct study_kernel *k,
                                            const char *size, struct error *err)
{
    for (struct workload *w = *all; w != NULL; w = w->next)
        if (study_same_kernel(w->kernel, w->size, k, size))
            return w;
    struct workload *w = load_workload(k, size, err);
    if (w == NULL)
        return NULL;
    w->next = *all;
    *all = w;
    return w;
}

static void free_workloads(struct workload *all)
{
    while (all != NULL) {
        struct workload *next = all->next;
        free_workload(all);
        all = next;
    }
}

/* ---- points ---- */

static void add_word(struct study_point *p, const char *word)
{
    p->argv = xrealloc(p->argv, (p->n_argv + 2) * sizeof *p->argv);
    p->argv[p->n_argv++] = xstrdup(word);
    p->argv[p->n_argv] = NULL;
}

/* KERNEL, KERNEL:SIZE, or the same of the source of a launch file. */
static void add_kernel(struct study_point *p, const struct workload *w)
{
    char *word = study_kernel_word(w->source != NULL ? w->source : p->kernel, p->size);
    add_word(p, word);
    free(word);
    if (w->launch == NULL)
        return;
    add_word(p, "--launch");
    add_word(p, w->launch);
}

/* The words as a user types them: a path below the current folder is told from there. */
static char *command_of(const struct study_point *p)
{
    struct sbuf text = {0};
    char *here = realpath(".", NULL);
    const size_t n = here != NULL ? strlen(here) : 0;
    sbuf_puts(&text, "umbel run");
    for (size_t i = 0; i < p->n_argv; i++) {
        const char *word = p->argv[i];
        const bool below = n > 1 && strncmp(word, here, n) == 0 && word[n] == '/';
        sbuf_puts(&text, " ");
        shell_word(&text, below ? word + n + 1 : word);
    }
    free(here);
    return text.text;
}

/* What a study's metric asks of its runs beside their counters. */
struct asks {
    bool sharing, routing;
};

static void add_words(struct study_point *p, const struct study_system *sys,
                      const struct workload *w, const struct asks *asks)
{
    add_word(p, sys->name);
    add_kernel(p, w);
    for (size_t i = 0; i < sys->n_sets; i++) {
        add_word(p, "--set");
        add_word(p, sys->sets[i]);
    }
    if (asks->sharing)
        add_word(p, "--sharing");
    if (asks->routing)
        add_word(p, "--net-routing");
    if (p->seed != 1) {
        struct sbuf seed = {0};
        sbuf_printf(&seed, "%llu", (unsigned long long)p->seed);
        add_word(p, "--seed");
        add_word(p, seed.text);
        sbuf_free(&seed);
    }
    p->command = command_of(p);
}

static struct sha256 key_of(const struct study_system *sys, const struct workload *w, uint64_t seed,
                            const struct asks *asks, bool may_be_wrong,
                            const struct study_models *models)
{
    struct sbuf all = {0};
    sbuf_printf(&all, "umbel point 1\nmodels %s\nseed %llu\n%s\n%s%s", models->run,
                (unsigned long long)seed, w->sums.text, sys->hashes, sys->shape);
    if (asks->sharing)
        sbuf_puts(&all, "with sharing and copies\n");
    if (asks->routing)
        sbuf_printf(&all, "with routing %s\n", models->routing);
    if (may_be_wrong)
        sbuf_puts(&all, "right or wrong\n");
    struct sha256 key = sha256_of(all.text, all.len);
    sbuf_free(&all);
    return key;
}

/* Finds or adds the point of a system with a kernel. */
static size_t find_point(struct study_points *p, uint32_t system, const struct workload *w,
                         bool may_be_wrong, const struct study_models *models)
{
    struct study_point point = {
        .system = system, .seed = p->study->seed, .may_be_wrong = may_be_wrong};
    const struct asks asks = {study_asks(p->study, "sharing"), study_asks(p->study, "routing")};
    point.key = key_of(&p->systems[system], w, point.seed, &asks, may_be_wrong, models);
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->list[i].key.text, point.key.text) == 0)
            return i;
    point.kernel = xstrdup(w->kernel->name);
    point.size = xstrdup(w->chosen);
    add_words(&point, &p->systems[system], w, &asks);
    p->list = xrealloc(p->list, (p->n + 1) * sizeof *p->list);
    p->list[p->n] = point;
    return p->n++;
}

static const struct workload *workload_of(const struct study *s, uint32_t series, uint32_t value,
                                          uint32_t kernel, struct workload **all, struct error *err)
{
    return find_workload(all, study_kernel_of(s, series, kernel),
                         study_size(s, series, value, kernel), err);
}

static bool fill(struct study_points *p, const struct study_models *models, struct workload **all,
                 struct error *err)
{
    const struct study *s = p->study;
    size_t cell = 0;
    for (uint32_t i = 0; i < s->series_count; i++)
        for (uint32_t v = 0; v < study_values(s); v++) {
            uint32_t system;
            if (!find_system(p, i, v, &system, err))
                return false;
            for (uint32_t k = 0; k < s->rows_count; k++) {
                const struct workload *w = workload_of(s, i, v, k, all, err);
                if (w == NULL)
                    return false;
                p->cells[cell++] = find_point(p, system, w, s->series[i].may_be_wrong, models);
            }
        }
    return true;
}

struct study_points *study_points(const struct study *s, const struct study_models *models,
                                  struct error *err)
{
    struct study_points *p = xcalloc(1, sizeof *p);
    struct workload *all = NULL;
    p->study = s;
    p->cells = xcalloc((size_t)s->series_count * study_values(s) * s->rows_count, sizeof *p->cells);
    bool ok = fill(p, models, &all, err);
    free_workloads(all);
    if (ok)
        return p;
    study_points_free(p);
    return NULL;
}

void study_points_free(struct study_points *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->n; i++) {
        for (size_t a = 0; a < p->list[i].n_argv; a++)
            free(p->list[i].argv[a]);
        free(p->list[i].argv);
        free(p->list[i].command);
        free(p->list[i].kernel);
        free(p->list[i].size);
    }
    for (size_t i = 0; i < p->n_systems; i++)
        system_drop(&p->systems[i]);
    free(p->systems);
    free(p->list);
    free(p->cells);
    free(p);
}
