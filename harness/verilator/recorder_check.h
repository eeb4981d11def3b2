/*
 * Verilator's FST writer looks at no failure: on a full disk its files are shorter than it thinks,
 * and touching the rest of a mapped one ends the process (SIGBUS). Between the writer and the
 * system stand these functions (C++, included before the writer by recorder_load.c's text), which
 * remember that something failed. What it packs with zlib, Verilator never asks it for.
 */
#ifndef UMBEL_HARNESS_VERILATOR_RECORDER_CHECK_H
#define UMBEL_HARNESS_VERILATOR_RECORDER_CHECK_H

/* All that the writer includes and that names what is replaced below. */
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool um_recorder_has_failed;

static bool um_recorder_failed()
{
    return um_recorder_has_failed;
}

/* The file must be as long as what is mapped, and its blocks there. Otherwise zeros are mapped: the
 * writer goes on safely until it is closed, and what it writes is thrown away. */
static void *um_checked_mmap(void *at, size_t n, int access, int flags, int fd, off_t from)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || st.st_size < from + (off_t)n ||
        posix_fallocate(fd, from, (off_t)n) != 0) {
        um_recorder_has_failed = true;
        flags = MAP_PRIVATE | MAP_ANONYMOUS;
        fd = -1;
        from = 0;
    }
    void *p = mmap(at, n, access, flags, fd, from);
    if (p == MAP_FAILED) { /* the writer would use it */
        fprintf(stderr, "umbel: out of memory: waves need %zu bytes more\n", n);
        exit(1);
    }
    return p;
}

static int um_checked_fclose(FILE *f)
{
    bool bad = ferror(f) != 0;
    int failed = fclose(f);
    um_recorder_has_failed |= bad || failed != 0;
    return failed;
}

#define mmap(...) um_checked_mmap(__VA_ARGS__)
#define fclose(f) um_checked_fclose(f)

#endif
