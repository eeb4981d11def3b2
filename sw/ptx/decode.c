/* The decoder, from an instruction's text to an operation: modifiers, table rows, operands. */
#include "sw/ptx/parse.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t mod;
} modifiers[] = {{"rn", MOD_RN},   {"rz", MOD_RZ},   {"rm", MOD_RM},         {"rp", MOD_RP},
                 {"rni", MOD_RNI}, {"rzi", MOD_RZI}, {"rmi", MOD_RMI},       {"rpi", MOD_RPI},
                 {"ftz", MOD_FTZ}, {"sat", MOD_SAT}, {"approx", MOD_APPROX}, {"full", MOD_FULL}};

bool part_is(const struct inst *in, int i, const char *text)
{
    return i < in->n_parts && token_eq(&in->parts[i], text);
}

/* Sets the error, with the instruction as one short line. Always returns false. */
bool unsupported(struct parser *p, const struct inst *in, const char *why)
{
    char text[100];
    size_t n = 0;
    bool space = false;
    for (const char *c = in->at.s; c < p->text_end && *c != ';' && n + 2 < sizeof text; c++) {
        if (*c == '\n' || *c == '\t' || *c == ' ' || *c == '\r') {
            space = true;
            continue;
        }
        if (space)
            text[n++] = ' ';
        space = false;
        text[n++] = *c;
    }
    return fail(p, &in->at, "unsupported instruction '%.*s'; %s", (int)n, text, why);
}

void reads(struct inst *in, const struct reg *r)
{
    struct ptx_inst *i = &in->info;
    if (i->n_src < (int)(sizeof i->src / sizeof i->src[0]))
        i->src[i->n_src++] = r->number;
}

void writes(struct inst *in, const struct reg *r)
{
    struct ptx_inst *i = &in->info;
    if (i->n_dst < PTX_MAX_OPERANDS)
        i->dst[i->n_dst++] = r->number;
}

bool operands(struct parser *p, struct inst *in, int least, int most)
{
    if (in->n >= least && in->n <= most)
        return true;
    return fail(p, &in->at, "'%.*s' takes %d operands, not %d", in->at.n > 60 ? 60 : (int)in->at.n,
                in->at.s, least, in->n);
}

static unsigned letter_bits(char letter)
{
    switch (letter) {
    case 'p':
        return 1;
    case 'b':
        return 8;
    case 'h':
        return 16;
    case 'l':
    case 'g':
        return 64;
    default:
        return 32;
    }
}

static bool wrong_width(struct parser *p, const struct inst *in, const struct scalar *s,
                        unsigned bits)
{
    char wanted[32] = "a predicate";
    if (bits != 1)
        snprintf(wanted, sizeof wanted, "a %u-bit register", bits);
    if (s->reg.bits == 1)
        return fail(p, &s->at, "'%.*s' needs %s, '%.*s' is a predicate", (int)in->at.n, in->at.s,
                    wanted, (int)s->at.n, s->at.s);
    return fail(p, &s->at, "'%.*s' needs %s, '%.*s' has %u bits", (int)in->at.n, in->at.s, wanted,
                (int)s->at.n, s->at.s, s->reg.bits);
}

static bool immediate(struct parser *p, const struct scalar *s, char letter, ref *to)
{
    struct build *b = &p->b;
    bool is_float = letter == 'f' || letter == 'g';
    uint64_t v = s->value;
    if (is_float != (s->kind != OPD_INT))
        return fail(p, &s->at, "'%.*s' is %s number where %s is needed", (int)s->at.n, s->at.s,
                    is_float ? "an integer" : "a floating-point",
                    is_float ? "a floating-point one" : "an integer");
    if (letter == 'f' && s->kind == OPD_F64) {
        double wide;
        memcpy(&wide, &v, sizeof wide);
        float narrow = (float)wide;
        v = 0;
        memcpy(&v, &narrow, sizeof narrow);
    } else if (letter == 'g' && s->kind == OPD_F32) {
        float narrow;
        memcpy(&narrow, &v, sizeof narrow);
        double wide = (double)narrow;
        memcpy(&v, &wide, sizeof wide);
    }
    unsigned bits = letter_bits(letter);
    if (bits < 32)
        v &= (1u << bits) - 1;
    *to = bits == 64 ? const64(b, v) : const32(b, (uint32_t)v);
    return true;
}

/* The address of a variable in the frame of a function differs by lane: an instruction of its own
 * computes it. */
static bool frame_address(struct parser *p, struct inst *in, const struct scalar *s, char letter,
                          ref *to)
{
    struct inst add = {.info = in->info};
    struct reg r = build_hidden(&p->b);
    if (letter != 'l')
        return fail(p, &s->at, "the address of '%.*s' has 64 bits", (int)s->at.n, s->at.s);
    add.op.lanes = row_named(p, "add.u64")->lanes;
    add.op.d = r.at;
    add.op.d_bytes = 8;
    add.op.a = frame_register(p, &add);
    add.op.b = const64(&p->b, s->symbol->offset + s->value);
    add.info.class = PTX_INT;
    writes(&add, &r);
    build_push(&p->b, &add.op, &add.info);
    reads(in, &r);
    *to = r.at;
    return true;
}

static bool symbol_address(struct parser *p, struct inst *in, const struct scalar *s, char letter,
                           ref *to)
{
    const struct symbol *v = s->symbol;
    bool global = v->space == SPACE_GLOBAL, late = global || v->dynamic;
    if (v->space == SPACE_LOCAL && p->b.owner >= 0)
        return frame_address(p, in, s, letter, to);
    if (letter != 'l' && (letter != 'w' || global))
        return fail(p, &s->at, "the address of '%.*s' has 64 bits", (int)s->at.n, s->at.s);
    if (late && letter == 'w')
        *to = const_dynamic32(&p->b, (int32_t)s->value);
    else if (late)
        *to = const_address(&p->b, v->variable, (int64_t)s->value);
    else if (letter == 'l')
        *to = const64(&p->b, v->offset + s->value);
    else
        *to = const32(&p->b, (uint32_t)(v->offset + s->value));
    return true;
}

bool source_scalar(struct parser *p, struct inst *in, const struct scalar *s, char letter, ref *to)
{
    switch (s->kind) {
    case OPD_REG:
        if (s->reg.bits != letter_bits(letter))
            return wrong_width(p, in, s, letter_bits(letter));
        reads(in, &s->reg);
        *to = s->reg.at;
        return true;
    case OPD_INT:
    case OPD_F32:
    case OPD_F64:
        return immediate(p, s, letter, to);
    case OPD_SYMBOL:
        return symbol_address(p, in, s, letter, to);
    case OPD_SPECIAL:
        return fail(p, &s->at, "special register '%.*s' can only be read by mov", (int)s->at.n,
                    s->at.s);
    default:
        return fail(p, &s->at, "undeclared name '%.*s'", s->at.n > 60 ? 60 : (int)s->at.n, s->at.s);
    }
}

static bool plain(struct parser *p, const struct inst *in, int i)
{
    const struct operand *o = &in->o[i];
    if (!o->is_address && !o->is_vector && !o->is_pair && !o->negated)
        return true;
    return fail(p, &o->s.at, "operand %d of '%.*s' must be a register or a number", i + 1,
                (int)in->at.n, in->at.s);
}

bool source(struct parser *p, struct inst *in, int i, char letter, ref *to)
{
    return plain(p, in, i) && source_scalar(p, in, &in->o[i].s, letter, to);
}

bool destination(struct parser *p, struct inst *in, int i, char letter, ref *to)
{
    const struct scalar *s = &in->o[i].s;
    if (!plain(p, in, i))
        return false;
    if (s->kind != OPD_REG)
        return fail(p, &s->at, "'%.*s' cannot be written", s->at.n > 60 ? 60 : (int)s->at.n,
                    s->at.s);
    if (s->reg.bits != letter_bits(letter))
        return wrong_width(p, in, s, letter_bits(letter));
    writes(in, &s->reg);
    in->op.d_bytes = letter_bits(letter) == 64 ? 8 : 4;
    *to = s->reg.at;
    return true;
}

bool source_pred(struct parser *p, struct inst *in, int i, uint32_t *number, uint32_t *invert)
{
    const struct operand *o = &in->o[i];
    *invert = o->negated ? UINT32_MAX : 0;
    if (o->is_address || o->is_vector || o->is_pair)
        return fail(p, &o->s.at, "operand %d of '%.*s' must be a predicate", i + 1, (int)in->at.n,
                    in->at.s);
    if (o->s.kind == OPD_INT) {
        /* mov.pred p, 0 or -1: predicate 0, which is always true, inverted for 0. */
        *number = 0;
        *invert = (o->s.value != 0) == o->negated ? UINT32_MAX : 0;
        return true;
    }
    if (o->s.kind != OPD_REG)
        return fail(p, &o->s.at, "undeclared name '%.*s'", o->s.at.n > 60 ? 60 : (int)o->s.at.n,
                    o->s.at.s);
    if (o->s.reg.bits != 1)
        return wrong_width(p, in, &o->s, 1);
    reads(in, &o->s.reg);
    *number = o->s.reg.at;
    return true;
}

bool destination_pred(struct parser *p, struct inst *in, const struct scalar *s, uint32_t *number)
{
    if (s->kind == OPD_SINK) {
        *number = 0;
        return true;
    }
    if (s->kind != OPD_REG)
        return fail(p, &s->at, "'%.*s' cannot be written", s->at.n > 60 ? 60 : (int)s->at.n,
                    s->at.s);
    if (s->reg.bits != 1)
        return wrong_width(p, in, s, 1);
    writes(in, &s->reg);
    *number = s->reg.at;
    return true;
}

const struct isa_row *row_named(const struct parser *p, const char *key)
{
    size_t i = hash_bytes(key, strlen(key)) & (p->row_cap - 1);
    for (; p->rows[i] != NULL; i = (i + 1) & (p->row_cap - 1))
        if (strcmp(p->rows[i]->name, key) == 0)
            return p->rows[i];
    return NULL;
}

/* Splits the opcode at its dots. */
static bool split(struct inst *in)
{
    const char *s = in->at.s, *end = s + in->at.n;
    while (s < end) {
        const char *dot = s;
        while (dot < end && *dot != '.')
            dot++;
        if (in->n_parts == MAX_PARTS)
            return false;
        struct token *part = &in->parts[in->n_parts++];
        *part = in->at;
        part->s = s;
        part->n = (size_t)(dot - s);
        s = dot + 1;
    }
    return true;
}

/* The name of the row: the opcode without modifiers (with .sat if `with_sat`), and without the and,
 * or, xor of setp and set. */
static bool make_key(struct inst *in, char key[MAX_KEY], bool with_sat)
{
    size_t at = 0;
    bool set = part_is(in, 0, "setp") || part_is(in, 0, "set");
    in->mods = 0;
    for (int i = 0; i < in->n_parts; i++) {
        const struct token *part = &in->parts[i];
        bool skip = set && i == 2 &&
                    (token_eq(part, "and") || token_eq(part, "or") || token_eq(part, "xor"));
        for (size_t k = 0; i > 0 && k < sizeof modifiers / sizeof modifiers[0]; k++)
            if (token_eq(part, modifiers[k].name) && !(with_sat && modifiers[k].mod == MOD_SAT)) {
                in->mods |= modifiers[k].mod;
                skip = true;
            }
        if (skip)
            continue;
        if (at + part->n + 2 > MAX_KEY)
            return false;
        if (at != 0)
            key[at++] = '.';
        memcpy(key + at, part->s, part->n);
        at += part->n;
    }
    key[at] = '\0';
    return true;
}

static bool find_row(struct parser *p, struct inst *in)
{
    char key[MAX_KEY];
    if (!make_key(in, key, false))
        return unsupported(p, in, "there is no such instruction");
    in->row = row_named(p, key);
    if (in->row == NULL || (in->mods & ~(uint32_t)in->row->mods & MOD_SAT) != 0) {
        if (!make_key(in, key, true))
            return unsupported(p, in, "there is no such instruction");
        in->row = row_named(p, key);
    }
    if (in->row == NULL)
        return unsupported(p, in, "sw/ptx/README.md lists what is supported");
    if ((in->mods & ~(uint32_t)in->row->mods) != 0)
        return unsupported(p, in, "this modifier is not supported here");
    if (in->row->needed != 0 && (in->mods & in->row->needed) == 0)
        return unsupported(p, in, "it needs a rounding modifier");
    return true;
}

static bool converts_to_signed(const struct inst *in)
{
    const struct token *type = &in->parts[in->n_parts - 2];
    return token_eq(type, "s8") || token_eq(type, "s16") || token_eq(type, "s32");
}

/* The registers of a conversion may be wider than its types: adjusts the letter and the fixes. */
static bool convert_width(struct parser *p, struct inst *in, int i, char *letter)
{
    const struct scalar *s = &in->o[i].s;
    bool is_float = *letter == 'f' || *letter == 'g';
    if (s->kind != OPD_REG || is_float)
        return true;
    if (s->reg.bits < letter_bits(*letter))
        return wrong_width(p, in, s, letter_bits(*letter));
    if (i == 1 && s->reg.bits == 64 && letter_bits(*letter) < 64)
        in->op.fix |= FIX_NARROW_A;
    if (i == 0 && s->reg.bits == 64 && letter_bits(*letter) < 64)
        in->op.fix |= converts_to_signed(in) ? FIX_WIDEN_SIGNED : FIX_WIDEN;
    if (i == 0 && s->reg.bits == 16 && converts_to_signed(in))
        in->op.fix |= FIX_CUT16;
    *letter = s->reg.bits == 64 ? 'l' : s->reg.bits == 32 ? 'w' : s->reg.bits == 16 ? 'h' : 'b';
    return true;
}

static uint32_t fixes(const struct inst *in, const char *sig)
{
    uint32_t fix = in->mods & (FIX_ROUND | FIX_ROUND_INT) & ~(uint32_t)MOD_RN;
    /* A conversion to integers saturates and truncates anyway. */
    if (sig[0] != 'f' && sig[0] != 'g')
        fix &= ~(uint32_t)MOD_RZI;
    else if ((in->mods & MOD_SAT) != 0)
        fix |= FIX_SAT;
    if ((fix & FIX_ROUND_INT) != 0 && sig[1] == 'g')
        fix |= FIX_A_F64;
    if ((in->mods & MOD_FTZ) == 0)
        return fix;
    fix |= sig[0] == 'f' ? FIX_FTZ_D : 0;
    fix |= sig[1] == 'f' ? FIX_FTZ_A : 0;
    fix |= sig[1] != '\0' && sig[2] == 'f' ? FIX_FTZ_B : 0;
    fix |= sig[1] != '\0' && sig[2] != '\0' && sig[3] == 'f' ? FIX_FTZ_C : 0;
    return fix;
}

bool decode_row(struct parser *p, struct inst *in)
{
    const struct isa_row *row = in->row;
    char sig[sizeof row->sig];
    memcpy(sig, row->sig, sizeof sig);
    int n = (int)strlen(sig);
    if (!operands(p, in, n, n))
        return false;
    in->op.fix = fixes(in, sig);
    if (part_is(in, 0, "cvt") &&
        (!convert_width(p, in, 0, &sig[0]) || !convert_width(p, in, 1, &sig[1])))
        return false;
    ref *const to[] = {&in->op.a, &in->op.b, &in->op.c, &in->op.e};
    if (!destination(p, in, 0, sig[0], &in->op.d))
        return false;
    for (int i = 1; i < n; i++)
        if (!source(p, in, i, sig[i], to[i - 1]))
            return false;
    in->op.lanes = row->lanes;
    in->op.exec = in->op.fix != 0 ? exec_fixed : NULL;
    in->info.class = (enum ptx_class)row->class;
    return true;
}

static bool parse_guard(struct parser *p, struct inst *in)
{
    in->guarded = true;
    in->guard_not = accept(p, '!');
    struct token name = p->t;
    if (name.kind != TOK_NAME)
        return expected(p, "a predicate");
    if (!find_reg(p, &name, &in->guard))
        return fail(p, &name, "undeclared register '%.*s'", name.n > 60 ? 60 : (int)name.n, name.s);
    if (in->guard.bits != 1)
        return fail(p, &name, "a guard must be a predicate, '%.*s' has %u bits", (int)name.n,
                    name.s, in->guard.bits);
    next(p);
    return true;
}

static bool parse_call_of(struct parser *p, struct inst *in)
{
    next(p);
    return parse_call(p, in);
}

static bool parse_other(struct parser *p, struct inst *in)
{
    const struct special *special = special_named(&in->parts[0], in);
    if ((special == NULL || special->row) && !find_row(p, in))
        return false;
    if (special != NULL && special->decode == NULL)
        return unsupported(p, in, special->why);
    next(p);
    return parse_operands(p, in) && (special != NULL ? special->decode(p, in) : decode_row(p, in));
}

bool parse_instruction(struct parser *p)
{
    struct inst in = {0};
    if (accept(p, '@') && !parse_guard(p, &in))
        return false;
    in.at = p->t;
    if (in.at.kind != TOK_NAME || in.at.s[0] == '%')
        return expected(p, "an instruction");
    if (!split(&in))
        return unsupported(p, &in, "there is no such instruction");
    in.info.line = in.at.line;
    in.info.file = p->source.file;
    in.info.file_line = p->source.line;
    if (in.guarded) {
        in.op.guard = in.guard.at;
        in.op.guard_not = in.guard_not ? UINT32_MAX : 0;
    }
    if (!(part_is(&in, 0, "call") ? parse_call_of(p, &in) : parse_other(p, &in)))
        return false;
    if (in.guarded)
        reads(&in, &in.guard);
    if (p->b.n >= MAX_INSTS || p->b.n_labels > MAX_LABELS || p->b.const_bytes > MAX_CONSTANT_BYTES)
        return fail(p, &in.at, "kernel '%s' is too large", p->b.k->pub.name);
    build_push(&p->b, &in.op, &in.info);
    listing_add(p, &in);
    return true;
}
