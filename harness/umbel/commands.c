#include "harness/umbel/commands.h"

#include "sw/util/near.h"

#include "harness/umbel/fpga_verbs.h"
#include "harness/umbel/umbel.h"

#include <stdio.h>
#include <string.h>

const struct umbel_command umbel_commands[] = {
    {"run", umbel_run, &umbel_run_argp, "run a CUDA kernel on a system's RTL, check the result"},
    {"cuda", umbel_cuda, &umbel_cuda_argp, "run a whole CUDA program, its kernels on the RTL"},
    {"gen", umbel_gen, &umbel_gen_argp, "write a system's Verilog"},
    {"draw", umbel_draw, &umbel_draw_argp, "draw a system as a picture"},
    {"litmus", umbel_litmus, &umbel_litmus_argp,
     "run litmus tests on a system's RTL, judge the outcomes"},
    {"net", umbel_net, &umbel_net_argp, "measure a system's network under random packets"},
    {"locality", umbel_locality, &umbel_locality_argp,
     "tell how a kernel's accesses move, and where its data and CTAs should be"},
    {"thermal", umbel_thermal, &umbel_thermal_argp,
     "tell how hot a machine on an interposer becomes"},
    {"prove", umbel_prove, &umbel_prove_argp,
     "prove the units' properties on their emitted Verilog"},
    {"study", umbel_study, &umbel_study_argp, "measure a paper's figure, beside published numbers"},
    {"fpga", umbel_fpga, &umbel_fpga_argp, "build a board's bitstream, report its area and clock"},
    {"fpga probe", fpga_probe, &fpga_probe_argp, "tell what a board is, and measure its line"},
    {"fpga load", fpga_load, &fpga_load_argp, "load a bitstream into a board"},
    {"fpga litmus", fpga_litmus, &fpga_litmus_argp, "run litmus tests on a board"},
    {"fpga peek", fpga_peek, &fpga_peek_argp, "look at a line in a board's memory and caches"},
    {"fpga stats", fpga_stats, &fpga_stats_argp, "count what a board's units do"},
    {"fpga traffic", fpga_traffic, &fpga_traffic_argp, "check a board under random traffic"},
    {"fpga serve", fpga_serve, &fpga_serve_argp, "stand in for a board at a pseudo-terminal"},
    {"systems", umbel_systems, &umbel_systems_argp,
     "list the systems that ship; print one in full"},
    {"kernels", umbel_kernels, &umbel_kernels_argp, "list the kernels that ship"},
    {"units", umbel_units, &umbel_units_argp, "list the hardware units and their counters"},
    {"help", umbel_help, &umbel_help_argp, "tell what a command does, and its options"},
    {0},
};

const struct umbel_command *umbel_find(int n, char *const *words, int *taken)
{
    char name[64] = "";
    const struct umbel_command *found = NULL;
    for (int i = 0; i < n && i < 2; i++) {
        size_t used = strlen(name);
        if (snprintf(name + used, sizeof name - used, "%s%s", i > 0 ? " " : "", words[i]) >=
            (int)(sizeof name - used))
            break;
        for (const struct umbel_command *c = umbel_commands; c->name != NULL; c++)
            if (strcmp(c->name, name) == 0) {
                found = c;
                *taken = i + 1;
            }
    }
    return found;
}

int umbel_no_command(const char *first, const char *second)
{
    struct error err = {0};
    struct near near = {.word = first};
    error_set(&err, "'%s%s%s' is not a command; `umbel --help` lists them", first,
              second[0] != '\0' ? " " : "", second);
    for (const struct umbel_command *c = umbel_commands; c->name != NULL; c++)
        near_name(&near, c->name);
    if (second[0] == '\0')
        near_tell(&near, &err);
    return umbel_complain(&err);
}
