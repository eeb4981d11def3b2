/* Finds the ends of channels, and checks that each channel joins two of them. */
#include "formal/wiring/impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

bool is_unit(const struct cell *cell, const char *prefix)
{
    size_t len = strlen(prefix);
    return cell != NULL && cell->of != NULL && strncmp(cell->of->unit, prefix, len) == 0 &&
           (cell->of->unit[len] == '_' || cell->of->unit[len] == '\0');
}

const char *end_name(const struct check *k, const struct end *e)
{
    if (e == NULL)
        return "nothing";
    return arena_printf(&k->f->arena, "%s.%s[%u]", e->cell != NULL ? e->cell->name : "um_system",
                        e->channel, e->index);
}

const struct end *end_at(const struct check *k, const struct cell *cell, const char *channel,
                         uint32_t index)
{
    uint32_t number = cell != NULL ? (uint32_t)(cell - k->c->top->cells) : k->c->top->n_cells;
    for (uint32_t i = k->first[number]; i < k->first[number + 1]; i++) {
        const struct end *e = &k->ends[i];
        if (e->index == index && strcmp(e->channel, channel) == 0)
            return e;
    }
    return NULL;
}

/* ---- finding them ---- */

/* Adds the channels of a unit, or of the system: those whose ports end in _valid_i or _valid_o. */
static void add_ends(struct check *k, const struct cell *cell, const struct pin *pins, uint32_t n,
                     uint32_t *room)
{
    for (uint32_t p = 0; p < n; p++) {
        const char *suffix = strstr(pins[p].name, "_valid_");
        if (suffix == NULL)
            continue;
        const char *channel =
            arena_strndup(&k->f->arena, pins[p].name, (size_t)(suffix - pins[p].name));
        bool out = pins[p].out;
        const struct pin *ready =
            pin_of(pins, n, arena_printf(&k->f->arena, "%s_ready_%c", channel, out ? 'i' : 'o'));
        const struct pin *msg =
            pin_of(pins, n, arena_printf(&k->f->arena, "%s_msg_%c", channel, out ? 'o' : 'i'));
        if (ready == NULL || msg == NULL || ready->n != pins[p].n || msg->n % pins[p].n != 0) {
            wiring_found(k->f, "channels_are_whole", "%s.%s has no ready or message of its width",
                         cell != NULL ? cell->name : "um_system", channel);
            continue;
        }
        uint32_t bits = msg->n / pins[p].n;
        for (uint32_t i = 0; i < pins[p].n; i++) {
            if (k->n_ends == *room) {
                *room = 2 * *room + 64;
                k->ends = xrealloc(k->ends, *room * sizeof *k->ends);
            }
            k->ends[k->n_ends++] = (struct end){.cell = cell,
                                                .channel = channel,
                                                .index = i,
                                                .source = out == (cell != NULL),
                                                .valid = pins[p].bits[i],
                                                .ready = ready->bits[i],
                                                .bits = bits,
                                                .msg = msg->bits + (size_t)i * bits};
        }
    }
}

static void find_ends(struct check *k)
{
    uint32_t room = 0;
    const struct module *top = k->c->top;
    k->first = xcalloc((size_t)top->n_cells + 2, sizeof *k->first);
    for (uint32_t i = 0; i < top->n_cells; i++) {
        k->first[i] = k->n_ends;
        if (top->cells[i].of != NULL) {
            add_ends(k, &top->cells[i], top->cells[i].pins, top->cells[i].n_pins, &room);
            k->f->units++;
        }
    }
    k->first[top->n_cells] = k->n_ends;
    add_ends(k, NULL, top->ports, top->n_ports, &room);
    k->first[top->n_cells + 1] = k->n_ends;
    queues_new(k);
}

/* ---- joining them ---- */

static void join_two(struct check *k, struct end *from, struct end *to)
{
    const char *a = end_name(k, from), *b = end_name(k, to);
    if (to->peer != NULL || from->peer != NULL) {
        wiring_found(k->f, "channels_are_whole", "%s to %s: one of them has another channel", a, b);
        return;
    }
    uint32_t differ = 0;
    for (uint32_t i = 0; i < from->bits && i < to->bits; i++)
        differ += from->msg[i] != to->msg[i];
    if (from->ready != to->ready)
        wiring_found(k->f, "channels_are_whole", "%s to %s: the ready is another channel's", a, b);
    else if (from->bits != to->bits)
        wiring_found(k->f, "channels_are_whole", "%s to %s: messages of %u and of %u bits", a, b,
                     from->bits, to->bits);
    else if (differ > 0)
        wiring_found(k->f, "channels_are_whole", "%s to %s: %u bits of the message are others'", a,
                     b, differ);
    else {
        from->peer = to;
        to->peer = from;
        k->f->channels++;
    }
}

void check_channels(struct check *k)
{
    find_ends(k);
    size_t nets = (size_t)k->c->top->nets;
    struct end **from = xcalloc(nets, sizeof(struct end *));
    for (uint32_t i = 0; i < k->n_ends; i++)
        if (k->ends[i].source && k->ends[i].valid >= 0)
            from[k->ends[i].valid] = &k->ends[i];
    for (uint32_t i = 0; i < k->n_ends; i++) {
        struct end *to = &k->ends[i];
        if (!to->source && to->valid >= 0 && from[to->valid] != NULL)
            join_two(k, from[to->valid], to);
    }
    free(from);
    for (uint32_t i = 0; i < k->n_ends; i++)
        if (k->ends[i].peer == NULL && !is_parked(k, k->ends[i].cell, k->ends[i].channel))
            wiring_found(k->f, "channels_are_whole", "%s leads nowhere", end_name(k, &k->ends[i]));
}
