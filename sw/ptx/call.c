/*
 * Reads calls: of functions by name or by address, and of the library's functions, which the
 * interpreter has. The parameters of a call and its result are variables in the caller's frame.
 */
#include "sw/ptx/parse.h"

#include "sw/util/arena.h"

#include <string.h>

/* ---- the library ---- */

static const struct {
    const char *name;
    enum library what;
    int args;
    const char *refusal; /* in a kernel of a launch file */
} library[] = {
    {"vprintf", LIBRARY_PRINT, 2,
     "printf is not supported in kernels: write what you want to see to a buffer"},
    {"__assertfail", LIBRARY_ASSERT, 5,
     "assert is not supported in kernels: compile with NDEBUG, or call __trap()"},
#define ALLOCATES "kernels cannot allocate memory: pass a buffer of the launch file"
#define FREES "kernels cannot free memory: pass a buffer of the launch file"
    {"malloc", LIBRARY_ALLOCATE, 1, ALLOCATES},
    {"_Znwm", LIBRARY_ALLOCATE, 1, ALLOCATES},
    {"_Znam", LIBRARY_ALLOCATE, 1, ALLOCATES},
    {"free", LIBRARY_RELEASE, 1, FREES},
    {"_ZdlPv", LIBRARY_RELEASE, 1, FREES},
    {"_ZdaPv", LIBRARY_RELEASE, 1, FREES},
    {"_ZdlPvm", LIBRARY_RELEASE, 2, FREES},
    {"_ZdaPvm", LIBRARY_RELEASE, 2, FREES},
};

static bool library_call(struct parser *p, struct inst *in, const struct token *callee,
                         struct call_site *site, bool *is)
{
    for (size_t i = 0; i < sizeof library / sizeof library[0]; i++) {
        if (!token_eq(callee, library[i].name))
            continue;
        *is = true;
        if (!p->refuses)
            return fail(p, callee, "%s", library[i].refusal);
        if (site->n_args != library[i].args)
            return fail(p, callee, "'%s' has %d parameters, not %d", library[i].name,
                        library[i].args, site->n_args);
        in->op.exec = exec_library;
        in->op.what = (uint8_t)library[i].what;
        site->callee = CALL_LIBRARY;
        p->b.k->pub.asks = true;
        if (library[i].what == LIBRARY_ALLOCATE)
            p->b.k->pub.allocates = true;
        return true;
    }
    *is = false;
    return true;
}

/* ---- names for messages ---- */

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

static bool call_undefined(struct parser *p, const struct token *callee)
{
    struct text name;
    readable(callee, &name);
    return fail(p, callee,
                "'%s' is called and has no body here: define it in this file, or in a header that "
                "the file includes",
                name.s);
}

/* ---- the instruction ---- */

/* The variable of a parameter or a result. */
static bool piece_named(struct parser *p, struct piece *piece)
{
    const struct symbol *s = p->t.kind == TOK_NAME ? symbol_find(p, p->t.s, p->t.n) : NULL;
    if (s == NULL || s->kind != SYM_VARIABLE || s->space != SPACE_LOCAL)
        return expected(p, "a .param variable of the call");
    *piece = (struct piece){(uint32_t)s->offset, (uint32_t)s->bytes};
    next(p);
    return true;
}

static bool call_args(struct parser *p, struct call_site *site)
{
    struct piece args[MAX_ARGS];
    if (!expect(p, '('))
        return false;
    while (!token_is(&p->t, ')')) {
        if (site->n_args == MAX_ARGS)
            return fail(p, &p->t, "a call has at most %d parameters", MAX_ARGS);
        if (!piece_named(p, &args[site->n_args]))
            return false;
        site->n_args++;
        if (!accept(p, ',') && !token_is(&p->t, ')'))
            return expected(p, "',' or ')'");
    }
    next(p);
    struct piece *kept = ARENA_ARRAY(&p->m->arena, struct piece, site->n_args + 1);
    memcpy(kept, args, (size_t)site->n_args * sizeof *kept);
    site->args = kept;
    return true;
}

/* (result), callee, (parameters), prototype; */
static bool call_text(struct parser *p, struct call_site *site, struct token *callee)
{
    if (accept(p, '(') && (!piece_named(p, &site->result) || !expect(p, ')') || !expect(p, ',')))
        return false;
    *callee = p->t;
    if (callee->kind != TOK_NAME)
        return expected(p, "a function");
    next(p);
    if (accept(p, ',') && !call_args(p, site))
        return false;
    if (accept(p, ','))
        next(p); /* the prototype's name */
    return expect(p, ';');
}

static bool call_target(struct parser *p, struct inst *in, const struct token *callee,
                        struct call_site *site)
{
    bool is_library;
    if (callee->s[0] == '%') {
        struct scalar s = {.kind = OPD_REG, .at = *callee};
        p->b.by_address = true;
        if (!find_reg(p, callee, &s.reg))
            return fail(p, callee, "undeclared register '%.*s'", (int)callee->n, callee->s);
        return source_scalar(p, in, &s, 'l', &in->op.b);
    }
    struct symbol *s = symbol_find(p, callee->s, callee->n);
    if (s != NULL && s->kind == SYM_FUNCTION && s->function->defined) {
        site->callee = function_use(p, s);
        return true;
    }
    if (!library_call(p, in, callee, site, &is_library))
        return false;
    return is_library || call_undefined(p, callee);
}

bool parse_call(struct parser *p, struct inst *in)
{
    struct build *b = &p->b;
    struct call_site site = {.callee = CALL_BY_ADDRESS};
    struct token callee;
    in->op.exec = exec_call;
    in->info.class = PTX_BRANCH;
    in->op.target = (uint32_t)b->n_sites;
    in->op.a = frame_register(p, in);
    if (in->guarded)
        return unsupported(p, in, "a call has no guard here: branch around it");
    if (!call_text(p, &site, &callee) || !call_target(p, in, &callee, &site))
        return false;
    b->sites = xgrown(b->sites, b->n_sites, sizeof *b->sites);
    b->site_at = xgrown(b->site_at, b->n_sites, sizeof *b->site_at);
    b->sites[b->n_sites] = site;
    b->site_at[b->n_sites++] = (struct site_at){callee, p->source, b->owner};
    return true;
}
