#include "sw/ptx/conversions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "  %5 = call i8 @llvm.fptoui.sat.i8.f32(float %4), !dbg !7" */
struct conversion {
    const char *result; /* "  %5" */
    const char *from;   /* "float %4" */
    const char *rest;   /* what follows the bracket: attributes, debug */
    int result_len, from_len, rest_len;
    char sign; /* u, s */
    unsigned bits;
    const char *suffix; /* of the operand's type: ".f32" */
    int suffix_len;
};

static bool read_conversion(const char *line, size_t len, struct conversion *c)
{
    static const char mark[] = "@llvm.fpto", sat[] = "i.sat.i";
    const char *end = line + len, *equals = memmem(line, len, " = ", 3);
    const char *call = memmem(line, len, mark, strlen(mark));
    if (call == NULL || equals == NULL || equals > call)
        return false;
    const char *at = call + strlen(mark);
    c->sign = *at++;
    if (strncmp(at, sat, strlen(sat)) != 0)
        return false;
    char *suffix;
    c->bits = (unsigned)strtoul(at + strlen(sat), &suffix, 10);
    const char *open = memchr(suffix, '(', (size_t)(end - suffix));
    if (open == NULL || *suffix != '.')
        return false;
    int depth = 0;
    const char *close = open;
    do
        depth += *close == '(' ? 1 : *close == ')' ? -1 : 0;
    while (depth > 0 && ++close < end);
    const char *debug = memmem(close, (size_t)(end - close), ", !dbg !", 8);
    c->result = line;
    c->result_len = (int)(equals - line);
    c->from = open + 1;
    c->from_len = (int)(close - open - 1);
    c->suffix = suffix;
    c->suffix_len = (int)(open - suffix);
    c->rest = debug != NULL ? debug : end - 1; /* the newline */
    c->rest_len = (int)(end - c->rest);
    return true;
}

bool conversion_early(const char *line, size_t len, unsigned n, struct sbuf *out)
{
    struct conversion c;
    if (!read_conversion(line, len, &c) || c.bits >= 32)
        return false;
    sbuf_printf(out, "  %%copy.%u = call i32 @llvm.fpto%ci.sat.i32%.*s(%.*s)%.*s", n, c.sign,
                c.suffix_len, c.suffix, c.from_len, c.from, c.rest_len, c.rest);
    sbuf_printf(out, "%.*s = trunc i32 %%copy.%u to i%u%.*s", c.result_len, c.result, n, c.bits,
                c.rest_len, c.rest);
    return true;
}

bool conversion_late(const char *line, size_t len, unsigned n, struct sbuf *out)
{
    struct conversion c;
    if (!read_conversion(line, len, &c))
        return false;
    const char *space = memchr(c.from, ' ', (size_t)c.from_len);
    const int type = space != NULL ? (int)(space - c.from) : c.from_len;
    /* The code generator takes an integer that became a number for that integer, cut. */
    sbuf_printf(out, "  %%copy.%u = freeze %.*s\n", n, c.from_len, c.from);
    sbuf_printf(out, "%.*s = fpto%ci %.*s %%copy.%u to i%u%.*s", c.result_len, c.result, c.sign,
                type, c.from, n, c.bits, c.rest_len, c.rest);
    return true;
}

void conversions_declare(const char *module, struct sbuf *out)
{
    static const char *const operands[][2] = {{"half", "f16"}, {"float", "f32"}, {"double", "f64"}};
    for (size_t i = 0; i < 6; i++) {
        char declaration[80];
        const char *const *operand = operands[i / 2];
        snprintf(declaration, sizeof declaration, "declare i32 @llvm.fpto%ci.sat.i32.%s(%s)",
                 i % 2 == 0 ? 'u' : 's', operand[1], operand[0]);
        if (strstr(module, declaration) == NULL)
            sbuf_printf(out, "%s\n", declaration);
    }
}
