/*
 * The recipes of the pages, followed word for word in a copy of the tree. Costs a minute: it builds
 * the copy. Finds a step that a page lacks, or that is no longer so, which no other test reads.
 */
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The lines between this one of three backquotes and the next, without its indentation. */
static char *lines_of_block(const char *at, const char *page)
{
    struct sbuf block = {0};
    size_t indent = 0;
    for (; at > page && at[-1] == ' '; at--)
        indent++;
    const char *end;
    for (at = strchr(at, '\n'); at != NULL; at = end) {
        const char *line = at + 1;
        end = strchr(line, '\n');
        if (end == NULL || strncmp(line + indent, "```", 3) == 0)
            break;
        const char *from = end - line < (ptrdiff_t)indent ? end : line + indent;
        sbuf_printf(&block, "%.*s\n", (int)(end - from), from);
    }
    return block.text;
}

/* The first block of a page behind `text` in a section. To be freed. */
static char *block_after(const char *page, const char *section, const char *text)
{
    size_t len;
    char *all = read_bytes_of(page, &len);
    const char *at = strstr(all, section);
    at = at != NULL ? strstr(at, text) : NULL;
    at = at != NULL ? strstr(at, "```") : NULL;
    char *block = at != NULL ? lines_of_block(at, all) : NULL;
    if (block == NULL)
        fail_msg("%s: no block behind '%s' in '%s'", page, text, section);
    free(all);
    return block;
}

static void run(const char *dir, const char *line)
{
    struct command c = {
        .argv = (const char *const[]){"sh", "-ec", line, NULL}, .dir = dir, .seconds = 600};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
}

/* Runs the lines of a block; each must end with status 0. */
static void run_block(const char *dir, const char *block)
{
    for (const char *at = block; *at != '\0'; at = strchr(at, '\n') + 1) {
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        run(dir, line);
    }
}

/* Puts a line behind the one that has `after`. */
static void add_line(const char *path, const char *after, const char *line)
{
    size_t len;
    char *text = read_bytes_of(path, &len), *at = strstr(text, after);
    assert_non_null(at);
    at = strchr(at, '\n') + 1;
    struct sbuf all = {0};
    sbuf_printf(&all, "%.*s%s%s", (int)(at - text), text, line, at);
    write_text(path, all.text);
    sbuf_free(&all);
    free(text);
}

static const char page[] = UMBEL_ROOT "/gen/proto/README.md", section[] = "## Add a protocol";

static void add_a_protocol(void **state)
{
    slow_only("it builds a copy of the tree");
    char *file = block_after(page, section, "`gen/proto/strict.c`"),
         *row = block_after(page, section, "2. A line of"),
         *build = block_after(page, section, "3. Build"),
         *go = block_after(page, section, "4. Run");
    const char *copy = in_folder(state, "copy");
    struct sbuf line = {0};
    sbuf_printf(&line,
                "mkdir '%s'; tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C '%s'",
                copy, copy);
    run(UMBEL_ROOT, line.text);
    sbuf_free(&line);
    write_text(in_folder(state, "copy/gen/proto/strict.c"), file);
    add_line(in_folder(state, "copy/gen/proto/protocol.h"), "P(PROTOCOL_MGCC_PAPER", row);
    run_block(copy, build);
    run_block(copy, go);
    free(file);
    free(row);
    free(build);
    free(go);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(add_a_protocol)};
    return cmocka_run_group_tests_name("recipes of the pages", tests, NULL, NULL);
}
