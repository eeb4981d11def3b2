/*
 * Refuses calls, which are not supported. The message names the callee and says what to write
 * instead. A call in PTX begins with declarations of its parameters; that is where the parser first
 * sees it.
 */
#include "sw/ptx/parse.h"

#include <string.h>

enum { MAX_SHOWN = 100 };

struct text {
    char s[MAX_SHOWN];
    size_t n;
};

static void append(struct text *t, const char *s, size_t n)
{
    if (n > MAX_SHOWN - 1 - t->n)
        n = MAX_SHOWN - 1 - t->n;
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = '\0';
}

/* Reads LENGTH NAME of a mangled name; false if there is something else. */
static bool part(const char **s, const char *end, struct text *t)
{
    size_t n = 0;
    const char *c = *s;
    for (; c < end && *c >= '0' && *c <= '9' && n < MAX_SHOWN; c++)
        n = 10 * n + (size_t)(*c - '0');
    if (n == 0 || n > (size_t)(end - c))
        return false;
    if (t->n > 0)
        append(t, "::", 2);
    append(t, c, n);
    *s = c + n;
    return true;
}

/* _Z3fibi becomes fib, _ZN4geom4Grid3putEi becomes geom::Grid::put; other names are unchanged. */
static void readable(const struct token *name, struct text *t)
{
    const char *s = name->s, *end = s + name->n;
    *t = (struct text){.n = 0};
    if (name->n > 2 && memcmp(s, "_Z", 2) == 0) {
        s += 2;
        bool nested = *s == 'N';
        while (s < end && (*s == 'N' || *s == 'K' || *s == 'L'))
            s++;
        while (part(&s, end, t) && nested && s < end)
            s += *s == 'L';
    }
    if (t->n == 0)
        append(t, name->s, name->n);
}

static const struct {
    const char *name, *message;
} library[] = {
    {"vprintf", "printf is not supported in kernels: write what you want to see to a buffer"},
    {"__assertfail", "assert is not supported in kernels: compile with NDEBUG, or call __trap()"},
    {"malloc", "kernels cannot allocate memory: pass a buffer of the launch file"},
    {"free", "kernels cannot free memory: pass a buffer of the launch file"},
    {"_Znwm", "kernels cannot allocate memory: pass a buffer of the launch file"},
    {"_Znam", "kernels cannot allocate memory: pass a buffer of the launch file"},
    {"_ZdlPv", "kernels cannot free memory: pass a buffer of the launch file"},
    {"_ZdlPvm", "kernels cannot free memory: pass a buffer of the launch file"},
    {"_ZdaPv", "kernels cannot free memory: pass a buffer of the launch file"},
};

static bool refuse(struct parser *p, const struct token *at, const struct token *callee)
{
    if (callee->kind != TOK_NAME || callee->s[0] == '%')
        return fail(p, at,
                    "calls through function pointers and of virtual functions are not supported: "
                    "call functions by their names, and let a switch choose among several");
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++)
        if (token_eq(callee, library[i].name))
            return fail(p, at, "%s", library[i].message);
    struct text name;
    readable(callee, &name);
    return fail(p, at,
                "calls are not supported, and '%s' is not inlined: define it in this file, not "
                "noinline, and turn recursion into a loop",
                name.s);
}

bool call_refused(struct parser *p)
{
    struct token start = p->t;
    while (p->t.kind != TOK_END &&
           !(p->t.kind == TOK_NAME && (token_eq(&p->t, "call") || token_eq(&p->t, "call.uni"))))
        next(p);
    struct token at = p->t;
    if (at.kind == TOK_END)
        return fail(p, &start, "a parameter of a call, but no call follows");
    next(p);
    if (accept(p, '(')) { /* where the result goes */
        while (p->t.kind != TOK_END && !token_is(&p->t, ')'))
            next(p);
        next(p);
        accept(p, ',');
    }
    return refuse(p, &at, &p->t);
}
