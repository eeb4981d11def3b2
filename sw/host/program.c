#include "sw/host/program.h"

#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

void host_program_free(struct host_program *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->n_functions; i++)
        free(p->functions[i].name);
    free(p->functions);
    free(p->image);
    free(p->text);
    free(p->path);
    free(p);
}

bool host_find(const struct host_program *p, const char *name, size_t *function, struct error *err)
{
    struct sbuf names = {0};
    for (*function = 0; *function < p->n_functions; ++*function) {
        if (strcmp(p->functions[*function].name, name) == 0) {
            sbuf_free(&names);
            return true;
        }
        sbuf_printf(&names, "%s%s", *function > 0 ? ", " : "", p->functions[*function].name);
    }
    if (p->n_functions == 0)
        error_set(err, "%s: has no function '%s', nor any that returns nothing and is not static",
                  p->path, name);
    else
        error_set(err, "%s: has no function '%s' that returns nothing and is not static; it has %s",
                  p->path, name, names.text);
    sbuf_free(&names);
    return false;
}

/* "a buffer", "an integer of 4 bytes" */
static const char *shown(enum host_class class, uint32_t bytes)
{
    static const char *const integers[] = {"an integer of 1 byte",
                                           "an integer of 2 bytes",
                                           NULL,
                                           "an integer of 4 bytes",
                                           NULL,
                                           NULL,
                                           NULL,
                                           "an integer of 8 bytes"};
    if (class == HOST_BUFFER)
        return "a buffer";
    if (class == HOST_REAL)
        return bytes == 4 ? "an f32" : "an f64";
    return integers[bytes - 1];
}

bool host_takes(const struct host_program *p, size_t function, const struct host_value *args,
                size_t n, struct error *err)
{
    const struct host_function *f = &p->functions[function];
    if (n != f->n)
        return error_set(err, "%s: %s takes %zu argument%s, and is given %zu", p->path, f->name,
                         f->n, f->n == 1 ? "" : "s", n);
    for (size_t i = 0; i < n; i++) {
        const struct host_parameter *want = &f->parameters[i];
        if (args[i].class != want->class || args[i].bytes != want->bytes)
            return error_set(err, "%s: argument %zu of %s is %s, and is given %s", p->path, i + 1,
                             f->name, shown(want->class, want->bytes),
                             shown(args[i].class, args[i].bytes));
    }
    return true;
}
