/*
 * A verilated board as a port of the host: its serial line, bit by bit.
 *
 * The clock runs only while the host sends, waits, or lets it run; what the host sees is the same
 * in every run. Time is the board's: a millisecond of it is a hundred bits, as on a line of 100,000
 * baud, whatever a bit has of cycles.
 */
#ifndef UMBEL_HARNESS_BOARD_SIM_PORT_H
#define UMBEL_HARNESS_BOARD_SIM_PORT_H

#include "fpga/host/exchange.h"
#include "harness/dut.h"

enum { SIM_BITS_A_MS = 100 };

/* A board of its own, out of reset. `div`: cycles of a bit, those that the type was built with. A
 * write ends when its last bit is on the line. */
struct port *sim_port_open(const struct dut_type *board, uint32_t div);

/* For board_open: this clock, 100 ms for an answer, 5 times. */
struct exchange_timing sim_port_timing(struct port *p);

/* Cycles since the board was created; lets that many go by, with the line silent to the board. */
uint64_t sim_port_cycles(const struct port *p);
void sim_port_run(struct port *p, uint64_t cycles);

/* Whether the board's engines run, and how often they began to: where it has a port busy_o. */
bool sim_port_busy(const struct port *p);
uint64_t sim_port_runs(const struct port *p);

#endif
