/* Decodes loads, stores and address conversions. */
#include "sw/ptx/decode_mem.h"

#include <string.h>

bool access_part(const struct token *part, struct access *a)
{
    static const char *const sems[] = {"volatile", "relaxed", "acquire", "release", "acq_rel"};
    static const char *const scopes[] = {"cta", "gpu", "sys"};
    struct token dotted = {.kind = TOK_DIR, .s = part->s - 1, .n = part->n + 1};
    enum space space = space_named(&dotted);
    if (space != SPACE_GENERIC) {
        a->space = space;
        return true;
    }
    for (int k = 0; k < 5; k++)
        if (token_eq(part, sems[k])) {
            a->sem = (enum sem)(SEM_VOLATILE + k);
            return true;
        }
    for (int k = 0; k < 3; k++)
        if (token_eq(part, scopes[k])) {
            a->scope = (enum scope)(SCOPE_CTA + k);
            return true;
        }
    return false;
}

bool access_is_near(const struct access *a)
{
    return a->space != SPACE_GLOBAL && a->space != SPACE_GENERIC;
}

void access_order(struct inst *in, const struct access *a)
{
    uint8_t order = a->sem == SEM_ACQUIRE   ? PTX_ACQUIRE
                    : a->sem == SEM_RELEASE ? PTX_RELEASE
                    : a->sem == SEM_ACQ_REL ? PTX_ACQUIRE | PTX_RELEASE
                                            : 0;
    if (order != 0 && a->scope > SCOPE_CTA && !access_is_near(a))
        order |= PTX_BEYOND_CTA;
    if ((a->sem == SEM_VOLATILE || a->scope == SCOPE_SYS) && !access_is_near(a))
        order |= PTX_SYSTEM;
    in->info.order = order;
    in->info.strong = a->sem != SEM_NONE;
}

/* Checks that a load or store may have this order, and that it has a scope if it needs one. */
static bool check_order(struct parser *p, struct inst *in, const struct access *a)
{
    bool load = !part_is(in, 0, "st");
    if (a->sem == SEM_ACQ_REL || a->sem == (load ? SEM_RELEASE : SEM_ACQUIRE))
        return unsupported(p, in,
                           load ? "a load can be .relaxed or .acquire"
                                : "a store can be .relaxed or .release");
    bool ordered = a->sem > SEM_VOLATILE;
    if (ordered != (a->scope != SCOPE_NONE))
        return unsupported(p, in,
                           ordered ? "it needs a scope: .cta, .gpu or .sys"
                           : load  ? "a scope goes with .relaxed or .acquire"
                                   : "a scope goes with .relaxed or .release");
    if (ordered && access_is_near(a) && a->space != SPACE_SHARED)
        return unsupported(p, in, "only global and shared memory have ordered accesses");
    return true;
}

/* Cache hints are ignored: the memory system decides which lines it keeps. L2::cache_hint is none
 * of them, as it has an operand. */
static bool is_hint(const struct token *part)
{
    static const char *const hints[] = {"weak",
                                        "nc",
                                        "ca",
                                        "cg",
                                        "cs",
                                        "lu",
                                        "cv",
                                        "wb",
                                        "wt",
                                        "L1::evict_normal",
                                        "L1::evict_unchanged",
                                        "L1::evict_first",
                                        "L1::evict_last",
                                        "L1::no_allocate",
                                        "L2::64B",
                                        "L2::128B",
                                        "L2::256B"};
    for (size_t k = 0; k < sizeof hints / sizeof hints[0]; k++)
        if (token_eq(part, hints[k]))
            return true;
    return false;
}

/* Reads the parts after the opcode: ld{.order}{.scope}{.space}{.cop}{.v2}.type */
static bool access_parts(struct parser *p, struct inst *in, struct access *a)
{
    *a = (struct access){.elements = 1};
    for (int i = 1; i < in->n_parts; i++) {
        const struct token *part = &in->parts[i];
        bool known = i == in->n_parts - 1 || is_hint(part);
        if (token_eq(part, "v2") || token_eq(part, "v4"))
            a->elements = part->s[1] - '0';
        else if (!access_part(part, a) && !known)
            return unsupported(p, in, "sw/ptx/README.md lists what is supported");
    }
    a->type = type_named(in->parts[in->n_parts - 1].s, in->parts[in->n_parts - 1].n);
    if (a->type == NULL || a->type->bits == 1)
        return unsupported(p, in, "this type cannot be loaded or stored");
    if (part_is(in, 0, "ldu") && (access_is_near(a) || a->sem != SEM_NONE))
        return unsupported(p, in, "ldu reads global memory, in no order");
    if (a->elements * a->type->bits > 8 * SIMT_ACCESS_BYTES)
        return unsupported(p, in, "a vector has at most 16 bytes");
    return check_order(p, in, a);
}

/* Decodes the data registers. All must have one width, which is at least that of the type. */
static bool data_operand(struct parser *p, struct inst *in, int i, const struct access *a,
                         bool load)
{
    const struct operand *o = &in->o[i];
    struct op *op = &in->op;
    int n = o->is_vector ? o->n_vec : 1;
    if (n != a->elements || o->is_address || o->is_pair || o->negated)
        return fail(p, &o->s.at, "operand %d of '%.*s' must be %s", i + 1, (int)in->at.n, in->at.s,
                    a->elements == 1 ? "a register" : "a vector of its size");
    const struct scalar *all = o->is_vector ? o->vec : &o->s;
    unsigned bits = a->type->bits;
    for (int k = 0; k < n; k++) {
        const struct scalar *s = &all[k];
        unsigned have = s->kind == OPD_REG ? s->reg.bits : bits;
        if (load && s->kind != OPD_REG)
            return fail(p, &s->at, "'%.*s' cannot be written", s->at.n > 60 ? 60 : (int)s->at.n,
                        s->at.s);
        if (have < bits || (a->type->is_float && have != bits))
            return fail(p, &s->at, "'%.*s' needs a %u-bit register, '%.*s' has %u bits",
                        (int)in->at.n, in->at.s, bits, (int)s->at.n, s->at.s, have);
        uint8_t lane = have == 64 ? 8 : 4;
        if (k != 0 && (lane != op->d_bytes || (have == 16) != ((op->fix & FIX_CUT16) != 0)))
            return fail(p, &s->at, "the elements of a vector must have one width");
        op->d_bytes = lane;
        if (have == 16)
            op->fix |= FIX_CUT16;
        if (load) {
            writes(in, &s->reg);
            op->vec[k] = s->reg.at;
            continue;
        }
        char letter = a->type->is_float ? (bits == 64 ? 'g' : 'f') : have == 64 ? 'l' : 'w';
        if (s->kind == OPD_REG && have < 32) {
            reads(in, &s->reg);
            op->vec[k] = s->reg.at;
        } else if (!source_scalar(p, in, s, letter, &op->vec[k])) {
            return false;
        }
    }
    return true;
}

bool address_operand(struct parser *p, struct inst *in, int i, const struct access *a)
{
    const struct operand *o = &in->o[i];
    struct op *op = &in->op;
    if (!o->is_address)
        return fail(p, &o->s.at, "operand %d of '%.*s' must be an address in brackets", i + 1,
                    (int)in->at.n, in->at.s);
    if (o->s.kind == OPD_INT) {
        op->a = const64(&p->b, o->s.value);
    } else if (o->s.kind == OPD_SYMBOL) {
        if (a->space != SPACE_GENERIC && o->s.symbol->space != a->space)
            return fail(p, &o->s.at, "'%.*s' is not in the space that '%.*s' names", (int)o->s.at.n,
                        o->s.at.s, (int)in->at.n, in->at.s);
        /* The symbol of a near variable is an offset in its space, not a generic address. */
        if (a->space == SPACE_GENERIC && o->s.symbol->space != SPACE_GLOBAL)
            return fail(p, &o->s.at, "'%.*s' has no generic address here", (int)o->s.at.n,
                        o->s.at.s);
        if (a->space == SPACE_LOCAL) {
            op->a = frame_register(p, in);
            op->offset = (int64_t)(o->s.symbol->offset + o->s.value);
        } else if (!source_scalar(p, in, &o->s, 'l', &op->a)) {
            return false;
        }
    } else {
        bool narrow = o->s.reg.bits == 32;
        op->offset = (int64_t)o->s.value;
        op->fix |= narrow ? FIX_NARROW_A : 0;
        return source_scalar(p, in, &o->s, narrow ? 'w' : 'l', &op->a);
    }
    /* One address for all lanes: read once, if no lane can write there. */
    op->uniform = a->space == SPACE_PARAM || a->space == SPACE_CONST;
    return true;
}

static void fill(struct inst *in, const struct access *a)
{
    access_order(in, a);
    /* Threads of one CTA share an L1, so at cta scope its copy may answer. */
    in->op.fresh = a->sem == SEM_VOLATILE || a->scope > SCOPE_CTA;
    in->op.space = (uint8_t)a->space;
    in->op.bytes = (uint8_t)(a->type->bits / 8);
    in->op.elements = (uint8_t)a->elements;
    in->op.is_signed = a->type->is_signed;
}

/* Parameters of functions and of calls lie in frames, which are local memory; they cost no access,
 * as on hardware, where they are in registers. */
static bool in_frame(const struct parser *p, const struct operand *o, struct access *a)
{
    bool is = a->space == SPACE_PARAM &&
              (p->b.owner >= 0 || (o->s.kind == OPD_SYMBOL && o->s.symbol->space == SPACE_LOCAL));
    if (is)
        a->space = SPACE_LOCAL;
    return is;
}

bool decode_load(struct parser *p, struct inst *in)
{
    struct access a;
    if (!access_parts(p, in, &a) || !operands(p, in, 2, 2))
        return false;
    bool frame = in_frame(p, &in->o[1], &a);
    if (!data_operand(p, in, 0, &a, true) || !address_operand(p, in, 1, &a))
        return false;
    fill(in, &a);
    in->info.class = frame ? PTX_INT : !access_is_near(&a) ? PTX_LOAD : PTX_SHARED;
    in->info.constant = a.space == SPACE_CONST || a.space == SPACE_PARAM;
    in->op.exec = a.space == SPACE_GLOBAL    ? exec_load_global
                  : a.space == SPACE_GENERIC ? exec_load_generic
                                             : exec_load;
    return true;
}

bool decode_store(struct parser *p, struct inst *in)
{
    struct access a;
    if (!access_parts(p, in, &a) || !operands(p, in, 2, 2))
        return false;
    bool frame = in_frame(p, &in->o[0], &a);
    if (a.space == SPACE_CONST || a.space == SPACE_PARAM)
        return unsupported(p, in, "this memory cannot be written");
    if (!address_operand(p, in, 0, &a) || !data_operand(p, in, 1, &a, false))
        return false;
    fill(in, &a);
    in->info.class = frame ? PTX_INT : !access_is_near(&a) ? PTX_STORE : PTX_SHARED;
    in->op.exec = a.space == SPACE_GLOBAL    ? exec_store_global
                  : a.space == SPACE_GENERIC ? exec_store_generic
                                             : exec_store;
    return true;
}

/*
 * prefetch{.global,.local}.level [a]; prefetchu.L1 [a]; applypriority and discard{.global}.L2 [a],
 * 128: hints to caches, ignored as those of loads are. The address may be one that a load must not
 * have. A discarded line may hold anything, so also what it held.
 */
bool decode_hint(struct parser *p, struct inst *in)
{
    static const char *const levels[] = {"L1", "L2", "L2::evict_last", "L2::evict_normal"};
    struct access a = {0};
    bool prefetch = part_is(in, 0, "prefetch"), uniform = part_is(in, 0, "prefetchu");
    int level = 1, sized = prefetch || uniform ? 0 : 1;
    if (!uniform && in->n_parts == 3 && access_part(&in->parts[1], &a))
        level = 2;
    bool known = in->n_parts == level + 1 && a.sem == SEM_NONE && a.scope == SCOPE_NONE &&
                 (a.space == SPACE_GENERIC || a.space == SPACE_GLOBAL ||
                  (prefetch && a.space == SPACE_LOCAL));
    int first = uniform || prefetch ? 0 : part_is(in, 0, "discard") ? 1 : 3;
    int last = uniform ? 0 : first == 1 ? 1 : 3;
    bool found = false;
    for (int k = first; k <= last; k++)
        found = found || part_is(in, level, levels[k]);
    if (!known || !found)
        return unsupported(p, in, "there is no such instruction");
    in->op.exec = exec_nothing;
    in->info.class = PTX_INT;
    if (!operands(p, in, 1 + sized, 1 + sized) || !address_operand(p, in, 0, &a))
        return false;
    if (sized != 0 &&
        (in->o[1].is_address || in->o[1].s.kind != OPD_INT || in->o[1].s.value != 128))
        return fail(p, &in->o[1].s.at, "the size must be 128");
    return true;
}

/* isspacep.space p, a: whether a generic address lies in a space. */
bool decode_isspacep(struct parser *p, struct inst *in)
{
    static const struct {
        const char *name;
        enum space space;
    } all[] = {{"global", SPACE_GLOBAL},
               {"shared", SPACE_SHARED},
               {"local", SPACE_LOCAL},
               {"const", SPACE_CONST}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (in->n_parts == 2 && part_is(in, 1, all[i].name)) {
            in->op.space = (uint8_t)all[i].space;
            in->op.exec = exec_isspacep;
            in->info.class = PTX_INT;
            return operands(p, in, 2, 2) && destination_pred(p, in, &in->o[0].s, &in->op.p) &&
                   source(p, in, 1, 'l', &in->op.a);
        }
    return unsupported(p, in, "there is no such instruction");
}

/* cvta{.to}.space.u64: adds the address of the space's window, or subtracts it (.to). */
bool decode_cvta(struct parser *p, struct inst *in)
{
    bool to = part_is(in, 1, "to");
    int i = to ? 2 : 1;
    uint64_t window = part_is(in, i, "shared")  ? PTX_SHARED_WINDOW
                      : part_is(in, i, "local") ? PTX_LOCAL_WINDOW
                      : part_is(in, i, "const") ? PTX_CONST_WINDOW
                                                : 0;
    if ((window == 0 && !part_is(in, i, "global")) || in->n_parts != i + 2 ||
        !part_is(in, i + 1, "u64"))
        return unsupported(p, in, "sw/ptx/README.md lists what is supported");
    if (!operands(p, in, 2, 2) || !destination(p, in, 0, 'l', &in->op.d) ||
        !source(p, in, 1, 'l', &in->op.a))
        return false;
    in->op.b = const64(&p->b, to ? 0u - window : window);
    in->op.lanes = row_named(p, "add.u64")->lanes;
    in->info.class = PTX_INT;
    return true;
}
