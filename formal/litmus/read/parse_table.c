#include "formal/litmus/read/parse_table.h"

#include <string.h>

/* ---- labels ---- */

bool table_aim(struct table *t, int thread)
{
    struct scan *l = &t->p->scan;
    if (l->kind != SCAN_WORD)
        return scan_error(l, "a label's name is missing before %s", scan_show(l).text);
    t->jumps[t->n_jumps++] = (struct table_label){*l, thread, t->p->t->threads[thread].n_insts - 1};
    return scan_next(l);
}

static struct table_label *find_label(struct table *t, int thread, const struct scan *name)
{
    for (int i = 0; i < t->n_labels; i++)
        if (t->labels[i].thread == thread && t->labels[i].at.len == name->len &&
            memcmp(t->labels[i].at.text, name->text, name->len) == 0)
            return &t->labels[i];
    return NULL;
}

static bool add_label(struct table *t, int thread, const struct scan *name)
{
    if (find_label(t, thread, name) != NULL)
        return scan_error(name, "the label %s is in this thread already", scan_show(name).text);
    if (t->n_labels == TABLE_JUMPS)
        return scan_error(name, "one label too many; there may be %d", TABLE_JUMPS);
    t->labels[t->n_labels++] =
        (struct table_label){*name, thread, t->p->t->threads[thread].n_insts};
    return true;
}

static bool aim_all(struct table *t)
{
    for (int j = 0; j < t->n_jumps; j++) {
        const struct table_label *jump = &t->jumps[j], *to = find_label(t, jump->thread, &jump->at);
        if (to == NULL)
            return scan_error(&jump->at, "P%d has no label %s", jump->thread,
                              scan_show(&jump->at).text);
        t->p->t->threads[jump->thread].insts[jump->inst].target = to->inst;
    }
    return true;
}

/* ---- rows ---- */

static bool ends_cell(const struct scan *l)
{
    return scan_is(l, "|") || scan_is(l, ";");
}

/* "LC00:", "ld.weak r0,x", "LC00: ld.weak r0,x" or nothing. */
static bool read_cell(struct table *t, int thread)
{
    struct scan *l = &t->p->scan, after = *l;
    if (l->kind == SCAN_WORD && scan_next(&after) && scan_is(&after, ":")) {
        if (!add_label(t, thread, l))
            return false;
        *l = after;
        if (!scan_next(l))
            return false;
    }
    return ends_cell(l) || t->instruction(t, thread);
}

/* "cell | cell | cell ;" */
static bool read_row(struct table *t)
{
    struct scan *l = &t->p->scan;
    int n = t->p->t->n_threads;
    for (int thread = 0; thread < n; thread++) {
        bool last = thread == n - 1;
        if (!read_cell(t, thread))
            return false;
        if (!scan_is(l, last ? ";" : "|"))
            return scan_error(l, "'%s' is missing before %s: a row has %d cells", last ? ";" : "|",
                              scan_show(l).text, n);
        if (!scan_next(l))
            return false;
    }
    return true;
}

/* Whether the rows end: a scope tree, a memory map, or the condition comes next. */
static bool rows_end(const struct scan *l)
{
    struct scan after = *l;
    bool map = l->kind == SCAN_WORD && scan_next(&after) && scan_took(&after, ":") &&
               (scan_is(&after, "global") || scan_is(&after, "shared") || scan_is(&after, "("));
    return map || scan_is(l, "scopeTree") || scan_is(l, "ScopeTree") || lit_condition_begins(l);
}

bool table_read(struct table *t)
{
    struct scan *l = &t->p->scan;
    do
        if (!lit_thread_name(t->p))
            return false;
    while (scan_took(l, "|"));
    if (!scan_expect(l, ";"))
        return false;
    while (!rows_end(l)) {
        if (l->kind == SCAN_END)
            return scan_error(l, "the condition is missing: exists (...), ~exists (...) or "
                                 "forall (...)");
        if (!read_row(t))
            return false;
    }
    return aim_all(t);
}
