/*
 * What a study's database keeps: a second study runs nothing that is stored, two studies share a
 * database, Ctrl-C, a crash and a full disk keep what is done, and models that have changed are run
 * anew.
 */
#include "tests/study/small_study.h"
#include "tests/support/run_json.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- resumption ---- */

static void nothing_twice(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = STUDY(state, "-q");
    assert_status(&c, 0);
    command_free(&c);
    c = STUDY(state, "-j", "2");
    assert_status(&c, 0);
    assert_has(out_of(&c), "4 stored before, 0 run now");
    command_free(&c);
    assert_int_equal(asked(db, "SELECT count(*) FROM runs"), 4);
    /* Another study with two of these points and a new one runs the new one. */
    write_text(
        in_folder(state, "t.yaml"),
        "about: x\nkernels: [relu:tiny]\nseries:\n  - {label: A, system: tsm-tiny}\n"
        "  - {label: B, system: tsm-tiny, sets: [dram.tCL=60]}\n"
        "  - {label: C, system: tsm-tiny, sets: [dram.tCL=61]}\nmetric: cycles\nplot: bars\n");
    c = run_study(state, "t.yaml", NULL);
    assert_status(&c, 0);
    assert_has(out_of(&c), "2 stored before, 1 run now");
    command_free(&c);
    assert_int_equal(asked(db, "SELECT count(*) FROM runs"), 5);
    assert_none_repeated(db);
}

static void execute(const char *db, const char *sql)
{
    sqlite3 *it = NULL;
    assert_int_equal(sqlite3_open_v2(db, &it, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    if (sqlite3_exec(it, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(it));
    sqlite3_close(it);
}

/* Points that were changed by hand are told and run anew; those of a database without checksums are
 * taken as they are, once. */
static void changed_points(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = STUDY(state, "-q");
    assert_status(&c, 0);
    command_free(&c);
    const int64_t cycles = asked(db, "SELECT sum(cycles) FROM points");
    execute(db, "UPDATE points SET cycles = cycles + 1 WHERE id = 1");
    execute(db, "UPDATE counters SET value = value + 1 WHERE point = 2 AND name = 'loads'");
    execute(db, "UPDATE points SET checksum = '' WHERE id = 3");
    c = STUDY(state, "-j", "2");
    assert_status(&c, 0);
    assert_has(out_of(&c), "1 stored before, 3 run now");
    assert_has(err_of(&c),
               "umbel: a stored point was changed or damaged after it was stored; it is "
               "run anew: umbel run tsm-tiny ");
    command_free(&c);
    assert_int_equal(asked(db, "SELECT sum(cycles) FROM points"), cycles);
    execute(db, "ALTER TABLE points DROP COLUMN checksum; PRAGMA user_version = 1");
    c = STUDY(state, "-j", "2");
    assert_status(&c, 0);
    assert_has(out_of(&c), "4 stored before, 0 run now");
    command_free(&c);
    assert_int_equal(asked(db, "PRAGMA user_version"), 2);
    assert_int_equal(asked(db, "SELECT count(*) FROM points WHERE length(checksum) = 64"), 4);
}

/* What a killed study left whole is stored, not run again; what it left half is run. */
static void left_over(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: tsm-tiny}]\n"
               "metric: cycles\nplot: bars\n");
    struct command c = STUDY(state, "--json", in_folder(state, "s.json"));
    assert_status(&c, 0);
    command_free(&c);
    json_t *json = run_json(in_folder(state, "s.json"));
    const char *key = json_string_value(
        json_object_get(json_array_get(json_object_get(json, "points"), 0), "key"));
    char left[256];
    snprintf(left, sizeof left, "s.db.work/%s.json", key);
    json_decref(json);
    for (int whole = 0; whole < 2; whole++) {
        const char *path = in_folder(state, left);
        forget_points(db);
        if (whole) {
            c = UMBEL("run", "tsm-tiny", "relu:tiny", "-q", "--json", path);
            command_free(&c);
        } else {
            write_text(path, "{\"run\": {\"result\": \"ident");
        }
        c = STUDY(state, "-q");
        assert_status(&c, 0);
        command_free(&c);
        assert_int_equal(asked(db, "SELECT count(*) FROM points"), 1);
        assert_int_equal(asked(db, "SELECT count(*) FROM runs"), whole ? 0 : 1);
        assert_int_equal(access(path, F_OK), -1);
    }
}

/* A full disk: one line, and what was stored before is there. */
static void full_disk(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = {.argv =
                            (const char *const[]){umbel_path(), "study", in_folder(state, "s.yaml"),
                                                  "--db", db, "-q", "-j", "1", NULL},
                        .file_limit = 80000};
    command_run(&c);
    assert_complains(&c, "s.db: ");
    command_free(&c);
    assert_in_range(asked(db, "SELECT count(*) FROM points"), 1, 3);
    c = STUDY(state, "-q");
    assert_status(&c, 0);
    command_free(&c);
    assert_int_equal(asked(db, "SELECT count(*) FROM points"), 4);
    assert_none_repeated(db);
}

/* ---- two at a time, and Ctrl-C ---- */

static void two_at_a_time(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_long(state, 20);
    const char *const argv[] = {umbel_path(), "study", in_folder(state, "s.yaml"), "--db", db, "-j",
                                "2",          NULL};
    struct command two[2] = {{.argv = argv}, {.argv = argv}};
    command_start(&two[0]);
    command_start(&two[1]);
    for (int i = 0; i < 2; i++) {
        command_finish(&two[i]);
        assert_status(&two[i], 0);
        assert_has(out_of(&two[i]), " 0 failed");
        command_free(&two[i]);
    }
    assert_int_equal(asked(db, "SELECT count(*) FROM points"), 16);
    assert_int_equal(asked(db, "SELECT count(*) FROM runs"), 16);
    assert_none_repeated(db);
}

static void interrupted(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_long(state, 20);
    struct command c = {.argv =
                            (const char *const[]){umbel_path(), "study", in_folder(state, "s.yaml"),
                                                  "--db", db, "-j", "1", NULL},
                        .tty = true};
    command_start(&c);
    assert_true(command_until(&c, "points "));
    while (asked(db, "SELECT count(*) FROM points") < 2)
        usleep(10000);
    kill(c.pid, SIGINT);
    command_finish(&c);
    assert_status(&c, 130);
    assert_has(err_of(&c), " of 16 points are stored, and the same command goes on from there\n");
    command_free(&c);
    const int64_t stored = asked(db, "SELECT count(*) FROM points");
    assert_in_range(stored, 2, 15);
    struct command again = STUDY(state, "-j", "2");
    assert_status(&again, 0);
    char want[64];
    snprintf(want, sizeof want, "points  16: %d stored before, ", (int)stored);
    assert_has(out_of(&again), want);
    command_free(&again);
    assert_none_repeated(db);
}

/* ---- what is run anew ---- */

/* The number of small's points that are stored, as a copy of the tree counts them. */
static int stored_in(void **state, const char *root, const char *db)
{
    setenv("UMBEL_ROOT", root, 1);
    struct command c = UMBEL("study", "--list", "--stored", "--db", in_folder(state, db));
    unsetenv("UMBEL_ROOT");
    assert_status(&c, 0);
    int all, stored;
    assert_int_equal(sscanf(out_of(&c), "small %d points, %d stored", &all, &stored), 2);
    assert_int_equal(all, 4);
    command_free(&c);
    return stored;
}

static void shell(const char *fmt, const char *a, const char *b)
{
    char line[4096];
    snprintf(line, sizeof line, fmt, a, b);
    struct command c = {.argv = (const char *const[]){"bash", "-c", line, NULL}};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
}

/* Points are run anew after an edit of the Verilog or of their kernel, not after one of words. */
static void edits(void **state)
{
    char root[1024];
    snprintf(root, sizeof root, "%s", in_folder(state, "root"));
    write_text(in_folder(state, "small.yaml"), small_study);
    struct command c =
        UMBEL("study", in_folder(state, "small.yaml"), "--db", in_folder(state, "s.db"), "-q");
    assert_status(&c, 0);
    command_free(&c);
    shell("set -e; mkdir -p '%s'; cd '%s'", root, root);
    shell("set -e; cd '%s'; tar c --exclude=build --exclude=.git gen/system rtl sw/kernels harness "
          "formal fpga | tar x -C '%s'",
          UMBEL_ROOT, root);
    shell("set -e; cd '%s'/harness/study/studies; rm *.yaml; cp '%s' small.yaml", root,
          in_folder(state, "small.yaml"));
    assert_int_equal(stored_in(state, root, "s.db"), 4);
    assert_int_equal(stored_in(state, root, "none.db"), 0);
    assert_int_equal(access(in_folder(state, "none.db"), F_OK), -1);
    shell("echo '# more' >>'%s'/gen/system/systems/tsm.yaml; echo '// more' "
          ">>'%s'/sw/kernels/relu/relu.cu",
          root, root);
    assert_int_equal(stored_in(state, root, "s.db"), 4);
    shell("sed -i 's/> 0.0f/> 0.5f/' '%s'/sw/kernels/relu/relu.cu; cd '%s'", root, root);
    assert_int_equal(stored_in(state, root, "s.db"), 2);
    shell("echo '// more' >>'%s'/rtl/um_fifo.v; cd '%s'", root, root);
    assert_int_equal(stored_in(state, root, "s.db"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(nothing_twice), test_in_folder(changed_points), test_in_folder(left_over),
        test_in_folder(full_disk),     test_in_folder(two_at_a_time),  test_in_folder(interrupted),
        test_in_folder(edits),
    };
    return cmocka_run_group_tests_name("studies that go on", tests, NULL, NULL);
}
