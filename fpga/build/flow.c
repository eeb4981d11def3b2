#include "fpga/build/flow_impl.h"

#include "fpga/build/report.h"
#include "sw/util/file.h"
#include "sw/util/leftover.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void flow_free(struct flow_result *r)
{
    free(r->report);
    *r = (struct flow_result){0};
}

static bool write_report(struct flow *f, const struct report *report, struct flow_result *r,
                         struct error *err)
{
    struct sbuf text = {0};
    report_tell(report, &text);
    r->report = text.text;
    r->pass = report->pass;
    return file_write(arena_printf(&f->arena, "%s/report.txt", f->dir), text.text, text.len, err) &&
           report_json(report, arena_printf(&f->arena, "%s/report.json", f->dir), err);
}

/* A design that does not fit is not placed: nextpnr would only fail with the same message. */
static bool build(struct flow *f, struct flow_result *r, struct error *err)
{
    char hash[HASH_NAME];
    hash_name(f->hash, hash);
    struct report report = {
        .name = f->name, .board = f->board, .system = f->system, .seed = f->seed, .hash = hash};
    bool ok = flow_synthesise(f, err) && flow_pack(f, err) &&
              report_read_area(&report, f->netlist, f->dir, err);
    if (ok && report.lacking == NULL)
        ok = flow_place(f, err) && report_read_timing(&report, f->dir, err) &&
             flow_bitstream(f, err);
    ok = ok && write_report(f, &report, r, err) && flow_finish(f, err);
    report_free(&report);
    return ok;
}

static bool run(struct flow *f, struct flow_result *r, struct error *err)
{
    if (!flow_begin(f, err) || !flow_sources(f, err) || !flow_versions(f, err))
        return false;
    flow_hash_questions(f);
    if (!flow_kept(f, r))
        return build(f, r, err);
    file_remove_all(f->dir);
    leftover_forget(f->dir);
    return true;
}

/* The last part of a path: "hx8k" for "fpga/boards/hx8k". */
static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool flow_build(const struct flow_options *o, struct flow_result *r, struct error *err)
{
    *r = (struct flow_result){0};
    struct flow f = {.o = o, .name = base(o->board), .hash = hash_start(), .lock = -1};
    f.dir = arena_printf(&f.arena, "%s.part", o->out);
    bool ok = run(&f, r, err);
    if (f.lock >= 0)
        close(f.lock);
    netlist_free(f.netlist);
    system_free(f.system);
    board_file_free(f.board);
    arena_free(&f.arena);
    if (!ok)
        flow_free(r);
    return ok;
}
