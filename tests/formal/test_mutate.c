/*
 * Mutants: a mutant that the properties do not notice is reported and fails the command, unless it
 * has a written reason; circuits are the same after being written and read.
 */
#include "formal/aig/aig.h"
#include "formal/prove/survivors.h"
#include "sw/util/file.h"
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void need_tools(void)
{
    if (!tool_installed("yosys")) {
        print_message("SKIPPED: yosys is not installed; mutants were NOT made\n");
        skip();
    }
}

static const char *table_of(void **state, const char *texts)
{
    const char *table = in_folder(state, "proofs.yaml");
    struct sbuf s = {0};
    sbuf_printf(&s,
                "proofs:\n  - proof: own\n    about: \"a test\"\n    system: tsm-tiny\n"
                "    module: um_fifo\n    texts: [%s]\n    params: [WIDTH=4, DEPTH=2]\n"
                "    provers: [ind]\n    induction: 1\n    seconds: 5\n",
                texts);
    write_text(table, sbuf_str(&s));
    sbuf_free(&s);
    return table;
}

#define MUTATE(table)                                                                              \
    UMBEL("prove", "--table", table, "-o", in_folder(state, "an out; it's $(touch pwned)"), "-j",  \
          "1", "--mutants", "40")

static void right_properties_kill(void **state)
{
    need_tools();
    struct command c = MUTATE(table_of(state, "channel, queue, fifo"));
    assert_status(&c, 0);
    assert_has(out_of(&c), "own            um_fifo");
    assert_has(out_of(&c), "40 mutants: ");
    assert_has(out_of(&c), " 0 survived, 0 undecided, 0 not explained; kill rate 100.0 %");
    command_free(&c);
}

/* Runs the mutants of um_fifo against the test's own properties. */
static struct command mutate_under(void **state, const char *properties)
{
    const char *text = in_folder(state, "own.vh");
    write_text(text, properties);
    struct sbuf quoted = {0};
    sbuf_printf(&quoted, "\"%s\"", text);
    struct command c = MUTATE(table_of(state, sbuf_str(&quoted)));
    sbuf_free(&quoted);
    return c;
}

static void weak_properties_are_told(void **state)
{
    need_tools();
    struct command c = mutate_under(state, "wire [1:0] f_inside = tail_q - head_q;\n"
                                           "`ASSERT(never_overfull, f_inside != 3)\n");
    assert_status(&c, 1);
    assert_has(out_of(&c), "NOT EXPLAINED");
    assert_has(out_of(&c), "um_fifo.v:");
    assert_has(err_of(&c), "survivors not explained");
    command_free(&c);
}

/* Properties that do not hold cannot judge mutants. */
static void broken_properties_are_refused(void **state)
{
    need_tools();
    struct command c = mutate_under(state, "`ASSERT(wrong, in_ready_o)\n");
    assert_status(&c, 1);
    assert_has(err_of(&c), "without a mutation it is not proved");
    command_free(&c);
}

static char command[] = "mutate -ctrl mutant_i 9 7 -mode const1 -module dut -cell "
                        "$and$/tmp/v/um_x.v:75$989 -port A -portbit 3 -wire take -wirebit 0 -src "
                        "/tmp/v/um_x.v:75.17-75.45";

static char *tell(const struct survivors *reasons, const struct mutants *m, bool *ok)
{
    char *text = NULL;
    size_t len = 0;
    struct error err = {0};
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    *ok = survivors_tell(reasons, m, out, &err);
    fclose(out);
    return text;
}

static void reasons_count(void **state)
{
    (void)state;
    char name[128], module[] = "um_x", why[] = "it is";
    mutant_name(command, name, sizeof name);
    assert_string_equal(name, "const1 A[3] of $and um_x.v:75.17-75.45");
    struct mutant list[20] = {[0] = {command, MUTANT_SURVIVED}};
    for (int i = 1; i < 20; i++)
        list[i] = (struct mutant){command, MUTANT_KILLED};
    struct mutants m = {.unit = {.proof = module, .module = module},
                        .list = list,
                        .n = 20,
                        .ends = {[MUTANT_KILLED] = 19, [MUTANT_SURVIVED] = 1}};
    struct survivor known = {module, name, false, why};
    const struct survivors none = {NULL, 0}, one = {&known, 1};
    bool ok;
    char *text = tell(&none, &m, &ok);
    assert_false(ok);
    assert_has(text, "NOT EXPLAINED");
    free(text);
    text = tell(&one, &m, &ok);
    assert_true(ok);
    assert_has(text, "harmless: it is");
    assert_has(text, "kill rate 95.0 %");
    free(text);
    list[1].end = MUTANT_UNDECIDED;
    m.ends[MUTANT_KILLED] = 18, m.ends[MUTANT_UNDECIDED] = 1;
    text = tell(&one, &m, &ok);
    assert_false(ok);
    free(text);
}

static void circuits_are_kept(void **state)
{
    struct aig a, b;
    struct error err = {0};
    aig_new(&a, 2, 1, 1, 1);
    uint32_t x = aig_xor(&a, 2, 4);
    a.next[0] = aig_or(&a, x, 6);
    a.output[0] = aig_and(&a, x ^ 1, 6);
    a.constraint[0] = 3;
    assert_int_equal(aig_and(&a, x, 1), x);
    assert_int_equal(aig_and(&a, x, x ^ 1), 0);
    const char *path = in_folder(state, "a.aig");
    assert_true(aig_write(&a, path, &err));
    assert_true(aig_read(&b, path, &err));
    assert_int_equal(b.ands, a.ands);
    assert_memory_equal(b.and, a.and, a.ands * sizeof *a.and);
    assert_int_equal(b.next[0], a.next[0]);
    assert_int_equal(b.output[0], a.output[0]);
    assert_int_equal(b.constraint[0], 3);
    const struct aig sizes = aig_sizes(path);
    assert_int_equal(sizes.outputs, 1);
    assert_int_equal(sizes.constraints, 1);
    write_text(in_folder(state, "none.aig"), "aig 2 0 2 1 0\n2\n5\n4\n");
    assert_int_equal(aig_sizes(in_folder(state, "none.aig")).constraints, 0);
    aig_free(&b);
    size_t len;
    char *text = file_read(path, &len, &err);
    assert_true(file_write(path, text, len - 1, &err));
    free(text);
    assert_false(aig_read(&b, path, &err));
    assert_has(err.text, "is cut off or damaged");
    aig_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(right_properties_kill),
        test_in_folder(weak_properties_are_told),
        test_in_folder(broken_properties_are_refused),
        cmocka_unit_test(reasons_count),
        test_in_folder(circuits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
