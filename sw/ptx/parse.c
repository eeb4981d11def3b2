/* The parser of the module level: directives, entries, bodies; and symbols and their scopes. */
#include "sw/ptx/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void next(struct parser *p)
{
    p->t = lex_next(&p->lx);
}

bool fail(struct parser *p, const struct token *at, const char *fmt, ...)
{
    char what[700];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    for (char *c = what; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
    if (p->source.file != NULL && at->line >= p->source_from)
        return error_set(p->err, "%s:%d: %s (%s:%d:%d)", p->source.file, p->source.line, what,
                         p->name, at->line, at->col);
    return error_set(p->err, "%s:%d:%d: %s", p->name, at->line, at->col, what);
}

/* How many characters of a token a message quotes. */
static int shown(const struct token *t)
{
    return t->n > 60 ? 60 : (int)t->n;
}

bool expected(struct parser *p, const char *what)
{
    if (p->t.kind == TOK_END)
        return fail(p, &p->t, "expected %s, found the end of the file", what);
    return fail(p, &p->t, "expected %s, found '%.*s'", what, shown(&p->t), p->t.s);
}

bool accept(struct parser *p, char c)
{
    if (!token_is(&p->t, c))
        return false;
    next(p);
    return true;
}

bool expect(struct parser *p, char c)
{
    char what[4] = {'\'', c, '\'', '\0'};
    return accept(p, c) || expected(p, what);
}

const struct type *type_named(const char *name, size_t n)
{
    static const struct type types[] = {
        {"b8", 8, false, false},   {"b16", 16, false, false}, {"b32", 32, false, false},
        {"b64", 64, false, false}, {"u8", 8, false, false},   {"u16", 16, false, false},
        {"u32", 32, false, false}, {"u64", 64, false, false}, {"s8", 8, false, true},
        {"s16", 16, false, true},  {"s32", 32, false, true},  {"s64", 64, false, true},
        {"f32", 32, true, false},  {"f64", 64, true, false},  {"pred", 1, false, false}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strlen(types[i].name) == n && memcmp(types[i].name, name, n) == 0)
            return &types[i];
    return NULL;
}

/* FNV-1a */
uint32_t hash_bytes(const char *s, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}

struct symbol *symbol_find(struct parser *p, const char *name, size_t n)
{
    uint32_t hash = hash_bytes(name, n);
    if (p->n_buckets == 0)
        return NULL;
    for (struct symbol *s = p->buckets[hash & (p->n_buckets - 1)]; s != NULL; s = s->chain)
        if (s->hash == hash && s->n == n && memcmp(s->name, name, n) == 0)
            return s;
    return NULL;
}

/* Rehashes from the newest symbol to the oldest, each to the end of its chain, so that chains keep
 * the newest first. */
static void symbols_grow(struct parser *p)
{
    free(p->buckets);
    p->n_buckets = p->n_buckets == 0 ? 256 : 4 * p->n_buckets;
    p->buckets = xcalloc(p->n_buckets, sizeof(struct symbol *));
    struct symbol **last = xcalloc(p->n_buckets, sizeof(struct symbol *));
    for (struct symbol *s = p->newest; s != NULL; s = s->older) {
        size_t i = s->hash & (p->n_buckets - 1);
        s->chain = NULL;
        if (last[i] == NULL)
            p->buckets[i] = s;
        else
            last[i]->chain = s;
        last[i] = s;
    }
    free(last);
}

struct symbol *symbol_add(struct parser *p, const struct token *name, enum symbol_kind kind)
{
    struct symbol *old = symbol_find(p, name->s, name->n);
    if (old != NULL && old->scope == p->scope) {
        fail(p, name, "'%.*s' is declared twice (first on line %d)", shown(name), name->s,
             old->line);
        return NULL;
    }
    if (p->n_symbols >= p->n_buckets)
        symbols_grow(p);
    struct symbol *s = ARENA_NEW(&p->m->arena, struct symbol);
    s->name = name->s;
    s->n = name->n;
    s->hash = hash_bytes(name->s, name->n);
    s->scope = p->scope;
    s->kind = kind;
    s->line = name->line;
    s->older = p->newest;
    p->newest = s;
    p->n_symbols++;
    struct symbol **bucket = &p->buckets[s->hash & (p->n_buckets - 1)];
    s->chain = *bucket;
    *bucket = s;
    return s;
}

/* Removes the scope's symbols, newest first, so that each is the head of its bucket. */
void scope_leave(struct parser *p)
{
    while (p->newest != NULL && p->newest->scope == p->scope) {
        /* What the scope had in the frame is free again. */
        if (p->newest->kind == SYM_VARIABLE && p->newest->space == SPACE_LOCAL)
            p->b.local_bytes = (uint32_t)p->newest->offset;
        p->buckets[p->newest->hash & (p->n_buckets - 1)] = p->newest->chain;
        p->newest = p->newest->older;
        p->n_symbols--;
    }
    p->scope--;
}

/* Skips from '{' to the matching '}'. */
static bool skip_braces(struct parser *p)
{
    struct token open = p->t;
    if (!expect(p, '{'))
        return false;
    for (int depth = 1; depth > 0; next(p)) {
        if (p->t.kind == TOK_END)
            return fail(p, &open, "'{' is never closed");
        depth += token_is(&p->t, '{') - token_is(&p->t, '}');
    }
    return true;
}

/* A move of 64 bits from a name takes the address of whatever has it. */
static void note_used(struct parser *p, const struct token before[3])
{
    if (p->t.kind != TOK_NAME || p->t.s[0] == '%' || !token_is(&before[0], ',') ||
        !(token_eq(&before[2], "mov.u64") || token_eq(&before[2], "mov.b64")))
        return;
    p->used = xgrown(p->used, p->n_used, sizeof *p->used);
    p->used[p->n_used++] = p->t;
}

bool skip_body(struct parser *p)
{
    struct token before[3] = {p->t, p->t, p->t};
    int depth = 0;
    do {
        depth += token_is(&p->t, '{') - token_is(&p->t, '}');
        if (p->t.kind == TOK_END)
            return true; /* whoever reads the body tells */
        note_used(p, before);
        before[2] = before[1];
        before[1] = before[0];
        before[0] = p->t;
        next(p);
    } while (depth > 0);
    return true;
}

static bool skip_until(struct parser *p, char end)
{
    struct token at = p->t;
    while (!token_is(&p->t, end)) {
        if (p->t.kind == TOK_END)
            return fail(p, &at, "expected '%c' before the end of the file", end);
        next(p);
    }
    return true;
}

/* Reads .loc, and skips other debug information and hints. False: it is none of them. */
static bool skip_note(struct parser *p, bool *ok)
{
    *ok = true;
    if (token_eq(&p->t, ".loc")) {
        source_loc(p);
        next(p);
    } else if (token_eq(&p->t, ".file")) {
        lex_skip_line(&p->lx);
        next(p);
    } else if (token_eq(&p->t, ".pragma")) {
        *ok = skip_until(p, ';') && accept(p, ';');
    } else if (token_eq(&p->t, ".section")) {
        *ok = skip_until(p, '{') && skip_braces(p);
    } else {
        return false;
    }
    return true;
}

/* The product of the numbers behind .maxntid or .reqntid. */
static uint64_t read_threads(struct parser *p)
{
    uint64_t threads = 1;
    for (next(p); p->t.kind == TOK_INT || token_is(&p->t, ','); next(p))
        if (p->t.kind == TOK_INT)
            threads *= p->t.value;
    return threads;
}

/* Reads .maxntid 256, 1, 1, and skips .maxnreg 32 and the like, between an entry's head and its
 * body. 0: no bound. */
bool read_tuning(struct parser *p, uint32_t *most_threads)
{
    static const char *const known[] = {".minnctapersm", ".maxnreg", ".maxnctapersm", ".noreturn"};
    *most_threads = 0;
    while (p->t.kind == TOK_DIR) {
        bool found = false;
        bool ok;
        if (token_eq(&p->t, ".maxntid") || token_eq(&p->t, ".reqntid")) {
            uint64_t threads = read_threads(p);
            *most_threads = threads < UINT32_MAX ? (uint32_t)threads : UINT32_MAX;
            continue;
        }
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            found = found || token_eq(&p->t, known[i]);
        if (!found) {
            if (!skip_note(p, &ok))
                return expected(p, "'{'");
            if (!ok)
                return false;
            continue;
        }
        do
            next(p);
        while (p->t.kind == TOK_INT || token_is(&p->t, ','));
    }
    return true;
}

static bool parse_statement(struct parser *p)
{
    bool ok;
    if (p->t.kind == TOK_DIR) {
        enum space space = space_named(&p->t);
        if (token_eq(&p->t, ".reg"))
            return parse_reg(p);
        if (space == SPACE_SHARED || space == SPACE_LOCAL) {
            next(p);
            return parse_variable(p, space, false);
        }
        if (skip_note(p, &ok))
            return ok;
        if (token_eq(&p->t, ".param")) { /* of a call */
            next(p);
            return parse_variable(p, SPACE_LOCAL, false);
        }
        return fail(p, &p->t, "directive '%.*s' is not supported in a kernel", shown(&p->t),
                    p->t.s);
    }
    if (accept(p, ';'))
        return true;
    if (p->t.kind == TOK_NAME && p->t.s[0] != '%') {
        struct lexer ahead = p->lx;
        struct token after = lex_next(&ahead);
        if (token_is(&after, ':')) {
            struct token name = p->t;
            next(p);
            next(p);
            if (token_eq(&p->t, ".callprototype"))
                return skip_until(p, ';') && accept(p, ';');
            return label_define(p, &name);
        }
    }
    return parse_instruction(p);
}

bool parse_body(struct parser *p, struct token *end)
{
    struct token open = p->t;
    int outer = p->scope;
    if (!expect(p, '{'))
        return false;
    p->scope++;
    while (p->scope > outer) {
        *end = p->t;
        if (p->t.kind == TOK_END)
            return fail(p, &open, "'{' is never closed");
        if (accept(p, '{')) {
            p->scope++;
        } else if (token_is(&p->t, '}')) {
            scope_leave(p);
            next(p);
        } else if (!parse_statement(p)) {
            return false;
        }
    }
    return true;
}

static bool add_kernel(struct parser *p, const struct token *name)
{
    struct ptx_module *m = p->m;
    for (size_t i = 0; i < m->n_kernels; i++)
        if (token_eq(name, m->kernels[i]->pub.name))
            return fail(p, name, "entry '%.*s' is defined twice", shown(name), name->s);
    if (m->n_kernels == MAX_KERNELS)
        return fail(p, name, "more than %d entries", MAX_KERNELS);
    struct kernel *k = ARENA_NEW(&m->arena, struct kernel);
    k->pub.name = arena_strndup(&m->arena, name->s, name->n);
    k->module = m;
    k->n_preds = 1;
    /* Doubles the array when it is full; the arena frees the old ones with the module. */
    if ((m->n_kernels & (m->n_kernels + 1)) == 0) {
        struct kernel **more = ARENA_ARRAY(&m->arena, struct kernel *, 2 * m->n_kernels + 2);
        if (m->n_kernels != 0)
            memcpy(more, m->kernels, m->n_kernels * sizeof(struct kernel *));
        m->kernels = more;
    }
    m->kernels[m->n_kernels++] = k;
    p->b.k = k;
    return true;
}

static void leave_all(struct parser *p)
{
    while (p->scope > 0)
        scope_leave(p);
}

static bool entry_text(struct parser *p)
{
    struct token end;
    listing_part(p, p->b.k->pub.name);
    if (token_is(&p->t, '(') && !parse_params(p))
        return false;
    if (!read_tuning(p, &p->b.k->pub.most_threads) || !parse_body(p, &end))
        return false;
    build_close(p, &end, exec_exit);
    p->b.kernel_frame = p->b.local_most;
    p->b.k->pub.local_bytes = p->b.local_most;
    leave_all(p);
    return functions_add(p) && build_finish(p);
}

static bool parse_entry(struct parser *p, const struct function *entry)
{
    p->lx = entry->lx;
    p->t = entry->at;
    struct token name = p->t;
    if (name.kind != TOK_NAME)
        return expected(p, "the entry's name");
    build_free(&p->b);
    if (!add_kernel(p, &name))
        return false;
    next(p);
    p->scope = 1;
    if (!entry_text(p)) {
        if (!p->refuses)
            return false;
        p->b.k->pub.refused = arena_strdup(&p->m->arena, p->err->text);
        *p->err = (struct error){0};
    }
    leave_all(p);
    source_forget(p);
    p->b.k = NULL;
    return true;
}

/* Remembers where an entry is. Entries are read when all of the module is known. */
static bool entry_declare(struct parser *p)
{
    p->entries = xgrown(p->entries, p->n_entries, sizeof *p->entries);
    p->entries[p->n_entries++] = (struct function){.lx = p->lx, .at = p->t};
    while (!token_is(&p->t, '{')) {
        if (p->t.kind == TOK_END || p->t.kind == TOK_BAD || token_is(&p->t, ';'))
            return true; /* parse_entry tells */
        next(p);
    }
    return skip_body(p);
}

static bool parse_directive(struct parser *p)
{
    bool ok, is_extern = false;
    if (skip_note(p, &ok))
        return ok;
    if (token_eq(&p->t, ".address_size")) {
        struct token at = p->t;
        next(p);
        if (p->t.kind != TOK_INT || p->t.value != 64)
            return fail(p, &at, "only 64-bit addresses are supported (.address_size 64)");
        next(p);
        return true;
    }
    if (token_eq(&p->t, ".version") || token_eq(&p->t, ".target")) {
        lex_skip_line(&p->lx);
        next(p);
        return true;
    }
    while (token_eq(&p->t, ".visible") || token_eq(&p->t, ".extern") || token_eq(&p->t, ".weak") ||
           token_eq(&p->t, ".common")) {
        is_extern = is_extern || token_eq(&p->t, ".extern");
        next(p);
    }
    enum space space = space_named(&p->t);
    bool entry = token_eq(&p->t, ".entry");
    if (entry || token_eq(&p->t, ".func")) {
        next(p);
        return entry ? entry_declare(p) : function_declare(p);
    }
    if (space != SPACE_SHARED && space != SPACE_GLOBAL && space != SPACE_CONST)
        return expected(p, "a directive of a module");
    next(p);
    return parse_variable(p, space, is_extern);
}

bool parse_module(struct parser *p)
{
    next(p);
    while (p->t.kind != TOK_END) {
        if (accept(p, ';'))
            continue;
        if (p->t.kind != TOK_DIR)
            return expected(p, "a directive");
        if (!parse_directive(p))
            return false;
    }
    functions_taken(p);
    for (size_t i = 0; i < p->n_entries; i++)
        if (!parse_entry(p, &p->entries[i]))
            return false;
    return true;
}
