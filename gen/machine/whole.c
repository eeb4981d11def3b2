/* Whether a netlist is whole. The flat top checks this of itself, by the builder; the co-simulated
 * machine is made of the same list without a top. */
#include "gen/machine/netlist.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* One end of a channel, and whether its tile sends there. */
struct whole_end {
    const struct channel_end *end;
    bool sends;
};

static int by_place(const void *a, const void *b)
{
    const struct whole_end *x = a, *y = b;
    if (x->end->tile != y->end->tile)
        return x->end->tile < y->end->tile ? -1 : 1;
    const int port = strcmp(x->end->port, y->end->port);
    return port != 0 ? port : x->end->index - y->end->index;
}

/* The ends at tiles, those of a tile side by side. */
static struct whole_end *list_ends(const struct netlist *n, size_t *count)
{
    struct whole_end *all = xcalloc(2 * n->n_channels + 1, sizeof *all);
    *count = 0;
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        if (c->from.tile >= 0)
            all[(*count)++] = (struct whole_end){&c->from, true};
        if (c->to.tile >= 0)
            all[(*count)++] = (struct whole_end){&c->to, false};
    }
    qsort(all, *count, sizeof *all, by_place);
    return all;
}

/* "_valid_o" of a channel that a unit sends, "_valid_i" of one that it receives. */
static const char *valid_of(bool sends)
{
    return sends ? "_valid_o" : "_valid_i";
}

static bool is_port(const char *name, const char *port, bool sends)
{
    const size_t len = strlen(port);
    return strncmp(name, port, len) == 0 && strcmp(name + len, valid_of(sends)) == 0;
}

static bool ends_in(const char *name, const char *end)
{
    const size_t n = strlen(name), e = strlen(end);
    return n > e && strcmp(name + n - e, end) == 0;
}

/* Each end is at a port of the tile's module, and none at a place where another is. */
static bool ends_have_ports(const struct tile *t, const struct hdl_design *d,
                            const struct whole_end *ends, size_t n, struct error *err)
{
    for (size_t i = 0; i < n; i++) {
        const char *name;
        size_t p = 0;
        while ((name = hdl_port(d, t->module, p)) != NULL &&
               !is_port(name, ends[i].end->port, ends[i].sends))
            p++;
        if (name == NULL)
            return error_set(err, "bug: %s (%s) has no port %s%s", t->name, t->module,
                             ends[i].end->port, valid_of(ends[i].sends));
        if (i > 0 && by_place(&ends[i - 1], &ends[i]) == 0)
            return error_set(err, "bug: two channels are at port %s[%d] of %s (%s)",
                             ends[i].end->port, ends[i].end->index, t->name, t->module);
    }
    return true;
}

/* Each port of the tile's module has as many ends as it has channels. */
static bool ports_have_ends(const struct tile *t, const struct hdl_design *d,
                            const struct whole_end *ends, size_t n, struct error *err)
{
    const char *name;
    for (size_t p = 0; (name = hdl_port(d, t->module, p)) != NULL; p++) {
        const bool sends = ends_in(name, valid_of(true));
        if (!sends && !ends_in(name, valid_of(false)))
            continue;
        int found = 0, wanted = 1;
        for (size_t i = 0; i < n; i++)
            if (is_port(name, ends[i].end->port, ends[i].sends)) {
                found++;
                wanted = ends[i].end->count;
            }
        if (found != wanted)
            return error_set(err, "bug: %d of %d channels are at port %s of %s (%s)", found, wanted,
                             name, t->name, t->module);
    }
    return true;
}

bool netlist_is_whole(const struct netlist *n, const struct hdl_design *d, struct error *err)
{
    size_t count, at = 0;
    struct whole_end *all = list_ends(n, &count);
    bool ok = true;
    for (size_t t = 0; ok && t < n->n_tiles; t++) {
        const size_t first = at;
        while (at < count && (size_t)all[at].end->tile == t)
            at++;
        ok = ends_have_ports(&n->tiles[t], d, all + first, at - first, err) &&
             ports_have_ends(&n->tiles[t], d, all + first, at - first, err);
    }
    free(all);
    return ok;
}
