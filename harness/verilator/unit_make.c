/*
 * Makes a unit: runs Verilator and the C++ compiler. Both run in the folder where the unit is built
 * and get names relative to it, so no tool can misread special characters in its path.
 */
#include "harness/verilator/monitor_texts.h"
#include "harness/verilator/objects.h"
#include "harness/verilator/runtime.h"
#include "harness/verilator/unit.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char control_file[] = "control.vlt";

static bool write_in(const char *dir, const char *name, const char *text, size_t len,
                     struct error *err)
{
    struct arena a = {0};
    bool ok = file_write(arena_printf(&a, "%s/%s", dir, name), text, len, err);
    arena_free(&a);
    return ok;
}

/* Makes VERILATOR_ROOT absolute, as it may be relative to the current folder. */
static void set_root(void)
{
    const char *root = getenv("VERILATOR_ROOT");
    char path[PATH_MAX];
    if (root != NULL && realpath(root, path) != NULL)
        setenv("VERILATOR_ROOT", path, 1);
}

/* Verilator unrolls loops of up to 64 rounds, and refuses a longer one that writes into an array,
 * as a switch has it for its inputs. Returns how many rounds to unroll, 0: as it does anyway. */
enum { VERILATOR_UNROLLS = 64, FLAT_UNROLLS = 512 };

static uint32_t rounds(const struct unit_job *job)
{
    if (job->control != NULL)
        return FLAT_UNROLLS; /* a flat top has switches of several sizes */
    for (int i = 0; i < job->tile->n_params; i++)
        if (strcmp(job->tile->params[i].name, "NIN") == 0 &&
            job->tile->params[i].value > VERILATOR_UNROLLS)
            return job->tile->params[i].value;
    return 0;
}

static bool verilate(const struct unit_source *u, const char *dir, struct error *err)
{
    static const char *const plain[] = {VERILATOR_OPTIONS, NULL};
    static const char *const waves[] = {VERILATOR_OPTIONS, WAVES_OPTIONS, NULL};
    const struct unit_job *job = u->job;
    const struct tile *t = job->tile;
    struct arena a = {0};
    /* The script also lets the stack grow, which a large flat top may need. */
    const char *argv[64] = {job->control != NULL ? u->tools->verilator : u->tools->verilator_bin};
    int n = 1;
    for (const char *const *o = job->waves ? waves : plain; *o != NULL; o++)
        argv[n++] = *o;
    static const char *const where[] = {"--prefix", "Vunit", "--Mdir",      ".",
                                        "-y",       ".",     "--top-module"};
    for (size_t i = 0; i < sizeof where / sizeof *where; i++)
        argv[n++] = where[i];
    argv[n++] = t->module;
    uint32_t unroll = rounds(job);
    if (unroll > 0) {
        argv[n++] = "--unroll-count";
        argv[n++] = arena_printf(&a, "%u", unroll);
    }
    for (int i = 0; i < t->n_params; i++)
        argv[n++] = arena_printf(&a, "-G%s=%u", t->params[i].name, t->params[i].value);
    if (job->control != NULL)
        argv[n++] = control_file; /* must come before the text that it refers to */
    argv[n++] = arena_printf(&a, "%s.v", t->module);
    argv[n] = NULL;
    bool ok = job->control == NULL ||
              write_in(dir, control_file, job->control, strlen(job->control), err);
    set_root();
    ok = ok && process_run_in(dir, argv, err);
    arena_free(&a);
    return ok;
}

/* ---- what Verilator wrote ---- */

static int is_source(const struct dirent *e)
{
    const char *dot = strrchr(e->d_name, '.');
    return strncmp(e->d_name, "Vunit", 5) == 0 && dot != NULL &&
           (strcmp(dot, ".cpp") == 0 || strcmp(dot, ".h") == 0);
}

/* Whether a file is complete: on a full disk Verilator leaves empty or cut files and reports
 * success. */
static bool is_whole(const char *dir, const char *name, struct error *err)
{
    struct arena a = {0};
    size_t len;
    char *text = file_read(arena_printf(&a, "%s/%s", dir, name), &len, err);
    bool ok = text != NULL && len > 0 && text[len - 1] == '\n';
    if (text != NULL && !ok)
        error_set(err, "Verilator has written only a part of %s; is there room in %s?", name, dir);
    free(text);
    arena_free(&a);
    return ok;
}

/* Verilator keeps apart what runs once, before the first cycle: a third of a unit's C++. */
static const char unoptimised[] =
    "#pragma clang optimize off\n#include \"%s\"\n#pragma clang optimize on\n";

static bool is_slow(const char *name)
{
    return strstr(name, "__Slow") != NULL;
}

/* Writes one file that includes all files of the unit: it compiles faster than many files with
 * make. Verilator's headers and runtime come from the cache (runtime.h); a unit that records itself
 * reads the headers and has the runtime from the recorder. */
static bool write_all(const char *dir, struct error *err)
{
    struct dirent **names;
    int n = scandir(dir, &names, is_source, alphasort);
    struct sbuf s = {0};
    bool ok = n > 0 || error_set(err, "Verilator has written no C++ into %s", dir);
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;
        ok = ok && is_whole(dir, name, err);
        if (strcmp(strrchr(name, '.'), ".cpp") == 0)
            sbuf_printf(&s, is_slow(name) ? unoptimised : "#include \"%s\"\n", name);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    sbuf_puts(&s, "#include \"shim.cpp\"\n");
    ok = ok && write_in(dir, "all.cpp", s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}

/* Lists the ports, which Verilator's header names: VL_IN8(&clk_i,0,0); */
static void list_ports(const char *header, struct sbuf *out)
{
    for (const char *at = header; (at = strstr(at, "    VL_")) != NULL; at++) {
        bool in = strncmp(at, "    VL_IN", 9) == 0;
        if (!in && strncmp(at, "    VL_OUT", 10) != 0)
            continue;
        const char *open = strstr(at, "(&");
        if (open == NULL)
            return;
        size_t len = strcspn(open + 2, ",");
        sbuf_printf(out, " UM_%s(%.*s)", in ? "IN" : "OUT", (int)len, open + 2);
    }
}

static bool write_shim(const struct unit_source *u, const char *dir, struct error *err)
{
    struct arena a = {0};
    size_t len;
    char *header = file_read(arena_printf(&a, "%s/Vunit.h", dir), &len, err);
    arena_free(&a);
    if (header == NULL)
        return false;
    struct sbuf s = {0};
    sbuf_printf(&s,
                "#include \"Vunit.h\"\n#include \"Vunit___024root.h\"\n"
                "%s#define UM_ROOT Vunit___024root\n"
                "#define UM_NAME \"%s\"\n#define UM_PORTS",
                u->job->monitors == NULL ? "#define UM_MODEL Vunit\n"
                                         : "#define UM_VERILATED Vunit\n"
                                           "#include \"harness/verilator/shim_monitors.h\"\n"
                                           "#define UM_MODEL um_watched\n",
                u->job->tile->module);
    list_ports(header, &s);
    sbuf_puts(&s, "\n#include \"harness/verilator/shim.h\"\n");
    if (u->job->waves)
        sbuf_puts(&s, "#include \"Vunit__Syms.h\"\n"
                      "#include \"harness/verilator/shim_waves.h\"\n");
    free(header);
    bool ok = write_in(dir, "shim.cpp", s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}

/* ---- the compiler ---- */

static bool compile(const struct unit_source *u, const char *dir, struct error *err)
{
    struct arena a = {0};
    const struct tools *t = u->tools;
    const char *vltstd = arena_printf(&a, "%s/vltstd", t->include);
    const char *plain[] = {t->cxx, t->level,    t->linker,     CXX_OPTIONS, CXX_HEADERS,
                           "-I",   ".",         "-I",          t->include,  "-I",
                           vltstd, "-I",        t->root,       "all.cpp",   RUNTIME_FILE,
                           "-o",   OBJECT_FILE, CXX_LIBRARIES, NULL};
    const char *waves[] = {t->cxx,  t->level,  t->linker,  CXX_OPTIONS, CXX_WAVES, "-I",
                           ".",     "-I",      t->include, "-I",        vltstd,    "-I",
                           t->root, "all.cpp", "-o",       OBJECT_FILE, NULL};
    bool ok = (u->job->waves || runtime_take(u->cache, t, dir, err)) &&
              process_run_in(dir, u->job->waves ? waves : plain, err);
    arena_free(&a);
    return ok;
}

bool unit_make(const void *of, const char *dir, struct error *err)
{
    const struct unit_source *u = of;
    const struct rules *monitors = u->job->monitors;
    return hdl_write(u->design, dir, err) &&
           (monitors == NULL || monitors_write(u->design, monitors, dir, err)) &&
           verilate(u, dir, err) && write_shim(u, dir, err) && write_all(dir, err) &&
           compile(u, dir, err);
}
