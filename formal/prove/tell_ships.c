/* What is proved of the modules of a system with their own parameters: a table of modules. */
#include "formal/prove/prove.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* Of one configuration, how many of its rows were chosen, and how many of these are proved. */
struct counted {
    uint32_t rows, proved;
    double seconds;
};

static struct counted *count(const struct prove_results *r)
{
    struct counted *each = xcalloc(r->ships->all.n + 1, sizeof *each);
    for (size_t i = 0; i < r->n; i++) {
        struct counted *c = &each[r->ships->of[r->results[i].proof - r->table->proofs]];
        c->rows++;
        c->proved += r->results[i].proved;
        c->seconds += r->results[i].seconds;
    }
    return each;
}

/* Whether no configuration before is of the same module. */
static bool is_first(const struct ships *s, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(s->all.list[i].module, s->all.list[at].module) == 0)
            return false;
    return true;
}

static bool has_rows(const struct ships *s, size_t configuration)
{
    for (uint32_t i = 0; i < s->rows->proofs_count; i++)
        if (s->of[i] == configuration)
            return true;
    return false;
}

/* A module's line; returns how many of its configurations no row of proofs.yaml is for. */
static size_t tell_module(const struct ships *s, const struct counted *each, size_t first,
                          FILE *out)
{
    size_t all = 0, proved = 0, none = 0;
    double seconds = 0;
    for (size_t i = first; i < s->all.n; i++) {
        if (strcmp(s->all.list[i].module, s->all.list[first].module) != 0)
            continue;
        const bool without = !has_rows(s, i);
        all += each[i].rows > 0 || without;
        none += without;
        proved += each[i].rows > 0 && each[i].proved == each[i].rows;
        seconds += each[i].seconds;
    }
    if (all > none)
        fprintf(out, "%-34s %14zu %7zu %9.1f\n", s->all.list[first].module, all, proved, seconds);
    return none;
}

void prove_tell_ships(const struct prove_results *r, FILE *out)
{
    const struct ships *s = r->ships;
    struct counted *each = count(r);
    size_t all = 0, proved = 0, none = 0;
    fprintf(out, "%-34s %14s %7s %9s\n", "module", "configurations", "proved", "seconds");
    for (size_t i = 0; i < s->all.n; i++) {
        if (is_first(s, i))
            none += tell_module(s, each, i, out);
        all += each[i].rows > 0;
        proved += each[i].rows > 0 && each[i].proved == each[i].rows;
    }
    fprintf(out, "of %zu modules with their parameters there, %zu are proved", all, proved);
    fprintf(out, none > 0 ? "; of %zu more no row of the table is\n" : "\n", none);
    free(each);
}
