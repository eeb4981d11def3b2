#include "fpga/host/board.h"

#include "sw/util/arena.h"

#include <stdlib.h>

enum { ADDRESSES = 0x10000, SHAPE_WORDS = 4 };

static bool is_there(const struct board *b, uint16_t address, size_t n, struct error *err)
{
    if (n >= 1 && n <= ADDRESSES - (size_t)address)
        return true;
    return error_set(err, "%s: %zu words at 0x%04X: ask for 1 to %d", b->exchange.port->name, n,
                     address, ADDRESSES - address);
}

static uint8_t part(size_t left)
{
    return (uint8_t)(left < EXCHANGE_WORDS ? left : EXCHANGE_WORDS);
}

bool board_read(struct board *b, uint16_t address, uint16_t *words, size_t n, struct error *err)
{
    if (!is_there(b, address, n, err))
        return false;
    for (size_t done = 0; done < n;) {
        const struct request q = {.op = EXCHANGE_READ,
                                  .address = (uint16_t)(address + done),
                                  .count = part(n - done),
                                  .in = words + done};
        if (!exchange_do(&b->exchange, &q, err))
            return false;
        done += q.count;
    }
    return true;
}

bool board_write(struct board *b, uint16_t address, const uint16_t *words, size_t n,
                 struct error *err)
{
    if (!is_there(b, address, n, err))
        return false;
    for (size_t done = 0; done < n;) {
        struct request q = {.op = EXCHANGE_WRITE,
                            .address = (uint16_t)(address + done),
                            .count = part(n - done),
                            .out = words + done};
        q.once = q.address <= BOARD_CONTROL && q.address + q.count > BOARD_CONTROL;
        if (!exchange_do(&b->exchange, &q, err))
            return false;
        done += q.count;
    }
    return true;
}

/* Whether a board of this shape fits into the address table. A garbled or foreign shape
 * does not. */
static bool fits(const struct board_shape *s, unsigned log2_slots)
{
    bool engines = s->gpus > 0 && s->sms > 0 &&
                   s->gpus * s->sms <= (BOARD_MEMORY - BOARD_ENGINES) / BOARD_ENGINE_WORDS;
    bool slots = s->threads > 0 && log2_slots <= 8 &&
                 (s->threads << log2_slots) * BOARD_SLOT_WORDS <= BOARD_ENGINE_WORDS;
    bool memory = s->line_bytes >= 2 && s->line_bytes % 2 == 0 && s->line_bits <= 15 &&
                  (s->line_bytes / 2) << s->line_bits <= ADDRESSES - BOARD_MEMORY;
    return engines && slots && memory && s->ts_bits > 0 && s->time_bits > 0;
}

static bool read_shape(struct board *b, struct error *err)
{
    uint16_t w[SHAPE_WORDS];
    struct board_shape *s = &b->shape;
    if (!board_read(b, BOARD_SHAPE, w, SHAPE_WORDS, err))
        return false;
    unsigned log2_slots = w[2] & 0xFF;
    *s = (struct board_shape){.gpus = w[0] >> 8,
                              .sms = w[0] & 0xFF,
                              .line_bits = w[1] >> 8,
                              .line_bytes = w[1] & 0xFF,
                              .threads = w[2] >> 8,
                              .ts_bits = w[3] >> 8,
                              .time_bits = w[3] & 0xFF};
    if (!fits(s, log2_slots))
        return error_set(
            err,
            "%s: the board's words 0x0002 to 0x0005, 0x%04X 0x%04X 0x%04X 0x%04X, tell "
            "of no system that has room on it; configure it again",
            b->exchange.port->name, w[0], w[1], w[2], w[3]);
    s->slots = 1u << log2_slots;
    return true;
}

struct board *board_open(struct port *port, const struct exchange_timing *timing, struct error *err)
{
    if (port == NULL)
        return NULL;
    struct board *b = xcalloc(1, sizeof *b);
    exchange_init(&b->exchange, port, timing);
    if (read_shape(b, err))
        return b;
    board_close(b);
    return NULL;
}

void board_close(struct board *b)
{
    if (b == NULL)
        return;
    b->exchange.port->close(b->exchange.port);
    free(b);
}
