/* What a test's threads may end in under a model: the models by name, and the search. */
#include "formal/litmus/model/search.h"

static const struct model *const models[MODELS] = {&model_sc, &model_rc, &model_ptx, &model_rvwmo,
                                                   &model_tso};
const char *const model_names[MODELS] = {"sc", "rc", "ptx", "rvwmo", "tso"};

bool model_judges(enum litmus_model model, enum litmus_language language)
{
    switch (model) {
    case MODEL_PTX:
        return language == LITMUS_C || language == LITMUS_PTX;
    case MODEL_RVWMO:
        return language == LITMUS_RISCV;
    case MODEL_TSO:
        return language >= LITMUS_RISCV;
    default:
        return true;
    }
}

bool model_allows(const struct litmus *t, enum litmus_model model, const struct litmus_place *at,
                  struct outcomes *allowed, struct model_notes *notes, struct error *err)
{
    struct model_notes ignored;
    struct search s = {.model = models[model],
                       .allowed = allowed,
                       .notes = notes != NULL ? notes : &ignored,
                       .races_matter = notes != NULL,
                       .err = err};
    *s.notes = (struct model_notes){0};
    return search_all(&s, t, at);
}

bool model_alike(const struct litmus *t, enum litmus_model model, const struct litmus_place *a,
                 const struct litmus_place *b)
{
    for (int i = 0; t->barriers && i < t->n_threads; i++)
        for (int j = 0; j < i; j++)
            if (place_same_cta(&a[i], &a[j]) != place_same_cta(&b[i], &b[j]))
                return false;
    return models[model]->alike(t->n_threads, a, b);
}
