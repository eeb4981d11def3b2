#include "harness/thermal/reading.h"

#include "sw/util/yaml.h"

#include <stdarg.h>
#include <stdio.h>

struct reading_place reading_at(const char *list, uint32_t i, const char *field)
{
    struct reading_place p;
    snprintf(p.path, sizeof p.path, "%s[%u]%s", list, i, field);
    return p;
}

bool reading_has(const struct reading *r, const char *field)
{
    unsigned line, col;
    return yaml_where(r->text, r->len, field, &line, &col);
}

bool reading_wrong(const struct reading *r, const char *field, const char *fmt, ...)
{
    unsigned line, col;
    yaml_where(r->text, r->len, field, &line, &col);
    va_list ap;
    va_start(ap, fmt);
    error_at(r->err, r->path, line, col, fmt, ap);
    va_end(ap);
    return false;
}

bool reading_within(const struct reading *r, const char *field, double v, double least, double most)
{
    return (v >= least && v <= most) ||
           reading_wrong(r, field, "%s is %g; it must be a number from %g to %g", field, v, least,
                         most);
}

bool reading_above(const struct reading *r, const char *field, double v, double most)
{
    return (v > 0 && v <= most) ||
           reading_wrong(r, field, "%s is %g; it must be a number above 0, at most %g", field, v,
                         most);
}

bool reading_above_if(const struct reading *r, const char *field, const double *v, double most)
{
    return v == NULL || reading_above(r, field, *v, most);
}
