#include "formal/litmus/model/paths.h"

#include <stdlib.h>
#include <string.h>

/* The paths of one thread. */
struct found {
    struct litmus_thread *list;
    size_t n;
};

struct walk {
    const struct litmus *t;
    int thread;
    struct found *found;
    struct error *err;
};

static bool keep(const struct walk *w, const struct litmus_thread *path)
{
    struct found *f = w->found;
    if (f->n == PATHS_MOST)
        return error_set(w->err,
                         "%s: P%d has more than %d paths; write a smaller test, or give a lower "
                         "--unroll",
                         w->t->file, w->thread, PATHS_MOST);
    f->list = xrealloc(f->list, (f->n + 1) * sizeof *f->list);
    f->list[f->n++] = *path;
    return true;
}

static bool walk_on(const struct walk *w, struct litmus_thread *path, int at, const uint8_t *back);

/* Continues in both directions from the branch at instruction `at`, which is the path's last; an
 * unconditional jump has one direction only. */
static bool fork_at(const struct walk *w, struct litmus_thread *path, int at, const uint8_t *back)
{
    struct litmus_inst *branch = &path->insts[path->n_insts - 1];
    int n = path->n_insts;
    bool jump = branch->operand.reg == LITMUS_NONE && branch->compare.reg == LITMUS_NONE;
    uint32_t goes = litmus_compute(branch->op, branch->operand.value, branch->compare.value);
    branch->taken = false;
    if ((!jump || goes == 0) && !walk_on(w, path, at + 1, back))
        return false;
    if (jump && goes == 0)
        return true;
    path->n_insts = n;
    branch->taken = true;
    uint8_t counts[LITMUS_INSTS];
    memcpy(counts, back, sizeof counts);
    if (branch->target <= at && counts[at]++ == w->t->unroll)
        return true; /* more rounds than models follow */
    return walk_on(w, path, branch->target, counts);
}

/* Continues the path from instruction `at`; `back`: how often each branch has gone back. */
static bool walk_on(const struct walk *w, struct litmus_thread *path, int at, const uint8_t *back)
{
    const struct litmus_thread *t = &w->t->threads[w->thread];
    for (; at < t->n_insts; at++) {
        if (path->n_insts == LITMUS_INSTS)
            return error_set(w->err,
                             "%s: P%d has a path of more than %d instructions; write a smaller "
                             "test, or give a lower --unroll",
                             w->t->file, w->thread, LITMUS_INSTS);
        path->insts[path->n_insts++] = t->insts[at];
        if (t->insts[at].kind == LITMUS_BRANCH)
            return fork_at(w, path, at, back);
    }
    return keep(w, path);
}

static bool find_paths(const struct litmus *t, int thread, struct found *f, struct error *err)
{
    struct litmus_thread path = t->threads[thread];
    path.n_insts = 0;
    const uint8_t back[LITMUS_INSTS] = {0};
    struct walk w = {t, thread, f, err};
    return walk_on(&w, &path, 0, back);
}

/* Visits all combinations of paths, like a counter with one digit per thread. */
static bool visit_all(const struct litmus *t, const struct found *f,
                      bool (*visit)(void *ctx, const struct litmus *straight), void *ctx,
                      struct error *err)
{
    size_t n = 1;
    for (int i = 0; i < t->n_threads; i++) {
        n *= f[i].n;
        if (n > PATHS_MOST)
            return error_set(err,
                             "%s: its threads have more than %d paths together; write a smaller "
                             "test, or give a lower --unroll",
                             t->file, PATHS_MOST);
    }
    struct litmus *straight = xcalloc(1, sizeof *straight);
    *straight = *t;
    bool ok = true;
    for (size_t c = 0; ok && c < n; c++) {
        size_t rest = c;
        for (int i = 0; i < t->n_threads; i++) {
            straight->threads[i] = f[i].list[rest % f[i].n];
            rest /= f[i].n;
        }
        ok = visit(ctx, straight);
    }
    free(straight);
    return ok;
}

bool litmus_each_path(const struct litmus *t,
                      bool (*visit)(void *ctx, const struct litmus *straight), void *ctx,
                      struct error *err)
{
    if (!t->branches)
        return visit(ctx, t);
    struct found found[LITMUS_THREADS] = {0};
    bool ok = true;
    for (int i = 0; ok && i < t->n_threads; i++)
        ok = find_paths(t, i, &found[i], err);
    ok = ok && visit_all(t, found, visit, ctx, err);
    for (int i = 0; i < t->n_threads; i++)
        free(found[i].list);
    return ok;
}
