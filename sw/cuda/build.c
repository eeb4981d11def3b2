#include "sw/cuda/build.h"

#include "sw/ptx/ptx.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/leftover.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Libraries that the runtime needs. */
static const char *const needs[] = {"-lcyaml", "-lyaml",    "-ljansson", "-lmd",     "-lcadical",
                                    "-lftdi1", "-lsqlite3", "-lz",       "-lstdc++", "-ldl",
                                    "-lm",     "-lpthread", NULL};

enum { MOST_WORDS = 512 };

struct words {
    const char *list[MOST_WORDS];
    size_t n;
};

static void add(struct words *w, const char *word)
{
    if (w->n + 1 < MOST_WORDS)
        w->list[w->n++] = word;
}

static void add_all(struct words *w, const char *const *list)
{
    for (; *list != NULL; list++)
        add(w, *list);
}

struct build {
    const struct cuda_build *b;
    struct arena strings;
    const char *dir;     /* where PTX and objects are */
    const char *program; /* the header that every .cu file begins with */
    const char *api, *device;
    struct words objects;
};

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

/* DIR/NUMBER-NAME.ext: two files may have one name. */
static const char *below(struct build *j, size_t i, const char *file, const char *ext)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    int n = (int)(strrchr(name, '.') - name);
    return arena_printf(&j->strings, "%s/%zu-%.*s.%s", j->dir, i, n, name, ext);
}

static void add_headers(const struct build *j, struct words *w)
{
    add_all(w, (const char *const[]){"-isystem", j->api, "-isystem", j->device, NULL});
}

static void add_options(const struct build *j, struct words *w)
{
    for (size_t i = 0; i < j->b->n_options; i++)
        add(w, j->b->options[i]);
}

static bool device_pass(struct build *j, const char *cu, const char *ptx, struct error *err)
{
    struct words w = {.n = 0};
    size_t len;
    add_headers(j, &w);
    add_all(&w, (const char *const[]){"-include", j->program, "-Xclang", "-target-sdk-version=11.5",
                                      NULL});
    add_options(j, &w);
    if (w.n >= PTX_MOST_OPTIONS)
        return error_set(err, "%s: more than %d options", cu, PTX_MOST_OPTIONS);
    char *text = ptx_compile_with(cu, w.list, j->b->fast_math ? PTX_FAST_MATH : 0, &len, err);
    bool ok = text != NULL && file_write(ptx, text, len, err);
    free(text);
    return ok;
}

static bool host_pass(struct build *j, const char *cu, const char *ptx, const char *object,
                      struct error *err)
{
    struct words w = {.n = 0};
    const char *clang = getenv("UMBEL_CLANG");
    add(&w, clang != NULL && clang[0] != '\0' ? clang : "clang++-14");
    add_all(&w, (const char *const[]){"-x",
                                      "cuda",
                                      "--cuda-host-only",
                                      "--cuda-gpu-arch=sm_70",
                                      "-nocudainc",
                                      "-nocudalib",
                                      "-Wno-unknown-cuda-version",
                                      "-Xclang",
                                      "-fcuda-include-gpubinary",
                                      "-Xclang",
                                      ptx,
                                      "-Xclang",
                                      "-target-sdk-version=11.5",
                                      "-std=c++17",
                                      "-O2",
                                      "-g",
                                      "-fPIE",
                                      "-fno-color-diagnostics",
                                      "-w",
                                      NULL});
    add_headers(j, &w);
    add_all(&w, (const char *const[]){"-include", j->program, NULL});
    add_options(j, &w);
    add_all(&w, (const char *const[]){"-c", cu, "-o", object, NULL});
    return process_run(w.list, err);
}

static bool plain_pass(struct build *j, const char *file, const char *object, struct error *err)
{
    struct words w = {.n = 0};
    add_all(&w, (const char *const[]){ends_with(file, ".c") ? "gcc" : "g++", "-O2", "-g", "-fPIE",
                                      "-w", NULL});
    add_headers(j, &w);
    add_options(j, &w);
    add_all(&w, (const char *const[]){"-c", file, "-o", object, NULL});
    return process_run(w.list, err);
}

static bool compile(struct build *j, size_t i, struct error *err)
{
    const char *file = j->b->files[i];
    if (ends_with(file, ".o") || ends_with(file, ".a")) {
        add(&j->objects, file);
        return true;
    }
    bool cu = ends_with(file, ".cu");
    if (!cu && !ends_with(file, ".cpp") && !ends_with(file, ".cc") && !ends_with(file, ".cxx") &&
        !ends_with(file, ".c"))
        return error_set(err,
                         "%s: what is it? Sources end in .cu, .cpp, .cc, .cxx or .c, objects "
                         "in .o or .a",
                         file);
    const char *object = below(j, i, file, "o");
    add(&j->objects, object);
    if (!cu)
        return plain_pass(j, file, object, err);
    const char *ptx = below(j, i, file, "ptx");
    return device_pass(j, file, ptx, err) && host_pass(j, file, ptx, object, err);
}

static bool link_program(struct build *j, const char *output, struct error *err)
{
    struct words w = {.n = 0};
    const char *runtime = root_path(root_is_checkout() ? "build/umbel_cuda.o" : "umbel_cuda.o");
    const char *aside = arena_printf(&j->strings, "%s.tmp", output);
    if (!file_exists(runtime))
        return error_set(
            err, "%s: the runtime of CUDA programs is not there; `make build` makes it", runtime);
    add(&w, "g++");
    for (size_t i = 0; i < j->objects.n; i++)
        add(&w, j->objects.list[i]);
    add(&w, runtime);
    for (size_t i = 0; i < j->b->n_libraries; i++)
        add(&w, j->b->libraries[i]);
    add_all(&w, needs);
    add_all(&w, (const char *const[]){"-o", aside, NULL});
    leftover_note(aside);
    bool ok = process_run(w.list, err);
    if (ok && rename(aside, output) != 0)
        ok = error_set(err, "%s: cannot write it: %s", output, strerror(errno));
    if (!ok)
        remove(aside);
    leftover_forget(aside);
    return ok;
}

static bool make_folder(struct build *j, struct error *err)
{
    const char *base = getenv("TMPDIR");
    if (j->b->keep != NULL) {
        j->dir = j->b->keep;
        if (mkdir(j->dir, 0777) != 0 && errno != EEXIST)
            return error_set(err, "%s: cannot make the folder: %s", j->dir, strerror(errno));
        return true;
    }
    char *dir = arena_printf(&j->strings, "%s/umbel-cuda-XXXXXX",
                             base != NULL && base[0] != '\0' ? base : "/tmp");
    if (mkdtemp(dir) == NULL)
        return error_set(err, "%s: cannot make a temporary folder: %s", dir, strerror(errno));
    leftover_note(dir);
    j->dir = dir;
    return true;
}

bool cuda_build(const struct cuda_build *b, const char *output, struct error *err)
{
    struct build j = {.b = b,
                      .api = root_path("sw/cuda/include"),
                      .device = root_path("sw/kernels"),
                      .program = root_path("sw/cuda/include/umbel_program.h")};
    bool ok = make_folder(&j, err);
    for (size_t i = 0; ok && i < b->n_files; i++)
        ok = compile(&j, i, err);
    ok = ok && link_program(&j, output, err);
    if (j.dir != NULL && b->keep == NULL) {
        file_remove_all(j.dir);
        leftover_forget(j.dir);
    }
    arena_free(&j.strings);
    return ok;
}
