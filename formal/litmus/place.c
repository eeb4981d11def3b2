#include "formal/litmus/place.h"

#include "sw/util/number.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLACEMENTS = 4096, MOST_PLACE = 999 };

struct search {
    const struct litmus *t;
    uint32_t gpus, sms;
    struct placements *found;
    struct placement now;
};

static void keep(struct search *s)
{
    struct placements *f = s->found;
    if (f->n < MOST_PLACEMENTS) {
        f->list = xrealloc(f->list, (f->n + 1) * sizeof *f->list);
        f->list[f->n] = s->now;
    }
    f->n++;
}

/* Tries each GPU and CTA that threads before this one use, and the first that none of them uses. */
static void place_thread(struct search *s, int thread)
{
    if (thread == s->t->n_threads) {
        keep(s);
        return;
    }
    int gpus_used = 0;
    for (int i = 0; i < thread; i++)
        if (s->now.at[i].gpu >= gpus_used)
            gpus_used = s->now.at[i].gpu + 1;
    for (int gpu = 0; gpu <= gpus_used && gpu < (int)s->gpus; gpu++) {
        int ctas_used = 0;
        for (int i = 0; i < thread; i++)
            if (s->now.at[i].gpu == gpu && s->now.at[i].cta >= ctas_used)
                ctas_used = s->now.at[i].cta + 1;
        for (int cta = 0; cta <= ctas_used && cta < (int)s->sms; cta++) {
            s->now.at[thread] = (struct litmus_place){gpu, cta};
            place_thread(s, thread + 1);
        }
    }
}

static bool fits(const struct search *s, const char *who, struct error *err)
{
    for (int i = 0; i < s->t->n_threads; i++)
        if (s->now.at[i].gpu >= (int)s->gpus || s->now.at[i].cta >= (int)s->sms)
            return error_set(err,
                             "%s: P%d is to run on GPU %d, CTA %d, but the system has %u GPUs with "
                             "an L1 for each of %u CTAs; choose another system, or --set gpus and "
                             "sm.count",
                             who, i, s->now.at[i].gpu, s->now.at[i].cta, s->gpus, s->sms);
    return true;
}

static bool take(const char **at, char c)
{
    bool is = **at == c;
    *at += is;
    return is;
}

static bool parse_one(struct search *s, const char *text, struct error *err)
{
    const char *at = text;
    for (int i = 0; i < s->t->n_threads; i++) {
        uint64_t gpu, cta;
        if ((i > 0 && !take(&at, ',')) || (at = number_read(at, MOST_PLACE, &gpu)) == NULL ||
            !take(&at, '.') || (at = number_read(at, MOST_PLACE, &cta)) == NULL)
            return error_set(err,
                             "--placement %s: %s has %d threads; write GPU.CTA for each: 0.0,1.0",
                             text, s->t->name, s->t->n_threads);
        s->now.at[i] = (struct litmus_place){(int)gpu, (int)cta};
    }
    if (*at != '\0')
        return error_set(err, "--placement %s: %s has only %d threads; write GPU.CTA for each",
                         text, s->t->name, s->t->n_threads);
    return fits(s, "--placement", err);
}

bool placements_find(const struct litmus *t, uint32_t gpus, uint32_t sms, const char *asked,
                     struct placements *p, struct error *err)
{
    *p = (struct placements){0};
    struct search s = {.t = t, .gpus = gpus, .sms = sms, .found = p};
    if (asked == NULL && !t->placed) {
        place_thread(&s, 0);
        if (p->n <= MOST_PLACEMENTS)
            return true;
        free(p->list);
        p->list = NULL;
        return error_set(err, "%s: there are %zu placements of %d threads; name one: --placement",
                         t->file, p->n, t->n_threads);
    }
    for (int i = 0; i < t->n_threads; i++)
        s.now.at[i] = t->places[i];
    if (asked != NULL ? !parse_one(&s, asked, err) : !fits(&s, t->file, err))
        return false;
    keep(&s);
    return true;
}

void placement_text(const struct litmus *t, const struct placement *p, char text[PLACE_TEXT])
{
    int n = 0;
    for (int i = 0; i < t->n_threads; i++)
        n += snprintf(text + n, (size_t)(PLACE_TEXT - n), "%s%d.%d", i > 0 ? "," : "", p->at[i].gpu,
                      p->at[i].cta);
}
