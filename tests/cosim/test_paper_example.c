/*
 * Figure 4-2 of the thesis, step by step on the RTL of mgcc-example: two CUs read X and Y, write
 * the other's, and read again, in one GPU (4.2.3) and in two (4.2.4). The times are those that its
 * text prints; where it prints none of a copy, Algorithms 1 and 2 give them. The same steps under
 * mgcc-paper give other times: the example is not of the algorithms.
 */
#include "gen/system/system.h"
#include "tests/cosim/one_access.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { X = 0, Y = 1, NEW_X = 41, NEW_Y = 42 };

struct figure {
    struct driver d;
    struct system *sys;
    uint32_t cu1, l2_of_1; /* CU1's number, and its GPU's bank; CU0 and its bank have 0 */
};

/* "We assume a different timestamp value": a read leases X for 10, Y for 7. */
static const char leases[] = "memts_plus_lease - (s1_line_q[0] ? {{TS_W - 1{1'b0}}, 2'd3} : 0)";

static struct figure *figure_new(enum protocol_id protocol, bool two_gpus)
{
    static struct figure f;
    static struct rules rules;
    static const char *const one_bank[] = {"gpus=2", "sm.count=2", "l2.banks=1", "umc.count=1"};
    struct error err = {0};
    f = (struct figure){.cu1 = two_gpus ? 2 : 1, .l2_of_1 = two_gpus};
    f.sys = system_load("tsm-tiny", one_bank, 4, &err);
    assert_string_equal(err.text, "");
    rules = *protocol_of(protocol)->rules;
    rules.load_end = leases;
    f.sys->protocol = protocol;
    f.d.m = machine_new_with(f.sys, &rules, NULL, &err);
    assert_string_equal(err.text, "");
    driver_takes_over(&f.d);
    return &f;
}

static void figure_free(struct figure *f)
{
    machine_free(f->d.m);
    system_free(f->sys);
}

static void same_lease(bool found, struct machine_copy is, uint64_t wts, uint64_t rts,
                       const char *step, const char *cache)
{
    assert_true(found);
    if (!is.present || is.wts != wts || is.rts != rts)
        fail_msg("%s: the copy in the %s has [%d: %llu, %llu], the thesis [%llu, %llu]", step,
                 cache, is.present, (unsigned long long)is.wts, (unsigned long long)is.rts,
                 (unsigned long long)wts, (unsigned long long)rts);
}

static void l1_has(struct figure *f, uint32_t cu, uint64_t line, uint64_t wts, uint64_t rts,
                   const char *step)
{
    struct machine_copy copy = {.present = false};
    bool found = machine_peek_l1(f->d.m, cu, line, &copy);
    same_lease(found, copy, wts, rts, step, "L1");
}

static void l2_has(struct figure *f, uint32_t bank, uint64_t line, uint64_t wts, uint64_t rts,
                   const char *step)
{
    struct machine_copy copy = {.present = false};
    bool found = machine_peek_l2(f->d.m, bank * 2, line, &copy);
    same_lease(found, copy, wts, rts, step, "L2");
}

static uint32_t read_line(struct figure *f, uint32_t cu, uint64_t line)
{
    return access_line(&f->d, OP_LOAD, cu, line, 0);
}

static void write_line(struct figure *f, uint32_t cu, uint64_t line, uint32_t word)
{
    access_line(&f->d, OP_STORE, cu, line, word);
}

/* Raised to 0, a clock stays and is told. */
static uint32_t clock_of(struct figure *f, uint32_t cu)
{
    return access_line(&f->d, OP_CLOCK, cu, 0, 0);
}

/* Steps 01 to 29, which are the same in both parts. */
static void until_the_last_read(struct figure *f)
{
    const uint32_t cu0 = 0, cu1 = f->cu1;
    read_line(f, cu0, X);
    l2_has(f, 0, X, 0, 10, "I0-1 at 05");
    l1_has(f, cu0, X, 0, 10, "I0-1 at 06");
    read_line(f, cu1, Y);
    l2_has(f, f->l2_of_1, Y, 0, 7, "I1-1 at 12");
    l1_has(f, cu1, Y, 0, 7, "I1-1 at 13");
    write_line(f, cu0, Y, NEW_Y);
    l2_has(f, 0, Y, 8, 12, "I0-2 at 19");
    l1_has(f, cu0, Y, 8, 12, "I0-2 at 20");
    assert_int_equal(clock_of(f, cu0), 8);
    write_line(f, cu1, X, NEW_X);
    l2_has(f, f->l2_of_1, X, 11, 15, "I1-2 at 25");
    l1_has(f, cu1, X, 11, 15, "I1-2 at 26");
    assert_int_equal(clock_of(f, cu1), 11);
    assert_int_equal(read_line(f, cu0, X), 0);
    l1_has(f, cu0, X, 0, 10, "I0-3, a hit at 28");
    assert_int_equal(clock_of(f, cu0), 8);
}

/* "L2 has a cts value of 11 and the block for Y has rts = 12 and wts = 8": a hit. */
static void in_one_gpu(void **state)
{
    (void)state;
    struct figure *f = figure_new(PROTOCOL_MGCC_EXAMPLE, false);
    until_the_last_read(f);
    assert_int_equal(read_line(f, f->cu1, Y), NEW_Y);
    l2_has(f, 0, Y, 8, 12, "I1-3, a hit at 32");
    l1_has(f, f->cu1, Y, 11, 12, "I1-3 at 33");
    assert_int_equal(clock_of(f, f->cu1), 11);
    figure_free(f);
}

/* "There is no longer an L2 hit, as the lease (rts = 7, wts = 0) expired for a cts = 11." */
static void in_two_gpus(void **state)
{
    (void)state;
    struct figure *f = figure_new(PROTOCOL_MGCC_EXAMPLE, true);
    until_the_last_read(f);
    l2_has(f, 1, Y, 0, 7, "before I1-3");
    assert_int_equal(read_line(f, f->cu1, Y), NEW_Y);
    l2_has(f, 1, Y, 12, 19, "I1-3, a miss at 32");
    l1_has(f, f->cu1, Y, 12, 19, "I1-3");
    assert_int_equal(clock_of(f, f->cu1), 12); /* a read raises it */
    figure_free(f);
}

static void not_by_the_algorithms(void **state)
{
    (void)state;
    struct figure *f = figure_new(PROTOCOL_MGCC_PAPER, false);
    read_line(f, 0, X);
    read_line(f, f->cu1, Y);
    write_line(f, 0, Y, NEW_Y);
    l2_has(f, 0, Y, 7, 12, "Algorithm 3 of the same write");
    assert_int_equal(clock_of(f, 0), 7);
    figure_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_one_gpu),
        cmocka_unit_test(in_two_gpus),
        cmocka_unit_test(not_by_the_algorithms),
    };
    return cmocka_run_group_tests_name("the thesis' example", tests, NULL, NULL);
}
