#include "harness/verilator/runtime.h"

#include "harness/verilator/build_impl.h"
#include "harness/verilator/cache.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char text[] = "#include \"verilated.cpp\"\n"
                           "#include \"verilated_threads.cpp\"\n";

static bool locate(char object[PATH_MAX], struct error *err)
{
    content_hash h = hash_start();
    hash_list(&h, (const char *const[]){CXX_OPTIONS, text, NULL});
    if (!hash_verilator(&h, err))
        return false;
    char name[40];
    hash_name(h, name);
    if (snprintf(object, PATH_MAX, "%s/%s.o", cache_dir(), name) >= PATH_MAX - 64)
        return error_set(err, "%s: the cache's path is too long; set UMBEL_CACHE", cache_dir());
    return true;
}

bool runtime_build(char object[PATH_MAX], struct error *err)
{
    if (!locate(object, err))
        return false;
    if (file_exists(object))
        return true;
    struct arena a = {0};
    const char *dir = arena_printf(&a, "%s.%ld.tmp", object, (long)getpid());
    const char *source = arena_printf(&a, "%s/runtime.cpp", dir);
    const char *made = arena_printf(&a, "%s/runtime.o", dir);
    const char *argv[] = {"g++",  CXX_OPTIONS, "-c", "-I", verilator_include(),
                          source, "-o",        made, NULL};
    bool ok = file_mkdirs(dir, err) && file_write(source, text, strlen(text), err) &&
              process_run(argv, err);
    if (ok && rename(made, object) != 0)
        ok = error_set(err, "%s: cannot be written: %s", object, strerror(errno));
    file_remove_all(dir);
    arena_free(&a);
    return ok;
}
