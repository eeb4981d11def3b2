#include "harness/study/db_sum.h"

#include "sw/util/sbuf.h"

#include <sqlite3.h>
#include <stdlib.h>

/* A column with its length before it, so that no text runs into the next one. Numbers with a point
 * have all their digits, whichever version of SQLite writes them. */
static void add_column(struct sbuf *all, sqlite3_stmt *s, int column)
{
    struct sbuf number = {0};
    const char *text = (const char *)sqlite3_column_text(s, column);
    int len = sqlite3_column_bytes(s, column);
    if (sqlite3_column_type(s, column) == SQLITE_FLOAT) {
        sbuf_printf(&number, "%.17g", sqlite3_column_double(s, column));
        text = number.text;
        len = (int)number.len;
    }
    sbuf_printf(all, "%d:", len);
    sbuf_add(all, text != NULL ? text : "", (size_t)len);
    sbuf_free(&number);
}

/* All columns of all rows of a question about the point ?1. */
static bool add_rows(sqlite3 *db, const char *sql, int64_t point, struct sbuf *all)
{
    sqlite3_stmt *s = NULL;
    int got = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
    if (got == SQLITE_OK)
        got = sqlite3_bind_int64(s, 1, point);
    while (got == SQLITE_OK || got == SQLITE_ROW) {
        got = sqlite3_step(s);
        for (int i = 0; got == SQLITE_ROW && i < sqlite3_column_count(s); i++)
            add_column(all, s, i);
    }
    sqlite3_finalize(s);
    return got == SQLITE_DONE;
}

bool db_sum_of(sqlite3 *db, int64_t point, struct sha256 *sum)
{
    struct sbuf all = {0};
    const bool ok = add_rows(db,
                             "SELECT key, system, kernel, size, seed, \"commit\", result, cycles, "
                             "seconds, command, system_yaml, verilog, record FROM points "
                             "WHERE id = ?1",
                             point, &all) &&
                    add_rows(db,
                             "SELECT class, name, unit, value FROM counters WHERE point = ?1 "
                             "ORDER BY class, name, unit",
                             point, &all);
    *sum = sha256_of(sbuf_str(&all), all.len);
    sbuf_free(&all);
    return ok;
}

bool db_sum_store(sqlite3 *db, int64_t point)
{
    struct sha256 sum;
    sqlite3_stmt *s = NULL;
    bool ok = db_sum_of(db, point, &sum) &&
              sqlite3_prepare_v2(db, "UPDATE points SET checksum = ?1 WHERE id = ?2", -1, &s,
                                 NULL) == SQLITE_OK &&
              sqlite3_bind_text(s, 1, sum.text, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
              sqlite3_bind_int64(s, 2, point) == SQLITE_OK && sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return ok;
}

bool db_sum_store_all(sqlite3 *db)
{
    int got = SQLITE_ROW;
    bool ok = true;
    while (ok && got == SQLITE_ROW) {
        sqlite3_stmt *s = NULL;
        ok = sqlite3_prepare_v2(db, "SELECT id FROM points WHERE checksum = '' LIMIT 1", -1, &s,
                                NULL) == SQLITE_OK;
        got = ok ? sqlite3_step(s) : SQLITE_ERROR;
        const int64_t id = got == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
        sqlite3_finalize(s);
        ok = ok && (got == SQLITE_DONE || (got == SQLITE_ROW && db_sum_store(db, id)));
    }
    return ok;
}
