#include "sw/util/yaml_reading.h"

#include "sw/util/yaml.h"

#include <stdarg.h>
#include <stdio.h>

struct yaml_place yaml_at(const char *list, uint32_t i, const char *field)
{
    struct yaml_place p;
    snprintf(p.path, sizeof p.path, "%s[%u]%s", list, i, field);
    return p;
}

bool yaml_has(const struct yaml_reading *r, const char *field)
{
    unsigned line, col;
    return yaml_where(r->text, r->len, field, &line, &col);
}

bool yaml_wrong(const struct yaml_reading *r, const char *field, const char *fmt, ...)
{
    unsigned line, col;
    yaml_where(r->text, r->len, field, &line, &col);
    va_list ap;
    va_start(ap, fmt);
    error_at(r->err, r->path, line, col, fmt, ap);
    va_end(ap);
    return false;
}
