/* How often loops run: those that one comparison ends. */
#include "sw/locality/impl.h"

#include <string.h>

/* The only block of a loop from which it is left; -1: there are several. */
static int only_exit(const struct flow *f, int loop)
{
    int found = -1;
    for (int b = 0; b < f->n_blocks; b++) {
        const struct block *at = &f->blocks[b];
        if (at->order < 0 || !flow_inside(f, loop, b))
            continue;
        for (int way = 0; way < 2; way++)
            if (at->next[way] >= 0 && !flow_inside(f, loop, at->next[way])) {
                if (found >= 0 && found != b)
                    return -1;
                found = b;
            }
    }
    return found;
}

static bool is_latch(const struct flow *f, int loop, int b)
{
    return f->blocks[b].next[0] == f->loops[loop].header ||
           f->blocks[b].next[1] == f->loops[loop].header;
}

/* A branch that only leads to the header, as clang writes them. */
static bool leads_back(const struct flow *f, int loop, int b)
{
    for (int way = 0; way < 2; way++) {
        int to = f->blocks[b].next[way];
        if (to >= 0 && flow_inside(f, loop, to) && f->blocks[to].end == f->blocks[to].first + 1 &&
            is_latch(f, loop, to))
            return true;
    }
    return is_latch(f, loop, b);
}

static void find(struct locality *l, int loop)
{
    const struct flow *f = &l->x.flow;
    int b = only_exit(f, loop);
    if (b < 0)
        return;
    const struct ptx_text *last = &f->listing->texts[f->blocks[b].end - 1];
    int set = last->guard >= 0 ? expand_writer(&l->x, last->guard) : -1;
    const struct ptx_text *t = set >= 0 ? &f->listing->texts[set] : NULL;
    if (t == NULL || t->n != 3 || t->is_float || !opcode_is(t, "setp"))
        return;
    int taken = f->blocks[b].next[1];
    bool taken_exits = taken < 0 || !flow_inside(f, loop, taken);
    struct trips *to = &l->trips[loop];
    to->left = expand_operand(&l->x, set, 1);
    to->right = expand_operand(&l->x, set, 2);
    to->op = t->opcode + strlen("setp.");
    to->exits = taken_exits != last->guard_not;
    to->at_begin = !leads_back(f, loop, b);
}

void find_trips(struct locality *l)
{
    l->trips = ARENA_ARRAY(&l->arena, struct trips, l->x.flow.n_loops + 1);
    for (int loop = 0; loop < l->x.flow.n_loops; loop++)
        find(l, loop);
}

static bool holds(const char *op, int64_t a, int64_t b)
{
    switch (op[0] * 256 + op[1]) {
    case 'e' * 256 + 'q':
        return a == b;
    case 'n' * 256 + 'e':
        return a != b;
    case 'l' * 256 + 't':
    case 'l' * 256 + 'o':
        return a < b;
    case 'l' * 256 + 'e':
    case 'l' * 256 + 's':
        return a <= b;
    case 'g' * 256 + 't':
    case 'h' * 256 + 'i':
        return a > b;
    default: /* ge, hs */
        return a >= b;
    }
}

static uint64_t count_iterations(const struct locality *l, int m, const struct locality_launch *at)
{
    enum { MOST = 1 << 20 };
    int loop = (int)l->x.symbols.v[m].key;
    if (loop >= l->x.flow.n_loops)
        return (uint64_t)l->rolled[loop - l->x.flow.n_loops];
    const struct trips *t = &l->trips[loop];
    int64_t left[2], right[2];
    if (t->left == NULL)
        return 0;
    for (int i = 0; i < 2; i++) {
        struct at_thread thread = FIRST_THREAD;
        thread.loop = m;
        thread.iteration = i;
        if (!evaluate(l, t->left, at, &thread, &left[i]) ||
            !evaluate(l, t->right, at, &thread, &right[i]))
            return 0;
    }
    for (int64_t i = 0; i < MOST; i++)
        if (holds(t->op, left[0] + i * (left[1] - left[0]), right[0] + i * (right[1] - right[0])) ==
            t->exits)
            return (uint64_t)i + !t->at_begin;
    return 0;
}

uint64_t source_iterations(const struct locality *l, const struct access *a, int level,
                           const struct locality_launch *at)
{
    uint64_t count = count_iterations(l, a->nest[level], at);
    if (a->fill[level] > 1)
        count *= (uint64_t)a->fill[level];
    for (int i = 0; a->rest_of == level && i < a->n_rests; i++)
        count += count_iterations(l, a->rests[i], at);
    return count;
}
