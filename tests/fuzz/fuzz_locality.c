/*
 * libFuzzer target: the index analysis of any kernel that the parser reads ends with classes, words
 * and numbers.
 * clang -g -O1 -fsanitize=fuzzer,address,undefined -std=c17 -D_GNU_SOURCE -I. \
 *   tests/fuzz/fuzz_locality.c sw/locality/[!e]*.c sw/locality/e*.c sw/ptx/[!c]*.c \
 *   sw/ptx/c[!o]*.c sw/util/{arena,error,file,sbuf}.c -lm
 */
#include "sw/locality/locality.h"
#include "sw/ptx/listing.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void analyse(const struct ptx_kernel *k)
{
    struct error err = {0};
    uint8_t *params = calloc(1, k->param_bytes + 1u);
    struct locality *l = locality_new(k, &err);
    const struct locality_launch at = {{3, 2, 1}, {16, 4, 1}, params};
    struct sbuf words = {0};
    if ((l == NULL) != error_is_set(&err))
        abort();
    for (size_t i = 0; l != NULL && i < locality_count(l); i++) {
        locality_tell_index(l, i, NULL, &words);
        locality_tell_stride(l, i, NULL, &words);
        if (locality_class(l, i, 2, &at) >= LOCALITY_CLASSES)
            abort();
    }
    for (int p = 0; l != NULL && p < k->n_params && p < 20; p++)
        locality_at(l, p, &at);
    sbuf_free(&words);
    locality_free(l);
    free(params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct ptx_module *m = ptx_parse_listed((const char *)data, size, "fuzz", &err);
    for (size_t i = 0; m != NULL && i < ptx_kernel_count(m); i++)
        if (ptx_kernel(m, i)->refused == NULL)
            analyse(ptx_kernel(m, i));
    ptx_free(m);
    return 0;
}
