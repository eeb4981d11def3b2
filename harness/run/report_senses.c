/* Kernels that read where and when they run. */
#include "harness/run/report.h"

#include "sw/ptx/senses.h"

bool report_senses(const struct gpu *gpu, size_t step, struct sbuf *text)
{
    const struct simt_grid *grid = gpu_host_step(gpu, step) == NULL ? gpu_grid(gpu, step) : NULL;
    const char *name;
    char line[160];
    if (grid == NULL || grid->senses == NULL)
        return false;
    const struct ptx_inst *inst = senses_first(grid->senses, &name);
    if (inst == NULL)
        return false;
    sbuf_printf(text, "kernel %s reads %s at %s; the reference run takes the machine's values",
                grid->kernel->name, name, ptx_line(inst, line, sizeof line));
    return true;
}
