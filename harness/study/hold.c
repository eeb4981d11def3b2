#include "harness/study/hold.h"

#include "sw/util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The byte of a key: its first 60 bits. Two keys with the same byte would wait for each other. */
static struct flock byte_of(const char *key, short type)
{
    char digits[16] = "";
    memcpy(digits, key, strnlen(key, sizeof digits - 1));
    return (struct flock){.l_type = type,
                          .l_whence = SEEK_SET,
                          .l_start = (off_t)strtoull(digits, NULL, 16),
                          .l_len = 1};
}

bool study_holds_open(struct study_holds *h, const char *path, struct error *err)
{
    h->fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    return h->fd >= 0 ||
           error_set(err, "%s: cannot be written: %s", file_shown(path), strerror(errno));
}

void study_holds_close(struct study_holds *h)
{
    if (h->fd >= 0)
        close(h->fd);
    h->fd = -1;
}

enum study_held study_hold(struct study_holds *h, const char *key, pid_t *by, struct error *err)
{
    struct flock lock = byte_of(key, F_WRLCK);
    if (fcntl(h->fd, F_SETLK, &lock) == 0)
        return HELD_HERE;
    if (errno != EACCES && errno != EAGAIN) {
        error_set(err, "the lock of a point cannot be taken: %s", strerror(errno));
        return HELD_FAILED;
    }
    lock = byte_of(key, F_WRLCK);
    *by = fcntl(h->fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0 ? lock.l_pid
                                                                                        : 0;
    return HELD_ELSEWHERE;
}

void study_release(struct study_holds *h, const char *key)
{
    struct flock lock = byte_of(key, F_UNLCK);
    fcntl(h->fd, F_SETLK, &lock);
}
