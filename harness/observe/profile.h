/*
 * Where a run's cycles went: the SMs' cycles by activity, the requests' cycles by stage, and the
 * lines with the most requests.
 */
#ifndef UMBEL_HARNESS_OBSERVE_PROFILE_H
#define UMBEL_HARNESS_OBSERVE_PROFILE_H

#include "harness/machine/machine.h"
#include "harness/observe/follow.h"

#include <stdio.h>

/* Activities of SMs; their cycles sum to SMs times cycles. */
enum sm_does {
    SM_ISSUES,
    SM_MEMORY,
    SM_SCOREBOARD,
    SM_BARRIER,
    SM_FENCE,
    SM_FETCH, /* with instruction caches */
    SM_IDLE,
    SM_CUT, /* waiting when the run was stopped: the SM had not yet counted this wait */
    SM_DOES
};

struct profile_line { /* a line with requests */
    uint64_t line, requests, below_l1, latency;
};

struct profile {
    uint64_t cycles, sms;
    uint64_t sm[SM_DOES];
    bool fetches; /* there are instruction caches */
    /* Over requests that were answered. */
    uint64_t requests, latency; /* cycles */
    uint64_t stage_cycles[STAGES], stage_requests[STAGES];
    uint64_t below_l1, below_l2, expired_l1, expired_l2, reissues;
    uint64_t unfinished;
    uint64_t strays; /* messages that matched no request; if not 0, do not trust the profile */
    struct profile_line *lines; /* a hash table until profile_end; then the hottest, in order */
    size_t n_lines, cap_lines;  /* lines with a request; room */
    size_t hottest;             /* how many are listed */
    char (*where)[64];          /* buffer and offset of each: "x[byte 64]" */
    uint32_t line_bytes;
};

struct profile *profile_new(size_t hottest);
void profile_free(struct profile *p);

void profile_request(struct profile *p, const struct request *r, uint64_t end, bool ended);

/* "x[byte 64]" for an address in a buffer, else an empty text. */
void profile_where(const struct gpu *gpu, uint64_t address, char *text, size_t size);
/* The run is over: takes the SMs' cycles, chooses the hottest lines and names them. */
void profile_end(struct profile *p, const struct machine *m, const struct gpu *gpu);

/* As text for people; and as JSON, to be attached to the statistics. */
void profile_print(const struct profile *p, FILE *out);
struct json_t *profile_json(const struct profile *p);

#endif
