#include "sw/cuda/build_impl.h"

#include "sw/cuda/device_link.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
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

/* ---- words and names ---- */

void words_add(struct words *w, const char *word)
{
    if (w->n + 1 < MOST_WORDS)
        w->list[w->n++] = word;
}

void words_add_all(struct words *w, const char *const *list)
{
    for (; *list != NULL; list++)
        words_add(w, *list);
}

void words_add_more(struct words *w, const struct cuda_words *more)
{
    for (size_t i = 0; i < more->n; i++)
        words_add(w, more->list[i]);
}

const char *build_below(struct build *j, size_t i, const char *file, const char *ext)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    int n = (int)(dot != NULL ? dot - name : (ptrdiff_t)strlen(name));
    return arena_printf(&j->strings, "%s/%zu-%.*s.%s", j->dir, i, n, name, ext);
}

/* A file of the user's as a word for compilers. */
static const char *word_of(struct build *j, const char *path)
{
    return arena_printf(&j->strings, "%s%s", name_before(path), path);
}

/* ---- commands ---- */

bool build_run(const struct build *j, const struct words *w, struct error *err)
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

static bool compile(struct build *j, size_t i, struct error *err)
{
    const char *file = word_of(j, j->b->files.list[i]);
    if (cuda_is_linked(file)) {
        words_add(&j->objects, file);
        return true;
    }
    if (!j->b->all_cuda && !cuda_is_source(file))
        return error_set(err,
                         "%s: what is it? Sources end in .cu, .cpp, .cc, .cxx or .c, objects "
                         "in .o, .a or .so",
                         file);
    const char *object = build_below(j, i, file, "o");
    words_add(&j->objects, object);
    return pass_object(j, i, file, object, err);
}

/* ---- the output ---- */

/* Where compilers write the output: a file beside it that no other process uses. Of a device or a
 * pipe, which they would replace, a file in the folder. NULL and an error if it cannot be. */
static const char *aside_of(struct build *j, const char *output, struct error *err)
{
    struct stat st;
    j->aside = NULL;
    if (j->b->dry)
        j->aside = word_of(j, output);
    else if (stat(output, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        j->aside = arena_printf(&j->strings, "%s/output", j->dir);
    else if (outfile_reserve(&j->output, output, err))
        j->aside = j->output.aside;
    return j->aside;
}

static bool copy(const char *from, const char *to, struct error *err)
{
    size_t len;
    char *bytes = file_read(from, &len, err);
    const bool ok = bytes != NULL && file_write(to, bytes, len, err);
    free(bytes);
    return ok;
}

/* Puts what was written aside in its place. */
static bool settle(struct build *j, bool ok, const char *output, struct error *err)
{
    if (ok && !j->b->dry)
        ok =
            j->output.aside != NULL ? outfile_commit(&j->output, err) : copy(j->aside, output, err);
    if (!ok && error_is_set(err) && j->output.aside != NULL)
        file_tell_full(j->output.aside, err);
    outfile_discard(&j->output);
    return ok;
}

/* Adds the object with the device code of those that wait for a link, if there are any. */
static bool link_device(struct build *j, struct words *w, struct error *err)
{
    const struct cuda_words words = {w->list + 1, w->n - 1};
    const char *object = arena_printf(&j->strings, "%s/device.o", j->dir);
    bool linked = false;
    if (!j->b->dry && !device_link(&words, j->dir, pass_flags(j), object, &linked, err))
        return false;
    if (linked)
        words_add(w, object);
    return true;
}

const char *cuda_clang(void)
{
    const char *clang = getenv("UMBEL_CLANG");
    return clang != NULL && clang[0] != '\0' ? clang : "clang++-14";
}

const char *cuda_toolkit(void)
{
    return root_path(root_is_checkout() ? "build/cuda" : "cuda");
}

/* A program's shared objects call its runtime, were they opened while it runs. */
static void add_runtime(struct words *w)
{
    words_add_all(w, (const char *const[]){"-lcudart_static", "-Wl,--export-dynamic-symbol=cuda*",
                                           "-Wl,--export-dynamic-symbol=__cuda*", NULL});
}

static bool link_program(struct build *j, const char *output, struct error *err)
{
    struct words w = {.n = 0};
    const char *runtime = arena_printf(&j->strings, "%s/lib64/libumbel_cuda.a", cuda_toolkit());
    if (!file_exists(runtime))
        return error_set(
            err, "%s: the runtime of CUDA programs is not there; `make build` makes it", runtime);
    if (aside_of(j, output, err) == NULL)
        return false;
    words_add(&w, "g++");
    /* Ahead of the program's folders: one may be that of a real toolkit. */
    words_add(&w, arena_printf(&j->strings, "-L%s/lib64", cuda_toolkit()));
    words_add_all(&w, j->objects.list);
    words_add_more(&w, &j->b->link);
    const bool ok = link_device(j, &w, err);
    if (j->b->shared)
        words_add(&w, "-shared");
    else
        add_runtime(&w);
    words_add_all(&w, (const char *const[]){"-o", j->aside, NULL});
    return settle(j, ok && build_run(j, &w, err), output, err);
}

static bool make_folder(struct build *j, struct error *err)
{
    if (j->b->keep != NULL) {
        j->dir = word_of(j, j->b->keep);
        if (mkdir(j->dir, 0777) != 0 && errno != EEXIST)
            return error_set(err, "%s: cannot make the folder: %s", j->dir, strerror(errno));
        return true;
    }
    j->dir = temp_make(&j->temp, "cuda", err) ? j->temp.path : NULL;
    return j->dir != NULL;
}

static bool begin(struct build *j, const struct cuda_build *b, struct error *err)
{
    *j = (struct build){.b = b,
                        .api = root_path("sw/cuda/include"),
                        .device = root_path("sw/kernels"),
                        .program = root_path("sw/cuda/include/umbel_program.h")};
    return make_folder(j, err);
}

static void end(struct build *j, struct error *err)
{
    if (error_is_set(err) && j->dir != NULL)
        file_tell_full(j->dir, err);
    temp_remove(&j->temp);
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
    bool ok = begin(&j, b, err) && aside_of(&j, output, err) != NULL;
    file = word_of(&j, file);
    if (ok && what == CUDA_OBJECT)
        ok = pass_object(&j, 0, file, j.aside, err);
    else if (ok && what == CUDA_PTX)
        ok = pass_ptx(&j, file, j.aside, err);
    else if (ok)
        ok = pass_text(&j, file, option_of(b, what), j.aside, err);
    ok = settle(&j, ok, output, err);
    end(&j, err);
    return ok;
}

bool cuda_build(const struct cuda_build *b, const char *output, struct error *err)
{
    struct build j;
    bool ok = begin(&j, b, err);
    for (size_t i = 0; ok && i < b->files.n; i++)
        ok = compile(&j, i, err);
    ok = ok && link_program(&j, output, err);
    end(&j, err);
    return ok;
}

bool cuda_link_device(const struct cuda_build *b, const char *output, struct error *err)
{
    struct build j;
    bool linked = false, ok = begin(&j, b, err) && aside_of(&j, output, err) != NULL;
    ok = ok && (b->dry || device_link(&b->link, j.dir, pass_flags(&j), j.aside, &linked, err));
    if (ok && !b->dry && !linked)
        ok = error_set(
            err, "none of the objects waits for a link of device code: compile them with -dc");
    ok = settle(&j, ok, output, err);
    end(&j, err);
    return ok;
}
