/* What `umbel locality` reads: the launch file, the kernel, the names in its source. */
#include "harness/umbel/locality.h"

#include "harness/umbel/umbel.h"
#include "sw/cuda/build.h"
#include "sw/ptx/listing.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/root.h"
#include "sw/util/temp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the kernel ---- */

/* Compiles a file that may be a whole program. */
static char *compile_program(const struct locality_input *in, size_t *len, struct error *err)
{
    struct temp temp;
    if (!temp_make(&temp, "locality", err))
        return NULL;
    char *path = temp_file(&temp, "out.ptx");
    const struct cuda_build build = {.files = {&in->source, 1},
                                     .options = {in->words, in->n_words}};
    char *text =
        cuda_compile(&build, in->source, CUDA_PTX, path, err) ? file_read(path, len, err) : NULL;
    free(path);
    temp_remove(&temp);
    return text;
}

static bool load_module(struct locality_input *in, struct error *err)
{
    size_t len;
    char *text;
    if (cuda_ends_with(in->source, ".ptx"))
        text = file_read(in->source, &len, err);
    else if (in->launch != NULL && in->n_words == 0)
        text = ptx_compile(in->source, root_path("sw/kernels"), 0, &len, err);
    else
        text = compile_program(in, &len, err);
    if (text != NULL)
        in->module = ptx_parse_listed(text, len, in->source, err);
    free(text);
    return in->module != NULL;
}

bool locality_input_load(struct locality_input *in, const char *kernel, const char *launch,
                         struct error *err)
{
    const char *colon = strrchr(kernel, ':');
    if (colon != NULL && file_exists(kernel))
        colon = NULL;
    const char *name = arena_strndup(&in->arena, kernel,
                                     colon != NULL ? (size_t)(colon - kernel) : strlen(kernel));
    bool is_file = launch != NULL || cuda_ends_with(name, ".cu") || cuda_ends_with(name, ".ptx");
    const char *path = launch;
    if (!is_file)
        path = arena_printf(&in->arena, "%s/%s/%s.yaml", root_path("sw/kernels"), name, name);
    if (!is_file && (strchr(name, '/') != NULL || !file_exists(path))) {
        struct near near = {.word = name};
        error_set(err,
                  "kernel '%s': there is none of that name; `umbel kernels` lists them, and a .cu "
                  "or .ptx file may be named instead",
                  name);
        near_files(&near, root_path("sw/kernels/*/*.yaml"));
        near_tell(&near, err);
        return false;
    }
    if (path == NULL && colon != NULL)
        return error_set(err, "%s: a size is of a launch file; give it with --launch FILE", kernel);
    if (path != NULL) {
        in->launch = launch_load(path, colon != NULL ? colon + 1 : NULL, 1, UINT64_C(4) << 30, err);
        if (in->launch == NULL)
            return false;
    }
    in->source = is_file ? name : in->launch->source;
    return load_module(in, err);
}

void locality_input_free(struct locality_input *in)
{
    ptx_free(in->module);
    launch_free(in->launch);
    arena_free(&in->arena);
}

/* ---- a launch ---- */

bool locality_subject_bind(struct locality_subject *s, struct arena *a, struct error *err)
{
    const struct ptx_kernel *k = s->kernel;
    const struct launch *l = s->in->launch;
    const struct launch_step *step = s->step;
    uint8_t *params = arena_alloc(a, k->param_bytes + 8);
    uint64_t *bytes = ARENA_ARRAY(a, uint64_t, k->n_params + 1);
    if (step->n_args != (size_t)k->n_params)
        return error_set(err, "%s:%d:%d: kernel '%s' takes %d arguments, the launch gives %zu",
                         l->path, step->line, step->column, k->name, k->n_params, step->n_args);
    for (int i = 0; i < k->n_params; i++) {
        const struct launch_arg *arg = &step->args[i];
        uint32_t size = arg->buffer >= 0 ? 8 : arg->bytes;
        if (size != k->params[i].bytes)
            return error_set(err,
                             "%s:%d:%d: argument %d of kernel '%s' has %u bytes, the launch gives "
                             "%u; use another type",
                             l->path, step->line, step->column, i + 1, k->name, k->params[i].bytes,
                             size);
        if (arg->buffer >= 0)
            bytes[i] = l->buffers[arg->buffer].bytes;
        memcpy(params + k->params[i].offset, &arg->value, arg->buffer >= 0 ? 0 : size);
    }
    s->at = (struct locality_launch){step->grid, step->block, params};
    s->bytes = bytes;
    return true;
}

/* ---- names ---- */

const char *locality_kernel_name(const char *name, struct arena *a)
{
    if (strncmp(name, "_Z", 2) != 0)
        return name;
    const char *s = name + 2, *part = NULL;
    size_t n = 0;
    s += strspn(s, "NL");
    while (isdigit((unsigned char)*s)) {
        n = strtoul(s, (char **)(uintptr_t)&s, 10);
        if (n == 0 || n > strlen(s))
            return name;
        part = s;
        s += n;
        s += strspn(s, "L");
    }
    return part != NULL ? arena_strndup(a, part, n) : name;
}

static bool is_name_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Blanks out comments. */
static void drop_comments(char *s)
{
    while (*s != '\0') {
        char *end = s[0] == '/' && s[1] == '/'   ? s + strcspn(s, "\n")
                    : s[0] == '/' && s[1] == '*' ? strstr(s + 2, "*/")
                                                 : NULL;
        if (s[0] == '/' && s[1] == '*')
            end = end != NULL ? end + 2 : s + strlen(s);
        if (end == NULL)
            s++;
        for (; end != NULL && s < end; s++)
            *s = *s == '\n' ? '\n' : ' ';
    }
}

/* Whether parameters, which begin here, are those of a declaration alone: `;` stands behind. */
static bool is_declared_only(const char *s)
{
    for (int depth = 1; *s != '\0' && depth > 0; s++)
        depth += (*s == '(') - (*s == ')');
    return s[strspn(s, " \t\n")] == ';';
}

/* What stands behind '(' of the definition of a __global__ function, or else of its first
 * declaration; NULL: there is neither. */
static const char *find_parameters(const char *text, const char *name)
{
    const char *declaration = NULL;
    size_t n = strlen(name);
    for (const char *at = text; (at = strstr(at, name)) != NULL; at += n) {
        const char *after = at + n + strspn(at + n, " \t\n");
        if ((at > text && is_name_letter(at[-1])) || *after != '(')
            continue;
        const char *before = at;
        while (before > text && before[-1] != ';' && before[-1] != '}' && before[-1] != '{')
            before--;
        if (memmem(before, (size_t)(at - before), "__global__", 10) == NULL)
            continue;
        if (!is_declared_only(after + 1))
            return after + 1;
        declaration = declaration == NULL ? after + 1 : declaration;
    }
    return declaration;
}

/* The last name of a parameter's declaration, before what it is set to or an array's size. */
static const char *declared(const char *s, const char *end, struct arena *a)
{
    const char *stop = s;
    while (stop < end && *stop != '=' && *stop != '[')
        stop++;
    while (stop > s && !is_name_letter(stop[-1]))
        stop--;
    const char *begin = stop;
    while (begin > s && is_name_letter(begin[-1]))
        begin--;
    return begin < stop ? arena_strndup(a, begin, (size_t)(stop - begin)) : NULL;
}

static int read_names(const char *s, const char **names, int most, struct arena *a)
{
    int n = 0, depth = 0;
    for (const char *begin = s; *s != '\0'; s++) {
        depth += (*s == '(' || *s == '<' || *s == '[') - (*s == '>' || *s == ']');
        if (depth == 0 && (*s == ',' || *s == ')')) {
            if (n < most)
                names[n] = declared(begin, s, a);
            n++;
            begin = s + 1;
        }
        if (*s == ')' && depth-- == 0)
            break;
    }
    return n;
}

static bool names_in(const char *source, const struct ptx_kernel *k, const char **names,
                     struct arena *a)
{
    struct error ignored = {0};
    size_t len;
    char *text = cuda_ends_with(source, ".ptx") ? NULL : file_read(source, &len, &ignored);
    if (text == NULL)
        return false;
    drop_comments(text);
    const char *at = find_parameters(text, locality_kernel_name(k->name, a));
    bool found = at != NULL && read_names(at, names, k->n_params, a) == k->n_params;
    free(text);
    return found;
}

const char *const *locality_names(const char *source, const struct ptx_kernel *k,
                                  const struct locality *l, struct arena *a)
{
    const char **names = ARENA_ARRAY(a, const char *, k->n_params + 1), *last = NULL;
    const char *slash = strrchr(source, '/');
    int folder = slash != NULL ? (int)(slash + 1 - source) : 0;
    bool found = names_in(source, k, names, a);
    for (size_t i = 0; !found && i < locality_count(l); i++) {
        const char *file = locality_access(l, i)->file;
        if (file == NULL || (last != NULL && strcmp(file, last) == 0))
            continue;
        last = file;
        found = names_in(file, k, names, a) ||
                names_in(arena_printf(a, "%.*s%s", folder, source, file), k, names, a);
    }
    if (!found)
        memset(names, 0, (size_t)k->n_params * sizeof *names);
    return names;
}
