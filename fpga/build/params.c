#include "fpga/build/params.h"

#include "sw/util/file.h"
#include "sw/util/yaml.h"

#include <stdlib.h>

/* The limits of fpga/rtl, and of the word addresses in fpga/protocol.md. */
enum {
    LINE_BYTES = 4,
    MOST_ENGINES = 4,    /* 0x400 words each from 0x1000 on */
    MOST_LINE_BITS = 14, /* two words per line from 0x8000 on */
    MOST_TILES = 256,    /* the board has 8 bits to choose a tile's probe */
    SLOT_BITS = 7        /* an engine's threads share 128 slots: two columns of block RAM */
};

/* Whether a file gives a field, and where. */
static bool gives(const char *path, const char *field, unsigned *line, unsigned *col)
{
    size_t len;
    struct error unread = {0};
    char *text = file_read(path, &len, &unread);
    bool found = text != NULL && yaml_where(text, len, field, line, col);
    free(text);
    return found;
}

struct limit {
    const struct system *sys;
    const char *path; /* of its file */
};

/* The place is that of the field in the system's file, or in the first of its bases that gives it.
 */
static bool wrong(const struct limit *l, const char *field, const char *what, unsigned is,
                  unsigned may, struct error *err)
{
    unsigned line = 1, col = 1;
    const char *path = l->path;
    char **base = l->sys->bases;
    while (!gives(path, field, &line, &col) && *base != NULL)
        path = *base++;
    return error_set(err, "%s:%u:%u: %s: %u; what surrounds it on a board is made for %u", path,
                     line, col, what, is, may);
}

bool params_check(const struct netlist *n, const char *path, struct error *err)
{
    const struct system *s = n->sys;
    const struct limit l = {s, path};
    if (s->line_bytes != LINE_BYTES)
        return wrong(&l, "line_bytes", "bytes of a line", s->line_bytes, LINE_BYTES, err);
    if (s->umc.count != 1)
        return wrong(&l, "umc.count", "memory controllers", s->umc.count, 1, err);
    if (n->sms > MOST_ENGINES)
        return wrong(&l, "gpus", "SMs over all GPUs", n->sms, MOST_ENGINES, err);
    if (n->line_bits > MOST_LINE_BITS)
        return wrong(&l, "umc.bytes", "bits of a line's address", n->line_bits, MOST_LINE_BITS,
                     err);
    if (n->core.bits[MSG_TAG] >= SLOT_BITS)
        return wrong(&l, "sm.tags", "threads an engine", 1u << n->core.bits[MSG_TAG],
                     1u << (SLOT_BITS - 1), err);
    return n->n_tiles <= MOST_TILES ||
           wrong(&l, "gpus", "hardware units", (unsigned)n->n_tiles, MOST_TILES, err);
}

void params_write(const struct netlist *n, uint32_t div, struct sbuf *out)
{
    const struct {
        const char *name;
        uint32_t value;
    } params[] = {
        {"DIV", div},
        {"GPUS", n->sys->gpus},
        {"SMS", n->sys->sm.count},
        {"LINE_W", n->core.bits[MSG_LINE]},
        {"TAG_W", n->core.bits[MSG_TAG]},
        {"SLOT_W", SLOT_BITS - n->core.bits[MSG_TAG]},
        {"UMC_TAG_W", n->memory.bits[MSG_TAG]},
        {"TS_W", n->core.bits[MSG_TS]},
        {"TIME_W", n->core.bits[MSG_TIME]},
    };
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        sbuf_printf(out, "%s.%-9s (%u)", i == 0 ? "" : ",\n", params[i].name, params[i].value);
    sbuf_puts(out, "\n");
}
