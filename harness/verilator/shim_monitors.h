/*
 * C++ that a unit with monitors has in addition to shim.h; UM_VERILATED is Verilator's class.
 * Through DPI the macros of formal/units/monitors.vh call um_monitor once per monitor, in the first
 * evaluation, and um_seen for each check, both for the model that is being evaluated.
 */
#ifndef UMBEL_HARNESS_VERILATOR_SHIM_MONITORS_H
#define UMBEL_HARNESS_VERILATOR_SHIM_MONITORS_H

#include <deque>
#include <string>
#include <vector>

extern "C" {
#include "harness/verilator/monitors.h"
}

class um_watched : public UM_VERILATED
{
  public:
    std::deque<std::string> names;
    std::vector<monitor> monitors;
    bool broken = false;
    void eval_step();
};

static thread_local um_watched *um_evaluated;

inline void um_watched::eval_step()
{
    um_evaluated = this;
    UM_VERILATED::eval_step();
}

extern "C" int um_monitor(const char *name)
{
    um_watched *m = um_evaluated;
    m->names.emplace_back(name);
    m->monitors.push_back(monitor{m->names.back().c_str(), 0, false});
    return static_cast<int>(m->monitors.size()) - 1;
}

extern "C" void um_seen(int at, unsigned char kept)
{
    um_watched *w = um_evaluated;
    monitor &m = w->monitors[static_cast<size_t>(at)];
    m.seen++;
    if (!kept)
        m.broken = w->broken = true;
}

static size_t um_monitor_list(const void *model, const monitor **monitors)
{
    const um_watched *m = static_cast<const um_watched *>(model);
    *monitors = m->monitors.data();
    return m->monitors.size();
}

static const bool *um_monitor_broken(const void *model)
{
    return &static_cast<const um_watched *>(model)->broken;
}

extern "C" __attribute__((visibility("default")))
const monitor_unit um_monitor_unit = {um_monitor_list, um_monitor_broken};

#endif
