/* Checksums of stored points: SHA-256 of all that a point's row and its counters say. */
#ifndef UMBEL_HARNESS_STUDY_DB_SUM_H
#define UMBEL_HARNESS_STUDY_DB_SUM_H

#include "sw/util/sha256.h"

#include <stdbool.h>
#include <stdint.h>

struct sqlite3;

/* What the point's checksum must be. False if the database cannot be read. */
bool db_sum_of(struct sqlite3 *db, int64_t point, struct sha256 *sum);
/* Stores it; of all points that have none: of an earlier version of the database. */
bool db_sum_store(struct sqlite3 *db, int64_t point);
bool db_sum_store_all(struct sqlite3 *db);

#endif
