/* The systems that ship, and the checks of all of them: several systems at a time, each in a folder
 * and a process of its own. */
#include "formal/wiring/wiring.h"

#include "gen/system/derived.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The list, and what a name must contain; NULL: anything. */
struct shipped {
    struct wiring_shipped *list;
    size_t n;
    const char *only;
    struct arena *arena;
};

static bool is_wanted(const struct shipped *s, const struct wiring_shipped *one)
{
    return s->only == NULL || strstr(one->name, s->only) != NULL;
}

static void add(struct shipped *s, struct wiring_shipped one)
{
    s->list = xrealloc(s->list, (s->n + 1) * sizeof *s->list);
    s->list[s->n++] = one;
}

/* Whether there is such a system: machines whose pages move refuse protocols that keep written
 * lines from the memory, and RDCs need packages that ask each other. carve-swc has the hardware of
 * carve-nc. */
static bool can_be(const struct wiring_shipped *one)
{
    struct error err = {0};
    struct system *s = system_load(one->system, one->sets, one->n_sets, &err);
    bool is = s != NULL;
    system_free(s);
    return is;
}

/* Of the system as it ships. */
static bool as_shipped(const char *name, bool (*has)(const struct system *))
{
    struct error err = {0};
    struct system *s = system_load(name, NULL, 0, &err);
    const bool is = s != NULL && has(s);
    system_free(s);
    return is;
}

static bool has_l15s(const struct system *s)
{
    return s->l15.banks > 0;
}

/* Whether a GPU has one SM and one L2 bank, so that hardware.lone_switch decides what is between.
 */
static bool is_lone(const struct system *s)
{
    return system_cores(s) == 1 && s->l2.banks == 1;
}

static bool is_lone_with_leases(const struct system *s)
{
    return is_lone(s) && s->protocol == PROTOCOL_MGCC;
}

/* Systems are read only if they are wanted: all of them take seconds. */
static void add_if(struct shipped *s, const char *system, const char *const sets[2],
                   bool (*ships)(const struct system *))
{
    struct wiring_shipped one = {.system = system, .sets = {sets[0], sets[1]}, .n_sets = 2};
    one.name = arena_printf(s->arena, "%s %s %s", system, sets[0], sets[1]);
    if (is_wanted(s, &one) && can_be(&one) && (ships == NULL || as_shipped(system, ships)))
        add(s, one);
}

/* Write-back is carve-swc's alone, which no system that ships has. */
static void add_dirty(struct shipped *s, const char *system)
{
    struct wiring_shipped one = {
        .system = system,
        .sets = {"protocol=carve-swc", "boundary.l2s=empty", "rdc.writes=back"},
        .n_sets = 3};
    one.name = arena_printf(s->arena, "%s %s %s", system, one.sets[0], one.sets[2]);
    if (is_wanted(s, &one) && as_shipped(system, system_has_rdc) && can_be(&one))
        add(s, one);
}

static bool add_systems(struct shipped *s, struct error *err)
{
    static const char *const kinds[][2] = {
        {"protocol=mgcc", "consistency=sc"},        {"protocol=mgcc", "consistency=rc"},
        {"protocol=mgcc-paper", "consistency=sc"},  {"protocol=nc-wt", "consistency=sc"},
        {"protocol=nc-wb", "consistency=sc"},       {"protocol=gpu-vi", "consistency=rc"},
        {"protocol=carve-nc", "consistency=rc"},    {"protocol=carve-hwc", "consistency=rc"},
        {"protocol=hmg", "consistency=rc"},         {"protocol=mgcc-renew", "consistency=sc"},
        {"protocol=mgcc-example", "consistency=sc"}};
    static const char *const copies[] = {"consistency=sc", "invalidation.l1_copies=vi"};
    static const char *const l15s[] = {"consistency=rc", "l15.allocate=all"};
    static const char *const lone[] = {"consistency=rc", "hardware.lone_switch=false"};
    static const char *const caches[] = {"mgcc.victim=expired", "hardware.count_latency=true"};
    static const char *const trackers[] = {"umc.order=time", "umc.merge=true"};
    static const char *const evictions[] = {"tsu.evicts=l2", "tsu.ways_of=gpus"};
    static const char *const controllers[] = {"controller_link.latency=3",
                                              "controller_link.bytes_per_cycle=5"};
    struct systems all;
    if (!systems_list(&all, err))
        return false;
    for (size_t i = 0; i < all.n; i++) {
        const char *system = arena_strdup(s->arena, all.entries[i].name);
        for (size_t p = 0; p < sizeof kinds / sizeof *kinds; p++)
            add_if(s, system, kinds[p], NULL);
        add_dirty(s, system);
        add_if(s, system, copies, system_invalidates);
        add_if(s, system, l15s, has_l15s);
        add_if(s, system, lone, is_lone);
        add_if(s, system, caches, is_lone_with_leases);
        add_if(s, system, trackers, is_lone_with_leases);
        add_if(s, system, evictions, is_lone_with_leases);
        add_if(s, system, controllers, is_lone_with_leases);
    }
    systems_free(&all);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct wiring_shipped *)a)->name,
                  ((const struct wiring_shipped *)b)->name);
}

static bool add_boards(struct shipped *s, struct error *err)
{
    struct arena *a = s->arena;
    const char *folder = arena_strdup(a, root_path("fpga/boards"));
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return error_set(err, "%s: cannot be read", folder);
    const size_t before = s->n;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        const struct wiring_shipped one = {
            .name = arena_printf(a, "board %s", e->d_name),
            .system = arena_printf(a, "%s/%s/system.yaml", folder, e->d_name)};
        if (e->d_name[0] != '.' && file_exists(one.system) && is_wanted(s, &one))
            add(s, one);
    }
    closedir(dir);
    if (s->n > before)
        qsort(s->list + before, s->n - before, sizeof *s->list, by_name);
    return true;
}

/* A path of a system file names one system, as it is. */
static bool is_path(const char *only)
{
    const char *end = only != NULL ? strrchr(only, '.') : NULL;
    return end != NULL && strcmp(end, ".yaml") == 0;
}

size_t wiring_shipped(struct wiring_shipped **list, const char *only, struct arena *a,
                      struct error *err)
{
    struct shipped s = {.only = only, .arena = a};
    if (is_path(only)) {
        add(&s, (struct wiring_shipped){.name = only, .system = only});
        *list = s.list;
        return s.n;
    }
    const bool ok = add_systems(&s, err) && add_boards(&s, err) &&
                    (s.n > 0 || error_set(err, "%s: no shipped system has that in its name",
                                          only == NULL ? "" : only));
    *list = s.list;
    return ok ? s.n : 0;
}

/* What the processes share. Each writes its lines into a file, so that they are printed in the
 * order of the list however many run at a time. */
struct checks {
    const struct wiring_shipped *list;
    size_t n;
    const char *dir;
};

static const char *path_of(const struct checks *all, size_t i, const char *end, struct arena *a)
{
    return arena_printf(a, "%s/%zu%s", all->dir, i, end);
}

static const char *lines(const struct wiring_findings *f, const char *name, struct arena *a)
{
    const char *text =
        arena_printf(a, "%-42s %5u units %5u channels %5u routes: %s\n", name, f->units,
                     f->channels, f->routes, f->n == 0 ? "every check holds" : "BROKEN");
    for (size_t i = 0; i < f->n; i++)
        text = arena_printf(a, "%s    %s: %s\n", text, f->all[i].check, f->all[i].text);
    return text;
}

/* Leaves the Verilog of a broken system. */
static bool check_one(size_t i, void *ctx, struct error *err)
{
    const struct checks *all = ctx;
    const struct wiring_shipped *one = &all->list[i];
    struct arena a = {0};
    struct wiring_findings f = {0};
    const char *verilog = path_of(all, i, "", &a);
    bool ok = wiring_of_system(one->system, one->sets, one->n_sets, verilog, &f, err);
    if (ok) {
        const char *text = lines(&f, one->name, &a);
        ok = file_write(path_of(all, i, f.n == 0 ? ".holds" : ".broken", &a), text, strlen(text),
                        err);
    }
    if (ok && f.n == 0)
        file_remove_all(verilog);
    wiring_findings_free(&f);
    arena_free(&a);
    return ok;
}

/* Prints what was found, also when a check could not be done. True if every wiring is right. */
static bool print_all(const struct checks *all, FILE *out, struct arena *a)
{
    bool right = true;
    for (size_t i = 0; i < all->n; i++) {
        const char *broken = path_of(all, i, ".broken", a);
        bool is_broken = file_exists(broken);
        size_t len;
        char *text =
            file_read(is_broken ? broken : path_of(all, i, ".holds", a), &len, &(struct error){0});
        if (text != NULL)
            fwrite(text, 1, len, out);
        free(text);
        right = right && !is_broken;
    }
    return right;
}

/* Removes what an earlier run left. */
static void forget(const struct checks *all, struct arena *a)
{
    static const char *const ends[] = {"", ".holds", ".broken"};
    for (size_t i = 0; i < all->n; i++)
        for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
            file_remove_all(path_of(all, i, ends[e], a));
}

bool wiring_prove(const char *dir, const char *only, int jobs, FILE *out, struct error *err)
{
    struct arena a = {0};
    struct wiring_shipped *list;
    const size_t n = wiring_shipped(&list, only, &a, err);
    struct checks all = {list, n, dir};
    bool ok = n > 0;
    if (ok) {
        forget(&all, &a);
        ok = file_mkdirs(dir, err) && process_parallel(all.n, jobs, check_one, &all, err);
        bool right = print_all(&all, out, &a);
        ok = ok && (right || error_set(err, "the wiring of a system is BROKEN"));
    }
    free(list);
    arena_free(&a);
    return ok;
}
