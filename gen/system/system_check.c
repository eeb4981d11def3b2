/* Checks the conditions between the numbers of a system, once each is in its range. An error points
 * at the field in the file, or names the --set that it comes from. */
#include "gen/system/derived.h"
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define G (1ull << 30)

bool check_fail(const struct check *c, const char *const paths[], const char *fmt, ...)
{
    char what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    for (size_t i = 0; paths[i] != NULL; i++) {
        const char *set = system_set_of(c->sets, paths[i]);
        if (set != NULL)
            return error_set(c->err, "--set %.150s: %s", set, what);
    }
    struct sbuf place = {0};
    system_where(c->s, paths[0], &place);
    error_set(c->err, "%s: %s", place.text, what);
    sbuf_free(&place);
    return false;
}

/* A part that --set alone gives a machine has its fields from a file all the same. */
static bool check_parts(const struct check *c)
{
    const struct system_part *part;
    for (size_t i = 0; c->sets->n > 0 && (part = system_part(i)) != NULL; i++) {
        if (!system_part_has(part, c->s) || system_gives(c->s, part->path))
            continue;
        struct sbuf needs = {0};
        system_part_needs(part, &needs);
        error_set(c->err, "%s:1:1: %s is missing; %s needs it", c->s->file->name,
                  schema_name(&system_schema, part->path), needs.text);
        sbuf_free(&needs);
        return false;
    }
    return true;
}

static bool check_about(const struct check *c)
{
    for (const char *t = c->s->about; *t != '\0'; t++)
        if ((unsigned char)*t < 0x20 || *t == 0x7f)
            return check_fail(c, PATHS("about"),
                              "about has a line break or control character; "
                              "it must be one line");
    return true;
}

bool check_cache(const struct check *c, const char *path_bytes, const char *path_ways)
{
    uint64_t bytes = system_value(c->s, path_bytes);
    uint64_t ways = system_value(c->s, path_ways);
    uint64_t least = 2 * ways * c->s->line_bytes;
    return bytes >= least ||
           check_fail(c, PATHS(path_bytes, path_ways, "line_bytes"),
                      "%s is %llu; two sets of %llu ways of %u-byte lines need at least %llu",
                      path_bytes, (unsigned long long)bytes, (unsigned long long)ways,
                      c->s->line_bytes, (unsigned long long)least);
}

/* A tag needs at least one bit, so no array may have as many sets as there are lines that it may
 * hold. */
static bool check_tags(const struct check *c)
{
    const struct system *s = c->s;
    uint64_t total = system_memory(s);
    if (s->l1.bytes / s->l1.ways >= total)
        return check_fail(c, PATHS("l1.bytes", "umc.bytes"),
                          "l1.bytes is %u; a way of it must be smaller than the memory",
                          s->l1.bytes);
    if ((uint64_t)s->l2.banks * s->l2.bytes / s->l2.ways >= total)
        return check_fail(c, PATHS("l2.bytes", "l2.banks", "umc.bytes"),
                          "l2.bytes is %u; a way of all banks must be smaller than the memory",
                          s->l2.bytes);
    if (system_has(s, "tsu.sets") && (uint64_t)s->tsu.sets * s->line_bytes >= s->umc.bytes)
        return check_fail(c, PATHS("tsu.sets", "umc.bytes"),
                          "tsu.sets is %u; it must be smaller than the %llu lines of one UMC: "
                          "set tsu.sets to %llu at most, or umc.bytes to %llu at least",
                          s->tsu.sets, (unsigned long long)(s->umc.bytes / s->line_bytes),
                          (unsigned long long)(s->umc.bytes / s->line_bytes / 2),
                          2ull * s->tsu.sets * s->line_bytes);
    return true;
}

static bool check_memory(const struct check *c)
{
    if (system_memory(c->s) > 1024 * G)
        return check_fail(
            c, PATHS("umc.bytes", "umc.count"),
            "umc.bytes is %llu; times umc.count, %u,%s it must not exceed 1099511627776",
            (unsigned long long)c->s->umc.bytes, c->s->umc.count,
            c->s->memory.at == SYS_PACKAGES ? " of each package," : "");
    return true;
}

/* A lease must be shorter than half of the range of timestamps, or an epoch would end after every
 * few stores. */
static bool check_lease(const struct check *c, const char *path)
{
    if (!system_has(c->s, path))
        return true;
    uint64_t lease = system_value(c->s, path);
    uint64_t bound = 1ull << (c->s->mgcc.ts_bits - 1);
    return lease < bound ||
           check_fail(c, PATHS(path, "mgcc.ts_bits"),
                      "%s is %llu; with mgcc.ts_bits %u it must be less than %llu", path,
                      (unsigned long long)lease, c->s->mgcc.ts_bits, (unsigned long long)bound);
}

/* A peek's answer has two times and a bit in the data of one line, which must have room for them.
 */
static bool check_time(const struct check *c)
{
    const struct sys_mgcc *p = &c->s->mgcc;
    uint32_t most = (8 * c->s->line_bytes - 2) / 2;
    most = most < 48 ? most : 48;
    return !system_has(c->s, "mgcc.ts_bits") || p->ts_bits + p->epoch_bits <= most ||
           check_fail(
               c, PATHS("mgcc.epoch_bits", "mgcc.ts_bits", "line_bytes"),
               "mgcc.epoch_bits is %u; with mgcc.ts_bits %u and line_bytes %u both must not be "
               "more than %u together",
               p->epoch_bits, p->ts_bits, c->s->line_bytes, most);
}

/* Only the time of a line's last store tells whether a copy is as good. */
static bool check_renewals(const struct check *c)
{
    return system_protocol(c->s)->rules->renew == NULL || c->s->tsu.keep_wts ||
           check_fail(c, PATHS("tsu.keep_wts", "protocol"),
                      "tsu.keep_wts is false; with protocol %s it must be true, as a copy is "
                      "renewed by the time of its line's last store",
                      system_word(c->s, "protocol"));
}

/* A tracker compares the clocks of requests; one beside an IMST reads the line's entry with it. */
static bool check_tracker(const struct check *c)
{
    const struct rules *rules = system_protocol(c->s)->rules;
    if (c->s->umc.order == SYS_BY_TIME && !rules->sends_cts)
        return check_fail(c, PATHS("umc.order", "protocol"),
                          "umc.order is time; with protocol %s it must be arrival, as requests "
                          "carry no clock",
                          system_word(c->s, "protocol"));
    return !c->s->umc.merge || !rules->tracks ||
           check_fail(c, PATHS("umc.merge", "protocol"),
                      "umc.merge is true; with protocol %s it must be false, as each access to "
                      "DRAM has a part in tracking its line",
                      system_word(c->s, "protocol"));
}

static bool check_hardware(const struct check *c)
{
    const struct system *s = c->s;
    if (s->line_bytes < 2 * s->hardware.word_bytes)
        return check_fail(c, PATHS("line_bytes", "hardware.word_bytes"),
                          "line_bytes is %u; two words of hardware.word_bytes, %u, need more",
                          s->line_bytes, s->hardware.word_bytes);
    if (s->hardware.count_latency && s->hardware.count_one)
        return check_fail(c, PATHS("hardware.count_latency", "hardware.count_one"),
                          "hardware.count_latency is true; that needs hardware.count_one false, as "
                          "a unit with one counter has no sums");
    if (s->hardware.count_latency && s->hardware.count_bits < 16)
        return check_fail(c, PATHS("hardware.count_latency", "hardware.count_bits"),
                          "hardware.count_latency is true; sums need hardware.count_bits of 16 at "
                          "least, not %u",
                          s->hardware.count_bits);
    return true;
}

/* Whole sets: a TLB's entries are a multiple of its ways. */
static bool check_sets(const struct check *c, const char *entries_path, uint32_t entries,
                       const char *ways_path, uint32_t ways)
{
    return entries % ways == 0 || check_fail(c, PATHS(entries_path, ways_path),
                                             "%s is %u; it must be a multiple of %s, %u, or 0",
                                             entries_path, entries, ways_path, ways);
}

static bool check_tlb(const struct check *c)
{
    const struct sys_tlb *t = &c->s->placement.tlb;
    return check_sets(c, "placement.tlb.entries", t->entries, "placement.tlb.ways", t->ways) &&
           check_sets(c, "placement.tlb.shared_entries", t->shared_entries,
                      "placement.tlb.shared_ways", t->shared_ways);
}

/* A page can move if packages have memory, and engines that copy; and if memory has its bytes once
 * nothing is in flight. */
static bool check_moves(const struct check *c)
{
    const struct system *s = c->s;
    const bool faults = s->placement.faults.latency > 0;
    const char *path = faults                   ? "placement.faults.latency"
                       : s->placement.replicate ? "placement.replicate"
                                                : "placement.migrate";
    if (!faults && !s->placement.replicate && s->placement.migrate == 0)
        return true;
    if (s->copy_engine.lines == 0 || s->memory.at != SYS_PACKAGES)
        return check_fail(c, PATHS(path, "copy_engine.lines", "memory.at"),
                          "%s needs memory.at packages and copy_engine.lines of 2 at least", path);
    if (placement_policies[s->placement.policy].kind == PLACES_LINES)
        return check_fail(c, PATHS(path, "placement.policy"),
                          "%s needs a placement.policy that places pages, not %s", path,
                          placement_policies[s->placement.policy].word);
    if (system_protocol(s)->rules->write_back && s->l2.role != SYS_MEMORY_SIDE)
        return check_fail(c, PATHS(path, "protocol", "l2.role"),
                          "%s needs L2s whose lines the memory has, too; protocol %s with l2.role "
                          "%s keeps written lines from it",
                          path, system_word(s, "protocol"), system_word(s, "l2.role"));
    return true;
}

/* What moves pages at a fault moves them for nothing else; and a fault that is served is no hang.
 */
static bool check_faults(const struct check *c)
{
    const struct sys_placement *p = &c->s->placement;
    if (p->faults.latency == 0)
        return true;
    if (p->replicate || p->migrate > 0)
        return check_fail(
            c, PATHS("placement.faults.latency", "placement.replicate", "placement.migrate"),
            "placement.faults.latency is %u; pages that fault neither replicate nor migrate by "
            "counts; set it to 0, or placement.replicate to false and placement.migrate to 0",
            p->faults.latency);
    if (!c->s->memory.host && (p->faults.from == SYS_FROM_HOST || p->faults.room > 0))
        return check_fail(
            c, PATHS("placement.faults.from", "placement.faults.room", "memory.host"),
            "placement.faults.from is %s and placement.faults.room %u; without memory.host true "
            "they must be any and 0",
            system_word(c->s, "placement.faults.from"), p->faults.room);
    return p->faults.latency < c->s->watchdog ||
           check_fail(c, PATHS("placement.faults.latency", "watchdog"),
                      "placement.faults.latency is %u; it must be less than watchdog, %u",
                      p->faults.latency, c->s->watchdog);
}

/* A slot's number is a tag of the engine's L1, and a command is in the data of one line. */
static bool check_copy_engine(const struct check *c)
{
    const struct system *s = c->s;
    uint32_t lines = s->copy_engine.lines;
    if (lines == 0)
        return true;
    if (!power_of_two(lines) || lines < 2 || lines > s->sm.tags)
        return check_fail(
            c, PATHS("copy_engine.lines", "sm.tags"),
            "copy_engine.lines is %u; it must be 0, or a power of two from 2 to sm.tags, "
            "%u",
            lines, s->sm.tags);
    return s->line_bytes >= 8 ||
           check_fail(
               c, PATHS("copy_engine.lines", "line_bytes"),
               "copy_engine.lines is %u; a copy engine needs line_bytes of 8 at least, not %u",
               lines, s->line_bytes);
}

/* Where the memory is decides what an L2 bank and a link can be. */
static bool check_place(const struct check *c)
{
    const struct system *s = c->s;
    if (s->l2.role != SYS_CORE_SIDE && s->memory.at == SYS_CENTRAL)
        return check_fail(c, PATHS("l2.role", "memory.at"),
                          "l2.role is %s; that needs memory.at packages, not central",
                          system_word(s, "l2.role"));
    if (s->memory.host && s->copy_engine.lines == 0)
        return check_fail(
            c, PATHS("memory.host", "copy_engine.lines"),
            "memory.host is true; copies from and to the host need copy_engine.lines of 2 "
            "at least");
    if (s->placement.policy == PLACEMENT_HOST && !s->memory.host)
        return check_fail(c, PATHS("placement.policy", "memory.host"),
                          "placement.policy is host; that needs memory.host true");
    if (system_lanes(s) > 0 && s->link.latency == 0 && s->fabric.network.topology == NET_NONE_KIND)
        return check_fail(c, PATHS("link.latency", "memory.at"),
                          "link.latency is 0; between packages with memory it must be 2 at least, "
                          "or network.topology some network");
    return true;
}

bool system_simulates(const struct system *s, struct error *err)
{
    const struct check c = {s, s->sets, err};
    if (s->hardware.word_bytes != 4)
        return check_fail(&c, PATHS("hardware.word_bytes"),
                          "hardware.word_bytes is %u, as on boards; SMs and litmus threads have "
                          "words of 4",
                          s->hardware.word_bytes);
    return s->hardware.queue_in > 0 ||
           check_fail(&c, PATHS("hardware.queue_in"),
                      "hardware.queue_in is 0, as on boards; between tiles, and between SMs and "
                      "L1s, a place is needed: 1 or 2");
}

bool system_check(const struct system *s, const struct system_sets *sets, struct error *err)
{
    const struct check c = {s, sets, err};
    return check_parts(&c) && check_rules(&c) && check_about(&c) && check_read_caches(&c) &&
           check_cache(&c, "l1.bytes", "l1.ways") && check_cache(&c, "l2.bytes", "l2.ways") &&
           check_memory(&c) && check_dram_rows(&c) && check_tags(&c) &&
           check_lease(&c, "mgcc.rd_lease") && check_lease(&c, "mgcc.wr_lease") &&
           check_renewals(&c) && check_tracker(&c) && check_hardware(&c) && check_place(&c) &&
           check_parts_fit(&c) && check_network(&c) && check_copy_engine(&c) && check_time(&c) &&
           check_orders(&c) && check_tlb(&c) && check_moves(&c) && check_faults(&c) &&
           check_dram(&c);
}
