/* What a unit is built with, as part of what it is hashed by. */
#include "harness/verilator/build.h"
#include "harness/verilator/build_impl.h"
#include "sw/util/file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *verilator_include(void)
{
    const char *root = getenv("VERILATOR_ROOT");
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/include", root != NULL ? root : "/usr/share/verilator");
    return path;
}

static void header_of_version(char path[PATH_MAX + 32])
{
    snprintf(path, PATH_MAX + 32, "%s/verilated_config.h", verilator_include());
}

bool hash_verilator(content_hash *h, struct error *err)
{
    char version[PATH_MAX + 32];
    header_of_version(version);
    return hash_file(h, version, err);
}

bool verilator_version(char text[VERILATOR_VERSION_TEXT])
{
    static const char define[] = "#define VERILATOR_VERSION \"";
    char path[PATH_MAX + 32];
    size_t len;
    struct error ignored = {0};
    header_of_version(path);
    char *header = file_read(path, &len, &ignored);
    const char *at = header != NULL ? strstr(header, define) : NULL;
    if (at != NULL) {
        at += strlen(define);
        snprintf(text, VERILATOR_VERSION_TEXT, "%.*s", (int)strcspn(at, "\""), at);
    }
    free(header);
    return at != NULL;
}
