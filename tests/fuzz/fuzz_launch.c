/*
 * libFuzzer: no text makes the reader of launch files crash, hang or forget its error.
 *
 *     clang -std=c17 -D_GNU_SOURCE -I. -g -O1 -fsanitize=fuzzer,address,undefined \
 *         tests/fuzz/fuzz_launch.c sw/runtime/{launch,sizes,buffers,steps,schema,yaml,expr,value}.c
 * \ sw/util/{arena,error,file,sbuf}.c -lcyaml -lyaml -lm -o /tmp/fuzz_launch /tmp/fuzz_launch
 * -dict=tests/fuzz/launch.dict tests/fuzz/corpus/launch
 */
#include "sw/runtime/internal.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    /* Small buffers: what they hold is not what is fuzzed. */
    struct launch *l =
        launch_parse_within((const char *)data, size, "fuzz.yaml", "", NULL, 1, 4096, &err);
    if ((l == NULL) != error_is_set(&err))
        abort();
    launch_free(l);
    return 0;
}
