/*
 * libFuzzer target: the reader of system files. Lines `--set path=value` in front of the text are
 * taken as overrides, so that both ways into the reader are tried. The text is read as a system,
 * and as the size `three` of a family.
 *
 * `make fuzz` builds and runs it.
 */
#include "gen/system/system.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SETS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Either a machine or one line that says why not. */
static void read_as(const char *name, const char *text, size_t len, const char *const *sets,
                    size_t n)
{
    struct error err = {0};
    struct system *s = system_parse(text, len, name, sets, n, &err);
    if ((s == NULL) != error_is_set(&err) || strpbrk(err.text, "\n\r") != NULL)
        abort();
    system_free(s);
}

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
    size_t len = size - (size_t)(rest - text);
    read_as("fuzz.yaml", rest, len, sets, n);
    read_as("fuzz.yaml:three", rest, len, sets, n);
    free(text);
    return 0;
}
