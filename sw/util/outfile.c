#include "sw/util/outfile.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/leftover.h"
#include "sw/util/sbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- where to ---- */

/* The path that a link names, relative to the current folder; NULL if `path` is no link. */
static char *follow(const char *path)
{
    char to[PATH_MAX];
    ssize_t n = readlink(path, to, sizeof to - 1);
    if (n < 0)
        return NULL;
    to[n] = '\0';
    const char *slash = strrchr(path, '/');
    struct sbuf s = {0};
    if (to[0] != '/' && slash != NULL)
        sbuf_add(&s, path, (size_t)(slash - path) + 1);
    sbuf_puts(&s, to);
    return s.text;
}

/* realpath() for a file that need not exist: realpath() of its folder, then its name. */
static char *in_folder(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    if (name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return NULL;
    struct sbuf s = {0};
    sbuf_add(&s, path, (size_t)(name - path));
    char *folder = realpath(s.len > 0 ? s.text : ".", NULL);
    sbuf_free(&s);
    if (folder == NULL)
        return NULL;
    sbuf_printf(&s, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
    free(folder);
    return s.text;
}

char *outfile_target(const char *path)
{
    enum { MOST_LINKS = 40 };
    char *at = xstrdup(path);
    for (int links = 0; at != NULL; links++) {
        char *real = realpath(at, NULL);
        char *next = real == NULL && links < MOST_LINKS ? follow(at) : NULL;
        if (next == NULL) {
            bool loops = real == NULL && links == MOST_LINKS;
            char *target = real != NULL ? real : loops ? NULL : in_folder(at);
            free(at);
            return target;
        }
        free(at);
        at = next;
    }
    return NULL;
}

/* ---- opening ---- */

static bool unwritable(struct outfile *f, int why, struct error *err)
{
    error_set(err, "%s: cannot be written: %s%s", file_shown(f->path), strerror(why),
              f->aside != NULL ? "; the earlier file, if any, is untouched" : "");
    outfile_discard(f);
    return false;
}

/* The descriptor of standard output or error if the file is one of them, else -1. Replacing such a
 * file would lose what was printed. */
static int standard(const struct stat *st)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat it;
        if (fstat(fd, &it) == 0 && it.st_dev == st->st_dev && it.st_ino == st->st_ino)
            return fd;
    }
    return -1;
}

/* O_NONBLOCK: a pipe without a reader is an error (ENXIO) and does not block. */
static int open_device(const char *path, const struct stat *st)
{
    int fd = standard(st);
    if (fd >= 0)
        return fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (S_ISBLK(st->st_mode)) {
        errno = ENOTSUP; /* a disk: writing would destroy its contents */
        return -1;
    }
    fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

/* TARGET.XXXXXX.tmp: a name that did not exist, so that no link stands there. Of a long name as
 * much as there is room for. */
#define ENDING ".tmp"
static void put_aside(struct sbuf *s, const char *target)
{
    const char *slash = strrchr(target, '/'), *name = slash != NULL ? slash + 1 : target;
    static const char random[] = ".XXXXXX";
    const size_t most = NAME_MAX - strlen(random) - strlen(ENDING), len = strlen(name);
    sbuf_add(s, target, (size_t)(name - target) + (len < most ? len : most));
    sbuf_printf(s, "%s" ENDING, random);
}

/* The process's umask, which is set for a moment to read it; so that is done once. */
static mode_t mask(void)
{
    static mode_t is;
    static bool known;
    if (!known) {
        is = umask(0077);
        umask(is);
        known = true;
    }
    return is;
}

static int open_aside(struct outfile *f, const char *path)
{
    struct sbuf aside = {0};
    f->target = outfile_target(path);
    if (f->target == NULL)
        return -1;
    if (strlen(strrchr(f->target, '/') + 1) > NAME_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    put_aside(&aside, f->target);
    f->aside = aside.text;
    int fd = mkostemps(f->aside, (int)strlen(ENDING), O_CLOEXEC);
    if (fd < 0)
        return -1;
    leftover_note(f->aside);
    fchmod(fd, 0666 & ~mask()); /* as open() would have made it */
    return fd;
}

bool outfile_open(struct outfile *f, const char *path, struct error *err)
{
    struct stat st;
    bool there = stat(path, &st) == 0;
    *f = (struct outfile){.path = xstrdup(path)};
    if (there && S_ISDIR(st.st_mode))
        return unwritable(f, EISDIR, err);
    errno = 0;
    bool device = there && (!S_ISREG(st.st_mode) || standard(&st) >= 0);
    int fd = device ? open_device(path, &st) : open_aside(f, path);
    if (fd < 0)
        return unwritable(f, errno != 0 ? errno : ENOENT, err);
    f->file = fdopen(fd, "wb");
    if (f->file != NULL)
        return true;
    int why = errno;
    close(fd);
    return unwritable(f, why, err);
}

bool outfile_reserve(struct outfile *f, const char *path, struct error *err)
{
    if (!outfile_open(f, path, err))
        return false;
    FILE *file = f->file;
    f->file = NULL;
    if (fclose(file) != 0)
        return unwritable(f, errno, err);
    if (f->aside != NULL)
        return true;
    outfile_discard(f);
    return error_set(err, "%s: is a device or a pipe; give the path of an ordinary file", path);
}

/* ---- the end ---- */

/* fsync. A file that another writer has written is opened again for it. */
static bool flush(const struct outfile *f)
{
    int fd = f->file != NULL ? fileno(f->file) : open(f->aside, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;
    if (f->file == NULL && fd >= 0)
        close(fd);
    return ok;
}

bool outfile_well(struct outfile *f)
{
    if (f->why == 0 && ferror(f->file) != 0)
        f->why = errno != 0 ? errno : EIO;
    return f->why == 0;
}

bool outfile_commit(struct outfile *f, struct error *err)
{
    if (f->aside == NULL)
        fflush(stdout); /* it may be the same device: keep the order of writing */
    bool ok = f->file == NULL || (fflush(f->file) == 0 && outfile_well(f));
    ok = ok && (f->aside == NULL || flush(f));
    int why = f->why != 0 ? f->why : errno;
    if (f->file != NULL)
        ok = fclose(f->file) == 0 && ok;
    f->file = NULL;
    if (ok && f->aside != NULL && rename(f->aside, f->target) != 0) {
        why = errno;
        ok = false;
    }
    if (!ok)
        return unwritable(f, why, err);
    if (f->aside != NULL)
        leftover_forget(f->aside);
    free(f->aside);
    f->aside = NULL;
    outfile_discard(f);
    return true;
}

bool outfile_finish(struct outfile *f, const void *bytes, size_t len, struct error *err)
{
    if (fwrite(bytes, 1, len, f->file) != len)
        outfile_well(f);
    return outfile_commit(f, err);
}

void outfile_discard(struct outfile *f)
{
    if (f->file != NULL)
        fclose(f->file);
    if (f->aside != NULL) {
        unlink(f->aside);
        leftover_forget(f->aside);
    }
    free(f->path);
    free(f->target);
    free(f->aside);
    f->file = NULL;
    f->path = f->target = f->aside = NULL;
    f->why = 0;
}

/* ---- several ---- */

bool outfiles_add(struct outfiles *all, const char *path, const void *bytes, size_t len,
                  struct error *err)
{
    struct outfile f;
    if (!outfile_open(&f, path, err))
        return false;
    if (fwrite(bytes, 1, len, f.file) != len || fflush(f.file) != 0) {
        outfile_well(&f);
        return outfile_commit(&f, err); /* sets the error */
    }
    if (f.aside != NULL) { /* closed: there may be more files than descriptors */
        fclose(f.file);
        f.file = NULL;
    }
    all->list = xrealloc(all->list, (all->n + 1) * sizeof *all->list);
    all->list[all->n++] = f;
    return true;
}

bool outfiles_commit(struct outfiles *all, struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < all->n; i++)
        ok = outfile_commit(&all->list[i], err);
    outfiles_discard(all);
    return ok;
}

void outfiles_discard(struct outfiles *all)
{
    for (size_t i = 0; i < all->n; i++)
        outfile_discard(&all->list[i]);
    free(all->list);
    *all = (struct outfiles){0};
}
