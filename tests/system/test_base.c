/*
 * System files that start from another with `base:`: which field holds, where a mistake is said to
 * stand, and what is printed of the whole.
 */
#include "gen/system/system.h"
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"
#include "tests/support/systems.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct system *load(void **state, const char *file, struct error *err)
{
    *err = (struct error){0};
    return system_load(in_folder(state, file), NULL, 0, err);
}

/* ---- which field holds ---- */

static void the_fields_that_differ(void **state)
{
    struct error err;
    write_text(in_folder(state, "mine.yaml"), "base: tsm-tiny\n"
                                              "about: two more SMs\n"
                                              "consistency: rc\n"
                                              "package:\n"
                                              "  sm: {count: 3, latency: {fp32: 7}}\n"
                                              "memory: {tsu: {keep_wts: false}}\n");
    struct system *s = load(state, "mine.yaml", &err);
    assert_string_equal(err.text, "");
    struct system *tiny = system_load("tsm-tiny", NULL, 0, &err);
    assert_string_equal(s->name, "mine");
    assert_string_equal(s->about, "two more SMs");
    assert_int_equal(s->consistency, SYS_RC);
    assert_int_equal(s->sm.count, 3);
    assert_int_equal(s->sm.latency.fp32, 7);
    assert_false(s->tsu.keep_wts);
    assert_true(tiny->tsu.keep_wts);
    /* All else is tsm-tiny's, fields of the same groups included. */
    assert_int_equal(s->sm.warps, tiny->sm.warps);
    assert_int_equal(s->sm.latency.fp64, tiny->sm.latency.fp64);
    assert_int_equal(s->tsu.sets, tiny->tsu.sets);
    assert_int_equal(s->dram.bus_bits, tiny->dram.bus_bits);
    assert_int_equal(s->gpus, 2);
    /* tsm-tiny itself starts from tsm-4gpu, and that from the parts that it lacks. */
    assert_non_null(strstr(s->file->base->name, "/tsm.yaml"));
    assert_non_null(strstr(s->file->base->base->name, "/tsm.yaml"));
    assert_non_null(strstr(s->file->base->base->base->name, "/gen/system/parts.yaml"));
    assert_null(s->file->base->base->base->base);
    system_free(tiny);
    system_free(s);
}

/* A path is seen from the folder of the file that names it, wherever the command runs. */
static void a_base_beside(void **state)
{
    struct error err;
    write_text(in_folder(state, "a.yaml"), "base: tsm-tiny\npackage: {gpus: 3}\nwatchdog: 5000\n");
    write_text(in_folder(state, "b.yaml"), "base: a.yaml\nwatchdog: 6000\n");
    write_text(in_folder(state, "c.yaml"), "package: {l1: {mshrs: 4}}\nbase: ./b.yaml\n");
    struct system *s = load(state, "c.yaml", &err);
    assert_string_equal(err.text, "");
    assert_int_equal(s->gpus, 3);
    assert_int_equal(s->watchdog, 6000);
    assert_int_equal(s->l1.mshrs, 4);
    system_free(s);
}

static void a_set_holds_over_all(void **state)
{
    struct error err = {0};
    write_text(in_folder(state, "a.yaml"), "base: tsm-tiny\npackage: {gpus: 3}\n");
    const char *sets[] = {"gpus=5"};
    struct system *s = system_load(in_folder(state, "a.yaml"), sets, 1, &err);
    assert_int_equal(s->gpus, 5);
    system_free(s);
}

/* ---- sizes ---- */

static const char family[] = "base: tsm-tiny\n"
                             "about: two\n"
                             "sizes:\n"
                             "  two:\n"
                             "  three:\n"
                             "    # of three\n"
                             "    about: three \xc3\xa9\n"
                             "    package: {gpus: 3}\n"
                             "  small: {base: tsm-small, about: of tsm-small}\n"
                             "watchdog: 5000\n";

static struct system *load_size(void **state, const char *size, struct error *err)
{
    struct sbuf s = {0};
    *err = (struct error){0};
    sbuf_printf(&s, "%s:%s", in_folder(state, "f.yaml"), size);
    struct system *system = system_load(s.text, NULL, 0, err);
    sbuf_free(&s);
    return system;
}

static void sizes(void **state)
{
    static const struct {
        const char *size, *name, *about;
        uint32_t gpus, watchdog, sms;
    } cases[] = {{"two", "f-two", "two", 2, 5000, 1},
                 {"three", "f-three", "three \xc3\xa9", 3, 5000, 1},
                 {"small", "f-small", "of tsm-small", 4, 50000, 4}};
    struct error err;
    write_text(in_folder(state, "f.yaml"), family);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct system *s = load_size(state, cases[i].size, &err);
        assert_string_equal(err.text, "");
        assert_string_equal(s->name, cases[i].name);
        assert_string_equal(s->about, cases[i].about);
        assert_int_equal(s->gpus, cases[i].gpus);
        assert_int_equal(s->watchdog, cases[i].watchdog);
        assert_int_equal(s->sm.count, cases[i].sms);
        system_free(s);
    }
    struct system *plain = load(state, "f.yaml", &err);
    assert_string_equal(plain->name, "f");
    assert_int_equal(plain->gpus, 2);
    system_free(plain);
    /* A size is a base as a system is. */
    write_text(in_folder(state, "g.yaml"), "base: f.yaml:three\nabout: of a size\n");
    struct system *g = load(state, "g.yaml", &err);
    assert_string_equal(err.text, "");
    assert_int_equal(g->gpus, 3);
    system_free(g);
}

/* Places are those of the file, whatever stands before on the line. */
static void mistakes_in_sizes(void **state)
{
    static const struct {
        const char *text, *size, *what; /* '@' in the message: the folder */
    } cases[] = {
        {"base: tsm-tiny\nsizes: 3\n", "a",
         "@/f.yaml:2:1: sizes is no mapping; it must have a name for each size"},
        {"base: tsm-tiny\nsizes:\n  a b:\n", "a",
         "@/f.yaml:3:3: a size's name must be letters, digits, '-' and '_'"},
        {"base: tsm-tiny\nsizes:\n  a: 4\n", "a",
         "@/f.yaml:3:3: a size must have fields, or none: then it is the file as it is"},
        {"base: tsm-tiny\nsizes:\n  big:\n  small:\n", "smalls",
         "@/f.yaml: has no size smalls; there are big, small; did you mean small?"},
        {"base: tsm-tiny\n", "a", "@/f.yaml: has no sizes, so no a"},
        {"base: tsm-tiny\nsizes:\n  a:\n    package: {gpus: 65}\n", "a",
         "@/f.yaml:4:21: gpus is 65; it must be a whole number from 1 to 64"},
        {"base: tsm-tiny\nsizes: {\xc3\xa9: 1}\n", "a",
         "@/f.yaml:2:9: a size's name must be letters, digits, '-' and '_'"},
        {"base: tsm-tiny\nsizes: {a: , b: {wayz: 65}}\n", "b",
         "@/f.yaml:2:18: wayz: no such field"},
        {"base: tsm-tiny\nsizes:\n  a:\n    sizes:\n      b:\n", "a",
         "@/f.yaml:4:5: sizes: no such field"},
        {"sizes:\n  a:\n    base: f.yaml:a\n", "a",
         "@/f.yaml:3:11: base: more than 8 files start from each other; one of them is its own "
         "base"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        write_text(in_folder(state, "f.yaml"), cases[i].text);
        assert_null(load_size(state, cases[i].size, &err));
        struct sbuf want = {0};
        sbuf_printf(&want, "%s%s", (const char *)*state, cases[i].what + 1);
        if (strncmp(err.text, want.text, want.len) != 0)
            fail_msg("%s\nnot: %s", err.text, want.text);
        sbuf_free(&want);
    }
}

/* ---- mistakes ---- */

static void mistakes(void **state)
{
    struct shipped_systems all = shipped_systems();
    static const struct {
        const char *text, *what; /* '@' in the message: the folder; '*': the systems that ship */
    } cases[] = {
        {"base: tsm-huge\n", "@/x.yaml:1:7: base: tsm-huge: no such system; there are *, or give "
                             "the path of a .yaml file"},
        {"base: none.yaml\n",
         "@/x.yaml:1:7: base: @/none.yaml: cannot be read: No such file or directory"},
        {"base: {a: 1}\n", "@/x.yaml:1:1: base is no name; it must be a system or the path of a "
                           "file"},
        {"base:\n", "@/x.yaml:1:1: base is no name; it must be a system or the path of a file"},
        {"base: \"a\\nb\"\n",
         "@/x.yaml:1:1: base is no name; it must be a system or the path of a file"},
        {"base: x.yaml\n", "@/x.yaml:1:7: base: more than 8 files start from each other; one of "
                           "them is its own base"},
        {"base: tsm-tiny\nbase: tsm-small\n", "@/x.yaml:2:1: base is given twice; first in line 1"},
        {"base: tsm-tiny\npackage:\n  l1:\n    wayz: 4\n",
         "@/x.yaml:4:5: l1.wayz: no such field; l1 has bytes, ways, mshrs; did you mean ways?"},
        {"base: tsm-tiny\npackage:\n  l1:\n    base: tsm-small\n",
         "@/x.yaml:4:5: l1.base: no such field; l1 has bytes, ways, mshrs"},
        {"base: tsm-tiny\npackage: {l1: 4}\n", "@/x.yaml:2:11: l1 is 4; it must be "
                                               "a group of fields: bytes, ways, mshrs"},
        {"base: tsm-tiny\npackage:\n  gpus: {a: 1}\n",
         "@/x.yaml:3:3: gpus is a group of fields; it must be a "
         "whole number from 1 to 64"},
        {"base: tsm-tiny\npackage:\n  gpus: two\n",
         "@/x.yaml:3:9: gpus is two; it must be a whole number from 1 to 64"},
        {"base: tsm-tiny\npackage:\n  gpus: \"2\"\n",
         "@/x.yaml:3:9: gpus is \"2\"; it must be a whole number from 1 to 64"},
        {"base: tsm-tiny\nprotocol: mesi\n",
         "@/x.yaml:2:11: protocol is mesi; it must be one of "
         "mgcc, mgcc-renew, mgcc-paper, mgcc-example, nc-wt, nc-wb, gpu-vi, carve-nc, "
         "carve-swc, carve-hwc, hmg"},
        {"base: tsm-tiny\nprotocol: mgcc-renew\nmemory: {tsu: {keep_wts: false}}\n",
         "@/x.yaml:3:26: tsu.keep_wts is false; with protocol mgcc-renew it must be true, as a "
         "copy is renewed by the time of its line's last store"},
        {"base: tsm-tiny\nprotocol: nc-wt\nboundary: {l1s: keep, l2s: keep}\n"
         "memory: {umc: {order: time}}\n",
         "@/x.yaml:4:23: umc.order is time; with protocol nc-wt it must be arrival, as requests "
         "carry no clock"},
        {"base: numa-vi-tiny\nmemory: {umc: {merge: true}}\n",
         "@/x.yaml:2:23: umc.merge is true; with protocol gpu-vi it must be false, as each access "
         "to DRAM has a part in tracking its line"},
        {"base: tsm-tiny\nabout: ''\n", "@/x.yaml:2:8: about is empty; it must be a text of 1 to "
                                        "100 characters"},
        {"base: tsm-tiny\npackage:\n  l1: {ways: 3}\n",
         "@/x.yaml:3:14: l1.ways is 3; it must be a power of two from 2 to 64"},
        {"base: tsm-tiny\nl1: {ways: 4}\n",
         "@/x.yaml:2:1: l1: no such field here; it belongs in section package"},
        {"base: tsm-tiny\nfabric: {umc: {count: 2}}\n",
         "@/x.yaml:2:10: fabric.umc: no such field here; it belongs in section memory"},
        {"base: tsm-tiny\nmemory: {watchdog: 2000}\n",
         "@/x.yaml:2:10: memory.watchdog: no such field here; it belongs in no section"},
        {"base: tsm-tiny\npackage: 4\n", "@/x.yaml:2:1: package is 4; it must be a group of "
                                         "fields: gpus, sm, crossbar, l1, l15, l2, rdc, "
                                         "copy_engine"},
        /* Of two fields that disagree the first is pointed at, in the file that gives it. */
        {"base: middle.yaml\nmemory: {dram: {tRCD: 50}}\n",
         "@/middle.yaml:3:16: dram.tRAS is 40; it must be at least dram.tRCD, 50"},
        {"base: broken.yaml\n", "@/broken.yaml:2:17: gpus is 65; it must be a whole number from 1 "
                                "to 64"},
    };
    write_text(in_folder(state, "middle.yaml"), "base: tsm-tiny\nmemory:\n  dram: {tRAS: 40}\n");
    write_text(in_folder(state, "broken.yaml"), "base: tsm-tiny\npackage: {gpus: 65}\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        struct sbuf what = {0};
        for (const char *t = cases[i].what; *t != '\0'; t++)
            *t == '@'   ? sbuf_puts(&what, *state)
            : *t == '*' ? sbuf_puts(&what, all.list)
                        : sbuf_add(&what, t, 1);
        write_text(in_folder(state, "x.yaml"), cases[i].text);
        assert_null(load(state, "x.yaml", &err));
        assert_string_equal(err.text, what.text);
        sbuf_free(&what);
    }
    shipped_systems_free(&all);
}

/* ---- the place of a field ---- */

static void places(void **state)
{
    static const struct {
        const char *path, *place; /* '@': the folder */
    } cases[] = {
        {"l1.ways", "@/x.yaml:6:11"},
        {"package.l1.ways", "@/x.yaml:6:11"},
        {"l1.mshrs", "@/below.yaml:3:15"},
        {"gpus", "@/below.yaml:4:9"},
        {"l1", "@/x.yaml:4:3"},
        {"package", "@/x.yaml:2:1"},
        {"sm.warps", "tsm.yaml:"},
        {"sm.flights", "tsm.yaml:"},
        {"watchdog", "@/x.yaml:1:11"},
    };
    struct error err;
    write_text(in_folder(state, "below.yaml"), "base: tsm-tiny\npackage:\n"
                                               "  l1: {mshrs: 4, ways: 2}\n  gpus: 3\n");
    write_text(in_folder(state, "x.yaml"), "watchdog: 7000\npackage:\n  # 4\n  l1:\n"
                                           "    # of 16 lines\n    ways: 4\nbase: below.yaml\n");
    struct system *s = load(state, "x.yaml", &err);
    assert_string_equal(err.text, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf place = {0}, want = {0};
        for (const char *t = cases[i].place; *t != '\0'; t++)
            *t == '@' ? sbuf_puts(&want, *state) : sbuf_add(&want, t, 1);
        system_where(s, cases[i].path, &place);
        if (strstr(place.text, want.text) == NULL)
            fail_msg("%s: %s, not %s", cases[i].path, place.text, want.text);
        if (cases[i].place[0] == '@')
            assert_string_equal(place.text, want.text);
        sbuf_free(&place);
        sbuf_free(&want);
    }
    system_free(s);
}

/* ---- the whole, printed ---- */

static void printed_in_full(void **state)
{
    static const char *const names[] = {"tsm-4gpu", "tsm-tiny", "rdma-small", "one-gpu",
                                        "numa-migrate-tiny"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct error err = {0};
        struct sbuf text = {0};
        struct system *s = system_load(names[i], NULL, 0, &err);
        system_yaml(s, &text);
        assert_null(strstr(text.text, "base"));
        write_text(in_folder(state, "whole.yaml"), text.text);
        struct system *again = load(state, "whole.yaml", &err);
        assert_string_equal(err.text, "");
        json_t *a = system_json(s), *b = system_json(again);
        assert_true(json_equal(a, b));
        json_decref(a);
        json_decref(b);
        sbuf_free(&text);
        system_free(again);
        system_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(the_fields_that_differ),
        test_in_folder(a_base_beside),
        test_in_folder(a_set_holds_over_all),
        test_in_folder(sizes),
        test_in_folder(mistakes_in_sizes),
        test_in_folder(mistakes),
        test_in_folder(places),
        test_in_folder(printed_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
