/* Runs the tests of `umbel litmus` and `umbel fpga litmus` once tests and device are known. */
#include "harness/litmus/campaign.h"
#include "harness/engine/monitors.h"
#include "harness/run/run.h"
#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/file.h"
#include "sw/util/interrupt.h"
#include "sw/util/outfile.h"
#include "sw/util/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the JSON file is no input of the campaign. Names *.litmus are refused, since all tests of
 * a given folder are read. */
static bool is_free(const struct campaign_options *o, const char *json, struct error *err)
{
    static const char test[] = ".litmus";
    const size_t n = strlen(json), end = sizeof test - 1;
    if (n >= end && strcmp(json + n - end, test) == 0)
        return error_set(err, "--json %s: a test's file has such a name; choose another", json);
    struct claims files = {0};
    bool ok = claims_write(&files, "--json", json, err);
    for (size_t i = 0; ok && i < o->n_paths; i++)
        ok = claims_read(&files, "a test", o->paths[i], err);
    char *system = ok && o->device == NULL ? system_file(o->system, err) : NULL;
    if (system != NULL)
        ok = claims_read(&files, "the system file", system, err);
    free(system);
    claims_free(&files);
    return ok && !error_is_set(err);
}

/* Prints tests of files, and random tests with forbidden outcomes, or all if `verbose`. */
static void tell_tests(const struct campaign *c, bool verbose)
{
    size_t files = c->n_tests - c->o->n_texts;
    for (size_t i = 0; i < c->n_tests; i++)
        if (c->tests[i].n_done > 0 && (i < files || verbose || c->tests[i].forbidden > 0))
            campaign_tell_test(c, &c->tests[i], verbose, stdout);
}

/* Writes random tests that showed forbidden outcomes, or `stopped` the campaign, to files, so that
 * they can be repeated. */
static bool keep_failures(const struct campaign *c, bool stopped, struct error *err)
{
    size_t files = c->n_tests - c->o->n_texts;
    for (size_t i = files; i < c->n_tests; i++) {
        const struct test_result *t = &c->tests[i];
        const struct campaign_text *text = &c->o->texts[i - files];
        bool stopper = stopped && t->n_done > 0 && !campaign_complete(c, t);
        if (t->forbidden == 0 && !stopper)
            continue;
        if (!file_write(text->name, text->text, strlen(text->text), err))
            return false;
        fprintf(stderr, "umbel: %s: written\n", text->name);
    }
    return true;
}

static void tell_monitors(void)
{
    size_t n = 0, idle = 0;
    uint64_t seen;
    while (monitors_total(n, &seen) != NULL) {
        idle += seen == 0;
        n++;
    }
    if (monitors_used())
        printf("monitors: %llu checks of %zu assumptions, %zu of which had nothing to say\n",
               (unsigned long long)monitors_checks(), n, idle);
}

static void refuse(const struct error *why)
{
    umbel_complain(why);
}

int umbel_campaign(struct campaign_options *o, bool quiet, bool verbose, const char *json)
{
    o->progress = quiet ? NULL : stderr;
    o->say = quiet ? NULL : umbel_say;
    o->tty = isatty(2) != 0;
    o->refuses = refuse;
    interrupt_stops_work();
    struct error err = {0};
    struct outfile to = {0};
    if (json != NULL && !(is_free(o, json, &err) && outfile_open(&to, json, &err)))
        return umbel_complain(&err);
    struct campaign c;
    enum campaign_end end = campaign_run(o, &c, stderr, &err);
    if (end == CAMPAIGN_BAD_INPUT && process_stopped()) { /* the interrupt caused the failure */
        err = (struct error){0};
        error_set(&err, "interrupted before the first run");
    }
    if (o->only_allowed && end != CAMPAIGN_BAD_INPUT)
        campaign_tell_allowed(&c, stdout);
    else if (end != CAMPAIGN_BAD_INPUT) {
        if (!quiet)
            tell_tests(&c, verbose);
        campaign_tell(&c, stdout);
        tell_monitors();
    }
    int status = end == CAMPAIGN_OK ? 0 : process_stopped() ? 130 : 1;
    if (end != CAMPAIGN_OK)
        umbel_complain(&err);
    struct error unkept = {0}, unwritten = {0}; /* further errors; `err` has that of the runs */
    if (end != CAMPAIGN_BAD_INPUT && !keep_failures(&c, end == CAMPAIGN_STOPPED, &unkept)) {
        umbel_complain(&unkept);
        status = status != 0 ? status : 1;
    }
    if (end != CAMPAIGN_BAD_INPUT && json != NULL &&
        !campaign_json(&c, umbel_about(), &to, &unwritten)) {
        umbel_complain(&unwritten);
        status = status != 0 ? status : 1;
    }
    outfile_discard(&to);
    campaign_free(&c);
    return status;
}
