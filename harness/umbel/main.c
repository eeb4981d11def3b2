#include "harness/umbel/commands.h"
#include "harness/umbel/nvcc.h"
#include "harness/umbel/umbel.h"

#include <stdio.h>
#include <string.h>

/* A command whose output was not written has failed. */
static int finish(int status)
{
    int written = umbel_flush();
    return status != 0 ? status : written;
}

static bool is_any(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv)
{
    if (!umbel_begin(nvcc_is_name(argv[0]) ? "umbel-nvcc" : "umbel"))
        return 1;
    if (nvcc_is_name(argv[0]))
        return finish(umbel_nvcc(argc, argv));
    if (argc < 2) {
        fputs("umbel: do what? `umbel --help` lists the commands\n", stderr);
        return 1;
    }
    if (is_any(argv[1], "--help", "-h"))
        return finish(umbel_help(1, argv));
    if (is_any(argv[1], "--version", "-V"))
        return umbel_tell_version();
    int taken = 0;
    const struct umbel_command *c = umbel_find(argc - 1, argv + 1, &taken);
    if (c != NULL)
        return finish(c->run(argc - taken, argv + taken));
    return umbel_no_command(argv[1], "");
}
