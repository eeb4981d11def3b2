/* Traffic between L2s and memory by kind of message, and what leaves each package, with the bytes
 * of thesis 4.2.7. */
#include "harness/machine/machine.h"

struct way {
    const char *name;
    bool answers;
};

static void add(const struct machine *m, struct stats *s, const struct way *w, const char *kind,
                enum msg_op op, uint64_t messages)
{
    const struct mgcc_rules *r = &m->netlist->rules;
    struct mgcc_sizes z = {m->sys->line_bytes, m->sys->mgcc.ts_bits, m->sys->mgcc.epoch_bits};
    uint64_t bytes = w->answers ? mgcc_rsp_bytes(r, &z, op) : mgcc_req_bytes(r, &z, op);
    uint64_t time_bytes = w->answers ? mgcc_rsp_time_bytes(r, &z) : mgcc_req_time_bytes(r, &z, op);
    char name[48], meaning[80];
    snprintf(meaning, sizeof meaning, "messages of %s", kind);
    stats_add(s, w->name, "traffic", kind, "messages", meaning, messages);
    snprintf(name, sizeof name, "%s_bytes", kind);
    snprintf(meaning, sizeof meaning, "bytes of %s", kind);
    stats_add(s, w->name, "traffic", name, "bytes", meaning, messages * bytes);
    snprintf(name, sizeof name, "%s_time_bytes", kind);
    snprintf(meaning, sizeof meaning, "bytes of the times that %s carry", kind);
    stats_add(s, w->name, "traffic", name, "bytes", meaning, messages * time_bytes);
    stats_add(s, w->name, "traffic", "bytes", "bytes", "of all of these", messages * bytes);
}

static void requests(const struct machine *m, struct stats *s)
{
    static const struct way way = {"requests", false};
    uint64_t misses = stats_sum(s, "l2", "loads") - stats_sum(s, "l2", "load_hits") -
                      stats_sum(s, "l2", "load_joins");
    add(m, s, &way, "loads", OP_LOAD, misses + stats_sum(s, "l2", "reissues"));
    add(m, s, &way, "stores", OP_STORE, stats_sum(s, "l2", "stores"));
    add(m, s, &way, "atomics", OP_ATOMIC, stats_sum(s, "l2", "atomics"));
    add(m, s, &way, "writebacks", OP_WRITEBACK, stats_sum(s, "l2", "writebacks"));
}

/* A UMC counts a write-back as a store, so write-backs are subtracted from its stores. What an RDC
 * has, no UMC is asked for. */
static void answers(const struct machine *m, struct stats *s)
{
    static const struct way way = {"answers", true};
    uint64_t stores = stats_sum(s, "umc", "stores"), lines = stats_sum(s, "umc", "store_lines");
    uint64_t back = stats_sum(s, "l2", "writebacks");
    add(m, s, &way, "loads", OP_LOAD,
        stats_sum(s, "umc", "loads") + stats_sum(s, "rdc", "load_hits"));
    add(m, s, &way, "stores", OP_STORE, stores - lines - back);
    if (m->netlist->rules.store_lines)
        add(m, s, &way, "stores_with_line", OP_STORE_LINE, lines);
    add(m, s, &way, "atomics", OP_ATOMIC, stats_sum(s, "umc", "atomics"));
    add(m, s, &way, "writebacks", OP_WRITEBACK, back);
    if (m->netlist->rules.invalidates)
        add(m, s, &way, "invalidations", OP_INVALIDATE,
            stats_sum(s, "umc", "invalidations") + stats_sum(s, "roles", "invalidations"));
}

/* An acknowledgement of an invalidation is as long as an answer without a line. */
static void acknowledgements(const struct machine *m, struct stats *s)
{
    static const struct way way = {"acknowledgements", true};
    if (m->netlist->rules.invalidates)
        add(m, s, &way, "acks", OP_INVALIDATE, stats_sum(s, "l2", "invalidations"));
}

/* What one kind of message took on a lane; `with_line` NULL: none has a line. */
static void add_lane(const struct machine *m, struct stats *s, const char *package,
                     const char *lane, const char *kind, const char *with_line, bool answers)
{
    uint64_t head = netlist_wire_bytes(m->netlist, answers, false);
    uint64_t line = netlist_wire_bytes(m->netlist, answers, true);
    uint64_t all, lines = 0;
    stats_get(s, lane, "lane", kind, &all);
    if (with_line != NULL)
        stats_get(s, lane, "lane", with_line, &lines);
    char name[48], meaning[80];
    snprintf(meaning, sizeof meaning, "%s that left the package", kind);
    stats_add(s, package, "fabric", kind, "messages", meaning, all);
    snprintf(name, sizeof name, "%s_bytes", kind);
    snprintf(meaning, sizeof meaning, "bytes of these %s", kind);
    stats_add(s, package, "fabric", name, "bytes", meaning, lines * line + (all - lines) * head);
}

/* The lanes out of each node. */
static void fabric(const struct machine *m, struct stats *s)
{
    for (uint32_t g = 0; g < system_homes(m->sys); g++)
        for (uint32_t k = 0; k < system_lanes(m->sys); k++) {
            char node[SYSTEM_NODE], lane[48];
            system_node(m->sys, g, node);
            snprintf(lane, sizeof lane, "%s.lane%u.out", node, k);
            add_lane(m, s, node, lane, "requests", "request_lines", false);
            add_lane(m, s, node, lane, "answers", "answer_lines", true);
            if (m->netlist->rules.invalidates)
                add_lane(m, s, node, lane, "acks", NULL, true);
        }
}

void machine_traffic(const struct machine *m, struct stats *s)
{
    fabric(m, s);
    requests(m, s);
    answers(m, s);
    acknowledgements(m, s);
}
