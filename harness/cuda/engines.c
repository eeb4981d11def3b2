/*
 * Copies by the machine's copy engines, as commands whose reads and writes pass the fabric and the
 * memory controllers. An engine reaches only the machine's memory, so bytes of the program are
 * staged in the host's memory, as drivers stage pageable memory. An engine copies whole lines; the
 * bytes of a copy that share their line with others are put and taken without cycles.
 */
#include "harness/cuda/impl.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { STAGING_BYTES = 1 << 20 };

/* Bytes that an engine brings to the staging memory, and where the program wants them. */
struct landing {
    uint8_t *to;
    uint64_t at, bytes; /* at: in the staging memory */
};

struct staging {
    uint64_t address, bytes; /* of the staging memory */
    uint64_t used;
    struct landing *landings;
    size_t n_landings;
};

static uint64_t line_bytes(const struct program *p)
{
    return p->s.sys->line_bytes;
}

static uint64_t up(const struct program *p, uint64_t bytes)
{
    return (bytes + line_bytes(p) - 1) / line_bytes(p) * line_bytes(p);
}

/* ---- the staging memory ---- */

static enum cuda_end open_staging(struct program *p, struct error *err)
{
    if (p->staging != NULL)
        return CUDA_OK;
    uint64_t node = p->s.sys->umc.count * p->s.sys->umc.bytes / 8;
    struct staging *s = xcalloc(1, sizeof *s);
    s->bytes = node < STAGING_BYTES ? node : STAGING_BYTES;
    enum cuda_end end = program_allocate_apart(p, 0, CUDA_ON_HOST, "staging memory of copies",
                                               s->bytes, 256, &s->address, err);
    if (end != CUDA_OK) {
        free(s);
        return end;
    }
    p->staging = s;
    return CUDA_OK;
}

/* ---- commands ---- */

/* Both addresses begin lines of `bytes` bytes, which lie one after the other in physical memory.
 * The engine is that of the package whose memory takes part. */
static void command(struct program *p, uint64_t to, uint64_t from, uint64_t bytes)
{
    const struct pages *pages = gpu_pages(p->s.gpu);
    struct pages_move move = {.bytes = bytes};
    uint32_t gpus = p->s.sys->gpus, engine = 0;
    if (!pages_find(pages, to, &move.to) || !pages_find(pages, from, &move.from))
        return;
    if (pages_in_table(pages) && pages_node(pages, to) < gpus)
        engine = pages_node(pages, to);
    else if (pages_in_table(pages) && pages_node(pages, from) < gpus)
        engine = pages_node(pages, from);
    program_drop_replicas(p, to);
    machine_host_copy(p->s.machine, engine, &move);
}

/* Waits for all engines, and gives the program what they have brought. */
enum cuda_end engines_finish(struct program *p, struct error *err)
{
    struct staging *st = p->staging;
    enum run_end end = RUN_OK;
    if (machine_copies_idle(p->s.machine))
        return CUDA_OK;
    while (end == RUN_OK && !machine_copies_idle(p->s.machine))
        end = run_cycle(&p->s, NULL);
    p->warm = p->unsettled = true;
    if (end == RUN_OK)
        end = session_settle(&p->s);
    if (end != RUN_OK)
        return program_end_of(p, end, err);
    for (size_t i = 0; st != NULL && i < st->n_landings; i++) {
        const struct landing *l = &st->landings[i];
        program_get(p, st->address + l->at, l->to, l->bytes);
    }
    if (st != NULL)
        st->used = st->n_landings = 0;
    return CUDA_OK;
}

/* Room for `bytes` bytes, at most, of whole lines. What is staged may have to be copied first, and
 * caches then forget it. */
static enum cuda_end stage(struct program *p, uint64_t *bytes, uint64_t *at, struct error *err)
{
    struct staging *st = p->staging;
    enum cuda_end end = CUDA_OK;
    if (st->used == st->bytes) {
        end = engines_finish(p, err);
        if (end == CUDA_OK)
            end = program_quiet(p, err);
    }
    *at = st->used;
    *bytes = *bytes < st->bytes - st->used ? *bytes : st->bytes - st->used;
    uint64_t run = pages_run(gpu_pages(p->s.gpu), st->address + st->used);
    *bytes = *bytes < run ? *bytes : run;
    st->used += *bytes;
    return end;
}

/* ---- rows ---- */

/* The next piece of a row: the bytes up to a line, those of whole lines in one run of physical
 * memory (`whole`), or those behind the last line. */
static uint64_t piece(const struct program *p, uint64_t address, uint64_t n, bool *whole)
{
    const struct pages *pages = gpu_pages(p->s.gpu);
    uint64_t line = line_bytes(p), run = pages_run(pages, address), physical;
    uint64_t ahead = up(p, address) - address;
    n = n < run ? n : run;
    *whole = ahead == 0 && n >= line && pages_find(pages, address, &physical);
    if (*whole)
        return n / line * line;
    if (ahead > 0 && ahead < n)
        return ahead;
    return n;
}

enum cuda_end engines_put(struct program *p, uint64_t to, const uint8_t *bytes, uint64_t n,
                          struct error *err)
{
    enum cuda_end end = CUDA_OK;
    for (uint64_t len, at = 0; at < n && end == CUDA_OK; at += len) {
        bool whole;
        uint64_t place;
        len = piece(p, to + at, n - at, &whole);
        if (!whole) {
            program_put(p, to + at, bytes + at, len);
            continue;
        }
        end = stage(p, &len, &place, err);
        if (end != CUDA_OK)
            break;
        uint64_t staged = p->staging->address + place;
        program_put(p, staged, bytes + at, len);
        memcpy(flat_change(p->flat, staged, len), bytes + at, len);
        command(p, to + at, staged, len);
    }
    return end;
}

enum cuda_end engines_get(struct program *p, uint64_t from, uint8_t *bytes, uint64_t n,
                          struct error *err)
{
    enum cuda_end end = CUDA_OK;
    for (uint64_t len, at = 0; at < n && end == CUDA_OK; at += len) {
        bool whole;
        uint64_t place;
        len = piece(p, from + at, n - at, &whole);
        if (!whole) {
            program_get(p, from + at, bytes + at, len);
            continue;
        }
        end = stage(p, &len, &place, err);
        if (end != CUDA_OK)
            break;
        struct staging *st = p->staging;
        memcpy(flat_change(p->flat, st->address + place, len), flat_at(p->flat, from + at, len),
               len);
        st->landings = xgrown(st->landings, st->n_landings, sizeof *st->landings);
        st->landings[st->n_landings++] = (struct landing){bytes + at, place, len};
        command(p, st->address + place, from + at, len);
    }
    return end;
}

void engines_move(struct program *p, uint64_t to, uint64_t from, uint64_t n)
{
    for (uint64_t len, at = 0; at < n; at += len) {
        bool whole, also;
        uint64_t other = piece(p, from + at, n - at, &also);
        len = piece(p, to + at, n - at, &whole);
        len = len < other ? len : other;
        if (whole && also) {
            command(p, to + at, from + at, len);
            continue;
        }
        uint8_t *bytes = xcalloc(1, len);
        program_get(p, from + at, bytes, len);
        program_put(p, to + at, bytes, len);
        free(bytes);
    }
}

bool engines_take(struct program *p, const struct cuda_copy *c, struct error *err)
{
    const struct system *sys = p->s.sys;
    uint64_t line = line_bytes(p);
    if (sys->copy_engine.lines == 0 || c->free)
        return false;
    if (c->to.host != NULL || c->from.host != NULL)
        return (c->to.host == NULL || c->from.host == NULL) && sys->memory.host &&
               pages_in_table(gpu_pages(p->s.gpu)) && open_staging(p, err) == CUDA_OK;
    uint64_t span = (c->slices - 1) * (c->to.slice > c->from.slice ? c->to.slice : c->from.slice) +
                    (c->rows - 1) * (c->to.pitch > c->from.pitch ? c->to.pitch : c->from.pitch) +
                    c->bytes;
    uint64_t low = c->to.device < c->from.device ? c->to.device : c->from.device;
    uint64_t high = c->to.device < c->from.device ? c->from.device : c->to.device;
    return low + span <= high && (high - low) % line == 0 &&
           (c->rows == 1 || (c->to.pitch - c->from.pitch) % line == 0) &&
           (c->slices == 1 || (c->to.slice - c->from.slice) % line == 0);
}
