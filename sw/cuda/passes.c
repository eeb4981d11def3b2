/* clang's passes over a source: for the device, to PTX, and for the host, with that PTX in the
 * object. */
#include "sw/cuda/build_impl.h"

#include "sw/cuda/chevrons.h"
#include "sw/cuda/device_code.h"
#include "sw/ptx/ptx.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_cuda(const struct build *j, const char *file)
{
    return j->b->all_cuda || cuda_ends_with(file, ".cu");
}

/* What both passes over a .cu file have. */
static void add_program(const struct build *j, struct words *w)
{
    const char *options[PTX_PROGRAM_OPTIONS];
    ptx_program_options(&(struct ptx_program){j->api, j->device, j->program}, options);
    words_add_all(w, options);
    if (j->beside != NULL)
        words_add_all(w, (const char *const[]){"-iquote", j->beside, NULL});
}

static void add_headers(const struct build *j, struct words *w)
{
    words_add_all(w, (const char *const[]){"-isystem", j->api, "-isystem", j->device, NULL});
}

unsigned pass_flags(const struct build *j)
{
    return j->b->fast_math ? PTX_FAST_MATH : 0;
}

/* LLVM's text of the device's code, whose local variables host code may name. It waits for a link,
 * or becomes PTX. */
static bool device_by_text(struct build *j, const char *const *options, const char *cu,
                           const char *ptx, struct error *err)
{
    struct sbuf text = {0};
    size_t len;
    const char *file = j->b->separate ? ptx : arena_printf(&j->strings, "%s.ll", ptx);
    char *made = ptx_compile_with(cu, options, pass_flags(j) | PTX_LLVM, &len, err);
    if (made == NULL)
        return false;
    device_code_export(made, j->b->separate ? j->id : NULL, &text);
    bool ok = file_write(file, text.text, text.len, err) &&
              (j->b->separate || device_code_compile(&file, 1, j->dir, pass_flags(j), ptx, err));
    sbuf_free(&text);
    free(made);
    return ok;
}

static bool device_pass(struct build *j, const char *cu, const char *ptx, bool by_text,
                        struct error *err)
{
    struct words w = {.n = 0};
    size_t len;
    add_program(j, &w);
    words_add_more(&w, &j->b->options);
    words_add_more(&w, &j->b->device);
    if (w.n >= PTX_MOST_OPTIONS)
        return error_set(err, "%s: more than %d options", cu, PTX_MOST_OPTIONS);
    if (j->b->show != NULL)
        fprintf(j->b->show, "#$ # %s for the device, -arch compute_70: %s\n", cu, ptx);
    if (j->b->dry)
        return true;
    if (by_text || j->b->separate)
        return device_by_text(j, w.list, cu, ptx, err);
    char *text = ptx_compile_with(cu, w.list, pass_flags(j), &len, err);
    bool ok = text != NULL && file_write(ptx, text, len, err);
    free(text);
    return ok;
}

/* clang's words for a .cu file on the host. ptx: what goes into the object; NULL: nothing. */
static void host_words(struct build *j, const char *ptx, struct words *w)
{
    words_add(w, cuda_clang());
    words_add_all(
        w, (const char *const[]){"-x", "cuda", "--cuda-host-only", "--cuda-gpu-arch=sm_70",
                                 "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
                                 "-std=c++17", "-O2", "-g", j->b->shared ? "-fPIC" : "-fPIE",
                                 "-fno-color-diagnostics", "-fno-crash-diagnostics", "-w", NULL});
    if (ptx != NULL)
        words_add_all(
            w, (const char *const[]){"-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx, NULL});
    add_program(j, w);
    if (j->b->separate)
        words_add_all(w, (const char *const[]){"-fgpu-rdc", "-fuse-cuid=none", NULL});
    words_add_more(w, &j->b->options);
    words_add_more(w, &j->b->host);
}

/* The words of the host's own compiler. */
static void plain_words(struct build *j, const char *file, struct words *w)
{
    words_add_all(w, (const char *const[]){cuda_ends_with(file, ".c") ? "gcc" : "g++", "-O2", "-g",
                                           j->b->shared ? "-fPIC" : "-fPIE", "-w", NULL});
    add_headers(j, w);
    words_add_more(w, &j->b->options);
    words_add_more(w, &j->b->host);
}

/* The file that clang is to read: the source itself, or its copy. Files that it includes are looked
 * for beside the source. */
static const char *readable(struct build *j, size_t i, const char *file, struct error *err)
{
    const char *slash = strrchr(file, '/'), *copy = build_below(j, i, file, "cu");
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

/* Whether host code names a variable of an anonymous namespace that the device's code lacks: clang
 * 14 takes it for a constant there, as if nobody could write it. */
static bool misses_variable(const char *object, const char *ptx)
{
    static const char mark[] = "_ZN12_GLOBAL__N_1";
    struct error ignored = {0};
    size_t len;
    char *names = process_read((const char *const[]){"nm", "-P", object, NULL}, &ignored);
    char *code = names != NULL ? file_read(ptx, &len, &ignored) : NULL;
    bool misses = false;
    for (char *at = code != NULL ? names : NULL; at != NULL && *at != '\0' && !misses;) {
        char *space = strchr(at, ' '), *next = strchr(at, '\n');
        bool data = space != NULL && strchr("bdr", space[1]) != NULL;
        if (data && strncmp(at, mark, strlen(mark)) == 0) {
            *space = '\0';
            misses = strstr(code, at) == NULL;
        }
        at = next != NULL ? next + 1 : NULL;
    }
    free(names);
    free(code);
    return misses;
}

static bool cuda_object(struct build *j, size_t i, const char *file, const char *object,
                        struct error *err)
{
    const char *ptx = build_below(j, i, file, "ptx");
    bool by_text = false, again;
    file = readable(j, i, file, err);
    if (file == NULL)
        return false;
    do {
        struct words w = {.n = 0};
        if (!device_pass(j, file, ptx, by_text, err))
            return false;
        host_words(j, ptx, &w);
        words_add_all(&w, (const char *const[]){"-c", file, "-o", object, NULL});
        if (!build_run(j, &w, err))
            return false;
        again = !by_text && !j->b->separate && !j->b->dry && misses_variable(object, ptx);
        by_text = true;
    } while (again);
    return true;
}

bool pass_object(struct build *j, size_t i, const char *file, const char *object, struct error *err)
{
    struct words w = {.n = 0};
    if (is_cuda(j, file))
        return cuda_object(j, i, file, object, err);
    plain_words(j, file, &w);
    words_add_all(&w, (const char *const[]){"-c", file, "-o", object, NULL});
    return build_run(j, &w, err);
}

bool pass_text(struct build *j, const char *file, const char *option, const char *output,
               struct error *err)
{
    struct words w = {.n = 0};
    if (is_cuda(j, file))
        host_words(j, NULL, &w);
    else
        plain_words(j, file, &w);
    if (option[1] == 'M')
        words_add_more(&w, &j->b->rule);
    words_add_all(&w, (const char *const[]){option, file, "-o", output, NULL});
    return build_run(j, &w, err);
}

bool pass_ptx(struct build *j, const char *file, const char *ptx, struct error *err)
{
    file = readable(j, 0, file, err);
    return file != NULL && device_pass(j, file, ptx, false, err);
}
