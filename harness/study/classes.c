#include "harness/study/classes.h"
#include "harness/study/study_impl.h"

#include "sw/locality/locality.h"
#include "sw/runtime/launch.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"
#include "sw/util/temp.h"

#include <stdlib.h>
#include <string.h>

/* ---- the words of table IV ---- */

static const char *const types[] = {"NL", "NL-Xstride", "NL-Ystride", "RCL", "ITL", "unclassified"};
enum { TYPES = sizeof types / sizeof *types };

static const char *type_of(enum locality_class class)
{
    return class == LOCALITY_NONE           ? "NL"
           : class == LOCALITY_THREAD       ? "ITL"
           : class == LOCALITY_UNCLASSIFIED ? "unclassified"
                                            : "RCL";
}

/* A type without the direction of its stride. */
static bool same_type(const char *paper, const char *found)
{
    const size_t n = strcspn(paper, "-");
    return strlen(found) == n && strncmp(paper, found, n) == 0;
}

static bool is_among(const char *const *words, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(words[i], text) == 0)
            return true;
    return false;
}

/* The schedules of table II, each once; their number. */
static size_t schedules_of(const char *words[LOCALITY_CLASSES])
{
    size_t n = 0;
    for (int c = 0; c < LOCALITY_CLASSES; c++)
        if (!is_among(words, n, locality_advice[c].schedule))
            words[n++] = locality_advice[c].schedule;
    return n;
}

/* "'text' is no `what`: a, b or c" */
static void refuse(const char *text, const char *what, const char *const *words, size_t n,
                   struct sbuf *why)
{
    sbuf_printf(why, "'%.40s' is no %s: ", text, what);
    for (size_t i = 0; i < n; i++)
        sbuf_printf(why, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", words[i]);
}

bool study_class_reads(const struct study_kernel *k, struct sbuf *why)
{
    const char *schedules[LOCALITY_CLASSES];
    const size_t n = schedules_of(schedules);
    if (k->published_count != 2) {
        sbuf_puts(why, "a row of a study of classes has published: [TYPE, SCHEDULE]");
        return false;
    }
    if (!is_among(types, TYPES, k->published[0]))
        refuse(k->published[0], "type of locality", types, TYPES, why);
    else if (!is_among(schedules, n, k->published[1]))
        refuse(k->published[1], "schedule", schedules, n, why);
    else
        return true;
    return false;
}

/* ---- asking ---- */

/* What follows `umbel locality`. */
struct question {
    char *kernel; /* NAME:SIZE or SOURCE:SIZE */
    const char *launch;
};

static bool question_of(const struct study_kernel *k, struct question *q, struct error *err)
{
    struct launch *own = NULL;
    if (k->launch != NULL) {
        own = launch_load(k->launch, k->size, 1, UINT64_C(4) << 30, err);
        if (own == NULL)
            return false;
    }
    *q = (struct question){study_kernel_word(own != NULL ? own->source : k->name, k->size),
                           k->launch};
    launch_free(own);
    return true;
}

char *study_class_command(const struct study_kernel *k)
{
    struct question q = {0};
    struct error none = {0};
    struct sbuf s = {0};
    if (question_of(k, &q, &none))
        sbuf_printf(&s, "umbel locality %s%s%s", q.kernel, q.launch != NULL ? " --launch " : "",
                    q.launch != NULL ? q.launch : "");
    free(q.kernel);
    return s.text != NULL ? s.text : xstrdup("umbel locality");
}

/* What `program locality` writes as JSON; NULL and an error if it fails. */
static json_t *ask(const struct question *q, const char *program, struct error *err)
{
    json_error_t where;
    struct temp temp;
    if (!temp_make(&temp, "class", err))
        return NULL;
    char *path = temp_file(&temp, "classes.json");
    const char *const argv[] = {program,   "locality", q->kernel,
                                "--json",  path,       q->launch != NULL ? "--launch" : NULL,
                                q->launch, NULL};
    json_t *root = NULL;
    if (process_run(argv, err)) {
        root = json_load_file(path, 0, &where);
        if (root == NULL)
            error_set(err, "%s locality %s: its JSON: %s", program, q->kernel, where.text);
    }
    free(path);
    temp_remove(&temp);
    return root;
}

/* Number of a class by its name; LOCALITY_CLASSES: there is none. */
static int class_named(const char *name)
{
    int c = 0;
    while (c < LOCALITY_CLASSES && (name == NULL || strcmp(name, locality_advice[c].name) != 0))
        c++;
    return c;
}

static bool agrees(const struct study_kernel *k, int class)
{
    return same_type(k->published[0], type_of((enum locality_class) class)) &&
           strcmp(k->published[1], locality_advice[class].schedule) == 0;
}

/* The class of the row's kernel in the file's. */
static bool find(const struct study_kernel *k, const json_t *root, struct study_class *found,
                 struct error *err)
{
    const char *entry = k->entry != NULL ? k->entry : k->name;
    size_t i;
    json_t *it;
    json_array_foreach(json_object_get(root, "kernels"), i, it)
    {
        const char *name = json_string_value(json_object_get(it, "kernel"));
        const json_t *whole = json_object_get(it, "whole");
        const int class = class_named(json_string_value(json_object_get(whole, "class")));
        const int printed = class_named(json_string_value(json_object_get(whole, "printed")));
        if (name == NULL || strcmp(name, entry) != 0 || class == LOCALITY_CLASSES ||
            printed == LOCALITY_CLASSES)
            continue;
        *found = (struct study_class){
            .type = type_of((enum locality_class) class),
            .schedule = locality_advice[class].schedule,
            .name = locality_advice[class].name,
            .same = agrees(k, class),
            .printed_type = type_of((enum locality_class)printed),
            .printed_schedule = locality_advice[printed].schedule,
            .printed_same = agrees(k, printed),
        };
        return true;
    }
    return error_set(err, "%s launches no kernel '%s'; name one with entry", k->kernel, entry);
}

struct study_classes *study_classes(const struct study *s, const char *program, struct error *err)
{
    struct study_classes *c = xcalloc(1, sizeof *c);
    bool ok = true;
    c->study = s;
    c->rows = xcalloc(s->rows_count, sizeof *c->rows);
    for (uint32_t i = 0; ok && i < s->rows_count; i++) {
        struct question q = {0};
        json_t *root = question_of(&s->rows[i], &q, err) ? ask(&q, program, err) : NULL;
        ok = root != NULL && find(&s->rows[i], root, &c->rows[i], err);
        c->same += c->rows[i].same;
        c->printed_same += c->rows[i].printed_same;
        json_decref(root);
        free(q.kernel);
    }
    if (ok)
        return c;
    study_classes_free(c);
    return NULL;
}

void study_classes_free(struct study_classes *c)
{
    if (c == NULL)
        return;
    free(c->rows);
    free(c);
}

/* ---- telling ---- */

struct study_table study_classes_table(const struct study_classes *c)
{
    static const char *const heads[] = {"kernel", "",     "paper",      "", "Umbel",
                                        "",       "same", "as printed", "", "same"};
    enum { COLUMNS = sizeof heads / sizeof *heads };
    const struct study *s = c->study;
    struct study_table t = {.columns = COLUMNS, .rows = s->rows_count + 1, .left = COLUMNS};
    t.kinds = xcalloc(t.rows, sizeof *t.kinds);
    t.texts = xcalloc(t.rows * COLUMNS, sizeof *t.texts);
    for (size_t r = 0; r < t.rows; r++) {
        const struct study_kernel *k = r > 0 ? &s->rows[r - 1] : NULL;
        const struct study_class *of = r > 0 ? &c->rows[r - 1] : NULL;
        t.kinds[r] = r > 0 ? ROW_KERNEL : ROW_HEAD;
        for (size_t i = 0; i < COLUMNS; i++) {
            const char *const texts[COLUMNS] = {k != NULL ? k->label : "",
                                                k != NULL ? k->kernel : "",
                                                k != NULL ? k->published[0] : "",
                                                k != NULL ? k->published[1] : "",
                                                of != NULL ? of->type : "",
                                                of != NULL ? of->schedule : "",
                                                of != NULL && of->same ? "yes" : "no",
                                                of != NULL ? of->printed_type : "",
                                                of != NULL ? of->printed_schedule : "",
                                                of != NULL && of->printed_same ? "yes" : "no"};
            t.texts[r * COLUMNS + i] = xstrdup(r > 0 ? texts[i] : heads[i]);
        }
    }
    return t;
}

json_t *study_classes_json(const struct study_classes *c, json_t *about)
{
    const struct study *s = c->study;
    json_t *list = json_array();
    for (uint32_t i = 0; i < s->rows_count; i++) {
        const struct study_kernel *k = &s->rows[i];
        const struct study_class *of = &c->rows[i];
        char *command = study_class_command(k);
        json_array_append_new(
            list,
            json_pack(
                "{s:s, s:s, s:{s:s, s:s}, s:{s:s, s:s, s:s}, s:b, s:{s:s, s:s, s:b}, s:s?, s:s}",
                "label", k->label, "kernel", k->kernel, "paper", "type", k->published[0],
                "schedule", k->published[1], "umbel", "type", of->type, "schedule", of->schedule,
                "class", of->name, "same", of->same, "printed", "type", of->printed_type,
                "schedule", of->printed_schedule, "same", of->printed_same, "why", k->why,
                "command", command));
        free(command);
    }
    return json_pack("{s:i, s:o, s:s, s:s, s:{s:s?, s:s?}, s:i, s:i, s:o}", "schema", 1, "umbel",
                     about, "study", s->name, "about", s->about, "paper", "title", s->paper.title,
                     "figure", s->paper.figure, "same", (int)c->same, "printed_same",
                     (int)c->printed_same, "classes", list);
}
