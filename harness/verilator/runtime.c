#include "harness/verilator/runtime.h"

#include "harness/verilator/objects.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char text[] = "#include \"verilated.cpp\"\n"
                           "#include \"verilated_threads.cpp\"\n";

static void key_of(const struct tools *t, char key[HASH_NAME])
{
    content_hash h = t->versions;
    hash_list(&h, (const char *const[]){CXX_OPTIONS, "-c", text, NULL});
    hash_name(h, key);
}

static bool make(const void *of, const char *dir, struct error *err)
{
    const struct tools *t = of;
    const char *argv[] = {t->cxx,        CXX_OPTIONS, "-c",        "-I", t->include,
                          "runtime.cpp", "-o",        OBJECT_FILE, NULL};
    struct arena a = {0};
    bool ok = file_write(arena_printf(&a, "%s/runtime.cpp", dir), text, strlen(text), err) &&
              process_run_in(dir, argv, err);
    arena_free(&a);
    return ok;
}

bool runtime_have(const struct cache *c, const struct tools *t, void (*say)(const char *text),
                  struct error *err)
{
    struct object it = {.what = "Verilator's runtime", .ending = ".o", .make = make, .of = t};
    const struct objects all = {.list = &it, .n = 1, .jobs = 1, .say = say};
    key_of(t, it.key);
    return objects_load(&all, c, err);
}

/* Makes a hard link, as another process may remove the entry meanwhile; on a file system without
 * hard links, a symbolic link. */
bool runtime_take(const struct cache *c, const struct tools *t, const char *dir, struct error *err)
{
    enum { TRIES = 3 };
    char key[HASH_NAME], path[PATH_MAX];
    struct arena a = {0};
    const char *here = arena_printf(&a, "%s/" RUNTIME_FILE, dir);
    bool ok = false;
    key_of(t, key);
    cache_path(c, key, ".o", path);
    for (int i = 0; i < TRIES && !ok && runtime_have(c, t, NULL, err); i++)
        ok = link(path, here) == 0 ||
             (errno != ENOENT && symlink(arena_printf(&a, "../%s.o", key), here) == 0);
    if (!ok)
        error_set(err, "%s: cannot be linked to: %s", path, strerror(errno));
    arena_free(&a);
    return ok;
}
