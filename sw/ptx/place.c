/* What a kernel can ask about its launch, and about where and when it runs: clocks, its SM. */
#include "sw/ptx/senses.h"
#include "sw/ptx/warp.h"

void simt_cta_place(struct simt_cta *cta, const struct simt_place *place)
{
    cta->place = place;
}

/* The timer counts cycles, too, whatever the clock: a kernel only waits for it to pass. */
static uint64_t now(struct simt_cta *cta)
{
    if (cta->place != NULL)
        return cta->place->now;
    return cta->ticks += SIMT_TICKS;
}

static uint64_t asked(struct simt_cta *cta, int what)
{
    switch (what) {
    case SREG_TOTAL_SHARED:
        return cta->shared_bytes;
    case SREG_DYNAMIC_SHARED:
        return cta->grid.dynamic_shared;
    case SREG_COOPERATIVE:
        return cta->grid.cooperative ? 1 : 0;
    case SREG_SMID:
        return cta->place != NULL ? cta->place->sm : 0;
    case SREG_CLOCK64:
    case SREG_GLOBALTIMER:
        return now(cta);
    case SREG_CLOCK_HI:
    case SREG_GLOBALTIMER_HI:
        return now(cta) >> 32;
    default:
        return (uint32_t)now(cta);
    }
}

/* What the warp reads, which a run for reference takes from the machine's. The clock of a CTA
 * without an SM goes on from what it took. */
static uint64_t sensed(const struct simt_warp *w, int what)
{
    struct simt_cta *cta = w->cta;
    struct simt_senses *senses = cta->grid.senses;
    const struct ptx_inst *inst = simt_next(w);
    uint64_t value;
    if (senses == NULL || what < SREG_SENSED)
        return asked(cta, what);
    if (cta->place == NULL && senses_take(senses, cta->index, (uint32_t)w->index, inst, &value)) {
        if ((what == SREG_CLOCK64 || what == SREG_GLOBALTIMER) && value > cta->ticks)
            cta->ticks = value;
        return value;
    }
    value = asked(cta, what);
    if (cta->place != NULL)
        senses_note(senses, cta->index, (uint32_t)w->index, inst, what, value);
    return value;
}

bool exec_place(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint64_t wide[LANES], value = sensed(w, o->what);
    uint32_t narrow[LANES];
    for (int i = 0; i < LANES; i++) {
        wide[i] = value;
        narrow[i] = (uint32_t)value;
    }
    if (o->d_bytes == 8)
        w->isa->blend64(lanes_at(w, o->d), wide, mask);
    else
        w->isa->blend32(lanes_at(w, o->d), narrow, mask);
    return true;
}

bool exec_nothing(struct step *s, const struct op *o, uint32_t mask)
{
    (void)s, (void)o, (void)mask;
    return true;
}
