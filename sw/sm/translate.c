/* Virtual lines to physical ones, and lines whose page has no place yet. */
#include "sw/sm/internal.h"

void sm_set_translation(struct sm *sm, sm_translate *fn, void *ctx)
{
    sm->translate = fn;
    sm->translate_ctx = ctx;
}

bool translate(struct sm *sm, uint64_t line, bool write, uint64_t *physical)
{
    if (sm->translate == NULL) {
        *physical = line;
        return true;
    }
    sm->touched = line << sm->line_shift;
    sm->touches_to_write = write;
    sm->touches = !sm->translate(sm->translate_ctx, sm->touched, write, physical);
    *physical >>= sm->line_shift;
    return !sm->touches;
}

bool sm_touches(const struct sm *sm, uint64_t *address, bool *write)
{
    *address = sm->touched;
    *write = sm->touches_to_write;
    return sm->touches;
}
