/* How many points a study has, from what its file says of them: without their keys. */
#include "harness/study/points.h"
#include "harness/study/study_impl.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* What makes a cell another point than those before it. */
struct planned {
    const struct sha256 *shape;
    const struct study_kernel *kernel;
    const char *size;
    bool may_be_wrong;
};

static bool same_point(const struct planned *a, const struct planned *b)
{
    return strcmp(a->shape->text, b->shape->text) == 0 &&
           study_same_kernel(a->kernel, a->size, b->kernel, b->size) &&
           a->may_be_wrong == b->may_be_wrong;
}

/* Adds a point if it is not there. */
static void add(struct planned *list, size_t *n, const struct planned *p)
{
    for (size_t i = 0; i < *n; i++)
        if (same_point(&list[i], p))
            return;
    list[(*n)++] = *p;
}

size_t study_points_planned(const struct study *s)
{
    const size_t cells = (size_t)s->series_count * study_values(s) * s->rows_count;
    struct planned *list = xcalloc(cells, sizeof *list);
    size_t n = 0;
    for (uint32_t i = 0; i < s->series_count; i++)
        for (uint32_t v = 0; v < study_values(s); v++)
            for (uint32_t k = 0; k < s->rows_count; k++)
                add(list, &n,
                    &(struct planned){&s->series[i].shapes[v], study_kernel_of(s, i, k),
                                      study_size(s, i, v, k), s->series[i].may_be_wrong});
    free(list);
    return n;
}
