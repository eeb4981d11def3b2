/* `umbel draw`: the graph has the units and the numbers of the system file, and is the same each
 * time. */
#include "gen/system/system.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- graphs ---- */

/* The graph of a system with one field changed, or none (NULL); to be freed. */
static char *graph(const char *system, const char *set)
{
    const char *const plain[] = {umbel_path(), "draw", system, NULL};
    const char *const with[] = {umbel_path(), "draw", system, "--set", set, NULL};
    struct command c = umbel_run_args(set != NULL ? with : plain);
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    char *text = strdup(out_of(&c));
    command_free(&c);
    return text;
}

static struct system *load(const char *system, const char *set)
{
    struct error err = {0};
    struct system *s = system_load(system, &set, set != NULL, &err);
    assert_string_equal(err.text, "");
    return s;
}

static size_t count_of(const char *text, const char *part)
{
    size_t n = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        n++;
    return n;
}

/* Fails unless the text has what is printed exactly `times`. */
static void has(const char *text, size_t times, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void has(const char *text, size_t times, const char *fmt, ...)
{
    char part[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(part, sizeof part, fmt, ap);
    va_end(ap);
    if (count_of(text, part) != times)
        fail_msg("\"%s\" is there %zu times, not %zu:\n%s", part, count_of(text, part), times,
                 text);
}

/* "16 KiB" as documents write sizes; all are powers of two. */
static const char *size(uint64_t bytes)
{
    static char text[4][32];
    static unsigned turn;
    char *to = text[turn++ % 4];
    const char *unit = bytes >> 30 ? "GiB" : bytes >> 20 ? "MiB" : bytes >> 10 ? "KiB" : "B";
    unsigned shift = bytes >> 30 ? 30 : bytes >> 20 ? 20 : bytes >> 10 ? 10 : 0;
    snprintf(to, sizeof text[0], "%llu %s", (unsigned long long)(bytes >> shift), unit);
    return to;
}

static void gpus(const char *dot, const struct system *s)
{
    has(dot, 1, "subgraph \"cluster_gpu");
    has(dot, 1, "label=<<B>GPU 0</B>>");
    has(dot, 1, "<B>%u more GPU%s</B>", s->gpus - 1, s->gpus > 2 ? "s" : "");
    has(dot, 1, "like GPU 0>");
    has(dot, 1, "lines of %u B.", s->line_bytes);
    has(dot, 1, "<B>memory, %s</B>", size(s->umc.count * s->umc.bytes));
}

/* tsm-tiny shows each unit. */
static void units_one_by_one(void **state)
{
    (void)state;
    struct system *s = load("tsm-tiny", NULL);
    char *dot = graph("tsm-tiny", NULL);
    assert_int_equal(s->sm.count * s->l2.banks * s->umc.count, 1);
    gpus(dot, s);
    has(dot, 1, "<B>SM 0</B><BR/>with an L1 of %s>", size(s->l1.bytes));
    has(dot, 1, "<B>switch</B><BR/>1 &times; 1>");
    has(dot, 1, "<B>L2 bank 0</B><BR/>%s, write-through>", size(s->l2.bytes));
    has(dot, s->gpus, "<TD>%u B/cycle<BR/>%u cycles</TD>", s->link.bytes_per_cycle,
        s->link.latency);
    has(dot, 1, "<B>switch of plane 0</B><BR/>%u &times; 1>", s->gpus);
    has(dot, 1, "<B>UMC 0</B><BR/>with a TSU of %u &times; %u entries>", s->tsu.sets, s->tsu.ways);
    has(dot, 1, "<B>DRAM channel 0</B><BR/>%s>", size(s->umc.bytes));
    /* Both edges of the clock. */
    has(dot, 1, "<TD>bus of<BR/>%u B/cycle</TD>", 2 * s->dram.bus_bits / 8);
    /* SM to switch, switch to bank, bank to plane; the other GPU to plane; plane to UMC, UMC to
     * DRAM; and none to be seen, which keeps the GPUs in order. */
    has(dot, 7, " -> ");
    free(dot);
    system_free(s);
}

/* A system of many units, which are folded; as many planes as banks and UMCs. */
static void units_folded(const char *system)
{
    struct system *s = load(system, NULL);
    char *dot = graph(system, NULL);
    assert_true(s->sm.count > 2 && s->l2.banks > 2 && s->l2.banks == s->umc.count);
    gpus(dot, s);
    has(dot, 1, "<B>%u SMs</B><BR/>each with an L1 of %s<", s->sm.count, size(s->l1.bytes));
    has(dot, 1, ">SM 0</TD>");
    has(dot, 1, ">SM 1</TD>");
    has(dot, 1, ">SM %u</TD>", s->sm.count - 1);
    has(dot, 1, "<B>switch</B><BR/>%u &times; %u>", s->sm.count, s->l2.banks);
    has(dot, 1, "<B>%u L2 banks</B><BR/>each %s, write-through<", s->l2.banks, size(s->l2.bytes));
    has(dot, 1, ">bank %u</TD>", s->l2.banks - 1);
    has(dot, 1, "<TD>%u &times; %u B/cycle<BR/>%u cycles</TD>", s->l2.banks,
        s->link.bytes_per_cycle, s->link.latency);
    has(dot, 1, "<TD>%u &times; %u B/cycle<BR/>%u cycles</TD>", (s->gpus - 1) * s->l2.banks,
        s->link.bytes_per_cycle, s->link.latency);
    has(dot, 1, "<B>%u switches</B><BR/>each %u &times; 1<", s->l2.banks, s->gpus);
    has(dot, 1, "<B>%u UMCs</B><BR/>each with a TSU of %u &times; %u entries<", s->umc.count,
        s->tsu.sets, s->tsu.ways);
    has(dot, 1, "<B>%u DRAM channels</B><BR/>each %s<", s->umc.count, size(s->umc.bytes));
    has(dot, 1, "<TD>%u buses<BR/>of %u B/cycle</TD>", s->umc.count, 2 * s->dram.bus_bits / 8);
    has(dot, 7, " -> ");
    free(dot);
    system_free(s);
}

/* L1.5 banks, and the switches behind them. */
static void l15_banks(void **state)
{
    (void)state;
    struct system *s = load("numa-l15-small", NULL);
    char *dot = graph("numa-l15-small", NULL);
    has(dot, 1, "<B>%u L1.5 banks</B><BR/>each %s, of other packages' lines<", s->l15.banks,
        size(s->l15.bytes));
    has(dot, 1, "<B>switch</B><BR/>%u &times; %u>", s->l15.banks, s->fabric.lanes);
    free(dot);
    system_free(s);
}

static void small(void **state)
{
    (void)state;
    units_folded("tsm-small");
}

static void four_gpus(void **state)
{
    (void)state;
    units_folded("tsm-4gpu");
}

/* ---- other machines ---- */

static void sets_show(void **state)
{
    (void)state;
    char *dot = graph("tsm-tiny", "sm.count=2");
    has(dot, 1, "<B>SM 0</B>");
    has(dot, 1, "<B>SM 1</B>");
    has(dot, 1, "<B>switch</B><BR/>2 &times; 1>");
    has(dot, 1, "<B>tsm-tiny, sm.count=2</B>");
    free(dot);
    dot = graph("tsm-tiny", "sm.count=3");
    has(dot, 1, "<B>3 SMs</B>");
    has(dot, 0, "<B>SM 0</B>");
    free(dot);
    dot = graph("tsm-tiny", "link.bytes_per_cycle=5");
    has(dot, 2, "<TD>5 B/cycle<BR/>2 cycles</TD>");
    free(dot);
    dot = graph("tsm-tiny", "link.latency=0");
    has(dot, 0, "cycles<");
    has(dot, 0, "Links:");
    free(dot);
    dot = graph("tsm-tiny", "protocol=nc-wb");
    has(dot, 1, "1 KiB, write-back>");
    has(dot, 0, "TSU");
    has(dot, 1, "Protocol nc-wb,");
    free(dot);
    dot = graph("tsm-tiny", "hardware.queue_in=1");
    has(dot, 1, "wires: a message every two cycles each way.");
    free(dot);
    dot = graph("tsm-tiny", "hardware.lone_switch=false");
    has(dot, 1, "wires: a message a cycle each way.");
    has(dot, 0, "<B>switch</B>");
    has(dot, 2, ".l1\" -> \"gpu"); /* its bank, and the other GPU, unseen */
    free(dot);
}

/* Banks of different planes are told apart when the planes are. */
static void planes(void **state)
{
    (void)state;
    char *dot = graph("tsm-small", "umc.count=2");
    for (unsigned plane = 0; plane < 2; plane++) {
        has(dot, 1, "<B>switch of plane %u</B><BR/>8 &times; 1>", plane);
        has(dot, 1, "%u</TD><TD BGCOLOR=\"white\">bank %u</TD></TR>", plane, plane + 2);
        has(dot, 1, "\"gpu0.l2.%u\" -> \"plane%u\"", plane, plane);
    }
    has(dot, 2, "<B>2 L2 banks</B>");
    free(dot);
}

/* Of many GPUs the first is drawn. */
static void many_gpus(void **state)
{
    (void)state;
    char *dot = graph("tsm-small", "gpus=9");
    has(dot, 1, "subgraph \"cluster_gpu");
    has(dot, 1, "<B>8 more GPUs</B><BR/>GPU 1, GPU 2, &hellip;, GPU 8<BR/>each like GPU 0>");
    has(dot, 1, "<B>4 SMs</B>");
    has(dot, 1, "<B>4 switches</B><BR/>each 9 &times; 1<");
    has(dot, 1, "<TD>4 &times; 32 B/cycle<BR/>10 cycles</TD>");
    has(dot, 1, "<TD>32 &times; 32 B/cycle<BR/>10 cycles</TD>");
    free(dot);
}

/* A network's routers, and a line for each pair that is joined; credits are not drawn. */
static void routers(void **state)
{
    const char *mesh = in_folder(state, "mesh.yaml");
    write_text(mesh, "base: numa-4gpu\nabout: a mesh\nfabric:\n  network:\n    topology: mesh\n"
                     "    columns: 2\n    rows: 2\n    parallel: 1\n    vcs: 2\n    depth: 0\n"
                     "    stages: 1\n    routing: by-slice\n    channel: line\n");
    char *dot = graph(mesh, NULL);
    has(dot, 4, "<B>router</B>");
    has(dot, 4, "<TD>64 B/cycle<BR/>70 cycles</TD>");
    for (unsigned r = 0; r < 4; r++) {
        has(dot, 0, "\"fabric0.r%u\" -> \"fabric0.r%u\"", r, r);
        has(dot, r == 1 || r == 2 ? 1 : r == 0 ? 2 : 0, "\"fabric0.r%u\" -> \"fabric0.r", r);
    }
    free(dot);
}

static void same_bytes(void **state)
{
    static const char *const systems[] = {"tsm-tiny", "tsm-small", "tsm-4gpu"};
    for (size_t i = 0; i < 3; i++) {
        char *one = graph(systems[i], NULL), *two = graph(systems[i], NULL);
        assert_string_equal(one, two);
        const char *path = in_folder(state, "g.dot");
        struct command c = UMBEL("draw", systems[i], "-o", path);
        assert_status(&c, 0);
        assert_string_equal(out_of(&c), "");
        command_free(&c);
        size_t len;
        char *written = read_bytes_of(path, &len);
        assert_string_equal(written, one);
        free(written);
        free(one);
        free(two);
    }
}

/* Interfaces of a network have no numbers: where several are folded, only how many they are is
 * told.
 */
static void folded_without_numbers(void **state)
{
    (void)state;
    char *text = graph("umn-overlay-small", NULL);
    assert_null(strstr(text, "<TR></TR>"));
    assert_non_null(strstr(text, "detour 0"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folded_without_numbers),
        cmocka_unit_test(units_one_by_one),
        cmocka_unit_test(small),
        cmocka_unit_test(l15_banks),
        cmocka_unit_test(four_gpus),
        cmocka_unit_test(sets_show),
        cmocka_unit_test(planes),
        cmocka_unit_test(many_gpus),
        test_in_folder(same_bytes),
        test_in_folder(routers),
    };
    return cmocka_run_group_tests_name("graphs of systems", tests, NULL, NULL);
}
