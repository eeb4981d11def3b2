/* The options that observe a run: every mistake, and the files that they leave. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define RUN(...) UMBEL("run", "tsm-tiny", "vecadd:tiny", "-q", __VA_ARGS__)

static void mistakes(void **state)
{
    const char *trace = in_folder(state, "t.json"), *waves = in_folder(state, "w.fst");
    struct {
        struct command c;
        const char *says;
    } tries[] = {
        {RUN("--trace-from", "5"), "add it"},
        {RUN("--waves-to", "5"), "add it"},
        {RUN("--waves-tiles", "umc*"), "--waves-tiles chooses what --waves FILE writes; add it"},
        {RUN("--trace", trace, "--trace-from", "9", "--trace-to", "8"),
         "--trace-from 9 --trace-to 8: no cycle is within these"},
        {RUN("--waves", waves, "--waves-from", "9", "--waves-to", "8"),
         "--waves-from 9 --waves-to 8: no cycle is within these"},
        {RUN("--waves", waves, "--waves-to", "many"),
         "--waves-to many: it must be a whole number from 0 to 2^64-1"},
        {RUN("--profile=-1"), "--profile -1: it must be a whole number"},
        {RUN("--flat", "--profile"), "--flat shows nothing of what happens inside"},
        {RUN("--flat", "--waves", waves), "--flat shows nothing of what happens inside"},
        {RUN("--waves", waves, "--waves-tiles", "umc0,gpu9.*"),
         "--waves-tiles 'gpu9.*': no tile of this system has such a name; there are gpu0.requests"},
        {UMBEL("run", "tsm-small", "vecadd:tiny", "-q", "--waves", waves),
         "too many to show all; choose some by name"},
        {RUN("--net-trace", trace),
         "t.json: tsm-tiny has no network of routers; --set network.topology=mesh gives it one"},
        {RUN("--flat", "--net-trace", trace), "--flat shows nothing of what happens inside"},
        {RUN("--trace", trace, "--net-trace", trace), "t.json"},
        {RUN("--net-trace", "/nowhere/t"), "/nowhere/t: cannot be written: No such file"},
        {RUN("--trace", "/nowhere/t.json"), "/nowhere/t.json: cannot be written: No such file"},
        {RUN("--waves", "/nowhere/w.fst"), "/nowhere/w.fst: cannot be written: No such file"},
        {RUN("--trace", "/"), "/: cannot be written: Is a directory"},
        {RUN("--waves", "/dev/null"), "/dev/null: is a device or a pipe"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        assert_complains(&tries[i].c, tries[i].says);
        command_free(&tries[i].c);
    }
    assert_int_equal(names_in(*state, "*"), 0);
}

/* A window that the run did not reach, and a disk that is full. */
static void unwritten(void **state)
{
    const char *trace = in_folder(state, "t.json"), *waves = in_folder(state, "w.fst");
    struct command a = RUN("--trace", trace, "--trace-from", "1000000");
    assert_complains(&a, trace, "not written: the run ended at cycle", "1000000");
    /* Builds the tiles used below first: with the limit they could not be built. */
    struct command b =
        RUN("--waves", waves, "--waves-tiles", "gpu0.sm0.l1,umc0", "--waves-from", "1000000");
    assert_complains(&b, waves, "not written: the run ended at cycle", "1000000");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny",
                                                      "vecadd:tiny", "-q", "--trace", trace, NULL},
                        .file_limit = 50000};
    command_run(&c);
    assert_complains(&c, trace, "cannot be written: File too large");
    /* The limit stops the file itself, or already the files that the writer maps beside it. */
    static const size_t limits[] = {50000, 8192};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct command d = {.argv =
                                (const char *const[]){umbel_path(), "run", "tsm-tiny",
                                                      "vecadd:tiny", "-q", "--waves", waves,
                                                      "--waves-tiles", "gpu0.sm0.l1,umc0", NULL},
                            .file_limit = limits[i]};
        command_run(&d);
        assert_complains(&d, waves, "cannot be written in full");
        command_free(&d);
    }
    command_free(&a);
    command_free(&b);
    command_free(&c);
    assert_int_equal(names_in(*state, "*"), 0);
}

/* The trace of a run that hangs is written, and ends with the requests that wait. */
static void hang(void **state)
{
    const char *trace = in_folder(state, "t.json");
    struct command c = UMBEL("run", "tsm-tiny", "xtreme3:tiny", "-q", "--set",
                             "fault=umc-loses-answer", "--trace", trace);
    assert_status(&c, 1);
    assert_has(err_of(&c), "nothing has moved since cycle");
    command_free(&c);
    json_t *t = json_load_file(trace, 0, NULL);
    assert_non_null(t);
    const json_t *events = json_object_get(t, "traceEvents");
    size_t unfinished = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *args = json_object_get(json_array_get(events, i), "args");
        unfinished += json_is_true(json_object_get(args, "unfinished"));
    }
    assert_true(unfinished > 0);
    json_decref(t);
}

/* Only requests under way within the window; SMs and tags have names before their slices. */
static void window(void **state)
{
    const char *trace = in_folder(state, "t.json");
    struct command c = RUN("--trace", trace, "--trace-from", "500", "--trace-to", "900");
    assert_status(&c, 0);
    command_free(&c);
    json_t *t = json_load_file(trace, 0, NULL);
    assert_non_null(t);
    const json_t *events = json_object_get(t, "traceEvents");
    bool named[4][8] = {{false}};
    size_t slices = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        json_int_t pid = json_integer_value(json_object_get(e, "pid"));
        json_int_t tid = json_integer_value(json_object_get(e, "tid"));
        const char *name = json_string_value(json_object_get(e, "name"));
        if (pid == 0) /* the launch */
            continue;
        assert_true(pid >= 1 && pid <= 2 && tid >= 1 && tid <= 4);
        if (strcmp(name, "thread_name") == 0)
            named[pid][tid] = true;
        if (strcmp(json_string_value(json_object_get(e, "ph")), "X") != 0)
            continue;
        assert_true(named[pid][tid]);
        double from = json_number_value(json_object_get(e, "ts"));
        double to = from + json_number_value(json_object_get(e, "dur"));
        if (json_object_get(e, "args") == NULL)
            continue;
        slices++;
        assert_true(to >= 0.5 && from <= 0.9);
    }
    assert_true(slices > 10);
    assert_int_equal(names_in(*state, "*"), 1);
    json_decref(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(mistakes),
        test_in_folder(unwritten),
        test_in_folder(hang),
        test_in_folder(window),
    };
    return cmocka_run_group_tests_name("options to see a run", tests, NULL, NULL);
}
