/* Traffic between L2s and memory by kind of message, and what leaves each package, with the bytes
 * of thesis 4.2.7. */
#include "gen/proto/wire.h"
#include "gen/system/derived.h"
#include "harness/machine/machine.h"

struct way {
    const char *name;
    bool answers;
};

static void add(const struct machine *m, struct stats *s, const struct way *w, const char *kind,
                enum msg_op op, uint64_t messages)
{
    const struct rules *r = &m->netlist->rules;
    struct wire_sizes z = {m->sys->line_bytes, m->sys->mgcc.ts_bits, m->sys->mgcc.epoch_bits};
    uint64_t bytes = w->answers ? wire_rsp_bytes(r, &z, op) : wire_req_bytes(r, &z, op);
    uint64_t time_bytes = w->answers ? wire_rsp_time_bytes(r, &z) : wire_req_time_bytes(r, &z, op);
    char name[48], meaning[80];
    snprintf(meaning, sizeof meaning, "messages of %s", kind);
    stats_add(s, w->name, "traffic", kind, "messages", meaning, messages);
    snprintf(name, sizeof name, "%s_bytes", kind);
    snprintf(meaning, sizeof meaning, "bytes of %s", kind);
    stats_add(s, w->name, "traffic", name, "bytes", meaning, count_times(messages, bytes));
    snprintf(name, sizeof name, "%s_time_bytes", kind);
    snprintf(meaning, sizeof meaning, "bytes of the times that %s carry", kind);
    stats_add(s, w->name, "traffic", name, "bytes", meaning, count_times(messages, time_bytes));
    stats_add(s, w->name, "traffic", "bytes", "bytes",
              "of all of these, each as long as in the MGCC thesis, 4.2.7",
              count_times(messages, bytes));
}

static void requests(const struct machine *m, struct stats *s)
{
    static const struct way way = {"requests", false};
    const uint64_t found =
        count_plus(stats_sum(s, "l2", "load_hits"), stats_sum(s, "l2", "load_joins"));
    const uint64_t misses = count_less(stats_sum(s, "l2", "loads"), found);
    add(m, s, &way, "loads", OP_LOAD, count_plus(misses, stats_sum(s, "l2", "reissues")));
    add(m, s, &way, "stores", OP_STORE, stats_sum(s, "l2", "stores"));
    if (m->netlist->rules.directory) /* as long as a store: with a line of no bytes */
        add(m, s, &way, "releases", OP_STORE, stats_sum(s, "l2", "releases"));
    add(m, s, &way, "atomics", OP_ATOMIC, stats_sum(s, "l2", "atomics"));
    add(m, s, &way, "writebacks", OP_WRITEBACK, stats_sum(s, "l2", "writebacks"));
    if (m->netlist->rules.timed && m->netlist->sys->tsu.evicts == SYS_TSU_L2)
        add(m, s, &way, "evictions", OP_EVICT, stats_sum(s, "l2", "evictions"));
}

/* What an RDC has, no UMC is asked for. */
static void answers(const struct machine *m, struct stats *s)
{
    static const struct way way = {"answers", true};
    uint64_t stores = stats_sum(s, "umc", "stores"), lines = stats_sum(s, "umc", "store_lines");
    add(m, s, &way, "loads", OP_LOAD,
        count_plus(stats_sum(s, "umc", "loads"), stats_sum(s, "rdc", "load_hits")));
    if (m->netlist->rules.renew != NULL)
        add(m, s, &way, "renewals", OP_RENEW, stats_sum(s, "umc", "renewed"));
    add(m, s, &way, "stores", OP_STORE, count_less(stores, lines));
    if (m->netlist->rules.store_lines)
        add(m, s, &way, "stores_with_line", OP_STORE_LINE, lines);
    add(m, s, &way, "atomics", OP_ATOMIC, stats_sum(s, "umc", "atomics"));
    add(m, s, &way, "writebacks", OP_WRITEBACK, stats_sum(s, "umc", "writebacks"));
    if (m->netlist->rules.invalidates)
        add(m, s, &way, "invalidations", OP_INVALIDATE,
            count_plus(count_plus(stats_sum(s, "umc", "invalidations"),
                                  stats_sum(s, "bank_front", "invalidations")),
                       stats_sum(s, "bank_front", "invalidations_across")));
    if (m->netlist->rules.directory) {
        add(m, s, &way, "releases", OP_STORE, stats_sum(s, "bank_front", "far_releases"));
        add(m, s, &way, "markers", OP_INVALIDATE,
            count_plus(stats_sum(s, "bank_front", "markers"),
                       stats_sum(s, "bank_front", "markers_across")));
    }
}

/* An acknowledgement is as long as an answer without a line. Of directories' invalidations only
 * those to other GPUs are acknowledged, beside the markers of releases. */
static void acknowledgements(const struct machine *m, struct stats *s)
{
    static const struct way way = {"acknowledgements", true};
    const struct rules *r = &m->netlist->rules;
    if (r->directory)
        add(m, s, &way, "acks", OP_INVALIDATE,
            count_plus(stats_sum(s, "bank_front", "marker_acks"),
                       stats_sum(s, "bank_front", "kill_acks")));
    else if (r->invalidates)
        add(m, s, &way, "acks", OP_INVALIDATE, stats_sum(s, "l2", "invalidations"));
}

/* ---- what leaves a package ---- */

struct left {
    uint64_t messages, bytes;
};

static void add_left(struct stats *s, const char *package, struct left all, const char *bytes)
{
    stats_add(s, package, "fabric", "messages", "messages", "of any kind that left the package",
              all.messages);
    stats_add(s, package, "fabric", "bytes", "bytes", bytes, all.bytes);
}

/* Adds what one kind of message took on a lane; `with_line` NULL: none has a line. False if the
 * lane does not count it. */
static bool add_kind(const struct machine *m, struct stats *s, const char *package,
                     const char *lane, const char *kind, const char *with_line, bool answers,
                     struct left *left)
{
    uint64_t head = netlist_wire_bytes(m->netlist, answers, false);
    uint64_t line = netlist_wire_bytes(m->netlist, answers, true);
    uint64_t all, lines = 0;
    if (!stats_get(s, lane, "lane", kind, &all))
        return false;
    if (with_line != NULL)
        stats_get(s, lane, "lane", with_line, &lines);
    const uint64_t bytes =
        count_plus(count_times(lines, line), count_times(count_less(all, lines), head));
    char name[48], meaning[80];
    snprintf(meaning, sizeof meaning, "%s that left the package", kind);
    stats_add(s, package, "fabric", kind, "messages", meaning, all);
    snprintf(name, sizeof name, "%s_bytes", kind);
    snprintf(meaning, sizeof meaning, "bytes of these %s", kind);
    stats_add(s, package, "fabric", name, "bytes", meaning, bytes);
    left->messages = count_plus(left->messages, all);
    left->bytes = count_plus(left->bytes, bytes);
    return true;
}

static void add_lane(const struct machine *m, struct stats *s, const char *package, uint32_t k)
{
    struct left left = {0};
    char lane[48];
    snprintf(lane, sizeof lane, "%s.lane%u.out", package, k);
    if (add_kind(m, s, package, lane, "requests", "request_lines", false, &left) &&
        add_kind(m, s, package, lane, "answers", "answer_lines", true, &left) &&
        (!m->netlist->rules.invalidates ||
         add_kind(m, s, package, lane, "acks", NULL, true, &left)))
        add_left(s, package, left, "of these messages");
}

/* An interface of a network counts packets and flits of all kinds together. */
static void add_interface(const struct machine *m, struct stats *s, const char *package, uint32_t k)
{
    char inject[48];
    uint64_t packets, flits;
    snprintf(inject, sizeof inject, "%s.lane%u.ni_inject", package, k);
    if (stats_get(s, inject, "ni_inject", "packets", &packets) &&
        stats_get(s, inject, "ni_inject", "flits", &flits))
        add_left(s, package,
                 (struct left){packets, count_times(flits, m->netlist->networks->flit_bits / 8)},
                 "of the flits of these messages");
}

/* By the lanes out of each node, or its interfaces. */
static void fabric(const struct machine *m, struct stats *s)
{
    for (uint32_t g = 0; g < system_homes(m->sys); g++)
        for (uint32_t k = 0; k < system_lanes(m->sys); k++) {
            char node[SYSTEM_NODE];
            system_node(m->sys, g, node);
            if (m->netlist->n_networks > 0)
                add_interface(m, s, node, k);
            else
                add_lane(m, s, node, k);
        }
}

void machine_traffic(const struct machine *m, struct stats *s)
{
    fabric(m, s);
    requests(m, s);
    answers(m, s);
    acknowledgements(m, s);
}
