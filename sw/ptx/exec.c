/* Executes operations that are more than a lane function, except memory and control flow. */
#include "sw/ptx/warp.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static void flush(float *v)
{
    for (int i = 0; i < LANES; i++)
        if (fpclassify(v[i]) == FP_SUBNORMAL)
            v[i] = copysignf(0.0f, v[i]);
}

static const void *flushed(const void *lanes, float copy[LANES], bool wanted)
{
    if (!wanted)
        return lanes;
    memcpy(copy, lanes, LANES32_BYTES);
    flush(copy);
    return copy;
}

static void round_lanes(void *lanes, uint32_t how, bool f64)
{
    for (int i = 0; i < LANES; i++) {
        float f = 0;
        double v;
        if (f64) {
            memcpy(&v, (uint8_t *)lanes + 8 * i, 8);
        } else {
            memcpy(&f, (uint8_t *)lanes + 4 * i, 4);
            v = (double)f;
        }
        v = (how & MOD_RNI) != 0   ? nearbyint(v)
            : (how & MOD_RMI) != 0 ? floor(v)
            : (how & MOD_RPI) != 0 ? ceil(v)
                                   : trunc(v);
        if (f64) {
            memcpy((uint8_t *)lanes + 8 * i, &v, 8);
        } else {
            f = isnan(v) ? f : (float)v;
            memcpy((uint8_t *)lanes + 4 * i, &f, 4);
        }
    }
}

static void finish(const struct op *o, void *result)
{
    float *f = result;
    if ((o->fix & FIX_FTZ_D) != 0)
        flush(f);
    if ((o->fix & FIX_SAT) != 0)
        for (int i = 0; i < LANES; i++)
            f[i] = f[i] > 0.0f ? (f[i] < 1.0f ? f[i] : 1.0f) : 0.0f;
    uint32_t narrow[LANES];
    if ((o->fix & (FIX_CUT16 | FIX_WIDEN | FIX_WIDEN_SIGNED)) == 0)
        return;
    memcpy(narrow, result, sizeof narrow);
    for (int i = 0; i < LANES; i++) {
        uint32_t cut = narrow[i] & 0xffff;
        uint64_t wide =
            (o->fix & FIX_WIDEN_SIGNED) != 0 ? (uint64_t)(int64_t)(int32_t)narrow[i] : narrow[i];
        if ((o->fix & FIX_CUT16) != 0)
            memcpy((uint8_t *)result + 4 * i, &cut, 4);
        else
            memcpy((uint8_t *)result + 8 * i, &wide, 8);
    }
}

static int rounding_mode(uint32_t fix)
{
    return (fix & MOD_RZ) != 0   ? FE_TOWARDZERO
           : (fix & MOD_RM) != 0 ? FE_DOWNWARD
           : (fix & MOD_RP) != 0 ? FE_UPWARD
                                 : FE_TONEAREST;
}

/* Executes a lane function with the changes of o->fix to its operands, rounding and result. */
bool exec_fixed(struct step *s, const struct op *o, uint32_t mask)
{
    _Alignas(64) uint8_t result[LANES64_BYTES], source[LANES64_BYTES];
    float fa[LANES], fb[LANES], fc[LANES];
    struct simt_warp *w = s->w;
    const void *a = lanes_at(w, o->a);
    if ((o->fix & FIX_NARROW_A) != 0) {
        for (int i = 0; i < LANES; i++)
            memcpy(source + 4 * i, (const uint8_t *)a + 8 * i, 4);
        a = source;
    }
    a = flushed(a, fa, (o->fix & FIX_FTZ_A) != 0);
    const void *b = flushed(lanes_at(w, o->b), fb, (o->fix & FIX_FTZ_B) != 0);
    const void *c = flushed(lanes_at(w, o->c), fc, (o->fix & FIX_FTZ_C) != 0);
    if ((o->fix & FIX_ROUND_INT) != 0) {
        bool f64 = (o->fix & FIX_A_F64) != 0;
        memmove(source, a, f64 ? LANES64_BYTES : LANES32_BYTES);
        round_lanes(source, o->fix, f64);
        a = source;
    }
    int mode = rounding_mode(o->fix);
    if (mode != FE_TONEAREST)
        fesetround(mode);
    /* Called through a pointer, so the compiler cannot move arithmetic across fesetround. */
    o->lanes(result, a, b, c, lanes_at(w, o->e));
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    finish(o, result);
    (o->d_bytes == 8 ? w->isa->blend64 : w->isa->blend32)(lanes_at(w, o->d), result, mask);
    return true;
}

static uint32_t combine(int how, uint32_t t, uint32_t r)
{
    return how == COMBINE_AND ? t & r : how == COMBINE_OR ? t | r : how == COMBINE_XOR ? t ^ r : t;
}

static uint32_t compare(struct simt_warp *w, const struct op *o)
{
    if (o->fix == 0)
        return o->compare(lanes_at(w, o->a), lanes_at(w, o->b));
    float fa[LANES], fb[LANES];
    return o->compare(flushed(lanes_at(w, o->a), fa, (o->fix & FIX_FTZ_A) != 0),
                      flushed(lanes_at(w, o->b), fb, (o->fix & FIX_FTZ_B) != 0));
}

bool exec_compare(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint32_t t = compare(w, o);
    uint32_t r = w->preds[o->r] ^ o->r_not;
    write_pred(w, o->p, combine(o->what, t, r), mask);
    write_pred(w, o->q, combine(o->what, ~t, r), mask);
    return true;
}

/* set: the comparison as a number. vec[0] is the constant for true (all ones or 1.0), vec[1] 0. */
bool exec_set(struct step *s, const struct op *o, uint32_t mask)
{
    _Alignas(64) uint8_t result[LANES32_BYTES];
    struct simt_warp *w = s->w;
    uint32_t t = combine(o->what, compare(w, o), w->preds[o->r] ^ o->r_not);
    w->isa->select32(result, lanes_at(w, o->vec[0]), lanes_at(w, o->vec[1]), t);
    w->isa->blend32(lanes_at(w, o->d), result, mask);
    return true;
}

bool exec_select(struct step *s, const struct op *o, uint32_t mask)
{
    _Alignas(64) uint8_t result[LANES64_BYTES];
    struct simt_warp *w = s->w;
    bool wide = o->d_bytes == 8;
    void *to = mask == UINT32_MAX ? lanes_at(w, o->d) : result;
    (wide ? w->isa->select64 : w->isa->select32)(to, lanes_at(w, o->a), lanes_at(w, o->b),
                                                 w->preds[o->r]);
    if (to == result)
        (wide ? w->isa->blend64 : w->isa->blend32)(lanes_at(w, o->d), result, mask);
    return true;
}

bool exec_pred(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint32_t x = w->preds[o->q], y = w->preds[o->r];
    uint32_t v = o->what == PRED_MOV   ? x
                 : o->what == PRED_NOT ? ~x
                 : o->what == PRED_AND ? x & y
                 : o->what == PRED_OR  ? x | y
                                       : x ^ y;
    write_pred(w, o->p, v ^ o->r_not, mask);
    return true;
}

static uint32_t dim_part(const struct simt_dim *d, int k)
{
    return k == 0 ? d->x : k == 1 ? d->y : d->z;
}

static uint32_t special(const struct simt_warp *w, int what, int lane)
{
    const struct simt_cta *cta = w->cta;
    uint32_t bit = 1u << lane;
    switch (what) {
    case SREG_LANEID:
        return (uint32_t)lane;
    case SREG_WARPID:
        return (uint32_t)w->index;
    case SREG_NWARPID:
        return (uint32_t)cta->n_warps;
    case SREG_LANEMASK_EQ:
        return bit;
    case SREG_LANEMASK_LT:
        return bit - 1;
    case SREG_LANEMASK_LE:
        return bit | (bit - 1);
    case SREG_LANEMASK_GT:
        return ~(bit | (bit - 1));
    case SREG_LANEMASK_GE:
        return ~(bit - 1);
    default:
        break;
    }
    if (what < SREG_NTID_X)
        return w->tid[what][lane];
    if (what < SREG_CTAID_X)
        return dim_part(&cta->grid.block, what - SREG_NTID_X);
    if (what < SREG_NCTAID_X)
        return dim_part(&cta->at, what - SREG_CTAID_X);
    return dim_part(&cta->grid.grid, what - SREG_NCTAID_X);
}

bool exec_special(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint32_t value[LANES];
    for (int i = 0; i < LANES; i++)
        value[i] = special(w, o->what, i);
    if (o->d_bytes == 4) {
        w->isa->blend32(lanes_at(w, o->d), value, mask);
        return true;
    }
    uint64_t wide[LANES];
    for (int i = 0; i < LANES; i++)
        wide[i] = value[i];
    w->isa->blend64(lanes_at(w, o->d), wide, mask);
    return true;
}

/* mov.b64 d, {lo, hi}: puts the elements side by side. */
bool exec_pack(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint8_t result[LANES64_BYTES];
    for (int k = 0; k < o->elements; k++) {
        const uint8_t *from = lanes_at(w, o->vec[k]);
        for (int i = 0; i < LANES; i++)
            memcpy(result + i * o->d_bytes + k * o->bytes, from + 4 * i, o->bytes);
    }
    (o->d_bytes == 8 ? w->isa->blend64 : w->isa->blend32)(lanes_at(w, o->d), result, mask);
    return true;
}

bool exec_unpack(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint8_t source[LANES64_BYTES];
    memcpy(source, lanes_at(w, o->a), (size_t)LANES * o->d_bytes);
    for (int k = 0; k < o->elements; k++) {
        uint32_t part[LANES] = {0};
        for (int i = 0; i < LANES; i++)
            memcpy(&part[i], source + i * o->d_bytes + k * o->bytes, o->bytes);
        if (o->vec[k] != REF_CONST) /* '_' */
            w->isa->blend32(lanes_at(w, o->vec[k]), part, mask);
    }
    return true;
}

bool exec_trap(struct step *s, const struct op *o, uint32_t mask)
{
    (void)o;
    return mask == 0 || warp_fault(s, mask, "trap");
}
