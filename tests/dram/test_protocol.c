/* Every command obeys every timing, and every request gets its commands, in a legal order. */
#include "sw/dram/dram.h"
#include "sw/util/rng.h"
#include "tests/dram/configs.h"
#include "tests/dram/load.h"
#include "tests/dram/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- the checker bites: streams that are lawful, and unlawful by one cycle */

struct step {
    unsigned cycle;
    enum dram_command command;
    unsigned group, bank, row;
};

struct bite {
    enum rule_id rule;
    unsigned last;        /* first legal cycle of the last command; one earlier breaks the rule */
    struct step steps[6]; /* up to the first that opens row 0 */
};

#define ACT DRAM_ACT
#define PRE DRAM_PRE
#define RD DRAM_READ
#define WR DRAM_WRITE
#define REF DRAM_REFRESH
#define PREA DRAM_PRE_ALL

/* The cycle of the last step is taken from `last`. */
static const struct bite bites[] = {
    {RULE_tRCD, 14, {{0, ACT, 0, 0, 1}, {0, RD, 0, 0, 1}}},
    {RULE_tRCD, 14, {{0, ACT, 0, 0, 1}, {0, WR, 0, 0, 1}}},
    {RULE_tRAS, 34, {{0, ACT, 0, 0, 1}, {0, PRE, 0, 0, 1}}},
    {RULE_tRAS, 34, {{0, ACT, 0, 0, 1}, {0, PREA, 0, 0, 0}}},
    {RULE_tRP, 54, {{0, ACT, 0, 0, 1}, {40, PRE, 0, 0, 1}, {0, ACT, 0, 0, 2}}},
    {RULE_tRP, 54, {{0, ACT, 0, 0, 1}, {40, PREA, 0, 0, 0}, {0, ACT, 3, 3, 2}}},
    {RULE_tRP, 3914, {{0, ACT, 0, 0, 1}, {3900, PREA, 0, 0, 0}, {0, REF, 0, 0, 0}}},
    {RULE_tRP, 3914, {{0, ACT, 0, 0, 1}, {3900, PRE, 0, 0, 1}, {0, REF, 0, 0, 0}}},
    {RULE_tRC, 48, {{0, ACT, 0, 0, 1}, {34, PRE, 0, 0, 1}, {0, ACT, 0, 0, 2}}},
    {RULE_tCCD_S, 73, {{0, ACT, 0, 0, 1}, {20, ACT, 1, 0, 1}, {70, RD, 0, 0, 1}, {0, RD, 1, 0, 1}}},
    {RULE_tCCD_S, 73, {{0, ACT, 0, 0, 1}, {20, ACT, 1, 0, 1}, {70, WR, 0, 0, 1}, {0, WR, 1, 0, 1}}},
    {RULE_tCCD_L, 75, {{0, ACT, 0, 0, 1}, {20, ACT, 0, 1, 1}, {70, RD, 0, 0, 1}, {0, RD, 0, 1, 1}}},
    {RULE_tCCD_L, 75, {{0, ACT, 0, 0, 1}, {70, WR, 0, 0, 1}, {0, WR, 0, 0, 1}}},
    {RULE_tRRD_S, 4, {{0, ACT, 0, 0, 1}, {0, ACT, 1, 0, 1}}},
    {RULE_tRRD_L, 6, {{0, ACT, 0, 0, 1}, {0, ACT, 0, 1, 1}}},
    {RULE_tFAW,
     30,
     {{0, ACT, 0, 0, 1},
      {6, ACT, 1, 0, 1},
      {12, ACT, 2, 0, 1},
      {18, ACT, 3, 0, 1},
      {0, ACT, 0, 1, 1}}},
    {RULE_tWR, 42, {{0, ACT, 0, 0, 1}, {20, WR, 0, 0, 1}, {0, PRE, 0, 0, 1}}},
    {RULE_tWR, 42, {{0, ACT, 0, 0, 1}, {20, WR, 0, 0, 1}, {0, PREA, 0, 0, 0}}},
    {RULE_tWTR_S, 82, {{0, ACT, 0, 0, 1}, {20, ACT, 1, 0, 1}, {70, WR, 0, 0, 1}, {0, RD, 1, 0, 1}}},
    {RULE_tWTR_L, 84, {{0, ACT, 0, 0, 1}, {70, WR, 0, 0, 1}, {0, RD, 0, 0, 1}}},
    {RULE_tRTP, 75, {{0, ACT, 0, 0, 1}, {70, RD, 0, 0, 1}, {0, PRE, 0, 0, 1}}},
    {RULE_tRTP, 75, {{0, ACT, 0, 0, 1}, {70, RD, 0, 0, 1}, {0, PREA, 0, 0, 0}}},
    {RULE_tRFC, 4160, {{3900, REF, 0, 0, 0}, {0, ACT, 0, 0, 1}}},
    {RULE_tREFI, 3900, {{0, REF, 0, 0, 0}}},
    {RULE_turnaround, 83, {{0, ACT, 0, 0, 1}, {70, RD, 0, 0, 1}, {0, WR, 0, 0, 1}}},
    {RULE_data_bus,
     72,
     {{0, ACT, 0, 0, 1}, {20, ACT, 1, 0, 1}, {70, RD, 0, 0, 1}, {0, RD, 1, 0, 1}}},
    {RULE_data_bus,
     72,
     {{0, ACT, 0, 0, 1}, {20, ACT, 1, 0, 1}, {70, WR, 0, 0, 1}, {0, WR, 1, 0, 1}}},
    {RULE_one_a_cycle,
     61,
     {{0, ACT, 0, 0, 1}, {20, ACT, 1, 0, 1}, {60, RD, 0, 0, 1}, {0, PRE, 1, 0, 1}}},
};

/* A burst of two cycles hides tCCD, so its two rules need other figures. */
static struct dram_config bite_config(enum rule_id rule)
{
    struct dram_config c = dram_hbm2();
    if (rule == RULE_tCCD_S || rule == RULE_tCCD_L) {
        c.timing.tCCD_S = 3;
        c.timing.tCCD_L = 5;
    }
    return c;
}

static uint64_t feed(struct protocol *p, const struct bite *b, unsigned last)
{
    struct dram_config c = bite_config(b->rule);
    protocol_init(p, &c);
    p->quiet = true;
    unsigned n = 0;
    while (n < 6 && (b->steps[n].command != ACT || b->steps[n].row > 0))
        n++;
    for (unsigned i = 0; i < n; i++) {
        const struct step *s = &b->steps[i];
        protocol_observe(p, i + 1 == n ? last : s->cycle, s->command, s->group, s->bank, s->row, 0);
    }
    return p->complaints;
}

static void checker_bites_each_timing(void **state)
{
    (void)state;
    static struct protocol p;
    bool bitten[RULE_COUNT] = {false};
    for (size_t i = 0; i < sizeof bites / sizeof *bites; i++) {
        const struct bite *b = &bites[i];
        if (feed(&p, b, b->last) != 0)
            fail_msg("stream %zu for %s is lawful, yet it complains", i, rule_names[b->rule]);
        feed(&p, b, b->last - 1);
        if (p.broken[b->rule] != 1)
            fail_msg("stream %zu does not break %s", i, rule_names[b->rule]);
        bitten[b->rule] = true;
    }
    bitten[RULE_row_state] = true; /* the next test covers it */
    for (int i = 0; i < RULE_COUNT; i++)
        if (!bitten[i])
            fail_msg("no stream breaks %s", rule_names[i]);
}

static void checker_bites_wrong_rows(void **state)
{
    (void)state;
    static struct protocol p;
    const struct bite wrong[] = {
        {RULE_row_state, 50, {{0, RD, 0, 0, 1}}},
        {RULE_row_state, 50, {{0, ACT, 0, 0, 1}, {0, RD, 0, 0, 2}}},
        {RULE_row_state, 50, {{0, ACT, 0, 0, 1}, {0, WR, 0, 1, 1}}},
        {RULE_row_state, 50, {{0, ACT, 0, 0, 1}, {0, ACT, 0, 0, 1}}},
        {RULE_row_state, 50, {{0, PRE, 0, 0, 1}}},
        {RULE_row_state, 3900, {{0, ACT, 0, 0, 1}, {0, REF, 0, 0, 0}}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        feed(&p, &wrong[i], wrong[i].last);
        assert_int_equal(p.broken[RULE_row_state], 1);
    }
}

static void checker_misses_no_refresh(void **state)
{
    (void)state;
    static struct protocol p;
    struct dram_config c = dram_hbm2();
    protocol_init(&p, &c);
    p.quiet = true;
    protocol_end(&p, 3900);
    assert_int_equal(p.complaints, 0);
    protocol_end(&p, 4000);
    assert_int_equal(p.broken[RULE_tREFI], 1);
    protocol_init(&p, &c);
    p.quiet = true;
    protocol_observe(&p, 3900 + 34 + 14 + 1, DRAM_REFRESH, 0, 0, 0, 0); /* too late */
    assert_int_equal(p.broken[RULE_tREFI], 1);
}

/* ---- every request gets its commands */

enum { WAITING = 4096 };

struct waiting {
    bool write;
    uint64_t line;
    uint32_t bursts;
};

/* Requests that still need column commands, oldest first. */
struct ledger {
    struct protocol protocol;
    struct dram *d;
    uint64_t forwarded;
    struct waiting waiting[WAITING];
    unsigned count;
    uint64_t surprises;
};

static void ledger_taken(void *ctx, bool write, uint64_t line)
{
    struct ledger *l = ctx;
    uint64_t forwarded = dram_stats(l->d)->forwarded;
    const struct dram_config *c = &l->protocol.config;
    if (forwarded == l->forwarded && l->count < WAITING)
        l->waiting[l->count++] =
            (struct waiting){write, line, c->line_bytes / (c->bus_bits / 8 * c->burst)};
    l->forwarded = forwarded;
}

/* The oldest request that this column command can belong to; a write may not pass an older read
 * of its line. */
static void ledger_column(struct ledger *l, bool write, const struct dram_place *at)
{
    const struct dram_config *c = &l->protocol.config;
    uint32_t bursts = c->line_bytes / (c->bus_bits / 8 * c->burst);
    for (unsigned i = 0; i < l->count; i++) {
        struct waiting *w = &l->waiting[i];
        struct dram_place p = dram_locate(c, w->line);
        if (p.group != at->group || p.bank != at->bank || p.row != at->row ||
            p.column != at->column - at->column % bursts)
            continue;
        if (w->write != write) {
            l->surprises += write;
            continue;
        }
        l->surprises += p.column + bursts - w->bursts != at->column;
        if (--w->bursts == 0)
            memmove(w, w + 1, (--l->count - i) * sizeof *w);
        return;
    }
    l->surprises++;
}

static void ledger_observe(void *ctx, uint64_t cycle, enum dram_command command, uint32_t group,
                           uint32_t bank, uint32_t row, uint32_t column)
{
    struct ledger *l = ctx;
    protocol_observe(&l->protocol, cycle, command, group, bank, row, column);
    if (command == DRAM_READ || command == DRAM_WRITE)
        ledger_column(l, command == DRAM_WRITE, &(struct dram_place){group, bank, row, column});
}

static void run_mix(const struct dram_config *c, struct mix mix, uint64_t seed, uint64_t cycles)
{
    static struct ledger l;
    l = (struct ledger){.d = dram_new(c)};
    protocol_init(&l.protocol, c);
    dram_observe(l.d, ledger_observe, &l);
    struct load load = {.d = l.d, .mix = mix, .rng = {seed}, .taken = ledger_taken, .ctx = &l};
    load_run(&load, cycles);
    assert_true(load_drain(&load));
    protocol_end(&l.protocol, dram_cycle(l.d));
    const struct dram_stats *s = dram_stats(l.d);
    assert_int_equal(l.protocol.complaints, 0);
    assert_int_equal(l.surprises, 0);
    assert_int_equal(l.count, 0);
    assert_int_equal(load.answers, s->reads + s->writes);
    assert_int_equal(s->row_hits + s->row_misses + s->row_conflicts + s->forwarded,
                     s->reads + s->writes);
    assert_true(load.answers > 100);
    dram_free(l.d);
}

static void random_mixes_obey(void **state)
{
    (void)state;
    for (int n = 0; n < CONFIGS; n++) {
        struct dram_config c = config_number(n);
        uint64_t all = c.bytes / c.line_bytes;
        const struct mix mixes[] = {
            {0, 0, 0, all},  {0, 100, 0, all}, {100, 0, 0, all},  {100, 100, 0, all},
            {50, 0, 0, all}, {50, 90, 0, all}, {30, 95, 0, 4096}, {20, 50, 70, 2000},
            {50, 0, 20, 6},  {50, 30, 99, 40}, {10, 98, 0, all},
        };
        for (size_t m = 0; m < sizeof mixes / sizeof *mixes; m++)
            run_mix(&c, mixes[m], (uint64_t)n * 100 + m, 15000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checker_bites_each_timing),
        cmocka_unit_test(checker_bites_wrong_rows),
        cmocka_unit_test(checker_misses_no_refresh),
        cmocka_unit_test(random_mixes_obey),
    };
    return cmocka_run_group_tests_name("dram protocol", tests, NULL, NULL);
}
