#include "harness/verilator/runtime.h"

#include "harness/verilator/objects.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char headers_text[] = "#include \"verilated.h\"\n";

static const char runtime_text[] = "#include \"verilated.cpp\"\n"
                                   "#include \"verilated_threads.cpp\"\n";

/* Both parts are made by compiling one file. */
static const struct part {
    const char *what, *ending, *source, *text, *language, *taken_as;
} parts[] = {
    {"Verilator's runtime", ".o", "runtime.cpp", runtime_text, "c++", RUNTIME_FILE},
    {"precompiled header of Verilator", ".gch", HEADERS_FILE, headers_text, "c++-header",
     HEADERS_FILE ".gch"},
};
enum { PARTS = sizeof parts / sizeof *parts };

struct made {
    const struct tools *tools;
    const struct part *part;
};

static void key_of(const struct tools *t, const struct part *p, char key[HASH_NAME])
{
    content_hash h = t->versions;
    hash_list(&h, (const char *const[]){CXX_OPTIONS, "-c", p->language, p->text, NULL});
    hash_name(h, key);
}

static bool make(const void *of, const char *dir, struct error *err)
{
    const struct tools *t = ((const struct made *)of)->tools;
    const struct part *p = ((const struct made *)of)->part;
    const char *argv[] = {t->cxx, t->level,    CXX_OPTIONS, "-c", "-I",        t->include,
                          "-x",   p->language, p->source,   "-o", OBJECT_FILE, NULL};
    struct arena a = {0};
    bool ok =
        file_write(arena_printf(&a, "%s/%s", dir, p->source), p->text, strlen(p->text), err) &&
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
 * hard links, a symbolic link. */
static bool take(const struct cache *c, const struct tools *t, const struct part *p,
                 const char *dir)
{
    char key[HASH_NAME], path[PATH_MAX];
    struct arena a = {0};
    const char *here = arena_printf(&a, "%s/%s", dir, p->taken_as);
    key_of(t, p, key);
    cache_path(c, key, p->ending, path);
    bool ok = link(path, here) == 0 || errno == EEXIST ||
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
