/* What the files of this folder share; nothing outside includes it. */
#ifndef UMBEL_FORMAL_REACH_IMPL_H
#define UMBEL_FORMAL_REACH_IMPL_H

#include "formal/reach/enumerate.h"
#include "formal/reach/reach.h"
#include "gen/system/netlist.h"
#include "harness/litmus/place.h"
#include "sw/util/sbuf.h"

/* A query with all that its names stand for. */
struct reach_plan {
    const struct reach_query *q;
    struct system *sys;
    struct netlist *net;
    struct litmus *test;
    struct placement place;
    uint32_t line[LITMUS_VARS];    /* address of each line of the test */
    uint32_t warm[LITMUS_THREADS]; /* bit l: thread loads line l first */
    uint32_t late[LITMUS_THREADS]; /* cycles */
    bool any_warm;                 /* or may; then `warm` has all bits */
    uint32_t value_bits;           /* that tell the test's values apart */
    char zeros[16];                /* ", 3'd0": below a choice of cycles */
    uint32_t cores, choices;       /* as many bits for each thread, the first one's lowest */
    int thread_at[64];             /* by core; LITMUS_NONE */
};

bool reach_plan(struct reach_plan *p, const struct reach_query *q, struct error *err);
void reach_plan_free(struct reach_plan *p);

/* The test that has all the steps of all programs that an open query asks about. */
struct litmus *reach_open_test(const struct reach_query *q, struct error *err);
/* Bits that choose a thread's program: none if the query is about a test. */
uint32_t reach_open_bits(const struct reach_query *q);
/* The lowest bit of what chooses a thread's program. */
uint32_t reach_open_at(const struct reach_plan *p, uint32_t thread);
/* The pin that says which steps a thread does. */
void reach_open_steps(struct sbuf *s, const struct reach_plan *p, uint32_t thread);
/* The wire `explained`, and who drives it. */
void reach_open_judge(struct sbuf *s, const struct reach_plan *p);

/* The top um_reach, and the bench um_reach_bench that replays a choice and tells of it. */
bool reach_top(const struct reach_plan *p, struct sbuf *s, struct error *err);
void reach_bench(const struct reach_plan *p, struct sbuf *s);

/* Writes what is to be searched into dir/v, and dir/files.txt with the names. */
bool reach_write(const struct reach_plan *p, const char *dir, struct error *err);

/* What the engines say. Unless EXHAUSTIVE, dir/choice.txt has the bits that were chosen, highest
 * first. */
bool reach_search(const struct reach_plan *p, const char *dir, uint32_t seconds,
                  struct reach_result *r, struct error *err);

/* Writes dir/asked.aig: what the bounded model checker is asked about what was found. */
bool reach_fix(const struct reach_plan *p, const struct aig *a, const struct aig_search *e,
               const char *dir, struct error *err);

/* Replays dir/choice.txt under Icarus: wave and trace, which must be as found. */
bool reach_replay(const struct reach_plan *p, const char *dir, struct reach_result *r,
                  struct error *err);

#endif
