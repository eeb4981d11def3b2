/*
 * A verilated board as a port of the host: its serial line, bit by bit.
 *
 * The clock runs only while the host sends, waits, or calls sim_port_run, so the host sees the same
 * in every run. Time is the board's: a millisecond is 100 bits, as on a line of 100,000 baud,
 * whatever the number of cycles per bit.
 */
#ifndef UMBEL_HARNESS_BOARD_SIM_PORT_H
#define UMBEL_HARNESS_BOARD_SIM_PORT_H

#include "fpga/host/exchange.h"
#include "harness/dut.h"

enum { SIM_BITS_A_MS = 100 };

/* Creates a board and resets it. `div`: cycles per bit, those that the type was built with. A write
 * returns when its last bit has been sent. */
struct port *sim_port_open(const struct dut_type *board, uint32_t div);

/* Timing for board_open: this clock, 100 ms for an answer, 5 tries. */
struct exchange_timing sim_port_timing(struct port *p);

/* sim_port_cycles: cycles since the reset of the board. sim_port_run: runs that many cycles while
 * the host sends nothing. */
uint64_t sim_port_cycles(const struct port *p);
void sim_port_run(struct port *p, uint64_t cycles);

/* Whether the board's engines run, and how often they have started; false and 0 if the board has no
 * port busy_o. */
bool sim_port_busy(const struct port *p);
uint64_t sim_port_runs(const struct port *p);

#endif
