/*
 * A stand-in for sw/ptx: warps that run a list of instructions. A formula gives their addresses, so
 * that a test decides exactly which lines are accessed. It defines all of simt.h, so it is linked
 * instead of simt.c.
 */
#ifndef UMBEL_TESTS_SM_FAKE_SIMT_H
#define UMBEL_TESTS_SM_FAKE_SIMT_H

#include "sw/ptx/simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE_REGS = 8, FAKE_LOG = 4096 };

struct fake_op {
    uint64_t base;
    int64_t stride;    /* lane i: base + i * stride */
    uint64_t per_warp; /* added to the address for each warp of the grid */
    enum ptx_class class;
    int dst, src;  /* registers, -1: none */
    uint8_t bytes; /* 0: 4 */
    bool exit;
    uint8_t order;      /* PTX_ACQUIRE .. */
    bool atomic, fresh; /* a PTX_LOAD that is an atomic, or a fresh load */
    enum atomic_fn fn;
    uint32_t value, compare; /* an atomic's operand is value + lane */
    bool constant;           /* lanes read constants, at their addresses */
    int back;                /* how often it jumps to the first instruction, in each warp */
};

struct simt_warp {
    struct simt_cta *cta;
    int number, pc, jumps;
    bool at_barrier, done;
    uint32_t reg[FAKE_REGS][SIMT_LANES];
};

struct simt_cta {
    uint64_t index;
    int n;
    struct simt_warp warp[32];
};

static const struct fake_op *fake_program;
static struct ptx_inst fake_inst[64];
static struct {
    int warp, pc;
} fake_log[FAKE_LOG];
static int fake_logged;
static int64_t fake_wrap; /* if not 0, an atomic's lane i goes to base + 4 * i % fake_wrap */
/* The final value of each load's register. */
static uint32_t fake_seen[32][FAKE_REGS][SIMT_LANES];

static void fake_load_program(const struct fake_op *ops, int n)
{
    fake_program = ops;
    fake_logged = 0;
    memset(fake_seen, 0, sizeof fake_seen);
    for (int i = 0; i < n; i++) {
        fake_inst[i] = (struct ptx_inst){.class = ops[i].class,
                                         .order = ops[i].order,
                                         .constant = ops[i].constant,
                                         .line = i + 1};
        if (ops[i].dst >= 0)
            fake_inst[i].dst[fake_inst[i].n_dst++] = ops[i].dst;
        if (ops[i].src >= 0)
            fake_inst[i].src[fake_inst[i].n_src++] = ops[i].src;
    }
}

int simt_grid_warps(const struct simt_grid *g)
{
    return (int)((g->block.x + 31) / 32);
}

uint32_t simt_grid_shared(const struct simt_grid *g)
{
    return g->kernel->shared_bytes + g->dynamic_shared;
}

uint64_t simt_grid_ctas(const struct simt_grid *g)
{
    return g->grid.x;
}

struct simt_cta *simt_cta_new(const struct simt_grid *grid, uint64_t index)
{
    struct simt_cta *c = calloc(1, sizeof *c);
    c->index = index;
    c->n = simt_grid_warps(grid);
    for (int i = 0; i < c->n; i++) {
        c->warp[i].cta = c;
        c->warp[i].number = (int)index * c->n + i;
    }
    return c;
}

void simt_cta_free(struct simt_cta *cta)
{
    free(cta);
}

void simt_cta_place(struct simt_cta *cta, const struct simt_place *place)
{
    (void)cta, (void)place;
}

uint64_t simt_cta_index(const struct simt_cta *cta)
{
    return cta->index;
}

int simt_cta_warps(const struct simt_cta *cta)
{
    return cta->n;
}

struct simt_warp *simt_cta_warp(struct simt_cta *cta, int warp)
{
    return &cta->warp[warp];
}

bool simt_cta_done(const struct simt_cta *cta)
{
    for (int i = 0; i < cta->n; i++)
        if (!cta->warp[i].done)
            return false;
    return true;
}

enum simt_state simt_state(const struct simt_warp *w)
{
    return w->done ? SIMT_DONE : w->at_barrier ? SIMT_BARRIER : SIMT_READY;
}

const struct ptx_inst *simt_next(const struct simt_warp *w)
{
    return &fake_inst[w->pc];
}

uint32_t simt_pc(const struct simt_warp *w)
{
    return (uint32_t)w->pc;
}

bool simt_constants(const struct simt_warp *w, struct simt_access *a)
{
    const struct fake_op *op = &fake_program[w->pc];
    a->lanes = op->constant ? 0xffffffff : 0;
    for (int i = 0; i < SIMT_LANES; i++)
        a->address[i] = op->base + (uint64_t)w->number * op->per_warp + (uint64_t)(i * op->stride);
    return op->constant;
}

uint32_t simt_active(const struct simt_warp *w)
{
    (void)w;
    return 0xffffffff;
}

static void fake_release(struct simt_cta *c)
{
    for (int i = 0; i < c->n; i++)
        if (!c->warp[i].done && !c->warp[i].at_barrier)
            return;
    for (int i = 0; i < c->n; i++)
        c->warp[i].at_barrier = false;
}

bool simt_step(struct simt_warp *w, struct simt_access *a, struct error *err)
{
    (void)err;
    const struct fake_op *op = &fake_program[w->pc];
    if (fake_logged < FAKE_LOG) {
        fake_log[fake_logged].warp = w->number;
        fake_log[fake_logged++].pc = w->pc;
    }
    a->lanes = 0;
    if (op->class == PTX_LOAD || op->class == PTX_STORE) {
        a->lanes = 0xffffffff;
        a->kind = op->class == PTX_STORE ? SIMT_STORE : op->atomic ? SIMT_ATOMIC : SIMT_LOAD;
        a->fresh = op->fresh;
        a->fn = (uint8_t)op->fn;
        a->bytes = op->bytes != 0 ? op->bytes : 4;
        for (int i = 0; i < SIMT_LANES; i++) {
            a->address[i] =
                op->base + (uint64_t)w->number * op->per_warp + (uint64_t)(i * op->stride);
            if (op->atomic && fake_wrap != 0)
                a->address[i] = op->base + (uint64_t)(4 * i % fake_wrap);
            uint32_t v = op->atomic ? op->value + (uint32_t)i : (uint32_t)(i + 1);
            a->compare[i] = op->compare;
            memset(a->data[i], 0, sizeof a->data[i]);
            memcpy(a->data[i], &v, sizeof v);
        }
    }
    if (op->class == PTX_FENCE) {
        a->lanes = 0xffffffff;
        a->kind = SIMT_FENCE;
    }
    w->pc = w->jumps < op->back ? 0 : w->pc + 1;
    w->jumps += op->back > 0;
    w->done = op->exit;
    w->at_barrier = op->class == PTX_BARRIER;
    if (w->done || w->at_barrier)
        fake_release(w->cta);
    return true;
}

void simt_load(struct simt_warp *w, const struct ptx_inst *inst, const struct simt_access *a)
{
    for (int i = 0; inst->n_dst > 0 && i < SIMT_LANES; i++)
        memcpy(&fake_seen[w->number % 32][inst->dst[0]][i], a->data[i], 4);
}

const char *simt_where(const struct simt_warp *w, const struct ptx_inst *inst, int lane, char *text,
                       size_t size)
{
    snprintf(text, size, "kernel fake, PTX line %d, CTA (%d,0,0), thread (%d,0,0)", inst->line,
             (int)w->cta->index, lane);
    return text;
}

#endif
