/*
 * Checks the pages, README.md and the README.md of every folder: runs each of their commands, and
 * compares the output with the text below the command.
 *
 * A fenced block with a line that begins with "$ " is a session: commands, and below each of them
 * its standard output. "..." stands for any number of lines. A command must end with status 0
 * unless a comment behind it says "exits with N". A fenced block after a line that ends with
 * "`NAME`:" is the file NAME. All commands of a page run in one folder that has the contents of the
 * checkout.
 *
 * Costs minutes with UMBEL_SLOW, and a minute without, where commands whose machines nothing else
 * here needs are spared: it alone finds a figure of a page that is no longer true.
 */
#include "sw/util/file.h"
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/pages.h"
#include "tests/support/session.h"
#include "tests/support/slow.h"

#include <libgen.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* A command that takes LONG seconds is named. */
enum { MOST_STEPS = 256, SECONDS = 1800, LONG = 10 };

/* Commands that begin like this are not run, or only with the slow tests. */
static const struct {
    const char *begins, *why;
    bool never;
} spared[] = {
    {"make test", "it runs this test", true},
    {"make bench", "measures for many minutes; its figures are of one machine", true},
    {"make run", "installs packages, then does what the next commands do", true},
    {"build/umbel fpga hx8k", "place and route takes minutes", false},
    {"build/umbel fpga litmus hx8k formal/litmus --on netlist", "needs the bitstream", true},
    {"build/umbel study mgcc-overhead", "takes minutes; study/test_study runs small ones", true},
    {"sqlite3 build/studies.db", "reads what studies have stored", true},
    {"build/umbel prove", "takes a minute", false},
    {"build/umbel litmus formal/litmus --system", "two machines are built for 60,000 runs", false},
    {"build/umbel litmus --random", "takes 20 seconds; litmus/test_random has fewer tests", false},
    {"build/umbel run numa-tiny sgemm:tiny -q --set gpus=4",
     "a machine is built; cosim/test_net_trace has another", false},
    {"build/umbel net numa-tiny --set gpus=4", "needs the trace", false},
    {"build/umbel net mesh-4x4", "routers are built; cosim/test_net_alone has others", false},
    {"build/umbel run umn-small cg:tiny",
     "simulates for minutes with -O0; a trace as the one before", false},
    {"build/umbel net umn-small", "needs the trace", false},
    {"build/umbel litmus formal/litmus --runs", "litmus/test_runner has the same tests", false},
    {"build/umbel litmus formal/litmus/{SB,MP,WRC,IRIW}.litmus",
     "litmus/test_protocols has the same tests", false},
    {"build/umbel run tsm-tiny vecadd:tiny -q --waves", "units are built; observe/ has waves",
     false},
    {"build/umbel run tsm-small bfs:small --set consistency=rc",
     "a machine is built; cosim/test_protocols has the protocol", false},
    {"build/umbel run tsm-small bfs:small --set protocol=nc-wb", "as the one before", false},
    {"build/umbel run tsm-small bfs:small --set mgcc.ts_bits", "as the one before", false},
    {"build/umbel litmus formal/litmus/MP.litmus --set sm.count=2 --set mgcc.rules",
     "a machine is built; SB shows what lacks rules", false},
    {"build/umbel run tsm-small xtreme3:tiny --set sm.count=1 --set fault",
     "a machine is built; another fault is run", false},
};

/* A command with what it must print, or a file that later commands need. */
struct step {
    char *command, *name; /* one of them; the other is NULL */
    struct sbuf text;     /* contents of the file, or expected output */
    int status;           /* expected exit status */
    int line;             /* of the page */
};

/* The steps of one page, and where it is. */
static struct step steps[MOST_STEPS];
static size_t n_steps;
static const char *page; /* from the tree's root */

/* ---- the pages ---- */

/* The file named at the end of a line like "... `saxpy.yaml`:", or NULL; to be freed. */
static char *named_file(const char *line)
{
    size_t n = strlen(line);
    if (n < 4 || strcmp(line + n - 2, "`:") != 0)
        return NULL;
    const char *end = line + n - 2, *start = end;
    while (start > line && start[-1] != '`')
        start--;
    return start == line || strchr(start, ' ') != NULL ? NULL
                                                       : strndup(start, (size_t)(end - start));
}

static struct step *add_step(int line)
{
    assert_true(n_steps < MOST_STEPS);
    steps[n_steps].line = line;
    return &steps[n_steps++];
}

/* The command of a line "$ COMMAND   # comment". */
static char *command_of(const char *line)
{
    const char *end = strstr(line, "  #");
    size_t n = end != NULL ? (size_t)(end - line) : strlen(line);
    while (n > 0 && line[n - 1] == ' ')
        n--;
    return strndup(line + 2, n - 2);
}

static void read_steps(char *text)
{
    struct step *at = NULL;
    char *file = NULL;
    bool fenced = false;
    int number = 0;
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        number++;
        if (strncmp(line, "```", 3) == 0) {
            fenced = !fenced;
            at = NULL;
            if (fenced && file != NULL) {
                at = add_step(number);
                at->name = file;
                file = NULL;
            }
        } else if (!fenced) {
            if (line[0] != '\0') {
                free(file);
                file = named_file(line);
            }
        } else if (strncmp(line, "$ ", 2) == 0) {
            at = add_step(number);
            at->command = command_of(line);
            const char *status = strstr(line, "exits with ");
            at->status = status != NULL ? atoi(status + strlen("exits with ")) : 0;
        } else if (at != NULL) {
            sbuf_printf(&at->text, "%s\n", line);
        }
    }
    free(file);
}

static const char *why_spared(const struct step *s)
{
    for (size_t i = 0; i < sizeof spared / sizeof *spared; i++)
        if (strncmp(s->command, spared[i].begins, strlen(spared[i].begins)) == 0 &&
            (spared[i].never || !slow_wanted()))
            return spared[i].why;
    return NULL;
}

/* Whether a command does what the page says; prints a message if not. */
static bool true_of(const char *folder, const struct step *s)
{
    struct command c = {.argv = (const char *const[]){"bash", "-c", s->command, NULL},
                        .dir = folder,
                        .seconds = SECONDS};
    struct sbuf why = {0};
    time_t start = time(NULL);
    command_run(&c);
    if (time(NULL) - start >= LONG)
        print_message("%s:%d: `%s` took %ld s\n", page, s->line, s->command,
                      (long)(time(NULL) - start));
    bool ok = c.status == s->status;
    if (!ok)
        sbuf_printf(&why, "ends with status %d: %s", c.status, err_of(&c));
    else
        ok = s->text.len == 0 || session_prints(s->text.text, out_of(&c), &why);
    if (!ok)
        print_error("%s:%d: `%s` %s\n", page, s->line, s->command, why.text);
    sbuf_free(&why);
    command_free(&c);
    return ok;
}

/* ---- the tests ---- */

/* Links the parts of the checkout that the commands name into a folder that they may write to. */
static void link_checkout(void *folder)
{
    static const char *const names[] = {"formal", "sw", "gen", "fpga", "tests"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", UMBEL_ROOT, names[i]);
        assert_int_equal(symlink(path, in_folder(&folder, names[i])), 0);
    }
    assert_non_null(realpath(umbel_path(), path));
    assert_int_equal(symlink(dirname(path), in_folder(&folder, "build")), 0);
}

struct counts {
    size_t commands, skipped, compared, wrong;
};

static void run_steps(void *folder, struct counts *n)
{
    for (size_t i = 0; i < n_steps; i++) {
        const struct step *s = &steps[i];
        if (s->name != NULL) {
            write_text(in_folder(&folder, s->name), s->text.text);
            continue;
        }
        n->commands++;
        const char *why = why_spared(s);
        if (why != NULL) {
            print_message("*** SKIPPED: %s:%d: `%s`: %s ***\n", page, s->line, s->command, why);
            n->skipped++;
            continue;
        }
        n->compared += s->text.len > 0;
        n->wrong += !true_of(folder, s);
    }
}

static void forget_steps(void)
{
    for (size_t i = 0; i < n_steps; i++) {
        free(steps[i].command);
        free(steps[i].name);
        sbuf_free(&steps[i].text);
    }
    memset(steps, 0, sizeof steps);
    n_steps = 0;
}

static void commands(void **state)
{
    glob_t pages = pages_of_the_tree();
    struct counts n = {0};
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        size_t len;
        char name[32], *text = read_bytes_of(pages.gl_pathv[i], &len);
        page = page_name(pages.gl_pathv[i]);
        read_steps(text);
        free(text);
        if (n_steps > 0) {
            snprintf(name, sizeof name, "page%zu", i);
            char *folder = strdup(in_folder(state, name));
            assert_int_equal(mkdir(folder, 0755), 0);
            link_checkout(folder);
            run_steps(folder, &n);
            free(folder);
        }
        forget_steps();
    }
    globfree(&pages);
    print_message("%zu commands, %zu of them skipped, the output of %zu compared\n", n.commands,
                  n.skipped, n.compared);
    assert_int_equal(n.wrong, 0);
    assert_true(n.commands >= 40 && n.compared >= 9);
}

/* The comparison notices a wrong figure, an additional line and a missing line. */
static void notices(void **state)
{
    (void)state;
    static const char printed[] = "a 1\nb 2\nc 3\n";
    static const struct {
        const char *expected;
        bool same;
    } cases[] = {
        {"a 1\nb 2\nc 3\n", true}, {"a 1\n...\n", true},     {"...\nb 2\n...\n", true},
        {"...\nc 3\n", true},      {"a 1\nb 2\n", false},    {"a 1\nb 22\nc 3\n", false},
        {"a 1\nb\n...\n", false},  {"...\nc 3\nd\n", false}, {"b 2\nc 3\n", false},
        {"...\nb 2\n", false},     {"a 1\nc 3\n", false},    {"...\nc 3\nb 2\n...\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf why = {0};
        assert_int_equal(session_prints(cases[i].expected, printed, &why), cases[i].same);
        assert_int_equal(why.len == 0, cases[i].same);
        sbuf_free(&why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(notices), test_in_folder(commands)};
    return cmocka_run_group_tests_name("the pages", tests, NULL, NULL);
}
