#include "formal/prove/step.h"

#include "formal/aig/map.h"
#include "sw/util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool value(const bool *is, int32_t literal)
{
    return literal > 0 ? is[literal] : !is[-literal];
}

/* A name and its bits, which are next to each other in the map, from the lowest up. */
struct shown {
    char name[256], bits[4097];
    size_t n;
};

static void flush(FILE *f, struct shown *s)
{
    if (s->n == 0)
        return;
    fprintf(f, "  %-40s ", s->name);
    for (size_t i = s->n; i-- > 0;)
        fputc(s->bits[i], f);
    fputc('\n', f);
    s->n = 0;
}

static void show(FILE *f, struct shown *s, const char *name, bool bit)
{
    if (s->n > 0 && (strcmp(s->name, name) != 0 || s->n == sizeof s->bits - 1))
        flush(f, s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->bits[s->n++] = bit ? '1' : '0';
}

/* All of `kind`, whose literals begin at `of`; outputs only if they are set. */
static void section(FILE *f, const char *map, const char *kind, const int32_t *of, const bool *is)
{
    struct shown s = {.n = 0};
    struct aig_named m;
    for (const char *at = map; aig_map_next(&at, &m);) {
        const bool is_kind = strcmp(m.kind, kind) == 0, set = is_kind && value(is, of[m.number]);
        if (is_kind && (kind[0] != 'o' || set))
            show(f, &s, m.name, set);
    }
    flush(f, &s);
}

void step_write(const char *dir, const struct aig *a, const struct cnf *q, const bool *is)
{
    char path[4096];
    size_t len;
    snprintf(path, sizeof path, "%s/broken.aim", dir);
    char *map = file_read(path, &len, &(struct error){0});
    snprintf(path, sizeof path, "%s/step.txt", dir);
    FILE *f = map != NULL ? fopen(path, "w") : NULL;
    if (f != NULL) {
        fprintf(f, "broken in the last cycle:\n");
        section(f, map, "output", q->output + (size_t)(q->cycles - 1) * a->outputs, is);
        for (uint32_t c = 0; c < q->cycles; c++) {
            fprintf(f, "inputs, cycle %u:\n", c);
            section(f, map, "input", q->input + (size_t)c * a->inputs, is);
        }
        fprintf(f, "registers, cycle 0:\n");
        section(f, map, "latch", q->latch, is);
        fclose(f);
    }
    free(map);
}
