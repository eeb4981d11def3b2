#include "gen/system/netlist.h"
#include "harness/umbel/umbel.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>

struct arguments {
    const char *system, *out;
    struct umbel_sets sets;
    struct error err;
};

enum { KEY_SET = 256 };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "folder for the Verilog: a file a module, and files.f", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (l1.ways=8)", 0},
    UMBEL_HELP,
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'o':
        a->out = arg;
        return 0;
    case KEY_SET:
        return umbel_add_set(&a->sets, arg, &a->err) ? 0 : EINVAL;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0) {
            error_set(&a->err, "'%s' is one argument too many; see `umbel gen --help`", arg);
            return EINVAL;
        }
        a->system = arg;
        return 0;
    case ARGP_KEY_END:
        if (a->system != NULL && a->out != NULL)
            return 0;
        error_set(&a->err, "generate what, and where to? umbel gen SYSTEM -o DIR");
        return EINVAL;
    default:
        return umbel_parse_rest(key, state, &a->err);
    }
}

const struct argp umbel_gen_argp = {
    options,
    parse,
    "SYSTEM",
    "Writes a system's Verilog: its units, and the flat top um_system "
    "that connects them.",
    NULL,
    NULL,
    NULL};

int umbel_gen(int argc, char **argv)
{
    struct arguments a = {0};
    if (!umbel_parse(&umbel_gen_argp, "gen", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    struct error err = {0};
    struct system *sys = system_load(a.system, a.sets.sets, a.sets.n, &err);
    if (sys == NULL)
        return umbel_complain(&err);
    struct netlist *n = netlist_new(sys, &err);
    struct hdl_design *d = hdl_design_new();
    bool ok = n != NULL && netlist_emit_units(n, d, &err) && netlist_emit_flat(n, d, &err) &&
              hdl_write(d, a.out, &err);
    hdl_design_free(d);
    netlist_free(n);
    system_free(sys);
    return ok ? 0 : umbel_complain(&err);
}
