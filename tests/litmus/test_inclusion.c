/*
 * In the order sc, rc, ptx each model allows all that the one before allows. So a CUDA program that
 * relies on PTX alone is right on a machine with rc. Checked on the tests that ship, in all their
 * placements on two GPUs of two SMs, and on random tests.
 */
#include "formal/litmus/model/model.h"
#include "formal/litmus/place.h"
#include "formal/litmus/random.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Checks inclusion; counts the outcomes that each model allows beyond those of the one before. */
static void included(const struct litmus *t, const struct litmus_place *at, size_t *beyond)
{
    struct outcomes o[MODELS] = {0};
    struct error err = {0};
    for (int m = 0; m <= MODEL_PTX; m++) {
        if (!model_allows(t, (enum litmus_model)m, at, &o[m], NULL, &err))
            fail_msg("%s", err.text);
        assert_true(o[m].n > 0);
        for (size_t i = 0; m > 0 && i < o[m - 1].n; i++)
            if (!outcomes_have(&o[m], t, &o[m - 1].list[i]->state)) {
                struct sbuf s = {0};
                outcome_text(t, &o[m - 1].list[i]->state, &s);
                fail_msg("%s: %s allows %s, and %s does not", t->file, model_names[m - 1], s.text,
                         model_names[m]);
            }
        beyond[m] += m > 0 ? o[m].n - o[m - 1].n : 0;
    }
    for (int m = 0; m < MODELS; m++)
        outcomes_free(&o[m]);
}

static void shipped(void **state)
{
    (void)state;
    glob_t g;
    assert_int_equal(glob(UMBEL_ROOT "/formal/litmus/*.litmus", 0, NULL, &g), 0);
    assert_true(g.gl_pathc >= 20);
    size_t beyond[MODELS] = {0};
    for (size_t i = 0; i < g.gl_pathc; i++) {
        struct error err = {0};
        struct litmus *t = litmus_read(g.gl_pathv[i], &err);
        assert_string_equal(err.text, "");
        struct placements p;
        assert_true(placements_find(t, 2, 2, NULL, &p, &err));
        for (size_t n = 0; n < p.n; n++)
            included(t, p.list[n].at, beyond);
        free(p.list);
        litmus_free(t);
    }
    globfree(&g);
    assert_true(beyond[MODEL_RC] > 50 && beyond[MODEL_PTX] > 50);
}

static void of_random_tests(void **state)
{
    (void)state;
    size_t beyond[MODELS] = {0};
    for (uint64_t number = 0; number < 600; number++) {
        bool barrier = number % 3 == 0;
        struct random_litmus r = {3, number, 2, 2, barrier};
        struct sbuf name = {0}, text = {0};
        random_litmus_name(&r, &name);
        random_litmus(&r, &text);
        struct error err = {0};
        struct litmus *t = litmus_parse(text.text, text.len, name.text, &err);
        assert_string_equal(err.text, "");
        assert_int_equal(t->barriers, barrier);
        included(t, t->places, beyond);
        litmus_free(t);
        sbuf_free(&name);
        sbuf_free(&text);
    }
    assert_true(beyond[MODEL_RC] > 500 && beyond[MODEL_PTX] > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shipped),
                                       cmocka_unit_test(of_random_tests)};
    return cmocka_run_group_tests_name("what models allow beyond others", tests, NULL, NULL);
}
