#include "harness/umbel/locality.h"

#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *kernel, *launch, *json, *words[LOCALITY_MOST_WORDS];
    size_t n_words;
    struct arena strings;
    struct error err;
};

enum { KEY_LAUNCH = 256, KEY_JSON };

static const struct argp_option options[] = {
    {"launch", KEY_LAUNCH, "FILE", 0,
     "how a kernel of your own is launched (KERNEL is its .cu or .ptx file)", 0},
    {"include", 'I', "DIR", 0, "a folder of headers, for a .cu file", 0},
    {"define", 'D', "NAME[=VALUE]", 0, "define a macro, for a .cu file", 0},
    {"json", KEY_JSON, "FILE", 0, "write all that is printed as JSON", 0},
    UMBEL_HELP,
    {0},
};

static const struct umbel_key keys[] = {
    UMBEL_TEXT(KEY_LAUNCH, struct arguments, launch),
    UMBEL_TEXT(KEY_JSON, struct arguments, json),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'I':
    case 'D':
        if (a->n_words == LOCALITY_MOST_WORDS) {
            error_set(&a->err, "'%s' is one folder or macro too many: at most %d", arg,
                      LOCALITY_MOST_WORDS);
            return EINVAL;
        }
        a->words[a->n_words++] = arena_printf(&a->strings, "-%c%s", key, arg);
        return 0;
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &a->kernel, &a->err);
    case ARGP_KEY_END:
        if (a->kernel != NULL)
            return 0;
        error_set(&a->err, "analyse what? umbel locality KERNEL");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_locality_argp = {
    options,
    parse,
    "KERNEL|FILE",
    "Tells how each access of a kernel to global memory moves with CTAs, threads and iterations, "
    "its class of locality, and what follows for placement, schedule and caches (LADM's index "
    "analysis). Runs nothing.\vKERNEL is NAME or NAME:SIZE of a kernel that ships, or a .cu or "
    ".ptx file. With a launch file sizes are known, and buffers have their classes; without one "
    "every kernel of the file is told, for grids of one and of two dimensions.\n\nIn the indices "
    "tx is threadIdx.x, bx blockIdx.x, bDx blockDim.x, gDx gridDim.x, m the iteration of the loop "
    "that moves the access; m2, m3 are loops inside it, o1, o2 around it; a parameter of such a "
    "name has an underscore. An index counts elements of the size of the access.",
    NULL,
    NULL,
    NULL};

/* ---- the work ---- */

static bool tell(struct locality_subject *s, json_t *list, struct error *err)
{
    struct arena a = {0};
    struct locality *l = NULL;
    bool ok = s->step == NULL || locality_subject_bind(s, &a, err);
    if (ok && s->kernel->refused != NULL)
        ok = error_set(err, "%s", s->kernel->refused);
    if (ok)
        l = locality_new(s->kernel, err);
    s->found = l;
    if (l != NULL) {
        s->names = locality_names(s->in->source, s->kernel, l, &a);
        locality_print(s);
        json_array_append_new(list, locality_json(s));
    }
    locality_free(l);
    arena_free(&a);
    return l != NULL;
}

/* Whether a step is of the host, which has no kernel, or an earlier one launches the same. */
static bool is_told(const struct launch *l, size_t step)
{
    for (size_t i = 0; i < step && !l->steps[step].is_host; i++)
        if (!l->steps[i].is_host && strcmp(l->steps[i].entry, l->steps[step].entry) == 0)
            return true;
    return l->steps[step].is_host;
}

static bool tell_launches(const struct locality_input *in, json_t *list, struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < in->launch->n_steps; i++) {
        const struct launch_step *step = &in->launch->steps[i];
        struct locality_subject s = {
            .in = in, .step = step, .kernel = ptx_find(in->module, step->entry)};
        if (is_told(in->launch, i))
            continue;
        ok = s.kernel != NULL
                 ? tell(&s, list, err)
                 : error_set(err, "%s:%d:%d: '%s' has no kernel '%s'", in->launch->path, step->line,
                             step->column, in->source, step->entry);
    }
    return ok;
}

static bool tell_file(const struct locality_input *in, json_t *list, struct error *err)
{
    size_t n = ptx_kernel_count(in->module);
    bool ok = n > 0 || error_set(err, "%s: it has no kernel", in->source);
    /* Kernels after one that is refused are told, too; the first refusal is the command's. */
    for (size_t i = 0; i < n; i++) {
        struct locality_subject s = {.in = in, .kernel = ptx_kernel(in->module, i)};
        ok = tell(&s, list, err) && ok;
    }
    return ok;
}

static bool write_json(const char *path, const struct locality_input *in, json_t *list,
                       struct error *err)
{
    json_t *all = json_object();
    json_object_set_new(all, "umbel", umbel_about());
    json_object_set_new(all, "source", json_string(in->source));
    if (in->launch != NULL)
        json_object_set_new(all, "size", json_string(in->launch->size));
    json_object_set(all, "kernels", list);
    char *text = json_dumps(all, JSON_INDENT(2));
    json_decref(all);
    struct outfile f = {0};
    bool ok = text != NULL || error_set(err, "%s: its text is not UTF-8", path);
    ok = ok && outfile_open(&f, path, err) && outfile_finish(&f, text, strlen(text), err);
    outfile_discard(&f);
    free(text);
    return ok;
}

/* Whether the file to be written is none of those that are read. */
static bool files_differ(const struct arguments *a, const struct locality_input *in,
                         struct error *err)
{
    struct claims files = {0};
    bool ok =
        claims_read(&files, "the kernel's source", in->source, err) &&
        (in->launch == NULL || claims_read(&files, "the launch file", in->launch->path, err)) &&
        (a->json == NULL || claims_write(&files, "--json", a->json, err));
    claims_free(&files);
    return ok;
}

int umbel_locality(int argc, char **argv)
{
    struct arguments a = {0};
    if (!umbel_parse(&umbel_locality_argp, "locality", argc, argv, &a, &a.err)) {
        arena_free(&a.strings);
        return umbel_complain(&a.err);
    }
    struct error err = {0};
    struct locality_input in = {.words = a.words, .n_words = a.n_words};
    json_t *list = json_array();
    bool ok = locality_input_load(&in, a.kernel, a.launch, &err) && files_differ(&a, &in, &err) &&
              (in.launch != NULL ? tell_launches(&in, list, &err) : tell_file(&in, list, &err)) &&
              (a.json == NULL || write_json(a.json, &in, list, &err));
    json_decref(list);
    locality_input_free(&in);
    arena_free(&a.strings);
    return ok ? 0 : umbel_complain(&err);
}
