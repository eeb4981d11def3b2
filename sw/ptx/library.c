/* The functions of the C library that kernels call by name: printf, assert, malloc, free. Their
 * parameters lie in the caller's frame. The host's software does the work (struct simt_host). */
#include "sw/ptx/print.h"
#include "sw/ptx/warp.h"

#include "sw/util/sbuf.h"

#include <string.h>

struct caller {
    struct step *s;
    const struct call_site *site;
    int lane;
    uint8_t *frame;
};

static uint64_t argument(const struct caller *c, int i)
{
    uint64_t v = 0;
    const struct piece *piece = &c->site->args[i];
    memcpy(&v, c->frame + piece->offset, piece->bytes < sizeof v ? piece->bytes : sizeof v);
    return v;
}

static void give(const struct caller *c, uint64_t v)
{
    const struct piece *piece = &c->site->result;
    memcpy(c->frame + piece->offset, &v, piece->bytes < sizeof v ? piece->bytes : sizeof v);
}

static uint64_t thread_of(const struct simt_warp *w, int lane)
{
    const struct simt_dim *block = &w->cta->grid.block;
    uint64_t threads = (uint64_t)block->x * block->y * block->z;
    return w->cta->index * threads + (uint64_t)w->index * SIMT_LANES + (uint64_t)lane;
}

static bool print(const struct caller *c)
{
    const struct simt_warp *w = c->s->w;
    const struct simt_host *host = w->cta->grid.host;
    struct sbuf text = {0};
    int n = print_text(w, c->lane, argument(c, 0), argument(c, 1), &text);
    if (n >= 0 && host->print != NULL && text.len > 0)
        host->print(host->ctx, text.text, text.len);
    sbuf_free(&text);
    give(c, (uint64_t)(int64_t)n);
    return n >= 0 || warp_fault(c->s, 1u << c->lane,
                                "printf's format at 0x%llx is no string that the program has as a "
                                "literal, or its arguments are outside memory",
                                (unsigned long long)argument(c, 0));
}

static bool asserted(const struct caller *c)
{
    const struct simt_warp *w = c->s->w;
    struct sbuf what = {0}, file = {0};
    print_string(w, c->lane, argument(c, 0), &what);
    print_string(w, c->lane, argument(c, 1), &file);
    c->s->err->kind = ERROR_ASSERTED;
    warp_fault(c->s, 1u << c->lane, "assertion '%s' failed (%s:%u)", what.len > 0 ? what.text : "",
               file.len > 0 ? file.text : "", (unsigned)argument(c, 2));
    sbuf_free(&what);
    sbuf_free(&file);
    return false;
}

static bool allocate(const struct caller *c)
{
    const struct simt_warp *w = c->s->w;
    const struct simt_host *host = w->cta->grid.host;
    give(c, host->allocate(host->ctx, thread_of(w, c->lane), argument(c, 0)));
    return true;
}

static bool release(const struct caller *c)
{
    const struct simt_warp *w = c->s->w;
    const struct simt_host *host = w->cta->grid.host;
    uint64_t address = argument(c, 0);
    return address == 0 || host->release(host->ctx, thread_of(w, c->lane), address) ||
           warp_fault(c->s, 1u << c->lane, "free of 0x%llx, which malloc has not given, or twice",
                      (unsigned long long)address);
}

bool exec_library(struct step *s, const struct op *o, uint32_t mask)
{
    static bool (*const functions[])(const struct caller *) = {[LIBRARY_PRINT] = print,
                                                               [LIBRARY_ASSERT] = asserted,
                                                               [LIBRARY_ALLOCATE] = allocate,
                                                               [LIBRARY_RELEASE] = release};
    struct simt_warp *w = s->w;
    const uint64_t *frame = lanes_at(w, o->a);
    if (w->cta->grid.host == NULL && o->what != LIBRARY_ASSERT)
        return warp_fault(s, mask, "kernels can print and allocate in whole programs alone");
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        const struct caller c = {.s = s,
                                 .site = &kernel_of(w->cta->grid.kernel)->sites[o->target],
                                 .lane = lane,
                                 .frame =
                                     w->local + (size_t)lane * w->cta->local_bytes + frame[lane]};
        if (!functions[o->what](&c))
            return false;
    }
    return true;
}
