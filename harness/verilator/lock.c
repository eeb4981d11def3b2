#include "harness/verilator/lock.h"

#include "sw/util/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the file, or -1 and errno. Anything but a regular file is no lock and is removed. */
static int open_lock(const char *path)
{
    for (int i = 0; i < 3; i++) {
        struct stat st;
        const int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        int fd = open(path, O_RDWR | O_CREAT | flags, 0666);
        if (fd < 0 && errno == EACCES) /* a lock of another user, in a shared folder */
            fd = open(path, O_RDONLY | flags);
        if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
            return fd;
        if (fd >= 0)
            close(fd);
        else if (lstat(path, &st) != 0 || S_ISREG(st.st_mode))
            return -1;
        file_remove_all(path);
    }
    errno = EBUSY;
    return -1;
}

/* Whether the open file still has that name: unlocking removes it. */
static bool current(int fd, const char *path)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && lstat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static pid_t read_holder(int fd)
{
    char text[24] = "";
    if (pread(fd, text, sizeof text - 1, 0) <= 0)
        return 0;
    return (pid_t)strtol(text, NULL, 10);
}

/* Errors are ignored: the build goes on even if its process is not recorded (a full disk). */
static void write_holder(int fd, pid_t builder)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%ld\n", (long)builder);
    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)n, 0) != n)
        return;
}

enum locked unit_lock(struct unit_lock *l, const struct cache *c, const char *key, pid_t builder,
                      struct error *err)
{
    cache_path(c, key, ".lock", l->path);
    for (;;) {
        l->fd = open_lock(l->path);
        if (l->fd < 0) {
            error_set(err, "%s: cannot be written: %s", l->path, strerror(errno));
            return LOCK_FAILED;
        }
        if (flock(l->fd, LOCK_EX | LOCK_NB) == 0) {
            if (current(l->fd, l->path)) {
                write_holder(l->fd, builder);
                return LOCK_HELD;
            }
        } else if (errno == EWOULDBLOCK) {
            l->holder = read_holder(l->fd);
            close(l->fd);
            return LOCK_BUSY;
        } else if (errno != EINTR) {
            return LOCK_NONE;
        }
        close(l->fd);
    }
}

void unit_unlock(struct unit_lock *l)
{
    unlink(l->path);
    close(l->fd);
}

/* Whether the name is KEY.lock or KEY.PID.tmp. */
static bool is_leftover(const char *name)
{
    size_t key = strspn(name, "0123456789abcdef");
    return key < strlen(name) &&
           (cache_names(name, ".lock") ||
            (fnmatch(".[0-9]*.tmp", name + key, 0) == 0 && cache_names(name, name + key)));
}

void cache_sweep(const struct cache *c)
{
    DIR *d = opendir(c->dir);
    if (d == NULL)
        return;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        struct unit_lock lock;
        struct error unsaid = {0};
        char path[PATH_MAX];
        if (!is_leftover(e->d_name))
            continue;
        enum locked got = unit_lock(&lock, c, e->d_name, getpid(), &unsaid);
        if (got == LOCK_HELD && !cache_names(e->d_name, ".lock") &&
            snprintf(path, sizeof path, "%s/%s", c->dir, e->d_name) < (int)sizeof path)
            file_remove_all(path);
        if (got == LOCK_HELD || got == LOCK_NONE)
            unit_unlock(&lock);
    }
    closedir(d);
}
