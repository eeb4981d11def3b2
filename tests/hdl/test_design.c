/* Whole modules and designs: order, files, leaf cells, calls in the wrong order, speed. */
#include "gen/hdl/hdl.h"
#include "sw/util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define LEAF UMBEL_ROOT "/tests/hdl/leaf/um_hold.v"

static void pass(struct hdl *m)
{
    hdl_in(m, "a_i", "1", NULL);
    hdl_out(m, "y_o", "1", NULL);
    hdl_assign(m, "y_o", "a_i");
}

/* Checks that the first mistake is `text`, with this file and line. */
static void expect(const struct hdl_design *d, int line, const char *text)
{
    char expected[1024];
    struct error err = {0};
    snprintf(expected, sizeof expected, "%s:%d: %s", __FILE__, line, text);
    assert_true(hdl_mistake(d, &err));
    assert_string_equal(err.text, expected);
}

static void order(void **state)
{
    (void)state;
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    struct hdl *top = hdl_module(d, "um_top", "Begun first, finished last.");
    assert_true(hdl_has(d, "um_top"));
    assert_false(hdl_has(d, "um_inner"));
    assert_null(hdl_text(d, "um_top"));
    struct hdl *inner = hdl_module(d, "um_inner", "What it instantiates.");
    pass(inner);
    assert_true(hdl_end(inner));
    assert_true(hdl_leaf(d, LEAF, &err));
    assert_true(hdl_leaf(d, LEAF, &err)); /* twice is harmless */
    pass(top);
    assert_true(hdl_end(top));
    assert_int_equal(hdl_count(d), 3);
    assert_string_equal(hdl_name(d, 0), "um_hold");
    assert_string_equal(hdl_name(d, 1), "um_inner");
    assert_string_equal(hdl_name(d, 2), "um_top");
    assert_null(hdl_name(d, 3));
    assert_null(hdl_text(d, "um_nobody"));
    assert_string_equal(hdl_mistakes(d), "");
    assert_false(hdl_mistake(d, &err));
    hdl_design_free(d);
}

/* ---- scopes and terms ---- */

static void queue(struct hdl *m)
{
    hdl_reg(m, "@head_q", "@AT_W", "{@AT_W{1'b0}}", NULL);
    hdl_let(m, "@some", "1", "@head_q != {@AT_W{1'b0}} && @LIVE");
    hdl_on_clock (m) {
        hdl_when (m, "@some") {
            hdl_set(m, "@head_q", "@head_q - 1'b1");
        }
    }
}

/* In a scope @name has the scope's prefix, @NAME has it in capitals, and its own words come first;
 * a scope inside another is the one that counts. */
static void scopes(void **state)
{
    (void)state;
    static const struct hdl_word words[] = {{"LIVE", "a_i"}, {NULL, NULL}};
    struct hdl_design *d = hdl_design_new();
    struct hdl *m = hdl_module(d, "um_two", "A part that is there twice.");
    hdl_clock(m);
    hdl_in(m, "a_i", "1", NULL);
    hdl_localparam(m, "REQ_AT_W", "2", NULL);
    hdl_localparam(m, "FAR_RSP_AT_W", "3", NULL);
    hdl_scope (m, "req", words) {
        queue(m);
        hdl_scope (m, "far_rsp", words) {
            queue(m);
        }
        hdl_unused(m, "@head_q");
    }
    hdl_unused(m, "far_rsp_head_q");
    if (!hdl_end(m))
        fail_msg("%s", hdl_mistakes(d));
    const char *text = hdl_text(d, "um_two");
    assert_non_null(strstr(text, "req_some = req_head_q != {REQ_AT_W{1'b0}} && a_i;"));
    assert_non_null(strstr(text, "far_rsp_some = far_rsp_head_q != {FAR_RSP_AT_W{1'b0}} && a_i;"));
    hdl_design_free(d);
}

static void scopes_left_out(void **state)
{
    (void)state;
    struct hdl_design *d = hdl_design_new();
    struct hdl *m = hdl_module(d, "um_none", "A name for a scope that is not there.");
    const int line = __LINE__ + 1;
    hdl_let(m, "here", "1", "@there");
    hdl_end(m);
    expect(d, line, "um_none: '@there' has an @ outside any scope; open one by hdl_scope");
    hdl_design_free(d);
    d = hdl_design_new();
    m = hdl_module(d, "um_bare", "A sign without a name.");
    hdl_scope (m, "req", NULL) {
        const int bare = __LINE__ + 1;
        hdl_let(m, "here", "1", "1'b1 && @");
        hdl_end(m);
        expect(d, bare, "um_bare: '1'b1 && @' has an @ without a name behind it; write @name");
    }
    hdl_design_free(d);
    d = hdl_design_new();
    m = hdl_module(d, "um_open", "A scope that is not closed.");
    pass(m);
    hdl_scope (m, "req", NULL)
        break;
    const int end = __LINE__ + 1;
    hdl_end(m);
    expect(d, end, "um_open: the scope req is not closed; never leave it by return or break");
    hdl_design_free(d);
}

/* A term is put into brackets if its operator would mix with the others', and if there are others.
 */
static void terms(void **state)
{
    (void)state;
    struct hdl_design *d = hdl_design_new();
    struct hdl *m = hdl_module(d, "um_terms", "Terms.");
    assert_string_equal(hdl_all(m, "a", NULL, "b || c", "!(d || e)"), "a && (b || c) && !(d || e)");
    assert_string_equal(hdl_any(m, "a && b", "f[x ? 1 : 0]", "c ? d : e"),
                        "(a && b) || f[x ? 1 : 0] || (c ? d : e)");
    assert_string_equal(hdl_all(m, NULL, "b || c"), "b || c");
    assert_string_equal(hdl_all(m, (const char *)NULL), "1'b1");
    assert_string_equal(hdl_any(m, (const char *)NULL), "1'b0");
    pass(m);
    assert_true(hdl_end(m));
    hdl_design_free(d);
}

static char *slurp(const char *dir, const char *name)
{
    char path[512];
    size_t len = 0;
    struct error err = {0};
    snprintf(path, sizeof path, "%s/%s", dir, name);
    char *text = file_read(path, &len, &err);
    if (text == NULL)
        fail_msg("%s", err.text);
    unlink(path);
    return text;
}

static void written_files(void **state)
{
    (void)state;
    char dir[] = "/tmp/umbel-hdl-XXXXXX";
    assert_non_null(mkdtemp(dir));
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    assert_true(hdl_leaf(d, LEAF, &err));
    struct hdl *m = hdl_module(d, "um_pass", "A wire.");
    pass(m);
    assert_true(hdl_end(m));
    assert_true(hdl_write(d, dir, &err));
    char *text = slurp(dir, "um_pass.v");
    char *leaf = slurp(dir, "um_hold.v");
    assert_string_equal(text, hdl_text(d, "um_pass"));
    assert_string_equal(leaf, hdl_text(d, "um_hold"));
    free(text);
    free(leaf);
    assert_int_equal(rmdir(dir), 0); /* that was all */
    hdl_design_free(d);
}

static void nothing_written_when_wrong(void **state)
{
    (void)state;
    char dir[] = "/tmp/umbel-hdl-XXXXXX";
    assert_non_null(mkdtemp(dir));
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    struct hdl *good = hdl_module(d, "um_good", "A wire.");
    pass(good);
    assert_true(hdl_end(good));
    int line = __LINE__ + 1;
    struct hdl *open = hdl_module(d, "um_open", "Never finished.");
    pass(open);
    assert_false(hdl_write(d, dir, &err));
    expect(d, line, "um_open: the module is never finished; call hdl_end");
    assert_null(hdl_text(d, "um_good"));
    assert_int_equal(rmdir(dir), 0); /* still empty */
    hdl_design_free(d);
}

static void module_names(void **state)
{
    (void)state;
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    assert_true(hdl_leaf(d, LEAF, &err));
    char expected[2048];
    int first = __LINE__ + 1;
    struct hdl *m[5] = {hdl_module(d, "um_a", "First.")};
    m[1] = hdl_module(d, "um_a", "Again.");
    m[2] = hdl_module(d, "um-b", "No name.");
    m[3] = hdl_module(d, "module", "A keyword.");
    m[4] = hdl_module(d, "um_hold", "A leaf cell.");
    snprintf(expected, sizeof expected,
             "%s:%d: um_a: a module of that name was begun at %s:%d; ask hdl_has first\n"
             "%s:%d: um-b: 'um-b' cannot name a module; use letters, digits and _, and no keyword\n"
             "%s:%d: module: 'module' cannot name a module; use letters, digits and _, and no "
             "keyword\n"
             "%s:%d: um_hold: a leaf cell of that name was added before; choose another name\n",
             __FILE__, first + 1, __FILE__, first, __FILE__, first + 2, __FILE__, first + 3,
             __FILE__, first + 4);
    assert_string_equal(hdl_mistakes(d), expected);
    for (size_t i = 0; i < 5; i++)
        hdl_end(m[i]);
    hdl_design_free(d);
}

/* One call after hdl_end; the builder must refuse it and say where. */
static void refuse_late(const char *what, void (*call)(struct hdl *m), int line)
{
    char expected[256];
    struct hdl_design *d = hdl_design_new();
    struct hdl *m = hdl_module(d, "um_late", "Over.");
    pass(m);
    assert_true(hdl_end(m));
    call(m);
    snprintf(expected, sizeof expected, "um_late: %s after hdl_end; move it before", what);
    expect(d, line, expected);
    assert_null(hdl_text(d, "um_late"));
    hdl_design_free(d);
}

static int late_line;
#define LATE(name, call)                                                                           \
    static void name(struct hdl *m)                                                                \
    {                                                                                              \
        late_line = __LINE__;                                                                      \
        call;                                                                                      \
    }
LATE(late_end, hdl_end(m))
LATE(late_wire, hdl_let(m, "x", "1", "a_i"))
LATE(late_param, hdl_param(m, "P", "1", NULL))
LATE(late_port, hdl_in(m, "x", "1", NULL))
LATE(late_assign, hdl_assign(m, "y_o", "a_i"))
LATE(late_set, hdl_set(m, "y_o", "a_i"))
LATE(late_block, hdl_on_comb (m) hdl_set(m, "y_o", "a_i"))
LATE(late_note, hdl_note(m, "Late."))
LATE(late_pin, hdl_pin(m, "a_i", "a_i"))
LATE(late_property, hdl_assert(m, "p", "a_i"))
LATE(late_unused, hdl_unused(m, "a_i"))
LATE(late_spare, hdl_spare(m, "a_i"))

static void calls_after_end(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        void (*call)(struct hdl *m);
    } calls[] = {
        {"hdl_end", late_end},
        {"a wire", late_wire},
        {"a parameter", late_param},
        {"a port", late_port},
        {"hdl_assign", late_assign},
        {"hdl_set", late_set},
        {"combinational block", late_block},
        {"a note", late_note},
        {"hdl_pin", late_pin},
        {"a property", late_property},
        {"hdl_unused", late_unused},
        {"hdl_spare", late_spare},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct hdl_design *d = hdl_design_new(); /* once to learn the line */
        struct hdl *m = hdl_module(d, "um_late", "Over.");
        hdl_end(m);
        calls[i].call(m);
        hdl_design_free(d);
        refuse_late(calls[i].what, calls[i].call, late_line);
    }
}

static void without_a_clock(void **state)
{
    (void)state;
    struct hdl_design *d = hdl_design_new();
    struct hdl *m = hdl_module(d, "um_still", "No clock.");
    pass(m);
    int line = __LINE__ + 1;
    hdl_assert(m, "same", "y_o == a_i");
    expect(d, line, "um_still: assert same in a module without a clock; call hdl_clock");
    hdl_design_free(d);

    d = hdl_design_new();
    m = hdl_module(d, "um_still", "No clock.");
    line = __LINE__ + 1;
    hdl_on_clock (m) {
    }
    expect(d, line, "um_still: a clocked block in a module without a clock; call hdl_clock");
    hdl_design_free(d);

    d = hdl_design_new();
    m = hdl_module(d, "um_still", "No clock.");
    hdl_out(m, "y_o", "1", NULL);
    line = __LINE__ + 1;
    hdl_assign(m, "y_o", "rst_i");
    hdl_end(m);
    expect(d, line, "um_still: 'rst_i': unknown name 'rst_i'; call hdl_clock");
    hdl_design_free(d);
}

/* ---- leaf cells ---- */
static void refuse_leaf(const char *text, const char *expected)
{
    char path[] = "/tmp/umbel-leaf-XXXXXX", message[512];
    struct error err = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    struct hdl_design *d = hdl_design_new();
    assert_false(hdl_leaf(d, path, &err));
    snprintf(message, sizeof message, "%s:%s", path, expected);
    assert_string_equal(err.text, message);
    assert_int_equal(hdl_count(d), 0);
    hdl_design_free(d);
    unlink(path);
}

static void leaf_headers(void **state)
{
    (void)state;
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    assert_false(hdl_leaf(d, "/nonexistent/um_x.v", &err));
    hdl_design_free(d);
    refuse_leaf("// nothing\n", " no module in the file; write one");
    refuse_leaf("module um_x (\n    input wire a\n",
                " the module header does not end; close it with );");
    refuse_leaf("module um_x (\n    input wire a, input wire b\n);\n",
                "2: write one port a line, and the closing bracket on a line of its own");
    refuse_leaf("module um_x (\n    input wire [0:7] a\n);\n",
                "2: the port's range is not of the form [N-1:0]");
    refuse_leaf("module um_x (\n    inout wire a\n);\n",
                "2: not understood in a module header; write one parameter, input or output a "
                "line");
    refuse_leaf("module um_x (\n    input wire a,\n    input wire a\n);\n",
                "3: a name is declared twice; rename one");
    refuse_leaf("module um_x #(\n    parameter W\n) (\n);\n",
                "2: not of the form: parameter NAME = VALUE,");
    refuse_leaf("module um_x #(\n    parameter W = 1, parameter V = 2\n) (\n);\n",
                "2: write one parameter a line, each with its value");
}

static void leaf_against_module(void **state)
{
    (void)state;
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    int line = __LINE__ + 1;
    struct hdl *m = hdl_module(d, "um_hold", "Of the same name.");
    pass(m);
    assert_true(hdl_end(m));
    assert_false(hdl_leaf(d, LEAF, &err));
    char expected[1024];
    snprintf(expected, sizeof expected,
             "%s:4: module um_hold exists already, from %s:%d; rename one", LEAF, __FILE__, line);
    assert_string_equal(err.text, expected);
    hdl_design_free(d);
}

/* ---- speed ---- */
static struct hdl_design *large(void)
{
    enum { INSTANCES = 256, WIRES = 16 };
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    assert_true(hdl_leaf(d, LEAF, &err));
    struct hdl *m = hdl_module(d, "um_large", "As large as a system of many GPUs.");
    hdl_clock(m);
    hdl_in(m, "data_i", "8", NULL);
    hdl_out(m, "data_o", hdl_v(m, "%d", INSTANCES * 8), NULL);
    for (int i = 0; i < INSTANCES; i++) {
        hdl_let(m, hdl_v(m, "w%d_0", i), "8", i == 0 ? "data_i" : hdl_v(m, "~held%d", i - 1));
        for (int j = 1; j < WIRES; j++)
            hdl_let(m, hdl_v(m, "w%d_%d", i, j), "8", hdl_v(m, "w%d_%d ^ 8'd%d", i, j - 1, j));
        hdl_wire(m, hdl_v(m, "held%d", i), "8", NULL);
        hdl_inst (m, "um_hold", hdl_v(m, "u_hold%d", i)) {
            hdl_pin_clock(m);
            hdl_pin(m, "data_i", hdl_v(m, "w%d_%d", i, WIRES - 1));
            hdl_pin(m, "data_q", hdl_v(m, "held%d", i));
            hdl_pin(m, "any_o", "");
            hdl_pin(m, "count_o", "");
        }
        hdl_assign(m, hdl_v(m, "data_o[%d:%d]", 8 * i + 7, 8 * i), hdl_v(m, "held%d", i));
    }
    if (!hdl_end(m))
        fail_msg("%s", hdl_mistakes(d));
    return d;
}

static void large_and_fast(void **state)
{
    (void)state;
    clock_t start = clock();
    struct hdl_design *d = large();
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    struct hdl_design *again = large();
    assert_string_equal(hdl_text(d, "um_large"), hdl_text(again, "um_large"));
    assert_true(seconds < 1.0);
    hdl_design_free(again);
    hdl_design_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order),
        cmocka_unit_test(scopes),
        cmocka_unit_test(scopes_left_out),
        cmocka_unit_test(terms),
        cmocka_unit_test(written_files),
        cmocka_unit_test(nothing_written_when_wrong),
        cmocka_unit_test(module_names),
        cmocka_unit_test(calls_after_end),
        cmocka_unit_test(without_a_clock),
        cmocka_unit_test(leaf_headers),
        cmocka_unit_test(leaf_against_module),
        cmocka_unit_test(large_and_fast),
    };
    return cmocka_run_group_tests_name("design", tests, NULL, NULL);
}
