/*
 * Suites of other people's CUDA programs, each fetched by the user and compiled as it is: which
 * programs compile, run, have the memory that cacheless execution has, and are right by their own
 * check.
 *
 *   suites SUITE.yaml FOLDER [PROGRAM...]
 *
 * FOLDER holds the suite as it was fetched; nothing in it is changed. Each program is built and run
 * by shell commands in a folder of its own below build/suites, where SUITE is that folder and NAME
 * the program's name. UMBEL_SYSTEM and UMBEL_OPTIONS are set, and CUDA_DIR is build/cuda, where a
 * Makefile finds nvcc, headers and libraries.
 * Exit status 0 if every program that the file does not excuse is right.
 */
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml.h"

#include <jansson.h>

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- the file ---- */

struct entry {
    char *name;
    char *build, *run; /* shell commands; NULL: the suite's */
    char *right;   /* what the output has if the program finds itself right; NULL: the suite's */
    char *size;    /* what the suite's `build` adds as $SIZE */
    char *options; /* of the machine, besides the suite's */
    char *excuse;  /* why it need not be right */
};

struct suite {
    char *name, *from, *system, *build, *run, *right, *options;
    uint32_t seconds; /* a program that takes longer is stopped */
    struct entry *programs;
    unsigned n_programs;
};

#define OPTIONAL (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define TEXT(type, member, flags)                                                                  \
    CYAML_FIELD_STRING_PTR(#member, flags, type, member, 0, CYAML_UNLIMITED)

static const cyaml_schema_field_t entry_fields[] = {TEXT(struct entry, name, CYAML_FLAG_POINTER),
                                                    TEXT(struct entry, build, OPTIONAL),
                                                    TEXT(struct entry, run, OPTIONAL),
                                                    TEXT(struct entry, right, OPTIONAL),
                                                    TEXT(struct entry, size, OPTIONAL),
                                                    TEXT(struct entry, options, OPTIONAL),
                                                    TEXT(struct entry, excuse, OPTIONAL),
                                                    CYAML_FIELD_END};
static const cyaml_schema_value_t entry_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct entry, entry_fields)};
static const cyaml_schema_field_t suite_fields[] = {
    TEXT(struct suite, name, CYAML_FLAG_POINTER),
    TEXT(struct suite, from, CYAML_FLAG_POINTER),
    TEXT(struct suite, system, CYAML_FLAG_POINTER),
    TEXT(struct suite, build, CYAML_FLAG_POINTER),
    TEXT(struct suite, run, CYAML_FLAG_POINTER),
    TEXT(struct suite, right, OPTIONAL),
    TEXT(struct suite, options, OPTIONAL),
    CYAML_FIELD_UINT("seconds", CYAML_FLAG_DEFAULT, struct suite, seconds),
    CYAML_FIELD_SEQUENCE_COUNT("programs", CYAML_FLAG_POINTER, struct suite, programs, n_programs,
                               &entry_schema, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END};
static const cyaml_schema_value_t suite_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct suite, suite_fields)};

/* ---- one program ---- */

struct outcome {
    bool compiles, runs;
    bool says_right, asks_itself; /* by its own check; it has one */
    char checked[64];             /* "identical", "racy", "WRONG" or nothing */
    long long cycles;
    double seconds;
    char reason[160];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A shell command in a folder, with its output in a file there. */
static bool shell(const char *dir, const char *command, const char *log, unsigned seconds,
                  int *status)
{
    struct sbuf path = {0};
    struct error err = {0};
    char limit[32];
    snprintf(limit, sizeof limit, "%u", seconds);
    sbuf_printf(&path, "%s/%s", dir, log);
    bool ok =
        process_log_in(dir, (const char *const[]){"timeout", limit, "bash", "-c", command, NULL},
                       path.text, status, &err);
    if (!ok && error_is_set(&err))
        fprintf(stderr, "suites: %s\n", err.text);
    sbuf_free(&path);
    return *status == 0;
}

/* The last line of a log that says something, for the table. */
static void take_reason(struct outcome *o, const char *dir, const char *log)
{
    struct sbuf path = {0};
    struct error ignored = {0};
    size_t len;
    sbuf_printf(&path, "%s/%s", dir, log);
    char *text = file_read(path.text, &len, &ignored);
    for (char *line = text != NULL ? strtok(text, "\n") : NULL; line != NULL;
         line = strtok(NULL, "\n"))
        if (strncmp(line, "umbel", 5) == 0 || strstr(line, "error") != NULL)
            snprintf(o->reason, sizeof o->reason, "%s", line);
    free(text);
    sbuf_free(&path);
}

static bool matches(const char *dir, const char *log, const char *pattern)
{
    struct sbuf path = {0};
    struct error ignored = {0};
    regex_t regex;
    size_t len;
    sbuf_printf(&path, "%s/%s", dir, log);
    char *text = file_read(path.text, &len, &ignored);
    bool found = false;
    if (text != NULL && regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) == 0) {
        found = regexec(&regex, text, 0, NULL, 0) == 0;
        regfree(&regex);
    }
    free(text);
    sbuf_free(&path);
    return found;
}

/* What the machine says of the run. */
static void take_result(struct outcome *o, const char *dir)
{
    struct sbuf path = {0};
    sbuf_printf(&path, "%s/run.json", dir);
    json_t *json = json_load_file(path.text, 0, NULL);
    const json_t *run = json_object_get(json, "run");
    const char *result = json_string_value(json_object_get(run, "result"));
    if (result != NULL)
        snprintf(o->checked, sizeof o->checked, "%s",
                 strcmp(result, "identical to cacheless execution") == 0 ? "identical"
                 : strstr(result, "racy") != NULL                        ? "racy"
                                                                         : result);
    o->cycles = (long long)json_integer_value(json_object_get(run, "cycles"));
    json_decref(json);
    sbuf_free(&path);
}

static void set_options(const struct suite *s, const struct entry *e, const char *dir)
{
    struct sbuf options = {0};
    sbuf_printf(&options, "--json %s/run.json -q %s %s", dir, s->options != NULL ? s->options : "",
                e->options != NULL ? e->options : "");
    setenv("UMBEL_OPTIONS", options.text, 1);
    setenv("NAME", e->name, 1);
    setenv("SIZE", e->size != NULL ? e->size : "", 1);
    sbuf_free(&options);
}

static struct outcome try(const struct suite *s, const struct entry *e, const char *dir)
{
    struct outcome o = {.reason = ""};
    const char *right = e->right != NULL ? e->right : s->right;
    double from = now();
    int status;
    set_options(s, e, dir);
    o.compiles = shell(dir, e->build != NULL ? e->build : s->build, "build.log", 300, &status);
    if (!o.compiles) {
        take_reason(&o, dir, "build.log");
        o.seconds = now() - from;
        return o;
    }
    from = now();
    o.runs = shell(dir, e->run != NULL ? e->run : s->run, "run.log", s->seconds, &status);
    o.seconds = now() - from;
    take_result(&o, dir);
    take_reason(&o, dir, "run.log");
    if (status == 124)
        snprintf(o.reason, sizeof o.reason, "did not end in %u seconds", s->seconds);
    else if (!o.runs && o.reason[0] == '\0')
        snprintf(o.reason, sizeof o.reason, "exit status %d", status);
    o.asks_itself = right != NULL && right[0] != '\0';
    o.says_right = o.asks_itself && o.runs && matches(dir, "run.log", right);
    return o;
}

static bool is_right(const struct outcome *o)
{
    return o->runs && (strcmp(o->checked, "identical") == 0 || strcmp(o->checked, "racy") == 0) &&
           (o->says_right || !o->asks_itself);
}

/* ---- the table ---- */

static bool wanted(const char *name, int argc, char **argv)
{
    bool any = argc <= 3;
    for (int i = 3; i < argc; i++)
        any = any || strcmp(argv[i], name) == 0;
    return any;
}

static char *make_folder(const struct suite *s, const struct entry *e)
{
    struct sbuf dir = {0};
    sbuf_printf(&dir, "%s/build/suites", UMBEL_ROOT);
    mkdir(dir.text, 0777);
    sbuf_printf(&dir, "/%s", s->name);
    mkdir(dir.text, 0777);
    sbuf_printf(&dir, "/%s", e->name);
    file_remove_all(dir.text);
    mkdir(dir.text, 0777);
    char *copy = xstrdup(dir.text);
    sbuf_free(&dir);
    return copy;
}

static void print_row(const struct entry *e, const struct outcome *o)
{
    printf("%-18s %-9s %-5s %-11s %-6s %13lld %9.1f  %s\n", e->name, o->compiles ? "yes" : "NO",
           o->runs ? "yes" : "NO", o->checked[0] != '\0' ? o->checked : "-",
           !o->asks_itself ? "-"
           : o->says_right ? "right"
                           : "WRONG",
           o->cycles, o->seconds,
           is_right(o)         ? ""
           : e->excuse != NULL ? e->excuse
                               : o->reason);
    fflush(stdout);
}

static void set_environment(const struct suite *s, const char *folder)
{
    struct sbuf path = {0};
    char *all = realpath(folder, NULL);
    sbuf_printf(&path, "%s/build/cuda/bin:%s/build:%s", UMBEL_ROOT, UMBEL_ROOT, getenv("PATH"));
    setenv("PATH", path.text, 1);
    setenv("CUDA_DIR", UMBEL_ROOT "/build/cuda", 1);
    setenv("LIBRARY_PATH", UMBEL_ROOT "/build/cuda/lib64", 1);
    setenv("SUITE", all != NULL ? all : folder, 1);
    setenv("HERE", UMBEL_ROOT "/tests/suites", 1);
    if (getenv("UMBEL_SYSTEM") == NULL)
        setenv("UMBEL_SYSTEM", s->system, 1);
    free(all);
    sbuf_free(&path);
}

int main(int argc, char **argv)
{
    struct error err = {0};
    if (argc < 3 || access(argv[2], R_OK) != 0) {
        fprintf(stderr, "suites SUITE.yaml FOLDER [PROGRAM...]; FOLDER is the suite as fetched\n");
        return 2;
    }
    struct suite *s = yaml_load_file(argv[1], &suite_schema, &err);
    if (s == NULL) {
        fprintf(stderr, "suites: %s\n", err.text);
        return 2;
    }
    set_environment(s, argv[2]);
    printf("%s on %s\n%-18s %-9s %-5s %-11s %-6s %13s %9s  %s\n", s->name, getenv("UMBEL_SYSTEM"),
           "program", "compiles", "runs", "checked", "itself", "cycles", "seconds", "reason");
    unsigned tried = 0, compiled = 0, right = 0, excused = 0;
    for (unsigned i = 0; i < s->n_programs; i++) {
        const struct entry *e = &s->programs[i];
        if (!wanted(e->name, argc, argv))
            continue;
        char *dir = make_folder(s, e);
        const struct outcome o = try(s, e, dir);
        print_row(e, &o);
        tried++;
        compiled += o.compiles;
        right += is_right(&o);
        excused += !is_right(&o) && e->excuse != NULL;
        free(dir);
    }
    printf("%u programs: %u compile, %u are right, %u of the others have a known reason\n", tried,
           compiled, right, excused);
    yaml_drop(&suite_schema, s);
    return right + excused == tried ? 0 : 1;
}
