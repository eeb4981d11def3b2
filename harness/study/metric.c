#include "harness/study/metric.h"

#include "sw/util/number.h"

#include <math.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Copies n characters; false if there are none, or too many. */
static bool copy(char to[METRIC_NAME], const char *from, size_t n)
{
    if (n == 0 || n >= METRIC_NAME)
        return false;
    memcpy(to, from, n);
    to[n] = '\0';
    return true;
}

/* Reads one term, CLASS.NAME or CLASS[PATTERN].NAME; the place behind it, or NULL. */
static const char *read_term(const char *at, struct metric_term *t)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const char *first = at;
    *t = (struct metric_term){0};
    at += strspn(at, letters);
    if (*at != '.' && *at != '[') {
        memcpy(t->name, "cycles", sizeof "cycles");
        return (size_t)(at - first) == strlen("cycles") &&
                       strncmp(first, "cycles", strlen("cycles")) == 0
                   ? at
                   : NULL;
    }
    if (!copy(t->class, first, (size_t)(at - first)))
        return NULL;
    if (*at == '[') {
        const size_t n = strcspn(++at, "[]");
        if (!copy(t->instances, at, n) || at[n] != ']' || at[n + 1] != '.')
            return NULL;
        at += n + 1;
    }
    const size_t n = strspn(++at, letters);
    return copy(t->name, at, n) ? at + n : NULL;
}

/* Reads "NUMBER *", if the text begins with a number; the place behind it, or NULL. */
static const char *read_factor(const char *at, uint64_t *factor)
{
    *factor = 1;
    if (*at < '0' || *at > '9')
        return at;
    at = number_read(at, METRIC_FACTOR, factor);
    if (at == NULL || *(at = skip_blanks(at)) != '*')
        return NULL;
    return skip_blanks(at + 1);
}

bool metric_read(const char *text, struct metric *m, struct sbuf *why)
{
    *m = (struct metric){0};
    bool less = false;
    for (const char *at = text;;) {
        at = skip_blanks(at);
        if (m->all == METRIC_TERMS) {
            sbuf_printf(why, "it has more than %d counters", METRIC_TERMS);
            return false;
        }
        uint64_t factor;
        const char *term = read_factor(at, &factor);
        if (term == NULL) {
            sbuf_printf(why, "'%.40s' is no factor, a number up to %d and '*'", at, METRIC_FACTOR);
            return false;
        }
        const char *end = read_term(term, &m->terms[m->all]);
        if (end == NULL) {
            sbuf_printf(why, "'%.40s' is neither 'cycles' nor a counter, CLASS.NAME", term);
            return false;
        }
        m->terms[m->all].factor = factor;
        m->terms[m->all++].less = less;
        at = skip_blanks(end);
        if (*at == '\0')
            break;
        if (*at != '+' && *at != '-' && (*at != '/' || m->above > 0)) {
            sbuf_printf(why, "'%.40s' is neither '+' nor '-', and no first '/'", at);
            return false;
        }
        less = *at == '-';
        if (*at++ == '/')
            m->above = m->all;
    }
    if (m->above == 0)
        m->above = m->all;
    return true;
}

enum metric_found metric_value(const struct metric *m, metric_find *find, void *ctx, double *value,
                               struct sbuf *why)
{
    double sums[2] = {0, 0};
    for (int i = 0; i < m->all; i++) {
        double one;
        const enum metric_found found = find(ctx, &m->terms[i], &one);
        if (found != METRIC_FOUND) {
            const struct metric_term *t = &m->terms[i];
            const bool some = t->instances[0] != '\0';
            sbuf_printf(why, "%s%s%s%s.%s", t->class, some ? "[" : "", t->instances,
                        some ? "]" : "", t->name);
            return found;
        }
        one *= (double)m->terms[i].factor;
        sums[i >= m->above] += m->terms[i].less ? -one : one;
    }
    *value = m->above == m->all ? sums[0] : sums[1] != 0 ? sums[0] / sums[1] : (double)NAN;
    return METRIC_FOUND;
}
