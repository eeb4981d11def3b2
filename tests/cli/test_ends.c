/*
 * Every command that has another program work for it, ended while that program runs: one line, no
 * temporary file, and the program ends with all that it has started. Scripts stand in for the
 * programs, so that each of them is slow.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* What a script stands in for; `words` of a command, in a folder with k.cu, k.yaml and t.yaml. */
static const struct {
    const char *program, *words[12];
} commands[] = {
    {"clang++-14", {"cuda", "k.cu", "--system", "tsm-tiny", "-q"}},
    {"clang++-14", {"cuda", "k.cu", "-o", "k"}},
    {"clang++-14", {"locality", "k.cu"}},
    {"clang++-14", {"run", "tsm-tiny", "k.cu", "--launch", "k.yaml", "-q", "--json", "j"}},
    {"gnuplot", {"thermal", "thesis-3-4", "--cells", "6", "-q", "--svg", "a.svg", "--json", "j"}},
    {"verilator", {"net", "mesh-4x4", "-q", "--load", "0.1", "--svg", "a.svg", "--json", "j"}},
    {"dot", {"draw", "tsm-tiny", "-o", "a.svg"}},
    {"yosys", {"prove", "fifo-0", "-q", "-o", "pp", "--json", "j"}},
    {"yosys", {"prove", "--table", "t.yaml", "-q", "-o", "pp", "-j", "2"}},
    {"yosys", {"prove", "wiring", "tsm-tiny", "-q", "-o", "pp"}},
};

static const char script[] =
    "#!/bin/sh\nsleep 100 &\necho $! >\"$STARTED.tmp\"\nmv \"$STARTED.tmp\" \"$STARTED\"\nwait\n";
static const char kernel[] = "extern \"C\" __global__ void k(unsigned *b) { b[0] = 1; }\n"
                             "int main() { return 0; }\n";
static const char launch[] = "about: x\nsource: k.cu\nbuffers:\n"
                             "  - {name: b, type: u32, count: 256, output: b.bin}\nlaunches:\n"
                             "  - {entry: k, grid: [1], block: [32], args: [b]}\n";
static const char table[] =
    "proofs:\n"
    "  - {proof: one, about: x, system: tsm-tiny, module: um_fifo, texts: [channel, queue, fifo],\n"
    "     params: [WIDTH=8, DEPTH=2], provers: [cadical], induction: 1, covers: 12, seconds: 5}\n";

static void prepare(void **state, const char *program)
{
    static const char *const real[] = {"clang++-14", "gnuplot", "dot", "yosys", "verilator"};
    mkdir(in_folder(state, "bin"), 0755);
    mkdir(in_folder(state, "tmp"), 0755);
    mkdir(in_folder(state, "work"), 0755);
    write_text(in_folder(state, "work/k.cu"), kernel);
    write_text(in_folder(state, "work/k.yaml"), launch);
    write_text(in_folder(state, "work/t.yaml"), table);
    char path[64];
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        snprintf(path, sizeof path, "bin/%s", real[i]);
        unlink(in_folder(state, path));
    }
    snprintf(path, sizeof path, "bin/%s", program);
    write_text(in_folder(state, path), script);
    chmod(in_folder(state, path), 0755);
}

/* For what a program that was killed leaves, in hundredths of a second. */
enum { PATIENCE = 2000 };

static bool appears(const char *path, int hundredths)
{
    for (int i = 0; i < hundredths && access(path, F_OK) != 0; i++)
        usleep(10000);
    return access(path, F_OK) == 0;
}

/* One that nobody has waited for yet has ended, too. */
static bool still_runs(long pid)
{
    char path[64], of = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    const bool read = f != NULL && fscanf(f, "%*d (%*[^)]) %c", &of) == 1;
    if (f != NULL)
        fclose(f);
    return read && of != 'Z';
}

static void ends(void **state, size_t i, int sig)
{
    const char *argv[16] = {umbel_path()};
    for (int w = 0; commands[i].words[w] != NULL; w++)
        argv[w + 1] = commands[i].words[w];
    prepare(state, commands[i].program);
    const char *started = in_folder(state, "started");
    unlink(started);
    setenv("STARTED", started, 1);
    struct command c = {.argv = argv,
                        .dir = in_folder(state, "work"),
                        .cache = in_folder(state, "cache"), /* new: Verilator is asked at once */
                        .seconds = 60};
    command_start(&c);
    const bool began = appears(started, 3000);
    kill(c.pid, sig);
    command_finish(&c);
    if (!began)
        fail_msg("%s %s did not start %s: %s", argv[1], argv[2], commands[i].program, err_of(&c));
    assert_status(&c, sig == SIGKILL ? 128 + SIGKILL : 130);
    if (sig != SIGKILL) {
        assert_int_equal(count_lines(err_of(&c)), 1);
        assert_has(err_of(&c), "umbel: interrupted");
    }
    command_free(&c);
    FILE *f = fopen(in_folder(state, "started"), "r");
    long below = 0;
    assert_int_equal(fscanf(f, "%ld", &below), 1);
    fclose(f);
    for (int t = 0; t < PATIENCE && still_runs(below); t++)
        usleep(10000);
    assert_false(still_runs(below));
    /* After SIGKILL the keeper needs a moment. */
    for (int t = 0; t < PATIENCE && names_in(in_folder(state, "tmp"), "*") > 0; t++)
        usleep(10000);
    assert_int_equal(names_in(in_folder(state, "tmp"), "*"), 0);
    for (int t = 0; t < PATIENCE && names_in(in_folder(state, "work"), "*.tmp") > 0; t++)
        usleep(10000);
    assert_int_equal(names_in(in_folder(state, "work"), "*.tmp"), 0);
    assert_int_equal(names_in(in_folder(state, "work"), "[ajk]"), 0);
    assert_int_equal(names_in(in_folder(state, "work"), "*.svg"), 0);
}

static void every_command(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
    const char *was = getenv("PATH");
    char *path = strdup(was != NULL ? was : "/usr/bin:/bin"), all[4200];
    snprintf(all, sizeof all, "%s:%s", in_folder(state, "bin"), path);
    setenv("PATH", all, 1);
    setenv("TMPDIR", in_folder(state, "tmp"), 1);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        for (size_t s = 0; s < sizeof signals / sizeof *signals; s++)
            ends(state, i, signals[s]);
    setenv("PATH", path, 1);
    unsetenv("TMPDIR");
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(every_command)};
    return cmocka_run_group_tests_name("ends", tests, NULL, NULL);
}
