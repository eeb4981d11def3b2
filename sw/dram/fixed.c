/*
 * A channel without banks (dram_config.fixed): requests take the data bus in the order of their
 * acceptance, and a read is answered a fixed time after its turn on the bus begins. The bus is
 * counted in bytes, so that a line may take part of a cycle: in cycle t it has had time for
 * t * bytes_per_cycle of them.
 */
#include "sw/dram/channel.h"

bool fixed_is(const struct dram *d)
{
    return d->config.fixed.latency > 0;
}

/* Bytes of the bus that are taken, counted from the current cycle. */
static uint64_t backlog(const struct dram *d)
{
    const uint64_t had = d->now * d->config.fixed.bytes_per_cycle;
    return d->taken > had ? d->taken - had : 0;
}

bool fixed_busy(const struct dram *d)
{
    return backlog(d) > 0;
}

bool fixed_ready(const struct dram *d, bool write)
{
    const uint32_t depth = write ? d->config.write_queue : d->config.read_queue;
    return backlog(d) < (uint64_t)depth * d->config.line_bytes;
}

uint64_t fixed_take(struct dram *d)
{
    const uint64_t rate = d->config.fixed.bytes_per_cycle;
    const uint64_t begins = later(d->taken, d->now * rate);
    d->taken = begins + d->config.line_bytes;
    return (begins + rate - 1) / rate + d->config.fixed.latency;
}

uint32_t fixed_capacity(const struct dram_config *c)
{
    return c->read_queue + c->write_queue + c->fixed.latency + 2;
}
