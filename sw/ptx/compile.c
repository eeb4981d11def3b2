/* CUDA C++ to PTX: runs clang, without a shell and without a CUDA SDK. */
#include "sw/ptx/ptx.h"
#include "sw/util/arena.h"
#include "sw/util/bound.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/temp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The functions of OpenCL as bitcode for NVIDIA's GPUs, as installed by Debian's libclc-14. */
#define LIBCLC "/usr/lib/clc/nvptx64--nvidiacl.bc"

struct files {
    struct temp temp;
    char *ptx, *log;
};

static bool files_make(struct files *f, struct error *err)
{
    *f = (struct files){0};
    if (!temp_make(&f->temp, "ptx", err))
        return false;
    f->ptx = temp_file(&f->temp, "out.ptx");
    f->log = temp_file(&f->temp, "clang.log");
    return true;
}

static void files_remove(struct files *f)
{
    temp_remove(&f->temp);
    free(f->ptx);
    free(f->log);
}

/* What follows `mark` on its line; NULL if the log does not have it. */
static const char *after(const char *log, const char *mark, int *n)
{
    const char *at = strstr(log, mark);
    at = at != NULL ? at + strlen(mark) : NULL;
    *n = at != NULL ? (int)strcspn(at, "\n") : 0;
    return at;
}

/* Errors behind clang's front end have no line, but the name of a function. False: this is none. */
static bool backend_error(const char *cu, const char *log, struct error *err)
{
    int n, name_n;
    const char *what = after(log, "error in backend: ", &n);
    const char *name = after(log, "In function: ", &name_n);
    if (what == NULL)
        return false;
    if (name == NULL)
        name = "?", name_n = 1;
    struct sbuf line = {0};
    sbuf_add(&line, what, (size_t)n);
    if (strstr(sbuf_str(&line), "Atomic") != NULL && strstr(sbuf_str(&line), "addrspace 5") != NULL)
        error_set(err, "%s: function '%.*s': clang cannot compile an atomic on a local variable",
                  cu, name_n, name);
    else
        error_set(err, "%s: function '%.*s': clang cannot compile it: %.*s", cu, name_n, name, n,
                  what);
    sbuf_free(&line);
    return true;
}

/* Sets the error from clang's first line "file:line:col: error: text"; other lines are context. */
static void first_error(const char *cu, const struct files *t, int status, struct error *err)
{
    static const char mark[] = "error: ";
    struct error ignored = {0};
    size_t len;
    char *log = file_read(t->log, &len, &ignored);
    char *at = log != NULL ? strstr(log, mark) : NULL;
    if (log != NULL && backend_error(cu, log, err)) {
        free(log);
        return;
    }
    if (at == NULL) {
        const char *said = log != NULL ? log : "";
        if (said[0] != '\0')
            error_set(err, "%s: clang failed: %.*s", cu, (int)strcspn(said, "\n"), said);
        else if (status >= 128)
            error_set(err, "%s: clang was ended by signal %d and said nothing", cu, status - 128);
        else
            error_set(err, "%s: clang failed with status %d and said nothing", cu, status);
        error_add(err, "%s", status >= 128 || bound_is_why(said) ? bound_told() : "");
        file_tell_full(t->temp.path, err);
    } else {
        char *start = at;
        while (start > log && start[-1] != '\n')
            start--;
        at[strcspn(at, "\n")] = '\0';
        /* Without the word "error", as in all our messages. */
        int place = (int)(at - start);
        if (place >= 6 && memcmp(at - 6, "fatal ", 6) == 0)
            place -= 6;
        error_set(err, "%.*s%s", place, start, at + sizeof mark - 1);
    }
    free(log);
}

/* One compilation. */
struct job {
    const char *cu;
    const char *const
        *options; /* where headers are, and what else the caller wants; NULL at its end */
    unsigned flags;
    const char *library; /* bitcode to link, or NULL */
};

static void add_arguments(const char *argv[], int n, const char *const more[])
{
    while (*more != NULL)
        argv[n++] = *more++;
    argv[n] = NULL;
}

static int count(const char *const argv[])
{
    int n = 0;
    while (argv[n] != NULL)
        n++;
    return n;
}

enum { MOST_WORDS = 64 + PTX_MOST_OPTIONS };

/* Exit status, or -1 when it could not be started. */
static int compile_with(const char *clang, const struct job *job, const struct files *t)
{
    char folder[4096], source[4096];
    const char *argv[MOST_WORDS] = {
        clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc",
        "-nocudalib", "-Wno-unknown-cuda-version",
        /* PTX 6.0, which has the .sync operations, whatever CUDA version clang finds. */
        "-Xclang", "-target-feature", "-Xclang", "+ptx60", "-std=c++17", "-O2",
        /* Line tables, so that faults can name lines of the source. */
        "-gline-tables-only", "-fdebug-compilation-dir=.",
        /* Inline all device functions that can be: as nvcc does, and calls cost time. */
        "-mllvm", "-inline-threshold=100000",
        /* Forbid assumptions that CUDA programs do not satisfy: see the README. */
        "-Xclang", "-disable-noundef-analysis", "-fno-finite-loops", "-fno-strict-return",
        "-fno-strict-aliasing", "-fno-color-diagnostics", "-fno-caret-diagnostics",
        /* If clang crashes, it leaves nothing behind. */
        "-fno-crash-diagnostics"};
    static const char *const text[] = {"-S", NULL}, *const llvm[] = {"-S", "-emit-llvm", "-Xclang",
                                                                     "-disable-llvm-passes", NULL};
    add_arguments(argv, count(argv), (job->flags & PTX_LLVM) != 0 ? llvm : text);
    /* As nvcc's -use_fast_math: no subnormals in f32, division by approximation; the header does
     * the same for functions. */
    static const char *const fast[] = {"-D__USE_FAST_MATH__=1", "-fcuda-flush-denormals-to-zero",
                                       "-mllvm", "-nvptx-prec-divf32=1", NULL};
    if ((job->flags & PTX_FAST_MATH) != 0)
        add_arguments(argv, count(argv), fast);
    /* The library relies on the rounding errors of its products, so unlike the kernel's own code it
     * must not be contracted. Its triple has another vendor than ours, which clang would warn of.
     */
    if (job->library != NULL)
        add_arguments(argv, count(argv),
                      (const char *const[]){"-Xclang", "-mlink-builtin-bitcode", "-Xclang",
                                            job->library, "-Wno-linker-warnings", "-Xclang",
                                            "-ffp-contract=fast-honor-pragmas", NULL});
    add_arguments(argv, count(argv), job->options);
    /* File names in the PTX are relative to the source's folder, so that the PTX does not depend on
     * where that folder is. */
    const char *slash = strrchr(job->cu, '/');
    if (slash != NULL) {
        snprintf(folder, sizeof folder, "-fdebug-prefix-map=%.*s=.", (int)(slash - job->cu),
                 job->cu);
        add_arguments(argv, count(argv), (const char *const[]){folder, NULL});
    }
    snprintf(source, sizeof source, "%s%s", name_before(job->cu), job->cu);
    add_arguments(argv, count(argv), (const char *const[]){"-o", t->ptx, "--", source, NULL});
    int status;
    process_log(argv, t->log, &status, &(struct error){0});
    return status;
}

/* The i-th compiler to try: only UMBEL_CLANG if it is set. NULL after the last. */
static const char *compiler(int i)
{
    static const char *const tries[] = {"clang++-14", "clang++", NULL};
    const char *wanted = getenv("UMBEL_CLANG");
    if (wanted == NULL || *wanted == '\0')
        return tries[i];
    return i == 0 ? wanted : NULL;
}

static bool is_missing(int status)
{
    return status == -1;
}

bool ptx_compiler(char version[PTX_COMPILER])
{
    struct files t;
    struct error ignored = {0};
    int status = -1;
    if (!files_make(&t, &ignored))
        return false;
    for (int i = 0; is_missing(status) && compiler(i) != NULL; i++)
        process_log((const char *const[]){compiler(i), "--version", NULL}, t.log, &status,
                    &ignored);
    size_t len;
    char *text = status == 0 ? file_read(t.log, &len, &ignored) : NULL;
    if (text != NULL)
        snprintf(version, PTX_COMPILER, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    files_remove(&t);
    return text != NULL;
}

/* Compiles to t->ptx and reads it. NULL and an error on failure. */
static char *compile(const struct job *job, const struct files *t, size_t *len, struct error *err)
{
    int status = -1;
    for (int i = 0; is_missing(status) && compiler(i) != NULL; i++)
        status = compile_with(compiler(i), job, t);
    if (status == 0)
        return file_read(t->ptx, len, err);
    if (is_missing(status))
        error_set(err, "%s: cannot run %s; install clang 14 or set UMBEL_CLANG", job->cu,
                  compiler(1) == NULL ? compiler(0) : "clang++-14 or clang++");
    else
        first_error(job->cu, t, status, err);
    return NULL;
}

/* Whether the PTX declares a function without a body that has a mangled C++ name, as the functions
 * of the library have. */
static bool calls_library(const char *ptx)
{
    static const char mark[] = ".extern .func";
    for (const char *at = strstr(ptx, mark); at != NULL; at = strstr(at + 1, mark)) {
        const char *name = strstr(at, " _Z");
        if (name != NULL && name < at + strcspn(at, "\n"))
            return true;
    }
    return false;
}

char *ptx_compile(const char *cu, const char *include, unsigned flags, size_t *len,
                  struct error *err)
{
    char header[4096], shims[4096];
    if (include == NULL)
        return ptx_compile_with(cu, (const char *const[]){NULL}, flags, len, err);
    snprintf(header, sizeof header, "%s/umbel_cuda.h", include);
    snprintf(shims, sizeof shims, "-I%s/include", include);
    return ptx_compile_with(cu, (const char *const[]){shims, "-include", header, NULL}, flags, len,
                            err);
}

char *ptx_compile_with(const char *cu, const char *const *options, unsigned flags, size_t *len,
                       struct error *err)
{
    const char *library = getenv("UMBEL_LIBCLC");
    struct job job = {.cu = cu, .options = options, .flags = flags};
    struct files t;
    /* Opened only for its checks: clang would block on a pipe, and read a device for ever. */
    int fd = file_open(cu, FILE_MOST, err);
    if (fd < 0)
        return NULL;
    close(fd);
    if (!files_make(&t, err))
        return NULL;
    char *text = compile(&job, &t, len, err);
    /* The library is needed only if the kernel calls it. */
    if (text != NULL && (flags & PTX_LLVM) == 0 && calls_library(text)) {
        free(text);
        text = NULL;
        job.library = library != NULL && *library != '\0' ? library : LIBCLC;
        if (file_exists(job.library))
            text = compile(&job, &t, len, err);
        else
            error_set(err,
                      "%s: its mathematical functions are in %s, which is not there; install "
                      "libclc-14 or set UMBEL_LIBCLC",
                      cu, job.library);
    }
    files_remove(&t);
    return text;
}
