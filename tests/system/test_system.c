/* The reader of system files: all that ship can be loaded; names and overrides. */
#include "gen/system/derived.h"
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"
#include "tests/support/system_text.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void shipped(void **state)
{
    (void)state;
    struct error err = {0};
    struct systems list;
    assert_true(systems_list(&list, &err));
    struct shipped_systems all = shipped_systems();
    assert_int_equal(list.n, all.n);
    for (size_t i = 0; i < list.n; i++) {
        assert_string_equal(list.entries[i].name, all.names[i]);
        assert_true(list.entries[i].about[0] != '\0');
        struct system *of = system_load(all.names[i], NULL, 0, &err);
        assert_non_null(of);
        system_free(of);
    }
    shipped_systems_free(&all);
    systems_free(&list);

    struct system *s = system_load("tsm-4gpu", NULL, 0, &err);
    assert_non_null(s);
    assert_string_equal(s->name, "tsm-4gpu");
    assert_int_equal(s->gpus, 4);
    assert_int_equal(s->sm.count, 64);
    assert_int_equal(s->l2.banks, 8);
    assert_int_equal(s->umc.bytes, 2ull << 30);
    assert_int_equal(s->mgcc.ts_bits, 16);
    assert_true(s->tsu.keep_wts);
    assert_int_equal(s->dram.tREFI, 3900);
    system_free(s);
}

/* The smallest machine, meant for proofs, loads with the changes that proofs make to it. */
static void tiny_shrinks(void **state)
{
    (void)state;
    struct error err = {0};
    const char *sets[] = {"mgcc.ts_bits=4", "mgcc.rd_lease=3", "mgcc.wr_lease=2", "tsu.sets=2"};
    struct system *s = system_load("tsm-tiny", sets, 4, &err);
    assert_non_null(s);
    system_free(s);
}

static void names(void **state)
{
    (void)state;
    struct error err = {0};
    assert_null(system_load("tsm", NULL, 0, &err));
    struct shipped_systems all = shipped_systems();
    char want[4096];
    snprintf(want, sizeof want,
             "tsm: no such system; there are %s, or give the path of a .yaml file", all.list);
    assert_string_equal(err.text, want);
    shipped_systems_free(&all);
    err = (struct error){0};
    assert_null(system_load("none.yaml", NULL, 0, &err));
    assert_string_equal(err.text, "none.yaml: cannot be read: No such file or directory");
    err = (struct error){0};
    assert_null(system_load("", NULL, 0, &err));
    assert_true(error_is_set(&err));
    err = (struct error){0};
    assert_null(system_load("./", NULL, 0, &err));
    assert_string_equal(err.text, "./: cannot be read: it is a folder; name a file");
    err = (struct error){0};
    struct system *s =
        system_parse(system_text, strlen(system_text), "a/b/my.machine.yaml", NULL, 0, &err);
    assert_non_null(s);
    assert_string_equal(s->name, "my.machine");
    system_free(s);
}

static void overrides(void **state)
{
    (void)state;
    struct error err = {0};
    const char *sets[] = {"mgcc.ts_bits=7",   "protocol=mgcc",     "sm.latency.fp32=60",
                          "sm.latency.int=9", "tsu.keep_wts=true", "fault=umc-loses-answer",
                          "mgcc.ts_bits=9",   "umc.bytes=0x20000", "schedule.policy=round-robin"};
    struct system *s = system_parse(system_text, strlen(system_text), "t.yaml", sets,
                                    sizeof sets / sizeof sets[0], &err);
    assert_non_null(s);
    assert_int_equal(s->mgcc.ts_bits, 9);
    assert_int_equal(s->sm.latency.fp32, 60);
    assert_int_equal(s->sm.latency.int_, 9);
    assert_true(s->tsu.keep_wts);
    assert_int_equal(s->fault, SYS_FAULT_UMC_LOSES_ANSWER);
    assert_int_equal(s->umc.bytes, 131072);
    assert_int_equal(s->schedule.policy, SCHEDULE_ROUND_ROBIN);
    assert_int_equal(s->schedule.batch, 4);
    system_free(s);
}

/* A path is a whole one, or the end of one field's alone. */
static void paths(void **state)
{
    (void)state;
    struct error err = {0};
    const char *sets[] = {"package.gpus=5", "gpus=6",   "warps=9",           "memory.umc.entries=8",
                          "latency.fp32=3", "m2=false", "package.sm.ctas=7", "fp64=2"};
    struct system *s = system_parse(system_text, strlen(system_text), "t.yaml", sets, 7, &err);
    assert_string_equal(err.text, "");
    assert_int_equal(s->gpus, 6);
    assert_int_equal(s->sm.warps, 9);
    assert_int_equal(s->umc.entries, 8);
    assert_int_equal(s->sm.latency.fp32, 3);
    assert_int_equal(s->sm.interval.fp32, 1);
    assert_false(s->mgcc.rules.m2);
    assert_int_equal(s->sm.ctas, 7);
    system_free(s);
    assert_null(system_parse(system_text, strlen(system_text), "t.yaml", sets, 8, &err));
    /* The last --set of a field is named, however its path was written. */
    const char *twice[] = {"l1.ways=4", "package.l1.ways=8"};
    assert_string_equal(system_text_parse(system_text, twice, 2),
                        "--set package.l1.ways=8: l1.bytes is 256; two sets "
                        "of 8 ways of 32-byte lines need at least 512");
}

/* The choices of a policy are the words of its table in sw/policy, so that a new line there is a
 * choice here. */
static void refuses_best(const char *field, const char *const *words, int n)
{
    struct sbuf set = {0}, want = {0};
    sbuf_printf(&set, "%s=best", field);
    sbuf_printf(&want, "--set %s: %s is best; it must be one of ", set.text, field);
    for (int i = 0; i < n; i++)
        sbuf_printf(&want, "%s%s", i > 0 ? ", " : "", words[i]);
    const char *sets[] = {set.text};
    assert_string_equal(system_text_parse(system_text, sets, 1), want.text);
    sbuf_free(&set);
    sbuf_free(&want);
}

static void placements(void **state)
{
    (void)state;
    const char *words[PLACEMENTS];
    for (int i = 0; i < PLACEMENTS; i++)
        words[i] = placement_policies[i].word;
    refuses_best("placement.policy", words, PLACEMENTS);
    for (int i = 0; i < PLACEMENTS; i++) {
        struct error err = {0};
        struct sbuf word = {0};
        sbuf_printf(&word, "placement.policy=%s", words[i]);
        const char *sets[] = {word.text,          "placement.page_bytes=2097152",
                              "memory.host=true", "memory.at=packages",
                              "protocol=nc-wt",   "copy_engine.lines=2",
                              "lanes=1"};
        const size_t n = i == PLACEMENT_HOST ? 7 : 2;
        struct system *s = system_parse(system_text, strlen(system_text), "t.yaml", sets, n, &err);
        assert_non_null(s);
        assert_int_equal(s->placement.policy, i);
        assert_int_equal(s->placement.page_bytes, 2097152);
        system_free(s);
        sbuf_free(&word);
    }
}

static void schedules(void **state)
{
    (void)state;
    const char *sets[1], *words[SCHEDULES];
    for (int i = 0; i < SCHEDULES; i++)
        words[i] = schedule_policies[i].word;
    refuses_best("schedule.policy", words, SCHEDULES);
    for (int i = 0; i < SCHEDULES; i++) {
        struct error err = {0};
        struct sbuf word = {0};
        sbuf_printf(&word, "schedule.policy=%s", schedule_policies[i].word);
        sets[0] = word.text;
        struct system *s = system_parse(system_text, strlen(system_text), "t.yaml", sets, 1, &err);
        assert_non_null(s);
        assert_int_equal(s->schedule.policy, i);
        system_free(s);
        sbuf_free(&word);
    }
}

/* Packages take turns where a GPU is a ring of them. */
static void turns(void **state)
{
    (void)state;
    static const struct {
        const char *system, *set;
        uint32_t turns;
    } cases[] = {{"ladm-tiny", "schedule.within_gpu=round-robin", 2},
                 {"ladm-tiny", "schedule.within_gpu=chunks", 1},
                 {"ladm-4x4", "schedule.batch=4", 4},
                 {"ladm-hmg-tiny", "schedule.batch=4", 1},
                 {"numa-tiny", "schedule.within_gpu=round-robin", 1},
                 {"tsm-tiny", "schedule.within_gpu=round-robin", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct system *s = system_load(cases[i].system, &cases[i].set, 1, &err);
        assert_non_null(s);
        assert_int_equal(system_turns(s), cases[i].turns);
        system_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped),    cmocka_unit_test(tiny_shrinks), cmocka_unit_test(names),
        cmocka_unit_test(overrides),  cmocka_unit_test(paths),        cmocka_unit_test(schedules),
        cmocka_unit_test(placements), cmocka_unit_test(turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
