/* What comes into the reorder buffer: instructions in the program's order, over branches whose
 * conditions are known. */
#include "sw/host/reorder_impl.h"
#include "sw/host/ssa_value.h"

#include <string.h>

/* ---- inputs ---- */

static struct input input_of(const struct reorder *r, const struct ssa_operand *o)
{
    struct mapping m = {0, o->bits};
    if (o->id >= 0)
        m = r->map[o->id];
    return (struct input){
        .seq = m.seq, .bits = m.bits, .known = m.seq == 0, .ready = m.seq == 0 ? 0 : NEVER};
}

void reorder_capture(const struct reorder *r, struct entry *e)
{
    for (uint32_t k = 0; k < e->n; k++) {
        struct input *in = &e->in[k];
        if (in->seq == 0 || in->ready != NEVER)
            continue;
        const struct entry *from = entry_of(r, in->seq);
        if (from->known && !in->known) {
            in->known = true;
            in->bits = from->bits;
        }
        if (from->known && from->issued)
            in->ready = from->done;
    }
}

static bool all_known(const struct entry *e)
{
    bool known = true;
    for (uint32_t k = 0; k < e->n; k++)
        known = known && e->in[k].known;
    return known;
}

void reorder_compute(struct cpu *c, struct entry *e)
{
    uint64_t in[SSA_MOST_IN], value = 0;
    bool has_value = e->op != SSA_LOAD && e->op != SSA_STORE && e->op != SSA_BRANCH &&
                     e->op != SSA_SWITCH && e->op != SSA_RETURN && e->op != SSA_TRAP;
    if (e->known || !has_value || !all_known(e))
        return;
    for (uint32_t k = 0; k < e->n; k++)
        in[k] = (uint64_t)e->in[k].bits;
    if (e->op == SSA_ALLOCA)
        value = OWN_BASE + (uint64_t)e->i->offset;
    else if (!ssa_value(e->i, in, &value))
        reorder_fail(c, e->i, "a division by zero, or one whose quotient does not fit");
    e->bits = value;
    e->known = true;
    c->reorder->changed = true;
}

/* ---- entries ---- */

static bool has_room(const struct cpu *c, bool is_free)
{
    const struct reorder *r = c->reorder;
    return r->next - r->head < r->room && (is_free || r->held < c->c.rob);
}

static uint64_t push(struct cpu *c, const struct ssa_inst *i, enum ssa_op op)
{
    struct reorder *r = c->reorder;
    struct entry *e = entry_of(r, r->next);
    *e = (struct entry){.i = i, .op = op, .done = NEVER};
    r->held += !i->is_free;
    r->changed = true;
    return r->next++;
}

static void push_inst(struct cpu *c, const struct ssa_inst *i)
{
    struct reorder *r = c->reorder;
    uint64_t seq = push(c, i, i->op);
    struct entry *e = entry_of(r, seq);
    e->n = i->n;
    for (uint32_t k = 0; k < i->n; k++)
        e->in[k] = input_of(r, &i->in[k]);
    e->bytes = i->bits <= 8 ? 1 : i->bits <= 16 ? 2 : i->bits <= 32 ? 4 : 8;
    reorder_capture(r, e);
    reorder_compute(c, e);
    if (i->id >= 0)
        r->map[i->id] = (struct mapping){.seq = seq};
}

/* ---- branches ---- */

/* From a block to another, whose phis get the values that they have on this way: all at once. */
static void go(struct cpu *c, uint32_t to)
{
    struct reorder *r = c->reorder;
    uint32_t first = r->f->blocks[to].first, n = 0;
    struct mapping *values = r->meeting;
    for (; r->f->insts[first + n].op == SSA_PHI; n++) {
        const struct ssa_inst *phi = &r->f->insts[first + n];
        uint32_t k = 0;
        while (k < phi->n_to && phi->to[k] != r->block)
            k++;
        const struct ssa_operand *o = &phi->from_block[k];
        values[n] = o->id >= 0 ? r->map[o->id] : (struct mapping){0, o->bits};
    }
    for (uint32_t k = 0; k < n; k++)
        r->map[r->f->insts[first + k].id] = values[k];
    r->block = to;
    r->pc = first + n;
    r->branch = 0;
}

/* Goes on behind the branch that was fetched last, if it is known where. */
static bool follow(struct cpu *c)
{
    struct reorder *r = c->reorder;
    struct entry *e = entry_of(r, r->branch);
    const struct ssa_inst *i = e->i;
    uint32_t to = 0;
    reorder_capture(r, e);
    if (!all_known(e))
        return false;
    if (e->op == SSA_BRANCH && e->n == 1)
        to = (e->in[0].bits & 1) != 0 ? 0 : 1;
    for (uint32_t k = 1; e->op == SSA_SWITCH && k < i->n_to && to == 0; k++)
        to = i->cases[k - 1] == e->in[0].bits ? k : 0;
    r->changed = true;
    go(c, i->to[to]);
    return true;
}

/* ---- copies ---- */

enum { PIECE = 16 }; /* bytes that a copy moves at once: a register's */

/* Whether the operands of a copy are known; then it begins. */
static bool begin_copy(struct cpu *c, const struct ssa_inst *i)
{
    struct reorder *r = c->reorder;
    uint64_t v[3];
    for (uint32_t k = 0; k < 3; k++) {
        struct mapping m =
            i->in[k].id >= 0 ? r->map[i->in[k].id] : (struct mapping){0, i->in[k].bits};
        if (m.seq != 0 && !entry_of(r, m.seq)->known)
            return false;
        v[k] = m.seq != 0 ? (uint64_t)entry_of(r, m.seq)->bits : m.bits;
    }
    bool moves = i->what == SSA_MOVES;
    r->copy = (struct copying){.i = i,
                               .to = v[0],
                               .from = moves ? v[1] : (v[1] & 0xff) * UINT64_C(0x0101010101010101),
                               .bytes = v[2],
                               .back = moves && v[0] > v[1] && v[0] - v[1] < v[2]};
    if (i->id >= 0)
        r->map[i->id] = (struct mapping){0, v[0]};
    return true;
}

static uint64_t up_to_border(uint64_t at, bool back)
{
    return back ? (at + PIECE - 1) % PIECE + 1 : PIECE - at % PIECE;
}

/* The next load or store of a copy. */
static void push_piece(struct cpu *c)
{
    struct reorder *r = c->reorder;
    struct copying *k = &r->copy;
    bool moves = k->i->what == SSA_MOVES;
    uint64_t at = k->back ? k->bytes - k->done : k->done, n = k->bytes - k->done;
    uint64_t room = up_to_border(k->to + at, k->back);
    if (moves && up_to_border(k->from + at, k->back) < room)
        room = up_to_border(k->from + at, k->back);
    n = n < room ? n : room;
    at -= k->back ? n : 0;
    bool load = moves && k->loaded == 0;
    uint64_t seq = push(c, k->i, load ? SSA_LOAD : SSA_STORE);
    struct entry *e = entry_of(r, seq);
    e->bytes = (uint32_t)n;
    e->addressed = true;
    e->address = (load ? k->from : k->to) + at;
    if (load) {
        k->loaded = seq;
        return;
    }
    e->n = 1;
    e->in[0] = (struct input){.seq = k->loaded,
                              .bits = (wide_bits)k->from << 64 | k->from,
                              .known = !moves,
                              .ready = moves ? NEVER : 0};
    k->loaded = 0;
    k->done += n;
}

/* ---- all ---- */

/* Fetches one; false: it cannot yet. */
static bool fetch_one(struct cpu *c, bool *is_free)
{
    struct reorder *r = c->reorder;
    *is_free = false;
    if (r->branch != 0 && !follow(c))
        return false;
    if (r->copy.i != NULL && r->copy.done < r->copy.bytes) {
        bool room = has_room(c, false);
        if (room)
            push_piece(c);
        return room;
    }
    const struct ssa_inst *i = &r->f->insts[r->pc];
    *is_free = i->is_free;
    if (!has_room(c, i->is_free))
        return false;
    if (i->op == SSA_COPY) {
        if (!begin_copy(c, i))
            return false;
        r->pc++;
        return true;
    }
    push_inst(c, i);
    r->fetched_all = i->op == SSA_RETURN || i->op == SSA_TRAP;
    if (i->op == SSA_BRANCH || i->op == SSA_SWITCH)
        r->branch = r->next - 1;
    r->pc++;
    return true;
}

void reorder_fetch(struct cpu *c)
{
    bool is_free;
    for (uint32_t n = 0; n < c->c.width && !c->reorder->fetched_all && !c->failed; n += !is_free)
        if (!fetch_one(c, &is_free))
            return;
}
