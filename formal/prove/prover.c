#include "formal/prove/prover.h"

#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const verdict_names[VERDICTS] = {"PROVED", "BROKEN", "NOT INDUCTIVE", "TIMEOUT",
                                             "PROVER FAILED"};

enum { TIMED_OUT = 124 }; /* coreutils' timeout says so */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct said {
    char *text; /* its log, "" if it cannot be read */
    int status; /* -1: it did not run */
};

static struct said run(const char *const *argv, const char *dir, const char *name)
{
    char log[4096];
    snprintf(log, sizeof log, "%s/%s.log", dir, name);
    struct error err = {0};
    struct said s = {NULL, -1};
    if (process_log(argv, log, &s.status, &err)) {
        size_t len;
        s.text = file_read(log, &len, &err);
    }
    if (s.text == NULL)
        s.text = calloc(1, 1);
    return s;
}

static bool tells(const struct said *s, const char *words)
{
    return s->text != NULL && strstr(s->text, words) != NULL;
}

/* The word after `before`, where it stands first. */
static void word_after(const struct said *s, const char *before, char *into, size_t room)
{
    const char *at = s->text != NULL ? strstr(s->text, before) : NULL;
    if (at == NULL)
        return;
    at += strlen(before);
    snprintf(into, room, "%.*s", (int)strcspn(at, " \n("), at);
}

/* ---- cvc5 ---- */

static struct said smtbmc(const struct prover_task *t, bool step)
{
    char seconds[16], k[16], model[4096], trace[4096];
    snprintf(seconds, sizeof seconds, "%u", t->seconds);
    snprintf(k, sizeof k, "%u", t->k + !step); /* base: cycles 0 to k, as the step assumes k */
    snprintf(model, sizeof model, "%s/model.smt2", t->dir);
    snprintf(trace, sizeof trace, "%s/step.vcd", t->dir);
    const char *const base_argv[] = {
        "timeout",      "-k", "5", seconds, "yosys-smtbmc", "-s",  "cvc5",
        "--noprogress", "-t", k,   "-m",    "dut",          model, NULL};
    const char *const step_argv[] = {
        "timeout",      "-k",  "5",  seconds, "yosys-smtbmc", "-s",  "cvc5",
        "--noprogress", "-i",  "-t", k,       "--dump-vcd",   trace, "-m",
        "dut",          model, NULL};
    return run(step ? step_argv : base_argv, t->dir, step ? "cvc5-step" : "cvc5-base");
}

static enum verdict smtbmc_verdict(const struct said *s, enum verdict failed)
{
    if (s->status == TIMED_OUT)
        return VERDICT_TIMEOUT;
    if (s->status == 0 && tells(s, "Status: PASSED"))
        return VERDICT_PROVED;
    return s->status == 1 && tells(s, "Status: FAILED") ? failed : VERDICT_FAILED;
}

static struct prover_result cvc5(const struct prover_task *t)
{
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = now();
    for (int step = 0; step < 2; step++) {
        struct said s = smtbmc(t, step != 0);
        r.verdict = smtbmc_verdict(&s, step != 0 ? VERDICT_NOT_INDUCTIVE : VERDICT_BROKEN);
        word_after(&s, "Assert failed in dut: ", r.property, sizeof r.property);
        free(s.text);
        if (r.verdict != VERDICT_PROVED)
            break;
    }
    r.seconds = now() - began;
    return r;
}

/* ---- minisat, in Yosys ---- */

static struct prover_result minisat(const struct prover_task *t)
{
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = now();
    struct sbuf script = {0};
    sbuf_printf(&script,
                "read_ilang %s/model.il; formalff -clk2ff -ff2anyinit;"
                " sat -tempinduct -verify -prove-asserts -set-assumes -maxsteps %u dut",
                t->dir, t->k);
    char seconds[16], log[4096];
    snprintf(seconds, sizeof seconds, "%u", t->seconds);
    snprintf(log, sizeof log, "%s/minisat.log", t->dir);
    /* Of what it prints, the end is lost with an error; its own log is whole. */
    const char *const argv[] = {"timeout", "-k", "5",  seconds,           "yosys", "-q",
                                "-l",      log,  "-p", sbuf_str(&script), NULL};
    struct said s = run(argv, t->dir, "minisat-out");
    sbuf_free(&script);
    free(s.text);
    size_t len;
    s.text = file_read(log, &len, &(struct error){0});
    if (s.status == TIMED_OUT)
        r.verdict = VERDICT_TIMEOUT;
    else if (s.status == 0 && tells(&s, "Induction step proven: SUCCESS!"))
        r.verdict = VERDICT_PROVED;
    else if (tells(&s, "SAT temporal induction proof finished - model found for base case: FAIL!"))
        r.verdict = VERDICT_BROKEN;
    else if (tells(&s, "Reached maximum number of time steps -> proof failed."))
        r.verdict = VERDICT_NOT_INDUCTIVE;
    free(s.text);
    r.seconds = now() - began;
    return r;
}

/* ---- abc ---- */

/* Assumptions are constraints of the AIGER file: the seventh number of its first line. abc is not
 * to fold what has none: its bmc3 has been seen to crash on what comes of it. */
static bool has_constraints(const char *dir, const char *name)
{
    char path[4096];
    unsigned constraints = 0;
    snprintf(path, sizeof path, "%s/%s.aig", dir, name);
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return false;
    if (fscanf(f, "aig %*u %*u %*u %*u %*u %*u %u", &constraints) != 1)
        constraints = 0;
    fclose(f);
    return constraints > 0;
}

static struct said abc(const char *dir, const char *name, const char *log, uint32_t seconds,
                       const char *commands)
{
    struct sbuf script = {0};
    sbuf_printf(&script, "read_aiger %s/%s.aig; %s%s", dir, name,
                has_constraints(dir, name) ? "fold; " : "", commands);
    char limit[16];
    snprintf(limit, sizeof limit, "%u", seconds);
    const char *const argv[] = {"timeout",         "-k", "5", limit, "yosys-abc", "-c",
                                sbuf_str(&script), NULL};
    struct said s = run(argv, dir, log);
    sbuf_free(&script);
    return s;
}

/* Base: no output within k cycles. Step: abc counts the cycles assumed and the one shown. */
static struct prover_result ind(const struct prover_task *t)
{
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = now();
    struct sbuf base = {0}, step = {0};
    sbuf_printf(&base, "orpos; strash; bmc3 -F %u", t->k + 1);
    sbuf_printf(&step, "orpos; strash; ind -F %u -C 0", t->k + 1);
    struct said s = abc(t->dir, "broken", "ind-base", t->seconds, sbuf_str(&base));
    bool held = s.status == 0 &&
                (tells(&s, "No output asserted in") || tells(&s, "Explored all reachable states"));
    bool broken = tells(&s, "was asserted in frame");
    free(s.text);
    s = abc(t->dir, "broken", "ind-step", t->seconds, sbuf_str(&step));
    if (s.status == TIMED_OUT)
        r.verdict = VERDICT_TIMEOUT;
    else if (broken)
        r.verdict = VERDICT_BROKEN;
    else if (held && s.status == 0 && tells(&s, "Networks are equivalent."))
        r.verdict = VERDICT_PROVED;
    else if (held && s.status == 0 && tells(&s, "Networks are UNDECIDED."))
        r.verdict = VERDICT_NOT_INDUCTIVE;
    free(s.text);
    sbuf_free(&base);
    sbuf_free(&step);
    r.seconds = now() - began;
    return r;
}

static struct prover_result pdr(const struct prover_task *t)
{
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = now();
    struct said s =
        abc(t->dir, "broken", "pdr", t->seconds, "orpos; strash; scorr -c -F 1; dc2; pdr");
    if (s.status == TIMED_OUT)
        r.verdict = VERDICT_TIMEOUT;
    else if (s.status == 0 && tells(&s, "Property proved."))
        r.verdict = VERDICT_PROVED;
    else if (tells(&s, "was asserted in frame"))
        r.verdict = VERDICT_BROKEN;
    free(s.text);
    r.seconds = now() - began;
    return r;
}

static struct prover_result bmc3(const struct prover_task *t)
{
    struct prover_result r = {.verdict = VERDICT_FAILED};
    double began = now();
    struct sbuf command = {0};
    sbuf_printf(&command, "orpos; strash; bmc3 -F %u", t->k);
    struct said s = abc(t->dir, "broken", "bmc3", t->seconds, sbuf_str(&command));
    sbuf_free(&command);
    char whole[64];
    snprintf(whole, sizeof whole, "No output asserted in %u frames.", t->k);
    if (s.status == TIMED_OUT)
        r.verdict = VERDICT_TIMEOUT;
    else if (s.status == 0 && tells(&s, whole))
        r.verdict = VERDICT_PROVED;
    else if (tells(&s, "was asserted in frame"))
        r.verdict = VERDICT_BROKEN;
    free(s.text);
    r.seconds = now() - began;
    return r;
}

/* ---- bmc3, output by output ---- */

/* Notes which outputs abc says it has set. False unless it came to an end. */
static bool read_frames(const struct said *s, int *frame, uint32_t outputs)
{
    static const char *const ends[] = {"outputs are found to be SAT", "outputs are SAT",
                                       "No output asserted in ", " was asserted in frame ",
                                       "Explored all reachable states"};
    for (const char *at = s->text; (at = strstr(at, "Output ")) != NULL; at++) {
        unsigned i;
        int f;
        if ((sscanf(at, "Output %u was asserted in frame %d", &i, &f) == 2 ||
             sscanf(at, "Output %u of miter \"%*[^\"]\" was asserted in frame %d", &i, &f) == 2) &&
            i < outputs)
            frame[i] = f;
    }
    bool ended = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        ended = ended || (s->status == 0 && tells(s, ends[i]));
    return ended;
}

static bool bmc(const char *dir, const char *name, const char *log, const char *commands,
                uint32_t seconds, int *frame, uint32_t outputs, struct error *err)
{
    struct said s = abc(dir, name, log, seconds + 20, commands);
    bool ended = read_frames(&s, frame, outputs);
    free(s.text);
    return ended || error_set(err, "%s/%s.log: yosys-abc did not come to an end (status %d)", dir,
                              log, s.status);
}

bool bmc_first(const char *dir, const char *name, uint32_t frames, uint32_t seconds, int *frame,
               uint32_t outputs, struct error *err)
{
    for (uint32_t i = 0; i < outputs; i++)
        frame[i] = -1;
    struct sbuf command = {0};
    sbuf_printf(&command, "strash; bmc3 -F %u -T %u; write_cex -a %s/%s.aiw", frames, seconds, dir,
                name);
    bool ok = bmc(dir, name, name, sbuf_str(&command), seconds, frame, outputs, err);
    sbuf_free(&command);
    return ok;
}

bool bmc_one(const char *dir, const char *name, uint32_t output, uint32_t frames, uint32_t seconds,
             int *frame, struct error *err)
{
    char log[64];
    *frame = -1;
    snprintf(log, sizeof log, "%s-%u", name, output);
    struct sbuf command = {0};
    sbuf_printf(&command, "cone -s -O %u; strash; bmc3 -F %u -T %u", output, frames, seconds);
    bool ok = bmc(dir, name, log, sbuf_str(&command), seconds, frame, 1, err);
    sbuf_free(&command);
    return ok;
}

/* All at once is fast, but has been seen to crash (most often without -x): then one by one. */
bool bmc_all(const char *dir, const char *name, uint32_t frames, uint32_t seconds, int *frame,
             uint32_t outputs, struct error *err)
{
    for (uint32_t i = 0; i < outputs; i++)
        frame[i] = -1;
    struct error crash = {0};
    struct sbuf command = {0};
    sbuf_printf(&command, "strash; bmc3 -a -x -F %u -T %u", frames, seconds);
    bool ok = bmc(dir, name, name, sbuf_str(&command), seconds, frame, outputs, &crash);
    sbuf_free(&command);
    if (ok)
        return true;
    for (uint32_t i = 0; i < outputs; i++)
        if (!bmc_one(dir, name, i, frames, seconds, &frame[i], err))
            return false;
    return true;
}

static const struct prover provers[] = {
    {"cvc5", false, cvc5}, {"minisat", false, minisat}, {"ind", false, ind},
    {"pdr", false, pdr},   {"bmc3", true, bmc3},
};

const struct prover *prover_find(const char *name, bool bounded)
{
    for (size_t i = 0; i < sizeof provers / sizeof *provers; i++)
        if (provers[i].bounded == bounded && strcmp(provers[i].name, name) == 0)
            return &provers[i];
    return NULL;
}
