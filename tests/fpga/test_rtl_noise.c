/*
 * 10,000 verilated boards behind lines that corrupt, lose, double, insert, cut, stall and repeat.
 * Each call ends with the right words or an error, late copies change nothing, and no run is
 * started twice. `make noise` runs all of them (UMBEL_NOISE_CASES) in minutes; UMBEL_SLOW=1 runs
 * the first thousand.
 */
#include "gen/proto/atomic.h"
#include "tests/fpga/noisy_port.h"
#include "tests/fpga/simulated.h"
#include "tests/support/optimised.h"
#include "tests/support/slow.h"

#include <stdio.h>
#include <stdlib.h>

enum { CASES = 10000, MORE = 1000, FEW = 50, TRIES = 3, ROUNDS = 4, PART = 120 };
enum { WORDS = 32, TALLY = 200 }; /* words of memory that calls use; the line that runs add to */

struct one {
    uint64_t seed;
    struct rng rng;
    struct board *board;
    uint16_t memory[WORDS]; /* expected contents */
    uint64_t runs;          /* expected number of runs */
    int answer_ms;
};

static struct noisy_port line;
static struct {
    unsigned cases, clean, failed, never_opened, asked_again, calls;
    uint64_t retries, orders, foreign, bad, runs, cycles;
    uint64_t noise[NOISES];
} seen;

#define CHECK(c, one, what)                                                                        \
    do {                                                                                           \
        if (!(c))                                                                                  \
            fail_msg("seed %llu: %s", (unsigned long long)(one)->seed, (what));                    \
    } while (0)

static void check_error(const struct one *o, bool ok, const struct error *err)
{
    CHECK(ok != error_is_set(err), o, "an error, or success, and not both");
    CHECK(strchr(err->text, '\n') == NULL, o, "an error is one line");
    CHECK(ok || strncmp(err->text, "line: ", 6) == 0, o, err->text);
}

/* No call takes longer than the limit for its requests. */
static void check_time(const struct one *o, uint64_t start, size_t words)
{
    uint64_t requests = words / PART + 2;
    uint64_t most = requests * ROUNDS * 3 * TRIES * ((uint64_t)o->answer_ms + 2) * MS_CYCLES;
    CHECK(noisy_now(&line) - start <= most, o, "it ends in time");
}

/* ---- faults ---- */

static unsigned rate(struct rng *r, unsigned most)
{
    static const unsigned parts[] = {0, 0, 0, 0, 1000, 100, 10, 1};
    unsigned part = parts[rng_below(r, 8)];
    return part == 0 ? 0 : most / part;
}

static void set_faults(struct one *o)
{
    static const unsigned most[NOISES] = {
        [CORRUPT] = 25000,   [DROP] = 25000,   [DUPLICATE] = 25000, [INSERT] = 25000,
        [TRUNCATE] = 400000, [STALL] = 700000, [LATE] = 700000};
    int longest = rng_below(&o->rng, 2) == 0 ? 10 : 5 * o->answer_ms;
    line.stall_cycles = (1 + rng_below(&o->rng, (uint64_t)longest)) * MS_CYCLES;
    bool good = rng_below(&o->rng, 10) == 0;
    for (int i = 0; i < NOISES; i++)
        line.rates[i] = good ? 0 : rate(&o->rng, most[i]);
}

/* ---- calls ---- */

/* Checks, on a good line, that memory is as after the calls so far; the `n` words from `at` on may
 * be old or new. */
static void check_memory(struct one *o, size_t at, const uint16_t *words, size_t n)
{
    uint16_t is[WORDS];
    struct error err = {0};
    CHECK(board_read(o->board, BOARD_MEMORY, is, WORDS, &err), o, err.text);
    for (size_t i = 0; i < WORDS; i++) {
        bool is_new = i >= at && i < at + n && is[i] == words[i - at];
        CHECK(is_new || is[i] == o->memory[i], o, "a word is as written, or as before");
        o->memory[i] = is[i];
    }
}

static bool write_words(struct one *o, size_t at, const uint16_t *words, size_t n)
{
    struct error err = {0};
    uint64_t start = noisy_now(&line);
    bool ok = board_write(o->board, (uint16_t)(BOARD_MEMORY + at), words, n, &err);
    check_error(o, ok, &err);
    check_time(o, start, n);
    if (ok)
        memcpy(o->memory + at, words, n * sizeof *words);
    return ok;
}

static bool read_words(struct one *o, size_t at, size_t n)
{
    struct error err = {0};
    uint16_t words[WORDS];
    uint64_t start = noisy_now(&line);
    bool ok = board_read(o->board, (uint16_t)(BOARD_MEMORY + at), words, n, &err);
    check_error(o, ok, &err);
    check_time(o, start, n);
    CHECK(!ok || memcmp(words, o->memory + at, n * sizeof *words) == 0, o, "the right words");
    return ok;
}

/* Engine 0 adds 1 to a line. Results overwrite the program, so it is loaded again for each run. */
static bool start_run(struct one *o)
{
    struct error err = {0};
    static const uint16_t add[] = {OP_ATOMIC << 12 | (FN_ADD + ATOMIC_WIDE) << 7 | SLOT_WHOLE,
                                   TALLY, 1, 0, SLOT_END << 12};
    const uint16_t control = BOARD_START;
    uint64_t began = noisy_now(&line);
    bool loaded = board_write(o->board, BOARD_ENGINES, add, sizeof add / sizeof *add, &err);
    bool ok = loaded && board_write(o->board, BOARD_CONTROL, &control, 1, &err);
    check_error(o, ok, &err);
    check_time(o, began, PART);
    uint64_t more = sim_port_runs(line.board) - o->runs;
    CHECK(ok ? more == 1 : more <= loaded, o, "begun once, or not");
    o->runs += ok;
    return ok;
}

/* When the line is good again, all words are old or new as they should be. */
static void recover(struct one *o, size_t at, const uint16_t *words, size_t n)
{
    struct error err = {0};
    uint16_t first;
    memset(line.rates, 0, sizeof line.rates);
    if (rng_below(&o->rng, 2) == 0)
        noisy_settle(&line);
    int tries = 1;
    while (!board_read(o->board, BOARD_MEMORY, &first, 1, &err)) {
        CHECK(tries++ < 10, o, err.text); /* delayed frames are still on the line */
        err.text[0] = '\0';
    }
    seen.asked_again += tries > 1;
    check_memory(o, at, words, n);
    uint64_t runs = sim_port_runs(line.board);
    CHECK(runs == o->runs || (n == 0 && runs == o->runs + 1), o, "begun once, or not");
    o->runs = runs;
    CHECK(start_run(o), o, "a good line begins a run");
}

static bool some_call(struct one *o)
{
    uint16_t words[WORDS];
    size_t n = 1 + rng_below(&o->rng, rng_below(&o->rng, 6) == 0 ? WORDS : 6);
    size_t at = rng_below(&o->rng, WORDS - n + 1);
    if (rng_below(&o->rng, 2) == 0) /* half of the calls use the same few words */
        at = n <= 8 ? at % 8 : at;
    for (size_t i = 0; i < n; i++)
        words[i] = rng_below(&o->rng, 4) == 0 ? 0xA5A5 : (uint16_t)rng_next(&o->rng);
    uint64_t what = rng_below(&o->rng, 5);
    seen.calls++;
    bool ok = what == 0   ? start_run(o)
              : what <= 2 ? read_words(o, at, n)
                          : write_words(o, at, words, n);
    if (!ok)
        recover(o, at, words, what <= 2 ? 0 : n);
    return ok;
}

/* ---- a case ---- */

/* Loads programs with which all threads end at once. */
static void prepare(struct one *o, const struct exchange_timing *timing)
{
    struct error err = {0};
    const uint32_t none[WORDS / 2] = {0}, zero = 0;
    struct board *b = board_open(&line.port, timing, &err);
    CHECK(b != NULL, o, err.text);
    CHECK(program_load(b, NULL, 0, &err), o, err.text);
    CHECK(program_write_lines(b, 0, none, WORDS / 2, &err), o, err.text);
    CHECK(program_write_lines(b, TALLY, &zero, 1, &err), o, err.text);
    board_close(b);
    line.closed = false;
}

static void check_end(struct one *o)
{
    struct error err = {0};
    uint32_t tally;
    noisy_settle(&line);
    memset(line.rates, 0, sizeof line.rates);
    for (int tries = 0; !program_read_lines(o->board, TALLY, &tally, 1, &err); tries++) {
        CHECK(tries < 10, o, err.text);
        err.text[0] = '\0';
    }
    check_memory(o, 0, NULL, 0);
    CHECK(sim_port_runs(line.board) == o->runs, o, "nothing begins late");
    CHECK(tally == o->runs, o, "each run ran once");
}

static void count(const struct one *o, bool ok)
{
    const struct exchange *x = &o->board->exchange;
    seen.clean += ok && x->counts.retries == 0;
    seen.failed += !ok;
    seen.retries += x->counts.retries;
    seen.orders += x->counts.orders;
    seen.foreign += x->counts.foreign;
    seen.bad += x->rx.bad;
    seen.runs += o->runs;
}

static void run_case(struct one *o)
{
    struct error err = {0};
    o->answer_ms = 25;
    const struct exchange_timing timing = {noisy_ms, &line, o->answer_ms, TRIES};
    struct port *board = sim_port_open(unchanged(NOISY_DIV), NOISY_DIV);
    noisy_init(&line, board, o->seed);
    prepare(o, &timing);
    set_faults(o);
    line.offset_ms += rng_below(&o->rng, 256); /* makes the host's first number random */
    uint64_t start = noisy_now(&line);
    o->board = board_open(&line.port, &timing, &err);
    check_error(o, o->board != NULL, &err);
    check_time(o, start, 4);
    seen.never_opened += o->board == NULL;
    CHECK(line.closed == (o->board == NULL), o, "what cannot be opened is closed");
    if (o->board != NULL) {
        size_t calls = 1 + rng_below(&o->rng, 12);
        bool ok = true;
        for (size_t i = 0; ok && i < calls; i++)
            ok = some_call(o);
        count(o, ok);
        check_end(o);
        board_close(o->board);
    }
    seen.cycles += sim_port_cycles(board);
    for (int i = 0; i < NOISES; i++)
        seen.noise[i] += line.seen[i];
    board->close(board);
}

/* Every kind of fault occurred; the rare ones only if there are many cases. */
static void check_seen(unsigned cases)
{
    assert_in_range(seen.clean, cases / 10, cases / 2);
    assert_in_range(seen.failed, cases / 50, cases / 2);
    assert_in_range(seen.never_opened, 1, cases / 3);
    assert_true(seen.asked_again > 0 || cases < CASES);
    assert_true(seen.runs > cases / 2 && seen.retries > cases && seen.orders > cases / 100);
    assert_true(seen.foreign > cases / 10 && seen.bad > cases / 10);
    for (int i = 0; i < NOISES; i++)
        assert_true(seen.noise[i] > cases / 10);
}

static unsigned how_many(void)
{
    const char *cases = getenv("UMBEL_NOISE_CASES");
    if (cases != NULL && cases[0] != '\0')
        return (unsigned)strtoul(cases, NULL, 10);
    return slow_wanted() ? MORE : FEW;
}

static void many_cases(void **state)
{
    (void)state;
    static struct one o;
    unsigned cases = how_many();
    if (cases < CASES)
        print_message("*** %u of %d cases; `make noise` runs all, minutes ***\n", cases,
                      (int)CASES);
    for (uint64_t seed = 0; seed < cases; seed++) {
        memset(&o, 0, sizeof o);
        o.seed = seed;
        o.rng.state = seed * 3 + 1;
        run_case(&o);
    }
    printf("%u cases, %u calls: %u without a retry, %u ended in an error, %u were never opened, %u "
           "needed more than one try to recover; %llu retries, %llu out of order, %llu foreign "
           "frames, %llu bad ones; %llu runs; %llu million cycles\n",
           cases, seen.calls, seen.clean, seen.failed, seen.never_opened, seen.asked_again,
           (unsigned long long)seen.retries, (unsigned long long)seen.orders,
           (unsigned long long)seen.foreign, (unsigned long long)seen.bad,
           (unsigned long long)seen.runs, (unsigned long long)seen.cycles / 1000000);
    static const char *const names[NOISES] = {"corrupted", "dropped", "doubled", "inserted",
                                              "cut short", "stalled", "late"};
    for (int i = 0; i < NOISES; i++)
        printf("%llu %s%s", (unsigned long long)seen.noise[i], names[i],
               i < NOISES - 1 ? ", " : "\n");
    check_seen(cases);
}

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_cases),
    };
    return cmocka_run_group_tests_name("rtl_noise", tests, NULL, NULL);
}
