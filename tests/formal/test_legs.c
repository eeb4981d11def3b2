/*
 * Runs that reach covers, kept in a file: they are written, gone along again, and believed for
 * nothing that the circuit does not show. A small proof of the queue has the covers.
 */
#include "formal/aig/aig.h"
#include "formal/prove/cover.h"
#include "formal/prove/leg_file.h"
#include "formal/prove/legs.h"
#include "formal/prove/table.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "tests/formal/prove_bench.h"

#include <glob.h>

static const char covers[] = "`ASSERT(never_overfull, tail_q - head_q != 2'd3)\n"
                             "`COVER(full, !in_ready_o)\n"
                             "`COVER(full_of_fives, !in_ready_o && slot[0] == 5 && slot[1] == 5)\n";

#define COVERS "    covers: 6\n"

/* A circuit with two covers, and runs that reach them. */
static void make_runs(void **state)
{
    need_provers();
    struct command c = PROVE(table_of(state, covers, "cadical", INDUCTION COVERS), "--keep-runs",
                             in_folder(state, "runs"));
    assert_status(&c, 0);
    command_free(&c);
}

/* Goes along the runs, and searches for so many seconds: the covers reached. */
static uint32_t reached_of(void **state, const char *runs, uint32_t seconds, uint32_t *known)
{
    struct cover_search s = {.cycles = 6,
                             .seconds = seconds,
                             .stop_at = COVER_ALL,
                             .runs = in_folder(state, runs),
                             .row = "own"};
    struct error err = {0};
    if (!cover_search(&s, in_folder(state, OUT "/own/reached.aig"), &err))
        fail_msg("%s", err.text);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s.covers; i++)
        n += s.reached[i] >= 0;
    *known = s.known;
    free(s.reached);
    return n;
}

static void runs_that_are_known_are_not_searched(void **state)
{
    make_runs(state);
    uint32_t known;
    assert_int_equal(reached_of(state, "runs/um_fifo.txt", 0, &known), 2);
    assert_int_equal(known, 2);
}

/* What the covers do not need is left out, and what they need is there. */
static void a_run_says_what_it_needs(void **state)
{
    make_runs(state);
    size_t len;
    char *text = read_bytes_of(in_folder(state, "runs/um_fifo.txt"), &len);
    assert_has(text, "\nfrom reset\n");
    assert_has(text, " in_valid_i=1");
    assert_has(text, "in_msg_i=5");
    assert_null(strstr(text, "out_ready_i=1"));
    free(text);
}

/* The row's runs, between those of two others, which nobody reads. */
static void write_runs(void **state, const char *text)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "row another\nno run\nrow own\n%srow own-too\nno run\n", text);
    write_text(in_folder(state, "runs/um_fifo.txt"), sbuf_str(&s));
    sbuf_free(&s);
}

/* Runs of another circuit: no cover counts that this circuit does not reach along them. */
static void runs_of_another_circuit_count_for_nothing(void **state)
{
    make_runs(state);
    static const struct {
        const char *text;
        uint32_t known;
    } cases[] = {
        {"", 0},
        {"from reset\nregisters\n- rst_i=1\n- no_such_signal_i=1\n- in_valid_i=1\n", 0},
        {"from full\n- in_valid_i=1\n", 0},
        {"from no_such_cover\n- in_valid_i=1\n", 0},
        {"from reset\n- rst_i=1\n- rst_i=1\n- in_valid_i=1 in_msg_i=4\n- in_valid_i=1\n-\n-\n", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_runs(state, cases[i].text);
        uint32_t known;
        assert_int_equal(reached_of(state, "runs/um_fifo.txt", 0, &known), cases[i].known);
        assert_int_equal(known, cases[i].known);
        assert_int_equal(reached_of(state, "runs/um_fifo.txt", 60, &known), 2);
    }
}

static void mistakes_in_a_file(void **state)
{
    make_runs(state);
    static const struct {
        const char *text, *told;
    } cases[] = {
        {"- in_valid_i=1\n", "um_fifo.txt:4:1: no leg begins before '-'"},
        {"from reset\n\n+ in_valid_i=1\n", "um_fifo.txt:6:1: no cycle is '+'"},
        {"from reset\n- in_valid_i\n", "um_fifo.txt:5:1: no signal and value 'in_valid_i'"},
        {"from reset\n- in_valid_i=\n", "um_fifo.txt:5:1: no signal and value 'in_valid_i='"},
        {"from reset\n- in_valid_i=1g\n", "um_fifo.txt:5:1: no signal and value 'in_valid_i=1g'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_runs(state, cases[i].text);
        struct cover_search s = {.cycles = 6,
                                 .seconds = 0,
                                 .stop_at = COVER_ALL,
                                 .runs = in_folder(state, "runs/um_fifo.txt"),
                                 .row = "own"};
        struct error err = {0};
        assert_false(cover_search(&s, in_folder(state, OUT "/own/reached.aig"), &err));
        assert_has(err.text, cases[i].told);
        free(s.reached);
    }
}

/* A cover that is reached earlier once an input is 0, and an assumption that breaks behind it: the
 * leg ends at the cover. */
static void a_leg_ends_where_its_covers_are_reached(void **state)
{
    enum { CYCLES = 4 };
    struct aig a;
    aig_new(&a, 1, 2, 1, 1);
    const uint32_t input = 2, late = 4, done = 6;
    a.next[0] = 1; /* late: not the first cycle */
    a.output[0] = aig_and(&a, late, input ^ 1);
    a.next[1] = aig_or(&a, done, a.output[0]);
    a.constraint[0] = done ^ 1;
    const char *map = in_folder(state, "reached.aim");
    write_text(map, "input 0 0 wait_i\noutput 0 0 seen.reached\n");
    struct error err = {0};
    struct leg_names *n = leg_names_read(map, &a, &err);
    assert_non_null(n);
    const bool inputs[CYCLES] = {true, true, true, false}, latches[2] = {false, false};
    const int64_t reached[1] = {-1};
    struct legs l = {0};
    legs_add(&l, &a, LEG_RESET, CYCLES, inputs);
    leg_trim(&l.list[0], &a, n, latches, reached);
    assert_int_equal(l.list[0].cycles, 2);
    assert_false(l.list[0].input[0]);
    assert_false(l.list[0].input[1]);
    legs_free(&l);
    leg_names_free(n);
    aig_free(&a);
}

/* Rows are in the order of their names, and what is put takes the place of that row's runs alone.
 */
static void a_row_has_its_part_of_a_file(void **state)
{
    struct error err = {0};
    size_t len, line;
    const char *path = in_folder(state, "new/um_x.txt");
    static const char *const puts[][2] = {{"l1-ways", "from reset\n- a=1\n"},
                                          {"l1", "from reset\n- a=2\n"},
                                          {"l2", "from reset\n- a=3\n"},
                                          {"l1", "from reset\n- a=4\n"}};
    assert_false(file_exists(path));
    for (size_t i = 0; i < sizeof puts / sizeof *puts; i++)
        assert_true(leg_file_put(path, puts[i][0], puts[i][1], &err));
    char *text = read_bytes_of(path, &len);
    assert_string_equal(text, "# Runs that reach covers (formal/prove/legs.h).\n"
                              "row l1\nfrom reset\n- a=4\nrow l1-ways\nfrom reset\n- a=1\n"
                              "row l2\nfrom reset\n- a=3\n");
    const char *section = leg_file_section(text, "l1-ways", &len, &line);
    assert_int_equal(strncmp(section, puts[0][1], len), 0);
    assert_int_equal(len, strlen(puts[0][1]));
    assert_int_equal(line, 6);
    assert_null(leg_file_section(text, "l", &len, &line));
    assert_non_null(leg_file_section(text, "l2", &len, &line));
    free(text);
}

/* The row of the table whose runs begin here, and that is of this file's module; NULL: none. */
static const struct proof *row_at(const struct proofs *p, const char *line, const char *file)
{
    for (uint32_t r = 0; r < p->proofs_count; r++) {
        const size_t n = strlen(p->proofs[r].proof), m = strlen(p->proofs[r].module);
        if (strncmp(line, p->proofs[r].proof, n) == 0 && line[n] == '\n' &&
            strncmp(file, p->proofs[r].module, m) == 0 && strcmp(file + m, ".txt") == 0)
            return &p->proofs[r];
    }
    return NULL;
}

/* Runs of a row that is gone would never be read, nor would those in another module's file. */
static void each_is_of_a_row(void **state)
{
    (void)state;
    struct error err = {0};
    struct proofs *p = proofs_load(root_path("formal/proofs.yaml"), &err);
    assert_non_null(p);
    glob_t found;
    assert_int_equal(glob(root_path("formal/runs/*.txt"), 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        size_t len, rows = 0;
        char *text = read_bytes_of(found.gl_pathv[i], &len);
        for (const char *at = text; (at = strstr(at, "\nrow ")) != NULL; rows++) {
            at += strlen("\nrow ");
            if (row_at(p, at, name) == NULL)
                fail_msg("%s: %.*s is no row of that module", name, (int)strcspn(at, "\n"), at);
        }
        assert_true(rows > 0);
        free(text);
    }
    globfree(&found);
    proofs_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(runs_that_are_known_are_not_searched),
        test_in_folder(a_run_says_what_it_needs),
        test_in_folder(runs_of_another_circuit_count_for_nothing),
        test_in_folder(mistakes_in_a_file),
        test_in_folder(a_leg_ends_where_its_covers_are_reached),
        test_in_folder(a_row_has_its_part_of_a_file),
        cmocka_unit_test(each_is_of_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
