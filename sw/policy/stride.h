/*
 * A stride dealt to homes, so that all that a CTA accesses has one home: a CTA that accesses byte b
 * of a stride accesses byte b of the next one in its next step (LADM III-D1).
 *
 * The paper prints equation 1: pages go round the homes in parts of ceil(stride / homes), rounded
 * up to pages. Then the next stride begins at the home where the last one ended, and the data of a
 * CTA drift over the homes, unless a stride is a multiple of homes x pages. Here every stride is
 * dealt anew: home h has its bytes from stride * h / homes on. Where a stride is such a multiple
 * both are the same.
 *
 * A page lies where the part with its middle does. If several parts are in one page, their homes
 * have such pages in turn, one a stride: each home has its share of the data, and a CTA finds some
 * of its own near. A stride of a page or less deals pages round robin, as equation 1 does.
 */
#ifndef UMBEL_SW_POLICY_STRIDE_H
#define UMBEL_SW_POLICY_STRIDE_H

#include <stdint.h>

struct stride {
    uint64_t bytes; /* above 0 */
    uint64_t begin; /* of the buffer's bytes, where a stride begins: what its first CTA accesses */
    uint64_t page_bytes;
};

/* The home of a page of the buffer. */
uint32_t stride_home_of_page(const struct stride *s, uint64_t page, uint32_t homes);

/* Equation 1 as printed: pages of a part, of which homes get one after the other in turn; a stride
 * of 0 deals single pages. */
static inline uint64_t stride_printed_pages(uint64_t bytes, uint64_t page_bytes, uint32_t homes)
{
    const uint64_t part = (bytes + homes - 1) / homes;
    return part > page_bytes ? (part + page_bytes - 1) / page_bytes : 1;
}

/* Where to run CTA `cta` of `ctas`, which share a stride evenly in the order of their numbers: at
 * the home of the page with the middle of its bytes, or of its part of that page. */
uint32_t stride_home_of_cta(const struct stride *s, uint64_t cta, uint64_t ctas, uint32_t homes);

#endif
