/*
 * build/reach [-d DIR] [-t SECONDS] [-f FILE] [NAME...]: answers the queries of the table whose
 * names are given, or all. Prints a line for each, and the events of each outcome that was found.
 * Exit status 0 only if all results are as the table expects.
 */
#include "formal/reach/reach.h"
#include "sw/util/number.h"
#include "sw/util/root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wanted(const char *name, char **names)
{
    if (*names == NULL)
        return true;
    for (; *names != NULL; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static bool answer(const struct reach_query *q, const char *out, uint32_t seconds)
{
    char dir[1024], why[160] = "as expected";
    struct error err = {0};
    struct reach_result r;
    snprintf(dir, sizeof dir, "%s/%s", out, q->name);
    bool ok = reach_run(q, dir, seconds, &r, &err);
    if (ok)
        ok = reach_as_expected(q, &r, why);
    else
        snprintf(why, sizeof why, "%.150s", err.text);
    printf("%-18s %s(%u) after %.1f s: %llu of 2^%u, %u ANDs, %u latches; %s %.1f s; %.1f s in "
           "all: %s\n",
           q->name, reach_verdicts[r.verdict], r.depth, r.seconds, (unsigned long long)r.found,
           r.choices, r.ands, r.latches, q->checker, r.bmc_seconds, r.all_seconds, why);
    if (r.trace != NULL)
        printf("%s", r.trace);
    fflush(stdout);
    reach_result_free(&r);
    return ok;
}

static bool number(const char *text, uint32_t *n)
{
    uint64_t value = 0;
    const char *end = number_read(text, UINT32_MAX, &value);
    *n = (uint32_t)value;
    if (end != NULL && *end == '\0')
        return true;
    fprintf(stderr, "reach: -t %s: it must be a whole number of seconds\n", text);
    return false;
}

int main(int argc, char **argv)
{
    const char *file = root_path("formal/reach/queries.txt"), *out = "build/reach.out";
    uint32_t seconds = 600;
    for (int c; (c = getopt(argc, argv, "d:t:f:")) != -1;) {
        if (c == '?')
            return 2;
        *(c == 'd' ? &out : &file) = c == 't' ? file : optarg;
        if (c == 't' && !number(optarg, &seconds))
            return 2;
    }
    struct error err = {0};
    struct reach_table table;
    if (!reach_read(&table, file, &err)) {
        fprintf(stderr, "reach: %s\n", err.text);
        return 1;
    }
    bool ok = true;
    for (size_t i = 0; i < table.n; i++)
        if (wanted(table.list[i].name, argv + optind))
            ok = answer(&table.list[i], out, seconds) && ok;
    reach_free(&table);
    return ok ? 0 : 1;
}
