/*
 * The Murphi models of the protocols: runs formal/murphi/run with its quick configurations, every
 * day with one of each model, and checks that a wrong expectation fails. Costs minutes with
 * UMBEL_SLOW: it alone finds that a rule of the model no longer matters, or that a configuration no
 * longer ends.
 */
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SECONDS = 1800 };

static void need_rumur(void)
{
    if (tool_installed("rumur"))
        return;
    print_message("SKIPPED: rumur is not installed; the protocol's model was NOT checked\n");
    skip();
}

/* Runs a copy of formal/murphi in the test's folder, with some text of a file changed. */
static struct command run_changed(void **state, const char *edit, const char *file,
                                  const char *config)
{
    struct sbuf line = {0};
    sbuf_printf(
        &line,
        "cp %s/formal/murphi/* %s && cd %s && sed -i '%s' %s && "
        "{ ! cmp -s %s %s/formal/murphi/%s || { echo the edit changes nothing; exit 3; }; } && "
        "MURPHI_OUT=out MURPHI_SECONDS=60 ./run %s",
        UMBEL_ROOT, (const char *)*state, (const char *)*state, edit, file, file, UMBEL_ROOT, file,
        config);
    struct command c = {.argv = (const char *const[]){"bash", "-c", sbuf_str(&line), NULL}};
    command_run(&c);
    sbuf_free(&line);
    return c;
}

/* Runs these configurations only. */
static void configurations(void **state, const char *const *names, size_t n)
{
    need_rumur();
    struct sbuf line = {0};
    sbuf_printf(&line, "MURPHI_OUT=%s/out exec %s/formal/murphi/run", (const char *)*state,
                UMBEL_ROOT);
    for (size_t i = 0; i < n; i++)
        sbuf_printf(&line, " %s", names[i]);
    struct command c = {.argv = (const char *const[]){"bash", "-c", sbuf_str(&line), NULL},
                        .seconds = SECONDS};
    command_run(&c);
    assert_status(&c, 0);
    for (size_t i = 0; i < n; i++)
        assert_has(out_of(&c), names[i]);
    assert_int_equal(count_lines(out_of(&c)), n);
    command_free(&c);
    sbuf_free(&line);
}

/* Every day of gpuvi and epochs one that holds; the tests below have one of gpuvi that does not
 * end, and those of mgcc and of hmg with violations. */
static void some_configurations(void **state)
{
    static const char *const names[] = {"vi", "swc"};
    configurations(state, names, sizeof names / sizeof *names);
}

static void more_configurations(void **state)
{
    static const char *const names[] = {"hmg-marker-ahead", "hmg-marker-up", "hmg-ops"};
    slow_only("the model's other configurations take minutes");
    configurations(state, names, sizeof names / sizeof *names);
}

static void quick_configurations(void **state)
{
    static const char *const names[] = {"line",  "words", "lines", "several",  "sb",
                                        "no-m1", "no-m2", "no-m3", "no-m4",    "no-m5",
                                        "no-m6", "no-m8", "no-m9", "sb-no-m1", "sb-paper"};
    slow_only("the model's other configurations take minutes");
    configurations(state, names, sizeof names / sizeof *names);
}

static void quick_configurations_of_gpuvi(void **state)
{
    static const char *const names[] = {"v5-copied-entry",
                                        "vi-unordered",
                                        "vi-atomics",
                                        "vi-no-rdc",
                                        "vi-words",
                                        "vi-l1",
                                        "vi-sb",
                                        "vi-mp",
                                        "v1-early",
                                        "v4-demote",
                                        "v2-overtaken-fill",
                                        "v3-rdc-read",
                                        "v4-unacknowledged",
                                        "v3-rdc-forgotten",
                                        "v3-rdc-fill",
                                        "v2-joiner",
                                        "v5-lost-entry",
                                        "v8-copy-kept",
                                        "ack-twice"};
    slow_only("the model's other configurations take minutes");
    configurations(state, names, sizeof names / sizeof *names);
}

static void quick_configurations_of_epochs(void **state)
{
    static const char *const names[] = {
        "v6-late-fill",     "swc-streams",  "v6-rollover",       "v6-sweep",
        "v6-rollover-fill", "v6-counters",  "v6-boundary-fill",  "v6-joiner",
        "v6-home-l2",       "v6-own-store", "v6-own-store-fill", "v6-overtaken-fill"};
    slow_only("the model's other configurations take minutes");
    configurations(state, names, sizeof names / sizeof *names);
}

static void quick_configurations_of_hmg(void **state)
{
    static const char *const names[] = {"hmg-flat",         "hmg-3",
                                        "hmg-to-each",      "hmg-partial",
                                        "hmg-homes",        "hmg-not-exempt",
                                        "hmg-no-marker",    "hmg-one-less",
                                        "hmg-to-sharers",   "hmg-stores-later",
                                        "hmg-forgotten",    "hmg-no-sharer",
                                        "hmg-no-kill",      "hmg-late-fill",
                                        "hmg-own-copy",     "hmg-own-early",
                                        "hmg-atomic-copy",  "hmg-l1-kept",
                                        "hmg-l1-late",      "hmg-home-acks",
                                        "hmg-not-passed",   "hmg-gpu-exempt",
                                        "hmg-marker-stops", "hmg-marker-turns",
                                        "hmg-gpu-unmarked", "late-ops",
                                        "late-near",        "late-order",
                                        "late-marker"};
    slow_only("the model's other configurations take minutes");
    configurations(state, names, sizeof names / sizeof *names);
}

/* Their searches take longest, of all operations at once or of two packages in each GPU. */
static void long_configurations_of_hmg(void **state)
{
    static const char *const names[] = {"hmg-full", "hmg-homes-early", "late-inside"};
    long_only("these three take as long as a third of the others");
    configurations(state, names, sizeof names / sizeof *names);
}

static void violation_not_expected(void **state)
{
    need_rumur();
    struct command c = run_changed(state, "/^no-m9/s/VIOLATION/HOLDS/", "configs", "no-m9");
    assert_status(&c, 1);
    assert_has(out_of(&c), "VIOLATION FOUND: a load returns the latest store at its time: NOT");
    command_free(&c);
}

static void violation_not_found(void **state)
{
    need_rumur();
    struct command c = run_changed(state, "/^sb /s/HOLDS/VIOLATION/", "configs", "sb");
    assert_status(&c, 1);
    assert_has(out_of(&c), "EXHAUSTIVE: NOT what is expected (VIOLATION)");
    command_free(&c);
}

/* An answer that never comes is reported as a deadlock, not as a violated invariant. */
static void deadlock(void **state)
{
    slow_only("acknowledgement_lost has a deadlock in which another GPU could go on");
    need_rumur();
    struct command c = run_changed(state,
                                   "s/^    miss.state = BACK & (miss.op = STORE .*/"
                                   "    miss.state = BACK \\& miss.op = LOAD/",
                                   "mgcc.m", "no-m9");
    assert_status(&c, 1);
    assert_has(out_of(&c), "NO VERDICT");
    command_free(&c);
}

static void wrong_constant(void **state)
{
    need_rumur();
    struct command c = run_changed(state, "s/SB=true/BS=true/", "configs", "sb");
    assert_status(&c, 1);
    assert_has(err_of(&c), "configs: sb: mgcc.m has no constant BS");
    command_free(&c);
}

static void wrong_model(void **state)
{
    need_rumur();
    struct command c = run_changed(state, "/^sb /s/mgcc/mgc/", "configs", "sb");
    assert_status(&c, 1);
    assert_has(err_of(&c), "configs: sb: there is no model mgc.m");
    command_free(&c);
}

/* A store that no GPU's acknowledgement ends is a deadlock, although another GPU could go on. */
static void acknowledgement_lost(void **state)
{
    need_rumur();
    struct command c =
        run_changed(state, "s/then left\\[l\\] := left\\[l\\] - 1/then left[l] := left[l]/",
                    "gpuvi.m", "v3-rdc-fill");
    assert_status(&c, 1);
    assert_has(out_of(&c), "NO VERDICT");
    command_free(&c);
}

/* Directories that do not know who has copies are found without a load that returns an old one. */
static void sharer_forgotten(void **state)
{
    need_rumur();
    struct command c =
        run_changed(state, "/^hmg-forgotten/s/SHARERS=false//", "configs", "hmg-forgotten");
    assert_status(&c, 0);
    assert_has(out_of(&c), "VIOLATION FOUND: who has a copy is a sharer, or is being invalidated");
    command_free(&c);
}

static void marker_not_acknowledged(void **state)
{
    slow_only("sharer_forgotten has another violation of hmg");
    need_rumur();
    struct command c =
        run_changed(state, "s/r.acks := r.acks + 1/r.acks := r.acks/", "hmg.m", "hmg-ops");
    assert_status(&c, 1);
    assert_has(out_of(&c), "VIOLATION FOUND: each marker is acknowledged once");
    command_free(&c);
}

/* What is never seen makes a search worthless: here the entries never give way. */
static void cover_not_reached(void **state)
{
    need_rumur();
    struct command c = run_changed(
        state, "s/^    !stopping & !STEADY & RoomInside(g)/    false \\& RoomInside(g)/", "hmg.m",
        "hmg-ops");
    assert_status(&c, 1);
    assert_has(out_of(&c), "NO VERDICT");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(some_configurations),
        test_in_folder(more_configurations),
        test_in_folder(quick_configurations),
        test_in_folder(quick_configurations_of_gpuvi),
        test_in_folder(quick_configurations_of_epochs),
        test_in_folder(quick_configurations_of_hmg),
        test_in_folder(long_configurations_of_hmg),
        test_in_folder(violation_not_expected),
        test_in_folder(violation_not_found),
        test_in_folder(deadlock),
        test_in_folder(wrong_constant),
        test_in_folder(wrong_model),
        test_in_folder(acknowledgement_lost),
        test_in_folder(sharer_forgotten),
        test_in_folder(marker_not_acknowledged),
        test_in_folder(cover_not_reached),
    };
    return cmocka_run_group_tests_name("Murphi model", tests, NULL, NULL);
}
