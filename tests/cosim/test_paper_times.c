/*
 * The times of mgcc-paper are those of the thesis: its Algorithms 1 to 5 are written down here as
 * they are printed, and each access of a random sequence must leave the same times in every copy of
 * the RTL as it leaves in theirs. Where they receive Mwts and name wts, Mwts is meant.
 */
#include "gen/system/system.h"
#include "sw/util/rng.h"
#include "tests/cosim/one_access.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { GPUS = 2, CUS = 2, LINES = 4, ACCESSES = 300, RD_LEASE = 10, WR_LEASE = 5 };

/* ---- the algorithms ---- */

struct times {
    uint32_t wts, rts;
};

struct cache {
    uint32_t cts;
    struct times block[LINES];
    bool here[LINES];
};

struct published {
    struct cache l1[GPUS][CUS], l2[GPUS];
    uint32_t memts[LINES];
    unsigned ended; /* blocks whose lease had ended when they came */
};

static uint32_t max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* "Bwts = max[cts, wts]; Brts = max[wts + 1, rts];" */
static struct times take(struct published *p, struct cache *c, int line, struct times rsp)
{
    struct times b = {max(c->cts, rsp.wts), max(rsp.wts + 1, rsp.rts)};
    c->block[line] = b;
    c->here[line] = true;
    p->ended += c->cts > b.rts;
    return b;
}

/* Algorithm 3. */
static struct times memory(struct published *p, int line, uint32_t lease)
{
    p->memts[line] += lease;
    return (struct times){p->memts[line] - lease, p->memts[line]};
}

static bool hits(const struct cache *c, int line)
{
    return c->here[line] && c->cts <= c->block[line].rts;
}

/* Algorithms 1 and 2. */
static void read_line(struct published *p, int gpu, int cu, int line)
{
    struct cache *l1 = &p->l1[gpu][cu], *l2 = &p->l2[gpu];
    if (hits(l1, line))
        return;
    struct times rsp =
        hits(l2, line) ? l2->block[line] : take(p, l2, line, memory(p, line, RD_LEASE));
    take(p, l1, line, rsp);
}

/* Algorithms 4 and 5. */
static void write_line(struct published *p, int gpu, int cu, int line)
{
    struct cache *l1 = &p->l1[gpu][cu], *l2 = &p->l2[gpu];
    struct times b = take(p, l2, line, memory(p, line, WR_LEASE));
    l2->cts = max(l2->cts, b.wts);
    b = take(p, l1, line, b);
    l1->cts = max(l1->cts, b.wts);
}

/* ---- the RTL ---- */

static void same_times(const struct machine_copy *rtl, const struct cache *c, int line, int n)
{
    if (rtl->present != c->here[line] ||
        (rtl->present && (rtl->wts != c->block[line].wts || rtl->rts != c->block[line].rts)))
        fail_msg("access %d, line %d: the RTL has [%llu, %llu], the algorithms have [%u, %u]", n,
                 line, (unsigned long long)rtl->wts, (unsigned long long)rtl->rts,
                 c->block[line].wts, c->block[line].rts);
}

static void same_everywhere(struct machine *m, const struct published *p, int n)
{
    for (int line = 0; line < LINES; line++)
        for (int i = 0; i < GPUS * CUS; i++) {
            struct machine_copy copy;
            assert_true(machine_peek_l1(m, (uint32_t)i, (uint64_t)line, &copy));
            same_times(&copy, &p->l1[i / CUS][i % CUS], line, n);
            if (i % CUS != 0)
                continue;
            assert_true(machine_peek_l2(m, (uint32_t)i, (uint64_t)line, &copy));
            same_times(&copy, &p->l2[i / CUS], line, n);
        }
}

static void times_are_those_of_the_algorithms(void **state)
{
    (void)state;
    static const char *const sets[] = {"sm.count=2", "protocol=mgcc-paper"};
    struct error err = {0};
    struct system *sys = system_load("tsm-tiny", sets, 2, &err);
    assert_string_equal(err.text, "");
    struct driver d = {.m = machine_new(sys, NULL, &err)};
    assert_string_equal(err.text, "");
    driver_takes_over(&d);
    struct published p = {0};
    struct rng rng = {1};
    for (int n = 0; n < ACCESSES; n++) {
        const int gpu = (int)rng_below(&rng, GPUS), cu = (int)rng_below(&rng, CUS);
        const int line = (int)rng_below(&rng, LINES);
        const bool writes = rng_below(&rng, 3) == 0;
        access_line(&d, writes ? OP_STORE : OP_LOAD, (uint32_t)(gpu * CUS + cu), (uint64_t)line, 0);
        (writes ? write_line : read_line)(&p, gpu, cu, line);
        same_everywhere(d.m, &p, n);
    }
    assert_true(p.ended > 10);
    machine_free(d.m);
    system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(times_are_those_of_the_algorithms)};
    return cmocka_run_group_tests_name("times of the published protocol", tests, NULL, NULL);
}
