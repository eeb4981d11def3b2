#include "harness/machine/read_caches.h"

#include "harness/run/stats.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>

/* The caches of one kind. */
struct kind {
    struct read_cache **of; /* NULL: there are none */
    uint32_t n;
    uint32_t sms; /* that share one */
};

struct read_caches {
    struct kind l1i, scalar;
    uint32_t packages;
};

static struct kind kind_new(const struct system *s, const struct sys_read_cache *c)
{
    if (c->bytes == 0)
        return (struct kind){0};
    const struct read_cache_config config = {.lines = c->bytes / s->line_bytes,
                                             .ways = c->ways,
                                             .mshrs = c->mshrs,
                                             .latency = c->latency,
                                             .miss_latency = c->miss_latency};
    struct kind k = {.n = s->gpus * (s->sm.count / c->sms), .sms = c->sms};
    k.of = xcalloc(k.n, sizeof(struct read_cache *));
    for (uint32_t i = 0; i < k.n; i++)
        k.of[i] = read_cache_new(&config);
    return k;
}

static void kind_free(struct kind *k)
{
    for (uint32_t i = 0; i < k->n; i++)
        read_cache_free(k->of[i]);
    free(k->of);
}

struct read_caches *read_caches_new(const struct system *s)
{
    if (s->sm.l1i.bytes == 0 && s->sm.scalar.bytes == 0)
        return NULL;
    struct read_caches *r = xcalloc(1, sizeof *r);
    r->packages = s->gpus;
    r->l1i = kind_new(s, &s->sm.l1i);
    r->scalar = kind_new(s, &s->sm.scalar);
    return r;
}

void read_caches_free(struct read_caches *r)
{
    if (r == NULL)
        return;
    kind_free(&r->l1i);
    kind_free(&r->scalar);
    free(r);
}

static struct read_cache *cache_of(const struct kind *k, uint32_t sm)
{
    return k->of != NULL ? k->of[sm / k->sms] : NULL;
}

void read_caches_ask(struct read_caches *r, uint32_t i, struct sm *sm)
{
    if (r != NULL)
        sm_read(sm, cache_of(&r->l1i, i), cache_of(&r->scalar, i));
}

void read_caches_begin(struct read_caches *r)
{
    for (uint32_t i = 0; r != NULL && i < r->scalar.n; i++)
        read_cache_empty(r->scalar.of[i]);
}

static void add(const struct read_caches *r, const struct kind *k, const char *class,
                struct stats *s)
{
    for (uint32_t i = 0; i < k->n; i++) {
        char name[48];
        const uint32_t each = k->n / r->packages;
        const struct read_cache_stats *x = read_cache_stats(k->of[i]);
        snprintf(name, sizeof name, "gpu%u.%s%u", i / each, class, i % each);
        stats_add(s, name, class, "hits", "requests", "of SMs, whose line was there", x->hits);
        stats_add(s, name, class, "misses", "requests", "whose line was not, or was on its way",
                  x->misses);
        stats_add(s, name, class, "lines", "lines", "that came from below", x->lines);
        stats_add(s, name, class, "waited", "cycles", "from request to line, over all requests",
                  x->waited);
    }
}

void read_caches_stats(const struct read_caches *r, struct stats *s)
{
    if (r == NULL)
        return;
    add(r, &r->l1i, "l1i", s);
    add(r, &r->scalar, "scalar", s);
}
