/* Runs Yosys, nextpnr-ice40 and icepack. Each runs inside the result's folder with relative paths,
 * so that the paths in files and logs stay right when the folder is renamed. */
#include "fpga/build/flow_impl.h"

#include "sw/util/file.h"
#include "sw/util/process.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 32, NOT_FOUND = 127 }; /* env's exit status */

static const struct tool {
    const char *name, *version, *package;
} tools[] = {
    {"yosys", "-V", "yosys"},
    {"nextpnr-ice40", "--version", "nextpnr-ice40"},
    {"icepack", "-h", "fpga-icestorm"}, /* icepack has no version option: its help instead */
};

static bool missing(const char *name, struct error *err)
{
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (strcmp(tools[i].name, name) == 0)
            return error_set(err, "%s: not installed; apt-get install %s", name, tools[i].package);
    return error_set(err, "%s: not installed", name);
}

/* Runs a tool in the folder; its output goes to LOG.log. True if it ran and exited. Yosys leaves no
 * .yosys_history where it finds no HOME. */
static bool run_in(struct flow *f, const char *const *argv, const char *log, int *status,
                   struct error *err)
{
    const char *in[MOST_ARGS + 6] = {"env", "-u", "HOME", "-C", f->dir};
    for (size_t i = 0; i < MOST_ARGS && argv[i] != NULL; i++)
        in[5 + i] = argv[i];
    if (!process_log(in, arena_printf(&f->arena, "%s/%s.log", f->dir, log), status, err))
        return false;
    return *status != NOT_FOUND || missing(argv[0], err);
}

static void say(const struct flow *f, const char *what)
{
    if (f->o->progress != NULL) {
        fprintf(f->o->progress, "%s: %s\n", f->name, what);
        fflush(f->o->progress);
    }
}

/* A log's text from its first "ERROR: " to the end of that line; "" if it has none. */
static void error_line(struct flow *f, const char *log, char *line, size_t room)
{
    size_t len;
    struct error unread = {0};
    char *text = file_read(arena_printf(&f->arena, "%s/%s.log", f->dir, log), &len, &unread);
    const char *at = text != NULL ? strstr(text, "ERROR: ") : NULL;
    snprintf(line, room, "%.*s", at != NULL ? (int)strcspn(at, "\n") : 0, at != NULL ? at : "");
    free(text);
}

static bool must(struct flow *f, const char *const *argv, const char *log, const char *makes,
                 struct error *err)
{
    int status;
    char why[256];
    if (!run_in(f, argv, log, &status, err))
        return false;
    if (status == 0 && file_exists(arena_printf(&f->arena, "%s/%s", f->dir, makes)))
        return true;
    error_line(f, log, why, sizeof why);
    if (status == 0)
        return error_set(err, "%s: wrote no %s; see %s/%s.log", argv[0], makes, f->dir, log);
    return error_set(err, "%s: failed%s%s; see %s/%s.log", argv[0], why[0] != '\0' ? ": " : "", why,
                     f->dir, log);
}

bool flow_versions(struct flow *f, struct error *err)
{
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        const char *const argv[] = {tools[i].name, tools[i].version, NULL};
        const char *log = arena_printf(&f->arena, "%s.version", tools[i].name);
        int status;
        if (!run_in(f, argv, log, &status, err) ||
            !hash_file(&f->hash, arena_printf(&f->arena, "%s/%s.log", f->dir, log), err))
            return false;
    }
    return true;
}

/* ---- how each tool is called ---- */

static const char *script(struct flow *f)
{
    return arena_printf(&f->arena,
                        "read_verilog -Iverilog verilog/*.v; hierarchy -top top; "
                        "synth_ice40 %s -device %s -top top -json netlist.json",
                        f->board->synthesis, board_part(f->board)->family);
}

bool flow_synthesise(struct flow *f, struct error *err)
{
    say(f, "synthesis: Yosys, a minute or so");
    const char *const argv[] = {"yosys", "-p", script(f), NULL};
    return must(f, argv, "synthesis", "netlist.json", err);
}

/* Packing is run by itself, as it takes only a second. It tells whether the design fits, and its
 * netlist is counted for the report's rows. */
bool flow_pack(struct flow *f, struct error *err)
{
    const char *part = arena_printf(&f->arena, "--%s", f->board->part);
    const char *const argv[] = {"nextpnr-ice40", part,           "--package",   f->board->package,
                                "--json",        "netlist.json", "--pcf",       "pins.pcf",
                                "--pack-only",   "--write",      "packed.json", NULL};
    return must(f, argv, "pack", "packed.json", err);
}

bool flow_place(struct flow *f, struct error *err)
{
    say(f, "place and route: nextpnr-ice40, minutes");
    const char *part = arena_printf(&f->arena, "--%s", f->board->part);
    const char *clock = arena_printf(&f->arena, "%u", f->board->clock_mhz);
    const char *seed = arena_printf(&f->arena, "%u", f->seed);
    const char *const argv[] = {"nextpnr-ice40",
                                part,
                                "--package",
                                f->board->package,
                                "--json",
                                "netlist.json",
                                "--pcf",
                                "pins.pcf",
                                "--freq",
                                clock,
                                "--seed",
                                seed,
                                "--timing-allow-fail",
                                "--asc",
                                "placed.asc",
                                "--report",
                                "timing.json",
                                NULL};
    return must(f, argv, "place", "timing.json", err);
}

bool flow_bitstream(struct flow *f, struct error *err)
{
    const char *bin = arena_printf(&f->arena, "%s.bin", f->name);
    const char *const argv[] = {"icepack", "placed.asc", bin, NULL};
    return must(f, argv, "icepack", bin, err);
}

/* The options of the tools decide the result, and the boards' texts decide its report: both belong
 * to the hash. */
void flow_hash_questions(struct flow *f)
{
    const struct board_file *b = f->board;
    const struct board_model *m = &b->model;
    const char *const asked[] = {
        script(f),
        b->part,
        b->package,
        arena_printf(&f->arena, "%u MHz, %u baud, seed %u", b->clock_mhz, b->baud, f->seed),
        b->about,
        f->system->about,
        m->about != NULL
            ? arena_printf(&f->arena, "%s %u %u %u", m->about, m->cells, m->brams, m->mhz)
            : "",
        NULL};
    hash_list(&f->hash, asked);
}
