#include "gen/hdl/internal.h"

#include <string.h>

/* Whether a term has an operator outside of brackets that would mix with the one it is joined by:
 * `?` always, `||` among `&&`, and `&&` among `||`, which only binds more. */
static bool needs_brackets(const char *term, const char *other)
{
    int depth = 0;
    for (const char *p = term; *p != '\0'; p++) {
        depth += strchr("([{", *p) != NULL;
        depth -= strchr(")]}", *p) != NULL;
        if (depth == 0 && (*p == '?' || strncmp(p, other, 2) == 0))
            return true;
    }
    return false;
}

static const char *join(struct hdl *m, const char *by, const char *other, const char *none,
                        const char *const *terms, size_t n)
{
    struct sbuf s = {0};
    size_t there = 0;
    for (size_t i = 0; i < n; i++)
        there += terms[i] != NULL;
    for (size_t i = 0; i < n; i++) {
        if (terms[i] == NULL)
            continue;
        const bool brackets = there > 1 && needs_brackets(terms[i], other);
        sbuf_printf(&s, brackets ? "%s(%s)" : "%s%s", s.len > 0 ? by : "", terms[i]);
    }
    const char *text = arena_strdup(&m->design->arena, s.len > 0 ? s.text : none);
    sbuf_free(&s);
    return text;
}

const char *hdl_all_of(struct hdl *m, const char *const *terms, size_t n)
{
    return join(m, " && ", "||", "1'b1", terms, n);
}

const char *hdl_any_of(struct hdl *m, const char *const *terms, size_t n)
{
    return join(m, " || ", "&&", "1'b0", terms, n);
}
