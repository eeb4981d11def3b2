#include "fpga/host/frame.h"

#include <string.h>
#include <zlib.h>

enum { HEAD = 2 }; /* start and n */

static uint32_t crc_of(const uint8_t *bytes, size_t n)
{
    return (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)n);
}

size_t frame_build(uint8_t frame[FRAME_MAX], const uint8_t *body, size_t n)
{
    frame[0] = FRAME_START;
    frame[1] = (uint8_t)n;
    memcpy(frame + HEAD, body, n);
    uint32_t crc = crc_of(frame + 1, n + 1);
    for (size_t i = 0; i < sizeof crc; i++)
        frame[HEAD + n + i] = (uint8_t)(crc >> (8 * i));
    return n + FRAME_EXTRA;
}

void frame_put(struct frame_rx *rx, uint8_t byte)
{
    if (rx->n < sizeof rx->held)
        rx->held[rx->n++] = byte;
}

static void drop(struct frame_rx *rx, size_t n)
{
    rx->n -= n;
    memmove(rx->held, rx->held + n, rx->n);
}

/* Drops the bytes before the next FRAME_START. */
static void skip_noise(struct frame_rx *rx)
{
    const uint8_t *start = memchr(rx->held, FRAME_START, rx->n);
    size_t noise = start != NULL ? (size_t)(start - rx->held) : rx->n;
    rx->noise += noise;
    drop(rx, noise);
}

static void fail(struct frame_rx *rx)
{
    rx->bad++;
    rx->noise++;
    drop(rx, 1);
    skip_noise(rx);
}

static int is_good(const uint8_t *frame, size_t n)
{
    uint32_t crc = 0;
    for (size_t i = 0; i < sizeof crc; i++)
        crc |= (uint32_t)frame[HEAD + n + i] << (8 * i);
    return crc == crc_of(frame + 1, n + 1);
}

size_t frame_next(struct frame_rx *rx, uint8_t body[BODY_MAX])
{
    skip_noise(rx);
    while (rx->n >= HEAD) {
        size_t n = rx->held[1];
        if (n >= BODY_MIN && rx->n < n + FRAME_EXTRA)
            return 0;
        if (n >= BODY_MIN && is_good(rx->held, n)) {
            memcpy(body, rx->held + HEAD, n);
            drop(rx, n + FRAME_EXTRA);
            return n;
        }
        fail(rx);
    }
    return 0;
}

int frame_give_up(struct frame_rx *rx)
{
    if (rx->n > 0)
        fail(rx);
    return rx->n > 0;
}
