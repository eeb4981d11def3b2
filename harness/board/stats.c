#include "harness/board/stats.h"

#include "fpga/host/program.h"
#include "gen/proto/atomic.h"
#include "sw/util/arena.h"
#include "sw/util/rng.h"

#include <stdlib.h>

enum { LIMIT_MS = 1000, MOST_PROGRAMS = 64, MOST_SLOTS = 128, LINES = 16 };

struct traffic {
    struct program programs[MOST_PROGRAMS];
    struct slot slots[MOST_PROGRAMS][MOST_SLOTS];
    size_t n;
};

/* ---- the program ---- */

static struct slot random_access(struct rng *rng)
{
    uint16_t line = (uint16_t)rng_below(rng, LINES);
    uint32_t data = (uint32_t)rng_next(rng);
    bool high = rng_below(rng, 2) == 1; /* which half of the line */
    uint8_t half = high ? 0xC : 0x3;
    switch (rng_below(rng, 10)) {
    case 0:
        return slot_atomic(FN_ADD, line, half, high ? 1u << 16 : 1);
    case 1:
    case 2:
        return slot_store(line, half, data);
    case 3:
        return slot_store(line, SLOT_WHOLE, data);
    default:
        return slot_load(line);
    }
}

static void make_traffic(const struct board_shape *shape, uint64_t seed, unsigned accesses,
                         struct traffic *t)
{
    struct rng rng = {seed};
    for (unsigned e = 0; e < shape->gpus * shape->sms; e++)
        for (unsigned k = 0; k < shape->threads && t->n < MOST_PROGRAMS; k++, t->n++) {
            for (unsigned i = 0; i < accesses; i++)
                t->slots[t->n][i] = random_access(&rng);
            t->programs[t->n] = (struct program){e, k, t->slots[t->n], accesses};
        }
}

/* ---- runs ---- */

static void add(struct latencies *l, uint16_t cycles)
{
    if (l->n == 0 || cycles < l->least)
        l->least = cycles;
    if (cycles > l->most)
        l->most = cycles;
    l->n++;
    l->sum += cycles;
}

static bool add_latencies(struct board *b, const struct program *p, struct board_stats *s,
                          struct error *err)
{
    struct slot_result results[MOST_SLOTS];
    if (!program_results(b, p, results, err))
        return false;
    for (unsigned i = 0; i < p->n; i++)
        add(p->slots[i].op == OP_LOAD    ? &s->loads
            : p->slots[i].op == OP_STORE ? &s->stores
                                         : &s->atomics,
            (uint16_t)(results[i].answered - results[i].taken));
    return true;
}

/* Fails if times ran over in the last epoch: the counters would then be meaningless. */
static bool times_last(struct board *b, const struct netlist *n, struct error *err)
{
    for (size_t i = 0; i < n->n_tiles; i++) {
        uint64_t shown = 0;
        if (n->tiles[i].can_fail && !program_probe(b, (unsigned)i, PROBE_FAIL, &shown, err))
            return false;
        if ((shown >> FAIL_VALID & 1) != 0)
            return error_set(err,
                             "%s: a timestamp ran over in the last epoch; ask for less accesses",
                             b->exchange.port->name);
    }
    return true;
}

/* Runs from a reset, so that each run is the same. The event to count is chosen before the reset,
 * by reading its counter. */
static bool run_once(struct board *b, const struct traffic *t, unsigned select,
                     struct board_stats *s, struct error *err)
{
    static const uint32_t zeros[LINES];
    uint64_t unread;
    uint16_t cycles;
    if (!program_probe(b, 0, PROBE_COUNTER + select, &unread, err) || !program_reset(b, err) ||
        !program_write_lines(b, 0, zeros, LINES, err) || !program_load(b, t->programs, t->n, err) ||
        !program_run(b, LIMIT_MS, &cycles, err))
        return false;
    if (s->runs++ > 0 && cycles != s->cycles)
        return error_set(err, "%s: a run took %u cycles, and the same again %u",
                         b->exchange.port->name, s->cycles, cycles);
    s->cycles = cycles;
    return times_last(b, s->net, err);
}

static unsigned counters_of(const struct tile *t)
{
    unsigned n = 0;
    while (t->counters != NULL && n < STATS_COUNTERS && t->counters[n].name != NULL)
        n++;
    return n;
}

/* Reads counter `select` of all tiles that have it. */
static bool read_counter(struct board *b, unsigned select, struct board_stats *s, struct error *err)
{
    for (size_t i = 0; i < s->net->n_tiles; i++) {
        uint64_t shown = 0;
        if (select >= counters_of(&s->net->tiles[i]))
            continue;
        if (!program_probe(b, (unsigned)i, PROBE_COUNTER + select, &shown, err))
            return false;
        s->counts[i * STATS_COUNTERS + select] = netlist_counted(s->net, shown);
    }
    return true;
}

bool board_stats(struct board *b, const struct system *sys, uint64_t seed, unsigned accesses,
                 struct board_stats *s, struct error *err)
{
    *s = (struct board_stats){.net = netlist_new(sys, err)};
    if (s->net == NULL)
        return false;
    if (accesses < 1 || accesses > b->shape.slots || b->shape.slots > MOST_SLOTS)
        return error_set(err, "%u accesses: a thread of this board does 1 to %u", accesses,
                         b->shape.slots);
    s->counts = xcalloc(s->net->n_tiles * STATS_COUNTERS, sizeof *s->counts);
    struct traffic *t = xcalloc(1, sizeof *t);
    make_traffic(&b->shape, seed, accesses, t);
    unsigned most = 1;
    for (size_t i = 0; i < s->net->n_tiles; i++)
        most = counters_of(&s->net->tiles[i]) > most ? counters_of(&s->net->tiles[i]) : most;
    bool ok = true;
    for (unsigned c = 0; ok && c < most; c++) {
        if (c == 0 || sys->hardware.count_one)
            ok = run_once(b, t, c, s, err);
        for (size_t i = 0; ok && c == 0 && i < t->n; i++)
            ok = add_latencies(b, &t->programs[i], s, err);
        ok = ok && read_counter(b, c, s, err);
    }
    free(t);
    return ok;
}

void board_stats_free(struct board_stats *s)
{
    netlist_free(s->net);
    free(s->counts);
    *s = (struct board_stats){0};
}
