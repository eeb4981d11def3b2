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

#include <stdio.h>
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

static bool submit(struct working *s, const char *array, const char *script, size_t tasks)
{
    char range[64], name[64];
    snprintf(name, sizeof name, "--job-name=%s", array);
    snprintf(range, sizeof range, "--array=0-%zu", tasks - 1);
    if (s->w->jobs > 0)
        snprintf(range + strlen(range), sizeof range - strlen(range), "%%%d", s->w->jobs);
    struct error why = {0};
    return process_run((const char *const[]){"sbatch", "--output=/dev/null", "--ntasks=1", name,
                                             range, script, NULL},
                       &why) ||
           error_set(s->err, "the points were not submitted: %s", why.text);
}

static bool note_task(struct working *s, size_t i, const char *array, size_t task)
{
    struct sbuf text = {0};
    struct job *j = &s->jobs[i];
    char *path = work_path(s, i, ".job");
    snprintf(j->array, sizeof j->array, "%s", array);
    j->task = task;
    j->inherited = false;
    j->looks = 0;
    sbuf_printf(&text, "%s %zu\n", array, task);
    bool ok = study_db_start(s->w->db, s->w->points->list[i].key.text, &j->run, s->err) &&
              file_write(path, text.text, text.len, s->err);
    sbuf_free(&text);
    free(path);
    return ok;
}

/* A name that no other array has. */
static void name_array(char name[32])
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, 32, "umbel-%lx-%lx", (long)getpid(),
             (long)(now.tv_sec * 1000 + now.tv_nsec / 1000000));
}

static bool submit_all(struct working *s, const size_t *list, size_t n)
{
    struct sbuf script = {0}, path = {0};
    char array[32];
    name_array(array);
    sbuf_puts(&script, "#!/bin/bash\ncase $SLURM_ARRAY_TASK_ID in\n");
    for (size_t t = 0; t < n; t++)
        put_task(&script, s, list[t], t);
    sbuf_puts(&script, "esac\n");
    sbuf_printf(&path, "%s.work/%s.sh", s->w->path, array);
    bool ok = file_write(path.text, script.text, script.len, s->err);
    for (size_t t = 0; ok && t < n; t++)
        ok = note_task(s, list[t], array, t);
    ok = ok && submit(s, array, path.text, n);
    for (size_t t = 0; !ok && t < n; t++) {
        struct error unsaid = {0};
        study_db_end(s->w->db, s->jobs[list[t]].run, "not submitted", &unsaid);
        work_remove(s, list[t]);
    }
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
    char *path = work_path(s, i, ".job"), *text = file_read(path, &len, &unsaid);
    struct job *j = &s->jobs[i];
    j->inherited = text != NULL && sscanf(text, "%31s %zu", j->array, &j->task) == 2;
    free(text);
    free(path);
    return j->inherited &&
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
    for (const char *at = tasks; *at != '\0';) {
        char array[32];
        size_t task;
        if (sscanf(at, "%31s %zu", array, &task) == 2 && task == j->task &&
            strcmp(array, j->array) == 0)
            return true;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return false;
}

/* All tasks of this user; NULL while Slurm does not answer. */
static char *ask(void)
{
    struct error unsaid = {0};
    return process_read(
        (const char *const[]){"squeue", "--noheader", "--array", "--me", "--format=%j %K", NULL},
        &unsaid);
}

static void submit_again(struct working *s, size_t i)
{
    work_remove(s, i);
    s->jobs[i].state = WAITING;
    s->running--;
}

static bool collect_all(struct working *s)
{
    char *tasks = ask();
    bool ok = true;
    for (size_t i = 0; ok && i < s->w->points->n; i++) {
        struct job *j = &s->jobs[i];
        if (j->state != RUNNING)
            continue;
        char *json = work_path(s, i, ".json"), *begun = work_path(s, i, ".begun");
        bool lost = tasks != NULL && !listed(tasks, j) && ++j->looks >= LOOKS_BEFORE_LOST;
        if (lost && j->inherited && !file_exists(begun)) /* the killed study had not submitted it */
            submit_again(s, i);
        else if (file_exists(json) || lost)
            ok = work_collect(s, i);
        free(json);
        free(begun);
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
