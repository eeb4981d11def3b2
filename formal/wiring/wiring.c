/* Runs the checks on one system. */
#include "formal/wiring/impl.h"

#include "gen/machine/netlist.h"
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

static struct system *small_system(const char *system, const struct system *s,
                                   const char *const *sets, size_t n_sets, struct error *err)
{
    static const char *const few_l15s[] = {"l15.banks=2", "l15.bytes=64", "l15.ways=2",
                                           "l15.mshrs=2"};
    const char *all[40];
    size_t n = 0, few = s->line_bytes < 16 ? 0 : sizeof few_and_small / sizeof *few_and_small;
    for (; n < n_sets && n < 8; n++)
        all[n] = sets[n];
    for (size_t i = 0; i < few; i++)
        all[n++] = few_and_small[i];
    const bool gpu_homes = system_has_gpu_homes(s);
    if (few > 0 && s->gpus > 1)
        all[n++] = gpu_homes ? "gpus=4" : "gpus=2";
    if (few > 0 && gpu_homes)
        all[n++] = "l2.directory.gpu_packages=2";
    if (few > 0 && system_has(s, "tsu.sets")) {
        all[n++] = "tsu.sets=2";
        all[n++] = "tsu.ways=2";
    }
    if (few > 0 && s->copy_engine.lines > 0)
        all[n++] = "copy_engine.lines=2";
    if (few > 0 && system_has_rdc(s)) {
        all[n++] = "rdc.bytes=256";
        all[n++] = "rdc.mshrs=4";
    }
    if (few > 0 && s->fabric.network.vcs > 2)
        all[n++] = "network.vcs=2";
    if (few > 0 && s->fabric.network.depth > 4)
        all[n++] = "network.depth=4";
    if (few > 0 && s->memory.cubes.clusters > 0) {
        all[n++] = "cubes.each=2";
        all[n++] = "cubes.clusters=2";
        all[n++] = "network.columns=2";
        all[n++] = "network.rows=1";
    }
    if (few > 0 && s->l2.role == SYS_BOTH_SIDES)
        all[n++] = gpu_homes ? "l2.mshrs=8" : "l2.mshrs=4";
    for (size_t i = 0; few > 0 && s->l15.banks > 0 && i < 4; i++)
        all[n++] = few_l15s[i];
    return system_load(system, all, n, err);
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
