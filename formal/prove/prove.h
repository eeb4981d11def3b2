/*
 * Runs proofs of the table, some at a time, and keeps what each came to: DIR/PROOF/result.json,
 * with the hash of the Verilog proved. A proof whose hash has not changed is not run again unless
 * it failed. What a proof leaves beside it: logs, and of a counterexample the wave and the trace.
 */
#ifndef UMBEL_FORMAL_PROVE_PROVE_H
#define UMBEL_FORMAL_PROVE_PROVE_H

#include "formal/prove/prover.h"
#include "formal/prove/table.h"
#include "sw/util/hash.h"

#include <stddef.h>
#include <stdio.h>

struct prove_options {
    const char *table;        /* formal/proofs.yaml */
    const char *dir;          /* build/prove */
    const char *const *names; /* proofs, modules, units, protocols; none: all */
    size_t n_names;
    int jobs;
    bool ci, fresh;
    FILE *progress; /* NULL: silence */
};

enum { PROVE_TEXT = 2048, PROVE_PROVERS = 6 };

/* What a proof came to. */
struct prove_result {
    const struct proof *proof;
    bool proved; /* all provers and covers */
    bool again;  /* found done, not run */
    char hash[HASH_NAME];
    uint32_t assertions, covers, covers_reached;
    struct prover_result provers[PROVE_PROVERS];
    double seconds;
    char why[PROVE_TEXT]; /* one line when it is not proved: what, where to look */
    char *names;          /* of assertions and covers, separated by spaces */
};

struct prove_results {
    struct proofs *table;
    struct prove_result *results;
    size_t n, n_proved;
};

/* Which proofs the options mean, without results. To be freed in any case. */
bool prove_select(const struct prove_options *o, struct prove_results *r, struct error *err);
/* False and an error when proofs could not be run; a proof that failed is a result. */
bool prove_run(const struct prove_options *o, struct prove_results *r, struct error *err);
void prove_free(struct prove_results *r);

/* The table of results; `verbose`: each property, too. */
void prove_tell(const struct prove_results *r, bool verbose, FILE *out);
/* `umbel` is a value of jansson's, which is taken: the version that proved. The file, which is
 * open, is put in its place, or discarded if that fails. */
struct json_t;
struct outfile;
bool prove_json(const struct prove_results *r, struct json_t *umbel, struct outfile *to,
                struct error *err);

/* One result as a file, and back. */
bool prove_store(const struct prove_result *r, const char *path, struct error *err);
bool prove_load(struct prove_result *r, const char *path);

#endif
