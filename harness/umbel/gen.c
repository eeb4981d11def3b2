#include "gen/machine/netlist.h"
#include "harness/umbel/umbel.h"
#include "sw/util/file.h"
#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *system, *out;
    bool no_counters;
    struct umbel_sets sets;
    struct error err;
};

enum { KEY_SET = 256, KEY_NO_COUNTERS };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "folder for the Verilog: a file a module, and two lists of them", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (l1.ways=8)", 0},
    {"no-counters", KEY_NO_COUNTERS, NULL, 0,
     "leave the counters of events out, for synthesis: probe_o shows 0 for each", 0},
    UMBEL_HELP,
    {0},
};

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_NO_COUNTERS, struct arguments, no_counters),
    UMBEL_TEXT('o', struct arguments, out),
    UMBEL_SET(KEY_SET, struct arguments, sets),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &a->system, &a->err);
    case ARGP_KEY_END:
        if (a->system != NULL && a->out != NULL)
            return 0;
        error_set(&a->err, "generate what, and where to? umbel gen SYSTEM -o DIR");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_gen_argp = {
    options,
    parse,
    "SYSTEM",
    "Writes a system's Verilog: its units, and the flat top um_system "
    "that connects them.\vDIR/files.f lists the files by their whole paths, for tools that run in "
    "any folder: verilator -f DIR/files.f, iverilog -c DIR/files.f, yosys $(cat DIR/files.f). "
    "DIR/names.f lists them by name alone, for when DIR has been moved (verilator -F DIR/names.f) "
    "or its path has a space; other tools then run in DIR.",
    NULL,
    NULL,
    NULL};

/* Adds the lists of files; modules come after those that they instantiate. Tools look up the names
 * of a list in the folder that they run in, so files.f has absolute paths; names.f has names, for a
 * folder that is moved. */
static bool add_lists(const struct hdl_design *d, const char *dir, struct outfiles *to,
                      struct error *err)
{
    char whole[PATH_MAX];
    if (realpath(dir, whole) == NULL)
        return error_set(err, "%s: %s", dir, strerror(errno));
    struct sbuf files = {0}, names = {0}, path = {0};
    for (size_t i = 0; i < hdl_count(d); i++) {
        sbuf_printf(&files, "%s/%s.v\n", whole, hdl_name(d, i));
        sbuf_printf(&names, "%s.v\n", hdl_name(d, i));
    }
    sbuf_printf(&path, "%s/files.f", dir);
    bool ok = outfiles_add(to, path.text, sbuf_str(&files), files.len, err);
    path.len = 0;
    sbuf_printf(&path, "%s/names.f", dir);
    ok = ok && outfiles_add(to, path.text, sbuf_str(&names), names.len, err);
    sbuf_free(&files);
    sbuf_free(&names);
    sbuf_free(&path);
    return ok;
}

int umbel_gen(int argc, char **argv)
{
    struct arguments a = {0};
    if (!umbel_parse(&umbel_gen_argp, "gen", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    struct error err = {0};
    struct system *sys = system_load(a.system, a.sets.sets, a.sets.n, &err);
    if (sys == NULL)
        return umbel_complain(&err);
    /* No field of a system: what a run tells comes out of the counters. */
    if (a.no_counters)
        sys->hardware.count_bits = 0;
    struct netlist *n = file_folder_takes(a.out, &err) ? netlist_new(sys, &err) : NULL;
    struct hdl_design *d = hdl_design_new();
    struct outfiles all = {0};
    bool ok = n != NULL && netlist_emit_units(n, d, &err) && netlist_emit_flat(n, d, &err) &&
              hdl_add_files(d, a.out, &all, &err) && add_lists(d, a.out, &all, &err) &&
              outfiles_commit(&all, &err);
    outfiles_discard(&all);
    hdl_design_free(d);
    netlist_free(n);
    system_free(sys);
    return ok ? 0 : umbel_complain(&err);
}
