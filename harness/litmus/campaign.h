/*
 * A campaign: tests in all their placements, many runs of each on a system's RTL, what was seen
 * beside what the models allow. The same options and seed give the same outcomes and counts.
 *
 * Runs of a placement are spread over machines that differ in link.latency alone, unless the user
 * sets that field. Those on a device of the caller's are on its one system.
 */
#ifndef UMBEL_HARNESS_LITMUS_CAMPAIGN_H
#define UMBEL_HARNESS_LITMUS_CAMPAIGN_H

#include "harness/litmus/device.h"
#include "harness/litmus/model.h"
#include "harness/litmus/place.h"

#include <stdio.h>

/* A test that is in no file yet. */
struct campaign_text {
    const char *name; /* that stands for the file: "random-1-17.litmus" */
    const char *text;
};

struct campaign_options {
    const char *const *paths; /* files, and folders of them */
    size_t n_paths;
    const struct campaign_text *texts; /* tests besides */
    size_t n_texts;
    const char *system;
    const char *const *sets;
    size_t n_sets;
    uint64_t runs; /* of each test in each placement */
    uint64_t seed;
    const char *placement;          /* NULL: all */
    const char *model;              /* "sc", "rc", "ptx"; NULL: what the system promises */
    uint64_t unroll;                /* rounds of a loop that models follow; 0: LITMUS_UNROLL */
    const struct mgcc_rules *rules; /* NULL: the protocol's */
    const struct device *device;    /* NULL: co-simulated machines */
    const char *command;            /* that repeats a run on the device: "fpga litmus hx8k" */
    const char *name;               /* of the device: "hx8k" */
    bool only_allowed;              /* nothing is run: what the model allows is asked for */
    FILE *progress;                 /* NULL: none */
    bool tty;
    void (*say)(const char *text); /* told what takes long before the first run; NULL: nobody */
};

/* What a model allows in placements that it cannot tell apart. */
struct judgement {
    struct outcomes outcomes; /* empty again once the test was run */
    bool known;               /* or there were too many executions, for a model not asked for */
    bool races;               /* data races, as ptx has them */
};

struct place_result {
    struct placement place;
    char name[PLACE_TEXT];
    const struct judgement *by[MODELS];
    uint64_t runs, forbidden, weak;
    uint64_t unfinished; /* runs besides, in which a loop went round too often to be judged */
    uint64_t filtered;   /* runs besides, which the test's filter excludes */
    struct outcomes seen;
    char *first_forbidden; /* where and in which run, NULL: none */
};

struct test_result {
    struct litmus *test;
    struct placements placements;
    struct place_result *places;  /* as many; */
    size_t n_done;                /* of them, those that have begun */
    size_t left_out;              /* placements that the device cannot do */
    struct judgement *judgements; /* those that the places share; NULL: not yet made */
    size_t n_judgements;
    bool known[MODELS];        /* what that model allows, in all placements; */
    bool possible[MODELS];     /* by it the condition's proposition is, */
    bool possible_not[MODELS]; /* and its negation, in one placement or another */
    bool too_large;       /* to be judged: not run (of `texts` alone; of files it is an error) */
    bool can_be_weak;     /* the model asked for allows an outcome that sc forbids */
    size_t racy;          /* placements in which there are data races, by ptx */
    struct outcomes seen; /* in all placements */
    uint64_t runs, forbidden, weak, witnesses; /* runs in which the proposition held */
    uint64_t unfinished, filtered;             /* as of a placement */
};

struct campaign {
    const struct campaign_options *o;
    struct system **systems; /* one a link latency */
    size_t n_systems;
    enum litmus_model model;
    struct test_result *tests;
    size_t n_tests;
    size_t too_large; /* tests */
    uint64_t runs, forbidden, weak, unfinished, filtered, cycles;
    double seconds; /* of CPU time, in the simulation alone */
};

enum campaign_end {
    CAMPAIGN_OK,
    CAMPAIGN_BAD_INPUT,
    CAMPAIGN_FORBIDDEN, /* an outcome was seen that the model forbids */
    CAMPAIGN_STOPPED,   /* a hang, or a timestamp ran over */
    CAMPAIGN_INTERRUPTED
};

/* Reads, enumerates and, unless only_allowed, runs all. The campaign is to be freed in any case,
 * and tells what was done unless it is BAD_INPUT. `err` is empty on CAMPAIGN_OK; a longer report
 * goes to `report`. */
enum campaign_end campaign_run(const struct campaign_options *o, struct campaign *c, FILE *report,
                               struct error *err);
void campaign_free(struct campaign *c);

/* Of what it ran on. */
const char *campaign_where(const struct campaign *c);

/* Every run of a test was done, and one of them at least could be judged. */
bool campaign_complete(const struct campaign *c, const struct test_result *t);

/* Adds the tests that the options name. */
bool campaign_gather(struct campaign *c, struct error *err);
/* Asks the models about a test in all its placements, and forgets what they allowed. */
bool campaign_judge(const struct campaign *c, struct test_result *t, struct error *err);
void campaign_forget(struct test_result *t);

/* The outcomes of one test, as herd's tools write them; `verbose`: placement by placement. */
void campaign_tell_test(const struct campaign *c, const struct test_result *t, bool verbose,
                        FILE *out);
/* What all of it amounts to. */
void campaign_tell(const struct campaign *c, FILE *out);
/* `umbel` is a value of jansson's, which is taken: the version that ran. The file, which is open,
 * is put in its place, or discarded if that fails. */
struct json_t;
struct outfile;
bool campaign_json(const struct campaign *c, struct json_t *umbel, struct outfile *to,
                   struct error *err);

/* What the model allows of each test, in words; and as JSON, which campaign_json() writes if
 * nothing else was asked for. */
void campaign_tell_allowed(const struct campaign *c, FILE *out);
struct json_t *campaign_allowed_json(const struct campaign *c);

#endif
