/* `umbel gen`: the same bytes each time, and Verilog that three tools take without a word. */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const systems[] = {"tsm-tiny", "tsm-small", "tsm-4gpu"};

static const char *gen(void **state, const char *system, const char *to)
{
    const char *dir = in_folder(state, to);
    struct command c = UMBEL("gen", system, "-o", dir);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    assert_string_equal(err_of(&c), "");
    command_free(&c);
    return dir;
}

/* The order of the files in a folder is the disk's; what is in them is ours. */
static unsigned same_files(const char *a, const char *b)
{
    unsigned n = 0;
    DIR *d = opendir(a);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        char path[2][1024];
        size_t len[2];
        snprintf(path[0], sizeof path[0], "%s/%s", a, e->d_name);
        snprintf(path[1], sizeof path[1], "%s/%s", b, e->d_name);
        char *one = read_bytes_of(path[0], &len[0]), *two = read_bytes_of(path[1], &len[1]);
        assert_int_equal(len[0], len[1]);
        assert_memory_equal(one, two, len[0]);
        free(one);
        free(two);
        n++;
    }
    closedir(d);
    return n;
}

static void same_bytes(void **state)
{
    for (size_t i = 0; i < 3; i++) {
        char one[32], two[32];
        snprintf(one, sizeof one, "%s.1", systems[i]);
        snprintf(two, sizeof two, "%s.2", systems[i]);
        const char *a = gen(state, systems[i], one), *b = gen(state, systems[i], two);
        unsigned n = same_files(a, b);
        assert_int_equal(n, names_in(b, "*"));
        assert_int_equal(n, names_in(a, "*.v") + 1);
    }
}

/* files.f has every module's file once, and nothing else. */
static void list_of_files(void **state)
{
    for (size_t i = 0; i < 3; i++) {
        const char *dir = gen(state, systems[i], systems[i]);
        char path[1024];
        size_t len;
        snprintf(path, sizeof path, "%s/files.f", dir);
        char *list = read_bytes_of(path, &len);
        assert_int_equal(count_lines(list), names_in(dir, "*.v"));
        for (char *line = strtok(list, "\n"); line != NULL; line = strtok(NULL, "\n"))
            assert_int_equal(names_in(dir, line), 1);
        assert_int_equal(names_in(dir, "um_system.v"), 1);
        free(list);
    }
}

/* A field that is set shows in what is written. */
static void sets_matter(void **state)
{
    const char *a = gen(state, "tsm-tiny", "a"), *b = in_folder(state, "b");
    struct command c = UMBEL("gen", "tsm-tiny", "--set", "mgcc.ts_bits=9", "-o", b);
    assert_status(&c, 0);
    command_free(&c);
    char path[2][1024];
    size_t len;
    snprintf(path[0], sizeof path[0], "%s/um_system.v", a);
    snprintf(path[1], sizeof path[1], "%s/um_system.v", b);
    char *one = read_bytes_of(path[0], &len), *two = read_bytes_of(path[1], &len);
    assert_string_not_equal(one, two);
    free(one);
    free(two);
}

/* ---- other people's tools: no word on either output ---- */

static void silent(const char *dir, const char *const *argv)
{
    struct command c = {.argv = argv, .dir = dir};
    command_run(&c);
    if (c.status == 127)
        fail_msg("%s is not installed", argv[0]);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    assert_string_equal(err_of(&c), "");
    command_free(&c);
}

static void lint(void **state, const char *system)
{
    silent(gen(state, system, system),
           (const char *const[]){"verilator", "--lint-only", "-Wall", "--top-module", "um_system",
                                 "-F", "files.f", NULL});
}

static void verilator_tiny(void **state)
{
    lint(state, "tsm-tiny");
}

static void verilator_small(void **state)
{
    lint(state, "tsm-small");
}

static void verilator_four_gpus(void **state)
{
    slow_only("lint of tsm-4gpu takes 30 s");
    lint(state, "tsm-4gpu");
}

static void icarus(void **state)
{
    for (size_t i = 0; i < 2; i++)
        silent(gen(state, systems[i], systems[i]),
               (const char *const[]){"iverilog", "-g2005", "-Wall", "-t", "null", "-s", "um_system",
                                     "-c", "files.f", NULL});
}

static void yosys(void **state)
{
    char files[16384] = "read_verilog", path[1024];
    const char *dir = gen(state, "tsm-tiny", "tsm-tiny");
    size_t len, used = strlen(files);
    snprintf(path, sizeof path, "%s/files.f", dir);
    char *list = read_bytes_of(path, &len);
    for (char *line = strtok(list, "\n"); line != NULL; line = strtok(NULL, "\n"))
        used += (size_t)snprintf(files + used, sizeof files - used, " %s", line);
    free(list);
    snprintf(files + used, sizeof files - used,
             "; hierarchy -check -top um_system; proc; check -assert");
    silent(dir, (const char *const[]){"yosys", "-q", "-p", files, NULL});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(same_bytes),      test_in_folder(list_of_files),
        test_in_folder(sets_matter),     test_in_folder(verilator_tiny),
        test_in_folder(verilator_small), test_in_folder(verilator_four_gpus),
        test_in_folder(icarus),          test_in_folder(yosys),
    };
    return cmocka_run_group_tests_name("generated systems", tests, NULL, NULL);
}
