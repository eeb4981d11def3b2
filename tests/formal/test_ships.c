/*
 * `umbel prove --system`: each module with its own parameters there, and the texts of the rows that
 * are for these.
 */
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "tests/formal/prove_bench.h"

#define ROW(name, module, params, more)                                                            \
    "  - {proof: " name ", about: a, system: tsm-tiny, module: " module ", texts: [\"%s\"],"       \
    " params: [" params "], provers: [cadical], induction: 1, seconds: 1" more "}\n"

/* A table of such rows, all with one text. */
static const char *rows_of(void **state, const char *rows, const char *text)
{
    const char *table = in_folder(state, "ships.yaml"), *own = in_folder(state, "own.vh");
    write_text(own, text);
    struct sbuf s = {0};
    sbuf_puts(&s, "proofs:\n");
    for (const char *at = rows; *at != '\0';) {
        const size_t n = strcspn(at, "%");
        sbuf_add(&s, at, n);
        at += n;
        if (*at == '%') {
            sbuf_puts(&s, own);
            at += 2;
        }
    }
    write_text(table, sbuf_str(&s));
    sbuf_free(&s);
    return table;
}

/* tsm-tiny has queues of 160, 192 and 224 bits, and arbiters of 1, 2 and 4. */
static void each_configuration_has_a_row(void **state)
{
    need_provers();
    struct command c = UMBEL("prove", "--system", "tsm-tiny,tsm-cpu-tiny", "--list", "-v", "-o",
                             in_folder(state, "out"), "fifo", "arbiter");
    assert_status(&c, 0);
    assert_has(out_of(&c), "; DEPTH=2 WIDTH=160\n");
    assert_has(out_of(&c), "; DEPTH=2 WIDTH=192\n");
    assert_has(out_of(&c), "; DEPTH=2 WIDTH=224\n");
    assert_has(out_of(&c), "; IDX_W=1 N=1\n");
    assert_has(out_of(&c), "; IDX_W=2 N=4\n");
    assert_null(strstr(out_of(&c), "fifo-0.")); /* whose texts are for DEPTH=0 alone */
    command_free(&c);
    c = UMBEL("prove", "--system", "tsm-tiny", "-o", in_folder(state, "out"), "-q", "arbiter");
    assert_status(&c, 0);
    assert_has(out_of(&c), "um_arbiter                                      3       3 ");
    assert_has(out_of(&c), "of 3 modules with their parameters there, 3 are proved\n");
    command_free(&c);
}

static void texts_for_other_parameters_are_left_out(void **state)
{
    need_provers();
    static const struct {
        const char *rows, *has, *lacks;
    } cases[] = {
        {ROW("any", "um_fifo", "DEPTH=4, WIDTH=2", "")
             ROW("two", "um_fifo", "DEPTH=2, WIDTH=2", ", fixed: [DEPTH]"),
         "two.", "any."},
        {ROW("any", "um_fifo", "DEPTH=4, WIDTH=2", "")
             ROW("one", "um_fifo", "DEPTH=1, WIDTH=2", ", fixed: [DEPTH]"),
         "any.", "one."},
        {ROW("all", "um_fifo", "DEPTH=4, WIDTH=2", "")
             ROW("again", "um_fifo", "DEPTH=1, WIDTH=2", ""),
         "all.", "again."},
        {ROW("other", "um_arbiter", "N=4", ", define: [OTHER]")
             ROW("more", "um_fifo", "DEPTH=1", ""),
         "other.", "none."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = UMBEL("prove", "--table", rows_of(state, cases[i].rows, right),
                                 "--system", "tsm-tiny", "--list", "-o", in_folder(state, "out"));
        assert_status(&c, 0);
        assert_has(out_of(&c), cases[i].has);
        assert_null(strstr(out_of(&c), cases[i].lacks));
        command_free(&c);
    }
}

/* A property that a row holds at its own parameters, and that is broken at those of the system. */
static void mistake_at_the_systems_parameters_is_told(void **state)
{
    need_provers();
    const char *table =
        rows_of(state, ROW("own", "um_fifo", "DEPTH=2, WIDTH=8", ""),
                "wire [1:0] f_inside = tail_q - head_q;\n`ASSERT(never_overfull, f_inside != 3)\n"
                "`ASSERT(narrow, WIDTH < 200 || in_msg_i != 3)\n");
    struct command c =
        UMBEL("prove", "--table", table, "-q", "-o", in_folder(state, "out"), "-j", "1");
    assert_status(&c, 0);
    command_free(&c);
    c = UMBEL("prove", "--table", table, "--system", "tsm-tiny", "-q", "-o",
              in_folder(state, "out"), "-j", "1");
    assert_status(&c, 1);
    assert_has(out_of(&c), "narrow is BROKEN in cycle ");
    assert_has(out_of(&c), "um_fifo                                         3       2 ");
    assert_has(out_of(&c), "of 3 modules with their parameters there, 2 are proved; of 27 more no "
                           "row of the table is\n");
    assert_has(err_of(&c), "1 of 3 proofs FAILED");
    command_free(&c);
}

/* A line of a text for each number below a parameter, or below a power of two. */
static void lines_are_repeated(void **state)
{
    need_provers();
    static const struct {
        const char *text, *told;
    } cases[] = {
        {"`REPEAT(DEPTH) `ASSERT(in_turn_#, !push || tail_at != # || in_ready_o)\n",
         "UNBOUNDED             2"},
        {"`REPEAT(2^DEPTH) `ASSERT(in_turn_#, !push || in_ready_o)\n", "UNBOUNDED             4"},
        {"`REPEAT(NOSUCH) `ASSERT(in_turn_#, 1)\n",
         "`REPEAT(NOSUCH): the module has no number of this name"},
        {"`REPEAT(DEPTH\n", "own.vh: `REPEAT(DEPTH"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = PROVE(table_of(state, cases[i].text, "cadical", INDUCTION), "-q");
        assert_has(out_of(&c), cases[i].told);
        command_free(&c);
    }
}

/* ram_some.vh with another word for one of its own is not what um_ram does. */
static void wrong_abstraction_is_noticed(void **state)
{
    need_provers();
    static const struct {
        const char *is, *as, *define, *told;
    } cases[] = {
        {"wen_i[f_c] && `OF_BLOCK", "`OF_BLOCK", "BLOCK_OF_4", "keeps_alike is BROKEN"},
        {": f_free[", ": f_kept_q[", "BLOCK_OF_4", "reads_alike is BROKEN"},
        {"&& `OF_BLOCK(waddr_i)", "", "BLOCK_OF_4", "keeps_alike is BROKEN"},
        {"`OF_BLOCK(waddr_i) && `IS_KEPT(f_c)", "`OF_BLOCK(waddr_i)", "BLOCK_OF_4, ONE_COL",
         "keeps_alike is BROKEN"},
        {"`OF_BLOCK(raddr_i) && `IS_KEPT(f_c)", "`OF_BLOCK(raddr_i)", "BLOCK_OF_4, ONE_COL",
         "reads_alike is BROKEN"},
    };
    struct error err = {0};
    size_t len;
    char *own = file_read(root_path("formal/units/ram_some.vh"), &len, &err);
    assert_non_null(own);
    const char *wrong = in_folder(state, "wrong.vh"), *table = in_folder(state, "ram.yaml");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0}, row = {0};
        const char *at = strstr(own, cases[i].is);
        assert_non_null(at);
        sbuf_add(&text, own, (size_t)(at - own));
        sbuf_printf(&text, "%s%s", cases[i].as, at + strlen(cases[i].is));
        write_text(wrong, sbuf_str(&text));
        sbuf_printf(&row,
                    "proofs:\n  - {proof: own, about: a, system: tsm-tiny, module: um_ram, "
                    "texts: [ram_same, \"%s\", ram_alike], define: [%s], "
                    "params: [COL_W=2, COLS=3, DEPTH=8, ADDR_W=3], provers: [cadical], "
                    "induction: 1, seconds: 5}\n",
                    wrong, cases[i].define);
        write_text(table, sbuf_str(&row));
        struct command c = PROVE(table, "-q");
        assert_status(&c, 1);
        assert_has(out_of(&c), cases[i].told);
        command_free(&c);
        sbuf_free(&text);
        sbuf_free(&row);
    }
    free(own);
}

static void mistakes_are_told(void **state)
{
    struct command c = UMBEL("prove", "--system", "nonsense", "-o", in_folder(state, "out"));
    assert_status(&c, 1);
    assert_has(err_of(&c), "nonsense");
    command_free(&c);
    static const struct {
        const char *more, *told;
    } cases[] = {
        {"    fixed: [DEEP]\n", "'DEEP': give it its value in params:"},
        {"    abstract: [um_ram]\n", "'um_ram': it is a module and the texts for its inside: "
                                     "MODULE=TEXT+TEXT"},
        {"    abstract: [um_ram=a+]\n", "'um_ram=a+': it is a module and the texts"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf more = {0};
        sbuf_printf(&more, "    induction: 1\n%s", cases[i].more);
        c = PROVE(table_of(state, right, "cadical", sbuf_str(&more)));
        assert_status(&c, 1);
        assert_has(err_of(&c), cases[i].told);
        command_free(&c);
        sbuf_free(&more);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(each_configuration_has_a_row),
        test_in_folder(texts_for_other_parameters_are_left_out),
        test_in_folder(mistake_at_the_systems_parameters_is_told),
        test_in_folder(lines_are_repeated),
        test_in_folder(wrong_abstraction_is_noticed),
        test_in_folder(mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
