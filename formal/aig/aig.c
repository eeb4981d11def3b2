#include "formal/aig/aig.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

void aig_new(struct aig *a, uint32_t inputs, uint32_t latches, uint32_t outputs,
             uint32_t constraints)
{
    *a = (struct aig){
        .inputs = inputs, .latches = latches, .outputs = outputs, .constraints = constraints};
    a->next = xcalloc(latches + 1, sizeof *a->next);
    a->output = xcalloc(outputs + 1, sizeof *a->output);
    a->constraint = xcalloc(constraints + 1, sizeof *a->constraint);
}

uint32_t aig_and(struct aig *a, uint32_t x, uint32_t y)
{
    if (x == 0 || y == 0 || x == (y ^ 1))
        return 0;
    if (x == 1 || x == y)
        return y;
    if (y == 1)
        return x;
    if (a->ands == a->room) {
        a->room = a->room * 2 + 64;
        a->and = xrealloc(a->and, a->room * sizeof *a->and);
    }
    a->and [a->ands][0] = x > y ? x : y;
    a->and [a->ands][1] = x > y ? y : x;
    a->ands++;
    return 2 * (aig_nodes(a) - 1);
}

uint32_t aig_or(struct aig *a, uint32_t x, uint32_t y)
{
    return aig_and(a, x ^ 1, y ^ 1) ^ 1;
}

uint32_t aig_xor(struct aig *a, uint32_t x, uint32_t y)
{
    return aig_or(a, aig_and(a, x, y ^ 1), aig_and(a, x ^ 1, y));
}

void aig_add(struct aig *a, const struct aig *from, uint32_t *literal)
{
    uint32_t first = 1 + from->inputs + from->latches;
    for (uint32_t i = 0; i < from->ands; i++)
        literal[first + i] =
            aig_and(a, aig_of(literal, from->and[i][0]), aig_of(literal, from->and[i][1]));
}

static void follow(uint32_t *to, const uint32_t *literal, const uint32_t *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = aig_of(literal, from[i]);
}

void aig_fix(struct aig *a, const struct aig *from, const enum aig_input *input)
{
    aig_new(a, from->inputs, from->latches, from->outputs, from->constraints);
    uint32_t *literal = xcalloc(aig_nodes(from), sizeof *literal);
    for (uint32_t i = 0; i < from->inputs; i++)
        literal[1 + i] = input[i] == AIG_OPEN ? 2 * (1 + i) : input[i] == AIG_ONE;
    for (uint32_t i = 0; i < from->latches; i++)
        literal[1 + from->inputs + i] = 2 * (1 + from->inputs + i);
    aig_add(a, from, literal);
    follow(a->next, literal, from->next, from->latches);
    follow(a->output, literal, from->output, from->outputs);
    follow(a->constraint, literal, from->constraint, from->constraints);
    free(literal);
}

void aig_free(struct aig *a)
{
    free(a->next);
    free(a->output);
    free(a->constraint);
    free(a->and);
    free(a->symbols);
    *a = (struct aig){0};
}

/* ---- reading ---- */

static bool header(struct aig *a, const char **at, const char *name, struct error *err)
{
    unsigned m, i, l, o, n, bad = 0, constraints = 0;
    int end = 0;
    if (sscanf(*at, "aig %u %u %u %u %u%n", &m, &i, &l, &o, &n, &end) != 5 || end == 0)
        return error_set(err, "%s: no binary AIGER file", name);
    *at += end;
    if (**at == ' ')
        sscanf(*at, "%u %u", &bad, &constraints);
    *at += strcspn(*at, "\n");
    if (m != i + l + n || bad != 0 || **at != '\n')
        return error_set(err, "%s: an AIGER file with more than outputs and constraints", name);
    (*at)++;
    aig_new(a, i, l, o, constraints);
    a->ands = a->room = n;
    a->and = xcalloc(n + 1, sizeof *a->and);
    return true;
}

static bool delta(const unsigned char **at, const unsigned char *end, uint32_t *d)
{
    *d = 0;
    for (unsigned shift = 0; *at < end && shift < 32; shift += 7) {
        unsigned char c = *(*at)++;
        *d |= (uint32_t)(c & 0x7f) << shift;
        if ((c & 0x80) == 0)
            return true;
    }
    return false;
}

static bool numbers(const char **at, uint32_t *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        char *end;
        to[i] = (uint32_t)strtoul(*at, &end, 10);
        if (end == *at || *end != '\n')
            return false;
        *at = end + 1;
    }
    return true;
}

static bool body(struct aig *a, const char *at, const char *end)
{
    if (!numbers(&at, a->next, a->latches) || !numbers(&at, a->output, a->outputs) ||
        !numbers(&at, a->constraint, a->constraints))
        return false;
    const unsigned char *bytes = (const unsigned char *)at;
    for (uint32_t i = 0; i < a->ands; i++) {
        uint32_t lhs = 2 * (1 + a->inputs + a->latches + i), d0, d1;
        if (!delta(&bytes, (const unsigned char *)end, &d0) ||
            !delta(&bytes, (const unsigned char *)end, &d1) || d0 > lhs || d1 > lhs - d0)
            return false;
        a->and[i][0] = lhs - d0;
        a->and[i][1] = lhs - d0 - d1;
    }
    a->symbols = xstrdup((const char *)bytes);
    return true;
}

bool aig_read(struct aig *a, const char *path, struct error *err)
{
    *a = (struct aig){0};
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    const char *at = text;
    bool ok = header(a, &at, path, err) &&
              (body(a, at, text + len) || error_set(err, "%s: is cut off or damaged", path));
    free(text);
    if (!ok)
        aig_free(a);
    return ok;
}

struct aig aig_sizes(const char *path)
{
    struct aig a = {0};
    char line[256];
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return a;
    /* The sixth number is the number of `bad` outputs, which no program used here writes. */
    if (fgets(line, sizeof line, f) == NULL ||
        sscanf(line, "aig %*u %u %u %u %u %*u %u", &a.inputs, &a.latches, &a.outputs, &a.ands,
               &a.constraints) < 4)
        a = (struct aig){0};
    fclose(f);
    return a;
}

/* ---- writing ---- */

static void put_numbers(struct sbuf *s, const uint32_t *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        sbuf_printf(s, "%u\n", from[i]);
}

static void put_delta(struct sbuf *s, uint32_t d)
{
    for (; d > 0x7f; d >>= 7)
        sbuf_add(s, &(char){(char)(d | 0x80)}, 1);
    sbuf_add(s, &(char){(char)d}, 1);
}

bool aig_write(const struct aig *a, const char *path, struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "aig %u %u %u %u %u 0 %u\n", aig_nodes(a) - 1, a->inputs, a->latches,
                a->outputs, a->ands, a->constraints);
    put_numbers(&s, a->next, a->latches);
    put_numbers(&s, a->output, a->outputs);
    put_numbers(&s, a->constraint, a->constraints);
    for (uint32_t i = 0; i < a->ands; i++) {
        put_delta(&s, 2 * (1 + a->inputs + a->latches + i) - a->and[i][0]);
        put_delta(&s, a->and[i][0] - a->and[i][1]);
    }
    bool ok = file_write(path, s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}
