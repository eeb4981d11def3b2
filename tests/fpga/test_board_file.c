/* Boards' files: those that ship, every mistake to the letter, and um_board's parameters. */
#include "fpga/build/board_file.h"
#include "fpga/build/params.h"
#include "tests/support/folder.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "about: a board\npart: hx8k\npackage: ct256\n"
#define PACE "clock_mhz: 48\nbaud: 12000000\nseed: 1\n"
#define TAIL                                                                                       \
    "synthesis: -abc9\n"                                                                           \
    "system: system.yaml\nusb:\n  id: \"0403:6010\"\nprogram:\n  ram: iceprog -S\n"                \
    "  flash: iceprog\n"

static struct board_file *parse(const char *text, struct error *err)
{
    return board_file_parse(text, strlen(text), "b.yaml", err);
}

static void refuses(const char *text, const char *message)
{
    struct error err = {0};
    assert_null(parse(text, &err));
    assert_string_equal(err.text, message);
}

static void what_is_read(void **state)
{
    (void)state;
    struct error err = {0};
    struct board_file *b = parse(HEAD PACE TAIL, &err);
    assert_string_equal(err.text, "");
    assert_string_equal(b->package, "ct256");
    assert_string_equal(board_part(b)->family, "hx");
    assert_int_equal(board_file_div(b), 4);
    assert_string_equal(b->usb.id, "0403:6010");
    assert_null(b->usb.description);
    assert_string_equal(b->program.ram, "iceprog -S");
    assert_null(b->model.about);
    board_file_free(b);
}

static void what_may_be_left_out(void **state)
{
    (void)state;
    struct error err = {0};
    struct board_file *b = parse(
        HEAD PACE "synthesis: -abc9\nsystem: s.yaml\nusb: {id: \"0403:6010\", description: D}\n"
                  "program: {flash: f}\nmodel: {about: m, cells: 1, "
                  "brams: 2, mhz: 3}\n",
        &err);
    assert_string_equal(err.text, "");
    assert_null(b->program.ram);
    assert_string_equal(b->usb.description, "D");
    assert_int_equal(b->model.mhz, 3);
    board_file_free(b);
}

static void parts(void **state)
{
    (void)state;
    refuses(
        "about: a\npart: up7k\npackage: sg48\n" PACE TAIL,
        "b.yaml:2:7: part is up7k; it must be one of hx1k, hx4k, hx8k, lp384, lp1k, lp4k, lp8k, "
        "u1k, u2k, u4k, up3k, up5k");
    refuses("about: a\npart: hx8k\npackage: ct 256\n" PACE TAIL,
            "b.yaml:3:10: package is no word; write it as nextpnr-ice40 does, like ct256");
}

static void clock_and_baud(void **state)
{
    (void)state;
    refuses(HEAD "clock_mhz: 0\nbaud: 9600\nseed: 1\n" TAIL,
            "b.yaml:4:12: clock_mhz is 0; it must be from 1 to 500");
    refuses(HEAD "clock_mhz: 12\nbaud: 4000000\nseed: 1\n" TAIL,
            "b.yaml:5:7: baud is 4000000; it must be from 300 to a fourth of the clock, which is "
            "3000000");
    refuses(
        HEAD "clock_mhz: 12\nbaud: 200\nseed: 1\n" TAIL,
        "b.yaml:5:7: baud is 200; it must be from 300 to a fourth of the clock, which is 3000000");
    refuses(HEAD "clock_mhz: 12\nbaud: 2700000\nseed: 1\n" TAIL,
            "b.yaml:5:7: baud is 2700000; a bit would be 4.44 cycles of the clock, and no whole "
            "number is within 2 % of that; divide the clock by a whole number");
}

static void usb(void **state)
{
    (void)state;
    static const char *const ids[] = {"0403", "0403:601", "0403:60100", "0403-6010", "040g:6010"};
    for (size_t i = 0; i < 5; i++) {
        char text[512], message[256];
        snprintf(text, sizeof text,
                 HEAD PACE
                 "synthesis: -abc9\nsystem: s.yaml\nusb:\n  id: \"%s\"\nprogram: {flash: f}\n",
                 ids[i]);
        snprintf(message, sizeof message,
                 "b.yaml:10:7: usb.id is %s; it must be VID:PID, like \"0403:6010\"", ids[i]);
        refuses(text, message);
    }
}

static void synthesis(void **state)
{
    (void)state;
    refuses(HEAD PACE "synthesis: -abc9; shell rm\nsystem: s.yaml\nusb: {id: \"0403:6010\"}\n"
                      "program: {flash: f}\n",
            "b.yaml:7:12: synthesis has more than words; write options of synth_ice40, like -abc9");
}

/* Only shows that libcyaml is used: tests/util/test_yaml.c tests its diagnostics. */
static void structure(void **state)
{
    (void)state;
    struct error err = {0};
    assert_null(parse(HEAD PACE TAIL "colour: red\n", &err));
    assert_memory_equal(err.text, "b.yaml:14:1: ", 13);
    err = (struct error){0};
    assert_null(parse(HEAD "clock_mhz: fast\nbaud: 1\nseed: 1\n" TAIL, &err));
    assert_memory_equal(err.text, "b.yaml:4:", 9);
    err = (struct error){0};
    assert_null(parse(HEAD PACE, &err));
    assert_memory_equal(err.text, "b.yaml:", 7);
    err = (struct error){0};
    assert_null(board_file_load("/nonexistent/board.yaml", &err));
    assert_non_null(strstr(err.text, "/nonexistent/board.yaml: cannot be read"));
    refuses("about: \"a\\nb\"\npart: hx8k\npackage: ct256\n" PACE TAIL,
            "b.yaml:1:8: about has a line break; it must be one line");
}

/* ---- finding ---- */

static void boards_are_found(void **state)
{
    struct error err = {0};
    char *dir = board_find("hx8k", &err);
    assert_string_equal(dir, UMBEL_ROOT "/fpga/boards/hx8k");
    free(dir);
    static const char *const wrong[] = {"", ".", "..", "nosuch", "no/such", "/"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        err = (struct error){0};
        assert_null(board_find(wrong[i], &err));
        assert_non_null(strstr(err.text, ": no such board; there are "));
        assert_non_null(strstr(err.text, "hx8k"));
    }
    err = (struct error){0};
    write_text(in_folder(state, "board.yaml"), HEAD PACE TAIL);
    dir = board_find(in_folder(state, ""), &err); /* a path that ends in / */
    assert_string_equal(dir, *state);
    free(dir);
}

/* ---- parameters ---- */

static void shipped_boards_are_good(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(UMBEL_ROOT "/fpga/boards/*/board.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct error err = {0};
        struct sbuf path = {0};
        struct board_file *b = board_file_load(found.gl_pathv[i], &err);
        assert_string_equal(err.text, "");
        sbuf_add(&path, found.gl_pathv[i], strlen(found.gl_pathv[i]) - strlen("board.yaml"));
        sbuf_puts(&path, b->system);
        struct system *sys = system_load(path.text, NULL, 0, &err);
        assert_string_equal(err.text, "");
        struct netlist *n = netlist_new(sys, &err);
        assert_true(params_check(n, &err));
        assert_true(board_file_div(b) >= 4);
        netlist_free(n);
        system_free(sys);
        board_file_free(b);
        sbuf_free(&path);
    }
    globfree(&found);
}

static struct netlist *netlist_with(const char *path, const char *set, struct system **sys)
{
    struct error err = {0};
    *sys = system_load(path, &set, set != NULL, &err);
    assert_string_equal(err.text, "");
    struct netlist *n = netlist_new(*sys, &err);
    assert_string_equal(err.text, "");
    return n;
}

static void hx8k_as_by_hand(void **state)
{
    (void)state;
    struct system *sys;
    struct netlist *n = netlist_with(UMBEL_ROOT "/fpga/boards/hx8k/system.yaml", NULL, &sys);
    struct error err = {0};
    struct sbuf text = {0};
    assert_true(params_check(n, &err));
    params_write(n, 4, &text);
    assert_string_equal(text.text, ".DIV       (4),\n.GPUS      (2),\n.SMS       (1),\n"
                                   ".LINE_W    (8),\n.TAG_W     (1),\n.SLOT_W    (6),\n"
                                   ".UMC_TAG_W (1),\n.SPARE_W   (0),\n.TS_W      (6),\n"
                                   ".TIME_W    (9)\n");
    sbuf_free(&text);
    netlist_free(n);
    system_free(sys);
    n = netlist_with(UMBEL_ROOT "/fpga/boards/hx8k-vi/system.yaml", NULL, &sys);
    params_write(n, 4, &text);
    assert_non_null(strstr(text.text, ".SPARE_W   (2),\n"));
    sbuf_free(&text);
    netlist_free(n);
    system_free(sys);
}

static void what_a_board_cannot_surround(void **state)
{
    (void)state;
    static const struct {
        const char *set, *says;
    } cases[] = {
        {"line_bytes=8", "bytes of a line: 8; what surrounds it on a board is made for 4"},
        {"umc.count=2", "memory controllers: 2; what surrounds it on a board is made for 1"},
        {"gpus=5", "SMs over all GPUs: 5; what surrounds it on a board is made for 4"},
        {"umc.bytes=131072",
         "bits of a line's address: 15; what surrounds it on a board is made for "
         "14"},
        {"sm.tags=128", "threads an engine: 128; what surrounds it on a board is made for 64"},
    };
    const char *path = UMBEL_ROOT "/fpga/boards/hx8k/system.yaml";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct system *sys;
        struct netlist *n = netlist_with(path, cases[i].set, &sys);
        struct error err = {0};
        assert_false(params_check(n, &err));
        /* The field is given by the board's file, or by one that it starts from. */
        unsigned line = 0, col = 0;
        const char *place = strstr(err.text, ".yaml:");
        assert_non_null(place);
        assert_int_equal(sscanf(place, ".yaml:%u:%u: ", &line, &col), 2);
        assert_true(line > 1);
        if (strstr(err.text, cases[i].says) == NULL)
            fail_msg("%s: %s", cases[i].set, err.text);
        netlist_free(n);
        system_free(sys);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read),
        cmocka_unit_test(what_may_be_left_out),
        cmocka_unit_test(parts),
        cmocka_unit_test(clock_and_baud),
        cmocka_unit_test(usb),
        cmocka_unit_test(synthesis),
        cmocka_unit_test(structure),
        test_in_folder(boards_are_found),
        cmocka_unit_test(shipped_boards_are_good),
        cmocka_unit_test(hx8k_as_by_hand),
        cmocka_unit_test(what_a_board_cannot_surround),
    };
    return cmocka_run_group_tests_name("board_file", tests, NULL, NULL);
}
