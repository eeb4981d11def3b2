/*
 * Which messages must not overtake which: each protocol's table against the rules of the papers,
 * the check of composed machines, which finds a network that keeps less, and the page.
 */
#include "gen/machine/netlist.h"
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

#define N(a) (sizeof(a) / sizeof *(a))

/* ---- tables ---- */

/* A release of HMG hears of invalidations by a marker alone, and GPU-VI's stores wait for each of
 * theirs; leases need no order between nodes beyond a thread's own. */
static void each_protocol_has_its_orders(void **state)
{
    (void)state;
    static const struct {
        enum protocol_id protocol;
        bool gpu_homes;
        enum order_scope req, rsp, ack;
    } rows[] = {
        {PROTOCOL_MGCC, false, ORDER_LINE, ORDER_NONE, ORDER_NONE},
        {PROTOCOL_MGCC_RENEW, false, ORDER_LINE, ORDER_NONE, ORDER_NONE},
        {PROTOCOL_MGCC_PAPER, false, ORDER_LINE, ORDER_NONE, ORDER_NONE},
        {PROTOCOL_MGCC_EXAMPLE, false, ORDER_LINE, ORDER_NONE, ORDER_NONE},
        {PROTOCOL_NC_WT, false, ORDER_LINE, ORDER_NONE, ORDER_NONE},
        {PROTOCOL_NC_WB, false, ORDER_LINE, ORDER_NONE, ORDER_NONE},
        {PROTOCOL_GPU_VI, false, ORDER_LINE, ORDER_LINE, ORDER_NONE},
        {PROTOCOL_HMG, false, ORDER_LINE, ORDER_BANK, ORDER_BANK},
        {PROTOCOL_HMG, true, ORDER_LINE, ORDER_BANK, ORDER_BANK},
    };
    for (size_t i = 0; i < N(rows); i++) {
        const struct rules r = protocol_rules(
            rows[i].protocol, (struct rules_variant){.gpu_homes = rows[i].gpu_homes});
        assert_int_equal(order_of(r.orders, MSG_REQ), rows[i].req);
        assert_int_equal(order_of(r.orders, MSG_RSP), rows[i].rsp);
        assert_int_equal(order_of(r.orders, MSG_ACK), rows[i].ack);
    }
}

static void the_page_has_each_row(void **state)
{
    (void)state;
    static const struct order *const tables[3] = {order_plain, order_vi, order_directory};
    size_t len;
    char *page = read_bytes_of(UMBEL_ROOT "/gen/proto/README.md", &len);
    for (size_t t = 0; t < 3; t++)
        for (const struct order *o = tables[t]; o->later != NULL; o++) {
            char row[512];
            snprintf(row, sizeof row, "| %s | %s | %s | %s |", o->later, o->earlier,
                     o->among == ORDER_LINE ? "a line" : "any line of a bank", o->why);
            if (strstr(page, row) == NULL)
                fail_msg("gen/proto/README.md has no row \"%s\"", row);
        }
    free(page);
}

/* ---- composed machines ---- */

#define NETWORK(kind, columns, rows)                                                               \
    "network.topology=" kind, "network.columns=" columns, "network.rows=" rows
static const char *const topologies[][3] = {
    {NETWORK("ring", "4", "1")},  {NETWORK("mesh", "2", "2")},  {NETWORK("torus", "4", "1")},
    {NETWORK("fbfly", "2", "2")}, {NETWORK("rings", "2", "2")},
};
static const char *const machines[] = {"hmg-tiny", "ladm-hmg-tiny", "hmg-memnet-tiny", "carve-tiny",
                                       "numa-vi-tiny"};

static struct system *machine(const char *name, const char *const network[3], const char *vcs,
                              struct error *err)
{
    const char *sets[] = {network[0], network[1], network[2], vcs, "gpus=4"};
    return system_load(name, sets, N(sets), err);
}

static void machines_keep_their_orders(void **state)
{
    (void)state;
    static const char *const vcs[] = {"network.vcs=1", "network.vcs=4"};
    for (size_t m = 0; m < N(machines); m++)
        for (size_t t = 0; t < N(topologies); t++)
            for (size_t v = 0; v < N(vcs); v++) {
                struct error err = {0};
                struct system *s = machine(machines[m], topologies[t], vcs[v], &err);
                struct netlist *n = s != NULL ? netlist_new(s, &err) : NULL;
                if (n == NULL)
                    fail_msg("%s, %s, %s: %s", machines[m], topologies[t][0], vcs[v], err.text);
                netlist_free(n);
                system_free(s);
            }
}

/* A machine that was composed for the orders of lines is checked for those of directories. */
static void a_network_that_keeps_less_is_found(void **state)
{
    (void)state;
    for (size_t t = 0; t < N(topologies); t++) {
        struct error err = {0};
        struct system *s = machine("hmg-tiny", topologies[t], "network.vcs=4", &err);
        assert_non_null(s);
        struct rules rules = *protocol_of(PROTOCOL_HMG)->rules;
        rules.orders = order_vi;
        struct netlist *n = netlist_new_with(s, &rules, &err);
        assert_non_null(n);
        n->rules.orders = order_directory;
        assert_false(netlist_keeps_orders(n, &err));
        assert_string_equal(err.text,
                            "gpu0.lane0.ni_inject: a release's marker must not overtake an "
                            "invalidation that its bank sent before, of whatever line of its "
                            "bank; but the line chooses their channel");
        netlist_free(n);
        system_free(s);
    }
}

/* Lanes are chosen by the lowest bits of a line, banks too. */
static void lanes_that_part_a_bank_are_found(void **state)
{
    (void)state;
    struct error err = {0};
    const char *sets[] = {"lanes=2", "l2.banks=1"};
    struct system *s = system_load("ladm-tiny", sets, N(sets), &err);
    assert_non_null(s);
    struct netlist *n = netlist_new(s, &err);
    assert_non_null(n);
    n->rules.orders = order_directory;
    assert_false(netlist_keeps_orders(n, &err));
    assert_non_null(strstr(err.text, "lanes: a release's marker must not overtake"));
    netlist_free(n);
    system_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_protocol_has_its_orders),
        cmocka_unit_test(the_page_has_each_row),
        cmocka_unit_test(machines_keep_their_orders),
        cmocka_unit_test(a_network_that_keeps_less_is_found),
        cmocka_unit_test(lanes_that_part_a_bank_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
