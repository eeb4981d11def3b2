/* The boxes and lines of a picture before anything is folded: units, ways between them, packages.
 */
#include "gen/machine/draw_impl.h"

#include <string.h>

/* ---- units ---- */

/* The switches for requests and answers have the same name but for its last part. */
static size_t shared_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) : strlen(name);
}

static int twin_of(const struct picture *p, const struct tile *t)
{
    size_t len = shared_name(t->name);
    for (int i = 0; i < p->n_units; i++) {
        const struct draw_unit *u = &p->units[i];
        if (strcmp(u->tile->class, t->class) == 0 && shared_name(u->tile->name) == len &&
            memcmp(u->tile->name, t->name, len) == 0)
            return i;
    }
    return -1;
}

static bool is_tile(const struct netlist *n, const char *name)
{
    size_t i = 0;
    while (i < n->n_tiles && strcmp(n->tiles[i].name, name) != 0)
        i++;
    return i < n->n_tiles;
}

static int add_unit(struct picture *p, const struct tile *t)
{
    const char *name = t->name;
    if (draw_words(t->class)->twofold) {
        int twin = twin_of(p, t);
        if (twin >= 0)
            return twin;
        name = arena_strndup(&p->arena, name, shared_name(name));
        if (is_tile(p->n, name)) /* a cube's switches are named like its memory controller */
            name = arena_printf(&p->arena, "%s.switch", name);
    }
    p->units[p->n_units] = (struct draw_unit){.tile = t, .name = name, .home = -1};
    return p->n_units++;
}

/* ---- ways ---- */

/* The class of messages at a port: a lane has two, "req_in" and "rsp_in"; a link has one. */
static int kind_of(const char *port)
{
    return strncmp(port, "rsp", 3) == 0;
}

/* A tile that is no box: a link or a lane is a line, and what changes line addresses belongs to its
 * SM's box. */
static bool is_passed(const struct tile *t)
{
    return t->rate > 0 || strcmp(t->class, "hash") == 0 || strcmp(t->class, "fields") == 0;
}

/* Follows a channel through links and lanes to the unit at its end. next[2*t + kind] is the tile
 * behind tile t. */
static struct draw_way follow(const struct picture *p, const struct channel *c, const int *unit_of,
                              const int *next)
{
    struct draw_way w = {.from = unit_of[c->from.tile]};
    int at = c->to.tile, kind = kind_of(c->to.port);
    for (; is_passed(&p->n->tiles[at]); at = next[2 * at + kind]) {
        const struct tile *link = &p->n->tiles[at];
        w.latency += tile_param(link, "LATENCY");
        if (link->rate > 0 && (w.rate == 0 || link->rate < w.rate))
            w.rate = link->rate;
    }
    w.to = unit_of[at];
    return w;
}

/* The answers on a lane, which have the wire of its requests. */
static bool shares(const struct netlist *n, const struct channel *c)
{
    return is_passed(&n->tiles[c->to.tile]) && kind_of(c->to.port) == 1;
}

/* Credits go back beside the flits of a network, and are not drawn. */
static bool is_drawn(const struct channel *c)
{
    return c->outside == INSIDE && strcmp(c->from.port, "freed") != 0 &&
           strcmp(c->from.port, "credit") != 0;
}

static void find_ways(struct picture *p, const int *unit_of)
{
    const struct netlist *n = p->n;
    int *next = ARENA_ARRAY(&p->arena, int, 2 * n->n_tiles);
    p->ways = ARENA_ARRAY(&p->arena, struct draw_way, n->n_channels);
    for (size_t i = 0; i < n->n_channels; i++)
        if (is_drawn(&n->channels[i]))
            next[2 * n->channels[i].from.tile + kind_of(n->channels[i].from.port)] =
                n->channels[i].to.tile;
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        if (c->outside == CORE_RSP && !is_passed(&n->tiles[c->from.tile]))
            p->units[unit_of[c->from.tile]].core = true;
        else if (c->outside == DRAM_REQ && !is_passed(&n->tiles[c->from.tile]))
            p->units[unit_of[c->from.tile]].dram = true;
        else if (is_drawn(c) && !is_passed(&n->tiles[c->from.tile]) && !shares(n, c))
            p->ways[p->n_ways++] = follow(p, c, unit_of, next);
    }
    for (int i = 0; i < p->n_ways; i++) {
        struct draw_unit *a = &p->units[p->ways[i].from], *b = &p->units[p->ways[i].to];
        if (a != b && strcmp(a->tile->class, b->tile->class) == 0 &&
            !draw_words(a->tile->class)->twofold)
            a->net = b->net = true;
    }
}

/* ---- packages ---- */

/* The package that a unit's name begins with. */
static int package_of(const struct picture *p, const char *name)
{
    size_t len = strcspn(name, ".");
    for (int i = 0; i < p->n_packages; i++)
        if (strlen(p->packages[i].name) == len && memcmp(p->packages[i].name, name, len) == 0)
            return i;
    return -1;
}

/* A package is what has SMs, or memory of its own as a host has: all units whose names have the
 * same first part. */
static void find_packages(struct picture *p)
{
    p->packages = ARENA_ARRAY(&p->arena, struct draw_package, p->n_units);
    for (int i = 0; i < p->n_units; i++) {
        const char *name = p->units[i].name;
        bool memory = p->units[i].dram && strchr(name, '.') != NULL;
        if ((p->units[i].core || memory) && package_of(p, name) < 0)
            p->packages[p->n_packages++].name = arena_strndup(&p->arena, name, strcspn(name, "."));
    }
    int *seats = ARENA_ARRAY(&p->arena, int, p->n_packages);
    for (int i = 0; i < p->n_units; i++) {
        struct draw_unit *u = &p->units[i];
        u->home = package_of(p, u->name);
        u->seat = u->home < 0 ? 0 : seats[u->home]++;
    }
}

void draw_find(struct picture *p, const struct netlist *n)
{
    int *unit_of = ARENA_ARRAY(&p->arena, int, n->n_tiles);
    p->n = n;
    p->units = ARENA_ARRAY(&p->arena, struct draw_unit, n->n_tiles);
    for (size_t i = 0; i < n->n_tiles; i++)
        unit_of[i] = is_passed(&n->tiles[i]) ? -1 : add_unit(p, &n->tiles[i]);
    find_ways(p, unit_of);
    find_packages(p);
}
