/*
 * Arithmetic of C's threads: promotions, conversions, comparisons, division, shifts and scopes. The
 * compiler of this file is the oracle: each expression stands in the test as text and as C.
 */
#include "formal/litmus/model/model.h"
#include "tests/litmus/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The value of register r of P0 in the only outcome. */
static int64_t value_of_r(const char *text)
{
    struct error err = {0};
    struct outcomes o = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    assert_true(model_allows(t, MODEL_SC, apart, &o, NULL, &err));
    assert_int_equal(o.n, 1);
    int64_t value = 0;
    bool found = false;
    for (int r = 0; r < t->threads[0].n_regs; r++)
        if (t->threads[0].regs[r] != NULL && strcmp(t->threads[0].regs[r], "r") == 0) {
            value = (int64_t)o.list[0]->state.regs[0][r];
            found = true;
        }
    assert_true(found);
    outcomes_free(&o);
    litmus_free(t);
    return value;
}

/* What C warns of is meant here. */
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wbool-operation"

/* Loaded from memory, so that no value is a constant. */
#define LOCALS                                                                                     \
    int i = *x;                                                                                    \
    unsigned u = *x;                                                                               \
    unsigned char c = *x;                                                                          \
    signed char s = *x;                                                                            \
    uint16_t h = *x;                                                                               \
    long l = *x;                                                                                   \
    uint64_t w = *x;                                                                               \
    bool b = *x;
#define TEXT(statements) #statements
#define TEXT_OF(statements) TEXT(statements)

#define EXPRESSIONS(E)                                                                             \
    E(u > 0)                                                                                       \
    E(i > 0)                                                                                       \
    E(i < u)                                                                                       \
    E(i < 0u)                                                                                      \
    E((unsigned)i > 0)                                                                             \
    E(c > s)                                                                                       \
    E(c + s)                                                                                       \
    E(h *c)                                                                                        \
    E(l < u)                                                                                       \
    E(l < w)                                                                                       \
    E(w > u)                                                                                       \
    E(i == w)                                                                                      \
    E(u == w)                                                                                      \
    E(u == l)                                                                                      \
    E(u / 3)                                                                                       \
    E(i / 3)                                                                                       \
    E(u % 7)                                                                                       \
    E(i % 7)                                                                                       \
    E(w / 3)                                                                                       \
    E(w % 1000)                                                                                    \
    E(l / -2)                                                                                      \
    E(7 / (i | 1))                                                                                 \
    E(u >> 3)                                                                                      \
    E(i >> 3)                                                                                      \
    E(w >> 33)                                                                                     \
    E(l >> 33)                                                                                     \
    E(c >> 1)                                                                                      \
    E(s >> 1)                                                                                      \
    E(c << 23)                                                                                     \
    E(w << 40)                                                                                     \
    E(1u << 31)                                                                                    \
    E((uint8_t)(c + 1))                                                                            \
    E((int8_t)h)                                                                                   \
    E((uint16_t)l)                                                                                 \
    E((long)u)                                                                                     \
    E((size_t)i)                                                                                   \
    E((uintptr_t)u)                                                                                \
    E(~c)                                                                                          \
    E(-c)                                                                                          \
    E(-u)                                                                                          \
    E(!w)                                                                                          \
    E(+s)                                                                                          \
    E(~0u == u)                                                                                    \
    E(u + 1 == 0)                                                                                  \
    E(c - 1 < 0)                                                                                   \
    E(u - u - 1 > 0)                                                                               \
    E(b + b)                                                                                       \
    E((bool)(i & 6))                                                                               \
    E((4294967295 & i) > i)                                                                        \
    E(0xffffffff > i)                                                                              \
    E(-1 < 0u)                                                                                     \
    E(-1L < 0u)                                                                                    \
    E(010 + 0x10)                                                                                  \
    E(2147483648 > 0)                                                                              \
    E(-2147483648 < 0)                                                                             \
    E(i & 0xf0 | 1)                                                                                \
    E((u > 5) + (i > 5) * 2)                                                                       \
    E(i <= u && l >= -1)

struct expression {
    const char *text;
    int64_t value;
};

static void expressions(void **state)
{
    (void)state;
    static const int values[] = {-1, 0, 1, 200, 300, 46340, INT32_MAX, INT32_MIN, -56};
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        const int *x = &values[v];
        LOCALS
        const struct expression list[] = {
#define E(e) {#e, (int64_t)(e)},
            EXPRESSIONS(E)
#undef E
        };
        for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
            char text[1024];
            snprintf(text, sizeof text,
                     "C t\n{ x=%d; }\nP0 (int* x) { %s long r = %s; }\nexists (true)", *x,
                     TEXT_OF(LOCALS), list[k].text);
            int64_t value = value_of_r(text);
            if (value != list[k].value)
                fail_msg("x = %d: %s is %lld, not %lld", *x, list[k].text, (long long)value,
                         (long long)list[k].value);
        }
    }
}

#define STATEMENTS(S)                                                                              \
    S(int a = 3; unsigned char q = 250; q += a * 2; r = q;)                                        \
    S(unsigned k = 0; k--; r = k;)                                                                 \
    S(int a = 1; {                                                                                 \
        int a = 7;                                                                                 \
        a++;                                                                                       \
    } r = a;)                                                                                      \
    S(int a = 1; {                                                                                 \
        unsigned a = 7;                                                                            \
        a -= 8;                                                                                    \
        if (a > 0)                                                                                 \
            r = 5;                                                                                 \
    } r += a;)                                                                                     \
    S(for (int j = 0; j < 5; j++) r += j;)                                                         \
    S(for (int j = 0; j < 3; ++j) for (int j = 0; j < 4; j += 2) r++;)                             \
    S(int j = 9; for (int j = 0; j < 3; j++) r = j; r += j;)                                       \
    S(if (r == 0) {                                                                                \
        int r = 4;                                                                                 \
        r = r * 2;                                                                                 \
    } else r = 1;)                                                                                 \
    S(int a = 100; a /= 7; a %= 9; a <<= 4; a >>= 1; a |= 1; a ^= 3; a &= 0xfe; r = a;)            \
    S(int a = 5; while (a > 0) {                                                                   \
        int b = a;                                                                                 \
        a = a - 2;                                                                                 \
        {                                                                                          \
            int a = b;                                                                             \
            r += a;                                                                                \
        }                                                                                          \
    })                                                                                             \
    S(do {                                                                                         \
        int r2 = 3;                                                                                \
        r += r2;                                                                                   \
    } while (r < 7);)

static void statements(void **state)
{
    (void)state;
#define S(s)                                                                                       \
    {                                                                                              \
        long r = 0;                                                                                \
        s int64_t value =                                                                          \
            value_of_r("C t\n{}\nP0 (int* x) { long r = 0; " #s " }\nexists (true)");              \
        if (value != r)                                                                            \
            fail_msg("%s: r is %lld, not %ld", #s, (long long)value, r);                           \
    }
    STATEMENTS(S)
#undef S
}

/* An access takes the variable for what its parameter's type says. */
static void accesses(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        int first;
        int64_t loaded, stored; /* r = *x; and then what x holds after *x = 1000, as an int */
    } cases[] = {
        {"int", -1, -1, 1000},
        {"unsigned", -1, -1, 1000}, /* as a register holds it */
        {"uint8_t", -1, 255, 232},
        {"int8_t", 200, -56, -24},
        {"volatile unsigned char", 511, 255, 232},
        {"atomic_uchar", 511, 255, 232},
        {"short", 40000, -25536, 1000},
        {"_Atomic uint16_t", -2, 65534, 1000},
        {"_Atomic(unsigned short)", -2, 65534, 1000},
        {"long", -1, -1, 1000},
        {"unsigned long long", -1, -1, 1000},
        {"size_t", 7, 7, 1000},
        {"bool", 2, 2, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, "C t\n{ x=%d; }\nP0 (%s* x) { long r = *x; }\nexists (true)",
                 cases[i].first, cases[i].type);
        const bool is_unsigned = strcmp(cases[i].type, "unsigned") == 0;
        const int64_t loaded = is_unsigned ? UINT32_MAX : cases[i].loaded;
        if (value_of_r(text) != loaded)
            fail_msg("%s: %lld", text, (long long)value_of_r(text));
        snprintf(text, sizeof text,
                 "C t\n{}\nP0 (%s* x, int* y) { *x = 1000; int r = *x; if (r == %lld) *y = 1; }\n"
                 "exists (x=%lld /\\ y=1)",
                 cases[i].type, (long long)cases[i].stored, (long long)cases[i].stored);
        if (value_of_r(text) != cases[i].stored)
            fail_msg("%s: %lld", text, (long long)value_of_r(text));
    }
}

/* What C leaves undefined, or 32 bits of memory cannot hold, is told. */
static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *body, *error;
    } cases[] = {
        {"int r = 5 / *x;", "t.litmus:3: P0 divides by 0; write a smaller number"},
        {"int r = 5 % *x;", "t.litmus:3: P0 divides by 0; write a smaller number"},
        {"int r = 1 << (*x + 32);",
         "t.litmus:3: P0 shifts by more bits than the type has; write a smaller number"},
        {"long r = *x + 1; *y = r << 31;", "t.litmus:3: P0 stores a number that does not fit in a "
                                           "variable's 32 bits; write a smaller "
                                           "number"},
        {"*y = 2147483647; atomic_fetch_add(y, 1);", "t.litmus:3: P0 writes a number that does not "
                                                     "fit in a variable's 32 bits; write a smaller "
                                                     "number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        struct error err = {0};
        struct outcomes o = {0};
        snprintf(text, sizeof text, "C t\n{}\nP0 (int* x, long* y) { %s }\nexists (true)",
                 cases[i].body);
        struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
        assert_string_equal(err.text, "");
        assert_false(model_allows(t, MODEL_SC, apart, &o, NULL, &err));
        assert_string_equal(err.text, cases[i].error);
        outcomes_free(&o);
        litmus_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(expressions), cmocka_unit_test(statements),
                                       cmocka_unit_test(accesses), cmocka_unit_test(refused)};
    return cmocka_run_group_tests_name("arithmetic of C", tests, NULL, NULL);
}
