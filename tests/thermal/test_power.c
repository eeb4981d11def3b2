/* Power of units, against sums by hand. */
#include "harness/thermal/power.h"
#include "tests/support/command.h"
#include "tests/support/run_json.h"
#include "tests/thermal/plate.h"

#include <math.h>

/* ---- a run that is written here ---- */

/* 500 cycles. */
static const char run_text[] =
    "{\"schema\": 2,\n"
    " \"run\": {\"system\": \"small\", \"kernel\": \"k:tiny\", \"cycles\": 500,\n"
    "  \"result\": \"identical to cacheless execution\"},\n"
    " \"system\": {\"clock_mhz\": 2000, \"line_bytes\": 64, \"package\": {\"l1\": {\"bytes\": "
    "1024}},\n"
    "  \"memory\": {\"dram\": {\"bus_bits\": 128}}},\n"
    " \"units\": {\n"
    "  \"sm\": {\"instances\": 2, \"counters\": {\n"
    "   \"thread_insts\": {\"values\": {\"gpu0.sm0\": 1000, \"gpu1.sm0\": 3000}}}},\n"
    "  \"l1\": {\"instances\": 2, \"counters\": {\n"
    "   \"loads\": {\"values\": {\"gpu0.sm0.l1\": 10, \"gpu1.sm0.l1\": 30}},\n"
    "   \"stores\": {\"values\": {\"gpu0.sm0.l1\": 5, \"gpu1.sm0.l1\": 0}}}},\n"
    "  \"dram\": {\"instances\": 2, \"counters\": {\n"
    "   \"busy\": {\"values\": {\"dram0\": 40}}}},\n"
    "  \"energy\": {\"instances\": 2, \"counters\": {\n"
    "   \"real_fj\": {\"values\": {\"gpu0.out\": 7000000, \"gpu1.out\": 0}}}},\n"
    "  \"switch\": {\"instances\": 2, \"counters\": {\n"
    "   \"cycles_moving\": {\"values\": {\"gpu0.requests\": 12}}}}}}\n";

static const char prices_text[] =
    "about: prices for a test\n"
    "sram: [{bytes: 512, pj: 32}, {bytes: 1024, pj: 64}, {bytes: 4096, pj: 640}]\n"
    "sram_source: none\n"
    "events:\n"
    "  - {class: sm, counters: [thread_insts], pj: 20, source: none}\n"
    "  - {class: l1, counters: [loads, stores, atomics], capacity: [package.l1.bytes], times: "
    "[line_bytes, 8], source: none}\n"
    "  - {class: dram, counters: [busy], times: [memory.dram.bus_bits, 2], pj: 3, source: none}\n"
    "  - {class: dram, counters: [row_misses], pj: 909, source: none}\n"
    "  - {class: l15, counters: [loads], pj: 1, source: none}\n"
    "  - {class: l1, counters: [misses], times: [package.l1.none], pj: 1, source: none}\n"
    "  - {class: energy, counters: [real_fj, idle_fj], pj: 0.001, source: none}\n";

static const char plan_text[] =
    "about: plan\nambient: 25\ncells: 4\ninterposer: {width: 10, height: 10}\n"
    "top: {resistance: 1}\n"
    "layers: [{name: die, um: 100, conductivity: 100, blocks: true}]\n"
    "blocks:\n"
    "  - {name: left, x: 0, y: 0, width: 2, height: 2, units: [gpu0]}\n"
    "  - {name: right, x: 4, y: 0, width: 2, height: 2, units: [gpu1.sm*, gpu1.out], static_watts: "
    "5}\n"
    "  - {name: stack, x: 4, y: 4, width: 2, height: 2, units: ['dram[0-3]']}\n"
    "  - {name: cpu, x: 0, y: 4, width: 2, height: 2, watts: 12.5}\n";

/* The power of these texts; an error in `err`. */
static bool power_of(void **state, const char *run, const char *prices, const char *plan,
                     struct power *p, struct error *err)
{
    const char *at_plan = in_folder(state, "plan.yaml"), *at_run = in_folder(state, "run.json");
    const char *at_prices = in_folder(state, "prices.yaml");
    write_text(at_plan, plan);
    write_text(at_run, run);
    write_text(at_prices, prices);
    struct floorplan *f = floorplan_load(at_plan, err);
    assert_string_equal(err->text, "");
    struct energies *e = energies_load(at_prices, err);
    assert_string_equal(err->text, "");
    const bool ok = power_of_run(f, e, at_run, p, err);
    energies_free(e);
    floorplan_free(f);
    return ok;
}

/*
 * 500 cycles of 2 GHz are 250 ns. What the run does not count needs no field of its system. In pJ,
 * of GPU 0: 1000 * 20 of instructions, 15 requests of 512 bits at 64/64, 7000 of its link: 20000 +
 * 7680 + 7000 = 34680, or 0.13872 W. Of GPU 1: 60000 + 30 * 512 = 75360, or 0.30144 W, and 5 W. Of
 * the DRAM: 40 * 256 * 3 = 30720, or 0.12288 W.
 */
static void by_hand(void **state)
{
    struct power p;
    struct error err = {0};
    assert_true(power_of(state, run_text, prices_text, plan_text, &p, &err));
    assert_near(p.watts[0], 0.13872, 1e-12);
    assert_near(p.watts[1], 5.30144, 1e-12);
    assert_near(p.watts[2], 0.12288, 1e-12);
    assert_near(p.watts[3], 12.5, 1e-12);
    assert_int_equal(p.events, 7);
    assert_near(p.units[0 * 7 + 0], 0.08, 1e-12);
    assert_near(p.units[0 * 7 + 1], 0.03072, 1e-12);
    assert_near(p.units[0 * 7 + 6], 0.028, 1e-12);
    assert_true(fabs(p.units[1 * 7 + 2]) < 1e-15);
    assert_string_equal(p.unpriced, "switch");
    assert_string_equal(p.uncounted, "dram.row_misses, l1.misses");
    assert_string_equal(p.kernel, "k:tiny");
    assert_int_equal(p.cycles, 500);
    power_free(&p);
}

static void patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *unit;
        bool fits;
    } cases[] = {
        {"gpu0", "gpu0.sm0.l1", true},    {"gpu0", "gpu0", true},
        {"gpu0", "gpu01.sm0", false},     {"gpu0.sm0", "gpu0.sm0.l1", true},
        {"gpu0.sm0", "gpu0.sm01", false}, {"gpu0.sm*", "gpu0.sm12", true},
        {"gpu[01]", "gpu1.l2.0", true},   {"gpu[01]", "gpu2.l2.0", false},
        {"l1", "gpu0.sm0.l1", false},     {"*.l1", "gpu0.sm0.l1", true},
        {"gpu0.", "gpu0.sm0", false},     {"", "gpu0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (power_names(cases[i].pattern, cases[i].unit) != cases[i].fits)
            fail_msg("%s and %s", cases[i].pattern, cases[i].unit);
}

/* ---- what does not fit ---- */

enum which { RUN, PRICES, PLAN };

static void misfits(void **state)
{
    static const struct {
        enum which which;
        const char *from, *to, *words; /* after the folder */
    } cases[] = {
        {PLAN, "[gpu0]", "[gpu2]",
         "/plan.yaml: no block has unit gpu0.sm0 of the run, whose counters of class sm have a "
         "price; add it to the units of a block"},
        {PLAN, "[gpu0]", "[gpu0, gpu1]",
         "/plan.yaml: blocks left and right both have unit gpu1.sm0 of the run; leave it to one"},
        {PLAN, "watts: 12.5", "units: [cpu]",
         "/plan.yaml: block cpu has none of the run's units: none is called cpu"},
        {PLAN, "watts: 12.5", "units: [cpu, host]",
         "/plan.yaml: block cpu has none of the run's units: none is called cpu, nor as the "
         "others"},
        {PRICES, "package.l1.bytes", "package.l1.ways",
         "/prices.yaml:6:53: 'package.l1.ways' is neither a whole number nor a number of the run's "
         "system"},
        {RUN, "identical to cacheless execution", "WRONG",
         "/run.json:1:1: the run's result is WRONG, so it has no power to speak of"},
        {RUN, "\"cycles\": 500", "\"cycles\": 0", "/run.json:1:1: the run has no cycles"},
        {RUN, "\"clock_mhz\": 2000, ", "", "/run.json:1:1: the run's system has no clock_mhz"},
        {RUN, "\"schema\": 2", "\"schema\": 1",
         "/run.json:1:1: this is not what umbel run --json writes; give such a file"},
        {RUN, "{\"schema\"", "{schema",
         "/run.json:1:7: no JSON of a run: string or '}' expected near 'schema'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *texts[] = {run_text, prices_text, plan_text};
        char *text = plate_changed(texts[cases[i].which], cases[i].from, cases[i].to), *want;
        struct power p = {0};
        struct error err = {0};
        texts[cases[i].which] = text;
        assert_false(power_of(state, texts[RUN], texts[PRICES], texts[PLAN], &p, &err));
        assert_true(asprintf(&want, "%s%s", (const char *)*state, cases[i].words) > 0);
        assert_string_equal(err.text, want);
        free(want);
        free(text);
    }
}

static void without_a_run(void **state)
{
    struct power p;
    struct error err = {0};
    const char *path = in_folder(state, "plan.yaml");
    write_text(path, plan_text);
    struct floorplan *f = floorplan_load(path, &err);
    assert_false(power_given(f, &p, &err));
    assert_non_null(strstr(err.text, "/plan.yaml: block left has the power of units; give their "
                                     "run with --run FILE (umbel run ... --json FILE)"));
    floorplan_free(f);
}

/* ---- a run of a machine ---- */

/* The counter of all units of a GPU. */
static double of_gpu(const json_t *run, const char *class, const char *counter, const char *gpu)
{
    const char *unit;
    json_t *value;
    double sum = 0;
    json_object_foreach(run_json_values(run, class, counter), unit, value)
    {
        if (strncmp(unit, gpu, strlen(gpu)) == 0 && unit[strlen(gpu)] == '.')
            sum += json_number_value(value);
    }
    return sum;
}

static double of_one(const json_t *run, const char *class, const char *counter, const char *unit)
{
    return (double)run_json_count(run, class, counter, unit);
}

/*
 * tsm-tiny, whose numbers are those of `umbel systems tsm-tiny`: lines of 16 bytes, L1s of 256
 * bytes, L2 banks of 1024, TSUs of 16 entries, a bus of 32 bits. Memories below 8 KB: 7.5/64 pJ a
 * bit.
 */
static void tiny(void **state)
{
    static const char plan[] =
        "about: tiny\nambient: 25\ncells: 4\ninterposer: {width: 10, height: 10}\n"
        "top: {resistance: 1}\n"
        "layers: [{name: die, um: 100, conductivity: 100, blocks: true}]\n"
        "blocks:\n"
        "  - {name: g0, x: 0, y: 0, width: 2, height: 2, units: [gpu0]}\n"
        "  - {name: g1, x: 4, y: 0, width: 2, height: 2, units: [gpu1]}\n"
        "  - {name: memory, x: 4, y: 4, width: 2, height: 2, units: ['umc*', 'dram*']}\n";
    const char *path = in_folder(state, "tiny.json"), *at = in_folder(state, "tiny.yaml");
    struct command c = UMBEL("run", "tsm-tiny", "sgemm:tiny", "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = run_json(path);
    struct error err = {0};
    struct power p;
    write_text(at, plan);
    struct floorplan *f = floorplan_load(at, &err);
    struct energies *e = energies_load(NULL, &err);
    assert_string_equal(err.text, "");
    assert_true(power_of_run(f, e, path, &p, &err));

    const json_int_t cycles =
        json_integer_value(json_object_get(json_object_get(run, "run"), "cycles"));
    const double line = 16 * 8, bit = 7.5 / 64;
    double memory = 0;
    for (int g = 0; g < 2; g++) {
        const char *gpu = g == 0 ? "gpu0" : "gpu1";
        double pj = of_gpu(run, "sm", "thread_insts", gpu) * 30;
        static const char *const caches[] = {"l1", "l2"};
        for (int i = 0; i < 2; i++)
            pj += (of_gpu(run, caches[i], "loads", gpu) + of_gpu(run, caches[i], "stores", gpu) +
                   of_gpu(run, caches[i], "atomics", gpu)) *
                  line * bit;
        pj += of_gpu(run, "energy", "real_fj", gpu) / 1000;
        assert_true(pj > 0);
        assert_near(p.watts[g], pj / (double)cycles / 1000, 1e-9);
    }
    const char *unit;
    json_t *value;
    json_object_foreach(run_json_values(run, "umc", "tsu_hits"), unit, value)
    {
        memory += (json_number_value(value) + of_one(run, "umc", "tsu_misses", unit)) * 7.5;
    }
    json_object_foreach(run_json_values(run, "dram", "busy"), unit, value)
    {
        memory +=
            json_number_value(value) * 64 * (1.51 + 1.17 + 0.80) +
            (of_one(run, "dram", "row_misses", unit) + of_one(run, "dram", "row_conflicts", unit)) *
                909;
    }
    assert_near(p.watts[2], memory / (double)cycles / 1000, 1e-9);
    assert_null(p.uncounted);
    power_free(&p);
    energies_free(e);
    floorplan_free(f);
    json_decref(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(by_hand),       cmocka_unit_test(patterns), test_in_folder(misfits),
        test_in_folder(without_a_run), test_in_folder(tiny),
    };
    return cmocka_run_group_tests_name("power of units", tests, NULL, NULL);
}
