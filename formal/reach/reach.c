/* Answers one query: from its words to its verdict. */
#include "formal/prove/tool.h"
#include "formal/reach/impl.h"

#include <stdio.h>
#include <stdlib.h>

const char *const reach_verdicts[] = {[REACH_NO_VERDICT] = "NO VERDICT",
                                      [REACH_FOUND] = "FOUND",
                                      [REACH_EXHAUSTIVE] = "EXHAUSTIVE",
                                      [REACH_UNFINISHED] = "UNFINISHED"};

bool reach_run(const struct reach_query *q, const char *dir, uint32_t seconds,
               struct reach_result *r, struct error *err)
{
    *r = (struct reach_result){0};
    double began = tool_now();
    struct reach_plan p;
    if (!reach_plan(&p, q, err))
        return false;
    r->choices = p.choices;
    bool ok = reach_write(&p, dir, err) && reach_search(&p, dir, seconds, r, err);
    if (ok && r->verdict != REACH_EXHAUSTIVE)
        ok = reach_replay(&p, dir, r, err);
    reach_plan_free(&p);
    r->all_seconds = tool_now() - began;
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
    bool find = q->depth > 0;
    enum reach_verdict want = find ? REACH_FOUND : REACH_EXHAUSTIVE;
    if (r->verdict == want && (!find || r->depth == q->depth)) {
        if (!find || r->bmc_agrees)
            return true;
        snprintf(why, 160, "%s did not get there in its time", q->checker);
        return false;
    }
    snprintf(why, 160, "%s is expected, in cycle %u", reach_verdicts[want],
             find ? q->depth : q->limit);
    return false;
}
