/*
 * Yosys, nextpnr and icepack as shell scripts in FOLDER/bin; PATH then has only that folder. The
 * scripts copy files of FOLDER to where the real tools would write, and log each run in
 * FOLDER/runs.
 */
#ifndef UMBEL_TESTS_FPGA_FAKE_TOOLS_H
#define UMBEL_TESTS_FPGA_FAKE_TOOLS_H

#include "sw/util/file.h"
#include "tests/fpga/small_design.h"
#include "tests/support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char fake_yosys[] = "#!/bin/sh\n"
                                 "[ \"$1\" = -V ] && { echo 'Yosys 0'; exit; }\n"
                                 "echo yosys >> $FAKES/runs\n"
                                 "echo reading; cp $FAKES/netlist.json netlist.json\n";

static const char fake_nextpnr[] =
    "#!/bin/sh\n"
    "[ \"$1\" = --version ] && { cat $FAKES/version; exit; }\n"
    "case \"$*\" in\n"
    "*--pack-only*) cp $FAKES/packed.json packed.json; cat $FAKES/pack.log;;\n"
    "*) echo place >> $FAKES/runs; cp $FAKES/timing.json timing.json; echo \"$*\" > placed.asc;;\n"
    "esac\n";

static const char fake_icepack[] = "#!/bin/sh\n"
                                   "[ \"$1\" = -h ] && { echo 'Usage: icepack'; exit 1; }\n"
                                   "cp $1 $2\n";

static inline void fake_tool(void **state, const char *name, const char *script)
{
    char path[64];
    snprintf(path, sizeof path, "bin/%s", name);
    write_text(in_folder(state, path), script);
    chmod(in_folder(state, path), 0755);
}

/* Makes FOLDER/bin/NAME the real program of the machine. */
static inline void real_tool(void **state, const char *name)
{
    char from[64], to[64];
    snprintf(from, sizeof from, "/bin/%s", name);
    snprintf(to, sizeof to, "bin/%s", name);
    if (symlink(from, in_folder(state, to)) != 0)
        perror(from);
}

static char *path_before;

static inline int fake_tools_make(void **state)
{
    static const char *const real[] = {"env", "sh", "cp", "cat", "echo", "sleep"};
    struct error err = {0};
    if (folder_make(state) != 0 || !file_mkdirs(in_folder(state, "bin"), &err))
        return 1;
    for (size_t i = 0; i < sizeof real / sizeof *real; i++)
        real_tool(state, real[i]);
    fake_tool(state, "yosys", fake_yosys);
    fake_tool(state, "nextpnr-ice40", fake_nextpnr);
    fake_tool(state, "icepack", fake_icepack);
    small_copy(state);
    write_text(in_folder(state, "version"), "nextpnr 0\n");
    write_text(in_folder(state, "runs"), "");
    path_before = strdup(getenv("PATH"));
    setenv("FAKES", *state, 1);
    return setenv("PATH", in_folder(state, "bin"), 1);
}

static inline int fake_tools_remove(void **state)
{
    setenv("PATH", path_before, 1);
    free(path_before);
    return folder_remove(state);
}

#define test_with_fakes(f) cmocka_unit_test_setup_teardown(f, fake_tools_make, fake_tools_remove)

#endif
