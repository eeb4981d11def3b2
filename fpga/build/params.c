#include "fpga/build/params.h"

#include <string.h>

/* The limits of fpga/rtl, and of the word addresses in fpga/protocol.md. */
enum {
    LINE_BYTES = 4,
    MOST_ENGINES = 4,    /* 0x400 words each from 0x1000 on */
    MOST_LINE_BITS = 14, /* two words per line from 0x8000 on */
    MOST_TILES = 256,    /* the board has 8 bits to choose a tile's probe */
    SLOT_BITS = 7        /* an engine's threads share 128 slots: two columns of block RAM */
};

static bool wrong(const struct netlist *n, const char *field, const char *what, unsigned is,
                  unsigned may, struct error *err)
{
    struct sbuf place = {0};
    system_where(n->sys, field, &place);
    error_set(err, "%s: %s: %u; what surrounds it on a board is made for %u", place.text, what, is,
              may);
    sbuf_free(&place);
    return false;
}

bool params_check(const struct netlist *n, struct error *err)
{
    const struct system *s = n->sys;
    if (s->line_bytes != LINE_BYTES)
        return wrong(n, "line_bytes", "bytes of a line", s->line_bytes, LINE_BYTES, err);
    if (s->umc.count != 1)
        return wrong(n, "umc.count", "memory controllers", s->umc.count, 1, err);
    if (n->sms > MOST_ENGINES)
        return wrong(n, "gpus", "SMs over all GPUs", n->sms, MOST_ENGINES, err);
    if (n->line_bits > MOST_LINE_BITS)
        return wrong(n, "umc.bytes", "bits of a line's address", n->line_bits, MOST_LINE_BITS, err);
    if (n->core.bits[MSG_TAG] >= SLOT_BITS)
        return wrong(n, "sm.tags", "threads an engine", 1u << n->core.bits[MSG_TAG],
                     1u << (SLOT_BITS - 1), err);
    return n->n_tiles <= MOST_TILES ||
           wrong(n, "gpus", "hardware units", (unsigned)n->n_tiles, MOST_TILES, err);
}

int params_list(const struct netlist *n, uint32_t div, struct tile_param *to)
{
    const uint32_t tag_w = n->core.bits[MSG_TAG];
    const struct tile_param params[] = {
        {"DIV", div},
        {"GPUS", n->sys->gpus},
        {"SMS", n->sys->sm.count},
        {"LINE_W", n->line_bits},
        {"TAG_W", tag_w},
        {"SLOT_W", SLOT_BITS - tag_w},
        {"UMC_TAG_W", n->memory.bits[MSG_TAG]},
        {"SPARE_W", n->rules.invalidates ? n->memory.bits[MSG_SPARE] : 0},
        {"TS_W", n->core.bits[MSG_TS]},
        {"TIME_W", n->core.bits[MSG_TIME]},
    };
    memcpy(to, params, sizeof params);
    return sizeof params / sizeof *params;
}

void params_write(const struct netlist *n, uint32_t div, struct sbuf *out)
{
    struct tile_param params[TILE_MAX_PARAMS];
    int count = params_list(n, div, params);
    for (int i = 0; i < count; i++)
        sbuf_printf(out, "%s.%-9s (%u)", i == 0 ? "" : ",\n", params[i].name, params[i].value);
    sbuf_puts(out, "\n");
}
