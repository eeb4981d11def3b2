/*
 * The pictures of all machines that ship, as dot places them: each is one page with text that can
 * be read, and has all GPUs, in order from left to right.
 */
#include "gen/machine/draw.h"
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A picture as `dot -Tplain` tells it: inches before they are scaled. */
struct shape {
    double scale, width, height;
    double left[64]; /* the leftmost box of GPU i, or of the box that names it first; -1: none */
};

static void read_line(const char *line, struct shape *s)
{
    char name[64];
    double x;
    unsigned gpu;
    if (sscanf(line, "graph %lf %lf %lf", &s->scale, &s->width, &s->height) == 3)
        return;
    if (sscanf(line, "node %63s %lf", name, &x) == 2 &&
        sscanf(name + (name[0] == '"'), "gpu%u", &gpu) == 1 && gpu < 64 &&
        (s->left[gpu] < 0 || x < s->left[gpu]))
        s->left[gpu] = x;
}

static struct shape shape_of(void **state, const struct sbuf *dot)
{
    struct shape s = {0};
    const char *path = in_folder(state, "g.dot");
    write_text(path, dot->text);
    struct command c = {.argv = (const char *const[]){"dot", "-Tplain", path, NULL}};
    command_run(&c);
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    for (size_t i = 0; i < 64; i++)
        s.left[i] = -1;
    for (const char *at = out_of(&c); *at != '\0'; at += *at == '\n') {
        read_line(at, &s);
        at += strcspn(at, "\n");
    }
    command_free(&c);
    return s;
}

/* The number in "<B>N more GPU", 0 if there is none. */
static unsigned more_in(const char *dot)
{
    const char *at = strstr(dot, " more GPU");
    unsigned n = 0;
    while (at != NULL && at > dot && at[-1] != '>')
        at--;
    return at != NULL && sscanf(at, "%u", &n) == 1 ? n : 0;
}

static void look_at(void **state, const char *system)
{
    struct error err = {0};
    struct sbuf dot = {0};
    struct system *sys = system_load(system, NULL, 0, &err);
    assert_non_null(sys);
    struct netlist *n = netlist_new(sys, &err);
    assert_non_null(n);
    netlist_draw(n, system, &dot);
    const struct shape s = shape_of(state, &dot);
    if (s.scale < DRAW_LEAST_SCALE || s.width * s.scale > DRAW_PAGE_WIDTH + 0.1 ||
        s.height * s.scale > DRAW_PAGE_HEIGHT + 0.1)
        fail_msg("%s: %.1f x %.1f inches, scaled to %.2f", system, s.width, s.height, s.scale);
    unsigned drawn = 0;
    double before = -1;
    for (size_t i = 0; i < 64; i++) {
        if (s.left[i] < 0)
            continue;
        if (s.left[i] < before)
            fail_msg("%s: GPU %zu is left of one before it", system, i);
        before = s.left[i];
        drawn++;
    }
    const unsigned more = more_in(dot.text);
    if (sys->gpus != (more > 0 ? drawn - 1 + more : drawn))
        fail_msg("%s: %u GPUs, of which %u are boxes and %u more", system, sys->gpus, drawn, more);
    sbuf_free(&dot);
    netlist_free(n);
    system_free(sys);
}

static void pages(void **state)
{
    if (!tool_installed("dot")) {
        print_message("SKIPPED: graphviz is not installed; no picture was drawn\n");
        skip();
    }
    struct shipped_systems all = shipped_systems();
    assert_true(all.n > 100);
    for (size_t i = 0; i < all.n; i++)
        look_at(state, all.names[i]);
    shipped_systems_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(pages)};
    return cmocka_run_group_tests_name("pictures of all machines", tests, NULL, NULL);
}
