/*
 * Cooperative groups: blocks, grids, tiles and other lanes of a warp. Meetings inside a warp are
 * __syncwarp, shuffles and votes; a grid meets at a counter in global memory.
 */
#ifndef UMBEL_COOPERATIVE_GROUPS_H
#define UMBEL_COOPERATIVE_GROUPS_H

#include "umbel_groups/block.h"
#include "umbel_groups/warp.h"

#endif
