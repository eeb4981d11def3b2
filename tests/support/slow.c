#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* "": everyday tests alone. */
static const char *wanted(void)
{
    const char *slow = getenv("UMBEL_SLOW");
    return slow != NULL ? slow : "";
}

bool slow_wanted(void)
{
    return wanted()[0] != '\0';
}

bool long_wanted(void)
{
    return strcmp(wanted(), "long") == 0;
}

static void only_if(bool wanted, const char *why, const char *value)
{
    if (wanted)
        return;
    print_message("*** SKIPPED: %s; UMBEL_SLOW=%s runs it ***\n", why, value);
    skip();
}

void slow_only(const char *why)
{
    only_if(slow_wanted(), why, "1");
}

void long_only(const char *why)
{
    only_if(long_wanted(), why, "long");
}
