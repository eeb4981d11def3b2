/*
 * What pages name in backquotes is there: each file, from the page's folder, from the root or by
 * its name alone, and each function `f()`. A name with a word in capitals (`test_NAME.c`) stands
 * for many. A file that is not there is one that a command writes, whose name some source has; or
 * one that the page itself gives.
 */
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"
#include "tests/support/tree.h"

#include <ctype.h>
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

/* All paths of the tree, each between newlines; the text of all sources; the pages. */
static struct sbuf paths, sources, pages;

static int visit(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    static const char *const endings[] = {".c",   ".h",   ".v", ".vh", ".cu",
                                          ".hpp", ".inc", ".m", ".sh", NULL};
    const char *name = tree_from_root(path);
    if (type != FTW_F)
        return tree_skip(path, type, at);
    sbuf_printf(&paths, "/%s\n", name);
    if (strcmp(tree_ending(path), ".md") == 0 && strcmp(name, "CHANGELOG.md") != 0)
        sbuf_printf(&pages, "%s\n", path);
    if (tree_one_of(tree_ending(path), endings) && strcmp(name, "tests/house/test_named.c") != 0) {
        size_t len;
        char *text = read_bytes_of(path, &len);
        sbuf_puts(&sources, text);
        free(text);
    }
    return FTW_CONTINUE;
}

static bool is_of_a_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a word of three capitals or more stands in it: NAME, FOLDER. */
static bool stands_for_many(const char *name)
{
    int capitals = 0;
    for (; *name != '\0'; name++) {
        capitals = isupper((unsigned char)*name) ? capitals + 1 : 0;
        if (capitals > 2 && !is_of_a_name(name[1]))
            return true;
        if (capitals > 3)
            return true;
    }
    return false;
}

static bool looks_like_a_file(const char *name)
{
    static const char *const endings[] = {".c",   ".h",  ".v",  ".vh",  ".cu",  ".yaml", ".md",
                                          ".inc", ".py", ".sh", ".hpp", ".txt", ".svg",  NULL};
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-")] !=
        '\0')
        return false;
    return tree_one_of(tree_ending(name), endings) && tree_ending(name) != name;
}

/* Whether the page says of this file what it is: "`FILE` is:", or "`FILE`:". */
static bool is_given(const char *page, const char *name)
{
    char words[PATH_MAX];
    snprintf(words, sizeof words, "`%s` is:", name);
    if (strstr(page, words) != NULL)
        return true;
    snprintf(words, sizeof words, "`%s`:\n", name);
    return strstr(page, words) != NULL;
}

static bool file_is_there(const char *folder, const char *page, const char *name)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (access(path, F_OK) == 0)
        return true;
    while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
        name = strchr(name, '/') + 1;
    snprintf(path, sizeof path, "/%s\n", name);
    const char *slash = strrchr(name, '/'), *last = slash != NULL ? slash + 1 : name;
    return strstr(paths.text, path) != NULL || stands_for_many(name) || is_given(page, name) ||
           tree_has_name(sources.text, last, strlen(last)) || strncmp(name, "out/", 4) == 0;
}

/* Adds what is not there. Returns how many names there are. */
static size_t check_page(const char *path, const char *text, struct sbuf *missing)
{
    char folder[PATH_MAX], name[256];
    size_t n = 0;
    bool fenced = false;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t len = strcspn(line, "\n");
        if (strncmp(line + strspn(line, " "), "```", 3) == 0) {
            fenced = !fenced;
            continue;
        }
        for (const char *at = line; !fenced && (at = memchr(at, '`', len - (size_t)(at - line)));) {
            const char *end = memchr(at + 1, '`', len - (size_t)(at + 1 - line));
            if (end == NULL)
                break;
            snprintf(name, sizeof name, "%.*s", (int)(end - at - 1), at + 1);
            at = end + 1;
            const size_t word = strcspn(name, "(");
            const bool call = word > 0 && strcmp(name + word, "()") == 0;
            if (call ? tree_has_name(sources.text, name, word)
                     : !looks_like_a_file(name) || file_is_there(folder, text, name))
                n += call || looks_like_a_file(name);
            else
                sbuf_printf(missing, "%s names %s\n", path, name);
        }
        if (line[len] == '\0')
            break;
    }
    return n;
}

static void what_pages_name_is_there(void **state)
{
    struct sbuf missing = {0};
    size_t n = 0;
    tree_walk(visit);
    const char *page = in_folder(state, "a.md");
    assert_int_equal(check_page(page,
                                "`gen/units/unit.h` `nowhere.c` `unit_ports()` `no_function()`\n"
                                "```\n`fenced.c`\n```\n`x.c` is:\n`test_NAME.c` `tsu.c`",
                                &missing),
                     5);
    const char *first = strstr(sbuf_str(&missing), " names ");
    assert_true(first != NULL && strncmp(first, " names nowhere.c\n", 17) == 0);
    assert_non_null(strstr(sbuf_str(&missing), " names no_function()\n"));
    sbuf_free(&missing);
    for (char *at = pages.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        size_t len;
        *end = '\0';
        char *text = read_bytes_of(at, &len);
        n += check_page(at, text, &missing);
        free(text);
    }
    print_message("%zu files and functions are named\n", n);
    if (missing.len > 0)
        fail_msg("not there:\n%s", missing.text);
    assert_true(n > 500);
    sbuf_free(&paths);
    sbuf_free(&sources);
    sbuf_free(&pages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(what_pages_name_is_there)};
    return cmocka_run_group_tests_name("what pages name", tests, NULL, NULL);
}
