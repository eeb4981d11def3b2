#include "formal/prove/mutant.h"

#include "formal/aig/map.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names of inputs, outputs and latches ---- */

static void take_name(struct mutant_model *m, const struct aig_named *it, uint32_t *found)
{
    const bool is_input = strcmp(it->kind, "input") == 0 && it->number < m->aig.inputs;
    if (is_input && strcmp(it->name, MUTANT_INPUT) == 0 && it->bit < MUTANT_MOST_BITS) {
        m->number[it->bit] = it->number;
        m->bits++;
    } else if (is_input && strcmp(it->name, "rst_i") == 0) {
        m->reset = it->number;
    } else if (strcmp(it->kind, "output") == 0 && it->number < m->aig.outputs) {
        snprintf(m->output[it->number].name, MUTANT_NAME, "%.95s", it->name);
        m->output[it->number].bit = it->bit;
    } else if (strcmp(it->kind, "latch") == 0 && strcmp(it->name, "up_q") == 0 &&
               it->number < m->aig.latches) {
        m->up = it->number;
        (*found)++;
    }
}

bool mutant_read(struct mutant_model *m, const char *dir, struct error *err)
{
    *m = (struct mutant_model){.reset = MUTANT_NO_RESET};
    char path[4096];
    snprintf(path, sizeof path, "%s/mutants.aim", dir);
    size_t len;
    char *text = file_read(path, &len, err);
    snprintf(path, sizeof path, "%s/mutants.aig", dir);
    if (text == NULL || !aig_read(&m->aig, path, err)) {
        free(text);
        return false;
    }
    m->output = xcalloc(m->aig.outputs + 1, sizeof *m->output);
    uint32_t found = 0;
    struct aig_named it;
    for (const char *at = text; aig_map_next(&at, &it);)
        take_name(m, &it, &found);
    free(text);
    return (m->bits > 0 && found == 1) ||
           error_set(err, "%s: " MUTANT_INPUT " or up_q is not named", path);
}

void mutant_free(struct mutant_model *m)
{
    aig_free(&m->aig);
    free(m->output);
}

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static bool is_assertion(const struct mutant_bit *b)
{
    return ends_in(b->name, ".broken");
}

static bool is_compared(const struct mutant_bit *b)
{
    return b->name[0] != '\0' && !is_assertion(b) && strcmp(b->name, "probe_o") != 0 &&
           strcmp(b->name, "idle_o") != 0;
}

void mutant_proof(const struct mutant_model *m, struct aig *proof)
{
    enum aig_input *open = xcalloc(m->aig.inputs + 1, sizeof *open);
    aig_fix(proof, &m->aig, open);
    proof->outputs = 0;
    for (uint32_t i = 0; i < m->aig.outputs; i++)
        if (is_assertion(&m->output[i]))
            proof->output[proof->outputs++] = proof->output[i];
    free(open);
}

/* ---- beside the original ---- */

/* Literals for a copy of the model in a circuit of one cycle, in which latches are inputs, too. For
 * the original the mutant's number is the constant 0. */
static uint32_t *begin(const struct mutant_model *m, bool original)
{
    const struct aig *a = &m->aig;
    uint32_t *literal = xcalloc(aig_nodes(a), sizeof *literal);
    for (uint32_t i = 0; i < a->inputs + a->latches; i++)
        literal[1 + i] = 2 * (1 + i);
    for (uint32_t i = 0; original && i < m->bits; i++)
        literal[1 + m->number[i]] = 0;
    return literal;
}

/* The nodes that outputs depend on, in the same cycle or a later one. */
static bool *observed(const struct mutant_model *m)
{
    const struct aig *a = &m->aig;
    uint32_t first = 1 + a->inputs + a->latches;
    bool *seen = xcalloc(aig_nodes(a), sizeof *seen);
    for (uint32_t i = 0; i < a->outputs; i++)
        if (is_compared(&m->output[i]))
            seen[a->output[i] >> 1] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = a->ands; i-- > 0;)
            if (seen[first + i])
                seen[a->and[i][0] >> 1] = seen[a->and[i][1] >> 1] = true;
        for (uint32_t i = 0; i < a->latches; i++)
            if (seen[1 + a->inputs + i] && !seen[a->next[i] >> 1])
                seen[a->next[i] >> 1] = more = true;
    }
    return seen;
}

/* The condition under which an output is compared: NAME_valid_o for NAME_msg_o. If valid has
 * several bits, for messages side by side, the messages are always compared. */
static uint32_t counts(const struct mutant_model *m, const struct mutant_bit *b)
{
    static const char msg[] = "_msg_o";
    char valid[MUTANT_NAME + 8];
    if (!ends_in(b->name, msg))
        return 1;
    snprintf(valid, sizeof valid, "%.*s_valid_o", (int)(strlen(b->name) - strlen(msg)), b->name);
    uint32_t counts = 1;
    for (uint32_t i = 0; i < m->aig.outputs; i++)
        if (strcmp(m->output[i].name, valid) == 0) {
            if (m->output[i].bit > 0)
                return 1;
            counts = m->aig.output[i];
        }
    return counts;
}

/* Whether the original is in a state that is compared: in a reset or after one, and its assumptions
 * and assertions hold. */
static uint32_t fair(const struct mutant_model *m, struct aig *a, const uint32_t *original)
{
    const struct aig *from = &m->aig;
    uint32_t up = aig_of(original, 2 * (1 + from->inputs + m->up)), all = 1;
    for (uint32_t i = 0; i < from->constraints; i++)
        all = aig_and(a, all, aig_of(original, from->constraint[i]));
    for (uint32_t i = 0; i < from->outputs; i++)
        if (is_assertion(&m->output[i]))
            all = aig_and(a, all, aig_of(original, from->output[i]) ^ 1);
    return aig_and(a, all, up);
}

/* The latches that a reset sets. */
static bool *has_reset(const struct mutant_model *m)
{
    const struct aig *from = &m->aig;
    struct aig in_reset;
    aig_new(&in_reset, from->inputs, from->latches, 0, 0);
    uint32_t *literal = begin(m, true);
    if (m->reset != MUTANT_NO_RESET)
        literal[1 + m->reset] = 1;
    aig_add(&in_reset, from, literal);
    bool *has = xcalloc(from->latches + 1, sizeof *has);
    for (uint32_t i = 0; i < from->latches; i++)
        has[i] = aig_of(literal, from->next[i]) <= 1;
    free(literal);
    aig_free(&in_reset);
    return has;
}

/* Whether an output that is compared differs from the original's. */
static uint32_t outputs_differ(const struct mutant_model *m, struct aig *both,
                               const uint32_t *original, const uint32_t *mutant)
{
    const struct aig *from = &m->aig;
    uint32_t differ = 0;
    for (uint32_t i = 0; i < from->outputs; i++)
        if (is_compared(&m->output[i])) {
            uint32_t other =
                aig_xor(both, aig_of(original, from->output[i]), aig_of(mutant, from->output[i]));
            uint32_t matters = aig_of(original, counts(m, &m->output[i]));
            differ = aig_or(both, differ, aig_and(both, matters, other));
        }
    return differ;
}

/* Whether the next state differs in a register that an output may depend on later. */
static uint32_t states_differ(const struct mutant_model *m, struct aig *both,
                              const uint32_t *original, const uint32_t *mutant)
{
    const struct aig *from = &m->aig;
    bool *seen = observed(m), *reset = has_reset(m);
    uint32_t differ = 0, runs = m->reset == MUTANT_NO_RESET ? 1 : 2 * (1 + m->reset) + 1;
    for (uint32_t i = 0; i < from->latches; i++)
        if (seen[1 + from->inputs + i]) {
            uint32_t other =
                aig_xor(both, aig_of(original, from->next[i]), aig_of(mutant, from->next[i]));
            differ = aig_or(both, differ, aig_and(both, reset[i] ? 1 : runs, other));
        }
    free(seen);
    free(reset);
    return differ;
}

void mutant_beside(const struct mutant_model *m, struct aig *both)
{
    const struct aig *from = &m->aig;
    aig_new(both, from->inputs + from->latches, 0, 1, 0);
    uint32_t *original = begin(m, true);
    uint32_t *mutant = begin(m, false);
    aig_add(both, from, original);
    aig_add(both, from, mutant);
    uint32_t differ = aig_or(both, outputs_differ(m, both, original, mutant),
                             states_differ(m, both, original, mutant));
    both->output[0] = aig_and(both, differ, fair(m, both, original));
    free(original);
    free(mutant);
}
