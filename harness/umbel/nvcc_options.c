/* nvcc's options: what each does here. */
#include "harness/umbel/nvcc.h"

#include <stdlib.h>
#include <string.h>

enum action {
    BOTH,      /* goes to both passes, with its value */
    HOST,      /* its value goes to the host's compiler: words with commas between them */
    HOST_WORD, /* itself goes to the host's compiler */
    LINK,      /* goes to the linker, with its value */
    LINKER,    /* its value goes to the linker behind -Xlinker */
    LIBRARY,   /* a library's name */
    OUTPUT,
    COMPILE,
    DEVICE_CODE, /* -dc: compiles for a link of device code */
    LINK_DEVICE, /* -dlink: links that alone */
    RELOCATABLE,
    TEXT_PTX,
    TEXT_HOST,
    TEXT_CUDA, /* the text for the host, to a file that nvcc's users look at */
    TEXT_RULE,
    RULE_TOO, /* -MD: a rule beside the object */
    MAKE_LIBRARY,
    SHARED,
    LANGUAGE,
    FAST_MATH,
    CONTRACT,
    FLUSH,
    KEEP,
    KEEP_DIR,
    VERBOSE,
    DRY,
    VERSION,
    HELP,
    FORWARD,
    NOTHING, /* has no meaning here, and no result depends on it */
    REFUSED
};

enum takes {
    ALONE,
    VALUE, /* behind '=' or in the next word */
    CLOSE  /* as VALUE, or in the same word */
};

struct option {
    const char *name, *long_name; /* with their dashes; NULL: none */
    enum takes takes;
    enum action action;
    const char *why; /* of REFUSED */
};

static const struct option options[] = {
    {"-I", "--include-path", CLOSE, BOTH, NULL},
    {"-D", "--define-macro", CLOSE, BOTH, NULL},
    {"-U", "--undefine-macro", CLOSE, BOTH, NULL},
    {"-include", "--pre-include", VALUE, BOTH, NULL},
    {"-isystem", "--system-include", VALUE, BOTH, NULL},
    {"-std", "--std", VALUE, BOTH, NULL},
    {"-o", "--output-file", CLOSE, OUTPUT, NULL},
    {"-c", "--compile", ALONE, COMPILE, NULL},
    {"-dc", "--device-c", ALONE, DEVICE_CODE, NULL},
    {"-dw", "--device-w", ALONE, COMPILE, NULL},
    {"-dlink", "--device-link", ALONE, LINK_DEVICE, NULL},
    {"-rdc", "--relocatable-device-code", VALUE, RELOCATABLE, NULL},
    {"-ptx", "--ptx", ALONE, TEXT_PTX, NULL},
    {"-E", "--preprocess", ALONE, TEXT_HOST, NULL},
    {"-cuda", "--cuda", ALONE, TEXT_CUDA, NULL},
    {"-M", "--generate-dependencies", ALONE, TEXT_RULE, NULL},
    {"-MM", "--generate-nonsystem-dependencies", ALONE, TEXT_RULE, NULL},
    {"-MD", "--generate-dependencies-with-compile", ALONE, RULE_TOO, NULL},
    {"-MMD", "--generate-nonsystem-dependencies-with-compile", ALONE, RULE_TOO, NULL},
    {"-MP", "--generate-dependency-targets", ALONE, NOTHING, NULL},
    {"-lib", "--lib", ALONE, MAKE_LIBRARY, NULL},
    {"-shared", "--shared", ALONE, SHARED, NULL},
    {"-link", "--link", ALONE, NOTHING, NULL},
    {"-x", "--x", VALUE, LANGUAGE, NULL},
    {"-L", "--library-path", CLOSE, LINK, NULL},
    {"-l", "--library", CLOSE, LIBRARY, NULL},
    {"-Xcompiler", "--compiler-options", VALUE, HOST, NULL},
    {"-Xlinker", "--linker-options", VALUE, LINKER, NULL},
    {"-O", "--optimize", CLOSE, HOST_WORD, NULL},
    {"-g", "--debug", ALONE, NOTHING, NULL},
    {"-pg", "--profile", ALONE, HOST_WORD, NULL},
    {"-use_fast_math", "--use_fast_math", ALONE, FAST_MATH, NULL},
    {"-fmad", "--fmad", VALUE, CONTRACT, NULL},
    {"-ftz", "--ftz", VALUE, FLUSH, NULL},
    {"-keep", "--keep", ALONE, KEEP, NULL},
    {"-save-temps", "--save-temps", ALONE, KEEP, NULL},
    {"-keep-dir", "--keep-dir", VALUE, KEEP_DIR, NULL},
    {"-v", "--verbose", ALONE, VERBOSE, NULL},
    {"-dryrun", "--dryrun", ALONE, DRY, NULL},
    {"-V", "--version", ALONE, VERSION, NULL},
    {"-h", "--help", ALONE, HELP, NULL},
    {"-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler", ALONE, FORWARD,
     NULL},
    /* The device is the simulated machine, whose code is that of sm_70. */
    {"-arch", "--gpu-architecture", VALUE, NOTHING, NULL},
    {"-code", "--gpu-code", VALUE, NOTHING, NULL},
    {"-gencode", "--generate-code", VALUE, NOTHING, NULL},
    {"-m", "--machine", CLOSE, NOTHING, NULL},
    {"-maxrregcount", "--maxrregcount", VALUE, NOTHING, NULL},
    {"-Xptxas", "--ptxas-options", VALUE, NOTHING, NULL},
    {"-Xnvlink", "--nvlink-options", VALUE, NOTHING, NULL},
    {"-Xfatbin", "--fatbin-options", VALUE, NOTHING, NULL},
    {"-Xcudafe", "--cudafe-options", VALUE, NOTHING, NULL},
    {"-Xarchive", "--archive-options", VALUE, NOTHING, NULL},
    {"-ccbin", "--compiler-bindir", VALUE, NOTHING, NULL},
    {"-cudart", "--cudart", VALUE, NOTHING, NULL},
    {"-cudadevrt", "--cudadevrt", VALUE, NOTHING, NULL},
    {"-default-stream", "--default-stream", VALUE, NOTHING, NULL},
    {"-G", "--device-debug", ALONE, NOTHING, NULL},
    {"-lineinfo", "--generate-line-info", ALONE, NOTHING, NULL},
    {"-src-in-ptx", "--source-in-ptx", ALONE, NOTHING, NULL},
    {"-w", "--disable-warnings", ALONE, NOTHING, NULL},
    {"-W", "--W", CLOSE, NOTHING, NULL},
    {"-Werror", "--Werror", VALUE, NOTHING, NULL},
    {"-diag-suppress", "--diag-suppress", VALUE, NOTHING, NULL},
    {"-diag-error", "--diag-error", VALUE, NOTHING, NULL},
    {"-diag-warn", "--diag-warn", VALUE, NOTHING, NULL},
    {"-res-usage", "--resource-usage", ALONE, NOTHING, NULL},
    {"-prec-div", "--prec-div", VALUE, NOTHING, NULL},
    {"-prec-sqrt", "--prec-sqrt", VALUE, NOTHING, NULL},
    {"-extra-device-vectorization", "--extra-device-vectorization", ALONE, NOTHING, NULL},
    {"-expt-relaxed-constexpr", "--expt-relaxed-constexpr", ALONE, NOTHING, NULL},
    {"-expt-extended-lambda", "--expt-extended-lambda", ALONE, NOTHING, NULL},
    {"-extended-lambda", "--extended-lambda", ALONE, NOTHING, NULL},
    {"-restrict", "--restrict", ALONE, NOTHING, NULL},
    {"-dlto", "--dlink-time-opt", ALONE, NOTHING, NULL},
    {"-t", "--threads", VALUE, NOTHING, NULL},
    {"-clean", "--clean-targets", ALONE, REFUSED, "remove the outputs yourself"},
    {"-run", "--run", ALONE, REFUSED, "`umbel cuda FILE.cu -- ARGUMENTS` builds and runs"},
    {"-cubin", "--cubin", ALONE, REFUSED, "there is no machine code here: -ptx gives PTX"},
    {"-fatbin", "--fatbin", ALONE, REFUSED, "there is no machine code here: -ptx gives PTX"},
    {"-deviceemu", "--device-emulation", ALONE, REFUSED, "nvcc dropped it in 2010"},
};

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
    struct nvcc_list *lists[] = {&n->files, &n->options, &n->device, &n->host, &n->link};
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

/* ---- one option ---- */

static bool takes_word(const struct option *o, const char *name, const char *word,
                       const char **value)
{
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0)
        return false;
    *value = NULL;
    if (word[n] == '\0')
        return true;
    if (o->takes == ALONE)
        return false;
    *value = word[n] == '=' ? word + n + 1 : word + n;
    return word[n] == '=' || (o->takes == CLOSE && name[1] != '-');
}

/* The option with the longest name that fits the word: -MM and not -M, -std and not -s. */
static const struct option *find(const char *word, const char **value)
{
    const struct option *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        for (int k = 0; k < 2; k++) {
            const char *name = k == 0 ? options[i].name : options[i].long_name, *at;
            if (name == NULL || strlen(name) <= longest ||
                !takes_word(&options[i], name, word, &at))
                continue;
            best = &options[i];
            longest = strlen(name);
            *value = at;
        }
    return best;
}

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
static const char *joined(struct nvcc *n, const struct option *o, const char *value)
{
    bool apart = strcmp(o->name, "-include") == 0 || strcmp(o->name, "-isystem") == 0;
    if (apart)
        nvcc_add(&n->options, o->name);
    return apart ? value
                 : arena_printf(&n->strings, "%s%s%s", o->name,
                                strcmp(o->name, "-std") == 0 ? "=" : "", value);
}

static bool take_with_value(struct nvcc *n, const struct option *o, const char *value,
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
        nvcc_add(&n->link, "-Xlinker");
        nvcc_add(&n->link, value);
        return true;
    case LIBRARY:
        return library(n, value, err);
    case OUTPUT:
        n->output = value;
        return true;
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

static void take_alone(struct nvcc *n, const struct option *o)
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
        break;
    case MAKE_LIBRARY:
        n->mode = NVCC_LIBRARY;
        break;
    default:
        *(o->action == RULE_TOO    ? &n->dependencies
          : o->action == SHARED    ? &n->shared
          : o->action == FAST_MATH ? &n->fast_math
          : o->action == KEEP      ? &n->keep
          : o->action == DRY       ? &n->dry
          : o->action == VERSION   ? &n->version
          : o->action == HELP      ? &n->help
          : o->action == FORWARD   ? &n->forward
                                   : &n->verbose) = true;
        break;
    }
}

static bool unknown(struct nvcc *n, const char *word, struct error *err)
{
    if (!n->forward)
        return error_set(err,
                         "unknown option '%s'; what the host's compiler understands goes behind "
                         "-Xcompiler",
                         word);
    nvcc_add(&n->host, word);
    return true;
}

static bool take(struct nvcc *n, int argc, char **argv, int *at, struct error *err)
{
    const char *word = argv[*at], *value = NULL;
    const struct option *o = find(word, &value);
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

bool nvcc_read(struct nvcc *n, int argc, char **argv, struct error *err)
{
    for (int i = 1; i < argc; i++)
        n->forward = n->forward || strstr(argv[i], "-forward-unknown-to-host-compiler") != NULL;
    for (int i = 1; i < argc; i++) {
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
