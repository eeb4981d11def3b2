#include "harness/verilator/build.h"

#include "harness/verilator/cache.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
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
#define CXX_OPTIONS                                                                                \
    "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-w", "-Wl,-Bsymbolic"

static const char *verilator_include(void)
{
    const char *root = getenv("VERILATOR_ROOT");
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/include", root != NULL ? root : "/usr/share/verilator");
    return path;
}

/* ---- content hash: FNV-1a over 128 bits ---- */

static void hash_text(unsigned __int128 *h, const char *text)
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    for (const char *c = text; *c != '\0'; c++)
        *h = (*h ^ (unsigned char)*c) * prime;
    *h = (*h ^ 0xff) * prime;
}

static bool hash_file(unsigned __int128 *h, const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    hash_text(h, text);
    free(text);
    return true;
}

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

static bool hash_unit(const struct unit_job *u, struct hdl_design *d, char name[40],
                      struct error *err)
{
    const struct tile *t = u->tile;
    unsigned __int128 h = ((unsigned __int128)0x6c62272e07bb0142u << 64) + 0x62b821756295c58du;
    static const char *const options[] = {VERILATOR_OPTIONS, CXX_OPTIONS};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        hash_text(&h, options[i]);
    char version[PATH_MAX + 32]; /* Verilator's own */
    snprintf(version, sizeof version, "%s/verilated_config.h", verilator_include());
    if (!hash_file(&h, UMBEL_ROOT "/harness/verilator/shim.h", err) ||
        !hash_file(&h, UMBEL_ROOT "/harness/dut.h", err) || !hash_file(&h, version, err))
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
    snprintf(name, 40, "%016llx%016llx", (unsigned long long)(h >> 64), (unsigned long long)h);
    return true;
}

/* ---- one build ---- */

struct build {
    const struct tile *tile;
    const char *control;
    char dir[PATH_MAX]; /* where it is built, then removed */
    char so[PATH_MAX];  /* where it goes */
    char name[40];
};

static bool verilate(const struct build *b, struct error *err)
{
    struct arena a = {0};
    const char *control = arena_printf(&a, "%s/control.vlt", b->dir);
    const char *argv[48] = {"verilator", VERILATOR_OPTIONS};
    int n = 0;
    while (argv[n] != NULL)
        n++;
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
    free(header);
    snprintf(path, sizeof path, "%s/shim.cpp", b->dir);
    bool ok = file_write(path, s.text, s.len, err);
    sbuf_free(&s);
    return ok;
}

/* One compiler run over one file that includes all of Verilator's: faster than a make of many. */
static bool compile(const struct build *b, struct error *err)
{
    struct arena a = {0};
    const char *so = arena_printf(&a, "%s/unit.so", b->dir);
    const char *cmd = arena_printf(
        &a,
        "cd '%s' && for f in Vunit*.cpp; do echo \"#include \\\"$f\\\"\"; done > all.cpp && "
        "echo '#include \"verilated.cpp\"' >> all.cpp && "
        "echo '#include \"verilated_threads.cpp\"' >> all.cpp && echo '#include \"shim.cpp\"' >> "
        "all.cpp",
        b->dir);
    const char *list[] = {"/bin/sh", "-c", cmd, NULL};
    const char *all = arena_printf(&a, "%s/all.cpp", b->dir);
    const char *argv[] = {
        "g++", CXX_OPTIONS,         "-I", b->dir,
        "-I",  verilator_include(), "-I", arena_printf(&a, "%s/vltstd", verilator_include()),
        "-I",  UMBEL_ROOT,          all,  "-o",
        so,    "-lpthread",         NULL};
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
    if (!hash_unit(u, d, b->name, err))
        return false;
    if (snprintf(b->so, sizeof b->so, "%s/%s.so", cache_dir(), b->name) >= (int)sizeof b->so - 64)
        return error_set(err, "%s: the cache's path is too long; set UMBEL_CACHE", cache_dir());
    snprintf(b->dir, sizeof b->dir, "%s/%s.%ld.tmp", cache_dir(), b->name, (long)getpid());
    return true;
}

static bool load(struct unit_job *u, const struct build *b, struct error *err)
{
    void *so = dlopen(b->so, RTLD_NOW | RTLD_LOCAL);
    if (so == NULL)
        return error_set(err, "%s; remove it and run again", dlerror());
    u->type = dlsym(so, "um_dut_type");
    if (u->type == NULL)
        return error_set(err, "%s: no unit inside; remove it and run again", b->so);
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
        char text[128];
        snprintf(text, sizeof text, "building %zu of %zu units with Verilator", n_missing, n);
        if (say != NULL)
            say(text);
        struct work w = {missing, d};
        ok = process_parallel(n_missing, jobs, build_nth, &w, err);
    }
    free(missing);
    cache_unlock(lock);
    return ok;
}

bool units_build(struct unit_job *units, size_t n, struct hdl_design *d, int jobs,
                 void (*say)(const char *text), struct error *err)
{
    struct build *builds = xcalloc(n, sizeof *builds);
    bool ok = true, all = true;
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
