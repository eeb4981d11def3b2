/* What `umbel litmus` and `umbel fpga litmus` do once they know which tests, and on what. */
#include "harness/litmus/campaign.h"
#include "harness/run.h"
#include "harness/umbel/umbel.h"

#include <stdio.h>
#include <unistd.h>

int umbel_campaign(struct campaign_options *o, bool quiet, bool verbose, const char *json)
{
    o->progress = quiet ? NULL : stderr;
    o->say = quiet ? NULL : umbel_say;
    o->tty = isatty(2) != 0;
    run_catch_interrupts();
    struct error err = {0};
    struct campaign c;
    enum campaign_end end = campaign_run(o, &c, stderr, &err);
    if (end != CAMPAIGN_BAD_INPUT) {
        for (size_t i = 0; !quiet && i < c.n_tests && c.tests[i].n_done > 0; i++)
            campaign_tell_test(&c, &c.tests[i], verbose, stdout);
        campaign_tell(&c, stdout);
    }
    int status = end == CAMPAIGN_OK ? 0 : end == CAMPAIGN_INTERRUPTED ? 130 : 1;
    if (end != CAMPAIGN_OK)
        umbel_complain(&err);
    struct error unwritten = {0}; /* a second thing that went wrong, if the runs did too */
    if (end != CAMPAIGN_BAD_INPUT && json != NULL &&
        !campaign_json(&c, umbel_about(), json, &unwritten)) {
        umbel_complain(&unwritten);
        status = status != 0 ? status : 1;
    }
    campaign_free(&c);
    return status;
}
