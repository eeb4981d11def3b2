/* C's integer types: their names, promotions and conversions. */
#include "formal/litmus/read/parse_c.h"

#include <string.h>

enum part { ALONE, SIGNED, UNSIGNED, CHAR, SHORT, INT, LONG, VOLATILE, CONST };

static const struct {
    const char *name;
    enum part part;
    enum litmus_type type; /* of an ALONE */
    bool is_bool, is_volatile;
} words[] = {
    {"const", CONST, .type = LITMUS_S32},
    {"volatile", VOLATILE, .is_volatile = true},
    {"_Atomic", VOLATILE, .is_volatile = true},
    {"signed", SIGNED, .type = LITMUS_S32},
    {"unsigned", UNSIGNED, .type = LITMUS_S32},
    {"char", CHAR, .type = LITMUS_S32},
    {"short", SHORT, .type = LITMUS_S32},
    {"int", INT, .type = LITMUS_S32},
    {"long", LONG, .type = LITMUS_S32},
    {"bool", ALONE, .type = LITMUS_U8, .is_bool = true},
    {"_Bool", ALONE, .type = LITMUS_U8, .is_bool = true},
    {"int8_t", ALONE, .type = LITMUS_S8},
    {"uint8_t", ALONE, .type = LITMUS_U8},
    {"int16_t", ALONE, .type = LITMUS_S16},
    {"uint16_t", ALONE, .type = LITMUS_U16},
    {"int32_t", ALONE, .type = LITMUS_S32},
    {"uint32_t", ALONE, .type = LITMUS_U32},
    {"uint", ALONE, .type = LITMUS_U32},
    {"int64_t", ALONE, .type = LITMUS_S64},
    {"uint64_t", ALONE, .type = LITMUS_U64},
    {"intptr_t", ALONE, .type = LITMUS_S64},
    {"uintptr_t", ALONE, .type = LITMUS_U64},
    {"ptrdiff_t", ALONE, .type = LITMUS_S64},
    {"ssize_t", ALONE, .type = LITMUS_S64},
    {"size_t", ALONE, .type = LITMUS_U64},
    {"intmax_t", ALONE, .type = LITMUS_S64},
    {"uintmax_t", ALONE, .type = LITMUS_U64},
    {"s8", ALONE, .type = LITMUS_S8},
    {"u8", ALONE, .type = LITMUS_U8},
    {"s16", ALONE, .type = LITMUS_S16},
    {"u16", ALONE, .type = LITMUS_U16},
    {"s32", ALONE, .type = LITMUS_S32},
    {"u32", ALONE, .type = LITMUS_U32},
    {"s64", ALONE, .type = LITMUS_S64},
    {"u64", ALONE, .type = LITMUS_U64},
    {"atomic_bool", ALONE, .type = LITMUS_U8, .is_bool = true, .is_volatile = true},
    {"atomic_char", ALONE, .type = LITMUS_S8, .is_volatile = true},
    {"atomic_schar", ALONE, .type = LITMUS_S8, .is_volatile = true},
    {"atomic_uchar", ALONE, .type = LITMUS_U8, .is_volatile = true},
    {"atomic_short", ALONE, .type = LITMUS_S16, .is_volatile = true},
    {"atomic_ushort", ALONE, .type = LITMUS_U16, .is_volatile = true},
    {"atomic_int", ALONE, .type = LITMUS_S32, .is_volatile = true},
    {"atomic_uint", ALONE, .type = LITMUS_U32, .is_volatile = true},
    {"atomic_long", ALONE, .type = LITMUS_S64, .is_volatile = true},
    {"atomic_ulong", ALONE, .type = LITMUS_U64, .is_volatile = true},
    {"atomic_llong", ALONE, .type = LITMUS_S64, .is_volatile = true},
    {"atomic_ullong", ALONE, .type = LITMUS_U64, .is_volatile = true},
    {"atomic_intptr_t", ALONE, .type = LITMUS_S64, .is_volatile = true},
    {"atomic_uintptr_t", ALONE, .type = LITMUS_U64, .is_volatile = true},
    {"atomic_ptrdiff_t", ALONE, .type = LITMUS_S64, .is_volatile = true},
    {"atomic_size_t", ALONE, .type = LITMUS_U64, .is_volatile = true},
    {"atomic_t", ALONE, .type = LITMUS_S32, .is_volatile = true},
    {"atomic64_t", ALONE, .type = LITMUS_S64, .is_volatile = true},
    {"atomic_long_t", ALONE, .type = LITMUS_S64, .is_volatile = true},
};
enum { WORDS = sizeof words / sizeof *words };

static int find_word(const struct scan *l)
{
    for (int i = 0; i < WORDS; i++)
        if (scan_is(l, words[i].name))
            return i;
    return LITMUS_NONE;
}

bool lit_is_type(const struct scan *l)
{
    return find_word(l) != LITMUS_NONE;
}

/* The type that words such as "unsigned", "long", "int" make together. */
static enum litmus_type together(const int *parts)
{
    bool is_unsigned = parts[UNSIGNED] > 0;
    if (parts[CHAR] > 0)
        return is_unsigned ? LITMUS_U8 : LITMUS_S8;
    if (parts[SHORT] > 0)
        return is_unsigned ? LITMUS_U16 : LITMUS_S16;
    if (parts[LONG] > 0)
        return is_unsigned ? LITMUS_U64 : LITMUS_S64;
    return is_unsigned ? LITMUS_U32 : LITMUS_S32;
}

/* Whether the words are no type in C: "unsigned signed", "short long", "int int". */
static bool are_wrong(const int *parts)
{
    int sizes = parts[CHAR] + parts[SHORT] + (parts[LONG] > 0);
    int others = parts[SIGNED] + parts[UNSIGNED] + parts[INT] + sizes;
    return sizes > 1 || parts[LONG] > 2 || parts[INT] > 1 || parts[ALONE] > 1 ||
           parts[SIGNED] + parts[UNSIGNED] > 1 || (parts[CHAR] > 0 && parts[INT] > 0) ||
           (parts[ALONE] > 0 && others > 0);
}

bool c_type(struct parser *p, struct c_type *type)
{
    struct scan *l = &p->scan, at = *l;
    int parts[CONST + 1] = {0};
    *type = (struct c_type){0};
    int parentheses = 0;
    for (int i = find_word(l); i != LITMUS_NONE; i = find_word(l)) {
        parts[words[i].part]++;
        if (words[i].part == ALONE)
            type->type = words[i].type;
        type->is_bool = type->is_bool || words[i].is_bool;
        type->is_volatile = type->is_volatile || words[i].is_volatile;
        bool atomic = scan_is(l, "_Atomic");
        if (!scan_next(l))
            return false;
        if (atomic && scan_took(l, "("))
            parentheses++;
        for (; parentheses > 0 && scan_took(l, ")"); parentheses--)
            continue;
    }
    if (are_wrong(parts))
        return scan_error(&at, "these words are no type together; write int, unsigned long, "
                               "uint8_t and the like");
    if (parentheses > 0)
        return scan_expect(l, ")");
    if (parts[ALONE] == 0)
        type->type = together(parts);
    return !error_is_set(l->err);
}

/* ---- constants ---- */

enum litmus_type c_constant_type(const struct scan *l)
{
    bool minus = l->text[0] == '-', is_unsigned = false, is_long = false;
    const char *digits = l->text + minus, *end = l->text + l->len;
    bool decimal = digits[0] != '0' || end - digits == 1;
    for (; end > digits && strchr("uUlL", end[-1]) != NULL; end--) {
        is_unsigned = is_unsigned || end[-1] == 'u' || end[-1] == 'U';
        is_long = is_long || end[-1] == 'l' || end[-1] == 'L';
    }
    bool large = (minus ? 0 - l->number : l->number) > INT32_MAX;
    if (is_long || (large && decimal && !is_unsigned))
        return is_unsigned ? LITMUS_U64 : LITMUS_S64;
    return is_unsigned || large ? LITMUS_U32 : LITMUS_S32;
}

/* ---- conversions ---- */

enum litmus_type c_promoted(enum litmus_type type)
{
    return litmus_bits(type) < 32 ? LITMUS_S32 : type;
}

enum litmus_type c_common(enum litmus_type a, enum litmus_type b)
{
    a = c_promoted(a);
    b = c_promoted(b);
    if (litmus_bits(a) != litmus_bits(b))
        return litmus_bits(a) > litmus_bits(b) ? a : b;
    return litmus_is_unsigned(a) ? a : b;
}

bool c_convert(struct c_thread *c, struct c_value *v, enum litmus_type type)
{
    const struct c_value low = {lit_constant(UINT32_MAX), LITMUS_U64}, zero = {lit_constant(0), 0};
    enum litmus_type from = v->type;
    bool widens = from == LITMUS_U32 && litmus_bits(type) == 64; /* without its sign */
    bool narrows = litmus_bits(type) < 32 || litmus_bits(type) < litmus_bits(from);
    bool ok = true;
    if (widens)
        ok = c_compute(c, LITMUS_AND, LITMUS_U64, *v, low, v);
    else if (narrows && from != type)
        ok = c_compute(c, LITMUS_ADD, type, *v, zero, v);
    v->type = type;
    return ok;
}

bool c_convert_to(struct c_thread *c, struct c_value *v, const struct c_type *type)
{
    const struct c_value zero = {lit_constant(0), 0};
    if (!type->is_bool)
        return c_convert(c, v, type->type);
    bool ok = c_compute(c, LITMUS_NE, v->type, *v, zero, v);
    v->type = type->type;
    return ok;
}
