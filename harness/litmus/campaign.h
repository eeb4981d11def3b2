/*
 * A campaign runs tests in all their placements, many times each, on a system's RTL, and compares
 * the outcomes with those that the models allow. The same options and seed give the same outcomes
 * and counts.
 *
 * Runs of a placement are spread over machines that differ only in link.latency, unless the user
 * sets that field. A device given by the caller runs all of them on its one system.
 */
#ifndef UMBEL_HARNESS_LITMUS_CAMPAIGN_H
#define UMBEL_HARNESS_LITMUS_CAMPAIGN_H

#include "formal/litmus/model/model.h"
#include "formal/litmus/place.h"
#include "harness/litmus/device.h"

#include <stdio.h>

/* A test given as text; it has no file yet. */
struct campaign_text {
    const char *name; /* takes the place of the file's: "random-1-17.litmus" */
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
    const char *placement;       /* NULL: all */
    const char *model;           /* "sc", "rc", "ptx"; NULL: the system's consistency */
    uint64_t unroll;             /* rounds of a loop that models follow; 0: LITMUS_UNROLL */
    const struct rules *rules;   /* NULL: the protocol's */
    const struct device *device; /* NULL: co-simulated machines */
    const char *command;         /* repeats a run on the device: "fpga litmus hx8k" */
    const char *name;            /* of the device: "hx8k" */
    bool only_allowed;           /* only report what the model allows; run nothing */
    FILE *progress;              /* NULL: none */
    bool tty;
    /* Told of each test that cannot be read or judged, while the others go on. NULL: the first one
     * ends the campaign. */
    void (*refuses)(const struct error *why);
    void (*say)(const char *text); /* told of slow work before the first run; NULL: silence */
};

/* The outcomes that a model allows, shared by placements that it cannot tell apart. */
struct judgement {
    struct outcomes outcomes; /* emptied again once the test has been run */
    bool known;               /* false: too many executions, for a model not asked for */
    bool hangs;               /* no execution ends, as threads wait at barriers for ever */
    struct model_notes notes;
};

struct place_result {
    struct placement place;
    char name[PLACE_TEXT];
    const struct judgement *by[MODELS];
    uint64_t runs, forbidden, weak;
    uint64_t unfinished; /* further runs: a loop went round too often for them to be judged */
    uint64_t filtered;   /* further runs, excluded by the test's filter */
    struct outcomes seen;
    char *first_forbidden; /* how to repeat the first one; NULL: none */
};

struct test_result {
    struct litmus *test;
    struct placements placements;
    struct place_result *places;  /* one per placement */
    size_t n_done;                /* placements whose runs have begun */
    size_t left_out;              /* placements that the device cannot do */
    size_t deadlocks;             /* placements left out as a run may not end */
    struct judgement *judgements; /* shared by the places; NULL: not yet made */
    size_t n_judgements;
    bool known[MODELS];        /* the model's outcomes are known, in all placements */
    bool possible[MODELS];     /* the model allows the condition's proposition in some placement, */
    bool possible_not[MODELS]; /* and its negation in some placement */
    bool unfinished_by[MODELS]; /* it does not follow all executions in some placement */
    bool refused;               /* cannot be judged, and is left out */
    bool too_large;       /* to be judged, so not run (only `texts`; for files it is an error) */
    bool can_be_weak;     /* the model asked for allows an outcome that sc forbids */
    size_t racy;          /* placements in which there are data races, by ptx */
    struct outcomes seen; /* in all placements */
    uint64_t runs, forbidden, weak, witnesses; /* witnesses: runs in which the proposition held */
    uint64_t unfinished, filtered;             /* as in place_result */
};

/* A test that is left out. */
struct refusal {
    char *file, *why;
};

struct campaign {
    const struct campaign_options *o;
    struct system **systems; /* one per link latency */
    size_t n_systems;
    enum litmus_model model;
    struct test_result *tests;
    size_t n_tests;
    size_t too_large; /* tests */
    bool searched;    /* a folder, and found a test */
    struct refusal *refusals;
    size_t n_refused;
    uint64_t runs, forbidden, weak, unfinished, filtered, cycles;
    double seconds; /* CPU time of the simulation alone */
};

enum campaign_end {
    CAMPAIGN_OK,
    CAMPAIGN_BAD_INPUT,
    CAMPAIGN_FORBIDDEN, /* an outcome was seen that the model forbids */
    CAMPAIGN_STOPPED,   /* a hang, or a timestamp ran over */
    CAMPAIGN_INTERRUPTED
};

/* Reads and enumerates all tests and, unless only_allowed, runs them. The campaign must be freed in
 * any case; unless the result is BAD_INPUT it has what was done so far. `err` is empty on
 * CAMPAIGN_OK; a longer report goes to `report`. */
enum campaign_end campaign_run(const struct campaign_options *o, struct campaign *c, FILE *report,
                               struct error *err);
void campaign_free(struct campaign *c);

/* Name of the system or device that it ran on. */
const char *campaign_where(const struct campaign *c);

/* Every run of a test was done, and at least one of them could be judged. */
bool campaign_complete(const struct campaign *c, const struct test_result *t);

enum verdict { VERDICT_OK, VERDICT_NO, VERDICT_UNFINISHED, VERDICT_DEADLOCK };
extern const char *const campaign_verdicts[]; /* "Ok", "No", "Unfinished", "Deadlock" */

/* What the condition comes to in a placement by the model's outcomes, and in all runs. It is
 * unfinished if executions or runs that are not followed to their ends decide about it, and a
 * deadlock if there is no execution that ends. */
enum verdict campaign_verdict(const struct campaign *c, const struct test_result *t, size_t place);
enum verdict campaign_verdict_of_runs(const struct campaign *c, const struct test_result *t);
/* "Never", "Sometimes", "Always"; "Unfinished" if what is not followed decides about it. */
const char *campaign_often(uint64_t witnesses, uint64_t others, bool unfinished);

/* Notes that a test is left out, and tells of it; false if that is to end the campaign, with `why`
 * as the error. Clears `why` otherwise. */
bool campaign_refuse(struct campaign *c, const char *file, struct error *why);
/* How many tests there are, with those that are refused. An error if all are. */
size_t campaign_asked(const struct campaign *c);
bool campaign_has_tests(const struct campaign *c, struct error *err);

/* Adds the tests that the options name. */
bool campaign_gather(struct campaign *c, struct error *err);
/* campaign_judge: asks the models about a test in all its placements. campaign_forget: frees the
 * outcomes that they allowed. */
bool campaign_judge(const struct campaign *c, struct test_result *t, struct error *err);
/* Leaves out what runs cannot do of a test that is judged; an error if nothing is left. */
bool campaign_can_run(const struct campaign *c, struct test_result *t, struct error *err);
void campaign_forget(struct test_result *t);

/* Prints the outcomes of one test in the form of herd's tools; `verbose`: for each placement. */
void campaign_tell_test(const struct campaign *c, const struct test_result *t, bool verbose,
                        FILE *out);
/* Prints the summary. */
void campaign_tell(const struct campaign *c, FILE *out);
/* `umbel`: the version that ran, a jansson value whose ownership is taken. Puts the open file in
 * its place, or discards it if that fails. */
struct json_t;
struct outfile;
bool campaign_json(const struct campaign *c, struct json_t *umbel, struct outfile *to,
                   struct error *err);

/* The outcomes that the model allows for each test, as text; and as JSON, which campaign_json()
 * writes if only_allowed. */
void campaign_tell_allowed(const struct campaign *c, FILE *out);
struct json_t *campaign_allowed_json(const struct campaign *c);

/* The tests that are refused, as a line, if there are any; and as JSON. */
void campaign_tell_refused(const struct campaign *c, FILE *out);
struct json_t *campaign_refused_json(const struct campaign *c);

#endif
