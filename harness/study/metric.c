#include "harness/study/metric.h"

#include <math.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Reads one term; the place behind it, or NULL. */
static const char *read_term(const char *at, struct metric_term *t)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const size_t first = strspn(at, letters);
    *t = (struct metric_term){0};
    if (at[first] != '.') {
        memcpy(t->name, "cycles", sizeof "cycles");
        return first == strlen("cycles") && strncmp(at, "cycles", first) == 0 ? at + first : NULL;
    }
    const size_t second = strspn(at + first + 1, letters);
    if (first == 0 || second == 0 || first >= METRIC_NAME || second >= METRIC_NAME)
        return NULL;
    memcpy(t->class, at, first);
    memcpy(t->name, at + first + 1, second);
    return at + first + 1 + second;
}

bool metric_read(const char *text, struct metric *m, struct sbuf *why)
{
    *m = (struct metric){0};
    for (const char *at = text;;) {
        at = skip_blanks(at);
        if (m->all == METRIC_TERMS) {
            sbuf_printf(why, "it has more than %d counters", METRIC_TERMS);
            return false;
        }
        const char *end = read_term(at, &m->terms[m->all]);
        if (end == NULL) {
            sbuf_printf(why, "'%.40s' is neither 'cycles' nor a counter, CLASS.NAME", at);
            return false;
        }
        m->all++;
        at = skip_blanks(end);
        if (*at == '\0')
            break;
        if (*at != '+' && (*at != '/' || m->above > 0)) {
            sbuf_printf(why, "'%.40s' is no '+', and no first '/'", at);
            return false;
        }
        if (*at++ == '/')
            m->above = m->all;
    }
    if (m->above == 0)
        m->above = m->all;
    return true;
}

bool metric_value(const struct metric *m, metric_find *find, void *ctx, double *value,
                  struct sbuf *why)
{
    double sums[2] = {0, 0};
    for (int i = 0; i < m->all; i++) {
        double one;
        if (!find(ctx, &m->terms[i], &one)) {
            sbuf_printf(why, "%s.%s", m->terms[i].class, m->terms[i].name);
            return false;
        }
        sums[i >= m->above] += one;
    }
    *value = m->above == m->all ? sums[0] : sums[1] != 0 ? sums[0] / sums[1] : (double)NAN;
    return true;
}
