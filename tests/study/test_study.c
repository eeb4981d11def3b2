/*
 * `umbel study` on tsm-tiny: the figures are those of the runs; a point that fails is told and the
 * others go on; every mistake is one line; lists of studies.
 */
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- figures ---- */

/* A number of a run that is not of the study: its cycles, or the energy of its links. */
static double of_run(void **state, const char *key, const char *kernel, const char *set)
{
    const char *json = in_folder(state, "run.json");
    struct command c = set != NULL
                           ? UMBEL("run", "tsm-tiny", kernel, "-q", "--json", json, "--set", set)
                           : UMBEL("run", "tsm-tiny", kernel, "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = run_json(json);
    double v = (double)json_integer_value(json_object_get(json_object_get(run, "run"), key));
    json_decref(run);
    return v;
}

static double cycles_of(void **state, const char *kernel, const char *set)
{
    return of_run(state, "cycles", kernel, set);
}

static void figures(void **state)
{
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = STUDY(state, "--json", in_folder(state, "s.json"));
    assert_status(&c, 0);
    double v =
        cycles_of(state, "vecadd:tiny", NULL) / cycles_of(state, "vecadd:tiny", "dram.tCL=60");
    double r = cycles_of(state, "relu:tiny", NULL) / cycles_of(state, "relu:tiny", "dram.tCL=60");
    assert_true(v < 0.9 && r < 0.9);
    char want[512];
    snprintf(want, sizeof want,
             "points  4: 0 stored before, 4 run now, 0 failed\n\n"
             "kernel        fast  slow & late\n"
             "vecadd:tiny  1.000        %.3f\n"
             "relu:tiny    1.000        %.3f\n"
             "mean         1.000        %.3f\n"
             "paper            -        0.500\n\n* tCL is 60 < 100\n",
             v, r, sqrt(v * r));
    assert_has(out_of(&c), want);
    command_free(&c);
    /* The JSON has the same. */
    json_t *json = run_json(in_folder(state, "s.json"));
    json_t *slow = json_array_get(json_object_get(json, "series"), 1);
    double mean = json_real_value(json_array_get(json_object_get(slow, "means"), 0));
    assert_true(fabs(mean - sqrt(v * r)) < 1e-9);
    const json_t *points = json_object_get(json, "points");
    assert_int_equal(json_array_size(points), 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *p = json_array_get(points, i);
        const char *kernel = json_string_value(json_object_get(p, "kernel"));
        const char *command = json_string_value(json_object_get(p, "command"));
        char size[32];
        snprintf(size, sizeof size, "%s:tiny", kernel);
        const double pj = of_run(state, "link_energy_pj", size,
                                 strstr(command, "tCL") != NULL ? "dram.tCL=60" : NULL);
        assert_true(pj > 0);
        assert_int_equal(json_integer_value(json_object_get(p, "link_energy_pj")), (int64_t)pj);
    }
    json_decref(json);
}

/* A study may compare the energy of links. */
static void energies(void **state)
{
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [relu:tiny]\nseries:\n  - {label: A, system: tsm-tiny}\n"
               "  - {label: B, system: tsm-tiny, sets: [link.class=on-board]}\n"
               "metric: energy.real_fj + energy.idle_fj\nnormalise: {to: A, as: ratio}\n"
               "plot: bars\n");
    struct command c = STUDY(state, "-j", "1");
    assert_status(&c, 0);
    assert_has(out_of(&c), "relu:tiny  1.000  20.000\n");
    command_free(&c);
}

/* The database has each point's counters, as `umbel run --json` has them. */
static void database(void **state)
{
    const char *db = in_folder(state, "s.db"), *json = in_folder(state, "run.json");
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = STUDY(state, "-q");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
    assert_int_equal(asked(db,
                           "SELECT count(*) FROM points WHERE system = 'tsm-tiny' AND size = "
                           "'tiny' AND seed = '1' AND length(\"commit\") > 0 AND seconds > 0 AND "
                           "system_yaml LIKE '%line_bytes: 16%' AND verilog LIKE "
                           "'%  um_system.v%'"),
                     4);
    c = UMBEL("run", "tsm-tiny", "relu:tiny", "--set", "dram.tCL=60", "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = run_json(json);
    static const char of[] = "FROM points p JOIN counters c ON c.point = p.id WHERE p.command = "
                             "'umbel run tsm-tiny relu:tiny --set dram.tCL=60'";
    struct sbuf sql = {0};
    sbuf_printf(&sql, "SELECT sum(value) %s AND class = 'l1' AND name = 'loads'", of);
    assert_int_equal(asked(db, sql.text), run_json_sum(run, "l1", "loads"));
    sql.len = 0;
    sbuf_printf(&sql, "SELECT count(*) %s", of);
    int64_t all = 0;
    const char *class, *name;
    json_t *units, *counter;
    json_object_foreach(json_object_get(run, "units"), class, units)
    {
        json_object_foreach(json_object_get(units, "counters"), name, counter)
        {
            all += (int64_t)json_object_size(json_object_get(counter, "values"));
        }
    }
    assert_true(all > 50);
    assert_int_equal(asked(db, sql.text), all);
    sbuf_free(&sql);
    json_decref(run);
}

static void counters(void **state)
{
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: tsm-tiny}]\n"
               "metric: traffic.loads_bytes / traffic.loads\nplot: bars\n");
    struct command c = STUDY(state, "-j", "1");
    assert_status(&c, 0);
    assert_null(strstr(out_of(&c), " nan"));
    command_free(&c);
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: tsm-tiny}]\n"
               "metric: traffic.lodes\nplot: bars\n");
    c = STUDY(state, "-j", "1");
    assert_complains(&c, "s.yaml: metric 'traffic.lodes'", "has no counter traffic.lodes",
                     "umbel units");
    command_free(&c);
}

/* A metric of sharing is that of a run with --sharing, which another study's points do not have. */
static void sharing(void **state)
{
    const char *json = in_folder(state, "run.json");
    write_text(in_folder(state, "t.yaml"),
               "about: c\nkernels: [relu:tiny]\nseries:\n"
               "  - {label: it, system: tsm-tiny}\nmetric: cycles\nplot: bars\n");
    struct command c = run_study(state, "t.yaml", (const char *const[]){"-q", NULL});
    assert_status(&c, 0);
    command_free(&c);
    write_text(in_folder(state, "s.yaml"),
               "about: c\nkernels: [relu:tiny]\nseries:\n  - {label: it, system: tsm-tiny}\n"
               "metric: sharing[lines].private / sharing[lines].requests\nplot: bars\n");
    c = STUDY(state, "--json", in_folder(state, "s.json"));
    assert_status(&c, 0);
    assert_has(out_of(&c), "points  1: 0 stored before, 1 run now, 0 failed");
    command_free(&c);
    c = UMBEL("run", "tsm-tiny", "relu:tiny", "-q", "--sharing", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = run_json(json), *told = run_json(in_folder(state, "s.json"));
    json_int_t private = 0, all = 0;
    const char *class;
    json_t *of;
    json_object_foreach(json_object_get(json_object_get(run, "sharing"), "lines"), class, of)
    {
        json_int_t n = json_integer_value(json_object_get(of, "reads")) +
                       json_integer_value(json_object_get(of, "writes"));
        private += strcmp(class, "private") == 0 ? n : 0;
        all += n;
    }
    json_t *series = json_array_get(json_object_get(told, "series"), 0);
    double mean = json_real_value(json_array_get(json_object_get(series, "means"), 0));
    assert_true(private > 0 && fabs(mean - (double)private / (double)all) < 1e-9);
    json_decref(run);
    json_decref(told);
}

/* A machine that keeps nothing coherent has a time nevertheless, for a series that says so; the
 * same point of another series fails. */
static void wrong_answers(void **state)
{
    static const char study_of[] = "about: c\nkernels: [mutex:tiny]\nseries:\n"
                                   "  - {label: right, system: tsm-tiny}\n"
                                   "  - {label: nc, system: tsm-tiny, sets: [protocol=nc-wt]%s}\n"
                                   "metric: cycles\nnormalise: {to: right, as: ratio}\n"
                                   "plot: bars\n";
    char text[sizeof study_of + 32];
    snprintf(text, sizeof text, study_of, ", may_be_wrong: true");
    write_text(in_folder(state, "s.yaml"), text);
    struct command c = STUDY(state, "-j", "1");
    assert_status(&c, 0);
    assert_has(out_of(&c), "points  2: 0 stored before, 2 run now, 0 failed");
    assert_has(out_of(&c), " wrong\nmean");
    command_free(&c);
    snprintf(text, sizeof text, study_of, "");
    write_text(in_folder(state, "s.yaml"), text);
    c = STUDY(state, "-j", "1");
    assert_status(&c, 1);
    assert_has(out_of(&c), "points  2: 1 stored before, 0 run now, 1 failed");
    command_free(&c);
}

/* ---- failures ---- */

/* DRAM that takes longer than the watchdog waits. */
static const char failing[] = "about: x\nkernels: [relu:tiny, vecadd:tiny]\nseries:\n"
                              "  - {label: A, system: tsm-tiny}\n"
                              "  - {label: B, system: tsm-tiny, sets: [watchdog=2400, "
                              "dram.tCL=1000, dram.tRCD=1000, dram.tRAS=1000]}\n"
                              "metric: cycles\nplot: bars\n";

static void a_point_fails(void **state)
{
    const char *db = in_folder(state, "s.db");
    write_text(in_folder(state, "s.yaml"), failing);
    for (int time = 1; time <= 2; time++) { /* it is tried again */
        struct command c = STUDY(state, "-j", "2");
        assert_status(&c, 1);
        assert_has(err_of(&c), "umbel: a point failed: ");
        assert_has(err_of(&c), "; repeat with: umbel run tsm-tiny relu:tiny --set watchdog=2400 ");
        assert_has(err_of(&c), "umbel: 2 of 4 points failed; the same command tries them again\n");
        assert_has(out_of(&c), "2 failed");
        assert_has(out_of(&c), "mean");
        command_free(&c);
        assert_int_equal(asked(db, "SELECT count(*) FROM points"), 2);
        assert_int_equal(asked(db, "SELECT count(*) FROM runs"), 2 + 2 * time);
    }
    assert_none_repeated(db);
}

static void mistakes(void **state)
{
    struct command c = UMBEL("study");
    assert_complains(&c, "study what? umbel study NAME");
    command_free(&c);
    c = UMBEL("study", "nothing");
    assert_complains(&c, "nothing: no such study; there are ", "mgcc-overhead");
    command_free(&c);
    c = UMBEL("study", "lease", "more");
    assert_complains(&c, "'more' is one argument too many");
    command_free(&c);
    c = UMBEL("study", "--list", "lease");
    assert_complains(&c, "--list lists all studies");
    command_free(&c);
    c = UMBEL("study", "--list", "--db", "s.db");
    assert_complains(&c, "--list reads no database: add --stored, or leave --db out");
    command_free(&c);
    c = UMBEL("study", "lease", "--stored");
    assert_complains(&c, "--stored is of --list: add it, or leave --stored out");
    command_free(&c);
    c = UMBEL("study", "lease", "-j", "0");
    assert_complains(&c, "--jobs 0: it must be a whole number from 1 to 256");
    command_free(&c);
    write_text(in_folder(state, "s.yaml"), small_study);
    write_text(in_folder(state, "s.db"),
               "no database, and longer than the hundred bytes of a header, "
               "which SQLite reads to see that this is not one of its own");
    c = STUDY(state, "-q");
    assert_complains(&c, "s.db: file is not a database");
    command_free(&c);
    c = UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.yaml"));
    assert_complains(&c, "--db", "the study's file");
    command_free(&c);
}

/* The lists with stored points and without say the same of each study, and of the papers. */
static void same_lists(const char *one, const char *other)
{
    int lines = 0;
    for (; *one != '\n' && *other != '\n'; lines++) {
        char name[2][64], what[2][16];
        int n[2];
        assert_int_equal(sscanf(one, "%63s %d %15[a-z]", name[0], &n[0], what[0]), 3);
        assert_int_equal(sscanf(other, "%63s %d %15[a-z]", name[1], &n[1], what[1]), 3);
        assert_string_equal(name[0], name[1]);
        assert_string_equal(what[0], what[1]);
        assert_int_equal(n[0], n[1]);
        one = strchr(one, '\n') + 1;
        other = strchr(other, '\n') + 1;
    }
    assert_string_equal(one, other); /* the papers */
    assert_true(lines > 30);
}

/* Of all studies' points it takes long to say which are stored; `edits` does so with one study. */
static void list_of_stored(void **state)
{
    slow_only("the keys of thousands of points are worked out");
    struct command c = UMBEL("study", "--list");
    assert_status(&c, 0);
    struct command all = UMBEL("study", "--list", "--stored", "--db", in_folder(state, "s.db"));
    assert_status(&all, 0);
    assert_has(out_of(&all), "mgcc-overhead       81 points,   0 stored  what MGCC costs");
    assert_int_equal(access(in_folder(state, "s.db"), F_OK), -1);
    same_lists(out_of(&c), out_of(&all));
    command_free(&c);
    command_free(&all);
}

static void list(void **state)
{
    (void)state;
    struct command c = UMBEL("study", "--list");
    assert_status(&c, 0);
    assert_has(out_of(&c), "mgcc-overhead       81 points   what MGCC costs");
    assert_has(out_of(&c), "ladm-classify       27 classes  LADM's classes");
    assert_has(out_of(&c), "\ntsm-bandwidth ");
    assert_has(out_of(&c), "\nthe MGCC thesis\n  figure 1-1 ");
    assert_has(
        out_of(&c),
        "\n  figure 4-11        sensitivity of Xtreme to the lengths of leases; study lease\n");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(figures),        test_in_folder(energies), test_in_folder(database),
        test_in_folder(counters),       test_in_folder(sharing),  test_in_folder(wrong_answers),
        test_in_folder(a_point_fails),  test_in_folder(mistakes), test_in_folder(list),
        test_in_folder(list_of_stored),
    };
    return cmocka_run_group_tests_name("studies", tests, NULL, NULL);
}
