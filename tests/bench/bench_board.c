/*
 * Measures how much of a board's serial line reads and writes use, by words per request, on the
 * verilated hx8k. Also measures how many times faster than that line the host's side is, with a
 * fake board in the same process.
 *
 *     build/tests/bench/bench_board
 */
#include "fpga/host/board.h"
#include "harness/board/prototype.h"
#include "harness/board/sim_port.h"
#include "tests/support/fake_line.h"

#include <stdio.h>
#include <time.h>

enum { DIV = 4, BAUD = 12000000, BITS_A_BYTE = 10, TIMES = 20, HOST_TIMES = 4000 };

static bool transfer(struct board *b, bool writes, size_t words, int times, struct error *err)
{
    uint16_t data[EXCHANGE_WORDS] = {0};
    for (int i = 0; i < times; i++)
        if (writes ? !board_write(b, BOARD_MEMORY, data, words, err)
                   : !board_read(b, BOARD_MEMORY, data, words, err))
            return false;
    return true;
}

/* Bytes of data per byte time of the line; 1 is the most that one direction can carry. */
static bool on_the_line(struct board *b, struct port *port, bool writes, size_t words,
                        struct error *err)
{
    uint64_t began = sim_port_cycles(port);
    if (!transfer(b, writes, words, TIMES, err))
        return false;
    double bytes = (double)(sim_port_cycles(port) - began) / DIV / BITS_A_BYTE;
    printf("%-7s %5zu words  %5.1f %% of the line, %7.0f bytes a second at %d baud\n",
           writes ? "writes" : "reads", words, 200.0 * (double)(TIMES * words) / bytes,
           2.0 * (double)(TIMES * words) / bytes * BAUD / BITS_A_BYTE, BAUD);
    return true;
}

static bool line(struct error *err)
{
    static const size_t words[] = {1, 4, 16, EXCHANGE_WORDS};
    struct system *sys = system_load(UMBEL_ROOT "/fpga/boards/hx8k/system.yaml", NULL, 0, err);
    const struct dut_type *type = sys != NULL ? prototype_build(sys, DIV, NULL, err) : NULL;
    system_free(sys);
    if (type == NULL)
        return false;
    struct port *port = sim_port_open(type, DIV);
    struct exchange_timing timing = sim_port_timing(port);
    struct board *b = board_open(port, &timing, err);
    bool ok = b != NULL;
    for (size_t i = 0; ok && i < 2 * sizeof words / sizeof *words; i++)
        ok = on_the_line(b, port, i % 2 == 1, words[i / 2], err);
    board_close(b);
    return ok;
}

static bool host(struct error *err)
{
    static struct fake_line l;
    fake_line_init(&l, 1, 1);
    const struct exchange_timing timing = {fake_line_now, &l, 100, 5};
    struct board *b = board_open(&l.port, &timing, err);
    clock_t began = clock();
    bool ok = b != NULL && transfer(b, false, EXCHANGE_WORDS, HOST_TIMES, err);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    double rate = 2.0 * EXCHANGE_WORDS * HOST_TIMES / (seconds > 0 ? seconds : 1e-9);
    if (ok)
        printf("host    %5d words  %.1fx the line: %.0f bytes a CPU-second, fake board and all\n",
               EXCHANGE_WORDS, rate * BITS_A_BYTE / BAUD, rate);
    board_close(b);
    return ok;
}

int main(void)
{
    struct error err = {0};
    if (line(&err) && host(&err))
        return 0;
    fprintf(stderr, "%s\n", err.text);
    return 1;
}
