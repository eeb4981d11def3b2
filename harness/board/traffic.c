#include "harness/board/traffic.h"

#include "fpga/host/program.h"
#include "gen/proto/atomic.h"
#include "harness/board/judge.h"
#include "sw/util/rng.h"

#include <string.h>

enum { ACCESSES = 6, SLOTS = 2 * ACCESSES, LIMIT_MS = 1000, LOW = 0x3, HIGH = 0xC };

struct script {
    struct slot slots[SLOTS];
    unsigned n;
    unsigned slot_of[ACCESSES];
};

struct traffic {
    const struct board *b;
    struct rng rng;
    struct judge j;
    struct script scripts[JUDGE_THREADS];
    struct program programs[JUDGE_THREADS];
    uint16_t line[JUDGE_LINES];
    uint16_t next; /* a value that no store has written yet */
};

/* ---- requests ---- */

/* Chooses neighbouring lines, and lines that share a set of the caches. */
static void choose_lines(struct traffic *t, const struct system *sys)
{
    uint32_t lines = 1u << t->b->shape.line_bits;
    uint32_t sets = sys->l2.bytes / sys->l2.ways / sys->line_bytes;
    uint32_t first = (uint32_t)rng_below(&t->rng, lines);
    uint32_t stride = rng_below(&t->rng, 2) == 0 ? 1 : sets;
    t->j.lines = JUDGE_LINES;
    for (unsigned i = 0; i < JUDGE_LINES; i++)
        t->line[i] = (uint16_t)((first + i * stride) % lines);
}

static struct slot access(struct traffic *t, struct judge_op *op)
{
    op->line = (unsigned)rng_below(&t->rng, t->j.lines);
    uint16_t line = t->line[op->line];
    uint64_t kind = rng_below(&t->rng, 10);
    op->mask = kind > 7 ? SLOT_WHOLE : kind % 2 == 0 ? LOW : HIGH;
    op->data = (uint32_t)t->next << 16 | (uint32_t)(t->next + 1);
    t->next = (uint16_t)(t->next + 2);
    if (kind < 5) {
        op->kind = JUDGE_LOAD;
        return slot_load(line);
    }
    if (kind < 7) {
        op->kind = JUDGE_ADD;
        op->data = 0x01000100;
        return slot_atomic(FN_ADD, line, op->mask, op->data);
    }
    op->kind = JUDGE_STORE;
    return slot_store(line, op->mask, op->data);
}

static void write_script(struct traffic *t, unsigned thread)
{
    static const uint32_t gaps[] = {0, 0, 5, 40};
    struct script *s = &t->scripts[thread];
    uint32_t gap = gaps[rng_below(&t->rng, 4)];
    for (unsigned i = 0; i < ACCESSES; i++) {
        if (gap > 0)
            s->slots[s->n++] = slot_wait((uint16_t)rng_below(&t->rng, gap));
        s->slot_of[i] = s->n;
        s->slots[s->n++] = access(t, &t->j.ops[thread][i]);
    }
    t->j.n[thread] = ACCESSES;
}

static void write_scripts(struct traffic *t)
{
    const struct board_shape *shape = &t->b->shape;
    t->next = 1;
    for (unsigned e = 0; e < shape->gpus * shape->sms; e++)
        for (unsigned k = 0; k < shape->threads && t->j.threads < JUDGE_THREADS; k++) {
            unsigned at = t->j.threads++;
            write_script(t, at);
            t->programs[at] = (struct program){e, k, t->scripts[at].slots, t->scripts[at].n};
        }
}

/* ---- results ---- */

static bool lines(struct board *b, struct traffic *t, bool after, struct error *err)
{
    for (unsigned i = 0; i < t->j.lines; i++)
        if (!(after ? program_read_lines(b, t->line[i], &t->j.last[i], 1, err)
                    : program_write_lines(b, t->line[i], &t->j.first[i], 1, err)))
            return false;
    return true;
}

static bool run(struct board *b, struct traffic *t, uint16_t *cycles, struct error *err)
{
    if (!program_reset(b, err) || !lines(b, t, false, err) ||
        !program_load(b, t->programs, t->j.threads, err) || !program_run(b, LIMIT_MS, cycles, err))
        return false;
    for (unsigned p = 0; p < t->j.threads; p++) {
        struct slot_result results[SLOTS];
        if (!program_results(b, &t->programs[p], results, err))
            return false;
        for (unsigned i = 0; i < ACCESSES; i++)
            t->j.ops[p][i].seen = results[t->scripts[p].slot_of[i]].data;
    }
    return lines(b, t, true, err);
}

static void tell(const struct traffic *t, struct sbuf *why)
{
    static const char *const kinds[] = {
        [JUDGE_LOAD] = "load", [JUDGE_STORE] = "store", [JUDGE_ADD] = "add"};
    sbuf_puts(why, "no order of these accesses explains what they saw\n");
    for (unsigned p = 0; p < t->j.threads; p++)
        for (unsigned i = 0; i < ACCESSES; i++) {
            const struct judge_op *op = &t->j.ops[p][i];
            sbuf_printf(why, "  engine %u thread %u: %s line %u", t->programs[p].engine,
                        t->programs[p].thread, kinds[op->kind], t->line[op->line]);
            if (op->kind != JUDGE_LOAD)
                sbuf_printf(why, " mask 0x%X with 0x%08X", op->mask, op->data);
            if (op->kind != JUDGE_STORE)
                sbuf_printf(why, " saw 0x%08X", op->seen);
            sbuf_puts(why, "\n");
        }
    for (unsigned i = 0; i < t->j.lines; i++)
        sbuf_printf(why, "  line %u: 0x%08X at first, 0x%08X in the end\n", t->line[i],
                    t->j.first[i], t->j.last[i]);
}

enum board_traffic_end board_traffic(struct board *b, const struct system *sys, uint64_t seed,
                                     uint16_t *cycles, struct sbuf *why)
{
    struct traffic t = {.b = b, .rng = {seed}};
    struct error err = {0};
    choose_lines(&t, sys);
    write_scripts(&t);
    if (!run(b, &t, cycles, &err)) {
        sbuf_puts(why, err.text);
        return BOARD_TRAFFIC_FAILED;
    }
    if (judge_explains(&t.j))
        return BOARD_TRAFFIC_OK;
    tell(&t, why);
    return BOARD_TRAFFIC_WRONG;
}
