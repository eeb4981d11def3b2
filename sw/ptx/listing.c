/* Records what instructions say, while the parser reads them. */
#include "sw/ptx/parse.h"

#include "sw/util/arena.h"

#include <string.h>

static void add_scalar(struct parser *p, struct ptx_operand *to, const struct scalar *s)
{
    to->reg = -1;
    to->value = (int64_t)s->value;
    switch (s->kind) {
    case OPD_REG:
        to->kind = PTX_REGISTER;
        to->reg = s->reg.number;
        return;
    case OPD_INT:
    case OPD_F32:
    case OPD_F64:
        to->kind = PTX_NUMBER;
        return;
    case OPD_SPECIAL:
        to->kind = PTX_SPECIAL;
        to->name = arena_strndup(&p->m->arena, s->at.s, s->at.n);
        return;
    case OPD_SYMBOL:
        to->kind = PTX_VARIABLE;
        to->space = (enum space)s->symbol->space;
        if (to->space == SPACE_PARAM) {
            to->kind = PTX_PARAM;
            to->value += (int64_t)s->symbol->offset;
        }
        to->name = arena_strndup(&p->m->arena, s->symbol->name, s->symbol->n);
        return;
    default:
        to->kind = PTX_NOTHING;
    }
}

static bool is_written(const struct inst *in, const struct ptx_operand *o)
{
    for (int i = 0; i < in->info.n_dst; i++)
        if (o->kind == PTX_REGISTER && in->info.dst[i] == o->reg)
            return true;
    return false;
}

/* Adds the elements of operand `i`; returns how many. */
static int add_operand(struct parser *p, const struct inst *in, int i, struct ptx_operand *to)
{
    const struct operand *o = &in->o[i];
    int n = 0;
    if (o->is_vector)
        for (; n < o->n_vec; n++)
            add_scalar(p, &to[n], &o->vec[n]);
    else
        add_scalar(p, &to[n++], &o->s);
    if (o->is_pair)
        add_scalar(p, &to[n++], &o->pair);
    for (int e = 0; e < n; e++) {
        to[e].address = o->is_address;
        to[e].negated = o->negated;
        to[e].written = i == 0 && !o->is_address && is_written(in, &to[e]);
    }
    return n;
}

static bool has_float_type(const struct inst *in)
{
    const struct token *last = &in->parts[in->n_parts - 1];
    return token_eq(last, "f32") || token_eq(last, "f64") || token_eq(last, "f16") ||
           token_eq(last, "f16x2");
}

static void push(struct build *b, const struct ptx_text *t)
{
    b->texts = xgrown(b->texts, b->n_texts, sizeof *b->texts);
    b->texts[b->n_texts++] = *t;
}

void listing_add(struct parser *p, const struct inst *in)
{
    enum { MOST = PTX_MAX_OPERANDS * (OP_VECTOR + 1) };
    struct ptx_operand list[MOST] = {0};
    struct build *b = &p->b;
    if (!p->lists)
        return;
    struct ptx_text t = {.opcode = arena_strndup(&p->m->arena, in->at.s, in->at.n),
                         .guard = in->guarded ? in->guard.number : -1,
                         .guard_not = in->guard_not,
                         .is_float = has_float_type(in),
                         .line = in->at.line,
                         .file = p->source.file,
                         .file_line = p->source.line,
                         .file_column = p->source.column,
                         .marks = b->n_marks};
    for (int i = 0; i < in->n; i++)
        t.n += add_operand(p, in, i, &list[t.n]);
    if (part_is(in, 0, "bra") && in->n == 1) {
        list[0].kind = PTX_TARGET;
        list[0].value = label_named(b, &in->o[0].s.at);
    }
    struct ptx_operand *kept = ARENA_ARRAY(&p->m->arena, struct ptx_operand, t.n + 1);
    memcpy(kept, list, (size_t)t.n * sizeof *kept);
    t.operands = kept;
    push(b, &t);
}

void listing_close(struct parser *p, int line)
{
    if (p->lists)
        push(&p->b, &(struct ptx_text){.opcode = "ret",
                                       .guard = -1,
                                       .line = line,
                                       .file = p->source.file,
                                       .file_line = p->source.line,
                                       .marks = p->b.n_marks});
}

void listing_label(struct parser *p, const struct token *name, struct label *l)
{
    l->listed = (int)p->b.n_texts;
    for (size_t i = 0; i + 3 <= name->n; i++)
        if (memcmp(name->s + i, "tmp", 3) == 0) {
            p->b.n_marks++;
            return;
        }
}

void listing_part(struct parser *p, const char *name)
{
    struct build *b = &p->b;
    if (!p->lists)
        return;
    b->listed_parts = xgrown(b->listed_parts, b->n_listed_parts, sizeof *b->listed_parts);
    b->listed_parts[b->n_listed_parts++] = (struct ptx_part){name, (int)b->n_texts};
}

/* Labels become instruction numbers. */
void listing_finish(struct parser *p)
{
    struct build *b = &p->b;
    struct arena *a = &p->m->arena;
    if (!p->lists)
        return;
    struct ptx_listing *l = ARENA_NEW(a, struct ptx_listing);
    struct ptx_text *texts = ARENA_ARRAY(a, struct ptx_text, b->n_texts + 1);
    struct ptx_part *parts = ARENA_ARRAY(a, struct ptx_part, b->n_listed_parts + 1);
    memcpy(texts, b->texts, b->n_texts * sizeof *texts);
    memcpy(parts, b->listed_parts, b->n_listed_parts * sizeof *parts);
    for (size_t i = 0; i < b->n_texts; i++)
        if (texts[i].n == 1 && texts[i].operands[0].kind == PTX_TARGET) {
            struct ptx_operand *to = ARENA_NEW(a, struct ptx_operand);
            *to = texts[i].operands[0];
            to->value = b->labels[to->value].listed;
            texts[i].operands = to;
        }
    *l = (struct ptx_listing){.n = (int)b->n_texts,
                              .texts = texts,
                              .n_registers = b->k->pub.n_regs,
                              .n_parts = (int)b->n_listed_parts,
                              .parts = parts};
    b->k->listing = l;
}

const struct ptx_listing *ptx_listing(const struct ptx_kernel *k)
{
    return kernel_of(k)->listing;
}
