/*
 * The outcomes that the models allow: verdicts known from the literature, written by hand, and the
 * tests that ship, against their table.
 */
#include "formal/litmus/litmus.h"
#include "formal/litmus/model/model.h"
#include "sw/util/arena.h"
#include "tests/litmus/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- verdicts ---- */

/* Whether a model allows an outcome in which the proposition holds. */
static bool possible_at(const struct litmus *t, enum litmus_model m, const struct litmus_place *at)
{
    struct outcomes o = {0};
    struct error err = {0};
    assert_true(model_allows(t, m, at, &o, NULL, &err));
    bool found = false;
    for (size_t i = 0; i < o.n; i++)
        found = found || condition_holds(t->condition, &o.list[i]->state);
    outcomes_free(&o);
    return found;
}

static bool possible(const struct litmus *t, enum litmus_model m, bool one_cta)
{
    return possible_at(t, m, one_cta ? together : apart);
}

static struct litmus *read_text(const char *text)
{
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    return t;
}

/* ..._APART: allowed, but not if all threads are in one CTA. */
enum { NEITHER = 0, RC = 1, BOTH = 3, RC_APART = 4, BOTH_APART = 8 };

#define PTX2(a, b) "PTX t\n{ x=0; y=0; }\nP0 | P1 ;\n" a " | " b " ;\n"
#define ROW(a, b) a " | " b " ;\n"
#define BAR ROW("bar.sync 0", "bar.sync 0")

static const struct {
    const char *name;
    int allowed;
    const char *text;
} known[] = {
    {"SB", RC,
     PTX2("st.weak x,1", "st.weak y,1")
         ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"SB+fence on one side", RC,
     PTX2("st.weak x,1", "st.weak y,1") ROW("fence.sc.gpu", "")
         ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"SB+fences", NEITHER,
     PTX2("st.weak x,1", "st.weak y,1") ROW("fence.sc.sys", "membar.gl")
         ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"SB+cta fences", RC_APART,
     PTX2("st.weak x,1", "st.weak y,1") ROW("fence.sc.cta", "membar.cta")
         ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"SB+release, acquire", RC,
     PTX2("st.release.gpu x,1", "st.release.gpu y,1")
         ROW("ld.acquire.gpu r0,y", "ld.acquire.gpu r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"SB+exchanges", RC,
     PTX2("atom.exch r1,x,1", "atom.exch r1,y,1")
         ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"SB+acquiring exchanges", NEITHER,
     PTX2("atom.acquire.gpu.exch r1,x,1", "atom.acquire.gpu.exch r1,y,1")
         ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"MP", RC,
     PTX2("st.weak x,1", "ld.weak r0,y")
         ROW("st.weak y,1", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"},
    {"MP+release", RC,
     PTX2("st.weak x,1", "ld.weak r0,y")
         ROW("st.release.gpu y,1", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"},
    {"MP+release, acquire", NEITHER,
     PTX2("st.weak x,1", "ld.acquire.gpu r0,y")
         ROW("st.release.gpu y,1", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"},
    {"MP+release, acquire of a CTA", RC_APART,
     PTX2("st.weak x,1", "ld.acquire.cta r0,y")
         ROW("st.release.cta y,1", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"},
    {"MP seen", BOTH,
     PTX2("st.weak x,1", "ld.weak r0,y")
         ROW("st.weak y,1", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=1)"},
    {"LB", RC,
     PTX2("ld.weak r0,x", "ld.weak r0,y")
         ROW("st.weak y,1", "st.weak x,1") "exists (0:r0=1 /\\ 1:r0=1)"},
    {"LB+fences", NEITHER,
     PTX2("ld.weak r0,x", "ld.weak r0,y") ROW("membar.gl", "membar.gl")
         ROW("st.weak y,1", "st.weak x,1") "exists (0:r0=1 /\\ 1:r0=1)"},
    {"LB+one dependency", RC,
     PTX2("ld.weak r0,x", "ld.weak r0,y")
         ROW("st.weak y,r0", "st.weak x,1") "exists (0:r0=1 /\\ 1:r0=1)"},
    {"LB+dependencies: out of thin air", NEITHER,
     PTX2("ld.weak r0,x", "ld.weak r0,y") ROW("st.weak y,r0", "st.weak x,r0") "exists (~0:r0=0)"},
    {"S", RC,
     PTX2("st.weak x,2", "ld.weak r0,y")
         ROW("st.weak y,1", "st.weak x,1") "exists (1:r0=1 /\\ x=2)"},
    {"S+fences", NEITHER,
     PTX2("st.weak x,2", "ld.weak r0,y") ROW("membar.gl", "membar.gl")
         ROW("st.weak y,1", "st.weak x,1") "exists (1:r0=1 /\\ x=2)"},
    {"R", RC,
     PTX2("st.weak x,1", "st.weak y,2")
         ROW("st.weak y,1", "ld.weak r0,x") "exists (y=2 /\\ 1:r0=0)"},
    {"R+fences", NEITHER,
     PTX2("st.weak x,1", "st.weak y,2") ROW("membar.gl", "membar.gl")
         ROW("st.weak y,1", "ld.weak r0,x") "exists (y=2 /\\ 1:r0=0)"},
    {"2+2W", RC,
     PTX2("st.weak x,1", "st.weak y,1") ROW("st.weak y,2", "st.weak x,2") "exists (x=1 /\\ y=1)"},
    {"2+2W+fences", NEITHER,
     PTX2("st.weak x,1", "st.weak y,1") ROW("membar.gl", "membar.gl")
         ROW("st.weak y,2", "st.weak x,2") "exists (x=1 /\\ y=1)"},
    {"WRC", RC,
     "PTX t\n{ x=0; y=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | ld.weak r0,x | ld.weak r0,y ;\n"
     " | st.weak y,1 | ld.weak r1,x ;\nexists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)"},
    {"WRC+fences", NEITHER,
     "PTX t\n{ x=0; y=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | ld.weak r0,x | ld.weak r0,y ;\n"
     " | membar.gl | membar.gl ;\n"
     " | st.weak y,1 | ld.weak r1,x ;\nexists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)"},
    {"IRIW", RC,
     "PTX t\n{ x=0; y=0; }\nP0 | P1 | P2 | P3 ;\n"
     "st.weak x,1 | st.weak y,1 | ld.weak r0,x | ld.weak r0,y ;\n"
     " | | ld.weak r1,y | ld.weak r1,x ;\nexists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)"},
    {"IRIW+fences", NEITHER,
     "PTX t\n{ x=0; y=0; }\nP0 | P1 | P2 | P3 ;\n"
     "st.weak x,1 | st.weak y,1 | ld.weak r0,x | ld.weak r0,y ;\n | | membar.gl | membar.gl ;\n"
     " | | ld.weak r1,y | ld.weak r1,x ;\nexists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)"},
    {"RWC", RC,
     "PTX t\n{ x=0; y=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | ld.weak r0,x | st.weak y,1 ;\n"
     " | ld.weak r1,y | ld.weak r0,x ;\nexists (1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0)"},
    {"RWC+fences", NEITHER,
     "PTX t\n{ x=0; y=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | ld.weak r0,x | st.weak y,1 ;\n"
     " | membar.gl | membar.gl ;\n"
     " | ld.weak r1,y | ld.weak r0,x ;\nexists (1:r0=1 /\\ 1:r1=0 /\\ 2:r0=0)"},
    {"CoRR", NEITHER,
     PTX2("st.weak x,1", "ld.weak r0,x") ROW("", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"},
    {"CoRW", NEITHER,
     PTX2("ld.weak r0,x", "st.weak x,2") ROW("st.weak x,1", "") "exists (0:r0=2 /\\ x=2)"},
    {"CoRW within a thread", NEITHER,
     PTX2("ld.weak r0,x", "") ROW("st.weak x,1", "") "exists (0:r0=1)"},
    {"CoWR", NEITHER,
     PTX2("st.weak x,1", "st.weak x,2") ROW("ld.weak r0,x", "") "exists (0:r0=2 /\\ x=1)"},
    {"CoWR, first value", NEITHER,
     PTX2("st.weak x,1", "") ROW("ld.weak r0,x", "") "exists (0:r0=0)"},
    {"CoWW", NEITHER, PTX2("st.weak x,1", "") ROW("st.weak x,2", "") "exists (x=1)"},
    {"two exchanges", NEITHER,
     PTX2("atom.exch r0,x,1", "atom.exch r0,x,2") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"two increments", NEITHER, PTX2("red.add x,1", "red.add x,1") "exists (~x=2)"},
    {"an increment and a store", BOTH,
     PTX2("atom.add r0,x,1", "st.weak x,5") "exists (0:r0=0 /\\ x=5)"},
    {"a store between an increment's halves", NEITHER,
     PTX2("atom.add r0,x,1", "st.weak x,5") "exists (0:r0=0 /\\ x=1)"},
    {"two wins", NEITHER,
     PTX2("atom.cas r0,x,0,1", "atom.cas r0,x,0,2") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"one win", BOTH,
     PTX2("atom.cas r0,x,0,1", "atom.cas r0,x,0,2") "exists (0:r0=0 /\\ 1:r0=1 /\\ x=1)"},
    {"a loser writes", NEITHER,
     PTX2("atom.cas r0,x,0,1", "atom.cas r0,x,0,2") "exists (0:r0=0 /\\ x=2)"},
    {"signed and unsigned", NEITHER,
     PTX2("atom.min.s32 r0,x,-1", "atom.max.u32 r0,y,-1") "exists (~x=-1 \\/ ~y=-1)"},
    /* Threads of a CTA meet at a barrier; one that is alone passes at once. */
    {"a store before a barrier is not seen behind it", BOTH_APART,
     PTX2("st.weak x,1", "") BAR ROW("", "ld.weak r0,x") "exists (1:r0=0)"},
    {"a store behind a barrier is seen before it", BOTH_APART,
     PTX2("", "ld.weak r0,x") BAR ROW("st.weak x,1", "") "exists (1:r0=1)"},
    {"MP+barrier", RC_APART,
     PTX2("st.weak x,1", "") ROW("st.weak y,1", "") BAR ROW("", "ld.weak r0,y")
         ROW("", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"},
    {"SB+barriers", RC_APART,
     PTX2("st.weak x,1", "st.weak y,1")
         BAR ROW("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"the first of two barriers counts", BOTH_APART,
     PTX2("st.weak x,1", "") BAR ROW("", "ld.weak r0,x") BAR "exists (1:r0=0)"},
    {"what is between two barriers has an order with neither", BOTH,
     PTX2("bar.sync 0", "bar.sync 0") ROW("st.weak x,1", "ld.weak r0,x") BAR "exists (1:r0=0)"},
    {"stores before and behind a barrier", BOTH_APART,
     PTX2("st.weak x,1", "") BAR ROW("", "st.weak x,2") "exists (x=1)"},
};

static void verdicts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct litmus *t = read_text(known[i].text);
        int want = known[i].allowed;
        for (int one = 0; one < 2; one++) {
            bool sc = possible(t, MODEL_SC, one), rc = possible(t, MODEL_RC, one);
            bool want_sc = want == BOTH || (want == BOTH_APART && !one);
            bool want_rc = (want & RC) != 0 || (want == RC_APART && !one) || want_sc;
            if (sc != want_sc || rc != want_rc)
                fail_msg("%s, %s: sc %s it, rc %s it", known[i].name,
                         one ? "in one CTA" : "in several CTAs", sc ? "allows" : "forbids",
                         rc ? "allows" : "forbids");
        }
        litmus_free(t);
    }
}

/* ---- scopes of pairs of threads ---- */

#define PTX3(places) "PTX t\n{ x=0; y=0; z=0; }\n" places " ;\n"
#define TWO_AND_ONE PTX3("P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0")
#define ONE_AND_TWO PTX3("P0@cta 1,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0")
#define ALL_APART PTX3("P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 0,gpu 1")
#define ISA2(places, first, second, third)                                                         \
    places "st.weak x,1 | ld.weak r0,y | ld.weak r0,z ;\n" first " | " second " | " third          \
           " ;\nst.weak y,1 | st.weak z,1 | ld.weak r1,x ;\n"                                      \
           "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)"

/* P0 and P1 are in one CTA: what P0 stored, P1 tells P2 behind a barrier. */
#define BARRIER_MP(order, send)                                                                    \
    TWO_AND_ONE "st.weak x,1 | | ;\n" BAR3 " | " order " | ld.weak r0,y ;\n | " send               \
                " | membar.gl ;\n | | ld.weak r1,x ;\nexists (2:r0=1 /\\ 2:r1=0)"
/* P1 and P2 are in one CTA: P2 learns of the flag that P1 has seen by a barrier. */
#define MP_BARRIER(before, after)                                                                  \
    ONE_AND_TWO "st.weak x,1 | ld.weak r0,y | ;\n membar.gl | " before                             \
                " | ;\nst.weak y,1 | | ;\n" BAR3 " | | " after                                     \
                " ;\n | | ld.weak r1,x ;\nexists (1:r0=1 /\\ 2:r1=0)"
#define BAR3 "bar.sync 0 | bar.sync 0 | bar.sync 0 ;\n"

/* Fences of CTA scope if not all threads are in one CTA: README.md, rules 2 and 3. */
static const struct {
    const char *name;
    bool allowed; /* by rc */
    const char *text;
} scoped[] = {
    /* P1's fence has all that P1 has seen of its own CTA before it: P0's store, too. */
    {"ISA2, of a CTA and then of a GPU", false,
     ISA2(TWO_AND_ONE, "membar.cta", "membar.gl", "membar.gl")},
    {"ISA2, of a GPU and then of a CTA", false,
     ISA2(ONE_AND_TWO, "membar.gl", "membar.gl", "membar.cta")},
    /* P1's fence tells no other CTA; nor does P0's, if P1 is in another. */
    {"ISA2, of a CTA to another CTA", true,
     ISA2(TWO_AND_ONE, "membar.cta", "membar.cta", "membar.gl")},
    {"ISA2, of a CTA, all apart", true, ISA2(ALL_APART, "membar.cta", "membar.gl", "membar.gl")},
    /* P0 and P1 are in one CTA, whoever else there is. */
    {"SB of two threads of one CTA", false,
     TWO_AND_ONE "st.weak x,1 | st.weak y,1 | st.weak z,1 ;\nmembar.cta | membar.cta | ;\n"
                 "ld.weak r0,y | ld.weak r0,x | ;\nexists (0:r0=0 /\\ 1:r0=0)"},
    {"SB of two CTAs", true,
     ALL_APART "st.weak x,1 | st.weak y,1 | st.weak z,1 ;\nmembar.cta | membar.cta | ;\n"
               "ld.weak r0,y | ld.weak r0,x | ;\nexists (0:r0=0 /\\ 1:r0=0)"},
    /* P1 has seen P2's store; later accesses of its CTA cannot see an older value. */
    {"a store from outside, seen and told within a CTA", false,
     TWO_AND_ONE "ld.weak r0,y | ld.weak r0,x | st.weak x,1 ;\nmembar.cta | membar.cta | ;\n"
                 "ld.weak r1,x | st.weak y,1 | ;\nexists (1:r0=1 /\\ 0:r0=1 /\\ 0:r1=0)"},
    {"a store from outside, seen in one CTA and told to another", true,
     ALL_APART "ld.weak r0,y | ld.weak r0,x | st.weak x,1 ;\nmembar.cta | membar.cta | ;\n"
               "ld.weak r1,x | st.weak y,1 | ;\nexists (1:r0=1 /\\ 0:r0=1 /\\ 0:r1=0)"},
    /* A barrier tells no other CTA; a fence behind it speaks for all of its CTA, */
    {"a store, a barrier, a fence, a flag", false, BARRIER_MP("membar.gl", "st.weak y,1")},
    {"a store, a barrier, a release", false, BARRIER_MP("", "st.release.gpu y,1")},
    {"a store, a barrier, a flag", true, BARRIER_MP("", "st.weak y,1")},
    {"a store, a barrier, a fence of a CTA, a flag", true, BARRIER_MP("membar.cta", "st.weak y,1")},
    /* but that which ends an acquire only for its thread. */
    {"a store, a barrier, an acquire, a flag", true,
     BARRIER_MP("ld.acquire.gpu r3,z", "st.weak y,1")},
    {"a flag, a fence, a barrier, a load", false, MP_BARRIER("membar.gl", "")},
    {"a flag, a barrier, a fence, a load", false, MP_BARRIER("", "membar.gl")},
    {"a flag, a barrier, a load", true, MP_BARRIER("", "")},
    {"a flag, a barrier, an acquire, a load", true, MP_BARRIER("", "ld.acquire.gpu r3,z")},
};

static void scopes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scoped / sizeof *scoped; i++) {
        struct litmus *t = read_text(scoped[i].text);
        if (possible_at(t, MODEL_RC, t->places) != scoped[i].allowed)
            fail_msg("%s: rc %s it", scoped[i].name, scoped[i].allowed ? "forbids" : "allows");
        litmus_free(t);
    }
}

/* ---- tests with too much to enumerate ---- */

static void too_large(void **state)
{
    (void)state;
    struct sbuf text = {0};
    sbuf_puts(&text, "C t\n{ x=0; }\n");
    for (int i = 0; i < 8; i++) {
        sbuf_printf(&text, "P%d (int* x) {", i);
        for (int j = 0; j < 9; j++)
            sbuf_printf(&text, j % 2 == 0 ? " *x = %d;" : " int r%d = *x;", 10 * i + j);
        sbuf_puts(&text, " }\n");
    }
    sbuf_puts(&text, "exists (x=0)");
    struct litmus *t = read_text(text.text);
    sbuf_free(&text);
    struct outcomes o = {0};
    struct error err = {0};
    assert_false(model_allows(t, MODEL_SC, apart, &o, NULL, &err));
    assert_string_equal(err.text, "t.litmus: more than 64 reads, writes and fences (an atomic is a "
                                  "read and a write) are too many to enumerate; write a smaller "
                                  "test");
    for (int i = 0; i < 8; i++)
        t->threads[i].n_insts = 8;
    err = (struct error){0};
    assert_false(model_allows(t, MODEL_RC, apart, &o, NULL, &err));
    assert_string_equal(err.text,
                        "t.litmus: has too many executions to enumerate; write a smaller test");
    outcomes_free(&o);
    litmus_free(t);
}

/* ---- the tests that ship: formal/litmus/README.md has the same table ---- */

static const struct {
    const char *name;
    bool sc, rc; /* the proposition is possible */
} shipped[] = {
    {"SB", false, true},          {"MP", false, true},          {"LB", false, true},
    {"WRC", false, true},         {"IRIW", false, true},        {"S", false, true},
    {"R", false, true},           {"2+2W", false, true},        {"CoRR", false, false},
    {"CoRW", false, false},       {"CoWR", false, false},       {"SB+fences", false, false},
    {"MP+fences", false, false},  {"WRC+fences", false, false}, {"IRIW+fences", false, false},
    {"MP+rel-acq", false, false}, {"SB+line", false, true},     {"IRIW+line", false, true},
    {"INC", true, true},          {"LOCK", false, false},
};

static void shipped_tests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        char path[256];
        snprintf(path, sizeof path, UMBEL_ROOT "/formal/litmus/%s.litmus", shipped[i].name);
        struct error err = {0};
        struct litmus *t = litmus_read(path, &err);
        assert_string_equal(err.text, "");
        assert_string_equal(t->name, shipped[i].name);
        if (possible(t, MODEL_SC, false) != shipped[i].sc ||
            possible(t, MODEL_RC, false) != shipped[i].rc)
            fail_msg("%s: the models disagree with the table", shipped[i].name);
        litmus_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts), cmocka_unit_test(scopes),
                                       cmocka_unit_test(too_large),
                                       cmocka_unit_test(shipped_tests)};
    return cmocka_run_group_tests_name("litmus models", tests, NULL, NULL);
}
