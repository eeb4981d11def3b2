#include "tests/support/elaborate.h"

#include "sw/util/arena.h"
#include "sw/util/root.h"
#include "tests/support/folder.h"

#include <glob.h>
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

void params_free(struct params *p)
{
    for (size_t i = 0; i < p->n; i++) {
        free(p->list[i].module);
        free(p->list[i].name);
        free(p->list[i].where);
    }
    free(p->list);
    configurations_free(&p->all);
}

bool preset_is(const struct params *p, const char *module, const char *param, uint64_t value)
{
    for (size_t i = 0; i < p->all.n_presets; i++) {
        const struct preset *it = &p->all.presets[i];
        if (strcmp(it->module, module) == 0 && strcmp(it->name, param) == 0)
            return it->value == value;
    }
    return false;
}

static void take_system(struct params *p, void **state, const char *system, const char *set,
                        const char *where)
{
    struct error err = {0};
    const size_t known = p->all.n;
    struct system *sys = system_load(system, &set, set != NULL, &err);
    if (sys == NULL || !configurations_add(&p->all, sys, where, in_folder(state, where), &err))
        fail_msg("%s: %s", where, err.text);
    system_free(sys);
    for (size_t i = known; i < p->all.n; i++)
        for (uint32_t k = 0; k < p->all.list[i].n_params; k++) {
            char name[128];
            const char *param = p->all.list[i].params[k];
            snprintf(name, sizeof name, "%.*s", (int)strcspn(param, "="), param);
            params_add(p, p->all.list[i].module, name, configuration_value(param), where);
        }
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
