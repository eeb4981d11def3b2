#include "formal/aig/run.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static void add_row(struct aig_run *r, const char *row)
{
    r->input = xrealloc(r->input, (size_t)(r->cycles + 1) * (r->inputs + 1) * sizeof *r->input);
    bool *to = r->input + (size_t)r->cycles++ * r->inputs;
    for (uint32_t i = 0; i < r->inputs; i++)
        to[i] = row[i] == '1';
}

bool aig_run_read(struct aig_run *r, const struct aig *a, const char *path, struct error *err)
{
    *r = (struct aig_run){.inputs = a->inputs};
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    bool ok = true;
    const char *at = text + strcspn(text, "\n");
    for (uint32_t line = 2; ok && *at == '\n' && at[1] != '\0' && at[1] != '#'; line++) {
        size_t n = strspn(++at, "01"), all = strcspn(at, "\n#");
        if (n != all || n != r->inputs)
            ok = error_set(err, "%s:%u:1: has %zu bits of an input, the circuit has %u inputs",
                           path, line, n, r->inputs);
        else
            add_row(r, at);
        at += all;
    }
    if (ok && r->cycles == 0)
        ok = error_set(err, "%s: is no counterexample: it has no cycle", path);
    free(text);
    if (!ok)
        aig_run_free(r);
    return ok;
}

void aig_run_free(struct aig_run *r)
{
    free(r->input);
    *r = (struct aig_run){0};
}

/* ---- trying ---- */

static bool value(const bool *node, uint32_t literal)
{
    return node[literal >> 1] != ((literal & 1) != 0);
}

void aig_walk_new(struct aig_walk *w, const struct aig *a)
{
    *w = (struct aig_walk){a, NULL, xcalloc(aig_nodes(a), sizeof *w->node),
                           xcalloc(a->latches + 1, sizeof *w->next)};
    w->latch = w->node + 1 + a->inputs;
}

bool aig_walk_cycle(struct aig_walk *w, const bool *input)
{
    const struct aig *a = w->a;
    bool *gate = w->latch + a->latches, held = true;
    memcpy(w->node + 1, input, a->inputs * sizeof *w->node);
    for (uint32_t i = 0; i < a->ands; i++)
        gate[i] = value(w->node, a->and[i][0]) && value(w->node, a->and[i][1]);
    for (uint32_t i = 0; i < a->constraints; i++)
        held = held && value(w->node, a->constraint[i]);
    return held;
}

bool aig_walk_sets(const struct aig_walk *w, uint32_t output)
{
    return value(w->node, w->a->output[output]);
}

void aig_walk_clock(struct aig_walk *w)
{
    for (uint32_t i = 0; i < w->a->latches; i++)
        w->next[i] = value(w->node, w->a->next[i]);
    memcpy(w->latch, w->next, w->a->latches * sizeof *w->next);
}

void aig_walk_free(struct aig_walk *w)
{
    free(w->node);
    free(w->next);
    *w = (struct aig_walk){0};
}

bool aig_run_sets(const struct aig_run *r, const struct aig *a, uint32_t *output, uint32_t *cycle)
{
    struct aig_walk w;
    bool set = false;
    aig_walk_new(&w, a);
    for (uint32_t c = 0; c < r->cycles && !set; c++) {
        if (!aig_walk_cycle(&w, r->input + (size_t)c * r->inputs))
            break;
        for (uint32_t i = 0; i < a->outputs && !set; i++)
            if (aig_walk_sets(&w, i)) {
                set = true;
                *output = i;
                *cycle = c;
            }
        aig_walk_clock(&w);
    }
    aig_walk_free(&w);
    return set;
}

/* ---- writing ---- */

bool aig_run_write(const struct aig_run *r, const struct aig *a, uint32_t output, const char *path,
                   struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "1\nb%u\n", output);
    for (uint32_t i = 0; i < a->latches; i++)
        sbuf_puts(&s, "0");
    for (uint32_t c = 0; c < r->cycles; c++) {
        sbuf_puts(&s, "\n");
        for (uint32_t i = 0; i < r->inputs; i++)
            sbuf_puts(&s, r->input[(size_t)c * r->inputs + i] ? "1" : "0");
    }
    sbuf_puts(&s, "\n.\n");
    bool ok = file_write(path, s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}
