/* The key of a unit, its name in the cache: the hash of everything that it is made from. */
#include "harness/verilator/unit.h"

#include "harness/verilator/monitor_texts.h"
#include "harness/verilator/runtime.h"
#include "sw/util/arena.h"
#include "sw/util/root.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a module's text names another module. */
static bool names(const char *text, const char *module)
{
    size_t n = strlen(module);
    for (const char *at = text; (at = strstr(at, module)) != NULL; at += n)
        if (!isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    return false;
}

/* Marks `module` and all modules below it: only these are hashed, so that a change of one unit
 * leaves the others in the cache. */
static void mark(struct hdl_design *d, const char *module, bool *marked)
{
    for (size_t i = 0; i < hdl_count(d); i++) {
        if (marked[i] || strcmp(hdl_name(d, i), module) != 0)
            continue;
        marked[i] = true;
        for (size_t j = 0; j < hdl_count(d); j++)
            if (names(hdl_text(d, module), hdl_name(d, j)))
                mark(d, hdl_name(d, j), marked);
    }
}

static bool hash_waves(content_hash *h, struct error *err)
{
    hash_list(h, (const char *const[]){WAVES_OPTIONS, CXX_WAVES, NULL});
    return hash_file(h, root_path("harness/verilator/shim_waves.h"), err) &&
           hash_file(h, root_path("harness/verilator/recorder.h"), err) &&
           hash_file(h, root_path("harness/verilator/waves.h"), err);
}

/* Hashes the texts with monitors, which replace the modules' own texts, and the C++ of monitors. */
static bool hash_monitors(const struct unit_source *u, const bool *marked, content_hash *h,
                          struct error *err)
{
    bool ok = hash_file(h, root_path("harness/verilator/shim_monitors.h"), err) &&
              hash_file(h, root_path("harness/verilator/monitors.h"), err) &&
              hash_file(h, root_path("formal/units/um_pending.v"), err);
    for (size_t i = 0; ok && i < hdl_count(u->design); i++) {
        struct sbuf text = {0};
        if (marked[i])
            ok = monitor_text(u->design, hdl_name(u->design, i), u->job->monitors, &text, err);
        hash_text(h, sbuf_str(&text));
        sbuf_free(&text);
    }
    return ok;
}

bool unit_key(const struct unit_source *u, char key[HASH_NAME], struct error *err)
{
    const struct unit_job *job = u->job;
    const struct tile *t = job->tile;
    content_hash h = u->tools->versions;
    hash_list(&h, (const char *const[]){VERILATOR_OPTIONS, CXX_OPTIONS, CXX_HEADERS, CXX_LIBRARIES,
                                        NULL});
    if (!hash_file(&h, root_path("harness/verilator/shim.h"), err) ||
        !hash_file(&h, root_path("harness/dut.h"), err) || (job->waves && !hash_waves(&h, err)))
        return false;
    bool *marked = xcalloc(hdl_count(u->design), sizeof *marked);
    mark(u->design, t->module, marked);
    for (size_t i = 0; i < hdl_count(u->design); i++)
        if (marked[i])
            hash_text(&h, hdl_text(u->design, hdl_name(u->design, i)));
    bool ok = job->monitors == NULL || hash_monitors(u, marked, &h, err);
    free(marked);
    if (!ok)
        return false;
    hash_text(&h, t->module);
    if (job->control != NULL)
        hash_text(&h, job->control);
    for (int i = 0; i < t->n_params; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s=%u", t->params[i].name, t->params[i].value);
        hash_text(&h, text);
    }
    hash_name(h, key);
    return true;
}
