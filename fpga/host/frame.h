/*
 * Frames of fpga/protocol.md: builds the frame of a body, and finds frames in a stream of bytes
 * that may contain anything else.
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

/* A receiver. It starts as all zeroes. */
struct frame_rx {
    uint8_t held[FRAME_MAX]; /* n bytes that may still become a frame; begins with FRAME_START */
    size_t n;
    uint64_t bad;   /* frames that failed: length below BODY_MIN, wrong CRC, or broken off */
    uint64_t noise; /* bytes outside good frames */
};

/* Adds one byte. Call frame_next until it returns 0 before the next byte is added. */
void frame_put(struct frame_rx *rx, uint8_t byte);

/* Copies the next good frame's body to `body` and returns its length; 0: more bytes are needed.
 * When a frame fails, only its 0xA5 is dropped, so that a frame that begins inside it is found. */
size_t frame_next(struct frame_rx *rx, uint8_t body[BODY_MAX]);

/* To be called when the line is silent: stops waiting for the rest of an unfinished frame and drops
 * its 0xA5. The bytes after that may hold a good frame, so call this and frame_next in turn until
 * this returns 0: then nothing is held. */
int frame_give_up(struct frame_rx *rx);

#endif
