/*
 * The engines: Yosys makes an AIGER model of um_reach, abc searches it. All that is known of their
 * commands is in this file.
 *
 * The start is concrete: registers that nothing sets are zero, and the first cycle is the reset's.
 * What is left open are the input bits of cycle 0.
 */
#include "formal/reach/impl.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

static bool put(const char *dir, const char *name, const struct sbuf *s, struct error *err)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return file_write(path, sbuf_str(s), s->len, err);
}

char *get(const char *dir, const char *name, struct error *err)
{
    char path[1024];
    size_t len;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return file_read(path, &len, err);
}

static bool write_top(const struct reach_plan *p, const char *dir, struct error *err)
{
    struct sbuf top = {0}, bench = {0};
    bool ok = reach_top(p, &top, err);
    if (ok)
        reach_bench(p, &bench);
    ok = ok && put(dir, "um_reach.v", &top, err) && put(dir, "um_reach_bench.v", &bench, err);
    sbuf_free(&top);
    sbuf_free(&bench);
    return ok;
}

bool reach_write(const struct reach_plan *p, const char *dir, struct error *err)
{
    char verilog[1024];
    snprintf(verilog, sizeof verilog, "%s/v", dir);
    struct hdl_design *d = hdl_design_new();
    bool ok = file_mkdirs(verilog, err) && netlist_emit_units(p->net, d, err) &&
              netlist_emit_flat(p->net, d, err) && hdl_write(d, verilog, err);
    hdl_design_free(d);
    return ok && write_top(p, dir, err);
}

/* ---- Yosys ---- */

/* Few passes: abc sweeps the model far faster. X and what drives nothing are zero. */
static const char model_script[] =
    "read_verilog -formal -sv v/*.v um_reach.v " UMBEL_ROOT
    "/formal/reach/um_reach_core.v " UMBEL_ROOT "/formal/reach/um_reach_dram.v\n"
    "chparam -set AT_END %u um_reach\nhierarchy -top um_reach\n"
    "proc\nflatten\nopt_clean\ncheck -assert\nopt_expr -mux_undef\nopt_clean\n"
    "memory_collect\nmemory_map\ndelete -output\nsetundef -undriven -init -zero\nopt_expr\n"
    "opt_clean\nformalff -clk2ff -ff2anyinit\nsimplemap\ntechmap\nsetundef -zero\naigmap\n"
    "write_aiger -I -B -zinit -map model.aim model.aig\n";

static bool make_model(const char *dir, uint32_t at_end, struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s, model_script, at_end);
    char cmd[1200];
    snprintf(cmd, sizeof cmd, "cd '%s' && exec yosys -q -l yosys.log model.ys", dir);
    bool ok = put(dir, "model.ys", &s, err) &&
              process_run((const char *const[]){"/bin/sh", "-c", cmd, NULL}, err);
    sbuf_free(&s);
    return ok;
}

/* ---- abc ---- */

static bool run_abc(const char *dir, uint32_t limit, uint32_t seconds, struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s,
                "read_aiger model.aig\nstrash\nscorr -c -F 1\ndc2\nprint_stats\n"
                "bmc3 -F %u -T %u\nwrite_cex -n cex.txt\n",
                limit + 1, seconds);
    char cmd[1200];
    /* Its log goes to a file: what it writes into a pipe is lost when it is ended. */
    snprintf(cmd, sizeof cmd,
             "cd '%s' && rm -f cex.txt && { timeout %u yosys-abc -F abc.cmd >abc.log 2>&1; true; }",
             dir, seconds + 120);
    bool ok = put(dir, "abc.cmd", &s, err) &&
              process_run((const char *const[]){"/bin/sh", "-c", cmd, NULL}, err);
    sbuf_free(&s);
    return ok;
}

/* A number behind the last place of `text` in a log. */
static bool number_after(const char *log, const char *text, uint32_t *n)
{
    const char *at = NULL;
    for (const char *next = log; (next = strstr(next, text)) != NULL; next++)
        at = next + strlen(text);
    if (at == NULL)
        return false;
    at += strspn(at, " =");
    if (!isdigit((unsigned char)*at))
        return false;
    *n = (uint32_t)strtoul(at, NULL, 10);
    return true;
}

/* Only what abc says in so many words counts. */
static void read_log(const char *log, uint32_t limit, struct reach_result *r)
{
    uint32_t frames;
    number_after(log, "lat", &r->latches);
    number_after(log, "and", &r->ands);
    if (number_after(log, "was asserted in frame", &frames)) {
        r->verdict = REACH_FOUND;
        r->depth = frames;
    } else if (number_after(log, "No output asserted in", &frames) && frames > 0) {
        r->verdict = REACH_BOUNDED;
        r->depth = frames - 1 < limit ? frames - 1 : limit;
    }
    const char *time = strstr(log, "Time =");
    if (time != NULL)
        r->seconds = strtod(time + strlen("Time ="), NULL);
}

/* Inputs of the model are "pi3@0=1" in the witness; the map says which bit that is: "input 3 2
 * choice_i". */
static bool write_choice(const struct reach_plan *p, const char *dir, struct error *err)
{
    char *map = get(dir, "model.aim", err);
    char *cex = map != NULL ? get(dir, "cex.txt", err) : NULL;
    struct sbuf bits = {0};
    for (uint32_t i = 0; i < (p->choices > 0 ? p->choices : 1); i++)
        sbuf_puts(&bits, "0");
    unsigned input, bit;
    for (const char *at = map; cex != NULL && at != NULL && *at != '\0';) {
        char text[32];
        int end = 0;
        if (sscanf(at, "input %u %u choice_i%n", &input, &bit, &end) == 2 && end > 0 &&
            bit < bits.len) {
            snprintf(text, sizeof text, "\npi%u@0=1", input);
            if (strstr(cex, text) != NULL)
                bits.text[bits.len - 1 - bit] = '1';
        }
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    bool ok = cex != NULL && put(dir, "choice.txt", &bits, err);
    sbuf_free(&bits);
    free(map);
    free(cex);
    return ok;
}

bool reach_search(const struct reach_plan *p, const char *dir, uint32_t seconds,
                  struct reach_result *r, struct error *err)
{
    bool find = p->q->depth > 0;
    if (!make_model(dir, find ? 0 : p->q->limit, err) ||
        !run_abc(dir, p->q->limit, seconds, err))
        return false;
    char *log = get(dir, "abc.log", err);
    if (log == NULL)
        return false;
    read_log(log, p->q->limit, r);
    free(log);
    if (!find && r->verdict == REACH_BOUNDED)
        r->verdict = r->depth == p->q->limit ? REACH_EXHAUSTIVE : REACH_NO_VERDICT;
    return r->verdict != REACH_FOUND || write_choice(p, dir, err);
}
