/* Declarations: registers, parameters, variables and their initial values. */
#include "sw/ptx/parse.h"

#include <string.h>

enum space space_named(const struct token *t)
{
    static const struct {
        const char *name;
        enum space space;
    } names[] = {{".global", SPACE_GLOBAL},
                 {".shared", SPACE_SHARED},
                 {".local", SPACE_LOCAL},
                 {".const", SPACE_CONST},
                 {".param", SPACE_PARAM}};
    for (size_t i = 0; t->kind == TOK_DIR && i < sizeof names / sizeof names[0]; i++)
        if (token_eq(t, names[i].name))
            return names[i].space;
    return SPACE_GENERIC;
}

static const struct type *parse_type(struct parser *p)
{
    const struct type *type = p->t.kind == TOK_DIR ? type_named(p->t.s + 1, p->t.n - 1) : NULL;
    if (type == NULL) {
        fail(p, &p->t, "type '%.*s' is not supported", p->t.n > 60 ? 60 : (int)p->t.n, p->t.s);
        return NULL;
    }
    next(p);
    return type;
}

/* One name, or a range: `%r<5>` declares %r0 to %r4. */
static bool declare_regs(struct parser *p, const struct type *type)
{
    struct kernel *k = p->b.k;
    struct token name = p->t;
    uint64_t count = 1;
    bool range = false;
    if (name.kind != TOK_NAME)
        return expected(p, "a register's name");
    next(p);
    if (accept(p, '<')) {
        range = true;
        if (p->t.kind != TOK_INT)
            return expected(p, "the number of registers");
        count = p->t.value;
        next(p);
        if (!expect(p, '>'))
            return false;
    }
    if (count > (uint64_t)(MAX_REGS - k->pub.n_regs))
        return fail(p, &name, "kernel '%s' has more than %d registers", k->pub.name, MAX_REGS);
    struct symbol *s = symbol_add(p, &name, SYM_REGS);
    if (s == NULL)
        return false;
    s->range = range;
    s->count = (uint32_t)count;
    s->first = (struct reg){.number = k->pub.n_regs, .bits = type->bits};
    build_number(&p->b, type->bits == 1 ? 0 : type->bits == 64 ? 2 : 1, count);
    if (type->bits == 1) {
        s->first.at = k->n_preds;
        k->n_preds += (uint32_t)count;
    } else {
        s->first.at = k->reg_bytes;
        k->reg_bytes += (uint32_t)count * (type->bits == 64 ? LANES64_BYTES : LANES32_BYTES);
        build_register(&p->b, type->bits == 64 ? 8 : 4, count);
    }
    return true;
}

bool parse_reg(struct parser *p)
{
    next(p);
    /* As registers, halves are their bits; as data no instruction has them. */
    bool half = token_eq(&p->t, ".f16"), pair = token_eq(&p->t, ".f16x2");
    const struct type *type = half || pair ? type_named(half ? "b16" : "b32", 3) : parse_type(p);
    if (type == NULL)
        return false;
    if (half || pair)
        next(p);
    do
        if (!declare_regs(p, type))
            return false;
    while (accept(p, ','));
    return expect(p, ';');
}

struct declaration {
    struct token name;
    const struct type *type;
    uint64_t align, bytes, elements;
    bool open; /* [] */
};

/* Reads .align 4 .b8 name[16][4]. `most` is the largest size allowed, in bytes. */
static bool parse_declaration(struct parser *p, struct declaration *d, uint64_t most)
{
    *d = (struct declaration){.elements = 1};
    if (token_eq(&p->t, ".align")) {
        next(p);
        if (p->t.kind != TOK_INT || p->t.value == 0 || p->t.value > MAX_ALIGN ||
            (p->t.value & (p->t.value - 1)) != 0) {
            expected(p, "an alignment (a power of two up to 1024)");
            return false;
        }
        d->align = p->t.value;
        next(p);
    }
    if (p->t.kind == TOK_DIR && p->t.s[1] == 'v' && p->t.n == 3 &&
        (p->t.s[2] == '2' || p->t.s[2] == '4')) {
        d->elements = (uint64_t)(p->t.s[2] - '0');
        next(p);
    }
    d->type = parse_type(p);
    if (d->type == NULL)
        return false;
    if (d->type->bits == 1)
        return fail(p, &p->t, "a variable cannot be .pred");
    d->name = p->t;
    if (d->name.kind != TOK_NAME || d->name.s[0] == '%')
        return expected(p, "a variable's name");
    next(p);
    uint64_t each = d->type->bits / 8u;
    if (d->align == 0)
        d->align = each * d->elements;
    while (accept(p, '[')) {
        if (accept(p, ']')) {
            d->open = true;
            continue;
        }
        if (p->t.kind != TOK_INT)
            return expected(p, "the array's size");
        uint64_t n = p->t.value;
        next(p);
        if (!expect(p, ']'))
            return false;
        if (n != 0 && d->elements > most / n)
            d->elements = most + 1;
        else
            d->elements *= n;
    }
    if (d->elements > most / each)
        return fail(p, &d->name, "'%.*s' is larger than %llu bytes", (int)d->name.n, d->name.s,
                    (unsigned long long)most);
    d->bytes = d->elements * each;
    return true;
}

bool parse_params(struct parser *p)
{
    struct ptx_kernel *k = &p->b.k->pub;
    struct ptx_param params[MAX_PARAMS];
    uint64_t at = 0;
    next(p);
    while (!token_is(&p->t, ')')) {
        struct declaration d;
        if (!token_eq(&p->t, ".param"))
            return expected(p, "'.param'");
        next(p);
        if (!parse_declaration(p, &d, MAX_PARAMS))
            return false;
        at = align_up(at, d.align);
        if (at + d.bytes > MAX_PARAMS || k->n_params == MAX_PARAMS)
            return fail(p, &d.name, "kernel '%s' has more than %d bytes of parameters", k->name,
                        MAX_PARAMS);
        struct symbol *s = symbol_add(p, &d.name, SYM_VARIABLE);
        if (s == NULL)
            return false;
        s->space = SPACE_PARAM;
        s->offset = at;
        params[k->n_params++] =
            (struct ptx_param){.name = arena_strndup(&p->m->arena, d.name.s, d.name.n),
                               .offset = (uint32_t)at,
                               .bytes = (uint32_t)d.bytes};
        at += d.bytes;
        if (!accept(p, ',') && !token_is(&p->t, ')'))
            return expected(p, "',' or ')'");
    }
    next(p);
    struct ptx_param *kept = ARENA_ARRAY(&p->m->arena, struct ptx_param, k->n_params + 1);
    memcpy(kept, params, (size_t)k->n_params * sizeof *kept);
    k->params = kept;
    k->param_bytes = (uint32_t)at;
    return true;
}

bool parse_frame_params(struct parser *p, struct piece *pieces, int *n)
{
    uint32_t *at = &p->b.local_bytes;
    next(p);
    while (!token_is(&p->t, ')')) {
        struct declaration d;
        if (!token_eq(&p->t, ".param"))
            return fail(p, &p->t, "parameters of functions must be .param");
        next(p);
        if (!parse_declaration(p, &d, MAX_PARAMS))
            return false;
        struct symbol *s = symbol_add(p, &d.name, SYM_VARIABLE);
        if (s == NULL)
            return false;
        s->space = SPACE_LOCAL;
        s->bytes = d.bytes;
        s->offset = align_up(*at, d.align);
        if (s->offset + d.bytes > MAX_LOCAL || *n == MAX_ARGS)
            return fail(p, &d.name, "more than %d parameters", MAX_ARGS);
        pieces[(*n)++] = (struct piece){(uint32_t)s->offset, (uint32_t)d.bytes};
        *at = p->b.local_most = (uint32_t)(s->offset + d.bytes);
        if (!accept(p, ',') && !token_is(&p->t, ')'))
            return expected(p, "',' or ')'");
    }
    next(p);
    return true;
}

/* Reads an address in an initialiser: generic(name), name or name+4. */
static bool initial_address(struct parser *p, const struct declaration *d, struct variable *v,
                            uint64_t at)
{
    bool generic = token_eq(&p->t, "generic");
    if (generic) {
        next(p);
        if (!expect(p, '('))
            return false;
    }
    struct token name = p->t;
    struct symbol *s = name.kind == TOK_NAME ? symbol_find(p, name.s, name.n) : NULL;
    if (s == NULL || s->kind == SYM_REGS)
        return fail(p, &name, "undeclared variable '%.*s'", name.n > 60 ? 60 : (int)name.n, name.s);
    bool function = s->kind == SYM_FUNCTION;
    if (d->type->bits != 64 || (s->space != SPACE_GLOBAL && s->space != SPACE_CONST && !function))
        return fail(p, &name, "the address of '%.*s' does not fit here", (int)name.n, name.s);
    next(p);
    if (generic && !expect(p, ')'))
        return false;
    int64_t addend = 0;
    if (token_is(&p->t, '+') || token_is(&p->t, '-')) {
        bool minus = token_is(&p->t, '-');
        next(p);
        if (p->t.kind != TOK_INT)
            return expected(p, "a number");
        addend = (int64_t)(minus ? 0u - p->t.value : p->t.value);
        next(p);
    }
    if (function)
        s->function->taken = true;
    if (s->space == SPACE_CONST || function) {
        bool window = generic && !function;
        uint64_t value = s->offset + (uint64_t)addend + (window ? PTX_CONST_WINDOW : 0);
        memcpy(v->bytes + at, &value, 8);
        return true;
    }
    struct fixup *f = ARENA_NEW(&p->m->arena, struct fixup);
    *f = (struct fixup){
        .next = s->variable->fixups, .at = v->bytes + at, .lanes = 1, .in = v, .addend = addend};
    s->variable->fixups = f;
    memcpy(f->at, &addend, 8);
    return true;
}

static bool initial_value(struct parser *p, const struct declaration *d, struct variable *v,
                          uint64_t at)
{
    unsigned bytes = d->type->bits / 8u;
    if (p->t.kind == TOK_NAME)
        return initial_address(p, d, v, at);
    bool minus = accept(p, '-');
    uint64_t value = p->t.value;
    if (p->t.kind == TOK_F32 || p->t.kind == TOK_F64) {
        double wide;
        float narrow;
        memcpy(&wide, &value, 8);
        memcpy(&narrow, &value, 4);
        if (!d->type->is_float)
            return expected(p, "an integer");
        if (p->t.kind == TOK_F32)
            wide = (double)narrow;
        wide = minus ? -wide : wide;
        narrow = (float)wide;
        memcpy(v->bytes + at, bytes == 8 ? (void *)&wide : (void *)&narrow, bytes);
    } else if (p->t.kind == TOK_INT) {
        value = minus ? 0u - value : value;
        float narrow = (float)(int64_t)value;
        double wide = (double)(int64_t)value;
        const void *from = !d->type->is_float ? (void *)&value
                           : bytes == 8       ? (void *)&wide
                                              : (void *)&narrow;
        memcpy(v->bytes + at, from, bytes);
    } else {
        return expected(p, "an initial value");
    }
    next(p);
    return true;
}

static bool parse_initialiser(struct parser *p, const struct declaration *d, struct variable *v)
{
    uint64_t each = d->type->bits / 8u, at = 0;
    int depth = 0;
    p->init_bytes += d->bytes;
    if (p->init_bytes > MAX_INIT)
        return fail(p, &d->name, "initialised variables are larger than %d bytes together",
                    MAX_INIT);
    v->bytes = arena_alloc(&p->m->arena, d->bytes + 8);
    v->pub.init = v->bytes;
    for (;;) {
        while (accept(p, '{'))
            depth++;
        if (at + each > d->bytes)
            return fail(p, &p->t, "more initial values than '%.*s' has elements", (int)d->name.n,
                        d->name.s);
        if (!initial_value(p, d, v, at))
            return false;
        at += each;
        while (depth > 0 && accept(p, '}'))
            depth--;
        if (depth == 0)
            return true;
        if (!accept(p, ','))
            return expected(p, "',' or '}'");
    }
}

static bool module_variable(struct parser *p, struct symbol *s, const struct declaration *d)
{
    struct ptx_module *m = p->m;
    struct variable *v = ARENA_NEW(&m->arena, struct variable);
    v->pub = (struct ptx_variable){.name = arena_strndup(&m->arena, d->name.s, d->name.n),
                                   .constant = s->space == SPACE_CONST,
                                   .bytes = (uint32_t)d->bytes,
                                   .align = (uint32_t)d->align};
    if ((m->n_variables & (m->n_variables + 1)) == 0) {
        struct variable **more = ARENA_ARRAY(&m->arena, struct variable *, 2 * m->n_variables + 2);
        if (m->n_variables != 0)
            memcpy(more, m->variables, m->n_variables * sizeof(struct variable *));
        m->variables = more;
    }
    m->variables[m->n_variables++] = v;
    s->variable = v;
    if (s->space == SPACE_CONST) {
        v->const_offset = (uint32_t)align_up(m->const_bytes, d->align);
        s->offset = v->const_offset;
        if (s->offset + d->bytes > MAX_CONST)
            return fail(p, &d->name, "constants are larger than %d bytes together", MAX_CONST);
        m->const_bytes = (uint32_t)(s->offset + d->bytes);
    }
    return true;
}

/* A variable in static shared or local memory of the kernel being read. */
static bool kernel_variable(struct parser *p, struct symbol *s, const struct declaration *d)
{
    bool shared = s->space == SPACE_SHARED;
    uint32_t *total = shared ? &p->b.shared_bytes : &p->b.local_bytes;
    uint64_t most = shared ? MAX_SHARED : MAX_LOCAL;
    s->offset = align_up(*total, d->align);
    if (s->offset + d->bytes > most)
        return fail(p, &d->name, "%s memory is larger than %llu bytes", shared ? "shared" : "local",
                    (unsigned long long)most);
    *total = (uint32_t)(s->offset + d->bytes);
    s->bytes = d->bytes;
    if (!shared && *total > p->b.local_most)
        p->b.local_most = *total;
    if (token_is(&p->t, '='))
        return fail(p, &p->t, "%s memory has no initial value", shared ? "shared" : "local");
    return true;
}

static bool shared_of_module(struct parser *p, struct symbol *s, const struct declaration *d,
                             bool is_extern)
{
    s->module_shared = true;
    s->dynamic = is_extern || d->open;
    s->bytes = s->dynamic ? 0 : d->bytes;
    s->align = d->align;
    return !token_is(&p->t, '=') || fail(p, &p->t, "shared memory has no initial value");
}

/* .global .texref name: on the device a texture or surface is what the runtime writes to constant
 * memory, and its name is where. */
static bool parse_texture(struct parser *p)
{
    struct declaration d = {.bytes = PTX_TEXTURE_BYTES, .align = 8, .elements = 1};
    next(p);
    d.name = p->t;
    if (d.name.kind != TOK_NAME || d.name.s[0] == '%')
        return expected(p, "a texture's name");
    next(p);
    struct symbol *s = symbol_add(p, &d.name, SYM_VARIABLE);
    if (s == NULL)
        return false;
    s->space = SPACE_CONST;
    return module_variable(p, s, &d) && expect(p, ';');
}

bool parse_variable(struct parser *p, enum space space, bool is_extern)
{
    if (space == SPACE_GLOBAL && (token_eq(&p->t, ".texref") || token_eq(&p->t, ".surfref")))
        return parse_texture(p);
    uint64_t most = space == SPACE_SHARED  ? MAX_SHARED
                    : space == SPACE_LOCAL ? MAX_LOCAL
                    : space == SPACE_CONST ? MAX_CONST
                                           : MAX_VARIABLE;
    struct declaration d;
    if (!parse_declaration(p, &d, most))
        return false;
    struct symbol *s = symbol_add(p, &d.name, SYM_VARIABLE);
    if (s == NULL)
        return false;
    s->space = (uint8_t)space;
    if (d.open && space != SPACE_SHARED)
        return fail(p, &d.name, "array '%.*s' needs a size", (int)d.name.n, d.name.s);
    if (is_extern && space != SPACE_SHARED)
        return fail(p, &d.name, "extern variable '%.*s' is defined nowhere", (int)d.name.n,
                    d.name.s);
    bool ok = p->b.k != NULL ? kernel_variable(p, s, &d)
              : space == SPACE_SHARED
                  ? shared_of_module(p, s, &d, is_extern)
                  : module_variable(p, s, &d) &&
                        (!accept(p, '=') || parse_initialiser(p, &d, s->variable));
    return ok && expect(p, ';');
}
