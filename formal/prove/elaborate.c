#include "formal/prove/elaborate.h"

#include "formal/prove/tool.h"
#include "gen/machine/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_configuration(struct configuration *it)
{
    for (uint32_t i = 0; i < it->n_params; i++)
        free(it->params[i]);
    free(it->params);
    free(it->module);
    free(it->where);
}

void configurations_free(struct configurations *c)
{
    for (size_t i = 0; i < c->n; i++)
        free_configuration(&c->list[i]);
    free(c->list);
    for (size_t i = 0; i < c->n_presets; i++) {
        free(c->presets[i].module);
        free(c->presets[i].name);
    }
    free(c->presets);
    for (size_t i = 0; i < c->n_shapes; i++)
        free(c->shapes[i]);
    free(c->shapes);
    *c = (struct configurations){0};
}

uint64_t configuration_value(const char *param)
{
    return strtoull(param + strcspn(param, "=") + 1, NULL, 10);
}

/* ---- what Yosys reads ---- */

static bool has_preset(const struct configurations *c, const char *module, const char *name)
{
    for (size_t i = 0; i < c->n_presets; i++)
        if (strcmp(c->presets[i].module, module) == 0 && strcmp(c->presets[i].name, name) == 0)
            return true;
    return false;
}

/* Takes the defaults from lines like "    parameter TAG_W      = 2," of a module's text; skips
 * those that are computed from other parameters. */
static void take_presets(struct configurations *c, const char *module, const char *text)
{
    static const char word[] = "    parameter ";
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        char name[64], after;
        unsigned value;
        if (sscanf(at + strlen(word), "%63s = %u%c", name, &value, &after) != 3 ||
            strchr(", \n", after) == NULL || has_preset(c, module, name))
            continue;
        c->presets = xgrown(c->presets, c->n_presets, sizeof *c->presets);
        c->presets[c->n_presets++] = (struct preset){xstrdup(module), xstrdup(name), value};
    }
}

/* Whether no system before had a tile of this shape, "um_fifo #(.WIDTH(8))". Notes that one has
 * now. */
static bool is_new(struct configurations *c, const char *shape)
{
    for (size_t i = 0; i < c->n_shapes; i++)
        if (strcmp(c->shapes[i], shape) == 0)
            return false;
    c->shapes = xgrown(c->shapes, c->n_shapes, sizeof *c->shapes);
    c->shapes[c->n_shapes++] = xstrdup(shape);
    return true;
}

/* Writes a module with one tile of each shape that no system before had; `any` is whether there is
 * one. All tiles of a shape have the same modules below them, and Yosys takes seconds for a switch
 * of many inputs. That the flat top's instances have the tiles' parameters is a check of the wiring
 * (formal/wiring). */
static bool write_top(struct configurations *c, const struct netlist *n, const char *path,
                      bool *any, struct error *err)
{
    struct sbuf top = {0};
    sbuf_puts(&top, "module um_system;\n");
    *any = false;
    for (size_t i = 0; i < n->n_tiles; i++) {
        const struct tile *t = &n->tiles[i];
        struct sbuf shape = {0};
        sbuf_printf(&shape, "%s #(", t->module);
        for (int k = 0; k < t->n_params; k++)
            sbuf_printf(&shape, "%s.%s(%u)", k > 0 ? ", " : "", t->params[k].name,
                        t->params[k].value);
        sbuf_puts(&shape, ")");
        if (is_new(c, sbuf_str(&shape))) {
            sbuf_printf(&top, "    %s t%zu ();\n", sbuf_str(&shape), i);
            *any = true;
        }
        sbuf_free(&shape);
    }
    sbuf_puts(&top, "endmodule\n");
    const bool ok = file_write(path, top.text, top.len, err);
    sbuf_free(&top);
    return ok;
}

/* Writes a module without its always blocks, which hold no instance: Yosys takes a second for those
 * of a large L2 or switch. A block ends with the first "end" as far from the margin as its
 * "always". */
static bool write_bare(const char *path, const char *text, struct error *err)
{
    struct sbuf bare = {0};
    char until[64];
    size_t margin = 0;
    bool within = false;
    for (size_t len; *text != '\0'; text += len) {
        len = strcspn(text, "\n");
        len += text[len] == '\n';
        if (!within) {
            margin = strspn(text, " ");
            within = strncmp(text + margin, "always @", strlen("always @")) == 0;
            snprintf(until, sizeof until, "%*send\n", (int)margin, "");
        }
        if (!within)
            sbuf_add(&bare, text, len);
        else if (strncmp(text, until, strlen(until)) == 0)
            within = false;
    }
    const bool ok = (!within || error_set(err, "%s: an always block has no end", path)) &&
                    file_write(path, bare.text, bare.len, err);
    sbuf_free(&bare);
    return ok;
}

/* Writes the modules of a system below a top, as Verilog files. */
static bool write_system(struct configurations *c, const struct system *sys, const char *dir,
                         bool *any, struct error *err)
{
    char path[4096];
    struct netlist *n = netlist_new(sys, err);
    struct hdl_design *d = hdl_design_new();
    snprintf(path, sizeof path, "%s/um_system.v", dir);
    bool ok = n != NULL && netlist_emit_units(n, d, err) && !hdl_mistake(d, err) &&
              write_top(c, n, path, any, err);
    for (size_t i = 0; ok && *any && i < hdl_count(d); i++) {
        const char *name = hdl_name(d, i);
        snprintf(path, sizeof path, "%s/%s.v", dir, name);
        ok = write_bare(path, hdl_text(d, name), err);
        take_presets(c, name, hdl_text(d, name));
    }
    hdl_design_free(d);
    netlist_free(n);
    return ok;
}

/* ---- what Yosys says ---- */

/* The module's name without its parameters: "um_fifo" for "$paramod\um_fifo\WIDTH=...",
 * "$paramod$HASH\um_fifo", or "um_fifo", which has its defaults. */
static const char *plain_name(const char *module, char *into, size_t room)
{
    const char *at = strstr(module, "\\um_");
    snprintf(into, room, "%s", at != NULL ? at + 1 : module);
    into[strcspn(into, "\\")] = '\0';
    return into;
}

static bool is_listed(const struct configurations *c, const struct configuration *it)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct configuration *o = &c->list[i];
        bool same = o->n_params == it->n_params && strcmp(o->module, it->module) == 0;
        for (uint32_t k = 0; same && k < it->n_params; k++)
            same = strcmp(o->params[k], it->params[k]) == 0;
        if (same)
            return true;
    }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take(struct configurations *c, const char *module, json_t *params, const char *where)
{
    struct configuration it = {.module = xstrdup(module), .where = xstrdup(where)};
    const char *name;
    json_t *value;
    json_object_foreach(params, name, value)
    {
        char text[160];
        snprintf(text, sizeof text, "%s=%" PRIu64, name,
                 (uint64_t)strtoull(json_string_value(value), NULL, 2));
        it.params = xgrown(it.params, it.n_params, sizeof *it.params);
        it.params[it.n_params++] = xstrdup(text);
    }
    if (it.n_params > 0)
        qsort(it.params, it.n_params, sizeof *it.params, by_name);
    if (is_listed(c, &it)) {
        free_configuration(&it);
        return;
    }
    c->list = xgrown(c->list, c->n, sizeof *c->list);
    c->list[c->n++] = it;
}

/* Reads Yosys' result: one module for each set of parameters that some instance has. */
static bool read_result(struct configurations *c, const char *dir, const char *where,
                        struct error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/all.json", dir);
    json_error_t wrong;
    json_t *all = json_load_file(path, 0, &wrong), *module;
    if (all == NULL)
        return error_set(err, "%s:%d: %s", path, wrong.line, wrong.text);
    const char *key;
    json_object_foreach(json_object_get(all, "modules"), key, module)
    {
        char plain[128];
        if (strcmp(plain_name(key, plain, sizeof plain), "um_system") != 0)
            take(c, plain, json_object_get(module, "parameter_default_values"), where);
    }
    json_decref(all);
    return true;
}

bool configurations_add(struct configurations *c, const struct system *sys, const char *where,
                        const char *dir, struct error *err)
{
    bool any;
    file_remove_all(dir);
    if (!file_mkdirs(dir, err) || !write_system(c, sys, dir, &any, err))
        return false;
    if (!any)
        return true;
    /* Cells that are no modules of ours are not told: there are megabytes of them. */
    struct sbuf script = {0};
    sbuf_puts(&script, "read_verilog -defer *.v\nhierarchy -check -top um_system\n"
                       "delete */p:* */m:* */t:$*\nwrite_json all.json\n");
    const bool ok = tool_yosys(dir, "all", &script, err) && read_result(c, dir, where, err);
    sbuf_free(&script);
    return ok;
}
