#include "sw/host/window.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Pieces are so large that their borders do not reach the kernel's limit of mappings. */
enum { SHIFT = 20, PIECES = 1 << (32 - SHIFT) };
#define PIECE (UINT64_C(1) << SHIFT)

/* Where windows are looked for first. A pointer that a program stores has the address of its
 * window, so it is the same in equal runs. */
#define FIRST UINT64_C(0x200000000000)
enum { TRIED = 1024 };

/* WINDOW_BYTES at a multiple of it; NULL if there are none. */
static uint8_t *reserve(void)
{
    for (uint64_t i = 0; i < TRIED; i++) {
        void *want = (void *)(uintptr_t)(FIRST + i * WINDOW_BYTES); // NOLINT: an address
        uint8_t *at =
            mmap(want, WINDOW_BYTES, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (at == want)
            return at;
        if (at != MAP_FAILED) /* a kernel before Linux 4.17 takes the place as a wish */
            munmap(at, WINDOW_BYTES);
        else if (errno != EEXIST)
            return NULL;
    }
    return NULL;
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
