#include "sw/ptx/ir_types.h"

#include <stdlib.h>
#include <string.h>

struct ir_type {
    struct ir_type *next;
    const char *name, *body;
    size_t name_len, body_len;
};

void ir_types_read(struct ir_types *t, const char *module)
{
    static const char mark[] = " = type ";
    for (const char *line = module; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        const char *at = *line == '%' ? memmem(line, len, mark, strlen(mark)) : NULL;
        if (at != NULL) {
            struct ir_type *type = ARENA_NEW(&t->strings, struct ir_type);
            const char *body = at + strlen(mark);
            *type = (struct ir_type){t->first, line, body, (size_t)(at - line),
                                     (size_t)(line + len - body)};
            t->first = type;
        }
        line += len + (line[len] == '\n');
    }
}

void ir_types_free(struct ir_types *t)
{
    arena_free(&t->strings);
}

/* ---- reading a type ---- */

struct reader {
    const struct ir_types *types;
    const char *at, *end;
    struct ir_layout *out; /* scalars of what is being read, from its begin on */
    int depth;
};

enum { MOST_DEPTH = 32 };

struct size {
    uint64_t bytes, align;
};

static bool is_next(struct reader *r, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
        return false;
    r->at += n;
    return true;
}

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

static bool read_type(struct reader *r, struct size *size);

static void move_leaves(struct reader *r, size_t from, uint64_t by)
{
    for (size_t i = from; i < r->out->n; i++)
        r->out->leaves[i].offset += by;
}

static bool add_leaf(struct reader *r, const char *type, unsigned bytes, struct size *size)
{
    if (r->out->n == IR_MOST_LEAVES)
        return false;
    r->out->leaves[r->out->n++] = (struct ir_leaf){0, bytes, type};
    *size = (struct size){bytes, bytes};
    return true;
}

static bool read_scalar(struct reader *r, struct size *size)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } scalars[] = {{"i8", 1},    {"i16", 2},    {"i32", 4}, {"i64", 8},
                   {"float", 4}, {"double", 8}, {"half", 2}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (is_next(r, scalars[i].name))
            return add_leaf(r, scalars[i].name, scalars[i].bytes, size);
    return false;
}

/* Members up to `close`. */
static bool read_members(struct reader *r, const char *close, bool packed, struct size *size)
{
    *size = (struct size){0, 1};
    while (is_next(r, " "))
        ;
    while (!is_next(r, close)) {
        struct size member;
        size_t from = r->out->n;
        if (!read_type(r, &member))
            return false;
        if (packed)
            member.align = 1;
        size->bytes = round_up(size->bytes, member.align);
        move_leaves(r, from, size->bytes);
        size->bytes += member.bytes;
        size->align = size->align > member.align ? size->align : member.align;
        while (is_next(r, ",") || is_next(r, " "))
            ;
    }
    size->bytes = round_up(size->bytes, size->align);
    return true;
}

/* [N x TYPE] behind its bracket. */
static bool read_array(struct reader *r, struct size *size)
{
    char *number_end;
    uint64_t n = strtoull(r->at, &number_end, 10);
    const char *element = number_end + strlen(" x ");
    struct size one = {0, 1};
    if (n == 0 || n > IR_MOST_LEAVES || element >= r->end)
        return false;
    for (uint64_t i = 0; i < n; i++) {
        size_t from = r->out->n;
        r->at = element;
        if (!read_type(r, &one))
            return false;
        move_leaves(r, from, i * one.bytes);
    }
    *size = (struct size){n * one.bytes, one.align};
    return is_next(r, "]");
}

static size_t name_length(const char *s, const char *end)
{
    const char *at = s + 1;
    if (at < end && *at == '"') {
        at = memchr(at + 1, '"', (size_t)(end - at) - 1);
        return at != NULL ? (size_t)(at + 1 - s) : 0;
    }
    while (at < end && strchr(" ,*}]>)", *at) == NULL)
        at++;
    return (size_t)(at - s);
}

static bool starts(const char *s, const char *what)
{
    return strncmp(s, what, strlen(what)) == 0;
}

/* What a pointer points to is not read: types may point to themselves. */
static bool read_named(struct reader *r, struct size *size)
{
    size_t len = name_length(r->at, r->end);
    const struct ir_type *type = r->types->first;
    const char *behind = r->at + len;
    while (type != NULL && (type->name_len != len || memcmp(type->name, r->at, len) != 0))
        type = type->next;
    r->at = behind;
    if (behind < r->end && (*behind == '*' || starts(behind, " addrspace(")))
        return add_leaf(r, "i64", 8, size);
    if (type == NULL || len == 0)
        return false;
    if (starts(type->name, "%union.") || starts(type->name, "%\"union."))
        r->out->is_union = true;
    r->at = type->body;
    const char *end = r->end;
    r->end = type->body + type->body_len;
    bool ok = read_type(r, size);
    r->at = behind;
    r->end = end;
    return ok;
}

/* Reads stars, and where the pointer points; false: there are none. */
static bool read_stars(struct reader *r)
{
    bool any = false;
    for (;;) {
        const char *here = r->at;
        if (is_next(r, " addrspace(")) {
            while (r->at < r->end && *r->at != ')')
                r->at++;
            is_next(r, ")");
        }
        if (!is_next(r, "*")) {
            r->at = here;
            return any;
        }
        any = true;
    }
}

static bool read_type(struct reader *r, struct size *size)
{
    size_t n = r->out->n;
    bool ok, was_union = r->out->is_union;
    if (++r->depth > MOST_DEPTH)
        return false;
    if (is_next(r, "<{"))
        ok = read_members(r, "}>", true, size);
    else if (is_next(r, "{"))
        ok = read_members(r, "}", false, size);
    else if (is_next(r, "["))
        ok = read_array(r, size);
    else if (r->at < r->end && *r->at == '%')
        ok = read_named(r, size);
    else
        ok = read_scalar(r, size);
    r->depth--;
    if (!ok || !read_stars(r))
        return ok;
    r->out->n = n;
    r->out->is_union = was_union;
    return add_leaf(r, "i64", 8, size);
}

bool ir_layout(const struct ir_types *t, const char *type, size_t len, struct ir_layout *out)
{
    struct reader r = {.types = t, .at = type, .end = type + len, .out = out};
    struct size size;
    *out = (struct ir_layout){.n = 0};
    bool ok = read_type(&r, &size) && r.at == r.end;
    out->bytes = ok ? size.bytes : 0;
    return ok;
}
