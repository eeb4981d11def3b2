#include "gen/units/parts.h"

#include "sw/util/sbuf.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void parts_widths(struct hdl *m, const struct rules *rules)
{
    hdl_param(m, "LINE_W", "16", "bits of a line address");
    hdl_param(m, "LINE_BYTES", "16", "bytes of a line");
    if (rules->timed) {
        hdl_param(m, "TS_W", "16", "bits of a timestamp");
        hdl_param(m, "TIME_W", rules->epochs ? "24" : "TS_W",
                  rules->epochs ? "bits of a time: an epoch above a timestamp"
                                : "bits of a time: a timestamp alone");
    }
}

void parts_queues(struct hdl *m)
{
    hdl_param(m, "QUEUE_IN", "2", "places of an input's queue: 2, 1 for half the pace, 0 for none");
    hdl_param(m, "QUEUE_OUT", "2", "places of an output's queue: 2, or 1 for half the pace");
}

void parts_nodes(struct hdl *m)
{
    hdl_param(m, "NODE_W", "1", "bits of a package's number");
    hdl_param(m, "NODE_LSB", "1", "where it is in a port number: above the bank");
    hdl_param(m, "BANK_LSB", "0", "where the bank is in a line address");
}

static const char *width_of(enum msg_width w, const char *src, const char *tag)
{
    switch (w) {
    case MSG_BIT:
        return "1";
    case MSG_OP:
        return "4";
    case MSG_LINE:
        return "LINE_W";
    case MSG_TAG:
        return tag != NULL ? tag : "TAG_W";
    case MSG_SRC:
        return src != NULL ? src : "SRC_W";
    case MSG_TS:
        return "TS_W";
    case MSG_TIME:
        return "TIME_W";
    case MSG_FN:
        return "5";
    case MSG_SPARE:
        return "2";
    case MSG_META:
        return "META_W";
    case MSG_MASK:
        return "LINE_BYTES";
    case MSG_DATA:
    default:
        return "8*LINE_BYTES";
    }
}

/* Sum of the widths of the fields before `end` (all of them: NULL), copied into the module. */
static const char *offset_of(struct hdl *m, const struct msg *msg, const struct msg_field *end,
                             const char *src, const char *tag)
{
    struct sbuf s = {0};
    for (const struct msg_field *f = msg->fields; f->name != NULL && f != end; f++)
        sbuf_printf(&s, "%s%s", s.len > 0 ? " + " : "", width_of(f->width, src, tag));
    const char *text = hdl_v(m, "%s", s.len > 0 ? sbuf_str(&s) : "0");
    sbuf_free(&s);
    return text;
}

const char *msg_width_expr(struct hdl *m, const struct msg *msg, const char *src, const char *tag)
{
    return hdl_v(m, "((%s) / 32 + 1) * 32", offset_of(m, msg, NULL, src, tag));
}

static bool listed(const char *name, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    bool found = false;
    for (const char *n; !found && (n = va_arg(again, const char *)) != NULL;)
        found = strcmp(n, name) == 0;
    va_end(again);
    return found;
}

static const char *upper(struct hdl *m, const char *name)
{
    char text[64];
    size_t n = 0;
    for (; name[n] != '\0' && n < sizeof text - 1; n++)
        text[n] = (char)toupper((unsigned char)name[n]);
    return hdl_v(m, "%.*s", (int)n, text);
}

/* Where each field begins, up to the last that is listed: REQ_LINE_LSB. */
static void field_places(struct hdl *m, const struct msg *msg, const char *prefix, const char *src,
                         const char *tag, va_list ap)
{
    const struct msg_field *last = NULL;
    for (const struct msg_field *f = msg->fields; f->name != NULL; f++)
        last = listed(f->name, ap) ? f : last;
    const char *at = "0";
    for (const struct msg_field *f = msg->fields; last != NULL && f <= last; f++) {
        const char *name = upper(m, hdl_v(m, "%s_%s_lsb", prefix, f->name));
        hdl_localparam(m, name, at, NULL);
        at = hdl_v(m, "%s + %s", name, width_of(f->width, src, tag));
    }
}

void msg_unpack(struct hdl *m, const struct msg *msg, const char *prefix, const char *vector,
                const char *src, const char *tag, ...)
{
    va_list ap;
    va_start(ap, tag);
    field_places(m, msg, prefix, src, tag, ap);
    for (const struct msg_field *f = msg->fields; f->name != NULL; f++) {
        if (!listed(f->name, ap))
            continue;
        const char *width = width_of(f->width, src, tag);
        const char *name = hdl_v(m, "%s_%s", prefix, f->name);
        const char *at = upper(m, hdl_v(m, "%s_lsb", name));
        if (strcmp(width, "1") == 0)
            hdl_let(m, name, "1", hdl_v(m, "%s[%s]", vector, at));
        else
            hdl_let(m, name, width, hdl_v(m, "%s[%s +: %s]", vector, at, width));
    }
    va_end(ap);
    hdl_let(m, hdl_v(m, "unused_%s", vector), "1", hdl_v(m, "&{1'b0, %s}", vector));
}

static const char *value_of(const char *field, const struct msg_value *values)
{
    for (; values->field != NULL; values++)
        if (strcmp(values->field, field) == 0)
            return values->expr;
    return NULL;
}

void msg_pack(struct hdl *m, const struct msg *msg, const char *vector, const char *src,
              const char *tag, const struct msg_value *values)
{
    const char *bits = hdl_v(m, "%s_BITS", upper(m, vector));
    hdl_localparam(m, bits, offset_of(m, msg, NULL, src, tag), NULL);
    struct hdl_part parts[1 + MSG_MAX_FIELDS];
    size_t n = 0, i = 0;
    while (msg->fields[n].name != NULL)
        n++;
    parts[i++] = (struct hdl_part){"up to a whole word",
                                   hdl_v(m, "{(%s / 32 + 1) * 32 - %s{1'b0}}", bits, bits)};
    while (n-- > 0) { /* bit 0 is listed first and printed last */
        const struct msg_field *f = &msg->fields[n];
        const char *value = value_of(f->name, values);
        if (value == NULL)
            value = hdl_v(m, "{%s{1'b0}}", width_of(f->width, src, tag));
        parts[i++] = (struct hdl_part){f->name, value};
    }
    hdl_concat(m, vector, parts, i);
}

void part_in_queue(struct hdl *m, const char *name, const char *width)
{
    hdl_scope (m, name, NULL) {
        hdl_wire(m, "@valid", "1", NULL);
        hdl_wire(m, "@pop", "1", NULL);
        hdl_wire(m, "@msg", width, NULL);
        hdl_inst (m, "um_fifo", "@queue") {
            hdl_with(m, "WIDTH", width);
            hdl_with(m, "DEPTH", "QUEUE_IN");
            hdl_pin_clock(m);
            hdl_pin(m, "in_valid_i", "@valid_i");
            hdl_pin(m, "in_ready_o", "@ready_o");
            hdl_pin(m, "in_msg_i", "@msg_i");
            hdl_pin(m, "out_valid_o", "@valid");
            hdl_pin(m, "out_ready_i", "@pop");
            hdl_pin(m, "out_msg_o", "@msg");
        }
    }
}

void part_out_queue(struct hdl *m, const char *name, const char *width)
{
    part_out_queue_of(m, name, width, "QUEUE_OUT");
}

void part_out_queue_of(struct hdl *m, const char *name, const char *width, const char *depth)
{
    hdl_scope (m, name, NULL) {
        hdl_wire(m, "@push", "1", NULL);
        hdl_wire(m, "@room", "1", NULL);
        hdl_wire(m, "@msg", width, NULL);
        hdl_inst (m, "um_fifo", "@queue") {
            hdl_with(m, "WIDTH", width);
            hdl_with(m, "DEPTH", depth);
            hdl_pin_clock(m);
            hdl_pin(m, "in_valid_i", "@push");
            hdl_pin(m, "in_ready_o", "@room");
            hdl_pin(m, "in_msg_i", "@msg");
            hdl_pin(m, "out_valid_o", "@valid_o");
            hdl_pin(m, "out_ready_i", "@ready_i");
            hdl_pin(m, "out_msg_o", "@msg_o");
        }
    }
}

void part_turns(struct hdl *m, const char *instance, const char *count, const char *want,
                const char *take)
{
    hdl_inst (m, "um_arbiter", instance) {
        hdl_with(m, "N", count);
        hdl_with(m, "IDX_W", "TAG_W");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", want);
        hdl_pin(m, "take_i", take);
        hdl_pin(m, "any_o", hdl_v(m, "%s_any", take));
        hdl_pin(m, "winner_o", hdl_v(m, "%s_at", take));
    }
}

void part_turn(struct hdl *m, const char *name, const char *count, const char *want)
{
    hdl_wire(m, hdl_v(m, "%s_any", name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_at", name), "TAG_W", NULL);
    hdl_wire(m, name, "1", "it has its turn");
    part_turns(m, hdl_v(m, "%s_turn", name), count, want, name);
}

void part_rows(struct hdl *m, const struct part_rows *r)
{
    const char *clear = r->clear != NULL ? r->clear : "{WAYS{1'b1}}";
    hdl_inst (m, "um_ram", r->name) {
        hdl_with(m, "COL_W", "ENTRY_W");
        hdl_with(m, "COLS", "WAYS");
        hdl_with(m, "DEPTH", "SETS");
        hdl_with(m, "ADDR_W", "SET_W");
        hdl_pin(m, "clk_i", "clk_i");
        hdl_pin(m, "ren_i", r->read);
        hdl_pin(m, "raddr_i", r->read_set);
        hdl_pin(m, "rdata_o", "row");
        hdl_pin(m, "wen_i",
                hdl_v(m, "!swept ? %s : %s ? %s : {WAYS{1'b0}}", clear, r->write, r->ways));
        hdl_pin(m, "waddr_i", hdl_v(m, "swept ? %s : sweep_q[SET_W-1:0]", r->set));
        hdl_pin(m, "wdata_i", hdl_v(m, "swept ? {WAYS{%s}} : {WAYS*ENTRY_W{1'b0}}", r->entry));
    }
}
