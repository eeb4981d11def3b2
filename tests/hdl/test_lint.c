/*
 * Every golden passes the three tools that Umbel's Verilog must pass, without a warning.
 */
#include "tests/rtl/tools.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GOLDENS UMBEL_ROOT "/tests/hdl/golden"
#define LEAVES UMBEL_ROOT "/tests/hdl/leaf"

struct tool {
    const char *name;
    const char *command; /* takes the file's name without .v twice */
};

static const struct tool tools[] = {
    {"verilator", "verilator --lint-only -Wall -y . -y " LEAVES " %s.v --top-module %s"},
    {"iverilog", "iverilog -g2005 -t null -Wall -y . -y " LEAVES " %s.v -s %s"},
    {"yosys", "yosys -q -p 'read_verilog -formal %s.v; hierarchy -check -libdir . -libdir " LEAVES
              " -top %s; proc; check -assert'"},
};

static int is_verilog(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 2 && strcmp(e->d_name + n - 2, ".v") == 0;
}

static void check(const struct tool *t, const char *module)
{
    char tool[512], command[1200];
    snprintf(tool, sizeof tool, t->command, module, module);
    snprintf(command, sizeof command, "cd '%s' && %s 2>&1", GOLDENS, tool);
    struct sbuf said = {0};
    int status = tool_run(command, &said);
    if (status != 0 || said.len > 0)
        fail_msg("%s says of %s.v (status %d):\n%s", t->name, module, status, sbuf_str(&said));
    sbuf_free(&said);
}

static void lint(void **state)
{
    const struct tool *t = *state;
    if (!tool_installed(t->name)) {
        print_message("SKIPPED: %s is not installed; the goldens were NOT checked by it\n",
                      t->name);
        skip();
    }
    struct dirent **files;
    int count = scandir(GOLDENS, &files, is_verilog, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char module[256];
        snprintf(module, sizeof module, "%.*s", (int)strlen(files[i]->d_name) - 2,
                 files[i]->d_name);
        check(t, module);
        free(files[i]);
    }
    free(files);
}

int main(void)
{
    enum { COUNT = sizeof tools / sizeof *tools };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] =
            (struct CMUnitTest){tools[i].name, lint, NULL, NULL, (void *)(uintptr_t)&tools[i]};
    return cmocka_run_group_tests_name("lint", tests, NULL, NULL);
}
