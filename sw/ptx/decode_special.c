/* Decodes instructions that are no row of the table: predicates, control flow. Finds the decoder of
 * all such instructions. */
#include "sw/ptx/parse.h"

#include <string.h>

static bool last_is(const struct inst *in, const char *text)
{
    return part_is(in, in->n_parts - 1, text);
}

static bool combining(const struct inst *in, uint8_t *what)
{
    *what = part_is(in, 2, "and")   ? COMBINE_AND
            : part_is(in, 2, "or")  ? COMBINE_OR
            : part_is(in, 2, "xor") ? COMBINE_XOR
                                    : COMBINE_NONE;
    return *what != COMBINE_NONE;
}

/* Decodes a comparison's sources, and the predicate that its result is combined with. */
static bool compared(struct parser *p, struct inst *in, const struct isa_row *row)
{
    struct op *op = &in->op;
    int n = (int)strlen(row->sig);
    bool more = combining(in, &op->what);
    if (!operands(p, in, n + more, n + more))
        return false;
    if (!source(p, in, 1, row->sig[1], &op->a))
        return false;
    op->b = op->a;
    if (n > 2 && !source(p, in, 2, row->sig[2], &op->b))
        return false;
    if (more && !source_pred(p, in, n, &op->r, &op->r_not))
        return false;
    if ((in->mods & MOD_FTZ) != 0)
        op->fix = FIX_FTZ_A | FIX_FTZ_B;
    op->compare = row->compare;
    in->info.class = (enum ptx_class)row->class;
    return true;
}

/* setp.lt.and.f32 p|q, a, b, !r; testp.finite.f32 p, a */
static bool decode_setp(struct parser *p, struct inst *in)
{
    struct operand *o = &in->o[0];
    if (in->n == 0)
        return operands(p, in, 3, 4);
    if (!destination_pred(p, in, &o->s, &in->op.p) ||
        (o->is_pair && !destination_pred(p, in, &o->pair, &in->op.q)))
        return false;
    in->op.exec = exec_compare;
    return compared(p, in, in->row);
}

/* set.lt.u32.f32: a comparison as in setp; the result is 0 or, if true, all ones or 1.0. */
static bool decode_set(struct parser *p, struct inst *in)
{
    char key[MAX_KEY] = "setp.";
    if (in->n_parts < 4)
        return unsupported(p, in, "there is no such instruction");
    const struct token *compare = &in->parts[1], *type = &in->parts[in->n_parts - 1];
    const struct token *to = &in->parts[in->n_parts - 2];
    bool is_float = token_eq(to, "f32");
    if (compare->n + type->n + 7 > sizeof key ||
        (!is_float && !token_eq(to, "u32") && !token_eq(to, "s32")))
        return unsupported(p, in, "sw/ptx/README.md lists what is supported");
    memcpy(key + 5, compare->s, compare->n);
    key[5 + compare->n] = '.';
    memcpy(key + 6 + compare->n, type->s, type->n);
    const struct isa_row *row = row_named(p, key);
    uint8_t what;
    int fixed = 4 + combining(in, &what);
    for (int i = 0; i < in->n_parts; i++)
        if (part_is(in, i, "ftz")) {
            in->mods |= MOD_FTZ;
            fixed++;
        }
    if (row == NULL || in->n_parts != fixed || (in->mods & ~(uint32_t)row->mods) != 0)
        return unsupported(p, in, "sw/ptx/README.md lists what is supported");
    if (in->n == 0)
        return operands(p, in, 3, 4);
    if (!destination(p, in, 0, 'w', &in->op.d))
        return false;
    in->op.exec = exec_set;
    in->op.vec[0] = const32(&p->b, is_float ? 0x3f800000 : UINT32_MAX);
    in->op.vec[1] = const32(&p->b, 0);
    return compared(p, in, row);
}

static char letter_of(const struct type *t)
{
    return t->bits == 1    ? 'p'
           : t->bits == 8  ? 'b'
           : t->bits == 16 ? 'h'
           : t->bits == 32 ? (t->is_float ? 'f' : 'w')
                           : (t->is_float ? 'g' : 'l');
}

static bool decode_selp(struct parser *p, struct inst *in)
{
    const struct type *type =
        type_named(in->parts[in->n_parts - 1].s, in->parts[in->n_parts - 1].n);
    if (in->n_parts != 2 || type == NULL || type->bits < 16)
        return unsupported(p, in, "there is no such instruction");
    char letter = letter_of(type);
    struct op *op = &in->op;
    if (!operands(p, in, 4, 4) || !destination(p, in, 0, letter, &op->d) ||
        !source(p, in, 1, letter, &op->a) || !source(p, in, 2, letter, &op->b) ||
        !source_pred(p, in, 3, &op->r, &op->r_not))
        return false;
    if (op->r_not != 0) {
        ref a = op->a;
        op->a = op->b;
        op->b = a;
    }
    op->exec = exec_select;
    in->info.class = PTX_INT;
    return true;
}

/* and.pred, or.pred, xor.pred, not.pred, mov.pred */
static bool decode_pred(struct parser *p, struct inst *in)
{
    struct op *op = &in->op;
    bool unary = part_is(in, 0, "not") || part_is(in, 0, "mov");
    uint32_t invert_q, invert_r = 0;
    if (in->n_parts != 2)
        return unsupported(p, in, "there is no such instruction");
    if (!operands(p, in, unary ? 2 : 3, unary ? 2 : 3) ||
        !destination_pred(p, in, &in->o[0].s, &op->p) ||
        !source_pred(p, in, 1, &op->q, &invert_q) ||
        (!unary && !source_pred(p, in, 2, &op->r, &invert_r)))
        return false;
    if (!unary && (invert_q != 0 || invert_r != 0))
        return unsupported(p, in, "a source cannot be negated");
    op->r_not = invert_q;
    op->what = part_is(in, 0, "mov")   ? PRED_MOV
               : part_is(in, 0, "not") ? PRED_NOT
               : part_is(in, 0, "and") ? PRED_AND
               : part_is(in, 0, "or")  ? PRED_OR
                                       : PRED_XOR;
    op->exec = exec_pred;
    in->info.class = PTX_INT;
    return true;
}

static bool decode_special_register(struct parser *p, struct inst *in)
{
    const struct scalar *from = &in->o[1].s;
    unsigned bits = in->o[0].s.kind == OPD_REG ? in->o[0].s.reg.bits : 32;
    if (!destination(p, in, 0, bits == 64 ? 'l' : 'w', &in->op.d))
        return false;
    in->op.what = (uint8_t)from->value;
    in->op.exec = from->value >= SREG_PLACE ? exec_place : exec_special;
    p->b.k->pub.senses = p->b.k->pub.senses || from->value >= SREG_SENSED;
    in->info.class = PTX_INT;
    return true;
}

/* mov.b64 {a, b}, c and mov.b64 c, {a, b}: c is as wide as the elements together. */
static bool decode_vector_mov(struct parser *p, struct inst *in, const struct type *type)
{
    bool pack = in->o[1].is_vector;
    struct operand *vec = &in->o[pack ? 1 : 0];
    struct op *op = &in->op;
    unsigned each = vec->n_vec > 1 ? type->bits / (unsigned)vec->n_vec : 0;
    if ((each != 16 && each != 32) || each * (unsigned)vec->n_vec != type->bits ||
        in->o[!pack ? 1 : 0].is_vector)
        return unsupported(p, in, "a vector of these widths cannot be moved");
    char part = each == 16 ? 'h' : 'w', whole = type->bits == 64 ? 'l' : 'w';
    op->elements = (uint8_t)vec->n_vec;
    op->bytes = (uint8_t)(each / 8);
    if (!(pack ? destination(p, in, 0, whole, &op->d) : source(p, in, 1, whole, &op->a)))
        return false;
    op->d_bytes = type->bits == 64 ? 8 : 4;
    for (int k = 0; k < vec->n_vec; k++) {
        const struct scalar *s = &vec->vec[k];
        if (!pack && s->kind == OPD_SINK) {
            op->vec[k] = REF_CONST;
            continue;
        }
        if (!pack && s->kind != OPD_REG)
            return fail(p, &s->at, "'%.*s' cannot be written", s->at.n > 60 ? 60 : (int)s->at.n,
                        s->at.s);
        int sources = in->info.n_src;
        if (!source_scalar(p, in, s, part, &op->vec[k]))
            return false;
        if (!pack) {
            in->info.n_src = sources;
            writes(in, &s->reg);
        }
    }
    op->exec = pack ? exec_pack : exec_unpack;
    in->info.class = PTX_INT;
    return true;
}

static bool decode_mov(struct parser *p, struct inst *in)
{
    const struct type *type =
        type_named(in->parts[in->n_parts - 1].s, in->parts[in->n_parts - 1].n);
    if (in->n_parts != 2 || type == NULL || type->bits == 8)
        return unsupported(p, in, "there is no such instruction");
    if (!operands(p, in, 2, 2))
        return false;
    if (in->o[0].is_vector || in->o[1].is_vector)
        return decode_vector_mov(p, in, type);
    if (in->o[1].s.kind == OPD_SPECIAL && !in->o[1].is_address)
        return decode_special_register(p, in);
    /* An integer move may have a float number as its source, and a float move an integer. */
    char letter = letter_of(type);
    struct scalar *s = &in->o[1].s;
    if (s->kind == OPD_F32 || s->kind == OPD_F64)
        letter = type->bits == 64 ? 'g' : type->bits == 32 ? 'f' : letter;
    else if (type->is_float && s->kind == OPD_INT)
        letter = type->bits == 64 ? 'g' : 'f';
    if (!destination(p, in, 0, letter, &in->op.d) || !source(p, in, 1, letter, &in->op.a))
        return false;
    in->op.lanes = row_named(p, type->bits == 64 ? "mov.b64" : "mov.b32")->lanes;
    in->info.class = PTX_INT;
    return true;
}

static bool decode_bra(struct parser *p, struct inst *in)
{
    if (!operands(p, in, 1, 1))
        return false;
    const struct scalar *s = &in->o[0].s;
    if (in->n_parts > 2 || (in->n_parts == 2 && !part_is(in, 1, "uni")))
        return unsupported(p, in, "there is no such instruction");
    if (s->kind != OPD_NAME || in->o[0].is_address || in->o[0].is_vector || in->o[0].negated ||
        in->o[0].is_pair)
        return fail(p, &s->at, "expected a label, found '%.*s'", s->at.n > 60 ? 60 : (int)s->at.n,
                    s->at.s);
    in->op.target = (uint32_t)label_named(&p->b, &s->at);
    in->op.exec = exec_branch;
    in->info.class = PTX_BRANCH;
    return true;
}

static bool decode_exit(struct parser *p, struct inst *in)
{
    if (in->n_parts > 1 && !(in->n_parts == 2 && part_is(in, 0, "ret") && part_is(in, 1, "uni")))
        return unsupported(p, in, "there is no such instruction");
    if (!operands(p, in, 0, 0))
        return false;
    bool returns = p->b.owner >= 0 && part_is(in, 0, "ret");
    in->op.exec = returns ? exec_return : exec_exit;
    if (returns)
        in->op.a = frame_register(p, in);
    in->info.class = PTX_BRANCH;
    return true;
}

/* nanosleep.u32 t: may last any time from 0 to 2 t, so it takes as long as any instruction. */
static bool decode_nanosleep(struct parser *p, struct inst *in)
{
    if (in->n_parts != 2 || !last_is(in, "u32"))
        return unsupported(p, in, "there is no such instruction");
    in->op.exec = exec_nothing;
    in->info.class = PTX_INT;
    return operands(p, in, 1, 1) && source(p, in, 0, 'w', &in->op.a);
}

/* lop3.b32 d, a, b, c, table: the table is one for all lanes. */
static bool decode_lop3(struct parser *p, struct inst *in)
{
    const struct operand *o = &in->o[4];
    if (!operands(p, in, 5, 5))
        return false;
    if (o->is_address || o->is_vector || o->is_pair || o->negated || o->s.kind != OPD_INT ||
        o->s.value > 255)
        return fail(p, &o->s.at, "operand 5 of '%.*s' must be a number from 0 to 255",
                    (int)in->at.n, in->at.s);
    return decode_row(p, in);
}

/* pmevent a; pmevent.mask a: counts an event for a profiler, of which there is none. brkpt: stops
 * in a debugger, likewise. */
static bool decode_for_tools(struct parser *p, struct inst *in)
{
    bool event = part_is(in, 0, "pmevent");
    if (in->n_parts > 2 || (in->n_parts == 2 && !(event && part_is(in, 1, "mask"))))
        return unsupported(p, in, "there is no such instruction");
    in->op.exec = exec_nothing;
    in->info.class = PTX_INT;
    if (!operands(p, in, event, event))
        return false;
    if (event && (in->o[0].is_address || in->o[0].is_vector || in->o[0].s.kind != OPD_INT))
        return fail(p, &in->o[0].s.at, "the event must be a number");
    return true;
}

static bool decode_trap(struct parser *p, struct inst *in)
{
    in->op.exec = exec_trap;
    in->info.class = PTX_INT;
    return operands(p, in, 0, 0);
}

const struct special *special_named(const struct token *opcode, const struct inst *in)
{
    static const struct special pred = {.opcode = "pred", .decode = decode_pred};
    static const struct special carry = {.opcode = "carry", .decode = decode_carry};
    static const struct special all[] = {
        {"mov", decode_mov, NULL, false},
        {"ld", decode_load, NULL, false},
        {"st", decode_store, NULL, false},
        {"cvta", decode_cvta, NULL, false},
        {"setp", decode_setp, NULL, true},
        {"testp", decode_setp, NULL, true},
        {"set", decode_set, NULL, false},
        {"selp", decode_selp, NULL, false},
        {"bra", decode_bra, NULL, false},
        {"ret", decode_exit, NULL, false},
        {"exit", decode_exit, NULL, false},
        {"bar", decode_bar, NULL, false},
        {"barrier", decode_bar, NULL, false},
        {"shfl", decode_shfl, NULL, false},
        {"vote", decode_vote, NULL, false},
        {"activemask", decode_vote, NULL, false},
        {"trap", decode_trap, NULL, false},
        {"atom", decode_atomic, NULL, false},
        {"red", decode_atomic, NULL, false},
        {"membar", decode_fence, NULL, false},
        {"fence", decode_fence, NULL, false},
        {"match", decode_match, NULL, false},
        {"redux", decode_redux, NULL, false},
        {"isspacep", decode_isspacep, NULL, false},
        {"nanosleep", decode_nanosleep, NULL, false},
        {"lop3", decode_lop3, NULL, true},
        {"ldu", decode_load, NULL, false},
        {"prefetch", decode_hint, NULL, false},
        {"prefetchu", decode_hint, NULL, false},
        {"applypriority", decode_hint, NULL, false},
        {"discard", decode_hint, NULL, false},
        {"pmevent", decode_for_tools, NULL, false},
        {"brkpt", decode_for_tools, NULL, false},
    };
    if (last_is(in, "pred") &&
        (token_eq(opcode, "and") || token_eq(opcode, "or") || token_eq(opcode, "xor") ||
         token_eq(opcode, "not") || token_eq(opcode, "mov")))
        return &pred;
    if (is_carry(in))
        return &carry;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (token_eq(opcode, all[i].opcode))
            return &all[i];
    return NULL;
}
