/*
 * Leaf cells in simulation. NAME_tb.v checks the cell with random stimulus and prints PASS; this
 * program runs it with several sets of parameters.
 */
#include "tests/rtl/tools.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_RUNS = 8 };

static const struct cell {
    const char *name;
    const char *runs[MAX_RUNS]; /* "NAME=VALUE ..." */
} cells[] = {
    {"fifo", {"WIDTH=8 DEPTH=2", "WIDTH=1 DEPTH=4", "WIDTH=65 DEPTH=64"}},
    {"delay",
     {"DEPTH=8 LATENCY=4", "DEPTH=2 LATENCY=2", "DEPTH=16 LATENCY=3", "DEPTH=64 LATENCY=50",
      "DEPTH=4 LATENCY=7 GATED=1", "DEPTH=8 LATENCY=2 GATED=1", "DEPTH=128 LATENCY=100 GATED=1"}},
    {"ram",
     {"COL_W=8 COLS=4 DEPTH=16 ADDR_W=4", "COL_W=1 COLS=1 DEPTH=2 ADDR_W=1",
      "COL_W=3 COLS=5 DEPTH=8 ADDR_W=3", "COL_W=8 COLS=64 DEPTH=4 ADDR_W=2",
      "COL_W=2 COLS=65 DEPTH=4 ADDR_W=2", "COL_W=8 COLS=128 DEPTH=4 ADDR_W=2"}},
    {"atomic", {"LINE_BYTES=16", "LINE_BYTES=32", "LINE_BYTES=128"}},
    {"epoch",
     {"EPOCH_W=1 STORED=1", "EPOCH_W=4 STORED=3", "EPOCH_W=8 STORED=17", "EPOCH_W=12 STORED=2"}},
    {"arbiter", {"N=4 IDX_W=2", "N=1 IDX_W=1", "N=2 IDX_W=1", "N=3 IDX_W=2", "N=33 IDX_W=6"}},
};

static void run(const char *name, const char *settings)
{
    char sim[] = "/tmp/umbel-leaf-XXXXXX";
    int fd = mkstemp(sim);
    assert_true(fd >= 0);
    struct sbuf command = {0}, said = {0};
    sbuf_printf(&command, "exec 2>&1; cd '%s' && iverilog -g2005 -o %s -s %s_tb -y rtl", UMBEL_ROOT,
                sim, name);
    for (const char *at = settings; *at != '\0';) {
        int len = (int)strcspn(at, " ");
        sbuf_printf(&command, " -P%s_tb.%.*s", name, len, at);
        at += len + (at[len] == ' ');
    }
    sbuf_printf(&command, " tests/rtl/%s_tb.v && vvp -n %s; rm -f %s", name, sim, sim);
    tool_run(command.text, &said);
    if (strcmp(sbuf_str(&said), "PASS\n") != 0)
        fail_msg("%s with %s says:\n%s", name, settings, sbuf_str(&said));
    sbuf_free(&command);
    sbuf_free(&said);
}

static void simulate(void **state)
{
    const struct cell *c = *state;
    if (!tool_installed("iverilog") || !tool_installed("vvp")) {
        print_message("SKIPPED: iverilog is not installed; %s was NOT simulated\n", c->name);
        skip();
    }
    for (int i = 0; i < MAX_RUNS && c->runs[i] != NULL; i++)
        run(c->name, c->runs[i]);
}

int main(void)
{
    enum { COUNT = sizeof cells / sizeof *cells };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] =
            (struct CMUnitTest){cells[i].name, simulate, NULL, NULL, (void *)(uintptr_t)&cells[i]};
    return cmocka_run_group_tests_name("leaf cells", tests, NULL, NULL);
}
