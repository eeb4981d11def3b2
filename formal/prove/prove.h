/*
 * Runs proofs of the table, several at a time, the longest first, and keeps the result of each,
 * with the hash of the Verilog proved, in DIR/PROOF/result.json. A proof whose hash has not changed
 * is not run again unless it failed. Logs, and the wave and trace of a counterexample, are in the
 * same folder.
 */
#ifndef UMBEL_FORMAL_PROVE_PROVE_H
#define UMBEL_FORMAL_PROVE_PROVE_H

#include "formal/prove/prover.h"
#include "formal/prove/ships.h"
#include "formal/prove/table.h"
#include "sw/util/hash.h"

#include <stddef.h>
#include <stdio.h>

struct prove_options {
    const char *table;          /* formal/proofs.yaml */
    const char *const *systems; /* rows for what these have (ships.h), not the table's own */
    size_t n_systems;
    bool ships;               /* the same for all systems that ship */
    const char *dir;          /* build/prove */
    const char *runs;         /* formal/runs: runs that are known to reach covers (legs.h) */
    const char *keep;         /* folder to write such runs to, for the proofs run; NULL: none */
    const char *const *names; /* of proofs, modules, units, protocols; none: all proofs */
    size_t n_names;
    int jobs;
    bool ci, fresh;
    FILE *progress; /* NULL: no progress is shown */
};

enum { PROVE_TEXT = 2048, PROVE_PROVERS = 6 };

/* The result of a proof. */
struct prove_result {
    const struct proof *proof;
    bool proved; /* by all provers, and all covers are reached */
    bool again;  /* the result of an earlier run was used */
    char hash[HASH_NAME];
    uint32_t assertions, covers, covers_reached;
    uint32_t covers_known; /* of those reached, so many along runs that were known */
    struct prover_result provers[PROVE_PROVERS];
    double seconds; /* in all, of them */
    double yosys_seconds, covers_seconds;
    char why[PROVE_TEXT]; /* one line when it is not proved: what is wrong, where to look */
    char *names;          /* of assertions and covers, separated by spaces */
};

struct prove_results {
    struct proofs *table; /* of `ships`, if that is not NULL */
    struct ships *ships;
    struct prove_result *results;
    size_t n, n_proved;
};

/* Fills `r` with the proofs that the options name, without results. To be freed in any case. */
bool prove_select(const struct prove_options *o, struct prove_results *r, struct error *err);
/* False and an error when proofs could not be run; a proof that failed is a result. */
bool prove_run(const struct prove_options *o, struct prove_results *r, struct error *err);
void prove_free(struct prove_results *r);

/* The name, in `path`, of the file with runs that are known to reach a proof's covers; NULL if
 * there is none. */
const char *prove_runs(const struct prove_options *o, const struct proof *p, char path[4096]);

/* Prints the table of results; with `verbose` also each property. */
void prove_tell(const struct prove_results *r, bool verbose, FILE *out);
/* Prints, of results for systems (`ships`), how many configurations of each module are proved. */
void prove_tell_ships(const struct prove_results *r, FILE *out);
/* Writes the results as JSON. `umbel` is a JSON value of jansson, the version that proved; this
 * function takes it over. The open file `to` is put in its place, or discarded on failure. */
struct json_t;
struct outfile;
bool prove_json(const struct prove_results *r, struct json_t *umbel, struct outfile *to,
                struct error *err);

/* Writes one result to a file, and reads it. */
bool prove_store(const struct prove_result *r, const char *path, struct error *err);
bool prove_load(struct prove_result *r, const char *path);

#endif
