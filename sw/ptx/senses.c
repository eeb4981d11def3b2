#include "sw/ptx/senses.h"

#include "sw/ptx/warp.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* A warp that waits for a time reads clocks for ever: so many are kept. */
enum { MOST_READS = 1 << 16 };

struct read {
    uint64_t value;
    const struct ptx_inst *inst;
    int what;
    uint32_t run; /* the last run for reference that has taken it; 0: none */
};

struct reads {
    struct read *list;
    size_t n, cap;
    size_t next; /* all before it are taken */
};

struct simt_senses {
    struct reads *warps; /* CTA by CTA */
    uint64_t n;
    uint32_t warps_of_cta, run;
};

struct simt_senses *senses_new(uint64_t ctas, uint32_t warps_of_cta)
{
    struct simt_senses *s = xcalloc(1, sizeof *s);
    s->n = ctas * warps_of_cta;
    s->warps_of_cta = warps_of_cta;
    s->warps = xcalloc(s->n + 1, sizeof *s->warps);
    return s;
}

void senses_free(struct simt_senses *s)
{
    if (s == NULL)
        return;
    for (uint64_t i = 0; i < s->n; i++)
        free(s->warps[i].list);
    free(s->warps);
    free(s);
}

static struct reads *of(struct simt_senses *s, uint64_t cta, uint32_t warp)
{
    return &s->warps[cta * s->warps_of_cta + warp];
}

void senses_note(struct simt_senses *s, uint64_t cta, uint32_t warp, const struct ptx_inst *inst,
                 int what, uint64_t value)
{
    struct reads *r = of(s, cta, warp);
    if (r->n == MOST_READS)
        return;
    if (r->n == r->cap) {
        r->cap = r->cap > 0 ? 2 * r->cap : 4;
        r->list = xrealloc(r->list, r->cap * sizeof *r->list);
    }
    r->list[r->n++] = (struct read){.value = value, .inst = inst, .what = what};
}

void senses_rewind(struct simt_senses *s)
{
    s->run++;
    for (uint64_t i = 0; i < s->n; i++)
        s->warps[i].next = 0;
}

bool senses_take(struct simt_senses *s, uint64_t cta, uint32_t warp, const struct ptx_inst *inst,
                 uint64_t *value)
{
    struct reads *r = of(s, cta, warp);
    while (r->next < r->n && r->list[r->next].run == s->run)
        r->next++;
    for (size_t i = r->next; i < r->n; i++)
        if (r->list[i].inst == inst && r->list[i].run != s->run) {
            r->list[i].run = s->run;
            *value = r->list[i].value;
            return true;
        }
    return false;
}

const struct ptx_inst *senses_first(const struct simt_senses *s, const char **name)
{
    for (uint64_t i = 0; i < s->n; i++)
        if (s->warps[i].n > 0) {
            *name = special_register_name(s->warps[i].list[0].what);
            return s->warps[i].list[0].inst;
        }
    return NULL;
}
