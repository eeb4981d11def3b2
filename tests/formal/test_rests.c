/*
 * formal/rests.yaml and `umbel prove rests`: each assumption of a text is in the file, and each
 * name in the file exists; of machines nothing is left over; what nobody promises is told. And the
 * order of induction, in circuits: an assumption about a cycle in which nothing is shown, and a
 * promise that depends on what is shown in its own cycle, are found.
 */
#include "formal/prove/declared.h"
#include "formal/prove/rests.h"
#include "formal/prove/same_cycle.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/yaml.h"
#include "tests/formal/prove_bench.h"
#include "tests/support/slow.h"

#include <fnmatch.h>
#include <stdio.h>

/* ---- the file ---- */

static bool is_alike(const char *a, const char *b)
{
    return fnmatch(a, b, 0) == 0 || fnmatch(b, a, 0) == 0;
}

/* Whether an entry speaks of an assumption of a text. */
static bool is_there(const struct rests *r, const char *text, const char *name)
{
    char whole[2 * DECLARED_NAME];
    snprintf(whole, sizeof whole, "%s.%s", text, name);
    for (uint32_t i = 0; i < r->rests_count; i++)
        for (uint32_t k = 0; k < r->rests[i].assumes_count; k++)
            if (is_alike(r->rests[i].assumes[k], whole))
                return true;
    return false;
}

/* Whether a text declares a name of that kind. */
static bool declares(const char *words, enum declared_kind kind, const char *name)
{
    struct declared d;
    for (const char *at = words; declared_next(words, &at, &d);)
        if (d.kind == kind && is_alike(d.name, name))
            return true;
    return false;
}

static char *text_named(const char *name, size_t len)
{
    char path[4096];
    snprintf(path, sizeof path, "formal/units/%.*s.vh", (int)len, name);
    return read_bytes_of(root_path(path), &(size_t){0});
}

/* What a row's texts assume is in the file, but for the macros of all texts. */
static unsigned check_row(const struct rests *r, const struct proof *row, struct sbuf *wrong)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < row->texts_count; i++) {
        char *words = text_named(row->texts[i], strlen(row->texts[i]));
        struct declared d;
        for (const char *at = words; declared_next(words, &at, &d);) {
            if (d.kind != DECLARED_ASSUMPTION || d.in_macro)
                continue;
            n++;
            if (!is_there(r, row->texts[i], d.name))
                sbuf_printf(wrong, "%s.%s: nothing says on what it rests\n", row->texts[i], d.name);
        }
        free(words);
    }
    return n;
}

static void each_assumption_is_in_the_file(void **state)
{
    (void)state;
    struct error err = {0};
    struct rests *r = rests_load(root_path("formal/rests.yaml"), &err);
    struct proofs *table = proofs_load(root_path("formal/proofs.yaml"), &err);
    assert_non_null(r);
    assert_non_null(table);
    struct sbuf wrong = {0};
    unsigned n = 0;
    for (uint32_t i = 0; i < table->proofs_count; i++)
        n += check_row(r, &table->proofs[i], &wrong);
    assert_string_equal(sbuf_str(&wrong), "");
    assert_true(n > 500);
    struct proof other = {.texts = (char *[]){(char *)"router_env"}, .texts_count = 1};
    const uint32_t all = r->rests_count;
    r->rests_count = 1;
    assert_int_equal(check_row(r, &other, &wrong), 5);
    assert_has(sbuf_str(&wrong), "router_env.sent_into_room: nothing says on what it rests\n");
    r->rests_count = all;
    rests_free(r);
    sbuf_free(&wrong);
    proofs_free(table);
}

/* "TEXT.NAME" is in TEXT, or in a text beside it in a row. */
static bool exists(const struct proofs *table, const char *whole, enum declared_kind kind)
{
    const char *dot = strchr(whole, '.');
    for (uint32_t i = 0; i < table->proofs_count; i++) {
        const struct proof *p = &table->proofs[i];
        bool has = false, found = false;
        for (uint32_t k = 0; k < p->texts_count; k++)
            has = has || (strlen(p->texts[k]) == (size_t)(dot - whole) &&
                          strncmp(p->texts[k], whole, (size_t)(dot - whole)) == 0);
        for (uint32_t k = 0; has && !found && k < p->texts_count; k++) {
            char *words = text_named(p->texts[k], strlen(p->texts[k]));
            found = declares(words, kind, dot + 1);
            free(words);
        }
        if (found)
            return true;
    }
    return false;
}

static void each_name_exists(void **state)
{
    (void)state;
    struct error err = {0};
    struct rests *r = rests_load(root_path("formal/rests.yaml"), &err);
    struct proofs *table = proofs_load(root_path("formal/proofs.yaml"), &err);
    char *wiring = read_bytes_of(root_path("formal/wiring/wiring.h"), &(size_t){0});
    struct sbuf wrong = {0};
    for (uint32_t i = 0; i < r->rests_count; i++) {
        const struct rest *e = &r->rests[i];
        for (uint32_t k = 0; k < e->assumes_count; k++)
            if (!exists(table, e->assumes[k], DECLARED_ASSUMPTION))
                sbuf_printf(&wrong, "%s: no such assumption\n", e->assumes[k]);
        for (uint32_t k = 0; k < e->by_count; k++) {
            const bool wired = strncmp(e->by[k], "wiring.", strlen("wiring.")) == 0;
            if (wired ? strstr(wiring, e->by[k] + strlen("wiring.")) == NULL
                      : !exists(table, e->by[k], DECLARED_PROMISE))
                sbuf_printf(&wrong, "%s: no such promise\n", e->by[k]);
        }
    }
    assert_string_equal(sbuf_str(&wrong), "");
    assert_false(exists(table, "l1.one_request_a_lin", DECLARED_PROMISE));
    sbuf_free(&wrong);
    free(wiring);
    rests_free(r);
    proofs_free(table);
}

static void mistakes_in_the_file_have_their_place(void **state)
{
    static const struct {
        const char *entry, *told;
    } tries[] = {
        {"{assumes: [l1.a, b], what: w, by: [l2.c]}", "rests.yaml:2:"},
        {"{assumes: [l1.a], what: w, by: [c]}", "'c': it is a text and a name in it, TEXT.NAME"},
        {"{assumes: [l1.a], what: w, by: []}", "say in also: who promises it"},
        {"{assumes: [l1.a], by: [l2.c]}", "what"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        const char *path = in_folder(state, "rests.yaml");
        struct sbuf text = {0};
        sbuf_printf(&text, "rests:\n  - %s\n", tries[i].entry);
        write_text(path, sbuf_str(&text));
        sbuf_free(&text);
        struct error err = {0};
        assert_null(rests_load(path, &err));
        assert_has(err.text, tries[i].told);
    }
}

/* ---- machines ---- */

static void nothing_is_left_over(void **state)
{
    need_provers();
    static const char *const every_day[] = {"tsm-tiny", "carve-tiny", "hmg-memnet-tiny"};
    static const char *const slow[] = {"ladm-tiny", "ladm-hmg-tiny", "umn-tiny",  "numa-vi-tiny",
                                       "mesh-4x4",  "tsm-4gpu",      "umn-4gpu",  "carve-4gpu",
                                       "hmg-4gpu",  "dgx1-8gpu",     "mono-ladm", "ladm-4x4"};
    for (size_t i = 0; i < sizeof every_day / sizeof *every_day; i++) {
        struct command c = UMBEL("prove", "rests", every_day[i], "-o", in_folder(state, "out"));
        assert_status(&c, 0);
        assert_has(out_of(&c), " assumptions of units, 0 of which nobody promises\n");
        command_free(&c);
    }
    for (size_t i = 0; slow_wanted() && i < sizeof slow / sizeof *slow; i++) {
        struct command c = UMBEL("prove", "rests", slow[i], "-o", in_folder(state, "out"));
        assert_status(&c, 0);
        command_free(&c);
    }
}

/* A machine whose TSU no row is for: its L2 banks' times are promised by nobody. */
static void what_nobody_promises_is_told(void **state)
{
    need_provers();
    struct error err = {0};
    struct rests *r = rests_load(root_path("formal/rests.yaml"), &err);
    struct ships *s = ships_load(root_path("formal/proofs.yaml"), (const char *[]){"tsm-tiny"}, 1,
                                 in_folder(state, "out"), &err);
    assert_non_null(s);
    struct proof *tsu = NULL;
    for (uint32_t i = 0; i < s->rows->proofs_count; i++)
        if (strcmp(s->rows->proofs[i].module, "um_tsu_mgcc_wts") == 0)
            tsu = &s->rows->proofs[i];
    assert_non_null(tsu);
    const uint32_t texts = tsu->texts_count;
    tsu->texts_count = 0;
    const char *path = in_folder(state, "told.txt");
    FILE *f = fopen(path, "w");
    struct rests_count n;
    assert_true(rests_tell(r, s, f, &n, &err));
    fclose(f);
    char *told = read_bytes_of(path, &(size_t){0});
    assert_has(told, "  answer_reaches_request             NOBODY\n");
    assert_has(told, "  starts_while_not_busy              reqtracker-");
    assert_int_equal(n.left, 5);
    free(told);
    tsu->texts_count = texts;
    ships_free(s);
    rests_free(r);
    struct command c = UMBEL("prove", "rests", "-o", in_folder(state, "out"));
    assert_status(&c, 1);
    assert_has(err_of(&c), "rests: of which system?");
    command_free(&c);
}

/* ---- the order of induction ---- */

/* Of a queue with these properties, in the folder that `umbel prove` has left. */
static struct same_cycle circle_of(void **state, const char *text)
{
    char dir[4096];
    struct error err = {0};
    struct command c = PROVE(table_of(state, text, "cadical", INDUCTION));
    command_free(&c);
    snprintf(dir, sizeof dir, "%s/own", in_folder(state, OUT));
    struct same_cycle o;
    if (!same_cycle_check(dir, 60, &o, &err))
        fail_msg("%s", err.text);
    return o;
}

static void a_circle_is_found(void **state)
{
    need_provers();
    /* What is assumed of a message that comes is no promise of the cycle in which it comes. */
    struct same_cycle o = circle_of(state, "`ASSUME(known, in_valid_i, in_msg_i != 0)\n"
                                           "`ASSERT(none_is_0, !(in_valid_i && in_msg_i == 0))\n"
                                           "`ASSERT(of_registers, tail_q - head_q != 3)\n"
                                           "`ASSERT(looks_but_holds, !push || in_ready_o)\n");
    assert_int_equal(o.shown, 1);
    assert_int_equal(o.assumptions, 1);
    assert_int_equal(o.demanding, 0);
    assert_int_equal(o.promises, 2);
    assert_int_equal(o.reads_count, 1);
    assert_string_equal(o.reads[0], "none_is_0");
    same_cycle_free(&o);
    /* A message that has to come. */
    o = circle_of(state, "`ASSUME(comes, 1'b1, in_valid_i || head_q != 0)\n"
                         "`ASSERT(of_registers, tail_q - head_q != 3)\n");
    assert_int_equal(o.demanding, 1);
    same_cycle_free(&o);
    struct command c = PROVE(table_of(state,
                                      "`ASSUME(comes, 1'b1, in_valid_i || head_q != 0)\n"
                                      "`ASSERT(of_registers, tail_q - head_q != 3)\n",
                                      "cadical", INDUCTION));
    assert_status(&c, 1);
    assert_has(out_of(&c), "own: 1 of its assumptions do not hold in a cycle in which it is shown "
                           "nothing");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_assumption_is_in_the_file),      cmocka_unit_test(each_name_exists),
        test_in_folder(mistakes_in_the_file_have_their_place), test_in_folder(nothing_is_left_over),
        test_in_folder(what_nobody_promises_is_told),          test_in_folder(a_circle_is_found),
    };
    return cmocka_run_group_tests_name("rests", tests, NULL, NULL);
}
