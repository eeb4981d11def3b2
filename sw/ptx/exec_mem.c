/* Executes loads and stores. Near memory (shared, local, const, param) is accessed at once;
 * accesses to global memory are handed to the caller. */
#include "sw/ptx/warp.h"

#include <string.h>

static const char *const space_names[] = {"generic", "global", "shared", "local", "const", "param"};

uint64_t mem_address(const struct simt_warp *w, const struct op *o, int lane)
{
    const uint8_t *a = lanes_at(w, o->a);
    if ((o->fix & FIX_NARROW_A) == 0)
        return ((const uint64_t *)(const void *)a)[lane] + (uint64_t)o->offset;
    return (uint64_t)((const uint32_t *)(const void *)a)[lane] + (uint64_t)o->offset;
}

/* A lane's memory in a near space, and its size in bytes. */
static uint8_t *near_memory(const struct simt_warp *w, int space, int lane, uint64_t *bytes)
{
    const struct simt_cta *cta = w->cta;
    const struct kernel *k = kernel_of(cta->grid.kernel);
    switch (space) {
    case SPACE_SHARED:
        *bytes = cta->shared_bytes;
        return cta->shared;
    case SPACE_LOCAL:
        *bytes = cta->local_bytes;
        return w->local + (size_t)lane * cta->local_bytes;
    case SPACE_CONST:
        *bytes = k->module->const_bytes;
        return k->module->const_bank;
    default:
        *bytes = k->pub.param_bytes;
        /* Never written: the decoder refuses st.param. */
        return (uint8_t *)(uintptr_t)cta->grid.params;
    }
}

bool mem_bad_address(struct step *s, const struct op *o, int lane, int space, uint64_t address,
                     const char *verb)
{
    unsigned n = (unsigned)o->bytes * o->elements;
    uint64_t bytes = 0;
    if ((address & (n - 1)) != 0) {
        s->err->kind = ERROR_MISALIGNED;
        return warp_fault(s, 1u << lane, "%s %s of %u bytes at 0x%llx is not aligned",
                          space_names[space], verb, n, (unsigned long long)address);
    }
    if (space != SPACE_GENERIC && space != SPACE_GLOBAL)
        near_memory(s->w, space, lane, &bytes);
    return warp_fault(s, 1u << lane, "%s %s of %u bytes at 0x%llx is outside its %llu bytes",
                      space_names[space], verb, n, (unsigned long long)address,
                      (unsigned long long)bytes);
}

uint8_t *mem_locate(struct step *s, const struct op *o, int lane, int space, uint64_t address,
                    const char *verb)
{
    uint64_t n = (uint64_t)o->bytes * o->elements, bytes;
    uint8_t *memory = near_memory(s->w, space, lane, &bytes);
    if ((address & (n - 1)) != 0 || bytes < n || address > bytes - n) {
        mem_bad_address(s, o, lane, space, address, verb);
        return NULL;
    }
    return memory + address;
}

static void put(struct simt_warp *w, const struct op *o, int lane, const uint8_t *from)
{
    for (int k = 0; k < o->elements; k++) {
        uint64_t v = 0;
        memcpy(&v, from + k * o->bytes, o->bytes);
        int spare = 64 - 8 * o->bytes;
        if (o->is_signed && spare > 0)
            v = (uint64_t)((int64_t)(v << spare) >> spare);
        if ((o->fix & FIX_CUT16) != 0)
            v &= 0xffff;
        memcpy((uint8_t *)lanes_at(w, o->vec[k]) + lane * o->d_bytes, &v, o->d_bytes);
    }
}

static void get(const struct simt_warp *w, const struct op *o, int lane, uint8_t *to)
{
    for (int k = 0; k < o->elements; k++)
        memcpy(to + k * o->bytes, (const uint8_t *)lanes_at(w, o->vec[k]) + lane * o->d_bytes,
               o->bytes);
}

/* A load of parameters or constants from an address that all lanes share: reads once. */
static bool load_uniform(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    int first = __builtin_ctz(mask);
    const uint8_t *from = mem_locate(s, o, first, o->space, mem_address(w, o, first), "load");
    if (from == NULL)
        return false;
    for (uint32_t m = mask; m != 0; m &= m - 1)
        put(w, o, __builtin_ctz(m), from);
    return true;
}

/* The common case: each lane loads one 4-byte element of shared memory. */
static bool load_shared4(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    const uint8_t *memory = w->cta->shared;
    uint64_t bytes = w->cta->shared_bytes;
    uint32_t *d = lanes_at(w, o->vec[0]);
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint64_t address = mem_address(w, o, lane);
        if ((address & 3) != 0 || bytes < 4 || address > bytes - 4)
            return mem_bad_address(s, o, lane, SPACE_SHARED, address, "load");
        memcpy(&d[lane], memory + address, 4);
    }
    return true;
}

/* Whether each lane has one 4-byte element and 32-bit registers, as in most accesses. */
static bool is_word(const struct op *o)
{
    return o->bytes == 4 && o->elements == 1 && o->d_bytes == 4;
}

static bool store_shared4(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint8_t *memory = w->cta->shared;
    uint64_t bytes = w->cta->shared_bytes;
    const uint32_t *from = lanes_at(w, o->vec[0]);
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint64_t address = mem_address(w, o, lane);
        if ((address & 3) != 0 || bytes < 4 || address > bytes - 4)
            return mem_bad_address(s, o, lane, SPACE_SHARED, address, "store");
        memcpy(memory + address, &from[lane], 4);
    }
    return true;
}

bool exec_load(struct step *s, const struct op *o, uint32_t mask)
{
    if (mask == 0)
        return true;
    if (o->uniform)
        return load_uniform(s, o, mask);
    if (o->space == SPACE_SHARED && is_word(o))
        return load_shared4(s, o, mask);
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        const uint8_t *from = mem_locate(s, o, lane, o->space, mem_address(s->w, o, lane), "load");
        if (from == NULL)
            return false;
        put(s->w, o, lane, from);
    }
    return true;
}

bool exec_store(struct step *s, const struct op *o, uint32_t mask)
{
    if (o->space == SPACE_SHARED && is_word(o))
        return store_shared4(s, o, mask);
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint8_t *to = mem_locate(s, o, lane, o->space, mem_address(s->w, o, lane), "store");
        if (to == NULL)
            return false;
        get(s->w, o, lane, to);
    }
    return true;
}

static void announce(struct step *s, const struct op *o, uint32_t mask, bool store)
{
    s->access->lanes = mask;
    s->access->bytes = (uint8_t)(o->bytes * o->elements);
    s->access->kind = store ? SIMT_STORE : SIMT_LOAD;
    s->access->fresh = o->fresh;
}

static bool add_global(struct step *s, const struct op *o, int lane, uint64_t address, bool store)
{
    uint64_t n = (uint64_t)o->bytes * o->elements;
    if ((address & (n - 1)) != 0)
        return mem_bad_address(s, o, lane, SPACE_GLOBAL, address, store ? "store" : "load");
    s->access->address[lane] = address;
    if (store)
        get(s->w, o, lane, s->access->data[lane]);
    return true;
}

static bool access_global(struct step *s, const struct op *o, uint32_t mask, bool store)
{
    bool word = is_word(o);
    uint64_t low = (uint64_t)o->bytes * o->elements - 1;
    const uint32_t *from = lanes_at(s->w, o->vec[0]);
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint64_t address = mem_address(s->w, o, lane);
        if ((address & low) != 0)
            return mem_bad_address(s, o, lane, SPACE_GLOBAL, address, store ? "store" : "load");
        s->access->address[lane] = address;
        if (store && word)
            memcpy(s->access->data[lane], &from[lane], 4);
        else if (store)
            get(s->w, o, lane, s->access->data[lane]);
    }
    announce(s, o, mask, store);
    return true;
}

bool exec_load_global(struct step *s, const struct op *o, uint32_t mask)
{
    return access_global(s, o, mask, false);
}

bool exec_store_global(struct step *s, const struct op *o, uint32_t mask)
{
    return access_global(s, o, mask, true);
}

int mem_window(uint64_t address)
{
    static const uint8_t spaces[] = {SPACE_SHARED, SPACE_LOCAL, SPACE_CONST};
    if (address < PTX_SHARED_WINDOW)
        return SPACE_GLOBAL;
    uint64_t which = (address - PTX_SHARED_WINDOW) / PTX_WINDOW_BYTES;
    return which < sizeof spaces ? spaces[which] : SPACE_GENERIC;
}

bool exec_isspacep(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    const uint64_t *address = lanes_at(w, o->a);
    uint32_t inside = 0;
    for (int i = 0; i < LANES; i++)
        inside |= mem_window(address[i]) == o->space ? 1u << i : 0u;
    write_pred(w, o->p, inside, mask);
    return true;
}

/* Each lane accesses the space of its address. The lanes with global addresses form the access that
 * is handed to the caller. */
static bool access_generic(struct step *s, const struct op *o, uint32_t mask, bool store)
{
    const char *verb = store ? "store" : "load";
    uint32_t global = 0;
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint64_t address = mem_address(s->w, o, lane);
        int space = mem_window(address);
        if (space == SPACE_GLOBAL) {
            if (!add_global(s, o, lane, address, store))
                return false;
            global |= 1u << lane;
            continue;
        }
        if (space == SPACE_GENERIC || (store && space == SPACE_CONST))
            return warp_fault(s, 1u << lane, "generic %s at 0x%llx, which is %s", verb,
                              (unsigned long long)address,
                              space == SPACE_CONST ? "constant memory" : "in no memory");
        uint8_t *at =
            mem_locate(s, o, lane, space, (address - PTX_SHARED_WINDOW) % PTX_WINDOW_BYTES, verb);
        if (at == NULL)
            return false;
        if (store)
            get(s->w, o, lane, at);
        else
            put(s->w, o, lane, at);
    }
    announce(s, o, global, store);
    return true;
}

bool exec_load_generic(struct step *s, const struct op *o, uint32_t mask)
{
    return access_generic(s, o, mask, false);
}

bool exec_store_generic(struct step *s, const struct op *o, uint32_t mask)
{
    return access_generic(s, o, mask, true);
}

bool simt_shared(const struct simt_warp *w, struct simt_access *a)
{
    const struct op *o = &w->ops[w->pc];
    bool load = o->exec == exec_load || o->exec == exec_load_generic;
    bool store = o->exec == exec_store || o->exec == exec_store_generic;
    a->lanes = 0;
    if (!load && !store && o->exec != exec_atomic)
        return false;
    a->kind = load ? SIMT_LOAD : store ? SIMT_STORE : SIMT_ATOMIC;
    a->bytes = (uint8_t)(o->bytes * o->elements);
    a->fn = o->what;
    for (uint32_t m = w->active & (w->preds[o->guard] ^ o->guard_not); m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint64_t address = mem_address(w, o, lane);
        bool generic = o->space == SPACE_GENERIC;
        if ((generic ? mem_window(address) : (int)o->space) != SPACE_SHARED)
            continue;
        a->address[lane] = generic ? address - PTX_SHARED_WINDOW : address;
        a->lanes |= 1u << lane;
    }
    return a->lanes != 0;
}

bool simt_constants(const struct simt_warp *w, struct simt_access *a)
{
    const struct op *o = &w->ops[w->pc];
    const uint64_t window = o->space == SPACE_PARAM ? PTX_PARAM_WINDOW : PTX_CONST_WINDOW;
    a->lanes = w->active & (w->preds[o->guard] ^ o->guard_not);
    a->bytes = (uint8_t)(o->bytes * o->elements);
    if (!simt_next(w)->constant || a->lanes == 0)
        return false;
    if (o->uniform)
        a->lanes &= ~a->lanes + 1; /* the first stands for all */
    for (uint32_t m = a->lanes; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        a->address[lane] = window + mem_address(w, o, lane);
    }
    return true;
}

void simt_load(struct simt_warp *w, const struct ptx_inst *inst, const struct simt_access *access)
{
    const struct op *o = &w->ops[inst - kernel_of(w->cta->grid.kernel)->insts];
    if (o->d_bytes == 0)
        return; /* red */
    if (is_word(o)) {
        uint32_t *d = lanes_at(w, o->vec[0]);
        for (uint32_t m = access->lanes; m != 0; m &= m - 1)
            memcpy(&d[__builtin_ctz(m)], access->data[__builtin_ctz(m)], 4);
        return;
    }
    for (uint32_t m = access->lanes; m != 0; m &= m - 1)
        put(w, o, __builtin_ctz(m), access->data[__builtin_ctz(m)]);
}
