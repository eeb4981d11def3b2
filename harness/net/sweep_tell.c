/* What a sweep has found, as a table, as JSON and as a picture. */
#include "harness/net/sweep.h"
#include "harness/net/tell.h"
#include "harness/picture/gnuplot.h"
#include "sw/util/arena.h"

#include <jansson.h>

static void row(const struct sweep_point *p, const struct net *net, FILE *out)
{
    fprintf(out, "%7.4f %9.4f %9.2f ±%6.2f %9.2f %8llu", p->load, p->accepted, p->latency, p->half,
            p->inside, (unsigned long long)p->longest);
    fputs("  ", out);
    tell_busiest(net, p->links, p->busiest, out);
    fprintf(out, "  %.4f %8.3f %5u of %u%s\n", p->fairness, p->energy, p->warm_up, p->batches,
            p->saturated ? "  beyond saturation" : "");
}

void sweep_print(const struct sweep *s, const struct bench_options *o, FILE *out)
{
    tell_network(o->net, out);
    fprintf(out, "%s traffic, packets of %u flit%s\n\n", pattern_name(o->pattern), o->flits,
            o->flits == 1 ? "" : "s");
    fprintf(out,
            "   load  accepted   latency   95 %%    inside  longest  busiest link       fairness"
            "   pJ/bit  warm-up, batches\n");
    row(&s->zero, o->net, out);
    uint64_t cycles = s->zero.cycles, packets = s->zero.packets;
    double seconds = s->zero.seconds;
    for (size_t i = 0; i < s->n; i++) {
        row(&s->points[i], o->net, out);
        cycles += s->points[i].cycles;
        packets += s->points[i].packets;
        seconds += s->points[i].seconds;
    }
    fprintf(out, "\nlatency without load %.2f cycles; ", s->zero.latency);
    if (s->reached)
        fprintf(out, "saturation, %.2f cycles, at %.3f flits a cycle and node\n", s->limit,
                s->saturation);
    else
        fprintf(out, "not %.2f cycles up to %.3f flits a cycle and node\n", s->limit,
                s->saturation);
    fprintf(out, "each of %llu packets came out once, whole and where it was sent to\n",
            (unsigned long long)packets);
    tell_speed(cycles, seconds, out);
}

/* ---- JSON ---- */

static json_t *point_json(const struct sweep_point *p, uint32_t n_links)
{
    return json_pack(
        "{s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:f, s:b, s:i, s:i, s:i, s:I, s:I, s:f,"
        " s:o}",
        "load", p->load, "made", p->made, "accepted", p->accepted, "latency", p->latency,
        "confidence", p->half, "inside", p->inside, "longest", (json_int_t)p->longest, "fairness",
        p->fairness, "saturated", (int)p->saturated, "batches", (int)p->batches, "warm_up",
        (int)p->warm_up, "batch_cycles", (int)p->batch, "cycles", (json_int_t)p->cycles, "packets",
        (json_int_t)p->packets, "pj_per_bit", p->energy, "links", tell_use(p->links, n_links));
}

json_t *sweep_json(const struct sweep *s, const struct bench_options *o)
{
    json_t *points = json_array();
    json_array_append_new(points, point_json(&s->zero, s->n_links));
    for (size_t i = 0; i < s->n; i++)
        json_array_append_new(points, point_json(&s->points[i], s->n_links));
    return json_pack("{s:s, s:i, s:i, s:o, s:s, s:i, s:i, s:b, s:f, s:I, s:f, s:f, s:o, s:o}",
                     "topology", o->net->topology, "routers", (int)o->net->routers, "nodes",
                     (int)o->net->n_nodes, "links", tell_links(o->net), "traffic",
                     pattern_name(o->pattern), "flits", (int)o->flits, "classes", (int)o->classes,
                     "ordered", (int)o->ordered, "stalls", o->stalls, "seed", (json_int_t)o->seed,
                     "zero_load_latency", s->zero.latency, "limit", s->limit, "saturation",
                     s->reached ? json_real(s->saturation) : json_null(), "points", points);
}

/* ---- the picture ---- */

char *sweep_svg(const struct sweep *s, const struct bench_options *o, struct error *err)
{
    struct sbuf terminal = {0}, body = {0};
    tell_picture(&terminal, &body, "load, flits a cycle and node", 1.5 * s->limit);
    sbuf_puts(&body, "$data << END_OF_DATA\n");
    sbuf_printf(&body, "%.9g %.9g %.9g\n", s->zero.load, s->zero.latency, s->zero.half);
    for (size_t i = 0; i < s->n; i++)
        sbuf_printf(&body, "%.9g %.9g %.9g\n", s->points[i].load, s->points[i].latency,
                    s->points[i].half);
    struct sbuf title = {0};
    sbuf_printf(&title, "%s, %u nodes, %s, %u flit%s", o->net->topology, o->net->n_nodes,
                pattern_name(o->pattern), o->flits, o->flits == 1 ? "" : "s");
    sbuf_printf(&body,
                "END_OF_DATA\nplot $data with yerrorlines pt 7 ps 0.4 lw 2 lc rgb '%s' title ",
                gnuplot_colour(0));
    gnuplot_text(&body, title.text);
    sbuf_puts(&body, "\n");
    char *svg = gnuplot_svg(terminal.text, body.text, err);
    sbuf_free(&terminal);
    sbuf_free(&body);
    sbuf_free(&title);
    return svg;
}
