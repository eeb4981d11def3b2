/*
 * Where a run's cycles went: those of the SMs by what they did, those of requests by the stage that
 * they were in, and the lines that were asked for most.
 */
#ifndef UMBEL_HARNESS_OBSERVE_PROFILE_H
#define UMBEL_HARNESS_OBSERVE_PROFILE_H

#include "harness/machine.h"
#include "harness/observe/follow.h"

#include <stdio.h>

/* What SMs did; their sum is SMs times cycles. */
enum sm_does {
    SM_ISSUES,
    SM_MEMORY,
    SM_SCOREBOARD,
    SM_BARRIER,
    SM_FENCE,
    SM_IDLE,
    SM_CUT, /* its last wait, cut short by the end of a run that was stopped */
    SM_DOES
};

struct profile_line { /* a line that was asked for */
    uint64_t line, requests, below_l1, latency;
};

struct profile {
    uint64_t cycles, sms;
    uint64_t sm[SM_DOES];
    /* Over requests that were answered. */
    uint64_t requests, latency; /* cycles */
    uint64_t stage_cycles[STAGES], stage_requests[STAGES];
    uint64_t below_l1, below_l2, expired_l1, expired_l2, reissues;
    uint64_t unfinished;
    uint64_t strays; /* messages that belonged to no request: 0, or this is not to be trusted */
    struct profile_line *lines; /* a hash table until profile_end; then the hottest, in order */
    size_t n_lines, cap_lines;  /* lines with a request; room */
    size_t hottest;             /* how many are listed */
    char (*where)[64];          /* what lies there: "x[byte 64]" */
    uint32_t line_bytes;
};

struct profile *profile_new(size_t hottest);
void profile_free(struct profile *p);

void profile_request(struct profile *p, const struct request *r, uint64_t end, bool ended);

/* "x[byte 64]" of an address in a buffer, else an empty text. */
void profile_where(const struct gpu *gpu, uint64_t address, char *text, size_t size);
/* The run is over: takes the SMs' cycles, chooses the hottest lines and names them. */
void profile_end(struct profile *p, const struct machine *m, const struct gpu *gpu);

/* For people; and as JSON, to be attached to the statistics. */
void profile_print(const struct profile *p, FILE *out);
struct json_t *profile_json(const struct profile *p);

#endif
