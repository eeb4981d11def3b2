/*
 * A unit that Verilator and g++ build in a folder whose name a shell, a compiler's driver or the
 * loader could misread. It must count as its Verilog says, both freshly built and loaded from the
 * cache. (tests/harness has the cache's own tests, with scripts in place of the tools.)
 */
#include "harness/verilator/build.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char counter[] = "module um_counter #(\n"
                              "    parameter STEP = 1\n"
                              ") (\n"
                              "    input  wire clk_i,\n"
                              "    input  wire rst_i,\n"
                              "    output wire [7:0] count_o\n"
                              ");\n"
                              "    reg [7:0] count_q;\n"
                              "    assign count_o = count_q;\n"
                              "    always @(posedge clk_i)\n"
                              "        count_q <= rst_i ? 8'd0 : count_q + STEP[7:0];\n"
                              "endmodule\n";

static bool built;

static void say(const char *text)
{
    (void)text;
    built = true;
}

/* The unit's output after a cycle of reset and three more; -1: the unit could not be built. */
static int count(const char *file, uint32_t step, struct error *err)
{
    const struct tile tile = {.name = "counter",
                              .module = "um_counter",
                              .params = {{"STEP", step}},
                              .n_params = 1,
                              .id = -1};
    struct unit_job job = {.tile = &tile};
    struct hdl_design *d = hdl_design_new();
    bool ok = hdl_leaf(d, file, err) && units_build(&job, 1, d, 1, say, err);
    hdl_design_free(d);
    if (!ok)
        return -1;
    struct dut dut = {job.type, job.type->create()};
    dut_set(&dut, "clk_i", 0);
    dut_set(&dut, "rst_i", 1);
    job.type->settle(dut.model);
    job.type->step(dut.model);
    dut_set(&dut, "rst_i", 0);
    for (int i = 0; i < 3; i++)
        job.type->step(dut.model);
    int shown = (int)dut_get(&dut, "count_o");
    job.type->destroy(dut.model);
    return shown;
}

static void a_folder_of_any_name(void **state)
{
    const char *file = in_folder(state, "um_counter.v");
    char *cwd = getcwd(NULL, 0);
    write_text(file, counter);
    assert_int_equal(chdir(*state), 0);
    setenv("UMBEL_CACHE", "-o it's $(touch pwned) \"$ORIGIN\"\n;`touch pwned`", 1);
    for (int i = 0; i < 2; i++) { /* one process each: the second loads it from the cache */
        pid_t pid = fork();
        if (pid == 0) {
            struct error err = {0};
            int shown = count(file, 5, &err);
            if (shown < 0)
                print_error("%s\n", err.text);
            _exit(shown == 15 && built == (i == 0) ? 0 : 1);
        }
        int status = 1;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
    }
    assert_int_equal(names_in(".", "pwned"), 0);
    assert_int_equal(names_in(getenv("UMBEL_CACHE"), "*.so"), 1);
    assert_int_equal(names_in(getenv("UMBEL_CACHE"), "pwned"), 0);
    assert_int_equal(chdir(cwd), 0);
    free(cwd);
    unsetenv("UMBEL_CACHE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(a_folder_of_any_name)};
    return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
