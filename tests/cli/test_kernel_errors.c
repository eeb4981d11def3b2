/* Mistakes in a user's kernel and in its launch file. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BUFFERS                                                                                    \
    "about: a mistake\nsource: k.cu\nbuffers:\n"                                                   \
    "  - {name: a, type: u32, count: 64, init: iota}\nlaunches:\n"
#define LAUNCH BUFFERS "  - {entry: k, grid: [1], block: [32], args: [a]}\n"
#define KERNEL(body) "extern \"C\" __global__ void k(unsigned *a)\n{\n" body "\n}\n"

static struct command run(void **state, const char *kernel, const char *launch)
{
    const char *cu = in_folder(state, "k.cu"), *yaml = in_folder(state, "k.yaml");
    write_text(cu, kernel);
    write_text(yaml, launch);
    return UMBEL("run", "tsm-tiny", cu, "--launch", yaml, "-q", "--json",
                 in_folder(state, "run.json"));
}

/* Refused before any cycle: one line, no statistics. */
static void refused(void **state, const char *kernel, const char *launch, const char *place,
                    const char *what)
{
    struct command c = run(state, kernel, launch);
    assert_complains(&c, in_folder(state, place), what);
    assert_int_equal(names_in(*state, "*.json"), 0);
    command_free(&c);
}

static void compiler(void **state)
{
    refused(state, KERNEL("a[0] = ;"), LAUNCH, "k.cu:3:8: ", "expected expression");
    refused(state, KERNEL("tex1Dfetch(a, 1u);"), LAUNCH, "k.cu:3:1: ", "'tex1Dfetch'");
    refused(state, "#include \"none.h\"\n", LAUNCH, "k.cu:1:10: ", "'none.h' file not found");
}

static void instructions(void **state)
{
    refused(state, KERNEL("asm volatile(\"tensormap 9;\"); a[0] = 1;"), LAUNCH,
            "k.cu:3: ", "unsupported instruction 'tensormap 9'");
    refused(state, KERNEL("\nasm volatile(\"setmaxnreg 8;\");"), LAUNCH,
            "k.cu:4: ", "unsupported instruction 'setmaxnreg 8'");
    refused(state, "__device__ unsigned f(unsigned n);\n" KERNEL("a[0] =\n  f(a[1]);"), LAUNCH,
            "k.cu:5: ", "'f' is called and has no body here");
}

static void launch_file(void **state)
{
    const char *fine = KERNEL("a[0] = 1;");
    refused(state, "extern \"C\" __global__ void q(unsigned *a)\n{\n}\n", LAUNCH,
            "k.yaml:6:5: ", "no kernel 'k'; it has: q");
    refused(state, fine, BUFFERS "  - {entry: k, grid: [1], block: [32], args: [b]}\n",
            "k.yaml:6:47: ", "buffer 'b' is not declared; declared: a");
    refused(state, fine, BUFFERS "  - {entry: k, grid: [1], block: [32], args: [a, a]}\n",
            "k.yaml:6:5: ", "kernel 'k' takes 1 argument");
    refused(state, fine, BUFFERS "  - {entry: k, grid: [1], block: [2048], args: [a]}\n",
            "k.yaml:6:", "2048");
}

/* The message says which thread, where in the program, which address, and which buffers
 * there are. */
static void out_of_bounds(void **state)
{
    static const struct {
        const char *body, *what;
    } cases[] = {
        {"a[threadIdx.x + 40] = 1;", "store of 4 bytes at 0x1100: no buffer holds it"},
        {"a[0] = a[threadIdx.x + 40];", "load of 4 bytes at 0x1100: no buffer holds it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, KERNEL("%s"), cases[i].body);
        struct command c = run(state, text.text, LAUNCH);
        assert_status(&c, 1);
        assert_has(err_of(&c), "  buffer: a, 256 bytes from 0x1000 up to 0x1100\n");
        assert_has(last_line(err_of(&c)), "umbel: gpu0.sm0: kernel k, ");
        assert_has(last_line(err_of(&c)), "k.cu:3 (PTX line ");
        assert_has(last_line(err_of(&c)), "thread (24,0,0): ");
        assert_has(last_line(err_of(&c)), cases[i].what);
        command_free(&c);
        sbuf_free(&text);
    }
}

static void trap(void **state)
{
    struct command c =
        run(state, KERNEL("if (threadIdx.x == 7) asm volatile(\"trap;\"); a[0] = 1;"), LAUNCH);
    assert_status(&c, 1);
    assert_has(last_line(err_of(&c)), "umbel: kernel k, ");
    assert_has(last_line(err_of(&c)), "k.cu:3 (PTX line ");
    assert_has(last_line(err_of(&c)), "CTA (0,0,0), thread (7,0,0): trap");
    command_free(&c);
}

/* Every load is answered, so the watchdog does not stop the run; the run itself reports
 * the wait. */
static void waits_for_ever(void **state)
{
    const char *cu = in_folder(state, "k.cu"), *yaml = in_folder(state, "k.yaml");
    write_text(cu, KERNEL("  volatile unsigned *flag = a;\n  if (threadIdx.x == 9)\n"
                          "    while (flag[1] == 1)\n      ;\n  a[40] = 1;"));
    write_text(yaml, LAUNCH);
    struct command c =
        UMBEL("run", "tsm-tiny", cu, "--launch", yaml, "-q", "--max-cycles", "1100000");
    assert_status(&c, 1);
    assert_has(err_of(&c),
               "umbel: no CTA has ended for 1048576 cycles (now 1048576); the run goes "
               "on, --max-cycles bounds it; warps are at:\n  gpu0.sm0 warp 0: kernel k, ");
    assert_has(err_of(&c), "k.cu:5 (PTX line ");
    assert_has(err_of(&c), ", CTA (0,0,0), thread (9,0,0): 1 lane ");
    assert_has(last_line(err_of(&c)), "as --max-cycles asks");
    command_free(&c);
}

/* An output file on a full disk: no half file, and the earlier one as it was. */
static void output_on_a_full_disk(void **state)
{
    const char *cu = in_folder(state, "k.cu"), *yaml = in_folder(state, "k.yaml");
    const char *out = in_folder(state, "a.bin"), *json = in_folder(state, "run.json");
    struct sbuf launch = {0};
    sbuf_printf(&launch,
                "about: fills 64 KiB\nsource: k.cu\nbuffers:\n  - {name: a, type: u32, count: "
                "16384, init: iota, output: %s}\nlaunches:\n"
                "  - {entry: k, grid: [1], block: [32], args: [a]}\n",
                out);
    write_text(cu, KERNEL("a[threadIdx.x] = 5;"));
    write_text(yaml, launch.text);
    write_text(out, "earlier");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", cu,
                                                      "--launch", yaml, "-q", "--json", json, NULL},
                        .file_limit = 60000};
    command_run(&c);
    assert_complains(&c, out, "cannot be written", "the earlier file, if any, is untouched");
    size_t len;
    char *text = read_bytes_of(out, &len);
    assert_string_equal(text, "earlier");
    free(text);
    assert_int_equal(names_in(*state, "*.tmp"), 0);
    command_free(&c);
    sbuf_free(&launch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(compiler),
        test_in_folder(instructions),
        test_in_folder(launch_file),
        test_in_folder(out_of_bounds),
        test_in_folder(trap),
        test_in_folder(waits_for_ever),
        test_in_folder(output_on_a_full_disk),
    };
    return cmocka_run_group_tests_name("errors in kernels", tests, NULL, NULL);
}
