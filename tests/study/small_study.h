/*
 * Small studies on tsm-tiny, and questions to their databases. Series differ in DRAM's times, which
 * are the C model's: other fields would make Verilator build units.
 */
#ifndef UMBEL_TESTS_STUDY_SMALL_STUDY_H
#define UMBEL_TESTS_STUDY_SMALL_STUDY_H

#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Four points: two series, two kernels. */
static const char small_study[] = "about: slow and fast memory\n"
                                  "kernels: [vecadd:tiny, relu:tiny]\n"
                                  "series:\n"
                                  "  - {label: fast, system: tsm-tiny}\n"
                                  "  - label: slow & late\n"
                                  "    system: tsm-tiny\n"
                                  "    sets: [dram.tCL=60]\n"
                                  "    published: [0.5]\n"
                                  "metric: cycles\n"
                                  "normalise: {to: fast, as: speedup}\n"
                                  "plot: bars\n"
                                  "notes: [tCL is 60 < 100]\n";

/* `umbel study FILE` of the test's folder, with its database s.db. */
static inline struct command run_study(void **state, const char *file, const char *const *more)
{
    const char *argv[16] = {umbel_path(), "study", in_folder(state, file), "--db",
                            in_folder(state, "s.db")};
    for (size_t n = 5; more != NULL && *more != NULL; more++)
        argv[n++] = *more;
    return umbel_run_args(argv);
}

#define STUDY(state, ...) run_study((state), "s.yaml", (const char *const[]){__VA_ARGS__, NULL})

/* A whole number that a query gives; fails the test if the database cannot answer. */
static inline int64_t asked(const char *db, const char *sql)
{
    sqlite3 *it = NULL;
    sqlite3_stmt *s = NULL;
    if (sqlite3_open_v2(db, &it, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        fail_msg("%s: cannot be opened", db);
    sqlite3_busy_timeout(it, 60000);
    if (sqlite3_prepare_v2(it, sql, -1, &s, NULL) != SQLITE_OK || sqlite3_step(s) != SQLITE_ROW)
        fail_msg("%s: %s: %s", db, sql, sqlite3_errmsg(it));
    int64_t n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(it);
    return n;
}

/* The database has no points, and no memory of runs. */
static inline void forget_points(const char *db)
{
    asked(db, "DELETE FROM counters RETURNING 1");
    asked(db, "DELETE FROM points RETURNING 1");
    asked(db, "DELETE FROM runs RETURNING 1");
}

/* s.yaml with 16 points, which take a few seconds: tCL is `first` and the seven numbers behind it.
 */
static inline void write_long(void **state, int first)
{
    struct sbuf s = {0};
    sbuf_puts(&s, "about: x\nkernels: [relu:tiny, vecadd:tiny]\nseries:\n"
                  "  - {label: A, system: tsm-tiny}\nmetric: cycles\nplot: lines\n"
                  "sweep:\n  label: tCL\n  values:\n");
    for (int i = 0; i < 8; i++)
        sbuf_printf(&s, "    - {label: %d, sets: [dram.tCL=%d]}\n", i, first + i);
    write_text(in_folder(state, "s.yaml"), s.text);
    sbuf_free(&s);
}

/* Each stored point was run to its end once, and never started again after that. */
static inline void assert_none_repeated(const char *db)
{
    assert_int_equal(asked(db,
                           "SELECT count(*) FROM points p WHERE 1 <> (SELECT count(*) FROM runs "
                           "r WHERE r.key = p.key AND r.result = 'stored')"),
                     0);
    assert_int_equal(asked(db, "SELECT count(*) FROM runs a JOIN runs b ON a.key = b.key AND "
                               "b.id > a.id WHERE a.result = 'stored'"),
                     0);
}

#endif
