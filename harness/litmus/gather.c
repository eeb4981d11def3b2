/* The tests of a campaign: files, folders of files, texts. */
#include "harness/litmus/campaign.h"
#include "sw/util/arena.h"

#include <glob.h>
#include <string.h>
#include <sys/stat.h>

static bool add_test(struct campaign *c, struct litmus *t)
{
    if (t == NULL)
        return false;
    if (c->o->unroll > 0)
        t->unroll = (int)c->o->unroll;
    c->tests = xrealloc(c->tests, (c->n_tests + 1) * sizeof *c->tests);
    c->tests[c->n_tests++] = (struct test_result){.test = t};
    return true;
}

static bool add_folder(struct campaign *c, const char *path, struct error *err)
{
    struct sbuf pattern = {0};
    size_t len = strlen(path);
    sbuf_printf(&pattern, "%s%s*.litmus", path, len > 0 && path[len - 1] == '/' ? "" : "/");
    glob_t g;
    int failed = glob(pattern.text, 0, NULL, &g);
    sbuf_free(&pattern);
    if (failed != 0)
        return error_set(err, "%s: has no .litmus file; name a file or another folder", path);
    bool ok = true;
    for (size_t i = 0; ok && i < g.gl_pathc; i++)
        ok = add_test(c, litmus_read(g.gl_pathv[i], err));
    globfree(&g);
    return ok;
}

bool campaign_gather(struct campaign *c, struct error *err)
{
    for (size_t i = 0; i < c->o->n_paths; i++) {
        struct stat s;
        const char *path = c->o->paths[i];
        bool folder = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
        if (!(folder ? add_folder(c, path, err) : add_test(c, litmus_read(path, err))))
            return false;
    }
    for (size_t i = 0; i < c->o->n_texts; i++) {
        const struct campaign_text *text = &c->o->texts[i];
        if (!add_test(c, litmus_parse(text->text, strlen(text->text), text->name, err)))
            return false;
    }
    return true;
}
