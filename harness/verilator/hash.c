/* What a unit is built with, as part of what it is hashed by. */
#include "harness/verilator/build_impl.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

const char *verilator_include(void)
{
    const char *root = getenv("VERILATOR_ROOT");
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/include", root != NULL ? root : "/usr/share/verilator");
    return path;
}

bool hash_verilator(content_hash *h, struct error *err)
{
    char version[PATH_MAX + 32];
    snprintf(version, sizeof version, "%s/verilated_config.h", verilator_include());
    return hash_file(h, version, err);
}
