/*
 * The window: 4 GiB of the process's addresses, through which a host program sees the machine's
 * buffers. The pointer to a byte is the window and the byte's virtual address; its
 * low 32 bits are that address, so that nothing depends on where the window is. Pages are there
 * from the first access of a hook on; others fault.
 *
 * It is not the machine's memory. Its bytes are worth something between a hook and the access that
 * the hook announces, and are spoilt again at the next hook.
 */
#ifndef UMBEL_SW_HOST_WINDOW_H
#define UMBEL_SW_HOST_WINDOW_H

#include "sw/host/program.h"

#include <stdint.h>

#define WINDOW_BYTES HOST_REACH
enum { WINDOW_SPOILT = 0xdb }; /* a double of such bytes is -2.5e132 */

struct window {
    uint8_t *at;
    uint8_t *open; /* of each piece of it: whether its pages are there */
};

bool window_make(struct window *w, struct error *err);
void window_free(struct window *w);
/* Whether the pages of [address, address + bytes) are there now; if not, no memory is left. */
bool window_open(struct window *w, uint64_t address, uint64_t bytes);
/* Gives all pages back. */
void window_clear(struct window *w);
/* Whether [host, host + bytes) lies in the window, and its virtual address. */
bool window_holds(const struct window *w, uint64_t host, uint64_t bytes, uint64_t *address);

#endif
