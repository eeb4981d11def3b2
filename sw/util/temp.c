#include "sw/util/temp.h"

#include "sw/util/file.h"
#include "sw/util/leftover.h"
#include "sw/util/sbuf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder without a lock is not ours, whatever its name. */
#define LOCK "umbel.lock"
#define PATTERN "umbel-*-??????"

static const char *base(void)
{
    const char *dir = getenv("TMPDIR");
    return dir != NULL && dir[0] != '\0' ? dir : "/tmp";
}

/* ---- what others have left ---- */

/* Whether the folder `name` in `dir` has a lock that nobody holds; links are not followed. */
static bool is_left(int dir, const char *name)
{
    struct stat st;
    const int folder = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool is = folder >= 0 && fstat(folder, &st) == 0 && st.st_uid == geteuid();
    const int lock = is ? openat(folder, LOCK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    is = lock >= 0 && fstat(lock, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
         flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (is) /* while it is locked here, no other process takes it */
        unlinkat(folder, LOCK, 0);
    if (lock >= 0)
        close(lock);
    if (folder >= 0)
        close(folder);
    return is;
}

void temp_sweep(void)
{
    DIR *d = opendir(base());
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        if (fnmatch(PATTERN, e->d_name, 0) == 0 && is_left(dirfd(d), e->d_name)) {
            struct sbuf path = {0};
            sbuf_printf(&path, "%s/%s", base(), e->d_name);
            file_remove_all(path.text);
            sbuf_free(&path);
        }
    if (d != NULL)
        closedir(d);
}

/* ---- a folder of our own ---- */

char *temp_file(const struct temp *t, const char *name)
{
    struct sbuf path = {0};
    sbuf_printf(&path, "%s/%s", t->path, name);
    return path.text;
}

/* Another process may sweep the folder before it is locked; then its lock has no name any more. */
static bool lock(struct temp *t)
{
    struct stat st;
    char *path = temp_file(t, LOCK);
    t->lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    free(path);
    const bool ok = t->lock >= 0 && flock(t->lock, LOCK_EX) == 0 && fstat(t->lock, &st) == 0;
    if (ok && st.st_nlink == 0)
        errno = EAGAIN;
    return ok && st.st_nlink > 0;
}

/* A new folder; false and errno if it cannot be made. */
static bool make(struct temp *t, const char *what)
{
    char *real = realpath(base(), NULL); /* programs that run elsewhere use its path, too */
    struct sbuf path = {0};
    if (real == NULL)
        return false;
    sbuf_printf(&path, "%s/umbel-%s-XXXXXX", strcmp(real, "/") == 0 ? "" : real, what);
    free(real);
    if (mkdtemp(path.text) == NULL) {
        sbuf_free(&path);
        return false;
    }
    t->path = path.text;
    leftover_note(t->path);
    if (lock(t))
        return true;
    const int why = errno;
    temp_remove(t);
    errno = why;
    return false;
}

bool temp_make(struct temp *t, const char *what, struct error *err)
{
    static bool swept;
    *t = (struct temp){.lock = -1};
    if (!swept)
        temp_sweep();
    swept = true;
    for (int i = 0; i < 3; i++) {
        if (make(t, what))
            return true;
        if (errno != EAGAIN)
            break;
    }
    return error_set(err, "%s: cannot make a temporary folder: %s%s", base(), strerror(errno),
                     errno == ENOSPC ? "; make room, or set TMPDIR to another folder" : "");
}

void temp_remove(struct temp *t)
{
    if (t->path == NULL)
        return;
    file_remove_all(t->path);
    leftover_forget(t->path);
    if (t->lock >= 0)
        close(t->lock);
    free(t->path);
    *t = (struct temp){.lock = -1};
}
