/* Hardware broken on purpose: the run must fail, with what a designer needs to find the fault. */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The message ends with a command, which must repeat the run to the byte. */
static void repeats_exactly(const struct command *c)
{
    const char *line = strstr(last_line(err_of(c)), "repeat with: ");
    assert_non_null(line);
    struct command again = umbel_run_line(line + strlen("repeat with: "));
    assert_status(&again, c->status);
    assert_string_equal(err_of(&again), err_of(c));
    command_free(&again);
}

static void wrong_answer(void **state, const char *system, unsigned umcs)
{
    /* Both names need quotes in the repeat command. */
    const char *json = in_folder(state, "it's a run.json");
    struct command c = UMBEL("run", system, "xtreme3", "--set", "fault=l1-ignores-lease", "--seed",
                             "5", "-q", "--json", json);
    assert_status(&c, 1);
    char buffer[32];
    unsigned long long byte, address, line;
    unsigned got, want, umc;
    int n = sscanf(last_line(err_of(&c)),
                   "umbel: wrong answer: %31[a-z][byte %llu] at address 0x%llx is 0x%x, not 0x%x "
                   "(%*u of %*u bytes differ), line 0x%llx of umc%u, seen at cycle",
                   buffer, &byte, &address, &got, &want, &line, &umc);
    assert_int_equal(n, 7);
    assert_string_equal(buffer, "c"); /* the buffer in which CTA 0 writes and the last CTA reads */
    assert_int_not_equal(got, want);
    assert_int_equal(line, address / 64);
    assert_int_equal(umc, line % umcs); /* computed here, to check gen/proto/address.h */
    assert_has(last_line(err_of(&c)), "; seed 5; repeat with: umbel run ");
    unsigned gpu, sm, launch;
    n = sscanf(err_of(&c), "  last writer: gpu%u.sm%u, launch %u, kernel add, ", &gpu, &sm,
               &launch);
    assert_int_equal(n, 3);
    assert_has(err_of(&c), "xtreme3.cu:");
    assert_int_equal(launch, 4); /* of the four, the last adds into c */
    assert_has(err_of(&c), ", CTA (15,0,0), thread (");
    char copy[64];
    snprintf(copy, sizeof copy, "\n  copy: gpu%u.sm%u.l1, lease ", gpu, sm);
    assert_has(err_of(&c), copy); /* the writer still has the line */
    repeats_exactly(&c);
    size_t len;
    char *text = read_bytes_of(json, &len);
    assert_has(text, "\"result\": \"WRONG\"");
    free(text);
    command_free(&c);
}

static void stale_read_on_small(void **state)
{
    wrong_answer(state, "tsm-small", 4);
}

static void stale_read_on_four_gpus(void **state)
{
    slow_only("tsm-small has the same message, and a machine of four GPUs is built");
    wrong_answer(state, "tsm-4gpu", 8);
}

static void lost_answer(void **state)
{
    (void)state;
    struct command c =
        UMBEL("run", "tsm-small", "xtreme3", "--set", "fault=umc-loses-answer", "-q");
    assert_status(&c, 1);
    unsigned long long since, now, line;
    unsigned gpu, sm;
    int n = sscanf(last_line(err_of(&c)),
                   "umbel: nothing has moved since cycle %llu (now %llu): gpu%u.sm%u waits for "
                   "line 0x%llx since cycle",
                   &since, &now, &gpu, &sm, &line);
    assert_int_equal(n, 5);
    assert_in_range(now - since, 50000, 52000); /* the watchdog, and the time between two checks */
    char text[96];
    snprintf(text, sizeof text, "  waits: gpu%u.sm%u warp ", gpu, sm);
    assert_has(err_of(&c), text);
    snprintf(text, sizeof text, "load of line 0x%llx since cycle ", line);
    assert_has(err_of(&c), text);
    /* Both caches still wait for that line; the controller, which lost the answer, does not. */
    snprintf(text, sizeof text, "a load of line 0x%llx\n", line);
    const char *l1 = strstr(err_of(&c), text);
    assert_non_null(l1);
    assert_non_null(strstr(l1 + 1, text));
    snprintf(text, sizeof text, "  in flight: gpu%u.sm%u.l1, entry ", gpu, sm);
    assert_has(err_of(&c), text);
    snprintf(text, sizeof text, "  in flight: gpu%u.l2.%llu, entry ", gpu, line % 4);
    assert_has(err_of(&c), text);
    assert_null(strstr(err_of(&c), "in flight: umc"));
    repeats_exactly(&c);
    command_free(&c);
}

/* Two epochs, and a lock that is taken so often that both are used up before the system
 * is empty. */
static void epochs_run_out(void **state)
{
    (void)state;
    struct command c = UMBEL("run", "tsm-small", "mutex", "-q", "--set", "mgcc.ts_bits=6", "--set",
                             "mgcc.epoch_bits=1");
    assert_status(&c, 1);
    unsigned umc;
    unsigned long long line, cycle;
    int n = sscanf(last_line(err_of(&c)),
                   "umbel: umc%u: the timestamp of line 0x%llx runs over in the last of 2 epochs "
                   "at cycle %llu, ",
                   &umc, &line, &cycle);
    assert_int_equal(n, 3);
    assert_has(err_of(&c), "; use more (--set mgcc.epoch_bits=16); seed 1; repeat with: umbel run");
    assert_int_equal(line % 4, umc);
    assert_in_range(line, 0x1000 / 64, 0x10bf / 64); /* the line of the lock or of the counter */
    repeats_exactly(&c);
    command_free(&c);
}

/* The same among requests of many SMs. Some of these never end, but the message is about epochs. */
static void epochs_run_out_in_a_crowd(void **state)
{
    (void)state;
    struct command c =
        UMBEL("run", "tsm-small", "bfs", "-q", "--set", "mgcc.ts_bits=4", "--set",
              "mgcc.rd_lease=5", "--set", "mgcc.wr_lease=3", "--set", "mgcc.epoch_bits=2");
    assert_status(&c, 1);
    assert_has(last_line(err_of(&c)), " runs over in the last of 4 epochs at cycle ");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(stale_read_on_small),
        test_in_folder(stale_read_on_four_gpus),
        cmocka_unit_test(lost_answer),
        cmocka_unit_test(epochs_run_out),
        cmocka_unit_test(epochs_run_out_in_a_crowd),
    };
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
