/* A CUDA program that a test compiles once and runs many times: to compile it takes longer than to
 * run it. */
#ifndef UMBEL_TESTS_CUDA_BUILT_H
#define UMBEL_TESTS_CUDA_BUILT_H

#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void *built_folder;

/* Compiles it, in a folder of its own; 0, or not if it cannot be. */
static inline int built_make(const char *source)
{
    if (folder_make(&built_folder) != 0)
        return -1;
    struct command c = UMBEL("cuda", source, "-o", in_folder(&built_folder, "program"));
    const int status = c.status;
    command_free(&c);
    return status;
}

/* The teardown of the test's group. */
static inline int built_forget(void **state)
{
    (void)state;
    return folder_remove(&built_folder);
}

/* As `umbel cuda SOURCE --system tsm-tiny OPTIONS -- what` runs it. */
static inline struct command built_run(const char *options, const char *what)
{
    setenv("UMBEL_SYSTEM", "tsm-tiny", 1);
    setenv("UMBEL_OPTIONS", options, 1);
    struct command c = {.argv =
                            (const char *const[]){in_folder(&built_folder, "program"), what, NULL}};
    command_run(&c);
    unsetenv("UMBEL_SYSTEM");
    unsetenv("UMBEL_OPTIONS");
    return c;
}

#endif
