/*
 * The driver on the host's CPU: which function of sw/host/driver/copies.c is to run next, and the
 * addresses that it uses. It sees the host's lines of doorbells at DRIVER_BASE, and those of GPU
 * g's memory (g + 1) * DRIVER_SPAN behind that: at the end of what a host program can reach.
 */
#include "gen/system/derived.h"
#include "harness/machine/doorbell.h"
#include "harness/machine/impl.h"

#include "sw/util/arena.h"
#include "sw/util/root.h"

#include <stdlib.h>

#define DRIVER_BASE (HOST_REACH - (UINT64_C(1) << 28))
#define DRIVER_SPAN (UINT64_C(1) << 20)

enum { POST_COMMANDS = 6 }; /* descriptors that one call of post() writes, at most */

struct driver {
    struct host_program *program; /* NULL: no copy has been asked for yet */
    size_t post, ring_doorbell, interrupted;
    bool runs; /* a function of it, or it has just ended */
};

struct driver *driver_new(void)
{
    return xcalloc(1, sizeof(struct driver));
}

void driver_free(struct driver *d)
{
    if (d != NULL && d->program != NULL)
        host_program_free(d->program);
    free(d);
}

static bool load(struct driver *d, struct error *err)
{
    if (d->program != NULL)
        return true;
    d->program = host_compile(root_path("sw/host/driver/copies.c"), err);
    return d->program != NULL && host_find(d->program, "post", &d->post, err) &&
           host_find(d->program, "ring_doorbell", &d->ring_doorbell, err) &&
           host_find(d->program, "interrupted", &d->interrupted, err);
}

/* ---- addresses ---- */

bool driver_range(const struct driver *d, uint64_t address, uint64_t *start, uint64_t *end)
{
    *start = DRIVER_BASE;
    *end = HOST_REACH;
    return d->runs && address >= DRIVER_BASE;
}

bool driver_translate(const struct machine *m, const struct driver *d, uint64_t address,
                      uint64_t *physical)
{
    uint64_t start, end;
    if (!driver_range(d, address, &start, &end))
        return false;
    const uint64_t n = (address - start) / DRIVER_SPAN;
    const uint64_t node = n == 0 ? system_page_homes(m->sys) : n - 1;
    *physical = doorbell_lines(m, node) + (address - start) % DRIVER_SPAN;
    return true;
}

/* The address by which the driver knows a physical one. */
static struct host_value place(const struct machine *m, uint64_t physical)
{
    const uint64_t node = physical / (m->sys->umc.count * m->sys->umc.bytes);
    const uint64_t n = node == system_page_homes(m->sys) ? 0 : node + 1;
    return (struct host_value){HOST_BUFFER, 8,
                               DRIVER_BASE + n * DRIVER_SPAN + physical - doorbell_lines(m, node)};
}

static struct host_value word(uint64_t value)
{
    return (struct host_value){HOST_INTEGER, 8, value};
}

/* ---- functions ---- */

static bool start(struct machine *m, struct driver *d, size_t function,
                  const struct host_value *args, size_t n, struct error *err)
{
    d->runs = true;
    m->cpu_wake = m->now;
    return cpu_start(m->cpu, d->program, function, args, n, err);
}

/* Descriptors that lie one after the other in the ring. */
static bool post(struct machine *m, struct driver *d, struct ring *r, uint32_t gpu,
                 driver_command *command, struct error *err)
{
    const uint64_t slot = r->posted % DOORBELL_SLOTS;
    uint64_t n = r->batch < POST_COMMANDS ? r->batch : POST_COMMANDS;
    if (n > DOORBELL_SLOTS - slot)
        n = DOORBELL_SLOTS - slot;
    struct host_value args[2 + 2 * POST_COMMANDS] = {place(m, ring_place(m, gpu) + slot * 16),
                                                     word(2 * n)};
    for (uint64_t i = 0; i < POST_COMMANDS; i++) {
        const struct copy_command c =
            i < n ? command(m, gpu, r->posted + i) : (struct copy_command){0};
        args[2 + 2 * i] = word(c.lines << DOORBELL_LENGTH_AT | c.source);
        args[3 + 2 * i] = word(c.target);
    }
    r->posted += n;
    r->batch -= n;
    return start(m, d, d->post, args, sizeof args / sizeof *args, err);
}

/* The new descriptors are in one piece of the ring: a half of it at most, which ends where a half
 * ends or before. */
static bool ring_doorbell(struct machine *m, struct driver *d, struct ring *r, uint32_t gpu,
                          struct error *err)
{
    const uint64_t line = m->sys->line_bytes, at = r->rung % DOORBELL_SLOTS * 16;
    const uint64_t from = at / line, to = (at + (r->posted - r->rung) * 16 + line - 1) / line;
    const struct host_value args[] = {place(m, ring_place(m, gpu) + from * line), word(to - from),
                                      word(line / 8), place(m, ring_doorbell_place(m, gpu)),
                                      word(r->posted)};
    r->rung = r->posted;
    return start(m, d, d->ring_doorbell, args, sizeof args / sizeof *args, err);
}

static bool interrupted(struct machine *m, struct driver *d, struct ring *r, uint32_t gpu,
                        struct error *err)
{
    const struct host_value args[] = {place(m, ring_done_place(m, gpu)), word(r->told)};
    r->heard = r->told;
    return start(m, d, d->interrupted, args, sizeof args / sizeof *args, err);
}

/* How many of the commands that wait are posted before the doorbell is rung: up to the end of a
 * half of the ring, if that half is free. */
static uint64_t batch(const struct ring *r)
{
    const uint64_t waits = r->asked - r->posted;
    const uint64_t to_end = DOORBELL_HALF - r->posted % DOORBELL_HALF;
    const uint64_t n = waits < to_end ? waits : to_end;
    return r->posted + n - r->heard <= DOORBELL_SLOTS ? n : 0;
}

bool driver_step(struct machine *m, struct driver *d, struct ring *rings, driver_command *command,
                 struct error *err)
{
    if (!cpu_idle(m->cpu))
        return true;
    d->runs = false;
    for (uint32_t gpu = 0; gpu < m->sys->gpus; gpu++) {
        struct ring *r = &rings[gpu];
        if (r->told > r->heard)
            return interrupted(m, d, r, gpu, err);
        if (r->batch == 0 && r->posted > r->rung)
            return ring_doorbell(m, d, r, gpu, err);
        if (r->batch == 0)
            r->batch = batch(r);
        if (r->batch > 0)
            return load(d, err) && post(m, d, r, gpu, command, err);
    }
    return true;
}

bool driver_idle(const struct machine *m, const struct driver *d)
{
    return !d->runs || cpu_idle(m->cpu);
}
