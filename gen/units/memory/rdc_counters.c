/* What a bank of the remote data cache counts. */
#include "gen/units/memory/rdc.h"

#define EVENTS(stores)                                                                             \
    {"loads", "loads", "looked up", "admit && is_load"},                                           \
        {"load_hits", "loads", "hit", "probed && found && of_load"},                               \
        {"load_old", "loads", "missed although the line was here: its epoch had ended",            \
         "probed && same_key && !current && of_load"},                                             \
        {"load_fresh", "loads", "that no copy may answer", "admit && is_fresh"},                   \
        {"load_skipped", "loads", "not looked up, as they seem to miss", "admit && skip"},         \
        {"fills", "lines", "written into the carve-out", "fill"},                                  \
        {"stores", "stores", stores, "admit && is_store"},                                         \
        {"stores_to_copy", "stores", "of these, whose line was here",                              \
         "probed && found && of_store"},                                                           \
        {"atomics", "atomics", "passed on to the home", "admit && is_atomic"},                     \
        {"held", "requests", "came while their set was at work and were held", "admit && clash"},  \
        {"epochs", "epochs", "begun", "step_go"},                                                  \
    {                                                                                              \
        "sweeps", "sweeps", "of all sets, as the epochs were used up", "step_go && sweep_q"        \
    }

const struct unit_counter *rdc_counters(const struct rules *rules, struct unit_options on)
{
    static const struct unit_counter plain[] = {EVENTS("passed on to the home"),
                                                {NULL, NULL, NULL, NULL}};
    static const struct unit_counter invalidated[] = {
        EVENTS("passed on to the home"),
        {"invalidations", "messages", "of homes", "kill_admit"},
        {"invalidated", "lines", "that were here", "probed && found && of_kill"},
        {NULL, NULL, NULL, NULL},
    };
    static const struct unit_counter back[] = {
        EVENTS("that came"),
        {"stores_kept", "stores", "of these, that made or found their line dirty and stay here",
         "probed && stays"},
        {"writebacks", "lines", "that were dirty, written to their homes", "ask && ask_evicts"},
        {"flushed", "regions", "that may have had dirty lines, flushed before an epoch",
         "flush_admit && walk_first"},
        {NULL, NULL, NULL, NULL},
    };
    return rules->invalidates ? invalidated : on.writes_back ? back : plain;
}
