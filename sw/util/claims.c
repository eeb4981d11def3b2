#include "sw/util/claims.h"

#include "sw/util/arena.h"
#include "sw/util/outfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct claim {
    char *what, *target; /* target: NULL if its folder does not exist */
    struct stat st;
    bool there, writes;
};

static bool same(const struct claim *a, const struct claim *b)
{
    if (a->there && b->there)
        return a->st.st_dev == b->st.st_dev && a->st.st_ino == b->st.st_ino;
    return a->target != NULL && b->target != NULL && strcmp(a->target, b->target) == 0;
}

static bool add(struct claims *c, const char *what, const char *path, bool writes,
                struct error *err)
{
    struct claim it = {.what = xstrdup(what), .target = outfile_target(path), .writes = writes};
    it.there = stat(path, &it.st) == 0;
    c->list = xrealloc(c->list, (c->n + 1) * sizeof *c->list);
    c->list[c->n++] = it;
    if (it.there && S_ISCHR(it.st.st_mode))
        return true;
    for (size_t i = 0; i + 1 < c->n; i++) {
        const struct claim *other = &c->list[i];
        if ((!writes && !other->writes) || !same(other, &it))
            continue;
        if (writes && other->writes)
            return error_set(err, "%s %s: %s writes the same file; name another", what, path,
                             other->what);
        return error_set(err, "%s %s: %s, which is read, is the same file; name another",
                         writes ? what : other->what, path, writes ? other->what : what);
    }
    return true;
}

bool claims_read(struct claims *c, const char *what, const char *path, struct error *err)
{
    return add(c, what, path, false, err);
}

bool claims_write(struct claims *c, const char *what, const char *path, struct error *err)
{
    return add(c, what, path, true, err);
}

void claims_free(struct claims *c)
{
    for (size_t i = 0; i < c->n; i++) {
        free(c->list[i].what);
        free(c->list[i].target);
    }
    free(c->list);
    *c = (struct claims){0};
}
