/* Writes every file that the tools read into one folder, which is kept beside the bitstream. */
#include "fpga/build/flow_impl.h"

#include "fpga/build/params.h"
#include "sw/util/file.h"
#include "sw/util/root.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static bool put(struct flow *f, const char *name, const char *text, struct error *err)
{
    hash_text(&f->hash, name);
    hash_text(&f->hash, text);
    return file_write(arena_printf(&f->arena, "%s/%s", f->dir, name), text, strlen(text), err);
}

static bool copy(struct flow *f, const char *path, const char *name, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    bool ok = text != NULL && put(f, name, text, err);
    free(text);
    return ok;
}

/* The order of the files matters to the hash; glob() sorts them. */
static bool copy_verilog(struct flow *f, const char *folder, struct error *err)
{
    glob_t found;
    int why = glob(arena_printf(&f->arena, "%s/*.v", folder), 0, NULL, &found);
    if (why == GLOB_NOMATCH)
        return error_set(err, "%s: has no Verilog; a board needs a top.v", folder);
    if (why != 0)
        return error_set(err, "%s: cannot be read", folder);
    bool ok = true;
    for (size_t i = 0; ok && i < found.gl_pathc; i++)
        ok = copy(f, found.gl_pathv[i],
                  arena_printf(&f->arena, "verilog/%s", strrchr(found.gl_pathv[i], '/') + 1), err);
    globfree(&found);
    return ok;
}

static bool emit(struct flow *f, struct error *err)
{
    struct hdl_design *d = hdl_design_new();
    bool ok = netlist_emit_units(f->netlist, d, err) && netlist_emit_flat(f->netlist, d, err);
    for (size_t i = 0; ok && i < hdl_count(d); i++)
        ok = put(f, arena_printf(&f->arena, "verilog/%s.v", hdl_name(d, i)),
                 hdl_text(d, hdl_name(d, i)), err);
    hdl_design_free(d);
    return ok;
}

static bool read_board(struct flow *f, struct error *err)
{
    f->board = board_file_load(arena_printf(&f->arena, "%s/board.yaml", f->o->board), err);
    if (f->board == NULL)
        return false;
    f->seed = f->o->seed == FLOW_OWN_SEED ? f->board->seed : (uint32_t)f->o->seed;
    const char *path = f->board->system[0] == '/'
                           ? f->board->system
                           : arena_printf(&f->arena, "%s/%s", f->o->board, f->board->system);
    f->system = system_load(path, NULL, 0, err);
    f->netlist = f->system != NULL ? netlist_new(f->system, err) : NULL;
    return f->netlist != NULL && params_check(f->netlist, err);
}

bool flow_sources(struct flow *f, struct error *err)
{
    struct sbuf params = {0};
    if (!read_board(f, err) || !file_mkdirs(arena_printf(&f->arena, "%s/verilog", f->dir), err))
        return false;
    const char *top = f->board->top == NULL
                          ? f->o->board
                          : arena_printf(&f->arena, "%s/%s", f->o->board, f->board->top);
    const char *clock =
        arena_printf(&f->arena, "localparam integer CLOCK_MHZ = %u;\n", f->board->clock_mhz);
    params_write(f->netlist, board_file_div(f->board), &params);
    bool ok = put(f, "verilog/um_board_params.vh", params.text, err) &&
              put(f, "verilog/um_board_clock.vh", clock, err) && emit(f, err) &&
              copy_verilog(f, root_path("fpga/rtl"), err) && copy_verilog(f, top, err) &&
              copy(f, arena_printf(&f->arena, "%s/pins.pcf", top), "pins.pcf", err);
    sbuf_free(&params);
    return ok;
}
