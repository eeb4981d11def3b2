#include "harness/umbel/umbel.h"

#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *brief;
} commands[] = {
    {"run", umbel_run, "SYSTEM KERNEL   run a CUDA kernel on a system's RTL, and check the result"},
    {"gen", umbel_gen, "SYSTEM -o DIR   write the system's Verilog"},
    {"litmus", umbel_litmus,
     "FILE|DIR...     run litmus tests on a system's RTL, and judge the outcomes"},
    {"prove", umbel_prove, "[WHAT...]       prove the units' properties on their emitted Verilog"},
    {"fpga", umbel_fpga, "BOARD          build a board's bitstream, and report area and clock"},
    {"systems", umbel_systems, "                the systems that ship"},
    {"kernels", umbel_kernels, "                the kernels that ship"},
    {"units", umbel_units, "                the hardware units"},
};

enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *out)
{
    fputs("usage: umbel COMMAND ...\n\n", out);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  umbel %-8s %s\n", commands[i].name, commands[i].brief);
    fputs("\n`umbel COMMAND --help` tells a command's options.\n", out);
}

/* Words that did not arrive are work not done. */
static int finish(int status)
{
    int written = umbel_flush();
    return status != 0 ? status : written;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("umbel: do what? `umbel --help` lists the commands\n", stderr);
        return 1;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return umbel_flush();
    }
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return finish(commands[i].run(argc - 1, argv + 1));
    fprintf(stderr, "umbel: '%s' is not a command; `umbel --help` lists them\n", argv[1]);
    return 1;
}
