/*
 * SIGKILL at random moments of a study: no point that was finished is lost, none is run again.
 *
 * Costs minutes with UMBEL_SLOW: it alone finds a moment at which a killed study leaves half a
 * point or forgets a whole one. Without, five moments of a smaller study; the
 * long tests have 50.
 */
#include "sw/util/rng.h"
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/slow.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_MS = 2000 };

/* Every day a study of 50 points, which five kills do not see to its end; 20 kills of the slow
 * tests end several of 80. */
static int values(void)
{
    return slow_wanted() ? 40 : 25;
}

static void write_study(void **state)
{
    struct sbuf s = {0};
    sbuf_puts(&s, "about: x\nkernels: [relu:tiny, transpose:tiny]\nseries:\n"
                  "  - {label: A, system: tsm-tiny}\nmetric: cycles\nplot: lines\n"
                  "sweep:\n  label: tCL\n  values:\n");
    for (int i = 0; i < values(); i++)
        sbuf_printf(&s, "    - {label: %d, sets: [dram.tCL=%d]}\n", i, 20 + i);
    write_text(in_folder(state, "s.yaml"), s.text);
    sbuf_free(&s);
}

/* The study as a process; its output is not looked at. */
static pid_t start(void **state, const char *db)
{
    const char *study = in_folder(state, "s.yaml");
    pid_t pid = fork();
    if (pid == 0) {
        execl(umbel_path(), umbel_path(), "study", study, "--db", db, "-j", "3", "-q", NULL);
        _exit(127);
    }
    assert_true(pid > 0);
    return pid;
}

/* Waits so long, or until it has ended, which is true. */
static bool ended_within(pid_t pid, unsigned ms)
{
    for (; ms > 0; ms--) {
        if (waitpid(pid, NULL, WNOHANG) == pid)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return false;
}

/* All that is known of the stored points, as one text, to be freed. */
static char *stored(const char *db, int64_t upto)
{
    sqlite3 *it = NULL;
    sqlite3_stmt *s = NULL;
    struct sbuf text = {0};
    sbuf_puts(&text, "");
    assert_int_equal(sqlite3_open_v2(db, &it, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(it, 60000);
    static const char sql[] =
        "SELECT p.id, p.key, p.cycles, p.seconds, p.record, count(*), sum(value) FROM points p "
        "JOIN counters c ON c.point = p.id WHERE p.id <= ?1 GROUP BY p.id ORDER BY p.id";
    assert_int_equal(sqlite3_prepare_v2(it, sql, -1, &s, NULL), SQLITE_OK);
    sqlite3_bind_int64(s, 1, upto);
    while (sqlite3_step(s) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(s); i++)
            sbuf_printf(&text, "%s ", (const char *)sqlite3_column_text(s, i));
        sbuf_puts(&text, "\n");
    }
    sqlite3_finalize(s);
    sqlite3_close(it);
    return text.text;
}

/* Waits until the study has started a point. True if it has ended. */
static bool ended_before_a_point(pid_t pid, const char *db, int64_t runs)
{
    while (!ended_within(pid, 5))
        if (access(db, F_OK) == 0 && asked(db, "PRAGMA user_version") > 0 &&
            asked(db, "SELECT count(*) FROM runs") > runs)
            return false;
    return true;
}

/* Kills once; the points that were there before are there as they were. False: it had ended. */
static bool kill_once(void **state, const char *db, struct rng *rng)
{
    const bool there = access(db, F_OK) == 0 && asked(db, "PRAGMA user_version") > 0;
    const int64_t last = there ? asked(db, "SELECT coalesce(max(id), 0) FROM points") : 0;
    char *before = there ? stored(db, last) : strdup("");
    const int64_t runs = there ? asked(db, "SELECT count(*) FROM runs") : 0;
    pid_t pid = start(state, db);
    /* One of four is killed before or soon after its first point, the others in the midst. */
    bool ended = rng_below(rng, 4) > 0 && ended_before_a_point(pid, db, runs);
    ended = ended || ended_within(pid, 1 + (unsigned)rng_below(rng, MOST_MS));
    if (!ended) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    if (access(db, F_OK) == 0 && asked(db, "PRAGMA user_version") > 0) {
        char *after = stored(db, last);
        assert_string_equal(after, before);
        free(after);
        assert_none_repeated(db);
        /* No half of a point: all have the same counters, as they have one machine. */
        assert_in_range(asked(db, "SELECT count(DISTINCT n) FROM (SELECT count(c.point) AS n FROM "
                                  "points p LEFT JOIN counters c ON c.point = p.id GROUP BY p.id)"),
                        0, 1);
    }
    free(before);
    return !ended;
}

/* Runs the study to its end: all points are there, each once. */
static void finish(void **state, const char *db)
{
    struct command c = UMBEL("study", in_folder(state, "s.yaml"), "--db", db, "-j", "3");
    assert_status(&c, 0);
    assert_has(out_of(&c), " 0 failed");
    command_free(&c);
    assert_int_equal(asked(db, "SELECT count(*) FROM points"), 2 * values());
    assert_none_repeated(db);
    assert_int_equal(asked(db, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check "
                               "<> 'ok'"),
                     0);
    char work[1200];
    snprintf(work, sizeof work, "%s.work", db);
    assert_int_equal(names_in(work, "*"), 0); /* what the killed ones left is gone, too */
}

static void killed(void **state)
{
    const int wanted = long_wanted() ? 50 : slow_wanted() ? 20 : 5;
    struct rng rng = {20};
    char db[1024];
    int kills = 0;
    write_study(state);
    for (int round = 0; kills < wanted; round++) {
        char name[32];
        snprintf(name, sizeof name, "s%d.db", round);
        snprintf(db, sizeof db, "%s", in_folder(state, name));
        while (kills < wanted && kill_once(state, db, &rng))
            kills++;
        finish(state, db);
        print_message("%d kills; starts of points that gave none: %d\n", kills,
                      (int)asked(db, "SELECT count(*) FROM runs WHERE result IS NULL"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(killed)};
    return cmocka_run_group_tests_name("studies that are killed", tests, NULL, NULL);
}
