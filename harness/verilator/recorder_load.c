#include "harness/verilator/recorder_load.h"

#include "harness/verilator/build_impl.h"
#include "harness/verilator/cache.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Others link to it: its symbols are for all to see. */
#define RECORDER_OPTIONS "-fvisibility=default", CXX_WAVES, "-DUM_RECORDER"

static const char text[] = "#include \"verilated.cpp\"\n"
                           "#include \"verilated_threads.cpp\"\n"
                           "#include \"verilated_fst_c.cpp\"\n"
                           "#include \"harness/verilator/recorder.h\"\n";

static bool locate(char so[PATH_MAX], struct error *err)
{
    content_hash h = hash_start();
    hash_list(&h, (const char *const[]){CXX_OPTIONS, RECORDER_OPTIONS, text, NULL});
    if (!hash_verilator(&h, err) ||
        !hash_file(&h, root_path("harness/verilator/recorder.h"), err) ||
        !hash_file(&h, root_path("harness/verilator/waves.h"), err))
        return false;
    char name[40];
    hash_name(h, name);
    if (snprintf(so, PATH_MAX, "%s/%s.so", cache_dir(), name) >= PATH_MAX - 64)
        return error_set(err, "%s: the cache's path is too long; set UMBEL_CACHE", cache_dir());
    return true;
}

static bool compile(const char *so, struct error *err)
{
    struct arena a = {0};
    const char *dir = arena_printf(&a, "%s.%ld.tmp", so, (long)getpid());
    const char *source = arena_printf(&a, "%s/recorder.cpp", dir);
    const char *made = arena_printf(&a, "%s/recorder.so", dir);
    const char *argv[] = {"g++",
                          CXX_OPTIONS,
                          RECORDER_OPTIONS,
                          "-I",
                          verilator_include(),
                          "-I",
                          root_dir(),
                          source,
                          "-o",
                          made,
                          "-lz",
                          "-lpthread",
                          NULL};
    bool ok = file_mkdirs(dir, err) && file_write(source, text, strlen(text), err) &&
              process_run(argv, err);
    if (ok && rename(made, so) != 0)
        ok = error_set(err, "%s: cannot be written: %s", so, strerror(errno));
    file_remove_all(dir);
    arena_free(&a);
    return ok;
}

bool recorder_build(void (*say)(const char *text), struct error *err)
{
    char so[PATH_MAX];
    if (!locate(so, err))
        return false;
    if (file_exists(so))
        return true;
    int lock = cache_lock(say, err);
    if (lock < 0)
        return false;
    bool ok = true;
    if (!file_exists(so)) { /* or another process has built it since */
        if (say != NULL)
            say("building the recorder of waves");
        ok = compile(so, err);
    }
    cache_unlock(lock);
    return ok;
}

const struct recorder_type *recorder_load(struct error *err)
{
    static const struct recorder_type *loaded;
    char path[PATH_MAX];
    if (loaded != NULL)
        return loaded;
    if (!locate(path, err))
        return NULL;
    void *so = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* for the units' undefined symbols */
    if (so == NULL) {
        error_set(err, "%s; remove it and run again", dlerror());
        return NULL;
    }
    loaded = dlsym(so, "um_recorder_type");
    if (loaded == NULL)
        error_set(err, "%s: no recorder inside; remove it and run again", path);
    return loaded;
}
