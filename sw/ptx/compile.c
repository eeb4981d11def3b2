/* CUDA C++ to PTX: runs clang, without a shell and without a CUDA SDK. */
#include "sw/ptx/ptx.h"

#include "sw/ptx/asm_escapes.h"
#include "sw/ptx/clang_error.h"
#include "sw/ptx/copies.h"
#include "sw/util/arena.h"
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
    char *out, *llvm;    /* what clang makes, and what it reads where that is LLVM's text */
    char *log, *sources; /* what it says, and its list of the sources */
};

static bool files_make(struct files *f, struct error *err)
{
    *f = (struct files){0};
    if (!temp_make(&f->temp, "ptx", err))
        return false;
    f->out = temp_file(&f->temp, "out");
    f->llvm = temp_file(&f->temp, "in.ll");
    f->log = temp_file(&f->temp, "clang.log");
    f->sources = temp_file(&f->temp, "sources");
    return true;
}

static void files_remove(struct files *f)
{
    temp_remove(&f->temp);
    free(f->out);
    free(f->llvm);
    free(f->log);
    free(f->sources);
}

/* What clang reads and makes. */
enum step {
    TO_PTX,    /* CUDA to PTX */
    TO_LLVM,   /* CUDA to LLVM's text, before all passes */
    PASSES,    /* that, after them */
    FROM_LLVM, /* and that to PTX */
};

/* One compilation. */
struct job {
    const char *cu;
    const char *const
        *options; /* where headers are, and what else the caller wants; NULL at its end */
    unsigned flags;
    const char *library; /* bitcode to link, or NULL */
    enum step step;
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

static void add_cuda(const char *argv[], const struct job *job, const struct files *t)
{
    static const char *const words[] = {
        "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib",
        "-Wno-unknown-cuda-version",
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
        "-fno-crash-diagnostics", NULL};
    static const char *const text[] = {"-S", NULL}, *const llvm[] = {
                                                        "-S",
                                                        "-emit-llvm",
                                                        "-Xclang",
                                                        "-disable-llvm-passes",
                                                        "-fno-strict-float-cast-overflow",
                                                        NULL};
    add_arguments(argv, count(argv), words);
    add_arguments(argv, count(argv), job->step == TO_LLVM ? llvm : text);
    if (job->step == TO_PTX)
        add_arguments(argv, count(argv), (const char *const[]){"-MMD", "-MF", t->sources, NULL});
    /* As nvcc's -use_fast_math: no subnormals in f32, division by approximation; the header does
     * the same for functions. */
    static const char *const fast[] = {"-D__USE_FAST_MATH__=1", "-fcuda-flush-denormals-to-zero",
                                       NULL};
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
}

static void add_llvm(const char *argv[], const struct job *job)
{
    static const char *const words[] = {
        "-x", "ir", "--target=nvptx64-nvidia-cuda", "-Xclang", "-target-cpu", "-Xclang", "sm_70",
        "-Xclang", "-target-feature", "-Xclang", "+ptx60", "-O2", "-w", "-mllvm",
        "-inline-threshold=100000", "-fno-color-diagnostics", "-fno-caret-diagnostics",
        "-fno-crash-diagnostics", "-S",
        /* It would make loads of vectors loads of the elements that are used. */
        "-mllvm", "-disable-vector-combine", NULL};
    static const char *const passes[] = {"-emit-llvm", NULL},
                             *const code[] = {"-Xclang", "-disable-llvm-passes", NULL},
                             *const contract[] = {"-mllvm", "-nvptx-fma-level=2", NULL};
    add_arguments(argv, count(argv), words);
    add_arguments(argv, count(argv), job->step == PASSES ? passes : code);
    /* What clang does by itself where it reads CUDA, but for the library. */
    if (job->library == NULL)
        add_arguments(argv, count(argv), contract);
}

/* Exit status, or -1 when it could not be started. */
static int compile_with(const char *clang, const struct job *job, const struct files *t)
{
    char folder[4096], source[4096];
    const char *argv[MOST_WORDS] = {clang};
    const bool cuda = job->step == TO_PTX || job->step == TO_LLVM;
    if (cuda)
        add_cuda(argv, job, t);
    else
        add_llvm(argv, job);
    static const char *const fast[] = {"-mllvm", "-nvptx-prec-divf32=1", NULL};
    if ((job->flags & PTX_FAST_MATH) != 0)
        add_arguments(argv, count(argv), fast);
    /* File names in the PTX are relative to the source's folder, so that the PTX does not depend on
     * where that folder is. */
    const char *slash = strrchr(job->cu, '/');
    if (cuda && slash != NULL) {
        snprintf(folder, sizeof folder, "-fdebug-prefix-map=%.*s=.", (int)(slash - job->cu),
                 job->cu);
        add_arguments(argv, count(argv), (const char *const[]){folder, NULL});
    }
    snprintf(source, sizeof source, "%s%s", name_before(job->cu), job->cu);
    add_arguments(argv, count(argv),
                  (const char *const[]){"-o", t->out, "--", cuda ? source : t->llvm, NULL});
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

/* Compiles to t->out and reads it. NULL and an error on failure. */
static char *compile(const struct job *job, const struct files *t, size_t *len, struct error *err)
{
    int status = -1;
    for (int i = 0; is_missing(status) && compiler(i) != NULL; i++)
        status = compile_with(compiler(i), job, t);
    if (status == 0)
        return file_read(t->out, len, err);
    if (is_missing(status))
        error_set(err, "%s: cannot run %s; install clang 14 or set UMBEL_CLANG", job->cu,
                  compiler(1) == NULL ? compiler(0) : "clang++-14 or clang++");
    else
        clang_error(job->cu, status, t->log, t->temp.path, err);
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

/* CUDA to PTX, or to LLVM's text. The library is needed only if the kernel calls it. */
static char *compile_cuda(struct job *job, const struct files *t, size_t *len, struct error *err)
{
    const char *library = getenv("UMBEL_LIBCLC");
    char *text = compile(job, t, len, err);
    if (text == NULL || job->step != TO_PTX || !calls_library(text))
        return text;
    free(text);
    job->library = library != NULL && *library != '\0' ? library : LIBCLC;
    if (file_exists(job->library))
        return compile(job, t, len, err);
    error_set(err,
              "%s: its mathematical functions are in %s, which is not there; install "
              "libclc-14 or set UMBEL_LIBCLC",
              job->cu, job->library);
    return NULL;
}

static char *compile_llvm(struct job *job, enum step step, const struct sbuf *llvm,
                          const struct files *t, size_t *len, struct error *err)
{
    job->step = step;
    return file_write(t->llvm, llvm->text, llvm->len, err) ? compile(job, t, len, err) : NULL;
}

/* The same PTX with its copies rewritten (copies.h); NULL and no error: there is nothing to
 * rewrite. */
static char *compile_copies(struct job *job, const struct files *t, size_t *len, struct error *err)
{
    struct sbuf early = {0}, late = {0};
    job->step = TO_LLVM;
    char *text = compile(job, t, len, err), *passed = NULL, *ptx = NULL;
    bool changed = text != NULL && copies_early(text, &early);
    if (text != NULL)
        passed = compile_llvm(job, PASSES, &early, t, len, err);
    if (passed != NULL && (copies_late(passed, &late) || changed))
        ptx = compile_llvm(job, FROM_LLVM, &late, t, len, err);
    free(text);
    free(passed);
    sbuf_free(&early);
    sbuf_free(&late);
    return ptx;
}

char *ptx_compile_with(const char *cu, const char *const *options, unsigned flags, size_t *len,
                       struct error *err)
{
    struct job job = {.cu = cu, .options = options, .flags = flags};
    struct files t;
    /* Opened only for its checks: clang would block on a pipe, and read a device for ever. */
    int fd = file_open(cu, FILE_MOST, err);
    if (fd < 0)
        return NULL;
    close(fd);
    if (!files_make(&t, err))
        return NULL;
    job.step = (flags & PTX_LLVM) != 0 ? TO_LLVM : TO_PTX;
    char *text = compile_cuda(&job, &t, len, err);
    if (text != NULL && job.step == TO_PTX &&
        ((flags & PTX_LINKED) != 0 || copies_may_be(text, t.sources))) {
        struct error problem = {0};
        size_t new_len = 0;
        char *better = compile_copies(&job, &t, &new_len, &problem);
        if (better != NULL || error_is_set(&problem)) {
            free(text);
            text = better;
            *len = new_len;
            *err = problem;
        }
    }
    files_remove(&t);
    return text;
}

void ptx_program_options(const struct ptx_program *p, const char *options[PTX_PROGRAM_OPTIONS])
{
    const char *const list[PTX_PROGRAM_OPTIONS] = {
        "-isystem", p->api, "-isystem", p->device, "-include", p->header, "-Xclang",
        "-target-sdk-version=11.5",
        /* "a"b with a macro b, constants that are cut, `register` */
        "-Wno-reserved-user-defined-literal", "-Wno-c++11-narrowing", "-Wno-register", NULL};
    memcpy(options, list, sizeof list);
}

/* Compiles the source as one of a whole program. What its asm statements lack is added in a copy.
 */
static char *compile_program(const char *cu, const char *include, unsigned flags, size_t *len,
                             struct error *err)
{
    char api[4096], header[4096 + 32];
    const char *options[PTX_PROGRAM_OPTIONS + 3];
    snprintf(api, sizeof api, "%s/../cuda/include", include);
    snprintf(header, sizeof header, "%s/umbel_program.h", api);
    ptx_program_options(&(struct ptx_program){api, include, header}, options);
    struct files t;
    char *text = file_read(cu, len, err), *ptx = NULL, folder[4096];
    if (text == NULL || !files_make(&t, err)) {
        free(text);
        return NULL;
    }
    struct sbuf copy = {0};
    const char *slash = strrchr(cu, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - cu) : 1,
             slash != NULL ? cu : ".");
    sbuf_puts(&copy, "#line 1 \"");
    name_quoted(&copy, cu);
    sbuf_puts(&copy, "\"\n");
    if (strlen(text) == *len && asm_escapes_add(text, &copy)) {
        add_arguments(options, count(options), (const char *const[]){"-iquote", folder, NULL});
        if (file_write(t.llvm, copy.text, copy.len, err))
            ptx = ptx_compile_with(t.llvm, options, flags, len, err);
    } else {
        ptx = ptx_compile_with(cu, options, flags, len, err);
    }
    sbuf_free(&copy);
    free(text);
    files_remove(&t);
    return ptx;
}

char *ptx_compile(const char *cu, const char *include, unsigned flags, size_t *len,
                  struct error *err)
{
    char header[4096], shims[4096];
    struct error first = {0};
    if (include == NULL)
        return ptx_compile_with(cu, (const char *const[]){NULL}, flags, len, err);
    snprintf(header, sizeof header, "%s/umbel_cuda.h", include);
    snprintf(shims, sizeof shims, "-I%s/include", include);
    char *ptx = ptx_compile_with(cu, (const char *const[]){shims, "-include", header, NULL}, flags,
                                 len, &first);
    if (ptx != NULL)
        return ptx;
    struct error second = {0};
    ptx = compile_program(cu, include, flags, len, &second);
    if (ptx == NULL) /* of what the source itself has, if these headers lack what it includes */
        *err = strstr(first.text, "file not found") != NULL ? second : first;
    return ptx;
}
