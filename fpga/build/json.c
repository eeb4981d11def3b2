#include "fpga/build/json.h"

#include "sw/util/file.h"

#include <stdlib.h>
#include <string.h>

json_t *json_read(const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return NULL;
    json_error_t why;
    json_t *value = json_loadb(text, len, 0, &why);
    free(text);
    if (value == NULL)
        error_set(err, "%s:%d:%d: is no JSON: %s; build again", path, why.line, why.column,
                  why.text);
    return value;
}

/* The top module, marked by an attribute: Yosys also writes the library cells of the part as
 * modules. */
static json_t *top(json_t *modules)
{
    json_t *module;
    const char *name;
    json_object_foreach(modules, name,
                        module) if (json_object_get(json_object_get(module, "attributes"), "top") !=
                                    NULL) return module;
    return NULL;
}

json_t *json_cells(const char *path, json_t **file, struct error *err)
{
    *file = json_read(path, err);
    json_t *cells = json_object_get(top(json_object_get(*file, "modules")), "cells");
    if (json_object_size(cells) > 0)
        return cells;
    if (*file != NULL)
        error_set(err, "%s: has no top module with cells; build again", path);
    json_decref(*file);
    *file = NULL;
    return NULL;
}

bool json_write(json_t *value, const char *path, struct error *err)
{
    char *text = value != NULL ? json_dumps(value, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(value);
    bool ok = text != NULL ? file_write(path, text, strlen(text), err)
                           : error_set(err, "%s: not enough memory to write it", path);
    free(text);
    return ok;
}
