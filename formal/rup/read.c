#include "formal/rup/read.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool rup_open(struct rup_text *t, const char *path, struct error *err)
{
    *t = (struct rup_text){.path = path, .file = fopen(path, "r"), .line = 1};
    return t->file != NULL || error_set(err, "%s: %s", path, strerror(errno));
}

void rup_close(struct rup_text *t)
{
    if (t->file != NULL)
        fclose(t->file);
    free(t->clause);
}

bool rup_mistake(const struct rup_text *t, struct error *err, const char *what)
{
    return error_set(err, "%s:%zu: %s", t->path, t->line, what);
}

static bool is_space(int c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Skips white space; returns the next character, or EOF. */
static int skip(struct rup_text *t)
{
    int c = getc_unlocked(t->file);
    for (; is_space(c); c = getc_unlocked(t->file))
        t->line += c == '\n';
    return c;
}

/* Reads a number that begins with `c`. A file that ends directly after its digits is refused: it
 * may have been cut off within the number. */
static bool number(struct rup_text *t, int c, int64_t most, int64_t *value)
{
    bool negative = c == '-';
    int64_t n = 0;
    if (negative)
        c = getc_unlocked(t->file);
    if (c < '0' || c > '9')
        return false;
    for (; c >= '0' && c <= '9' && n <= most; c = getc_unlocked(t->file))
        n = n * 10 + (c - '0');
    *value = negative ? -n : n;
    ungetc(c, t->file);
    return n <= most && is_space(c);
}

bool rup_header(struct rup_text *t, uint64_t *clauses, struct error *err)
{
    char words[8];
    int64_t variables, count;
    int c = skip(t);
    for (; c == 'c'; c = skip(t)) {
        while (c != '\n' && c != EOF)
            c = getc_unlocked(t->file);
        t->line++;
    }
    if (c != 'p' || fscanf(t->file, "%7s", words) != 1 || strcmp(words, "cnf") != 0 ||
        !number(t, skip(t), INT32_MAX / 2 - 1, &variables) || variables < 0 ||
        !number(t, skip(t), INT64_MAX / 16, &count) || count < 0)
        return rup_mistake(t, err, "no line 'p cnf VARIABLES CLAUSES'; is it a DIMACS file?");
    t->most = (uint32_t)variables;
    *clauses = (uint64_t)count;
    return true;
}

static void keep(struct rup_text *t, int64_t literal)
{
    if (t->len == t->room) {
        t->room = t->room * 2 + 64;
        t->clause = xrealloc(t->clause, t->room * sizeof *t->clause);
    }
    t->clause[t->len++] = (int32_t)literal;
}

enum rup_item rup_next(struct rup_text *t, struct error *err)
{
    int c = skip(t);
    if (c == EOF)
        return RUP_END;
    enum rup_item item = c == 'd' ? RUP_DELETE : RUP_ADD;
    if (c == 'd')
        c = skip(t);
    t->len = 0;
    for (;; c = skip(t)) {
        int64_t literal;
        if (c == EOF)
            rup_mistake(t, err, "ends within a clause; the file is cut off");
        else if (!number(t, c, t->most, &literal))
            rup_mistake(t, err, "no literal of the formula, or the file is cut off");
        else if (literal == 0)
            return item;
        else {
            keep(t, literal);
            continue;
        }
        return RUP_MISTAKE;
    }
}
