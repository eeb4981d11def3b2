/* Checks the ports of units: connected, driven once, clocked; and that the system's idle_o depends
 * on all units and channels. */
#include "formal/wiring/impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- drivers ---- */

static const char *const may_be_constant[] = {"id_i",   "home_i", "route_i",
                                              "turn_i", "near_i", "far_i"};

static bool constant_is_right(const char *port)
{
    for (size_t i = 0; i < sizeof may_be_constant / sizeof *may_be_constant; i++)
        if (strcmp(port, may_be_constant[i]) == 0)
            return true;
    return false;
}

bool is_parked(const struct check *k, const struct cell *cell, const char *name)
{
    return system_has_rdc(k->sys) && k->sys->memory.host && is_unit(cell, "um_dram_mux") &&
           strncmp(cell->name, "host_", 5) == 0 && strncmp(name, "rdc_", 4) == 0;
}

/* An input of such a channel: nothing comes, and nothing would be held back. */
static bool parks_well(const struct pin *pin)
{
    if (strcmp(pin->name, "rdc_req_valid_i") == 0)
        return pin->bits[0] == BIT_0;
    return strcmp(pin->name, "rdc_rsp_ready_i") != 0 || pin->bits[0] == BIT_1;
}

/* The number of drivers of each net: ports of the system, units, and Yosys' own cells. */
static uint8_t *drivers(const struct module *top)
{
    uint8_t *n = xcalloc((size_t)top->nets, 1);
    for (uint32_t p = 0; p < top->n_ports; p++)
        for (uint32_t b = 0; !top->ports[p].out && b < top->ports[p].n; b++)
            n[top->ports[p].bits[b]]++;
    for (uint32_t i = 0; i < top->n_cells; i++)
        for (uint32_t p = 0; p < top->cells[i].n_pins; p++) {
            const struct pin *pin = &top->cells[i].pins[p];
            for (uint32_t b = 0; pin->out && b < pin->n; b++)
                if (pin->bits[b] >= 0 && n[pin->bits[b]] < 2)
                    n[pin->bits[b]]++;
        }
    return n;
}

static void check_pin(struct check *k, const struct cell *cell, const struct pin *port,
                      const uint8_t *driven)
{
    const struct pin *pin = cell_pin(cell, port->name);
    if (pin == NULL) {
        wiring_found(k->f, "ports_are_connected", "%s.%s is left open", cell->name, port->name);
        return;
    }
    if (pin->n != port->n)
        wiring_found(k->f, "ports_are_connected", "%s.%s has %u bits, %u are connected", cell->name,
                     port->name, port->n, pin->n);
    if (!port->out && is_parked(k, cell, port->name) && parks_well(pin))
        return;
    for (uint32_t b = 0; b < pin->n; b++) {
        bool constant = pin->bits[b] < 0;
        const char *why = constant
                              ? port->out || !constant_is_right(port->name) || pin->bits[b] == BIT_X
                                    ? "is a constant"
                                    : NULL
                          : driven[pin->bits[b]] == 0 ? "has no driver"
                          : driven[pin->bits[b]] > 1  ? "has two drivers"
                                                      : NULL;
        if (why != NULL) {
            wiring_found(k->f, "ports_are_connected", "%s.%s: bit %u %s", cell->name, port->name, b,
                         why);
            return;
        }
    }
}

/* ---- clocks ---- */

/* Checks a port that every unit shares with the system. */
static void check_shared(struct check *k, const struct cell *cell, const char *name)
{
    const struct module *top = k->c->top;
    const struct pin *whole = pin_of(top->ports, top->n_ports, name), *pin = cell_pin(cell, name);
    if (whole == NULL || pin == NULL || pin->n != whole->n ||
        memcmp(pin->bits, whole->bits, pin->n * sizeof *pin->bits) != 0)
        wiring_found(k->f, "clock_and_reset", "%s.%s is not the system's", cell->name, name);
}

void check_ports(struct check *k)
{
    const struct module *top = k->c->top;
    uint8_t *driven = drivers(top);
    if (k->c->resized != NULL)
        wiring_found(k->f, "ports_are_connected", "%s", k->c->resized);
    for (uint32_t i = 0; i < top->n_cells; i++) {
        const struct cell *cell = &top->cells[i];
        if (cell->of == NULL)
            continue;
        for (uint32_t p = 0; p < cell->of->n_ports; p++)
            check_pin(k, cell, &cell->of->ports[p], driven);
        check_shared(k, cell, "clk_i");
        check_shared(k, cell, "rst_i");
        check_shared(k, cell, "probe_sel_i");
    }
    for (uint32_t p = 0; p < top->n_ports; p++)
        for (uint32_t b = 0; top->ports[p].out && b < top->ports[p].n; b++)
            if (top->ports[p].bits[b] < 0 || driven[top->ports[p].bits[b]] != 1)
                wiring_found(k->f, "ports_are_connected", "um_system.%s: bit %u has no driver",
                             top->ports[p].name, b);
    free(driven);
}

/* ---- idle ---- */

/* Marks all nets on which a marked net depends through Yosys' own cells. */
static void mark_causes(const struct module *top, bool *marked)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < top->n_cells; i++) {
            const struct cell *cell = &top->cells[i];
            bool decides = false;
            for (uint32_t p = 0; cell->of == NULL && p < cell->n_pins; p++)
                for (uint32_t b = 0; cell->pins[p].out && b < cell->pins[p].n; b++)
                    decides |= cell->pins[p].bits[b] >= 0 && marked[cell->pins[p].bits[b]];
            for (uint32_t p = 0; decides && p < cell->n_pins; p++)
                for (uint32_t b = 0; !cell->pins[p].out && b < cell->pins[p].n; b++)
                    if (cell->pins[p].bits[b] >= 0 && !marked[cell->pins[p].bits[b]])
                        more = marked[cell->pins[p].bits[b]] = true;
        }
    }
}

void check_idle(struct check *k)
{
    const struct module *top = k->c->top;
    const struct pin *idle = pin_of(top->ports, top->n_ports, "idle_o");
    bool *marked = xcalloc((size_t)top->nets, sizeof *marked);
    if (idle != NULL && idle->bits[0] >= 0)
        marked[idle->bits[0]] = true;
    mark_causes(top, marked);
    for (uint32_t i = 0; i < top->n_cells; i++) {
        const struct pin *own = cell_pin(&top->cells[i], "idle_o");
        if (top->cells[i].of != NULL && (own == NULL || own->bits[0] < 0 || !marked[own->bits[0]]))
            wiring_found(k->f, "idle_hears_all", "um_system.idle_o does not see %s",
                         top->cells[i].name);
    }
    for (uint32_t i = 0; i < k->n_ends; i++) {
        const struct end *e = &k->ends[i];
        if (e->source && e->peer != NULL && e->cell != NULL && e->peer->cell != NULL &&
            !(marked[e->valid] && marked[e->ready]))
            wiring_found(k->f, "idle_hears_all", "um_system.idle_o does not see messages of %s",
                         end_name(k, e));
    }
    free(marked);
}
