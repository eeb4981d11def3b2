#include "sw/locality/impl.h"

#include <stdlib.h>

struct locality *locality_new(const struct ptx_kernel *k, struct error *err)
{
    struct locality *l = xcalloc(1, sizeof *l);
    l->kernel = k;
    if (ptx_listing(k) == NULL) {
        error_set(err, "kernel '%s' was read without a listing: use ptx_parse_listed", k->name);
        free(l);
        return NULL;
    }
    if (!expansion_start(&l->x, k, &l->arena, err)) {
        locality_free(l);
        return NULL;
    }
    gather_accesses(l);
    find_trips(l);
    merge_copies(l);
    for (size_t i = 0; i < l->n; i++)
        split_access(l, &l->accesses[i]);
    return l;
}

void locality_free(struct locality *l)
{
    if (l == NULL)
        return;
    expansion_free(&l->x);
    free(l->accesses);
    free(l->rolled);
    arena_free(&l->arena);
    free(l);
}

size_t locality_count(const struct locality *l)
{
    return l->n;
}

const struct locality_access *locality_access(const struct locality *l, size_t access)
{
    return &l->accesses[access].pub;
}
