/*
 * A checker of the DRAM's timing rules that knows nothing of the scheduler. It logs the commands
 * and compares each new one with every earlier one that could still matter. Times are in cycles.
 */
#ifndef UMBEL_TESTS_DRAM_PROTOCOL_H
#define UMBEL_TESTS_DRAM_PROTOCOL_H

#include "sw/dram/dram.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
#define RULES(X) \
    X(tRCD) X(tRP) X(tRAS) X(tRC) X(tCCD_S) X(tCCD_L) X(tRRD_S) X(tRRD_L) X(tFAW) X(tWR) \
    X(tWTR_S) X(tWTR_L) X(tRTP) X(tRFC) X(tREFI) X(data_bus) X(turnaround) X(row_state) \
    X(one_a_cycle)
/* clang-format on */

enum rule_id {
#define RULE_ID(name) RULE_##name,
    RULES(RULE_ID)
#undef RULE_ID
        RULE_COUNT
};

static const char *const rule_names[] = {
#define RULE_NAME(name) #name,
    RULES(RULE_NAME)
#undef RULE_NAME
};

enum { LOG_SIZE = 1024 };

struct seen {
    uint64_t cycle;
    enum dram_command command;
    uint32_t group, bank, row, column;
};

struct protocol {
    struct dram_config config;
    struct seen log[LOG_SIZE]; /* ring of the last commands */
    uint64_t count, refreshes, horizon, complaints;
    uint64_t broken[RULE_COUNT];
    bool open[16][16];
    uint32_t row[16][16];
    bool quiet;
};

static inline void complain(struct protocol *p, enum rule_id rule, const struct seen *s)
{
    p->broken[rule]++;
    if (p->complaints++ == 0 && !p->quiet)
        printf("cycle %llu: command %d group %u bank %u row %u breaks %s\n",
               (unsigned long long)s->cycle, (int)s->command, s->group, s->bank, s->row,
               rule_names[rule]);
}

static inline void need(struct protocol *p, enum rule_id rule, const struct seen *s, uint64_t gap,
                        uint64_t least)
{
    if (gap < least)
        complain(p, rule, s);
}

static inline uint32_t burst_length(const struct protocol *p)
{
    return p->config.burst / 2;
}

static inline bool is_column(const struct seen *s)
{
    return s->command == DRAM_READ || s->command == DRAM_WRITE;
}

static inline uint64_t data_start(const struct protocol *p, const struct seen *s)
{
    const struct dram_timing *t = &p->config.timing;
    return s->cycle + (s->command == DRAM_READ ? t->tCL : t->tCWL);
}

static inline void check_columns(struct protocol *p, const struct seen *old, const struct seen *s)
{
    const struct dram_timing *t = &p->config.timing;
    uint64_t gap = s->cycle - old->cycle, bl = burst_length(p);
    bool group = old->group == s->group, turn = old->command != s->command;
    uint64_t a = data_start(p, old), b = data_start(p, s);
    if (a < b + bl && b < a + bl)
        complain(p, RULE_data_bus, s);
    else if (turn && a < b + bl + 1 && b < a + bl + 1)
        complain(p, RULE_turnaround, s);
    if (!turn)
        need(p, group ? RULE_tCCD_L : RULE_tCCD_S, s, gap, group ? t->tCCD_L : t->tCCD_S);
    else if (s->command == DRAM_READ)
        need(p, group ? RULE_tWTR_L : RULE_tWTR_S, s, gap,
             t->tCWL + bl + (group ? t->tWTR_L : t->tWTR_S));
}

static inline void check_close(struct protocol *p, const struct seen *old, const struct seen *s)
{
    const struct dram_timing *t = &p->config.timing;
    uint64_t gap = s->cycle - old->cycle;
    if (s->command == DRAM_PRE && (old->group != s->group || old->bank != s->bank))
        return;
    if (old->command == DRAM_ACT)
        need(p, RULE_tRAS, s, gap, t->tRAS);
    else if (old->command == DRAM_READ)
        need(p, RULE_tRTP, s, gap, t->tRTP);
    else if (old->command == DRAM_WRITE)
        need(p, RULE_tWR, s, gap, t->tCWL + burst_length(p) + t->tWR);
}

static inline void check_activate(struct protocol *p, const struct seen *old, const struct seen *s)
{
    const struct dram_timing *t = &p->config.timing;
    uint64_t gap = s->cycle - old->cycle;
    bool group = old->group == s->group, bank = group && old->bank == s->bank;
    if (old->command == DRAM_ACT) {
        if (bank)
            need(p, RULE_tRC, s, gap, t->tRAS + t->tRP);
        need(p, group ? RULE_tRRD_L : RULE_tRRD_S, s, gap, group ? t->tRRD_L : t->tRRD_S);
    } else if (old->command == DRAM_PRE_ALL || (old->command == DRAM_PRE && bank)) {
        need(p, RULE_tRP, s, gap, t->tRP);
    }
}

static inline void check_pair(struct protocol *p, const struct seen *old, const struct seen *s)
{
    const struct dram_timing *t = &p->config.timing;
    uint64_t gap = s->cycle - old->cycle;
    if (gap == 0)
        complain(p, RULE_one_a_cycle, s);
    if (old->command == DRAM_REFRESH)
        need(p, RULE_tRFC, s, gap, t->tRFC);
    if (is_column(s) && is_column(old))
        check_columns(p, old, s);
    if (is_column(s) && old->command == DRAM_ACT && old->group == s->group && old->bank == s->bank)
        need(p, RULE_tRCD, s, gap, t->tRCD);
    if (s->command == DRAM_PRE || s->command == DRAM_PRE_ALL)
        check_close(p, old, s);
    if (s->command == DRAM_ACT)
        check_activate(p, old, s);
    if (s->command == DRAM_REFRESH && (old->command == DRAM_PRE || old->command == DRAM_PRE_ALL))
        need(p, RULE_tRP, s, gap, t->tRP);
}

/* At most four activates in any window of tFAW. */
static inline void check_window(struct protocol *p, const struct seen *s)
{
    uint64_t in_window = 1;
    for (uint64_t i = p->count; i > 0 && p->count - i < LOG_SIZE - 1; i--) {
        const struct seen *old = &p->log[(i - 1) % LOG_SIZE];
        if (s->cycle - old->cycle >= p->config.timing.tFAW)
            break;
        in_window += old->command == DRAM_ACT;
    }
    if (in_window > 4)
        complain(p, RULE_tFAW, s);
}

/* The most cycles by which earlier commands can delay a refresh. */
static inline uint64_t refresh_slack(const struct protocol *p)
{
    const struct dram_timing *t = &p->config.timing;
    uint64_t write = t->tCWL + burst_length(p) + t->tWR, close = t->tRAS;
    close = write > close ? write : close;
    return (t->tRTP > close ? t->tRTP : close) + t->tRP;
}

static inline void check_refresh(struct protocol *p, const struct seen *s)
{
    uint64_t due = ++p->refreshes * p->config.timing.tREFI;
    if (s->cycle < due || s->cycle > due + refresh_slack(p))
        complain(p, RULE_tREFI, s);
    for (uint32_t g = 0; g < p->config.bank_groups; g++)
        for (uint32_t b = 0; b < p->config.banks; b++)
            if (p->open[g][b])
                complain(p, RULE_row_state, s);
}

static inline void check_rows(struct protocol *p, const struct seen *s)
{
    bool *open = &p->open[s->group][s->bank];
    if (s->command == DRAM_ACT) {
        if (*open)
            complain(p, RULE_row_state, s);
        *open = true;
        p->row[s->group][s->bank] = s->row;
    } else if (s->command == DRAM_PRE) {
        if (!*open)
            complain(p, RULE_row_state, s);
        *open = false;
    } else if (s->command == DRAM_PRE_ALL) {
        memset(p->open, 0, sizeof p->open);
    } else if (is_column(s)) {
        if (!*open || p->row[s->group][s->bank] != s->row)
            complain(p, RULE_row_state, s);
    } else {
        check_refresh(p, s);
    }
}

static inline void protocol_init(struct protocol *p, const struct dram_config *c)
{
    const struct dram_timing *t = &c->timing;
    *p = (struct protocol){.config = *c};
    p->horizon = (uint64_t)t->tRFC + t->tRAS + t->tRP + t->tFAW + t->tCL + t->tCWL + c->burst +
                 t->tWR + t->tWTR_L + t->tRTP;
}

static inline void protocol_observe(void *ctx, uint64_t cycle, enum dram_command command,
                                    uint32_t group, uint32_t bank, uint32_t row, uint32_t column)
{
    struct protocol *p = ctx;
    struct seen s = {cycle, command, group, bank, row, column};
    for (uint64_t i = p->count; i > 0 && p->count - i < LOG_SIZE - 1; i--) {
        const struct seen *old = &p->log[(i - 1) % LOG_SIZE];
        if (cycle - old->cycle > p->horizon)
            break;
        check_pair(p, old, &s);
    }
    if (command == DRAM_ACT)
        check_window(p, &s);
    check_rows(p, &s);
    p->log[p->count++ % LOG_SIZE] = s;
}

/* To be called at the end, where a refresh that never came shows. */
static inline void protocol_end(struct protocol *p, uint64_t cycle)
{
    struct seen s = {.cycle = cycle, .command = DRAM_REFRESH};
    uint64_t slack = refresh_slack(p);
    if (cycle > slack && p->refreshes < (cycle - slack - 1) / p->config.timing.tREFI)
        complain(p, RULE_tREFI, &s);
}

#endif
