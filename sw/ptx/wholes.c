#include "sw/ptx/wholes.h"

#include <string.h>

/* The halves of a number of 16 bytes, to and from a vector: the code generator would turn a cast of
 * what is loaded into a load of the number, and split that. `n` names new values. */
static void emit_join(struct sbuf *out, const char *name, int len, unsigned n)
{
    sbuf_printf(out,
                "  %%copy.%u.lo = extractelement <2 x i64> %%copy.%u.is, i32 0\n"
                "  %%copy.%u.hi = extractelement <2 x i64> %%copy.%u.is, i32 1\n"
                "  %%copy.%u.low = zext i64 %%copy.%u.lo to i128\n"
                "  %%copy.%u.high = zext i64 %%copy.%u.hi to i128\n"
                "  %%copy.%u.up = shl i128 %%copy.%u.high, 64\n"
                "%.*s = or i128 %%copy.%u.up, %%copy.%u.low\n",
                n, n, n, n, n, n, n, n, n, n, len, name, n, n);
}

static void emit_halves(struct sbuf *out, const char *value, int len, unsigned n)
{
    sbuf_printf(out,
                "  %%copy.%u.l = trunc i128 %.*s to i64\n"
                "  %%copy.%u.up = lshr i128 %.*s, 64\n"
                "  %%copy.%u.h = trunc i128 %%copy.%u.up to i64\n"
                "  %%copy.%u.lo = freeze i64 %%copy.%u.l\n"
                "  %%copy.%u.hi = freeze i64 %%copy.%u.h\n"
                "  %%copy.%u.low = insertelement <2 x i64> undef, i64 %%copy.%u.lo, i32 0\n"
                "  %%copy.%u.is = insertelement <2 x i64> %%copy.%u.low, i64 %%copy.%u.hi, i32 1\n",
                n, len, value, n, len, value, n, n, n, n, n, n, n, n, n, n, n);
}

bool whole_rewrite(const char *line, size_t len, unsigned n, struct sbuf *out)
{
    static const char load[] = " = load i128, i128", store[] = "  store i128 ";
    const char *end = line + len, *at = memmem(line, len, load, strlen(load));
    const bool stores = strncmp(line, store, strlen(store)) == 0;
    const char *comma = stores ? memmem(line, len, ", i128", 6) : NULL;
    const char *pointer = at != NULL ? at + strlen(load) : comma != NULL ? comma + 6 : end;
    const char *space = memmem(pointer, (size_t)(end - pointer), "* ", 2);
    const char *align = memmem(pointer, (size_t)(end - pointer), ", align 16", 10);
    if (space == NULL || align == NULL || space > align)
        return false;
    const int stars = (int)(space + 1 - pointer), name = (int)(align - space - 2);
    sbuf_printf(out, "  %%copy.%u = bitcast i128%.*s %.*s to <2 x i64>%.*s\n", n, stars, pointer,
                name, space + 2, stars, pointer);
    if (stores) {
        emit_halves(out, line + strlen(store), (int)(comma - line - (ptrdiff_t)strlen(store)), n);
        sbuf_printf(out, "  store <2 x i64> %%copy.%u.is, <2 x i64>%.*s %%copy.%u%.*s", n, stars,
                    pointer, n, (int)(end - align), align);
    } else {
        sbuf_printf(out, "  %%copy.%u.is = load <2 x i64>, <2 x i64>%.*s %%copy.%u%.*s", n, stars,
                    pointer, n, (int)(end - align), align);
        emit_join(out, line, (int)(at - line), n);
    }
    return true;
}
