/* The report as text. */
#include "fpga/build/report.h"

#include <string.h>

static double percent(uint32_t part, uint32_t whole)
{
    return whole > 0 ? 100.0 * part / whole : 0;
}

/* ---- the verdict ---- */

static void tell_verdict(const struct report *r, struct sbuf *out)
{
    struct resource cells = resources_find(&r->part, "ICESTORM_LC");
    struct resource brams = resources_find(&r->part, "ICESTORM_RAM");
    sbuf_printf(out, "%s: %s\n%s\n\n", r->name, r->board->about, r->system->about);
    if (r->lacking != NULL) {
        struct resource lacking = resources_find(&r->part, r->lacking);
        sbuf_printf(out, "FAIL: does not fit: %u of %s, the part has %u", lacking.used,
                    lacking.name, lacking.there);
    } else {
        sbuf_printf(out, "%s: %.2f MHz reached, %u asked", r->pass ? "PASS" : "FAIL",
                    r->timing.reached, r->board->clock_mhz);
    }
    sbuf_printf(out, "; %s %s, seed %u\n", r->board->part, r->board->package, r->seed);
    sbuf_printf(out, "      %u of %u logic cells (%.0f %%), %u of %u block RAMs (%.0f %%)\n",
                cells.used, cells.there, percent(cells.used, cells.there), brams.used, brams.there,
                percent(brams.used, brams.there));
    if (r->board->model.about != NULL)
        sbuf_printf(out, "beside: %u logic cells, %u block RAMs, %u MHz: %s\n",
                    r->board->model.cells, r->board->model.brams, r->board->model.mhz,
                    r->board->model.about);
}

/* ---- units ---- */

static bool is_empty(const struct area_row *row)
{
    for (int k = 0; k < AREA_KINDS; k++)
        if (row->n[k] > 0)
            return false;
    return true;
}

static void tell_row(const char *name, const uint32_t n[AREA_KINDS], uint32_t there,
                     struct sbuf *out)
{
    sbuf_printf(out, "%-36s %6u %6u %6u %6u %6u %6.1f %%\n", name, n[AREA_LUT], n[AREA_FF],
                n[AREA_CARRY], n[AREA_BRAM], n[AREA_LC], percent(n[AREA_LC], there));
}

static void tell_units(const struct report *r, struct sbuf *out)
{
    uint32_t there = resources_find(&r->part, "ICESTORM_LC").there, total[AREA_KINDS];
    sbuf_printf(out, "\n%-36s %6s %6s %6s %6s %6s %8s\n", "unit", "LUT", "FF", "carry", "BRAM",
                "cells", "of part");
    for (size_t i = 0; i < r->area.n_rows; i++)
        if (!is_empty(&r->area.rows[i]))
            tell_row(r->area.rows[i].name, r->area.rows[i].n, there, out);
    for (int k = 0; k < AREA_KINDS; k++)
        total[k] = area_total(&r->area, (enum area_kind)k);
    tell_row("total", total, there, out);
    sbuf_puts(out,
              "LUT, FF, carry, BRAM: after synthesis. cells: logic cells after packing, each with "
              "room for a LUT, an FF\nand a carry. A cell counts where its name says, which Yosys "
              "makes of a wire at it: logic between two units\ncounts in one of them, what several "
              "share counts once. Cells that nextpnr added count with their neighbour.\n");
}

/* ---- timing ---- */

static void tell_path(const struct timing *t, struct sbuf *out)
{
    if (t->n_steps == 0)
        return;
    const struct timing_step *first = &t->steps[0], *last = &t->steps[t->n_steps - 1];
    sbuf_printf(out,
                "\ncritical path: %s.%s -> %s.%s, %.1f ns: %.1f in cells, %.1f in wires\n"
                "     at  in or beside\n",
                first->unit, first->wire, last->unit, last->wire, t->cells + t->wires, t->cells,
                t->wires);
    for (size_t i = 0; i < t->n_steps; i++) {
        const struct timing_step *s = &t->steps[i];
        sbuf_printf(out, "%4.1f ns  %s.%s", s->until, s->unit, s->wire);
        if (s->cells > 1)
            sbuf_printf(out, ", %u cells", s->cells);
        sbuf_puts(out, s == first || s == last ? " (register)\n" : "\n");
    }
}

void report_tell(const struct report *r, struct sbuf *out)
{
    tell_verdict(r, out);
    tell_units(r, out);
    tell_path(&r->timing, out);
}
