/*
 * libFuzzer target: no text makes the reader of .litmus files crash or fail without a message, and
 * the models enumerate or refuse every test that it accepts. `make fuzz` builds and runs it.
 */
#include "formal/litmus/model/model.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void enumerate_in(const struct litmus *t, const struct litmus_place *at)
{
    struct outcomes allowed[MODELS] = {0};
    for (int m = 0; m < MODELS; m++) {
        struct error err = {0};
        if (!model_judges((enum litmus_model)m, t->language))
            continue;
        bool ok = model_allows(t, (enum litmus_model)m, at, &allowed[m], NULL, &err);
        bool faulty = !ok && strstr(err.text, ": P") != NULL; /* P0 divides by 0, ... */
        if (!t->branches && !faulty && (!ok || allowed[m].n == 0))
            abort();
        if (!ok)
            break;
        /* Each model allows what a stronger one does. */
        static const int stronger[MODELS] = {[MODEL_PTX] = MODEL_RC};
        for (size_t i = 0; m > 0 && i < allowed[stronger[m]].n; i++)
            if (!outcomes_have(&allowed[m], t, &allowed[stronger[m]].list[i]->state))
                abort();
    }
    for (int m = 0; m < MODELS; m++)
        outcomes_free(&allowed[m]);
}

/* Enumerates a test if it is small enough. Loops may never end, or have too many paths. */
static void enumerate(struct litmus *t)
{
    static const struct litmus_place together[LITMUS_THREADS] = {{0, 0}},
                                     pairs[LITMUS_THREADS] = {{0, 0}, {0, 0}, {0, 1}, {0, 1},
                                                              {1, 0}, {1, 0}, {1, 1}, {1, 1}};
    int insts = 0;
    for (int i = 0; i < t->n_threads; i++)
        insts += t->threads[i].n_insts;
    if (insts > 6)
        return;
    t->unroll = 1;
    enumerate_in(t, together);
    enumerate_in(t, pairs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct litmus *t = litmus_parse((const char *)data, size, "fuzz.litmus", &err);
    if ((t == NULL) != error_is_set(&err) || strpbrk(err.text, "\n\r") != NULL)
        abort();
    if (t != NULL)
        enumerate(t);
    litmus_free(t);
    return 0;
}
