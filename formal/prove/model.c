#include "formal/prove/model.h"

#include "formal/aig/aig.h"
#include "formal/aig/map.h"
#include "formal/prove/parts.h"
#include "formal/prove/texts.h"
#include "formal/prove/tool.h"
#include "formal/prove/warnings.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/hash.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *model_module_text(const struct proof *proof, struct error *err)
{
    struct rules rules;
    struct hdl_design *d = texts_emit(proof, &rules, err);
    if (d == NULL)
        return NULL;
    char *text = xstrdup(hdl_text(d, proof->module));
    hdl_design_free(d);
    return text;
}

/* ---- modules ---- */

/* Yosys uses the last `default_nettype of a file for the whole file. An emitted file ends with
 * `wire`, for the sake of files that a user compiles after it. Here an undeclared name must not
 * become a wire, so a line with `none` is appended. */
static bool write_one(struct model *m, content_hash *h, const char *name, const char *text,
                      struct error *err)
{
    char path[4096];
    struct sbuf s = {0};
    snprintf(path, sizeof path, "%s/v/%s.v", m->dir, name);
    sbuf_printf(&s, "%s`default_nettype none\n", text);
    hash_text(h, sbuf_str(&s));
    bool ok = file_write(path, s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}

/* Whether `text` instantiates the module. Instances are printed as "    MODULE #(" or "MODULE (".
 */
static bool instantiates(const char *text, const char *module)
{
    char with[128];
    snprintf(with, sizeof with, " %s ", module);
    return strstr(text, with) != NULL;
}

/* Writes the module and all modules below it. The design lists a module after those that it
 * instantiates. */
static bool write_modules(struct model *m, struct hdl_design *d, const char *top, content_hash *h,
                          struct error *err)
{
    size_t n = hdl_count(d);
    bool *needed = xcalloc(n, sizeof *needed);
    bool ok = true;
    for (size_t i = n; ok && i-- > 0;) {
        const char *name = hdl_name(d, i);
        bool is_top = strcmp(name, m->proof->module) == 0;
        if (!is_top && !needed[i])
            continue;
        struct sbuf inner = {0};
        if (!is_top)
            ok = texts_of_inner(m->proof, name, hdl_text(d, name), &inner, err);
        const char *text = is_top ? top : sbuf_str(&inner);
        for (size_t j = 0; j < i; j++)
            needed[j] = needed[j] || instantiates(text, hdl_name(d, j));
        ok = ok && write_one(m, h, name, text, err);
        sbuf_free(&inner);
    }
    free(needed);
    return ok;
}

static void write_script(const struct model *m, struct sbuf *s);

/* Hashes the way of proving: an old result is used again only if Yosys' script and the way in which
 * the provers' answers are checked are still the same. */
static void hash_how(content_hash *h, const struct model *m)
{
    struct sbuf script = {0};
    write_script(m, &script);
    hash_text(h, sbuf_str(&script));
    hash_text(h, "cadical --unsat: base and step re-checked, RUP; ind: abc's frames, Glucose");
    sbuf_free(&script);
}

static void hash_row(content_hash *h, const struct proof *p)
{
    char numbers[64];
    snprintf(numbers, sizeof numbers, "%u %u %u", p->induction, p->bound, p->covers);
    hash_text(h, numbers);
    for (uint32_t i = 0; i < p->define_count; i++)
        hash_text(h, p->define[i]);
    for (uint32_t i = 0; i < p->params_count; i++)
        hash_text(h, p->params[i]);
    for (uint32_t i = 0; i < p->provers_count; i++)
        hash_text(h, p->provers[i]);
}

bool model_write(struct model *m, const struct proof *proof, const char *dir,
                 const char *module_text, struct error *err)
{
    *m = (struct model){.proof = proof, .dir = xstrdup(dir)};
    char path[4096];
    snprintf(path, sizeof path, "%s/v", dir);
    file_remove_all(dir);
    if (!file_mkdirs(path, err))
        return false;
    struct hdl_design *d = texts_emit(proof, &m->rules, err);
    if (d == NULL)
        return false;
    struct sbuf top = {0};
    content_hash h = hash_start();
    hash_row(&h, proof);
    hash_how(&h, m);
    bool ok = texts_of_top(proof, module_text != NULL ? module_text : hdl_text(d, proof->module),
                           &top, err) &&
              write_modules(m, d, sbuf_str(&top), &h, err);
    hash_name(h, m->hash);
    m->top = top.text;
    hdl_design_free(d);
    return ok;
}

uint32_t model_param(const struct model *m, const char *name)
{
    const char *value = texts_param(m->top, name, strlen(name));
    unsigned given = 0;
    return value != NULL && sscanf(value, "%u", &given) == 1 ? given : 0;
}

/* ---- Yosys ---- */

/* Undriven wires and loops are mistakes in the texts: a wrong name, a wrong width. A hierconn wire
 * whose instance has no wire of that name is also undriven. */
static void flatten(const struct model *m, struct sbuf *s)
{
    const struct proof *p = m->proof;
    sbuf_puts(s, "read_verilog -formal -sv");
    for (uint32_t i = 0; i < p->define_count; i++)
        sbuf_printf(s, " -D %s", p->define[i]);
    sbuf_printf(s, " v/*.v\nhierarchy -check -top %s\n", p->module);
    sbuf_puts(s, "proc\nopt_clean\nmemory -nordff\nflatten\nopt_clean\ncheck -assert\n"
                 "rename -top dut\nwrite_ilang flat.il\n");
}

/* Turns values that are free in each cycle ($anyseq) into inputs: as cells they would have no name
 * in an AIGER map, and a replay would not set them. */
static void settle(struct sbuf *s)
{
    sbuf_puts(s, "async2sync\nopt_clean\nmemory_map\nwreduce\nopt -full\ndelete t:$anyseq\n"
                 "setundef -undriven -expose\n");
}

#define BROKEN "w:*.broken"
#define REACHED "w:*.reached"

/* Makes outputs of the properties of these kinds, and removes logic that only others depend on.
 * While cells are still words, that is much faster than when they are gates. */
static void expose(const char *kinds, struct sbuf *s)
{
    sbuf_printf(s, "chformal -assert -remove\nexpose %s\nopt_clean\n", kinds);
}

/* Writes the design as gates and single bits. abc leaves none that no output depends on. */
static void write_bits(const char *name, struct sbuf *s)
{
    sbuf_printf(s,
                "formalff -clk2ff -ff2anyinit\ntechmap\ndffunmap\nsimplemap\nabc -g AND -fast\n"
                "write_aiger -I -symbols -zinit -map %s.aim %s.aig\n",
                name, name);
}

static bool asks(const struct proof *p, const char *prover)
{
    for (uint32_t i = 0; i < p->provers_count; i++)
        if (strcmp(p->provers[i], prover) == 0)
            return true;
    return false;
}

static void finish(const struct model *m, struct sbuf *s)
{
    sbuf_puts(s, "setattr -set keep 1 o:*\ndelete -output\n");
    if (asks(m->proof, "minisat"))
        sbuf_puts(s, "design -save flat\nasync2sync\nmemory_map\nclean\nwrite_ilang plain.il\n"
                     "design -load flat\n");
    settle(s);
    if (asks(m->proof, "cvc5"))
        sbuf_puts(s, "design -save model\nformalff -clk2ff -ff2anyinit\n"
                     "write_smt2 -wires model.smt2\ndesign -load model\n");
    expose(BROKEN " " REACHED, s);
    sbuf_puts(s, "write_ilang model.il\n");
    write_bits("both", s);
}

/* Reads the names of the outputs of KIND.aig from lines "output 3 0 NAME.KIND" of KIND.aim, without
 * the suffix. Yosys does not name a constant output, such as a property of a feature that the unit
 * lacks: its name is "". Outputs that are all constant count as none. */
static bool read_names(const struct model *m, const char *kind, char (**names)[MODEL_NAME],
                       uint32_t *n, struct error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.aim", m->dir, kind);
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    snprintf(path, sizeof path, "%s/%s.aig", m->dir, kind);
    *n = strstr(text, "output ") != NULL ? aig_sizes(path).outputs : 0;
    *names = xcalloc(*n + 1, sizeof **names);
    struct aig_named it;
    for (const char *at = text; aig_map_next(&at, &it);) {
        char name[MODEL_NAME], is[MODEL_NAME];
        if (strcmp(it.kind, "output") == 0 && it.number < *n &&
            sscanf(it.name, "%95[^. ].%95s", name, is) == 2 && strcmp(is, kind) == 0)
            memcpy((*names)[it.number], name, sizeof name);
    }
    free(text);
    return true;
}

static void write_script(const struct model *m, struct sbuf *s)
{
    flatten(m, s);
    finish(m, s);
}

/* Runs Yosys. An error begins with its place in the Verilog, if Yosys gives it or names a wire. */
static bool run_yosys(const struct model *m, const struct sbuf *script, struct error *err)
{
    char place[512];
    struct error said = {0};
    if (tool_yosys(m->dir, "model", script, &said))
        return true;
    warnings_place(said.text, m->top, place, sizeof place);
    return error_set(err, "%s%s", place, said.text);
}

bool model_build(struct model *m, struct error *err)
{
    struct sbuf script = {0};
    write_script(m, &script);
    bool ok = run_yosys(m, &script, err) && parts_write(m->dir, err) &&
              read_names(m, "broken", &m->assertions, &m->n_assertions, err) &&
              read_names(m, "reached", &m->covers, &m->n_covers, err);
    sbuf_free(&script);
    if (ok && m->n_assertions == 0)
        ok = error_set(err, "%s: its texts assert nothing", m->proof->proof);
    return ok;
}

bool model_flatten(struct model *m, struct error *err)
{
    struct sbuf script = {0};
    flatten(m, &script);
    bool ok = run_yosys(m, &script, err);
    sbuf_free(&script);
    return ok;
}

bool model_mutants(struct model *m, const char *list, struct error *err)
{
    struct sbuf script = {0};
    sbuf_printf(&script, "read_ilang flat.il\nscript %s\n", list);
    settle(&script);
    expose(BROKEN, &script);
    write_bits("mutants", &script);
    bool ok = run_yosys(m, &script, err);
    sbuf_free(&script);
    return ok;
}

void model_free(struct model *m)
{
    free(m->dir);
    free(m->top);
    free(m->assertions);
    free(m->covers);
}
