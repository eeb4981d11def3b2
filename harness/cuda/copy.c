/* Copies between the program's memory and the machine's, and within the machine's. */
#include "harness/cuda/impl.h"

#include "harness/run/memory.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* What came to rest within a copy is of the copy. */
static void end_drain(struct program *p)
{
    if (!p->copying)
        parts_end(p->s.parts, p->s.machine, PART_DRAIN);
}

enum cuda_end program_settle(struct program *p, struct error *err)
{
    if (p->broken)
        return CUDA_FAULT;
    if (!p->unsettled)
        return CUDA_OK;
    enum cuda_end end = program_end_of(p, session_settle(&p->s), err);
    end_drain(p);
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
    end_drain(p);
    if (end != CUDA_OK)
        return end;
    if (p->emptied_frames)
        pages_settle(gpu_pages(p->s.gpu));
    p->warm = p->emptied_frames = false;
    return CUDA_OK;
}

/* ---- bytes ---- */

/* The page stays one that kernels only read. */
void program_drop_replicas(struct program *p, uint64_t address)
{
    struct pages *pages = gpu_pages(p->s.gpu);
    if (pages_has_replicas(pages, address)) {
        pages_drop_replicas(pages, address);
        p->emptied_frames = true;
    }
}

void program_put(struct program *p, uint64_t address, const uint8_t *bytes, uint64_t n)
{
    const struct pages *pages = gpu_pages(p->s.gpu);
    const struct gpu_range *r = gpu_range_of(p->s.gpu, address);
    for (uint64_t len, at = 0; at < n; at += len) {
        uint64_t physical;
        len = pages_run(pages, address + at);
        len = len < n - at ? len : n - at;
        program_drop_replicas(p, address + at);
        if (pages_find(pages, address + at, &physical))
            machine_poke(p->s.machine, physical, bytes + at, len);
        else
            memcpy((uint8_t *)(uintptr_t)r->init + (address + at - r->address), bytes + at, len);
    }
}

void program_get(const struct program *p, uint64_t address, uint8_t *bytes, uint64_t n)
{
    const struct gpu_range *r = gpu_range_of(p->s.gpu, address);
    memory_read(p->s.machine, p->s.gpu, r, address - r->address, bytes, n);
}

/* ---- rows ---- */

static uint64_t offset(const struct cuda_side *s, uint64_t slice, uint64_t row)
{
    return slice * s->slice + row * s->pitch;
}

/* Without cycles. What comes from the device goes through `bytes`, as both sides may overlap. */
static void copy_at_once(struct program *p, const struct cuda_copy *c, uint64_t to, uint64_t from,
                         uint8_t *bytes)
{
    const uint8_t *source = bytes;
    if (c->from.host != NULL)
        source = (const uint8_t *)c->from.host + from;
    else
        program_get(p, c->from.device + from, bytes, c->bytes);
    if (c->to.host != NULL)
        memmove((uint8_t *)c->to.host + to, source, c->bytes);
    else
        program_put(p, c->to.device + to, source, c->bytes);
}

static enum cuda_end copy_by_engine(struct program *p, const struct cuda_copy *c, uint64_t to,
                                    uint64_t from, struct error *err)
{
    if (c->from.host != NULL)
        return engines_put(p, c->to.device + to, (const uint8_t *)c->from.host + from, c->bytes,
                           err);
    if (c->to.host != NULL)
        return engines_get(p, c->from.device + from, (uint8_t *)c->to.host + to, c->bytes, err);
    engines_move(p, c->to.device + to, c->from.device + from, c->bytes);
    return CUDA_OK;
}

/* What the reference's memory gets of a row. */
static void note_row(struct program *p, const struct cuda_copy *c, uint64_t to, uint64_t from)
{
    const uint8_t *source = c->from.host != NULL
                                ? (const uint8_t *)c->from.host + from
                                : flat_at(p->flat, c->from.device + from, c->bytes);
    memmove(flat_change(p->flat, c->to.device + to, c->bytes), source, c->bytes);
}

static enum cuda_end copy_rows(struct program *p, const struct cuda_copy *c, struct error *err)
{
    bool engines = engines_take(p, c, err);
    enum cuda_end end = error_is_set(err) ? CUDA_NO_ROOM : CUDA_OK;
    uint8_t *bytes = xcalloc(1, c->bytes);
    for (uint64_t i = 0; i < c->slices * c->rows && end == CUDA_OK; i++) {
        uint64_t to = offset(&c->to, i / c->rows, i % c->rows);
        uint64_t from = offset(&c->from, i / c->rows, i % c->rows);
        if (engines)
            end = copy_by_engine(p, c, to, from, err);
        else
            copy_at_once(p, c, to, from, bytes);
        if (c->to.host == NULL && end == CUDA_OK)
            note_row(p, c, to, from);
    }
    free(bytes);
    return engines && end == CUDA_OK ? engines_finish(p, err) : end;
}

static void end_part(struct program *p, const struct cuda_copy *c, uint64_t bytes)
{
    static const char *const ways[2][2] = {{"within the machine", "to the machine"},
                                           {"from the machine", "within the host"}};
    struct part *part = parts_end(p->s.parts, p->s.machine, PART_COPY);
    if (part == NULL)
        return;
    part->name = xstrdup(ways[c->to.host != NULL][c->from.host != NULL]);
    part->bytes = bytes;
}

enum cuda_end program_copy(void *ctx, const struct cuda_copy *c, struct error *err)
{
    struct program *p = ctx;
    bool writes = c->to.host == NULL;
    enum cuda_end end = writes ? program_quiet(p, err) : program_settle(p, err);
    if (end != CUDA_OK || c->bytes == 0)
        return end;
    if (c->free)
        return copy_rows(p, c, err);
    const uint64_t bytes = c->bytes * c->rows * c->slices, before = p->s.machine->now;
    p->copies++;
    p->copied_bytes += bytes;
    p->copying = true;
    end = copy_rows(p, c, err);
    p->copying = false;
    p->copy_cycles += p->s.machine->now - before;
    end_part(p, c, bytes);
    return end;
}

enum cuda_end program_fill(void *ctx, const struct cuda_fill *f, struct error *err)
{
    struct program *p = ctx;
    enum cuda_end end = program_quiet(p, err);
    if (end != CUDA_OK || f->bytes == 0)
        return end;
    uint8_t *row = xcalloc(1, f->bytes);
    for (uint64_t i = 0; i < f->bytes; i++)
        row[i] = f->pattern[i % f->pattern_bytes];
    for (uint64_t slice = 0; slice < f->slices; slice++)
        for (uint64_t i = 0; i < f->rows; i++) {
            uint64_t at = f->to.device + offset(&f->to, slice, i);
            program_put(p, at, row, f->bytes);
            memcpy(flat_change(p->flat, at, f->bytes), row, f->bytes);
        }
    free(row);
    return CUDA_OK;
}
