#include "tests/support/session.h"

#include <string.h>

static size_t line_of(const char *text)
{
    return strcspn(text, "\n");
}

static bool same_line(const char *a, const char *b)
{
    return line_of(a) == line_of(b) && strncmp(a, b, line_of(a)) == 0;
}

static const char *after(const char *line)
{
    line += line_of(line);
    return *line == '\n' ? line + 1 : line;
}

bool session_prints(const char *expected, const char *printed, struct sbuf *why)
{
    bool any = false;
    for (; *expected != '\0'; expected = after(expected)) {
        if (same_line(expected, "...")) {
            any = true;
            continue;
        }
        const char *at = printed;
        while (any && *at != '\0' && !same_line(expected, at))
            at = after(at);
        if (*at == '\0' || !same_line(expected, at)) {
            sbuf_printf(why, "does not print\n  %.*s\nbut goes on with\n  %.*s",
                        (int)line_of(expected), expected, (int)line_of(printed), printed);
            return false;
        }
        printed = after(at);
        any = false;
    }
    if (any || *printed == '\0')
        return true;
    sbuf_printf(why, "prints more:\n  %.*s", (int)line_of(printed), printed);
    return false;
}
