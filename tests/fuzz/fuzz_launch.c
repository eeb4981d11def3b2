/*
 * libFuzzer: no text makes the reader of launch files crash, hang or forget its error.
 *
 * `make fuzz` builds and runs it.
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
