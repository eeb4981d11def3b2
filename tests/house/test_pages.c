/*
 * The front page is short. The files that pages name are there: the links of README.md and of each
 * folder's README.md, and the pages that they name in plain text.
 */
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/pages.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The next text in `text` between `open` and `close` on one line, in `name`; where to go on, or
 * NULL. */
static const char *next_between(const char *text, const char *open, char close, char name[PATH_MAX])
{
    while ((text = strstr(text, open)) != NULL) {
        text += strlen(open);
        const char *end = strchr(text, close);
        size_t n = end != NULL ? (size_t)(end - text) : PATH_MAX;
        if (n < PATH_MAX && memchr(text, '\n', n) == NULL) {
            snprintf(name, PATH_MAX, "%.*s", (int)n, text);
            return text;
        }
    }
    return NULL;
}

/* Whether the file is there, named from the page's folder or, in plain text, from the root. */
static bool is_there(const char *of_page, const char *name, bool from_top)
{
    char path[2 * PATH_MAX];
    const char *slash = strrchr(of_page, '/');
    snprintf(path, sizeof path, "%.*s/%s", (int)(slash - of_page), of_page, name);
    if (access(path, R_OK) == 0)
        return true;
    snprintf(path, sizeof path, "%s/%s", UMBEL_ROOT, name);
    return from_top && access(path, R_OK) == 0;
}

/* A link `[text](file)` works where the page is shown; a page named as `folder/README.md` is there,
 * too. Returns how many of both there are. */
static size_t names_of(const char *path, struct sbuf *missing)
{
    size_t len, n = 0;
    char name[PATH_MAX], *text = read_bytes_of(path, &len);
    for (const char *at = text; (at = next_between(at, "](", ')', name)) != NULL; n++)
        if (strstr(name, "://") == NULL && !is_there(path, name, false))
            sbuf_printf(missing, "%s links to %s\n", page_name(path), name);
    for (const char *at = text; (at = next_between(at, "`", '`', name)) != NULL;) {
        const char *end = strrchr(name, '.');
        if (end == NULL || strcmp(end, ".md") != 0 || strpbrk(name, " *") != NULL ||
            strchr(name, '/') == NULL)
            continue;
        n++;
        if (!is_there(path, name, true))
            sbuf_printf(missing, "%s names %s\n", page_name(path), name);
    }
    free(text);
    return n;
}

static void names(void **state)
{
    struct sbuf missing = {0};
    const char *planted = in_folder(state, "README.md");
    write_text(planted, "[a](b.md) [c](http://d/e.md) `f/g.md` `h.md` `README.md`\n"
                        "[i](README.md) `gen/README.md`\n");
    assert_int_equal(names_of(planted, &missing), 5);
    assert_int_equal(count_lines(missing.text), 2);
    sbuf_free(&missing);

    glob_t pages = pages_of_the_tree();
    size_t n = 0, front = 0;
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        n += names_of(pages.gl_pathv[i], &missing);
        front = i == 0 ? n : front;
    }
    print_message("%zu pages, %zu names of files, %zu of them on the front page\n",
                  (size_t)pages.gl_pathc, n, front);
    if (missing.len > 0)
        fail_msg("not there:\n%s", missing.text);
    assert_true(front > 20 && n > front);
    globfree(&pages);
}

/* The front page takes five minutes. */
static void the_front_page_is_short(void **state)
{
    (void)state;
    enum { MOST_LINES = 150, MOST_COLUMNS = 120 };
    size_t len, lines = 0;
    char *text = read_bytes_of(UMBEL_ROOT "/README.md", &len);
    for (const char *at = text; *at != '\0'; at = strchr(at, '\n') + 1)
        if (++lines > MOST_LINES || strcspn(at, "\n") > MOST_COLUMNS)
            fail_msg("README.md:%zu: at most %d lines of %d characters", lines, MOST_LINES,
                     MOST_COLUMNS);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(names),
                                       cmocka_unit_test(the_front_page_is_short)};
    return cmocka_run_group_tests_name("files that pages name", tests, NULL, NULL);
}
