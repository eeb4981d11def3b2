/*
 * No text of a user runs: a hostile text (tests/support/hostile.h) in the place of every string of
 * every format that the command reads. Each input is one that is taken, so that a text that no
 * reader refuses goes on to all programs and files that follow. The strings are found in the inputs
 * themselves (tests/support/places.h): new fields are tried as soon as an input has them. Every day
 * all values and a few other words have a text each, and all values together each fourth text.
 */
#include "tests/support/folder.h"
#include "tests/support/hostile.h"
#include "tests/support/places.h"
#include "tests/support/slow.h"

#include "sw/util/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FEW = 2, MOST_WORDS = 24, MOST_COMMANDS = 4 };

/* An input of tests/support/hostile.h, and the commands that read it and make all that they can. */
struct format {
    const char *name;
    enum places_format kind;
    bool dear; /* takes seconds when it is taken */
    const char *commands[MOST_COMMANDS][MOST_WORDS];
};

#define ALLOWED(test)                                                                              \
    {                                                                                              \
        "litmus", test, "--allowed", "--json", "t.json"                                            \
    }
#define RUNS(test)                                                                                 \
    {                                                                                              \
        "litmus", test, "-q", "--runs", "9", "--json", "r.json"                                    \
    }

static const struct format formats[] = {
    {"s.yaml",
     PLACES_YAML,
     false,
     {{"draw", "s.yaml", "-o", "s.svg"},
      {"gen", "s.yaml", "-o", "v"},
      {"systems", "s.yaml"},
      {"litmus", "t.litmus", "--system", "s.yaml", "-q", "--runs", "9", "--json", "l.json"}}},
    {"t.litmus", PLACES_WORDS, false, {ALLOWED("t.litmus"), RUNS("t.litmus")}},
    {"rel-acq.litmus", PLACES_WORDS, false, {ALLOWED("rel-acq.litmus"), RUNS("rel-acq.litmus")}},
    {"riscv.litmus", PLACES_WORDS, false, {ALLOWED("riscv.litmus")}},
    {"x86.litmus", PLACES_WORDS, false, {ALLOWED("x86.litmus")}},
    {"k.ptx", PLACES_WORDS, false, {{"locality", "k.ptx", "--json", "k.json"}}},
    {"f.yaml", PLACES_YAML, false, {HOSTILE_THERMAL}},
    {"e.yaml", PLACES_YAML, false, {HOSTILE_THERMAL}},
    {"r.json", PLACES_JSON, false, {HOSTILE_THERMAL}},
    {"m.yaml",
     PLACES_YAML,
     false,
     {{"net", "m.yaml", "--load", "0.1", "--packets", "100", "--svg", "m.svg", "--json",
       "m.json"}}},
    {"n.trace",
     PLACES_WORDS,
     false,
     {{"net", "mesh-4x4", "--traffic", "trace:n.trace", "--load", "1:2:1", "--svg", "m.svg",
       "--json", "m.json"}}},
    {"b/board.yaml", PLACES_YAML, true, {{"fpga", "probe", "./b", "--on", "rtl", "-q"}}},
    {"all.yaml",
     PLACES_YAML,
     true,
     {{"draw", "all.yaml", "-o", "s.svg"},
      {"gen", "all.yaml:more", "-o", "v"},
      {"run", "all.yaml", "relu:tiny", "--json", "r.json", "--csv", "r.csv", "--trace",
       "r.trace"}}},
    {"l.yaml",
     PLACES_YAML,
     true,
     {{"locality", "k.ptx", "--launch", "l.yaml", "--json", "k.json"},
      {"run", "tsm-tiny", "k.ptx", "--launch", "l.yaml", "--profile", "--sharing", "--json",
       "r.json", "--csv", "r.csv", "--trace", "r.trace", "--waves", "r.fst"}}},
    {"p.yaml",
     PLACES_YAML,
     true,
     {{"study", "p.yaml", "--db", "p.db", "--report", "rep", "--json", "p.json"}}},
    {"q.yaml",
     PLACES_YAML,
     true,
     {{"prove", "--table", "q.yaml", "-q", "-o", "out", "--json", "q.json"},
      {"prove", "--table", "q.yaml", "--list"}}},
    {"c.cu",
     PLACES_WORDS,
     true,
     {{"cuda", "c.cu", "--system", "tsm-tiny", "--json", "c.json", "--csv", "c.csv"}}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Runs all commands on this text of the format; whether all have taken it. */
static bool try_text(struct sandbox *s, const struct format *f, const char *text, const char *told)
{
    s->program = strcmp(f->commands[0][0], "cuda") == 0;
    bool taken = true;
    hostile_put_all(s);
    sandbox_put(s, f->name, text);
    for (size_t i = 0; i < MOST_COMMANDS && f->commands[i][0] != NULL; i++)
        taken &= sandbox_run(s, f->commands[i], told);
    return taken;
}

static bool try_places(struct sandbox *s, const struct format *f, const struct places *p,
                       const bool *at, size_t with, const char *where)
{
    struct arena a = {0};
    char *text = places_with(p, at, hostile[with]);
    const bool taken = try_text(
        s, f, text,
        arena_printf(&a, "%s (%s), %s, text %zu", f->name, f->commands[0][0], where, with));
    free(text);
    arena_free(&a);
    return taken;
}

/* Each string alone, with each text or the next one; then all strings that may be anything, with
 * each text. */
static void try_format(struct sandbox *s, const struct format *f, bool all)
{
    char *text = hostile_text_of(f->name);
    const struct places p = places_of(f->kind, text);
    bool *at = xcalloc(p.n, sizeof *at), *free_text = xcalloc(p.n, sizeof *at);
    const size_t step = all ? 1 : (p.n + FEW - 1) / FEW;
    const size_t texts = long_wanted() ? HOSTILE : f->dear ? 1 : 3;
    size_t n_free = 0;
    assert_true(try_text(s, f, text, f->name));
    for (size_t i = 0, seen = 0; i < p.n; i++) {
        if (!all && !places_is_value(&p, i) && seen++ % step != 0)
            continue;
        char *where = places_string(&p, i);
        memset(at, 0, p.n);
        at[i] = true;
        bool taken = try_places(s, f, &p, at, i % HOSTILE, where);
        if (!taken && places_equal(&p, i, at))
            taken = try_places(s, f, &p, at, i % HOSTILE, where);
        for (size_t h = 1; all && !taken && h < texts; h++)
            taken = try_places(s, f, &p, at, (i + h) % HOSTILE, where);
        n_free += taken;
        for (size_t j = 0; taken && j < p.n; j++)
            free_text[j] |= at[j];
        free(where);
    }
    for (size_t h = 0; n_free > 0 && h < HOSTILE; h += all ? 1 : 4)
        try_places(s, f, &p, free_text, h, "all that may be anything");
    print_message("%s: %zu strings, %zu of which may be anything\n", f->name, p.n, n_free);
    free(at);
    free(free_text);
    free(text);
}

static void some_strings(void **state)
{
    struct sandbox s = sandbox_begin(*state, "sandbox");
    for (size_t i = 0; i < FORMATS; i++)
        if (!formats[i].dear)
            try_format(&s, &formats[i], false);
    sandbox_end(&s);
}

static void all_strings(void **state)
{
    slow_only("every string of every format takes a minute or two");
    struct sandbox s = sandbox_begin(*state, "sandbox");
    for (size_t i = 0; i < FORMATS; i++)
        try_format(&s, &formats[i], true);
    sandbox_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(some_strings),
        test_in_folder(all_strings),
    };
    return cmocka_run_group_tests_name("shell syntax", tests, NULL, NULL);
}
