/* Reads the table of queries: one per line, a name and words KEY=VALUE. */
#include "formal/reach/reach.h"
#include "sw/util/file.h"
#include "sw/util/number.h"

#include <stdlib.h>
#include <string.h>

struct words {
    struct reach_query *q;
    struct arena *arena;
    const char *file;
    unsigned line;
    struct error *err;
};

static bool number(const struct words *w, const char *key, const char *value, uint32_t *to)
{
    uint64_t n = 0;
    const char *end = number_read(value, 4095, &n);
    *to = (uint32_t)n;
    return (end != NULL && *end == '\0') ||
           error_set(w->err, "%s:%u: %s=%s is no number below 4096", w->file, w->line, key, value);
}

static bool text_word(struct reach_query *q, const char *key, const char *value)
{
    const struct {
        const char *key;
        const char **to;
    } texts[] = {{"test", &q->test},      {"program", &q->program}, {"place", &q->placement},
                 {"lines", &q->lines},    {"warm", &q->warm},       {"late", &q->late},
                 {"checker", &q->checker}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0) {
            *texts[i].to = value;
            return true;
        }
    return false;
}

static bool word(const struct words *w, char *text)
{
    struct reach_query *q = w->q;
    if (strcmp(text, "quick") == 0 || strcmp(text, "daily") == 0) {
        q->quick = true;
        q->daily = text[0] == 'd';
        return true;
    }
    char *value = strchr(text, '=');
    if (value == NULL)
        return error_set(w->err, "%s:%u: '%s' is no KEY=VALUE", w->file, w->line, text);
    *value++ = '\0';
    const struct {
        const char *key;
        uint32_t *to;
    } numbers[] = {{"start", &q->start_bits},  {"shift", &q->shift}, {"gap", &q->gap_bits},
                   {"accesses", &q->accesses}, {"limit", &q->limit}, {"depth", &q->depth}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(text, numbers[i].key) == 0)
            return number(w, text, value, numbers[i].to);
    if (text_word(q, text, value))
        return true;
    if (strcmp(text, "set") != 0 || q->n_sets == REACH_SETS)
        return error_set(w->err, "%s:%u: there is no word %s=, or one too many", w->file, w->line,
                         text);
    q->sets[q->n_sets++] = value;
    return true;
}

static bool read_line(const struct words *w, char *line)
{
    char *save;
    w->q->name = strtok_r(line, " \t", &save);
    w->q->warm = "any";
    w->q->checker = "bmc3";
    for (char *t = strtok_r(NULL, " \t", &save); t != NULL; t = strtok_r(NULL, " \t", &save))
        if (!word(w, t))
            return false;
    if ((w->q->test == NULL) == (w->q->program == NULL) ||
        (w->q->program == NULL) != (w->q->accesses == 0) || w->q->placement == NULL ||
        w->q->limit == 0)
        return error_set(
            w->err, "%s:%u: %s needs test= or program=any accesses=, place= and limit=", w->file,
            w->line, w->q->name);
    return strcmp(w->q->checker, "bmc2") == 0 || strcmp(w->q->checker, "bmc3") == 0 ||
           error_set(w->err, "%s:%u: checker=%s is none of bmc2, bmc3", w->file, w->line,
                     w->q->checker);
}

bool reach_read(struct reach_table *t, const char *path, struct error *err)
{
    *t = (struct reach_table){0};
    size_t len, room = 0;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    char *kept = arena_strdup(&t->arena, text);
    free(text);
    bool ok = true;
    struct words w = {.arena = &t->arena, .file = path, .err = err};
    for (char *at = kept, *line; ok && (line = strsep(&at, "\n")) != NULL;) {
        w.line++;
        line[strcspn(line, "#")] = '\0';
        if (line[strspn(line, " \t")] == '\0')
            continue;
        if (t->n == room)
            t->list = xrealloc(t->list, (room = 2 * room + 16) * sizeof *t->list);
        w.q = &t->list[t->n++];
        *w.q = (struct reach_query){0};
        ok = read_line(&w, line);
    }
    if (!ok)
        reach_free(t);
    return ok;
}

void reach_free(struct reach_table *t)
{
    free(t->list);
    arena_free(&t->arena);
    *t = (struct reach_table){0};
}
