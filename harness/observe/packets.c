#include "harness/observe/packets.h"

#include "gen/units/fabric/flit.h"
#include "sw/util/arena.h"
#include "sw/util/outfile.h"

#include <inttypes.h>
#include <stdlib.h>

/* A packet that has begun. */
struct record {
    uint64_t cycle;
    uint32_t tap, to, class, flits;
    bool whole; /* its last flit has passed */
};

/* A channel of flits from a node's interface. */
struct tap {
    struct port port;
    const struct netlist_network *network;
    uint32_t network_number, node;
    uint64_t *open; /* by virtual channel: number of the packet under way, and one; 0: none */
};

struct packets {
    struct outfile file;
    const struct netlist *n;
    struct tap *taps;
    size_t n_taps;
    struct record *ring; /* packets `first` up to `next`, at their numbers modulo `room` */
    uint64_t first, next, written;
    size_t room; /* a power of two, or 0 */
};

struct packets *packets_new(const char *path, struct error *err)
{
    struct packets *p = xcalloc(1, sizeof *p);
    if (outfile_open(&p->file, path, err))
        return p;
    free(p);
    return NULL;
}

void packets_free(struct packets *p)
{
    if (p == NULL)
        return;
    outfile_discard(&p->file);
    for (size_t i = 0; i < p->n_taps; i++)
        free(p->taps[i].open);
    free(p->taps);
    free(p->ring);
    free(p);
}

/* ---- the channels ---- */

static int by_node(const void *a, const void *b)
{
    const struct tap *s = a, *t = b;
    if (s->node != t->node)
        return s->node < t->node ? -1 : 1;
    return (s->network_number > t->network_number) - (s->network_number < t->network_number);
}

/* The networks of a machine are alike: the first stands for all. */
static void put_header(struct packets *p)
{
    const struct netlist_network *w = &p->n->networks[0];
    FILE *f = p->file.file;
    fprintf(f, PACKETS_HEAD " version=%d nodes=%u flit_bytes=%u classes=", PACKETS_VERSION,
            w->nodes, w->flit_bits / 8);
    for (uint32_t c = 0; c < w->classes; c++)
        fprintf(f, "%s%s", c > 0 ? "," : "", flit_name((enum msg_class)c));
    for (size_t i = 0; i < p->n->n_networks; i++)
        fprintf(f, "%s%s", i > 0 ? "," : " networks=", p->n->networks[i].name);
    fputc('\n', f);
}

bool packets_attach(struct packets *p, const struct engine *e, const struct netlist *n,
                    struct error *err)
{
    p->n = n;
    p->taps = xcalloc(n->n_sources, sizeof *p->taps);
    for (size_t i = 0; i < n->n_sources; i++) {
        const struct netlist_source *s = &n->sources[i];
        struct tap *t = &p->taps[p->n_taps++];
        *t = (struct tap){.port = engine_channel(e, s->channel),
                          .network = &n->networks[s->network],
                          .network_number = s->network,
                          .node = s->node};
        t->open = xcalloc(t->network->vcs, sizeof *t->open);
        if (t->port.valid == NULL)
            return error_set(err, "--flat shows nothing of what happens inside: leave it out, or "
                                  "--net-trace");
    }
    qsort(p->taps, p->n_taps, sizeof *p->taps, by_node);
    put_header(p);
    return true;
}

/* ---- packets under way ---- */

static struct record *record(struct packets *p, uint64_t number)
{
    return &p->ring[number & (p->room - 1)];
}

static void grow(struct packets *p)
{
    struct packets old = *p;
    p->room = p->room > 0 ? 2 * p->room : 256;
    p->ring = xcalloc(p->room, sizeof *p->ring);
    for (uint64_t i = p->first; i < p->next; i++)
        *record(p, i) = *record(&old, i);
    free(old.ring);
}

static void begin(struct packets *p, size_t tap, uint32_t vc, uint64_t now)
{
    struct tap *t = &p->taps[tap];
    const struct netlist_network *w = t->network;
    if (p->next - p->first == p->room)
        grow(p);
    *record(p, p->next++) = (struct record){.cycle = now,
                                            .tap = (uint32_t)tap,
                                            .to = (uint32_t)msg_get(t->port.msg, 0, w->node_bits),
                                            .class = vc / (w->vcs / w->classes)};
    t->open[vc] = p->next;
}

static uint32_t bits_below(uint32_t n)
{
    uint32_t bits = 0;
    while (1U << bits < n)
        bits++;
    return bits;
}

static void take_flit(struct packets *p, size_t tap, uint64_t now)
{
    struct tap *t = &p->taps[tap];
    const struct netlist_network *w = t->network;
    const uint32_t vc = (uint32_t)msg_get(t->port.msg, w->flit_bits + 1, bits_below(w->vcs));
    if (t->open[vc] == 0)
        begin(p, tap, vc, now);
    struct record *r = record(p, t->open[vc] - 1);
    r->flits++;
    r->whole = msg_get(t->port.msg, w->flit_bits, 1) != 0;
    if (r->whole)
        t->open[vc] = 0;
}

/* ---- writing ---- */

static void write_record(struct packets *p, const struct record *r)
{
    const struct tap *t = &p->taps[r->tap];
    fprintf(p->file.file, "%" PRIu64 " %s %u %u %s %u\n", r->cycle, t->network->name, t->node,
            r->to, flit_name((enum msg_class)r->class), r->flits);
    p->written++;
}

/* A packet waits for those that began before it. */
void packets_cycle(struct packets *p, uint64_t now)
{
    for (size_t i = 0; i < p->n_taps; i++)
        if (port_passes(&p->taps[i].port))
            take_flit(p, i, now);
    for (; p->first < p->next && record(p, p->first)->whole; p->first++)
        write_record(p, record(p, p->first));
    outfile_well(&p->file);
}

bool packets_end(struct packets *p, struct error *err)
{
    for (; p->first < p->next; p->first++)
        if (record(p, p->first)->whole)
            write_record(p, record(p, p->first));
    fprintf(p->file.file, PACKETS_END " %" PRIu64 "\n", p->written);
    return outfile_commit(&p->file, err);
}
