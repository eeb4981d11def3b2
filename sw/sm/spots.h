/*
 * A short report of where warps are, for a kernel that seems to make no progress. Warps that are at
 * the same line of the source and wait for the same thing share a line of the report. And a lull:
 * the decision when to print it.
 */
#ifndef UMBEL_SW_SM_SPOTS_H
#define UMBEL_SW_SM_SPOTS_H

#include "sw/sm/sm.h"
#include "sw/util/sbuf.h"

#include <stdio.h>

enum { SPOTS_SHOWN = 8 }; /* lines of a report */

struct spots {
    struct spots_line {
        const struct ptx_inst *inst;
        const char *what;
        char first[320]; /* the first warp that is there, and the place */
        uint32_t lanes;  /* of the first warp */
        uint64_t warps;
    } lines[SPOTS_SHOWN];
    int n;
    uint64_t others; /* groups of lanes at lines that are not shown */
};

/* Adds a warp. `runs` is the text for its lanes that do not wait for other lanes of the CTA. */
void spots_add(struct spots *s, const char *who, const struct simt_warp *warp, const char *runs);
void spots_tell(const struct spots *s, FILE *to);

/*
 * A time without the end of a CTA. A zeroed struct is ready to use. lull_is returns true when no
 * CTA has ended for `first` units of time, then for 2 * first, 4 * first and so on: once for each.
 * `now` is the time, `ctas` the number of CTAs that have ended so far.
 */
struct lull {
    uint64_t ctas, since, next;
    bool started;
};
bool lull_is(struct lull *l, uint64_t now, uint64_t ctas, uint64_t first);

/* Adds where the first warp of the SMs is, and what it does: "gpu0.sm0 warp 0: kernel k, k.cu:7,
 * ..". Nothing if none is resident. */
void sm_first_spot(struct sm *const *sms, uint32_t n, struct sbuf *text);
/* For all SMs of a machine, in cycles: prints the report to `to`. `first` 0 stands for SM_LULL. */
#define SM_LULL (UINT64_C(1) << 20)
void sm_lull(struct lull *l, uint64_t now, struct sm *const *sms, uint32_t n, uint64_t first,
             FILE *to);

#endif
