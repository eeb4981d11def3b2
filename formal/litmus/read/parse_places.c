/* Threads' names and their places: "P0@cta 0,gpu 1", scope trees. */
#include "formal/litmus/read/parse.h"

/* ---- threads' names and places ---- */

static bool small_number(struct parser *p, const char *word, int most, int *n)
{
    if (!scan_expect(&p->scan, word))
        return false;
    if (p->scan.kind != SCAN_NUMBER || p->scan.number > (uint32_t)most)
        return scan_error(&p->scan, "the number of a %s, 0 to %d, is missing before %s", word, most,
                          scan_show(&p->scan).text);
    *n = (int)p->scan.number;
    return scan_next(&p->scan);
}

bool lit_thread_name(struct parser *p)
{
    struct litmus *t = p->t;
    char name[] = {'P', (char)('0' + t->n_threads), '\0'};
    char other[] = {'T', name[1], '\0'};
    if (t->n_threads == LITMUS_THREADS)
        return scan_error(&p->scan, "one thread too many; there may be %d", LITMUS_THREADS);
    if (!scan_is(&p->scan, name) && !scan_is(&p->scan, other))
        return scan_error(&p->scan, "thread %s must come here, not %s", name,
                          scan_show(&p->scan).text);
    struct litmus_place *at = &t->places[t->n_threads++];
    if (!scan_next(&p->scan))
        return false;
    if (!scan_is(&p->scan, "@"))
        return true;
    p->placed++;
    return scan_next(&p->scan) && small_number(p, "cta", 63, &at->cta) &&
           scan_expect(&p->scan, ",") && small_number(p, "gpu", 63, &at->gpu);
}

/* ---- scope trees ---- */

/* Position in the tree: numbers of the last GPU, grid and CTA, -1 before the first. */
struct tree {
    int gpu, grid, cta;
    bool placed[LITMUS_THREADS];
};

enum level { LEVEL_NONE, LEVEL_ABOVE, LEVEL_GPU, LEVEL_GRID, LEVEL_CTA, LEVEL_BELOW };

static enum level level_of(const struct scan *l)
{
    static const struct {
        const char *name;
        enum level level;
    } levels[] = {{"sys", LEVEL_ABOVE},      {"system", LEVEL_ABOVE},    {"gpu", LEVEL_GPU},
                  {"device", LEVEL_GPU},     {"agent", LEVEL_GPU},       {"grid", LEVEL_GRID},
                  {"kernel", LEVEL_GRID},    {"cta", LEVEL_CTA},         {"block", LEVEL_CTA},
                  {"work_group", LEVEL_CTA}, {"wg", LEVEL_CTA},          {"warp", LEVEL_BELOW},
                  {"wave", LEVEL_BELOW},     {"sub_group", LEVEL_BELOW}, {"thread", LEVEL_BELOW}};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (scan_is(l, levels[i].name))
            return levels[i].level;
    return LEVEL_NONE;
}

static void enter(struct tree *tree, enum level level)
{
    if (level == LEVEL_GPU)
        tree->gpu++;
    if (level == LEVEL_GRID)
        tree->grid++;
    if (level == LEVEL_CTA)
        tree->cta++;
    else if (level == LEVEL_GPU || (level == LEVEL_GRID && tree->gpu < 0))
        tree->cta = -1;
}

/* "P0", "T0" or "0". */
static bool place_leaf(struct parser *p, struct tree *tree)
{
    struct scan *l = &p->scan;
    bool name = l->kind == SCAN_WORD && l->len == 2 && (l->text[0] == 'P' || l->text[0] == 'T');
    uint64_t n = name ? (uint64_t)(l->text[1] - '0') : l->number;
    if (!name && l->kind != SCAN_NUMBER)
        return scan_error(l,
                          "%s is no level of a scope tree and no thread; the levels are sys, "
                          "gpu, grid, cta and warp",
                          scan_show(l).text);
    if (n >= (uint64_t)p->t->n_threads)
        return scan_error(l, "there is no thread %s", scan_show(l).text);
    if (tree->placed[n])
        return scan_error(l, "%s has its place already", scan_show(l).text);
    if (tree->cta < 0)
        return scan_error(l, "%s is in no cta; write (cta %.*s)", scan_show(l).text, (int)l->len,
                          l->text);
    tree->placed[n] = true;
    int gpu = tree->gpu >= 0 ? tree->gpu : tree->grid;
    p->t->places[n] = (struct litmus_place){gpu < 0 ? 0 : gpu, tree->cta};
    p->placed++;
    return scan_next(l);
}

static bool parse_tree(struct parser *p, struct tree *tree)
{
    struct scan *l = &p->scan;
    int depth = 0;
    do {
        enum level level = level_of(l);
        if (scan_is(l, "("))
            depth++;
        else if (scan_is(l, ")"))
            depth--;
        else if (level != LEVEL_NONE)
            enter(tree, level);
        else if (l->kind == SCAN_END)
            return scan_error(l, "')' is missing before %s", scan_show(l).text);
        else if (!place_leaf(p, tree))
            return false;
        else
            continue; /* parser is already past it */
        if (!scan_next(l))
            return false;
    } while (depth > 0);
    return true;
}

/* "x: global, y: global" */
static bool parse_memory_map(struct parser *p)
{
    struct scan *l = &p->scan;
    while (l->kind == SCAN_WORD && lit_find_var(p) != LITMUS_NONE) {
        if (!scan_next(l) || !scan_expect(l, ":"))
            return false;
        if (!scan_is(l, "global"))
            return scan_error(l, "variables are in global memory; %s memory is not understood",
                              scan_show(l).text);
        if (!scan_next(l))
            return false;
        if (!scan_took(l, ","))
            scan_took(l, ";");
    }
    return !error_is_set(l->err);
}

bool lit_scope_tree(struct parser *p)
{
    struct scan *l = &p->scan;
    struct scan at = *l;
    bool scopes = scan_is(l, "scopes");
    if (!scopes && !scan_is(l, "scopeTree") && !scan_is(l, "ScopeTree"))
        return parse_memory_map(p);
    if (p->placed > 0)
        return scan_error(l, "threads have places already (@cta, gpu); keep those or the tree");
    struct tree tree = {.gpu = -1, .grid = -1, .cta = -1};
    if (!scan_next(l) || (scopes && !scan_expect(l, ":")))
        return false;
    if (!scan_is(l, "("))
        return scan_expect(l, "(");
    if (!parse_tree(p, &tree))
        return false;
    for (int i = 0; i < p->t->n_threads; i++)
        if (!tree.placed[i])
            return scan_error(&at, "P%d is missing in this tree", i);
    return parse_memory_map(p);
}
