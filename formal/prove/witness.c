#include "formal/prove/witness.h"

#include "formal/aig/run.h"
#include "formal/prove/prover.h"
#include "formal/prove/tool.h"
#include "formal/prove/vcd.h"
#include "formal/prove/yosys.h"
#include "gen/proto/layout.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

static const char *const op_names[] = {"LOAD",    "STORE",     "CLOCK",     "PEEK_L1",
                                       "PEEK_L2", "FRESH",     "ATOMIC",    "FENCE",
                                       "EMPTY",   "WRITEBACK", "STORE_LINE"};

static const struct msg *message_of(const struct model *m, const char *channel)
{
    const struct {
        const char *channel;
        const struct msg *msg;
    } known[] = {{"core_req", &msg_core_req}, {"core_rsp", &msg_core_rsp},
                 {"req", m->rules.req},       {"mem_req", m->rules.req},
                 {"rsp", m->rules.rsp},       {"mem_rsp", m->rules.rsp},
                 {"dram_req", &msg_dram_req}, {"dram_rsp", &msg_dram_rsp}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].channel, channel) == 0)
            return known[i].msg;
    return NULL;
}

static struct msg_widths widths_of(const struct model *m, const char *channel)
{
    struct msg_widths w = {{[MSG_BIT] = 1, [MSG_OP] = MSG_OP_W, [MSG_FN] = MSG_FN_W}};
    bool memory = strncmp(channel, "mem_", 4) == 0;
    uint32_t bytes = model_param(m, "LINE_BYTES");
    w.bits[MSG_LINE] = model_param(m, "LINE_W");
    w.bits[MSG_TAG] = model_param(m, "TAG_W");
    w.bits[MSG_SRC] = model_param(m, memory ? "MEM_SRC_W" : "SRC_W");
    w.bits[MSG_TS] = model_param(m, "TS_W");
    w.bits[MSG_TIME] = model_param(m, "TIME_W");
    w.bits[MSG_MASK] = bytes;
    w.bits[MSG_DATA] = 8 * bytes;
    return w;
}

/* Shows a field; a time as EPOCH:TIMESTAMP. */
static void show_field(const struct model *m, const char *name, bool time, uint64_t value,
                       struct sbuf *out)
{
    uint32_t ts = model_param(m, "TS_W");
    if (strcmp(name, "op") == 0 && value < sizeof op_names / sizeof *op_names)
        sbuf_printf(out, " %s", op_names[value]);
    else if (time && ts > 0 && ts < 64)
        sbuf_printf(out, " %s=%" PRIu64 ":%" PRIu64, name, value >> ts,
                    value & ((UINT64_C(1) << ts) - 1));
    else
        sbuf_printf(out, " %s=0x%" PRIx64, name, value);
}

static void show_message(const struct model *m, const struct vcd *v, size_t signal, size_t cycle,
                         const char *channel, struct sbuf *out)
{
    const struct msg *msg = message_of(m, channel);
    if (msg == NULL) { /* the message's layout is unknown: any WIDTH bits */
        show_field(m, "msg", false, vcd_value(v, signal, cycle, 0, 64), out);
        return;
    }
    struct msg_widths w = widths_of(m, channel);
    for (const struct msg_field *f = msg->fields; f->name != NULL; f++)
        if (f->width != MSG_DATA && f->width != MSG_MASK)
            show_field(m, f->name, f->width == MSG_TIME,
                       vcd_value(v, signal, cycle, msg_lsb(msg, &w, f->name), w.bits[f->width]),
                       out);
}

/* Shows a channel without a message port: each signal whose name begins with the channel's. */
static void show_ports(const struct model *m, const struct vcd *v, size_t cycle,
                       const char *channel, struct sbuf *out)
{
    size_t len = strlen(channel);
    for (size_t i = 0; i < v->n_signals; i++) {
        const char *name = v->signals[i].name;
        if (strncmp(name, channel, len) != 0 || name[len] != '_')
            continue;
        char field[64];
        snprintf(field, sizeof field, "%.*s", (int)(strlen(name + len + 1) - 2), name + len + 1);
        if (strcmp(field, "valid") != 0 && strcmp(field, "ready") != 0)
            show_field(m, field, v->signals[i].width == model_param(m, "TIME_W"),
                       vcd_value(v, i, cycle, 0, 64), out);
    }
}

/* ---- a trace ---- */

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), e = strlen(end);
    return n >= e && strcmp(name + n - e, end) == 0;
}

static bool shown(const char *name)
{
    if (ends_with(name, ".broken"))
        return true;
    return strchr(name, '.') == NULL && (ends_with(name, "_i") || ends_with(name, "_o"));
}

static bool is_set(const struct vcd *v, const char *channel, const char *end, char direction,
                   size_t cycle, bool otherwise)
{
    char name[128];
    snprintf(name, sizeof name, "%s_%s_%c", channel, end, direction);
    ptrdiff_t i = vcd_find(v, name);
    return i < 0 ? otherwise : vcd_value(v, (size_t)i, cycle, 0, 1) != 0;
}

/* Prints a line if a message passes on the channel in this cycle. */
static void show_channel(const struct model *m, const struct vcd *v, const char *valid,
                         size_t cycle, struct sbuf *out)
{
    size_t len = strlen(valid);
    char channel[64], msg[80];
    char to = valid[len - 1];
    snprintf(channel, sizeof channel, "%.*s", (int)(len - strlen("_valid_i")), valid);
    if (!is_set(v, channel, "valid", to, cycle, false) ||
        !is_set(v, channel, "ready", to == 'i' ? 'o' : 'i', cycle, true))
        return;
    sbuf_printf(out, "%5zu  %-3s %-9s", cycle, to == 'i' ? "in" : "out", channel);
    snprintf(msg, sizeof msg, "%s_msg_%c", channel, to);
    ptrdiff_t at = vcd_find(v, msg);
    if (at >= 0)
        show_message(m, v, (size_t)at, cycle, channel, out);
    else
        show_ports(m, v, cycle, channel, out);
    sbuf_puts(out, "\n");
}

static void show_cycle(const struct model *m, const struct vcd *v, size_t cycle, struct sbuf *out)
{
    ptrdiff_t reset = vcd_find(v, "rst_i");
    if (reset >= 0 && vcd_value(v, (size_t)reset, cycle, 0, 1) != 0) {
        sbuf_printf(out, "%5zu  reset\n", cycle);
        return;
    }
    for (size_t i = 0; i < v->n_signals; i++)
        if (ends_with(v->signals[i].name, "_valid_i") || ends_with(v->signals[i].name, "_valid_o"))
            show_channel(m, v, v->signals[i].name, cycle, out);
    for (size_t i = 0; i < v->n_signals; i++)
        if (ends_with(v->signals[i].name, ".broken") && vcd_value(v, i, cycle, 0, 1) != 0)
            sbuf_printf(out, "%5zu  BROKEN %.*s\n", cycle, (int)strcspn(v->signals[i].name, "."),
                        v->signals[i].name);
}

/* Whether the wave that Yosys has made shows the property broken in the cycle that was found. */
static bool agrees(const struct vcd *v, const struct witness *w, struct error *err)
{
    char name[MODEL_NAME + 16];
    snprintf(name, sizeof name, "%s.broken", w->property);
    ptrdiff_t at = vcd_find(v, name);
    return (at >= 0 && w->frame < v->cycles && vcd_value(v, (size_t)at, w->frame, 0, 1) != 0) ||
           error_set(err, "%s: does not show %s broken in cycle %u", w->wave, w->property,
                     w->frame);
}

static bool replay(const struct model *m, struct witness *w, struct error *err)
{
    struct sbuf out = {0};
    static const char script[] = "read_ilang model.il; sim -r broken.aiw -map broken.aim "
                                 "-clock clk_i -vcd counterexample.vcd dut";
    const char *const argv[] = {YOSYS, "-p", script, NULL};
    struct vcd v = {0};
    bool ok = process_run_in(m->dir, argv, err) && vcd_read(&v, w->wave, shown, err) &&
              agrees(&v, w, err);
    sbuf_printf(&out, "%s: %s is broken in cycle %u\ncycle\n", m->proof->module, w->property,
                w->frame);
    for (size_t c = 0; ok && c < v.cycles; c++)
        show_cycle(m, &v, c, &out);
    ok = ok && file_write(w->trace, sbuf_str(&out), out.len, err);
    vcd_free(&v);
    sbuf_free(&out);
    return ok;
}

/* ---- finding one ---- */

/* Tries the run that abc has found on the circuit that abc was given, and writes it for Yosys. */
static bool try_found(const struct model *m, struct witness *w, struct error *err)
{
    char circuit[4096], found[4096];
    struct aig a;
    struct aig_run r = {0};
    uint32_t output;
    snprintf(circuit, sizeof circuit, "%s/broken.aig", m->dir);
    snprintf(found, sizeof found, "%s/broken.cex", m->dir);
    if (!aig_read(&a, circuit, err))
        return false;
    bool ok = aig_run_read(&r, &a, found, err) &&
              (aig_run_sets(&r, &a, &output, &w->frame) ||
               error_set(err, "%s: breaks no property of %s", found, circuit)) &&
              aig_run_write(&r, &a, output, w->file, err);
    if (ok && output < m->n_assertions)
        memcpy(w->property, m->assertions[output], sizeof w->property);
    aig_run_free(&r);
    aig_free(&a);
    return ok;
}

static void show(const struct model *m, struct witness *w)
{
    snprintf(w->wave, sizeof w->wave, "%s/counterexample.vcd", m->dir);
    snprintf(w->trace, sizeof w->trace, "%s/counterexample.txt", m->dir);
    snprintf(w->file, sizeof w->file, "%s/broken.aiw", m->dir);
    if (!try_found(m, w, &w->unplayed))
        snprintf(w->file, sizeof w->file, "%s/broken.cex", m->dir);
    else if (replay(m, w, &w->unplayed))
        return;
    remove(w->wave);
    remove(w->trace);
}

bool witness_find(const struct model *m, uint32_t frames, uint32_t seconds, struct witness *w,
                  struct error *err)
{
    *w = (struct witness){0};
    struct bmc b = {.frames = frames, .seconds = seconds, .outputs = m->n_assertions};
    b.frame = xcalloc(b.outputs, sizeof *b.frame);
    bool ok = bmc_first(m->dir, "broken", &b, err);
    w->searched = b.searched;
    for (uint32_t i = 0; ok && i < m->n_assertions; i++)
        if (b.frame[i] >= 0) {
            w->found = true;
            w->frame = (uint32_t)b.frame[i];
            memcpy(w->property, m->assertions[i], sizeof w->property);
        }
    free(b.frame);
    if (ok && w->found)
        show(m, w);
    return ok;
}
