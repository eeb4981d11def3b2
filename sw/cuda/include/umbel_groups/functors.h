/* The operations that reductions and scans know by name. */
#ifndef UMBEL_GROUPS_FUNCTORS_H
#define UMBEL_GROUPS_FUNCTORS_H

#include "lanes.h"

namespace cooperative_groups
{
#define UMBEL_FUNCTOR(name, expr)                                                                  \
    template <class Type> struct name {                                                            \
        UMBEL_GROUP Type operator()(const Type &a, const Type &b) const                            \
        {                                                                                          \
            return expr;                                                                           \
        }                                                                                          \
    };
UMBEL_FUNCTOR(plus, a + b)
UMBEL_FUNCTOR(less, b < a ? b : a)
UMBEL_FUNCTOR(greater, a < b ? b : a)
UMBEL_FUNCTOR(bit_and, a &b)
UMBEL_FUNCTOR(bit_or, a | b)
UMBEL_FUNCTOR(bit_xor, a ^ b)
#undef UMBEL_FUNCTOR
} // namespace cooperative_groups

#endif
