#include "tests/support/sandbox.h"

#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/tree.h"

#include "sw/util/arena.h"
#include "sw/util/error.h"
#include "sw/util/file.h"

#include <fnmatch.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { SECONDS = 120, MOST_WORDS = 32 };

/* ---- the folders ---- */

static char *below(const char *dir, const char *name)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s/%s", dir, name);
    return s.text;
}

static void make(const char *dir)
{
    struct error err = {0};
    if (!file_mkdirs(dir, &err))
        fail_msg("%s", err.text);
}

static void set(const char *variable, const char *value)
{
    assert_int_equal(setenv(variable, value, 1), 0);
}

/* Verilated units stay where they are for all tests: only how long a run takes depends on them. */
static void keep_cache(void)
{
    const char *own = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (getenv("UMBEL_CACHE") != NULL || (own == NULL && home == NULL))
        return;
    char *dir = own != NULL ? below(own, "umbel/units") : below(home, ".cache/umbel/units");
    set("UMBEL_CACHE", dir);
    free(dir);
}

static void put_touch(const char *dir)
{
    struct arena a = {0};
    const char *bin = arena_printf(&a, "%s/bin", dir), *touch = arena_printf(&a, "%s/touch", bin);
    make(bin);
    write_text(touch, arena_printf(&a, "#!/bin/sh\n: >'%s/" SANDBOX_MARK "'\n", dir));
    assert_int_equal(chmod(touch, 0755), 0);
    set("PATH", arena_printf(&a, "%s:%s", bin, getenv("PATH")));
    arena_free(&a);
}

static void own_folder(const struct sandbox *s, const char *variable, const char *name)
{
    char *path = below(s->base, name);
    make(path);
    set(variable, path);
    free(path);
}

struct sandbox sandbox_begin(const char *dir, const char *name)
{
    struct sandbox s = {.dir = xstrdup(dir), .base = below(dir, name)};
    s.work = below(s.base, "work");
    make(s.work);
    keep_cache();
    put_touch(dir);
    own_folder(&s, "HOME", "home");
    own_folder(&s, "TMPDIR", "tmp");
    return s;
}

void sandbox_end(struct sandbox *s)
{
    const bool well = s->found.len == 0;
    print_message("%u runs, %u refused\n", s->runs, s->refused);
    if (!well)
        print_error("%s", sbuf_str(&s->found));
    free(s->dir);
    free(s->base);
    free(s->work);
    sbuf_free(&s->found);
    assert_true(well);
}

void sandbox_clear(const struct sandbox *s)
{
    file_remove_all(s->work);
    make(s->work);
}

void sandbox_put(const struct sandbox *s, const char *name, const char *text)
{
    char *path = below(s->work, name), *dir = xstrdup(path);
    *strrchr(dir, '/') = '\0';
    make(dir);
    write_text(path, text);
    free(dir);
    free(path);
}

/* ---- what is wrong ---- */

/* nftw() passes no context. */
static struct {
    struct sandbox *s;
    const char *told;
} now;

static void wrong(const char *what, const char *text)
{
    sbuf_printf(&now.s->found, "%s: %s", now.told, what);
    sbuf_puts(&now.s->found, ": ");
    error_shown(text, &now.s->found);
    sbuf_puts(&now.s->found, "\n");
}

static void look_inside(const char *path)
{
    static const char *const runs[] = {"<script>touch", "<img src=x onerror", NULL};
    size_t len;
    char *text = read_bytes_of(path, &len);
    for (size_t i = 0; runs[i] != NULL; i++)
        if (strstr(text, runs[i]) != NULL)
            wrong("a browser runs what is in", path);
    free(text);
}

/* What is there before a command runs: DIR/bin/touch, DIR/NAME/work, home and tmp. */
static bool is_own(const char *path, const char *name, int level)
{
    static const char *const folders[] = {"touch", "work", "home", "tmp", NULL};
    if (level < 2)
        return level == 0 || strcmp(name, "bin") == 0 || strcmp(path, now.s->base) == 0;
    return level == 2 && tree_one_of(name, folders);
}

/* A process that died by a signal leaves its files to its keeper (sw/util/keeper.h), which may have
 * to wait for a processor. */
static bool goes_soon(const char *path)
{
    enum { TRIES = 200 };
    for (int i = 0; i < TRIES && access(path, F_OK) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return access(path, F_OK) != 0;
}

static int look(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st;
    const struct sandbox *s = now.s;
    const char *name = path + at->base;
    const size_t work = strlen(s->work);
    const bool inside = strncmp(path, s->work, work) == 0 && (path[work] == '/' || !path[work]);
    if (strcmp(name, SANDBOX_MARK) == 0) {
        wrong("a text has run", path);
        unlink(path); /* the next command leaves its own */
    } else if (fnmatch("*.tmp", name, 0) == 0) {
        if (!goes_soon(path))
            wrong("a temporary file is left", path);
    } else if (inside && type == FTW_F &&
               (fnmatch("*.svg", name, 0) == 0 || fnmatch("*.html", name, 0) == 0))
        look_inside(path);
    else if (!inside && !is_own(path, name, at->level))
        wrong("outside of its folder", path);
    return 0;
}

/* Line ends and tabs are no commands; nor is what UTF-8 has above U+009f. */
static void look_at_output(const char *what, const char *text)
{
    for (const char *s = text; *s != '\0'; s++) {
        const unsigned char c = (unsigned char)*s, next = (unsigned char)s[1];
        if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f || (c == 0xc2 && next < 0xa0)) {
            wrong(what, text);
            return;
        }
    }
}

/* One line; a kernel that faults has its buffers before it and its launches behind. Of files of
 * tests each that is refused has its own, and the last counts them. */
static bool is_told(const char *text)
{
    const char *reason = strstr(text, "\numbel: ");
    if (strncmp(text, "  buffer: ", 10) == 0)
        return reason != NULL && strstr(reason + 1, "\numbel: ") == NULL;
    return count_lines(text) == 1 || strstr(text, " are refused, as said above\n") != NULL;
}

static void look_at_end(const struct command *c)
{
    const bool itself =
        now.s->program && strncmp(err_of(c), "umbel: the program itself ended by ", 35) == 0;
    if (!itself && (c->status < 0 || c->status > 125))
        wrong("its end", c->status < 0 ? "the time was up" : err_of(c));
    else if (c->status > 0 && !is_told(err_of(c)))
        wrong("not one line on stderr", err_of(c));
}

bool sandbox_run(struct sandbox *s, const char *const *words, const char *told)
{
    const char *argv[MOST_WORDS + 1] = {umbel_path()};
    for (size_t i = 0; words[i] != NULL; i++) {
        assert_true(i + 1 < MOST_WORDS);
        argv[i + 1] = words[i];
    }
    struct command c = {.argv = argv, .dir = s->work, .seconds = SECONDS};
    now.s = s;
    now.told = told;
    command_run(&c);
    look_at_end(&c);
    if (!s->program)
        look_at_output("its stdout commands a terminal", out_of(&c));
    look_at_output("its stderr commands a terminal", err_of(&c));
    assert_int_equal(nftw(s->dir, look, 16, FTW_PHYS), 0);
    s->runs++;
    s->refused += c.status != 0;
    const bool well = c.status == 0;
    command_free(&c);
    return well;
}
