#include "tests/support/elaborate.h"

#include "gen/machine/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"

#include <glob.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void params_add(struct params *p, const char *module, const char *param, uint64_t value,
                const char *where)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->list[i].value == value && strcmp(p->list[i].module, module) == 0 &&
            strcmp(p->list[i].name, param) == 0)
            return;
    if (p->n == p->room) {
        p->room = p->room * 2 + 64;
        p->list = realloc(p->list, p->room * sizeof *p->list);
        assert_non_null(p->list);
    }
    p->list[p->n++] = (struct param){xstrdup(module), xstrdup(param), value, xstrdup(where)};
}

static void free_each(struct param *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(list[i].module);
        free(list[i].name);
        free(list[i].where);
    }
    free(list);
}

void params_free(struct params *p)
{
    free_each(p->list, p->n);
    free_each(p->preset, p->n_preset);
    for (size_t i = 0; i < p->n_shapes; i++)
        free(p->shapes[i]);
    free(p->shapes);
}

/* Takes the defaults from lines like "    parameter TAG_W      = 2," of a module's text; skips
 * those that are computed from other parameters. */
static void take_presets(struct params *p, const char *module, const char *text)
{
    static const char word[] = "    parameter ";
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        char param[64];
        unsigned value;
        char after;
        if (sscanf(at + strlen(word), "%63s = %u%c", param, &value, &after) != 3 ||
            strchr(", \n", after) == NULL)
            continue;
        p->preset = realloc(p->preset, (p->n_preset + 1) * sizeof *p->preset);
        assert_non_null(p->preset);
        p->preset[p->n_preset++] = (struct param){xstrdup(module), xstrdup(param), value, NULL};
    }
}

bool preset_is(const struct params *p, const char *module, const char *param, uint64_t value)
{
    for (size_t i = 0; i < p->n_preset; i++)
        if (strcmp(p->preset[i].module, module) == 0 && strcmp(p->preset[i].name, param) == 0)
            return p->preset[i].value == value;
    return false;
}

/* Whether no system before had a tile of this shape, "um_fifo #(.WIDTH(8))". Notes that one has
 * now. */
static bool is_new(struct params *p, const char *shape)
{
    for (size_t i = 0; i < p->n_shapes; i++)
        if (strcmp(p->shapes[i], shape) == 0)
            return false;
    p->shapes = realloc(p->shapes, (p->n_shapes + 1) * sizeof *p->shapes);
    assert_non_null(p->shapes);
    p->shapes[p->n_shapes++] = xstrdup(shape);
    return true;
}

/* A module with one tile of each shape that no system before had; whether there is one. All tiles
 * of a shape have the same modules below them, and Yosys takes seconds for a switch of many inputs.
 * That the flat top's instances have the tiles' parameters is a check of the wiring
 * (formal/wiring). */
static bool write_top(struct params *p, const struct netlist *n, const char *path)
{
    struct error err = {0};
    struct sbuf top = {0};
    bool any = false;
    sbuf_puts(&top, "module um_system;\n");
    for (size_t i = 0; i < n->n_tiles; i++) {
        const struct tile *t = &n->tiles[i];
        struct sbuf shape = {0};
        sbuf_printf(&shape, "%s #(", t->module);
        for (int k = 0; k < t->n_params; k++)
            sbuf_printf(&shape, "%s.%s(%u)", k > 0 ? ", " : "", t->params[k].name,
                        t->params[k].value);
        sbuf_puts(&shape, ")");
        if (is_new(p, sbuf_str(&shape))) {
            sbuf_printf(&top, "    %s t%zu ();\n", sbuf_str(&shape), i);
            any = true;
        }
        sbuf_free(&shape);
    }
    sbuf_puts(&top, "endmodule\n");
    assert_true(file_write(path, top.text, top.len, &err));
    sbuf_free(&top);
    return any;
}

/* A module without its always blocks, which hold no instance: Yosys takes a second for those of a
 * large L2 or switch. A block ends with the first "end" as far from the margin as its "always". */
static void write_bare(const char *path, const char *text)
{
    struct error err = {0};
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
    assert_false(within);
    assert_true(file_write(path, bare.text, bare.len, &err));
    sbuf_free(&bare);
}

/* Writes the modules of a system, with a field changed unless `set` is NULL, below a top, as
 * Verilog files into a folder; whether one is of a new shape. */
static bool emit(struct params *p, const char *system, const char *set, const char *dir)
{
    struct error err = {0};
    struct system *sys = system_load(system, &set, set != NULL, &err);
    struct netlist *n = sys != NULL ? netlist_new(sys, &err) : NULL;
    struct hdl_design *d = hdl_design_new();
    if (n == NULL || !netlist_emit_units(n, d, &err) || hdl_mistake(d, &err)) {
        fail_msg("%s", err.text);
        return false; /* for readers that do not know that fail_msg never returns */
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/um_system.v", dir);
    const bool any = write_top(p, n, path);
    for (size_t i = 0; i < hdl_count(d); i++) {
        snprintf(path, sizeof path, "%s/%s.v", dir, hdl_name(d, i));
        const char *text = hdl_text(d, hdl_name(d, i));
        write_bare(path, text);
        take_presets(p, hdl_name(d, i), text);
    }
    hdl_design_free(d);
    netlist_free(n);
    system_free(sys);
    return any;
}

/* The module's name without its parameters: "um_fifo" for "$paramod\um_fifo\WIDTH=...",
 * "$paramod$HASH\um_fifo", or "um_fifo", which has its defaults. */
static const char *plain_name(const char *module, char *into, size_t room)
{
    const char *at = strstr(module, "\\um_");
    snprintf(into, room, "%s", at != NULL ? at + 1 : module);
    into[strcspn(into, "\\")] = '\0';
    return into;
}

/* Reads Yosys' result: one module for each set of parameters that some instance has. */
static void take(struct params *p, const char *dir, const char *where)
{
    /* Cells that are no modules of ours are not told: there are megabytes of them. */
    static const char script[] = "read_verilog -defer *.v; hierarchy -check -top um_system; "
                                 "delete */p:* */m:* */t:$*; write_json all.json";
    static const char *const argv[] = {"yosys", "-q", "-p", script, NULL};
    struct error err = {0};
    if (!process_run_in(dir, argv, &err))
        fail_msg("%s: %s", where, err.text);
    char path[4096];
    snprintf(path, sizeof path, "%s/all.json", dir);
    json_t *all = json_load_file(path, 0, NULL), *module, *value;
    assert_non_null(all);
    const char *key, *param;
    json_object_foreach(json_object_get(all, "modules"), key, module)
    {
        char plain[128];
        plain_name(key, plain, sizeof plain);
        json_object_foreach(json_object_get(module, "parameter_default_values"), param, value)
            params_add(p, plain, param, strtoull(json_string_value(value), NULL, 2), where);
    }
    json_decref(all);
}

static void take_system(struct params *p, void **state, const char *system, const char *set,
                        const char *where)
{
    struct error err = {0};
    const char *dir = in_folder(state, where);
    assert_true(file_mkdirs(dir, &err));
    if (emit(p, system, set, dir))
        take(p, dir, where);
}

static bool is_tiny(const char *system)
{
    static const char ending[] = "-tiny";
    const size_t len = strlen(system), n = strlen(ending);
    return len > n && strcmp(system + len - n, ending) == 0;
}

static void params_of_boards(struct params *p, void **state)
{
    glob_t boards;
    assert_int_equal(glob(root_path("fpga/boards/*/system.yaml"), 0, NULL, &boards), 0);
    for (size_t i = 0; i < boards.gl_pathc; i++) {
        char where[64];
        const char *board = strstr(boards.gl_pathv[i], "boards/") + strlen("boards/");
        snprintf(where, sizeof where, "%.*s", (int)strcspn(board, "/"), board);
        take_system(p, state, boards.gl_pathv[i], NULL, where);
    }
    globfree(&boards);
}

static void params_of_systems(struct params *p, void **state, bool tiny_alone)
{
    struct systems systems;
    struct error err = {0};
    assert_true(systems_list(&systems, &err));
    for (size_t i = 0; i < systems.n; i++)
        if (!tiny_alone || is_tiny(systems.entries[i].name))
            take_system(p, state, systems.entries[i].name, NULL, systems.entries[i].name);
    systems_free(&systems);
}

void params_of_what_is_tiny(struct params *p, void **state)
{
    params_of_systems(p, state, true);
    params_of_boards(p, state);
}

void params_of_all_that_ships(struct params *p, void **state)
{
    params_of_systems(p, state, false);
    take_system(p, state, "rdma-small", "copy_engine.lines=16", "16-lines");
    take_system(p, state, "rdma-small", "copy_engine.lines=32", "32-lines");
    take_system(p, state, "carve-tiny", "protocol=carve-nc", "carve-tiny-nc");
    take_system(p, state, "carve-tiny", "invalidation.l1_copies=vi", "carve-tiny-deep");
    take_system(p, state, "carve-small", "invalidation.l1_copies=vi", "carve-small-deep");
    take_system(p, state, "carve-4gpu", "invalidation.l1_copies=vi", "carve-4gpu-deep");
    take_system(p, state, "carve-small", "protocol=carve-nc", "carve-small-nc");
    take_system(p, state, "carve-4gpu", "protocol=carve-nc", "carve-4gpu-nc");
    params_of_boards(p, state);
}
