/*
 * The table of the papers' figures and tables: each has what gives it or a reason, never both; each
 * study that it names ships and is of that paper, and each other command runs; and each study of a
 * paper is named.
 */
#include "harness/study/papers.h"
#include "harness/study/study.h"
#include "sw/util/file.h"
#include "tests/support/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct papers *load(void)
{
    struct error err = {0};
    struct papers *p = papers_load(&err);
    assert_string_equal(err.text, "");
    return p;
}

/* The studies that ship, each loaded once. */
enum { MOST_STUDIES = 256 };
static struct {
    char name[64];
    struct study *it;
} loaded[MOST_STUDIES];
static size_t n_loaded;

static const struct study *study_of(const char *name)
{
    struct error err = {0};
    for (size_t i = 0; i < n_loaded; i++)
        if (strcmp(loaded[i].name, name) == 0)
            return loaded[i].it;
    assert_true(n_loaded < MOST_STUDIES);
    struct study *s = study_load(name, &err);
    if (s == NULL)
        fail_msg("%s", err.text);
    snprintf(loaded[n_loaded].name, sizeof loaded[0].name, "%s", name);
    loaded[n_loaded++].it = s;
    return s;
}

static int forget(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_loaded; i++)
        study_free(loaded[i].it);
    return 0;
}

static bool names_study(const struct papers_item *it, const char *name)
{
    return it->by != NULL && strncmp(it->by, "study ", 6) == 0 && strcmp(it->by + 6, name) == 0;
}

static void each_item_has_one(void **state)
{
    (void)state;
    struct papers *p = load();
    assert_int_equal(p->papers_count, 5);
    for (uint32_t i = 0; i < p->papers_count; i++)
        for (uint32_t k = 0; k < p->papers[i].items_count; k++) {
            const struct papers_item *it = &p->papers[i].items[k];
            if ((it->by == NULL) == (it->why == NULL))
                fail_msg("%s, %s: one of `by` and `why`", p->papers[i].paper, it->item);
            for (uint32_t j = 0; j < k; j++)
                assert_string_not_equal(it->item, p->papers[i].items[j].item);
        }
    papers_free(p);
}

/* `umbel draw NAME` and so on: run as they stand, and what they print goes nowhere. */
static void command_ends_well(const struct papers_item *it)
{
    struct command c = umbel_run_line(it->by);
    if (c.status != 0)
        fail_msg("%s: %s ends with status %d: %s", it->item, it->by, c.status, err_of(&c));
    command_free(&c);
}

/* A file, or a command: a study, or another verb with what it is asked for. */
static void what_is_named_is_there(void **state)
{
    (void)state;
    struct papers *p = load();
    for (uint32_t i = 0; i < p->papers_count; i++)
        for (uint32_t k = 0; k < p->papers[i].items_count; k++) {
            const struct papers_item *it = &p->papers[i].items[k];
            char path[512];
            if (it->by == NULL)
                continue;
            if (strncmp(it->by, "umbel ", 6) == 0) {
                command_ends_well(it);
                continue;
            }
            if (strncmp(it->by, "study ", 6) == 0) {
                const struct study *s = study_of(it->by + 6);
                assert_non_null(s->paper.title);
                assert_string_equal(s->paper.title, p->papers[i].paper);
                continue;
            }
            snprintf(path, sizeof path, UMBEL_ROOT "/%s", it->by);
            if (!file_exists(path))
                fail_msg("%s: %s is neither a command nor a file", it->item, it->by);
        }
    papers_free(p);
}

static bool is_named(const struct papers *p, const struct study *s, const char *name)
{
    for (uint32_t i = 0; i < p->papers_count; i++)
        for (uint32_t k = 0; k < p->papers[i].items_count; k++)
            if (strcmp(p->papers[i].paper, s->paper.title) == 0 &&
                names_study(&p->papers[i].items[k], name))
                return true;
    return false;
}

static void each_study_is_named(void **state)
{
    (void)state;
    struct papers *p = load();
    struct study_names all = study_names();
    for (size_t i = 0; i < all.n; i++) {
        const struct study *s = study_of(all.names[i]);
        if (s->paper.title != NULL && !is_named(p, s, all.names[i]))
            fail_msg("study %s is of %s of %s, and the table does not name it", all.names[i],
                     s->paper.figure, s->paper.title);
    }
    study_names_free(&all);
    papers_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_item_has_one),
        cmocka_unit_test(what_is_named_is_there),
        cmocka_unit_test(each_study_is_named),
    };
    return cmocka_run_group_tests_name("the papers' figures", tests, NULL, forget);
}
