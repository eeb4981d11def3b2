/* Which name is offered for one that does not exist. */
#include "sw/util/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *offered(const char *word, char text[64])
{
    static const char *const names[] = {"tsm-tiny", "tsm-small", "hmg-tiny", "run", "net"};
    struct near near = {.word = word};
    struct error err = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        near_name(&near, names[i]);
    error_set(&err, "no");
    near_tell(&near, &err);
    strncpy(text, err.text, 63);
    text[63] = '\0';
    return text;
}

static void the_nearest(void **state)
{
    (void)state;
    static const char *const words[][2] = {{"tsm-tny", "no; did you mean tsm-tiny?"},
                                           {"tms-tiny", "no; did you mean tsm-tiny?"},
                                           {"hmg-tinyy", "no; did you mean hmg-tiny?"},
                                           {"rn", "no; did you mean run?"},
                                           {"rnu", "no; did you mean run?"},
                                           {"tsm-smal", "no; did you mean tsm-small?"},
                                           {"tsm-samll", "no; did you mean tsm-small?"}};
    char text[64];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_string_equal(offered(words[i][0], text), words[i][1]);
}

static void none_is_near(void **state)
{
    (void)state;
    static const char *const words[] = {
        "", "x", "draw", "carve-4gpu",
        "a-name-that-is-longer-than-any-other-and-than-the-room-that-there-is-for-one"};
    char text[64];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_string_equal(offered(words[i], text), "no");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest),
        cmocka_unit_test(none_is_near),
    };
    return cmocka_run_group_tests_name("near names", tests, NULL, NULL);
}
