/*
 * The engines: Yosys makes an AIGER model of um_reach, abc makes it smaller, then all choices are
 * tried (enumerate.c). If an outcome is found, abc's bounded model checker is asked as well. All
 * commands for the two tools are in this file.
 *
 * The initial state is fixed: registers that nothing sets are zero, and the first cycle is the
 * reset. Only the input bits of cycle 0 are open.
 */
#include "formal/prove/tool.h"
#include "formal/reach/enumerate.h"
#include "formal/reach/impl.h"
#include "sw/util/file.h"
#include "sw/util/root.h"

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

/* Copies the hand-written Verilog of this folder to the folder in which the tools run. */
static bool copy_own(const char *dir, struct error *err)
{
    static const char *const own[] = {"um_reach_core.v", "um_reach_dram.v", "um_reach_judge.v",
                                      "um_reach_tell.v"};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof own / sizeof *own; i++) {
        struct sbuf s = {0};
        char *text = get(root_path("formal/reach"), own[i], err);
        ok = text != NULL;
        sbuf_puts(&s, ok ? text : "");
        ok = ok && put(dir, own[i], &s, err);
        sbuf_free(&s);
        free(text);
    }
    return ok;
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
    return ok && copy_own(dir, err) && write_top(p, dir, err);
}

/* ---- Yosys ---- */

/* Few passes, since abc makes the model smaller much faster. X and undriven wires become zero. */
static const char model_passes[] =
    "hierarchy -top um_reach\n"
    "proc\nflatten\nopt_clean\ncheck -assert\nopt_expr -mux_undef\nopt_clean\n"
    "memory_collect\nmemory_map\ndelete -output\nsetundef -undriven -init -zero\nopt_expr\n"
    "opt_clean\nformalff -clk2ff -ff2anyinit\nsimplemap\ntechmap\nsetundef -zero\naigmap\n";

static bool run_yosys(const char *dir, struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s,
                "read_verilog -formal -sv v/*.v um_reach.v um_reach_core.v um_reach_dram.v "
                "um_reach_judge.v\n%swrite_aiger -I -B -zinit -map model.aim model.aig\n",
                model_passes);
    bool ok = tool_yosys(dir, "model", &s, err);
    sbuf_free(&s);
    return ok;
}

/* ---- abc ---- */

/* Removes registers that are always constant or equal to another: nine of ten. */
static bool sweep(const char *dir, struct aig *a, uint32_t seconds, struct error *err)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/small.aig", dir);
    remove(path);
    struct sbuf s = {0};
    sbuf_printf(&s, "strash; &get -n; &scl; &put; dc2; write_aiger small.aig");
    struct said said = tool_abc(dir, "model", "sweep", seconds, sbuf_str(&s));
    free(said.text);
    sbuf_free(&s);
    return aig_read(a, path, err);
}

/* The second engine must find the outcome in the same cycle. If its time runs out first that is no
 * contradiction, and its log may end anywhere. */
static bool confirm(const char *dir, const struct aig_search *e, const char *checker,
                    uint32_t seconds, struct reach_result *r, struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "cone -s -O %u; %s -F %u -T %u", e->bad, checker, e->found_in + 1, seconds);
    struct said said = tool_abc(dir, "asked", "bmc", seconds + 60, sbuf_str(&s));
    sbuf_free(&s);
    const char *log = said.text;
    bool ok = true;
    static const char asserted[] = "was asserted in frame ";
    const char *at = strstr(log, asserted), *not = strstr(log, "No output asserted in ");
    const char *time = strstr(log, "Time =");
    r->bmc_agrees = at != NULL && strtoul(at + strlen(asserted), NULL, 10) == e->found_in;
    if (time != NULL)
        r->bmc_seconds = strtod(time + strlen("Time ="), NULL);
    bool denies = at != NULL && !r->bmc_agrees;
    if (not != NULL && strtoul(not +strlen("No output asserted in "), NULL, 10) > e->found_in)
        denies = true;
    if (denies)
        ok = error_set(err, "%s/bmc.log: %s denies that cycle %u is the first", dir, checker,
                       e->found_in);
    free(said.text);
    return ok;
}

/* ---- choices ---- */

/* Reads the map of inputs: "input 3 2 choice_i" means that input 3 is bit 2 of choice_i. */
static bool find_inputs(const struct reach_plan *p, const char *dir, struct aig_search *e,
                        struct error *err)
{
    char *map = get(dir, "model.aim", err);
    if (map == NULL)
        return false;
    uint32_t seen = 0;
    for (const char *at = map; at != NULL; at = strchr(at, '\n')) {
        unsigned input, bit;
        int end = 0;
        at += *at == '\n';
        if (sscanf(at, "input %u %u choice_i%n", &input, &bit, &end) == 2 && end > 0 &&
            bit < e->bits) {
            e->input_of[bit] = input;
            seen++;
        }
    }
    free(map);
    return seen == e->bits ||
           error_set(err, "%s: the model has %u inputs of %u", p->q->name, seen, e->bits);
}

static bool write_choice(uint32_t bits, uint64_t choice, const char *dir, struct error *err)
{
    struct sbuf s = {0};
    for (uint32_t i = bits > 0 ? bits : 1; i-- > 0;)
        sbuf_puts(&s, bits > 0 && (choice >> i & 1) != 0 ? "1" : "0");
    bool ok = put(dir, "choice.txt", &s, err);
    sbuf_free(&s);
    return ok;
}

static void verdict(struct reach_result *r, const struct aig_search *e)
{
    r->found = e->found;
    if (e->found > 0) {
        r->verdict = REACH_FOUND;
        r->depth = e->found_in;
    } else if (e->late_choice != AIG_NONE) {
        r->verdict = REACH_UNFINISHED;
        r->depth = e->limit;
    } else {
        r->verdict = REACH_EXHAUSTIVE;
        r->depth = e->ended_by;
    }
}

static bool search(const struct reach_plan *p, const char *dir, const struct aig *a,
                   uint32_t seconds, double began, struct reach_result *r, struct error *err)
{
    struct aig_search e = {.bits = p->choices, .limit = p->q->limit};
    if (!find_inputs(p, dir, &e, err))
        return false;
    if (!aig_roles(a, &e))
        return error_set(err, "%s: the model's outputs are not those of um_reach", p->q->name);
    r->ands = a->ands;
    r->latches = a->latches;
    aig_enumerate(a, &e);
    r->seconds = tool_now() - began;
    verdict(r, &e);
    if (r->verdict == REACH_EXHAUSTIVE)
        return true;
    bool found = r->verdict == REACH_FOUND;
    return write_choice(p->choices, found ? e.found_choice : e.late_choice, dir, err) &&
           (!found ||
            (reach_fix(p, a, &e, dir, err) && confirm(dir, &e, p->q->checker, seconds, r, err)));
}

bool reach_search(const struct reach_plan *p, const char *dir, uint32_t seconds,
                  struct reach_result *r, struct error *err)
{
    struct aig a;
    double began = tool_now();
    if (!run_yosys(dir, err) || !sweep(dir, &a, seconds, err))
        return false;
    bool ok = search(p, dir, &a, seconds, began, r, err);
    aig_free(&a);
    return ok;
}
