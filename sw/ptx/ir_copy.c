#include "sw/ptx/ir_copy.h"

#include <stdlib.h>
#include <string.h>

struct words {
    const char *at, *end;
};

static bool is_next(struct words *w, const char *text)
{
    size_t n = strlen(text);
    if ((size_t)(w->end - w->at) < n || memcmp(w->at, text, n) != 0)
        return false;
    w->at += n;
    return true;
}

/* Up to a comma or a bracket that closes, outside of all brackets. */
static const char *end_of_argument(const struct words *w)
{
    int depth = 0;
    for (const char *at = w->at; at < w->end; at++) {
        if (*at == '"') {
            at = memchr(at + 1, '"', (size_t)(w->end - at) - 1);
            if (at == NULL)
                return NULL;
        } else if (strchr("([{<", *at) != NULL)
            depth++;
        else if (depth > 0 && strchr(")]}>", *at) != NULL)
            depth--;
        else if (depth == 0 && (*at == ',' || *at == ')'))
            return at;
    }
    return NULL;
}

/* What a parameter has between its type and its value, but for its alignment. */
static bool skip_attribute(struct words *w)
{
    static const char *const names[] = {"noundef ",   "nonnull ",  "noalias ",
                                        "nocapture ", "readonly ", "writeonly "};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_next(w, names[i]))
            return true;
    if (!is_next(w, "dereferenceable"))
        return false;
    while (w->at < w->end && *w->at != ' ')
        w->at++;
    return is_next(w, " ");
}

static bool read_pointer(struct words *w, struct ir_pointer *p)
{
    const char *end = end_of_argument(w);
    *p = (struct ir_pointer){.align = 1};
    if (end == NULL || !is_next(w, "i8"))
        return false;
    p->stars = w->at;
    while (w->at < end && *w->at != '*')
        w->at++;
    if (!is_next(w, "* "))
        return false;
    p->stars_len = (size_t)(w->at - 1 - p->stars);
    for (;;) {
        char *number_end;
        if (is_next(w, "align ")) {
            p->align = strtoull(w->at, &number_end, 10);
            w->at = number_end + 1;
        } else if (!skip_attribute(w)) {
            break;
        }
    }
    p->name = w->at;
    p->name_len = (size_t)(end - w->at);
    w->at = end;
    return is_next(w, ", ");
}

static bool read_number(struct words *w, uint64_t *number)
{
    char *end;
    *number = strtoull(w->at, &end, 10);
    bool ok = end != w->at;
    w->at = end;
    return ok && is_next(w, ", ");
}

static bool read_name(struct words *w, enum ir_copy_kind *kind)
{
    static const struct {
        const char *name;
        enum ir_copy_kind kind;
    } calls[] = {{"call void @llvm.memcpy.p", IR_COPY},
                 {"call void @llvm.memmove.p", IR_MOVE},
                 {"call void @llvm.memset.p", IR_SET}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *at =
            memmem(w->at, (size_t)(w->end - w->at), calls[i].name, strlen(calls[i].name));
        const char *open = at != NULL ? memchr(at, '(', (size_t)(w->end - at)) : NULL;
        if (open != NULL) {
            *kind = calls[i].kind;
            w->at = open + 1;
            return true;
        }
    }
    return false;
}

bool ir_copy_read(const char *line, size_t len, struct ir_copy *out)
{
    struct words w = {line, line + len};
    uint64_t value = 0;
    *out = (struct ir_copy){.bytes = 0};
    if (!read_name(&w, &out->kind) || !read_pointer(&w, &out->to))
        return false;
    bool ok = out->kind == IR_SET ? is_next(&w, "i8 ") && read_number(&w, &value)
                                  : read_pointer(&w, &out->from);
    ok = ok && (is_next(&w, "i64 ") || is_next(&w, "i32 ")) && read_number(&w, &out->bytes) &&
         is_next(&w, "i1 false)");
    out->value = (uint8_t)value;
    out->debug = ok ? memmem(w.at, (size_t)(w.end - w.at), ", !dbg !", 8) : NULL;
    if (out->debug == NULL)
        out->debug = w.end;
    else
        out->debug_len = 8 + strspn(out->debug + 8, "0123456789");
    return ok;
}
