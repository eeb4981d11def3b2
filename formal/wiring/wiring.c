/* Runs the checks on one system. */
#include "formal/wiring/impl.h"

#include "gen/machine/netlist.h"
#include "gen/system/derived.h"
#include "sw/util/file.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 100 };

/* ---- findings ---- */

void wiring_found(struct wiring_findings *f, const char *check, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(&f->arena, fmt, ap);
    va_end(ap);
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->all[i].text, text) == 0)
            return;
    if (f->n == MOST_FINDINGS)
        return;
    f->all = xrealloc(f->all, (f->n + 1) * sizeof *f->all);
    f->all[f->n++] = (struct wiring_finding){check, text};
}

void wiring_findings_free(struct wiring_findings *f)
{
    free(f->all);
    arena_free(&f->arena);
    *f = (struct wiring_findings){0};
}

void wiring_check(const struct circuit *c, const struct system *s, struct wiring_findings *f)
{
    struct check k = {.c = c, .sys = s, .f = f};
    check_ports(&k);
    check_channels(&k);
    check_idle(&k);
    check_sizes(&k);
    check_networks(&k);
    check_routes(&k);
    check_circles(&k);
    queues_free(&k);
    free(k.first);
    free(k.ends);
}

/* ---- a system ---- */

bool wiring_emit(const struct system *s, const char *dir, const char *const **names, size_t *n,
                 struct arena *a, struct error *err)
{
    struct netlist *net = file_mkdirs(dir, err) ? netlist_new(s, err) : NULL;
    struct hdl_design *d = hdl_design_new();
    bool ok = net != NULL && netlist_emit_units(net, d, err) && netlist_emit_flat(net, d, err) &&
              hdl_write(d, dir, err);
    if (ok) {
        const char **list = ARENA_ARRAY(a, const char *, hdl_count(d) + 1);
        for (*n = 0; *n < hdl_count(d); (*n)++)
            list[*n] = arena_strdup(a, hdl_name(d, *n));
        *names = list;
    }
    hdl_design_free(d);
    netlist_free(net);
    return ok;
}

static bool look(const struct system *s, const char *dir, enum depth depth,
                 void (*check)(const struct circuit *, const struct system *,
                               struct wiring_findings *),
                 struct wiring_findings *f, struct error *err)
{
    struct arena a = {0};
    struct circuit c = {0};
    const char *const *names;
    size_t n;
    bool ok =
        wiring_emit(s, dir, &names, &n, &a, err) && circuit_read(&c, dir, names, n, depth, err);
    if (ok)
        check(&c, s, f);
    circuit_free(&c);
    arena_free(&a);
    return ok;
}

/* Combinational paths do not depend on the number of units of a kind, nor on their sizes, so these
 * are made small. They do depend on the queues and on the look-up of the TSU, which stay. A board's
 * system is small already. */
static const char *const few_and_small[] = {
    "sm.count=2",  "sm.tags=4",     "line_bytes=16",    "l1.bytes=64",  "l1.ways=2",
    "l1.mshrs=2",  "l2.banks=2",    "l2.bytes=64",      "l2.ways=2",    "l2.mshrs=2",
    "umc.count=2", "umc.entries=4", "dram.bus_bits=32", "dram.burst=4",
};
static const char *const few_l15s[] = {"l15.banks=2", "l15.bytes=64", "l15.ways=2", "l15.mshrs=2"};
static const char *const small_tsu[] = {"tsu.sets=2", "tsu.ways=2"};
static const char *const small_rdc[] = {"rdc.bytes=256", "rdc.mshrs=4", "rdc.region_lines=2"};
static const char *const small_cpu[] = {"cpu.misses=4",   "cpu.l1_bytes=64", "cpu.l1_ways=2",
                                        "cpu.l1_mshrs=2", "cpu.l2_bytes=64", "cpu.l2_ways=2",
                                        "cpu.l2_mshrs=2"};
/* Two packages, and a CPU that asks at the planes, are near a cluster each. */
static const char *const two_clusters[] = {"cubes.each=2", "cubes.clusters=2", "network.columns=2",
                                           "network.rows=1"};
static const char *const three_clusters[] = {"cubes.each=2", "cubes.clusters=3",
                                             "network.columns=3", "network.rows=1"};

enum { MOST_SETS = 48 };
struct sets {
    const char *all[MOST_SETS];
    size_t n;
};

static void add(struct sets *l, const char *const *sets, size_t n)
{
    for (size_t i = 0; i < n && l->n < MOST_SETS; i++)
        l->all[l->n++] = sets[i];
}

static void add_one(struct sets *l, const char *set)
{
    add(l, &set, 1);
}

#define ADD_IF(is, l, some)                                                                        \
    do {                                                                                           \
        if (is)                                                                                    \
            add(l, some, sizeof(some) / sizeof *(some));                                           \
    } while (0)

static struct system *small_system(const char *system, const struct system *s,
                                   const char *const *sets, size_t n_sets, struct error *err)
{
    struct sets l = {0};
    add(&l, sets, n_sets);
    if (s->line_bytes < 16)
        return system_load(system, l.all, l.n, err);
    const bool gpu_homes = system_has_gpu_homes(s), cubes = s->memory.cubes.clusters > 0;
    const bool three = system_has_cpu(s) && !s->memory.host;
    ADD_IF(true, &l, few_and_small);
    if (s->gpus > 1)
        add_one(&l, gpu_homes ? "gpus=4" : "gpus=2");
    if (gpu_homes)
        add_one(&l, "l2.directory.gpu_packages=2");
    ADD_IF(system_has(s, "tsu.sets"), &l, small_tsu);
    if (s->copy_engine.lines > 0)
        add_one(&l, "copy_engine.lines=2");
    ADD_IF(system_has_rdc(s), &l, small_rdc);
    if (s->fabric.network.vcs > 2)
        add_one(&l, "network.vcs=2");
    if (s->fabric.network.depth > 4)
        add_one(&l, "network.depth=4");
    ADD_IF(cubes && !three, &l, two_clusters);
    ADD_IF(cubes && three, &l, three_clusters);
    if (s->l2.role == SYS_BOTH_SIDES)
        add_one(&l, gpu_homes ? "l2.mshrs=8" : "l2.mshrs=4");
    ADD_IF(s->l15.banks > 0, &l, few_l15s);
    ADD_IF(system_has_cpu(s), &l, small_cpu);
    return system_load(system, l.all, l.n, err);
}

bool wiring_of_system(const char *system, const char *const *sets, size_t n_sets, const char *dir,
                      struct wiring_findings *f, struct error *err)
{
    struct system *s = system_load(system, sets, n_sets, err);
    struct system *few = s != NULL ? small_system(system, s, sets, n_sets, err) : NULL;
    char whole[4096], small[4096];
    snprintf(whole, sizeof whole, "%s/whole", dir);
    snprintf(small, sizeof small, "%s/paths", dir);
    bool ok = few != NULL && look(s, whole, PORTS_ALONE, wiring_check, f, err) &&
              look(few, small, ALL_LOGIC, wiring_paths, f, err);
    system_free(s);
    system_free(few);
    return ok;
}
