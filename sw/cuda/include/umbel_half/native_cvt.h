/* Conversions of half precision on the device, by its instructions. */
#ifndef UMBEL_HALF_NATIVE_CVT_H
#define UMBEL_HALF_NATIVE_CVT_H

#define UMBEL_NATIVE_TO(mode)                                                                      \
    asm("cvt." mode ".f16.f32 %0, %1;" : "=h"(r) : "f"(v));                                        \
    break;
UMBEL_FN unsigned short umbel_native_to_half(float v, int mode)
{
    unsigned short r;
    switch (mode) {
    case UMBEL_RZ:
        UMBEL_NATIVE_TO("rz")
    case UMBEL_RD:
        UMBEL_NATIVE_TO("rm")
    case UMBEL_RU:
        UMBEL_NATIVE_TO("rp")
    default:
        UMBEL_NATIVE_TO("rn")
    }
    return r;
}
#undef UMBEL_NATIVE_TO
UMBEL_FN float umbel_native_of_half(unsigned short h)
{
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(h));
    return r;
}

#endif
