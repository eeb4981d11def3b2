/*
 * The list of atomic functions in gen/proto/atomic.h agrees with three Verilog texts, which no C
 * compiler checks: the hardware, its simulation and its property.
 */
#include "gen/proto/atomic.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *text_of(const char *path)
{
    char whole[512];
    size_t len;
    struct error err = {0};
    snprintf(whole, sizeof whole, "%s/%s", UMBEL_ROOT, path);
    char *text = file_read(whole, &len, &err);
    assert_non_null(text);
    return text;
}

/* The text from `after` to the next semicolon, without white space. */
static char *without_space(const char *text, const char *after)
{
    const char *at = strstr(text, after);
    assert_non_null(at);
    struct sbuf s = {0};
    for (; *at != ';' && *at != '\0'; at++)
        if (strchr(" \n", *at) == NULL)
            sbuf_printf(&s, "%c", *at);
    return s.text;
}

/* um_atomic.v gives each function its number, and has no other. */
static void hardware(void **state)
{
    (void)state;
    char *text = text_of("rtl/um_atomic.v");
    char *numbers = without_space(text, "localparam [3:0] ");
    struct sbuf wanted = {0};
    sbuf_puts(&wanted, "localparam[3:0]");
#define NUMBER(name, number)                                                                       \
    sbuf_printf(&wanted, "%s%s=4'd%d", (number) == 0 ? "" : ",", #name, number);
    ATOMIC_LIST(NUMBER)
#undef NUMBER
    assert_string_equal(numbers, wanted.text);
    sbuf_free(&wanted);
    free(numbers);
    free(text);
}

static void counts(const char *path, const char *fmt)
{
    char wanted[128];
    snprintf(wanted, sizeof wanted, "%s%d", fmt, ATOMIC_FNS);
    char *text = text_of(path);
    const char *at = strstr(text, wanted);
    if (at == NULL || (at[strlen(wanted)] != ';' && at[strlen(wanted)] != ')'))
        fail_msg("%s does not say `%s`", path, wanted);
    free(text);
}

/* The references are written out by hand; they say how many functions they know. */
static void references(void **state)
{
    (void)state;
    counts("tests/rtl/atomic_tb.v", "localparam FNS = ");
    counts("formal/units/atomic.vh", "`define F_PROMISED (f_fn_q[3:0] < ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hardware),
        cmocka_unit_test(references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
