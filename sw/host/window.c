#include "sw/host/window.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Pieces are so large that their borders do not reach the kernel's limit of mappings. */
enum { SHIFT = 20, PIECES = 1 << (32 - SHIFT) };
#define PIECE (UINT64_C(1) << SHIFT)

/* WINDOW_BYTES at a multiple of it; NULL if there are none. */
static uint8_t *reserve(void)
{
    uint8_t *at =
        mmap(NULL, 2 * WINDOW_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    uint64_t below = -(uint64_t)(uintptr_t)at % WINDOW_BYTES;
    if (below > 0)
        munmap(at, below);
    munmap(at + below + WINDOW_BYTES, WINDOW_BYTES - below);
    return at + below;
}

bool window_make(struct window *w, struct error *err)
{
    *w = (struct window){.at = reserve()};
    if (w->at == NULL)
        return error_set(err,
                         "no 4 GiB of addresses for the window of a host program: %s; is there a "
                         "limit of virtual memory (ulimit -v)?",
                         strerror(errno));
    w->open = xcalloc(PIECES, 1);
    return true;
}

void window_free(struct window *w)
{
    if (w->at != NULL)
        munmap(w->at, WINDOW_BYTES);
    free(w->open);
    *w = (struct window){.at = NULL};
}

bool window_open(struct window *w, uint64_t address, uint64_t bytes)
{
    for (uint64_t i = address >> SHIFT; i <= (address + bytes - 1) >> SHIFT; i++) {
        if (w->open[i] == 0 && mprotect(w->at + i * PIECE, PIECE, PROT_READ | PROT_WRITE) != 0)
            return false;
        w->open[i] = 1;
    }
    return true;
}

void window_clear(struct window *w)
{
    for (uint64_t i = 0; i < PIECES; i++) {
        if (w->open[i] == 0)
            continue;
        madvise(w->at + i * PIECE, PIECE, MADV_DONTNEED);
        mprotect(w->at + i * PIECE, PIECE, PROT_NONE);
        w->open[i] = 0;
    }
}

bool window_holds(const struct window *w, uint64_t host, uint64_t bytes, uint64_t *address)
{
    *address = host - (uint64_t)(uintptr_t)w->at;
    return *address < WINDOW_BYTES && bytes <= WINDOW_BYTES - *address;
}
