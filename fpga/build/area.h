/*
 * The area of each unit of a design: its cells, counted in the netlists that Yosys and nextpnr
 * write. One row per unit; every cell counts in exactly one row.
 *
 * The netlists are flat. Only the names of cells still show the hierarchy: Yosys names a cell after
 * a wire that is connected to it. So a look-up table between two units counts in the unit of that
 * wire, and a cell that several units share counts once. A logic cell that nextpnr adds has no such
 * name: it counts with a cell that it shares a wire with; its carry wires are tried first.
 */
#ifndef UMBEL_FPGA_BUILD_AREA_H
#define UMBEL_FPGA_BUILD_AREA_H

#include "gen/machine/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum area_kind {
    AREA_LUT,   /* the first four: in the netlist after synthesis */
    AREA_FF,    /* flip-flops */
    AREA_CARRY, /* carry cells */
    AREA_BRAM,  /* block RAMs */
    AREA_LC,    /* logic cells, after packing: a look-up table, a flip-flop and a carry each */
    AREA_KINDS
};

struct area_row {
    const char
        *path; /* of its instance, "board.host"; "" is the top. A cell goes to the longest match */
    const char *name; /* shown in the report: "gpu0.l2.0" */
    uint32_t n[AREA_KINDS];
};

struct area {
    struct area_row *rows;
    size_t n_rows;
    struct arena arena;
};

void area_add(struct area *a, const char *path, const char *name);
/* Adds the rows of a board that carries this system. */
void area_add_board(struct area *a, const struct netlist *n);
void area_free(struct area *a);

/* The row that a cell of that name counts in; NULL if Yosys named the cell after no
 * wire ("$..."). */
struct area_row *area_row(struct area *a, const char *cell);

/* Both count the cells of a JSON netlist: the first that of Yosys' write_json, the second that of
 * nextpnr's --write after packing. False and an error if it cannot be read. */
bool area_count_synth(struct area *a, const char *path, struct error *err);
bool area_count_packed(struct area *a, const char *path, struct error *err);

uint32_t area_total(const struct area *a, enum area_kind kind);

#endif
