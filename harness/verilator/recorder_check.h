/*
 * Verilator's FST writer ignores failures: on a full disk its files are shorter than it assumes,
 * and accessing the rest of a mapped file ends the process (SIGBUS). The functions here replace
 * mmap and fclose in the writer and remember that a call failed (C++, included before the writer by
 * recorder_load.c's text). Writing through zlib is not covered: Verilator does not use it.
 */
#ifndef UMBEL_HARNESS_VERILATOR_RECORDER_CHECK_H
#define UMBEL_HARNESS_VERILATOR_RECORDER_CHECK_H

/* All headers of the writer that declare the functions replaced below. */
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

/* The file must be as long as the mapping, with its blocks allocated. Otherwise anonymous memory is
 * mapped: the writer goes on safely until it is closed, and its output is lost. */
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
    if (p == MAP_FAILED) { /* the writer would use it as an address */
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
