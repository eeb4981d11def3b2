/* `umbel systems`: the systems that ship, or one system in full; or a table of what they have. */
#include "formal/prove/unproved.h"
#include "gen/system/storage.h"
#include "gen/system/system.h"
#include "gen/system/table.h"
#include "harness/umbel/umbel.h"
#include "sw/util/sbuf.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>

struct arguments {
    const char *system;
    struct umbel_sets sets;
    bool table;
    struct error err;
};

enum { KEY_SET = 256, KEY_TABLE };

static const struct argp_option options[] = {
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (mgcc.rd_lease=20)", 0},
    {"table", KEY_TABLE, NULL, 0, "what each has, as a table in Markdown", 0},
    UMBEL_HELP,
    {0},
};

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_TABLE, struct arguments, table),
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
        if (a->system != NULL || a->sets.n == 0)
            return 0;
        error_set(&a->err, "--set of which system? umbel systems SYSTEM --set PATH=VALUE");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_systems_argp = {
    options,
    parse,
    "[SYSTEM]",
    "Lists the systems that ship, by name. Of SYSTEM, a name or a file, prints every field, those "
    "of its base included.\vWhat is printed is a system file. A system of your own is a file that "
    "names another with `base: NAME` and has the fields that differ. A file with `sizes` has "
    "several machines: FILE.yaml:SIZE is one of them.",
    NULL,
    NULL,
    NULL};

static int list(struct error *err)
{
    struct systems list;
    if (!systems_list(&list, err))
        return umbel_complain(err);
    for (size_t i = 0; i < list.n; i++)
        printf("%-20s %s\n", list.entries[i].name, list.entries[i].about);
    systems_free(&list);
    return 0;
}

static bool add_row(const char *name, const struct umbel_sets *sets, struct sbuf *to,
                    struct error *err)
{
    struct system *sys = system_load(name, sets->sets, sets->n, err);
    if (sys != NULL)
        system_table_row(sys, to);
    system_free(sys);
    return sys != NULL;
}

/* Of one system, or of all that ship. */
static int table(const struct arguments *a, struct error *err)
{
    struct systems list = {0};
    struct sbuf text = {0};
    system_table_head(&text);
    bool ok =
        a->system != NULL ? add_row(a->system, &a->sets, &text, err) : systems_list(&list, err);
    for (size_t i = 0; ok && i < list.n; i++)
        ok = add_row(list.entries[i].name, &a->sets, &text, err);
    if (ok)
        fputs(text.text, stdout);
    systems_free(&list);
    sbuf_free(&text);
    return ok ? 0 : umbel_complain(err);
}

/* A system in full, and before it what of it has no proof, and what its times take. */
static int show(const struct arguments *a, struct error *err)
{
    struct system *sys = system_load(a->system, a->sets.sets, a->sets.n, err);
    struct sbuf text = {0}, unproved = {0}, times = {0};
    const bool ok = sys != NULL && unproved_modules(sys, &unproved, err);
    if (ok && unproved.len > 0)
        printf("# No proof is of %s\n", unproved.text);
    if (ok) {
        system_storage(sys, &times);
        if (times.len > 0)
            printf("# %s\n", times.text);
        system_yaml(sys, &text);
        fputs(text.text, stdout);
    }
    sbuf_free(&text);
    sbuf_free(&unproved);
    sbuf_free(&times);
    system_free(sys);
    return ok ? 0 : umbel_complain(err);
}

int umbel_systems(int argc, char **argv)
{
    struct arguments a = {0};
    if (!umbel_parse(&umbel_systems_argp, "systems", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    if (a.table)
        return table(&a, &a.err);
    if (a.system == NULL)
        return list(&a.err);
    return show(&a, &a.err);
}
