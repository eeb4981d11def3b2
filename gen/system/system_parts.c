/*
 * Parts that not every machine has. Each has fields of its own in a file: a group of them, or one.
 * A file gives them if its machine has the part, and only then. parts.yaml has those that a machine
 * gets by --set alone.
 */
#include "gen/system/system_impl.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"
#include "sw/util/yaml_schema.h"

#include <string.h>

static bool has_leases(const struct protocol *p)
{
    return p->rules->timed;
}

static bool has_imst(const struct protocol *p)
{
    return p->rules->tracks;
}

/* Where requests carry a clock a launch's end raises all clocks, and nothing has to be emptied. */
static bool has_boundary(const struct protocol *p)
{
    return !p->rules->sends_cts;
}

static bool has_directory(const struct protocol *p)
{
    return p->rules->directory;
}

static bool has_rdc(const struct protocol *p)
{
    return p->rdc;
}

static bool has_lanes(const struct system *s)
{
    return s->memory.at == SYS_PACKAGES && system_homes(s) > 1;
}

static bool has_package_link(const struct system *s)
{
    return s->fabric.package_link.latency > 0;
}

static bool has_controller_link(const struct system *s)
{
    return s->fabric.controller_link.latency > 0;
}

static bool has_host_link(const struct system *s)
{
    return s->memory.at == SYS_CENTRAL && s->memory.host;
}

static bool has_links(const struct system *s)
{
    return s->memory.at == SYS_CENTRAL || has_lanes(s);
}

static bool has_l15s(const struct system *s)
{
    return s->l15.banks > 0;
}

static bool has_copy_engine(const struct system *s)
{
    return s->copy_engine.lines > 0;
}

static bool has_cpu(const struct system *s)
{
    return system_has_cpu(s);
}

static bool has_crossbar(const struct system *s)
{
    return s->crossbar.bytes_per_cycle > 0;
}

static bool has_l1i(const struct system *s)
{
    return s->sm.l1i.bytes > 0;
}

static bool has_scalar(const struct system *s)
{
    return s->sm.scalar.bytes > 0;
}

static bool has_tlb(const struct system *s)
{
    return s->placement.tlb.entries > 0;
}

static bool has_faults(const struct system *s)
{
    return s->placement.faults.latency > 0;
}

static bool has_network(const struct system *s)
{
    return s->fabric.network.topology != NET_NONE_KIND;
}

static bool has_both(const struct system *s)
{
    return s->l2.role == SYS_BOTH_SIDES;
}

static bool has_partition(const struct system *s)
{
    return s->l2.partition.window > 0;
}

static bool has_between(const struct system *s)
{
    return s->fabric.between.latency != 0;
}

static bool has_overlay(const struct system *s)
{
    return system_has_overlay(s);
}

static bool has_fixed(const struct system *s)
{
    return s->dram.fixed.latency > 0;
}

static bool has_synchronisation(const struct system *s)
{
    return s->synchronisation.fences == SYS_EMPTY;
}

static bool has_cubes(const struct system *s)
{
    return s->memory.cubes.clusters > 0;
}

#define OF_PROTOCOLS(has) NULL, NULL, NULL, has
static const struct system_part parts[] = {
    {"mgcc", OF_PROTOCOLS(has_leases)},
    {"memory.tsu", OF_PROTOCOLS(has_leases)},
    {"memory.imst", OF_PROTOCOLS(has_imst)},
    {"memory.cubes", "clusters", has_cubes, "memory.cubes.clusters", NULL},
    {"memory.dram.fixed", "latency", has_fixed, "memory.dram.fixed.latency", NULL},
    {"invalidation", OF_PROTOCOLS(has_imst)},
    {"synchronisation", "fences", has_synchronisation, "synchronisation.fences empty", NULL},
    {"boundary.l15s", NULL, has_l15s, "package.l15.banks", NULL}, /* before all of boundary */
    {"boundary", OF_PROTOCOLS(has_boundary)},
    {"fabric.lanes", NULL, has_lanes, "memory.at packages and two of them, or a host", NULL},
    {"fabric.package_link", "latency", has_package_link, "fabric.package_link.latency", NULL},
    {"fabric.controller_link", "latency", has_controller_link, "fabric.controller_link.latency",
     NULL},
    {"fabric.host_link", NULL, has_host_link, "memory.at central and memory.host", NULL},
    {"fabric.link", NULL, has_links, "memory.at central, or packages and two of them, or a host",
     NULL},
    {"fabric.network", "topology", has_network, "fabric.network.topology", NULL},
    {"fabric.between", "latency", has_between, "fabric.between.latency", NULL},
    {"fabric.overlay", "latency", has_overlay, "fabric.overlay.latency", NULL},
    {"package.crossbar", "bytes_per_cycle", has_crossbar, "crossbar.bytes_per_cycle", NULL},
    {"package.sm.l1i", "bytes", has_l1i, "sm.l1i.bytes", NULL},
    {"package.sm.scalar", "bytes", has_scalar, "sm.scalar.bytes", NULL},
    {"package.l2.remote", NULL, has_both, "package.l2.role both", NULL},
    {"package.l2.partition", "window", has_partition, "l2.partition.window", NULL},
    {"package.l2.directory", OF_PROTOCOLS(has_directory)},
    {"package.l15", "banks", has_l15s, "package.l15.banks", NULL},
    {"package.rdc", OF_PROTOCOLS(has_rdc)},
    {"package.copy_engine", "lines", has_copy_engine, "copy_engine.lines", NULL},
    {"cpu", "misses", has_cpu, "cpu.misses", NULL},
    {"placement.tlb", "entries", has_tlb, "placement.tlb.entries", NULL},
    {"placement.faults", "latency", has_faults, "placement.faults.latency", NULL},
};

const struct system_part *system_part(size_t i)
{
    return i < sizeof parts / sizeof *parts ? &parts[i] : NULL;
}

bool system_part_has(const struct system_part *part, const struct system *s)
{
    return part->has != NULL ? part->has(s) : part->protocols(system_protocol(s));
}

void system_part_needs(const struct system_part *part, struct sbuf *text)
{
    if (part->protocols == NULL) {
        sbuf_puts(text, part->needs);
        return;
    }
    sbuf_puts(text, "protocol ");
    system_protocols(part->protocols, text);
}

/* Whether `path` is `above` or a field in there; `rest` is what follows. */
static bool within(const char *path, const char *above, const char **rest)
{
    size_t len = strlen(above);
    if (strncmp(path, above, len) != 0 || (path[len] != '\0' && path[len] != '.'))
        return false;
    *rest = path + len + (path[len] == '.');
    return true;
}

bool system_lacks(const struct system *s, const char *path, const struct system_part **part)
{
    const char *rest;
    for (size_t i = 0; (*part = system_part(i)) != NULL; i++)
        if (within(path, (*part)->path, &rest))
            return !system_part_has(*part, s) &&
                   ((*part)->count == NULL || strcmp(rest, (*part)->count) != 0);
    return false;
}

bool system_has(const struct system *s, const char *path)
{
    const struct system_part *part;
    return !system_lacks(s, system_field(path).path, &part);
}

/* The schema of a mapping without the parts that the machine lacks; `path` is the mapping's. */
static cyaml_schema_value_t without(const struct system *s, const cyaml_schema_value_t *all,
                                    const char *path, struct arena *a)
{
    const struct system_part *part;
    cyaml_schema_value_t v = *all;
    size_t n = 0;
    while (all->mapping.fields[n].key != NULL)
        n++;
    cyaml_schema_field_t *to = ARENA_ARRAY(a, cyaml_schema_field_t, n + 1);
    v.mapping.fields = to;
    for (const cyaml_schema_field_t *f = all->mapping.fields; f->key != NULL; f++) {
        const char *sub = arena_printf(a, "%s%s%s", path, *path == '\0' ? "" : ".", f->key);
        if (system_lacks(s, sub, &part) || (part != NULL && !system_part_has(part, s)))
            continue;
        *to = *f;
        if (f->value.type == CYAML_MAPPING)
            to->value = without(s, &f->value, sub, a);
        to += f->value.type != CYAML_MAPPING || to->value.mapping.fields->key != NULL;
    }
    *to = (cyaml_schema_field_t){0};
    return v;
}

const cyaml_schema_value_t *system_schema_of(const struct system *s, struct arena *a)
{
    cyaml_schema_value_t *v = ARENA_NEW(a, cyaml_schema_value_t);
    *v = without(s, &system_schema, "", a);
    return v;
}
