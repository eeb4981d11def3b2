#include "harness/verilator/cache.h"

#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/root.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

const char *cache_dir(void)
{
    const char *dir = getenv("UMBEL_CACHE");
    return dir != NULL && dir[0] != '\0' ? dir : root_output("units");
}

static void sweep(void)
{
    DIR *d = opendir(cache_dir());
    if (d == NULL)
        return;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        char path[PATH_MAX];
        if (fnmatch("*.tmp", e->d_name, 0) == 0 &&
            snprintf(path, sizeof path, "%s/%s", cache_dir(), e->d_name) < (int)sizeof path)
            file_remove_all(path);
    }
    closedir(d);
}

/* Asks again and again rather than sleeps in flock(): a signal is to end the wait. */
static bool wait_turn(int fd, void (*say)(const char *text))
{
    const struct timespec tenth = {.tv_nsec = 100 * 1000 * 1000};
    for (bool told = false; flock(fd, LOCK_EX | LOCK_NB) != 0; told = true) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        if (!told && say != NULL)
            say("another run is building units; waiting for it");
        if (process_stopped())
            return false;
        nanosleep(&tenth, NULL);
    }
    return true;
}

int cache_lock(void (*say)(const char *text), struct error *err)
{
    if (!file_mkdirs(cache_dir(), err))
        return -1;
    int fd = open(cache_dir(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        error_set(err, "%s: cannot be opened: %s", cache_dir(), strerror(errno));
        return -1;
    }
    if (wait_turn(fd, say)) {
        sweep();
    } else if (process_stopped()) {
        error_set(err, "%s: told to stop", cache_dir());
        close(fd);
        return -1;
    } /* else: a file system without locks. Names with a process's number keep builds apart. */
    return fd;
}

void cache_unlock(int lock)
{
    close(lock);
}
