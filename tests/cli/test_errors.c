/* Mistakes on the command line and in system files: one line that says what, where, what to do. */
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
#include <unistd.h>

#include <cmocka.h>

enum { MOST_WORDS = 8 };

static void complains(const char *const *words, const char *what, const char *advice)
{
    const char *argv[MOST_WORDS + 2] = {umbel_path()};
    for (int i = 0; i < MOST_WORDS && words[i] != NULL; i++)
        argv[i + 1] = words[i];
    struct command c = umbel_run_args(argv);
    assert_complains(&c, what, advice);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
}

static void command_line(void **state)
{
    (void)state;
    static const struct {
        const char *words[MOST_WORDS], *what, *advice;
    } cases[] = {
        {{NULL}, "do what?", "umbel --help"},
        {{"frobnicate"}, "'frobnicate' is not a command", "umbel --help"},
        {{"rn"}, "'rn' is not a command", "; did you mean run?"},
        {{"run", "tsm-tny", "vecadd:tiny"}, "tsm-tny: no such system", "; did you mean tsm-tiny?"},
        {{"run", "tsm-tiny", "vecad:tiny"}, "kernel 'vecad'", "; did you mean vecadd?"},
        {{"study", "mgcc-overhed"}, "mgcc-overhed: no such study", "; did you mean mgcc-overhead?"},
        {{"prove", "reqtraker-nc"},
         "'reqtraker-nc' is no protocol",
         "; did you mean reqtracker-nc?"},
        {{"run", "tsm-tiny", "relu", "--set", "l1.byts=3"},
         "no such field",
         "; did you mean bytes?"},
        {{"run", "tsm-tiny", "relu", "--set", "protocol=ncwt"},
         "protocol is ncwt",
         "; did you mean nc-wt?"},
        {{"locality", "vecad"}, "kernel 'vecad'", "; did you mean vecadd?"},
        {{"gen", "hx8k", "-o", "g"}, "hx8k: is a board", "`umbel fpga hx8k`"},
        {{"run"}, "run what on what?", "umbel run SYSTEM KERNEL"},
        {{"run", "tsm-tiny"}, "run what on what?", "umbel run SYSTEM KERNEL"},
        {{"run", "tsm-tiny", "relu", "fir"}, "'fir' is one argument too many", "umbel run --help"},
        {{"run", "tsm-tiny", "relu", "--hurry"}, "'--hurry' is no option", "umbel run --help"},
        {{"run", "tsm-tiny", "relu", "-z"}, "'-z' is no option", "umbel run --help"},
        {{"run", "tsm-tiny", "relu", "--seed"}, "lacks its value", "umbel run --help"},
        {{"run", "tsm-tiny", "relu", "--seed", "abc"}, "--seed abc:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", "-1"}, "--seed -1:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", "18446744073709551616"}, "--seed", "2^64-1"},
        {{"run", "tsm-tiny", "relu", "--max-cycles", "1e3"}, "--max-cycles 1e3:", "whole number"},
        {{"run", "tsm-tiny", "relu", "-j", "65"}, "--threads 65:", "from 1 to 64"},
        {{"run", "tsm-huge", "relu"},
         "tsm-huge: no such system",
         "tsm-4gpu, tsm-cpu-4gpu, tsm-cpu-small, tsm-cpu-tiny, tsm-small, tsm-tiny"},
        {{"run", "tsm-tiny", "relo"}, "kernel 'relo'", "umbel kernels"},
        {{"run", "tsm-tiny", "relu:giant"}, "no size 'giant'", "small, tiny, large"},
        {{"run", "tsm-tiny", "relu:tinny"}, "no size 'tinny'", "; did you mean tiny?"},
        {{"run", "tsm-tiny", "relu", "--sett", "x=1"}, "'--sett' is no", "; did you mean --set?"},
        {{"net", "mesh-4x4", "--lode=1"}, "'--lode=1' is no option", "; did you mean --load?"},
        {{"net", "mesh-4x4", "--traffic", "uniformm"},
         "no such pattern",
         "; did you mean uniform?"},
        {{"thermal", "thesis-3-5"}, "there is none of that name", "; did you mean thesis-3-4?"},
        {{"run", "tsm-tiny", "relu:"}, "no size ''", "small, tiny, large"},
        {{"run", "tsm-tiny", "../sgemm/sgemm"}, "there is none of that name", "umbel kernels"},
        {{"run", "tsm-tiny", "relu", "--launch", "/nowhere.yaml"},
         "/nowhere.yaml:",
         "No such file"},
        {{"run", "tsm-tiny", "relu", "--set", "l1.wayz=4"}, "--set l1.wayz=4: no such", "ways"},
        {{"run", "tsm-tiny", "relu", "--set", "l1.ways=3"}, "l1.ways is 3", "power of two"},
        {{"run", "tsm-tiny", "relu", "--set", "l1.ways=x"},
         "l1.ways is x",
         "a power of two from 2 to 64"},
        {{"run", "tsm-tiny", "relu", "--set", "l1.ways"}, "--set l1.ways:", "path=value"},
        {{"run", "tsm-tiny", "sgemm:tiny", "--set", "sm.shared_bytes=1024", "-q"},
         "a CTA needs 2048 bytes of shared memory",
         "raise sm.shared_bytes"},
        {{"gen"}, "generate what, and where to?", "umbel gen SYSTEM -o DIR"},
        {{"gen", "tsm-tiny"}, "generate what, and where to?", "umbel gen SYSTEM -o DIR"},
        {{"gen", "tsm-huge", "-o", "/tmp/umbel-never"}, "tsm-huge: no such system", "tsm-small"},
        {{"gen", "tsm-tiny", "-o", "/dev/null/out"}, "/dev/null/out:", "Not a directory"},
        {{"gen", "tsm-tiny", "-o", "/dev/null"}, "/dev/null:", "is not a folder"},
        {{"systems", "all"}, "all: no such system", "tsm-small"},
        {{"systems", "tsm-tiny", "tsm-small"}, "'tsm-small' is one argument too many", "--help"},
        {{"systems", "--set", "gpus=1"}, "--set of which system?", "umbel systems SYSTEM"},
        {{"systems", "tsm-tiny", "--set", "gpus=0"}, "--set gpus=0: gpus is 0", "from 1 to 64"},
        {{"kernels", "all"}, "kernels takes no arguments", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(cases[i].words, cases[i].what, cases[i].advice);
    assert_int_not_equal(access("/tmp/umbel-never", F_OK), 0); /* nothing half-written */
}

/* ---- system files: tsm-4gpu with one line changed ---- */

static char *changed(const char *line, const char *by)
{
    size_t len;
    char *text = read_bytes_of(UMBEL_ROOT "/gen/system/systems/tsm.yaml", &len);
    struct sbuf s = {0};
    char *at = strstr(text, line);
    if (at == NULL)
        fail_msg("tsm.yaml has no \"%s\"", line);
    sbuf_add(&s, text, (size_t)(at - text));
    sbuf_printf(&s, "%s%s", by, at + strlen(line));
    free(text);
    return s.text;
}

static int line_of(const char *text, const char *part)
{
    int line = 1;
    for (const char *at = text; at < strstr(text, part); at++)
        line += *at == '\n';
    return line;
}

static void system_files(void **state)
{
    static const struct {
        const char *line, *by; /* what is replaced */
        int column;            /* 0: of no interest */
        const char *what;
    } cases[] = {
        {"\n  gpus: 4\n", "\n#\n", 0, "gpus is missing"},
        {"gpus: 4\n", "gpuz: 2\n", 3, "package.gpuz: no such field"},
        {"gpus: 4\n", "gpus: -2\n", 9, "gpus is -2; it must be a whole number"},
        {"gpus: 4\n", "gpus: two\n", 9, "gpus is two; it must be a whole number"},
        {"line_bytes: 64\n", "line_bytes: 24\n", 13, "line_bytes is 24; it must be a power of two"},
        {"bus_bits: 128 ", "bus_bits: 256 ", 15, "a burst of 4 moves 128 bytes"},
        {"tRAS: 34 ", "tRAS: 10 ", 11, "dram.tRAS is 10; it must be at least dram.tRCD, 14"},
        {"protocol: mgcc\n", "protocol: mesi\n", 11, "mesi"},
        {"keep_wts: true\n", "keep_wts: maybe\n", 15, "maybe"},
        {"gpus: 4\n", "gpus: [2\n", 0, "not YAML"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = changed(cases[i].line, cases[i].by);
        const char *path = in_folder(state, "s.yaml");
        write_text(path, text);
        struct sbuf place = {0};
        sbuf_printf(&place, "umbel: %s:", path);
        if (cases[i].column > 0)
            sbuf_printf(&place, "%d:%d: ", line_of(text, cases[i].by), cases[i].column);
        struct command c = UMBEL("run", path, "relu:tiny");
        assert_complains(&c, place.text, cases[i].what);
        command_free(&c);
        sbuf_free(&place);
        free(text);
    }
}

/* The unchanged copy is fine: the cases above fail for what was changed. */
static void own_system_file(void **state)
{
    char *text = changed("gpus: 4\n", "gpus: 3\n");
    const char *path = in_folder(state, "mine.yaml");
    write_text(path, text);
    free(text);
    struct command c = UMBEL("gen", path, "-o", in_folder(state, "out"));
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    command_free(&c);
}

/* ---- output that cannot be written ---- */

static void unwritable_output(void **state)
{
    (void)state;
    static const char *const words[][4] = {
        {"run", "tsm-tiny", "relu:tiny", NULL},
        {"run", "--help", NULL},
        {"--help", NULL},
        {"systems", NULL},
        {"kernels", NULL},
        {"units", NULL},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *argv[6] = {umbel_path()};
        for (int j = 0; words[i][j] != NULL; j++)
            argv[j + 1] = words[i][j];
        struct command c = {.argv = argv, .out = "/dev/full"};
        command_run(&c);
        assert_status(&c, 1);
        assert_has(last_line(err_of(&c)), "umbel: standard output: cannot be written: No space");
        command_free(&c);
    }
}

static void json_on_a_full_disk(void **state)
{
    const char *path = in_folder(state, "run.json");
    write_text(path, "earlier\n");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "relu:tiny",
                                                      "-q", "--json", path, NULL},
                        .file_limit = 8192};
    command_run(&c);
    assert_complains(&c, path, "cannot be written", "the earlier file, if any, is untouched");
    size_t len;
    char *text = read_bytes_of(path, &len);
    assert_string_equal(text, "earlier\n");
    free(text);
    assert_int_equal(names_in(*state, "*"), 1); /* nothing aside */
    command_free(&c);
}

static void json_nowhere(void **state)
{
    const char *path = in_folder(state, "missing/run.json");
    struct command c = UMBEL("run", "tsm-tiny", "relu:tiny", "-q", "--json", path);
    assert_complains(&c, path, "No such file");
    command_free(&c);
}

/* `gen -o` to a path below a file is refused, and nothing is written. */
static void gen_over_a_file(void **state)
{
    const char *file = in_folder(state, "file");
    write_text(file, "kept");
    const char *below = in_folder(state, "file/out");
    struct command c = UMBEL("gen", "tsm-tiny", "-o", below);
    assert_complains(&c, file, "Not a directory");
    command_free(&c);
    assert_int_equal(names_in(*state, "*"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_line),      test_in_folder(system_files),
        test_in_folder(own_system_file),     cmocka_unit_test(unwritable_output),
        test_in_folder(json_on_a_full_disk), test_in_folder(json_nowhere),
        test_in_folder(gen_over_a_file),
    };
    return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
