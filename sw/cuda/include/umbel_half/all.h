/* What follows the type, its conversions and its steps; ends the macros of type.h. */
#include "arithmetic.h"

#include "compare.h"

#include "functions.h"

#ifdef __CUDA__
#include "lanes.h"
#endif

#undef UMBEL_HTO
#undef UMBEL_HOF
#undef UMBEL_H
#undef UMBEL_H2
#undef UMBEL_H_RAW
#undef UMBEL_H2_RAW
#undef UMBEL_HN
#undef UMBEL_HTWICE
#undef UMBEL_HMAKE
#undef UMBEL_HONE
#undef UMBEL_HINF
#undef UMBEL_HCONVERSIONS
#undef UMBEL_HOPERATORS
