#include "harness/study/db.h"

#include "harness/study/db_sum.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct study_db {
    sqlite3 *db;
    char *path;
};

/* PRAGMA user_version; a database of another version is refused. */
#define DB_VERSION "2"
enum { VERSION = 2, WITHOUT_SUMS = 1, WAIT_MS = 60000 };

static const char db_schema[] =
    "CREATE TABLE IF NOT EXISTS points ("
    "  id INTEGER PRIMARY KEY,"
    "  key TEXT NOT NULL UNIQUE," /* SHA-256 of all that decides the result */
    "  system TEXT NOT NULL,"     /* name */
    "  kernel TEXT NOT NULL,"
    "  size TEXT NOT NULL,"
    "  seed TEXT NOT NULL,"       /* 64 bits without a sign */
    "  \"commit\" TEXT NOT NULL," /* of the Umbel that ran it */
    "  result TEXT NOT NULL,"
    "  cycles INTEGER NOT NULL,"
    "  seconds REAL NOT NULL,"              /* on the clock */
    "  command TEXT NOT NULL,"              /* repeats the run */
    "  system_yaml TEXT NOT NULL,"          /* the system after its overrides */
    "  verilog TEXT NOT NULL,"              /* SHA-256 and name of each emitted module */
    "  record TEXT NOT NULL,"               /* the run's JSON without its counters */
    "  checksum TEXT NOT NULL DEFAULT '');" /* of all this and of the counters (db_sum.h) */
    "CREATE TABLE IF NOT EXISTS counters ("
    "  point INTEGER NOT NULL REFERENCES points(id),"
    "  class TEXT NOT NULL,"    /* l1 */
    "  name TEXT NOT NULL,"     /* load_hits */
    "  unit TEXT NOT NULL,"     /* the instance: gpu0.sm3.l1 */
    "  value INTEGER NOT NULL," /* or the text 'overflow' (sw/util/count.h) */
    "  PRIMARY KEY (point, class, name, unit)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS runs ("
    "  id INTEGER PRIMARY KEY,"
    "  key TEXT NOT NULL,"
    "  started TEXT NOT NULL,"
    "  ended TEXT,"   /* NULL: not yet, or killed with the study */
    "  result TEXT);" /* 'stored', or why it gave no point */
    "PRAGMA user_version = " DB_VERSION ";";

static bool failed(const struct study_db *db, struct error *err)
{
    return error_set(err, "%s: %s", db->path, sqlite3_errmsg(db->db));
}

static bool execute(struct study_db *db, const char *sql, struct error *err)
{
    return sqlite3_exec(db->db, sql, NULL, NULL, NULL) == SQLITE_OK || failed(db, err);
}

/* BEGIN IMMEDIATE takes the lock for writing at once: a transaction that began as a reader may be
 * refused it later. */
static bool begin(struct study_db *db, struct error *err)
{
    return execute(db, "BEGIN IMMEDIATE", err);
}

static bool end(struct study_db *db, bool ok, struct error *err)
{
    if (ok && execute(db, "COMMIT", err))
        return true;
    sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool read_version(struct study_db *db, int *version, struct error *err)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(db->db, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK &&
              sqlite3_step(s) == SQLITE_ROW;
    *version = ok ? sqlite3_column_int(s, 0) : 0;
    if (!ok)
        failed(db, err);
    sqlite3_finalize(s);
    return ok;
}

/* Points of an earlier version are taken as they are. */
static bool add_sums(struct study_db *db, struct error *err)
{
    return execute(db,
                   "ALTER TABLE points ADD COLUMN checksum TEXT NOT NULL DEFAULT '';"
                   "PRAGMA user_version = " DB_VERSION ";",
                   err) &&
           (db_sum_store_all(db->db) || failed(db, err));
}

/* Makes the tables of a new database. */
static bool prepare_tables(struct study_db *db, struct error *err)
{
    int version;
    if (!read_version(db, &version, err))
        return false;
    if (version == VERSION)
        return true;
    if (!begin(db, err) || !read_version(db, &version, err))
        return false;
    if (version == WITHOUT_SUMS)
        return end(db, add_sums(db, err), err);
    bool ok = version == VERSION || version == 0 ||
              error_set(err, "%s: version %d of the database, not %d; give another --db", db->path,
                        version, VERSION);
    ok = ok && (version == VERSION || execute(db, db_schema, err));
    return end(db, ok, err);
}

static bool make_folder(const char *path, struct error *err)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return true;
    char *dir = xstrdup(path);
    dir[slash - path] = '\0';
    bool ok = file_mkdirs(dir, err);
    free(dir);
    return ok;
}

struct study_db *study_db_open(const char *path, struct error *err)
{
    struct study_db *db = xcalloc(1, sizeof *db);
    db->path = xstrdup(path);
    bool ok = make_folder(path, err);
    if (ok && sqlite3_open(path, &db->db) != SQLITE_OK)
        ok = failed(db, err);
    if (ok) {
        sqlite3_busy_timeout(db->db, WAIT_MS);
        ok = prepare_tables(db, err);
    }
    if (ok)
        return db;
    study_db_close(db);
    return NULL;
}

void study_db_close(struct study_db *db)
{
    if (db == NULL)
        return;
    sqlite3_close(db->db);
    free(db->path);
    free(db);
}

/* ---- statements ---- */

/* Prepares a statement and binds its texts, ?1, ?2 ...; NULL ends them. */
static sqlite3_stmt *prepare(struct study_db *db, const char *sql, const char *const *texts,
                             struct error *err)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(db->db, sql, -1, &s, NULL) == SQLITE_OK;
    for (int i = 0; ok && texts != NULL && texts[i] != NULL; i++)
        ok = sqlite3_bind_text(s, i + 1, texts[i], -1, SQLITE_TRANSIENT) == SQLITE_OK;
    if (ok)
        return s;
    failed(db, err);
    sqlite3_finalize(s);
    return NULL;
}

/* Runs a statement that gives no rows, and frees it. */
static bool finish(struct study_db *db, sqlite3_stmt *s, struct error *err)
{
    bool ok = s != NULL && sqlite3_step(s) == SQLITE_DONE;
    if (s != NULL && !ok)
        failed(db, err);
    sqlite3_finalize(s);
    return ok;
}

static const char *text_at(sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);
    return text != NULL ? (const char *)text : "";
}

/* ---- points ---- */

bool study_db_find(struct study_db *db, const char *key, struct study_row *row, struct error *err)
{
    *row = (struct study_row){0};
    sqlite3_stmt *s = prepare(db,
                              "SELECT id, cycles, seconds, \"commit\", record, result = 'WRONG', "
                              "iif(json_type(record, '$.run.link_energy_pj') = 'integer', "
                              "json_extract(record, '$.run.link_energy_pj'), -1) FROM points "
                              "WHERE key = ?1",
                              (const char *const[]){key, NULL}, err);
    int got = s != NULL ? sqlite3_step(s) : SQLITE_ERROR;
    if (got == SQLITE_ROW) {
        row->id = sqlite3_column_int64(s, 0);
        row->cycles = (uint64_t)sqlite3_column_int64(s, 1);
        row->seconds = sqlite3_column_double(s, 2);
        snprintf(row->commit, sizeof row->commit, "%s", text_at(s, 3));
        row->record = xstrdup(text_at(s, 4));
        row->wrong = sqlite3_column_int(s, 5) != 0;
        row->link_energy_pj = sqlite3_column_int64(s, 6);
    } else if (s != NULL && got != SQLITE_DONE) {
        failed(db, err);
    }
    sqlite3_finalize(s);
    return got == SQLITE_ROW || got == SQLITE_DONE;
}

bool study_db_has(struct study_db *db, const char *key, bool *there, struct error *err)
{
    struct study_row row;
    bool ok = study_db_find(db, key, &row, err);
    *there = row.id != 0;
    free(row.record);
    return ok;
}

bool study_db_check(struct study_db *db, const char *key, enum study_stored *is, struct error *err)
{
    sqlite3_stmt *s = prepare(db, "SELECT id, checksum FROM points WHERE key = ?1",
                              (const char *const[]){key, NULL}, err);
    const int got = s != NULL ? sqlite3_step(s) : SQLITE_ERROR;
    bool ok = got == SQLITE_ROW || got == SQLITE_DONE;
    struct sha256 sum = {{0}};
    *is = POINT_ABSENT;
    if (got == SQLITE_ROW) {
        ok = db_sum_of(db->db, sqlite3_column_int64(s, 0), &sum);
        *is = strcmp(sum.text, text_at(s, 1)) == 0 ? POINT_GOOD : POINT_CHANGED;
    }
    if (s != NULL && !ok)
        failed(db, err);
    sqlite3_finalize(s);
    return ok;
}

bool study_db_drop(struct study_db *db, const char *key, struct error *err)
{
    static const char *const all[] = {
        "DELETE FROM counters WHERE point IN (SELECT id FROM points WHERE key = ?1)",
        "DELETE FROM points WHERE key = ?1"};
    bool ok = begin(db, err);
    if (!ok)
        return false;
    for (size_t i = 0; ok && i < sizeof all / sizeof *all; i++)
        ok = finish(db, prepare(db, all[i], (const char *const[]){key, NULL}, err), err);
    return end(db, ok, err);
}

enum metric_found study_db_sum(struct study_db *db, int64_t point, const struct metric_term *t,
                               double *sum)
{
    struct error unsaid = {0};
    sqlite3_stmt *s =
        prepare(db,
                "SELECT sum(value), max(typeof(value) = 'text') FROM counters WHERE class = ?1 AND "
                "name = ?2 AND "
                "unit GLOB ?3 AND point = ?4",
                (const char *const[]){t->class, t->name,
                                      t->instances[0] != '\0' ? t->instances : "*", NULL},
                &unsaid);
    bool there = s != NULL && sqlite3_bind_int64(s, 4, point) == SQLITE_OK &&
                 sqlite3_step(s) == SQLITE_ROW && sqlite3_column_type(s, 0) != SQLITE_NULL;
    const bool over = there && sqlite3_column_int(s, 1) != 0;
    *sum = there ? sqlite3_column_double(s, 0) : 0;
    sqlite3_finalize(s);
    return !there ? METRIC_ABSENT : over ? METRIC_OVER : METRIC_FOUND;
}

/* ---- runs ---- */

bool study_db_start(struct study_db *db, const char *key, int64_t *run, struct error *err)
{
    bool ok = finish(db,
                     prepare(db, "INSERT INTO runs(key, started) VALUES (?1, datetime('now'))",
                             (const char *const[]){key, NULL}, err),
                     err);
    *run = sqlite3_last_insert_rowid(db->db);
    return ok;
}

bool study_db_last(struct study_db *db, const char *key, int64_t *run, struct error *err)
{
    sqlite3_stmt *s = prepare(db, "SELECT coalesce(max(id), 0) FROM runs WHERE key = ?1",
                              (const char *const[]){key, NULL}, err);
    bool ok = s != NULL && sqlite3_step(s) == SQLITE_ROW;
    *run = ok ? sqlite3_column_int64(s, 0) : 0;
    if (s != NULL && !ok)
        failed(db, err);
    sqlite3_finalize(s);
    return ok;
}

bool study_db_end(struct study_db *db, int64_t run, const char *result, struct error *err)
{
    sqlite3_stmt *s =
        prepare(db, "UPDATE runs SET ended = datetime('now'), result = ?1 WHERE id = ?2",
                (const char *const[]){result, NULL}, err);
    if (s != NULL)
        sqlite3_bind_int64(s, 2, run);
    return finish(db, s, err);
}

/* ---- storing ---- */

static bool store_counter(struct study_db *db, sqlite3_stmt *s, const char *class, const char *name,
                          const json_t *values, struct error *err)
{
    const char *unit;
    json_t *value;
    json_object_foreach((json_t *)(size_t)values, unit, value)
    {
        sqlite3_bind_text(s, 2, class, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 3, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 4, unit, -1, SQLITE_STATIC);
        if (json_is_integer(value))
            sqlite3_bind_int64(s, 5, json_integer_value(value));
        else
            sqlite3_bind_text(s, 5, json_string_value(value), -1, SQLITE_STATIC);
        if (sqlite3_step(s) != SQLITE_DONE)
            return failed(db, err);
        sqlite3_reset(s);
    }
    return true;
}

static bool store_counters(struct study_db *db, int64_t point, json_t *units, struct error *err)
{
    sqlite3_stmt *s = prepare(db, "INSERT INTO counters VALUES (?1, ?2, ?3, ?4, ?5)", NULL, err);
    const char *class, *name;
    json_t *of_class, *counter;
    bool ok = s != NULL && sqlite3_bind_int64(s, 1, point) == SQLITE_OK;
    json_object_foreach(units, class, of_class)
    {
        json_object_foreach(json_object_get(of_class, "counters"), name, counter)
        {
            ok = ok && store_counter(db, s, class, name, json_object_get(counter, "values"), err);
        }
    }
    sqlite3_finalize(s);
    return ok;
}

static bool store_shared(struct study_db *db, sqlite3_stmt *s, const char *name, const char *places,
                         json_int_t n, struct error *err)
{
    json_t *values = json_pack("{s:I}", places, n);
    bool ok = store_counter(db, s, "sharing", name, values, err);
    json_decref(values);
    return ok;
}

/* The requests for private, read-shared and read-write-shared places, of a run that told them, and
 * how many places there are, without copies and with: as counters of two units, `pages` and
 * `lines`. */
static bool store_sharing(struct study_db *db, int64_t point, json_t *sharing, struct error *err)
{
    sqlite3_stmt *s = prepare(db, "INSERT INTO counters VALUES (?1, ?2, ?3, ?4, ?5)", NULL, err);
    const char *places, *name;
    json_t *of_places, *class;
    bool ok = s != NULL && sqlite3_bind_int64(s, 1, point) == SQLITE_OK;
    json_object_foreach(sharing, places, of_places)
    {
        json_int_t all = 0, count = 0, copies = 0;
        json_object_foreach(of_places, name, class)
        {
            if (!json_is_object(class))
                continue;
            json_int_t n = json_integer_value(json_object_get(class, "reads")) +
                           json_integer_value(json_object_get(class, "writes"));
            struct sbuf word = {0};
            for (const char *c = name; *c != '\0'; c++)
                sbuf_printf(&word, "%c", *c == '-' ? '_' : *c);
            ok = ok && store_shared(db, s, word.text, places, n, err);
            sbuf_free(&word);
            all += n;
            count += json_integer_value(json_object_get(class, "count"));
            copies += json_integer_value(json_object_get(class, "copies"));
        }
        ok = ok && store_shared(db, s, "requests", places, all, err) &&
             store_shared(db, s, "count", places, count, err) &&
             store_shared(db, s, "copies", places, copies, err);
    }
    sqlite3_finalize(s);
    return ok;
}

static char *record_of(json_t *json)
{
    json_t *copy = json_copy(json);
    json_object_del(copy, "units");
    char *text = json_dumps(copy, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(copy);
    return text;
}

static const char *text_of(json_t *json, const char *object, const char *key)
{
    const char *text = json_string_value(json_object_get(json_object_get(json, object), key));
    return text != NULL ? text : "";
}

static bool store_point(struct study_db *db, const struct study_point *p,
                        const struct study_system *sys, json_t *json, double seconds,
                        struct error *err)
{
    json_t *cycles = json_object_get(json_object_get(json, "run"), "cycles");
    char *record = record_of(json);
    const char *const texts[] = {p->key.text,
                                 text_of(json, "run", "system"),
                                 p->kernel,
                                 p->size,
                                 text_of(json, "run", "seed"),
                                 text_of(json, "umbel", "commit"),
                                 text_of(json, "run", "result"),
                                 p->command,
                                 sys->yaml,
                                 sys->hashes,
                                 record,
                                 NULL};
    sqlite3_stmt *s =
        prepare(db,
                "INSERT INTO points(key, system, kernel, size, seed, \"commit\", result, command, "
                "system_yaml, verilog, record, cycles, seconds) VALUES "
                "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                texts, err);
    free(record);
    if (s != NULL) {
        sqlite3_bind_int64(s, 12, json_integer_value(cycles));
        sqlite3_bind_double(s, 13, seconds);
    }
    return finish(db, s, err);
}

bool study_db_store(struct study_db *db, int64_t run, const struct study_point *p,
                    const struct study_system *sys, json_t *json, double seconds, struct error *err)
{
    if (!begin(db, err))
        return false;
    bool ok = store_point(db, p, sys, json, seconds, err);
    int64_t point = sqlite3_last_insert_rowid(db->db);
    ok = ok && store_counters(db, point, json_object_get(json, "units"), err) &&
         store_sharing(db, point, json_object_get(json, "sharing"), err) &&
         (db_sum_store(db->db, point) || failed(db, err)) &&
         (run == 0 || study_db_end(db, run, "stored", err));
    return end(db, ok, err);
}
