#include "fpga/build/area.h"

#include "fpga/build/json.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

/* Whether a cell is in the instance: "board.host.crc_q" is in "board.host", "board.hosts"
 * is not. */
static bool is_in(const char *cell, const char *path)
{
    size_t len = strlen(path);
    return len == 0 || (strncmp(cell, path, len) == 0 && cell[len] == '.');
}

struct area_row *area_row(struct area *a, const char *cell)
{
    struct area_row *best = NULL;
    if (cell[0] == '$')
        return NULL;
    for (size_t i = 0; i < a->n_rows; i++)
        if (is_in(cell, a->rows[i].path) &&
            (best == NULL || strlen(a->rows[i].path) > strlen(best->path)))
            best = &a->rows[i];
    return best;
}

/* The row of cells that cannot be assigned to a unit. */
static struct area_row *top_row(struct area *a)
{
    struct area_row *row = area_row(a, "top");
    if (row == NULL) {
        area_add(a, "", "top");
        row = &a->rows[a->n_rows - 1];
    }
    return row;
}

uint32_t area_total(const struct area *a, enum area_kind kind)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < a->n_rows; i++)
        sum += a->rows[i].n[kind];
    return sum;
}

/* ---- after synthesis ---- */

static const struct {
    const char *begins;
    enum area_kind kind;
} cells[] = {
    {"SB_LUT4", AREA_LUT},
    {"SB_DFF", AREA_FF},
    {"SB_CARRY", AREA_CARRY},
    {"SB_RAM40_4K", AREA_BRAM},
};

bool area_count_synth(struct area *a, const char *path, struct error *err)
{
    json_t *file, *netlist = json_cells(path, &file, err), *cell;
    const char *name;
    json_object_foreach(netlist, name, cell)
    {
        const char *type = json_string_value(json_object_get(cell, "type"));
        struct area_row *row = area_row(a, name);
        for (size_t i = 0; type != NULL && i < sizeof cells / sizeof *cells; i++)
            if (strncmp(type, cells[i].begins, strlen(cells[i].begins)) == 0)
                (row != NULL ? row : top_row(a))->n[cells[i].kind]++;
    }
    json_decref(file);
    return netlist != NULL;
}

/* ---- after packing ---- */

/* For each wire (nextpnr numbers them) the row of a cell at it. An index, as rows may move. */
struct wires {
    size_t *row; /* index + 1; 0: none */
    size_t n;
};

static bool is_logic_cell(const json_t *cell)
{
    const char *type = json_string_value(json_object_get(cell, "type"));
    return type != NULL && strcmp(type, "ICESTORM_LC") == 0;
}

static size_t wire_at(const json_t *cell, const char *port)
{
    const json_t *bits = json_object_get(json_object_get(cell, "connections"), port);
    json_int_t bit = json_integer_value(json_array_get(bits, 0));
    return bit > 0 && bit < 100000000 ? (size_t)bit : 0;
}

/* Ports at which a cell that nextpnr added looks for a neighbour, in this order. */
static const char *const ports[] = {"COUT", "CIN", "O", "LO", "I0", "I1", "I2", "I3"};
enum { N_PORTS = sizeof ports / sizeof *ports };

static void note(struct wires *w, const json_t *cell, size_t row)
{
    for (size_t p = 0; p < N_PORTS; p++) {
        size_t wire = wire_at(cell, ports[p]);
        if (wire >= w->n) {
            size_t n = 2 * wire + 1024;
            w->row = xrealloc(w->row, n * sizeof *w->row);
            memset(w->row + w->n, 0, (n - w->n) * sizeof *w->row);
            w->n = n;
        }
        if (wire != 0 && w->row[wire] == 0)
            w->row[wire] = row + 1;
    }
}

static struct area_row *neighbour(struct area *a, const struct wires *w, const json_t *cell)
{
    for (size_t p = 0; p < N_PORTS; p++) {
        size_t wire = wire_at(cell, ports[p]);
        if (wire != 0 && wire < w->n && w->row[wire] > 0)
            return &a->rows[w->row[wire] - 1];
    }
    return top_row(a);
}

bool area_count_packed(struct area *a, const char *path, struct error *err)
{
    json_t *file, *netlist = json_cells(path, &file, err), *cell;
    struct wires w = {0};
    const char *name;
    top_row(a);
    json_object_foreach(netlist, name, cell)
    {
        struct area_row *row = is_logic_cell(cell) ? area_row(a, name) : NULL;
        if (row != NULL) {
            row->n[AREA_LC]++;
            note(&w, cell, (size_t)(row - a->rows));
        }
    }
    json_object_foreach(netlist, name, cell) if (is_logic_cell(cell) && area_row(a, name) == NULL)
        neighbour(a, &w, cell)
            ->n[AREA_LC]++;
    free(w.row);
    json_decref(file);
    return netlist != NULL;
}
