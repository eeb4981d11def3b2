/* `umbel study`: a paper's figure, measured beside published. */
#include "harness/run/run.h"
#include "harness/study/report.h"
#include "harness/study/work.h"
#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/file.h"
#include "sw/util/outfile.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <argp.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_LIST = 256, KEY_STORED, KEY_DB, KEY_JSON, KEY_REPORT, KEY_SLURM, MOST_JOBS = 256 };

struct arguments {
    const char *study, *db, *json, *report;
    uint64_t jobs; /* 0: one per processor */
    bool list, stored, slurm, quiet;
    struct error err;
};

static const struct argp_option options[] = {
    {"list", KEY_LIST, NULL, 0, "list the studies that ship, with their points", 0},
    {"stored", KEY_STORED, NULL, 0,
     "with --list: how many of the points the database has; as long as the Verilog and the PTX of "
     "all take, which their keys are made of",
     0},
    {"jobs", 'j', "N", 0, "points at a time (1 to 256; default: one per processor)", 0},
    {"db", KEY_DB, "FILE", 0,
     "the database of points (default: build/studies.db; of an installed umbel: "
     "umbel-out/studies.db)",
     0},
    {"json", KEY_JSON, "FILE", 0, "write the table and the points as JSON", 0},
    {"report", KEY_REPORT, "DIR", 0, "write a page, DIR/index.html, with the figure", 0},
    {"slurm", KEY_SLURM, NULL, 0,
     "run the points as a Slurm job array and wait for them; the database must be in a folder that "
     "all nodes share",
     0},
    {"quiet", 'q', NULL, 0, "no progress, no table", 0},
    UMBEL_HELP,
    {0},
};

static error_t parse_end(struct arguments *a)
{
    if (a->list && (a->study != NULL || a->json != NULL || a->report != NULL || a->slurm ||
                    a->jobs > 0 || a->quiet)) {
        error_set(&a->err, "--list lists all studies: leave out everything else but --stored and "
                           "--db");
        return EINVAL;
    }
    if (a->stored && !a->list) {
        error_set(&a->err, "--stored is of --list: add it, or leave --stored out");
        return EINVAL;
    }
    if (a->list && a->db != NULL && !a->stored) {
        error_set(&a->err, "--list reads no database: add --stored, or leave --db out");
        return EINVAL;
    }
    if (a->list || a->study != NULL)
        return 0;
    error_set(&a->err, "study what? umbel study NAME; `umbel study --list` lists them");
    return EINVAL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_LIST:
        a->list = true;
        return 0;
    case KEY_STORED:
        a->stored = true;
        return 0;
    case 'j':
        return umbel_number_in(arg, "--jobs", 1, MOST_JOBS, &a->jobs, &a->err);
    case KEY_DB:
        a->db = arg;
        return 0;
    case KEY_JSON:
        a->json = arg;
        return 0;
    case KEY_REPORT:
        a->report = arg;
        return 0;
    case KEY_SLURM:
        a->slurm = true;
        return 0;
    case 'q':
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->study == NULL) {
            a->study = arg;
            return 0;
        }
        error_set(&a->err, "'%s' is one argument too many; see `umbel study --help`", arg);
        return EINVAL;
    case ARGP_KEY_END:
        return parse_end(a);
    default:
        return umbel_parse_rest(key, state, &a->err);
    }
}

const struct argp umbel_study_argp = {
    options,
    parse,
    "[STUDY]",
    "Runs the systems that a figure of a paper compares on the same kernels, and prints the "
    "paper's numbers beside the measured ones. Each point runs in a process of its own and is "
    "stored when it has finished, so that a study that was stopped goes on where it was, and no "
    "point is run twice.\vSTUDY is a name (`umbel study --list`) or a file.",
    NULL,
    NULL,
    NULL};

/* ---- --list ---- */

static bool count_stored(const struct study_points *p, struct study_db *db, size_t *stored,
                         struct error *err)
{
    *stored = 0;
    for (size_t i = 0; db != NULL && i < p->n; i++) {
        bool there;
        if (!study_db_has(db, p->list[i].key.text, &there, err))
            return false;
        *stored += there;
    }
    return true;
}

/* A study's points with those that the database has; db NULL: it has none. */
static bool list_stored(const struct study *s, struct study_db *db, struct error *err)
{
    struct study_points *p = study_points(s, umbel_version.models, err);
    size_t stored;
    bool ok = p != NULL && count_stored(p, db, &stored, err);
    if (ok)
        printf("%-18s %3zu points, %3zu stored  %s\n", s->name, p->n, stored, s->about);
    study_points_free(p);
    return ok;
}

static bool list_one(const char *name, bool count, struct study_db *db, struct error *err)
{
    struct study *s = study_load(name, err);
    bool ok = s != NULL;
    if (ok && s->asks == STUDY_CLASSES)
        printf("%-18s %3u classes%s  %s\n", name, s->rows_count, count ? "          " : "",
               s->about);
    else if (ok && count)
        ok = list_stored(s, db, err);
    else if (ok)
        printf("%-18s %3zu points   %s\n", name, study_points_planned(s), s->about);
    study_free(s);
    return ok;
}

/* `path`: of the database whose points are counted; NULL: none. */
static int list(const char *path, struct error *err)
{
    struct study_db *db = NULL;
    bool ok = true;
    if (path != NULL && file_exists(path)) {
        db = study_db_open(path, err);
        ok = db != NULL;
    }
    struct study_names all = study_names();
    for (size_t i = 0; ok && i < all.n; i++)
        ok = list_one(all.names[i], path != NULL, db, err);
    study_names_free(&all);
    study_db_close(db);
    return ok ? 0 : umbel_complain(err);
}

/* ---- one study ---- */

struct session {
    const struct arguments *a;
    const char *path; /* of the database */
    struct study *study;
    struct study_points *points;
    struct study_db *db;
    struct outfile json;
    struct study_worked worked;
    struct study_result *result;
    struct study_classes *classes; /* of a study that asks for them */
};

static bool claim_kernels(const struct study *s, struct claims *claims, struct error *err)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < s->rows_count; i++)
        ok = s->rows[i].launch == NULL ||
             claims_read(claims, "a launch file", s->rows[i].launch, err);
    return ok;
}

/* Everything that can be refused, before any point runs. */
static bool open_all(struct session *s, struct error *err)
{
    const struct arguments *a = s->a;
    struct claims claims = {0};
    s->study = study_load(a->study, err);
    bool ok = s->study != NULL && claims_read(&claims, "the study's file", s->study->path, err) &&
              claim_kernels(s->study, &claims, err) &&
              (s->study->asks == STUDY_CLASSES || claims_write(&claims, "--db", s->path, err)) &&
              (a->json == NULL || claims_write(&claims, "--json", a->json, err)) &&
              (a->report == NULL || file_folder_takes(a->report, err)) &&
              (a->json == NULL || outfile_open(&s->json, a->json, err));
    claims_free(&claims);
    if (!ok || s->study->asks == STUDY_CLASSES)
        return ok && (!a->slurm || error_set(err,
                                             "%s asks for classes and runs nothing: leave out "
                                             "--slurm",
                                             s->study->name));
    s->points = study_points(s->study, umbel_version.models, err);
    s->db = s->points != NULL ? study_db_open(s->path, err) : NULL;
    return s->db != NULL;
}

static bool find_itself(char program[PATH_MAX], struct error *err)
{
    ssize_t n = readlink("/proc/self/exe", program, PATH_MAX - 1);
    if (n <= 0)
        return error_set(err, "/proc/self/exe: cannot be read: %s", strerror(errno));
    program[n] = '\0';
    return true;
}

static bool work(struct session *s, struct error *err)
{
    char program[PATH_MAX];
    if (!find_itself(program, err))
        return false;
    if (s->study->asks == STUDY_CLASSES) {
        s->classes = study_classes(s->study, program, err);
        return s->classes != NULL;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const struct study_work w = {
        .points = s->points,
        .db = s->db,
        .path = s->path,
        .program = program,
        .jobs = s->a->jobs > 0 ? (int)s->a->jobs
                : cores > 0    ? (int)cores
                               : 1,
        .slurm = s->a->slurm,
        .progress = s->a->quiet ? NULL : stderr,
        .tty = isatty(2) != 0,
        .say = umbel_say,
    };
    return study_work(&w, &s->worked, err);
}

static void print_head(const struct study *of)
{
    printf("study   %s\n        %s\n", of->name, of->about);
    if (of->paper.title != NULL)
        printf("paper   %s, %s\n", of->paper.title, of->paper.figure);
}

static void print_table(const struct study *of, struct study_table t)
{
    study_table_print(&t, stdout);
    study_table_free(&t);
    for (uint32_t i = 0; i < of->rows_count; i++)
        if (of->rows[i].why != NULL)
            printf("\n%s: %s\n", of->rows[i].label, of->rows[i].why);
    for (uint32_t i = 0; i < of->notes_count; i++)
        printf("%s* %s\n", i == 0 ? "\n" : "", of->notes[i]);
}

static void print(const struct session *s)
{
    const struct study *of = s->study;
    print_head(of);
    if (s->classes != NULL) {
        printf("classes %u: %u as in the paper\n\n", of->rows_count, s->classes->same);
        print_table(of, study_classes_table(s->classes));
        return;
    }
    char *words = study_words(of);
    printf("values  %s%s%s%s\n", words, of->mean != STUDY_NO_MEAN ? "; " : "",
           of->mean != STUDY_NO_MEAN ? study_mean_word(of) : "",
           of->mean != STUDY_NO_MEAN ? " means" : "");
    printf("points  %zu: %zu stored before, %zu run now, %zu failed\n\n", s->points->n,
           s->worked.stored, s->worked.ran, s->worked.failed);
    print_table(of, study_table(s->result));
    free(words);
}

static bool write_json(struct session *s, struct error *err)
{
    json_t *root = s->classes != NULL ? study_classes_json(s->classes, umbel_about())
                                      : study_json(s->result, umbel_about());
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS);
    json_decref(root);
    if (text == NULL)
        return error_set(err, "%s: not written: a text is not UTF-8", s->a->json);
    struct sbuf out = {0};
    sbuf_printf(&out, "%s\n", text);
    free(text);
    bool ok = outfile_finish(&s->json, out.text, out.len, err);
    sbuf_free(&out);
    return ok;
}

static bool write_report(const struct session *s, struct error *err)
{
    char version[160];
    struct sbuf aside = {0};
    snprintf(version, sizeof version, "%s (%s)", umbel_version.number, umbel_version.commit);
    sbuf_printf(&aside, "%s/index", s->a->report);
    bool ok =
        file_mkdirs(s->a->report, err) &&
        (s->classes != NULL ? study_report_classes(s->classes, s->a->report, version, err)
                            : study_report(s->result, s->a->report, version, aside.text, err));
    sbuf_free(&aside);
    return ok;
}

static bool tell(struct session *s, struct error *err)
{
    if (s->classes == NULL) {
        s->result = study_result(s->points, s->db, err);
        if (s->result == NULL)
            return false;
    }
    if (!s->a->quiet)
        print(s);
    return (s->a->json == NULL || write_json(s, err)) &&
           (s->a->report == NULL || write_report(s, err));
}

static void close_all(struct session *s)
{
    study_classes_free(s->classes);
    study_result_free(s->result);
    outfile_discard(&s->json);
    study_db_close(s->db);
    study_points_free(s->points);
    study_free(s->study);
}

int umbel_study(int argc, char **argv)
{
    struct arguments a = {0};
    struct error err = {0};
    if (!umbel_parse(&umbel_study_argp, "study", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    struct session s = {.a = &a, .path = a.db != NULL ? a.db : root_output("studies.db")};
    if (a.list)
        return list(a.stored ? s.path : NULL, &err);
    run_catch_interrupts();
    bool ok = open_all(&s, &err) && work(&s, &err) && tell(&s, &err);
    if (ok && s.worked.failed > 0)
        ok = error_set(&err, "%zu of %zu points failed; the same command tries them again",
                       s.worked.failed, s.points->n);
    close_all(&s);
    if (ok)
        return 0;
    umbel_complain(&err);
    return process_stopped() ? 130 : 1;
}
