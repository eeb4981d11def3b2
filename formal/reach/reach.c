/* One query from its words to its verdict. */
#include "formal/reach/impl.h"

#include <stdio.h>
#include <stdlib.h>

const char *const reach_verdicts[] = {[REACH_NO_VERDICT] = "NO VERDICT",
                                      [REACH_FOUND] = "FOUND",
                                      [REACH_BOUNDED] = "BOUNDED",
                                      [REACH_EXHAUSTIVE] = "EXHAUSTIVE",
                                      [REACH_UNFINISHED] = "UNFINISHED"};

bool reach_run(const struct reach_query *q, const char *dir, uint32_t seconds,
               struct reach_result *r, struct error *err)
{
    *r = (struct reach_result){0};
    struct reach_plan p;
    if (!reach_plan(&p, q, err))
        return false;
    r->choices = p.choices;
    bool ok = reach_write(&p, dir, err) && reach_search(&p, dir, seconds, r, err);
    if (ok && r->verdict == REACH_FOUND)
        ok = reach_replay(&p, dir, r, err);
    reach_plan_free(&p);
    if (!ok)
        r->verdict = REACH_NO_VERDICT;
    return ok;
}

void reach_result_free(struct reach_result *r)
{
    free(r->trace);
    free(r->wave);
    *r = (struct reach_result){0};
}

bool reach_as_expected(const struct reach_query *q, const struct reach_result *r, char why[160])
{
    enum reach_verdict want = q->depth > 0 ? REACH_FOUND : REACH_EXHAUSTIVE;
    uint32_t depth = q->depth > 0 ? q->depth : q->limit;
    if (r->verdict == want && r->depth == depth)
        return true;
    snprintf(why, 160, "%s(%u), but %s(%u) is expected", reach_verdicts[r->verdict], r->depth,
             reach_verdicts[want], depth);
    return false;
}
