#include "formal/wiring/circuit.h"

#include "formal/prove/yosys.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Yosys ---- */

/* Replaces the Verilog of a unit by its parameters and ports: for checks of what is between the
 * units Yosys need not elaborate what is in them. */
static bool keep_ports(const char *dir, const char *name, struct error *err)
{
    static const char ends[] = "\n);\n", rest[] = "endmodule\n`default_nettype wire\n";
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.v", dir, name);
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    const char *end = strstr(text, ends);
    struct sbuf s = {0};
    if (end != NULL)
        sbuf_printf(&s, "%.*s%s%s", (int)(end - text), text, ends, rest);
    bool ok = end != NULL ? file_write(path, s.text, s.len, err)
                          : error_set(err, "%s: has no end of its ports", path);
    sbuf_free(&s);
    free(text);
    return ok;
}

static bool run_yosys(const char *dir, const char *const *names, size_t n_names, enum depth depth,
                      struct error *err)
{
    for (size_t i = 0; depth == PORTS_ALONE && i < n_names; i++)
        if (strcmp(names[i], "um_system") != 0 && !keep_ports(dir, names[i], err))
            return false;
    struct sbuf s = {0};
    sbuf_puts(&s, "read_verilog -noblackbox"); /* a module without a body has widths, too */
    for (size_t i = 0; i < n_names; i++)
        sbuf_printf(&s, " %s.v", names[i]);
    sbuf_puts(&s, "\nhierarchy -check -top um_system\n");
    sbuf_puts(&s, depth == PORTS_ALONE ? "blackbox A:hdlname\nproc -noopt\n" : "proc\nopt_clean\n");
    sbuf_puts(&s, "write_json circuit.json\n");
    char path[4096];
    snprintf(path, sizeof path, "%s/circuit.ys", dir);
    const char *const argv[] = {YOSYS, "-l", "circuit.log", "circuit.ys", NULL};
    bool ok = file_write(path, s.text, s.len, err) && process_run_in(dir, argv, err);
    sbuf_free(&s);
    return ok;
}

/* Yosys resizes a wire to fit its port, and reports that only in its log. */
static bool note_resized(struct circuit *c, const char *dir, struct error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/circuit.log", dir);
    size_t len;
    char *log = file_read(path, &len, err);
    if (log == NULL)
        return false;
    const char *at = strstr(log, "Warning: Resizing cell port");
    if (at != NULL)
        c->resized = arena_strndup(&c->arena, at, strcspn(at, "\n"));
    free(log);
    return true;
}

/* ---- JSON ---- */

static int32_t bit_from(const json_t *bit)
{
    if (json_is_integer(bit))
        return (int32_t)json_integer_value(bit);
    const char *text = json_string_value(bit);
    return text == NULL ? BIT_X : text[0] == '0' ? BIT_0 : text[0] == '1' ? BIT_1 : BIT_X;
}

static struct pin pin_from(struct circuit *c, struct module *m, const char *name,
                           const json_t *bits, const char *direction)
{
    struct pin p = {.name = arena_strdup(&c->arena, name),
                    .out = direction != NULL && strcmp(direction, "output") == 0,
                    .n = (uint32_t)json_array_size(bits)};
    p.bits = ARENA_ARRAY(&c->arena, int32_t, p.n + 1);
    for (uint32_t i = 0; i < p.n; i++) {
        p.bits[i] = bit_from(json_array_get(bits, i));
        if (p.bits[i] >= m->nets)
            m->nets = p.bits[i] + 1;
    }
    return p;
}

/* The value of a parameter, which Yosys writes in bits. */
static uint64_t value_from(const char *text)
{
    uint64_t value = 0;
    for (; *text != '\0'; text++)
        value = value << 1 | (*text == '1');
    return value;
}

static void read_params(struct circuit *c, struct module *m, json_t *from)
{
    m->params = ARENA_ARRAY(&c->arena, struct param, json_object_size(from) + 1);
    const char *name;
    json_t *value;
    json_object_foreach(from, name, value)
    {
        const char *text = json_string_value(value);
        m->params[m->n_params++] =
            (struct param){arena_strdup(&c->arena, name),
                           text != NULL ? value_from(text) : (uint64_t)json_integer_value(value)};
    }
}

static void read_ports(struct circuit *c, struct module *m, json_t *from)
{
    m->ports = ARENA_ARRAY(&c->arena, struct pin, json_object_size(from) + 1);
    const char *name;
    json_t *port;
    json_object_foreach(from, name, port)
    {
        const char *direction = json_string_value(json_object_get(port, "direction"));
        m->ports[m->n_ports++] = pin_from(c, m, name, json_object_get(port, "bits"), direction);
    }
}

static void read_cells(struct circuit *c, struct module *m, json_t *from)
{
    m->cells = ARENA_ARRAY(&c->arena, struct cell, json_object_size(from) + 1);
    const char *name, *port;
    json_t *it, *bits;
    json_object_foreach(from, name, it)
    {
        json_t *pins = json_object_get(it, "connections");
        json_t *directions = json_object_get(it, "port_directions");
        struct cell *cell = &m->cells[m->n_cells++];
        cell->name = arena_strdup(&c->arena, name);
        cell->type = arena_strdup(&c->arena, json_string_value(json_object_get(it, "type")));
        cell->pins = ARENA_ARRAY(&c->arena, struct pin, json_object_size(pins) + 1);
        json_object_foreach(pins, port, bits)
        {
            const char *direction = json_string_value(json_object_get(directions, port));
            cell->pins[cell->n_pins++] = pin_from(c, m, port, bits, direction);
        }
    }
}

static const struct module *module_named(const struct circuit *c, const char *name)
{
    for (uint32_t i = 0; i < c->n_modules; i++)
        if (strcmp(c->modules[i].name, name) == 0)
            return &c->modules[i];
    return NULL;
}

/* Links each cell to its module; the cell's pins get the directions of the module's ports. */
static void join(struct circuit *c)
{
    for (uint32_t i = 0; i < c->n_modules; i++)
        for (uint32_t k = 0; k < c->modules[i].n_cells; k++) {
            struct cell *cell = &c->modules[i].cells[k];
            cell->of = module_named(c, cell->type);
            for (uint32_t p = 0; cell->of != NULL && p < cell->n_pins; p++) {
                const struct pin *port =
                    pin_of(cell->of->ports, cell->of->n_ports, cell->pins[p].name);
                cell->pins[p].out = port != NULL && port->out;
            }
        }
    c->top = module_named(c, "um_system");
}

static bool read_modules(struct circuit *c, const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    json_error_t why;
    json_t *root = json_loadb(text, len, 0, &why);
    free(text);
    if (root == NULL)
        return error_set(err, "%s:%d:%d: is no JSON: %s", path, why.line, why.column, why.text);
    json_t *modules = json_object_get(root, "modules"), *it;
    c->modules = ARENA_ARRAY(&c->arena, struct module, json_object_size(modules) + 1);
    const char *name;
    json_object_foreach(modules, name, it)
    {
        struct module *m = &c->modules[c->n_modules++];
        json_t *unit = json_object_get(json_object_get(it, "attributes"), "hdlname");
        const char *as = json_is_string(unit) ? json_string_value(unit) : name;
        m->name = arena_strdup(&c->arena, name);
        m->unit = arena_strdup(&c->arena, as[0] == '\\' ? as + 1 : as);
        read_params(c, m, json_object_get(it, "parameter_default_values"));
        read_ports(c, m, json_object_get(it, "ports"));
        read_cells(c, m, json_object_get(it, "cells"));
    }
    json_decref(root);
    join(c);
    return c->top != NULL || error_set(err, "%s: has no um_system", path);
}

bool circuit_read(struct circuit *c, const char *dir, const char *const *names, size_t n_names,
                  enum depth depth, struct error *err)
{
    *c = (struct circuit){0};
    char path[4096];
    snprintf(path, sizeof path, "%s/circuit.json", dir);
    bool ok = run_yosys(dir, names, n_names, depth, err) && note_resized(c, dir, err) &&
              read_modules(c, path, err);
    if (!ok)
        circuit_free(c);
    return ok;
}

void circuit_free(struct circuit *c)
{
    arena_free(&c->arena);
    *c = (struct circuit){0};
}

/* ---- looking things up ---- */

const struct pin *pin_of(const struct pin *pins, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(pins[i].name, name) == 0)
            return &pins[i];
    return NULL;
}

const struct pin *cell_pin(const struct cell *cell, const char *name)
{
    return pin_of(cell->pins, cell->n_pins, name);
}

bool cell_param(const struct cell *cell, const char *name, uint64_t *value)
{
    for (uint32_t i = 0; cell->of != NULL && i < cell->of->n_params; i++)
        if (strcmp(cell->of->params[i].name, name) == 0) {
            *value = cell->of->params[i].value;
            return true;
        }
    return false;
}
