/* Types, operands and marks of LLVM's text. */
#include "sw/host/build.h"
#include "sw/host/ssa_read.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 32, MOST_FIELDS = 1024, MOST_VALUES = 1 << 20 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '_' || c == '.' || c == '-' || c == '$';
}

bool ssa_take(struct ssa_reader *r, const char *word)
{
    size_t n = strlen(word);
    while (*r->s == ' ')
        r->s++;
    if (strncmp(r->s, word, n) != 0 || (is_word(word[n - 1]) && is_word(r->s[n])))
        return false;
    r->s += n;
    return true;
}

int32_t ssa_number(struct ssa_reader *r)
{
    char *end;
    if (!ssa_take(r, "%") || isdigit((unsigned char)*r->s) == 0)
        return -1;
    unsigned long n = strtoul(r->s, &end, 10);
    r->s = end;
    return n < MOST_VALUES ? (int32_t)n : -1;
}

/* Skips attributes of a parameter or an operand: words and what they have in brackets. */
static void skip_attributes(struct ssa_reader *r)
{
    for (;;) {
        while (*r->s == ' ')
            r->s++;
        size_t n = strcspn(r->s, " ,()%@\n");
        bool number = isdigit((unsigned char)r->s[0]) != 0 || r->s[0] == '-';
        static const char *const values[] = {"true",  "false",  "null",
                                             "undef", "poison", "zeroinitializer"};
        bool value = n == 0 || number;
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            value |= n == strlen(values[i]) && strncmp(r->s, values[i], n) == 0;
        if (value)
            return;
        bool align = n == 5 && strncmp(r->s, "align", n) == 0;
        r->s += n;
        if (align)
            r->s += 1 + strspn(r->s + 1, "0123456789");
        if (*r->s == '(')
            r->s += strcspn(r->s, ")\n") + 1;
    }
}

/* ---- types ---- */

static struct ssa_type *make(struct ssa_reader *r, enum ssa_kind kind, uint32_t bits)
{
    struct ssa_type *t = ARENA_NEW(r->a, struct ssa_type);
    uint64_t bytes = 1;
    while (8 * bytes < bits)
        bytes *= 2;
    *t = (struct ssa_type){.kind = kind, .bits = bits, .bytes = bytes, .align = bytes, .count = 1};
    return t;
}

static struct ssa_type *array(struct ssa_reader *r)
{
    char *end;
    struct ssa_type *t = make(r, SSA_ARRAY, 0);
    t->count = strtoull(r->s, &end, 10);
    r->s = end;
    if (!ssa_take(r, "x"))
        return make(r, SSA_OTHER, 0);
    t->element = ssa_type(r);
    t->bytes = t->count * t->element->bytes;
    t->align = t->element->align;
    return ssa_take(r, "]") ? t : make(r, SSA_OTHER, 0);
}

static struct ssa_type *structure(struct ssa_reader *r)
{
    struct ssa_type *t = make(r, SSA_STRUCT, 0);
    t->fields = ARENA_ARRAY(r->a, struct ssa_type *, MOST_FIELDS);
    t->offsets = ARENA_ARRAY(r->a, uint64_t, MOST_FIELDS);
    t->bytes = 0;
    while (!ssa_take(r, "}")) {
        struct ssa_type *field = ssa_type(r);
        if (t->n == MOST_FIELDS || field->kind == SSA_OTHER)
            return make(r, SSA_OTHER, 0);
        t->bytes = (t->bytes + field->align - 1) / field->align * field->align;
        t->fields[t->n] = field;
        t->offsets[t->n++] = t->bytes;
        t->bytes += field->bytes;
        t->align = field->align > t->align ? field->align : t->align;
        ssa_take(r, ",");
    }
    t->bytes = (t->bytes + t->align - 1) / t->align * t->align;
    return t;
}

/* %struct.name: from its definition. What follows the name is behind the cursor. */
static struct ssa_type *named(struct ssa_reader *r)
{
    char key[300];
    size_t n = 1;
    while (is_word(r->s[n]))
        n++;
    snprintf(key, sizeof key, "\n%.*s = type ", (int)(n < 256 ? n : 256), r->s);
    const char *behind = r->s + n, *at = strstr(r->text, key);
    if (*behind == '*' || at == NULL) { /* to what a pointer points does not matter */
        r->s = behind;
        return make(r, SSA_OTHER, 0);
    }
    r->s = at + strlen(key);
    struct ssa_type *t = ssa_type(r);
    r->s = behind;
    return t;
}

static struct ssa_type *other(struct ssa_reader *r)
{
    const char *behind = ir_skip_type(r->s);
    r->s = behind > r->s ? behind : r->s + (*r->s != '\0');
    return make(r, SSA_OTHER, 0);
}

static struct ssa_type *base(struct ssa_reader *r)
{
    char *end;
    if (ssa_take(r, "void"))
        return make(r, SSA_VOID, 0);
    if (ssa_take(r, "float"))
        return make(r, SSA_REAL, 32);
    if (ssa_take(r, "double"))
        return make(r, SSA_REAL, 64);
    if (ssa_take(r, "["))
        return array(r);
    if (ssa_take(r, "{"))
        return structure(r);
    if (*r->s == '%')
        return named(r);
    if (*r->s != 'i' || isdigit((unsigned char)r->s[1]) == 0)
        return other(r);
    unsigned long bits = strtoul(r->s + 1, &end, 10);
    r->s = end;
    return bits <= 64 ? make(r, SSA_INTEGER, (uint32_t)bits) : make(r, SSA_OTHER, 0);
}

struct ssa_type *ssa_type(struct ssa_reader *r)
{
    while (*r->s == ' ')
        r->s++;
    if (r->depth == MOST_DEPTH)
        return other(r);
    r->depth++;
    struct ssa_type *t = base(r);
    r->depth--;
    while (*r->s == '*') {
        r->s++;
        t = make(r, SSA_POINTER, 64);
    }
    return t;
}

bool ssa_is_value(const struct ssa_type *t)
{
    return t->kind == SSA_INTEGER || t->kind == SSA_REAL || t->kind == SSA_POINTER;
}

/* ---- operands ---- */

static uint64_t real_bits(double v, uint32_t bits)
{
    float narrow = (float)v;
    uint32_t low;
    uint64_t wide;
    memcpy(&low, &narrow, sizeof low);
    memcpy(&wide, &v, sizeof wide);
    return bits == 32 ? low : wide;
}

/* A number, as LLVM writes it: hexadecimal digits are the bits of a double. */
static bool number(struct ssa_reader *r, const struct ssa_type *t, uint64_t *bits)
{
    char *end;
    if (t->kind == SSA_INTEGER) {
        *bits = (uint64_t)strtoll(r->s, &end, 10);
        *bits &= t->bits == 64 ? UINT64_MAX : (UINT64_C(1) << t->bits) - 1;
    } else if (t->kind == SSA_REAL && strncmp(r->s, "0x", 2) == 0) {
        uint64_t wide = strtoull(r->s, &end, 16);
        double v;
        memcpy(&v, &wide, sizeof v);
        *bits = t->bits == 64 ? wide : real_bits(v, 32);
    } else if (t->kind == SSA_REAL) {
        *bits = real_bits(strtod(r->s, &end), t->bits);
    } else {
        return false;
    }
    bool found = end > r->s;
    r->s = end;
    return found;
}

bool ssa_operand(struct ssa_reader *r, const struct ssa_type *t, struct ssa_operand *o)
{
    static const char *const zeros[] = {"null", "undef", "poison", "false", "zeroinitializer"};
    *o = (struct ssa_operand){.id = -1};
    skip_attributes(r);
    if (!ssa_is_value(t))
        return ssa_refuse(r, "has a value that is no number and no pointer");
    if (*r->s == '%') {
        o->id = ssa_number(r);
        return o->id >= 0 || ssa_refuse(r, "has a value whose name cannot be read");
    }
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        if (ssa_take(r, zeros[i]))
            return true;
    if (ssa_take(r, "true")) {
        o->bits = 1;
        return true;
    }
    return number(r, t, &o->bits) || ssa_refuse(r, "uses a table of constants");
}
