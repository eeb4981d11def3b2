/*
 * The checker of proofs, formal/rup: right proofs are accepted, and proofs that are wrong, cut off
 * or of another formula are not. A satisfiable formula is never said to be unsatisfiable.
 */
#include "formal/rup/rup.h"
#include "sw/util/sbuf.h"
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

static struct error said;
static struct rup_counts counted;

static bool check(void **state, const char *formula, const char *proof)
{
    const char *f = in_folder(state, "f.cnf"), *p = in_folder(state, "f.drat");
    write_text(f, formula);
    write_text(p, proof);
    said = (struct error){0};
    return rup_check(f, p, 60, &counted, &said);
}

/* All four clauses of two variables; the same without the last. */
#define THREE "1 2 0\n1 -2 0\n-1 2 0\n"
static const char four[] = "c two variables\np cnf 3 4\n" THREE "-1 -2 0\n";

static void right_proofs(void **state)
{
    static const struct {
        const char *formula, *proof;
        uint64_t clauses;
    } cases[] = {
        {four, "1 0\n0\n", 2},
        {four, "-2 0\nd 1 2 0\n0\n", 2},
        {four, "1 0\n0\nwhat stands behind the empty clause is not read", 2},
        {"p cnf 1 2\n1 0\n-1 0\n", "0\n", 1},
        {"p cnf 0 1\n0\n", "0\n", 1},
        /* Repeated literals; a tautology; a deleted clause in another order. */
        {"p cnf 3 5\n2 1 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n3 -3 0\n",
         "1 1 0\nd 1 2 0\nd 3 -3 0\n2 -2 0\n0\n", 3},
        /* Facts that followed from a unit clause remain known after it is deleted. */
        {"p cnf 3 5\n1 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n", "d 1 0\n2 0\n0\n", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool ok = check(state, cases[i].formula, cases[i].proof);
        if (!ok)
            print_error("case %zu: %s\n", i, said.text);
        assert_true(ok);
        assert_int_equal(counted.checked, cases[i].clauses);
    }
}

#define NOT_IMPLIED "the clause does not follow by unit propagation"

static void wrong_proofs(void **state)
{
    static const struct {
        const char *formula, *proof, *message;
    } cases[] = {
        {four, "0\n", "f.drat:1: " NOT_IMPLIED}, /* a clause before it is missing */
        {"p cnf 3 3\n" THREE, "1 0\n0\n", "f.drat:2: " NOT_IMPLIED}, /* of another formula */
        {four, "1 0\n", "ends without the empty clause; it proves nothing"},
        {four, "", "f.drat:1: ends without the empty clause"},
        {four, "1 0\n0", "the file is cut off"},
        {four, "1 ", "f.drat:1: ends within a clause; the file is cut off"},
        {four, "1 0\nd 1", "f.drat:2: no literal of the formula, or the file is cut off"},
        {four, "3 0\n1 0\n0\n", "f.drat:1: " NOT_IMPLIED}, /* RAT: no clause has -3 */
        {four, "1 4 0\n0\n", "f.drat:1: no literal of the formula"},
        {four, "1 x 0\n0\n", "f.drat:1: no literal of the formula"},
        {four, "1 -0x1 0\n0\n", "f.drat:1: no literal of the formula"},
        {four, "1 99999999999999999999 0\n0\n", "f.drat:1: no literal of the formula"},
        {four, "d 1 2 0\n1 0\n0\n", "f.drat:2: " NOT_IMPLIED}, /* it was deleted */
        {four, "d 1 2 0\nd 2 1 0\n", "f.drat:2: deletes a clause that is not there"},
        {four, "d 1 0\n", "f.drat:1: deletes a clause that is not there"},
        {"p cnf 3 5\n" THREE "-1 -2 0\n", "1 0\n0\n",
         "f.cnf:6: not as many clauses as 'p cnf' says; the file is cut off"},
        {"p cnf 2 4\n" THREE "-1 -3 0\n", "1 0\n0\n", "f.cnf:5: no literal of the formula"},
        {"p cnf 2 4\n" THREE "d 1 2 0\n", "1 0\n0\n", "f.cnf:5: a formula deletes nothing"},
        {THREE, "0\n", "f.cnf:1: no line 'p cnf VARIABLES CLAUSES'; is it a DIMACS file?"},
        {"", "0\n", "f.cnf:1: no line 'p cnf VARIABLES CLAUSES'; is it a DIMACS file?"},
        {"p cnf 4294967297 1\n1 0\n", "0\n", "f.cnf:1: no line 'p cnf VARIABLES CLAUSES'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(check(state, cases[i].formula, cases[i].proof));
        assert_has(said.text, cases[i].message);
        assert_null(strchr(said.text, '\n'));
    }
}

static void missing_files(void **state)
{
    struct error err = {0};
    write_text(in_folder(state, "f.cnf"), four);
    assert_false(
        rup_check(in_folder(state, "f.cnf"), in_folder(state, "none"), 60, &counted, &err));
    assert_has(err.text, "none: No such file");
    err = (struct error){0};
    assert_false(
        rup_check(in_folder(state, "none"), in_folder(state, "f.cnf"), 60, &counted, &err));
    assert_has(err.text, "none: No such file");
}

/* So many clauses come and go that the others are moved in memory. */
static void deleted_clauses_leave_memory(void **state)
{
    static const char formula[] = "p cnf 6 9\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n"
                                  "-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n4 5 6 0\n";
    struct sbuf churn = {0}, proof = {0};
    for (int i = 0; i < 400000; i++)
        sbuf_puts(&churn, "4 5 6 0\nd 6 5 4 0\n");
    sbuf_printf(&proof, "%s1 2 0\n1 0\n2 0\n0\n", sbuf_str(&churn));
    assert_true(check(state, formula, sbuf_str(&proof)));
    assert_int_equal(counted.checked, 400004);
    proof.len = 0;
    sbuf_printf(&proof, "%s1 0\n2 0\n0\n", sbuf_str(&churn));
    assert_false(check(state, formula, sbuf_str(&proof)));
    assert_has(said.text, "f.drat:800001: " NOT_IMPLIED);
    sbuf_free(&churn);
    sbuf_free(&proof);
}

static void too_late(void **state)
{
    struct sbuf proof = {0};
    for (int i = 0; i < 1000; i++)
        sbuf_puts(&proof, "1 2 0\n");
    write_text(in_folder(state, "f.cnf"), four);
    write_text(in_folder(state, "f.drat"), sbuf_str(&proof));
    struct error err = {0};
    assert_false(
        rup_check(in_folder(state, "f.cnf"), in_folder(state, "f.drat"), 0, &counted, &err));
    assert_has(err.text, "f.drat:256: the time was too short to check the proof further");
    sbuf_free(&proof);
}

/* ---- random formulas, with proofs by case distinction and brute force as the judge ---- */

enum { VARIABLES = 6, CLAUSES = 48, WIDTH = 3 };

struct random_formula {
    int clause[CLAUSES][WIDTH];
    int left_out; /* a clause to be ignored; -1: none */
};

static bool holds(int literal, unsigned assignment)
{
    unsigned bit = assignment >> (abs(literal) - 1) & 1;
    return literal > 0 ? bit != 0 : bit == 0;
}

static bool satisfies(const struct random_formula *f, unsigned assignment)
{
    for (int i = 0; i < CLAUSES; i++) {
        bool any = i == f->left_out;
        for (int j = 0; j < WIDTH; j++)
            any = any || holds(f->clause[i][j], assignment);
        if (!any)
            return false;
    }
    return true;
}

static bool satisfiable(const struct random_formula *f)
{
    for (unsigned a = 0; a < 1u << VARIABLES; a++)
        if (satisfies(f, a))
            return true;
    return false;
}

static void text_of(const struct random_formula *f, struct sbuf *s)
{
    s->len = 0;
    sbuf_printf(s, "p cnf %d %d\n", VARIABLES, CLAUSES - (f->left_out >= 0));
    for (int i = 0; i < CLAUSES; i++)
        if (i != f->left_out)
            sbuf_printf(s, "%d %d %d 0\n", f->clause[i][0], f->clause[i][1], f->clause[i][2]);
}

/* Writes the clause "the first `n` variables are not as in `assignment`", preceded by the clauses
 * of both values of the next variable, from which it follows. */
static void cases_of(int n, unsigned assignment, struct sbuf *s)
{
    for (unsigned next = 0; n < VARIABLES && next < 2; next++)
        cases_of(n + 1, assignment | next << n, s);
    for (int i = 0; i < n; i++)
        sbuf_printf(s, "%d ", (assignment >> i & 1) != 0 ? -(i + 1) : i + 1);
    sbuf_puts(s, "0\n");
}

static unsigned next_random(unsigned *seed, unsigned below)
{
    *seed = *seed * 1103515245 + 12345;
    return (*seed >> 16) % below;
}

static void randomize(struct random_formula *f, unsigned *seed)
{
    f->left_out = -1;
    for (int i = 0; i < CLAUSES; i++)
        for (int j = 0; j < WIDTH; j++) {
            int x = 1 + (int)next_random(seed, VARIABLES);
            f->clause[i][j] = next_random(seed, 2) != 0 ? x : -x;
        }
}

/* A proof by all cases is right for every unsatisfiable formula, and for no other. */
static void brute_force_agrees(void **state)
{
    unsigned seed = 1, satisfied = 0, refuted = 0;
    struct sbuf text = {0}, proof = {0};
    cases_of(0, 0, &proof);
    for (int i = 0; i < 60; i++) {
        struct random_formula f;
        randomize(&f, &seed);
        for (f.left_out = -1; f.left_out < CLAUSES; f.left_out += 7) {
            text_of(&f, &text);
            bool sat = satisfiable(&f);
            satisfied += sat;
            refuted += !sat;
            assert_int_equal(check(state, sbuf_str(&text), sbuf_str(&proof)), !sat);
        }
    }
    assert_true(satisfied > 50 && refuted > 50);
    sbuf_free(&text);
    sbuf_free(&proof);
}

/* ---- a proof of CaDiCaL's, of the queue ---- */

static char *without_line(const char *text, size_t line)
{
    struct sbuf s = {0};
    for (size_t i = 1; *text != '\0'; i++) {
        size_t len = strcspn(text, "\n") + 1;
        if (i != line)
            sbuf_add(&s, text, len);
        text += len;
    }
    return s.text;
}

/* Makes FOLDER/out/fifo/cadical-step.cnf; returns a proof of it. */
static char *proof_of_the_queue(void **state, const char *formula)
{
    struct command c = UMBEL("prove", "fifo", "-q", "-o", in_folder(state, "out"));
    command_free(&c);
    const char *proof = in_folder(state, "queue.drat");
    c = (struct command){
        .argv = (const char *const[]){"cadical", "-q", "--no-binary", formula, proof, NULL}};
    command_run(&c);
    assert_status(&c, 20);
    command_free(&c);
    struct error err = {0};
    assert_true(rup_check(formula, proof, 60, &counted, &err));
    assert_false(
        rup_check(in_folder(state, "out/fifo/cadical-base.cnf"), proof, 60, &counted, &err));
    size_t len;
    return read_bytes_of(proof, &len);
}

/* The proof is refused if it is cut off anywhere, or if one of the lines that matter is missing. */
static void corrupted_proof_of_the_queue(void **state)
{
    if (!tool_installed("yosys") || !tool_installed("cadical") || !tool_installed("cvc5")) {
        print_message("SKIPPED: yosys, cadical or cvc5 is not installed; proofs of real rows were "
                      "NOT checked\n");
        skip();
    }
    const char *path = in_folder(state, "out/fifo/cadical-step.cnf");
    char *proof = proof_of_the_queue(state, path), *formula = read_bytes_of(path, &(size_t){0});
    for (size_t at = 0, len = strlen(proof); at < len; at += 97) {
        char was = proof[at];
        proof[at] = '\0';
        assert_false(check(state, formula, proof));
        proof[at] = was;
    }
    size_t refused = 0, tried = 0, lines = count_lines(proof);
    for (size_t i = 1; i < lines; i += 7, tried++) {
        char *less = without_line(proof, i);
        refused += !check(state, formula, less);
        free(less);
    }
    print_message("refused without one of %zu lines: %zu\n", tried, refused);
    assert_true(refused > 0 && refused < tried);
    free(formula);
    free(proof);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(right_proofs),
        test_in_folder(wrong_proofs),
        test_in_folder(missing_files),
        test_in_folder(deleted_clauses_leave_memory),
        test_in_folder(too_late),
        test_in_folder(brute_force_agrees),
        test_in_folder(corrupted_proof_of_the_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
