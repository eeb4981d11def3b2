#include "harness/machine/doorbell.h"

#include "gen/system/derived.h"
#include "harness/machine/impl.h"

#include <string.h>

/* ---- places ---- */

uint64_t doorbell_lines(const struct machine *m, uint64_t node)
{
    return (node + 1) * m->sys->umc.count * m->sys->umc.bytes - system_reserved(m->sys);
}

/* An engine's lines at the host: `done`, a doorbell, the ring. */
static uint64_t at_host(const struct machine *m, uint32_t gpu)
{
    return doorbell_lines(m, system_page_homes(m->sys)) + gpu * system_doorbell(m->sys);
}

uint64_t ring_done_place(const struct machine *m, uint32_t gpu)
{
    return at_host(m, gpu);
}

uint64_t ring_place(const struct machine *m, uint32_t gpu)
{
    return at_host(m, gpu) + 2 * m->sys->line_bytes;
}

uint64_t ring_doorbell_place(const struct machine *m, uint32_t gpu)
{
    if (m->sys->memory.at == SYS_CENTRAL)
        return at_host(m, gpu) + m->sys->line_bytes;
    return doorbell_lines(m, gpu);
}

/* ---- requests of the command processor ---- */

static void send(struct machine *m, uint32_t gpu, enum msg_op op, uint32_t tag, uint64_t place,
                 uint64_t word)
{
    struct sm_request r = {.op = op, .tag = tag, .line = place / m->sys->line_bytes};
    memcpy(r.data, &word, sizeof word);
    r.mask[0] = 0xff;
    machine_send(m, m->n_sms + gpu, &r);
}

static uint64_t descriptors_of_line(const struct machine *m)
{
    return m->sys->line_bytes / 16;
}

/* Reads the line of the next descriptor that was not asked for, as long as there is a tag; tags are
 * free again when all reads are answered. Tag 0 is command.c's. */
static void fetch(struct machine *m, struct ring *r, uint32_t gpu)
{
    const uint64_t each = descriptors_of_line(m), slot = r->fetched % DOORBELL_SLOTS;
    const uint32_t tags = m->sys->sm.tags - 1;
    if (r->reads == (tags < DOORBELL_TAGS ? tags : DOORBELL_TAGS))
        return;
    send(m, gpu, OP_FRESH, 1 + r->reads, ring_place(m, gpu) + slot / each * each * 16, 0);
    r->read_of[r->reads++] = r->fetched;
    r->fetched += each - slot % each;
    if (r->fetched > r->seen)
        r->fetched = r->seen;
}

bool ring_step(struct machine *m, struct ring *r, uint32_t gpu, struct copy_command *next)
{
    if (r->state != RING_QUIET)
        return false;
    if (r->fetched < r->seen) {
        fetch(m, r, gpu);
    } else if (r->reads == 0 && r->given < r->fetched) {
        *next = r->descriptors[r->given++ % DOORBELL_SLOTS];
        return true;
    } else if (r->reads == 0 && r->told < r->done) {
        r->state = RING_TELLS;
        send(m, gpu, OP_STORE, 1, ring_done_place(m, gpu), r->done);
    } else if (r->reads == 0) {
        r->state = RING_POLLS;
        send(m, gpu, OP_FRESH, 1, ring_doorbell_place(m, gpu), 0);
    }
    return false;
}

/* ---- answers ---- */

static uint64_t word(const uint8_t *data, uint64_t n)
{
    uint64_t value;
    memcpy(&value, data + 8 * n, sizeof value);
    return value;
}

static void take_descriptors(const struct machine *m, struct ring *r, uint64_t first,
                             const uint8_t *data)
{
    const uint64_t each = descriptors_of_line(m);
    for (uint64_t n = first; n < r->fetched && n / each == first / each; n++) {
        const uint64_t at = n % each * 2, read = word(data, at);
        r->descriptors[n % DOORBELL_SLOTS] =
            (struct copy_command){.source = read & ((UINT64_C(1) << DOORBELL_LENGTH_AT) - 1),
                                  .target = word(data, at + 1),
                                  .lines = read >> DOORBELL_LENGTH_AT};
    }
}

bool ring_answered(struct machine *m, struct ring *r, uint32_t tag, const uint8_t *data)
{
    const uint64_t before = r->seen + r->told;
    switch (r->state) {
    case RING_QUIET:
        take_descriptors(m, r, r->read_of[tag - 1], data);
        if (++r->answered == r->reads)
            r->reads = r->answered = 0;
        return true;
    case RING_POLLS:
        r->seen = word(data, 0);
        break;
    case RING_TELLS:
        r->told = r->done;
        break;
    }
    r->state = RING_QUIET;
    return r->seen + r->told != before;
}
