/*
 * Placements: which home of a machine, a package with memory of its own, gets a page.
 *
 * Homes are numbered like the packages that they belong to: package p is nearest to home p. A
 * host's memory, if there is one, has the number after theirs; only `host` names it. The
 * page table that keeps the answers, and what is done when a home is full, is sw/runtime's affair.
 */
#ifndef UMBEL_SW_POLICY_PLACEMENT_H
#define UMBEL_SW_POLICY_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* How a kernel uses a buffer (LADM, table II): what `ladm` does with its pages, and the numbers of
 * the policies that it chooses from. All 0: nothing is known. */
enum placement_shape { SHAPE_CHUNKS, SHAPE_STRIDE, SHAPE_ROWS, SHAPE_COLUMNS };
struct placement_pattern {
    enum placement_shape shape;
    uint64_t stride_bytes; /* from iteration to iteration */
    uint64_t begin_bytes;  /* of the buffer, where the first CTA begins */
    uint64_t row_bytes;    /* of a row of the data */
    uint32_t bound;        /* rows, or columns, of CTAs that have parts of the buffer in common */
    uint64_t step_bytes; /* the variant part / m alone, whoever leaps over what; 0: there is none */
};

/* What a policy knows of a page, and of the machine. Of a policy that places lines each "page" is a
 * line, and the one "buffer" is the whole memory. */
struct placement_page {
    uint64_t page, pages; /* its number in its buffer, from 0; how many the buffer has */
    uint64_t number;      /* its number in all of the virtual memory */
    uint32_t homes;
    uint32_t turns;   /* as of struct schedule_grid */
    uint32_t package; /* whose SM touches it first; known to policies that place at first touch */
    uint64_t seed;    /* of the run */
    uint64_t bytes;   /* of a page */
    struct placement_pattern pattern;
};

/* The home of a page. The answer depends on the arguments alone. */
typedef uint32_t placement_home(const struct placement_page *p);

/*
 * What a policy places, and when. Lines need no table: home and address in the home are computed.
 * So of the lines n*homes to n*homes + homes-1, for any n, a policy must give each home one.
 */
enum placement_kind {
    PLACES_LINES,
    PLACES_PAGES,   /* before the first launch, buffer after buffer */
    PLACES_TOUCHED, /* pages, each when an SM first accesses it */
    PLACES_PLANNED  /* the same; the first launch that uses the buffer is analysed before */
};

static inline bool placement_is_by_touch(enum placement_kind kind)
{
    return kind == PLACES_TOUCHED || kind == PLACES_PLANNED;
}

/* The table. A line has the policy's name in C, its word in a system file, its function, and what
 * it places. */
#define PLACEMENT_POLICIES(LINE)                                                                   \
    LINE(INTERLEAVE, "interleave", placement_round_robin, PLACES_LINES)                            \
    LINE(HASH, "hash", placement_hash, PLACES_LINES)                                               \
    LINE(PAGES, "pages", placement_round_robin, PLACES_PAGES)                                      \
    LINE(CHUNKS, "chunks", placement_chunks, PLACES_PAGES)                                         \
    LINE(RANDOM, "random", placement_random, PLACES_PAGES)                                         \
    LINE(FIRST_TOUCH, "first-touch", placement_first_touch, PLACES_TOUCHED)                        \
    LINE(STRIDE, "stride", placement_stride, PLACES_PLANNED)                                       \
    LINE(ROWS, "rows", placement_rows, PLACES_PLANNED)                                             \
    LINE(COLUMNS, "columns", placement_columns, PLACES_PLANNED)                                    \
    LINE(LADM, "ladm", placement_ladm, PLACES_PLANNED)                                             \
    LINE(LADM_PRINTED, "ladm-printed", placement_ladm_printed, PLACES_PLANNED)                     \
    LINE(HOST, "host", placement_host, PLACES_PAGES)

#define PLACEMENT_NAME(name, word, home, kind) PLACEMENT_##name,
enum page_placement { PLACEMENT_POLICIES(PLACEMENT_NAME) PLACEMENTS };
#undef PLACEMENT_NAME

/* One line of the table; placement_policies[PLACEMENT_CHUNKS] is the one of `chunks`. */
struct placement_policy {
    const char *word;
    placement_home *home;
    enum placement_kind kind;
};
extern const struct placement_policy placement_policies[PLACEMENTS];

#define PLACEMENT_FUNCTION(name, word, home, kind) placement_home home;
PLACEMENT_POLICIES(PLACEMENT_FUNCTION)
#undef PLACEMENT_FUNCTION

#endif
