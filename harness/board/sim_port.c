#include "harness/board/sim_port.h"

#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_BITS = 8, HEARD_MAX = 4096 };

struct sim_port {
    struct port port;
    struct dut board;
    uint8_t *line_i;
    const uint8_t *line_o, *busy_o;
    uint32_t div;
    uint64_t cycles, runs;
    bool was_busy;
    /* The byte being received: cycles to its next sample, bits to come, and those received. */
    uint32_t left, bits;
    uint8_t byte;
    uint8_t heard[HEARD_MAX]; /* received bytes that the host has not yet read */
    size_t heard_n;
};

/* ---- the line ---- */

/* Bytes are lost while the buffer is full, as with any receiver. */
static void keep(struct sim_port *s)
{
    if (s->heard_n < HEARD_MAX)
        s->heard[s->heard_n++] = s->byte;
}

/* Looks at the line once per cycle; samples bits in their middle. */
static void listen(struct sim_port *s)
{
    if (s->bits == 0 && *s->line_o == 0) {
        s->bits = DATA_BITS + 1;
        s->left = s->div + s->div / 2;
    } else if (s->bits > 0 && --s->left == 0) {
        s->left = s->div;
        if (--s->bits > 0)
            s->byte = (uint8_t)(s->byte >> 1 | *s->line_o << (DATA_BITS - 1));
        else if (*s->line_o == 1)
            keep(s);
    }
}

static void run(struct sim_port *s, uint64_t cycles)
{
    for (uint64_t i = 0; i < cycles; i++) {
        s->board.type->step(s->board.model);
        listen(s);
        bool busy = s->busy_o != NULL && *s->busy_o;
        s->runs += busy && !s->was_busy;
        s->was_busy = busy;
    }
    s->cycles += cycles;
}

static void send_bit(struct sim_port *s, unsigned bit)
{
    *s->line_i = bit & 1;
    run(s, s->div);
}

/* ---- the port ---- */

static bool sim_write(struct port *p, const uint8_t *bytes, size_t n, int timeout_ms,
                      struct error *err)
{
    struct sim_port *s = (struct sim_port *)p;
    (void)timeout_ms, (void)err; /* the line always accepts bytes, at its pace */
    for (size_t i = 0; i < n; i++) {
        send_bit(s, 0);
        for (unsigned b = 0; b < DATA_BITS; b++)
            send_bit(s, bytes[i] >> b);
        send_bit(s, 1);
    }
    return true;
}

static int sim_read(struct port *p, uint8_t *bytes, size_t room, int timeout_ms, struct error *err)
{
    struct sim_port *s = (struct sim_port *)p;
    (void)err;
    uint64_t bits = timeout_ms > 0 ? (uint64_t)timeout_ms * SIM_BITS_A_MS : 0;
    for (uint64_t i = 0; i < bits && s->heard_n == 0; i++)
        run(s, s->div);
    size_t n = s->heard_n < room ? s->heard_n : room;
    memcpy(bytes, s->heard, n);
    s->heard_n -= n;
    memmove(s->heard, s->heard + n, s->heard_n);
    return (int)n;
}

static void sim_close(struct port *p)
{
    struct sim_port *s = (struct sim_port *)p;
    s->board.type->destroy(s->board.model);
    free(s);
}

static void *port_of(const struct sim_port *s, const char *name)
{
    void *data = dut_port(&s->board, name);
    if (data == NULL) {
        fprintf(stderr, "umbel: bug: um_board has no port %s\n", name);
        abort();
    }
    return data;
}

struct port *sim_port_open(const struct dut_type *board, uint32_t div)
{
    enum { RESET_CYCLES = 64 }; /* long enough for a board top's own reset, too */
    struct sim_port *s = xcalloc(1, sizeof *s);
    s->port = (struct port){"simulated board", sim_write, sim_read, sim_close};
    s->board = (struct dut){board, board->create()};
    s->div = div;
    s->line_i = port_of(s, "line_i");
    s->line_o = port_of(s, "line_o");
    s->busy_o = dut_port(&s->board, "busy_o");
    *s->line_i = 1;
    dut_set(&s->board, "clk_i", 0);
    dut_set(&s->board, "rst_i", 1);
    board->settle(s->board.model);
    for (int i = 0; i < RESET_CYCLES; i++)
        board->step(s->board.model);
    dut_set(&s->board, "rst_i", 0);
    return &s->port;
}

static int64_t now_ms(void *port)
{
    const struct sim_port *s = port;
    return (int64_t)(s->cycles / s->div / SIM_BITS_A_MS);
}

struct exchange_timing sim_port_timing(struct port *p)
{
    return (struct exchange_timing){.now_ms = now_ms, .context = p, .answer_ms = 100, .tries = 5};
}

uint64_t sim_port_cycles(const struct port *p)
{
    return ((const struct sim_port *)p)->cycles;
}

void sim_port_run(struct port *p, uint64_t cycles)
{
    run((struct sim_port *)p, cycles);
}

bool sim_port_busy(const struct port *p)
{
    return ((const struct sim_port *)p)->was_busy;
}

uint64_t sim_port_runs(const struct port *p)
{
    return ((const struct sim_port *)p)->runs;
}
