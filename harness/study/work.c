#include "harness/study/work.h"

#include "gen/system/system.h"
#include "harness/machine/machine.h"
#include "harness/study/work_impl.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void work_show(struct working *s)
{
    if (s->w->progress != NULL)
        progress_update(&s->progress, s->cycles, s->all - s->left, s->all);
}

/* ---- a point that has ended ---- */

static void tell_failure(struct working *s, size_t i, const char *why)
{
    struct sbuf text = {0};
    sbuf_printf(&text, "a point failed: %s; repeat with: %s", why, s->w->points->list[i].command);
    if (s->w->progress != NULL)
        progress_end(&s->progress);
    if (s->w->say != NULL)
        s->w->say(text.text);
    sbuf_free(&text);
}

static void leave(struct working *s, size_t i, enum state now)
{
    struct job *j = &s->jobs[i];
    s->running -= j->state == RUNNING;
    j->state = now;
    s->left--;
    if (now == STORED)
        s->done->ran++;
    else
        s->done->failed++;
    study_release(&s->holds, s->w->points->list[i].key.text);
}

bool work_collect(struct working *s, size_t i)
{
    const struct study_point *p = &s->w->points->list[i];
    char *json_path = work_path(s, i, ".json"), *log = work_path(s, i, ".log");
    char *begun = work_path(s, i, ".begun");
    json_t *json = work_json(json_path, p->may_be_wrong);
    bool ok = true;
    if (json != NULL) {
        ok = study_db_store(s->w->db, s->jobs[i].run, p, &s->w->points->systems[p->system], json,
                            work_seconds(begun, json_path), s->err);
        s->cycles +=
            (uint64_t)json_integer_value(json_object_get(json_object_get(json, "run"), "cycles"));
    } else {
        char *why = work_error(log);
        ok = s->jobs[i].run == 0 || study_db_end(s->w->db, s->jobs[i].run, why, s->err);
        if (!process_stopped())
            tell_failure(s, i, why);
        free(why);
    }
    if (ok) {
        work_remove(s, i);
        leave(s, i, json != NULL ? STORED : FAILED);
    }
    json_decref(json);
    free(json_path);
    free(begun);
    free(log);
    return ok;
}

/* ---- a point that is to run ---- */

/* Stores what a killed study has left of this point. */
static bool recover(struct working *s, size_t i, bool *found)
{
    char *path = work_path(s, i, ".json");
    json_t *json = work_json(path, s->w->points->list[i].may_be_wrong);
    *found = json != NULL;
    json_decref(json);
    free(path);
    return !*found ||
           (study_db_last(s->w->db, s->w->points->list[i].key.text, &s->jobs[i].run, s->err) &&
            work_collect(s, i));
}

static void tell_waiting(struct working *s, pid_t by)
{
    char text[128];
    if (s->told_waiting || s->w->say == NULL)
        return;
    s->told_waiting = true;
    snprintf(text, sizeof text,
             "process %ld runs a point of this study, too; it will be waited for", (long)by);
    s->w->say(text);
}

bool work_take(struct working *s, size_t i, enum state *now)
{
    const char *key = s->w->points->list[i].key.text;
    pid_t by = 0;
    bool there = false;
    *now = WAITING;
    enum study_held held = study_hold(&s->holds, key, &by, s->err);
    if (held == HELD_FAILED)
        return false;
    if (held == HELD_ELSEWHERE) {
        tell_waiting(s, by);
        return true;
    }
    if (!study_db_has(s->w->db, key, &there, s->err))
        return false;
    if (there) { /* by the process that had it */
        leave(s, i, STORED);
        *now = STORED;
        return true;
    }
    if (!recover(s, i, &there))
        return false;
    *now = there ? STORED : RUNNING;
    return true;
}

static bool start(struct working *s, size_t i)
{
    const struct study_point *p = &s->w->points->list[i];
    char *json = work_path(s, i, ".json"), *log = work_path(s, i, ".log");
    char *begun = work_path(s, i, ".begun");
    const char **argv = xcalloc(p->n_argv + 6, sizeof *argv);
    size_t n = 0;
    argv[n++] = s->w->program;
    argv[n++] = "run";
    for (size_t a = 0; a < p->n_argv; a++)
        argv[n++] = p->argv[a];
    argv[n++] = "--json";
    argv[n++] = json;
    argv[n++] = "-q";
    work_remove(s, i);
    bool ok = study_db_start(s->w->db, p->key.text, &s->jobs[i].run, s->err) &&
              file_write(begun, "", 0, s->err);
    s->jobs[i].pid = ok ? process_start(argv, log, s->err) : -1;
    ok = s->jobs[i].pid > 0;
    s->jobs[i].state = ok ? RUNNING : WAITING;
    s->running += ok;
    free((void *)argv);
    free(json);
    free(log);
    free(begun);
    return ok;
}

/* Starts points while there is room. */
static bool start_some(struct working *s)
{
    for (size_t i = 0; i < s->w->points->n && s->running < (size_t)s->w->jobs; i++) {
        enum state now;
        if (s->jobs[i].state != WAITING)
            continue;
        if (process_stopped())
            return true;
        if (!work_take(s, i, &now) || (now == RUNNING && !start(s, i)))
            return false;
    }
    return true;
}

static bool collect_some(struct working *s)
{
    for (size_t i = 0; i < s->w->points->n; i++) {
        int status;
        if (s->jobs[i].state == RUNNING && process_ended(s->jobs[i].pid, &status) &&
            !work_collect(s, i))
            return false;
    }
    return true;
}

static void pause_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

static bool work_here(struct working *s)
{
    while (s->running > 0 || (s->left > 0 && !process_stopped())) {
        if (!collect_some(s) || !start_some(s))
            return false; /* runs in flight end with this process */
        work_show(s);
        if (s->left > 0)
            pause_a_moment();
    }
    return true;
}

/* ---- units ---- */

/*
 * Builds the units of a system before any point runs. Points that need the same unit would
 * otherwise wait for one another, each in its place of the few that run at a time. A unit that
 * cannot be built is told by the points that need it.
 */
static bool build_units(size_t i, void *ctx, struct error *err)
{
    (void)err; /* a failure would stop the others */
    const struct working *s = ctx;
    const struct study_points *points = s->w->points;
    const struct study_system *it = &points->systems[i];
    struct error unsaid = {0};
    bool wanted = false;
    for (size_t p = 0; p < points->n && !wanted; p++)
        wanted = s->jobs[p].state == WAITING && points->list[p].system == i;
    struct system *sys =
        wanted ? system_load(it->name, (const char *const *)it->sets, it->n_sets, &unsaid) : NULL;
    if (sys != NULL)
        machine_free(machine_new(sys, s->w->say, &unsaid));
    system_free(sys);
    return true;
}

/* ---- all ---- */

/* A point that is not as it was stored is run anew. */
static bool drop_changed(struct working *s, size_t i)
{
    struct sbuf text = {0};
    sbuf_printf(&text,
                "a stored point was changed or damaged after it was stored; it is run anew: %s",
                s->w->points->list[i].command);
    if (s->w->say != NULL)
        s->w->say(text.text);
    sbuf_free(&text);
    return study_db_drop(s->w->db, s->w->points->list[i].key.text, s->err);
}

/* Which points are there already. */
static bool look(struct working *s)
{
    const struct study_points *p = s->w->points;
    for (size_t i = 0; i < p->n; i++) {
        enum study_stored is;
        if (!study_db_check(s->w->db, p->list[i].key.text, &is, s->err) ||
            (is == POINT_CHANGED && !drop_changed(s, i)))
            return false;
        const bool there = is == POINT_GOOD;
        s->jobs[i].state = there ? STORED : WAITING;
        s->left += !there;
    }
    s->all = s->left;
    s->done->stored = p->n - s->left;
    return true;
}

static bool open_files(struct working *s)
{
    struct sbuf holds = {0}, work = {0};
    sbuf_printf(&holds, "%s.held", s->w->path);
    sbuf_printf(&work, "%s.work", s->w->path);
    bool ok = study_holds_open(&s->holds, holds.text, s->err) && file_mkdirs(work.text, s->err);
    sbuf_free(&holds);
    sbuf_free(&work);
    return ok;
}

static void begin_progress(struct working *s, struct sbuf *what)
{
    if (s->w->progress == NULL)
        return;
    sbuf_printf(what, "%s: ", s->w->points->study->name);
    s->progress = progress_start(s->w->progress, s->w->tty);
    s->progress.noun = "points";
    s->progress.what = what->text;
}

static bool work_on(struct working *s)
{
    struct error unsaid = {0};
    struct sbuf what = {0};
    process_parallel(s->w->points->n_systems, s->w->jobs > 0 ? s->w->jobs : 1, build_units, s,
                     &unsaid);
    begin_progress(s, &what);
    bool ok = s->w->slurm ? work_slurm(s) : work_here(s);
    if (s->w->progress != NULL)
        progress_end(&s->progress);
    sbuf_free(&what);
    if (process_stopped()) { /* which is then the cause of any failure */
        const size_t n = s->w->points->n;
        *s->err = (struct error){0};
        ok = error_set(s->err,
                       "interrupted; %zu of %zu points are stored, and the same command goes on "
                       "from there",
                       s->done->stored + s->done->ran, n);
    }
    return ok;
}

bool study_work(const struct study_work *w, struct study_worked *done, struct error *err)
{
    struct working s = {.w = w, .done = done, .holds = {-1}, .err = err};
    *done = (struct study_worked){0};
    s.jobs = xcalloc(w->points->n, sizeof *s.jobs);
    bool ok = look(&s);
    if (ok && s.left > 0)
        ok = open_files(&s) && work_on(&s);
    work_remove(&s, ALL_STORED);
    study_holds_close(&s.holds);
    free(s.jobs);
    return ok;
}
