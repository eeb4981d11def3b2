#include "sw/locality/flow.h"

#include <string.h>

bool opcode_is(const struct ptx_text *t, const char *word)
{
    size_t n = strlen(word);
    return strncmp(t->opcode, word, n) == 0 && (t->opcode[n] == '.' || t->opcode[n] == '\0');
}

bool opcode_has(const struct ptx_text *t, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = t->opcode; at != NULL; at = strchr(at, '.')) {
        at += *at == '.';
        if (strncmp(at, word, n) == 0 && (at[n] == '.' || at[n] == '\0'))
            return true;
    }
    return false;
}

const char *flow_source(const struct ptx_text *t, struct arena *a)
{
    if (t->file == NULL)
        return arena_printf(a, "PTX line %d", t->line);
    const char *slash = strrchr(t->file, '/');
    return arena_printf(a, "%s:%d", slash != NULL ? slash + 1 : t->file, t->file_line);
}

static bool ends(const struct ptx_text *t)
{
    return opcode_is(t, "bra") || opcode_is(t, "ret") || opcode_is(t, "exit") ||
           opcode_is(t, "trap");
}

static int target(const struct ptx_text *t)
{
    bool branch = opcode_is(t, "bra") && t->n == 1 && t->operands[0].kind == PTX_TARGET;
    return branch ? (int)t->operands[0].value : -1;
}

static void cut(struct flow *f, struct arena *a)
{
    const struct ptx_listing *l = f->listing;
    uint8_t *starts = ARENA_ARRAY(a, uint8_t, l->n + 1);
    int *of = ARENA_ARRAY(a, int, l->n + 1);
    for (int i = 0; i < l->n_parts; i++)
        starts[l->parts[i].first] = 1;
    for (int i = 0; i < l->n; i++) {
        if (target(&l->texts[i]) >= 0)
            starts[target(&l->texts[i])] = 1;
        if (ends(&l->texts[i]))
            starts[i + 1] = 1;
    }
    for (int i = 0; i < l->n; i++)
        f->n_blocks += starts[i];
    f->blocks = ARENA_ARRAY(a, struct block, f->n_blocks + 1);
    for (int i = 0, b = -1; i < l->n; i++) {
        b += starts[i];
        if (starts[i])
            f->blocks[b].first = i;
        f->blocks[b].end = i + 1;
        of[i] = b;
    }
    f->block_of = of;
}

static void link_blocks(struct flow *f)
{
    const struct ptx_listing *l = f->listing;
    for (int b = 0; b < f->n_blocks; b++) {
        struct block *at = &f->blocks[b];
        const struct ptx_text *last = &l->texts[at->end - 1];
        int to = target(last);
        bool goes_on = at->end < l->n && (!ends(last) || last->guard >= 0);
        at->next[0] = goes_on ? f->block_of[at->end] : -1;
        at->next[1] = to >= 0 ? f->block_of[to] : -1;
        at->order = at->dominator = at->loop = -1;
    }
}

/* Depth first from a part's first block; `to` receives the blocks in postorder from the end on. */
static void walk(struct flow *f, int root, uint8_t *seen, int *stack, int *to, int *left)
{
    int n = 0;
    stack[n++] = root;
    seen[root] = 1;
    while (n > 0) {
        int b = stack[n - 1], way = seen[b] - 1;
        if (way == 2) {
            to[--*left] = b;
            n--;
            continue;
        }
        seen[b]++;
        int next = f->blocks[b].next[way];
        if (next >= 0 && seen[next] == 0) {
            seen[next] = 1;
            stack[n++] = next;
        }
    }
}

static void order(struct flow *f, struct arena *a)
{
    uint8_t *seen = ARENA_ARRAY(a, uint8_t, f->n_blocks + 1);
    int *stack = ARENA_ARRAY(a, int, f->n_blocks + 1), *to = ARENA_ARRAY(a, int, f->n_blocks + 1);
    int left = f->n_blocks;
    for (int i = f->listing->n_parts; i-- > 0;)
        if (seen[f->block_of[f->listing->parts[i].first]] == 0)
            walk(f, f->block_of[f->listing->parts[i].first], seen, stack, to, &left);
    f->n_reached = f->n_blocks - left;
    f->in_order = to + left;
    for (int i = 0; i < f->n_reached; i++)
        f->blocks[f->in_order[i]].order = i;
}

static void find_before(struct flow *f, struct arena *a)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; pass == 1 && b < f->n_blocks; b++) {
            f->blocks[b].before = ARENA_ARRAY(a, int, f->blocks[b].n_before + 1);
            f->blocks[b].n_before = 0;
        }
        for (int i = 0; i < f->n_reached; i++) {
            const struct block *from = &f->blocks[f->in_order[i]];
            for (int way = 0; way < 2; way++) {
                int to = from->next[way];
                if (to < 0 || (way == 1 && to == from->next[0]))
                    continue;
                struct block *at = &f->blocks[to];
                if (pass == 1)
                    ((int *)(uintptr_t)at->before)[at->n_before] = f->in_order[i];
                at->n_before++;
            }
        }
    }
}

static int common(const struct flow *f, int x, int y)
{
    while (x != y && x >= 0 && y >= 0) {
        if (f->blocks[x].order > f->blocks[y].order)
            x = f->blocks[x].dominator;
        else
            y = f->blocks[y].dominator;
    }
    return x == y ? x : -1;
}

static bool is_root(const struct flow *f, const struct block *b)
{
    for (int i = 0; i < f->listing->n_parts; i++)
        if (f->listing->parts[i].first == b->first)
            return true;
    return false;
}

/* Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm". */
static void dominate(struct flow *f)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < f->n_reached; i++) {
            struct block *at = &f->blocks[f->in_order[i]];
            int found = -1;
            if (is_root(f, at))
                continue;
            for (int k = 0; k < at->n_before; k++) {
                int from = at->before[k];
                if (f->blocks[from].order >= i && f->blocks[from].dominator < 0)
                    continue;
                found = found < 0 ? from : common(f, found, from);
            }
            more = more || found != at->dominator;
            at->dominator = found;
        }
    }
}

static bool flow_dominates(const struct flow *f, int above, int block)
{
    while (block >= 0 && f->blocks[block].order > f->blocks[above].order)
        block = f->blocks[block].dominator;
    return block == above;
}

bool flow_inside(const struct flow *f, int loop, int block)
{
    return (f->loops[loop].has[block / 8] >> block % 8 & 1) != 0;
}

/* Adds to a loop the blocks that lead to `from` without passing its header. */
static void add_body(const struct flow *f, uint8_t *has, int from, int *stack)
{
    int n = 0;
    stack[n++] = from;
    while (n > 0) {
        int b = stack[--n];
        if ((has[b / 8] >> b % 8 & 1) != 0)
            continue;
        has[b / 8] |= (uint8_t)(1 << b % 8);
        for (int k = 0; k < f->blocks[b].n_before; k++) {
            int before = f->blocks[b].before[k];
            if ((has[before / 8] >> before % 8 & 1) == 0)
                stack[n++] = before;
        }
    }
}

static bool find_loops(struct flow *f, struct arena *a)
{
    int *stack = ARENA_ARRAY(a, int, 2 * f->n_blocks + 2);
    f->loops = ARENA_ARRAY(a, struct loop, FLOW_MOST_LOOPS);
    for (int i = 0; i < f->n_reached; i++) {
        int h = f->in_order[i];
        uint8_t *has = NULL;
        for (int k = 0; k < f->blocks[h].n_before; k++) {
            int from = f->blocks[h].before[k];
            if (!flow_dominates(f, h, from))
                continue;
            if (has == NULL) {
                if (f->n_loops == FLOW_MOST_LOOPS)
                    return false;
                has = ARENA_ARRAY(a, uint8_t, f->n_blocks / 8 + 1);
                has[h / 8] |= (uint8_t)(1 << h % 8);
                f->loops[f->n_loops++] = (struct loop){.header = h, .parent = -1, .has = has};
            }
            add_body(f, has, from, stack);
        }
    }
    return true;
}

/* A block belongs to the last loop that has it. */
static void nest_loops(struct flow *f)
{
    for (int l = 0; l < f->n_loops; l++) {
        struct loop *loop = &f->loops[l];
        loop->parent = f->blocks[loop->header].loop;
        loop->depth = loop->parent < 0 ? 1 : f->loops[loop->parent].depth + 1;
        for (int b = 0; b < f->n_blocks; b++)
            if (flow_inside(f, l, b))
                f->blocks[b].loop = l;
    }
}

static void find_writers(struct flow *f, struct arena *a)
{
    const struct ptx_listing *l = f->listing;
    int *first = ARENA_ARRAY(a, int, l->n_registers + 2), *to = NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < l->n; i++)
            for (int k = 0; k < l->texts[i].n; k++) {
                const struct ptx_operand *o = &l->texts[i].operands[k];
                if (!o->written)
                    continue;
                if (pass == 0)
                    first[o->reg + 1]++;
                else
                    to[first[o->reg]++] = i;
            }
        if (pass == 0) {
            for (int r = 0; r <= l->n_registers; r++)
                first[r + 1] += first[r];
            to = ARENA_ARRAY(a, int, first[l->n_registers] + 1);
        }
    }
    /* The second pass has moved each register's first place to that of the next register. */
    memmove(first + 1, first, (size_t)(l->n_registers + 1) * sizeof *first);
    first[0] = 0;
    f->first_writer = first;
    f->writers = to;
}

bool flow_new(struct flow *f, const struct ptx_listing *l, const char *kernel, struct arena *a,
              struct error *err)
{
    *f = (struct flow){.listing = l};
    if (l->n > FLOW_MOST)
        return error_set(err, "kernel '%s' has %d instructions; at most %d can be analysed", kernel,
                         l->n, FLOW_MOST);
    cut(f, a);
    link_blocks(f);
    order(f, a);
    find_before(f, a);
    dominate(f);
    if (!find_loops(f, a))
        return error_set(err,
                         "kernel '%s' has more than %d loops, which is more than can be "
                         "analysed",
                         kernel, FLOW_MOST_LOOPS);
    nest_loops(f);
    find_writers(f, a);
    return true;
}
