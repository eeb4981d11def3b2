/*
 * The table of proofs, formal/proofs.yaml: what is proved of which emitted module, with which sizes
 * and provers. It is the one place that lists them.
 */
#ifndef UMBEL_FORMAL_PROVE_TABLE_H
#define UMBEL_FORMAL_PROVE_TABLE_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

/* One proof: all properties of its texts together. */
struct proof {
    char *proof;  /* its name */
    char *about;  /* one line */
    char *system; /* a system whose units have the module: tsm-tiny */
    char **set;   /* fields of the system that are changed: "consistency=rc" */
    uint32_t set_count;
    char *module; /* as it is emitted: um_tsu_mgcc_wts */
    char **texts; /* formal/units/TEXT.vh in this order, or the path of a file */
    uint32_t texts_count;
    char **define; /* names that the texts ask for with `ifdef */
    uint32_t define_count;
    char **params; /* of the module: "LINE_W=3" */
    uint32_t params_count;
    char **provers; /* names in prover.h; each must prove all of it */
    uint32_t provers_count;
    uint32_t induction; /* k: a property that held for k cycles holds in the next. 0: bounded */
    uint32_t bound;     /* of a BOUNDED proof: cycles from reset */
    uint32_t covers;    /* cycles in which every cover is reached, 0: the texts have none */
    uint32_t seconds;   /* expected on one core; a proof may take ten times as long */
    bool ci;            /* belongs to the short set */
    bool unmutated;     /* with its parameters some of the unit is unused: mutants say nothing */
};

struct proofs {
    struct proof *proofs;
    uint32_t proofs_count;
};

/* NULL and an error with file, line and column when the table is wrong. */
struct proofs *proofs_load(const char *path, struct error *err);
void proofs_free(struct proofs *p);

#endif
