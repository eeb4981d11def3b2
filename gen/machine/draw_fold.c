/*
 * What a picture draws once for many.
 *
 * Units fold when they are of one shape, in one package (or outside), and have neighbours in the
 * same groups: first all units of one shape are a group, then groups are split by their neighbours
 * until nothing changes. Few units, and those that are connected to their own kind (a network's
 * routers), stay apart, and so their neighbours are told apart, too.
 */
#include "gen/machine/draw_impl.h"
#include "sw/util/hash.h"

#include <limits.h>
#include <stdlib.h>

static void add(content_hash *h, int64_t number)
{
    hash_block(h, &number, sizeof number);
}

/* ---- packages ---- */

/* Adds an end of a way to what its package is. A neighbour outside counts as itself: packages that
 * are joined to different switches are not equal. */
static void add_end(const struct picture *p, content_hash *is, const struct draw_way *w, bool from)
{
    const struct draw_unit *u = &p->units[from ? w->from : w->to];
    int other = from ? w->to : w->from;
    bool inside = p->units[other].home == u->home;
    if (u->home < 0)
        return;
    add(&is[u->home], from);
    add(&is[u->home], u->seat);
    add(&is[u->home], inside ? p->units[other].seat : p->n_units + other);
    add(&is[u->home], w->rate);
    add(&is[u->home], w->latency);
}

/* Packages are equal when their units have the same shapes and connections, one by one. */
static void fold_packages(struct picture *p)
{
    content_hash *is = ARENA_ARRAY(&p->arena, content_hash, p->n_packages);
    for (int i = 0; i < p->n_packages; i++)
        is[i] = hash_start();
    for (int i = 0; i < p->n_units; i++)
        if (p->units[i].home >= 0)
            add(&is[p->units[i].home], p->units[i].tile->shape);
    for (int i = 0; i < p->n_ways; i++) {
        const struct draw_way *w = &p->ways[i];
        add_end(p, is, w, true);
        add_end(p, is, w, false);
    }
    int *like = ARENA_ARRAY(&p->arena, int, p->n_packages);
    int *many = ARENA_ARRAY(&p->arena, int, p->n_packages);
    for (int i = 0; i < p->n_packages; i++) {
        while (is[like[i]] != is[i])
            like[i]++;
        many[like[i]]++;
    }
    for (int i = 0; i < p->n_packages; i++) {
        p->packages[i].drawn = many[like[i]] > DRAW_PACKAGES_APART ? like[i] : i;
        p->packages[p->packages[i].drawn].count++;
    }
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
        p->groups[u->group] = (struct draw_group){
            .first = i, .package = u->home < 0 ? -1 : p->packages[u->home].drawn, .count = 1};
    }
}

/* Begins with groups of one shape in one package. Those of few units stay apart. */
static void group_shapes(struct picture *p)
{
    struct key *keys = ARENA_ARRAY(&p->arena, struct key, p->n_units);
    for (int i = 0; i < p->n_units; i++) {
        const struct draw_unit *u = &p->units[i];
        keys[i] = (struct key){hash_start(), i};
        add(&keys[i].hash, u->home < 0 ? -1 : p->packages[u->home].drawn);
        add(&keys[i].hash, u->tile->shape);
        add(&keys[i].hash, 2 * u->core + u->dram);
    }
    group_by(p, keys);
    for (int i = 0; i < p->n_units; i++) {
        struct draw_unit *u = &p->units[i];
        const struct draw_group *g = &p->groups[u->group];
        bool once = g->package >= 0 && p->packages[g->package].count > 1;
        u->apart = u->net || (g->count <= DRAW_UNITS_APART && !once);
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
    for (int i = 0; i < n; i++)
        if (i == 0 || by_pair(&pairs[i - 1], &pairs[i]) != 0)
            add(&keys[pairs[i].unit].hash, pairs[i].group);
    group_by(p, keys);
    return p->n_groups > before;
}

/* ---- levels ---- */

static void set_levels(struct picture *p)
{
    for (int i = 0; i < p->n_groups; i++)
        p->groups[i].level = p->units[p->groups[i].first].core ? 0 : INT_MAX - 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < p->n_ways; i++) {
            int *a = &p->groups[p->units[p->ways[i].from].group].level;
            int *b = &p->groups[p->units[p->ways[i].to].group].level;
            int *far = *a < *b ? b : a, near = *a < *b ? *a : *b;
            changed = changed || *far > near + 1;
            *far = *far > near + 1 ? near + 1 : *far;
        }
    }
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
    group_shapes(p);
    while (split(p))
        ;
    set_levels(p);
    sort_groups(p);
    for (int i = 0; i < p->n_groups; i++)
        if (p->groups[i].package >= 0)
            p->groups[i].count /= p->packages[p->groups[i].package].count;
}
