/* The profile as text, and as JSON. */
#include "harness/observe/profile.h"
#include "harness/run/stats_impl.h"

#include <jansson.h>

static const struct {
    const char *name, *meaning;
} does[SM_DOES] = {
    [SM_ISSUES] = {"issue", "an instruction was issued"},
    [SM_MEMORY] = {"memory", "no issue: the oldest warp waits for memory"},
    [SM_SCOREBOARD] = {"scoreboard", "no issue: the oldest warp waits for a result"},
    [SM_BARRIER] = {"barrier", "no issue: the oldest warp waits at a barrier"},
    [SM_FENCE] = {"fence", "no issue: the oldest warp waits for a fence"},
    [SM_FETCH] = {"fetch", "no issue: the oldest warp waits for its next instruction"},
    [SM_IDLE] = {"idle", "no CTA is resident"},
    [SM_CUT] = {"cut", "in a wait that the end of the run cut short"},
};

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static double mean(uint64_t sum, uint64_t n)
{
    return n > 0 ? (double)sum / (double)n : 0;
}

static void print_sms(const struct profile *p, FILE *out)
{
    char cell[3][STATS_CELL];
    uint64_t total = p->sms * p->cycles;
    fprintf(out, "\nprofile: %s SM cycles, %s SMs for %s cycles\n  %-10s  %15s   share  meaning\n",
            stats_thousands(cell[0], total), stats_thousands(cell[1], p->sms),
            stats_thousands(cell[2], p->cycles), "SMs", "cycles");
    for (int i = 0; i < SM_DOES; i++)
        if ((i != SM_CUT || p->sm[i] > 0) && (i != SM_FETCH || p->fetches))
            fprintf(out, "  %-10s  %15s  %5.1f%%  %s\n", does[i].name,
                    stats_thousands(cell[0], p->sm[i]), share(p->sm[i], total), does[i].meaning);
}

static void print_stages(const struct profile *p, FILE *out)
{
    char cell[3][STATS_CELL];
    fprintf(out, "\nprofile: %s requests of cores, %s cycles of latency, %.1f each\n",
            stats_thousands(cell[0], p->requests), stats_thousands(cell[1], p->latency),
            mean(p->latency, p->requests));
    fprintf(out, "  %-10s  %15s   share  %12s  meaning\n", "stage", "cycles", "requests");
    for (int i = 0; i < STAGES; i++)
        fprintf(out, "  %-10s  %15s  %5.1f%%  %12s  %s\n", stage_names[i],
                stats_thousands(cell[0], p->stage_cycles[i]), share(p->stage_cycles[i], p->latency),
                stats_thousands(cell[1], p->stage_requests[i]), stage_meanings[i]);
    fprintf(out, "  %s sent below their L1 (%s as a lease had ended), ",
            stats_thousands(cell[0], p->below_l1), stats_thousands(cell[1], p->expired_l1));
    fprintf(out, "%s below their L2 (%s as one had ended there alone); ",
            stats_thousands(cell[0], p->below_l2), stats_thousands(cell[1], p->expired_l2));
    fprintf(out, "%s times again for those who joined\n", stats_thousands(cell[0], p->reissues));
    if (p->unfinished > 0)
        fprintf(out, "  %s more were not answered, and are in none of these\n",
                stats_thousands(cell[0], p->unfinished));
}

static void print_strays(const struct profile *p, FILE *out)
{
    if (p->strays > 0)
        fprintf(out, "  %llu messages belonged to no request: do not trust the stages\n",
                (unsigned long long)p->strays);
}

static void print_lines(const struct profile *p, FILE *out)
{
    char cell[3][STATS_CELL];
    fprintf(out, "\nprofile: the %zu hottest of %s lines\n", p->hottest,
            stats_thousands(cell[0], p->n_lines));
    fprintf(out, "  %-14s  %12s  %12s  %12s  where\n", "address", "requests", "below L1",
            "mean latency");
    for (size_t i = 0; i < p->hottest; i++) {
        const struct profile_line *l = &p->lines[i];
        fprintf(out, "  0x%-12llx  %12s  %12s  %12.1f  %s\n",
                (unsigned long long)l->line * p->line_bytes, stats_thousands(cell[0], l->requests),
                stats_thousands(cell[1], l->below_l1), mean(l->latency, l->requests), p->where[i]);
    }
}

void profile_print(const struct profile *p, FILE *out)
{
    print_sms(p, out);
    print_stages(p, out);
    print_strays(p, out);
    if (p->hottest > 0)
        print_lines(p, out);
}

static json_t *number(uint64_t v)
{
    return json_integer((json_int_t)(v & INT64_MAX));
}

static json_t *sms_json(const struct profile *p)
{
    json_t *o = json_object();
    for (int i = 0; i < SM_DOES; i++)
        if (i != SM_FETCH || p->fetches)
            json_object_set_new(o, does[i].name, number(p->sm[i]));
    return json_pack("{s:o, s:o, s:o}", "sms", number(p->sms), "cycles", number(p->cycles), "spent",
                     o);
}

static json_t *requests_json(const struct profile *p)
{
    json_t *stages = json_object();
    for (int i = 0; i < STAGES; i++)
        json_object_set_new(stages, stage_names[i],
                            json_pack("{s:o, s:o, s:s}", "cycles", number(p->stage_cycles[i]),
                                      "requests", number(p->stage_requests[i]), "meaning",
                                      stage_meanings[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "answered",
                     number(p->requests), "unfinished", number(p->unfinished), "latency",
                     number(p->latency), "below_l1", number(p->below_l1), "below_l2",
                     number(p->below_l2), "expired_l1", number(p->expired_l1), "expired_l2",
                     number(p->expired_l2), "reissues", number(p->reissues), "strays",
                     number(p->strays), "stages", stages);
}

struct json_t *profile_json(const struct profile *p)
{
    json_t *lines = json_array();
    for (size_t i = 0; i < p->hottest; i++) {
        const struct profile_line *l = &p->lines[i];
        json_array_append_new(lines,
                              json_pack("{s:o, s:o, s:o, s:o, s:s}", "address",
                                        number(l->line * p->line_bytes), "requests",
                                        number(l->requests), "below_l1", number(l->below_l1),
                                        "latency", number(l->latency), "where", p->where[i]));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "sm_cycles", sms_json(p), "requests", requests_json(p),
                     "lines", number(p->n_lines), "hottest", lines);
}
