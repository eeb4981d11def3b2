/*
 * The database of points, SQLite. One point is one row of `points` and its counters, stored in one
 * transaction, so that a process that is killed leaves whole points only. `runs` has a row for each
 * time that a point was started. Several processes may use one database.
 *
 * db_schema (db.c) names the tables and columns; harness/study/README.md has examples of queries.
 */
#ifndef UMBEL_HARNESS_STUDY_DB_H
#define UMBEL_HARNESS_STUDY_DB_H

#include "harness/study/points.h"

#include <jansson.h>
#include <stdint.h>

struct study_db;

/* Opens the database; makes it, and its folder, if it is not there. */
struct study_db *study_db_open(const char *path, struct error *err);
void study_db_close(struct study_db *db);

/* A stored point. */
struct study_row {
    int64_t id;
    uint64_t cycles;
    int64_t link_energy_pj; /* -1: nobody knows, as its units have one counter, or one ran over */
    double seconds;         /* from start to end of its process, on the clock */
    char commit[64];
    bool wrong;   /* its answer was wrong (struct study_series, may_be_wrong) */
    char *record; /* the run's JSON without its counters; to be freed */
};

/* Finds a point. False and an error if the database cannot be read; `row->id` is 0 if it has no
 * such point. */
bool study_db_find(struct study_db *db, const char *key, struct study_row *row, struct error *err);
/* Whether the point is there, without its row. */
bool study_db_has(struct study_db *db, const char *key, bool *there, struct error *err);

/* Whether a point is as it was stored. Its checksum tells if somebody or a disk has changed it. */
enum study_stored { POINT_ABSENT, POINT_GOOD, POINT_CHANGED };
bool study_db_check(struct study_db *db, const char *key, enum study_stored *is, struct error *err);
/* Removes a point with its counters. */
bool study_db_drop(struct study_db *db, const char *key, struct error *err);

/* Records that a point is started now; the number of that run. */
bool study_db_start(struct study_db *db, const char *key, int64_t *run, struct error *err);
/* The last run of a point, 0 if it has none. */
bool study_db_last(struct study_db *db, const char *key, int64_t *run, struct error *err);
/* Records how a run ended that gave no point. */
bool study_db_end(struct study_db *db, int64_t run, const char *result, struct error *err);
/* Stores a point from the JSON of its run, and that the run ended well. */
bool study_db_store(struct study_db *db, int64_t run, const struct study_point *p,
                    const struct study_system *sys, json_t *json, double seconds,
                    struct error *err);

/* The sum of a counter over the instances that a term means. */
enum metric_found study_db_sum(struct study_db *db, int64_t point, const struct metric_term *t,
                               double *sum);

#endif
