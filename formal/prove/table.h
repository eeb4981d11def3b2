/*
 * The table of proofs, formal/proofs.yaml: which properties are proved of which emitted module,
 * with which sizes and provers. No other file lists them.
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
    char *system; /* a system that has the module: tsm-tiny */
    char **set;   /* fields of the system that are changed: "consistency=rc" */
    uint32_t set_count;
    char *module; /* its emitted name: um_tsu_mgcc_wts */
    char **texts; /* formal/units/TEXT.vh in this order, or the path of a file */
    uint32_t texts_count;
    char **inner; /* texts of modules that it instantiates: "um_router=router_seen" */
    uint32_t inner_count;
    /* Modules that it instantiates whose inside is replaced by texts: "um_ram=ram_any+ram_some". */
    char **abstract;
    uint32_t abstract_count;
    char **define; /* names that the texts test with `ifdef */
    uint32_t define_count;
    char **params; /* of the module: "LINE_W=3" */
    uint32_t params_count;
    char **fixed; /* parameters for whose values in this row alone the texts are */
    uint32_t fixed_count;
    char **provers; /* names in prover.h; each must prove all properties */
    uint32_t provers_count;
    uint32_t induction; /* k: properties that held for k cycles hold in the next. 0: bounded */
    uint32_t bound;     /* of a BOUNDED proof: cycles from reset */
    uint32_t covers;    /* as cover.h's `cycles`; 0: there are none */
    uint32_t seconds;   /* expected on one core; the limit is ten times as long, at least 60 s */
    bool ci;            /* belongs to the short set */
    bool alone;         /* its texts are not taken for the modules of a system (ships.h) */
    bool unmutated;     /* `make mutate` leaves it out; formal/README.md says why */
};

struct proofs {
    struct proof *proofs;
    uint32_t proofs_count;
};

/* NULL and an error with file, line and column when the table is wrong. */
struct proofs *proofs_load(const char *path, struct error *err);
void proofs_free(struct proofs *p);
/* What a list like "LINE_W=3" or "um_ram=ram_any" says of a name: "3". NULL: nothing. */
const char *named_value(char *const *list, uint32_t n, const char *name);
/* The value that a row gives a parameter. */
const char *proof_param(const struct proof *p, const char *param);
/* Whether a proof is of that module. */
bool proofs_have_module(const struct proofs *p, const char *module);

#endif
