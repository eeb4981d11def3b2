#include "harness/run/launches.h"

#include "sw/util/arena.h"

void launches_end(struct session *s, size_t step, enum run_end end)
{
    struct part *part = parts_end(s->parts, s->machine, PART_LAUNCH);
    if (part == NULL)
        return;
    const struct gpu_host_step *host = gpu_host_step(s->gpu, step);
    part->verdict = end == RUN_OK ? NULL : PART_INCOMPLETE;
    part->of_host = host != NULL;
    if (host != NULL) {
        part->name = xstrdup(host->program->functions[host->function].name);
        return;
    }
    const struct simt_grid *grid = gpu_grid(s->gpu, step);
    part->name = xstrdup(grid->kernel->name);
    part->grid = grid->grid;
    part->block = grid->block;
    part->shared_bytes = simt_grid_shared(grid);
}

void launches_judge(struct session *s, enum run_end end)
{
    static const char *const verdicts[] = {[RUN_OK] = PART_IDENTICAL,
                                           [RUN_UNWRITTEN] = PART_IDENTICAL,
                                           [RUN_WRONG] = PART_WRONG,
                                           [RUN_STOPPED] = PART_NOT_COMPARED,
                                           [RUN_INTERRUPTED] = PART_NOT_COMPARED,
                                           [RUN_BAD_INPUT] = PART_NOT_COMPARED};
    for (size_t i = 0; s->parts != NULL && i < s->parts->n; i++) {
        struct part *part = &s->parts->list[i];
        if (part->kind == PART_LAUNCH && part->verdict == NULL)
            part->verdict = verdicts[end];
    }
}
