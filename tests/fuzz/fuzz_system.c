/*
 * libFuzzer target: the reader of system files. Lines `--set path=value` in front of the text are
 * taken as overrides, so that both ways into the reader are tried.
 *
 * `make fuzz` builds and runs it.
 */
#include "gen/system/system.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SETS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = text;
    const char *sets[MAX_SETS];
    size_t n = 0;
    while (n < MAX_SETS && strncmp(rest, "--set ", 6) == 0) {
        char *end = strchr(rest, '\n');
        if (end == NULL)
            break;
        *end = '\0';
        sets[n++] = rest + 6;
        rest = end + 1;
    }
    struct error err = {0};
    size_t len = size - (size_t)(rest - text);
    struct system *s = system_parse(rest, len, "fuzz.yaml", sets, n, &err);
    /* Either a machine or one line that says why not. */
    if ((s == NULL) != error_is_set(&err) || strpbrk(err.text, "\n\r") != NULL)
        abort();
    system_free(s);
    free(text);
    return 0;
}
