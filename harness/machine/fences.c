#include "harness/machine/fences.h"

#include "harness/machine/impl.h"
#include "harness/run/stats.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* Of one SM: the tags of its fences that wait. */
struct waiting {
    uint32_t *tags, n;
};

struct fences {
    uint32_t sms;
    struct waiting *of;
    bool *now; /* SMs whose fences are about to be answered */
    uint64_t events, answered, cycles;
};

struct fences *fences_new(const struct system *s)
{
    if (s->synchronisation.fences != SYS_EMPTY)
        return NULL;
    struct fences *f = xcalloc(1, sizeof *f);
    f->sms = s->gpus * s->sm.count;
    f->of = xcalloc(f->sms, sizeof *f->of);
    f->now = xcalloc(f->sms, sizeof *f->now);
    for (uint32_t i = 0; i < f->sms; i++)
        f->of[i].tags = xcalloc(s->sm.tags, sizeof *f->of[i].tags);
    return f;
}

void fences_free(struct fences *f)
{
    for (uint32_t i = 0; f != NULL && i < f->sms; i++)
        free(f->of[i].tags);
    if (f != NULL) {
        free(f->of);
        free(f->now);
    }
    free(f);
}

bool fences_take(struct fences *f, uint32_t i, const struct sm_request *r)
{
    if (f == NULL || r->op != OP_FENCE)
        return false;
    f->of[i].tags[f->of[i].n++] = r->tag;
    return true;
}

bool fences_wait(const struct fences *f)
{
    for (uint32_t i = 0; f != NULL && i < f->sms; i++)
        if (f->of[i].n > 0)
            return true;
    return false;
}

/* Fences that come while caches are emptied wait for the next time: their SM's L1 may have been
 * emptied before they came. */
static bool empty_for(struct machine *m, uint32_t *had, struct error *err)
{
    struct fences *f = m->fences;
    for (uint32_t i = 0; i < f->sms; i++) {
        had[i] = f->of[i].n;
        f->now[i] = had[i] > 0;
    }
    return machine_empty_private(m, f->now, err);
}

static void answer(struct machine *m, uint32_t i, uint32_t n)
{
    static const uint8_t no_line[SM_MAX_LINE];
    struct waiting *w = &m->fences->of[i];
    for (uint32_t k = 0; k < n; k++)
        if (m->stand_in != NULL)
            m->stand_in->answer(m->stand_in->ctx, i, w->tags[k], no_line);
        else
            sm_answer(m->sms[i], w->tags[k], no_line);
    for (uint32_t k = n; k < w->n; k++)
        w->tags[k - n] = w->tags[k];
    w->n -= n;
    m->fences->answered += n;
    m->wake[i] = n > 0 ? m->now : m->wake[i];
}

bool fences_step(struct machine *m, struct error *err)
{
    struct fences *f = m->fences;
    if (m->paused || !fences_wait(f))
        return true;
    const uint64_t began = m->now;
    uint32_t *had = xcalloc(f->sms, sizeof *had);
    m->paused = true;
    const bool ok = machine_drain(m, err) && empty_for(m, had, err);
    m->paused = false;
    for (uint32_t i = 0; ok && i < f->sms; i++)
        answer(m, i, had[i]);
    f->events++;
    f->cycles += m->now - began;
    free(had);
    return ok;
}

void fences_stats(const struct fences *f, struct stats *s)
{
    if (f == NULL)
        return;
    stats_add(s, "system", "fences", "answered", "fences", "that have emptied caches", f->answered);
    stats_add(s, "system", "fences", "events", "times",
              "caches were emptied for them, those of one package once", f->events);
    stats_add(s, "system", "fences", "cycles", "cycles", "in which SMs sent nothing meanwhile",
              f->cycles);
}
