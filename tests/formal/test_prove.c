/*
 * `umbel prove`: its verdicts on right and wrong properties, texts and tables with mistakes. Small
 * proofs of the queue stand for all proofs.
 */
#include "formal/prove/cover.h"
#include "formal/prove/table.h"
#include "formal/prove/warnings.h"
#include "tests/formal/prove_bench.h"

#include <stdlib.h>
#include <string.h>

static void every_prover_proves(void **state)
{
    need_provers();
    const char *table =
        table_of(state, right, "cadical, cvc5, minisat, ind, pdr", INDUCTION "    covers: 6\n");
    struct command c = PROVE(table, "-v");
    assert_status(&c, 0);
    assert_has(out_of(&c), "UNBOUNDED");
    assert_has(out_of(&c), "never_overfull");
    assert_has(out_of(&c), "reached          full");
    assert_has(out_of(&c), "proved 1 of 1");
    assert_has(out_of(&c), "RUP, ");
    command_free(&c);
    c = PROVE(table); /* the same Verilog is not proved again */
    assert_status(&c, 0);
    assert_has(err_of(&c), "own: proved before");
    command_free(&c);
    c = PROVE(table, "--fresh");
    assert_status(&c, 0);
    assert_null(strstr(err_of(&c), "before"));
    command_free(&c);
}

/* So that no processor is left with a long one at the end; the table keeps its order. */
static void the_longest_comes_first(void **state)
{
    need_provers();
    struct sbuf more = {0};
    sbuf_printf(&more,
                INDUCTION "    seconds: 4\n  - proof: longer\n    about: \"a test\"\n"
                          "    system: tsm-tiny\n    module: um_fifo\n    texts: [\"%s\"]\n"
                          "    params: [WIDTH=5, DEPTH=2]\n    provers: [cadical]\n" INDUCTION,
                in_folder(state, "own.vh"));
    struct command c = PROVE(table_of(state, "`ASSERT(never_over, tail_q - head_q != 2'd3)\n",
                                      "cadical", sbuf_str(&more)));
    sbuf_free(&more);
    assert_status(&c, 0);
    assert_has(out_of(&c), "proved 2 of 2");
    assert_true(strstr(err_of(&c), "umbel: longer: proved") <
                strstr(err_of(&c), "umbel: own: proved"));
    assert_true(strstr(out_of(&c), "\nown ") < strstr(out_of(&c), "\nlonger "));
    command_free(&c);
}

static void bounded_is_called_so(void **state)
{
    need_provers();
    struct command c = PROVE(table_of(state, right, "bmc3", "    bound: 7\n    covers: 6\n"));
    assert_status(&c, 0);
    assert_has(out_of(&c), "BOUNDED(7)");
    assert_null(strstr(out_of(&c), "UNBOUNDED"));
    command_free(&c);
    c = PROVE(table_of(state, "`ASSERT(never_full, in_ready_o)\n", "bmc3", "    bound: 7\n"));
    assert_status(&c, 1);
    assert_has(out_of(&c), "never_full is BROKEN in cycle 3; ");
    assert_has(out_of(&c), "counterexample.txt and .vcd");
    command_free(&c);
}

/* Checks the trace: its messages, the broken property, and its title. */
static void trace_shows_never_full(void **state, const char *title)
{
    size_t len;
    char *trace = read_bytes_of(in_folder(state, OUT "/own/counterexample.txt"), &len);
    assert_has(trace, title);
    assert_has(trace, "in  in        msg=0x");
    assert_has(trace, "BROKEN never_full");
    free(trace);
}

static void broken_property_is_named_and_shown(void **state)
{
    need_provers();
    static const char *const provers[] = {"cadical", "cvc5", "minisat", "ind", "pdr"};
    for (size_t i = 0; i < sizeof provers / sizeof *provers; i++) {
        struct command c = PROVE(
            table_of(state,
                     "`ASSERT(never_full, in_ready_o)\n"
                     "wire [1:0] f_inside = tail_q - head_q;\n`ASSERT(pointers, f_inside != 3)\n",
                     provers[i], INDUCTION));
        assert_status(&c, 1);
        assert_has(out_of(&c), "FAILED");
        assert_has(out_of(&c), "never_full is BROKEN in cycle 3");
        command_free(&c);
        trace_shows_never_full(state, "um_fifo: never_full is broken in cycle 3");
        size_t len;
        char *wave = read_bytes_of(in_folder(state, OUT "/own/counterexample.vcd"), &len);
        assert_has(wave, "never_full");
        free(wave);
    }
}

static void not_inductive_is_no_proof(void **state)
{
    need_provers();
    static const char unknown[] =
        "reg [7:0] f_q;\n"
        "always @(posedge clk_i) f_q <= rst_i ? 0 : f_q == 40 ? 0 : f_q + 1;\n"
        "`ASSERT(counts_to_40, f_q != 200)\n";
    static const char *const provers[] = {"cadical", "cvc5", "minisat", "ind"};
    for (size_t i = 0; i < sizeof provers / sizeof *provers; i++) {
        struct command c = PROVE(table_of(state, unknown, provers[i], INDUCTION));
        assert_status(&c, 1);
        assert_has(out_of(&c), "NOT INDUCTIVE");
        command_free(&c);
    }
    struct command c =
        PROVE(table_of(state, unknown, "pdr", INDUCTION)); /* pdr finds the invariant */
    assert_status(&c, 0);
    command_free(&c);
}

/* From 2 the counter goes to 3, where the property is broken, but only 3 leads to 2: one cycle in
 * which it holds is not enough, two are. */
static void step_assumes_so_many_cycles(void **state)
{
    need_provers();
    static const char two[] =
        "reg [1:0] f_q;\n"
        "always @(posedge clk_i)\n"
        "    f_q <= rst_i || f_q == 1 ? 0 : f_q == 2 ? 3 : f_q == 3 ? 2 : 1;\n"
        "`ASSERT(not_three, f_q != 3)\n`ASSUME(never_nine, in_valid_i, in_msg_i != 9)\n";
    static const char *const provers[] = {"cadical", "cvc5", "minisat", "ind"};
    for (size_t i = 0; i < sizeof provers / sizeof *provers; i++) {
        struct command c = PROVE(table_of(state, two, provers[i], INDUCTION));
        assert_status(&c, 1);
        assert_has(out_of(&c), "NOT INDUCTIVE");
        command_free(&c);
        c = PROVE(table_of(state, two, provers[i], "    induction: 2\n"));
        assert_status(&c, 0);
        command_free(&c);
    }
}

static void unreached_cover_fails(void **state)
{
    need_provers();
    struct command c =
        PROVE(table_of(state,
                       "wire [1:0] f_inside = tail_q - head_q;\n`ASSERT(pointers, f_inside != 3)\n"
                       "`COVER(three_inside, f_inside == 3)\n",
                       "minisat", INDUCTION "    covers: 6\n"));
    assert_status(&c, 1);
    assert_has(out_of(&c), "cover three_inside: NOT REACHED in 6 cycles");
    command_free(&c);
}

/* A run may go on from a cover that was reached: twelve messages take more than 6 cycles. */
static void cover_is_reached_by_way_of_another(void **state)
{
    need_provers();
    enum { ON_THE_WAY = 3 };
    for (int n = 0; n <= ON_THE_WAY; n += ON_THE_WAY) {
        struct sbuf text = {0};
        sbuf_printf(&text, "%s",
                    "wire [1:0] f_inside = tail_q - head_q;\n"
                    "`ASSERT(never_overfull, f_inside != 3)\n"
                    "reg [3:0] f_came_q;\nalways @(posedge clk_i)\n"
                    "    f_came_q <= rst_i ? 0 : f_came_q + (in_valid_i && in_ready_o);\n"
                    "`COVER(twelve, f_came_q == 12)\n");
        for (int i = 0; i < n; i++)
            sbuf_printf(&text, "`COVER(came_%d, f_came_q == %d)\n", 3 * i + 3, 3 * i + 3);
        struct command c =
            PROVE(table_of(state, sbuf_str(&text), "cadical", INDUCTION "    covers: 6\n"));
        assert_status(&c, n == 0);
        assert_has(out_of(&c), n == 0 ? "cover twelve: NOT REACHED in 6 cycles" : "proved 1 of 1");
        command_free(&c);
        sbuf_free(&text);
    }
}

/* Under an assumption that cannot be met, everything is proved; its cover is not reached. */
static void vacuous_proof_is_noticed(void **state)
{
    need_provers();
    struct command c = PROVE(table_of(state,
                                      "`ASSUME(never, 1'b1, 1'b0)\n`ASSERT(anything, 1'b0)\n"
                                      "`COVER(a_message, in_valid_i)\n",
                                      "minisat", INDUCTION "    covers: 6\n"));
    assert_status(&c, 1);
    assert_has(out_of(&c), "cover a_message: NOT REACHED");
    command_free(&c);
}

/* With assumptions, unread inputs and unknown values, abc removes and adds registers; the
 * counterexample must still be replayed. */
static void broken_under_assumptions_is_shown(void **state)
{
    need_provers();
    static const char *const texts[] = {
        "`ASSUME(not_zero, in_valid_i, in_msg_i != 0)\n`ASSERT(never_full, in_ready_o)\n",
        "`ASSUME(even, in_valid_i, !in_msg_i[0])\n(* anyconst *) wire [3:0] f_any;\n"
        "`ASSERT(never_full, in_ready_o || slot[0] != f_any)\n",
        "(* anyconst *) reg [3:0] f_any;\n(* anyseq *) reg f_now;\n"
        "`ASSUME(not_at_once, in_valid_i, !f_now)\n`ASSUME(small, 1'b1, f_any < 9)\n"
        "reg [2:0] f_unused_q;\nalways @(posedge clk_i) f_unused_q <= rst_i ? 0 : f_unused_q + 1;\n"
        "`ASSERT(never_full, in_ready_o || !(f_now && slot[1] == f_any))\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct command c = PROVE(table_of(state, texts[i], "cadical", INDUCTION));
        assert_status(&c, 1);
        assert_has(out_of(&c), "never_full is BROKEN in cycle ");
        assert_has(out_of(&c), "counterexample.txt and .vcd");
        command_free(&c);
        trace_shows_never_full(state, "um_fifo: never_full is broken in cycle ");
    }
}

static bool asks(const struct proof *p, const char *prover)
{
    for (uint32_t e = 0; e < p->provers_count; e++)
        if (strcmp(p->provers[e], prover) == 0)
            return true;
    return false;
}

/* Of each module some row asks `ind`, which shares neither unrolling nor solver with CaDiCaL's. */
static void each_module_has_two_provers(void **state)
{
    (void)state;
    struct error err = {0};
    struct proofs *p = proofs_load(UMBEL_ROOT "/formal/proofs.yaml", &err);
    assert_non_null(p);
    for (uint32_t i = 0; i < p->proofs_count; i++) {
        bool asked = p->proofs[i].induction == 0;
        for (uint32_t r = 0; r < p->proofs_count; r++)
            asked = asked || (strcmp(p->proofs[r].module, p->proofs[i].module) == 0 &&
                              asks(&p->proofs[r], "ind"));
        if (!asked)
            fail_msg("%s: no row of %s asks ind", p->proofs[i].proof, p->proofs[i].module);
    }
    proofs_free(p);
}

/* Only CaDiCaL writes proofs that are checked, so every UNBOUNDED row uses it. */
static void unbounded_rows_are_rechecked(void **state)
{
    (void)state;
    struct error err = {0};
    struct proofs *p = proofs_load(UMBEL_ROOT "/formal/proofs.yaml", &err);
    assert_non_null(p);
    for (uint32_t i = 0; i < p->proofs_count; i++) {
        bool asked = p->proofs[i].induction == 0 || asks(&p->proofs[i], "cadical");
        if (!asked)
            print_error("%s\n", p->proofs[i].proof);
        assert_true(asked);
    }
    proofs_free(p);
}

/* That nothing was found is one thing, and that there is nothing another. */
static void search_for_covers_says_how_far_it_looked(void **state)
{
    need_provers();
    struct command c = PROVE(table_of(state, right, "cadical", INDUCTION "    covers: 6\n"));
    assert_status(&c, 0);
    command_free(&c);
    static const struct {
        uint32_t cycles, seconds;
        bool reached, whole;
    } cases[] = {{6, 0, false, false}, {1, 60, false, true}, {6, 60, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cover_search s = {
            .cycles = cases[i].cycles, .seconds = cases[i].seconds, .stop_at = COVER_ALL};
        struct error err = {0};
        if (!cover_search(&s, in_folder(state, OUT "/own/reached.aig"), &err))
            fail_msg("%s", err.text);
        assert_int_equal(s.covers, 1);
        assert_int_equal(s.reached[0], cases[i].reached ? 3 : -1);
        assert_int_equal(s.whole, cases[i].whole);
        free(s.reached);
    }
}

/* PENDING has a place for each key, also for one of 8 bits. */
static void keys_are_kept_apart(void **state)
{
    need_provers();
    static const char text[] =
        "`PENDING(f_p, 8, 1, 16, push, {2{in_msg_i}}, 1'b1, 1'b0, 8'h88)\n"
        "reg f_eight_q;\nalways @(posedge clk_i)\n"
        "    f_eight_q <= !rst_i && (f_eight_q || (push && in_msg_i == 8));\n"
        "`ASSERT(pending_since_it_came, f_p_at_take == f_eight_q)\n"
        "`COVER(another_is_not, f_eight_q && !f_p_at_put)\n";
    struct command c = PROVE(table_of(state, text, "cadical", INDUCTION "    covers: 6\n"));
    assert_status(&c, 0);
    command_free(&c);
}

/* PENDING_ONE follows one key, any, also of 40 bits; PENDING_AT has the keys in the places that it
 * is told. */
static void wide_keys_are_followed(void **state)
{
    need_provers();
    static const char text[] =
        "wire [39:0] f_key = $anyconst;\n"
        "`PENDING_ONE(f_p, f_key, 40, 16, push, {10{in_msg_i}}, pop, {10{out_msg_o}})\n"
        "assign f_p_any = 1'b0;\n"
        "`PENDING_AT(f_a, 40, 4, 2, push && !f_a_q[tail_q[0]], {10{in_msg_i}}, in_msg_i, 1'b0, "
        "f_key)\n"
        "assign f_a_place = 2'd1 << tail_q[0];\n"
        "`ASSERT(as_put, !f_a_at_take || f_a_value_at_take == f_key[3:0])\n"
        "wire [1:0] f_alike = {f_a_value_q[7:4] == f_a_key_q[79:76], f_a_value_q[3:0] == "
        "f_a_key_q[39:36]};\n"
        "wire [1:0] f_same = {f_a_key_q[79:40] == {10{f_a_key_q[43:40]}}, f_a_key_q[39:0] == "
        "{10{f_a_key_q[3:0]}}};\n"
        "`ASSERT(value_is_the_keys, (f_a_q & ~f_alike) == 0)\n"
        "`ASSERT(key_is_of_one_digit, (f_a_q & ~f_same) == 0)\n"
        "`ASSERT(other_is_not_put, !f_p_q || f_key == {10{f_key[3:0]}})\n"
        "`COVER(it_is_there, f_p_q && f_a_at_take)\n";
    struct command c = PROVE(table_of(state, text, "cadical", INDUCTION "    covers: 6\n"));
    assert_status(&c, 0);
    command_free(&c);
}

/* What INSTANCE says is of the cycle before: of the same cycle it would hide the break. */
static void an_instance_hides_nothing(void **state)
{
    need_provers();
    static const char text[] = "wire [3:0] f_v = $anyconst;\n"
                               "`ASSERT(never_comes, !(push && in_msg_i == f_v))\n"
                               "`INSTANCE(the_one_that_comes_never_does, !push)\n";
    struct command c = PROVE(table_of(state, text, "cadical", INDUCTION));
    assert_status(&c, 1);
    assert_has(out_of(&c), "never_comes is BROKEN in cycle");
    command_free(&c);
}

/* ---- mistakes ---- */

/* Each mistake is refused with its place, even where Yosys would only warn and prove the rest. */
static void mistakes_in_the_text(void **state)
{
    need_provers();
    static const char good[] = "`ASSERT(good, in_ready_o || !push)\n";
    static const struct {
        const char *text, *place, *told;
    } cases[] = {
        {"`ASSERT(typo, !(no_such_wire[1] && head_q[0]))\n", "own.vh:2: ", "`\\no_such_wire'"},
        {"`ASSERT(typo, !(typo_q && head_q[0]))\n", "own.vh:2: ", "`\\typo_q' is implicitly"},
        {"`COVER(typo, !in_ready_o && !typo_q)\n", "own.vh:2: ", "`\\typo_q' is implicitly"},
        {"`ASSUME(typo, in_valid_i, typo_q)\n", "own.vh:2: ", "`\\typo_q' is implicitly"},
        {"reg f_q;\nalways @(posedge clk_i) f_p <= 0;\n", "own.vh:3: ", "`\\f_p' is implicitly"},
        {"`ASSERT(range, !head_q[7])\n", "own.vh:2: ", "out of bounds on signal `\\head_q'"},
        {"`ASSERT(range, head_q[8:5] != 3)\n", "own.vh:2: ", "Range select [8:5] out of bounds"},
        {"(* hierconn *) wire \\nosuch.slot[0] ;\n`ASSERT(wrong, !\\nosuch.slot[0] || push)\n",
         "own.vh:2: ", "Wire um_fifo.\\nosuch.slot[0] is used but has no driver"},
        {"(* hierconn *) wire \\nosuch.slot[0] ;\n`COVER(wrong, \\nosuch.slot[0] && push)\n",
         "own.vh:2: ", "Wire um_fifo.\\nosuch.slot[0] is used but has no driver"},
        {"wire f_none;\n`ASSERT(undriven, !f_none)\n", "own.vh:2: ", "has no driver"},
        {"wire f_two = push;\nassign f_two = pop;\n`ASSERT(two, !f_two)\n", "",
         "multiple conflicting drivers"},
        {"wire f_loop = !f_loop || push;\n`ASSERT(loop, f_loop)\n", "", "found logic loop"},
        {"`PENDING(f_wide, 13, 1, 2, push, 13'd0, 1'b1, pop, 13'd0)\n", "",
         "Module `\\keys_of_more_than_12_bits' referenced in module"},
        {"`PENDING(f_cut, 3, 1, 2, push, in_msg_i, 1'b1, pop, 3'd0)\n", "",
         "Module `\\keys_or_values_that_lose_bits' referenced in module"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "%s%s", good, cases[i].text);
        struct command c = PROVE(table_of(state, sbuf_str(&text), "cadical", INDUCTION));
        assert_status(&c, 1);
        assert_has(out_of(&c), "FAILED");
        assert_has(out_of(&c), cases[i].told);
        assert_has(err_of(&c), "umbel: own: ");
        assert_has(err_of(&c), cases[i].place);
        command_free(&c);
        sbuf_free(&text);
    }
    struct command c =
        PROVE(table_of(state, "`COVER(nothing_asserted, 1)\n", "minisat", INDUCTION));
    assert_status(&c, 1);
    assert_has(out_of(&c), "its texts assert nothing");
    command_free(&c);
}

/* Every warning of Yosys counts; abc's own warnings within Yosys' log do not. */
static void warnings_are_read_from_a_log(void **state)
{
    (void)state;
    static const struct {
        const char *log, *said;
    } cases[] = {
        {"", ""},
        {"1. Executing ABC pass.\nABC: Warning: 3 dangling nodes.\nABC: line 12: Warning: x\n", ""},
        {"Successfully finished.\nWarning: Resizing cell port t.u.a from 32 bits to 14 bits.\nmore",
         "Yosys: Resizing cell port t.u.a from 32 bits to 14 bits"},
        {"ABC: Warning: a\nformal/units/fifo.vh:17: Warning: Something new:\n    details",
         "formal/units/fifo.vh:17: Yosys: Something new"},
        {"Warning: Widening signal t.tags.a to match size of leaf.a (via t.tags).",
         "Yosys: Widening signal t.tags.a to match size of leaf.a (via t.tags)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        assert_int_equal(warnings_none(cases[i].log, &err), cases[i].said[0] == '\0');
        assert_string_equal(err.text, cases[i].said);
    }
}

static void mistakes_in_the_table(void **state)
{
    struct command c = PROVE(table_of(state, right, "minisat", ""));
    assert_status(&c, 1);
    assert_has(err_of(&c), "proofs.yaml:2:12: needs either induction: K (UNBOUNDED) or bound:");
    command_free(&c);
    c = PROVE(table_of(state, right, "oracle", INDUCTION));
    assert_status(&c, 1);
    assert_has(err_of(&c), "proofs.yaml:8:5: a prover is one of cadical, cvc5, minisat, ind, pdr");
    command_free(&c);
    c = PROVE(table_of(state, right, "minisat", INDUCTION), "nonsense");
    assert_status(&c, 1);
    assert_has(err_of(&c), "'nonsense' is no protocol, unit or proof");
    command_free(&c);
    c = PROVE(table_of(state, right, "minisat", INDUCTION), "gpu-vi");
    assert_status(&c, 1);
    assert_has(err_of(&c), "protocol 'gpu-vi' is unproved: no proof is of a unit with its rules");
    command_free(&c);
    write_text(
        in_folder(state, "deep.yaml"),
        "proofs:\n  - {proof: own, about: a, system: tsm-tiny, module: um_fifo, texts: [fifo],"
        " params: [DEEP=2], provers: [cadical], induction: 1, seconds: 1}\n");
    c = PROVE(in_folder(state, "deep.yaml"));
    assert_status(&c, 1);
    assert_has(err_of(&c), "own: um_fifo has no parameter 'DEEP'");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(every_prover_proves),
        test_in_folder(the_longest_comes_first),
        test_in_folder(bounded_is_called_so),
        test_in_folder(broken_property_is_named_and_shown),
        test_in_folder(broken_under_assumptions_is_shown),
        test_in_folder(not_inductive_is_no_proof),
        test_in_folder(step_assumes_so_many_cycles),
        test_in_folder(unreached_cover_fails),
        test_in_folder(cover_is_reached_by_way_of_another),
        test_in_folder(vacuous_proof_is_noticed),
        test_in_folder(unbounded_rows_are_rechecked),
        cmocka_unit_test(each_module_has_two_provers),
        test_in_folder(search_for_covers_says_how_far_it_looked),
        test_in_folder(keys_are_kept_apart),
        test_in_folder(wide_keys_are_followed),
        test_in_folder(an_instance_hides_nothing),
        test_in_folder(mistakes_in_the_text),
        cmocka_unit_test(warnings_are_read_from_a_log),
        test_in_folder(mistakes_in_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
