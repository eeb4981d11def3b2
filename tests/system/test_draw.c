/*
 * Pictures of machines that are put together here: packages with memory of their own, in
 * a ring of routers or at hubs. The code that draws knows nothing of them but tiles and channels.
 */
#include "gen/machine/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 512, BANKS = 4, RATE = 24, LATENCY = 7 };

struct made {
    struct netlist n;
    struct tile tiles[MOST];
    struct channel channels[MOST];
    struct sbuf dot;
};

static int tile(struct made *m, int shape, const char *class, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static int tile(struct made *m, int shape, const char *class, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    m->tiles[m->n.n_tiles] = (struct tile){.name = arena_vprintf(&m->n.arena, fmt, ap),
                                           .class = class,
                                           .module = class,
                                           .shape = shape};
    va_end(ap);
    assert_true(m->n.n_tiles < MOST);
    return (int)m->n.n_tiles++;
}

static void channel(struct made *m, int from, int to, enum outside outside)
{
    assert_true(m->n.n_channels < MOST);
    m->channels[m->n.n_channels++] =
        (struct channel){.from = {from, "out", 0, 1}, .to = {to, "in", 0, 1}, .outside = outside};
}

static void both_ways(struct made *m, int a, int b)
{
    channel(m, a, b, INSIDE);
    channel(m, b, a, INSIDE);
}

static void link(struct made *m, int from, int to, uint32_t rate)
{
    int l = tile(m, 9, "link", "%s.to.%s", m->tiles[from].name, m->tiles[to].name);
    m->tiles[l].rate = rate;
    m->tiles[l].params[0] = (struct tile_param){"LATENCY", LATENCY};
    m->tiles[l].n_params = 1;
    channel(m, from, l, INSIDE);
    channel(m, l, to, INSIDE);
}

/* A package: an SM, banks, a memory controller, a router. Returns the router. */
static int package(struct made *m, int number)
{
    int l1 = tile(m, 1, "l1", "gpm%d.sm0.l1", number);
    int umc = tile(m, 3, "umc", "gpm%d.umc0", number);
    int router = tile(m, 4, "router", "gpm%d.router", number);
    channel(m, -1, l1, CORE_REQ);
    channel(m, l1, -1, CORE_RSP);
    channel(m, umc, -1, DRAM_REQ);
    channel(m, -1, umc, DRAM_RSP);
    for (int i = 0; i < BANKS; i++) {
        int l2 = tile(m, 2, "l2", "gpm%d.l2.%d", number, i);
        both_ways(m, l1, l2);
        both_ways(m, l2, umc);
        both_ways(m, l2, router);
    }
    return router;
}

static void begin(struct made *m)
{
    struct error err = {0};
    m->n.tiles = m->tiles;
    m->n.channels = m->channels;
    m->n.sys = system_load("tsm-tiny", NULL, 0, &err);
    assert_non_null(m->n.sys);
}

/* `packages` in a ring; links of one direction have one rate, those of the other another. `unlike`:
 * each has an SM more than the one before. */
static void draw_ring(struct made *m, int packages, uint32_t rate, uint32_t back, bool unlike)
{
    int routers[MOST];
    begin(m);
    for (int i = 0; i < packages; i++) {
        routers[i] = package(m, i);
        for (int k = 0; unlike && k < i; k++)
            channel(m, tile(m, 1, "l1", "gpm%d.sm%d.l1", i, k + 1), -1, CORE_RSP);
    }
    for (int i = 0; i < packages; i++) {
        link(m, routers[i], routers[(i + 1) % packages], rate);
        link(m, routers[(i + 1) % packages], routers[i], back);
    }
    netlist_draw(&m->n, "ring", &m->dot);
}

/* `packages` at hubs, in turn. */
static void draw_star(struct made *m, int packages, int hubs)
{
    int hub[MOST];
    begin(m);
    for (int i = 0; i < hubs; i++)
        hub[i] = tile(m, 5, "hub", "hub%d", i);
    for (int i = 0; i < packages; i++) {
        int router = package(m, i);
        link(m, router, hub[i % hubs], RATE);
        link(m, hub[i % hubs], router, RATE);
    }
    netlist_draw(&m->n, "star", &m->dot);
}

static void done(struct made *m)
{
    system_free((struct system *)(uintptr_t)m->n.sys);
    arena_free(&m->n.arena);
    sbuf_free(&m->dot);
    free(m);
}

static size_t count_of(const struct made *m, const char *part)
{
    size_t n = 0;
    for (const char *at = m->dot.text; (at = strstr(at, part)) != NULL; at += strlen(part))
        n++;
    return n;
}

static void memory_in_packages(void **state)
{
    (void)state;
    struct made *m = calloc(1, sizeof *m);
    draw_ring(m, 4, RATE, RATE, true);
    assert_int_equal(count_of(m, "<B>GPM "), 4);
    assert_int_equal(count_of(m, "<B>4 L2 banks</B>"), 4);
    assert_int_equal(count_of(m, "<B>UMC 0</B>"), 4);
    assert_int_equal(count_of(m, "<B>DRAM channel 0</B>"), 4);
    assert_int_equal(count_of(m, "<B>memory"), 0); /* none outside */
    assert_int_equal(count_of(m, "<B>router</B>"), 4);
    assert_int_equal(count_of(m, "<TD>24 B/cycle<BR/>7 cycles</TD>"), 4);
    assert_int_equal(count_of(m, "\"gpm1.router\" -> \"gpm2.router\""), 1);
    assert_int_equal(count_of(m, "\"gpm0.router\" -> \"gpm3.router\""), 1);
    done(m);
}

/* Two lines with arrows where the directions differ. */
static void unequal_directions(void **state)
{
    (void)state;
    struct made *m = calloc(1, sizeof *m);
    draw_ring(m, 3, RATE, 2 * RATE, true);
    assert_int_equal(count_of(m, "<TD>24 B/cycle<BR/>7 cycles</TD>"), 3);
    assert_int_equal(count_of(m, "<TD>48 B/cycle<BR/>7 cycles</TD>"), 3);
    assert_int_equal(count_of(m, "[dir=forward"), 3);
    assert_int_equal(count_of(m, "[dir=back"), 3);
    done(m);
}

/* Equal packages are drawn once: the first, and a box that names the first two others and the last.
 * Lines from it to them are one. */
static void packages_fold(void **state)
{
    (void)state;
    struct made *m = calloc(1, sizeof *m);
    draw_ring(m, 16, RATE, RATE, false);
    assert_int_equal(count_of(m, "<B>GPM "), 1);
    assert_int_equal(count_of(m, "<B>GPM 0</B>"), 1);
    assert_int_equal(count_of(m, "<B>15 more GPMs</B><BR/>GPM 1, GPM 2, &hellip;, GPM 15<BR/>each "
                                 "like GPM 0"),
                     1);
    assert_int_equal(count_of(m, "<B>router</B>"), 1);
    assert_int_equal(count_of(m, "<TD>2 &times; 24 B/cycle<BR/>7 cycles</TD>"), 1);
    assert_int_equal(count_of(m, "24 B/cycle"), 1);
    assert_int_equal(count_of(m, "\"gpm0.sm0.l1\" -> \"gpm1.sm0.l1\" [style=invis]"), 1);
    done(m);
    m = calloc(1, sizeof *m);
    draw_ring(m, 2, RATE, RATE, false);
    assert_int_equal(count_of(m, "<B>1 more GPM</B><BR/>GPM 1<BR/>like GPM 0"), 1);
    done(m);
}

/* Packages fold when they are joined to the same hub. */
static void hubs(void **state)
{
    (void)state;
    enum { PACKAGES = 10 };
    struct made *m = calloc(1, sizeof *m);
    draw_star(m, PACKAGES, 1);
    assert_int_equal(count_of(m, "<B>9 more GPMs</B>"), 1);
    assert_int_equal(count_of(m, "<B>4 L2 banks</B>"), 1);
    assert_int_equal(count_of(m, "<TD>24 B/cycle<BR/>7 cycles</TD>"), 1);
    assert_int_equal(count_of(m, "<TD>9 &times; 24 B/cycle<BR/>7 cycles</TD>"), 1);
    done(m);
    m = calloc(1, sizeof *m);
    draw_star(m, PACKAGES, 2);
    assert_int_equal(count_of(m, "<B>GPM "), 2);
    assert_int_equal(count_of(m, "<B>4 more GPMs</B><BR/>GPM 2, GPM 4, &hellip;, GPM 8<BR/>"), 1);
    assert_int_equal(count_of(m, "<B>4 more GPMs</B><BR/>GPM 3, GPM 5, &hellip;, GPM 9<BR/>"), 1);
    assert_int_equal(count_of(m, "<B>hub</B>"), 2);
    assert_int_equal(count_of(m, "<TD>4 &times; 24 B/cycle<BR/>7 cycles</TD>"), 2);
    done(m);
}

/* Two links in a row are one line: the slower one's rate, both latencies. */
static void links_in_a_row(void **state)
{
    (void)state;
    struct made *m = calloc(1, sizeof *m);
    begin(m);
    int a = package(m, 0), b = package(m, 1);
    for (int i = 0; i < 2; i++) {
        int far = tile(m, 9, "link", "far%d", i);
        m->tiles[far].rate = RATE;
        m->tiles[far].params[0] = (struct tile_param){"LATENCY", 100};
        m->tiles[far].n_params = 1;
        link(m, i == 0 ? a : b, far, RATE + 8);
        channel(m, far, i == 0 ? b : a, INSIDE);
    }
    netlist_draw(&m->n, "row", &m->dot);
    assert_int_equal(count_of(m, "<TD>24 B/cycle<BR/>107 cycles</TD>"), 1);
    done(m);
}

/* A package at the first of several routers in a ring, outside of packages; a UMC at each. */
static void draw_network(struct made *m, int routers)
{
    int router[MOST];
    begin(m);
    for (int i = 0; i < routers; i++) {
        int umc = tile(m, 3, "umc", "umc%d", i);
        router[i] = tile(m, 4, "router", "net.router%d", i);
        channel(m, umc, -1, DRAM_REQ);
        both_ways(m, router[i], umc);
    }
    both_ways(m, package(m, 0), router[0]);
    for (int i = 0; i < routers; i++)
        link(m, router[i], router[(i + 1) % routers], RATE);
    netlist_draw(&m->n, "network", &m->dot);
}

/* The routers of a small network, and what is at them, stay apart. */
static void small_network(void **state)
{
    (void)state;
    struct made *m = calloc(1, sizeof *m);
    draw_network(m, DRAW_ROUTERS_APART - 1); /* with that of the package */
    /* A router's box, both ends of its line in the ring, its line to a UMC; one to the package. */
    assert_int_equal(count_of(m, "\"net.router"), 4 * (DRAW_ROUTERS_APART - 1) + 1);
    for (int i = 0; i < DRAW_ROUTERS_APART - 1; i++) {
        char box[64];
        snprintf(box, sizeof box, "<B>UMC %d</B>", i);
        assert_int_equal(count_of(m, box), i == 0 ? 2 : 1); /* UMC 0: the package's, too */
    }
    assert_int_equal(count_of(m, "<B>memory, 80 MiB</B>"), 1);
    done(m);
}

/* Those of a large one are a box, which tells its links. */
static void large_network(void **state)
{
    (void)state;
    struct made *m = calloc(1, sizeof *m);
    draw_network(m, DRAW_ROUTERS_APART + 1);
    assert_int_equal(
        count_of(m, "<B>7 routers</B><BR/>a network<BR/>7 links of 24 B/cycle, 7 cycles"), 1);
    assert_int_equal(count_of(m, "<B>7 UMCs</B>"), 1);
    assert_int_equal(count_of(m, "\"net.router"), 3); /* its box, and lines to UMCs and package */
    done(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_in_packages), cmocka_unit_test(unequal_directions),
        cmocka_unit_test(packages_fold),      cmocka_unit_test(hubs),
        cmocka_unit_test(links_in_a_row),     cmocka_unit_test(small_network),
        cmocka_unit_test(large_network),
    };
    return cmocka_run_group_tests_name("pictures of other machines", tests, NULL, NULL);
}
