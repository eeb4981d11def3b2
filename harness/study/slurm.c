/*
 * Runs the points of a study as tasks of Slurm job arrays. A task's script has the commands of all
 * points; a task runs one of them, and leaves DATABASE.work/KEY.json and KEY.log as a process here
 * would. This process waits and stores the results, so the folder must be one that the nodes share.
 *
 * KEY.job names array and task. A study that is started anew after it was killed finds it, and
 * waits for the task instead of submitting the point again.
 */
#include "harness/study/work_impl.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/shell.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A task that Slurm no longer lists and that has left no result has failed; but a shared folder may
 * show the result later than Slurm shows the end. */
enum { LOOKS_BEFORE_LOST = 3 };

/* ---- submitting ---- */

static void put_task(struct sbuf *script, const struct working *s, size_t i, size_t task)
{
    const struct study_point *p = &s->w->points->list[i];
    char *json = work_path(s, i, ".json"), *log = work_path(s, i, ".log");
    char *begun = work_path(s, i, ".begun");
    sbuf_printf(script, "%zu)\n    : >", task);
    shell_word(script, begun);
    sbuf_puts(script, "\n    exec >");
    shell_word(script, log);
    sbuf_puts(script, " 2>&1\n    exec ");
    shell_word(script, s->w->program);
    sbuf_puts(script, " run");
    for (size_t a = 0; a < p->n_argv; a++) {
        sbuf_puts(script, " ");
        shell_word(script, p->argv[a]);
    }
    sbuf_puts(script, " --json ");
    shell_word(script, json);
    sbuf_puts(script, " -q\n    ;;\n");
    free(json);
    free(log);
    free(begun);
}

/* The array's number, 0 on failure. */
static long submit(struct working *s, const char *script, size_t tasks)
{
    char range[64], name[128];
    snprintf(name, sizeof name, "--job-name=umbel-%.80s", s->w->points->study->name);
    snprintf(range, sizeof range, "--array=0-%zu", tasks - 1);
    if (s->w->jobs > 0)
        snprintf(range + strlen(range), sizeof range - strlen(range), "%%%d", s->w->jobs);
    struct error why = {0};
    char *said = process_read((const char *const[]){"sbatch", "--parsable", "--output=/dev/null",
                                                    "--ntasks=1", name, range, script, NULL},
                              &why);
    long id = said != NULL ? strtol(said, NULL, 10) : 0;
    if (id <= 0)
        error_set(s->err, "the points were not submitted: %s", said != NULL ? said : why.text);
    free(said);
    return id;
}

static bool note_task(struct working *s, size_t i, long array, size_t task)
{
    struct sbuf text = {0};
    char *path = work_path(s, i, ".job");
    sbuf_printf(&text, "%ld %zu\n", array, task);
    bool ok = file_write(path, text.text, text.len, s->err) &&
              study_db_start(s->w->db, s->w->points->list[i].key.text, &s->jobs[i].run, s->err);
    s->jobs[i].array = array;
    s->jobs[i].task = task;
    sbuf_free(&text);
    free(path);
    return ok;
}

static bool submit_all(struct working *s, const size_t *list, size_t n)
{
    struct sbuf script = {0}, path = {0};
    sbuf_puts(&script, "#!/bin/bash\ncase $SLURM_ARRAY_TASK_ID in\n");
    for (size_t t = 0; t < n; t++)
        put_task(&script, s, list[t], t);
    sbuf_puts(&script, "esac\n");
    sbuf_printf(&path, "%s.work/slurm.%ld.sh", s->w->path, (long)getpid());
    bool ok = file_write(path.text, script.text, script.len, s->err);
    long array = ok ? submit(s, path.text, n) : 0;
    ok = array > 0;
    for (size_t t = 0; ok && t < n; t++)
        ok = note_task(s, list[t], array, t);
    unlink(path.text); /* sbatch has copied it */
    sbuf_free(&script);
    sbuf_free(&path);
    return ok;
}

/* Finds the task of a point that a killed study has submitted. */
static bool find_task(struct working *s, size_t i)
{
    struct error unsaid = {0};
    size_t len;
    char *path = work_path(s, i, ".job"), *text = file_read(path, &len, &unsaid), *end;
    struct job *j = &s->jobs[i];
    j->array = text != NULL ? strtol(text, &end, 10) : 0;
    j->task = j->array > 0 ? strtoul(end, NULL, 10) : 0;
    free(text);
    free(path);
    return j->array > 0 &&
           study_db_last(s->w->db, s->w->points->list[i].key.text, &j->run, &unsaid);
}

/* Takes all points that can be had, and submits those that have no task. */
static bool take_all(struct working *s)
{
    const size_t points = s->w->points->n;
    size_t *list = xcalloc(points, sizeof *list), n = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < points; i++) {
        enum state now;
        if (s->jobs[i].state != WAITING)
            continue;
        ok = work_take(s, i, &now);
        if (!ok || now != RUNNING)
            continue;
        s->jobs[i].state = RUNNING;
        s->running++;
        if (!find_task(s, i))
            list[n++] = i;
    }
    ok = ok && (n == 0 || submit_all(s, list, n));
    free(list);
    return ok;
}

/* ---- waiting ---- */

/* Whether Slurm still has a task, in the lines "ARRAY TASK" of squeue. */
static bool listed(const char *tasks, const struct job *j)
{
    for (const char *at = tasks; *at != '\0';
         at += strcspn(at, "\n") + (strchr(at, '\n') != NULL)) {
        char *end;
        long array = strtol(at, &end, 10);
        if (array == j->array && strtoul(end, NULL, 10) == j->task)
            return true;
    }
    return false;
}

/* All tasks of this user; NULL while Slurm does not answer. */
static char *ask(void)
{
    struct error unsaid = {0};
    return process_read(
        (const char *const[]){"squeue", "--noheader", "--array", "--me", "--format=%F %K", NULL},
        &unsaid);
}

static bool collect_all(struct working *s)
{
    char *tasks = ask();
    bool ok = true;
    for (size_t i = 0; ok && i < s->w->points->n; i++) {
        struct job *j = &s->jobs[i];
        if (j->state != RUNNING)
            continue;
        char *json = work_path(s, i, ".json");
        bool lost = tasks != NULL && !listed(tasks, j) && ++j->looks >= LOOKS_BEFORE_LOST;
        if (file_exists(json) || lost)
            ok = work_collect(s, i);
        free(json);
    }
    free(tasks);
    return ok;
}

/* When it is told to stop, the tasks go on: the same command finds them again. */
bool work_slurm(struct working *s)
{
    bool ok = true;
    while (ok && s->left > 0 && !process_stopped()) {
        ok = take_all(s) && collect_all(s);
        work_show(s);
        for (int i = 0; i < 20 && s->left > 0 && !process_stopped(); i++)
            nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    return ok;
}
