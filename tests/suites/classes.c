/*
 * The classes of locality that `umbel locality` finds in kernels of other people, beside those that
 * a person gives: a set of them per buffer.
 *
 *   classes FILE.yaml FOLDER
 *
 * FOLDER holds the suites as they were fetched; nothing in them is changed. Exit status 0 if each
 * kernel has the classes that the file says.
 */
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the file ---- */

struct subject {
    char *file, *kernel;
    uint32_t dims;
    char **person; /* "BUFFER CLASS" */
    unsigned n_person;
    char **compiler; /* what the compiler adds, and why */
    unsigned n_compiler;
    char *why;
};

struct list {
    char *options;
    struct subject *kernels;
    unsigned n_kernels;
};

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};
static const cyaml_schema_field_t subject_fields[] = {
    CYAML_FIELD_STRING_PTR("file", CYAML_FLAG_POINTER, struct subject, file, 0, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("kernel", CYAML_FLAG_POINTER, struct subject, kernel, 0,
                           CYAML_UNLIMITED),
    CYAML_FIELD_UINT("dims", CYAML_FLAG_DEFAULT, struct subject, dims),
    CYAML_FIELD_SEQUENCE_COUNT("person", CYAML_FLAG_POINTER, struct subject, person, n_person,
                               &text, 1, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE_COUNT("compiler", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct subject,
                               compiler, n_compiler, &text, 1, CYAML_UNLIMITED),
    CYAML_FIELD_STRING_PTR("why", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct subject, why, 0,
                           CYAML_UNLIMITED),
    CYAML_FIELD_END};
static const cyaml_schema_value_t subject_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct subject, subject_fields)};
static const cyaml_schema_field_t list_fields[] = {
    CYAML_FIELD_STRING_PTR("options", CYAML_FLAG_POINTER, struct list, options, 0, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE_COUNT("kernels", CYAML_FLAG_POINTER, struct list, kernels, n_kernels,
                               &subject_schema, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END};
static const cyaml_schema_value_t list_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct list, list_fields)};

/* ---- what is found ---- */

/* Runs `umbel locality` in build/suites, by a shell because the options name $SUITES. */
static json_t *analyse(const struct list *l, const struct subject *s)
{
    struct sbuf command = {0};
    struct error err = {0};
    int status = -1;
    sbuf_printf(&command, "\"%s/build/umbel\" locality --json classes.json %s \"$SUITES/%s\"",
                UMBEL_ROOT, l->options, s->file);
    const char *const argv[] = {"bash", "-c", command.text, NULL};
    bool ok = process_log_in(UMBEL_ROOT "/build/suites", argv,
                             UMBEL_ROOT "/build/suites/classes.log", &status, &err);
    sbuf_free(&command);
    return ok && status == 0 ? json_load_file(UMBEL_ROOT "/build/suites/classes.json", 0, NULL)
                             : NULL;
}

static json_t *accesses_of(const json_t *all, const char *kernel)
{
    const size_t len = strlen(kernel);
    size_t i;
    json_t *it;
    json_array_foreach(json_object_get(all, "kernels"), i, it)
    {
        const char *name = json_string_value(json_object_get(it, "kernel"));
        if (name != NULL && strncmp(name, kernel, len) == 0 &&
            (name[len] == '\0' || name[len] == '('))
            return json_object_get(it, "accesses");
    }
    return NULL;
}

static const char *short_of(const char *class)
{
    return class == NULL                                 ? "?"
           : strcmp(class, "no datablock locality") == 0 ? "none"
           : strcmp(class, "intra-thread locality") == 0 ? "thread"
                                                         : class;
}

/* The set of "BUFFER CLASS" of a kernel; NULL: it was not found. */
static json_t *found_in(const json_t *all, const struct subject *s)
{
    json_t *accesses = accesses_of(all, s->kernel), *it, *set = json_object();
    size_t i;
    json_array_foreach(accesses, i, it)
    {
        const char *buffer = json_string_value(json_object_get(it, "parameter"));
        const char *class =
            json_string_value(json_object_get(it, s->dims == 1 ? "class_1d" : "class_2d"));
        char key[256];
        snprintf(key, sizeof key, "%s %s", buffer != NULL ? buffer : "?", short_of(class));
        json_object_set_new(set, key, json_true());
    }
    if (accesses == NULL) {
        json_decref(set);
        return NULL;
    }
    return set;
}

/* ---- the table ---- */

/* Takes what was expected out of the set; what was not found is told. */
static unsigned take(json_t *set, char *const *list, unsigned n, struct sbuf *told)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < n; i++)
        if (json_object_del(set, list[i]) != 0) {
            sbuf_printf(told, "    not found: %s\n", list[i]);
            missing++;
        }
    return missing;
}

static bool tell(const struct subject *s, const json_t *all)
{
    struct sbuf told = {0};
    const char *key;
    json_t *set = found_in(all, s), *value;
    unsigned wrong = set == NULL ? 1 : take(set, s->person, s->n_person, &told);
    if (set == NULL)
        sbuf_puts(&told, "    was not analysed; build/suites/classes.log may say why\n");
    else
        wrong += take(set, s->compiler, s->n_compiler, &told);
    json_object_foreach(set, key, value)
    {
        sbuf_printf(&told, "    found, but no person says so: %s\n", key);
        wrong++;
    }
    printf("%-24s %u-D  %2u classes  %s\n", s->kernel, s->dims, s->n_person,
           wrong > 0           ? "OTHERS"
           : s->n_compiler > 0 ? s->why
                               : "the same");
    fputs(sbuf_str(&told), stdout);
    sbuf_free(&told);
    json_decref(set);
    return wrong == 0;
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (argc != 3 || access(argv[2], R_OK) != 0) {
        fprintf(stderr, "classes FILE.yaml FOLDER; FOLDER has the suites as fetched\n");
        return 2;
    }
    char *suites = realpath(argv[2], NULL);
    setenv("SUITES", suites != NULL ? suites : argv[2], 1);
    free(suites);
    struct list *l = yaml_load_file(argv[1], &list_schema, &err);
    if (l == NULL || !file_mkdirs(UMBEL_ROOT "/build/suites", &err)) {
        fprintf(stderr, "classes: %s\n", err.text);
        return 2;
    }
    unsigned same = 0;
    for (unsigned i = 0; i < l->n_kernels; i++) {
        json_t *all = analyse(l, &l->kernels[i]);
        same += tell(&l->kernels[i], all);
        json_decref(all);
    }
    printf("%u kernels: %u have the classes that a person gives\n", l->n_kernels, same);
    bool ok = same == l->n_kernels;
    yaml_drop(&list_schema, l);
    return ok ? 0 : 1;
}
