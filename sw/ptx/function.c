/*
 * Device functions. The module remembers where their definitions are. A kernel that calls a
 * function reads the definition as a part of itself, behind its own body: so a function has its own
 * registers, instructions and shared variables in each kernel, and no kernel pays for functions
 * that it does not call. A kernel that calls by address has all functions whose address is taken.
 */
#include "sw/ptx/parse.h"

#include "sw/util/arena.h"

#include <string.h>

/* ---- of the module ---- */

/* Functions have addresses, at which there is no memory. Those of two modules differ, so that a
 * pointer of another module finds no function. */
static uint64_t address_of(struct parser *p)
{
    uint64_t module = hash_bytes(p->m->name, strlen(p->m->name)) & 0xfff;
    return PTX_FUNCTION_WINDOW + (module << 20) + 16 * ++p->n_functions;
}

static struct function *add_function(struct parser *p, const struct token *name)
{
    struct symbol *s = symbol_find(p, name->s, name->n);
    if (s == NULL) {
        s = symbol_add(p, name, SYM_FUNCTION);
        s->space = SPACE_GENERIC;
        s->offset = address_of(p);
        s->function = ARENA_NEW(&p->m->arena, struct function);
    } else if (s->kind != SYM_FUNCTION) {
        fail(p, name, "'%.*s' is declared twice (first on line %d)", (int)name->n, name->s,
             s->line);
        return NULL;
    }
    return s->function;
}

bool function_declare(struct parser *p)
{
    const struct lexer lx = p->lx;
    const struct token at = p->t;
    struct function *f = NULL;
    int depth = 0;
    while (!token_is(&p->t, '{') && !token_is(&p->t, ';')) {
        if (p->t.kind == TOK_END || p->t.kind == TOK_BAD)
            return expected(p, "the function's body");
        depth += token_is(&p->t, '(') - token_is(&p->t, ')');
        if (depth == 0 && p->t.kind == TOK_NAME && f == NULL &&
            (f = add_function(p, &p->t)) == NULL)
            return false;
        next(p);
    }
    if (accept(p, ';'))
        return true;
    if (f != NULL && !f->defined) {
        f->lx = lx;
        f->at = at;
        f->defined = true;
    }
    return skip_body(p);
}

void functions_taken(struct parser *p)
{
    for (size_t i = 0; i < p->n_used; i++) {
        struct symbol *s = symbol_find(p, p->used[i].s, p->used[i].n);
        if (s != NULL && s->kind == SYM_FUNCTION)
            s->function->taken = true;
    }
}

/* ---- as parts of a kernel ---- */

int function_use(struct parser *p, struct symbol *s)
{
    struct build *b = &p->b;
    struct function *f = s->function;
    if (f->user == b->k)
        return f->callee;
    b->callees = xgrown(b->callees, b->n_callees, sizeof *b->callees);
    b->called = xgrown(b->called, b->n_callees, sizeof(struct symbol *));
    b->callees[b->n_callees] =
        (struct callee){.name = arena_strndup(&p->m->arena, s->name, s->n), .address = s->offset};
    b->called[b->n_callees] = s;
    f->user = b->k;
    return f->callee = (int)b->n_callees++;
}

ref frame_register(struct parser *p, struct inst *in)
{
    if (p->b.owner < 0)
        return const64(&p->b, 0);
    reads(in, &p->b.frame);
    return p->b.frame.at;
}

/* (.param .b32 result) name (.param .b64 first, ...) */
static bool parse_head(struct parser *p, struct callee *f)
{
    struct piece params[MAX_ARGS];
    uint32_t none;
    if (token_is(&p->t, '(')) {
        int n = 0;
        if (!parse_frame_params(p, params, &n))
            return false;
        f->result = n > 0 ? params[0] : (struct piece){0};
    }
    next(p); /* the name */
    if (token_is(&p->t, '(') && !parse_frame_params(p, params, &f->n_params))
        return false;
    struct piece *kept = ARENA_ARRAY(&p->m->arena, struct piece, f->n_params + 1);
    memcpy(kept, params, (size_t)f->n_params * sizeof *kept);
    f->params = kept;
    return read_tuning(p, &none);
}

static bool add_part(struct parser *p, int i)
{
    struct build *b = &p->b;
    const struct function *f = b->called[i]->function;
    struct callee c = b->callees[i];
    struct token end;
    c.first_reg = b->n_lane_bytes;
    p->lx = f->lx;
    p->t = f->at;
    p->scope = 1;
    source_forget(p);
    b->owner = i;
    b->local_bytes = b->local_most = 0;
    c.regs = b->k->reg_bytes;
    c.preds = b->k->n_preds;
    b->frame = build_hidden(b);
    c.frame = b->frame.at;
    c.entry = (uint32_t)b->n;
    listing_part(p, c.name);
    if (!parse_head(p, &c) || !parse_body(p, &end))
        return false;
    build_close(p, &end, exec_return);
    scope_leave(p);
    c.reg_bytes = b->k->reg_bytes - c.regs;
    c.n_regs = (uint32_t)(b->n_lane_bytes - c.first_reg);
    c.n_preds = b->k->n_preds - c.preds;
    c.frame_bytes = (uint32_t)align_up(b->local_most + 1, FRAME_ALIGN);
    b->callees[i] = c;
    return true;
}

static void use_taken(struct parser *p)
{
    for (struct symbol *s = p->newest; s != NULL; s = s->older)
        if (s->kind == SYM_FUNCTION && s->function->taken && s->function->defined)
            function_use(p, s);
}

bool functions_add(struct parser *p)
{
    struct build *b = &p->b;
    for (size_t i = 0; i < b->n_callees || b->by_address; i++) {
        if (b->by_address && !b->has_taken) {
            b->has_taken = true;
            use_taken(p);
        }
        if (i == b->n_callees)
            break;
        if (!add_part(p, (int)i))
            return false;
    }
    b->owner = -1;
    return calls_finish(p);
}
