/* Names that become files and words. */
#include "sw/util/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool word, file, setting;
    } rows[] = {
        {"fifo_4", true, true, false},    {"fifo-4.b", false, true, false},
        {"4", false, true, false},        {"", false, false, false},
        {".", false, false, false},       {"..", false, false, false},
        {"../a", false, false, false},    {"a/b", false, false, false},
        {"-o", false, false, false},      {"a b", false, false, false},
        {"a\nb", false, false, false},    {"a;b", false, false, false},
        {"`a`", false, false, false},     {"A=1", false, false, true},
        {"A=1;!ls", false, false, false}, {"A=", false, false, false},
        {"=1", false, false, false},      {"4A=1", false, false, false},
        {"A=-1", false, false, false},    {"\303\244", false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(name_is_word(rows[i].name), rows[i].word);
        assert_int_equal(name_is_file(rows[i].name), rows[i].file);
        assert_int_equal(name_is_setting(rows[i].name), rows[i].setting);
    }
    char longest[202];
    memset(longest, 'a', 201);
    longest[201] = '\0';
    assert_false(name_is_file(longest));
    assert_true(name_is_file(longest + 1));
}

static void quoted(void **state)
{
    (void)state;
    struct sbuf s = {0};
    name_quoted(&s, "a\"b\\c\nd$(e)`f`%s\x7f");
    assert_string_equal(s.text, "a\\\"b\\\\c\\012d$(e)`f`%s\\177");
    sbuf_free(&s);
    assert_string_equal(name_before("@a"), "./");
    assert_string_equal(name_before("-a"), "./");
    assert_string_equal(name_before("a-@"), "");
    assert_string_equal(name_before("/-a"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(quoted)};
    return cmocka_run_group_tests_name("name", tests, NULL, NULL);
}
