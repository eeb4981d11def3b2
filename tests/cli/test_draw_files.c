/* The files of `umbel draw`: pictures are well-formed, that of README.md is up to date; mistakes
 * are one line and leave no file. */
#include "gen/system/system.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/systems.h"

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

/* ---- pictures ---- */

static void is_xml(const char *path)
{
    static const char script[] = "import sys, xml.etree.ElementTree as e\n"
                                 "assert e.parse(sys.argv[1]).getroot().tag.endswith('}svg')";
    struct command c = {.argv = (const char *const[]){"python3", "-c", script, path, NULL}};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
}

static void svg(void **state)
{
    static const char *const systems[] = {"tsm-tiny", "tsm-small", "tsm-4gpu"};
    for (size_t i = 0; i < 3; i++) {
        const char *path = in_folder(state, "m.svg");
        struct command c = UMBEL("draw", systems[i], "-o", path);
        assert_status(&c, 0);
        assert_string_equal(out_of(&c), "");
        assert_string_equal(err_of(&c), "");
        command_free(&c);
        is_xml(path);
        struct error err = {0};
        struct system *s = system_load(systems[i], NULL, 0, &err);
        assert_non_null(s);
        size_t len;
        char *text = read_bytes_of(path, &len);
        char others[32];
        snprintf(others, sizeof others, ">%u more GPU", s->gpus - 1);
        assert_has(text, ">GPU 0</text>");
        assert_has(text, others);
        free(text);
        system_free(s);
    }
    assert_int_equal(names_in(*state, "*"), 1);
}

static void pdf_and_png(void **state)
{
    static const struct {
        const char *name, *begins;
    } cases[] = {{"m.pdf", "%PDF-"}, {"m.png", "\x89PNG\r\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = UMBEL("draw", "tsm-tiny", "-o", in_folder(state, cases[i].name));
        assert_status(&c, 0);
        assert_string_equal(err_of(&c), "");
        command_free(&c);
        size_t len;
        char *bytes = read_bytes_of(in_folder(state, cases[i].name), &len);
        assert_memory_equal(bytes, cases[i].begins, strlen(cases[i].begins));
        free(bytes);
    }
}

/* A name that is markup, or no text at all, stays text. */
static void odd_names(void **state)
{
    size_t len;
    static const struct {
        const char *name, *shown;
    } cases[] = {{"a<b>&\"c.yaml", ">a&lt;b&gt;&amp;&quot;c</text>"},
                 {"\xff\x01\xc3\xa9\xc3\xc3.yaml", ">\\xff\\x01\xc3\xa9\\xc3\\xc3</text>"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text(in_folder(state, cases[i].name), "base: tsm-tiny\n");
        const char *path = in_folder(state, "m.svg");
        struct command c = UMBEL("draw", in_folder(state, cases[i].name), "-o", path);
        assert_status(&c, 0);
        assert_string_equal(err_of(&c), "");
        command_free(&c);
        is_xml(path);
        char *text = read_bytes_of(path, &len);
        assert_has(text, cases[i].shown);
        free(text);
    }
}

/* The picture in the tree, which README.md shows, is that of the system. Positions are left out, as
 * they depend on the fonts that Graphviz finds. */
static void front_page(void **state)
{
    static const char kept[] = UMBEL_ROOT "/gen/machine/tsm-4gpu.svg";
    static const char script[] =
        "import sys, xml.etree.ElementTree as e\n"
        "places = 'd points x y width height viewBox transform'.split()\n"
        "def parts(path):\n"
        "    return [(p.tag, sorted(a for a in p.items() if a[0] not in places), p.text)\n"
        "            for p in e.parse(path).iter()]\n"
        "a, b = map(parts, sys.argv[1:])\n"
        "print(len(a) > 100 and a == b)";
    const char *drawn = in_folder(state, "m.svg");
    struct command c = UMBEL("draw", "tsm-4gpu", "-o", drawn);
    assert_status(&c, 0);
    command_free(&c);
    c = (struct command){.argv = (const char *const[]){"python3", "-c", script, kept, drawn, NULL}};
    command_run(&c);
    assert_status(&c, 0);
    if (strcmp(out_of(&c), "True\n") != 0)
        fail_msg("gen/machine/tsm-4gpu.svg is not the picture of tsm-4gpu; "
                 "build/umbel draw tsm-4gpu -o gen/machine/tsm-4gpu.svg draws it again");
    command_free(&c);
}

/* ---- mistakes ---- */

enum { MOST_WORDS = 6 };

/* Runs in the test's folder: the error is exactly this, and nothing is left. */
static void complains(void **state, const char *const *words, const char *text)
{
    const char *argv[MOST_WORDS + 3] = {umbel_path(), "draw"};
    char line[4200];
    for (int i = 0; i < MOST_WORDS && words[i] != NULL; i++)
        argv[i + 2] = words[i];
    unsigned files = names_in(*state, "*");
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    snprintf(line, sizeof line, "umbel: %s\n", text);
    assert_string_equal(err_of(&c), line);
    assert_string_equal(out_of(&c), "");
    assert_status(&c, 1);
    command_free(&c);
    assert_int_equal(names_in(*state, "*"), files);
}

static void mistakes(void **state)
{
#define ENDINGS ": cannot be drawn; give a file that ends in .svg, .pdf, .png or .dot"
    static const struct {
        const char *words[MOST_WORDS], *text;
    } cases[] = {
        {{NULL}, "draw what? umbel draw SYSTEM -o FILE.svg"},
        {{"-o", "f.svg"}, "draw what? umbel draw SYSTEM -o FILE.svg"},
        {{"tsm-tiny", "f.svg"}, "'f.svg' is one argument too many; see `umbel draw --help`"},
        {{"tsm-tiny", "-o", "f.gif"}, "f.gif" ENDINGS},
        {{"tsm-tiny", "-o", "f"}, "f" ENDINGS},
        {{"tsm-tiny", "-o", "d.svg/f"}, "d.svg/f" ENDINGS},
        {{"tsm-tiny", "-o", ""}, "''" ENDINGS},
        {{"tsm-tiny", "-o", "d.svg"}, "d.svg: cannot be written: Is a directory"},
        {{"tsm-tiny", "-o", "none/f.svg"},
         "none/f.svg: cannot be written: No such file or directory"},
        {{"tsm-tiny", "-o", "f.svg", "-o", "g.svg"}, "--output is given twice; leave one out"},
        {{"s.yaml", "-o", "l.svg"},
         "-o l.svg: the system file, which is read, is the same file; name another"},
        {{"derived.yaml", "-o", "l.svg"},
         "-o l.svg: a system file's base, which is read, is the same file; name another"},
        {{"tsm-tiny", "--set", "l1.ways=3", "-o", "f.svg"},
         "--set l1.ways=3: l1.ways is 3; it must be a power of two from 2 to 64"},
    };
    write_text(in_folder(state, "s.yaml"), "base: tsm-tiny\n");
    write_text(in_folder(state, "derived.yaml"), "base: ./s.yaml\nabout: of another\n");
    assert_int_equal(symlink("s.yaml", in_folder(state, "l.svg")), 0);
    assert_int_equal(mkdir(in_folder(state, "d.svg"), 0755), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(state, cases[i].words, cases[i].text);
    struct shipped_systems all = shipped_systems();
    char text[4096];
    snprintf(text, sizeof text,
             "tsm-huge: no such system; there are %s, or give the path of a .yaml file", all.list);
    complains(state, (const char *const[MOST_WORDS]){"tsm-huge", "-o", "f.svg"}, text);
    shipped_systems_free(&all);
}

/* Runs with a PATH that has this folder's bin alone; the earlier picture stays. */
static void with_dot(void **state, const char *script, const char *what)
{
    char line[1024];
    const char *dot = in_folder(state, "bin/dot");
    mkdir(in_folder(state, "bin"), 0755);
    unlink(dot);
    if (script != NULL) {
        write_text(dot, script);
        assert_int_equal(chmod(dot, 0755), 0);
    }
    write_text(in_folder(state, "f.svg"), "earlier");
    snprintf(line, sizeof line,
             "cd '%s' && umbel=$(command -v umbel) && TMPDIR=. PATH=$PWD/bin && "
             "$umbel draw tsm-tiny -o f.svg",
             (const char *)*state);
    struct command c = umbel_run_line(line);
    assert_status(&c, 1);
    assert_string_equal(err_of(&c), what);
    command_free(&c);
    size_t len;
    char *text = read_bytes_of(in_folder(state, "f.svg"), &len);
    assert_string_equal(text, "earlier");
    free(text);
    assert_int_equal(names_in(*state, "*"), 2);
}

static void without_graphviz(void **state)
{
    with_dot(state, NULL,
             "umbel: f.svg: Graphviz' dot, which draws it, does not run; apt-get install graphviz, "
             "or give a file that ends in .dot\n");
}

static void dot_fails(void **state)
{
    with_dot(state,
             "#!/bin/sh\n[ \"$1\" = -V ] && exit 0\necho half >\"$3\"\necho 'Error: torn' >&2\n"
             "exit 1\n",
             "umbel: f.svg: not drawn: dot failed: Error: torn\n");
}

/* A limit on file sizes: of dot's output, or of its input. */
static void no_room(void **state)
{
    static const struct {
        const char *line, *what;
    } cases[] = {{"ulimit -f 5; umbel draw tsm-tiny -o f.svg", "f.svg: not drawn: dot failed:"},
                 {"ulimit -f 1; umbel draw tsm-tiny -o f.svg", "cannot be written: File too large"},
                 {"ulimit -f 1; umbel draw tsm-tiny -o f.dot", "cannot be written: File too large"},
                 {"umbel draw tsm-tiny >/dev/full", "umbel: standard output: cannot be written:"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[512];
        snprintf(line, sizeof line, "cd '%s' && export TMPDIR=. && %s", (const char *)*state,
                 cases[i].line);
        struct command c = umbel_run_line(line);
        assert_complains(&c, cases[i].what);
        command_free(&c);
        assert_int_equal(names_in(*state, "*"), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(svg),      test_in_folder(pdf_and_png),      test_in_folder(odd_names),
        test_in_folder(mistakes), test_in_folder(without_graphviz), test_in_folder(dot_fails),
        test_in_folder(no_room),  test_in_folder(front_page),
    };
    return cmocka_run_group_tests_name("pictures of systems", tests, NULL, NULL);
}
