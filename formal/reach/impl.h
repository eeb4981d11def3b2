/* Declarations that the files of this folder share; nothing outside includes it. */
#ifndef UMBEL_FORMAL_REACH_IMPL_H
#define UMBEL_FORMAL_REACH_IMPL_H

#include "formal/litmus/place.h"
#include "formal/reach/enumerate.h"
#include "formal/reach/reach.h"
#include "gen/machine/netlist.h"
#include "sw/util/sbuf.h"

/* A query, and the system, test, placement, lines and warm-ups that its words stand for. */
struct reach_plan {
    const struct reach_query *q;
    struct system *sys;
    struct netlist *net;
    struct litmus *test;
    struct placement place;
    uint32_t line[LITMUS_VARS];    /* address of each line of the test */
    uint32_t warm[LITMUS_THREADS]; /* bit l: the thread loads line l first */
    uint32_t late[LITMUS_THREADS]; /* cycles by which the thread starts late in any case */
    bool any_warm;                 /* each of those loads is a choice; `warm` then has all bits */
    uint32_t value_bits;           /* bits of a value of the test */
    char zeros[16];                /* ", 3'd0": shifts a choice of cycles left */
    uint32_t cores, choices;       /* choices: bits of all threads, thread 0's lowest */
    int thread_at[64];             /* thread of each core; LITMUS_NONE */
};

bool reach_plan(struct reach_plan *p, const struct reach_query *q, struct error *err);
void reach_plan_free(struct reach_plan *p);

/* A test that has all the steps of all programs that an open query asks about. */
struct litmus *reach_open_test(const struct reach_query *q, struct error *err);
/* How many bits choose a thread's program: 0 if the query is about a test. */
uint32_t reach_open_bits(const struct reach_query *q);
/* Adds the connection of the pin that says which steps a thread does. */
void reach_open_steps(struct sbuf *s, const struct reach_plan *p, uint32_t thread);
/* Adds the wire `explained` and the judge that drives it. */
void reach_open_judge(struct sbuf *s, const struct reach_plan *p);

/* The top um_reach, and the bench um_reach_bench that replays a choice and tells of it. */
bool reach_top(const struct reach_plan *p, struct sbuf *s, struct error *err);
void reach_bench(const struct reach_plan *p, struct sbuf *s);

/* Writes the Verilog of the model into dir/v, and the names of its files into dir/files.txt. */
bool reach_write(const struct reach_plan *p, const char *dir, struct error *err);

/* Searches the model. Unless the verdict is EXHAUSTIVE, dir/choice.txt gets the bits of the choice
 * that was found, highest first. */
bool reach_search(const struct reach_plan *p, const char *dir, uint32_t seconds,
                  struct reach_result *r, struct error *err);

/* Writes dir/asked.aig: the model for the bounded model checker, with part of the choice that was
 * found fixed. */
bool reach_fix(const struct reach_plan *p, const struct aig *a, const struct aig_search *e,
               const char *dir, struct error *err);

/* Replays dir/choice.txt under Icarus, which writes wave and trace. False unless the replay ends as
 * the search did. */
bool reach_replay(const struct reach_plan *p, const char *dir, struct reach_result *r,
                  struct error *err);

#endif
