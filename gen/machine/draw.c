/* The text of a picture's graph: boxes in their clusters, lines, and what is said below. */
#include "gen/machine/draw.h"

#include "gen/machine/draw_impl.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "digraph umbel {\n"
    "  graph [rankdir=TB, newrank=true, fontname=\"Helvetica\", fontsize=12, labelloc=b, "
    "nodesep=0.3, "
    "ranksep=0.4, bgcolor=white, pad=0.15, size=\"%.1f,%.1f\"]\n"
    "  node [shape=box, style=\"filled,rounded\", color=\"#505050\", fontname=\"Helvetica\", "
    "fontsize=11, margin=\"0.1,0.06\"]\n"
    "  edge [dir=none, color=\"#505050\", fontname=\"Helvetica\", fontsize=10]\n";

/* Around the label of a line, to keep it off the line. */
#define ROOM "<TABLE BORDER=\"0\" CELLPADDING=\"4\"><TR><TD>"
#define ROOM_END "</TD></TR></TABLE>"
#define THICK "2.5" /* a line that stands for several */
#define THIN "1.2"

/* ---- boxes ---- */

static void box(const struct picture *p, int group, struct sbuf *dot)
{
    const struct draw_unit *u = &p->units[p->groups[group].first];
    const char *class = u->tile->class;
    sbuf_printf(dot, "    \"%s\" [fillcolor=\"%s\", label=<", u->name, draw_words(class)->fill);
    draw_label(p, group, class, dot);
    sbuf_puts(dot, ">]\n");
}

/* The DRAM channels of a group of memory controllers, and the line to them. */
static void dram_box(const struct picture *p, int group, struct sbuf *dot)
{
    const char *name = p->units[p->groups[group].first].name;
    uint32_t count = p->groups[group].count, rate = system_dram_rate(p->n->sys);
    sbuf_printf(dot, "    \"%s.dram\" [fillcolor=\"%s\", label=<", name, draw_words("dram")->fill);
    draw_label(p, group, "dram", dot);
    sbuf_printf(dot, ">]\n    \"%s\" -> \"%s.dram\" [label=<" ROOM, name, name);
    if (count > 1)
        sbuf_printf(dot, "%u buses<BR/>of %u B/cycle", count, rate);
    else
        sbuf_printf(dot, "bus of<BR/>%u B/cycle", rate);
    sbuf_printf(dot, ROOM_END ">, penwidth=%s]\n", count > 1 ? THICK : THIN);
}

/* The box of packages that are not drawn, or of routers. */
static void stub(const struct picture *p, int group, struct sbuf *dot)
{
    const struct draw_unit *u = &p->units[p->groups[group].first];
    sbuf_printf(dot, "    \"%s\" [fillcolor=\"#fafafa\", label=<", u->name);
    if (u->stub)
        draw_stub_label(p, group, dot);
    else
        draw_routers_label(p, group, dot);
    sbuf_puts(dot, ">]\n");
}

/* The boxes of a package, or (-1) those outside, with memory or without. */
static void boxes(const struct picture *p, int package, bool with_dram, bool without,
                  struct sbuf *dot)
{
    for (int i = 0; i < p->n_groups; i++) {
        const struct draw_group *g = &p->groups[i];
        const struct draw_unit *u = &p->units[g->first];
        if (u->stub || u->folded_net) {
            if (package < 0 && without)
                stub(p, i, dot);
            continue;
        }
        if (g->package != package || !(u->dram ? with_dram : without))
            continue;
        box(p, i, dot);
        if (u->dram)
            dram_box(p, i, dot);
    }
}

/* Keeps boxes of one level in a package in their order, from left to right. */
static void in_order(const struct picture *p, int package, struct sbuf *dot)
{
    for (int i = 0; i + 1 < p->n_groups; i++) {
        const struct draw_group *a = &p->groups[i];
        int next = i + 1;
        while (next < p->n_groups && p->groups[next].package != package)
            next++;
        if (a->package != package || next == p->n_groups || p->groups[next].level != a->level)
            continue;
        sbuf_printf(dot, "    { rank=same; \"%s\" -> \"%s\" [style=invis] }\n",
                    p->units[a->first].name, p->units[p->groups[next].first].name);
    }
}

/* ---- clusters ---- */

/* Begins a cluster, up to its title. `edge` is where the title stands: t or b, where no lines come
 * in. */
static void cluster(const char *name, char edge, struct sbuf *dot)
{
    sbuf_printf(dot,
                "  subgraph \"cluster_%s\" {\n    graph [style=\"filled,rounded\", margin=12, "
                "fillcolor=\"#fafafa\", color=\"#909090\", labelloc=%c, label=<<B>",
                name, edge);
}

static void clusters(const struct picture *p, struct sbuf *dot)
{
    for (int i = 0; i < p->n_packages; i++) {
        if (p->packages[i].count == 0)
            continue;
        cluster(p->packages[i].name, 't', dot);
        draw_package_name(p->packages[i].name, dot);
        sbuf_puts(dot, "</B>>]\n");
        boxes(p, i, true, true, dot);
        in_order(p, i, dot);
        sbuf_puts(dot, "  }\n");
    }
    uint64_t channels = 0;
    for (int i = 0; i < p->n_groups; i++)
        if (p->groups[i].package < 0 && p->units[p->groups[i].first].dram)
            channels += p->groups[i].count;
    boxes(p, -1, false, true, dot);
    if (channels == 0)
        return;
    cluster("memory", 'b', dot);
    sbuf_puts(dot, "memory, ");
    sbuf_bytes(dot, channels * p->n->sys->umc.bytes);
    sbuf_puts(dot, "</B>>]\n");
    boxes(p, -1, true, false, dot);
    sbuf_puts(dot, "  }\n");
}

/* The first box of a package, those of packages that it is drawn for if `others`; NULL: none. */
static const char *first_box(const struct picture *p, int package, bool others)
{
    for (int i = 0; i < p->n_groups; i++) {
        const struct draw_unit *u = &p->units[p->groups[i].first];
        const bool is = others ? u->stub && p->packages[u->home].drawn == package
                               : p->groups[i].package == package;
        if (is)
            return u->name;
    }
    return NULL;
}

/* dot keeps boxes of one rank in the order of an invisible line between them. */
static void left_of(const char *left, const char *right, struct sbuf *dot)
{
    sbuf_printf(dot, "  { rank=same; \"%s\" -> \"%s\" [style=invis] }\n", left, right);
}

/* The last group of this class outside that is joined to a package, or to those that it is drawn
 * for; -1: none. */
static int neighbour(const struct picture *p, int package, bool others, const char *class)
{
    int last = -1;
    for (int i = 0; i < 2 * p->n_ways; i++) {
        const struct draw_way *w = &p->ways[i / 2];
        const struct draw_unit *in = &p->units[i % 2 == 0 ? w->from : w->to];
        const struct draw_unit *out = &p->units[i % 2 == 0 ? w->to : w->from];
        if (in->home >= 0 && in->stub == others && p->packages[in->home].drawn == package &&
            out->home < 0 && !out->net && strcmp(out->tile->class, class) == 0)
            last = out->group > last ? out->group : last;
    }
    return last;
}

/* The same for what is outside and for one package alone, such as its ways into a network. */
static void neighbours_in_order(const struct picture *p, int package, struct sbuf *dot)
{
    for (int i = 0; i < p->n_groups; i++) {
        const char *class = p->units[p->groups[i].first].tile->class;
        const int other = neighbour(p, package, true, class);
        if (other >= 0 && other != i && neighbour(p, package, false, class) == i)
            left_of(p->units[p->groups[i].first].name, p->units[p->groups[other].first].name, dot);
    }
}

/* Keeps packages in their order from left to right, and behind each what it is drawn for. */
static void packages_in_order(const struct picture *p, struct sbuf *dot)
{
    const char *before = NULL;
    for (int i = 0; i < 2 * p->n_packages; i++) {
        const char *name = first_box(p, i / 2, i % 2 == 1);
        if (p->packages[i / 2].count == 0 || name == NULL)
            continue;
        if (before != NULL)
            left_of(before, name, dot);
        before = name;
    }
    for (int i = 0; i < p->n_packages; i++)
        if (p->packages[i].count > 1)
            neighbours_in_order(p, i, dot);
}

/* ---- lines ---- */

/* All ways between two groups that carry the same. */
struct line {
    int upper, lower; /* groups, the first nearer to the SMs */
    uint32_t rate, latency;
    uint32_t down, up; /* ways in each direction */
};

static int by_ends(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    const int64_t order[] = {x->upper - y->upper, x->lower - y->lower, (int64_t)x->rate - y->rate,
                             (int64_t)x->latency - y->latency};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i] != 0)
            return order[i] < 0 ? -1 : 1;
    return 0;
}

static struct line line_of(const struct picture *p, const struct draw_way *w)
{
    int from = p->units[w->from].group, to = p->units[w->to].group;
    int levels = p->groups[from].level - p->groups[to].level;
    bool down = levels < 0 || (levels == 0 && from <= to);
    return (struct line){down ? from : to, down ? to : from, w->rate, w->latency, down, !down};
}

/* A line between boxes, not within one. */
static void put_line(const struct picture *p, const struct line *l, struct sbuf *dot)
{
    uint32_t count = l->down > l->up ? l->down : l->up;
    const struct draw_unit *a = &p->units[p->groups[l->upper].first];
    const struct draw_unit *b = &p->units[p->groups[l->lower].first];
    sbuf_printf(dot, "  \"%s\" -> \"%s\" [", a->name, b->name);
    if (l->down == 0 || l->up == 0)
        sbuf_printf(dot, "dir=%s, ", l->up == 0 ? "forward" : "back");
    if (p->groups[l->upper].level == p->groups[l->lower].level)
        sbuf_puts(dot, "constraint=false, ");
    if (l->rate > 0) {
        sbuf_puts(dot, "label=<" ROOM);
        if (count > 1)
            sbuf_printf(dot, "%u &times; ", count);
        sbuf_printf(dot, "%u B/cycle<BR/>%u cycles" ROOM_END ">, color=\"#24466e\", ", l->rate,
                    l->latency);
    }
    sbuf_printf(dot, "penwidth=%s]\n", count > 1 ? THICK : THIN);
}

static void lines(const struct picture *p, struct sbuf *dot)
{
    struct line *all = xcalloc((size_t)p->n_ways + 1, sizeof *all);
    for (int i = 0; i < p->n_ways; i++)
        all[i] = line_of(p, &p->ways[i]);
    qsort(all, (size_t)p->n_ways, sizeof *all, by_ends);
    for (int i = 0, next; i < p->n_ways; i = next) {
        for (next = i + 1; next < p->n_ways && by_ends(&all[i], &all[next]) == 0; next++) {
            all[i].down += all[next].down;
            all[i].up += all[next].up;
        }
        if (all[i].upper != all[i].lower)
            put_line(p, &all[i], dot);
    }
    free(all);
}

/* ---- the lines below ---- */

static bool has_links(const struct netlist *n)
{
    size_t i = 0;
    while (i < n->n_tiles && n->tiles[i].rate == 0)
        i++;
    return i < n->n_tiles;
}

static void caption(const struct netlist *n, const char *title, struct sbuf *dot)
{
    const struct sys_hardware *h = &n->sys->hardware;
    json_t *fields = system_json(n->sys);
    sbuf_puts(dot, "  label=<<BR/><B>");
    draw_text(title, dot);
    sbuf_printf(dot, "</B><BR/>Protocol %s, consistency %s, lines of %u B.",
                json_string_value(json_object_get(fields, "protocol")),
                json_string_value(json_object_get(fields, "consistency")), n->sys->line_bytes);
    json_decref(fields);
    if (has_links(n))
        sbuf_puts(dot, "<BR/>Links: bytes a cycle each way (GB/s at 1 GHz), cycles of latency.");
    bool slow = h->queue_in == 1 || h->queue_out == 1;
    sbuf_printf(dot, "<BR/>Unlabelled lines are wires: a message %s each way.>\n",
                slow ? "every two cycles" : "a cycle");
}

void netlist_draw(const struct netlist *n, const char *title, struct sbuf *dot)
{
    struct picture p = {0};
    draw_find(&p, n);
    draw_fold(&p);
    sbuf_printf(dot, head, DRAW_PAGE_WIDTH, DRAW_PAGE_HEIGHT);
    clusters(&p, dot);
    packages_in_order(&p, dot);
    lines(&p, dot);
    caption(n, title, dot);
    sbuf_puts(dot, "}\n");
    arena_free(&p.arena);
}
