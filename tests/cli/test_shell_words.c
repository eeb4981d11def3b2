/*
 * No word of a command line runs, nor the name of a file or of a folder around it: a hostile text
 * (tests/support/hostile.h) in the place of each word and of the value of each option, before the
 * names of all inputs and outputs, and in the name of the folder of all. The options are those of
 * the commands' help: new ones are tried without a word here.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/hostile.h"
#include "tests/support/slow.h"

#include "sw/util/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORDS = 24 };

static const struct line {
    bool dear;
    const char *words[MOST_WORDS];
    bool refused; /* as it is */
} lines[] = {
    {false, {"draw", "s.yaml", "-o", "s.svg"}, false},
    {false, {"gen", "s.yaml", "-o", "v"}, false},
    {false, {"systems", "s.yaml"}, false},
    {false, {"help", "run"}, false},
    {false, {"litmus", "t.litmus", "--allowed", "--json", "t.json"}, false},
    {false, {"locality", "k.ptx", "--launch", "l.yaml", "--json", "k.json"}, false},
    {false, HOSTILE_THERMAL, false},
    {false, {"fpga", "probe", "./b", "--on", "/dev/null"}, true},
    {false, {"fpga", "load", "./b"}, true},
    {true, {"run", "s.yaml", "k.ptx", "--launch", "l.yaml", "--json", "r.json"}, false},
    {true, {"run", "tsm-tiny", "c.cu", "--launch", "l.yaml"}, false},
    {true, {"litmus", "t.litmus", "--system", "s.yaml", "--runs", "9", "-q"}, false},
    {true, {"net", "m.yaml", "--load", "0.1", "--packets", "100", "--svg", "m.svg"}, false},
    {true, {"net", "m.yaml", "--traffic", "trace:n.trace", "--load", "1"}, false},
    {true, {"study", "p.yaml", "-q", "--db", "p.db", "--report", "rep"}, false},
    {true, {"prove", "--table", "q.yaml", "mine", "-q", "-o", "out"}, false},
    {true, {"cuda", "c.cu", "--system", "s.yaml", "--keep", "kept"}, false},
    {true, {"locality", "c.cu"}, false},
};
enum { LINES = sizeof lines / sizeof *lines, MOST_OPTIONS = 64 };

/* The options of a command that take a value, as its help has them: "--json=". */
static size_t options_of(const struct line *l, struct arena *a, const char **list)
{
    const bool verb = strcmp(l->words[0], "fpga") == 0;
    struct command c = umbel_run_args((const char *const[]){
        umbel_path(), l->words[0], verb ? l->words[1] : "--help", "--help", NULL});
    size_t n = 0;
    for (const char *at = out_of(&c); (at = strstr(at, " --")) != NULL; at += 3) {
        const size_t len = strspn(at + 3, "abcdefghijklmnopqrstuvwxyz-");
        const char *end = at + 3 + len;
        if (*end != '=' && strncmp(end, "[=", 2) != 0)
            continue;
        assert_true(n < MOST_OPTIONS);
        list[n++] = arena_printf(a, "--%.*s=", (int)len, at + 3);
    }
    command_free(&c);
    return n;
}

static void try_word(struct sandbox *s, const struct line *l, const char *const *words,
                     const char *what, size_t with)
{
    struct arena a = {0};
    hostile_put_all(s);
    sandbox_run(s, words, arena_printf(&a, "%s, %s, text %zu", l->words[0], what, with));
    arena_free(&a);
}

/* Each word of the line, and each option's value beside them. */
static void try_line(struct sandbox *s, const struct line *l, bool all)
{
    struct arena a = {0};
    const char *words[MOST_WORDS], *options[MOST_OPTIONS];
    const size_t n_options = options_of(l, &a, options);
    size_t n = 0, turn = 0;
    while (l->words[n] != NULL)
        n++;
    memcpy(words, l->words, sizeof words);
    hostile_put_all(s);
    assert_int_equal(sandbox_run(s, words, l->words[0]), !l->refused);
    for (size_t i = 1; i < n + n_options; i++) {
        const bool option = i >= n;
        const char *what = option ? options[i - n] : l->words[i];
        for (size_t h = 0; h < (all ? HOSTILE_WORDS : 1); h++, turn++) {
            const char *text = hostile[turn % HOSTILE_WORDS];
            words[option ? n : i] = option ? arena_printf(&a, "%s%s", what, text) : text;
            try_word(s, l, words, what, turn % HOSTILE_WORDS);
        }
        words[option ? n : i] = option ? NULL : l->words[i];
    }
    print_message("%s: %zu words, %zu options\n", l->words[0], n, n_options);
    arena_free(&a);
}

static void some_words(void **state)
{
    struct sandbox s = sandbox_begin(*state, "sandbox");
    for (size_t i = 0; i < LINES; i++)
        if (!lines[i].dear)
            try_line(&s, &lines[i], false);
    sandbox_end(&s);
}

static void all_words(void **state)
{
    slow_only("words of commands that build or run something take a minute");
    struct sandbox s = sandbox_begin(*state, "sandbox");
    for (size_t i = 0; i < LINES; i++)
        if (lines[i].dear || long_wanted())
            try_line(&s, &lines[i], long_wanted());
    sandbox_end(&s);
}

/* ---- names of files and folders ---- */

/* The word with each name of an input as it is called now. */
static const char *renamed(struct arena *a, const char *word, const char *text)
{
    const char *slash = strncmp(word, "./b", 3) == 0 ? "./" : "";
    const char *after = strncmp(word, "trace:", 6) == 0 ? word + 6 : word;
    const char *dot = strrchr(after, '.');
    if (slash[0] == '\0' && (dot == NULL || dot[1] == '1'))
        return word;
    return arena_printf(a, "%.*s./%s%s", (int)(after - word), word, text,
                        slash[0] != '\0' ? "" : after);
}

/* Inputs and outputs have the text before their own names; the board's folder is called so. */
static void try_names(struct sandbox *s, const struct line *l, size_t with)
{
    struct arena a = {0};
    const char *words[MOST_WORDS] = {l->words[0]};
    hostile_put_all(s);
    for (const struct hostile_input *i = hostile_inputs; i->name != NULL; i++) {
        const bool board = strncmp(i->name, "b/", 2) == 0;
        char *text = hostile_text_of(i->name);
        sandbox_put(s, arena_printf(&a, "%s%s", hostile[with], i->name + board), text);
        free(text);
    }
    for (size_t i = 1; l->words[i] != NULL; i++)
        words[i] = renamed(&a, l->words[i], hostile[with]);
    sandbox_run(s, words, arena_printf(&a, "%s, names with text %zu", l->words[0], with));
    arena_free(&a);
}

static void names_of_files(void **state)
{
    struct sandbox s = sandbox_begin(*state, "sandbox");
    const size_t step = long_wanted() ? 1 : 5;
    for (size_t i = 0; i < LINES; i++)
        for (size_t h = i % step; h < HOSTILE_WORDS; h += step)
            if (!lines[i].dear || slow_wanted())
                try_names(&s, &lines[i], h);
    sandbox_end(&s);
}

/* All commands as they are, below a folder that no shell may see. */
static void names_of_folders(void **state)
{
    struct sandbox s =
        sandbox_begin(*state, "a'b \"c $(touch PWNED) `touch PWNED`;touch PWNED&|@#");
    for (size_t i = 0; i < LINES; i++)
        if (!lines[i].dear || slow_wanted()) {
            hostile_put_all(&s);
            if (sandbox_run(&s, lines[i].words, lines[i].words[0]) == lines[i].refused)
                fail_msg("%s: %s\n", lines[i].words[0], lines[i].refused ? "taken" : "refused");
        }
    sandbox_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(some_words),
        test_in_folder(all_words),
        test_in_folder(names_of_files),
        test_in_folder(names_of_folders),
    };
    return cmocka_run_group_tests_name("shell words", tests, NULL, NULL);
}
