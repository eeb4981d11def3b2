#include "formal/prove/legs.h"

#include "formal/prove/leg_file.h"
#include "formal/prove/names.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void legs_add(struct legs *l, const struct aig *a, uint32_t from, uint32_t cycles,
              const bool *input)
{
    l->list = xrealloc(l->list, (l->n + 1) * sizeof *l->list);
    const size_t bits = (size_t)cycles * a->inputs;
    struct leg *new = &l->list[l->n++];
    *new = (struct leg){from, cycles, xcalloc(bits + 1, sizeof *new->input)};
    memcpy(new->input, input, bits * sizeof *new->input);
}

void legs_free(struct legs *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->list[i].input);
    free(l->list);
    *l = (struct legs){0};
}

/* ---- writing ---- */

/* " NAME=VALUE" for each signal of a kind that is not 0; a bit with several names has its first. */
static void write_signals(struct sbuf *s, const struct leg_names *n, bool registers,
                          const bool *input)
{
    for (uint32_t i = 0; i < n->n; i++) {
        const struct leg_signal *it = &n->list[i];
        if (it->is_register != registers || !leg_signal_is_set(n, i, input))
            continue;
        sbuf_printf(s, " %s=", it->name);
        bool leading = true;
        for (uint32_t digit = it->bits / 4 + 1; digit-- > 0;) {
            unsigned value = 0;
            for (uint32_t b = digit * 4; b < digit * 4 + 4 && b < it->bits; b++)
                value |= leg_bit_is_set(n, i, b, input) ? 1U << (b & 3) : 0;
            leading = leading && value == 0;
            if (!leading)
                sbuf_printf(s, "%x", value);
        }
    }
}

bool legs_write(const struct legs *l, const struct aig *a, const struct leg_names *n,
                const char *path, const char *row, struct error *err)
{
    struct sbuf s = {0};
    for (size_t i = 0; i < l->n; i++) {
        const struct leg *it = &l->list[i];
        sbuf_printf(&s, "from %s", it->from == LEG_RESET ? "reset" : n->cover[it->from]);
        if (it->from == LEG_RESET) {
            sbuf_puts(&s, "\nregisters");
            write_signals(&s, n, true, it->input);
        }
        for (uint32_t c = 0; c < it->cycles; c++) {
            sbuf_puts(&s, "\n-");
            write_signals(&s, n, false, it->input + (size_t)c * a->inputs);
        }
        sbuf_puts(&s, "\n");
    }
    bool ok = leg_file_put(path, row, sbuf_str(&s), err);
    sbuf_free(&s);
    return ok;
}

/* ---- reading ---- */

struct reader {
    struct legs *l;
    const struct aig *a;
    const struct leg_names *n;
    const char *path;
    size_t line;
    uint32_t from; /* of the leg that is read */
    bool *input;   /* of its cycles so far, and of one more */
    uint32_t cycles;
    bool begun;
};

static bool wrong(const struct reader *r, const char *what, const char *text, struct error *err)
{
    return error_set(err,
                     "%s:%zu:1: %s '%.*s'; `umbel prove PROOF --keep-runs DIR` writes the file",
                     r->path, r->line, what, (int)strcspn(text, " \n"), text);
}

static void finish_leg(struct reader *r)
{
    if (r->cycles > 0)
        legs_add(r->l, r->a, r->from, r->cycles, r->input);
    memset(r->input, 0, (size_t)(r->cycles + 1) * r->a->inputs * sizeof *r->input);
    r->cycles = 0;
}

static void begin_leg(struct reader *r, const char *cover)
{
    finish_leg(r);
    r->begun = true;
    r->from = strcmp(cover, "reset") == 0 ? LEG_RESET : leg_cover(r->n, cover);
}

/* " NAME=VALUE NAME=VALUE" */
static bool read_signals(struct reader *r, char *at, bool registers, bool *input, struct error *err)
{
    char *rest = NULL;
    for (char *word = strtok_r(at, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *is = strrchr(word, '=');
        if (is == NULL || is[1] == '\0' || is[1 + strspn(is + 1, "0123456789abcdef")] != '\0')
            return wrong(r, "no signal and value", word, err);
        *is = '\0';
        uint32_t bit = 0;
        for (const char *digit = is + strlen(is + 1); digit > is; digit--, bit += 4) {
            const unsigned value =
                (unsigned)(isdigit((unsigned char)*digit) ? *digit - '0' : *digit - 'a' + 10);
            for (uint32_t b = 0; b < 4; b++)
                if ((value >> b & 1) != 0)
                    leg_set(r->n, word, registers, bit + b, input);
        }
    }
    return true;
}

static bool read_line(struct reader *r, char *line, struct error *err)
{
    static const char from[] = "from ", registers[] = "registers";
    if (line[0] == '#' || line[0] == '\0')
        return true;
    if (strncmp(line, from, sizeof from - 1) == 0) {
        begin_leg(r, line + sizeof from - 1);
        return true;
    }
    if (!r->begun)
        return wrong(r, "no leg begins before", line, err);
    if (strncmp(line, registers, sizeof registers - 1) == 0 && r->cycles == 0)
        return read_signals(r, line + sizeof registers - 1, true, r->input, err);
    if (line[0] != '-')
        return wrong(r, "no cycle is", line, err);
    r->cycles++;
    r->input = xrealloc(r->input, (size_t)(r->cycles + 1) * (r->a->inputs + 1));
    bool *input = r->input + (size_t)(r->cycles - 1) * r->a->inputs;
    memset(input + r->a->inputs, 0, r->a->inputs);
    return read_signals(r, line + 1, false, input, err);
}

bool legs_read(struct legs *l, const struct aig *a, const struct leg_names *n, const char *path,
               const char *row, struct error *err)
{
    *l = (struct legs){0};
    size_t len, line_number;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    const char *found = leg_file_section(text, row, &len, &line_number);
    if (found == NULL) { /* the file has runs of other rows alone */
        free(text);
        return true;
    }
    char *rest = text + (found - text);
    rest[len] = '\0';
    struct reader r = {l, a,    n, path, line_number - 1, LEG_RESET, xcalloc(a->inputs + 1, 1),
                       0, false};
    bool ok = true;
    for (char *line; ok && (line = strsep(&rest, "\n")) != NULL;) {
        r.line++;
        ok = read_line(&r, line, err);
    }
    if (ok)
        finish_leg(&r);
    else
        legs_free(l);
    free(r.input);
    free(text);
    return ok;
}
