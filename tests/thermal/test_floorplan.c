/* Floorplans that ship, and each mistake in a floorplan or in prices: its place, its words. */
#include "harness/thermal/energies.h"
#include "tests/thermal/plate.h"

#include <math.h>

/* ---- those that ship ---- */

/* Table 3.4 of the thesis: area in mm2 and watts. */
static void table_3_4(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        double area, watts;
        int count;
    } table[] = {{"gpu", 151, 180, 4}, {"cpu", 144, 105, 1}, {"hbm", 92, 21.4, 4}};
    struct error err = {0};
    struct floorplan *f = floorplan_load("thesis-3-4", &err);
    assert_string_equal(err.text, "");
    assert_true(f->interposer.width >= 50 && f->interposer.width <= 50);
    assert_true(f->interposer.height >= 50 && f->interposer.height <= 50);
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        int count = 0;
        for (uint32_t i = 0; i < f->blocks_count; i++) {
            const struct floorplan_block *b = &f->blocks[i];
            if (strncmp(b->name, table[t].kind, 3) != 0)
                continue;
            count++;
            assert_near(b->width * b->height, table[t].area, 1e-4);
            assert_near(*b->watts, table[t].watts, 1e-12);
            assert_true(t == 2 || fabs(b->width - b->height) < 1e-9); /* GPUs and CPU are square */
        }
        assert_int_equal(count, table[t].count);
    }
    assert_near(*f->paper.max, 88.6, 1e-12);
    floorplan_free(f);
}

static void all_that_ship(void **state)
{
    (void)state;
    struct floorplan_names all = floorplan_names();
    assert_true(all.n >= 2);
    for (size_t i = 0; i < all.n; i++) {
        struct error err = {0};
        struct floorplan *f = floorplan_load(all.names[i], &err);
        assert_string_equal(err.text, "");
        struct stack *s = stack_new(f, &err);
        assert_string_equal(err.text, "");
        assert_string_equal(f->name, all.names[i]);
        stack_free(s);
        floorplan_free(f);
    }
    floorplan_names_free(&all);
}

/* What a file may leave out. */
static void defaults(void **state)
{
    struct plate p =
        plate_of(state, "about: least\nambient: 25\ninterposer: {width: 4, height: 2}\n"
                        "bottom: {resistance: 1}\n"
                        "layers: [{name: die, um: 100, conductivity: 100, blocks: true}]\n"
                        "blocks: [{name: a, x: 1, y: 0, width: 1, height: 1, watts: 0}]\n");
    assert_int_equal(p.f->cells, 48);
    assert_int_equal(p.f->layers[0].slices, 1);
    assert_null(p.f->top.resistance);
    assert_int_equal(p.s->x.n, 48);
    assert_int_equal(p.s->y.n, 24);
    plate_free(&p);
}

/* ---- mistakes ---- */

static const char good[] = "about: a\n"
                           "ambient: 45\n"
                           "interposer: {width: 10, height: 8}\n"
                           "top: {resistance: 0.1}\n"
                           "layers:\n"
                           "  - {name: die, um: 100, conductivity: 130, blocks: true}\n"
                           "  - {name: sink, um: 1000, conductivity: 400}\n"
                           "blocks:\n"
                           "  - {name: a, x: 0, y: 0, width: 2, height: 2, watts: 1}\n"
                           "  - {name: b, x: 2, y: 0, width: 2, height: 2, watts: 1}\n";

static void assert_refused(void **state, const char *from, const char *to, const char *words)
{
    struct error err = {0};
    char *text = plate_changed(good, from, to), *want;
    const char *path = in_folder(state, "bad.yaml");
    write_text(path, text);
    struct floorplan *f = floorplan_load(path, &err);
    struct stack *s = f != NULL ? stack_new(f, &err) : NULL;
    if (s != NULL)
        fail_msg("'%s' for '%s' is taken", to, from);
    assert_true(asprintf(&want, "%s:%s", path, words) > 0);
    assert_string_equal(err.text, want);
    free(want);
    free(text);
    floorplan_free(f);
}

static void bad_floorplans(void **state)
{
    static const struct {
        const char *from, *to, *words;
    } cases[] = {
        {"ambient: 45\n", "", "1:1: ambient is missing; it must be a number"},
        {"ambient: 45", "ambient: warm", "2:10: ambient is warm; it must be a number"},
        {"ambient: 45", "ambient: nan",
         "2:10: ambient is nan; it must be a number from -273.15 to 1000"},
        {"ambient: 45", "ambient: -300",
         "2:10: ambient is -300; it must be a number from -273.15 to 1000"},
        {"about: a\n", "about: a\ncells: 0\n",
         "2:8: cells is 0; it must be a number from 1 to 128"},
        {"about: a\n", "about: a\ncells: 129\n",
         "2:8: cells is 129; it must be a number from 1 to 128"},
        {"width: 10", "width: 0",
         "3:21: interposer.width is 0; it must be a number above 0, at most 1000"},
        {"height: 8", "height: 1e9",
         "3:33: interposer.height is 1e+09; it must be a number above 0, at most 1000"},
        {"top: {resistance: 0.1}\n", "",
         "1:1: the heat cannot leave: give top: {resistance: K/W}, or bottom, or both"},
        {"resistance: 0.1", "resistance: 0",
         "4:19: top.resistance is 0; it must be a number above 0, at most 1e+06"},
        {"resistance: 0.1", "resistence: 0.1",
         "4:7: top.resistence: no such field; top has resistance; did you mean resistance?"},
        {"um: 100,", "um: 0,",
         "6:21: layers[0].um is 0; it must be a number above 0, at most 100000"},
        {"conductivity: 400", "conductivity: -1",
         "7:42: layers[1].conductivity is -1; it must be a number above 0, at most 10000"},
        {"conductivity: 400", "conductivity: 400, between: -1",
         "7:56: layers[1].between is -1; it must be a number from 0 to 10000"},
        {"conductivity: 400", "conductivity: 400, slices: 33",
         "7:55: layers[1].slices is 33; it must be a number from 1 to 32"},
        {", blocks: true", "",
         "5:1: 0 layers have blocks: true; it must be one, in which the heat arises"},
        {"conductivity: 400", "conductivity: 400, blocks: true",
         "7:55: 2 layers have blocks: true; it must be one, in which the heat arises"},
        {"conductivity: 130,", "conductivity: 130, width: 9,",
         "6:5: the layer of the blocks is 9 x 8 mm; it must be at least as large as the "
         "interposer"},
        {"name: b", "name: a", "10:12: a block a stands above; give this one another name"},
        {"x: 2", "x: 1.9", "10:12: block b overlaps block a; move or shrink one of them"},
        {"x: 2", "x: 8.5",
         "10:12: block b goes from 8.5, 0 to 10.5, 2 mm; it must lie on the interposer, which is "
         "10 "
         "x 8 mm"},
        {"y: 0", "y: -0.1",
         "9:12: block a goes from 0, -0.1 to 2, 1.9 mm; it must lie on the interposer, which is 10 "
         "x 8 mm"},
        {"width: 2", "width: 0",
         "9:34: blocks[0].width is 0; it must be a number above 0, at most 1000"},
        {"watts: 1", "watts: -1",
         "9:55: blocks[0].watts is -1; it must be a number from 0 to 1e+06"},
        {"watts: 1", "watts: inf",
         "9:55: blocks[0].watts is inf; it must be a number from 0 to 1e+06"},
        {", watts: 1", "",
         "9:12: block a has neither watts nor units; it must have one of the two"},
        {"watts: 1", "watts: 1, units: [gpu0]",
         "9:12: block a has both watts and units; it must have one of the two"},
        {"watts: 1", "watts: 1, static_watts: -2",
         "9:72: blocks[0].static_watts is -2; it must be a number from 0 to 1e+06"},
        {"watts: 1", "watts: 1, conductivity: 0",
         "9:72: blocks[0].conductivity is 0; it must be a number above 0, at most 10000"},
        {"about: a\n", "about: a\nhost: 1\n",
         "2:1: host: no such field; the file has about, paper, ambient, interposer, cells, top, "
         "bottom, layers, blocks, notes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(state, cases[i].from, cases[i].to, cases[i].words);
}

/* Systems that would be singular, or too large. */
static void no_way_out(void **state)
{
    /* Between die and sink nothing is, but under block b, where there is no such gap. */
    assert_refused(state, "  - {name: sink",
                   "  - {name: gap, um: 20, conductivity: 4, between: 0}\n"
                   "  - {name: lid, um: 20, conductivity: 4, width: 1, height: 1, between: 0}\n"
                   "  - {name: sink",
                   " heat has no way from layer die at block a to an open face; let layers with "
                   "material touch each other up to one");
    assert_refused(state, "conductivity: 400}",
                   "conductivity: 400, between: 0, width: 2, height: 1}",
                   " heat has no way from layer die at block a to an open face; let layers with "
                   "material touch each other up to one");
    assert_refused(
        state, "conductivity: 400}\n", "conductivity: 400, slices: 32}\ncells: 128\n",
        " the grid has 129 x 103 x 33 cells, more than 400000; give fewer cells or slices");
}

/* Two blocks that share an edge do not overlap, though their edges are not the same numbers. */
static void edges_touch(void **state)
{
    static const char *const blocks[] = {
        "  - {name: a, x: 0, y: 0, width: 0.1, height: 1, watts: 1}\n",
        "  - {name: b, x: 0.1, y: 0, width: 0.2, height: 1, watts: 1}\n"};
    for (int first = 0; first < 2; first++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "about: touch\nambient: 25\ncells: 10\n"
                 "interposer: {width: 0.3, height: 1}\ntop: {resistance: 1}\n"
                 "layers: [{name: die, um: 100, conductivity: 100, blocks: true}]\n"
                 "blocks:\n%s%s",
                 blocks[first], blocks[1 - first]);
        struct plate p = plate_of(state, text);
        assert_int_equal(p.s->x.n, 3);
        plate_free(&p);
    }
}

static void names(void **state)
{
    (void)state;
    struct error err = {0};
    assert_null(floorplan_load("thesis", &err));
    assert_string_equal(err.text,
                        "floorplan 'thesis': there is none of that name, only thesis-3-4, "
                        "tsm-4gpu; or give a file, FILE.yaml");
    err = (struct error){0};
    assert_null(floorplan_load("/nowhere/x.yaml", &err));
    assert_non_null(strstr(err.text, "/nowhere/x.yaml: "));
}

/* ---- prices ---- */

static void bad_prices(void **state)
{
    static const char prices[] = "about: a\n"
                                 "sram: [{bytes: 8, pj: 1}, {bytes: 16, pj: 2}]\n"
                                 "sram_source: a paper\n"
                                 "events:\n"
                                 "  - {class: l1, counters: [loads], pj: 3, source: b}\n";
    static const struct {
        const char *from, *to, *words;
    } cases[] = {
        {"bytes: 16", "bytes: 8", "2:35: 8 bytes stand below 8; sizes must ascend"},
        {"sram_source: a paper\n", "", "2:1: sram_source is missing: each number has its source"},
        {", source: b", "", "5:5: events[0].source is missing; it must be a text"},
        {"pj: 3, ", "", "5:13: the event has neither pj nor capacity; it must have one of the two"},
        {"pj: 3", "pj: 3, capacity: [l1.bytes]",
         "5:13: the event has both pj and capacity; it must have one of the two"},
        {"pj: 3", "pj: -3", "5:40: events[0].pj is -3; it must be a number from 0 to 1e+09"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        char *text = plate_changed(prices, cases[i].from, cases[i].to), *want;
        const char *path = in_folder(state, "prices.yaml");
        write_text(path, text);
        assert_null(energies_load(path, &err));
        assert_true(asprintf(&want, "%s:%s", path, cases[i].words) > 0);
        assert_string_equal(err.text, want);
        free(want);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_3_4), cmocka_unit_test(all_that_ship),
        test_in_folder(defaults),    test_in_folder(bad_floorplans),
        test_in_folder(no_way_out),  test_in_folder(edges_touch),
        cmocka_unit_test(names),     test_in_folder(bad_prices),
    };
    return cmocka_run_group_tests_name("floorplans", tests, NULL, NULL);
}
