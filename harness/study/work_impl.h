/* Shared by the files that run points: here (work.c) and as a job array (slurm.c). */
#ifndef UMBEL_HARNESS_STUDY_WORK_IMPL_H
#define UMBEL_HARNESS_STUDY_WORK_IMPL_H

#include "harness/study/hold.h"
#include "harness/study/work.h"
#include "sw/util/progress.h"

#include <sys/types.h>

enum state { WAITING, RUNNING, STORED, FAILED };

/* A point while the study works. */
struct job {
    enum state state;
    pid_t pid;      /* of its process */
    int64_t run;    /* in the database; 0: it was started by a study that was killed */
    char array[32]; /* name of its Slurm job array; empty: none */
    size_t task;    /* in the array */
    bool inherited; /* from a study that was killed */
    unsigned looks; /* at which Slurm did not list it */
};

struct working {
    const struct study_work *w;
    struct study_worked *done;
    struct study_holds holds;
    struct job *jobs; /* one per point */
    size_t left;      /* points that are WAITING or RUNNING */
    size_t running;
    size_t all; /* points that the database lacked at the start */
    uint64_t cycles;
    bool told_waiting;
    struct progress progress;
    struct error *err;
};

/* work_files.c */

/* DATABASE.work/KEY.ending; to be freed. */
char *work_path(const struct working *s, size_t i, const char *ending);
/* The JSON of a run that ended well; NULL if there is none. */
json_t *work_json(const char *path, bool may_be_wrong);
/* From the start to the end of a run: by the times of KEY.begun, an empty file that is made at the
 * start, and of its JSON, which is written at the end. */
double work_seconds(const char *begun, const char *json);
/* The error in a log, without how to repeat the run; to be freed. */
char *work_error(const char *log);
/* Removes a point's files, also what a killed run has begun (KEY.json.PID.tmp). ALL_STORED: those
 * of all stored points, which a study leaves that is killed just behind the storing. */
#define ALL_STORED SIZE_MAX
void work_remove(const struct working *s, size_t i);

/* work.c */

/* Takes a point, if it can be had. STORED and FAILED: nothing is left to do; RUNNING: the caller
 * must start it; WAITING: another process has it. False: the database failed. */
bool work_take(struct working *s, size_t i, enum state *now);
/* Stores a point whose run has ended, or tells why it cannot. */
bool work_collect(struct working *s, size_t i);
void work_show(struct working *s);

/* slurm.c: runs all points that wait. */
bool work_slurm(struct working *s);

#endif
