/*
 * Units that can record themselves, all into one FST file.
 *
 * Such units are verilated separately from the ordinary ones and have no copy of Verilator's
 * runtime. The runtime is in a shared object of its own, the recorder, which every such unit links
 * to when it is loaded. So one writer, with its own time, serves units that know nothing of each
 * other.
 *
 * Plain C, read by the harness and by both sides' C++ (shim_waves.h, recorder.h).
 */
#ifndef UMBEL_HARNESS_VERILATOR_WAVES_H
#define UMBEL_HARNESS_VERILATOR_WAVES_H

#include <stdbool.h>
#include <stdint.h>

/* The symbol um_recorder_type that the recorder exports. */
struct recorder_type {
    void *(*create)(void);
    void (*destroy)(void *recorder); /* after its units */
    /* No unit may be added afterwards. False: the file cannot be opened. */
    bool (*open)(void *recorder, const char *path);
    void (*dump)(void *recorder, uint64_t picoseconds); /* later than the last dump */
    void (*close)(void *recorder);
    bool (*failed)(void); /* whether written data was lost: a full disk */
};

/* The symbol um_wave_unit that a unit that records itself exports besides um_dut_type. */
struct wave_unit {
    /* `scope`: the scope of its signals in the file, "gpu0 sm3 l1" for gpu0.sm3.l1. */
    void *(*create)(void *recorder, const char *scope);
    void (*add)(void *model, void *recorder); /* adds it to the dumps, in the order of the file */
    /* Sets clk_i low or high without an evaluation; must be high again before any other call. */
    void (*show_clock)(void *model, int level);
};

#endif
