/*
 * The PTX model: verdicts known from the PTX ISA's "Memory Consistency Model" (numbers with dots
 * are its sections) and from Lustig, Sahasrabuddhe, Giroux, ASPLOS 2019 (figures), each with its
 * reason.
 */
#include "formal/litmus/litmus.h"
#include "formal/litmus/model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- verdicts ---- */

static struct litmus *read_text(const char *text)
{
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    return t;
}

static bool possible(const struct litmus *t, enum litmus_model m, struct model_notes *notes)
{
    struct outcomes o = {0};
    struct error err = {0};
    assert_true(model_allows(t, m, t->places, &o, notes, &err));
    bool found = false;
    for (size_t i = 0; i < o.n; i++)
        found = found || condition_holds(t->condition, &o.list[i]->state);
    outcomes_free(&o);
    return found;
}

#define HEAD "PTX t\n{ x=0; y=0; z=0; }\n"
#define ROW2(a, b) a " | " b " ;\n"
#define ROW3(a, b, c) a " | " b " | " c " ;\n"
#define ROW4(a, b, c, d) a " | " b " | " c " | " d " ;\n"
#define ONE_CTA HEAD ROW2("P0@cta 0,gpu 0", "P1@cta 0,gpu 0")
#define ONE_GPU HEAD ROW2("P0@cta 0,gpu 0", "P1@cta 1,gpu 0")
#define TWO_GPUS HEAD ROW2("P0@cta 0,gpu 0", "P1@cta 0,gpu 1")
#define THREE_CTAS HEAD ROW3("P0@cta 0,gpu 0", "P1@cta 1,gpu 0", "P2@cta 2,gpu 0")
#define TWO_AND_ONE HEAD ROW3("P0@cta 0,gpu 0", "P1@cta 0,gpu 0", "P2@cta 1,gpu 0")
#define ONE_AND_TWO HEAD ROW3("P0@cta 1,gpu 0", "P1@cta 0,gpu 0", "P2@cta 0,gpu 0")
#define FOUR_CTAS HEAD ROW4("P0@cta 0,gpu 0", "P1@cta 1,gpu 0", "P2@cta 2,gpu 0", "P3@cta 3,gpu 0")

#define MP(places, send, see)                                                                      \
    places ROW2("st.weak x,1", see) ROW2(send, "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"
#define MP_FENCES(places, fence, send, see)                                                        \
    places ROW2("st.weak x,1", see) ROW2(fence, fence)                                             \
        ROW2(send, "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"
#define SB(places, fence0, fence1)                                                                 \
    places ROW2("st.weak x,1", "st.weak y,1") ROW2(fence0, fence1)                                 \
        ROW2("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"
#define LB(fence)                                                                                  \
    ONE_GPU ROW2("ld.relaxed.gpu r0,x", "ld.relaxed.gpu r0,y") ROW2(fence, fence)                  \
        ROW2("st.relaxed.gpu y,1", "st.relaxed.gpu x,1") "exists (0:r0=1 /\\ 1:r0=1)"
#define TWO_PLUS_TWO_W(fence)                                                                      \
    ONE_GPU ROW2("st.relaxed.gpu x,1", "st.relaxed.gpu y,1") ROW2(fence, fence)                    \
        ROW2("st.relaxed.gpu y,2", "st.relaxed.gpu x,2") "exists (x=1 /\\ y=1)"
#define R(fence)                                                                                   \
    ONE_GPU ROW2("st.weak x,1", "st.relaxed.gpu y,2") ROW2(fence, fence)                           \
        ROW2("st.relaxed.gpu y,1", "ld.weak r0,x") "exists (y=2 /\\ 1:r0=0)"
#define IRIW(st, ld, fence)                                                                        \
    FOUR_CTAS ROW4(st " x,1", st " y,1", ld " r0,x", ld " r0,y") ROW4("", "", fence, fence)        \
        ROW4("", "", ld " r1,y", ld " r1,x") "exists (2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0)"
#define WRC(st, ld, send, see)                                                                     \
    THREE_CTAS ROW3(st " x,1", ld " r0,x", see)                                                    \
        ROW3("", send, "ld.weak r1,x") "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)"
#define ISA2(places, send0, see1, send1, see2)                                                     \
    places ROW3("st.weak x,1", see1, see2)                                                         \
        ROW3(send0, send1, "ld.weak r1,x") "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)"
#define CO_RR(st, ld0, ld1)                                                                        \
    ONE_GPU ROW2(st " x,1", ld0 " r0,x") ROW2("", ld1 " r1,x") "exists (1:r0=1 /\\ 1:r1=0)"
/* P0 releases, P1 passes the flag on, and P2 acquires with the value 2. */
#define CHAIN(pass1, pass2)                                                                        \
    THREE_CTAS ROW3("st.weak x,1", pass1, "ld.acquire.gpu r0,y")                                   \
        ROW3("st.release.gpu y,1", pass2, "ld.weak r1,x") "exists (1:r0=1 /\\ 2:r0=2 /\\ 2:r1=0)"

#define BAR2 ROW2("bar.sync 0", "bar.sync 0")
#define BAR3 ROW3("bar.sync 0", "bar.sync 0", "bar.sync 0")
#define MP_BAR(places)                                                                             \
    places ROW2("st.weak x,1", "") ROW2("st.weak y,1", "") BAR2 ROW2("", "ld.weak r0,y")           \
        ROW2("", "ld.weak r1,x") "exists (1:r0=1 /\\ 1:r1=0)"
#define SB_BAR(places)                                                                             \
    places ROW2("st.weak x,1", "st.weak y,1")                                                      \
        BAR2 ROW2("ld.weak r0,y", "ld.weak r0,x") "exists (0:r0=0 /\\ 1:r0=0)"
#define WW_BAR(places) places ROW2("st.weak x,1", "") BAR2 ROW2("", "st.weak x,2") "exists (x=1)"
/* P0 and P1 meet; P1 tells P2. */
#define BAR_MP(send)                                                                               \
    TWO_AND_ONE ROW3("st.weak x,1", "", "") BAR3 ROW3("", send, "ld.acquire.gpu r0,y")             \
        ROW3("", "", "ld.weak r1,x") "exists (2:r0=1 /\\ 2:r1=0)"
/* P0 tells P1; P1 and P2 meet. */
#define MP_THEN_BAR(see)                                                                           \
    ONE_AND_TWO ROW3("st.weak x,1", see, "") ROW3("st.release.gpu y,1", "", "")                    \
        BAR3 ROW3("", "", "ld.weak r1,x") "exists (1:r0=1 /\\ 2:r1=0)"

enum { FORBIDDEN, ALLOWED };

static const struct {
    const char *name;
    int verdict;
    const char *text;
} known[] = {
    /* Nothing synchronizes: weak or relaxed flags are in no release or acquire pattern (8.8). */
    {"MP weak", ALLOWED, MP(ONE_GPU, "st.weak y,1", "ld.weak r0,y")},
    {"MP relaxed", ALLOWED, MP(ONE_GPU, "st.relaxed.gpu y,1", "ld.relaxed.gpu r0,y")},
    {"MP release, no acquire", ALLOWED, MP(ONE_GPU, "st.release.gpu y,1", "ld.relaxed.gpu r0,y")},
    /* 8.9.4: barriers of a CTA synchronize, and weak accesses around them have a causality order;
     * so Rx must not be fr-before Wx (8.10.6). Those of two CTAs are not the same barrier. */
    {"MP bar.sync, in one CTA", FORBIDDEN, MP_BAR(ONE_CTA)},
    {"MP bar.sync, in two", ALLOWED, MP_BAR(ONE_GPU)},
    {"SB bar.sync, in one CTA", FORBIDDEN, SB_BAR(ONE_CTA)},
    {"SB bar.sync, in two", ALLOWED, SB_BAR(ONE_GPU)},
    /* Causality puts both weak stores in coherence order (8.10.1); else it does not relate them. */
    {"two stores, bar.sync, in one CTA", FORBIDDEN, WW_BAR(ONE_CTA)},
    {"two stores, bar.sync, in two", ALLOWED, WW_BAR(ONE_GPU)},
    /* 8.9.5: base causality goes on from a barrier to a release, and from an acquire to a barrier.
     */
    {"bar.sync, then release.gpu to another CTA", FORBIDDEN, BAR_MP("st.release.gpu y,1")},
    {"bar.sync, then release.cta to another CTA", ALLOWED, BAR_MP("st.release.cta y,1")},
    {"bar.sync, then relaxed to another CTA", ALLOWED, BAR_MP("st.relaxed.gpu y,1")},
    {"acquire.gpu from another CTA, then bar.sync", FORBIDDEN, MP_THEN_BAR("ld.acquire.gpu r0,y")},
    {"relaxed from another CTA, then bar.sync", ALLOWED, MP_THEN_BAR("ld.relaxed.gpu r0,y")},
    /* Figure 5. Wy synchronizes with Ry, so Wx causes Rx, which must not be fr-before it (8.10.6).
     */
    {"MP release, acquire, gpu", FORBIDDEN,
     MP(ONE_GPU, "st.release.gpu y,1", "ld.acquire.gpu r0,y")},
    {"MP release, acquire, cta, in one", FORBIDDEN,
     MP(ONE_CTA, "st.release.cta y,1", "ld.acquire.cta r0,y")},
    {"MP release, acquire, sys, two GPUs", FORBIDDEN,
     MP(TWO_GPUS, "st.release.sys y,1", "ld.acquire.sys r0,y")},
    /* Each scope must include the other's thread (8.7): else Wy and Ry are not morally strong. */
    {"MP release, acquire, cta, in two", ALLOWED,
     MP(ONE_GPU, "st.release.cta y,1", "ld.acquire.cta r0,y")},
    {"MP release.cta, acquire.sys, in two CTAs", ALLOWED,
     MP(ONE_GPU, "st.release.cta y,1", "ld.acquire.sys r0,y")},
    {"MP release.cta, acquire.sys, in one CTA", FORBIDDEN,
     MP(ONE_CTA, "st.release.cta y,1", "ld.acquire.sys r0,y")},
    {"MP release, acquire, gpu, two GPUs", ALLOWED,
     MP(TWO_GPUS, "st.release.gpu y,1", "ld.acquire.gpu r0,y")},
    {"MP release.sys, acquire.gpu, two GPUs", ALLOWED,
     MP(TWO_GPUS, "st.release.sys y,1", "ld.acquire.gpu r0,y")},
    /* 8.10.6: the pattern F; Wy synchronizes with the pattern Ry; F. */
    {"MP fences, relaxed flag", FORBIDDEN,
     MP_FENCES(ONE_GPU, "fence.acq_rel.gpu", "st.relaxed.gpu y,1", "ld.relaxed.gpu r0,y")},
    {"MP fences, volatile flag: relaxed.sys (8.4.2)", FORBIDDEN,
     MP_FENCES(TWO_GPUS, "membar.sys", "st.volatile y,1", "ld.volatile r0,y")},
    /* A weak flag: not a strong write (8.8), and W and R are not morally strong, so not in
     * observation order (8.9.2). */
    {"MP fences, weak flag", ALLOWED,
     MP_FENCES(ONE_GPU, "fence.acq_rel.gpu", "st.weak y,1", "ld.weak r0,y")},
    /* The flag's scope is too small for observation; the fences' for synchronizing (8.9.4). */
    {"MP gpu fences, cta flag", ALLOWED,
     MP_FENCES(ONE_GPU, "fence.acq_rel.gpu", "st.relaxed.cta y,1", "ld.relaxed.cta r0,y")},
    {"MP cta fences, gpu flag", ALLOWED,
     MP_FENCES(ONE_GPU, "fence.acq_rel.cta", "st.relaxed.gpu y,1", "ld.relaxed.gpu r0,y")},
    /* But fence.sc relates them without any flag: F0 before F1 makes Wx cause Rx; F1 before F0
     * makes Ry, which read Wy, cause Wy (8.10.6, first rule). */
    {"MP fence.sc, weak flag", FORBIDDEN,
     MP_FENCES(ONE_GPU, "fence.sc.gpu", "st.weak y,1", "ld.weak r0,y")},
    /* 8.8: a release followed by a strong write on the location is a release pattern of that. */
    {"MP, a write behind the release is seen", FORBIDDEN,
     ONE_GPU ROW2("st.weak x,1", "ld.acquire.gpu r0,y") ROW2("st.release.gpu y,1", "ld.weak r1,x")
         ROW2("st.relaxed.gpu y,2", "") "exists (1:r0=2 /\\ 1:r1=0)"},
    {"MP, a weak write behind the release is seen", ALLOWED,
     ONE_GPU ROW2("st.weak x,1", "ld.acquire.gpu r0,y") ROW2("st.release.gpu y,1", "ld.weak r1,x")
         ROW2("st.weak y,2", "") "exists (1:r0=2 /\\ 1:r1=0)"},
    {"MP, a strong write elsewhere behind the release is seen", ALLOWED,
     ONE_GPU ROW2("st.weak x,1", "ld.acquire.gpu r0,z") ROW2("st.release.gpu y,1", "ld.weak r1,x")
         ROW2("st.relaxed.gpu z,1", "") "exists (1:r0=1 /\\ 1:r1=0)"},
    /* 8.8: a strong read followed by an acquire on the location, which may have seen another. */
    {"MP, an acquire behind the read that sees", FORBIDDEN,
     THREE_CTAS ROW3("st.weak x,1", "ld.relaxed.gpu r0,y", "st.relaxed.gpu y,2")
         ROW3("st.release.gpu y,1", "ld.acquire.gpu r1,y", "")
             ROW3("", "ld.weak r2,x", "") "exists (1:r0=1 /\\ 1:r1=2 /\\ 1:r2=0)"},
    {"MP, a relaxed load behind the read that sees", ALLOWED,
     THREE_CTAS ROW3("st.weak x,1", "ld.relaxed.gpu r0,y", "st.relaxed.gpu y,2")
         ROW3("st.release.gpu y,1", "ld.relaxed.gpu r1,y", "")
             ROW3("", "ld.weak r2,x", "") "exists (1:r0=1 /\\ 1:r1=2 /\\ 1:r2=0)"},
    /* 8.11.1: y=2 tells that the reduction read Wy, but it begins no acquire pattern; atom does. */
    {"MP red", ALLOWED,
     ONE_GPU ROW2("st.weak x,1", "red.relaxed.gpu.add y,1")
         ROW2("st.release.gpu y,1", "fence.acq_rel.gpu")
             ROW2("", "ld.weak r1,x") "exists (y=2 /\\ 1:r1=0)"},
    {"MP atom", FORBIDDEN,
     ONE_GPU ROW2("st.weak x,1", "atom.relaxed.gpu.add r0,y,1")
         ROW2("st.release.gpu y,1", "fence.acq_rel.gpu")
             ROW2("", "ld.weak r1,x") "exists (y=2 /\\ 1:r1=0)"},

    /* 8.10.6: one fence precedes the other in Fence-SC order, and the write before it causes the
     * read behind the other. Weak accesses will do. Not if the fences are not morally strong. */
    {"SB fence.sc.gpu", FORBIDDEN, SB(ONE_GPU, "fence.sc.gpu", "fence.sc.gpu")},
    {"SB fence.sc.sys, gpu", FORBIDDEN, SB(ONE_GPU, "fence.sc.sys", "membar.gl")},
    {"SB fence.sc.gpu, two GPUs", ALLOWED, SB(TWO_GPUS, "fence.sc.gpu", "fence.sc.gpu")},
    {"SB fence.sc.sys, two GPUs", FORBIDDEN, SB(TWO_GPUS, "fence.sc.sys", "fence.sc.sys")},
    {"SB fence.sc.cta, one CTA", FORBIDDEN, SB(ONE_CTA, "fence.sc.cta", "fence.sc.cta")},
    {"SB fence.sc.cta, two CTAs", ALLOWED, SB(ONE_GPU, "fence.sc.cta", "fence.sc.cta")},
    {"SB fence.sc.cta and gpu, two CTAs", ALLOWED, SB(ONE_GPU, "fence.sc.cta", "fence.sc.gpu")},
    /* 8.10.6: not with fence.acq_rel, as no read observes anything. */
    {"SB fence.acq_rel", ALLOWED, SB(ONE_GPU, "fence.acq_rel.sys", "fence.acq_rel.sys")},
    {"SB fence.sc on one side", ALLOWED, SB(ONE_GPU, "fence.sc.sys", "fence.acq_rel.sys")},
    /* 0:r1=0: P0's atom on y comes before P1's, by atomicity, which reads it and synchronizes; so
     * P0's atom on x causes P1's. */
    {"SB of acq_rel atomics", FORBIDDEN,
     ONE_GPU ROW2("atom.acq_rel.gpu.add r0,x,1", "atom.acq_rel.gpu.add r0,y,1")
         ROW2("atom.acq_rel.gpu.add r1,y,1",
              "atom.acq_rel.gpu.add r1,x,1") "exists (0:r1=0 /\\ 1:r1=0)"},
    /* Here P1's store to y is no release and its load no acquire. */
    {"SB of atomics and relaxed accesses", ALLOWED,
     ONE_GPU ROW2("atom.acq_rel.gpu.add r0,x,1", "st.relaxed.gpu y,1")
         ROW2("atom.acq_rel.gpu.add r1,y,1", "ld.relaxed.gpu r1,x") "exists (0:r1=0 /\\ 1:r1=0)"},

    /* 8.10.4: allowed without dependencies, out of thin air with them. With fences R causes what
     * the other reads, which causes what R reads: 8.10.6, first rule. */
    {"LB relaxed", ALLOWED, LB("")},
    {"LB fence.acq_rel", FORBIDDEN, LB("fence.acq_rel.gpu")},
    {"LB fence.acq_rel.cta in two CTAs", ALLOWED, LB("fence.acq_rel.cta")},
    {"LB, dependencies", FORBIDDEN,
     ONE_GPU ROW2("ld.weak r0,x", "ld.weak r0,y")
         ROW2("st.weak y,r0", "st.weak x,r0") "exists (~0:r0=0 \\/ ~1:r0=0)"},
    {"LB, one dependency", ALLOWED,
     ONE_GPU ROW2("ld.weak r0,x", "ld.weak r0,y")
         ROW2("st.weak y,r0", "st.weak x,1") "exists (0:r0=1 /\\ 1:r0=1)"},

    /* P2's fence before P3's: Wx precedes P2's first load in observation order, which causes P3's
     * second (8.9.5). Not with weak accesses, which do not observe; nor without fence.sc: PTX is
     * not multi-copy atomic (3.4). */
    {"IRIW relaxed, fence.sc", FORBIDDEN, IRIW("st.relaxed.gpu", "ld.relaxed.gpu", "fence.sc.gpu")},
    {"IRIW weak, fence.sc", ALLOWED, IRIW("st.weak", "ld.weak", "fence.sc.gpu")},
    {"IRIW relaxed, fence.acq_rel", ALLOWED,
     IRIW("st.relaxed.gpu", "ld.relaxed.gpu", "fence.acq_rel.gpu")},
    {"IRIW acquires", ALLOWED, IRIW("st.release.gpu", "ld.acquire.gpu", "")},

    /* Wx precedes P1's load in observation order, which causes P2's load of x (8.9.5). */
    {"WRC relaxed", FORBIDDEN,
     WRC("st.relaxed.gpu", "ld.relaxed.gpu", "st.release.gpu y,1", "ld.acquire.gpu r0,y")},
    {"WRC weak", ALLOWED, WRC("st.weak", "ld.weak", "st.release.gpu y,1", "ld.acquire.gpu r0,y")},

    /* Base causality is transitive, whatever the scopes on the way (8.9.5). */
    {"ISA2, cta and then gpu", FORBIDDEN,
     ISA2(TWO_AND_ONE, "st.release.cta y,1", "ld.acquire.cta r0,y", "st.release.gpu z,1",
          "ld.acquire.gpu r0,z")},
    {"ISA2, gpu and then cta", FORBIDDEN,
     ISA2(ONE_AND_TWO, "st.release.gpu y,1", "ld.acquire.gpu r0,y", "st.release.cta z,1",
          "ld.acquire.cta r0,z")},
    {"ISA2, cta between CTAs", ALLOWED,
     ISA2(THREE_CTAS, "st.release.cta y,1", "ld.acquire.cta r0,y", "st.release.gpu z,1",
          "ld.acquire.gpu r0,z")},
    {"ISA2, cta to the other CTA", ALLOWED,
     ISA2(TWO_AND_ONE, "st.release.cta y,1", "ld.acquire.cta r0,y", "st.release.cta z,1",
          "ld.acquire.cta r0,z")},

    /* 8.10.5 for what is morally strong; a weak second load is in figure 9a: the store precedes the
     * first in observation order, which precedes the second in program order. */
    {"CoRR relaxed", FORBIDDEN, CO_RR("st.relaxed.gpu", "ld.relaxed.gpu", "ld.relaxed.gpu")},
    {"CoRR, weak second load", FORBIDDEN, CO_RR("st.relaxed.gpu", "ld.relaxed.gpu", "ld.weak")},
    {"CoRR weak", ALLOWED, CO_RR("st.weak", "ld.weak", "ld.weak")},
    {"CoRR relaxed.cta in two CTAs", ALLOWED,
     CO_RR("st.relaxed.cta", "ld.relaxed.cta", "ld.relaxed.cta")},
    /* Figure 9b: observation order and then program order orders the stores (8.10.1). */
    {"CoRW", FORBIDDEN,
     ONE_GPU ROW2("st.relaxed.gpu x,1", "ld.relaxed.gpu r0,x")
         ROW2("", "st.weak x,2") "exists (1:r0=1 /\\ x=1)"},
    {"CoRW weak", ALLOWED,
     ONE_GPU ROW2("st.weak x,1", "ld.weak r0,x") ROW2("", "st.weak x,2") "exists (1:r0=1 /\\ x=1)"},
    /* Figure 9c: the load is fr-before its own thread's store, if that is the later one. */
    {"CoWR", FORBIDDEN,
     ONE_GPU ROW2("st.relaxed.gpu x,1", "st.relaxed.gpu x,2")
         ROW2("", "ld.weak r0,x") "exists (1:r0=1 /\\ x=2)"},
    /* Figure 9d, and a load that sees what comes behind it. */
    {"CoWW", FORBIDDEN, ONE_GPU ROW2("st.weak x,1", "") ROW2("st.weak x,2", "") "exists (x=1)"},
    {"CoRW within a thread", FORBIDDEN,
     ONE_GPU ROW2("ld.weak r0,x", "") ROW2("st.weak x,1", "") "exists (0:r0=1)"},
    /* Coherence order relates morally strong stores; races, it does not (8.9.6). */
    {"two readers of strong stores", FORBIDDEN,
     FOUR_CTAS ROW4("st.relaxed.gpu x,1", "st.relaxed.gpu x,2", "ld.relaxed.gpu r0,x",
                    "ld.relaxed.gpu r0,x")
         ROW4("", "", "ld.relaxed.gpu r1,x",
              "ld.relaxed.gpu r1,x") "exists (2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1)"},
    {"two readers of weak stores", ALLOWED,
     FOUR_CTAS ROW4("st.weak x,1", "st.weak x,2", "ld.relaxed.gpu r0,x", "ld.relaxed.gpu r0,x")
         ROW4("", "", "ld.relaxed.gpu r1,x",
              "ld.relaxed.gpu r1,x") "exists (2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1)"},

    /* F0 before F1 in Fence-SC order: x's stores are in causality order, so x=2; and if not, y's.
     * No load observes, so fence.acq_rel orders nothing. */
    {"2+2W fence.sc", FORBIDDEN, TWO_PLUS_TWO_W("fence.sc.gpu")},
    {"2+2W fence.acq_rel", ALLOWED, TWO_PLUS_TWO_W("fence.acq_rel.gpu")},
    /* F0 first: Rx must see Wx. F1 first: y's stores are ordered by causality, so y=1. */
    {"R fence.sc", FORBIDDEN, R("fence.sc.gpu")},
    {"R fence.acq_rel", ALLOWED, R("fence.acq_rel.gpu")},
    /* Wx=2 causes Wx=1 through the release and acquire of y: 8.10.1. */
    {"S release, acquire", FORBIDDEN,
     ONE_GPU ROW2("st.weak x,2", "ld.acquire.gpu r0,y")
         ROW2("st.release.gpu y,1", "st.weak x,1") "exists (1:r0=1 /\\ x=2)"},
    {"S relaxed", ALLOWED,
     ONE_GPU ROW2("st.weak x,2", "ld.relaxed.gpu r0,y")
         ROW2("st.relaxed.gpu y,1", "st.weak x,1") "exists (1:r0=1 /\\ x=2)"},

    /* 8.10.3, its two tests. */
    {"two increments", FORBIDDEN,
     TWO_GPUS ROW2("atom.relaxed.sys.add r0,x,1", "atom.relaxed.sys.add r0,x,1") "exists (~x=2)"},
    {"two increments, one of a CTA", ALLOWED,
     ONE_GPU ROW2("atom.relaxed.cta.add r0,x,1", "atom.relaxed.gpu.add r0,x,1") "exists (x=1)"},
    /* A store that is not morally strong may come between an atomic's halves. */
    {"a store within an increment", FORBIDDEN,
     ONE_GPU ROW2("atom.relaxed.gpu.add r0,x,1", "st.relaxed.gpu x,5") "exists (0:r0=0 /\\ x=1)"},
    {"a weak store within an increment", ALLOWED,
     ONE_GPU ROW2("atom.relaxed.gpu.add r0,x,1", "st.weak x,5") "exists (0:r0=0 /\\ x=1)"},
    {"two wins", FORBIDDEN,
     ONE_GPU ROW2("atom.relaxed.gpu.cas r0,x,0,1",
                  "atom.relaxed.gpu.cas r0,x,0,2") "exists (0:r0=0 /\\ 1:r0=0)"},
    {"two wins in two CTAs", ALLOWED,
     ONE_GPU ROW2("atom.relaxed.cta.cas r0,x,0,1",
                  "atom.relaxed.cta.cas r0,x,0,2") "exists (0:r0=0 /\\ 1:r0=0)"},

    /* 8.9.2: observation order passes through atomics, of any order; not through a load and a
     * store, nor where an atomic is not morally strong with what it reads. */
    {"chain of an increment", FORBIDDEN, CHAIN("atom.relaxed.gpu.add r0,y,1", "")},
    {"chain of an exchange", FORBIDDEN, CHAIN("atom.relaxed.gpu.exch r0,y,2", "")},
    {"no chain of a load and a store", ALLOWED, CHAIN("ld.relaxed.gpu r0,y", "st.relaxed.gpu y,2")},
    {"no chain of a CTA's increment", ALLOWED, CHAIN("atom.relaxed.cta.add r0,y,1", "")},

    /* C by the ABI's mapping: seq_cst begins with fence.sc.sys. */
    {"C: SB seq_cst", FORBIDDEN,
     "C t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 (atomic_int* x, atomic_int* y) { atomic_store(x, 1); "
     "int r0 = atomic_load(y); }\nP1@cta 0,gpu 1 (atomic_int* x, atomic_int* y) { atomic_store(y, "
     "1); int r0 = atomic_load(x); }\nexists (0:r0=0 /\\ 1:r0=0)"},
    {"C: SB release, acquire", ALLOWED,
     "C t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 (atomic_int* x, atomic_int* y) { "
     "atomic_store_explicit(x, 1, memory_order_release); int r0 = atomic_load_explicit(y, "
     "memory_order_acquire); }\nP1@cta 0,gpu 1 (atomic_int* x, atomic_int* y) { "
     "atomic_store_explicit(y, 1, memory_order_release); int r0 = atomic_load_explicit(x, "
     "memory_order_acquire); }\nexists (0:r0=0 /\\ 1:r0=0)"},
    /* __threadfence() is fence.sc.gpu: not enough between two GPUs. */
    {"C: SB __threadfence, two GPUs", ALLOWED,
     "C t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 (int* x, int* y) { *x = 1; __threadfence(); int r0 = *y; "
     "}\nP1@cta 0,gpu 1 (int* x, int* y) { *y = 1; __threadfence(); int r0 = *x; }\n"
     "exists (0:r0=0 /\\ 1:r0=0)"},
    {"C: SB __threadfence_system, two GPUs", FORBIDDEN,
     "C t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 (int* x, int* y) { *x = 1; __threadfence_system(); int r0 "
     "= *y; }\nP1@cta 0,gpu 1 (int* x, int* y) { *y = 1; __threadfence_system(); int r0 = *x; }\n"
     "exists (0:r0=0 /\\ 1:r0=0)"},
};

static void verdicts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct litmus *t = read_text(known[i].text);
        if (possible(t, MODEL_PTX, NULL) != (known[i].verdict == ALLOWED))
            fail_msg("%s: ptx %s it", known[i].name,
                     known[i].verdict == ALLOWED ? "forbids" : "allows");
        litmus_free(t);
    }
}

/* 8.7.1: a conflict is a race unless it is morally strong or ordered by causality, in some
 * execution. In MP one is left: that in which the acquire does not see the flag. */
static void data_races(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool races;
        const char *text;
    } cases[] = {
        {"bar.sync, in one CTA", false, MP_BAR(ONE_CTA)},
        {"bar.sync, in two", true, MP_BAR(ONE_GPU)},
        {"weak", true, MP(ONE_GPU, "st.weak y,1", "ld.weak r0,y")},
        {"a flag that may not be seen", true,
         MP(ONE_GPU, "st.release.gpu y,1", "ld.acquire.gpu r0,y")},
        {"relaxed", false, CO_RR("st.relaxed.gpu", "ld.relaxed.gpu", "ld.relaxed.gpu")},
        {"relaxed.cta in two CTAs", true,
         CO_RR("st.relaxed.cta", "ld.relaxed.cta", "ld.relaxed.cta")},
        {"one thread", false,
         ONE_GPU ROW2("st.weak x,1", "st.weak y,1") ROW2("ld.weak r0,x", "") "exists (x=1)"},
        {"loads alone", false, ONE_GPU ROW2("ld.weak r0,x", "ld.weak r0,x") "exists (0:r0=0)"},
        /* One fence is first: the store before it causes the load behind the other; the other pair,
         * of that store's thread's load, is not ordered. */
        {"SB", true, SB(ONE_GPU, "fence.sc.gpu", "fence.sc.gpu")},
        {"an exchange and a weak load", true,
         ONE_GPU ROW2("atom.relaxed.gpu.exch r0,x,1", "ld.weak r0,x") "exists (x=1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct litmus *t = read_text(cases[i].text);
        struct model_notes notes;
        possible(t, MODEL_PTX, &notes);
        if (notes.races != cases[i].races)
            fail_msg("%s: %s", cases[i].name, notes.races ? "races" : "does not race");
        litmus_free(t);
    }
}

/* ---- where rc is the stronger ---- */

/* Outcomes that rc forbids and PTX allows: the hardware is stronger than a CUDA program may
 * rely on. */
static const struct {
    const char *name, *text;
} stronger[] = {
    {"coherence of weak accesses", CO_RR("st.weak", "ld.weak", "ld.weak")},
    {"atomics of any scope are atomic",
     ONE_GPU ROW2("atom.relaxed.cta.add r0,x,1", "atom.relaxed.gpu.add r0,x,1") "exists (x=1)"},
    {"a flag may be weak", MP_FENCES(ONE_GPU, "fence.acq_rel.gpu", "st.weak y,1", "ld.weak r0,y")},
    {"the scope of a GPU reaches all", MP(TWO_GPUS, "st.release.gpu y,1", "ld.acquire.gpu r0,y")},
    {"fence.acq_rel orders stores before loads",
     SB(ONE_GPU, "fence.acq_rel.sys", "fence.acq_rel.sys")},
    {"fence.acq_rel orders stores", TWO_PLUS_TWO_W("fence.acq_rel.gpu")},
    {"stores reach all threads at once",
     IRIW("st.relaxed.gpu", "ld.relaxed.gpu", "fence.acq_rel.gpu")},
    {"causality passes through weak accesses",
     WRC("st.weak", "ld.weak", "st.release.gpu y,1", "ld.acquire.gpu r0,y")},
    {"and through a store of what was loaded",
     WRC("st.weak", "ld.acquire.gpu", "st.weak y,r0", "ld.acquire.gpu r0,y")},
};

static void rc_is_stronger(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof stronger / sizeof *stronger; i++) {
        struct litmus *t = read_text(stronger[i].text);
        bool rc = possible(t, MODEL_RC, NULL), ptx = possible(t, MODEL_PTX, NULL);
        if (rc || !ptx)
            fail_msg("%s: rc %s it, ptx %s it", stronger[i].name, rc ? "allows" : "forbids",
                     ptx ? "allows" : "forbids");
        litmus_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts), cmocka_unit_test(data_races),
                                       cmocka_unit_test(rc_is_stronger)};
    return cmocka_run_group_tests_name("the PTX model", tests, NULL, NULL);
}
