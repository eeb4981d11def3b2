/*
 * Runs the points of a study that the database lacks, each in a process of its own, and stores each
 * as soon as it has finished. A point that another process is running, for this study or for
 * another on the same database, is waited for.
 *
 * DATABASE.work holds KEY.json, KEY.log and KEY.begun of the points in flight. A KEY.json that a
 * killed study has left is whole and is stored, not run again.
 */
#ifndef UMBEL_HARNESS_STUDY_WORK_H
#define UMBEL_HARNESS_STUDY_WORK_H

#include "harness/study/db.h"

#include <stdio.h>

struct study_work {
    const struct study_points *points;
    struct study_db *db;
    const char *path;    /* of the database */
    const char *program; /* umbel */
    bool slurm;          /* as a job array, see slurm.c */
    int jobs;            /* points at a time; 0: as many as Slurm likes */
    FILE *progress;      /* NULL: none */
    bool tty;
    void (*say)(const char *text); /* told of points that fail, and of what is waited for */
};

struct study_worked {
    size_t stored; /* before */
    size_t ran;    /* now, or by another process meanwhile */
    size_t failed;
};

/* False and an error if it was told to stop (process_stopped()) or the database failed. Points that
 * failed are no error: they are counted, and `say` was told. */
bool study_work(const struct study_work *w, struct study_worked *done, struct error *err);

#endif
