/*
 * What warps are at, in few lines, for whoever asks why nothing seems to come of a kernel. Warps
 * that are at one line of the source and wait for the same share a line of the report.
 */
#ifndef UMBEL_SW_SM_SPOTS_H
#define UMBEL_SW_SM_SPOTS_H

#include "sw/sm/sm.h"

#include <stdio.h>

enum { SPOTS_SHOWN = 8 };

struct spots {
    struct spots_line {
        const struct ptx_inst *inst;
        const char *what;
        char first[320]; /* who is there, and where */
        uint32_t lanes;  /* of the first */
        uint64_t warps;
    } lines[SPOTS_SHOWN];
    int n;
    uint64_t others; /* groups of lanes on lines that are not shown */
};

/* Adds a warp; `runs` says what the lanes do that are not waiting for others of the CTA. */
void spots_add(struct spots *s, const char *who, const struct simt_warp *warp, const char *runs);
void spots_tell(const struct spots *s, FILE *to);

/*
 * A zeroed one has seen nothing. lull_is: no CTA has ended for `first` units of time, or twice,
 * four times .. as long; true once for each. `ctas` is how many have ended so far.
 */
struct lull {
    uint64_t ctas, since, next;
    bool started;
};
bool lull_is(struct lull *l, uint64_t now, uint64_t ctas, uint64_t first);

/* Of a machine's SMs, in cycles: tells `to`. A zero of `first` stands for SM_LULL. */
#define SM_LULL (UINT64_C(1) << 20)
void sm_lull(struct lull *l, uint64_t now, struct sm *const *sms, uint32_t n, uint64_t first,
             FILE *to);

#endif
