#include "harness/net/trace.h"

#include "harness/observe/packets.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Cycles are exact as doubles. */
#define TRACE_LAST_CYCLE (UINT64_C(1) << 53)

/* A place in the text. */
struct reader {
    const char *path, *at, *line, *end; /* the file; here; where the line begins; behind the text */
    size_t number;                      /* of the line, from 1 */
    struct error *err;
};

__attribute__((format(printf, 3, 4))) static bool wrong(const struct reader *r, const char *at,
                                                        const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_at(r->err, r->path, r->number, (size_t)(at - r->line) + 1, fmt, ap);
    va_end(ap);
    return false;
}

/* ---- words ---- */

static bool skip(struct reader *r, const char *text)
{
    const size_t len = strlen(text);
    if (strncmp(r->at, text, len) != 0)
        return false;
    r->at += len;
    return true;
}

static bool expect(struct reader *r, const char *text, const char *what)
{
    return skip(r, text) || wrong(r, r->at, "here should be %s", what);
}

static bool count(struct reader *r, const char *what, uint64_t least, uint64_t most, uint64_t *n)
{
    const char *behind = number_read(r->at, most, n);
    if (behind == NULL || *n < least)
        return wrong(r, r->at, "here should be %s, a number from %" PRIu64 " to %" PRIu64, what,
                     least, most);
    r->at = behind;
    return true;
}

/* A line that ends is not cut. It may end as DOS has it. */
static bool end_line(struct reader *r)
{
    if (r->at[0] == '\r' && r->at[1] == '\n')
        r->at++;
    if (r->at == r->end)
        return wrong(r, r->at, "the trace ends within a line: it was cut; record it anew");
    if (*r->at != '\n')
        return wrong(r, r->at, "here should be the end of the line");
    r->line = ++r->at;
    r->number++;
    return true;
}

static size_t word_length(const struct reader *r, const char *ends)
{
    return strcspn(r->at, ends);
}

static bool find(const struct trace_names *names, const char *word, size_t len, uint32_t *i)
{
    for (*i = 0; *i < names->n; ++*i)
        if (strlen(names->list[*i]) == len && memcmp(names->list[*i], word, len) == 0)
            return true;
    return false;
}

/* One of the names of the first line. */
static bool named(struct reader *r, const struct trace_names *names, const char *what, uint32_t *i)
{
    const size_t len = word_length(r, " \r\n");
    if (!find(names, r->at, len, i))
        return wrong(r, r->at, "'%.*s' is no %s of this trace; its first line names them",
                     (int)(len < 64 ? len : 64), r->at, what);
    r->at += len;
    return true;
}

/* ---- the first line ---- */

/* NAME,NAME,... */
static bool names(struct reader *r, struct arena *a, struct trace_names *all, const char *what)
{
    size_t room = 1;
    const size_t whole = word_length(r, " \r\n");
    for (size_t i = 0; i < whole; i++)
        room += r->at[i] == ',';
    all->list = ARENA_ARRAY(a, const char *, room);
    do {
        const size_t len = word_length(r, ", \r\n");
        uint32_t before;
        if (len == 0 || find(all, r->at, len, &before))
            return wrong(r, r->at, "here should be the name of a %s, each once", what);
        const char *name = arena_strndup(a, r->at, len);
        if (name_has_control(name))
            return wrong(r, r->at, "a control character in the name of a %s; remove it", what);
        all->list[all->n++] = name;
        r->at += len;
    } while (skip(r, ","));
    return true;
}

/* What the trace and the network must have in common. */
static bool sizes(struct reader *r, const struct trace_wanted *w)
{
    uint64_t nodes = 0, bytes = 0;
    if (!expect(r, " nodes=", "nodes=N"))
        return false;
    const char *at = r->at;
    if (!count(r, "a number of nodes", 1, UINT32_MAX, &nodes))
        return false;
    if (nodes != w->nodes)
        return wrong(r, at,
                     "the trace is of %" PRIu64 " nodes, and the network of %s has %u; take the "
                     "machine that it is of",
                     nodes, w->system, w->nodes);
    if (!expect(r, " flit_bytes=", "flit_bytes=N"))
        return false;
    at = r->at;
    if (!count(r, "the bytes of a flit", 1, UINT32_MAX, &bytes))
        return false;
    return bytes == w->flit_bytes ||
           wrong(r, at,
                 "the trace is of flits of %" PRIu64 " bytes, and those of %s have %u; --set "
                 "link.bytes_per_cycle=%" PRIu64,
                 bytes, w->system, w->flit_bytes, bytes);
}

static bool header(struct reader *r, struct net_trace *t, const struct trace_wanted *w)
{
    uint64_t version = 0;
    if (!expect(r, PACKETS_HEAD " version=",
                PACKETS_HEAD " version=1, as umbel run --net-trace writes it"))
        return false;
    const char *at = r->at;
    if (!count(r, "a version", 1, UINT32_MAX, &version))
        return false;
    if (version != PACKETS_VERSION)
        return wrong(r, at, "version %" PRIu64 " of traces is not known, only %d; record it anew",
                     version, PACKETS_VERSION);
    if (!sizes(r, w) || !expect(r, " classes=", "classes=NAME,..."))
        return false;
    at = r->at;
    if (!names(r, &t->arena, &t->classes, "class of messages"))
        return false;
    if (t->classes.n > TRACE_MOST_CLASSES)
        return wrong(r, at, "%u classes of messages, and a network has up to %d", t->classes.n,
                     TRACE_MOST_CLASSES);
    return expect(r, " networks=", "networks=NAME,...") &&
           names(r, &t->arena, &t->networks, "network") && end_line(r);
}

/* ---- packets ---- */

static bool packet(struct reader *r, const struct net_trace *t, uint32_t nodes, uint64_t least,
                   struct trace_packet *p, uint32_t *network)
{
    uint64_t from = 0, to = 0, flits = 0;
    const char *at = r->at;
    if (!count(r, "a cycle, or the last line: " PACKETS_END " PACKETS", 0, TRACE_LAST_CYCLE,
               &p->cycle))
        return false;
    if (p->cycle < least)
        return wrong(r, at, "cycle %" PRIu64 " is before that of the packet above, %" PRIu64,
                     p->cycle, least);
    if (!expect(r, " ", "a blank and a network") || !named(r, &t->networks, "network", network) ||
        !expect(r, " ", "a blank and a node") ||
        !count(r, "the node that sends", 0, nodes - 1, &from) ||
        !expect(r, " ", "a blank and a node") ||
        !count(r, "the node that receives", 0, nodes - 1, &to) ||
        !expect(r, " ", "a blank and a class") ||
        !named(r, &t->classes, "class of messages", &p->class) ||
        !expect(r, " ", "a blank and a number of flits") ||
        !count(r, "the packet's flits", 1, TRACE_MOST_FLITS, &flits))
        return false;
    p->from = (uint32_t)from;
    p->to = (uint32_t)to;
    p->flits = (uint32_t)flits;
    return end_line(r);
}

static void keep(struct net_trace *t, const struct trace_packet *p)
{
    t->packets = xgrown(t->packets, t->n, sizeof *t->packets);
    t->packets[t->n++] = *p;
    t->flits += p->flits;
}

static bool last_line(struct reader *r, uint64_t packets)
{
    uint64_t said = 0;
    const char *at = r->at;
    if (!count(r, "the number of packets", 0, UINT64_MAX >> 1, &said))
        return false;
    if (said != packets)
        return wrong(r, at,
                     "the trace should have %" PRIu64 " packets, and has %" PRIu64
                     ": it was cut or changed; record it anew",
                     said, packets);
    return end_line(r) &&
           (r->at == r->end || wrong(r, r->at, "here should be the end of the file"));
}

static bool packets(struct reader *r, struct net_trace *t, uint32_t nodes)
{
    struct trace_packet p = {0};
    uint64_t n = 0, least = 0;
    for (; !skip(r, PACKETS_END " "); n++) {
        uint32_t network = 0;
        if (r->at == r->end)
            return wrong(r, r->at,
                         "the trace ends without its last line, " PACKETS_END
                         " PACKETS: it was cut; record it anew");
        if (!packet(r, t, nodes, least, &p, &network))
            return false;
        least = p.cycle;
        if (network == t->network)
            keep(t, &p);
    }
    return last_line(r, n);
}

/* ---- the whole ---- */

static bool choose(struct net_trace *t, const char *network, struct error *err)
{
    uint64_t i = 0;
    if (network == NULL || find(&t->networks, network, strlen(network), &t->network))
        return true;
    const char *behind = number_read(network, t->networks.n - 1, &i);
    t->network = (uint32_t)i;
    return (behind != NULL && *behind == '\0') ||
           error_set(err, "--network %s: %s has %u networks, from 0 %s to %u %s", network, t->path,
                     t->networks.n, t->networks.list[0], t->networks.n - 1,
                     t->networks.list[t->networks.n - 1]);
}

bool net_trace_read(struct net_trace *t, const char *path, const struct trace_wanted *w,
                    struct error *err)
{
    size_t len = 0;
    char *text = file_read(path, &len, err);
    *t = (struct net_trace){.path = path};
    if (text == NULL)
        return false;
    struct reader r = {path, text, text, text + len, 1, err};
    bool ok = header(&r, t, w) && choose(t, w->network, err) && packets(&r, t, w->nodes);
    if (ok && t->n == 0)
        ok = error_set(err, "%s: no packet is in network %s; --network chooses another", path,
                       t->networks.list[t->network]);
    free(text);
    return ok;
}

void net_trace_free(struct net_trace *t)
{
    free(t->packets);
    arena_free(&t->arena);
    *t = (struct net_trace){0};
}
