/*
 * libFuzzer target: no text makes the reader of launch files crash, hang or fail without a message.
 *
 * `make fuzz` builds and runs it.
 */
#include "sw/runtime/internal.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Small buffers, as their contents are not fuzzed. */
    static const struct launch_limits limits = {4096, 4096 * 64, 4096 * 16};
    struct error err = {0};
    struct launch *l =
        launch_parse_within((const char *)data, size, "fuzz.yaml", "", NULL, 1, &limits, &err);
    if ((l == NULL) != error_is_set(&err))
        abort();
    launch_free(l);
    return 0;
}
