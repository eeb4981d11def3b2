/* No C file of gen, sw and harness names a protocol, but those of gen/proto: what the others must
 * know of one is a field of its row or of its rules. */
#include "gen/proto/protocol.h"
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/tree.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_part_of_a_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

/* Whether a text names a protocol: its word stands there as a word of its own. "mgcc" is the name
 * of a group of fields, too, and is not looked for. */
static bool has_word(const char *text, size_t len)
{
    for (enum protocol_id id = 0; id < PROTOCOL_COUNT; id++) {
        const char *word = protocol_word(id);
        const size_t n = strlen(word);
        for (const char *at = text; id != PROTOCOL_MGCC && at + n <= text + len; at++)
            if (strncmp(at, word, n) == 0 && (at == text || !is_part_of_a_word(at[-1])) &&
                (at + n == text + len || !is_part_of_a_word(at[n])))
                return true;
    }
    return false;
}

/* The lines that name a protocol in their code, as PROTOCOL_X or in a string. Comments may. */
static unsigned naming_lines(const char *path, const char *text, struct sbuf *told)
{
    unsigned line = 1, found = 0;
    for (const char *at = text; *at != '\0'; at++) {
        const char *end = at;
        bool names = false;
        if (strncmp(at, "/*", 2) == 0) {
            end = strstr(at, "*/") + 1;
        } else if (*at == '\'') {
            end = at + (at[1] == '\\' ? 3 : 2);
        } else if (*at == '"') {
            while (*++end != '"')
                end += *end == '\\';
            names = has_word(at + 1, (size_t)(end - at - 1));
        } else if (strncmp(at, "PROTOCOL_", 9) == 0) {
            names = strncmp(at, "PROTOCOL_COUNT", 14) != 0 && isupper((unsigned char)at[9]);
        }
        if (names)
            sbuf_printf(told, "%s:%u names a protocol\n", path, line);
        found += names;
        for (; at < end; at++)
            line += *at == '\n';
        line += *at == '\n';
    }
    return found;
}

static int visit(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    static const char *const folders[] = {"gen/", "sw/", "harness/"};
    const char *name = tree_from_root(path), *ending = tree_ending(path);
    bool code = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        code |= strncmp(name, folders[i], strlen(folders[i])) == 0;
    code &= strncmp(name, "gen/proto/", 10) != 0 && strncmp(name, "sw/kernels/", 11) != 0;
    if (type == FTW_F && code && (strcmp(ending, ".c") == 0 || strcmp(ending, ".h") == 0)) {
        size_t len;
        char *text = read_bytes_of(path, &len);
        naming_lines(name, text, &tree_complaints);
        free(text);
    }
    return tree_skip(path, type, at);
}

static void only_gen_proto_names_protocols(void **state)
{
    (void)state;
    struct sbuf told = {0};
    assert_int_equal(naming_lines("a.c",
                                  "/* gpu-vi */ int a;\n\"x\\\" hmg-tiny\"\n"
                                  "\"it is hmg; no\" PROTOCOL_COUNT PROTOCOLS(P)\n"
                                  "if (p == PROTOCOL_NC_WT)\n\"carve-nc\"",
                                  &told),
                     3);
    assert_string_equal(told.text, "a.c:3 names a protocol\na.c:4 names a protocol\n"
                                   "a.c:5 names a protocol\n");
    sbuf_free(&told);
    tree_walk(visit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_gen_proto_names_protocols)};
    return cmocka_run_group_tests_name("protocols", tests, NULL, NULL);
}
