/* All executions of a test that a model allows. */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_SEARCH_H
#define UMBEL_FORMAL_LITMUS_MODEL_SEARCH_H

#include "formal/litmus/model/impl.h"

struct search {
    const struct model *model;
    struct outcomes *allowed;
    struct model_notes *notes;
    bool races_matter; /* the caller wants to know of data races */
    struct error *err;
    uint64_t work; /* rows of relations looked at */
};

/* Adds the outcomes of all executions. False and an error as for model_allows. */
bool search_all(struct search *s, const struct litmus *t, const struct litmus_place *at);

#endif
