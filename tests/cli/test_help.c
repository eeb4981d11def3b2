/* --help, --version, the manual pages and completion, which all come from one table. */
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

/* The commands as a user writes them, and their pages. */
static const char *const commands[][2] = {
    {"run", "umbel-run"},
    {"cuda", "umbel-cuda"},
    {"gen", "umbel-gen"},
    {"draw", "umbel-draw"},
    {"litmus", "umbel-litmus"},
    {"net", "umbel-net"},
    {"locality", "umbel-locality"},
    {"thermal", "umbel-thermal"},
    {"prove", "umbel-prove"},
    {"study", "umbel-study"},
    {"fpga", "umbel-fpga"},
    {"fpga probe", "umbel-fpga-probe"},
    {"fpga load", "umbel-fpga-load"},
    {"fpga litmus", "umbel-fpga-litmus"},
    {"fpga peek", "umbel-fpga-peek"},
    {"fpga stats", "umbel-fpga-stats"},
    {"fpga traffic", "umbel-fpga-traffic"},
    {"fpga serve", "umbel-fpga-serve"},
    {"systems", "umbel-systems"},
    {"kernels", "umbel-kernels"},
    {"units", "umbel-units"},
    {"help", "umbel-help"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Runs a line in bash, with the umbel under test; returns the output, to be freed. */
static char *said(const char *fmt, const char *word)
{
    char line[256];
    snprintf(line, sizeof line, fmt, word);
    struct command c = umbel_run_line(line);
    assert_string_equal(err_of(&c), "");
    assert_status(&c, 0);
    char *text = strdup(out_of(&c));
    command_free(&c);
    return text;
}

/* ---- help, version ---- */

static void four_ways_to_ask(void **state)
{
    (void)state;
    for (size_t i = 0; i < COMMANDS; i++) {
        static const char *const ways[] = {"umbel %s --help", "umbel %s -h", "umbel help %s"};
        char *first = said(ways[0], commands[i][0]), want[64];
        snprintf(want, sizeof want, "Usage: umbel %s ", commands[i][0]);
        assert_has(first, want);
        assert_has(first, "-h, --help");
        for (int w = 1; w < 3; w++) {
            char *other = said(ways[w], commands[i][0]);
            assert_string_equal(other, first);
            free(other);
        }
        free(first);
    }
    static const char *const of_all[] = {"umbel --help", "umbel -h", "umbel help"};
    char *first = said(of_all[0], "");
    for (size_t i = 0; i < COMMANDS; i++)
        assert_has(first, commands[i][0]);
    for (int w = 1; w < 3; w++) {
        char *other = said(of_all[w], "");
        assert_string_equal(other, first);
        free(other);
    }
    free(first);
}

/* --version agrees with the Makefile's VERSION and with git. */
static void version(void **state)
{
    (void)state;
    char *first = said("umbel --version", "");
    char *number = said("sed -n 's/^VERSION := //p' '%s/Makefile'", UMBEL_ROOT);
    number[strcspn(number, "\n")] = '\0';
    char want[64];
    snprintf(want, sizeof want, "umbel %s (", number);
    assert_int_equal(strncmp(first, want, strlen(want)), 0);
    char commit[64];
    assert_int_equal(sscanf(first, "umbel %*s (%63[^)])", commit), 1);
    if (strcmp(commit, "unknown") != 0) { /* built outside of git */
        assert_int_equal(strspn(commit, "0123456789abcdef"), 40);
        assert_true(commit[40] == '\0' || strcmp(commit + 40, "-dirty") == 0);
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        char *other = said("umbel %s --version", commands[i][0]);
        assert_string_equal(other, first);
        free(other);
    }
    free(first);
    free(number);
}

static void nobody(void **state)
{
    (void)state;
    struct command c = UMBEL("help", "frobnicate");
    assert_complains(&c, "'frobnicate' is not a command", "umbel --help");
    command_free(&c);
    c = UMBEL("help", "fpga", "frobnicate");
    assert_complains(&c, "'fpga frobnicate' is not a command", "umbel --help");
    command_free(&c);
}

/* ---- the manual ---- */

/* The long options that --help names. */
static size_t options_of(const char *command, char names[64][32])
{
    char *help = said("umbel %s --help", command);
    size_t n = 0;
    for (const char *line = strchr(help, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        const char *at = line + 1 + strspn(line + 1, " ");
        if (at[0] == '-' && at[1] != '-')
            at = strncmp(at + 2, ", ", 2) == 0 ? at + 4 : at;
        if (at - line > 8 || strncmp(at, "--", 2) != 0)
            continue;
        snprintf(names[n++], 32, "%.*s", (int)(2 + strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-")),
                 at);
    }
    free(help);
    return n;
}

/* A page as man(1) shows it, without bold. */
static char *page(void **state, const char *name)
{
    char line[1200];
    snprintf(line, sizeof line, "mandoc -Tascii -O width=200 '%s/%s.1'", in_folder(state, "man"),
             name);
    char *text = said("%s", line), *to = text;
    for (const char *from = text; *from != '\0'; from++) /* bold is a letter twice on one place */
        if (from[1] == '\b')
            from++;
        else
            *to++ = *from;
    *to = '\0';
    assert_true(strlen(text) > 500);
    return text;
}

static void manual(void **state)
{
    struct command c = UMBEL("help", "--man", in_folder(state, "man"));
    assert_status(&c, 0);
    command_free(&c);
    assert_int_equal(names_in(in_folder(state, "man"), "*"), COMMANDS + 1);
    for (size_t i = 0; i < COMMANDS; i++) {
        char names[64][32], *text = page(state, commands[i][1]);
        size_t n = options_of(commands[i][0], names);
        assert_true(n >= 2);
        for (size_t o = 0; o < n; o++)
            assert_has(text, names[o]);
        assert_has(text, "EXIT STATUS");
        assert_has(text, "UMBEL_CACHE");
        free(text);
    }
    char *text = page(state, "umbel");
    for (size_t i = 0; i < COMMANDS; i++)
        assert_has(text, commands[i][0]);
    free(text);
}

static void manual_is_clean(void **state)
{
    struct command c = UMBEL("help", "--man", in_folder(state, "man"));
    assert_status(&c, 0);
    command_free(&c);
    char line[1200];
    snprintf(line, sizeof line, "mandoc -Tlint -W warning '%s'/*.1", in_folder(state, "man"));
    char *text = said("%s", line);
    assert_string_equal(text, "");
    free(text);
    /* The check notices a bad page. */
    write_text(in_folder(state, "man/bad.1"), ".TH BAD 1\n.SH NAME\n.TPX\n");
    c = umbel_run_line(line);
    assert_int_not_equal(c.status, 0);
    command_free(&c);
}

/* ---- completion, as bash asks for it ---- */

/* The completions of a line, separated by spaces; to be freed. */
static char *completed(const char *line, const char *dir)
{
    struct sbuf s = {0};
    sbuf_printf(&s,
                "source '%s/harness/umbel/umbel.bash'; complete -p umbel >/dev/null || exit 1\n"
                "PATH=${UMBEL%%/*}:$PATH COMP_LINE='%s'; COMP_POINT=${#COMP_LINE}\n"
                "_umbel; echo \"${COMPREPLY[*]}\"",
                UMBEL_ROOT, line);
    struct command c = {.argv = (const char *const[]){"bash", "-c", s.text, NULL}, .dir = dir};
    setenv("UMBEL", umbel_path(), 1);
    command_run(&c);
    assert_string_equal(err_of(&c), "");
    assert_status(&c, 0);
    char *text = strdup(out_of(&c));
    text[strcspn(text, "\n")] = '\0';
    command_free(&c);
    sbuf_free(&s);
    return text;
}

static void completion(void **state)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"umbel ru", "run"},
        {"umbel --v", "--version"},
        {"umbel help ke", "kernels"},
        {"umbel fpga st", "stats"},
        {"umbel fpga hx", "hx8k-mesh hx8k-vi hx8k"},
        {"umbel fpga probe ", "hx8k-mesh hx8k-vi hx8k icebreaker"},
        {"umbel fpga probe hx8k --on n", "netlist"},
        {"umbel run tsm-", "tsm-4gpu tsm-cpu-4gpu tsm-cpu-small tsm-cpu-tiny tsm-small tsm-tiny"},
        {"umbel run -q tsm-t", "tsm-tiny"},
        {"umbel run --seed 3 tsm-t", "tsm-tiny"},
        {"umbel run tsm-tiny xt", "xtreme1 xtreme2 xtreme3"},
        /* readline already has the part before the colon */
        {"umbel run tsm-tiny vecadd:t", "tiny"},
        {"umbel run tsm-tiny vecadd:", "small tiny large ladm"},
        {"umbel run tsm-tiny vecadd --no", "--no-idle-skip"},
        {"umbel run tsm-tiny vecadd --waves-t", "--waves-tiles --waves-to"},
        {"umbel run tsm-tiny vecadd --set proto", "protocol="},
        {"umbel run tsm-tiny vecadd --set protocol=mg", "mgcc mgcc-renew mgcc-paper mgcc-example"},
        {"umbel run tsm-tiny vecadd --set=protocol=nc", "nc-wt nc-wb"},
        {"umbel run tsm-tiny vecadd --set l1.", "l1.bytes= l1.ways= l1.mshrs="},
        {"umbel run tsm-tiny vecadd --set p", "protocol= package. package_link. placement."},
        {"umbel run tsm-tiny vecadd --set l", "line_bytes= l1. l15. l2. lanes= link."},
        {"umbel run tsm-tiny vecadd --set package.",
         "package.gpus= package.sm. package.crossbar. package.l1. package.l15. package.l2. "
         "package.rdc. "
         "package.copy_engine."},
        {"umbel run tsm-tiny vecadd --set package.l1.",
         "package.l1.bytes= package.l1.ways= package.l1.mshrs="},
        {"umbel run tsm-tiny vecadd --set memory.tsu.keep_wts=", "true false"},
        {"umbel run tsm-tiny vecadd --set keep_wts=", "true false"},
        {"umbel gen --set mgcc.rules.m1=", "true false"},
        {"umbel dr", "draw"},
        {"umbel loc", "locality"},
        {"umbel draw tsm-s", "tsm-small"},
        {"umbel draw tsm-tiny --set link.", "link.latency= link.bytes_per_cycle= link.class="},
        {"umbel draw tsm-tiny -o a", "a.json"},
        {"umbel locality sgemm:t", "tiny"},
        {"umbel locality --la", "--launch"},
        {"umbel litmus --model ", "sc rc ptx rvwmo tso"},
        {"umbel litmus --system tsm-s", "tsm-small"},
        {"umbel study mgcc-o", "mgcc-overhead"},
        {"umbel study lease --rep", "--report"},
        {"umbel the", "thermal"},
        {"umbel thermal th", "thesis-3-4"},
        {"umbel thermal --s", "--sink --svg"},
        {"umbel thermal tsm-4gpu --run a", "a.json"},
        {"umbel prove fif", "fifo fifo-1 fifo-4 fifo-0"},
        {"umbel run tsm-tiny vecadd --json a", "a.json"},
        {"umbel run tsm-tiny vecadd --json=a", "a.json"},
        {"umbel litmus a", "a.json"},
        {"umbel frob ", ""},
        {"umbel run tsm-tiny vecadd more", ""},
    };
    write_text(in_folder(state, "a.json"), "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *words = completed(cases[i].line, *state);
        if (strcmp(words, cases[i].words) != 0)
            fail_msg("'%s': \"%s\", not \"%s\"", cases[i].line, words, cases[i].words);
        free(words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_ways_to_ask), cmocka_unit_test(version),
        cmocka_unit_test(nobody),           test_in_folder(manual),
        test_in_folder(manual_is_clean),    test_in_folder(completion),
    };
    return cmocka_run_group_tests_name("help, version, manual, completion", tests, NULL, NULL);
}
