/* A machine is composed whole: each channel at ports that there are, each port with its channels.
 * The flat top and the co-simulated machine are made of one list, which says so before either. */
#include "gen/machine/netlist.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ladm-tiny, whose L2 banks are inside others and where wires may be in the switches' place. */
struct composed {
    struct system *sys;
    struct netlist *n;
    struct hdl_design *d;
};

static struct composed compose(const char *name, const char *set)
{
    struct error err = {0};
    struct composed c = {.d = hdl_design_new(), .sys = system_load(name, &set, 1, &err)};
    c.n = c.sys != NULL ? netlist_new(c.sys, &err) : NULL;
    if (c.n == NULL || !netlist_emit_units(c.n, c.d, &err))
        fail_msg("%s %s: %s", name, set, err.text);
    return c;
}

static void drop(struct composed *c)
{
    hdl_design_free(c->d);
    netlist_free(c->n);
    system_free(c->sys);
}

static const char *said(const struct composed *c)
{
    static struct error err;
    err = (struct error){0};
    return netlist_is_whole(c->n, c->d, &err) ? "" : err.text;
}

static struct channel *channel_to(const struct composed *c, const char *tile, const char *port)
{
    for (size_t i = 0; c->n != NULL && i < c->n->n_channels; i++) {
        const struct channel_end *to = &c->n->channels[i].to;
        if (to->tile >= 0 && strcmp(c->n->tiles[to->tile].name, tile) == 0 &&
            strcmp(to->port, port) == 0)
            return &c->n->channels[i];
    }
    fail_msg("%s has no %s", tile, port);
    return NULL;
}

static void mistakes_are_told(void **state)
{
    (void)state;
    struct composed c = compose("ladm-tiny", "hardware.lone_switch=true");
    assert_string_equal(said(&c), "");
    struct channel *at = channel_to(&c, "gpu0.l2.0", "req"), was = *at;
    at->to.port = "ask";
    assert_string_equal(said(&c), "bug: gpu0.l2.0 (um_l2_nc_both) has no port ask_valid_i");
    *at = *channel_to(&c, "gpu0.l2.0", "mem_rsp");
    assert_string_equal(said(&c),
                        "bug: two channels are at port mem_rsp[0] of gpu0.l2.0 (um_l2_nc_both)");
    *at = was;
    at = channel_to(&c, "gpu1.requests", "in");
    was = *at;
    at->to.tile = -1;
    at->outside = CORE_RSP;
    assert_string_equal(
        said(&c),
        "bug: 0 of 1 channels are at port in_valid_i of gpu1.requests (um_switch_narrow)");
    *at = was;
    assert_string_equal(said(&c), "");
    drop(&c);
}

/* Whether an L1 asks its L2 bank by a wire: the bank, or what is around it. */
static bool is_wired(const struct composed *c)
{
    for (size_t i = 0; i < c->n->n_channels; i++) {
        const struct channel *k = &c->n->channels[i];
        if (k->from.tile < 0 || k->to.tile < 0 ||
            strcmp(c->n->tiles[k->from.tile].name, "gpu0.sm0.l1") != 0)
            continue;
        const struct tile *to = &c->n->tiles[k->to.tile];
        return strncmp(to->name, "gpu0.l2.0", 9) == 0 || strcmp(to->class, "bank_front") == 0;
    }
    return false;
}

/* Of each machine that ships tiny: one SM and one L2 bank have wires between them, if the L1 asks
 * for no other package's lines and no width of switches is given; others have their switches. */
static void lone_cores(void **state)
{
    (void)state;
    struct shipped_systems all = shipped_systems();
    unsigned wired = 0;
    for (size_t i = 0; i < all.n; i++) {
        if (strstr(all.names[i], "-tiny") == NULL)
            continue;
        struct composed c = compose(all.names[i], "hardware.lone_switch=false");
        const struct system *s = c.sys;
        const bool lone = system_cores(s) == 1 && s->l2.banks == 1 &&
                          s->crossbar.bytes_per_cycle == 0 &&
                          (s->l2.role != SYS_MEMORY_SIDE || system_homes(s) == 1);
        if (is_wired(&c) != lone)
            fail_msg("%s: %s", all.names[i], lone ? "no wires" : "wires");
        wired += lone;
        drop(&c);
    }
    assert_true(wired >= 8);
    shipped_systems_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(lone_cores),
    };
    return cmocka_run_group_tests_name("whole", tests, NULL, NULL);
}
