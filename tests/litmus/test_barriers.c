/*
 * Barriers with numbers, names and counts. The verdicts follow from the PTX ISA: a barrier is
 * complete when as many threads have come to it as its count says, which then go on; it may be used
 * again at once; threads that meet at it synchronize (8.9.4), others do not. What names and quorums
 * mean is in formal/litmus/read/README.md. Each reason stands beside its verdict.
 */
#include "formal/litmus/condition.h"
#include "formal/litmus/model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ROW2(a, b) a " | " b " ;\n"
#define ROW3(a, b, c) a " | " b " | " c " ;\n"
#define ROW4(a, b, c, d) a " | " b " | " c " | " d " ;\n"
#define HEAD "PTX t\n{ x=0; y=0; z=0; 0:r5=2; }\n"
#define TWO HEAD ROW2("P0@cta 0,gpu 0", "P1@cta 0,gpu 0")
#define THREE HEAD ROW3("P0@cta 0,gpu 0", "P1@cta 0,gpu 0", "P2@cta 0,gpu 0")
#define FOUR HEAD ROW4("P0@cta 0,gpu 0", "P1@cta 0,gpu 0", "P2@cta 0,gpu 0", "P3@cta 0,gpu 0")
#define APART HEAD ROW2("P0@cta 0,gpu 0", "P1@cta 1,gpu 0")

#define SB(head, a, b)                                                                             \
    head ROW2("st.weak x,1", "st.weak y,1") ROW2(a, b)                                             \
        ROW2("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"
/* P0 stores before its barrier; P2, and P3, load behind theirs. */
#define PASS3(a, b1, b2, c)                                                                        \
    THREE ROW3("st.weak x,1", b1, c) ROW3(a, b2, "ld.weak r0,x") "exists (2:r0=0)"
#define PASS4(a, b, c, d)                                                                          \
    FOUR ROW4("st.weak x,1", b, c, d) ROW4(a, "", "", "ld.weak r0,x") "exists (3:r0=0)"

enum { NEVER_ENDS, FORBIDDEN, ALLOWED };

static const struct {
    const char *name;
    int verdict;
    bool deadlock; /* there are executions that do not end */
    const char *text;
} known[] = {
    {"the same number", FORBIDDEN, false, SB(TWO, "bar.sync 1", "bar.sync 1")},
    {"each thread alone at a number", ALLOWED, false, SB(TWO, "bar.sync 1", "bar.sync 2")},
    {"two warps", FORBIDDEN, false, SB(TWO, "bar.sync 1, 64", "barrier.sync 1, 64")},
    {"two threads of a test", FORBIDDEN, false, SB(TWO, "bar.sync 1, 2", "barrier.cta.sync 1, 2")},
    {"one warp: each passes alone", ALLOWED, false, SB(TWO, "bar.sync 1, 32", "bar.sync 1, 32")},
    {"three warps, of which two come", NEVER_ENDS, true, SB(TWO, "bar.sync 1,96", "bar.sync 1,96")},
    {"two warps of two numbers", NEVER_ENDS, true, SB(TWO, "bar.sync 1, 64", "bar.sync 2, 64")},
    {"two counts", NEVER_ENDS, true, SB(TWO, "bar.sync 1, 64", "bar.sync 1, 96")},
    {"two warps of two CTAs", NEVER_ENDS, true, SB(APART, "bar.sync 1, 64", "bar.sync 1, 64")},
    {"no count, two CTAs", ALLOWED, false, SB(APART, "bar.sync 1", "bar.sync 1")},
    /* P0 waits at 1 for P1, which waits at 2 for P0. */
    {"numbers in two orders", NEVER_ENDS, true,
     SB(TWO, "bar.sync 1 | bar.sync 2 ;\n bar.sync 2", "bar.sync 1")},
    /* P1 has come twice to barrier 1, and P0 once. */
    {"once and twice", NEVER_ENDS, true, SB(TWO, "bar.sync 1 | bar.sync 1 ;\n", "bar.sync 1")},

    /* P1 meets P0 first, and then P2. */
    {"an order is passed on", FORBIDDEN, false,
     PASS3("bar.sync 1,64", "bar.sync 1,64", "bar.sync 2,64 | bar.sync 2,64 ;\n |", "")},
    /* P2 may meet P1 before P0 does; or P0 and P2 meet, and P1 waits for ever. */
    {"a barrier is used again", ALLOWED, true,
     PASS3("bar.sync 1,64", "bar.sync 1,64", "bar.sync 1,64", "bar.sync 1,64")},
    {"three come to a barrier of two", NEVER_ENDS, true,
     PASS3("bar.sync 1,64", "", "bar.sync 1,64", "bar.sync 1,64")},
    {"three come to a barrier of three", FORBIDDEN, false,
     PASS3("bar.sync 1,96", "", "bar.sync 1,96", "bar.sync 1,96")},
    {"who does not come is not ordered", ALLOWED, false,
     PASS3("bar.sync 1,64", "", "bar.sync 1,64", "")},
    /* Any two of the four may meet first: P0 and P1, then P2 and P3. */
    {"four at a barrier of two", ALLOWED, false,
     PASS4("bar.sync 1,64", "bar.sync 1,64", "bar.sync 1,64", "bar.sync 1,64")},
    {"four at a barrier of four", FORBIDDEN, false,
     PASS4("bar.sync 1,128", "bar.sync 1,128", "bar.sync 1,128", "bar.sync 1,128")},
    {"two and two, by number", ALLOWED, false,
     PASS4("bar.sync 1", "bar.sync 1", "bar.sync 2", "bar.sync 2")},

    {"the same name", FORBIDDEN, false, SB(TWO, "bar.cta.sync 1, 2", "bar.cta.sync 1, 2")},
    {"two names", ALLOWED, false, SB(TWO, "bar.cta.sync 1, 2", "bar.cta.sync 1, 3")},
    {"a name in a register", FORBIDDEN, false, SB(TWO, "bar.cta.sync 1, r5", "bar.cta.sync 1, 2")},
    {"another name in a register", ALLOWED, false,
     SB(TWO, "bar.cta.sync 1, r5", "bar.cta.sync 1, 1")},
    /* P0 has the name that it loads, 0 or 1; P1 meets it only if that is 1. */
    {"a name that is loaded", ALLOWED, false,
     THREE ROW3("st.weak x,1", "st.weak y,1", "st.weak z,1")
         ROW3("ld.weak r2,z", "bar.cta.sync 1, 1", "") ROW3("bar.cta.sync 1, r2", "", "")
             ROW3("ld.weak r0,y", "ld.weak r0,x", "") "exists (0:r0=0 /\\ 1:r0=0 /\\ 0:r2=0)"},
    {"a name that is loaded, and the same", FORBIDDEN, false,
     THREE ROW3("st.weak x,1", "st.weak y,1", "st.weak z,1")
         ROW3("ld.weak r2,z", "bar.cta.sync 1, 1", "") ROW3("bar.cta.sync 1, r2", "", "")
             ROW3("ld.weak r0,y", "ld.weak r0,x", "") "exists (0:r0=0 /\\ 1:r0=0 /\\ 0:r2=1)"},

    /* Of three threads two meet, and the third passes behind them. */
    {"a quorum of two without the reader", ALLOWED, false,
     PASS3("bar.cta.sync 1,1,2", "", "bar.cta.sync 1,1,2", "bar.cta.sync 1,1,2")},
    {"a quorum of all", FORBIDDEN, false,
     PASS3("bar.cta.sync 1,1,3", "", "bar.cta.sync 1,1,3", "bar.cta.sync 1,1,3")},
    {"a quorum that does not come", NEVER_ENDS, true,
     PASS3("bar.cta.sync 1,1,4", "", "bar.cta.sync 1,1,4", "bar.cta.sync 1,1,4")},
    /* One of the stores is a member's, and the reader is a member, too, or comes later. */
    {"who comes late follows the quorum", FORBIDDEN, false,
     THREE ROW3("st.weak x,1", "", "st.weak y,1") ROW3("bar.cta.sync 1,1,2", "bar.cta.sync 1,1,2",
                                                       "bar.cta.sync 1,1,2")
         ROW3("", "ld.weak r0,x", "") ROW3("", "ld.weak r1,y", "") "exists (1:r0=0 /\\ 1:r1=0)"},
    /* P1 may come late: the quorum does not follow it. */
    {"a quorum does not follow who comes late", ALLOWED, false,
     THREE ROW3("", "st.weak x,1", "") ROW3("", "st.weak y,1", "")
         ROW3("bar.cta.sync 1,1,2", "bar.cta.sync 1,1,2", "bar.cta.sync 1,1,2")
             ROW3("ld.weak r0,x", "", "ld.weak r0,y") "exists (0:r0=0 /\\ 2:r0=0)"},
};

static void verdicts(void **state)
{
    (void)state;
    static const char *const names[] = {"nothing ends", "forbidden", "allowed"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (int m = MODEL_SC; m <= MODEL_PTX; m++) {
            struct error err = {0};
            struct outcomes o = {0};
            struct model_notes notes;
            struct litmus *t = litmus_parse(known[i].text, strlen(known[i].text), "t", &err);
            assert_string_equal(err.text, "");
            assert_true(model_allows(t, (enum litmus_model)m, t->places, &o, &notes, &err));
            int verdict = o.n == 0 ? NEVER_ENDS : FORBIDDEN;
            for (size_t k = 0; k < o.n; k++)
                if (condition_holds(t->condition, &o.list[k]->state))
                    verdict = ALLOWED;
            /* Without barriers sc orders more than ptx does. */
            bool weaker = m == MODEL_SC && known[i].verdict == ALLOWED && verdict == FORBIDDEN;
            if (notes.deadlock != known[i].deadlock || (verdict != known[i].verdict && !weaker))
                fail_msg("%s: %s says %s, %s", known[i].name, model_names[m], names[verdict],
                         notes.deadlock ? "deadlocks" : "no deadlock");
            outcomes_free(&o);
            litmus_free(t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts)};
    return cmocka_run_group_tests_name("barriers with numbers and counts", tests, NULL, NULL);
}
