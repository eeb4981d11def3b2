/*
 * One system run three ways: as tiles that sleep, as tiles that never sleep, and flat, as one
 * Verilog top. The cycles and every counter of every instance must be the same, byte for byte.
 *
 * A difference between the first two is a unit that says idle_o too soon, or counts while it
 * waits; one between tiles and flat is a channel that the engine carries a cycle early or late, or
 * a top that is wired otherwise than the tiles.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Verilator and the compiler take minutes for a flat top, on a loaded machine more. */
enum { SECONDS = 1800 };

static char *statistics(void **state, const char *system, const char *kernel, const char *way)
{
    const char *json = in_folder(state, "run.json");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", system, kernel, "--json",
                                                      json, "-q", way, NULL},
                        .seconds = SECONDS};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
    size_t len;
    return read_bytes_of(json, &len);
}

static int line_length(const char *line)
{
    return (int)strcspn(line, "\n");
}

/* Fails with the first line that differs, and the lines above it that name its unit and counter:
 * those of less indent. */
static void assert_same(const char *kernel, const char *way, const char *tiles, const char *other)
{
    const char *names[] = {"", ""};
    const char *line = tiles;
    for (; strncmp(line, other + (line - tiles), (size_t)line_length(line) + 1) == 0;
         line += line_length(line) + 1) {
        size_t indent = strspn(line, " ");
        if (indent == 4 || indent == 8)
            names[indent / 8] = line + indent;
        if (line[line_length(line)] == '\0')
            return;
    }
    const char *theirs = other + (line - tiles);
    fail_msg("%s: %.*s %.*s\n  %.*s\n  %s:\n  %.*s", kernel, line_length(names[0]), names[0],
             line_length(names[1]), names[1], line_length(line), line, way, line_length(theirs),
             theirs);
}

static void same_three_ways(void **state, const char *system, const char *const *kernels)
{
    for (; *kernels != NULL; kernels++) {
        char *tiles = statistics(state, system, *kernels, NULL);
        assert_non_null(strstr(tiles, "\"cycles\""));
        static const char *const ways[] = {"--no-idle-skip", "--flat"};
        for (int i = 0; i < 2; i++) {
            char *other = statistics(state, system, *kernels, ways[i]);
            assert_same(*kernels, ways[i], tiles, other);
            free(other);
        }
        free(tiles);
    }
}

static void tiny(void **state)
{
    static const char *const kernels[] = {"vecadd:tiny", "sgemm:tiny", "xtreme3:tiny",
                                          "transpose:tiny", NULL};
    same_three_ways(state, "tsm-tiny", kernels);
}

static void small(void **state)
{
    static const char *const kernels[] = {"vecadd:small", "sgemm:small", "xtreme3:small",
                                          "transpose:small", NULL};
    same_three_ways(state, "tsm-small", kernels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(tiny),
        test_in_folder(small),
    };
    return cmocka_run_group_tests_name("tiles, awake tiles and flat", tests, NULL, NULL);
}
