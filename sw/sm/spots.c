#include "sw/sm/spots.h"

#include "sw/sm/internal.h"

#include <string.h>

static bool same_line(const struct ptx_inst *x, const struct ptx_inst *y)
{
    if (x->file == NULL || y->file == NULL)
        return x->file == y->file && x->line == y->line;
    return x->file_line == y->file_line && strcmp(x->file, y->file) == 0;
}

static struct spots_line *line_of(struct spots *s, const struct ptx_inst *inst, const char *what)
{
    for (int i = 0; i < s->n; i++)
        if (s->lines[i].what == what && same_line(s->lines[i].inst, inst))
            return &s->lines[i];
    if (s->n == SPOTS_SHOWN)
        return NULL;
    s->lines[s->n] = (struct spots_line){.inst = inst, .what = what};
    return &s->lines[s->n++];
}

void spots_add(struct spots *s, const char *who, const struct simt_warp *warp, const char *runs)
{
    const char *const what[] = {
        [SIMT_RUNS] = runs,
        [SIMT_TURN] = "wait for their turn in the warp",
        [SIMT_TOGETHER] = "wait for the other lanes of a warp-wide operation",
        [SIMT_MEETS] = "wait for the warp's other lanes, where their ways meet",
        [SIMT_CTA] = "wait for the CTA's other warps at a barrier",
    };
    struct simt_spot spot;
    for (int i = 0; simt_spot(warp, i, &spot); i++) {
        struct spots_line *l = line_of(s, spot.inst, what[spot.role]);
        if (l == NULL) {
            s->others++;
            continue;
        }
        if (l->warps++ > 0)
            continue;
        char where[256];
        l->lanes = spot.lanes;
        snprintf(l->first, sizeof l->first, "%s: %s", who,
                 simt_where(warp, spot.inst, __builtin_ctz(spot.lanes), where, sizeof where));
    }
}

void spots_tell(const struct spots *s, FILE *to)
{
    for (int i = 0; i < s->n; i++) {
        const struct spots_line *l = &s->lines[i];
        int lanes = __builtin_popcount(l->lanes), verb = (int)strcspn(l->what, " ");
        fprintf(to, "  %s: %d %s %.*s%s%s", l->first, lanes, lanes == 1 ? "lane" : "lanes", verb,
                l->what, lanes == 1 ? "s" : "", l->what + verb);
        if (l->warps > 1)
            fprintf(to, "; warps like it: %llu", (unsigned long long)l->warps - 1);
        fputc('\n', to);
    }
    if (s->others > 0)
        fprintf(to, "  places more, in all warps: %llu\n", (unsigned long long)s->others);
}

bool lull_is(struct lull *l, uint64_t now, uint64_t ctas, uint64_t first)
{
    if (!l->started || ctas != l->ctas) {
        *l = (struct lull){.ctas = ctas, .since = now, .next = first, .started = true};
        return false;
    }
    if (now - l->since < l->next)
        return false;
    l->next *= 2;
    return true;
}

static void add_warps(const struct sm *sm, struct spots *s)
{
    static const char *const runs[] = {
        [WAIT_TIME] = "run",
        [WAIT_MEMORY] = "wait for the memory",
        [WAIT_FENCE] = "wait for what was asked of the memory before",
        [WAIT_FETCH] = "wait for their next instructions",
        [WAIT_BARRIER] = "wait at a barrier",
        [WAIT_NOTHING] = "run",
    };
    for (uint32_t i = 0; i < sm->n_order; i++) {
        uint32_t slot = sm->order[i];
        char who[160];
        snprintf(who, sizeof who, "%s warp %u", sm->name, slot);
        spots_add(s, who, sm->warps[slot].simt, runs[sm->warps[slot].wait]);
    }
}

void sm_first_spot(struct sm *const *sms, uint32_t n, struct sbuf *text)
{
    struct spots s = {0};
    for (uint32_t i = 0; i < n && s.n == 0; i++)
        add_warps(sms[i], &s);
    if (s.n > 0)
        sbuf_printf(text, "%s: %s", s.lines[0].first, s.lines[0].what);
}

void sm_lull(struct lull *l, uint64_t now, struct sm *const *sms, uint32_t n, uint64_t first,
             FILE *to)
{
    uint64_t done = 0;
    for (uint32_t i = 0; i < n; i++)
        done += sm_ctas_done(sms[i]);
    if (!lull_is(l, now, done, first > 0 ? first : SM_LULL) || to == NULL)
        return;
    struct spots s = {0};
    for (uint32_t i = 0; i < n; i++)
        add_warps(sms[i], &s);
    if (s.n == 0)
        return;
    fprintf(to,
            "umbel: no CTA has ended for %llu cycles (now %llu); the run goes on, --max-cycles "
            "bounds it; warps are at:\n",
            (unsigned long long)(now - l->since), (unsigned long long)now);
    spots_tell(&s, to);
}
