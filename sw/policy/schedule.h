/*
 * Schedules: which package (a GPU, or a chiplet of one) runs a CTA of a grid.
 *
 * CTAs are numbered with x fastest, as the grid's dimensions are written: CTA (x, y, z) has the
 * number (z * grid.y + y) * grid.x + x. Which SM of its package runs a CTA, and when, is
 * sw/runtime's affair.
 */
#ifndef UMBEL_SW_POLICY_SCHEDULE_H
#define UMBEL_SW_POLICY_SCHEDULE_H

#include "sw/policy/stride.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What CTAs that run in one package have in common (LADM, table II): nothing, the part of a stride,
 * the row, the column. */
enum schedule_bind { BIND_CHUNKS, BIND_STRIDE, BIND_ROWS, BIND_COLUMNS };

/* What a policy knows of a launch and of the machine. */
struct schedule_grid {
    uint32_t x, y, z; /* CTAs in each dimension; all of them at most SCHEDULE_MOST_CTAS */
    uint32_t packages;
    uint32_t turns;   /* packages of a GPU that have its share in turn; below 2: a chunk each */
    uint32_t batch;   /* CTAs of one batch, for the policies that deal batches */
    uint32_t aligned; /* CTAs of a batch whose data are whole pages, from an analysis */
    uint32_t printed; /* the same, of a part of equation 1 as printed */
    enum schedule_bind bind; /* what the analysis binds to packages, for `ladm` */
    uint32_t in_page; /* CTAs, rows or columns, as `bind` says, that share a page; 0: not known */
    struct stride stride; /* that the grid covers in one step, for BIND_STRIDE */
};
#define SCHEDULE_MOST_CTAS (UINT64_C(1) << 28)

/* The package that a CTA is dealt to when its grid begins. The answer depends on the arguments
 * alone. */
typedef uint32_t schedule_package(const struct schedule_grid *g, uint64_t cta);

/* What packages have left while a grid runs. */
struct schedule_left {
    const uint64_t *ctas;  /* of each package: CTAs that no SM has taken */
    const bool *were_full; /* each of its SMs has had no room for one of these */
    uint32_t packages;
};

/*
 * The package whose CTAs an SM with room takes from. `own` is the package of the SM, which is
 * `idle` if it runs no CTA. If the chosen package has none left, the SM takes none.
 */
typedef uint32_t schedule_source(const struct schedule_left *left, uint32_t own, bool idle);
/*
 * How many CTAs package `own`, which has none left and an SM with room, moves to its queue from the
 * end of the queue of `from`; 0: none.
 */
typedef uint64_t schedule_group(const struct schedule_left *left, uint32_t own, uint32_t *from);

/* The SM that takes first of those with room in a cycle; the others follow it in their order. */
enum schedule_turn {
    TURN_LOWEST,      /* the lowest */
    TURN_NEXT,        /* the one behind the SM that took last */
    TURN_NEXT_PACKAGE /* likewise, but behind an SM comes that of its number in the next package */
};

/* How SMs take CTAs while a grid runs, under policies that do not fix it when the grid begins. */
struct schedule_run {
    schedule_source *source; /* NULL: from their own package */
    schedule_group *group;   /* NULL: no CTAs are moved */
    enum schedule_turn turn;
};
extern const struct schedule_run schedule_run_stealing, schedule_run_central,
    schedule_run_central_round_robin, schedule_run_central_packages, schedule_run_dynamic;

/*
 * The table. A line has the policy's name in C, its word in a system file, the function that deals
 * the CTAs, and how SMs take them (NULL: each package runs the CTAs that it was dealt, each SM the
 * same of them in each launch).
 */
#define SCHEDULE_POLICIES(LINE)                                                                    \
    LINE(CHUNKS, "chunks", schedule_chunks, NULL)                                                  \
    LINE(ROUND_ROBIN, "round-robin", schedule_round_robin, NULL)                                   \
    LINE(BATCHES, "batches", schedule_batches, NULL)                                               \
    LINE(ROWS, "rows", schedule_rows, NULL)                                                        \
    LINE(COLUMNS, "columns", schedule_columns, NULL)                                               \
    LINE(STEALING, "stealing", schedule_chunks, &schedule_run_stealing)                            \
    LINE(CENTRAL, "central", schedule_central, &schedule_run_central)                              \
    LINE(CENTRAL_ROUND_ROBIN, "central-round-robin", schedule_central,                             \
         &schedule_run_central_round_robin)                                                        \
    LINE(CENTRAL_PACKAGES, "central-packages", schedule_central, &schedule_run_central_packages)   \
    LINE(DYNAMIC, "dynamic", schedule_chunks, &schedule_run_dynamic)                               \
    LINE(ALIGNED, "aligned", schedule_aligned, NULL)                                               \
    LINE(LADM, "ladm", schedule_ladm, NULL)                                                        \
    LINE(LADM_PRINTED, "ladm-printed", schedule_ladm_printed, NULL)

#define SCHEDULE_NAME(name, word, package, run) SCHEDULE_##name,
enum schedule { SCHEDULE_POLICIES(SCHEDULE_NAME) SCHEDULES };
#undef SCHEDULE_NAME

/* One line of the table; schedule_policies[SCHEDULE_CHUNKS] is the one of `chunks`. */
struct schedule_policy {
    const char *word;
    schedule_package *package;
    const struct schedule_run *run;
};
extern const struct schedule_policy schedule_policies[SCHEDULES];

/* Whether a policy asks for `aligned` and `bind`, so that each launch has to be analysed. */
static inline bool schedule_is_planned(enum schedule policy)
{
    return policy == SCHEDULE_ALIGNED || policy == SCHEDULE_LADM || policy == SCHEDULE_LADM_PRINTED;
}

#define SCHEDULE_FUNCTION(name, word, package, run) schedule_package package;
SCHEDULE_POLICIES(SCHEDULE_FUNCTION)
#undef SCHEDULE_FUNCTION
schedule_source schedule_stealing, schedule_from_central;
schedule_group schedule_dynamic;

/* Number i of n things, dealt to the packages in contiguous chunks that differ by one at most. */
static inline uint32_t schedule_chunk_of(uint64_t i, uint64_t n, uint32_t packages)
{
    return (uint32_t)(i * packages / n);
}

/* The same, or with `turns` above 1 LADM's hierarchy (III-D2): each GPU of so many packages gets a
 * contiguous chunk, and its packages have the things of that in turn. */
static inline uint32_t schedule_share_of(uint64_t i, uint64_t n, uint32_t packages, uint32_t turns)
{
    if (turns < 2)
        return schedule_chunk_of(i, n, packages);
    const uint32_t gpus = packages / turns, gpu = schedule_chunk_of(i, n, gpus);
    const uint64_t first = (gpu * n + gpus - 1) / gpus;
    return gpu * turns + (uint32_t)((i - first) % turns);
}

/* The same of things of which `in_page` share a page of data: they have a turn together, unless
 * packages would have none then. */
static inline uint32_t schedule_turn_of(uint64_t i, uint64_t n, uint64_t in_page, uint32_t packages,
                                        uint32_t turns)
{
    const uint64_t chunk = n / packages, least = in_page < chunk ? in_page : chunk;
    const uint64_t together = turns > 1 && least > 1 ? least : 1;
    return schedule_share_of(i / together, (n + together - 1) / together, packages, turns);
}

#endif
