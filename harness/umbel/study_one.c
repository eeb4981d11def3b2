/* `umbel study STUDY`: runs one study and tells its table, as JSON and as a page, too. */
#include "harness/study/report.h"
#include "harness/study/work.h"
#include "harness/umbel/study.h"
#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/file.h"
#include "sw/util/outfile.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct session {
    const struct study_wanted *a;
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
    for (uint32_t i = 0; ok && i < s->series_count; i++)
        ok = s->series[i].program.launch == NULL ||
             claims_read(claims, "a launch file", s->series[i].program.launch, err);
    return ok;
}

/* Everything that can be refused, before any point runs. */
static bool open_all(struct session *s, struct error *err)
{
    const struct study_wanted *a = s->a;
    struct claims claims = {0};
    s->study = study_load(a->study, err);
    bool ok = s->study != NULL && claims_read(&claims, "the study's file", s->study->path, err) &&
              claim_kernels(s->study, &claims, err) &&
              (s->study->asks == STUDY_CLASSES || claims_write(&claims, "--db", s->a->db, err)) &&
              (a->json == NULL || claims_write(&claims, "--json", a->json, err)) &&
              (a->report == NULL || file_folder_takes(a->report, err)) &&
              (a->json == NULL || outfile_open(&s->json, a->json, err));
    claims_free(&claims);
    if (!ok || s->study->asks == STUDY_CLASSES)
        return ok && (!a->slurm || error_set(err,
                                             "%s asks for classes and runs nothing: leave out "
                                             "--slurm",
                                             s->study->name));
    s->points = study_points(
        s->study, &(struct study_models){umbel_version.models, umbel_version.routing}, err);
    s->db = s->points != NULL ? study_db_open(s->a->db, err) : NULL;
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
        .path = s->a->db,
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
        printf("classes %u: %u as in the paper; by algorithm 1 as printed %u\n\n", of->rows_count,
               s->classes->same, s->classes->printed_same);
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
    snprintf(version, sizeof version, "%s (%s)", umbel_version.number, umbel_version.commit);
    return file_mkdirs(s->a->report, err) &&
           (s->classes != NULL ? study_report_classes(s->classes, s->a->report, version, err)
                               : study_report(s->result, s->a->report, version, err));
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

bool study_one(const struct study_wanted *wanted, struct study_lines *lines, struct error *err)
{
    struct session s = {.a = wanted};
    bool ok = open_all(&s, err) && work(&s, err) && tell(&s, err);
    if (ok && lines != NULL)
        study_lines_add(lines, s.study, s.result, s.classes, s.worked.failed);
    else if (ok && s.worked.failed > 0)
        ok = error_set(err, "%zu of %zu points failed; the same command tries them again",
                       s.worked.failed, s.points->n);
    close_all(&s);
    return ok;
}
