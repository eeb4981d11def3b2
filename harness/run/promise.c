#include "harness/run/promise.h"

#include "gen/system/derived.h"

/* A cache that may have a copy of what another package, or another SM, stores; and the field that
 * says whether it is emptied between two launches. */
struct level {
    const char *field;
    bool stale, keeps;
};

enum { LEVELS = 3 };

/* Without invalidations. L2s before the memory of their own package have its lines alone; a single
 * L2, of one package, has the only copy below the L1s. */
static void levels_of(const struct system *s, const struct rules *rules,
                      struct level levels[LEVELS])
{
    const bool below = rules->invalidates; /* what is below the L1s is told of each store */
    const bool several = s->gpus > 1 || system_has_cpu(s);
    levels[0] = (struct level){"boundary.l1s", !rules->deep, s->boundary.l1s == SYS_KEEP};
    levels[1] =
        (struct level){"boundary.l15s", !below && s->l15.banks > 0, s->boundary.l15s == SYS_KEEP};
    levels[2] = (struct level){"boundary.l2s", !below && several && s->l2.role != SYS_MEMORY_SIDE,
                               s->boundary.l2s == SYS_KEEP};
}

/* "boundary.l1s and boundary.l2s are keep" of those that may be stale; false: there is none. */
static bool tell_kept(const struct level levels[LEVELS], struct sbuf *text)
{
    int n = 0;
    for (int i = 0; i < LEVELS; i++)
        if (levels[i].stale && levels[i].keeps)
            sbuf_printf(text, "%s%s", n++ > 0 ? " and " : "", levels[i].field);
    if (n > 0)
        sbuf_puts(text, n > 1 ? " are keep" : " is keep");
    return n > 0;
}

static void tell_invalidated(const struct system *s, const struct rules *rules, const char *kept,
                             struct sbuf *text)
{
    const char *rdc = system_has_rdc(s) ? " and a remote data cache" : "";
    if (rules->deep) {
        sbuf_printf(text,
                    "an L1, an L2%s has no copy that a store has outdated; a kernel needs an order "
                    "between its threads all the same: fences, or atomic accesses",
                    rdc);
        return;
    }
    sbuf_printf(text,
                "an L1 has no copies after a fence, an L2%s none that a store has outdated; to "
                "read what others write in the same launch, a kernel needs fences, or volatile or "
                "atomic accesses",
                rdc);
    if (kept[0] != '\0')
        sbuf_printf(text, "; an L1 keeps its copies from one launch to the next, too: %s", kept);
}

/* The published protocol, whose requests carry no clock. */
static void tell_published(const char *kept, struct sbuf *text)
{
    if (kept[0] != '\0')
        sbuf_printf(
            text,
            "none, not even from one launch to the next: %s, so a copy of an earlier launch "
            "is read until the clock of its cache has passed its lease, whatever others "
            "have stored since; with empty copies are coherent from one launch to the next",
            kept);
    else
        sbuf_puts(text, "copies are coherent from one launch to the next; inside a launch each "
                        "location is, but the published protocol is not sequentially consistent");
}

static bool ends_epochs(const struct protocol *p)
{
    return p->rdc_epochs;
}

static void tell_rdcs(bool keeps, const char *kept, struct sbuf *text)
{
    sbuf_puts(text, "copies in remote data caches are never made coherent, not even from one "
                    "launch to the next (");
    system_protocols(ends_epochs, text);
    sbuf_printf(text, " does that)%s%s", keeps ? "; those in other caches neither: " : "", kept);
}

static const char *needs(const struct launch *l)
{
    if (l != NULL && l->needs_coherence)
        return "the launch file says that this kernel needs more";
    return l != NULL ? "CTAs that read what others wrote in the same launch need more, and a "
                       "launch file should say so"
                     : "CTAs that read what others wrote in the same launch need more";
}

void promise_tell(const struct system *s, const struct rules *rules, const struct launch *l,
                  struct sbuf *text)
{
    struct level levels[LEVELS];
    struct sbuf kept = {0};
    if (rules->sends_cts)
        return;
    levels_of(s, rules, levels);
    const bool keeps = tell_kept(levels, &kept);
    sbuf_puts(text, "\n  promise: ");
    if (rules->timed)
        tell_published(sbuf_str(&kept), text);
    else if (rules->invalidates)
        tell_invalidated(s, rules, sbuf_str(&kept), text);
    else if (system_has_rdc(s) && !system_protocol(s)->rdc_epochs)
        tell_rdcs(keeps, sbuf_str(&kept), text);
    else if (s->synchronisation.fences == SYS_EMPTY)
        sbuf_printf(text,
                    "an L1 and an L1.5 have no copies after a fence of an SM that they serve; to "
                    "read what others write in the same launch, a kernel needs fences, or atomic "
                    "accesses%s%s",
                    keeps ? "; copies of earlier launches are kept: " : "", sbuf_str(&kept));
    else if (keeps)
        sbuf_printf(text,
                    "none, not even from one launch to the next: %s, so copies of earlier launches "
                    "are kept; with empty they are coherent from one launch to the next, not "
                    "inside a launch",
                    kept.text);
    else
        sbuf_printf(text,
                    "without timestamps copies are coherent from one launch to the next, not "
                    "inside a launch; %s",
                    needs(l));
    sbuf_free(&kept);
}
