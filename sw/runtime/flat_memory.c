#include "sw/runtime/flat_memory.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 }; /* bytes that are kept at once, before their first change since flat_mark */

struct area { /* an allocation */
    uint64_t address, bytes;
    uint8_t *at;
    uint8_t *kept; /* of each page: 1 if it has changed since flat_mark */
};

struct old { /* a page as it was */
    uint64_t address;
    uint8_t *at;
    uint32_t bytes;
    uint8_t was[PAGE];
};

struct flat {
    struct area *areas; /* sorted by address */
    size_t n;
    size_t last; /* of the last access */
    bool marked;
    struct old **old;
    size_t n_old;
};

static uint64_t pages_of(const struct area *a)
{
    return a->bytes / PAGE + 1;
}

bool flat_add(struct flat *f, const struct gpu_range *r, struct error *err)
{
    struct area a = {.address = r->address, .bytes = r->bytes};
    a.at = calloc(1, r->bytes > 0 ? r->bytes : 1);
    a.kept = calloc(1, pages_of(&a));
    if (a.at == NULL || a.kept == NULL) {
        free(a.at);
        free(a.kept);
        return error_set(err, "reference run: no memory left for the %llu bytes of '%s'",
                         (unsigned long long)r->bytes, r->name);
    }
    if (r->init != NULL)
        memcpy(a.at, r->init, r->bytes);
    f->areas = xgrown(f->areas, f->n, sizeof *f->areas);
    size_t i = f->n++;
    for (; i > 0 && f->areas[i - 1].address > a.address; i--)
        f->areas[i] = f->areas[i - 1];
    f->areas[i] = a;
    f->last = 0;
    return true;
}

void flat_remove(struct flat *f, uint64_t address)
{
    size_t i = 0;
    while (i < f->n && f->areas[i].address != address)
        i++;
    if (i == f->n)
        return;
    free(f->areas[i].at);
    free(f->areas[i].kept);
    for (f->n--; i < f->n; i++)
        f->areas[i] = f->areas[i + 1];
    f->last = 0;
}

struct flat *flat_new(const struct gpu *g, struct error *err)
{
    struct flat *f = xcalloc(1, sizeof *f);
    for (size_t i = 0; i < gpu_range_count(g); i++)
        if (!flat_add(f, gpu_range(g, i), err)) {
            flat_free(f);
            return NULL;
        }
    return f;
}

void flat_free(struct flat *f)
{
    if (f == NULL)
        return;
    flat_keep(f);
    for (size_t i = 0; i < f->n; i++) {
        free(f->areas[i].at);
        free(f->areas[i].kept);
    }
    free(f->areas);
    free(f->old);
    free(f);
}

const uint8_t *flat_bytes(const struct flat *f, size_t range)
{
    return f->areas[range].at;
}

/* ---- accesses ---- */

/* The area of an address, if any has it. */
static struct area *area_of(struct flat *f, uint64_t address)
{
    if (f->n > 0 && address - f->areas[f->last].address < f->areas[f->last].bytes)
        return &f->areas[f->last];
    size_t lo = 0, hi = f->n;
    while (lo < hi) { /* the first area that begins above the address */
        size_t mid = lo + (hi - lo) / 2;
        if (f->areas[mid].address <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0 || address - f->areas[lo - 1].address >= f->areas[lo - 1].bytes)
        return NULL;
    f->last = lo - 1;
    return &f->areas[f->last];
}

uint8_t *flat_at(struct flat *f, uint64_t address, uint64_t bytes)
{
    const struct area *a = area_of(f, address);
    return a != NULL && bytes <= a->bytes - (address - a->address) ? a->at + (address - a->address)
                                                                   : NULL;
}

static void keep_page(struct flat *f, struct area *a, uint64_t page)
{
    uint64_t from = page * PAGE, left = a->bytes - from;
    struct old *o = xcalloc(1, sizeof *o);
    o->address = a->address + from;
    o->at = a->at + from;
    o->bytes = (uint32_t)(left < PAGE ? left : PAGE);
    memcpy(o->was, o->at, o->bytes);
    f->old = xgrown(f->old, f->n_old, sizeof(struct old *));
    f->old[f->n_old++] = o;
    a->kept[page] = 1;
}

uint8_t *flat_change(struct flat *f, uint64_t address, uint64_t bytes)
{
    uint8_t *at = flat_at(f, address, bytes);
    if (!f->marked || at == NULL || bytes == 0)
        return at;
    struct area *a = &f->areas[f->last];
    uint64_t from = address - a->address;
    for (uint64_t page = from / PAGE; page <= (from + bytes - 1) / PAGE; page++)
        if (a->kept[page] == 0)
            keep_page(f, a, page);
    return at;
}

/* ---- going back ---- */

void flat_keep(struct flat *f)
{
    for (size_t i = 0; i < f->n_old; i++)
        free(f->old[i]);
    for (size_t i = 0; f->n_old > 0 && i < f->n; i++)
        memset(f->areas[i].kept, 0, pages_of(&f->areas[i]));
    f->n_old = 0;
    f->marked = false;
}

void flat_mark(struct flat *f)
{
    flat_keep(f);
    f->marked = true;
}

void flat_undo(struct flat *f)
{
    for (size_t i = 0; i < f->n_old; i++)
        memcpy(f->old[i]->at, f->old[i]->was, f->old[i]->bytes);
    flat_keep(f);
}

bool flat_changed(const struct flat *f, size_t i, uint64_t *address, uint64_t *bytes)
{
    if (i >= f->n_old)
        return false;
    *address = f->old[i]->address;
    *bytes = f->old[i]->bytes;
    return true;
}
