/* Shared by the tests of launch files: the parts of a short one, and checks of a text. */
#ifndef UMBEL_TESTS_RUNTIME_LAUNCH_TEXT_H
#define UMBEL_TESTS_RUNTIME_LAUNCH_TEXT_H

#include "sw/runtime/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "about: x\nsource: k.cu\n"
#define BUF "buffers:\n  - {name: a, type: f32, count: 4, init: zero}\n"
#define LAUNCH "launches:\n  - {entry: k, grid: [1], block: [32], args: [a]}\n"

static inline struct launch *parse(const char *text, const char *size, struct error *err)
{
    return launch_parse(text, strlen(text), "f.yaml", size, 1, err);
}

static inline void expect(const char *text, const char *size, const char *message)
{
    struct error err = {0};
    struct launch *l = parse(text, size, &err);
    if (l != NULL || strcmp(err.text, message) != 0)
        print_error("in:\n%sgot:  %s\nwant: %s\n", text, err.text, message);
    assert_null(l);
    assert_string_equal(err.text, message);
}

static inline struct launch *good(const char *text, const char *size)
{
    struct error err = {0};
    struct launch *l = parse(text, size, &err);
    if (l == NULL)
        print_error("%s\n", err.text);
    assert_non_null(l);
    return l;
}

#endif
