/*
 * An arena: allocations that are freed all at once, by arena_free. Allocation never fails (the
 * process ends when the machine has no memory left) and returns zeroed bytes aligned to 16.
 */
#ifndef UMBEL_SW_UTIL_ARENA_H
#define UMBEL_SW_UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first; a zeroed arena is empty and ready */
};

void *arena_alloc(struct arena *a, size_t bytes);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), nonnull(2)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0), nonnull(2)));
void arena_free(struct arena *a);

/* calloc, realloc and strdup that end the process with a message instead of returning NULL. */
void *xcalloc(size_t count, size_t bytes);
void *xrealloc(void *p, size_t bytes);
char *xstrdup(const char *s);
/* A list of n elements, or NULL for none, with room for one more: for lists that only this
 * function has allocated, before each element that is added. */
void *xgrown(void *list, size_t n, size_t bytes) __attribute__((returns_nonnull));

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
