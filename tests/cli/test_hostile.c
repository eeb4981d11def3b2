/*
 * Absurd input: wrong numbers, endless inputs, two outputs to one file, buffers larger than memory.
 * Each gives one line of error and status 1; the command never crashes, hangs, misreads the input
 * or loses a file.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char relu_yaml[] = UMBEL_ROOT "/sw/kernels/relu/relu.yaml";

enum { MOST_WORDS = 10 };

struct mistake {
    const char *words[MOST_WORDS], *what, *advice;
};

static void complains(const struct mistake *m)
{
    const char *argv[MOST_WORDS + 2] = {umbel_path()};
    for (int i = 0; i < MOST_WORDS && m->words[i] != NULL; i++)
        argv[i + 1] = m->words[i];
    struct command c = {.argv = argv, .seconds = 60};
    command_run(&c);
    assert_complains(&c, m->what, m->advice);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
}

/* ---- numbers ---- */

#define NONE "/dev/null"
#define MP UMBEL_ROOT "/formal/litmus/MP.litmus"

static void numbers(void **state)
{
    (void)state;
    static const struct mistake cases[] = {
        {{"run", "tsm-tiny", "relu", "--seed", "-1"}, "--seed -1:", "without a sign"},
        {{"run", "tsm-tiny", "relu", "--seed", "+1"}, "--seed +1:", "without a sign"},
        {{"run", "tsm-tiny", "relu", "--seed", " 1"}, "--seed  1:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", ""}, "--seed :", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", "010"}, "--seed 010:", "leading zeros"},
        {{"run", "tsm-tiny", "relu", "--seed", "0x"}, "--seed 0x:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", "0x10000000000000000"}, "--seed", "2^64-1"},
        {{"run", "tsm-tiny", "relu", "--seed", "99999999999999999999"}, "--seed", "2^64-1"},
        {{"run", "tsm-tiny", "relu", "--profile=-3"}, "--profile -3:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=-1"}, "gpus is -1", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=1.5"}, "gpus is 1.5", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=4294967297"},
         "gpus is 4294967297",
         "from 1 to 64"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=99999999999999999999"}, "gpus is", "whole"},
        {{"run", "tsm-tiny", "relu", "--set", "umc.bytes=18446744073709551615"},
         "umc.bytes is",
         "power of two"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus="}, "gpus is empty", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "="}, "--set =:", "path=value"},
        {{"run", "tsm-tiny", "relu", "--set", ""}, "--set :", "path=value"},
        {{"litmus", MP, "--placement=-1.0,0.0"}, "--placement -1.0,0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=0.-1,0.0"}, "--placement 0.-1,0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=+1.0,0.0"}, "--placement +1.0,0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=1.0, 0.0"}, "--placement 1.0, 0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=4294967297.0,0.0"}, "--placement 4294967297", "GPU.CTA"},
        {{"litmus", MP, "--placement=1.0,0.0,"}, "--placement", "only 2 threads"},
        {{"litmus", MP, "--placement="}, "--placement :", "GPU.CTA"},
        {{"litmus", MP, "--placement=999.0,0.0"}, "on GPU 999", "2 GPUs"},
        {{"litmus", MP, "--runs", "0"}, "--runs 0:", "from 1"},
        {{"litmus", MP, "--runs", "4294967296"}, "--runs 4294967296:", "4294967295"},
        {{"litmus", MP, "--seed", "9223372036854775808"}, "--seed", "9223372036854775807"},
        {{"prove", "--jobs", "-1"}, "--jobs -1:", "from 1 to"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(&cases[i]);
}

static void three_hundred_sets(void **state)
{
    (void)state;
    const char *argv[605] = {umbel_path(), "run", "tsm-tiny", "relu"};
    for (int i = 0; i < 300; i++) {
        argv[4 + 2 * i] = "--set";
        argv[5 + 2 * i] = "gpus=2";
    }
    struct command c = {.argv = argv};
    command_run(&c);
    assert_complains(&c, "one --set too many", "write a system file");
    command_free(&c);
}

/* ---- inputs that are no files ---- */

/* For each kind of input, one line that names it; a command that keeps reading hits the
 * time limit. */
static void refused_as_input(const char *path, const char *why)
{
    const char *const ways[][MOST_WORDS] = {
        {"run", path, "relu:tiny"},
        {"run", "tsm-tiny", "relu.cu", "--launch", path},
        {"run", "tsm-tiny", path, "--launch", relu_yaml},
        {"litmus", path},
        {"litmus", MP, "--system", path},
        {"prove", "--table", path},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct mistake m = {.what = path, .advice = why};
        memcpy(m.words, ways[i], sizeof m.words);
        complains(&m);
    }
}

static void inputs_without_an_end(void **state)
{
    const char *pipe = in_folder(state, "pipe.yaml"), *big = in_folder(state, "big.litmus");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    refused_as_input(pipe, "no regular file");
    refused_as_input("/dev/zero", "no regular file");
    write_text(big, "");
    assert_int_equal(truncate(big, (off_t)10 << 30), 0); /* all holes */
    refused_as_input(big, "10737418240 bytes");
    const struct mistake folders[] = {
        {{"run", "tsm-tiny", "relu.cu", "--launch", *state}, *state, "it is a folder"},
        {{"run", "tsm-tiny", *state, "--launch", relu_yaml}, *state, "it is a folder"},
        {{"run", "tsm-tiny", "relu.cu", "--launch", ""}, "'': cannot be read", "No such file"},
        {{"litmus", ""}, "'': cannot be read", "No such file"},
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        complains(&folders[i]);
}

/* A quoted path must neither break the message's line nor push its reason out. */
static void paths_that_are_no_words(void **state)
{
    (void)state;
    char path[4000] = "/";
    memset(path + 1, 'x', sizeof path - 2);
    path[sizeof path - 1] = '\0';
    const struct mistake cases[] = {
        {{"run", "tsm-tiny", "relu.cu", "--launch", path}, " ... ", "File name too long"},
        {{"run", "tsm-tiny", "relu:tiny", "--json", path}, " ... ", "File name too long"},
        {{"litmus", "/no\nwhere\033[2J"}, "/no\\nwhere\\x1b[2J:", "No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(&cases[i]);
}

/* ---- outputs ---- */

static void options_given_twice(void **state)
{
    (void)state;
    static const struct mistake cases[] = {
        {{"run", "tsm-tiny", "relu", "--json", NONE, "--json", NONE}, "--json is given twice", ""},
        {{"run", "tsm-tiny", "relu", "--seed", "1", "--seed=2"}, "--seed is given twice", ""},
        {{"run", "tsm-tiny", "relu", "--trace", NONE, "--trace", NONE},
         "--trace is given twice",
         ""},
        {{"gen", "tsm-tiny", "-o", NONE, "--output", NONE}, "--output is given twice", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(&cases[i]);
}

static const char copies[] = "about: y = x\nsource: k.cu\nbuffers:\n"
                             "  - {name: x, type: u32, count: 4, init: %s}\n"
                             "  - {name: y, type: u32, count: 4, output: %s}\n"
                             "  - {name: z, type: u32, count: 4, output: %s}\n"
                             "launches:\n"
                             "  - {entry: copy, grid: [1], block: [4], args: [x, y]}\n";
static const char copy_kernel[] =
    "extern \"C\" __global__ void copy(const unsigned *x, unsigned *y)\n"
    "{\n    y[threadIdx.x] = x[threadIdx.x];\n}\n";

static const char *make_launch(void **state, const char *init, const char *y, const char *z)
{
    char text[1024];
    snprintf(text, sizeof text, copies, init, y, z);
    const char *path = in_folder(state, "k.yaml");
    write_text(path, text);
    write_text(in_folder(state, "k.cu"), copy_kernel);
    return path;
}

/* Runs in the folder; the work must not have begun, nor a file be left or changed. */
static void one_file(void **state, const char *const *words, const char *what)
{
    const char *argv[MOST_WORDS + 8] = {umbel_path(), "run",      "tsm-tiny",
                                        "k.cu",       "--launch", "k.yaml"};
    for (int i = 0; words[i] != NULL; i++)
        argv[6 + i] = words[i];
    const unsigned files = names_in(*state, "*");
    struct command c = {.argv = argv, .dir = *state, .seconds = 60};
    command_run(&c);
    assert_complains(&c, what);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
    assert_int_equal(names_in(*state, "*"), files);
}

static void outputs_that_are_one_file(void **state)
{
    make_launch(state, "zero", "y.bin", "z.bin");
    assert_int_equal(symlink("a", in_folder(state, "link")), 0);
    assert_int_equal(mkdir(in_folder(state, "d"), 0755), 0);
    static const struct {
        const char *words[6], *what;
    } cases[] = {
        {{"--json", "a", "--trace", "./a"}, "--trace ./a: --json writes the same file"},
        {{"--json", "a", "--trace", "d/../a"}, "--trace d/../a: --json writes the same file"},
        {{"--json", "a", "--waves", "link"}, "--waves link: --json writes the same file"},
        {{"--json", "y.bin"}, "'output' of y: y.bin: --json writes the same file"},
        {{"--json", "k.yaml"}, "--json k.yaml: the launch file, which is read"},
        {{"--json", "k.cu"}, "--json k.cu: the kernel's file, which is read"},
        {{"--trace", "./d/../k.yaml"}, "the launch file, which is read"},
        {{"--json", "none/x"}, "none/x: cannot be written: No such file"},
        {{"--trace", "d"}, "d: cannot be written: Is a directory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        one_file(state, cases[i].words, cases[i].what);
    const char *const nothing[] = {NULL};
    make_launch(state, "zero", "y.bin", "./y.bin");
    one_file(state, nothing, "'output' of z: ./y.bin: 'output' of y: writes the same file");
    make_launch(state, "zero", "k.cu", "z.bin");
    one_file(state, nothing, "'output' of y: k.cu: the kernel's file, which is read");
    make_launch(state, "zero", "y.bin", "none/z.bin");
    one_file(state, nothing, "none/z.bin: cannot be written: No such file");
    write_text(in_folder(state, "x.bin"), "0123456789abcdef");
    make_launch(state, "file, path: x.bin", "x.bin", "z.bin");
    one_file(state, nothing, "'output' of y: x.bin: a buffer's file, which is read");
    write_text(in_folder(state, "s.yaml"), "base: tsm-tiny\n");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "s.yaml", "relu:tiny",
                                                      "--json", "s.yaml", NULL},
                        .dir = *state};
    command_run(&c);
    assert_complains(&c, "--json s.yaml: the system file, which is read");
    command_free(&c);
    write_text(in_folder(state, "t.yaml"), "base: s.yaml\n");
    c.argv =
        (const char *const[]){umbel_path(), "run", "t.yaml", "relu:tiny", "--json", "s.yaml", NULL};
    command_run(&c);
    assert_complains(&c, "--json", "s.yaml", "a system file's base, which is read");
    command_free(&c);
}

/* The JSON is written even if standard output fails; that failure is reported, too. */
static void broken_output(void **state)
{
    static const struct {
        const char *line, *why;
    } cases[] = {
        {"umbel run tsm-tiny relu:tiny --json j >&-", "Bad file descriptor"},
        {"umbel run tsm-tiny relu:tiny --json j >/dev/full", "No space left"},
        /* The reader has ended before the writer begins. */
        {"{ until [ -e gone ]; do sleep 0.05; done; umbel run tsm-tiny relu:tiny --json j; "
         "echo $? >s; } | { exec <&-; : >gone; }; exit $(cat s)",
         "Broken pipe"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[256];
        snprintf(line, sizeof line, "cd '%s' && rm -f j && %s", (const char *)*state,
                 cases[i].line);
        struct command c = umbel_run_line(line);
        assert_complains(&c, "umbel: standard output: cannot be written:", cases[i].why);
        command_free(&c);
        size_t len;
        char *text = read_bytes_of(in_folder(state, "j"), &len);
        assert_has(text, "\"result\": \"identical to cacheless execution\"");
        free(text);
    }
}

/* A limit on file sizes (ulimit -f) gives an error, and leaves no file. */
static void no_room_for_files(void **state)
{
    static const char *const lines[] = {
        "umbel litmus " MP " -q --runs 9 --json j",
        "umbel gen tsm-tiny -o out",
    };
    assert_int_equal(mkdir(in_folder(state, "out"), 0755), 0);
    write_text(in_folder(state, "out/um_fifo.v"), "earlier");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[512];
        snprintf(line, sizeof line, "cd '%s' && ulimit -f 2 && %s", (const char *)*state, lines[i]);
        struct command c = umbel_run_line(line);
        assert_status(&c, 1);
        assert_has(err_of(&c), "cannot be written: File too large");
        command_free(&c);
    }
    assert_int_equal(names_in(*state, "*"), 1);
    assert_int_equal(names_in(in_folder(state, "out"), "*"), 1); /* none of the set */
    size_t len;
    char *text = read_bytes_of(in_folder(state, "out/um_fifo.v"), &len);
    assert_string_equal(text, "earlier");
    free(text);
}

/* If there is room for only one of two outputs, neither is put in its place. */
static void all_outputs_or_none(void **state)
{
    char text[1024];
    write_text(in_folder(state, "k.cu"), copy_kernel);
    write_text(in_folder(state, "y.bin"), "earlier");
    snprintf(text, sizeof text,
             "about: y = x\nsource: k.cu\nbuffers:\n"
             "  - {name: x, type: u32, count: 4, init: iota}\n"
             "  - {name: y, type: u32, count: 4, output: y.bin}\n"
             "  - {name: z, type: u8, count: 300000, output: z.bin}\n"
             "launches:\n"
             "  - {entry: copy, grid: [1], block: [4], args: [x, y]}\n");
    write_text(in_folder(state, "k.yaml"), text);
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "k.cu",
                                                      "--launch", "k.yaml", "-q", NULL},
                        .dir = *state,
                        .file_limit = 200000};
    command_run(&c);
    assert_complains(&c, "z.bin: cannot be written: File too large");
    command_free(&c);
    size_t len;
    char *y = read_bytes_of(in_folder(state, "y.bin"), &len);
    assert_string_equal(y, "earlier");
    free(y);
    assert_int_equal(names_in(*state, "*"), 3);
}

/* JSON to the file that is also standard output is appended to the printed text. */
static void json_into_standard_output(void **state)
{
    const char *both = in_folder(state, "both");
    char line[512];
    snprintf(line, sizeof line,
             "umbel run tsm-tiny relu:tiny --max-cycles 9 --json '%s' >'%s' 2>&1", both, both);
    struct command c = umbel_run_line(line);
    assert_status(&c, 1);
    command_free(&c);
    size_t len;
    char *text = read_bytes_of(both, &len);
    const char *table = strstr(text, "system          tsm-tiny"),
               *why = strstr(text, "umbel: stopped"),
               *json = strstr(text, "\"result\": \"INCOMPLETE\"");
    assert_ptr_equal(table, text);
    assert_true(table < why && why < json);
    free(text);
    assert_int_equal(names_in(*state, "*"), 1);
}

/* ---- memory ---- */

static void buffers_beyond_memory(void **state)
{
    const char *launch = in_folder(state, "k.yaml");
    const char *kernel = in_folder(state, "k.cu");
    write_text(kernel, copy_kernel);
    write_text(launch, "about: too much\nsource: k.cu\nbuffers:\n"
                       "  - {name: x, type: u32, count: 200000000, init: random}\n"
                       "  - {name: y, type: u32, count: 200000000, init: random}\n"
                       "launches:\n  - {entry: copy, grid: [1], block: [4], args: [x, y]}\n");
    const struct mistake m = {{"run", "tsm-tiny", kernel, "--launch", launch},
                              "k.yaml:4:3: the buffers take 1600000000 bytes together",
                              "memory has 16777216"};
    complains(&m);
}

/* Limits that leave too little, and a bound that is no number: one line that names it. */
static void limits(void **state)
{
    (void)state;
    static const struct {
        const char *line, *text;
    } rows[] = {
        {"ulimit -s 64; umbel systems",
         "umbel: the stack may have 64 KiB (ulimit -s), and needs 512; raise that limit"},
        {"UMBEL_MEMORY=much umbel systems",
         "umbel: UMBEL_MEMORY=much: how much memory a process may have is a number and a unit"},
        {"UMBEL_MEMORY=1K umbel systems", "umbel: UMBEL_MEMORY=1K: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct command c = umbel_run_line(rows[i].line);
        assert_complains(&c, rows[i].text);
        command_free(&c);
    }
}

#ifndef __has_feature /* clang's */
#define __has_feature(name) 0
#endif

/* One line of error, whichever allocation fails first. */
static void no_memory(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    print_message("*** SKIPPED: the address sanitizer maps more than any limit on memory ***\n");
    skip();
#endif
    static const unsigned kilobytes[] = {18000, 24000, 64000};
    for (size_t i = 0; i < sizeof kilobytes / sizeof *kilobytes; i++) {
        char line[512];
        snprintf(line, sizeof line, "ulimit -v %u; umbel litmus " MP " -q --runs 9", kilobytes[i]);
        struct command c = umbel_run_line(line);
        assert_complains(&c, "umbel: out of memory", "; a process may have ", ": raise ulimit -v");
        command_free(&c);
    }
}

/* Builds the units first, so that progress of builds is not in the output that tests read. */
static int build_units(void **state)
{
    (void)state;
    struct command c = UMBEL("run", "tsm-tiny", "relu:tiny", "-q");
    int status = c.status;
    command_free(&c);
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(three_hundred_sets),
        test_in_folder(inputs_without_an_end),
        cmocka_unit_test(paths_that_are_no_words),
        cmocka_unit_test(options_given_twice),
        test_in_folder(outputs_that_are_one_file),
        test_in_folder(broken_output),
        test_in_folder(no_room_for_files),
        test_in_folder(all_outputs_or_none),
        test_in_folder(json_into_standard_output),
        test_in_folder(buffers_beyond_memory),
        cmocka_unit_test(limits),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests_name("hostile", tests, build_units, NULL);
}
