#include "gen/units/fabric/flit.h"

#include <stdio.h>

static const char *const names[MSG_CLASSES][2] = {{"req", "REQ"}, {"rsp", "RSP"}, {"ack", "ACK"}};

const char *flit_name(enum msg_class c)
{
    return names[c][0];
}

const char *flit_prefix(enum msg_class c)
{
    return names[c][1];
}

void flit_unit(char name[FLIT_UNIT], const char *unit, flit_set set)
{
    int n = snprintf(name, FLIT_UNIT, "um_%s", unit);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c))
            n += snprintf(name + n, FLIT_UNIT - (size_t)n, "_%s", flit_name(c));
}

unsigned flit_count(flit_set set)
{
    unsigned n = 0;
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        n += flit_has(set, c);
    return n;
}

const char *flit_bits(struct hdl *m, flit_set set, const char *what)
{
    const char *text = NULL;
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c))
            text = text == NULL ? hdl_v(m, "%s_%s", flit_name(c), what)
                                : hdl_v(m, "%s_%s, %s", flit_name(c), what, text);
    return hdl_v(m, "{%s}", text);
}

void flit_params(struct hdl *m)
{
    hdl_param(m, "VCS", "6", "virtual channels of a link");
    hdl_param(m, "GROUP", "2", "of them, those of a class");
    hdl_param(m, "DEPTH", "8", "flits of a virtual channel: a power of two, at least 2");
    hdl_param(m, "FLIT_W", "64", "bits of a flit's payload");
    hdl_param(m, "NODE_W", "4", "bits of a node's number, at most FLIT_W");
}

void flit_class_params(struct hdl *m, enum msg_class c)
{
    hdl_param(m, "@W", "128", "bits of a message");
    if (c == MSG_ACK)
        return;
    hdl_param(m, "@BODY_W", "64", "of them, those of a line");
    hdl_param(m, "@OP_LSB", "64", "where its op is, above the body");
    hdl_param(m, "@LINE_OPS", "1", "a bit an op: its messages carry a line");
}

void flit_derived(struct hdl *m)
{
    hdl_param(m, "VC_W", "VCS > 1 ? $clog2(VCS) : 1", "derived");
    hdl_param(m, "MSG_W", "((VC_W + 1 + FLIT_W)/32 + 1)*32", "derived");
}

void flit_class_derived(struct hdl *m, enum msg_class c, bool upper)
{
    hdl_localparam(m, "@FIRST", hdl_v(m, upper ? "%d*GROUP + GROUP/2" : "%d*GROUP", (int)c),
                   "its first virtual channel");
    hdl_localparam(m, "@FLITS", "(NODE_W + @W + FLIT_W - 1)/FLIT_W", "of a whole message");
    hdl_localparam(m, "@AT_W", "$clog2(@FLITS + 1)", "bits of a flit's number in its packet");
}
