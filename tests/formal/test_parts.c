/*
 * A part of a circuit: each output that it keeps, each constraint and each latch has the value that
 * it has in the whole circuit, cycle by cycle, and its map names the same nodes.
 */
#include "formal/aig/map.h"
#include "formal/aig/part.h"
#include "formal/aig/run.h"
#include "formal/prove/parts.h"
#include "sw/util/file.h"
#include "sw/util/rng.h"
#include "sw/util/sbuf.h"
#include "tests/formal/random_circuit.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 5, LATCHES = 8, OUTPUTS = 6, CONSTRAINTS = 1, GATES = 40, CYCLES = 24 };

/* Of each latch and output of the part, which it is in the whole circuit: its map says so. */
struct origin {
    uint32_t latch[LATCHES], output[OUTPUTS];
};

static struct origin read_origin(const char *path, const struct aig *part)
{
    struct origin o;
    memset(&o, 0xff, sizeof o);
    size_t len;
    struct error err = {0};
    char *map = file_read(path, &len, &err);
    assert_non_null(map);
    struct aig_named it;
    for (const char *at = map; aig_map_next(&at, &it);) {
        const uint32_t was = (uint32_t)strtoul(it.name + 1, NULL, 10);
        const bool is_latch = strcmp(it.kind, "latch") == 0;
        if (is_latch || strcmp(it.kind, "output") == 0) {
            assert_true(it.number < (is_latch ? part->latches : part->outputs));
            (is_latch ? o.latch : o.output)[it.number] = was;
        }
    }
    free(map);
    return o;
}

static void assert_same(const struct aig *a, const struct aig *part, const struct origin *o,
                        struct rng *r)
{
    struct aig_walk whole, cut;
    aig_walk_new(&whole, a);
    aig_walk_new(&cut, part);
    for (uint32_t c = 0; c < CYCLES; c++) {
        bool input[INPUTS];
        for (uint32_t i = 0; i < INPUTS; i++)
            input[i] = rng_below(r, 2) != 0;
        for (uint32_t i = 0; i < part->latches; i++)
            assert_int_equal(cut.latch[i], whole.latch[o->latch[i]]);
        assert_int_equal(aig_walk_cycle(&cut, input), aig_walk_cycle(&whole, input));
        for (uint32_t i = 0; i < part->outputs; i++)
            assert_int_equal(aig_walk_sets(&cut, i), aig_walk_sets(&whole, o->output[i]));
        aig_walk_clock(&whole);
        aig_walk_clock(&cut);
    }
    aig_walk_free(&whole);
    aig_walk_free(&cut);
}

static char *map_of_all(void)
{
    struct sbuf s = {0};
    for (unsigned i = 0; i < INPUTS; i++)
        sbuf_printf(&s, "%s %u 0 i%u\n", i < INPUTS / 2 ? "input" : "init", i, i);
    for (unsigned i = 0; i < LATCHES; i++)
        sbuf_printf(&s, "latch %u 0 l%u\n", i, i);
    for (unsigned i = 0; i < OUTPUTS; i++)
        sbuf_printf(&s, "output %u 0 o%u\n", i, i);
    return s.text;
}

static void a_part_does_what_the_whole_does(void **state)
{
    struct rng r = {1};
    char *map = map_of_all();
    unsigned without = 0;
    for (unsigned n = 0; n < 200; n++) {
        struct aig a = random_circuit(&r, INPUTS, LATCHES, OUTPUTS, CONSTRAINTS, GATES), part;
        bool keep[OUTPUTS];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < OUTPUTS; i++)
            kept += keep[i] = rng_below(&r, 3) == 0;
        struct error err = {0};
        assert_true(aig_part_write(&a, map, keep, in_folder(state, "part"), &err));
        assert_true(aig_read(&part, in_folder(state, "part.aig"), &err));
        assert_int_equal(part.inputs, INPUTS);
        assert_int_equal(part.outputs, kept);
        const struct origin o = read_origin(in_folder(state, "part.aim"), &part);
        for (uint32_t i = 0; i < kept; i++)
            assert_true(o.output[i] < OUTPUTS && keep[o.output[i]]);
        assert_same(&a, &part, &o, &r);
        without += part.latches < LATCHES && part.ands < a.ands;
        aig_free(&part);
        aig_free(&a);
    }
    assert_true(without > 50);
    free(map);
}

/* An output that is constant has no line in the map, but it is in its part. Each output is in one.
 */
static void a_constant_property_is_in_its_part(void **state)
{
    struct error err = {0};
    write_text(in_folder(state, "both.aig"),
               "aig 1 1 0 4 0\n1\n0\n2\n3\ni0 a_i\no0 no.broken\no1 never.reached\n"
               "o2 own.broken\no3 seen.reached\nc\nby a test\n");
    write_text(in_folder(state, "both.aim"),
               "input 0 0 a_i\noutput 2 0 own.broken\noutput 3 0 seen.reached\n");
    const char *dir = in_folder(state, ".");
    assert_true(parts_write(dir, &err));
    struct aig a;
    assert_true(aig_read(&a, in_folder(state, "broken.aig"), &err));
    assert_int_equal(a.outputs, 2);
    assert_int_equal(a.output[0], 1);
    assert_int_equal(a.output[1], 2);
    aig_free(&a);
    assert_true(aig_read(&a, in_folder(state, "reached.aig"), &err));
    assert_int_equal(a.outputs, 2);
    assert_int_equal(a.output[0], 0);
    assert_int_equal(a.output[1], 3);
    aig_free(&a);
    uint32_t output;
    assert_true(parts_write_one(dir, "own", &output, &err));
    assert_int_equal(output, 1);
    assert_true(aig_read(&a, in_folder(state, "one.aig"), &err));
    assert_int_equal(a.outputs, 3);
    assert_int_equal(a.output[1], 2);
    aig_free(&a);
    assert_false(parts_write_one(dir, "seen", &output, &err));
    assert_has(err.text, "has no property seen");
    err = (struct error){0};
    write_text(in_folder(state, "both.aig"), "aig 1 1 0 2 0\n1\n0\no0 a.broken\no1 b.broken[0]\n");
    assert_false(parts_write(dir, &err));
    assert_has(err.text, "1 of its 2 outputs are properties");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(a_part_does_what_the_whole_does),
        test_in_folder(a_constant_property_is_in_its_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
