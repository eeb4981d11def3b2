/* The statistics as a table, for people. */
#include "harness/run/stats_impl.h"

#include "sw/util/count.h"
#include "sw/util/error.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *stats_thousands(char cell[STATS_CELL], uint64_t v)
{
    char digits[STATS_CELL];
    if (v == COUNT_OVER)
        return memcpy(cell, COUNT_OVER_WORD, sizeof COUNT_OVER_WORD);
    int n = snprintf(digits, sizeof digits, "%" PRIu64, v);
    char *out = cell;
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return cell;
}

struct row {
    char numbers[3][STATS_CELL]; /* sum, min, max */
};

static struct row row_of(const struct stats_counter *c)
{
    struct stats_spread spread = stats_spread(c);
    struct row r;
    stats_thousands(r.numbers[0], spread.sum);
    stats_thousands(r.numbers[1], spread.min);
    stats_thousands(r.numbers[2], spread.max);
    return r;
}

static int wider(int width, const char *text)
{
    int n = (int)strlen(text);
    return n > width ? n : width;
}

static void print_class(const struct stats_class *c, FILE *out)
{
    static const char *const heads[3] = {"sum", "min", "max"};
    int name = wider(0, "counter");
    int unit = wider(0, "unit");
    int width[3] = {3, 3, 3};
    for (size_t i = 0; i < c->n_counters; i++) {
        struct row r = row_of(&c->counters[i]);
        name = wider(name, c->counters[i].name);
        unit = wider(unit, c->counters[i].unit);
        for (int k = 0; k < 3; k++)
            width[k] = wider(width[k], r.numbers[k]);
    }
    size_t n = stats_instances(c);
    fprintf(out, "\n%s: %zu instance%s\n  %-*s  %-*s", c->name, n, n == 1 ? "" : "s", name,
            "counter", unit, "unit");
    for (int k = 0; k < 3; k++)
        fprintf(out, "  %*s", width[k], heads[k]);
    fputs("  meaning\n", out);
    for (size_t i = 0; i < c->n_counters; i++) {
        struct row r = row_of(&c->counters[i]);
        fprintf(out, "  %-*s  %-*s", name, c->counters[i].name, unit, c->counters[i].unit);
        for (int k = 0; k < 3; k++)
            fprintf(out, "  %*s", width[k], r.numbers[k]);
        fprintf(out, "  %s\n", c->counters[i].meaning);
    }
}

static bool has_overflow(const struct stats_class *c)
{
    for (size_t i = 0; i < c->n_counters; i++)
        if (stats_spread(&c->counters[i]).sum == COUNT_OVER)
            return true;
    return false;
}

void stats_print(const struct stats *s, FILE *out)
{
    int key = 0;
    for (size_t i = 0; i < s->n_headers; i++)
        key = wider(key, s->headers[i].key);
    for (size_t i = 0; i < s->n_headers; i++) {
        char cell[STATS_CELL];
        const struct stats_header *h = &s->headers[i];
        char *shown = error_shown_text(h->text != NULL ? h->text : "");
        fprintf(out, "%-*s  %s\n", key, h->key,
                h->text != NULL ? shown : stats_thousands(cell, h->number));
        free(shown);
    }
    bool over = false;
    for (size_t i = 0; i < s->n_classes; i++) {
        print_class(&s->classes[i], out);
        over = over || has_overflow(&s->classes[i]);
    }
    if (over)
        fprintf(out, "\n" COUNT_OVER_WORD ": a counter reached the highest value that "
                     "hardware.count_bits bits have, or what is told is made from one that did\n");
}
