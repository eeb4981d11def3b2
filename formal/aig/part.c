#include "formal/aig/part.h"

#include "formal/aig/map.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the part needs ---- */

/* Nodes that are needed, and those of them whose own inputs are not yet marked. */
struct marks {
    bool *needed;
    uint32_t *open, n;
};

static void mark(struct marks *m, uint32_t literal)
{
    const uint32_t node = literal >> 1;
    if (!m->needed[node])
        m->open[m->n++] = node;
    m->needed[node] = true;
}

static bool *needed_nodes(const struct aig *a, const bool *keep)
{
    const uint32_t latches = 1 + a->inputs, gates = latches + a->latches;
    struct marks m = {.needed = xcalloc(aig_nodes(a), sizeof *m.needed),
                      .open = xcalloc(aig_nodes(a), sizeof *m.open)};
    for (uint32_t i = 0; i < a->outputs; i++)
        if (keep[i])
            mark(&m, a->output[i]);
    for (uint32_t i = 0; i < a->constraints; i++)
        mark(&m, a->constraint[i]);
    while (m.n > 0) {
        const uint32_t node = m.open[--m.n];
        if (node >= gates) {
            mark(&m, a->and [node - gates][0]);
            mark(&m, a->and [node - gates][1]);
        } else if (node >= latches) {
            mark(&m, a->next[node - latches]);
        }
    }
    free(m.open);
    return m.needed;
}

static uint32_t count(const bool *is, uint32_t n)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < n; i++)
        set += is[i];
    return set;
}

/* ---- the circuit ---- */

/* Numbers the inputs and latches that remain, and adds the gates that are needed. */
static uint32_t *add_nodes(struct aig *part, const struct aig *a, const bool *needed)
{
    const uint32_t latches = 1 + a->inputs, gates = latches + a->latches;
    uint32_t *literal = xcalloc(aig_nodes(a), sizeof *literal);
    uint32_t n = 0;
    for (uint32_t i = 1; i < gates; i++)
        if (i < latches || needed[i])
            literal[i] = 2 * ++n;
    for (uint32_t i = gates; i < aig_nodes(a); i++)
        if (needed[i])
            literal[i] = aig_and(part, aig_of(literal, a->and [i - gates][0]),
                                 aig_of(literal, a->and [i - gates][1]));
    return literal;
}

static bool write_circuit(const struct aig *a, const bool *keep, const bool *needed,
                          const char *path, struct error *err)
{
    struct aig part;
    aig_new(&part, a->inputs, count(needed + 1 + a->inputs, a->latches), count(keep, a->outputs),
            a->constraints);
    uint32_t *literal = add_nodes(&part, a, needed);
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->latches; i++)
        if (needed[1 + a->inputs + i])
            part.next[n++] = aig_of(literal, a->next[i]);
    n = 0;
    for (uint32_t i = 0; i < a->outputs; i++)
        if (keep[i])
            part.output[n++] = aig_of(literal, a->output[i]);
    for (uint32_t i = 0; i < a->constraints; i++)
        part.constraint[i] = aig_of(literal, a->constraint[i]);
    bool ok = aig_write(&part, path, err);
    free(literal);
    aig_free(&part);
    return ok;
}

/* ---- the map ---- */

/* Whether a line of the map is about the part; its number there. An input remains although nothing
 * reads it, but not as the first value of a latch that the part does not have. */
static bool remains(const struct aig *a, const bool *keep, const bool *needed,
                    const struct aig_named *it, uint32_t *number)
{
    *number = it->number;
    if (strcmp(it->kind, "init") == 0)
        return it->number < a->inputs && needed[1 + it->number];
    const bool is_latch = strcmp(it->kind, "latch") == 0;
    if (!is_latch && strcmp(it->kind, "output") != 0)
        return true;
    const bool *is = is_latch ? needed + 1 + a->inputs : keep;
    if (it->number >= (is_latch ? a->latches : a->outputs) || !is[it->number])
        return false;
    *number = count(is, it->number);
    return true;
}

static bool write_map(const struct aig *a, const char *map, const bool *keep, const bool *needed,
                      const char *path, struct error *err)
{
    struct sbuf s = {0};
    struct aig_named it;
    uint32_t number;
    for (const char *at = map; aig_map_next(&at, &it);)
        if (remains(a, keep, needed, &it, &number))
            sbuf_printf(&s, "%s %u %u %s\n", it.kind, number, it.bit, it.name);
    bool ok = file_write(path, sbuf_str(&s), s.len, err);
    sbuf_free(&s);
    return ok;
}

bool aig_part_write(const struct aig *from, const char *map, const bool *keep, const char *name,
                    struct error *err)
{
    char circuit[4096], names[4096];
    snprintf(circuit, sizeof circuit, "%s.aig", name);
    snprintf(names, sizeof names, "%s.aim", name);
    bool *needed = needed_nodes(from, keep);
    bool ok = write_circuit(from, keep, needed, circuit, err) &&
              write_map(from, map, keep, needed, names, err);
    free(needed);
    return ok;
}
