#include "harness/umbel/attach.h"

#include "fpga/build/flow.h"
#include "fpga/host/board.h"
#include "harness/board/placed.h"
#include "harness/board/prototype.h"
#include "harness/board/sim_port.h"
#include "sw/util/arena.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *attach_name(const struct attached *a)
{
    const char *slash = strrchr(a->folder, '/');
    return slash != NULL ? slash + 1 : a->folder;
}

bool attach_files(const char *board, struct attached *a, struct error *err)
{
    *a = (struct attached){.folder = board_find(board, err)};
    if (a->folder == NULL)
        return false;
    struct sbuf path = {0};
    sbuf_printf(&path, "%s/board.yaml", a->folder);
    a->file = board_file_load(sbuf_str(&path), err);
    if (a->file != NULL) {
        path.len = 0;
        sbuf_printf(&path, "%s/%s", a->folder, a->file->system);
        a->sys = system_load(sbuf_str(&path), NULL, 0, err);
    }
    sbuf_free(&path);
    return a->sys != NULL;
}

char *attach_result(const struct attached *a)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s/%s", root_output("fpga"), attach_name(a));
    return s.text;
}

/* ---- simulated boards ---- */

/* The placed netlist of the board's build, up to date. A clock that the build misses does not
 * matter in simulation. */
static const struct dut_type *netlist(const struct attached *a, void (*say)(const char *text),
                                      struct error *err)
{
    char *result = attach_result(a);
    struct flow_result r = {0};
    const struct flow_options o = {.board = a->folder,
                                   .out = result,
                                   .seed = FLOW_OWN_SEED,
                                   .progress = say != NULL ? stderr : NULL};
    const struct dut_type *type = flow_build(&o, &r, err) ? placed_build(result, say, err) : NULL;
    flow_free(&r);
    free(result);
    return type;
}

static struct port *simulate(struct attached *a, bool placed, void (*say)(const char *text),
                             struct error *err)
{
    uint32_t div = board_file_div(a->file);
    const struct dut_type *type =
        placed ? netlist(a, say, err) : prototype_build(a->sys, div, say, err);
    a->simulated = type != NULL;
    return type != NULL ? sim_port_open(type, div) : NULL;
}

static struct port *cable(const struct attached *a, const char *on, struct error *err)
{
    struct sbuf usb = {0};
    if (on == NULL) {
        sbuf_printf(&usb, "usb:%s", a->file->usb.id);
        if (a->file->usb.description != NULL)
            sbuf_printf(&usb, ":description=%s", a->file->usb.description);
    }
    struct port *p = port_open(on != NULL ? on : sbuf_str(&usb), (int)a->file->baud, err);
    sbuf_free(&usb);
    return p;
}

/* ---- simulated boards and the part ---- */

static bool has_the_shape(const struct attached *a, struct error *err)
{
    const struct board_shape *is = &a->b->shape;
    struct netlist *n = netlist_new(a->sys, err);
    if (n == NULL)
        return false;
    const struct tile t = prototype_tile(n, board_file_div(a->file));
    const uint32_t has[] = {is->gpus,  is->sms,     is->line_bits, is->threads,
                            is->slots, is->ts_bits, is->time_bits};
    const uint32_t wants[] = {tile_param(&t, "GPUS"),         tile_param(&t, "SMS"),
                              tile_param(&t, "LINE_W"),       1u << tile_param(&t, "TAG_W"),
                              1u << tile_param(&t, "SLOT_W"), tile_param(&t, "TS_W"),
                              tile_param(&t, "TIME_W")};
    netlist_free(n);
    if (memcmp(has, wants, sizeof has) == 0)
        return true;
    return error_set(
        err,
        "%s: answers as another system: %u GPUs of %u SMs of %u threads of %u slots, %u "
        "lines, timestamps of %u bits, times of %u; load the board's bitstream: umbel "
        "fpga load %s",
        a->port->name, is->gpus, is->sms, is->threads, is->slots, 1u << is->line_bits, is->ts_bits,
        is->time_bits, attach_name(a));
}

bool attach(const char *board, const char *on, void (*say)(const char *text), struct attached *a,
            struct error *err)
{
    if (!attach_files(board, a, err))
        return false;
    bool placed = on != NULL && strcmp(on, "netlist") == 0;
    bool rtl = on != NULL && strcmp(on, "rtl") == 0;
    a->port = placed || rtl ? simulate(a, placed, say, err) : cable(a, on, err);
    if (a->port == NULL)
        return false;
    struct exchange_timing timing;
    if (a->simulated)
        timing = sim_port_timing(a->port);
    a->b = board_open(a->port, a->simulated ? &timing : NULL, err);
    return a->b != NULL && has_the_shape(a, err);
}

void detach(struct attached *a)
{
    board_close(a->b);
    system_free(a->sys);
    board_file_free(a->file);
    free(a->folder);
    *a = (struct attached){0};
}
