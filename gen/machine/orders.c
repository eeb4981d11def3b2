/*
 * Checks a composed machine against its protocol's table of orders (gen/proto/order.h). Where a
 * class has several channels from one node to another, some bits of a message choose one: at a
 * package's lanes the lowest of its line, at a network interface X_LANE_W at X_LANE_LSB. They must
 * be alike in all messages whose order counts.
 */
#include "gen/machine/netlist.h"
#include "gen/system/derived.h"
#include "gen/units/fabric/flit.h"

#include <stdio.h>
#include <string.h>

/* A row of the table that is broken if the order of so few messages is kept. */
static const struct order *broken(const struct netlist *n, enum msg_class c, enum order_scope kept)
{
    for (const struct order *o = n->rules.orders; o->later != NULL; o++)
        if (o->class == c && o->among > kept)
            return o;
    return NULL;
}

static bool report(const struct order *o, const char *where, const char *chosen_by,
                   struct error *err)
{
    error_set(err, "%s: %s must not overtake %s, of %s; but %s chooses their channel", where,
              o->later, o->earlier,
              o->among == ORDER_LINE ? "its line" : "whatever line of its bank", chosen_by);
    return false;
}

/* A parameter of a class, "RSP_LANE_W"; 0: the tile has none. */
static uint32_t param(const struct tile *t, enum msg_class c, const char *what)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%s", flit_prefix(c), what);
    return tile_param(t, name);
}

static bool within(uint32_t lsb, uint32_t bits, uint32_t of_lsb, uint32_t of_bits)
{
    return lsb >= of_lsb && lsb + bits <= of_lsb + of_bits;
}

/* What an interface keeps in order on the way to one node, which has one destination. */
static bool check_interface(const struct netlist *n, const struct tile *t, enum msg_class c,
                            struct error *err)
{
    const uint32_t lsb = param(t, c, "LANE_LSB"), bits = param(t, c, "LANE_W");
    const uint32_t dest = param(t, c, "DEST_LSB"), dest_bits = param(t, c, "DEST_W");
    /* The line's address is above its data, or alone in an acknowledgement. */
    const uint32_t line = param(t, c, "BODY_W");
    if (bits == 0) /* the interface has none of the class */
        return true;
    if (tile_param(t, "ORDERED") == 0 && system_asks_once(n->sys))
        return true; /* of one line it has one message at a time */
    const enum order_scope kept = tile_param(t, "ORDERED") == 0           ? ORDER_NONE
                                  : within(lsb, bits, dest, dest_bits)    ? ORDER_BANK
                                  : within(lsb, bits, line, n->line_bits) ? ORDER_LINE
                                                                          : ORDER_NONE;
    const struct order *o = broken(n, c, kept);
    return o == NULL || report(o, t->name, kept == ORDER_LINE ? "the line" : "no address", err);
}

bool netlist_keeps_orders(const struct netlist *n, struct error *err)
{
    if (n->sys->fault == SYS_FAULT_NETWORK_ORDERS_LINES)
        return true;
    for (enum msg_class c = 0; c < MSG_CLASSES; c++) {
        const struct order *o = broken(n, c, ORDER_LINE);
        if (o != NULL && system_lanes(n->sys) > n->map.banks)
            return report(o, "lanes", "more of the line than names its bank", err);
        for (size_t i = 0; i < n->n_tiles; i++)
            if (strcmp(n->tiles[i].class, "ni_inject") == 0 &&
                !check_interface(n, &n->tiles[i], c, err))
                return false;
    }
    return true;
}
