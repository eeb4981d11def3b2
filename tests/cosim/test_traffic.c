/*
 * Random traffic on a few machines of various shapes, those of traffic.yaml; every day one with
 * each unit and protocol. The history of each execution must be as consistent as the system
 * promises (tests/support/traffic.h), and every request must be answered.
 *
 *   UMBEL_TRAFFIC_SEED=N      the first seed (default 1)
 *   UMBEL_TRAFFIC_SEEDS=N     executions per machine (default 2; with UMBEL_SLOW 8, or 50)
 *   UMBEL_TRAFFIC_MACHINE=S   only the machine of that name
 *   UMBEL_TRAFFIC_MONITORS=1  monitors the proofs' assumptions, and prints how often they occurred
 *   UMBEL_TRAFFIC_SYSTEMS=N   N machines of random shape instead, the first drawn from the seed
 *
 * Costs a minute: each shape has units of its own. It alone finds races between requests to a few
 * lines on shapes that no kernel runs on; it has found most bugs of the caches.
 */
#include "harness/engine/monitors.h"
#include "sw/util/arena.h"
#include "sw/util/rng.h"
#include "sw/util/yaml.h"
#include "tests/support/slow.h"
#include "tests/support/traffic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- traffic.yaml ---- */

struct machine {
    char *name;
    uint32_t ops;
    bool mixture;
    char *within; /* the everyday machines that have its units, or NULL */
    char **sets;
    uint32_t sets_count;
};

struct machines {
    struct machine *machines;
    uint32_t machines_count;
};

static const cyaml_schema_value_t set_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};
static const cyaml_schema_field_t machine_fields[] = {
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, struct machine, name, 1, CYAML_UNLIMITED),
    CYAML_FIELD_UINT("ops", CYAML_FLAG_DEFAULT, struct machine, ops),
    CYAML_FIELD_BOOL("mixture", CYAML_FLAG_OPTIONAL, struct machine, mixture),
    CYAML_FIELD_STRING_PTR("within", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct machine,
                           within, 1, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("sets", CYAML_FLAG_POINTER, struct machine, sets, &set_schema, 1,
                         TRAFFIC_SETS - 1),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t machine_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct machine, machine_fields)};
static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_SEQUENCE("machines", CYAML_FLAG_POINTER, struct machines, machines, &machine_schema,
                         1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct machines, file_fields)};

/* ---- runs ---- */

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 0) : otherwise;
}

/* Runs the seeds of one machine; false after the first that fails. */
static bool run_machine(const struct traffic *t)
{
    uint64_t usual = long_wanted() ? 50 : slow_wanted() ? 8 : 2;
    uint64_t first = number("UMBEL_TRAFFIC_SEED", 1), n = number("UMBEL_TRAFFIC_SEEDS", usual);
    for (uint64_t seed = first; seed < first + n; seed++) {
        struct sbuf why = {0};
        enum traffic_end end = traffic_run(t, seed, &why);
        bool ok = end == TRAFFIC_OK || end == TRAFFIC_OVERFLOW;
        if (!ok) {
            fprintf(stderr, "machine %s, seed %llu: %s\n  machine:", t->name,
                    (unsigned long long)seed, sbuf_str(&why));
            for (size_t i = 0; t->sets[i] != NULL; i++)
                fprintf(stderr, " --set %s", t->sets[i]);
            fprintf(stderr,
                    "\n  repeat with: UMBEL_TRAFFIC_MACHINE=%s UMBEL_TRAFFIC_SEED=%llu "
                    "UMBEL_TRAFFIC_SEEDS=1 build/tests/cosim/test_traffic\n",
                    t->name, (unsigned long long)seed);
        }
        sbuf_free(&why);
        if (!ok)
            return false;
    }
    return true;
}

/* The random machine: for every size that matters, a few small values to draw from. */
static const struct drawn {
    const char *path;
    const char *values[6];
} drawn[] = {
    {"consistency", {"sc", "rc"}},
    {"gpus", {"1", "2", "3", "4"}},
    {"sm.count", {"1", "2", "3", "4"}},
    {"sm.tags", {"1", "4", "16", "64"}},
    {"line_bytes", {"16", "32", "64"}},
    {"l1.bytes", {"512", "1024", "4096"}},
    {"l1.ways", {"2", "4"}},
    {"l1.mshrs", {"2", "4", "8", "32"}},
    {"l2.banks", {"1", "2", "4"}},
    {"l2.bytes", {"512", "2048"}},
    {"l2.ways", {"2", "4"}},
    {"l2.mshrs", {"2", "4", "8", "32"}},
    {"memory.at", {"central", "packages"}},
    {"memory.interleave", {"low", "hash"}},
    {"fabric.lanes", {"1", "2", "4"}},
    {"umc.count", {"1", "2", "4"}},
    {"umc.entries", {"2", "4", "8"}},
    {"umc.order", {"arrival", "time"}},
    {"umc.merge", {"false", "true"}},
    {"tsu.evicts", {"full", "l2"}},
    {"tsu.ways_of", {"any", "gpus"}},
    {"tsu.sets", {"2", "8"}},
    {"tsu.ways", {"2", "4"}},
    {"tsu.latency", {"4", "5", "60"}},
    {"tsu.keep_wts", {"true", "false"}},
    {"link.latency", {"2", "3", "40"}},
    {"link.bytes_per_cycle", {"1", "7", "16", "128"}},
    {"mgcc.ts_bits", {"4", "5", "8", "12", "24", "32"}},
    {"mgcc.epoch_bits", {"16"}},
    {"mgcc.rd_lease", {"1", "3", "7"}},
    {"mgcc.wr_lease", {"1", "2", "6"}},
    {"mgcc.tick", {"0", "1", "7"}},
};
enum { N_DRAWN = sizeof drawn / sizeof *drawn };

static void random_systems(void **state)
{
    (void)state;
    uint64_t first = number("UMBEL_TRAFFIC_SEED", 1), n = number("UMBEL_TRAFFIC_SYSTEMS", 0);
    for (uint64_t shape = first; shape < first + n; shape++) {
        struct rng rng = {shape};
        char text[N_DRAWN][64], name[32];
        snprintf(name, sizeof name, "random-%llu", (unsigned long long)shape);
        struct traffic t = {.name = name, .ops = 4000};
        for (size_t i = 0; i < N_DRAWN; i++) {
            size_t values = 1; /* at least */
            while (values < 6 && drawn[i].values[values] != NULL)
                values++;
            snprintf(text[i], sizeof text[i], "%s=%s", drawn[i].path,
                     drawn[i].values[rng_below(&rng, values)]);
            t.sets[i] = text[i];
        }
        assert_true(run_machine(&t));
    }
}

static void fixed(void **state)
{
    const char *only = getenv("UMBEL_TRAFFIC_MACHINE");
    const struct machine *m = *state;
    if (only != NULL && strcmp(only, m->name) != 0)
        skip();
    if (only == NULL && m->mixture)
        slow_only("its parts are in other machines");
    if (only == NULL && m->within != NULL) {
        char why[128];
        snprintf(why, sizeof why, "its units, in other sizes, are in %s", m->within);
        slow_only(why);
    }
    struct traffic t = {.name = m->name, .ops = m->ops};
    for (uint32_t i = 0; i < m->sets_count; i++)
        t.sets[i] = m->sets[i];
    assert_true(run_machine(&t));
}

static int tell_monitors(void **state)
{
    (void)state;
    uint64_t seen;
    const char *name;
    for (size_t i = 0; (name = monitors_total(i, &seen)) != NULL; i++)
        printf("  %s: %llu\n", name, (unsigned long long)seen);
    return 0;
}

static int run_all(const struct machines *all)
{
    struct CMUnitTest *tests = xcalloc(all->machines_count, sizeof *tests);
    size_t n = 0;
    if (number("UMBEL_TRAFFIC_SYSTEMS", 0) > 0)
        tests[n++] = (struct CMUnitTest)cmocka_unit_test(random_systems);
    else
        for (; n < all->machines_count; n++)
            tests[n] =
                (struct CMUnitTest){all->machines[n].name, fixed, NULL, NULL, &all->machines[n]};
    const int failed = _cmocka_run_group_tests("traffic", tests, n, NULL, tell_monitors);
    free(tests);
    return failed;
}

int main(void)
{
    struct error err = {0};
    struct machines *all =
        yaml_load_file(UMBEL_ROOT "/tests/cosim/traffic.yaml", &file_schema, &err);
    if (all == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    monitors_use(number("UMBEL_TRAFFIC_MONITORS", 0) != 0);
    const int failed = run_all(all);
    yaml_drop(&file_schema, all);
    return failed;
}
