#include "harness/verilator/entry.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* A seal: "\numbel unit 00000000000353b8 " with the size, 32 digits of the hash, "\n". */
enum { SEAL_FRONT = 29, SEAL = SEAL_FRONT + 33, MOST_TEXT = 1 << 16 };

static void seal_front(off_t size, char seal[SEAL + 8])
{
    snprintf(seal, SEAL + 8, "\numbel unit %016llx ", (unsigned long long)size);
}

/* Appends the hash to a seal whose front is there already. */
static void seal_back(content_hash h, char seal[SEAL + 8])
{
    char name[HASH_NAME];
    hash_name(h, name);
    snprintf(seal + SEAL_FRONT, SEAL + 8 - SEAL_FRONT, "%s\n", name);
}

/* The hash of the key and the first `size` bytes. False: they cannot be read. */
static bool hash_content(int fd, off_t size, const char *key, content_hash *h)
{
    char part[1 << 15];
    *h = hash_start();
    hash_text(h, key);
    for (off_t at = 0; at < size;) {
        size_t want = size - at < (off_t)sizeof part ? (size_t)(size - at) : sizeof part;
        ssize_t n = pread(fd, part, want, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        hash_block(h, part, (size_t)n);
        at += n;
    }
    return true;
}

static bool sealed(int fd, const char *key, off_t *size)
{
    struct stat st;
    char found[SEAL], right[SEAL + 8];
    content_hash h;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size <= SEAL)
        return false;
    *size = st.st_size - SEAL;
    seal_front(*size, right);
    if (pread(fd, found, SEAL, *size) != SEAL || memcmp(found, right, SEAL_FRONT) != 0 ||
        !hash_content(fd, *size, key, &h))
        return false;
    seal_back(h, right);
    return memcmp(found, right, SEAL) == 0;
}

/* O_NONBLOCK: a FIFO without a writer does not block. */
static int open_entry(const char *path)
{
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

enum entry entry_check(const char *path, const char *key)
{
    struct stat st;
    int fd = open_entry(path);
    if (fd < 0)
        return lstat(path, &st) != 0 ? ENTRY_MISSING : ENTRY_DAMAGED;
    off_t size;
    bool good = sealed(fd, key, &size);
    if (good)
        (void)futimens(fd, NULL); /* fails in a read-only cache, where nothing is removed */
    close(fd);
    return good ? ENTRY_GOOD : ENTRY_DAMAGED;
}

char *entry_read(const char *path, const char *key)
{
    int fd = open_entry(path);
    if (fd < 0)
        return NULL;
    off_t size;
    char *text = NULL;
    if (sealed(fd, key, &size) && size < MOST_TEXT) {
        text = xcalloc(1, (size_t)size + 1);
        if (pread(fd, text, (size_t)size, 0) != size) {
            free(text);
            text = NULL;
        }
    }
    if (text != NULL)
        (void)futimens(fd, NULL);
    close(fd);
    return text;
}

bool entry_copy(const char *path, const char *to)
{
    struct stat st;
    const int from = open_entry(path);
    if (from < 0)
        return false;
    const int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && fstat(from, &st) == 0;
    for (off_t left = ok ? st.st_size - SEAL : 0; ok && left > 0;) {
        const ssize_t n = sendfile(fd, from, NULL, (size_t)left);
        ok = n > 0 || (n < 0 && errno == EINTR);
        left -= n > 0 ? n : 0;
    }
    const int why = errno;
    close(from);
    if (fd >= 0 && (close(fd) != 0 || !ok))
        unlink(to);
    errno = why;
    return ok;
}

static bool add_seal(const char *path, const char *key)
{
    struct stat st;
    char seal[SEAL + 8];
    content_hash h;
    int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &st) == 0 && hash_content(fd, st.st_size, key, &h);
    if (ok) {
        seal_front(st.st_size, seal);
        seal_back(h, seal);
        ssize_t n = write(fd, seal, SEAL);
        if (n >= 0 && n < SEAL)
            errno = ENOSPC;
        ok = n == SEAL;
    }
    int why = errno;
    if (close(fd) != 0)
        return false; /* some file systems report failed writes only here */
    errno = why;
    return ok;
}

bool entry_add(const char *aside, const char *path, const char *key, struct error *err)
{
    if (!add_seal(aside, key))
        return error_set(err, "%s: cannot be written: %s", aside, strerror(errno));
    if (rename(aside, path) == 0)
        return true;
    file_remove_all(path); /* path is a folder */
    return rename(aside, path) == 0 ||
           error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}
