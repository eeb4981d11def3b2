#include "harness/verilator/recorder_load.h"

#include "harness/verilator/objects.h"
#include "harness/verilator/runtime.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <string.h>

/* Units link to the recorder, so its symbols are global. */
#define RECORDER_OPTIONS "-fvisibility=default", CXX_WAVES, "-DUM_RECORDER"

static const char text[] = "#include \"verilated.cpp\"\n"
                           "#include \"verilated_threads.cpp\"\n"
                           "#include \"harness/verilator/recorder_check.h\"\n"
                           "#include \"verilated_fst_c.cpp\"\n"
                           "#include \"harness/verilator/recorder.h\"\n";

static const struct recorder_type *loaded;

static bool key_of(const struct tools *t, char key[HASH_NAME], struct error *err)
{
    content_hash h = t->versions;
    hash_list(&h, (const char *const[]){CXX_OPTIONS, RECORDER_OPTIONS, text, NULL});
    if (!hash_file(&h, root_path("harness/verilator/recorder.h"), err) ||
        !hash_file(&h, root_path("harness/verilator/recorder_check.h"), err) ||
        !hash_file(&h, root_path("harness/verilator/waves.h"), err))
        return false;
    hash_name(h, key);
    return true;
}

/* Built in its own folder, with names relative to it, like units. */
static bool make(const void *of, const char *dir, struct error *err)
{
    const struct tools *t = of;
    const char *argv[] = {
        t->cxx,  t->level,       CXX_OPTIONS, RECORDER_OPTIONS, "-I",  t->include,    "-I",
        t->root, "recorder.cpp", "-o",        OBJECT_FILE,      "-lz", CXX_LIBRARIES, NULL};
    struct arena a = {0};
    bool ok = file_write(arena_printf(&a, "%s/recorder.cpp", dir), text, strlen(text), err) &&
              process_run_in(dir, argv, err);
    arena_free(&a);
    return ok;
}

const struct recorder_type *recorder_load(const struct cache *c, const struct tools *t,
                                          void (*say)(const char *text), struct error *err)
{
    if (loaded != NULL)
        return loaded;
    struct object it = {.what = "recorder of waves",
                        .ending = ".so",
                        .symbol = "um_recorder_type",
                        .global = true, /* for the units' undefined symbols */
                        .make = make,
                        .of = t};
    const struct objects all = {
        .list = &it, .n = 1, .jobs = 1, .kind = "recorders of waves", .say = say};
    if (key_of(t, it.key, err) && objects_load(&all, c, err))
        loaded = it.found;
    return loaded;
}

const struct recorder_type *recorder_type(void)
{
    return loaded;
}
