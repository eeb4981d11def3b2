/* How units are called in a picture, what is told of each, and their colours. */
#include "gen/machine/draw_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is told of a unit ---- */

static void cache_bytes(const struct tile *t, struct sbuf *out)
{
    sbuf_bytes(out, (uint64_t)tile_param(t, "SETS") * tile_param(t, "WAYS") *
                        tile_param(t, "LINE_BYTES"));
}

static void about_l1(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)n;
    sbuf_puts(out, "with an L1 of ");
    cache_bytes(t, out);
}

static void about_l2(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    cache_bytes(t, out);
    sbuf_puts(out, n->rules.write_back ? ", write-back" : ", write-through");
}

static void about_l15(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)n;
    cache_bytes(t, out);
    sbuf_puts(out, ", of other packages' lines");
}

static void about_switch(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)n;
    sbuf_printf(out, "%u &times; %u", tile_param(t, "NIN"), tile_param(t, "NOUT"));
}

static void about_umc(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    if (n->rules.timed)
        sbuf_printf(out, "with a TSU of %u &times; %u entries", tile_param(t, "TSU_SETS"),
                    tile_param(t, "TSU_WAYS"));
    else
        sbuf_printf(out, "with %u requests in flight", t->waits);
}

static void about_dram(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)t;
    sbuf_bytes(out, n->sys->umc.bytes);
}

static void about_rdc(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)n;
    sbuf_bytes(out, (uint64_t)tile_param(t, "SETS") * tile_param(t, "LINE_BYTES"));
    sbuf_puts(out, " of DRAM, for other packages' lines");
}

static void about_copy(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)n;
    sbuf_printf(out, "%u lines under way", tile_param(t, "LINES"));
}

static void about_nothing(const struct netlist *n, const struct tile *t, struct sbuf *out)
{
    (void)n;
    (void)t;
    (void)out;
}

/* ---- the table ---- */

static const struct draw_words table[] = {
    {"l1", "sm", "SM", "SM", "SM", "SMs", "#dfe8f3", false, about_l1},
    {"l2", "l2.", "bank", "L2 bank", "L2 bank", "L2 banks", "#e1eedb", false, about_l2},
    {"detour", "detour.", "detour", "detour", "detour", "detours", "#ececec", false, about_nothing},
    {"inv_gate", "inv_gate.", "gate", "gate", "gate", "gates", "#ececec", false, about_nothing},
    {"inv_broadcast", "", "broadcast", "broadcast", "broadcast", "broadcasts", "#ececec", false,
     about_nothing},
    {"l15", "l15.", "bank", "L1.5 bank", "L1.5 bank", "L1.5 banks", "#e6eed6", false, about_l15},
    {"switch", "plane", "plane", "switch", "switch of plane", "switches", "#ececec", true,
     about_switch},
    {"umc", "umc", "UMC", "UMC", "UMC", "UMCs", "#fbe9cf", false, about_umc},
    {"rdc", "rdc.", "RDC", "RDC bank", "RDC bank", "RDC banks", "#f3eed2", false, about_rdc},
    {"dram_mux", "dram_mux.", "mux", "DRAM mux", "DRAM mux", "DRAM muxes", "#ececec", false,
     about_nothing},
    {"ni_inject", "", "", "inlet", "", "inlets", "#ffffff", false, about_nothing},
    {"ni_eject", "", "", "outlet", "", "outlets", "#ffffff", false, about_nothing},
    {"copy", "", "copy engine", "copy engine", "copy engine", "copy engines", "#ece4f3", false,
     about_copy},
    {"copy_l1", "", "L1", "its L1", "its L1", "L1s", "#dfe8f3", false, about_nothing},
    {"cpu_l1", "", "CPU", "CPU", "CPU", "CPUs", "#ece4f3", false, about_l1},
    {"dram", "umc", "DRAM", "DRAM channel", "DRAM channel", "DRAM channels", "#f1ddd6", false,
     about_dram},
};

const struct draw_words *draw_words(const char *class)
{
    /* A unit that is not in the table is called by its class. */
    static struct draw_words other = {.mark = "", .fill = "#ffffff", .about = about_nothing};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].class, class) == 0)
            return &table[i];
    other.class = other.cell = other.one = other.nth = other.many = class;
    return &other;
}

/* ---- labels ---- */

void draw_text(const char *text, struct sbuf *out)
{
    struct sbuf shown = {0};
    error_shown(text, &shown);
    for (const char *at = sbuf_str(&shown); *at != '\0'; at++)
        if (strchr("<>&\"", *at) != NULL)
            sbuf_printf(out, "&#%d;", *at);
        else
            sbuf_add(out, at, 1);
    sbuf_free(&shown);
}

/* The digits behind the mark in a unit's name; NULL if it has no number. */
static const char *number_of(const char *name, const struct draw_words *w, int *digits)
{
    size_t len = strlen(w->mark);
    for (const char *at = name; len > 0 && (at = strstr(at, w->mark)) != NULL; at++)
        if ((at == name || at[-1] == '.') && isdigit((unsigned char)at[len])) {
            *digits = (int)strspn(at + len, "0123456789");
            return at + len;
        }
    return NULL;
}

static void cell(const char *name, const struct draw_words *w, struct sbuf *out)
{
    int digits = 0;
    const char *number = number_of(name, w, &digits);
    if (number != NULL)
        sbuf_printf(out, "<TD BGCOLOR=\"white\">%s %.*s</TD>", w->cell, digits, number);
}

/* The first two and the last of a group in small cells, if they are numbered, then how many there
 * are. */
static void label_many(const struct picture *p, int group, const struct draw_words *w,
                       struct sbuf *out)
{
    const struct draw_group *g = &p->groups[group];
    struct sbuf cells = {0};
    uint32_t at = 0;
    for (int i = g->first; i < p->n_units; i++) {
        const struct draw_unit *u = &p->units[i];
        if (u->group != group || u->home != g->package)
            continue;
        if (at < 2 || at + 1 == g->count)
            cell(u->name, w, &cells);
        else if (at == 2 && cells.len > 0)
            sbuf_puts(&cells, "<TD BORDER=\"0\">&hellip;</TD>");
        at++;
    }
    sbuf_puts(out, "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"3\" CELLPADDING=\"3\" "
                   "COLOR=\"#808080\">");
    if (cells.len > 0)
        sbuf_printf(out, "<TR>%s</TR>", sbuf_str(&cells));
    sbuf_printf(out, "<TR><TD BORDER=\"0\" COLSPAN=\"4\"><B>%u %s</B>%s", g->count, w->many,
                w->about != about_nothing ? "<BR/>each " : "");
    sbuf_free(&cells);
}

static void label_one(const char *name, const struct draw_words *w, struct sbuf *out)
{
    int digits = 0;
    const char *number = number_of(name, w, &digits);
    if (number != NULL)
        sbuf_printf(out, "<B>%s %.*s</B>", w->nth, digits, number);
    else
        sbuf_printf(out, "<B>%s</B>", w->one);
    sbuf_puts(out, w->about != about_nothing ? "<BR/>" : "");
}

void draw_label(const struct picture *p, int group, const char *class, struct sbuf *out)
{
    const struct draw_group *g = &p->groups[group];
    const struct draw_unit *u = &p->units[g->first];
    const struct draw_words *w = draw_words(class);
    if (g->count > 1)
        label_many(p, group, w, out);
    else
        label_one(u->name, w, out);
    w->about(p->n, u->tile, out);
    if (g->count > 1)
        sbuf_puts(out, "</TD></TR></TABLE>");
}
