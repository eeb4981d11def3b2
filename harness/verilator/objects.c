#include "harness/verilator/objects.h"

#include "harness/verilator/entry.h"
#include "harness/verilator/lock.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/leftover.h"
#include "sw/util/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static void told(const struct objects *o, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void told(const struct objects *o, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (o->say != NULL)
        o->say(text);
}

/* ---- loading ---- */

/* The loader expands variables in a path with "$": it is given another path to the same file. */
static void *open_object(const char *path, bool global)
{
    int flags = RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL);
    char other[PATH_MAX];
    const char *name = strrchr(path, '/');
    if (strchr(path, '$') == NULL || name == NULL)
        return dlopen(path, flags);
    char *dir = xstrdup(path);
    dir[name - path] = '\0';
    int fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
    free(dir);
    snprintf(other, sizeof other, "/proc/self/fd/%d%s", fd, name);
    void *so = dlopen(other, flags);
    if (fd >= 0)
        close(fd);
    return so;
}

static bool open_and_look(struct object *o, const char *path, struct error *err)
{
    if (o->symbol == NULL)
        return o->had = true;
    o->so = open_object(path, o->global);
    if (o->so == NULL)
        return error_set(err, "%s: cannot be loaded: %s", o->what, dlerror());
    o->found = dlsym(o->so, o->symbol);
    if (o->found == NULL)
        return error_set(err, "%s: %s has no %s", o->what, path, o->symbol);
    return o->had = true;
}

/* Loads the object if its entry is good. An entry that vanishes between the check and the loading,
 * since another process bounds the cache, counts as missing. */
static bool load_one(const struct objects *o, const struct cache *c, struct object *it,
                     struct error *err)
{
    char path[PATH_MAX];
    struct error why = {0};
    cache_path(c, it->key, it->ending, path);
    enum entry state = entry_check(path, it->key);
    if (state == ENTRY_DAMAGED)
        told(o, "cached %s was damaged; building it again", it->what);
    if (state == ENTRY_GOOD && !open_and_look(it, path, &why) &&
        entry_check(path, it->key) == ENTRY_GOOD)
        return error_set(err, "%s; if memory is not short, remove %s and run again", why.text,
                         path);
    return true;
}

static bool load(const struct objects *o, const struct cache *c, size_t *missing, struct error *err)
{
    *missing = 0;
    for (size_t i = 0; i < o->n; i++) {
        if (!o->list[i].had && !load_one(o, c, &o->list[i], err))
            return false;
        *missing += !o->list[i].had;
    }
    return true;
}

/* ---- building one, in a process of its own ---- */

/* Whether the disk is full: a tool that could not write may report anything, or nothing. */
static bool is_full(const char *dir)
{
    struct statvfs fs;
    return statvfs(dir, &fs) == 0 && fs.f_blocks > 0 &&
           (uint64_t)fs.f_bavail * fs.f_frsize < 64 * 1024;
}

static bool has(const struct error *err, const char *words)
{
    return strstr(err->text, words) != NULL;
}

/* Adds advice if disk or memory ran out. A tool that was killed could not report the reason. */
static void add_advice(const char *dir, struct error *err)
{
    struct error first = *err;
    *err = (struct error){0};
    if (is_full(dir) || has(&first, strerror(ENOSPC)) || has(&first, strerror(EDQUOT)))
        error_set(err,
                  "%s; no space is left in %s: make some, or set UMBEL_CACHE to another folder",
                  first.text, dir);
    else if (has(&first, strerror(EFBIG)))
        error_set(err, "%s; raise the limit on the size of files (ulimit -f)", first.text);
    else if (has(&first, "signal 9") || has(&first, "Killed") || has(&first, "memory"))
        error_set(err, "%s; is memory short? make some free and run again", first.text);
    else
        *err = first;
}

static bool build(struct object *it, const struct cache *c, struct error *err)
{
    char dir[PATH_MAX], made[PATH_MAX + 16], path[PATH_MAX], ending[32];
    struct error why = {0};
    snprintf(ending, sizeof ending, ".%ld.tmp", (long)getpid());
    cache_path(c, it->key, ending, dir);
    cache_path(c, it->key, it->ending, path);
    snprintf(made, sizeof made, "%s/" OBJECT_FILE, dir);
    file_remove_all(dir);
    /* The tools run in this folder: temporary files of a killed tool are swept with it. */
    setenv("TMPDIR", ".", 1);
    setenv("LC_ALL", "C", 1); /* their messages are searched */
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large becomes an error of writing */
    leftover_note(dir);
    /* The folder is new: nobody has put a link there. */
    bool ok = (mkdir(dir, 0777) == 0 ||
               error_set(&why, "%s: cannot be created: %s", dir, strerror(errno))) &&
              it->make(it->of, dir, &why) &&
              (file_exists(made) || error_set(&why, "the compiler has left no %s", made)) &&
              open_and_look(it, made, &why) && entry_add(made, path, it->key, &why);
    if (!ok && !process_stopped())
        add_advice(c->dir, &why);
    file_remove_all(dir);
    leftover_forget(dir);
    return ok || error_set(err, "%s: %s", it->what, why.text);
}

/* ---- building all that is missing ---- */

struct work {
    const struct objects *o;
    const struct cache *c;
    struct object **missing;
    pid_t builder;
    bool wait; /* wait for objects that another process builds; else leave them out */
};

/* Polls the lock instead of sleeping in flock(), so that a signal can end the wait. */
static enum locked wait_turn(const struct work *w, const struct object *it, struct unit_lock *lock,
                             struct error *err)
{
    const struct timespec tenth = {.tv_nsec = 100 * 1000 * 1000};
    for (bool first = true;; first = false) {
        enum locked got = unit_lock(lock, w->c, it->key, w->builder, err);
        if (got != LOCK_BUSY || !w->wait)
            return got;
        if (first && lock->holder != 0)
            told(w->o, "process %ld is building %s; waiting for it", (long)lock->holder, it->what);
        else if (first)
            told(w->o, "another process is building %s; waiting for it", it->what);
        nanosleep(&tenth, NULL);
        if (process_stopped()) {
            error_set(err, "%s: told to stop", it->what);
            return LOCK_FAILED;
        }
    }
}

static bool build_nth(size_t i, void *ctx, struct error *err)
{
    const struct work *w = ctx;
    struct object *it = w->missing[i];
    struct unit_lock lock;
    char path[PATH_MAX];
    enum locked got = wait_turn(w, it, &lock, err);
    if (got == LOCK_FAILED || got == LOCK_BUSY)
        return got == LOCK_BUSY;
    cache_path(w->c, it->key, it->ending, path);
    bool ok = entry_check(path, it->key) == ENTRY_GOOD || build(it, w->c, err);
    unit_unlock(&lock);
    return ok;
}

/* Drops objects that are now in the cache from the list. */
static size_t still_missing(struct work *w, size_t n)
{
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        char path[PATH_MAX];
        cache_path(w->c, w->missing[i]->key, w->missing[i]->ending, path);
        if (entry_check(path, w->missing[i]->key) != ENTRY_GOOD)
            w->missing[left++] = w->missing[i];
    }
    return left;
}

/* Builds first the objects that no other process builds, then waits for the others: another run
 * that needs the same units builds some of them meanwhile. */
static bool build_missing(const struct objects *o, const struct cache *c, size_t n_missing,
                          struct error *err)
{
    if (!cache_make(c, err))
        return false;
    if (o->kind != NULL && error_is_set(&c->passed))
        told(o, "%s; units are kept in %s", c->passed.text, c->dir);
    if (o->kind != NULL)
        told(o, "building %zu of %zu %s", n_missing, o->n, o->kind);
    cache_sweep(c);
    if (o->before != NULL && !o->before(o, err))
        return false;
    struct work w = {o, c, xcalloc(n_missing, sizeof(struct object *)), getpid(), false};
    for (size_t i = 0, n = 0; i < o->n; i++)
        if (!o->list[i].had)
            w.missing[n++] = &o->list[i];
    bool ok = process_parallel(n_missing, o->jobs, build_nth, &w, err);
    w.wait = true;
    ok = ok && process_parallel(still_missing(&w, n_missing), o->jobs, build_nth, &w, err);
    if (!ok)
        cache_sweep(c); /* leftovers of our own processes that died */
    free(w.missing);
    return ok;
}

static void bound(const struct objects *o, const struct cache *c)
{
    const char **keys = xcalloc(o->n, sizeof *keys);
    for (size_t i = 0; i < o->n; i++)
        keys[i] = o->list[i].key;
    cache_bound(c, keys, o->n);
    free(keys);
}

bool objects_load(const struct objects *o, const struct cache *c, struct error *err)
{
    enum { ROUNDS = 3 };
    size_t missing;
    for (int round = 0; round < ROUNDS; round++) {
        if (!load(o, c, &missing, err))
            return false;
        if (missing == 0) {
            if (round > 0)
                bound(o, c);
            return true;
        }
        if (!build_missing(o, c, missing, err))
            return false;
    }
    return error_set(err,
                     "%s: units vanish from this cache before they can be loaded; is "
                     "UMBEL_CACHE_MIB too small for those who share it?",
                     c->dir);
}
