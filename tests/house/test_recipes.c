/*
 * The tutorial, and the recipes of the pages, "Add a protocol" and its like, followed word for word
 * in one copy of the tree. Costs minutes: it builds the copy. Finds a step that a page lacks, or
 * that is no longer so, which no other test reads.
 *
 * A recipe is a section of a page. The line before a block says what is done with it. "`FILE` is:":
 * the block is that file. "`FILE` has behind `TEXT` this:": it comes behind the first line of the
 * file that has this text. "`FILE` has in place of `TEXT` this:": it stands for that line.
 *
 * Other blocks that name no language are lines to run, each of which must end with status 0. Where
 * they begin with "$ ", what stands below them is what they print.
 */
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/session.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TUTORIAL "harness/tutorial/README.md"

static const struct recipe {
    const char *page, *section;
    int files, edits, lines; /* what must be found: blocks of each kind, and lines to run */
} recipes[] = {
    {TUTORIAL, "## 1. My kernel\n", 2, 0, 1},
    {TUTORIAL, "## 2. My machine\n", 1, 0, 3},
    {"sw/policy/README.md", "## Add a placement\n", 1, 5, 2},
    {TUTORIAL, "## 3. My placement\n", 0, 0, 1},
    /* Before a protocol that the wiring does not know. */
    {"formal/prove/README.md", "## Add a prover\n", 1, 1, 4},
    {"formal/wiring/README.md", "## Add a check\n", 1, 4, 3},
    {"gen/proto/README.md", "## Add a protocol\n", 1, 1, 5},
    {TUTORIAL, "## 4. My protocol\n", 0, 0, 3},
    {"gen/units/README.md", "## Add a counter\n", 0, 2, 2},
    {"gen/net/README.md", "## Add a topology\n", 1, 4, 2},
    {"gen/system/README.md", "## Add a system\n", 1, 0, 3},
    {"sw/policy/README.md", "## Add a schedule\n", 1, 5, 2},
    {"sw/ptx/README.md", "## Add an instruction\n", 0, 3, 1},
    {"harness/study/README.md", "## Add a study\n", 1, 0, 1},
    {"gen/units/README.md", "## Add a unit\n", 3, 8, 5},
    {TUTORIAL, "## 5. My unit\n", 0, 0, 1},
    {TUTORIAL, "## 6. My study\n", 1, 0, 1},
};

/* ---- blocks ---- */

struct block {
    char before[512]; /* the line above it */
    bool has_language;
    struct sbuf text;
};

/* The next line of `*at`, without its end; false: there is none. */
static bool next_line(const char **at, char *line, size_t room)
{
    if (**at == '\0')
        return false;
    const size_t len = strcspn(*at, "\n");
    snprintf(line, room, "%.*s", (int)len, *at);
    *at += len + ((*at)[len] == '\n');
    return true;
}

/* The next block; its lines lose the indentation of its fence. */
static bool next_block(const char **at, struct block *b)
{
    char line[1024], before[512] = "";
    *b = (struct block){0};
    while (next_line(at, line, sizeof line)) {
        const size_t indent = strspn(line, " ");
        if (strncmp(line + indent, "```", 3) != 0) {
            snprintf(before, sizeof before, "%.511s", line);
            continue;
        }
        memcpy(b->before, before, sizeof before);
        b->has_language = line[indent + 3] != '\0';
        while (next_line(at, line, sizeof line) && strncmp(line + strspn(line, " "), "```", 3) != 0)
            sbuf_printf(&b->text, "%s\n", strlen(line) > indent ? line + indent : "");
        return true;
    }
    return false;
}

/* What stands in backquotes before `words` in a line, in `name`; false: nothing does. */
static bool quoted_before(const char *line, const char *words, char *name, size_t room)
{
    const char *end = strstr(line, words);
    if (end == NULL)
        return false;
    const char *start = end;
    while (start > line && start[-1] != '`')
        start--;
    snprintf(name, room, "%.*s", (int)(end - start), start);
    return start > line;
}

/* ---- what is done with them ---- */

/* Runs a line; `expected` is what it prints, NULL: anything. */
static void run(const char *dir, const char *line, const char *expected)
{
    struct sbuf why = {0};
    struct command c = {
        .argv = (const char *const[]){"sh", "-ec", line, NULL}, .dir = dir, .seconds = 900};
    command_run(&c);
    if (c.status != 0)
        fail_msg("%s\nin a copy of the tree ends with %d:\n%s%s", line, c.status, out_of(&c),
                 err_of(&c));
    if (expected != NULL && !session_prints(expected, out_of(&c), &why))
        fail_msg("%s\nin a copy of the tree %s", line, sbuf_str(&why));
    sbuf_free(&why);
    command_free(&c);
}

/* Lines to run, or commands with what they print. Returns how many there are. */
static int run_block(const char *dir, const char *text)
{
    char line[1024], command[1024] = "";
    const bool session = strncmp(text, "$ ", 2) == 0;
    struct sbuf expected = {0};
    int n = 0;
    while (next_line(&text, line, sizeof line)) {
        if (session && strncmp(line, "$ ", 2) != 0) {
            sbuf_printf(&expected, "%s\n", line);
            continue;
        }
        if (command[0] != '\0')
            run(dir, command, sbuf_str(&expected));
        command[0] = '\0';
        sbuf_free(&expected);
        if (session)
            snprintf(command, sizeof command, "%s", line + 2);
        else
            run(dir, line, NULL);
        n++;
    }
    if (command[0] != '\0')
        run(dir, command, sbuf_str(&expected));
    sbuf_free(&expected);
    return n;
}

static void change_line(const char *path, const char *text, const char *lines, bool in_place)
{
    size_t len;
    char *all = read_bytes_of(path, &len);
    const char *at = strstr(all, text);
    if (at == NULL) {
        fail_msg("%s has no line with '%s'", path, text);
        return;
    }
    const char *next = at + strcspn(at, "\n") + 1;
    while (at > all && at[-1] != '\n')
        at--;
    struct sbuf changed = {0};
    sbuf_printf(&changed, "%.*s%s%s", (int)((in_place ? at : next) - all), all, lines, next);
    write_text(path, changed.text);
    sbuf_free(&changed);
    free(all);
}

/* What was found. */
struct counts {
    int files, edits, lines;
};

static void follow_block(const char *copy, const struct block *b, struct counts *n)
{
    char file[256], text[256], path[1024];
    if (quoted_before(b->before, "` is:", file, sizeof file)) {
        snprintf(path, sizeof path, "%.500s/%s", copy, file);
        write_text(path, b->text.text);
        n->files++;
    } else if (quoted_before(b->before, "` has behind `", file, sizeof file) ||
               quoted_before(b->before, "` has in place of `", file, sizeof file)) {
        assert_true(quoted_before(b->before, "` this", text, sizeof text));
        snprintf(path, sizeof path, "%.500s/%s", copy, file);
        change_line(path, text, b->text.text, strstr(b->before, "in place of") != NULL);
        n->edits++;
    } else if (!b->has_language) {
        n->lines += run_block(copy, sbuf_str(&b->text));
    }
}

static void follow(const char *copy, const struct recipe *r)
{
    struct counts n = {0};
    struct block b;
    char page[512];
    size_t len;
    snprintf(page, sizeof page, UMBEL_ROOT "/%s", r->page);
    char *text = read_bytes_of(page, &len), *section = strstr(text, r->section);
    if (section == NULL) {
        fail_msg("%s has no section '%s'", r->page, r->section);
        return;
    }
    char *end = strstr(section + 1, "\n## ");
    if (end != NULL)
        end[1] = '\0';
    for (const char *at = section; next_block(&at, &b); sbuf_free(&b.text))
        follow_block(copy, &b, &n);
    print_message("%s: %d files, %d edits, %d lines run\n", r->page, n.files, n.edits, n.lines);
    assert_true(n.files == r->files && n.edits == r->edits && n.lines == r->lines);
    free(text);
}

static void all(void **state)
{
    slow_only("it builds a copy of the tree");
    const char *copy = in_folder(state, "copy");
    char line[1024];
    snprintf(line, sizeof line,
             "mkdir '%s'; tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C '%s'", copy,
             copy);
    run(UMBEL_ROOT, line, NULL);
    char kept[512];
    snprintf(kept, sizeof kept, "%s", copy);
    run(kept, "make -j2 build", NULL);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        follow(kept, &recipes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(all)};
    return cmocka_run_group_tests_name("recipes of the pages", tests, NULL, NULL);
}
