/* Runs the checks on one system, or on all that ship. */
#include "formal/wiring/impl.h"

#include "gen/machine/netlist.h"
#include "sw/util/file.h"
#include "sw/util/root.h"

#include <dirent.h>
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
    check_routes(&k);
    check_circles(&k);
    for (uint32_t i = 0; i < k.n_ends; i++)
        free(k.queues[i].next);
    free(k.queues);
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
    "sm.count=2",  "sm.tags=4",     "line_bytes=16",    "l1.bytes=64", "l1.ways=2",
    "l1.mshrs=2",  "l2.banks=2",    "l2.bytes=64",      "l2.ways=2",   "l2.mshrs=2",
    "umc.count=2", "umc.entries=4", "dram.bus_bits=32",
};

static struct system *small_system(const char *system, const struct system *s,
                                   const char *const *sets, size_t n_sets, struct error *err)
{
    static const char *const few_l15s[] = {"l15.banks=2", "l15.bytes=64", "l15.ways=2",
                                           "l15.mshrs=2"};
    const char *all[32];
    size_t n = 0, few = s->line_bytes < 16 ? 0 : sizeof few_and_small / sizeof *few_and_small;
    for (; n < n_sets && n < 8; n++)
        all[n] = sets[n];
    for (size_t i = 0; i < few; i++)
        all[n++] = few_and_small[i];
    if (few > 0 && s->gpus > 1)
        all[n++] = "gpus=2";
    if (few > 0 && system_has(s, "tsu.sets")) {
        all[n++] = "tsu.sets=2";
        all[n++] = "tsu.ways=2";
    }
    if (few > 0 && s->copy_engine.lines > 0)
        all[n++] = "copy_engine.lines=2";
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

/* ---- what ships ---- */

static void add(struct wiring_shipped **list, size_t *n, struct wiring_shipped one)
{
    *list = xrealloc(*list, (*n + 1) * sizeof **list);
    (*list)[(*n)++] = one;
}

/* Whether there is such a system: machines whose pages move refuse protocols that keep written
 * lines from the memory. */
static bool can_be(const char *system, const char *const sets[2])
{
    struct error err = {0};
    struct system *s = system_load(system, sets, 2, &err);
    bool is = s != NULL;
    system_free(s);
    return is;
}

static bool add_systems(struct wiring_shipped **list, size_t *n, struct arena *a, struct error *err)
{
    static const char *const kinds[][2] = {
        {"protocol=mgcc", "consistency=sc"},       {"protocol=mgcc", "consistency=rc"},
        {"protocol=mgcc-paper", "consistency=sc"}, {"protocol=nc-wt", "consistency=sc"},
        {"protocol=nc-wb", "consistency=sc"},      {"protocol=gpu-vi", "consistency=rc"}};
    struct systems all;
    if (!systems_list(&all, err))
        return false;
    for (size_t i = 0; i < all.n; i++)
        for (size_t p = 0; p < sizeof kinds / sizeof *kinds; p++) {
            const char *name = arena_strdup(a, all.entries[i].name);
            if (!can_be(name, kinds[p]))
                continue;
            add(list, n,
                (struct wiring_shipped){arena_printf(a, "%s %s %s", name, kinds[p][0], kinds[p][1]),
                                        name,
                                        {kinds[p][0], kinds[p][1]}});
        }
    systems_free(&all);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct wiring_shipped *)a)->name,
                  ((const struct wiring_shipped *)b)->name);
}

static bool add_boards(struct wiring_shipped **list, size_t *n, struct arena *a, struct error *err)
{
    const char *folder = arena_strdup(a, root_path("fpga/boards"));
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return error_set(err, "%s: cannot be read", folder);
    size_t before = *n;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        const char *path = arena_printf(a, "%s/%s/system.yaml", folder, e->d_name);
        if (e->d_name[0] != '.' && file_exists(path))
            add(list, n,
                (struct wiring_shipped){
                    arena_printf(a, "board %s", e->d_name), path, {NULL, NULL}});
    }
    closedir(dir);
    if (*n > before)
        qsort(*list + before, *n - before, sizeof **list, by_name);
    return true;
}

size_t wiring_shipped(struct wiring_shipped **list, struct arena *a, struct error *err)
{
    size_t n = 0;
    *list = NULL;
    return add_systems(list, &n, a, err) && add_boards(list, &n, a, err) ? n : 0;
}

static bool prove_one(const struct wiring_shipped *one, const char *dir, FILE *out, bool *right,
                      struct error *err)
{
    struct wiring_findings f = {0};
    size_t n_sets = one->sets[0] != NULL ? 2 : 0;
    bool ok = wiring_of_system(one->system, one->sets, n_sets, dir, &f, err);
    if (ok)
        fprintf(out, "%-42s %5u units %5u channels %5u routes: %s\n", one->name, f.units,
                f.channels, f.routes, f.n == 0 ? "every check holds" : "BROKEN");
    for (size_t i = 0; i < f.n; i++)
        fprintf(out, "    %s: %s\n", f.all[i].check, f.all[i].text);
    *right = *right && f.n == 0;
    wiring_findings_free(&f);
    return ok;
}

bool wiring_prove(const char *dir, const char *only, FILE *out, struct error *err)
{
    struct arena a = {0};
    struct wiring_shipped *list;
    size_t n = wiring_shipped(&list, &a, err), looked = 0;
    bool ok = n > 0, right = true;
    for (size_t i = 0; ok && i < n; i++)
        if (only == NULL || strstr(list[i].name, only) != NULL) {
            ok = prove_one(&list[i], dir, out, &right, err);
            fflush(out);
            looked++;
        }
    if (ok && looked == 0)
        ok = error_set(err, "%s: no shipped system has that in its name", only);
    free(list);
    arena_free(&a);
    return ok && (right || error_set(err, "the wiring of a shipped system is BROKEN"));
}
