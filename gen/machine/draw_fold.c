/*
 * What a picture draws once for many.
 *
 * Units fold when they are of one shape, in one package (or outside), and have neighbours in the
 * same groups: first all units of one shape are a group, then groups are split by their neighbours
 * until nothing changes. Few units, and those that are connected to their own kind (a network's
 * routers, if they are few), stay apart, and so their neighbours are told apart, too.
 *
 * The units of packages that are not drawn are one group for each package that is drawn for them,
 * and so are the routers of all networks of one place if they are many, or if a package is at
 * several of them. These are never split.
 */
#include "gen/machine/draw_impl.h"
#include "sw/util/hash.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void add(content_hash *h, int64_t number)
{
    hash_block(h, &number, sizeof number);
}

/* A way as each of its two units sees it: way i / 2, from its first unit for even i. */
struct ends {
    int inner, outer;
};

static struct ends ends_of(const struct picture *p, int i)
{
    const struct draw_way *w = &p->ways[i / 2];
    return i % 2 == 0 ? (struct ends){w->from, w->to} : (struct ends){w->to, w->from};
}

/* ---- packages ---- */

/* The packages that units outside are connected to: the number of the only one, NO_PACKAGE, or
 * SEVERAL. */
enum { NO_PACKAGE = -1, SEVERAL = -2 };

static int *find_askers(struct picture *p)
{
    int *of = ARENA_ARRAY(&p->arena, int, p->n_units);
    for (int i = 0; i < p->n_units; i++)
        of[i] = NO_PACKAGE;
    for (int i = 0; i < 2 * p->n_ways; i++) {
        const struct ends e = ends_of(p, i);
        const int home = p->units[e.inner].home;
        if (home >= 0 && of[e.outer] != home)
            of[e.outer] = of[e.outer] == NO_PACKAGE ? home : SEVERAL;
    }
    return of;
}

/* What a neighbour outside of a package is to it. What several packages are joined to counts as
 * itself: others are not equal, which are joined to something else. A router, a unit that is for
 * this package alone, or one of another package does not. */
static int64_t outsider(const struct picture *p, int other, const int *askers)
{
    const struct draw_unit *o = &p->units[other];
    return o->net || (o->home < 0 && askers[other] != SEVERAL) ? -1
           : o->home >= 0                                      ? -2 - o->seat
                                                               : p->n_units + other;
}

/* Adds an end of a way to what its package is, whatever the order of ways. */
static void add_end(const struct picture *p, content_hash *is, const int *askers,
                    const struct draw_way *w, bool from)
{
    const struct draw_unit *u = &p->units[from ? w->from : w->to];
    int other = from ? w->to : w->from;
    bool inside = p->units[other].home == u->home;
    if (u->home < 0)
        return;
    content_hash end = hash_start();
    add(&end, from);
    add(&end, u->seat);
    add(&end, inside ? p->units[other].seat : outsider(p, other, askers));
    add(&end, w->rate);
    add(&end, w->latency);
    is[u->home] += end;
}

/* A tile's class, module and parameters, but for the number of its home and of its router: which
 * one it is is no difference between two packages. */
static int64_t looks(const struct tile *t)
{
    content_hash h = hash_start();
    hash_block(&h, t->class, strlen(t->class));
    hash_block(&h, t->module, strlen(t->module));
    for (int i = 0; i < t->n_params; i++) {
        const char *node = strstr(t->params[i].name, "_NODE");
        if (strcmp(t->params[i].name, "HOME") == 0 || (node != NULL && node[5] == '\0'))
            continue;
        hash_block(&h, t->params[i].name, strlen(t->params[i].name));
        add(&h, t->params[i].value);
    }
    return (int64_t)h;
}

/* Packages are equal when their units look the same and have the same connections, one by one. */
static void fold_packages(struct picture *p)
{
    content_hash *is = ARENA_ARRAY(&p->arena, content_hash, p->n_packages);
    const int *askers = find_askers(p);
    for (int i = 0; i < p->n_packages; i++)
        is[i] = hash_start();
    for (int i = 0; i < p->n_units; i++)
        if (p->units[i].home >= 0)
            add(&is[p->units[i].home], looks(p->units[i].tile));
    for (int i = 0; i < p->n_ways; i++) {
        const struct draw_way *w = &p->ways[i];
        add_end(p, is, askers, w, true);
        add_end(p, is, askers, w, false);
    }
    int *like = ARENA_ARRAY(&p->arena, int, p->n_packages);
    for (int i = 0; i < p->n_packages; i++) {
        while (is[like[i]] != is[i])
            like[i]++;
        p->packages[i].drawn = like[i];
        p->packages[p->packages[i].drawn].count++;
    }
    for (int i = 0; i < p->n_units; i++) {
        const int home = p->units[i].home;
        p->units[i].stub = home >= 0 && p->packages[home].drawn != home;
    }
}

/* ---- networks ---- */

static bool is_router(const struct draw_unit *u)
{
    return u->net && u->home < 0;
}

/* Whether a package is at several routers. */
static bool at_several(struct picture *p)
{
    int *at = ARENA_ARRAY(&p->arena, int, p->n_packages); /* a router, and 1 */
    for (int i = 0; i < 2 * p->n_ways; i++) {
        const struct ends e = ends_of(p, i);
        const int home = p->units[e.inner].home;
        if (home < 0 || !is_router(&p->units[e.outer]))
            continue;
        if (at[home] != 0 && at[home] != e.outer + 1)
            return true;
        at[home] = e.outer + 1;
    }
    return false;
}

static void fold_networks(struct picture *p)
{
    int routers = 0;
    for (int i = 0; i < p->n_units; i++)
        routers += is_router(&p->units[i]);
    const bool fold = routers > DRAW_ROUTERS_APART || (routers > DRAW_UNITS_APART && at_several(p));
    for (int i = 0; i < p->n_units; i++)
        p->units[i].folded_net = fold && is_router(&p->units[i]);
    for (int i = 0; i < 2 * p->n_ways; i++) {
        const struct ends e = ends_of(p, i);
        struct draw_unit *u = &p->units[e.inner];
        u->folded_way |= u->home >= 0 && p->units[e.outer].folded_net;
    }
}

/* Networks of one place: the letters that their names begin with. */
static content_hash place_of(const char *name)
{
    content_hash h = hash_start();
    hash_block(&h, name, strcspn(name, "0123456789."));
    return h;
}

/* ---- groups ---- */

struct pair {
    int unit, group; /* a unit, and the group of a neighbour */
};

static int by_pair(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

struct key {
    content_hash hash;
    int unit;
};

static int by_key(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

/* Makes one group of the units with equal keys. Groups are numbered by their first units. */
static void group_by(struct picture *p, struct key *keys)
{
    int *first = ARENA_ARRAY(&p->arena, int, p->n_units);
    qsort(keys, (size_t)p->n_units, sizeof *keys, by_key);
    for (int i = 0; i < p->n_units; i++)
        first[keys[i].unit] =
            i > 0 && keys[i].hash == keys[i - 1].hash ? first[keys[i - 1].unit] : keys[i].unit;
    p->n_groups = 0;
    for (int i = 0; i < p->n_units; i++) {
        struct draw_unit *u = &p->units[i];
        if (first[i] != i) {
            u->group = p->units[first[i]].group;
            p->groups[u->group].count++;
            continue;
        }
        u->group = p->n_groups++;
        p->groups[u->group] =
            (struct draw_group){.first = i, .package = u->stub ? -1 : u->home, .count = 1};
    }
}

/* What a unit is before its neighbours are looked at. */
static content_hash kind_of(const struct picture *p, const struct draw_unit *u)
{
    content_hash h = hash_start();
    add(&h, u->stub ? -2 : u->folded_net ? -3 : u->home);
    if (u->stub) {
        add(&h, p->packages[u->home].drawn);
    } else if (u->folded_net) {
        add(&h, (int64_t)place_of(u->name));
    } else {
        add(&h, u->folded_way ? looks(u->tile) : u->tile->shape);
        add(&h, 2 * u->core + u->dram);
    }
    return h;
}

/* Begins with groups of one kind in one package. Those of few units stay apart. */
static void group_shapes(struct picture *p)
{
    struct key *keys = ARENA_ARRAY(&p->arena, struct key, p->n_units);
    for (int i = 0; i < p->n_units; i++) {
        keys[i] = (struct key){kind_of(p, &p->units[i]), i};
    }
    group_by(p, keys);
    for (int i = 0; i < p->n_units; i++) {
        struct draw_unit *u = &p->units[i];
        const struct draw_group *g = &p->groups[u->group];
        u->apart = !u->stub && !u->folded_net && (u->net || g->count <= DRAW_UNITS_APART);
    }
}

/* Splits groups whose units have neighbours in different groups; false if there were none. */
static bool split(struct picture *p)
{
    int before = p->n_groups, n = 0;
    struct key *keys = ARENA_ARRAY(&p->arena, struct key, p->n_units);
    struct pair *pairs = ARENA_ARRAY(&p->arena, struct pair, 2 * p->n_ways);
    for (int i = 0; i < p->n_ways; i++) {
        const struct draw_way *w = &p->ways[i];
        pairs[n++] = (struct pair){w->from, p->units[w->to].group};
        pairs[n++] = (struct pair){w->to, p->units[w->from].group};
    }
    qsort(pairs, (size_t)n, sizeof *pairs, by_pair);
    for (int i = 0; i < p->n_units; i++) {
        keys[i] = (struct key){hash_start(), i};
        add(&keys[i].hash, p->units[i].group);
        add(&keys[i].hash, p->units[i].apart ? i : -1);
    }
    for (int i = 0; i < n; i++) {
        const struct draw_unit *u = &p->units[pairs[i].unit];
        if (!u->stub && !u->folded_net && (i == 0 || by_pair(&pairs[i - 1], &pairs[i]) != 0))
            add(&keys[pairs[i].unit].hash, pairs[i].group);
    }
    group_by(p, keys);
    return p->n_groups > before;
}

/* ---- levels ---- */

/* Lowers levels to one more than a neighbour's. `stubs`: also those of packages that are not drawn,
 * and of what is joined to these alone. */
static void relax(struct picture *p, bool stubs)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < p->n_ways; i++) {
            const struct draw_unit *from = &p->units[p->ways[i].from];
            const struct draw_unit *to = &p->units[p->ways[i].to];
            int *a = &p->groups[from->group].level, *b = &p->groups[to->group].level;
            int *far = *a < *b ? b : a, near = *a < *b ? *a : *b;
            if (!stubs && (from->stub || to->stub))
                continue;
            changed = changed || *far > near + 1;
            *far = *far > near + 1 ? near + 1 : *far;
        }
    }
}

/* A package that is not drawn is as far from the SMs as those of its units that others are joined
 * to: the same as in the package that is drawn for it. */
static void set_stub(struct picture *p, struct draw_group *stub)
{
    const int drawn = p->packages[p->units[stub->first].home].drawn;
    stub->level = 0;
    for (int i = 0; i < 2 * p->n_ways; i++) {
        const struct draw_way *w = &p->ways[i / 2];
        const struct draw_unit *in = &p->units[i % 2 == 0 ? w->from : w->to];
        const struct draw_unit *out = &p->units[i % 2 == 0 ? w->to : w->from];
        const int level = p->groups[in->group].level;
        if (in->home == drawn && out->home != drawn && level > stub->level)
            stub->level = level;
    }
}

static void set_levels(struct picture *p)
{
    for (int i = 0; i < p->n_groups; i++)
        p->groups[i].level = p->units[p->groups[i].first].core ? 0 : INT_MAX - 1;
    for (int i = 0; i < p->n_groups; i++)
        if (p->units[p->groups[i].first].stub)
            p->groups[i].level = INT_MAX - 1;
    relax(p, false);
    for (int i = 0; i < p->n_groups; i++)
        if (p->units[p->groups[i].first].stub)
            set_stub(p, &p->groups[i]);
    relax(p, true);
}

static int by_level(const void *a, const void *b)
{
    const struct draw_group *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* dot places boxes and lines from left to right as they come: those nearest to the SMs first. */
static void sort_groups(struct picture *p)
{
    int *moved = ARENA_ARRAY(&p->arena, int, p->n_groups);
    qsort(p->groups, (size_t)p->n_groups, sizeof *p->groups, by_level);
    for (int i = 0; i < p->n_groups; i++)
        moved[p->units[p->groups[i].first].group] = i;
    for (int i = 0; i < p->n_units; i++)
        p->units[i].group = moved[p->units[i].group];
}

void draw_fold(struct picture *p)
{
    p->groups = ARENA_ARRAY(&p->arena, struct draw_group, p->n_units);
    fold_packages(p);
    fold_networks(p);
    group_shapes(p);
    while (split(p))
        ;
    set_levels(p);
    sort_groups(p);
}
