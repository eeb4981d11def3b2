/*
 * A design of a dozen cells on hx8k's system, small enough to be counted by hand. tests/fpga/small
 * has the files as the tools would write them.
 *
 * One name (gpu0_sm0_l1x) begins like an instance's but is none. A flip-flop and its look-up table
 * are packed into one cell. nextpnr added three cells: the end of the TSU's carry, a cell behind
 * the tracker's look-up table, and a constant that belongs to no unit. The critical path goes from
 * the L1 to the board's reset: 0.5 + 1.5 + 0.25 + 1 + 0.25 + 0.5 + 0.25 + 2 + 0.25 ns.
 */
#ifndef UMBEL_TESTS_FPGA_SMALL_DESIGN_H
#define UMBEL_TESTS_FPGA_SMALL_DESIGN_H

#include "tests/support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies a file of the design into the test's folder, with the first `from` replaced by `to`, which
 * has the same length. */
static inline void small_with(void **state, const char *name, const char *from, const char *to)
{
    char path[1024];
    size_t len;
    snprintf(path, sizeof path, "%s/tests/fpga/small/%s", UMBEL_ROOT, name);
    char *text = read_bytes_of(path, &len);
    char *at = strstr(text, from);
    for (size_t i = 0; at != NULL && to[i] != '\0'; i++)
        at[i] = to[i];
    write_text(in_folder(state, name), text);
    free(text);
}

static inline void small_copy(void **state)
{
    static const char *const names[] = {"netlist.json", "packed.json", "pack.log", "timing.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        small_with(state, names[i], "", "");
}

/* The design, slower than asked for; and on a part of nine cells, into which it does not fit. */
static inline void small_too_slow(void **state)
{
    small_with(state, "timing.json", "153.8", "47.50");
}

static inline void small_too_large(void **state)
{
    small_with(state, "pack.log", "/ 7680", "/    9");
}

#endif
