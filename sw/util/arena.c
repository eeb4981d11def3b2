#include "sw/util/arena.h"

#include "sw/util/bound.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 * 1024, ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(ALIGN) unsigned char bytes[];
};

/* exit() and not abort(): exit() removes temporary files (leftover.h) and flushes stdout. */
static void *alive(void *p, size_t count, size_t bytes)
{
    if (p != NULL)
        return p;
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all))
        all = SIZE_MAX;
    fprintf(stderr, "umbel: out of memory: %zu bytes more were wanted%s\n", all, bound_told());
    exit(1);
}

void *xcalloc(size_t count, size_t bytes)
{
    return alive(calloc(count > 0 ? count : 1, bytes > 0 ? bytes : 1), count, bytes);
}

void *xrealloc(void *p, size_t bytes)
{
    return alive(realloc(p, bytes > 0 ? bytes : 1), 1, bytes);
}

char *xstrdup(const char *s)
{
    return alive(strdup(s), 1, strlen(s) + 1);
}

/* The room is a power of two, and doubles when n reaches it. */
void *xgrown(void *list, size_t n, size_t bytes)
{
    return (n & (n - 1)) != 0 ? list : xrealloc(list, (n > 0 ? 2 * n : 1) * bytes);
}

void *arena_alloc(struct arena *a, size_t bytes)
{
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    struct arena_block *b = a->blocks;
    if (b == NULL || b->size - b->used < bytes) {
        size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        b = xcalloc(1, sizeof *b + size);
        b->size = size;
        b->next = a->blocks;
        a->blocks = b;
    }
    void *p = b->bytes + b->used;
    b->used += bytes;
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *p = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return p;
}

void arena_free(struct arena *a)
{
    for (struct arena_block *b = a->blocks, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    a->blocks = NULL;
}
