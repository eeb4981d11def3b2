/*
 * What the warps of a launch have read of where and when they run: %smid, %clock, %globaltimer and
 * their like. These values are a machine's, so a run for reference cannot find them by itself: the
 * machine's run records them, warp by warp, and the other one takes those of the same instruction
 * in the same order. Each warp has a list of its own, so SMs may run on several threads.
 */
#ifndef UMBEL_SW_PTX_SENSES_H
#define UMBEL_SW_PTX_SENSES_H

#include <stdbool.h>
#include <stdint.h>

struct simt_senses;
struct ptx_inst;

struct simt_senses *senses_new(uint64_t ctas, uint32_t warps_of_cta);
void senses_free(struct simt_senses *s);

/* A warp has read special register `what`. */
void senses_note(struct simt_senses *s, uint64_t cta, uint32_t warp, const struct ptx_inst *inst,
                 int what, uint64_t value);
/* A run for reference begins: nothing is taken yet. */
void senses_rewind(struct simt_senses *s);
/* The next value that an instruction of a warp has read. False: it has read no more, as the warp
 * went another way, or read more than are kept. */
bool senses_take(struct simt_senses *s, uint64_t cta, uint32_t warp, const struct ptx_inst *inst,
                 uint64_t *value);

/* The first instruction that has read one, of the lowest CTA, and the name of what it reads; NULL:
 * none has. */
const struct ptx_inst *senses_first(const struct simt_senses *s, const char **name);

#endif
