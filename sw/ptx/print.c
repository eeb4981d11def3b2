#include "sw/ptx/print.h"

#include "sw/util/sbuf.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SPEC = 48, MOST_WIDTH = 4096 };

/* ---- memory ---- */

/* The bytes of a literal: a variable with an initial value. */
static const uint8_t *literal(const struct ptx_module *m, uint64_t address, uint64_t *left)
{
    for (size_t i = 0; i < m->n_variables; i++) {
        const struct ptx_variable *v = &m->variables[i]->pub;
        if (v->constant || v->init == NULL || address - v->address >= v->bytes)
            continue;
        *left = v->bytes - (address - v->address);
        return v->init + (address - v->address);
    }
    return NULL;
}

/* Memory at an address of a lane and the bytes from there on; NULL: none that is known here. */
static const uint8_t *memory(const struct simt_warp *w, int lane, uint64_t address, uint64_t *left)
{
    const struct simt_cta *cta = w->cta;
    const struct ptx_module *m = kernel_of(cta->grid.kernel)->module;
    uint64_t at = (address - PTX_SHARED_WINDOW) % PTX_WINDOW_BYTES, bytes = 0;
    const uint8_t *from = NULL;
    switch (mem_window(address)) {
    case SPACE_GLOBAL:
        return literal(m, address, left);
    case SPACE_SHARED:
        from = cta->shared, bytes = cta->shared_bytes;
        break;
    case SPACE_LOCAL:
        from = w->local + (size_t)lane * cta->local_bytes, bytes = cta->local_bytes;
        break;
    case SPACE_CONST:
        from = m->const_bank, bytes = m->const_bytes;
        break;
    default:
        break;
    }
    if (from == NULL || at >= bytes)
        return NULL;
    *left = bytes - at;
    return from + at;
}

bool print_string(const struct simt_warp *w, int lane, uint64_t address, struct sbuf *out)
{
    uint64_t left = 0;
    const uint8_t *s = memory(w, lane, address, &left);
    const uint8_t *end = s != NULL ? memchr(s, 0, left) : NULL;
    if (end != NULL)
        sbuf_add(out, (const char *)s, (size_t)(end - s));
    return end != NULL;
}

/* ---- arguments ---- */

struct arguments {
    const struct simt_warp *w;
    int lane, n;
    uint64_t at;
    bool bad;
};

static uint64_t take(struct arguments *a, unsigned bytes)
{
    uint64_t v = 0, left = 0;
    a->at = align_up(a->at, bytes);
    const uint8_t *from = memory(a->w, a->lane, a->at, &left);
    a->at += bytes;
    a->n++;
    a->bad = a->bad || from == NULL || left < bytes;
    if (!a->bad)
        memcpy(&v, from, bytes);
    return v;
}

/* ---- conversions ---- */

/* What stands between '%' and the end of a conversion, as printf of the host takes it. */
struct spec {
    char text[MOST_SPEC];
    size_t n;
    int width, precision; /* negative precision: none */
    bool wide;            /* l, ll, z, j, t */
    int narrow;           /* h: 1, hh: 2 */
    char conversion;
};

static void put(struct spec *s, char c)
{
    if (s->n + 8 < MOST_SPEC)
        s->text[s->n++] = c;
    s->text[s->n] = '\0';
}

static int number(const char **f, struct arguments *a)
{
    int n = 0;
    if (**f == '*') {
        ++*f;
        return (int)(int32_t)take(a, 4);
    }
    for (; **f >= '0' && **f <= '9'; ++*f)
        n = n < MOST_WIDTH ? 10 * n + (**f - '0') : n;
    return n;
}

static int capped(int n)
{
    return n > MOST_WIDTH ? MOST_WIDTH : n < -MOST_WIDTH ? -MOST_WIDTH : n;
}

/* Reads a conversion behind its '%'. */
static struct spec read_spec(const char **f, struct arguments *a)
{
    struct spec s = {.precision = -1};
    put(&s, '%');
    while (**f != '\0' && strchr("-+ #0", **f) != NULL)
        put(&s, *(*f)++);
    s.width = capped(number(f, a));
    if (**f == '.') {
        ++*f;
        s.precision = capped(number(f, a));
    }
    for (; **f != '\0' && strchr("hlLqjzt", **f) != NULL; ++*f) {
        s.narrow += **f == 'h';
        s.wide = s.wide || **f != 'h';
    }
    s.conversion = **f;
    if (**f != '\0')
        ++*f;
    put(&s, '*');
    if (s.precision >= 0) {
        put(&s, '.');
        put(&s, '*');
    }
    return s;
}

/* The format is a literal but for what read_spec has checked. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#define PRINT(out, s, value)                                                                       \
    ((s)->precision >= 0 ? sbuf_printf(out, (s)->text, (s)->width, (s)->precision, value)          \
                         : sbuf_printf(out, (s)->text, (s)->width, value))

static void print_integer(struct sbuf *out, struct spec *s, uint64_t v)
{
    bool is_signed = s->conversion == 'd' || s->conversion == 'i';
    if (!s->wide)
        v = is_signed ? (uint64_t)(int64_t)(int32_t)v : (uint32_t)v;
    if (s->narrow == 1)
        v = is_signed ? (uint64_t)(int64_t)(int16_t)v : (uint16_t)v;
    if (s->narrow > 1)
        v = is_signed ? (uint64_t)(int64_t)(int8_t)v : (uint8_t)v;
    put(s, 'l');
    put(s, 'l');
    put(s, s->conversion);
    PRINT(out, s, (unsigned long long)v);
}

static void print_float(struct sbuf *out, struct spec *s, uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    put(s, s->conversion);
    PRINT(out, s, v);
}

static void print_chars(struct sbuf *out, struct spec *s, const struct arguments *a, uint64_t at)
{
    struct sbuf text = {0};
    if (at == 0)
        sbuf_puts(&text, "(null)");
    else if (!print_string(a->w, a->lane, at, &text))
        sbuf_printf(&text, "(string at 0x%llx)", (unsigned long long)at);
    put(s, 's');
    PRINT(out, s, text.len > 0 ? text.text : "");
    sbuf_free(&text);
}

static void print_other(struct sbuf *out, struct spec *s, struct arguments *a)
{
    switch (s->conversion) {
    case 'c':
        put(s, 'c');
        PRINT(out, s, (int)take(a, 4));
        break;
    case 'p':
        s->wide = true;
        s->conversion = 'x';
        sbuf_puts(out, "0x");
        print_integer(out, s, take(a, 8));
        break;
    case 's':
        print_chars(out, s, a, take(a, 8));
        break;
    case '%':
        sbuf_puts(out, "%");
        break;
    default: /* CUDA prints what it does not know as it stands */
        sbuf_printf(out, "%%%.*s", s->conversion != '\0', &s->conversion);
        break;
    }
}
#pragma GCC diagnostic pop

static void print_conversion(struct sbuf *out, const char **f, struct arguments *a)
{
    struct spec s = read_spec(f, a);
    if (s.conversion != '\0' && strchr("diouxX", s.conversion) != NULL)
        print_integer(out, &s, take(a, s.wide ? 8 : 4));
    else if (s.conversion != '\0' && strchr("aAeEfFgG", s.conversion) != NULL)
        print_float(out, &s, take(a, 8));
    else
        print_other(out, &s, a);
}

int print_text(const struct simt_warp *w, int lane, uint64_t format, uint64_t arguments,
               struct sbuf *out)
{
    struct sbuf text = {0};
    struct arguments a = {.w = w, .lane = lane, .at = arguments};
    if (!print_string(w, lane, format, &text))
        return -1;
    const char *f = text.len > 0 ? text.text : "";
    while (*f != '\0' && !a.bad) {
        size_t plain = strcspn(f, "%");
        sbuf_add(out, f, plain);
        f += plain;
        if (*f == '%') {
            f++;
            print_conversion(out, &f, &a);
        }
    }
    sbuf_free(&text);
    return a.bad ? -1 : a.n;
}
