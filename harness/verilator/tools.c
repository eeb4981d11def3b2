#include "harness/verilator/tools.h"

#include "harness/verilator/build.h"
#include "harness/verilator/entry.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- paths ---- */

/* Finds a program in PATH, as an absolute path, since it runs in other folders. */
static bool in_path(const char *name, char path[PATH_MAX])
{
    const char *at = getenv("PATH");
    char here[PATH_MAX];
    struct stat st;
    if (at == NULL)
        at = "/usr/local/bin:/usr/bin:/bin";
    for (;; at++) {
        size_t n = strcspn(at, ":");
        bool absolute = *at == '/';
        const char *base = absolute ? "" : getcwd(here, sizeof here);
        int len = base == NULL ? PATH_MAX
                               : snprintf(path, PATH_MAX, "%s%s%.*s/%s", base, absolute ? "" : "/",
                                          (int)n, at, name);
        if (len < PATH_MAX && access(path, X_OK) == 0 && stat(path, &st) == 0 &&
            S_ISREG(st.st_mode))
            return true;
        at += n;
        if (*at == '\0')
            return false;
    }
}

static bool find(const char *name, const char *package, char path[PATH_MAX], struct error *err)
{
    return in_path(name, path) ||
           error_set(err, "%s: not found in PATH; apt-get install %s", name, package);
}

static void find_verilator_bin(struct tools *t)
{
    char real[PATH_MAX], beside[PATH_MAX + 8];
    const char *found = t->verilator;
    if (getenv("VERILATOR_ROOT") == NULL && getenv("VERILATOR_BIN") == NULL &&
        realpath(t->verilator, real) != NULL) {
        int len = snprintf(beside, sizeof beside, "%s_bin", real);
        if (len < PATH_MAX && access(beside, X_OK) == 0)
            found = beside;
    }
    memcpy(t->verilator_bin, found, strlen(found) + 1);
}

/* clang++ reads a precompiled header four times as fast as g++ 12, and its units run faster. */
static bool find_cxx(struct tools *t, struct error *err)
{
    return in_path("clang++-14", t->cxx) || find("clang++", "clang", t->cxx, err);
}

static void find_linker(struct tools *t)
{
    char path[PATH_MAX];
    t->linker = in_path("ld.gold", path) ? "-fuse-ld=gold" : "-fuse-ld=bfd";
}

static void include_given(char path[PATH_MAX])
{
    const char *root = getenv("VERILATOR_ROOT");
    snprintf(path, PATH_MAX, "%.*s/include", PATH_MAX - 16,
             root != NULL ? root : "/usr/share/verilator");
}

static bool find_headers(struct tools *t, struct error *err)
{
    char given[PATH_MAX];
    include_given(given);
    if (realpath(given, t->include) == NULL)
        return error_set(err,
                         "%s: Verilator's headers are not there; apt-get install verilator, "
                         "or set VERILATOR_ROOT",
                         given);
    return realpath(root_dir(), t->root) != NULL ||
           error_set(err, "%s: cannot be read: %s", root_dir(), strerror(errno));
}

/* ---- versions ---- */

/* Hashes a file's size and times, to recognise another file of that name. */
static void stamp(content_hash *h, const char *path)
{
    struct stat st;
    char text[160] = "none";
    if (stat(path, &st) == 0)
        snprintf(text, sizeof text, "%lld %lld.%09ld %lld.%09ld", (long long)st.st_size,
                 (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (long long)st.st_ctim.tv_sec,
                 st.st_ctim.tv_nsec);
    hash_list(h, (const char *const[]){path, text, NULL});
}

/* Stamps the program that the script verilator starts, at every place where it looks for it. */
static void stamp_verilator_bin(content_hash *h, const char *verilator)
{
    const char *root = getenv("VERILATOR_ROOT"), *name = getenv("VERILATOR_BIN");
    char real[PATH_MAX], path[PATH_MAX];
    struct arena a = {0};
    if (name == NULL || name[0] == '\0')
        name = "verilator_bin";
    if (root != NULL) {
        stamp(h, arena_printf(&a, "%s/bin/%s", root, name));
        stamp(h, arena_printf(&a, "%s/%s", root, name));
    }
    if (realpath(verilator, real) != NULL) {
        *(strrchr(real, '/') + 1) = '\0';
        stamp(h, arena_printf(&a, "%s%s", real, name));
    }
    stamp(h, in_path(name, path) ? path : "");
    arena_free(&a);
}

static char *first_line(const char *const *argv, struct error *err)
{
    char *text = process_read(argv, err);
    if (text != NULL)
        text[strcspn(text, "\n")] = '\0';
    return text;
}

/* The path of clang, which may change without clang++, as clang++ may be a wrapper; "" if unknown.
 */
static char *compiler_proper(const char *cxx)
{
    struct error unsaid = {0};
    char *path = first_line((const char *const[]){cxx, "-print-prog-name=clang", NULL}, &unsaid);
    if (path != NULL && path[0] == '/')
        return path;
    free(path);
    return xstrdup("");
}

static void stamps(const char *path, bool cxx, const char *proper, char name[HASH_NAME])
{
    content_hash h = hash_start();
    stamp(&h, path);
    if (cxx)
        stamp(&h, proper);
    else
        stamp_verilator_bin(&h, path);
    hash_name(h, name);
}

/* The version kept in the cache. Lines: stamps, path of clang, version. NULL: ask again. */
static char *recall(const char *memo, const char *key, const char *path, bool cxx)
{
    char *text = entry_read(memo, key), now[HASH_NAME], *version = NULL;
    char *proper = text != NULL ? strchr(text, '\n') : NULL;
    char *rest = proper != NULL ? strchr(proper + 1, '\n') : NULL;
    if (rest != NULL) {
        *proper = *rest = '\0';
        stamps(path, cxx, proper + 1, now);
        if (strcmp(text, now) == 0)
            version = xstrdup(rest + 1);
    }
    free(text);
    return version;
}

/* Writes a file that is not there yet, also not as a link. */
static bool write_new(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    const bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Keeps a version; errors are ignored, as a miss costs only time: the cache may be read-only. */
static void keep(const struct cache *c, const char *key, const char *text)
{
    struct error unsaid = {0};
    char path[PATH_MAX], aside[PATH_MAX], ending[32];
    snprintf(ending, sizeof ending, ".%ld.tmp", (long)getpid());
    cache_path(c, key, ".tool", path);
    cache_path(c, key, ending, aside);
    unlink(aside);
    if (!file_mkdirs(c->dir, &unsaid) || !write_new(aside, text) ||
        !entry_add(aside, path, key, &unsaid))
        unlink(aside);
}

static bool hash_version(content_hash *h, const char *path, bool cxx, const struct cache *c,
                         struct error *err)
{
    char key[HASH_NAME], memo[PATH_MAX], before[HASH_NAME];
    content_hash k = hash_start();
    hash_list(&k, (const char *const[]){"the version of a tool", path, NULL});
    hash_name(k, key);
    cache_path(c, key, ".tool", memo);
    char *version = recall(memo, key, path, cxx);
    if (version == NULL) {
        char *proper = cxx ? compiler_proper(path) : xstrdup("");
        stamps(path, cxx, proper, before); /* taken before asking: a later change is noticed */
        version = first_line((const char *const[]){path, "--version", NULL}, err);
        if (version != NULL) {
            struct sbuf text = {0};
            sbuf_printf(&text, "%s\n%s\n%s", before, proper, version);
            keep(c, key, text.text);
            sbuf_free(&text);
        }
        free(proper);
    }
    if (version != NULL)
        hash_text(h, version);
    free(version);
    return version != NULL;
}

/* These variables name further places of headers and libraries for the compiler. */
static void hash_environment(content_hash *h)
{
    static const char *const names[] = {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",
                                        "COMPILER_PATH", "GCC_EXEC_PREFIX"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL)
            hash_list(h, (const char *const[]){names[i], value, NULL});
    }
}

/* UMBEL_CXX_LEVEL, "-O2" without it. Tests that build many units and simulate little ask for less.
 */
static bool find_level(struct tools *t, struct error *err)
{
    static const char *const levels[] = {"-O2", "-O0", "-O1", "-O3"};
    const char *text = getenv("UMBEL_CXX_LEVEL");
    t->level = levels[0];
    if (text == NULL || text[0] == '\0')
        return true;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(text, levels[i]) == 0) {
            t->level = levels[i];
            return true;
        }
    return error_set(err, "UMBEL_CXX_LEVEL: '%s' is none of -O0, -O1, -O2 (the default) and -O3",
                     text);
}

/* The cache may be on a file system that machines of several kinds share. */
static void hash_machine(content_hash *h)
{
    struct utsname u;
    hash_list(h,
              (const char *const[]){uname(&u) == 0 ? u.machine : "", gnu_get_libc_version(), NULL});
}

bool tools_find(struct tools *t, const struct cache *c, struct error *err)
{
    struct arena a = {0};
    t->versions = hash_start();
    hash_machine(&t->versions);
    hash_environment(&t->versions);
    bool ok = find_level(t, err) && find("verilator", "verilator", t->verilator, err) &&
              find_cxx(t, err) && find_headers(t, err) &&
              hash_file(&t->versions, arena_printf(&a, "%s/verilated_config.h", t->include), err) &&
              hash_version(&t->versions, t->verilator, false, c, err) &&
              hash_version(&t->versions, t->cxx, true, c, err);
    if (ok) {
        find_verilator_bin(t);
        find_linker(t);
        hash_list(&t->versions, (const char *const[]){t->level, t->linker, NULL});
    }
    arena_free(&a);
    return ok;
}

bool verilator_version(char text[VERILATOR_VERSION_TEXT])
{
    static const char define[] = "#define VERILATOR_VERSION \"";
    char include[PATH_MAX];
    struct arena a = {0};
    struct error ignored = {0};
    size_t len;
    include_given(include);
    char *header = file_read(arena_printf(&a, "%s/verilated_config.h", include), &len, &ignored);
    arena_free(&a);
    const char *at = header != NULL ? strstr(header, define) : NULL;
    if (at != NULL) {
        at += strlen(define);
        snprintf(text, VERILATOR_VERSION_TEXT, "%.*s", (int)strcspn(at, "\""), at);
    }
    free(header);
    return at != NULL;
}
