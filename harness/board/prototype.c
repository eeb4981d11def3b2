#include "harness/board/prototype.h"

#include "fpga/build/params.h"
#include "harness/verilator/build.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <stdio.h>

enum {
    LINE_BYTES = 4,
    MOST_SMS = 4,
    MOST_LINES = 0x4000, /* each has two words at 0x8000 .. 0xFFFF */
    MOST_TAGS = 64       /* an engine has 128 slots, and a thread at least two */
};

/* Whether um_board can be built around this system; else an error that says which field to
 * change. */
static bool prototype_takes(const struct system *sys, struct error *err)
{
    uint32_t sms = sys->gpus * sys->sm.count;
    uint64_t lines = sys->umc.bytes / sys->line_bytes;
    if (sys->line_bytes != LINE_BYTES)
        return error_set(err, "%s: a board has lines of %d bytes, not %u; set line_bytes=%d",
                         sys->name, LINE_BYTES, sys->line_bytes, LINE_BYTES);
    if (sys->umc.count != 1)
        return error_set(err, "%s: a board has one UMC, not %u; set umc.count=1", sys->name,
                         sys->umc.count);
    if (sms > MOST_SMS)
        return error_set(err,
                         "%s: a board has at most %d SMs, not %u; set gpus and sm.count to less",
                         sys->name, MOST_SMS, sms);
    if (lines > MOST_LINES)
        return error_set(err, "%s: a board has at most %d lines, not %llu; set umc.bytes=%d",
                         sys->name, MOST_LINES, (unsigned long long)lines, MOST_LINES * LINE_BYTES);
    if (sys->sm.tags > MOST_TAGS)
        return error_set(err, "%s: a board has at most %d tags an SM, not %u; set sm.tags=%d",
                         sys->name, MOST_TAGS, sys->sm.tags, MOST_TAGS);
    return true;
}

/* Adds the system, the leaf cells and the board's own modules. */
static bool prototype_emit(const struct netlist *n, struct hdl_design *d, struct error *err)
{
    static const char *const modules[] = {"um_uart_rx", "um_uart_tx", "um_host",
                                          "um_engine",  "um_memory",  "um_board"};
    if (!netlist_emit_units(n, d, err) || !netlist_emit_flat(n, d, err))
        return false;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.v", root_path("fpga/rtl"), modules[i]);
        if (!hdl_leaf(d, path, err))
            return false;
    }
    return true;
}

struct tile prototype_tile(const struct netlist *n, uint32_t div)
{
    struct tile t = {.name = "board", .module = "um_board", .id = -1};
    t.n_params = params_list(n, div, t.params);
    return t;
}

const struct dut_type *prototype_build(const struct system *sys, uint32_t div,
                                       void (*say)(const char *text), struct error *err)
{
    if (div < PROTOTYPE_DIV_MIN || div > PROTOTYPE_DIV_MAX) {
        error_set(err, "a bit has %d to %d cycles, not %u", PROTOTYPE_DIV_MIN, PROTOTYPE_DIV_MAX,
                  div);
        return NULL;
    }
    struct netlist *n = prototype_takes(sys, err) ? netlist_new(sys, err) : NULL;
    if (n == NULL)
        return NULL;
    struct tile board = prototype_tile(n, div);
    struct sbuf control = {0};
    units_apart(n, &control);
    sbuf_puts(&control, "no_inline -module \"um_engine\"\n");
    struct unit_job job = {.tile = &board, .control = sbuf_str(&control)};
    struct hdl_design *d = hdl_design_new();
    bool ok = prototype_emit(n, d, err) && units_build(&job, 1, d, 1, say, err);
    hdl_design_free(d);
    netlist_free(n);
    sbuf_free(&control);
    return ok ? job.type : NULL;
}
