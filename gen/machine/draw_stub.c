/* What stands in a picture for what is not drawn: packages like another one, and large networks. */
#include "gen/machine/draw_impl.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

/* "GPU" for gpu0, "Host" for host, of which there is one; what follows in the name. */
static const char *put_word(const char *name, struct sbuf *out)
{
    size_t letters = 0;
    const bool numbered = strpbrk(name, "0123456789") != NULL;
    for (; isalpha((unsigned char)name[letters]); letters++) {
        const int letter = (unsigned char)name[letters];
        sbuf_printf(out, "%c", numbered || letters == 0 ? toupper(letter) : letter);
    }
    return name + letters;
}

void draw_package_name(const char *name, struct sbuf *out)
{
    const char *rest = put_word(name, out);
    sbuf_printf(out, "%s%s", *rest != '\0' ? " " : "", rest);
}

/* "3 more GPUs", the names of the first two and the last, and which one is drawn. */
void draw_stub_label(const struct picture *p, int group, struct sbuf *out)
{
    const int drawn = p->packages[p->units[p->groups[group].first].home].drawn;
    const struct draw_package *like = &p->packages[drawn];
    const uint32_t more = like->count - 1;
    sbuf_printf(out, "<B>%u more ", more);
    put_word(like->name, out);
    sbuf_printf(out, "%s</B><BR/>", more > 1 ? "s" : "");
    uint32_t at = 0;
    for (int i = 0; i < p->n_packages; i++) {
        if (i == drawn || p->packages[i].drawn != drawn)
            continue;
        if (at < 2 || at + 1 == more) {
            sbuf_puts(out, at == 0 ? "" : ", ");
            draw_package_name(p->packages[i].name, out);
        } else if (at == 2) {
            sbuf_puts(out, ", &hellip;");
        }
        at++;
    }
    sbuf_printf(out, "<BR/>%slike ", more > 1 ? "each " : "");
    draw_package_name(like->name, out);
}

/* How many networks a group's routers are of: parts before the dot of their names. */
static uint32_t networks_of(const struct picture *p, int group)
{
    uint32_t n = 0;
    const char *last = "";
    for (int i = 0; i < p->n_units; i++) {
        const char *name = p->units[i].name;
        const size_t len = strcspn(name, ".");
        if (p->units[i].group != group ||
            (strcspn(last, ".") == len && memcmp(last, name, len) == 0))
            continue;
        last = name;
        n++;
    }
    return n;
}

/* The links between a group's routers, of one rate and latency in a line. */
static void links_label(const struct picture *p, int group, struct sbuf *out)
{
    for (int i = 0; i < p->n_ways; i++) {
        const struct draw_way *w = &p->ways[i];
        uint32_t count = 0;
        for (int k = 0; k < p->n_ways; k++) {
            const struct draw_way *v = &p->ways[k];
            const bool within = p->units[v->from].group == group && p->units[v->to].group == group;
            if (!within || v->rate != w->rate || v->latency != w->latency)
                continue;
            if (k < i) {
                count = 0;
                break;
            }
            count++;
        }
        if (p->units[w->from].group != group || p->units[w->to].group != group || count == 0)
            continue;
        if (w->rate == 0)
            sbuf_printf(out, "<BR/>%u channels of wires", count);
        else
            sbuf_printf(out, "<BR/>%u links of %u B/cycle, %u cycles", count, w->rate, w->latency);
    }
}

void draw_routers_label(const struct picture *p, int group, struct sbuf *out)
{
    const uint32_t networks = networks_of(p, group);
    json_t *fields = system_json(p->n->sys);
    json_t *network = json_object_get(json_object_get(fields, "fabric"), "network");
    const bool line = strncmp(p->units[p->groups[group].first].name, "overlay", 7) == 0;
    const char *topology = line ? "line" : json_string_value(json_object_get(network, "topology"));
    sbuf_printf(out, "<B>%u routers</B><BR/>", p->groups[group].count);
    if (networks > 1)
        sbuf_printf(out, "%u networks", networks);
    else
        sbuf_puts(out, "a network");
    if (topology != NULL)
        sbuf_printf(out, ": %s", topology);
    links_label(p, group, out);
    json_decref(fields);
}
