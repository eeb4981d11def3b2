/* `umbel gen`: the same bytes each time, and Verilog that three tools accept without a warning. */
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

/* The order of the files in a folder is the disk's; what is in them is ours. files.f has the
 * folder's own path. */
static unsigned same_files(const char *a, const char *b)
{
    unsigned n = 0;
    DIR *d = opendir(a);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.' || strcmp(e->d_name, "files.f") == 0)
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
        assert_int_equal(n, names_in(b, "*") - 1);
        assert_int_equal(n, names_in(a, "*.v") + 1);
    }
}

/* names.f has every module's file once, and nothing else; files.f the same with whole paths. */
static void list_of_files(void **state)
{
    for (size_t i = 0; i < 3; i++) {
        const char *dir = gen(state, systems[i], systems[i]);
        char path[1024], *save[2];
        size_t len;
        snprintf(path, sizeof path, "%s/names.f", dir);
        char *names = read_bytes_of(path, &len);
        snprintf(path, sizeof path, "%s/files.f", dir);
        char *files = read_bytes_of(path, &len);
        assert_int_equal(count_lines(names), names_in(dir, "*.v"));
        assert_int_equal(count_lines(files), names_in(dir, "*.v"));
        char *file = strtok_r(files, "\n", &save[1]);
        for (char *line = strtok_r(names, "\n", &save[0]); line != NULL;
             line = strtok_r(NULL, "\n", &save[0])) {
            assert_int_equal(names_in(dir, line), 1);
            snprintf(path, sizeof path, "%s/%s", dir, line);
            assert_string_equal(file, path);
            file = strtok_r(NULL, "\n", &save[1]);
        }
        assert_int_equal(names_in(dir, "um_system.v"), 1);
        free(names);
        free(files);
    }
}

/* A --set changes the Verilog that is written. */
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

/* `%s` in the line is the folder; it runs in another one. */
static void silent(const char *line, const char *dir)
{
    char text[2048];
    snprintf(text, sizeof text, line, dir, dir);
    struct command c = {.argv = (const char *const[]){"/bin/bash", "-c", text, NULL}, .dir = "/"};
    command_run(&c);
    if (c.status == 127)
        fail_msg("not installed: %s", err_of(&c));
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    assert_string_equal(err_of(&c), "");
    command_free(&c);
}

static void lint(void **state, const char *system)
{
    silent("verilator --lint-only -Wall --top-module um_system -f %s/files.f",
           gen(state, system, system));
}

/* The units are the same ones with --no-counters; no bit of a counter is left to them. */
static void without_counters(void **state)
{
    const char *a = gen(state, "tsm-tiny", "a"), *b = in_folder(state, "b");
    struct command c = UMBEL("gen", "tsm-tiny", "--no-counters", "-o", b);
    assert_status(&c, 0);
    command_free(&c);
    struct command diff = {.argv =
                               (const char *const[]){"diff", "-rq", "-x", "files.f", a, b, NULL}};
    command_run(&diff);
    assert_int_equal(count_lines(out_of(&diff)), 1);
    assert_non_null(strstr(out_of(&diff), "um_system.v"));
    command_free(&diff);
    silent("grep -qE '\\.COUNT_W +\\(0\\)' %s/um_system.v", b);
    silent("! grep -E '\\.COUNT_W +\\([1-9]' %s/um_system.v", b);
    silent("verilator --lint-only -Wall --top-module um_system -f %s/files.f", b);
}

static void verilator_tiny(void **state)
{
    lint(state, "tsm-tiny");
}

static void verilator_small(void **state)
{
    slow_only("tsm-tiny has the same units, and fewer of them");
    lint(state, "tsm-small");
}

static void verilator_packages(void **state)
{
    lint(state, "rdma-tiny");
    lint(state, "numa-tiny");
}

static void verilator_four_gpus(void **state)
{
    slow_only("lint of tsm-4gpu takes 30 s");
    lint(state, "tsm-4gpu");
}

static void icarus(void **state)
{
    static const char *const small[] = {"tsm-tiny", "rdma-tiny", "numa-tiny", "tsm-small"};
    for (size_t i = 0; i < (slow_wanted() ? 4 : 3); i++)
        silent("iverilog -g2005 -Wall -t null -s um_system -c %s/files.f",
               gen(state, small[i], small[i]));
}

static void yosys(void **state)
{
    static const char *const tiny[] = {"tsm-tiny", "rdma-tiny", "numa-tiny"};
    if (!slow_wanted())
        print_message(
            "*** SKIPPED: Yosys on two machines of packages, whose wiring tests of formal/ have "
            "it read; UMBEL_SLOW=1 runs it ***\n");
    for (size_t i = 0; i < (slow_wanted() ? sizeof tiny / sizeof *tiny : 1); i++)
        silent(
            "yosys -q -p 'hierarchy -check -top um_system; proc; check -assert' $(cat %s/files.f)",
            gen(state, tiny[i], tiny[i]));
}

/* As names.f allows; no tool but Verilator asks for more than to run there. A space in the path is
 * too much for the others' lists. */
static void moved(void **state)
{
    const char *dir = in_folder(state, "moved");
    assert_int_equal(rename(gen(state, "tsm-tiny", "first"), dir), 0);
    silent("verilator --lint-only -Wall --top-module um_system -F %s/names.f", dir);
    assert_int_equal(rename(dir, in_folder(state, "moved again")), 0);
    dir = in_folder(state, "moved again");
    silent("cd '%s' && iverilog -g2005 -Wall -t null -s um_system -c names.f && "
           "yosys -q -p 'hierarchy -check -top um_system' $(cat names.f)",
           dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(same_bytes),
        test_in_folder(list_of_files),
        test_in_folder(sets_matter),
        test_in_folder(without_counters),
        test_in_folder(verilator_tiny),
        test_in_folder(verilator_small),
        test_in_folder(verilator_packages),
        test_in_folder(verilator_four_gpus),
        test_in_folder(icarus),
        test_in_folder(yosys),
        test_in_folder(moved),
    };
    return cmocka_run_group_tests_name("generated systems", tests, NULL, NULL);
}
