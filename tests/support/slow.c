#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

bool slow_wanted(void)
{
    const char *slow = getenv("UMBEL_SLOW");
    return slow != NULL && slow[0] != '\0';
}

void slow_only(const char *why)
{
    if (slow_wanted())
        return;
    print_message("*** SKIPPED: %s; UMBEL_SLOW=1 runs it ***\n", why);
    skip();
}
