#include "harness/umbel/nvcc.h"

#include "harness/umbel/umbel.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/temp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char version[] =
    "nvcc: NVIDIA (R) Cuda compiler driver, as umbel-nvcc stands in for it\n"
    "Cuda compilation tools, release 11.5, V11.5.119\n";

static const char help[] =
    "Usage: umbel-nvcc [OPTION...] FILE...\n"
    "Compiles and links CUDA programs that run on the RTL of a simulated machine. It takes the\n"
    "options of nvcc 11.5. A program that it has built takes UMBEL_SYSTEM and UMBEL_OPTIONS from\n"
    "the environment, as those that `umbel cuda -o` builds do.\n";

bool nvcc_is_name(const char *program)
{
    const char *slash = strrchr(program, '/'), *name = slash != NULL ? slash + 1 : program;
    return strcmp(name, "umbel-nvcc") == 0 || strcmp(name, "nvcc") == 0;
}

static struct cuda_words words(const struct nvcc_list *l)
{
    return (struct cuda_words){l->list, l->n};
}

static struct cuda_build build_of(const struct nvcc *n)
{
    return (struct cuda_build){.files = words(&n->files),
                               .options = words(&n->options),
                               .device = words(&n->device),
                               .host = words(&n->host),
                               .link = words(&n->link),
                               .rule = words(&n->rule),
                               .own_headers = n->own_headers,
                               .shared = n->shared,
                               .fast_math = n->fast_math,
                               .separate = n->separate,
                               .all_cuda = n->all_cuda,
                               .keep = n->keep_dir != NULL ? n->keep_dir
                                       : n->keep           ? "."
                                                           : NULL,
                               .show = n->verbose || n->dry ? stderr : NULL,
                               .dry = n->dry};
}

/* NAME.ext in the current folder or that of -odir. */
static const char *named_after(struct nvcc *n, const char *file, const char *ext)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    int len = (int)(dot != NULL ? dot - name : (ptrdiff_t)strlen(name));
    return arena_printf(&n->strings, "%s%s%.*s.%s", n->output_dir != NULL ? n->output_dir : "",
                        n->output_dir != NULL ? "/" : "", len, name, ext);
}

static bool one_output(const struct nvcc *n, struct error *err)
{
    return n->output == NULL || n->files.n <= 1 ||
           error_set(err, "-o %s: one output for %zu files; call it once for each", n->output,
                     n->files.n);
}

/* The rule that -MD asks for: FILE.d beside FILE.o, which it is a rule for. */
static bool rule_beside(struct nvcc *n, const char *file, const char *object, struct error *err)
{
    const char *dot = strrchr(object, '.');
    int len = (int)(dot != NULL ? dot - object : (ptrdiff_t)strlen(object));
    const char *rule =
        n->rule_file != NULL ? n->rule_file : arena_printf(&n->strings, "%.*s.d", len, object);
    if (!n->has_target) {
        nvcc_add(&n->rule, "-MT");
        nvcc_add(&n->rule, object);
    }
    const struct cuda_build b = build_of(n);
    bool ok = cuda_compile(&b, file, CUDA_DEPENDENCIES, rule, err);
    if (!n->has_target)
        n->rule.n -= 2;
    return ok;
}

static bool compile_each(struct nvcc *n, struct error *err)
{
    const struct cuda_build b = build_of(n);
    if (!one_output(n, err))
        return false;
    for (size_t i = 0; i < n->files.n; i++) {
        const char *file = n->files.list[i];
        const char *object = n->output != NULL ? n->output : named_after(n, file, "o");
        if (!cuda_compile(&b, file, CUDA_OBJECT, object, err))
            return false;
        if (n->dependencies && !rule_beside(n, file, object, err))
            return false;
    }
    return true;
}

/* Through a file, as a compiler's output may be cut off by an error. */
static bool show_text(const struct cuda_build *b, const char *file, enum cuda_output what,
                      struct error *err)
{
    struct temp temp;
    size_t len = 0;
    if (!temp_make(&temp, "nvcc", err))
        return false;
    char *path = temp_file(&temp, "text");
    bool ok = cuda_compile(b, file, what, path, err);
    char *text = ok ? file_read(path, &len, err) : NULL;
    if (text != NULL)
        fwrite(text, 1, len, stdout);
    free(text);
    free(path);
    temp_remove(&temp);
    return ok && text != NULL;
}

/* Text goes to -o or to a file of its kind, or else to stdout. */
static bool text_of_each(struct nvcc *n, struct error *err)
{
    const struct cuda_build b = build_of(n);
    bool ok = one_output(n, err);
    for (size_t i = 0; ok && i < n->files.n; i++) {
        const char *file = n->files.list[i];
        const char *output = n->output;
        if (n->text == CUDA_DEPENDENCIES && n->rule_file != NULL)
            output = n->rule_file;
        if (output == NULL && n->extension != NULL)
            output = named_after(n, file, n->extension);
        ok = output != NULL ? cuda_compile(&b, file, n->text, output, err)
                            : show_text(&b, file, n->text, err);
    }
    return ok;
}

/* All objects into one archive. */
static bool make_library(struct nvcc *n, struct error *err)
{
    struct nvcc_list ar = {0};
    const char *output = n->output;
    n->output = NULL;
    bool ok = compile_each(n, err);
    nvcc_add(&ar, "ar");
    nvcc_add(&ar, "rcs");
    nvcc_add(&ar, output != NULL ? output : "a.a");
    for (size_t i = 0; i < n->files.n; i++)
        nvcc_add(&ar, named_after(n, n->files.list[i], "o"));
    for (size_t i = 0; i < n->link.n; i++)
        if (cuda_is_linked(n->link.list[i]))
            nvcc_add(&ar, n->link.list[i]);
    nvcc_add(&ar, NULL);
    ok = ok && (n->dry || process_run(ar.list, err));
    free(ar.list);
    return ok;
}

static bool link_all(struct nvcc *n, struct error *err)
{
    /* clang's runtime of OpenMP, which has gcc's functions, too. */
    for (size_t i = 0; i < n->host.n; i++) {
        if (strncmp(n->host.list[i], "-fopenmp", 8) == 0) {
            nvcc_add(&n->link, "-L/usr/lib/llvm-14/lib");
            nvcc_add(&n->link, "-lomp");
        }
        if (strcmp(n->host.list[i], "-pthread") == 0)
            nvcc_add(&n->link, "-pthread");
    }
    const struct cuda_build b = build_of(n);
    return cuda_build(&b, n->output != NULL ? n->output : "a.out", err);
}

static bool link_device(struct nvcc *n, struct error *err)
{
    const struct cuda_build b = build_of(n);
    return cuda_link_device(&b, n->output != NULL ? n->output : "a_dlink.o", err);
}

/* Devices are all of one kind, whatever the machine. */
static const char *said(const struct nvcc *n)
{
    return n->version ? version : n->help ? help : n->kinds;
}

/* As nvcc shows what it works with: CMake finds the toolkit by these lines, and the command that
 * links by the text of LIBRARIES in it. */
static void show_settings(void)
{
    const char *path = getenv("PATH"), *top = cuda_toolkit();
    fprintf(stderr, "#$ TOP=%s\n#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n", top, top);
    fprintf(stderr, "#$ PATH=%s\n", path != NULL ? path : "");
    fprintf(stderr, "#$ INCLUDES=-I%s/include\n#$ LIBRARIES=-L%s/lib64\n", top, top);
}

static bool work(struct nvcc *n, struct error *err)
{
    if (n->verbose || n->dry)
        show_settings();
    if (n->files.n == 0 && n->link.n == 0)
        return error_set(err, "compile what? umbel-nvcc FILE...; --help says more");
    for (size_t i = 0; i < n->files.n; i++)
        if (!n->all_cuda && !cuda_is_source(n->files.list[i]))
            return error_set(err,
                             "%s: what is it? Sources end in .cu, .cpp, .cc, .cxx or .c, objects "
                             "in .o, .a or .so",
                             n->files.list[i]);
    switch (n->mode) {
    case NVCC_COMPILE:
        return compile_each(n, err);
    case NVCC_TEXT:
        return text_of_each(n, err);
    case NVCC_LIBRARY:
        return make_library(n, err);
    case NVCC_LINK_DEVICE:
        return link_device(n, err);
    case NVCC_LINK:
        break;
    }
    return link_all(n, err);
}

int umbel_nvcc(int argc, char **argv)
{
    struct nvcc n = {0};
    struct error err = {0};
    bool ok = nvcc_read(&n, argc, argv, &err);
    if (ok && said(&n) != NULL)
        fputs(said(&n), stdout);
    else
        ok = ok && work(&n, &err);
    if (!ok)
        fprintf(stderr, "umbel-nvcc: %s\n", err.text);
    nvcc_free(&n);
    return ok ? 0 : 1;
}
