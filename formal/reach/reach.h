/*
 * Litmus tests as reachability queries on the emitted RTL: is there a choice of warm caches and of
 * the threads' timing for which the flat system ends with the outcome that a test asks about? If
 * the program is open as well: do the loads return values that no sequentially consistent order
 * explains? The machine starts in its reset, and everything open is chosen in the first cycle. So a
 * search to a depth at which all threads of all choices have ended is complete.
 */
#ifndef UMBEL_FORMAL_REACH_REACH_H
#define UMBEL_FORMAL_REACH_REACH_H

#include "sw/util/arena.h"
#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REACH_SETS = 16 };

/* One line of the table (queries.txt says what its words mean). */
struct reach_query {
    const char *name;
    const char *test;      /* NAME of formal/litmus/NAME.litmus or of formal/reach/NAME.litmus */
    const char *program;   /* "any": instead of a test, every program of `accesses` per thread */
    uint32_t accesses;     /* each is a load or a store of one of two places */
    const char *placement; /* GPU.SM of each thread: "0.0,1.0" */
    const char *lines;     /* "2,3": line addresses of the test's lines; NULL: 2, 3, 4 ... */
    const char *warm;      /* "any"; or the variables that each thread loads first: "y,x+y,-" */
    uint32_t start_bits, gap_bits; /* bits of a thread's start, of the gap after each access */
    uint32_t shift;                /* both count 2^shift cycles */
    const char *late;    /* "224,0": cycles by which each thread starts late in any case; NULL: 0 */
    uint32_t limit;      /* cycles after reset that are searched */
    uint32_t depth;      /* expected cycle of the outcome; 0: the outcome must not occur */
    const char *checker; /* abc's bounded model checker: bmc3 or bmc2 */
    bool quick, daily;   /* belongs to the tests, to the everyday ones; daily ones are quick */
    const char *sets[REACH_SETS]; /* "mgcc.rules.m1=false": changes of formal/reach/small.yaml */
    size_t n_sets;
};

struct reach_table {
    struct arena arena; /* holds all of it */
    struct reach_query *list;
    size_t n;
};

/* formal/reach/queries.txt, or another file of its kind. */
bool reach_read(struct reach_table *t, const char *path, struct error *err);
void reach_free(struct reach_table *t);

enum reach_verdict {
    REACH_NO_VERDICT, /* no engine gave an answer: never a pass */
    REACH_FOUND,      /* some choice leads to the outcome, first in cycle `depth` */
    REACH_EXHAUSTIVE, /* all threads of all choices end by cycle `depth`, without the outcome */
    REACH_UNFINISHED  /* with some choice the threads have not ended by the limit */
};
extern const char *const reach_verdicts[];

struct reach_result {
    enum reach_verdict verdict;
    uint32_t depth;
    uint32_t choices;       /* open bits */
    uint32_t ands, latches; /* of the model that was searched */
    uint64_t found;         /* number of choices that lead to the outcome */
    double seconds;         /* of the search, with the making of the model */
    bool bmc_agrees;        /* FOUND: the bounded model checker finds it in the same cycle */
    double bmc_seconds;     /* its time, also if that ran out */
    double all_seconds;     /* from the query to the trace */
    char *trace;            /* FOUND, UNFINISHED: events of the replayed choice, one per line */
    char *wave;             /* the replay's VCD file */
};

/*
 * Answers a query in the folder `dir`, which is created and keeps all files that led to the
 * verdict: the Verilog, the model, logs, wave.vcd and trace.txt. False and an error when a tool
 * fails or the query has a mistake. `seconds`: time limit of the search.
 */
bool reach_run(const struct reach_query *q, const char *dir, uint32_t seconds,
               struct reach_result *r, struct error *err);
void reach_result_free(struct reach_result *r);

/* Whether the result is what the table expects; otherwise `why` says what differs. */
bool reach_as_expected(const struct reach_query *q, const struct reach_result *r, char why[160]);

#endif
