/*
 * Combinational paths: which outputs of a unit depend on which of its inputs in the same cycle, and
 * whether such paths close a loop through the whole system.
 *
 * It is assumed that each output of a cell depends on each of its inputs, except in registers and
 * in writes to memories; in bitwise cells each output bit depends only on the same bit of the
 * inputs. So a path that is found may not be real, but no real path is missed.
 */
#include "formal/wiring/impl.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PORTS = 64 };

/* The paths of a module: for each port a mask of the ports that it depends on. */
struct summary {
    uint64_t depends[MOST_PORTS];
    bool known;
};

struct paths {
    const struct circuit *c;
    struct wiring_findings *f;
    struct summary *of; /* of each module */
};

/* The driver of a net of a module. */
struct driver {
    const struct cell *cell; /* NULL: none, a register, or a port */
    uint32_t pin, bit;
    uint64_t ports; /* mask of the ports that the net depends on */
    uint8_t state;  /* 0: not visited; 1: being visited; 2: known */
};

/* ---- cells of Yosys' own ---- */

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a cell ends a path: a flip-flop of any kind, or a write port of a memory. */
static bool holds(const char *type)
{
    static const char *const kinds[] = {"$dff",   "$sdff", "$adff",   "$aldff",
                                        "$memwr", "$ff",   "$meminit"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (starts(type, kinds[i]))
            return true;
    return false;
}

/* Whether output bit b depends on bit b of this pin alone. */
static bool is_bitwise(const char *type, const char *pin)
{
    static const char *const kinds[] = {"$and", "$or", "$xor", "$xnor", "$not", "$pos"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(type, kinds[i]) == 0)
            return true;
    return strcmp(type, "$mux") == 0 && strcmp(pin, "S") != 0;
}

/* ---- within a module ---- */

static uint32_t port_number(const struct module *m, const char *name)
{
    for (uint32_t i = 0; i < m->n_ports; i++)
        if (strcmp(m->ports[i].name, name) == 0)
            return i;
    return 0;
}

struct walk {
    const struct paths *p;
    const struct module *m;
    struct driver *net;
    int32_t *stack;
    size_t n, room;
};

/* Calls `each` for every net that this one directly depends on. */
static void causes(struct walk *w, const struct driver *d, void (*each)(struct walk *, int32_t))
{
    const struct cell *cell = d->cell;
    const struct summary *s = cell->of != NULL ? &w->p->of[cell->of - w->p->c->modules] : NULL;
    uint64_t mask =
        s != NULL ? s->depends[port_number(cell->of, cell->pins[d->pin].name)] : ~(uint64_t)0;
    for (uint32_t i = 0; i < cell->n_pins; i++) {
        const struct pin *pin = &cell->pins[i];
        if (pin->out || (s != NULL && (mask >> port_number(cell->of, pin->name) & 1) == 0))
            continue;
        bool one = s == NULL && is_bitwise(cell->type, pin->name) && d->bit < pin->n;
        for (uint32_t b = one ? d->bit : 0; b < (one ? d->bit + 1 : pin->n); b++)
            if (pin->bits[b] >= 0)
                each(w, pin->bits[b]);
    }
}

static void push_unknown(struct walk *w, int32_t net)
{
    if (w->net[net].state == 1)
        wiring_found(w->p->f, "no_loop", "%s has a loop within it", w->m->unit);
    if (w->net[net].state != 0)
        return;
    if (w->n == w->room) {
        w->room = 2 * w->room + 1024;
        w->stack = xrealloc(w->stack, w->room * sizeof *w->stack);
    }
    w->stack[w->n++] = net;
}

static void add_ports(struct walk *w, int32_t net)
{
    w->net[w->stack[w->n - 1]].ports |= w->net[net].ports;
}

/* The ports that a net depends on; a depth-first search without recursion. */
static uint64_t ports_of(struct walk *w, int32_t net)
{
    w->n = 0;
    push_unknown(w, net);
    while (w->n > 0) {
        int32_t at = w->stack[w->n - 1];
        struct driver *d = &w->net[at];
        if (d->state == 0) {
            d->state = 1;
            if (d->cell != NULL)
                causes(w, d, push_unknown);
        } else {
            if (d->state == 1 && d->cell != NULL)
                causes(w, d, add_ports);
            d->state = 2;
            w->n--;
        }
    }
    return w->net[net].ports;
}

static void find_drivers(const struct module *m, struct driver *net)
{
    for (uint32_t p = 0; p < m->n_ports; p++)
        for (uint32_t b = 0; !m->ports[p].out && b < m->ports[p].n; b++)
            if (m->ports[p].bits[b] >= 0)
                net[m->ports[p].bits[b]].ports = (uint64_t)1 << p;
    for (uint32_t i = 0; i < m->n_cells; i++) {
        const struct cell *cell = &m->cells[i];
        for (uint32_t p = 0; !holds(cell->type) && p < cell->n_pins; p++)
            for (uint32_t b = 0; cell->pins[p].out && b < cell->pins[p].n; b++)
                if (cell->pins[p].bits[b] >= 0) {
                    struct driver *d = &net[cell->pins[p].bits[b]];
                    d->cell = cell, d->pin = p, d->bit = b;
                }
    }
}

static void summarise(struct paths *p, const struct module *m)
{
    struct summary *s = &p->of[m - p->c->modules];
    if (s->known)
        return;
    s->known = true;
    for (uint32_t i = 0; i < m->n_cells; i++)
        if (m->cells[i].of != NULL)
            summarise(p, m->cells[i].of);
    if (m->n_ports > MOST_PORTS) {
        wiring_found(p->f, "outputs_are_registers", "%s has too many ports to look at", m->unit);
        return;
    }
    struct walk w = {.p = p, .m = m, .net = xcalloc((size_t)m->nets + 1, sizeof *w.net)};
    find_drivers(m, w.net);
    for (uint32_t i = 0; i < m->n_ports; i++)
        for (uint32_t b = 0; m->ports[i].out && b < m->ports[i].n; b++)
            if (m->ports[i].bits[b] >= 0)
                s->depends[i] |= ports_of(&w, m->ports[i].bits[b]);
    free(w.stack);
    free(w.net);
}

/* ---- units ---- */

static bool ends(const char *name, const char *with)
{
    size_t len = strlen(name), end = strlen(with);
    return len >= end && strcmp(name + len - end, with) == 0;
}

static bool is_of_channel(const char *port)
{
    return strstr(port, "_valid_") != NULL || strstr(port, "_ready_") != NULL ||
           strstr(port, "_msg_") != NULL;
}

/* Whether an output may depend on an input. With input queues only the probe may, on the input that
 * selects what it shows; without them, ready and idle may as well. */
static bool may_depend(const struct system *s, const char *out, const char *in)
{
    if (!is_of_channel(in))
        return strcmp(out, "probe_o") == 0 && strcmp(in, "probe_sel_i") == 0;
    return s->hardware.queue_in == 0 &&
           (ends(out, "_ready_o") || strcmp(out, "idle_o") == 0 || strcmp(out, "probe_o") == 0);
}

static void check_unit(struct paths *p, const struct system *s, const struct module *m)
{
    const struct summary *sum = &p->of[m - p->c->modules];
    for (uint32_t o = 0; o < m->n_ports; o++)
        for (uint32_t i = 0; m->ports[o].out && i < m->n_ports; i++)
            if ((sum->depends[o] >> i & 1) != 0 &&
                !may_depend(s, m->ports[o].name, m->ports[i].name))
                wiring_found(p->f, "outputs_are_registers", "%s.%s depends on %s in the same cycle",
                             m->unit, m->ports[o].name, m->ports[i].name);
}

/* ---- the whole system ---- */

/* Looks for loops through the nets of the top, where each unit is replaced by its paths. */
static void check_top(struct paths *p)
{
    summarise(p, p->c->top);
}

void wiring_paths(const struct circuit *c, const struct system *s, struct wiring_findings *f)
{
    struct paths p = {c, f, xcalloc(c->n_modules, sizeof *p.of)};
    check_top(&p);
    for (uint32_t i = 0; i < c->top->n_cells; i++) {
        const struct module *m = c->top->cells[i].of;
        bool seen = m == NULL;
        for (uint32_t j = 0; !seen && j < i; j++)
            seen = c->top->cells[j].of == m;
        if (!seen)
            check_unit(&p, s, m);
    }
    free(p.of);
}
