/*
 * Units that can record themselves, all into one FST file.
 *
 * Such units are verilated apart from the ordinary ones and have no copy of Verilator's runtime.
 * It stands in a shared object of its own, the recorder, which every unit links to when it is
 * loaded: so one writer, with one clock of its own, serves units that know nothing of each other.
 *
 * Plain C, read by the harness and by both sides' C++ (shim_waves.h, recorder.h).
 */
#ifndef UMBEL_HARNESS_VERILATOR_WAVES_H
#define UMBEL_HARNESS_VERILATOR_WAVES_H

#include <stdbool.h>
#include <stdint.h>

/* What the recorder's shared object exports as um_recorder_type. */
struct recorder_type {
    void *(*create)(void);
    void (*destroy)(void *recorder); /* after its units */
    /* No unit may be added afterwards. False: the file cannot be opened. */
    bool (*open)(void *recorder, const char *path);
    void (*dump)(void *recorder, uint64_t picoseconds); /* later than the last one */
    void (*close)(void *recorder);
    bool (*failed)(void); /* whether something that was written was lost: a full disk */
};

/* What a unit that records exports as um_wave_unit, besides um_dut_type. */
struct wave_unit {
    /* `scope`: where its signals stand in the file, "gpu0 sm3 l1" for gpu0.sm3.l1. */
    void *(*create)(void *recorder, const char *scope);
    void (*add)(void *model, void *recorder); /* to what is dumped; in the order of the file */
    /* Shows clk_i low or high without evaluating anything: high again before any other call. */
    void (*show_clock)(void *model, int level);
};

#endif
