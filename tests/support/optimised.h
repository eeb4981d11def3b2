/*
 * How far units are optimised. `make test` asks for -O0, as most tests build many units and run
 * each for a moment; a program that simulates for longer than its units take to build is faster
 * with more.
 */
#ifndef UMBEL_TESTS_SUPPORT_OPTIMISED_H
#define UMBEL_TESTS_SUPPORT_OPTIMISED_H

/* This program, and what it starts, has units of -O1 instead of -O0. Called before any other. */
void optimise_units(void);

#endif
