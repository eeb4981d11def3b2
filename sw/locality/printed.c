/*
 * Algorithm 1 of LADM as printed, to be counted beside what classes.c makes of it. Where it
 * differs: line 3 calls every access with bx and by one of no locality, whoever else touches its
 * datablocks; line 11 asks for gridDim.x itself, and not for another word for a row's width; line 1
 * asks for m alone, so walks over listed blocks are unclassified; and blockIdx.z counts as nothing.
 *
 * As there: the unit of an index, m, and what data decide is unclassified (III-C, "a data-dependent
 * component"). The paper says both "2D Blocks" and 2-D grids; `dims` is of the grid.
 */
#include "sw/locality/impl.h"

/* Lines 6 to 15: which CTAs begin at one datablock, and which way they move. */
static enum locality_class shared_by(bool row, unsigned variant_on)
{
    if ((variant_on & ON_GDX) != 0)
        return row ? LOCALITY_ROW_COLUMN : LOCALITY_COLUMN_COLUMN;
    return row ? LOCALITY_ROW_ROW : LOCALITY_COLUMN_ROW;
}

enum locality_class locality_printed(const struct locality *l, size_t access, int dims,
                                     const struct locality_launch *at)
{
    (void)at; /* it is done when the program is compiled */
    const struct access *a = &l->accesses[access];
    const struct symbols *s = &l->x.symbols;
    int64_t step;
    if (a->base < 0 || s->v[a->base].kind == VAR_LOADED)
        return LOCALITY_UNCLASSIFIED;
    if (a->m >= 0 && poly_is_number(a->variant, &step) && step == (int64_t)a->pub.bytes)
        return LOCALITY_THREAD;
    if (is_hidden(l, a->invariant) || (poly_on(s, a->variant) & ON_DATA) != 0)
        return LOCALITY_UNCLASSIFIED;
    const unsigned on = poly_on(s, a->invariant);
    const bool bx = (on & ON_BX) != 0, by = (on & ON_BY) != 0;
    if (dims == 2 ? bx && by : bx)
        return LOCALITY_NONE;
    if (dims == 1 || a->m < 0 || (!bx && !by))
        return LOCALITY_UNCLASSIFIED;
    return shared_by(by, poly_on(s, a->variant));
}
