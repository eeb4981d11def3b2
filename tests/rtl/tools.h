/* Runs Verilog tools for tests: whether a tool is installed, and its output. */
#ifndef UMBEL_TESTS_RTL_TOOLS_H
#define UMBEL_TESTS_RTL_TOOLS_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>

/* Runs a shell command; its output is added to `said`. Returns its exit status, -1 if it died. */
static inline int tool_run(const char *command, struct sbuf *said)
{
    FILE *f = popen(command, "r");
    if (f == NULL)
        return -1;
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
        sbuf_add(said, part, n);
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline bool tool_installed(const char *tool)
{
    struct sbuf said = {0};
    char command[128];
    snprintf(command, sizeof command, "command -v %s", tool);
    int status = tool_run(command, &said);
    sbuf_free(&said);
    return status == 0;
}

#endif
