#include "formal/prove/prover.h"

#include "formal/prove/cadical.h"
#include "formal/prove/ind.h"
#include "formal/prove/tool.h"
#include "formal/prove/warnings.h"
#include "formal/prove/yosys.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[VERDICTS] = {"PROVER FAILED", "PROVED",  "BROKEN",
                                             "NOT INDUCTIVE", "TIMEOUT", "PROOF REFUSED"};

/* ---- cvc5 ---- */

static struct said smtbmc(const struct prover_task *t, bool step)
{
    char k[16];
    snprintf(k, sizeof k, "%u", t->k + !step); /* base: cycles 0 to k, as the step assumes k */
    const char *const base_argv[] = {
        "yosys-smtbmc", "-s", "cvc5", "--noprogress", "-t", k, "-m", "dut", "model.smt2", NULL};
    const char *const step_argv[] = {
        "yosys-smtbmc", "-s",       "cvc5", "--noprogress", "-i",         "-t", k,
        "--dump-vcd",   "step.vcd", "-m",   "dut",          "model.smt2", NULL};
    return tool_run(step ? step_argv : base_argv, t->seconds, t->dir,
                    step ? "cvc5-step" : "cvc5-base");
}

static struct prover_result cvc5(const struct prover_task *t)
{
    static const struct saying base[] = {{"Status: PASSED", VERDICT_PROVED, 0},
                                         {"Status: FAILED", VERDICT_BROKEN, 1},
                                         {0}},
                               step[] = {{"Status: PASSED", VERDICT_PROVED, 0},
                                         {"Status: FAILED", VERDICT_NOT_INDUCTIVE, 1},
                                         {0}};
    struct prover_result r = {.verdict = VERDICT_PROVED};
    double began = tool_now();
    for (int i = 0; i < 2 && r.verdict == VERDICT_PROVED; i++) {
        struct said s = smtbmc(t, i != 0);
        r.verdict = said_verdict(&s, i != 0 ? step : base);
        said_after(&s, "Assert failed in dut: ", r.property, sizeof r.property);
        free(s.text);
    }
    r.seconds = tool_now() - began;
    return r;
}

/* ---- minisat, in Yosys ---- */

static struct prover_result minisat(const struct prover_task *t)
{
    static const struct saying sayings[] = {
        {"Induction step proven: SUCCESS!", VERDICT_PROVED, 0},
        {"SAT temporal induction proof finished - model found for base case: FAIL!", VERDICT_BROKEN,
         ANY_STATUS},
        {"Reached maximum number of time steps -> proof failed.", VERDICT_NOT_INDUCTIVE,
         ANY_STATUS},
        {0}};
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = tool_now();
    struct sbuf script = {0};
    sbuf_printf(&script,
                "read_ilang plain.il; formalff -clk2ff -ff2anyinit;"
                " sat -tempinduct -verify -prove-asserts -set-assumes -maxsteps %u dut",
                t->k);
    char log[4096];
    snprintf(log, sizeof log, "%s/minisat.log", t->dir);
    remove(log);
    /* Yosys loses the end of its standard output on an error, but its log file is complete. */
    const char *const argv[] = {YOSYS, "-l", "minisat.log", "-p", sbuf_str(&script), NULL};
    struct said s = tool_run(argv, t->seconds, t->dir, "minisat-out");
    sbuf_free(&script);
    free(s.text);
    size_t len;
    s.text = file_read(log, &len, &(struct error){0});
    if (s.text != NULL && warnings_none(s.text, &(struct error){0}))
        r.verdict = said_verdict(&s, sayings);
    free(s.text);
    r.seconds = tool_now() - began;
    return r;
}

/* ---- abc ---- */

static struct prover_result pdr(const struct prover_task *t)
{
    static const struct saying sayings[] = {
        {"Property proved.", VERDICT_PROVED, 0}, SAID_ASSERTED, {0}};
    double began = tool_now();
    struct prover_result r = {.verdict =
                                  tool_ask_abc(t->dir, "broken", "pdr", t->seconds,
                                               ABC_JOINS "scorr -c -F 1; dc2; pdr", sayings)};
    r.seconds = tool_now() - began;
    return r;
}

static struct prover_result bmc3(const struct prover_task *t)
{
    char command[64], whole[64];
    snprintf(command, sizeof command, ABC_JOINS "bmc3 -F %u", t->k);
    snprintf(whole, sizeof whole, "No output asserted in %u frames.", t->k);
    const struct saying sayings[] = {{whole, VERDICT_PROVED, 0}, SAID_ASSERTED, {0}};
    double began = tool_now();
    struct prover_result r = {
        .verdict = tool_ask_abc(t->dir, "broken", "bmc3", t->seconds, command, sayings)};
    r.seconds = tool_now() - began;
    return r;
}

/* ---- bmc3, until the first output is set ---- */

/* Reads from the log in which cycle an output was set. False unless abc ended normally. */
static bool read_frame(const struct said *s, struct bmc *b)
{
    static const char *const ends[] = {"No output asserted in ", " was asserted in frame ",
                                       "Explored all reachable"};
    for (const char *at = s->text; (at = strstr(at, "Output ")) != NULL; at++) {
        unsigned i;
        int f;
        if ((sscanf(at, "Output %u was asserted in frame %d", &i, &f) == 2 ||
             sscanf(at, "Output %u of miter \"%*[^\"]\" was asserted in frame %d", &i, &f) == 2) &&
            i < b->outputs)
            b->frame[i] = f;
    }
    bool ended = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        ended = ended || (s->status == 0 && said_it(s, ends[i]));
    return ended;
}

/* Reads the number of cycles searched completely. */
static uint32_t read_searched(const struct said *s, const struct bmc *b)
{
    char whole[16] = "";
    if (said_it(s, "Explored all reachable"))
        return b->frames;
    said_after(s, "No output asserted in ", whole, sizeof whole);
    uint32_t n = (uint32_t)strtoul(whole, NULL, 10);
    return n < b->frames ? n : b->frames;
}

bool bmc_first(const char *dir, const char *name, struct bmc *b, struct error *err)
{
    struct sbuf command = {0};
    sbuf_printf(&command, "strash; bmc3 -F %u -T %u; write_cex -a %s.cex", b->frames, b->seconds,
                name);
    for (uint32_t i = 0; i < b->outputs; i++)
        b->frame[i] = -1;
    struct said s = tool_abc(dir, name, name, b->seconds + 20, sbuf_str(&command));
    bool ended = read_frame(&s, b);
    b->searched = read_searched(&s, b);
    free(s.text);
    sbuf_free(&command);
    return ended || error_set(err, "%s/%s.log: yosys-abc did not come to an end (status %d)", dir,
                              name, s.status);
}

static const struct prover provers[] = {
    {"cadical", false, cadical_induction}, {"cvc5", false, cvc5}, {"minisat", false, minisat},
    {"ind", false, ind_induction},         {"pdr", false, pdr},   {"bmc3", true, bmc3},
};

const struct prover *prover_find(const char *name, bool bounded)
{
    for (size_t i = 0; i < sizeof provers / sizeof *provers; i++)
        if (provers[i].bounded == bounded && strcmp(provers[i].name, name) == 0)
            return &provers[i];
    return NULL;
}
