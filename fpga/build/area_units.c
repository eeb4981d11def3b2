/* The rows of the report: which instances of a board's design are counted separately. */
#include "fpga/build/area.h"

#include <stdlib.h>
#include <string.h>

void area_add(struct area *a, const char *path, const char *name)
{
    a->rows = xrealloc(a->rows, (a->n_rows + 1) * sizeof *a->rows);
    a->rows[a->n_rows++] =
        (struct area_row){arena_strdup(&a->arena, path), arena_strdup(&a->arena, name), {0}};
}

void area_free(struct area *a)
{
    free(a->rows);
    arena_free(&a->arena);
    *a = (struct area){0};
}

/* The instance path of a tile in um_system, whose instance names have '_' for '.'. */
static const char *instance(struct area *a, const char *tile)
{
    char *path = arena_printf(&a->arena, "board.system.%s", tile);
    for (char *c = path + strlen("board.system."); *c != '\0'; c++)
        if (*c == '.')
            *c = '_';
    return path;
}

/* A UMC has three rows: its TSU, its ReqTracker and the rest. */
static void add_umc(struct area *a, const struct tile *t)
{
    const char *path = instance(a, t->name);
    area_add(a, arena_printf(&a->arena, "%s.tsu", path),
             arena_printf(&a->arena, "%s.tsu", t->name));
    area_add(a, arena_printf(&a->arena, "%s.reqtracker", path),
             arena_printf(&a->arena, "%s.reqtracker (with atomic unit)", t->name));
    area_add(a, path, arena_printf(&a->arena, "%s, the rest", t->name));
}

void area_add_board(struct area *a, const struct netlist *n)
{
    for (size_t i = 0; i < n->n_tiles; i++) {
        if (strcmp(n->tiles[i].class, "umc") == 0)
            add_umc(a, &n->tiles[i]);
        else
            area_add(a, instance(a, n->tiles[i].name), n->tiles[i].name);
    }
    for (uint32_t i = 0; i < n->sms; i++)
        area_add(a, arena_printf(&a->arena, "board.sm[%u].engine", i),
                 arena_printf(&a->arena, "engine %u", i));
    area_add(a, "board.host", "host and UART");
    area_add(a, "board.memory", "memory");
    area_add(a, "board.system", "between units: idle, probes");
    area_add(a, "board", "board: registers, bus");
    area_add(a, "", "top: clock, reset, pins");
}
