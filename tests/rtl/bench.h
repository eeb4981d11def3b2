/* Runs a test bench of tests/rtl, NAME_tb.v, in Icarus. */
#ifndef UMBEL_TESTS_RTL_BENCH_H
#define UMBEL_TESTS_RTL_BENCH_H

#include "tests/rtl/tools.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_RUNS = 8 };

/* A test bench, and the parameters of each of its runs: "NAME=VALUE ..."; every day the first and
 * the last. */
struct bench {
    const char *name;
    const char *runs[MAX_RUNS];
};

/* The bench must print PASS and no more. Leaf cells are read from rtl/, units from `folder`. */
static inline void bench_run_with(const char *name, const char *settings, const char *folder)
{
    char sim[] = "/tmp/umbel-bench-XXXXXX";
    int fd = mkstemp(sim);
    assert_true(fd >= 0);
    struct sbuf command = {0}, said = {0};
    sbuf_printf(&command, "exec 2>&1; cd '%s' && iverilog -g2005 -o %s -s %s_tb -y rtl -y '%s'",
                UMBEL_ROOT, sim, name, folder);
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

static inline void bench_run(const struct bench *b, const char *folder)
{
    if (!tool_installed("iverilog") || !tool_installed("vvp")) {
        print_message("SKIPPED: iverilog is not installed; %s was NOT simulated\n", b->name);
        skip();
    }
    int n = 0;
    while (n < MAX_RUNS && b->runs[n] != NULL)
        n++;
    for (int i = 0; i < n; i += slow_wanted() || n == 1 ? 1 : n - 1)
        bench_run_with(b->name, b->runs[i], folder);
    if (n > 2 && !slow_wanted())
        print_message("*** SKIPPED: %s with %d other settings, as the first and the last are far "
                      "apart; UMBEL_SLOW=1 runs it ***\n",
                      b->name, n - 2);
}

#endif
