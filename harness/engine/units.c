#include "harness/engine/units.h"

#include "harness/engine/monitors.h"
#include "harness/observe/waves.h"
#include "harness/verilator/build.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* The job of a tile. Each shape is a unit, and a second one if tiles of it record themselves. */
static size_t job_of(const struct netlist *n, const struct waves *waves, size_t tile)
{
    return (size_t)n->tiles[tile].shape + (waves_has(waves, tile) ? (size_t)n->n_shapes : 0);
}

/* Fills `jobs` with the jobs that some tile needs, without gaps; `at` maps a job's number to its
 * index in the list. */
static size_t list_jobs(const struct netlist *n, const struct waves *waves, struct unit_job *jobs,
                        size_t *at)
{
    size_t count = 2 * (size_t)n->n_shapes, used = 0;
    const struct tile **first = xcalloc(count, sizeof(struct tile *));
    for (size_t t = n->n_tiles; t-- > 0;)
        first[job_of(n, waves, t)] = &n->tiles[t];
    for (size_t i = 0; i < count; i++)
        if (first[i] != NULL) {
            at[i] = used;
            bool records = i >= (size_t)n->n_shapes;
            jobs[used++] =
                (struct unit_job){.tile = first[i],
                                  .waves = records,
                                  .monitors = monitors_used() && !records ? &n->rules : NULL};
        }
    free(first);
    return used;
}

bool engine_units(const struct netlist *n, struct waves *waves, struct engine_unit *units,
                  void (*say)(const char *text), struct error *err)
{
    if (!waves_choose(waves, n, err))
        return false;
    struct unit_job *jobs = xcalloc(2 * (size_t)n->n_shapes, sizeof *jobs);
    size_t *at = xcalloc(2 * (size_t)n->n_shapes, sizeof *at);
    size_t n_jobs = list_jobs(n, waves, jobs, at);
    struct hdl_design *d = hdl_design_new();
    bool ok = netlist_emit_units(n, d, err) && units_build(jobs, n_jobs, d, 2, say, err);
    hdl_design_free(d);
    for (size_t t = 0; ok && t < n->n_tiles; t++) {
        const struct unit_job *job = &jobs[at[job_of(n, waves, t)]];
        if (job->waves)
            units[t].dut = waves_tile(waves, n, t, job->type, job->wave_unit);
        else
            units[t].dut = (struct dut){job->type, job->type->create()};
        units[t].monitors = job->monitor_unit;
        ok = units[t].dut.model != NULL;
    }
    free(jobs);
    free(at);
    return ok;
}
