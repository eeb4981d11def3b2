/* Decodes atomics and fences. */
#include "sw/ptx/decode_mem.h"

/* The functions of atomics, and the types that each of them has. */
ATOMIC_KNOWN(10);
static const struct {
    const char *op;
    const char *types[3];
    enum atomic_fn fn;
} functions[] = {
    {"add", {"u32", "s32", "u64"}, FN_ADD}, {"min", {"s32", "s64"}, FN_MIN},
    {"min", {"u32", "u64"}, FN_UMIN},       {"max", {"s32", "s64"}, FN_MAX},
    {"max", {"u32", "u64"}, FN_UMAX},       {"and", {"b32", "b64"}, FN_AND},
    {"or", {"b32", "b64"}, FN_OR},          {"xor", {"b32", "b64"}, FN_XOR},
    {"exch", {"b32", "b64"}, FN_EXCH},      {"cas", {"b32", "b64"}, FN_CAS},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static bool is_function(const struct token *part)
{
    for (int k = 0; k < FUNCTIONS; k++)
        if (token_eq(part, functions[k].op))
            return true;
    return false;
}

static bool function_named(struct parser *p, struct inst *in, int op)
{
    const struct token *type = &in->parts[in->n_parts - 1];
    for (int k = 0; k < FUNCTIONS; k++)
        for (int t = 0; t < 3 && functions[k].types[t] != NULL; t++)
            if (part_is(in, op, functions[k].op) && token_eq(type, functions[k].types[t])) {
                in->op.what = (uint8_t)functions[k].fn;
                in->op.bytes = type->s[1] == '6' ? 8 : 4;
                return true;
            }
    if (type->n > 1 && type->s[0] == 'f')
        return unsupported(p, in, "atomics on floating-point numbers are not supported");
    return unsupported(p, in, "this atomic does not have this type");
}

/* Reads the parts after the opcode: atom{.sem}{.scope}{.space}.op.type */
static bool atomic_parts(struct parser *p, struct inst *in, struct access *a)
{
    int op = 0;
    *a = (struct access){.scope = SCOPE_GPU};
    for (int i = 1; i < in->n_parts - 1; i++) {
        const struct token *part = &in->parts[i];
        if (op == 0 && is_function(part))
            op = i;
        else if (token_eq(part, "inc") || token_eq(part, "dec"))
            return unsupported(p, in, "loop around atom.cas instead");
        else if (op != 0 || !access_part(part, a) || a->sem == SEM_VOLATILE)
            return unsupported(p, in, "sw/ptx/README.md lists what is supported");
    }
    if (op == 0)
        return unsupported(p, in, "there is no such instruction");
    if (access_is_near(a) && a->space != SPACE_SHARED)
        return unsupported(p, in, "only global and shared memory have atomics");
    if (!function_named(p, in, op))
        return false;
    if (part_is(in, 0, "red") && (in->op.what == FN_EXCH || in->op.what == FN_CAS))
        return unsupported(p, in, "there is no such instruction");
    return true;
}

/* atom.op.type d, [a], b; atom.cas.type d, [a], compare, b; red.op.type [a], b */
bool decode_atomic(struct parser *p, struct inst *in)
{
    struct access a;
    struct op *op = &in->op;
    if (!atomic_parts(p, in, &a))
        return false;
    bool red = part_is(in, 0, "red"), cas = op->what == FN_CAS;
    char letter = op->bytes == 8 ? 'l' : 'w';
    int n = 2 + !red + cas, at = red ? 0 : 1;
    if (!operands(p, in, n, n))
        return false;
    /* The destination may be `_`: the result is not used. */
    if (!red && in->o[0].s.kind != OPD_SINK && !destination(p, in, 0, letter, &op->vec[0]))
        return false;
    if (!address_operand(p, in, at, &a) || (cas && !source(p, in, 2, letter, &op->c)) ||
        !source(p, in, n - 1, letter, &op->b))
        return false;
    op->space = (uint8_t)a.space;
    op->elements = 1;
    op->exec = exec_atomic;
    access_order(in, &a);
    in->info.strong = true;
    in->info.class = access_is_near(&a) ? PTX_SHARED : PTX_LOAD;
    return true;
}

/* membar.{cta,gl,sys}; fence{.sc,.acq_rel}.{cta,gpu,sys}. All are executed as fence.sc. */
bool decode_fence(struct parser *p, struct inst *in)
{
    bool membar = part_is(in, 0, "membar");
    bool sem = !membar && (part_is(in, 1, "sc") || part_is(in, 1, "acq_rel"));
    int at = sem ? 2 : 1;
    bool near = part_is(in, at, "cta");
    bool far = part_is(in, at, "sys") || part_is(in, at, membar ? "gl" : "gpu");
    if (in->n_parts != at + 1 || (!near && !far))
        return unsupported(p, in,
                           membar ? "only membar.{cta,gl,sys} is supported"
                                  : "only fence{.sc,.acq_rel}.{cta,gpu,sys} is supported");
    in->info.class = PTX_FENCE;
    const bool sys = part_is(in, at, "sys");
    in->info.order =
        PTX_ACQUIRE | PTX_RELEASE | (near ? 0 : PTX_BEYOND_CTA) | (sys ? PTX_SYSTEM : 0);
    in->op.exec = exec_fence;
    return operands(p, in, 0, 0);
}
