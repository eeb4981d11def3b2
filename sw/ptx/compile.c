/* CUDA C++ to PTX: runs clang, without a shell and without a CUDA SDK. */
#include "sw/ptx/ptx.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/leftover.h"
#include "sw/util/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct temp {
    char dir[512], ptx[544], log[544];
};

static bool temp_make(struct temp *t, struct error *err)
{
    const char *base = getenv("TMPDIR");
    if (base == NULL || *base == '\0')
        base = "/tmp";
    int n = snprintf(t->dir, sizeof t->dir, "%s/umbel-ptx-XXXXXX", base);
    if (n < 0 || (size_t)n >= sizeof t->dir || mkdtemp(t->dir) == NULL)
        return error_set(err, "%s: cannot make a temporary folder: %s", base, strerror(errno));
    leftover_note(t->dir);
    snprintf(t->ptx, sizeof t->ptx, "%s/out.ptx", t->dir);
    snprintf(t->log, sizeof t->log, "%s/clang.log", t->dir);
    return true;
}

static void temp_remove(const struct temp *t)
{
    file_remove_all(t->dir);
    leftover_forget(t->dir);
}

/* The first line with an error: clang's "file:line:col: error: text", the rest is context. */
static void first_error(const char *cu, const struct temp *t, struct error *err)
{
    static const char mark[] = "error: ";
    struct error ignored = {0};
    size_t len;
    char *log = file_read(t->log, &len, &ignored);
    char *at = log != NULL ? strstr(log, mark) : NULL;
    if (at == NULL) {
        error_set(err, "%s: clang failed: %.*s", cu, (int)strcspn(log != NULL ? log : "", "\n"),
                  log != NULL ? log : "");
    } else {
        char *start = at;
        while (start > log && start[-1] != '\n')
            start--;
        at[strcspn(at, "\n")] = '\0';
        /* file:line:col: as every other message: without the word. */
        int place = (int)(at - start);
        if (place >= 6 && memcmp(at - 6, "fatal ", 6) == 0)
            place -= 6;
        error_set(err, "%.*s%s", place, start, at + sizeof mark - 1);
    }
    free(log);
}

/* Exit status, or -1 when it could not be started. */
static int compile_with(const char *clang, const char *cu, const char *include,
                        const struct temp *t)
{
    char header[4096], shims[4096], folder[4096];
    const char *argv[48] = {
        clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc",
        "-nocudalib", "-Wno-unknown-cuda-version",
        /* Whatever CUDA clang finds: PTX 6.0 has the .sync operations. */
        "-Xclang", "-target-feature", "-Xclang", "+ptx60", "-std=c++17", "-O2",
        /* Faults name lines of the source. */
        "-gline-tables-only", "-fdebug-compilation-dir=.",
        /* Device functions are inlined: there are no calls. */
        "-mllvm", "-inline-threshold=100000",
        /* What clang may assume of C++ and CUDA programs do not keep to: README. */
        "-Xclang", "-disable-noundef-analysis", "-fno-finite-loops", "-fno-strict-return",
        "-fno-strict-aliasing", "-fno-color-diagnostics", "-fno-caret-diagnostics", "-S"};
    int n = 0;
    while (argv[n] != NULL)
        n++;
    if (include != NULL) {
        snprintf(header, sizeof header, "%s/umbel_cuda.h", include);
        snprintf(shims, sizeof shims, "-I%s/include", include);
        argv[n++] = shims;
        argv[n++] = "-include";
        argv[n++] = header;
    }
    /* The text names files from the source's folder on, so that it is the same wherever that is. */
    const char *slash = strrchr(cu, '/');
    if (slash != NULL) {
        snprintf(folder, sizeof folder, "-fdebug-prefix-map=%.*s=.", (int)(slash - cu), cu);
        argv[n++] = folder;
    }
    argv[n++] = "-o";
    argv[n++] = t->ptx;
    argv[n++] = "--";
    argv[n++] = cu;
    int status;
    process_log(argv, t->log, &status, &(struct error){0});
    return status;
}

static bool is_empty(const char *path)
{
    size_t len = 0;
    char *text = file_read(path, &len, &(struct error){0});
    free(text);
    return len == 0;
}

/* UMBEL_CLANG, or the i-th of those that are tried in its place; NULL behind the last. */
static const char *compiler(int i)
{
    static const char *const tries[] = {"clang++-14", "clang++", NULL};
    const char *wanted = getenv("UMBEL_CLANG");
    if (wanted == NULL || *wanted == '\0')
        return tries[i];
    return i == 0 ? wanted : NULL;
}

/* 127: posix_spawn may report a missing program only through the child's status. One that is there
 * but cannot be loaded says why. */
static bool is_missing(int status, const struct temp *t)
{
    return status == -1 || (status == 127 && is_empty(t->log));
}

bool ptx_compiler(char version[PTX_COMPILER])
{
    struct temp t;
    struct error ignored = {0};
    int status = -1;
    if (!temp_make(&t, &ignored))
        return false;
    for (int i = 0; is_missing(status, &t) && compiler(i) != NULL; i++)
        process_log((const char *const[]){compiler(i), "--version", NULL}, t.log, &status,
                    &ignored);
    size_t len;
    char *text = status == 0 ? file_read(t.log, &len, &ignored) : NULL;
    if (text != NULL)
        snprintf(version, PTX_COMPILER, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    temp_remove(&t);
    return text != NULL;
}

char *ptx_compile(const char *cu, const char *include, size_t *len, struct error *err)
{
    struct temp t;
    int status = -1;
    char *text = NULL;
    /* clang would wait for a pipe, and read a device for ever. */
    int fd = file_open(cu, FILE_MOST, err);
    if (fd < 0)
        return NULL;
    close(fd);
    if (!temp_make(&t, err))
        return NULL;
    for (int i = 0; is_missing(status, &t) && compiler(i) != NULL; i++)
        status = compile_with(compiler(i), cu, include, &t);
    if (is_missing(status, &t))
        error_set(err, "%s: cannot run %s; install clang 14 or set UMBEL_CLANG", cu,
                  compiler(1) == NULL ? compiler(0) : "clang++-14 or clang++");
    else if (status != 0)
        first_error(cu, &t, err);
    else
        text = file_read(t.ptx, len, err);
    temp_remove(&t);
    return text;
}
