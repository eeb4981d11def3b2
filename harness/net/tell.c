#include "harness/net/tell.h"

#include "harness/picture/gnuplot.h"

#include <jansson.h>

void tell_network(const struct net *net, FILE *out)
{
    fprintf(out, "%s: %u routers, %u links, %u nodes; %s", net->topology, net->routers,
            net->n_links, net->n_nodes, net->phases > 1 ? "UGAL; " : "");
}

void tell_busiest(const struct net *net, const double *use, uint32_t busiest, FILE *out)
{
    if (net->n_links > 0)
        fprintf(out, "%.3f (%u to %u)", use[busiest], net->links[busiest].from,
                net->links[busiest].to);
    else
        fprintf(out, "-");
}

void tell_speed(uint64_t cycles, double seconds, FILE *out)
{
    fprintf(out, "%llu cycles in %.2f CPU-seconds: %.0f cycles a CPU-second\n",
            (unsigned long long)cycles, seconds, (double)cycles / (seconds > 0 ? seconds : 1e-9));
}

/* ---- JSON ---- */

json_t *tell_links(const struct net *net)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < net->n_links; i++)
        json_array_append_new(all, json_pack("{s:i, s:i}", "from", (int)net->links[i].from, "to",
                                             (int)net->links[i].to));
    return all;
}

json_t *tell_use(const double *use, uint32_t n_links)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < n_links; i++)
        json_array_append_new(all, json_real(use[i]));
    return all;
}

/* ---- the picture ---- */

enum { WIDTH = 560, HEIGHT = 380 };

void tell_picture(struct sbuf *terminal, struct sbuf *body, const char *x, double top)
{
    gnuplot_terminal(terminal, WIDTH, HEIGHT);
    sbuf_printf(body,
                "set grid lc rgb '#dddddd'\nset border 3\nset tics nomirror\n"
                "set xlabel '%s'\nset ylabel 'latency, cycles'\n"
                "set yrange [0:%.9g]\nset xrange [0:*]\n",
                x, top);
}
