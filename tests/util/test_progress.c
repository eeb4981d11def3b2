/* Progress: what is printed and when, and that the clock is rarely read. */
#include "sw/util/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct progress p;
    FILE *out;
    char *text;
    size_t len;
    double now;
    uint64_t looks;
};

static double fake_clock(void *ctx)
{
    struct fixture *f = ctx;
    f->looks++;
    return f->now;
}

static void start(struct fixture *f, bool is_tty)
{
    *f = (struct fixture){.now = 1000};
    f->out = open_memstream(&f->text, &f->len);
    assert_non_null(f->out);
    f->p = progress_start_clock(f->out, is_tty, fake_clock, f);
    f->p.noun = "CTAs";
}

static void finish(struct fixture *f, const char *want)
{
    fclose(f->out);
    assert_string_equal(f->text, want);
    free(f->text);
}

/* One call that certainly looks at the clock. */
static void at(struct fixture *f, double seconds, uint64_t cycle, uint64_t done, uint64_t total)
{
    f->now = 1000 + seconds;
    f->p.calls_a_look = 1;
    progress_update(&f->p, cycle, done, total);
}

static void terminal_line_is_rewritten_and_cleared(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, true);
    at(&f, 0, 0, 0, 256);
    at(&f, 0.1, 500, 0, 256);
    at(&f, 2, 20400, 8, 256);
    at(&f, 2.1, 21000, 8, 256); /* too soon */
    at(&f, 3, 1234567, 128, 256);
    progress_end(&f.p);
    progress_end(&f.p); /* nothing more to clear */
    finish(&f, "\rcycle 20,400  CTAs 8/256  10.2k cycles/s  1:02 left\033[K"
               "\rcycle 1,234,567  CTAs 128/256  411.5k cycles/s  0:03 left\033[K"
               "\r\033[K");
}

static void log_gets_a_line_every_ten_seconds(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, false);
    at(&f, 0, 0, 0, 4);
    for (int i = 1; i <= 25; i++)
        at(&f, i, (uint64_t)i * 5, 1, 4);
    progress_end(&f.p);
    finish(&f, "cycle 5  CTAs 1/4  5 cycles/s  0:03 left\n"
               "cycle 55  CTAs 1/4  5 cycles/s  0:33 left\n"
               "cycle 105  CTAs 1/4  5 cycles/s  1:03 left\n");
}

static void short_runs_leave_no_trace(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, false);
    for (int i = 0; i < 99; i++)
        at(&f, i / 100.0, (uint64_t)i, 1, 2);
    progress_end(&f.p);
    finish(&f, "");
    start(&f, true); /* a terminal shows it, and clears it */
    at(&f, 0.1, 1, 1, 2);
    progress_end(&f.p);
    finish(&f, "");
}

static void unknown_ends_and_large_figures(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, false);
    at(&f, 0, 1000, 0, 0);
    at(&f, 10, 25001000, 0, 0);
    at(&f, 20, 25001000, 0, 7);
    at(&f, 100, 25001000, 1, 74);
    at(&f, 110, 25001000, 1, 1000000);
    finish(&f, "cycle 25,001,000  2.5M cycles/s\n"
               "cycle 25,001,000  CTAs 0/7  1.2M cycles/s\n"
               "cycle 25,001,000  CTAs 1/74  250.0k cycles/s  2:01:40 left\n"
               "cycle 25,001,000  CTAs 1/1000000  227.3k cycles/s\n");
}

static void clock_is_looked_at_rarely(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, false);
    for (int i = 0; i < 100000; i++) { /* 1 us each: far more calls than looks */
        f.now += 1e-6;
        progress_update(&f.p, 1, 1, 2);
    }
    assert_in_range(f.looks, 1, 120);
    f.looks = 0;
    for (int i = 0; i < 2000; i++) { /* then 10 ms each: it is noticed within some calls */
        f.now += 1e-2;
        progress_update(&f.p, 1, 1, 2);
    }
    assert_true(f.looks > 400);
    fclose(f.out);
    free(f.text);
}

static void the_real_clock_runs(void **state)
{
    (void)state;
    struct progress p = progress_start(stderr, false);
    assert_string_equal(p.noun, "done");
    for (uint64_t i = 0; i < 10000; i++)
        progress_update(&p, i, i, 10000);
    progress_end(&p);
    assert_true(p.looked >= p.started);
    assert_false(p.shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminal_line_is_rewritten_and_cleared),
        cmocka_unit_test(log_gets_a_line_every_ten_seconds),
        cmocka_unit_test(short_runs_leave_no_trace),
        cmocka_unit_test(unknown_ends_and_large_figures),
        cmocka_unit_test(clock_is_looked_at_rarely),
        cmocka_unit_test(the_real_clock_runs),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
