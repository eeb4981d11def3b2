/*
 * central: one queue for the whole grid. CTAs are dealt to package 0, and an SM of any package that
 * has room takes the first that is left. Which package runs a CTA is known once the CTAs before it
 * have ended, and neighbouring CTAs share an L2 by chance alone.
 *
 * If several SMs have room in one cycle, `central` serves the lowest first. central-round-robin
 * goes on behind the SM that took last, through all SMs of a package and then those of the next
 * (MCM-GPU 3.2). central-packages goes from package to package, so that neighbouring CTAs are in
 * different ones, as figure 8a of the paper draws them.
 */
#include "sw/policy/schedule.h"

const struct schedule_run schedule_run_central = {.source = schedule_from_central};
const struct schedule_run schedule_run_central_round_robin = {.source = schedule_from_central,
                                                              .turn = TURN_NEXT};
const struct schedule_run schedule_run_central_packages = {.source = schedule_from_central,
                                                           .turn = TURN_NEXT_PACKAGE};

uint32_t schedule_central(const struct schedule_grid *g, uint64_t cta)
{
    (void)g;
    (void)cta;
    return 0;
}

uint32_t schedule_from_central(const struct schedule_left *left, uint32_t own, bool idle)
{
    (void)left;
    (void)own;
    (void)idle;
    return 0;
}
