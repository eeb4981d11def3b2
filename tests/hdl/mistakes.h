/*
 * Cases of mistakes. A case makes one mistake, on a line marked HERE, in a module that is otherwise
 * right; the only message must name that line. If a message refers to another line, FIRST marks
 * that line and '@' stands for it in the expected text.
 */
#ifndef UMBEL_TESTS_HDL_MISTAKES_H
#define UMBEL_TESTS_HDL_MISTAKES_H

#include "gen/hdl/hdl.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int here_line, first_line;
static struct hdl_design *design;
#define HERE here_line = __LINE__;
#define FIRST first_line = __LINE__;

struct mistake {
    const char *name;
    void (*build)(struct hdl *m);
    const char *text;
};
#define MISTAKE(build, text)                                                                       \
    {                                                                                              \
#build, build, text                                                                        \
    }

/* um_child has a parameter, an input and an output; um_wrong has inputs that need no reader. */
static void build_mistake(const char *file, const struct mistake *c, struct sbuf *expected)
{
    struct hdl *child = hdl_module(design, "um_child", "A child.");
    hdl_param(child, "W", "8", NULL);
    hdl_in(child, "c_i", "W", NULL);
    hdl_out(child, "c_o", "W", NULL);
    hdl_assign(child, "c_o", "c_i");
    assert_true(hdl_end(child));
    here_line = first_line = __LINE__ + 1;
    struct hdl *m = hdl_module(design, "um_wrong", "A module with one mistake.");
    hdl_clock(m);
    hdl_in(m, "a_i", "8", NULL);
    hdl_in(m, "en_i", "1", NULL);
    hdl_unused(m, "clk_i, rst_i, a_i, en_i");
    c->build(m);
    hdl_end(m);
    sbuf_printf(expected, "%s:%d: um_wrong: ", file, here_line);
    for (const char *p = c->text; *p != '\0'; p++) {
        if (*p == '@')
            sbuf_printf(expected, "%s:%d", file, first_line);
        else
            sbuf_add(expected, p, 1);
    }
}

static const char *mistakes_file;

static void check_mistake(void **state)
{
    struct sbuf expected = {0};
    struct error err = {0}, refused = {0};
    design = hdl_design_new();
    build_mistake(mistakes_file, *state, &expected);
    assert_true(hdl_mistake(design, &err));
    assert_string_equal(err.text, expected.text);
    sbuf_puts(&expected, "\n"); /* nothing else is wrong */
    assert_string_equal(hdl_mistakes(design), expected.text);
    assert_null(hdl_text(design, "um_child"));
    assert_false(hdl_write(design, "/nonexistent/umbel", &refused));
    assert_string_equal(refused.text, err.text);
    hdl_design_free(design);
    sbuf_free(&expected);
}

static int run_mistakes(const char *file, const struct mistake *cases, size_t count)
{
    mistakes_file = file;
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (tests == NULL)
        return 1;
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, check_mistake, NULL, NULL,
                                       (void *)(uintptr_t)&cases[i]};
    int failed = _cmocka_run_group_tests(file, tests, count, NULL, NULL);
    free(tests);
    return failed;
}

#endif
