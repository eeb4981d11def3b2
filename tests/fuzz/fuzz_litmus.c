/*
 * libFuzzer target: no text makes the reader of .litmus files crash or forget its error, and what
 * it takes, the models can enumerate or refuse. `make fuzz` builds and runs it.
 */
#include "harness/litmus/model.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is small enough to be enumerated at once. Loops may never end, or have too many paths. */
static void enumerate(struct litmus *t)
{
    int insts = 0;
    for (int i = 0; i < t->n_threads; i++)
        insts += t->threads[i].n_insts;
    if (insts > 6)
        return;
    t->unroll = 1;
    struct outcomes sc = {0}, rc = {0};
    struct error err = {0};
    bool ok =
        model_allows(t, MODEL_SC, false, &sc, &err) && model_allows(t, MODEL_RC, false, &rc, &err);
    if ((!t->branches && (!ok || sc.n == 0)) || (ok && rc.n < sc.n))
        abort();
    outcomes_free(&sc);
    outcomes_free(&rc);
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
