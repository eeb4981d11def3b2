#include "sw/cuda/build.h"

#include "sw/cuda/chevrons.h"
#include "sw/cuda/device_link.h"
#include "sw/ptx/ptx.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/hash.h"
#include "sw/util/leftover.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "sw/util/shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void add_words(struct words *w, const struct cuda_words *more)
{
    for (size_t i = 0; i < more->n; i++)
        add(w, more->list[i]);
}

struct build {
    const struct cuda_build *b;
    struct arena strings;
    const char *dir;     /* where PTX and objects are */
    const char *program; /* the header that every .cu file begins with */
    const char *api, *device;
    const char *beside; /* the folder of the source being compiled; NULL: it has no copy */
    struct words objects;
    char id[HASH_NAME]; /* of the source being compiled, where files are linked as device code */
};

/* ---- names ---- */

static bool is_cuda(const struct build *j, const char *file)
{
    return j->b->all_cuda || cuda_ends_with(file, ".cu");
}

/* DIR/NUMBER-NAME.ext: two files may have one name. */
static const char *below(struct build *j, size_t i, const char *file, const char *ext)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    int n = (int)(dot != NULL ? dot - name : (ptrdiff_t)strlen(name));
    return arena_printf(&j->strings, "%s/%zu-%.*s.%s", j->dir, i, n, name, ext);
}

/* ---- commands ---- */

static bool run(const struct build *j, const struct words *w, struct error *err)
{
    struct sbuf line = {0};
    for (size_t i = 0; i < w->n; i++) {
        sbuf_puts(&line, i > 0 ? " " : "");
        shell_word(&line, w->list[i]);
    }
    if (j->b->show != NULL)
        fprintf(j->b->show, "#$ %s\n", line.text);
    sbuf_free(&line);
    return j->b->dry || process_run(w->list, err);
}

/* What nvcc takes and clang does not: "a"b with a macro b, constants that are cut, `register`. */
static void add_lenience(struct words *w)
{
    add_all(w, (const char *const[]){"-Wno-reserved-user-defined-literal", "-Wno-c++11-narrowing",
                                     "-Wno-register", NULL});
}

static void add_headers(const struct build *j, struct words *w)
{
    add_all(w, (const char *const[]){"-isystem", j->api, "-isystem", j->device, NULL});
    if (j->beside != NULL)
        add_all(w, (const char *const[]){"-iquote", j->beside, NULL});
}

/* Names of static variables get the id, so that those of two files differ. */
static void add_separate(struct build *j, struct words *w)
{
    if (j->b->separate)
        add_all(w, (const char *const[]){"-fgpu-rdc",
                                         arena_printf(&j->strings, "-cuid=%.16s", j->id), NULL});
}

static unsigned flags_of(const struct build *j)
{
    return j->b->fast_math ? PTX_FAST_MATH : 0;
}

static bool device_pass(struct build *j, const char *cu, const char *ptx, struct error *err)
{
    struct words w = {.n = 0};
    size_t len;
    unsigned flags = flags_of(j) | (j->b->separate ? PTX_BITCODE : 0);
    add_lenience(&w);
    add_headers(j, &w);
    add_all(&w, (const char *const[]){"-include", j->program, "-Xclang", "-target-sdk-version=11.5",
                                      NULL});
    add_separate(j, &w);
    add_words(&w, &j->b->options);
    add_words(&w, &j->b->device);
    if (w.n >= PTX_MOST_OPTIONS)
        return error_set(err, "%s: more than %d options", cu, PTX_MOST_OPTIONS);
    if (j->b->show != NULL)
        fprintf(j->b->show, "#$ # %s for the device, -arch compute_70: %s\n", cu, ptx);
    if (j->b->dry)
        return true;
    char *text = ptx_compile_with(cu, w.list, flags, &len, err);
    bool ok = text != NULL && file_write(ptx, text, len, err);
    free(text);
    return ok;
}

/* clang's words for a .cu file on the host. ptx: what goes into the object; NULL: nothing. */
static void host_words(struct build *j, const char *ptx, struct words *w)
{
    const char *clang = getenv("UMBEL_CLANG");
    add(w, clang != NULL && clang[0] != '\0' ? clang : "clang++-14");
    add_all(w, (const char *const[]){"-x", "cuda", "--cuda-host-only", "--cuda-gpu-arch=sm_70",
                                     "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
                                     "-Xclang", "-target-sdk-version=11.5", "-std=c++17", "-O2",
                                     "-g", j->b->shared ? "-fPIC" : "-fPIE",
                                     "-fno-color-diagnostics", "-w", NULL});
    if (ptx != NULL)
        add_all(w,
                (const char *const[]){"-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx, NULL});
    add_lenience(w);
    add_headers(j, w);
    add_separate(j, w);
    add_all(w, (const char *const[]){"-include", j->program, NULL});
    add_words(w, &j->b->options);
    add_words(w, &j->b->host);
}

/* The words of the host's own compiler. */
static void plain_words(struct build *j, const char *file, struct words *w)
{
    add_all(w, (const char *const[]){cuda_ends_with(file, ".c") ? "gcc" : "g++", "-O2", "-g",
                                     j->b->shared ? "-fPIC" : "-fPIE", "-w", NULL});
    add_headers(j, w);
    add_words(w, &j->b->options);
    add_words(w, &j->b->host);
}

/* The file that clang is to read: the source itself, or its copy. Files that it includes are looked
 * for beside the source. */
static const char *readable(struct build *j, size_t i, const char *file, struct error *err)
{
    const char *slash = strrchr(file, '/'), *copy = below(j, i, file, "cu");
    char here[4096];
    bool had;
    j->beside = slash != NULL ? arena_strndup(&j->strings, file, (size_t)(slash - file)) : ".";
    content_hash hash = hash_start();
    hash_text(&hash, file);
    hash_text(&hash, getcwd(here, sizeof here) != NULL ? here : "");
    for (size_t k = 0; k < j->b->options.n; k++)
        hash_text(&hash, j->b->options.list[k]);
    hash_name(hash, j->id);
    if (j->b->dry)
        return file;
    if (!chevrons_close(file, copy, &had, err))
        return NULL;
    return had ? copy : file;
}

static bool object_of(struct build *j, size_t i, const char *file, const char *object,
                      struct error *err)
{
    struct words w = {.n = 0};
    const char *ptx = below(j, i, file, "ptx");
    if (is_cuda(j, file)) {
        file = readable(j, i, file, err);
        if (file == NULL || !device_pass(j, file, ptx, err))
            return false;
        host_words(j, ptx, &w);
    } else {
        plain_words(j, file, &w);
    }
    add_all(&w, (const char *const[]){"-c", file, "-o", object, NULL});
    return run(j, &w, err);
}

static bool text_of(struct build *j, const char *file, const char *option, const char *output,
                    struct error *err)
{
    struct words w = {.n = 0};
    if (is_cuda(j, file))
        host_words(j, NULL, &w);
    else
        plain_words(j, file, &w);
    if (option[1] == 'M')
        add_words(&w, &j->b->rule);
    add_all(&w, (const char *const[]){option, file, "-o", output, NULL});
    return run(j, &w, err);
}

static bool compile(struct build *j, size_t i, struct error *err)
{
    const char *file = j->b->files.list[i];
    if (cuda_is_linked(file)) {
        add(&j->objects, file);
        return true;
    }
    if (!j->b->all_cuda && !cuda_is_source(file))
        return error_set(err,
                         "%s: what is it? Sources end in .cu, .cpp, .cc, .cxx or .c, objects "
                         "in .o, .a or .so",
                         file);
    const char *object = below(j, i, file, "o");
    add(&j->objects, object);
    return object_of(j, i, file, object, err);
}

/* Puts a file that was written aside in its place. */
static bool settle(const struct build *j, bool ok, const char *aside, const char *output,
                   struct error *err)
{
    if (ok && !j->b->dry && rename(aside, output) != 0)
        ok = error_set(err, "%s: cannot write it: %s", output, strerror(errno));
    if (!ok)
        remove(aside);
    leftover_forget(aside);
    return ok;
}

/* A name beside the output that no other process uses. */
static const char *aside_of(struct build *j, const char *output)
{
    const char *aside = arena_printf(&j->strings, "%s.%ld.tmp", output, (long)getpid());
    leftover_note(aside);
    return aside;
}

/* Adds the object with the device code of those that wait for a link, if there are any. */
static bool link_device(struct build *j, struct words *w, struct error *err)
{
    const struct cuda_words words = {w->list + 1, w->n - 1};
    const char *object = arena_printf(&j->strings, "%s/device.o", j->dir);
    bool linked = false;
    if (!j->b->dry && !device_link(&words, j->dir, flags_of(j), object, &linked, err))
        return false;
    if (linked)
        add(w, object);
    return true;
}

const char *cuda_toolkit(void)
{
    return root_path(root_is_checkout() ? "build/cuda" : "cuda");
}

/* A program's shared objects call its runtime, were they opened while it runs. */
static void add_runtime(struct words *w)
{
    add_all(w, (const char *const[]){"-lcudart_static", "-Wl,--export-dynamic-symbol=cuda*",
                                     "-Wl,--export-dynamic-symbol=__cuda*", NULL});
}

static bool link_program(struct build *j, const char *output, struct error *err)
{
    struct words w = {.n = 0};
    const char *runtime = arena_printf(&j->strings, "%s/lib64/libumbel_cuda.a", cuda_toolkit());
    if (!file_exists(runtime))
        return error_set(
            err, "%s: the runtime of CUDA programs is not there; `make build` makes it", runtime);
    const char *aside = aside_of(j, output);
    add(&w, "g++");
    /* Ahead of the program's folders: one may be that of a real toolkit. */
    add(&w, arena_printf(&j->strings, "-L%s/lib64", cuda_toolkit()));
    add_all(&w, j->objects.list);
    add_words(&w, &j->b->link);
    if (!link_device(j, &w, err))
        return false;
    if (j->b->shared)
        add(&w, "-shared");
    else
        add_runtime(&w);
    add_all(&w, (const char *const[]){"-o", aside, NULL});
    return settle(j, run(j, &w, err), aside, output, err);
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

static bool begin(struct build *j, const struct cuda_build *b, struct error *err)
{
    *j = (struct build){.b = b,
                        .api = root_path("sw/cuda/include"),
                        .device = root_path("sw/kernels"),
                        .program = root_path("sw/cuda/include/umbel_program.h")};
    return make_folder(j, err);
}

static void end(struct build *j)
{
    if (j->dir != NULL && j->b->keep == NULL) {
        file_remove_all(j->dir);
        leftover_forget(j->dir);
    }
    arena_free(&j->strings);
}

/* ---- the interface ---- */

static const char *option_of(const struct cuda_build *b, enum cuda_output what)
{
    return what == CUDA_PREPROCESSED ? "-E" : b->own_headers ? "-MM" : "-M";
}

bool cuda_compile(const struct cuda_build *b, const char *file, enum cuda_output what,
                  const char *output, struct error *err)
{
    struct build j;
    bool ok = begin(&j, b, err);
    const char *aside = aside_of(&j, output);
    if (ok && what == CUDA_OBJECT)
        ok = object_of(&j, 0, file, aside, err);
    else if (ok && what == CUDA_PTX)
        ok = (file = readable(&j, 0, file, err)) != NULL && device_pass(&j, file, aside, err);
    else if (ok)
        ok = text_of(&j, file, option_of(b, what), aside, err);
    ok = settle(&j, ok, aside, output, err);
    end(&j);
    return ok;
}

bool cuda_build(const struct cuda_build *b, const char *output, struct error *err)
{
    struct build j;
    bool ok = begin(&j, b, err);
    for (size_t i = 0; ok && i < b->files.n; i++)
        ok = compile(&j, i, err);
    ok = ok && link_program(&j, output, err);
    end(&j);
    return ok;
}

bool cuda_link_device(const struct cuda_build *b, const char *output, struct error *err)
{
    struct build j;
    bool linked = false, ok = begin(&j, b, err);
    const char *aside = aside_of(&j, output);
    ok = ok && (b->dry || device_link(&b->link, j.dir, flags_of(&j), aside, &linked, err));
    if (ok && !b->dry && !linked)
        ok = error_set(
            err, "none of the objects waits for a link of device code: compile them with -dc");
    ok = settle(&j, ok, aside, output, err);
    end(&j);
    return ok;
}
