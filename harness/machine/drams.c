/*
 * The channels between the RTL and the models of DRAM. With an IMST or an RDC, memory has spare
 * bits beside each line, which an access reads or writes.
 */
#include "gen/system/derived.h"
#include "harness/machine/impl.h"

#include <string.h>

/* A request as the model knows it: its tag, and above it whether it is for spare bits. */
struct wanted {
    bool write, entry;
    bool carved; /* of a line that is no program's: the RDC asks */
    uint64_t local;
    uint32_t tag;
};

static struct wanted read_request(const struct machine *m, const struct port *p)
{
    const struct msg_widths *w = &m->netlist->dram;
    uint64_t line = msg_get(p->msg, m->at.dram_req.line, w->bits[MSG_LINE]);
    struct wanted r = {
        .write = msg_get(p->msg, m->at.dram_req.write, 1) != 0,
        .entry = m->spares != NULL && msg_get(p->msg, m->at.dram_req.entry, 1) != 0,
        .local = address_dram(&m->netlist->map, line),
        .tag = (uint32_t)msg_get(p->msg, m->at.dram_req.tag, w->bits[MSG_TAG]),
    };
    r.carved = system_has_rdc(m->sys) && r.tag >> (w->bits[MSG_TAG] - 1) != 0;
    r.tag |= (uint32_t)r.entry << w->bits[MSG_TAG];
    return r;
}

/* The order in which DRAM accepts requests is that of memory, for spare bits as for lines. */
static void access_spare(struct machine *m, uint32_t u, const struct wanted *r, const uint32_t *msg)
{
    struct dram *d = m->drams[u];
    if (!r->write)
        m->spares[u][r->tag] = dram_spare(d, r->local);
    else if (r->entry)
        dram_set_spare(d, r->local, msg_get(msg, m->at.dram_req.spare, m->at.dram_rsp.spare_bits));
}

void machine_to_dram(struct machine *m, uint32_t u)
{
    const struct port *p = &m->from_umc[u];
    const struct wanted r = read_request(m, p);
    struct dram *d = m->drams[u];
    if (dram_idle(d))
        dram_skip(d, m->now);
    if (!dram_ready(d, r.write))
        return;
    uint8_t mask[SM_MAX_LINE / 8] = {0};
    for (uint32_t i = 0; i < m->sys->line_bytes; i += 8)
        mask[i / 8] = (uint8_t)msg_get(p->msg, m->at.dram_req.mask + i, 8);
    dram_request(d, r.write, r.local, r.tag, (const uint8_t *)p->msg, mask);
    if (m->spares != NULL)
        access_spare(m, u, &r, p->msg);
    if (r.write && !r.entry && !r.carved && m->stand_in != NULL && m->stand_in->written != NULL)
        m->stand_in->written(m->stand_in->ctx, address_line(&m->netlist->map, u, r.local),
                             (const uint8_t *)p->msg, mask);
    engine_consume(m->engine, p);
}

void machine_step_dram(struct machine *m, uint32_t u)
{
    struct dram *d = m->drams[u];
    if (dram_idle(d))
        return;
    dram_step(d);
    const struct port *p = &m->to_umc[u];
    const uint32_t tag_bits = m->netlist->dram.bits[MSG_TAG];
    uint32_t tag;
    const uint8_t *data;
    if (!port_takes(p) || !dram_answer(d, &tag, &data))
        return;
    if (data != NULL)
        memcpy(p->msg, data, m->sys->line_bytes);
    msg_put(p->msg, m->at.dram_rsp.tag, tag_bits, tag);
    if (m->spares != NULL) {
        msg_put(p->msg, m->at.dram_rsp.spare, m->at.dram_rsp.spare_bits, m->spares[u][tag]);
        msg_put(p->msg, m->at.dram_rsp.entry, 1, tag >> tag_bits);
        msg_put(p->msg, m->at.dram_rsp.write, 1, data == NULL);
    }
    engine_offer(m->engine, p);
}
