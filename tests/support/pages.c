#include "tests/support/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FOLDERS "{fpga,formal,gen,harness,rtl,sw,tests}"

glob_t pages_of_the_tree(void)
{
    glob_t g;
    assert_int_equal(glob(UMBEL_ROOT "/{,{" FOLDERS "/{,*/{,*/}}}}README.md", GLOB_BRACE, NULL, &g),
                     0);
    assert_string_equal(g.gl_pathv[0], UMBEL_ROOT "/README.md");
    return g;
}

const char *page_name(const char *path)
{
    size_t n = strlen(UMBEL_ROOT "/");
    return strncmp(path, UMBEL_ROOT "/", n) == 0 ? path + n : path;
}
