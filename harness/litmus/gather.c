/* The tests of a campaign: files, folders of files, texts. */
#include "harness/litmus/campaign.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Adds a test; if there is none, `name` is refused. */
static bool add_test(struct campaign *c, struct litmus *t, const char *name, struct error *err)
{
    if (t == NULL)
        return campaign_refuse(c, name, err);
    if (c->o->unroll > 0)
        t->unroll = (int)c->o->unroll;
    c->tests = xrealloc(c->tests, (c->n_tests + 1) * sizeof *c->tests);
    c->tests[c->n_tests++] = (struct test_result){.test = t};
    return true;
}

static bool is_test(const char *path)
{
    const char *end = strrchr(path, '.');
    struct stat s;
    return end != NULL && strcmp(end, ".litmus") == 0 && stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Adds what a folder and those in it have, by name. Links to folders are not followed. */
static bool walk(struct campaign *c, FTS *folders, size_t *found, struct error *err)
{
    for (FTSENT *e; (e = fts_read(folders)) != NULL;) {
        if (process_stopped())
            return error_set(err, "interrupted at %s, before the first test", e->fts_path);
        bool unread = e->fts_info == FTS_DNR || e->fts_info == FTS_ERR || e->fts_info == FTS_NS;
        if (unread) {
            error_set(err, "%s: %s; leave it out, or make it readable", e->fts_path,
                      strerror(e->fts_errno));
            if (!campaign_refuse(c, e->fts_path, err))
                return false;
        } else if (e->fts_info != FTS_D && e->fts_info != FTS_DP && is_test(e->fts_path)) {
            ++*found;
            c->searched = true;
            if (!add_test(c, litmus_read(e->fts_path, err), e->fts_path, err))
                return false;
        }
    }
    return true;
}

static bool add_folder(struct campaign *c, const char *path, struct error *err)
{
    char *copy = xstrdup(path);
    char *const roots[] = {copy, NULL};
    FTS *folders = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    size_t found = 0;
    bool ok = folders != NULL ? walk(c, folders, &found, err)
                              : error_set(err, "%s: %s", path, strerror(errno));
    if (folders != NULL)
        fts_close(folders);
    free(copy);
    if (!ok || found > 0)
        return ok;
    error_set(err, "%s: has no .litmus file; name a file or another folder", path);
    return campaign_refuse(c, path, err);
}

bool campaign_gather(struct campaign *c, struct error *err)
{
    for (size_t i = 0; i < c->o->n_paths; i++) {
        struct stat s;
        const char *path = c->o->paths[i];
        bool folder = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
        if (!(folder ? add_folder(c, path, err) : add_test(c, litmus_read(path, err), path, err)))
            return false;
    }
    for (size_t i = 0; i < c->o->n_texts; i++) {
        const struct campaign_text *text = &c->o->texts[i];
        if (!add_test(c, litmus_parse(text->text, strlen(text->text), text->name, err), text->name,
                      err))
            return false;
    }
    return campaign_has_tests(c, err);
}
