/*
 * What is remembered of memory: for each word of four bytes its last writer and two readers. A page
 * of memory in which something smaller was accessed has a cell per byte instead.
 */
#ifndef UMBEL_SW_RACES_SHADOW_H
#define UMBEL_SW_RACES_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MARK_READ = 1, MARK_WRITE = 2, MARK_STRONG = 4, MARK_ATOMIC = 8, MARK_USED = 16 };

/* An access. time 0: none. */
struct mark {
    uint32_t warp, time;
    int32_t inst; /* number of the instruction, as races.c counts them */
    uint8_t lane;
    uint8_t kind; /* MARK_READ | .. */
    uint8_t fn;   /* of an atomic */
};

struct cell {
    struct mark write, reads[2];
    uint32_t released; /* which clocks strong stores have released here; 0: none */
};

/* The most cells; memory beyond is not watched. */
enum { SHADOW_CELLS = 1 << 22 };

struct shadow;
struct shadow *shadow_new(void);
void shadow_free(struct shadow *s);
/*
 * The i-th cell of an access of `bytes` bytes; NULL: there is none, or it is not watched. `space` 0
 * is global memory, others are shared memories. Pointers are valid until the next call.
 */
struct cell *shadow_cell(struct shadow *s, uint64_t space, uint64_t address, uint32_t bytes,
                         uint32_t i);
/* Whether memory was too large to be watched as a whole. */
bool shadow_full(const struct shadow *s);

#endif
