/*
 * Frames of fpga/protocol.md: a body's way onto the line, and out of a stream of bytes that may
 * hold anything else besides.
 */
#ifndef UMBEL_FPGA_HOST_FRAME_H
#define UMBEL_FPGA_HOST_FRAME_H

#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_START = 0xA5,
    BODY_MIN = 3,
    BODY_MAX = 255,
    FRAME_EXTRA = 6, /* start, n, CRC */
    FRAME_MAX = BODY_MAX + FRAME_EXTRA
};

/* The frame of a body of BODY_MIN to BODY_MAX bytes. Returns its length. */
size_t frame_build(uint8_t frame[FRAME_MAX], const uint8_t *body, size_t n);

/* A receiver; zeroed, it has seen nothing. */
struct frame_rx {
    uint8_t held[FRAME_MAX]; /* what may still become a frame; begins with FRAME_START */
    size_t n;
    uint64_t bad;   /* frames that failed: n below 3, wrong CRC, or broken off */
    uint64_t noise; /* bytes that were part of no good frame */
};

/* One byte more. Before the next, frame_next is called until it returns 0. */
void frame_put(struct frame_rx *rx, uint8_t byte);

/* Length of the next good frame's body, which goes to `body`; 0: there is none without more bytes.
 * When a frame fails, its 0xA5 alone is dropped: one that begins inside it is found. */
size_t frame_next(struct frame_rx *rx, uint8_t body[BODY_MAX]);

/* The line is silent: what was begun is not waited for any longer. Drops its 0xA5; what follows
 * may be a good frame, so frame_next and this are called in turn until this returns 0, which is
 * when nothing is held. */
int frame_give_up(struct frame_rx *rx);

#endif
