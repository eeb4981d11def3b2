/*
 * The step of one property with what it needs: of random circuits, it is proved exactly if no state
 * and no inputs break it, all of which are tried, and what was assumed cannot be satisfied.
 */
#include "formal/aig/run.h"
#include "formal/prove/lemmas.h"
#include "formal/prove/tool.h"
#include "sw/util/rng.h"
#include "tests/formal/random_circuit.h"

#include <ccadical.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 2, LATCHES = 5, OUTPUTS = 5, CONSTRAINTS = 2, GATES = 30, CIRCUITS = 300 };

/* Outputs are ANDs, so that most are 0 in many states, and constraints ORs. */
static struct aig quiet_circuit(struct rng *r)
{
    struct aig a = random_circuit(r, INPUTS, LATCHES, OUTPUTS, CONSTRAINTS, GATES);
    for (uint32_t i = 0; i < OUTPUTS; i++)
        a.output[i] = aig_and(&a, a.output[i], random_literal(r, &a));
    for (uint32_t i = 0; i < CONSTRAINTS; i++)
        a.constraint[i] = aig_or(&a, a.constraint[i], random_literal(r, &a));
    return a;
}

static void set_bits(bool *to, uint32_t n, uint32_t from)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = (from >> i & 1) != 0;
}

static bool is_broken(const struct aig_walk *w)
{
    for (uint32_t i = 0; i < OUTPUTS; i++)
        if (aig_walk_sets(w, i))
            return true;
    return false;
}

/* Whether the property is broken behind k cycles in which nothing is. */
static bool can_break(const struct aig *a, uint32_t k, uint32_t property)
{
    struct aig_walk w;
    aig_walk_new(&w, a);
    bool breaks = false, input[INPUTS];
    const uint32_t bits = LATCHES + (k + 1) * INPUTS;
    for (uint32_t x = 0; x < 1u << bits && !breaks; x++) {
        set_bits(w.latch, LATCHES, x);
        bool holds = true;
        for (uint32_t c = 0; c <= k && holds; c++) {
            if (c > 0)
                aig_walk_clock(&w);
            set_bits(input, INPUTS, x >> (LATCHES + c * INPUTS));
            holds = aig_walk_cycle(&w, input) && (c == k || !is_broken(&w));
        }
        breaks = holds && aig_walk_sets(&w, property);
    }
    aig_walk_free(&w);
    return breaks;
}

/* What CaDiCaL says of a formula in the DIMACS format: 20 if it cannot be satisfied. */
static int answer_to(const char *formula)
{
    CCaDiCaL *s = ccadical_init();
    ccadical_set_option(s, "quiet", 1);
    const char *at = strchr(formula, '\n');
    for (char *end; at != NULL; at = end) {
        long x = strtol(at, &end, 10);
        if (end == at)
            break;
        ccadical_add(s, (int)x);
    }
    int answer = ccadical_solve(s);
    ccadical_release(s);
    return answer;
}

static void as_all_states_say(void **state)
{
    (void)state;
    struct rng r = {56};
    uint32_t proved = 0, with_others = 0, broken = 0;
    for (uint32_t i = 0; i < CIRCUITS; i++) {
        struct aig a = quiet_circuit(&r);
        for (uint32_t p = 0; p < OUTPUTS; p++) {
            const uint32_t k = 1 + i % 2;
            struct lemmas l = {.a = &a, .k = k, .property = p, .until = tool_now() + 100};
            const enum verdict v = lemmas_find(&l);
            const bool breaks = can_break(&a, k, p);
            assert_int_equal(v, breaks ? VERDICT_NOT_INDUCTIVE : VERDICT_PROVED);
            if (!breaks)
                assert_int_equal(answer_to(l.formula), 20);
            else
                assert_null(l.formula);
            proved += !breaks;
            with_others += !breaks && l.assumed > k;
            broken += breaks;
            free(l.formula);
        }
        aig_free(&a);
    }
    assert_true(proved > 100 && with_others > 20 && broken > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_all_states_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
