/*
 * Rows for what a system has: each module with its own parameters there (elaborate.h), with the
 * texts of the module's rows in formal/proofs.yaml. Such a row is proved by cadical, whose proofs
 * are re-checked, and is called ROW.HASH, after a row with its texts and after its parameters, so
 * that systems with a module of the same parameters have one result.
 */
#ifndef UMBEL_FORMAL_PROVE_SHIPS_H
#define UMBEL_FORMAL_PROVE_SHIPS_H

#include "formal/prove/elaborate.h"
#include "formal/prove/table.h"

struct ships {
    struct configurations all;
    struct proofs *rows;
    size_t *of; /* the configuration of each row; some have several rows, and some have none */
};

/* Those of the systems with these names, or of all that ship if there is none. `table` is
 * proofs.yaml; files of Yosys go to folders in `dir`. NULL and an error if a system has a mistake.
 */
struct ships *ships_load(const char *table, const char *const *systems, size_t n_systems,
                         const char *dir, struct error *err);
void ships_free(struct ships *s);

#endif
