/* A kernel with its launch file, run by the reference, and by SMs on a memory that a
 * test provides. Those SMs have no host beside them. */
#ifndef UMBEL_TESTS_RUNTIME_KERNEL_H
#define UMBEL_TESTS_RUNTIME_KERNEL_H

#include "sw/runtime/gpu.h"
#include "sw/util/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 64, SMS = 3, TAGS = 8, MEMORY = 1 << 20 };

struct kernel {
    struct launch *l;
    struct ptx_module *m;
    struct host_program *host; /* NULL: the launch file has none */
    struct gpu *g;
    struct flat *f; /* memory after the reference run */
};

static inline void check(bool ok, const struct error *err)
{
    if (ok)
        return;
    fail_msg("%s", err->text);
    abort(); /* never reached: tells the static analyser so */
}

/* Opens a kernel whose buffers are in such a memory, and runs the reference. */
static inline struct kernel kernel_open_on(const char *launch_file, const char *size,
                                           const struct pages_config *memory)
{
    struct kernel k = {0};
    struct error err = {0};
    check((k.l = launch_load(launch_file, size, 42, UINT64_MAX, &err)) != NULL, &err);
    size_t len;
    char *text = ptx_compile(k.l->source, UMBEL_ROOT "/sw/kernels", 0, &len, &err);
    check(text != NULL, &err);
    check((k.m = ptx_parse(text, len, k.l->source, &err)) != NULL, &err);
    free(text);
    if (k.l->host != NULL)
        check((k.host = host_compile(k.l->host, &err)) != NULL, &err);
    check((k.g = gpu_new(k.l, k.m, k.host, memory, &err)) != NULL, &err);
    check((k.f = flat_run(k.g, &(struct flat_options){0}, &err)) != NULL, &err);
    return k;
}

/* The same in so many bytes of one home. */
static inline struct kernel kernel_open_in(const char *launch_file, const char *size,
                                           uint64_t memory)
{
    const struct pages_config one = {
        .homes = 1, .node_bytes = memory, .line_bytes = LINE, .page_bytes = LINE};
    return kernel_open_on(launch_file, size, &one);
}

static inline struct kernel kernel_open(const char *launch_file, const char *size)
{
    return kernel_open_in(launch_file, size, MEMORY);
}

static inline void kernel_close(struct kernel *k)
{
    flat_free(k->f);
    gpu_free(k->g);
    ptx_free(k->m);
    host_program_free(k->host);
    launch_free(k->l);
}

/* A test's replacement of the L1s and the memory. */
struct behind {
    uint8_t *memory;   /* by physical address */
    struct sm_tlb tlb; /* of each SM */
    struct team *team; /* steps the SMs; NULL: the caller does */
    void *ctx;
    void (*launch)(struct behind *b); /* called between two launches; may be NULL */
    /* One cycle of one SM: gives it answers, and takes the request that it offers. */
    void (*answer)(struct behind *b, uint32_t sm_index, struct sm *sm, uint64_t now);
    void (*take)(struct behind *b, uint32_t sm_index, const struct sm_request *r, uint64_t now);
};

static inline bool covered(const struct sm_request *r, uint32_t byte)
{
    return r->mask[byte / 8] >> (byte % 8) & 1;
}

static inline void do_store(const struct sm_request *r, uint8_t *line)
{
    for (uint32_t b = 0; b < LINE; b++)
        if (covered(r, b))
            line[b] = r->data[b];
}

/* What an atomic of gen/proto/atomic.h that the kernels use leaves in a word of 4 bytes. */
static inline uint32_t atomic_word(unsigned fn, uint32_t old, uint32_t v, uint32_t compare)
{
    switch (fn) {
    case FN_ADD:
        return old + v;
    case FN_UMIN:
        return old < v ? old : v;
    case FN_XOR:
        return old ^ v;
    case FN_EXCH:
        return v;
    case FN_CAS:
        return old == compare ? v : old;
    default:
        fail_msg("no kernel had atomic function %u before", fn);
        abort();
    }
}

static inline void do_atomic(const struct sm_request *r, uint8_t *line)
{
    for (uint32_t at = 0; at < LINE; at += 4) {
        uint32_t old, v, compare;
        if (!covered(r, at))
            continue;
        memcpy(&old, line + at, 4);
        memcpy(&v, r->data + at, 4);
        memcpy(&compare, r->data + (at ^ 4), 4);
        v = atomic_word(r->fn, old, v, compare);
        assert_true(r->fn != FN_CAS || !covered(r, at ^ 4));
        memcpy(line + at, &v, 4);
    }
}

struct kernel_step {
    struct sm **sm;
    uint64_t now;
    struct team *team;
    struct error err[SMS];
};

static inline void kernel_step_share(struct kernel_step *s, unsigned member, unsigned members)
{
    struct team_share share = team_share(SMS, member, members);
    for (size_t i = share.from; i < share.to; i++)
        sm_step(s->sm[i], s->now, &s->err[i]);
}

static inline void kernel_step_member(void *ctx, unsigned member)
{
    struct kernel_step *s = ctx;
    kernel_step_share(s, member, team_members(s->team));
}

/* Places the pages that SMs wait for, in their order. SM i is the only one of package i. */
static inline void kernel_touch(struct kernel *k, struct sm **sm, struct behind *b)
{
    for (uint32_t i = 0; i < SMS; i++) {
        uint64_t address;
        bool write;
        struct pages_placed page;
        if (sm_touches(sm[i], &address, &write) &&
            pages_touch(gpu_pages(k->g), address, i, &page) && page.init != NULL)
            memcpy(b->memory + page.physical, page.init, page.bytes);
    }
}

static inline void kernel_cycle(struct kernel *k, struct sm **sm, struct behind *b, uint64_t now)
{
    struct kernel_step step = {.sm = sm, .now = now, .team = b->team};
    for (uint32_t i = 0; i < SMS; i++) {
        b->answer(b, i, sm[i], now);
        gpu_dispatch(k->g, i, sm[i]);
    }
    if (b->team != NULL)
        team_do(b->team, kernel_step_member, &step);
    else
        kernel_step_share(&step, 0, 1);
    for (uint32_t i = 0; i < SMS; i++) {
        check(!error_is_set(&step.err[i]), &step.err[i]);
        const struct sm_request *r = sm_wants(sm[i]);
        if (r == NULL)
            continue;
        b->take(b, i, r, now);
        sm_sent(sm[i]);
    }
    kernel_touch(k, sm, b);
}

static inline void kernel_steps(struct kernel *k, struct sm **sm, struct behind *b)
{
    uint64_t now = 0;
    for (size_t step = 0; step < k->l->n_steps; step++) {
        gpu_begin(k->g, step, 1, SMS);
        if (b->launch != NULL)
            b->launch(b);
        bool busy = true;
        while (busy) {
            kernel_cycle(k, sm, b, now++);
            busy = !gpu_all_dispatched(k->g);
            for (int i = 0; i < SMS; i++)
                busy = busy || !sm_idle(sm[i]);
            assert_true(now < 10000000);
        }
    }
}

/* Copies a buffer's bytes from or to the memory, a line at a time; a line without a place has its
 * first contents. */
static inline void kernel_copy(const struct kernel *k, struct behind *b, const struct gpu_range *r,
                               uint8_t *bytes, bool to_memory)
{
    for (uint64_t at = 0, n, physical; at < r->bytes; at += n) {
        n = r->bytes - at < LINE ? r->bytes - at : LINE;
        if (!pages_find(gpu_pages(k->g), r->address + at, &physical)) {
            if (!to_memory && r->init != NULL)
                memcpy(bytes + at, r->init + at, n);
        } else if (to_memory) {
            memcpy(b->memory + physical, bytes + at, n);
        } else {
            memcpy(bytes + at, b->memory + physical, n);
        }
    }
}

/* Runs all launches; true if memory equals the reference's, except in buffers marked as racy. */
static inline bool kernel_runs_right(struct kernel *k, struct behind *b, bool rc)
{
    struct sm_config c = {.warps = 8,
                          .ctas = 4,
                          .shared_bytes = 16384,
                          .tags = TAGS,
                          .line_bytes = LINE,
                          .rc = rc,
                          .flights = 3,
                          .tlb = b->tlb};
    struct sm *sm[SMS];
    b->memory = calloc(1, MEMORY);
    for (size_t i = 0; i < gpu_range_count(k->g); i++) {
        const struct gpu_range *r = gpu_range(k->g, i);
        if (r->init != NULL)
            kernel_copy(k, b, r, (uint8_t *)r->init, true);
    }
    for (int i = 0; i < PTX_CLASSES; i++)
        c.latency[i] = c.interval[i] = 2;
    for (uint32_t i = 0; i < SMS; i++) {
        sm[i] = sm_new(&c, "sm");
        sm_set_range(sm[i], gpu_allocation, k->g);
        if (!pages_identity(gpu_pages(k->g)))
            sm_set_translation(sm[i], pages_translate, pages_view(gpu_pages(k->g), 0));
    }
    kernel_steps(k, sm, b);
    bool right = true;
    for (size_t i = 0; i < gpu_range_count(k->g); i++) {
        const struct gpu_range *r = gpu_range(k->g, i);
        bool racy = r->buffer >= 0 && k->l->buffers[r->buffer].racy;
        uint8_t *got = calloc(1, r->bytes);
        kernel_copy(k, b, r, got, false);
        right = right && (racy || memcmp(got, flat_bytes(k->f, i), r->bytes) == 0);
        free(got);
    }
    for (int i = 0; i < SMS; i++)
        sm_free(sm[i]);
    free(b->memory);
    return right;
}

#endif
