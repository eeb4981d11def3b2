/* Opens the verilated board of fpga/boards/hx8k behind its serial line, and runs programs on it. */
#ifndef UMBEL_TESTS_FPGA_SIMULATED_H
#define UMBEL_TESTS_FPGA_SIMULATED_H

#include "fpga/host/program.h"
#include "harness/board/prototype.h"
#include "harness/board/sim_port.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Clock cycles per bit: a fast line, and the board's own. */
enum { FAST = 4, BOARDS = 16 };

/* The system that these tests run: 2 engines of 2 threads of 64 slots, 256 lines. */
enum { ENGINES = 2, THREADS = 2, SLOTS = 64, LINES = 256, LIMIT_MS = 1000 };

struct simulated {
    struct port *port;
    struct board *b;
};

static inline struct system *hx8k(const char *const *sets, size_t n)
{
    struct error err = {0};
    struct system *sys = system_load(UMBEL_ROOT "/fpga/boards/hx8k/system.yaml", sets, n, &err);
    assert_string_equal(err.text, "");
    return sys;
}

/* The board with changes to its system file. */
static inline const struct dut_type *changed(uint32_t div, const char *const *sets, size_t n)
{
    struct error err = {0};
    struct system *sys = hx8k(sets, n);
    const struct dut_type *type = prototype_build(sys, div, NULL, &err);
    assert_string_equal(err.text, "");
    system_free(sys);
    return type;
}

static inline const struct dut_type *unchanged(uint32_t div)
{
    static const struct dut_type *types[BOARDS + 1];
    if (types[div] == NULL)
        types[div] = changed(div, NULL, 0);
    return types[div];
}

static inline struct simulated simulated_of(const struct dut_type *type, uint32_t div)
{
    struct error err = {0};
    struct simulated s = {.port = sim_port_open(type, div)};
    struct exchange_timing timing = sim_port_timing(s.port);
    s.b = board_open(s.port, &timing, &err);
    assert_string_equal(err.text, "");
    assert_non_null(s.b);
    return s;
}

static inline struct simulated simulated(uint32_t div)
{
    return simulated_of(unchanged(div), div);
}

/* A call that must succeed. */
#define MUST(call)                                                                                 \
    do {                                                                                           \
        struct error err = {0};                                                                    \
        bool ok_ = (call);                                                                         \
        assert_string_equal(err.text, "");                                                         \
        assert_true(ok_);                                                                          \
    } while (0)

#define MUST_FAIL(call, text_)                                                                     \
    do {                                                                                           \
        struct error err = {0};                                                                    \
        assert_false(call);                                                                        \
        assert_string_equal(err.text, (text_));                                                    \
    } while (0)

/* Runs programs and reads their results; returns the cycles of the run. */
static inline uint16_t run(struct simulated *s, const struct program *p, size_t n,
                           struct slot_result results[][SLOTS])
{
    uint16_t cycles = 0;
    MUST(program_load(s->b, p, n, &err));
    MUST(program_run(s->b, LIMIT_MS, &cycles, &err));
    for (size_t i = 0; i < n; i++)
        MUST(program_results(s->b, &p[i], results[i], &err));
    return cycles;
}

/* Checks that a thread's requests are taken and answered one after the other, within the run. */
static inline void check_times(const struct program *p, const struct slot_result *r,
                               uint16_t cycles)
{
    unsigned last = 0;
    for (unsigned i = 0; i < p->n && p->slots[i].op != SLOT_END; i++) {
        if (p->slots[i].op == SLOT_WAIT) {
            last += p->slots[i].data;
            continue;
        }
        assert_in_range(r[i].taken, last, cycles);
        assert_in_range(r[i].answered, r[i].taken + 1u, cycles);
        last = r[i].answered;
    }
}

/* Lists a test at both speeds of the line. */
#define AT_BOTH(f)                                                                                 \
    {#f ", 4 cycles a bit", f, NULL, NULL, (void *)&(uint32_t){FAST}},                             \
    {                                                                                              \
#f ", 16 cycles a bit", f, NULL, NULL, (void *)&(uint32_t)                                 \
        {                                                                                          \
            BOARDS                                                                                 \
        }                                                                                          \
    }

static inline uint32_t div_of(void **state)
{
    return *(const uint32_t *)*state;
}

#endif
