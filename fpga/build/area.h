/*
 * What each unit of a design needs of a part, counted in the netlists that Yosys and nextpnr write.
 *
 * A netlist is flat; what is left of the hierarchy is in the names of its cells, which Yosys makes
 * of the name of a wire at the cell. So a look-up table between two units counts where that wire
 * is, and one that serves several units counts once. A logic cell that nextpnr adds has no such
 * name: it counts with the cell that it shares a wire with, its carry before others. Every cell
 * counts in exactly one row.
 */
#ifndef UMBEL_FPGA_BUILD_AREA_H
#define UMBEL_FPGA_BUILD_AREA_H

#include "gen/system/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum area_kind {
    AREA_LUT,   /* of the netlist after synthesis */
    AREA_FF,    /* the same */
    AREA_CARRY, /* the same */
    AREA_BRAM,  /* the same */
    AREA_LC,    /* logic cells, after packing: a look-up table, a flip-flop and a carry each */
    AREA_KINDS
};

struct area_row {
    const char
        *path; /* of its instance, "board.host"; "" is the top. The longest that fits counts */
    const char *name; /* as it is told: "gpu0.l2.0" */
    uint32_t n[AREA_KINDS];
};

struct area {
    struct area_row *rows;
    size_t n_rows;
    struct arena arena;
};

void area_add(struct area *a, const char *path, const char *name);
/* The rows of a board with that system. */
void area_add_board(struct area *a, const struct netlist *n);
void area_free(struct area *a);

/* The row that a cell of that name counts in, NULL if its name is none of Yosys'. */
struct area_row *area_row(struct area *a, const char *cell);

/* Counts the cells of a JSON netlist: Yosys' write_json, or nextpnr's --write after packing. */
bool area_count_synth(struct area *a, const char *path, struct error *err);
bool area_count_packed(struct area *a, const char *path, struct error *err);

uint32_t area_total(const struct area *a, enum area_kind kind);

#endif
