#include "harness/observe/outfile.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_device(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static bool unwritable(struct outfile *f, struct error *err)
{
    error_set(err, "%s: cannot be written: %s; the earlier file, if any, is untouched", f->path,
              strerror(errno));
    outfile_discard(f);
    return false;
}

static bool name(struct outfile *f, const char *path, struct error *err)
{
    char real[PATH_MAX], aside[PATH_MAX];
    struct stat st;
    *f = (struct outfile){.path = xstrdup(path)};
    if (realpath(path, real) == NULL) /* of a link, what it points to is replaced */
        snprintf(real, sizeof real, "%s", path);
    if (strlen(path) >= sizeof real ||
        snprintf(aside, sizeof aside, "%s.%ld.tmp", real, (long)getpid()) >= (int)sizeof aside) {
        error_set(err, "%s: path is too long", path);
        outfile_discard(f);
        return false;
    }
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return unwritable(f, err);
    }
    f->target = xstrdup(real);
    f->aside = xstrdup(aside);
    return true;
}

bool outfile_open(struct outfile *f, const char *path, struct error *err)
{
    if (!name(f, path, err))
        return false;
    if (is_device(path)) {
        free(f->aside);
        f->aside = NULL;
    }
    f->file = fopen(f->aside != NULL ? f->aside : f->target, "wb");
    return f->file != NULL || unwritable(f, err);
}

bool outfile_reserve(struct outfile *f, const char *path, struct error *err)
{
    if (is_device(path))
        return error_set(err, "%s: is no file; waves can be written to nothing else", path);
    if (!outfile_open(f, path, err))
        return false;
    FILE *file = f->file;
    f->file = NULL;
    return fclose(file) == 0 || unwritable(f, err);
}

/* What another's writer has written is flushed to the disk through a descriptor of our own. */
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
    bool ok = f->file == NULL || (fflush(f->file) == 0 && outfile_well(f));
    ok = ok && (f->aside == NULL || flush(f));
    int why = f->why != 0 ? f->why : errno;
    if (f->file != NULL)
        ok = fclose(f->file) == 0 && ok;
    f->file = NULL;
    errno = ok ? errno : why;
    ok = ok && (f->aside == NULL || rename(f->aside, f->target) == 0);
    if (!ok)
        return unwritable(f, err);
    free(f->aside);
    f->aside = NULL;
    outfile_discard(f);
    return true;
}

void outfile_discard(struct outfile *f)
{
    int keep = errno;
    if (f->file != NULL)
        fclose(f->file);
    if (f->aside != NULL)
        unlink(f->aside);
    free(f->path);
    free(f->target);
    free(f->aside);
    *f = (struct outfile){0};
    errno = keep;
}
