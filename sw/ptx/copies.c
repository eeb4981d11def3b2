#include "sw/ptx/copies.h"

#include "sw/ptx/conversions.h"
#include "sw/ptx/ir_copy.h"
#include "sw/ptx/ir_types.h"
#include "sw/ptx/wholes.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a function's text says of values ---- */

struct value {
    const char *type; /* what it points to, before it became i8*; NULL: not known */
    size_t type_len;
    bool local; /* it points to a variable of the function */
};

/* Names of values that are new are numbers behind "copy.". The passes keep those of the first time.
 */
enum { LATE_NAMES = 1 << 30 };

struct module {
    struct ir_types types;
    const char *text;
    struct ir_layout layout; /* of the copy being rewritten */
    bool small;              /* it is a union with a member smaller than a word */
    struct ir_layout other;
    struct value *values; /* of this function, by number */
    size_t n_values;
    struct sbuf *out;
    unsigned n_names;
    bool late, changed;
};

static struct value *value_of(struct module *m, const char *name)
{
    char *end = NULL;
    unsigned long i = name[0] == '%' ? strtoul(name + 1, &end, 10) : 0;
    if (name[0] != '%' || end == name + 1 || i >= 1u << 20)
        return NULL;
    while (m->n_values <= i) {
        m->values = xgrown(m->values, m->n_values, sizeof *m->values);
        m->values[m->n_values++] = (struct value){0};
    }
    return &m->values[i];
}

/* Parameters that are passed as copies are variables of the function. */
static void read_parameters(struct module *m, const char *line, size_t len)
{
    static const char mark[] = " byval(";
    const char *end = line + len;
    m->n_values = 0;
    for (const char *at = line;
         (at = memmem(at, (size_t)(end - at), mark, strlen(mark))) != NULL;) {
        at += strlen(mark);
        const char *name = memchr(at, '%', (size_t)(end - at));
        const char *comma = memchr(at, ',', (size_t)(end - at));
        while (name != NULL && value_of(m, name) == NULL && (comma == NULL || name < comma))
            name = memchr(name + 1, '%', (size_t)(end - name) - 1);
        if (name != NULL && value_of(m, name) != NULL)
            value_of(m, name)->local = true;
    }
}

static bool starts(const char *s, const char *what)
{
    return strncmp(s, what, strlen(what)) == 0;
}

static bool is_union(const char *type)
{
    return starts(type, "%union.") || starts(type, "%\"union.");
}

/* What "TYPE* %NAME" at the text's begin points to; false: it is something else. */
static bool read_typed(const char *at, const char *end, struct value *v, const char **name)
{
    const char *star = memmem(at, (size_t)(end - at), "* %", 3);
    if (star == NULL)
        return false;
    *v = (struct value){.type = at, .type_len = (size_t)(star - at)};
    *name = star + 2;
    return true;
}

/* "  %4 = alloca %struct.float4, align 16", "  %7 = bitcast %struct.float4* %4 to i8*",
 * "  %8 = getelementptr inbounds %struct.P, %struct.P* %4, i32 0, i32 1". */
static void read_value(struct module *m, const char *line, size_t len)
{
    static const char cast[] = "bitcast ", alloca[] = "alloca ", part[] = "getelementptr ";
    const char *name = line + strspn(line, " "), *end = line + len, *source;
    const char *at = memmem(line, len, " = ", 3);
    struct value v = {0};
    if (at == NULL || value_of(m, name) == NULL)
        return;
    at += 3;
    if (starts(at, alloca)) {
        v = (struct value){at + strlen(alloca), strcspn(at + strlen(alloca), ",\n"), true};
    } else if (starts(at, part)) {
        const char *comma = memmem(at, (size_t)(end - at), ", %", 3);
        if (comma != NULL && read_typed(comma + 2, end, &v, &source))
            v = (struct value){.local = value_of(m, source) != NULL && value_of(m, source)->local};
    } else if (starts(at, cast) && read_typed(at + strlen(cast), end, &v, &source)) {
        const struct value *of = value_of(m, source);
        v.local = of != NULL && of->local;
        if (of != NULL && of->type != NULL && is_union(of->type)) /* one of its members */
            v = *of;
    }
    *value_of(m, name) = v;
}

/* ---- how a copy is split ---- */

struct part {
    uint64_t offset;
    const char *type;
    unsigned bytes;
};

/* nvcc makes a loop of what takes more. */
#define WHOLE "i128"
enum { MOST_UNROLLED = 16, MOST_PARTS = 256, VECTOR = 16, CLANG_LOOPS = 128 };

struct parts {
    struct part list[MOST_PARTS];
    size_t n;
};

static bool add_part(struct parts *p, uint64_t offset, const char *type, unsigned bytes)
{
    if (p->n == MOST_PARTS)
        return false;
    p->list[p->n++] = (struct part){offset, type, bytes};
    return true;
}

static const char *vector_of(const struct ir_leaf *leaf)
{
    static const struct {
        const char *scalar, *vector;
    } vectors[] = {{"float", "<4 x float>"},
                   {"i32", "<4 x i32>"},
                   {"double", "<2 x double>"},
                   {"i64", "<2 x i64>"}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (strcmp(leaf->type, vectors[i].scalar) == 0)
            return vectors[i].vector;
    return NULL;
}

/* The type of bytes [at, at + 16): a vector of their scalars, if these are alike. NULL: they are
 * not; nvcc makes several accesses of those, too. */
static const char *block_type(const struct ir_layout *l, uint64_t at)
{
    const char *type = NULL;
    for (size_t i = 0; i < l->n; i++) {
        const struct ir_leaf *leaf = &l->leaves[i];
        if (leaf->offset + leaf->bytes <= at || leaf->offset >= at + VECTOR)
            continue;
        const char *vector = leaf->offset >= at ? vector_of(leaf) : NULL;
        if (vector == NULL || (type != NULL && vector[1] != type[1]))
            return NULL;
        type = type == NULL || type == vector ? vector
               : vector[1] == '4'             ? "<4 x i32>"
                                              : "<2 x i64>";
    }
    return type != NULL ? type : "<4 x i32>";
}

static bool all_of(const struct ir_layout *l, unsigned bytes)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->leaves[i].bytes != bytes)
            return false;
    return true;
}

/* Vectors of 2, 4 or 8 bytes, whose members are smaller than words: char4, short2. */
static bool split_small(const struct ir_layout *l, uint64_t bytes, uint64_t align, struct parts *p)
{
    if (bytes > align || bytes > 8 || l->n * l->leaves[0].bytes != bytes)
        return false;
    if (all_of(l, 1) && l->n == 4)
        return add_part(p, 0, "<4 x i8>", 4);
    if (all_of(l, 1) && l->n == 2)
        return add_part(p, 0, "<2 x i8>", 2);
    if (all_of(l, 2) && strcmp(l->leaves[0].type, "i16") == 0 && l->n == 4)
        return add_part(p, 0, "<4 x i16>", 8);
    return all_of(l, 2) && strcmp(l->leaves[0].type, "i16") == 0 && l->n == 2 &&
           add_part(p, 0, "<2 x i16>", 4);
}

static bool split_by_type(const struct ir_layout *l, bool small, uint64_t bytes, uint64_t align,
                          struct parts *p)
{
    if (align < VECTOR || bytes % VECTOR != 0 || bytes / VECTOR > MOST_UNROLLED)
        return split_small(l, bytes, align, p);
    /* SROA makes shifts of those that are smaller than words. */
    small = small || all_of(l, 1) || all_of(l, 2);
    for (uint64_t at = 0; at < bytes; at += VECTOR) {
        const char *type = small ? WHOLE : block_type(l, at);
        if (type == NULL || !add_part(p, at, type, VECTOR))
            return false;
    }
    return true;
}

/* The members one by one. */
static bool split_by_members(const struct ir_layout *l, struct parts *p)
{
    for (size_t i = 0; i < l->n; i++)
        if (!add_part(p, l->leaves[i].offset, l->leaves[i].type, l->leaves[i].bytes))
            return false;
    return true;
}

/* The largest accesses that the alignment allows. */
static bool split_by_alignment(uint64_t bytes, uint64_t align, struct parts *p)
{
    static const struct part sizes[] = {
        {0, "<4 x i32>", 16}, {0, "i64", 8}, {0, "i32", 4}, {0, "i16", 2}, {0, "i8", 1}};
    uint64_t at = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (; align >= sizes[i].bytes && bytes - at >= sizes[i].bytes; at += sizes[i].bytes)
            if (!add_part(p, at, sizes[i].type, sizes[i].bytes))
                return false;
    return true;
}

/* ---- text ---- */

static uint64_t align_at(const struct ir_pointer *p, uint64_t offset)
{
    uint64_t lowest = offset & -offset;
    return offset == 0 || lowest > p->align ? p->align : lowest;
}

/* A pointer to the part; returns its number. */
static unsigned emit_pointer(struct module *m, const struct ir_copy *c, const struct ir_pointer *p,
                             const struct part *part)
{
    const int stars = (int)p->stars_len, debug = (int)c->debug_len;
    const unsigned n = m->n_names++;
    sbuf_printf(m->out, "  %%copy.%u.at = getelementptr inbounds i8, i8%.*s %.*s, i64 %llu%.*s\n",
                n, stars, p->stars, (int)p->name_len, p->name, (unsigned long long)part->offset,
                debug, c->debug);
    sbuf_printf(m->out, "  %%copy.%u = bitcast i8%.*s %%copy.%u.at to %s%.*s%.*s\n", n, stars,
                p->stars, n, part->type, stars, p->stars, debug, c->debug);
    return n;
}

static unsigned emit_load(struct module *m, const struct ir_copy *c, const struct part *part)
{
    unsigned n = emit_pointer(m, c, &c->from, part);
    sbuf_printf(m->out, "  %%copy.%u.is = load %s, %s%.*s %%copy.%u, align %llu%.*s\n", n,
                part->type, part->type, (int)c->from.stars_len, c->from.stars, n,
                (unsigned long long)align_at(&c->from, part->offset), (int)c->debug_len, c->debug);
    return n;
}

static void emit_store(struct module *m, const struct ir_copy *c, const struct part *part,
                       const char *value)
{
    unsigned n = emit_pointer(m, c, &c->to, part);
    sbuf_printf(m->out, "  store %s %s, %s%.*s %%copy.%u, align %llu%.*s\n", part->type, value,
                part->type, (int)c->to.stars_len, c->to.stars, n,
                (unsigned long long)align_at(&c->to, part->offset), (int)c->debug_len, c->debug);
}

/* All loads of a copy may come before its stores; as many as registers are spent on. */
static void emit_copy(struct module *m, const struct ir_copy *c, const struct parts *p)
{
    enum { AT_ONCE = MOST_UNROLLED };
    for (size_t from = 0; from < p->n; from += AT_ONCE) {
        unsigned loaded[AT_ONCE];
        size_t n = p->n - from < AT_ONCE ? p->n - from : AT_ONCE;
        for (size_t i = 0; i < n; i++)
            loaded[i] = emit_load(m, c, &p->list[from + i]);
        for (size_t i = 0; i < n; i++) {
            char value[32];
            snprintf(value, sizeof value, "%%copy.%u.is", loaded[i]);
            emit_store(m, c, &p->list[from + i], value);
        }
    }
}

static void emit_set(struct module *m, const struct ir_copy *c, const struct parts *p)
{
    const uint64_t bytes = c->value * UINT64_C(0x0101010101010101);
    const int32_t word = (int32_t)(uint32_t)bytes;
    for (size_t i = 0; i < p->n; i++) {
        const struct part *part = &p->list[i];
        char value[80];
        if (c->value == 0)
            snprintf(value, sizeof value, "zeroinitializer");
        else if (part->bytes == VECTOR)
            snprintf(value, sizeof value, "<i32 %d, i32 %d, i32 %d, i32 %d>", word, word, word,
                     word);
        else
            snprintf(value, sizeof value, "%lld",
                     (long long)(int64_t)(bytes >> (64 - 8 * part->bytes)));
        emit_store(m, c, part, value);
    }
}

/* ---- which copies ---- */

/* Sets whether a member of the union is smaller than a word. Members other than the first are
 * reached through casts, which the module has. */
static bool find_small(struct module *m, const struct value *v)
{
    static const char cast[] = "bitcast ", to[] = " to ";
    struct ir_layout *other = &m->other;
    for (const char *at = m->text; (at = strstr(at, cast)) != NULL;) {
        const char *type = at + strlen(cast), *end = type + strcspn(type, "\n");
        at = end;
        if ((size_t)(end - type) < v->type_len || memcmp(type, v->type, v->type_len) != 0 ||
            type[v->type_len] != '*')
            continue;
        const char *into = memmem(type, (size_t)(end - type), to, strlen(to));
        const char *star = into != NULL ? memchr(into, '*', (size_t)(end - into)) : NULL;
        if (star == NULL || strncmp(into, " to i8*", 7) == 0)
            continue;
        into += strlen(to);
        if (!ir_layout(&m->types, into, (size_t)(star - into), other))
            return false;
        for (size_t i = 0; i < other->n; i++)
            m->small |= other->leaves[i].bytes < 4;
    }
    return true;
}

/* The struct that is copied: as the variable has it, if one is. */
static bool read_layout(struct module *m, const struct value *to, const struct value *from,
                        uint64_t bytes)
{
    const struct value *v = to;
    m->small = false;
    if (v == NULL || v->type == NULL || (from != NULL && from->type != NULL && from->local))
        v = from;
    return v != NULL && v->type != NULL && ir_layout(&m->types, v->type, v->type_len, &m->layout) &&
           m->layout.bytes == bytes && m->layout.n > 0 && (!m->layout.is_union || find_small(m, v));
}

static bool plan_early(struct module *m, const struct ir_copy *c, struct parts *p)
{
    struct value unknown = {0}, to = unknown, from = unknown;
    if (value_of(m, c->to.name) != NULL)
        to = *value_of(m, c->to.name);
    if (c->kind != IR_SET && value_of(m, c->from.name) != NULL)
        from = *value_of(m, c->from.name);
    if (!read_layout(m, &to, &from, c->bytes))
        return false;
    const bool constant =
        c->kind == IR_SET || memmem(c->from.name, c->from.name_len, "@__const.", 9) != NULL;
    if (constant)
        return to.local && c->bytes >= CLANG_LOOPS && c->value == 0 &&
               split_by_members(&m->layout, p);
    const uint64_t align = c->to.align < c->from.align ? c->to.align : c->from.align;
    return to.local != from.local && split_by_type(&m->layout, m->small, c->bytes, align, p);
}

static bool plan_late(const struct ir_copy *c, struct parts *p)
{
    const uint64_t align =
        c->kind == IR_SET || c->to.align < c->from.align ? c->to.align : c->from.align;
    if (c->bytes < VECTOR || (align < VECTOR && c->bytes < CLANG_LOOPS))
        return false;
    return split_by_alignment(c->bytes, align, p) && (c->kind != IR_MOVE || p->n <= MOST_UNROLLED);
}

static void add_line(struct module *m, const char *line, size_t len)
{
    struct ir_copy c;
    struct parts p = {.n = 0};
    if (starts(line, "define "))
        read_parameters(m, line, len);
    else if (!m->late)
        read_value(m, line, len);
    if (m->late ? whole_rewrite(line, len, m->n_names, m->out) ||
                      conversion_late(line, len, m->n_names, m->out)
                : conversion_early(line, len, m->n_names, m->out)) {
        m->n_names++;
        m->changed = true;
        return;
    }
    if (!ir_copy_read(line, len, &c) || !(m->late ? plan_late(&c, &p) : plan_early(m, &c, &p))) {
        sbuf_add(m->out, line, len);
        return;
    }
    m->changed = true;
    if (c.kind == IR_SET)
        emit_set(m, &c, &p);
    else
        emit_copy(m, &c, &p);
}

static bool rewrite(const char *text, bool late, struct sbuf *out)
{
    struct module m = {.text = text, .out = out, .late = late, .n_names = late ? LATE_NAMES : 0};
    const char *start = text;
    ir_types_read(&m.types, text);
    while (*text != '\0') {
        size_t len = strcspn(text, "\n"), whole = len + (text[len] == '\n');
        add_line(&m, text, whole);
        text += whole;
    }
    if (!late)
        conversions_declare(start, out);
    ir_types_free(&m.types);
    free(m.values);
    return m.changed;
}

bool copies_early(const char *module, struct sbuf *out)
{
    return rewrite(module, false, out);
}

bool copies_late(const char *module, struct sbuf *out)
{
    return rewrite(module, true, out);
}
