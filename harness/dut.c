#include "harness/dut.h"

#include <string.h>

static const struct dut_port *find(const struct dut *d, const char *name)
{
    for (const struct dut_port *p = d->type->ports; p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

void *dut_port(const struct dut *d, const char *name)
{
    const struct dut_port *p = find(d, name);
    return p != NULL ? (uint8_t *)d->type->base(d->model) + p->offset : NULL;
}

uint64_t dut_get(const struct dut *d, const char *name)
{
    const struct dut_port *p = find(d, name);
    uint64_t value = 0;
    memcpy(&value, (uint8_t *)d->type->base(d->model) + p->offset, p->bytes < 8 ? p->bytes : 8);
    return value;
}

void dut_set(const struct dut *d, const char *name, uint64_t value)
{
    const struct dut_port *p = find(d, name);
    memcpy((uint8_t *)d->type->base(d->model) + p->offset, &value, p->bytes < 8 ? p->bytes : 8);
}
