#include "harness/verilator/build.h"

#include "harness/verilator/build_impl.h"
#include "harness/verilator/cache.h"
#include "harness/verilator/recorder_load.h"
#include "harness/verilator/runtime.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Options of both tools are part of the hash: a change of them rebuilds. */
#define VERILATOR_OPTIONS                                                                          \
    "--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--no-timing", "--no-assert"
/* A line and its message fit the width; a switch's ports side by side and whole arrays do not. */
#define WAVES_OPTIONS "--trace-fst", "--trace-max-width", "4096", "--trace-max-array", "32"

/* Whether a module's text names another one. */
static bool names(const char *text, const char *module)
{
    size_t n = strlen(module);
    for (const char *at = text; (at = strstr(at, module)) != NULL; at += n)
        if (!isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    return false;
}

/* The modules that a unit is made of, so that a change of one unit leaves the others in the cache:
 * marks `module` and all below it. */
static void mark(struct hdl_design *d, const char *module, bool *marked)
{
    for (size_t i = 0; i < hdl_count(d); i++) {
        if (marked[i] || strcmp(hdl_name(d, i), module) != 0)
            continue;
        marked[i] = true;
        for (size_t j = 0; j < hdl_count(d); j++)
            if (names(hdl_text(d, module), hdl_name(d, j)))
                mark(d, hdl_name(d, j), marked);
    }
}

static bool hash_waves(content_hash *h, struct error *err)
{
    hash_list(h, (const char *const[]){WAVES_OPTIONS, CXX_WAVES, NULL});
    return hash_file(h, root_path("harness/verilator/shim_waves.h"), err) &&
           hash_file(h, root_path("harness/verilator/recorder.h"), err) &&
           hash_file(h, root_path("harness/verilator/waves.h"), err);
}

static bool hash_unit(const struct unit_job *u, struct hdl_design *d, char name[40],
                      struct error *err)
{
    const struct tile *t = u->tile;
    content_hash h = hash_start();
    hash_list(&h, (const char *const[]){VERILATOR_OPTIONS, CXX_OPTIONS, NULL});
    if (!hash_file(&h, root_path("harness/verilator/shim.h"), err) ||
        !hash_file(&h, root_path("harness/dut.h"), err) || !hash_verilator(&h, err) ||
        (u->waves && !hash_waves(&h, err)))
        return false;
    bool *marked = xcalloc(hdl_count(d), sizeof *marked);
    mark(d, t->module, marked);
    for (size_t i = 0; i < hdl_count(d); i++)
        if (marked[i])
            hash_text(&h, hdl_text(d, hdl_name(d, i)));
    free(marked);
    hash_text(&h, t->module);
    if (u->control != NULL)
        hash_text(&h, u->control);
    for (int i = 0; i < t->n_params; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s=%u", t->params[i].name, t->params[i].value);
        hash_text(&h, text);
    }
    hash_name(h, name);
    return true;
}

/* ---- one build ---- */

struct build {
    const struct tile *tile;
    const char *control;
    bool waves;
    char dir[PATH_MAX]; /* where it is built, then removed */
    char so[PATH_MAX];  /* where it goes */
    char name[40];
    const char *runtime; /* Verilator's, compiled */
};

static bool verilate(const struct build *b, struct error *err)
{
    struct arena a = {0};
    const char *control = arena_printf(&a, "%s/control.vlt", b->dir);
    static const char *const plain[] = {"verilator", VERILATOR_OPTIONS, NULL};
    static const char *const waves[] = {"verilator", VERILATOR_OPTIONS, WAVES_OPTIONS, NULL};
    const char *argv[64];
    int n = 0;
    for (const char *const *o = b->waves ? waves : plain; *o != NULL; o++)
        argv[n++] = *o;
    argv[n++] = "--top-module";
    argv[n++] = b->tile->module;
    argv[n++] = "--prefix";
    argv[n++] = "Vunit";
    argv[n++] = "--Mdir";
    argv[n++] = b->dir;
    argv[n++] = "-y";
    argv[n++] = b->dir;
    for (int i = 0; i < b->tile->n_params; i++)
        argv[n++] = arena_printf(&a, "-G%s=%u", b->tile->params[i].name, b->tile->params[i].value);
    if (b->control != NULL)
        argv[n++] = control; /* before the text that it is about */
    argv[n++] = arena_printf(&a, "%s/%s.v", b->dir, b->tile->module);
    argv[n] = NULL;
    bool ok = b->control == NULL || file_write(control, b->control, strlen(b->control), err);
    ok = ok && process_run(argv, err);
    arena_free(&a);
    return ok;
}

/* Verilator's header names the ports: VL_IN8(&clk_i,0,0); */
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

static bool write_shim(const struct build *b, struct error *err)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/Vunit.h", b->dir);
    size_t len;
    char *header = file_read(path, &len, err);
    if (header == NULL)
        return false;
    struct sbuf s = {0};
    sbuf_printf(&s,
                "#include \"Vunit.h\"\n#include \"Vunit___024root.h\"\n"
                "#define UM_MODEL Vunit\n#define UM_ROOT Vunit___024root\n"
                "#define UM_NAME \"%s\"\n#define UM_PORTS",
                b->tile->module);
    list_ports(header, &s);
    sbuf_puts(&s, "\n#include \"harness/verilator/shim.h\"\n");
    if (b->waves)
        sbuf_puts(&s, "#include \"Vunit__Syms.h\"\n"
                      "#include \"harness/verilator/shim_waves.h\"\n");
    free(header);
    snprintf(path, sizeof path, "%s/shim.cpp", b->dir);
    bool ok = file_write(path, s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}

/* One compiler run over one file that includes all of the unit's: faster than a make of many. A
 * unit that records itself finds Verilator's runtime in the recorder. */
static bool compile(const struct build *b, struct error *err)
{
    struct arena a = {0};
    const char *so = arena_printf(&a, "%s/unit.so", b->dir);
    const char *cmd = arena_printf(
        &a,
        "cd '%s' && for f in Vunit*.cpp; do echo \"#include \\\"$f\\\"\"; done > all.cpp && "
        "echo '#include \"shim.cpp\"' >> all.cpp",
        b->dir);
    const char *list[] = {"/bin/sh", "-c", cmd, NULL};
    const char *all = arena_printf(&a, "%s/all.cpp", b->dir);
    const char *vltstd = arena_printf(&a, "%s/vltstd", verilator_include());
    const char *plain[] = {"g++", CXX_OPTIONS, "-I",        b->dir,     "-I", verilator_include(),
                           "-I",  vltstd,      "-I",        root_dir(), all,  b->runtime,
                           "-o",  so,          "-lpthread", NULL};
    const char *waves[] = {
        "g++", CXX_OPTIONS, CXX_WAVES, "-I", b->dir, "-I", verilator_include(), "-I", vltstd,
        "-I",  root_dir(),  all,       "-o", so,     NULL};
    const char *const *argv = b->waves ? waves : plain;
    bool ok = process_run(list, err) && process_run(argv, err);
    if (ok && rename(so, b->so) != 0)
        ok = error_set(err, "%s: cannot be written: %s", b->so, strerror(errno));
    arena_free(&a);
    return ok;
}

static bool build_one(struct build *b, struct hdl_design *d, struct error *err)
{
    bool ok =
        hdl_write(d, b->dir, err) && verilate(b, err) && write_shim(b, err) && compile(b, err);
    file_remove_all(b->dir);
    return ok;
}

/* ---- all of them ---- */

static bool locate(struct build *b, const struct unit_job *u, struct hdl_design *d,
                   struct error *err)
{
    b->tile = u->tile;
    b->control = u->control;
    b->waves = u->waves;
    if (!hash_unit(u, d, b->name, err))
        return false;
    if (snprintf(b->so, sizeof b->so, "%s/%s.so", cache_dir(), b->name) >= (int)sizeof b->so - 64)
        return error_set(err, "%s: the cache's path is too long; set UMBEL_CACHE", cache_dir());
    snprintf(b->dir, sizeof b->dir, "%s/%s.%ld.tmp", cache_dir(), b->name, (long)getpid());
    return true;
}

static bool load(struct unit_job *u, const struct build *b, struct error *err)
{
    if (u->waves && recorder_load(err) == NULL)
        return false;
    void *so = dlopen(b->so, RTLD_NOW | RTLD_LOCAL);
    if (so == NULL)
        return error_set(err, "%s; remove it and run again", dlerror());
    u->type = dlsym(so, "um_dut_type");
    if (u->type == NULL)
        return error_set(err, "%s: no unit inside; remove it and run again", b->so);
    if (u->waves)
        u->wave_unit = dlsym(so, "um_wave_unit");
    return true;
}

struct work {
    struct build *builds;
    struct hdl_design *design;
};

static bool build_nth(size_t i, void *ctx, struct error *err)
{
    struct work *w = ctx;
    return build_one(&w->builds[i], w->design, err);
}

static bool records(const struct unit_job *units, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (units[i].waves)
            return true;
    return false;
}

static bool build_missing(struct build *builds, size_t n, struct hdl_design *d, int jobs,
                          void (*say)(const char *text), struct error *err)
{
    int lock = cache_lock(say, err);
    if (lock < 0)
        return false;
    struct build *missing = xcalloc(n, sizeof *missing);
    size_t n_missing = 0;
    for (size_t i = 0; i < n; i++)
        if (!file_exists(builds[i].so)) /* or another process has built it since */
            missing[n_missing++] = builds[i];
    bool ok = true;
    if (n_missing > 0) {
        char text[128], runtime[PATH_MAX];
        snprintf(text, sizeof text, "building %zu of %zu units with Verilator", n_missing, n);
        if (say != NULL)
            say(text);
        ok = runtime_build(runtime, err);
        for (size_t i = 0; i < n_missing; i++)
            missing[i].runtime = runtime;
        struct work w = {missing, d};
        ok = ok && process_parallel(n_missing, jobs, build_nth, &w, err);
    }
    free(missing);
    cache_unlock(lock);
    return ok;
}

bool units_build(struct unit_job *units, size_t n, struct hdl_design *d, int jobs,
                 void (*say)(const char *text), struct error *err)
{
    struct build *builds = xcalloc(n, sizeof *builds);
    bool ok = !records(units, n) || recorder_build(say, err), all = true;
    for (size_t i = 0; ok && i < n; i++) {
        ok = locate(&builds[i], &units[i], d, err);
        all = ok && all && file_exists(builds[i].so);
    }
    if (ok && !all)
        ok = build_missing(builds, n, d, jobs, say, err);
    for (size_t i = 0; ok && i < n; i++)
        ok = load(&units[i], &builds[i], err);
    free(builds);
    return ok;
}

void units_apart(const struct netlist *n, struct sbuf *control)
{
    sbuf_puts(control, "`verilator_config\n");
    for (size_t t = 0; t < n->n_tiles; t++) {
        bool first = true;
        for (size_t i = 0; first && i < t; i++)
            first = strcmp(n->tiles[i].module, n->tiles[t].module) != 0;
        if (first)
            sbuf_printf(control, "no_inline -module \"%s\"\n", n->tiles[t].module);
    }
}
