/* fpga/rtl, verilated: each word of the table in fpga/protocol.md, and the answer to each kind of
 * frame. */
#include "sw/util/rng.h"
#include "tests/fpga/simulated.h"
#include "tests/support/optimised.h"

#include <string.h>

enum { END_WORD = 0xF000, WAITS = 8 };

static uint16_t word(struct simulated *s, uint16_t address)
{
    uint16_t w = 0;
    MUST(board_read(s->b, address, &w, 1, &err));
    return w;
}

static void put(struct simulated *s, uint16_t address, uint16_t value)
{
    MUST(board_write(s->b, address, &value, 1, &err));
}

/* ---- words ---- */

static void shape(void **state)
{
    struct simulated s = simulated(div_of(state));
    const struct board_shape *h = &s.b->shape;
    assert_int_equal(h->gpus, ENGINES);
    assert_int_equal(h->sms, 1);
    assert_int_equal(h->line_bits, 8);
    assert_int_equal(h->line_bytes, SLOT_LINE_BYTES);
    assert_int_equal(h->threads, THREADS);
    assert_int_equal(h->slots, SLOTS);
    assert_int_equal(h->ts_bits, 6);
    assert_int_equal(h->time_bits, 9);
    board_close(s.b);
}

static void registers(void **state)
{
    struct simulated s = simulated(div_of(state));
    static const uint16_t must[16] = {0x554D,
                                      1,
                                      0x0201,
                                      0x0804,
                                      0x0206,
                                      0x0609,
                                      /* all is quiet */ 0x0002};
    uint16_t w[16];
    MUST(board_read(s.b, 0, w, 16, &err));
    assert_memory_equal(w, must, sizeof must); /* the probe: counter 0 of unit 0 */
    for (uint16_t a = 0; a <= 5; a++)
        put(&s, a, 0xFFFF);
    MUST(board_read(s.b, 0, w, 16, &err));
    assert_memory_equal(w, must, sizeof must);
    board_close(s.b);
}

/* An unused address reads as 0, and a write there changes nothing. */
static void nothing_there(void **state)
{
    struct simulated s = simulated(div_of(state));
    static const uint16_t holes[] = {0x0010, 0x0800, 0x0FFF, 0x1200, 0x13FF, 0x1600,
                                     0x1800, 0x1C00, 0x2000, 0x3000, 0x5000, 0x7FFF,
                                     0x8200, 0x9000, 0xC000, 0xFFFF};
    uint16_t before[0x200], after[0x200];
    static const uint16_t theres[] = {0x1000, 0x1400, 0x8000};
    for (size_t t = 0; t < 3; t++) {
        for (uint16_t i = 0; i < 0x200; i++)
            before[i] = (uint16_t)(i * 0x0101 + t + 1);
        MUST(board_write(s.b, theres[t], before, 0x200, &err));
        for (size_t i = 0; i < sizeof holes / sizeof *holes; i++) {
            put(&s, holes[i], 0xDEAD);
            assert_int_equal(word(&s, holes[i]), 0);
        }
        MUST(board_read(s.b, theres[t], after, 0x200, &err));
        assert_memory_equal(after, before, sizeof before);
    }
    assert_int_equal(word(&s, 0x0006), 0x0002);
    board_close(s.b);
}

static void memory(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct rng r = {1};
    uint32_t lines[LINES], is[LINES];
    for (size_t i = 0; i < LINES; i++)
        lines[i] = (uint32_t)rng_next(&r);
    MUST(program_write_lines(s.b, 0, lines, LINES, &err));
    for (int i = 0; i < 50; i++) {
        uint16_t line = (uint16_t)rng_below(&r, LINES);
        bool high = rng_below(&r, 2) == 1;
        uint16_t half = (uint16_t)rng_next(&r);
        put(&s, (uint16_t)(BOARD_MEMORY + 2 * line + high), half);
        lines[line] = high ? (lines[line] & 0xFFFF) | (uint32_t)half << 16
                           : (lines[line] & 0xFFFF0000) | half;
    }
    MUST(program_read_lines(s.b, 0, is, LINES, &err));
    assert_memory_equal(is, lines, sizeof lines);
    MUST(program_reset(s.b, &err));
    MUST(program_read_lines(s.b, 17, is, 3, &err));
    assert_memory_equal(is, lines + 17, 3 * sizeof *is);
    board_close(s.b);
}

static void status_bits(void **state)
{
    struct simulated s = simulated(div_of(state));
    for (unsigned e = 0; e < ENGINES; e++) {
        /* One thread of this engine waits for a long time; all others end. */
        struct slot waits[WAITS];
        for (int i = 0; i < WAITS; i++)
            waits[i] = slot_wait(WAIT_MOST);
        const struct program p = {.engine = e, .thread = 1, .slots = waits, .n = WAITS};
        MUST(program_load(s.b, &p, 1, &err));
        put(&s, BOARD_CONTROL, BOARD_START);
        assert_int_equal(word(&s, BOARD_CONTROL), 0x0001 | 0x0100 << e);
        assert_true(sim_port_busy(s.port));
        uint16_t first = (uint16_t)(BOARD_ENGINES + e * BOARD_ENGINE_WORDS);
        put(&s, BOARD_MEMORY, 0xDEAD); /* ignored during a run, like the next one */
        put(&s, first, 0x1234);
        sim_port_run(s.port, WAITS * WAIT_MOST + 100);
        assert_false(sim_port_busy(s.port));
        assert_int_equal(word(&s, BOARD_CONTROL), 0x0002);
        assert_int_equal(word(&s, BOARD_MEMORY), 0);
        assert_int_equal(word(&s, first), END_WORD);
        assert_in_range(word(&s, BOARD_CYCLES), WAITS * WAIT_MOST, WAITS * (WAIT_MOST + 6));
    }
    board_close(s.b);
}

/* ---- frames ---- */

enum { OK, AGAIN, ORDER, BAD, SILENT };

/* The status of the answer to a request; SILENT: no answer. */
static int ask(struct simulated *s, const uint8_t *body, size_t n)
{
    struct error err = {0};
    uint8_t frame[FRAME_MAX], in[FRAME_MAX], answer[BODY_MAX];
    struct frame_rx rx = {0};
    size_t len = frame_build(frame, body, n);
    assert_true(s->port->write(s->port, frame, len, 100, &err));
    size_t answer_n = 0;
    for (int got = 1; got > 0 && answer_n == 0;) {
        got = s->port->read(s->port, in, 1, 30, &err);
        if (got > 0)
            frame_put(&rx, in[0]);
        answer_n = frame_next(&rx, answer);
    }
    if (answer_n == 0)
        return SILENT;
    assert_int_equal(rx.noise + rx.bad, 0);
    assert_int_equal(answer[0], body[0]);
    assert_int_equal(answer[1], body[1] | 0x80);
    assert_int_equal(answer_n, answer[2] == OK && body[1] == 2 ? 3 + 2 * body[2] : 3);
    return answer[2];
}
#define ASK(s, ...) ask((s), (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})

static void numbers(void **state)
{
    struct simulated s = simulated(div_of(state));
    assert_int_equal(ASK(&s, 77, 1, 0), OK);
    assert_int_equal(ASK(&s, 77, 3, 1, 0x80, 0, 0x11, 0x11), ORDER); /* 77 was no WRITE */
    assert_int_equal(ASK(&s, 79, 2, 1, 0, 0), ORDER);
    assert_int_equal(ASK(&s, 76, 2, 1, 0, 0), ORDER);
    assert_int_equal(ASK(&s, 78, 3, 1, 0x80, 0, 0x12, 0x34), OK);
    assert_int_equal(ASK(&s, 78, 3, 1, 0x80, 0, 0x12, 0x34), AGAIN);
    assert_int_equal(ASK(&s, 79, 3, 1, 0x80, 0, 0x56, 0x78), OK);
    assert_int_equal(ASK(&s, 78, 3, 1, 0x80, 0, 0x12, 0x34), ORDER);
    assert_int_equal(ASK(&s, 80, 2, 1, 0x80, 0), OK);
    assert_int_equal(ASK(&s, 80, 2, 1, 0x80, 0), OK);
    assert_int_equal(ASK(&s, 255, 1, 0), OK);
    assert_int_equal(ASK(&s, 0, 2, 120, 0x80, 0), OK);
    s.b->exchange.in_step = false;
    assert_int_equal(word(&s, BOARD_MEMORY), 0x5678);
    board_close(s.b);
}

static void lengths(void **state)
{
    struct simulated s = simulated(div_of(state));
    uint8_t body[BODY_MAX] = {2, 3, 120, 0x80, 0};
    assert_int_equal(ASK(&s, 1, 1, 0), OK);
    assert_int_equal(ASK(&s, 2, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 4, 1, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 0x82, 1, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 1, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 2, 0, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 2, 121, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 2, 1, 0), BAD);
    assert_int_equal(ASK(&s, 2, 2, 1, 0, 0, 0), BAD);
    assert_int_equal(ASK(&s, 2, 3, 0, 0x80, 0), BAD);
    assert_int_equal(ASK(&s, 2, 3, 1, 0x80, 0, 1), BAD);
    assert_int_equal(ASK(&s, 2, 3, 2, 0x80, 0, 1, 2), BAD);
    assert_int_equal(ask(&s, body, 246), BAD);
    assert_int_equal(ask(&s, body, 245), OK);
    assert_int_equal(ask(&s, body, 245), AGAIN);
    body[2] = 121;
    body[0] = 3;
    assert_int_equal(ask(&s, body, 247), BAD);
    body[2] = 120 + 128; /* the low bits say 120 */
    assert_int_equal(ask(&s, body, 245), BAD);
    assert_int_equal(ask(&s, body, 255), BAD);
    board_close(s.b);
}

/* Wrong frames get no answer; a good frame after them does. */
static void no_frames(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct error err = {0};
    uint8_t frame[FRAME_MAX];
    size_t n = frame_build(frame, (const uint8_t[]){9, 1, 0}, 3);
    static const uint8_t noise[] = {0, 0xFF, 0xA5, 2, 0xA5, 0, 0x5A};
    assert_true(s.port->write(s.port, noise, sizeof noise, 100, &err));
    assert_int_equal(ASK(&s, 9, 1, 0), OK);
    for (size_t bit = 8; bit < 8 * n; bit++) { /* inverts each bit but those of the 0xA5 */
        uint8_t wrong[FRAME_MAX], byte;
        memcpy(wrong, frame, n);
        wrong[bit / 8] = (uint8_t)(wrong[bit / 8] ^ 1u << bit % 8);
        assert_true(s.port->write(s.port, wrong, n, 100, &err));
        assert_int_equal(s.port->read(s.port, &byte, 1, 10, &err), 0);
    }
    for (size_t cut = 1; cut < n; cut++) {
        uint8_t byte;
        assert_true(s.port->write(s.port, frame, cut, 100, &err));
        assert_int_equal(s.port->read(s.port, &byte, 1, 7, &err), 0); /* 70 byte times */
        assert_int_equal(ASK(&s, (uint8_t)cut, 1, 0), OK);
    }
    board_close(s.b);
}

/* The board waits through a pause of 62 byte times within a frame, but not through one of 66. */
static void patience(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct error err = {0};
    uint8_t frame[FRAME_MAX], byte;
    uint64_t byte_cycles = 10 * div_of(state);
    size_t n = frame_build(frame, (const uint8_t[]){9, 1, 0}, 3);
    for (int late = 0; late < 2; late++) {
        assert_true(s.port->write(s.port, frame, 5, 100, &err));
        sim_port_run(s.port, (late ? 66 : 62) * byte_cycles);
        assert_true(s.port->write(s.port, frame + 5, n - 5, 100, &err));
        assert_int_equal(s.port->read(s.port, &byte, 1, 20, &err), late ? 0 : 1);
        while (s.port->read(s.port, &byte, 1, 5, &err) > 0)
            continue;
    }
    board_close(s.b);
}

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {
        AT_BOTH(shape),   AT_BOTH(registers),   AT_BOTH(nothing_there),
        AT_BOTH(memory),  AT_BOTH(status_bits), AT_BOTH(numbers),
        AT_BOTH(lengths), AT_BOTH(no_frames),   AT_BOTH(patience),
    };
    return cmocka_run_group_tests_name("rtl", tests, NULL, NULL);
}
