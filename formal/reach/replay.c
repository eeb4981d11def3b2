/* A choice that was found, simulated: the wave, and who did what when. */
#include "formal/reach/impl.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char found_line[] = "the outcome is there";

/* The number in front of "all threads have ended". */
static bool read_trace(const struct reach_plan *p, struct reach_result *r, struct error *err)
{
    const char *at = strstr(r->trace, "all threads have ended");
    if (at == NULL && r->verdict == REACH_UNFINISHED)
        return true;
    if (at == NULL)
        return error_set(err, "%s: in simulation not all threads end; see %s", p->q->name, r->wave);
    while (at > r->trace && at[-1] != '\n')
        at--;
    unsigned cycle;
    if (sscanf(at, "cycle %u", &cycle) != 1 || strstr(at, found_line) == NULL)
        return error_set(err, "%s: simulation does not repeat what the search has found; see %s",
                         p->q->name, r->wave);
    if (cycle != r->depth)
        return error_set(err, "%s: found in cycle %u, but in simulation in cycle %u", p->q->name,
                         r->depth, cycle);
    return true;
}

bool reach_replay(const struct reach_plan *p, const char *dir, struct reach_result *r,
                  struct error *err)
{
    char path[1024], cmd[4096];
    const char *own = root_path("formal/reach");
    snprintf(cmd, sizeof cmd,
             "cd '%s' && iverilog -g2012 -s um_reach_bench -DCHOICE=$(cat choice.txt) -o replay "
             "v/*.v um_reach.v um_reach_bench.v %s/um_reach_core.v "
             "%s/um_reach_dram.v %s/um_reach_judge.v "
             "%s/um_reach_tell.v >replay.log 2>&1 && "
             "vvp -n replay >replay.txt && grep '^cycle' replay.txt | cat >trace.txt",
             dir, own, own, own, own);
    if (!process_run((const char *const[]){"/bin/sh", "-c", cmd, NULL}, err))
        return false;
    size_t len;
    snprintf(path, sizeof path, "%s/trace.txt", dir);
    r->trace = file_read(path, &len, err);
    snprintf(path, sizeof path, "%s/wave.vcd", dir);
    r->wave = xstrdup(path);
    return r->trace != NULL && read_trace(p, r, err);
}
