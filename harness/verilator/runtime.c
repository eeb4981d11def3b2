#include "harness/verilator/runtime.h"

#include "harness/verilator/entry.h"
#include "harness/verilator/objects.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char runtime_text[] = "#include \"verilated.cpp\"\n"
                                   "#include \"verilated_threads.cpp\"\n";

/* Both parts are made by compiling one file: `text`, or without it a header of Verilator's. */
static const struct part {
    const char *what, *ending, *source, *text, *taken_as;
    const char *options[4];
} parts[] = {
    {"Verilator's runtime", ".o", "runtime.cpp", runtime_text, RUNTIME_FILE, {"-x", "c++"}},
    {"precompiled header of Verilator",
     ".pch",
     "verilated.h",
     NULL,
     HEADERS_FILE,
     {"-x", "c++-header", "-fpch-instantiate-templates"}},
};
enum { HEADERS = 1, PARTS = sizeof parts / sizeof *parts };

struct made {
    const struct tools *tools;
    const struct part *part;
};

static void key_of(const struct tools *t, const struct part *p, char key[HASH_NAME])
{
    content_hash h = t->versions;
    hash_list(&h, (const char *const[]){CXX_OPTIONS, "-c", p->source, p->text, NULL});
    hash_list(&h, p->options);
    if (p->text == NULL)
        hash_text(&h, t->include); /* the compiler looks for the header where it was */
    hash_name(h, key);
}

static bool make(const void *of, const char *dir, struct error *err)
{
    const struct tools *t = ((const struct made *)of)->tools;
    const struct part *p = ((const struct made *)of)->part;
    struct arena a = {0};
    const char *argv[32] = {t->cxx, t->level,   CXX_OPTIONS, "-c",
                            "-I",   t->include, "-o",        OBJECT_FILE};
    int n = 0;
    while (argv[n] != NULL)
        n++;
    for (const char *const *o = p->options; *o != NULL; o++)
        argv[n++] = *o;
    argv[n] = p->text != NULL ? p->source : arena_printf(&a, "%s/%s", t->include, p->source);
    bool ok = (p->text == NULL || file_write(arena_printf(&a, "%s/%s", dir, p->source), p->text,
                                             strlen(p->text), err)) &&
              process_run_in(dir, argv, err);
    arena_free(&a);
    return ok;
}

bool runtime_have(const struct cache *c, const struct tools *t, int jobs,
                  void (*say)(const char *text), struct error *err)
{
    struct object list[PARTS];
    struct made made[PARTS];
    const struct objects all = {.list = list, .n = PARTS, .jobs = jobs, .say = say};
    for (int i = 0; i < PARTS; i++) {
        made[i] = (struct made){t, &parts[i]};
        list[i] = (struct object){
            .what = parts[i].what, .ending = parts[i].ending, .make = make, .of = &made[i]};
        key_of(t, &parts[i], list[i].key);
    }
    return objects_load(&all, c, err);
}

/* Makes a hard link, as another process may remove the entry meanwhile; on a file system without
 * hard links, a symbolic link. A linker ignores the seal; the compiler's headers must end in time.
 */
static bool take(const struct cache *c, const struct tools *t, const struct part *p,
                 const char *dir)
{
    char key[HASH_NAME], path[PATH_MAX];
    struct arena a = {0};
    const char *here = arena_printf(&a, "%s/%s", dir, p->taken_as);
    key_of(t, p, key);
    cache_path(c, key, p->ending, path);
    bool ok;
    if (p == &parts[HEADERS])
        ok = entry_copy(path, here) || errno == EEXIST;
    else
        ok = link(path, here) == 0 || errno == EEXIST ||
             (errno != ENOENT && symlink(arena_printf(&a, "../%s%s", key, p->ending), here) == 0);
    arena_free(&a);
    return ok;
}

bool runtime_take(const struct cache *c, const struct tools *t, const char *dir, struct error *err)
{
    enum { TRIES = 3 };
    for (int i = 0; i < TRIES; i++) {
        bool ok = true;
        for (int p = 0; ok && p < PARTS; p++)
            ok = take(c, t, &parts[p], dir);
        if (ok)
            return true;
        int why = errno;
        if (!runtime_have(c, t, 1, NULL, err))
            return false;
        errno = why;
    }
    return error_set(err, "%s: Verilator's runtime cannot be linked to: %s", c->dir,
                     strerror(errno));
}
