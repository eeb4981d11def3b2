/* nvcc's options: what each does here. */
#include "harness/umbel/nvcc.h"
#include "harness/umbel/nvcc_table.h"

#include "sw/util/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

void nvcc_add(struct nvcc_list *l, const char *word)
{
    l->list = realloc(l->list, (l->n + 1) * sizeof *l->list);
    if (l->list == NULL)
        abort();
    l->list[l->n++] = word;
}

void nvcc_free(struct nvcc *n)
{
    struct nvcc_list *lists[] = {&n->files, &n->options, &n->device, &n->host, &n->link, &n->rule};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        free(lists[i]->list);
    arena_free(&n->strings);
}

/* The words of a value with commas between them; a comma behind a backslash is part of a word. */
static void add_split(struct nvcc *n, struct nvcc_list *l, const char *value)
{
    char *word = arena_strdup(&n->strings, value), *to = word;
    for (const char *c = value;; c++) {
        if (c[0] == '\\' && c[1] == ',') {
            *to++ = *++c;
            continue;
        }
        if (*c == ',' || *c == '\0') {
            *to = '\0';
            if (*word != '\0')
                nvcc_add(l, word);
            word = ++to;
            if (*c == '\0')
                return;
            continue;
        }
        *to++ = *c;
    }
}

static void to_linker(struct nvcc *n, const char *value)
{
    struct nvcc_list words = {0};
    add_split(n, &words, value);
    for (size_t i = 0; i < words.n; i++) {
        nvcc_add(&n->link, "-Xlinker");
        nvcc_add(&n->link, words.list[i]);
    }
    free(words.list);
}

/* ---- one option ---- */

static bool is_true(const char *value)
{
    return strcmp(value, "true") == 0;
}

static bool library(struct nvcc *n, const char *name, struct error *err)
{
    static const char *const ours[] = {"cudart",     "cudart_static", "cuda", "cudadevrt",
                                       "nvToolsExt", "culibos",       NULL};
    static const char *const theirs[] = {"cublas",   "cublasLt", "cufft", "curand", "cusparse",
                                         "cusolver", "cudnn",    "nccl",  "nvrtc",  "nvjpeg",
                                         "cupti",    "npp",      NULL};
    for (size_t i = 0; ours[i] != NULL; i++)
        if (strcmp(name, ours[i]) == 0)
            return true;
    for (size_t i = 0; theirs[i] != NULL; i++)
        if (strncmp(name, theirs[i], strlen(theirs[i])) == 0)
            return error_set(err,
                             "-l%s: this library of NVIDIA's is not here, nor another in its "
                             "place",
                             name);
    nvcc_add(&n->link, arena_printf(&n->strings, "-l%s", name));
    return true;
}

static bool language(struct nvcc *n, const char *value, struct error *err)
{
    n->all_cuda = strcmp(value, "cu") == 0;
    if (!n->all_cuda && strcmp(value, "c++") != 0 && strcmp(value, "c") != 0)
        return error_set(err, "-x %s: cu, c and c++ are known", value);
    return true;
}

static void text(struct nvcc *n, enum cuda_output what)
{
    n->mode = NVCC_TEXT;
    n->text = what;
}

/* -I DIR as one word. */
static const char *joined(struct nvcc *n, const struct nvcc_option *o, const char *value)
{
    bool apart = strcmp(o->name, "-include") == 0 || strcmp(o->name, "-isystem") == 0;
    if (apart)
        nvcc_add(&n->options, o->name);
    return apart ? value
                 : arena_printf(&n->strings, "%s%s%s", o->name,
                                strcmp(o->name, "-std") == 0 ? "=" : "", value);
}

static bool read_words(struct nvcc *n, int argc, const char *const *argv, struct error *err);

/* The next word of a file of options, as a shell would read it; NULL at the end. What is written
 * lies in `to`, which is as long as the text. */
static const char *next_word(const char **text, char **to)
{
    const char *c = *text, *word = *to;
    char quote = '\0';
    while (isspace((unsigned char)*c))
        c++;
    if (*c == '\0')
        return NULL;
    for (; *c != '\0' && (quote != '\0' || !isspace((unsigned char)*c)); c++) {
        if (quote != '\'' && *c == '\\' && c[1] != '\0')
            *(*to)++ = *++c;
        else if (*c == quote)
            quote = '\0';
        else if (quote == '\0' && (*c == '"' || *c == '\''))
            quote = *c;
        else
            *(*to)++ = *c;
    }
    *text = *c != '\0' ? c + 1 : c;
    *(*to)++ = '\0';
    return word;
}

/* -optf FILE: what the file says stands in its place. */
static bool file_of_options(struct nvcc *n, const char *path, struct error *err)
{
    enum { DEEPEST = 16 };
    struct nvcc_list words = {0};
    size_t len;
    char *read = n->depth < DEEPEST ? file_read(path, &len, err) : NULL;
    if (read == NULL)
        return n->depth == DEEPEST ? error_set(err, "%s: it names itself", path) : false;
    const char *text = read;
    char *to = arena_alloc(&n->strings, len + 2);
    for (const char *word; (word = next_word(&text, &to)) != NULL;)
        nvcc_add(&words, word);
    n->depth++;
    bool ok = words.n == 0 || read_words(n, (int)words.n, words.list, err);
    n->depth--;
    free(words.list);
    free(read);
    return ok;
}

static bool take_with_value(struct nvcc *n, const struct nvcc_option *o, const char *value,
                            struct error *err)
{
    switch (o->action) {
    case BOTH:
        nvcc_add(&n->options, joined(n, o, value));
        return true;
    case HOST:
        add_split(n, &n->host, value);
        return true;
    case HOST_WORD:
        nvcc_add(&n->host, arena_printf(&n->strings, "%s%s", o->name, value));
        return true;
    case LINK:
        nvcc_add(&n->link, arena_printf(&n->strings, "%s%s", o->name, value));
        return true;
    case LINKER:
        to_linker(n, value);
        return true;
    case LIBRARY:
        return library(n, value, err);
    case OUTPUT:
        n->output = value;
        return true;
    case OUTPUT_DIR:
        n->output_dir = value;
        return true;
    case RULE:
        nvcc_add(&n->rule, o->name);
        nvcc_add(&n->rule, value);
        n->has_target = true;
        return true;
    case RULE_FILE:
        n->rule_file = value;
        return true;
    case FILE_OF_OPTIONS:
        return file_of_options(n, value, err);
    case RELOCATABLE:
        n->separate = is_true(value);
        return true;
    case LANGUAGE:
        return language(n, value, err);
    case CONTRACT:
        nvcc_add(&n->device, is_true(value) ? "-ffp-contract=fast" : "-ffp-contract=off");
        return true;
    case FLUSH:
        if (is_true(value))
            nvcc_add(&n->device, "-fcuda-flush-denormals-to-zero");
        return true;
    case KEEP_DIR:
        n->keep_dir = value;
        return true;
    default:
        return true;
    }
}

static void take_alone(struct nvcc *n, const struct nvcc_option *o)
{
    switch (o->action) {
    case HOST_WORD:
        nvcc_add(&n->host, o->name);
        nvcc_add(&n->link, o->name);
        break;
    case DEVICE_CODE:
        n->separate = true;
        n->mode = NVCC_COMPILE;
        break;
    case COMPILE:
        n->mode = NVCC_COMPILE;
        break;
    case LINK_DEVICE:
        n->mode = NVCC_LINK_DEVICE;
        break;
    case TEXT_PTX:
        n->extension = "ptx";
        text(n, CUDA_PTX);
        break;
    case TEXT_HOST:
        text(n, CUDA_PREPROCESSED);
        break;
    case TEXT_CUDA:
        n->extension = "cu.cpp.ii";
        text(n, CUDA_PREPROCESSED);
        break;
    case TEXT_RULE:
        text(n, CUDA_DEPENDENCIES);
        n->own_headers = strncmp(o->name, "-MM", 3) == 0;
        break;
    case RULE_TOO:
        n->dependencies = true;
        n->own_headers = strncmp(o->name, "-MM", 3) == 0;
        break;
    case RULE_WORD:
        nvcc_add(&n->rule, o->name);
        break;
    case LIST:
        n->kinds = strcmp(o->name, "-arch-ls") == 0 ? "compute_70\n" : "sm_70\n";
        break;
    case MAKE_LIBRARY:
        n->mode = NVCC_LIBRARY;
        break;
    default:
        *(o->action == SHARED         ? &n->shared
          : o->action == FAST_MATH    ? &n->fast_math
          : o->action == KEEP         ? &n->keep
          : o->action == DRY          ? &n->dry
          : o->action == VERSION      ? &n->version
          : o->action == HELP         ? &n->help
          : o->action == FORWARD      ? &n->forward
          : o->action == FORWARD_LINK ? &n->forward_link
                                      : &n->verbose) = true;
        break;
    }
}

static bool unknown(struct nvcc *n, const char *word, struct error *err)
{
    if (!n->forward && !n->forward_link)
        return error_set(err,
                         "unknown option '%s'; what the host's compiler understands goes behind "
                         "-Xcompiler",
                         word);
    nvcc_add(n->forward ? &n->host : &n->link, word);
    return true;
}

static bool take(struct nvcc *n, int argc, const char *const *argv, int *at, struct error *err)
{
    const char *word = argv[*at], *value = NULL;
    const struct nvcc_option *o = nvcc_find(word, &value);
    if (o == NULL)
        return unknown(n, word, err);
    if (o->action == REFUSED)
        return error_set(err, "'%s' is not supported: %s", word, o->why);
    if (o->takes == ALONE) {
        if (o->action != NOTHING)
            take_alone(n, o);
        return true;
    }
    if (value == NULL && *at + 1 == argc)
        return error_set(err, "'%s' needs a value", word);
    if (value == NULL)
        value = argv[++*at];
    if (o->action == NOTHING && strcmp(o->name, "-m") == 0 && strcmp(value, "32") == 0)
        return error_set(err, "'-m32' is not supported: device addresses have 64 bits");
    return take_with_value(n, o, value, err);
}

/* -W takes its value in the same word alone, as -O does. */
static bool stands_alone(const char *word)
{
    return strcmp(word, "-W") == 0 || strcmp(word, "-O") == 0;
}

static bool read_words(struct nvcc *n, int argc, const char *const *argv, struct error *err)
{
    for (int i = 0; i < argc; i++) {
        n->forward = n->forward || strstr(argv[i], "-forward-unknown-to-host-compiler") != NULL;
        n->forward_link =
            n->forward_link || strstr(argv[i], "-forward-unknown-to-host-linker") != NULL;
    }
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (stands_alone(word))
            continue;
        if (word[0] != '-' || word[1] == '\0') {
            bool linked = cuda_is_linked(word);
            /* Objects and libraries keep their order among each other. */
            nvcc_add(linked ? &n->link : &n->files, word);
        } else if (!take(n, argc, argv, &i, err)) {
            return false;
        }
    }
    return true;
}

bool nvcc_read(struct nvcc *n, int argc, char **argv, struct error *err)
{
    return read_words(n, argc - 1, (const char *const *)argv + 1, err);
}
