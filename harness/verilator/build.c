#include "harness/verilator/build.h"

#include "harness/verilator/objects.h"
#include "harness/verilator/recorder_load.h"
#include "harness/verilator/runtime.h"
#include "harness/verilator/unit.h"
#include "sw/util/arena.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static bool records(const struct unit_job *units, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (units[i].waves)
            return true;
    return false;
}

/* Fills `list` with the objects of the units; `sources` and `list` are as long as `units`. */
static bool describe(const struct unit_job *units, size_t n, const struct unit_source *sources,
                     struct object *list, struct arena *a, struct error *err)
{
    for (size_t i = 0; i < n; i++) {
        list[i] = (struct object){.what = arena_printf(a, "unit %s", units[i].tile->module),
                                  .ending = ".so",
                                  .symbol = "um_dut_type",
                                  .make = unit_make,
                                  .of = &sources[i]};
        if (!unit_key(&sources[i], list[i].key, err))
            return false;
    }
    return true;
}

/* Builds the runtime before the units, since all of them are linked with it. */
static bool have_runtime(const struct objects *o, struct error *err)
{
    const struct unit_source *first = o->ctx;
    return runtime_have(first->cache, first->tools, o->jobs, o->say, err);
}

static bool load(struct unit_job *units, size_t n, const struct unit_source *source, int jobs,
                 void (*say)(const char *text), struct error *err)
{
    struct arena a = {0};
    struct unit_source *sources = ARENA_ARRAY(&a, struct unit_source, n);
    struct object *list = ARENA_ARRAY(&a, struct object, n);
    for (size_t i = 0; i < n; i++) {
        sources[i] = *source;
        sources[i].job = &units[i];
    }
    const struct objects all = {.list = list,
                                .n = n,
                                .jobs = jobs,
                                .kind = "units with Verilator",
                                .say = say,
                                .before = have_runtime,
                                .ctx = source};
    bool ok = describe(units, n, sources, list, &a, err) && objects_load(&all, source->cache, err);
    for (size_t i = 0; ok && i < n; i++) {
        units[i].type = list[i].found;
        units[i].wave_unit = units[i].waves ? dlsym(list[i].so, "um_wave_unit") : NULL;
        units[i].monitor_unit =
            units[i].monitors != NULL ? dlsym(list[i].so, "um_monitor_unit") : NULL;
    }
    arena_free(&a);
    return ok;
}

bool units_build(struct unit_job *units, size_t n, struct hdl_design *d, int jobs,
                 void (*say)(const char *text), struct error *err)
{
    struct cache c;
    struct tools *t = xcalloc(1, sizeof *t);
    bool ok = cache_find(&c, err) && tools_find(t, &c, err);
    /* Units that record themselves link to the recorder, so it is loaded before them. */
    if (ok && records(units, n))
        ok = recorder_load(&c, t, say, err) != NULL;
    const struct unit_source source = {.design = d, .cache = &c, .tools = t};
    ok = ok && load(units, n, &source, jobs, say, err);
    free(t);
    return ok;
}

void units_apart(const struct netlist *n, struct sbuf *control)
{
    sbuf_puts(control, "`verilator_config\n");
    for (size_t t = 0; t < n->n_tiles; t++) {
        bool first = true;
        for (size_t i = 0; first && i < t; i++)
            first = strcmp(n->tiles[i].module, n->tiles[t].module) != 0;
        if (first)
            sbuf_printf(control, "no_inline -module \"%s\"\n", n->tiles[t].module);
    }
}
