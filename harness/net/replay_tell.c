/* What a replay has found, as a table, as JSON and as a picture. */
#include "harness/net/replay.h"
#include "harness/net/tell.h"
#include "harness/picture/gnuplot.h"

#include <jansson.h>
#include <stdlib.h>

/* Cycles from the first packet of the trace to its last, both included. */
static uint64_t span(const struct net_trace *t)
{
    return t->packets[t->n - 1].cycle - t->packets[0].cycle + 1;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static const char *network_of(const struct net_trace *t)
{
    return t->networks.list[t->network];
}

void replay_print(const struct replay *r, const struct bench_options *o, FILE *out)
{
    const struct net_trace *t = o->trace;
    uint64_t cycles = 0, packets = 0;
    double seconds = 0;
    char *path = error_shown_text(t->path);
    tell_network(o->net, out);
    fprintf(out, "network %s of the %u in the trace %s\n", network_of(t), t->networks.n, path);
    free(path);
    fprintf(out, "%llu packet%s, %llu flit%s, made within %llu cycle%s\n\n",
            (unsigned long long)t->n, plural(t->n), (unsigned long long)t->flits, plural(t->flits),
            (unsigned long long)span(t), plural(span(t)));
    fprintf(out, "   load  packets     flits    cycles  accepted   latency      p99  longest    "
                 "inside   pJ/bit  busiest link\n");
    for (size_t i = 0; i < r->n; i++) {
        const struct replay_point *p = &r->points[i];
        fprintf(out, "%7.4g %8llu %9llu %9llu %9.4f %9.2f %8llu %8llu %9.2f %8.3f  ", p->load,
                (unsigned long long)p->packets, (unsigned long long)p->flits,
                (unsigned long long)p->cycles, p->accepted, p->latency, (unsigned long long)p->p99,
                (unsigned long long)p->longest, p->inside, p->energy);
        tell_busiest(o->net, p->links, p->busiest, out);
        fputc('\n', out);
        cycles += p->cycles;
        packets += p->packets;
        seconds += p->seconds;
    }
    fprintf(out, "\neach of %llu packets came out once, whole and where it was sent to\n",
            (unsigned long long)packets);
    tell_speed(cycles, seconds, out);
}

/* ---- JSON ---- */

static json_t *point_json(const struct replay_point *p, uint32_t n_links)
{
    return json_pack("{s:f, s:I, s:I, s:I, s:f, s:f, s:I, s:I, s:f, s:f, s:o}", "load", p->load,
                     "packets", (json_int_t)p->packets, "flits", (json_int_t)p->flits, "cycles",
                     (json_int_t)p->cycles, "accepted", p->accepted, "latency", p->latency, "p99",
                     (json_int_t)p->p99, "longest", (json_int_t)p->longest, "inside", p->inside,
                     "pj_per_bit", p->energy, "links", tell_use(p->links, n_links));
}

static json_t *names_json(const struct trace_names *names)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < names->n; i++)
        json_array_append_new(all, json_string(names->list[i]));
    return all;
}

static json_t *trace_json(const struct net_trace *t)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:I, s:I, s:I}", "file", t->path, "network",
                     network_of(t), "networks", names_json(&t->networks), "classes",
                     names_json(&t->classes), "packets", (json_int_t)t->n, "flits",
                     (json_int_t)t->flits, "cycles", (json_int_t)span(t));
}

json_t *replay_json(const struct replay *r, const struct bench_options *o)
{
    json_t *points = json_array();
    for (size_t i = 0; i < r->n; i++)
        json_array_append_new(points, point_json(&r->points[i], o->net->n_links));
    return json_pack("{s:s, s:i, s:i, s:o, s:s, s:o, s:i, s:b, s:f, s:I, s:o}", "topology",
                     o->net->topology, "routers", (int)o->net->routers, "nodes",
                     (int)o->net->n_nodes, "links", tell_links(o->net), "traffic", "trace", "trace",
                     trace_json(o->trace), "classes", (int)o->classes, "ordered", (int)o->ordered,
                     "stalls", o->stalls, "seed", (json_int_t)o->seed, "points", points);
}

/* ---- the picture ---- */

static void curve(struct sbuf *body, const struct replay *r, const char *name, bool p99)
{
    sbuf_printf(body, "$%s << END_OF_DATA\n", name);
    for (size_t i = 0; i < r->n; i++)
        sbuf_printf(body, "%.9g %.9g\n", r->points[i].load,
                    p99 ? (double)r->points[i].p99 : r->points[i].latency);
    sbuf_puts(body, "END_OF_DATA\n");
}

char *replay_svg(const struct replay *r, const struct bench_options *o, struct error *err)
{
    struct sbuf terminal = {0}, body = {0}, title = {0};
    double top = 1;
    for (size_t i = 0; i < r->n; i++)
        top = (double)r->points[i].p99 > top ? (double)r->points[i].p99 : top;
    tell_picture(&terminal, &body, "how much faster than in the trace", 1.1 * top);
    curve(&body, r, "mean", false);
    curve(&body, r, "p99", true);
    sbuf_printf(&title, "%s, %u nodes, %s: mean", o->net->topology, o->net->n_nodes,
                network_of(o->trace));
    sbuf_printf(&body, "plot $mean with linespoints pt 7 ps 0.4 lw 2 lc rgb '%s' title ",
                gnuplot_colour(0));
    gnuplot_text(&body, title.text);
    sbuf_printf(
        &body,
        ", $p99 with linespoints pt 7 ps 0.4 lw 2 lc rgb '%s' title '99 %% of the packets'\n",
        gnuplot_colour(1));
    char *svg = gnuplot_svg(terminal.text, body.text, err);
    sbuf_free(&terminal);
    sbuf_free(&body);
    sbuf_free(&title);
    return svg;
}
