/* Copies between the program's memory and the machine's, and within the machine's. */
#include "harness/cuda/impl.h"

#include "harness/run/memory.h"

#include <stdlib.h>
#include <string.h>

enum cuda_end program_settle(struct program *p, struct error *err)
{
    if (p->broken)
        return CUDA_FAULT;
    if (!p->unsettled)
        return CUDA_OK;
    enum cuda_end end = program_end_of(p, session_settle(&p->s), err);
    if (end != CUDA_OK)
        return end;
    p->unsettled = false;
    program_check(p);
    return CUDA_OK;
}

enum cuda_end program_quiet(struct program *p, struct error *err)
{
    enum cuda_end end = program_settle(p, err);
    if (end == CUDA_OK && p->warm && !machine_empty(p->s.machine, err))
        end = CUDA_BROKEN;
    if (end != CUDA_OK)
        return end;
    if (p->emptied_frames)
        pages_settle(gpu_pages(p->s.gpu));
    p->warm = p->emptied_frames = false;
    return CUDA_OK;
}

/* ---- bytes ---- */

/* Writes bytes where the machine has them: in memory, or in the first contents of pages that nobody
 * has touched. */
static void put(struct program *p, uint64_t address, const uint8_t *bytes, uint64_t n)
{
    const struct pages *pages = gpu_pages(p->s.gpu);
    const struct gpu_range *r = gpu_range_of(p->s.gpu, address);
    for (uint64_t len, at = 0; at < n; at += len) {
        uint64_t physical;
        len = pages_run(pages, address + at);
        len = len < n - at ? len : n - at;
        if (pages_find(pages, address + at, &physical))
            machine_poke(p->s.machine, physical, bytes + at, len);
        else
            memcpy((uint8_t *)(uintptr_t)r->init + (address + at - r->address), bytes + at, len);
    }
}

static void get(struct program *p, uint64_t address, uint8_t *bytes, uint64_t n)
{
    const struct gpu_range *r = gpu_range_of(p->s.gpu, address);
    memory_read(p->s.machine, p->s.gpu, r, address - r->address, bytes, n);
}

/* ---- rows ---- */

static uint64_t offset(const struct cuda_side *s, uint64_t slice, uint64_t row)
{
    return slice * s->slice + row * s->pitch;
}

/* One row. What comes from the device goes through `row`, as both sides may overlap. */
static void copy_row(struct program *p, const struct cuda_copy *c, uint64_t slice, uint64_t row,
                     uint8_t *bytes)
{
    uint64_t from = offset(&c->from, slice, row), to = offset(&c->to, slice, row);
    const uint8_t *source = bytes;
    if (c->from.host != NULL)
        source = (const uint8_t *)c->from.host + from;
    else
        get(p, c->from.device + from, bytes, c->bytes);
    if (c->to.host != NULL) {
        memmove((uint8_t *)c->to.host + to, source, c->bytes);
        return;
    }
    put(p, c->to.device + to, source, c->bytes);
    memcpy(flat_change(p->flat, c->to.device + to, c->bytes), source, c->bytes);
}

enum cuda_end program_copy(void *ctx, const struct cuda_copy *c, struct error *err)
{
    struct program *p = ctx;
    bool writes = c->to.host == NULL;
    enum cuda_end end = writes ? program_quiet(p, err) : program_settle(p, err);
    if (end != CUDA_OK || c->bytes == 0)
        return end;
    uint8_t *row = malloc(c->bytes);
    if (row == NULL) {
        error_set(err, "no memory left for a copy of %llu bytes", (unsigned long long)c->bytes);
        return CUDA_BROKEN;
    }
    for (uint64_t slice = 0; slice < c->slices; slice++)
        for (uint64_t i = 0; i < c->rows; i++)
            copy_row(p, c, slice, i, row);
    free(row);
    if (!c->free) {
        p->copies++;
        p->copied_bytes += c->bytes * c->rows * c->slices;
    }
    return CUDA_OK;
}

enum cuda_end program_fill(void *ctx, const struct cuda_fill *f, struct error *err)
{
    struct program *p = ctx;
    enum cuda_end end = program_quiet(p, err);
    if (end != CUDA_OK || f->bytes == 0)
        return end;
    uint8_t *row = malloc(f->bytes);
    if (row == NULL) {
        error_set(err, "no memory left for a row of %llu bytes", (unsigned long long)f->bytes);
        return CUDA_BROKEN;
    }
    for (uint64_t i = 0; i < f->bytes; i++)
        row[i] = f->pattern[i % f->pattern_bytes];
    for (uint64_t slice = 0; slice < f->slices; slice++)
        for (uint64_t i = 0; i < f->rows; i++) {
            uint64_t at = f->to.device + offset(&f->to, slice, i);
            put(p, at, row, f->bytes);
            memcpy(flat_change(p->flat, at, f->bytes), row, f->bytes);
        }
    free(row);
    return CUDA_OK;
}
