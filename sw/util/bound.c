#include "sw/util/bound.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { STACK_LEAST = 512 << 10, STACK_USUAL = 8 << 20 };
static const uint64_t LEAST = UINT64_C(4) << 30, SMALLEST = UINT64_C(64) << 20;

#ifndef __has_feature /* clang's */
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { BOUNDED = 0 }; /* the sanitizer maps more than any limit */
#else
enum { BOUNDED = 1 };
#endif

static struct rlimit before;
static bool changed;

/* ---- memory ---- */

static uint64_t of_computer(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    const uint64_t all = pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes : 0;
    return all > LEAST ? all : LEAST;
}

/* 8G, 512M: digits and a unit. */
static bool read_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    const unsigned long long n = strtoull(text, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, toupper((unsigned char)*end)) : NULL;
    if (!isdigit((unsigned char)*text) || unit == NULL || end[1] != '\0' || n > UINT32_MAX)
        return false;
    *bytes = n << (10 * (unit - units + 1));
    return *bytes >= SMALLEST;
}

static bool set_memory(struct error *err)
{
    const char *wanted = getenv("UMBEL_MEMORY");
    uint64_t bytes = of_computer();
    if (wanted != NULL && wanted[0] != '\0' && !read_size(wanted, &bytes))
        return error_set(err,
                         "UMBEL_MEMORY=%s: how much memory a process may have is a number and a "
                         "unit, such as 8G, and 64M at least",
                         wanted);
    struct rlimit now;
    if (!BOUNDED || getrlimit(RLIMIT_AS, &now) != 0)
        return true;
    before = now;
    if (now.rlim_cur != RLIM_INFINITY && now.rlim_cur <= bytes)
        return true;
    now.rlim_cur = bytes < now.rlim_max ? bytes : now.rlim_max;
    changed = setrlimit(RLIMIT_AS, &now) == 0;
    return true;
}

/* ---- the stack ---- */

static bool set_stack(struct error *err)
{
    struct rlimit now;
    if (getrlimit(RLIMIT_STACK, &now) != 0 || now.rlim_cur >= STACK_USUAL)
        return true;
    now.rlim_cur = now.rlim_max < STACK_USUAL ? now.rlim_max : STACK_USUAL;
    setrlimit(RLIMIT_STACK, &now);
    return now.rlim_cur >= STACK_LEAST ||
           error_set(err, "the stack may have %llu KiB (ulimit -s), and needs %d; raise that limit",
                     (unsigned long long)now.rlim_cur / 1024, STACK_LEAST / 1024);
}

/* ---- the interface ---- */

bool bound_begin(struct error *err)
{
    return set_stack(err) && set_memory(err);
}

void bound_lift(void)
{
    if (changed)
        setrlimit(RLIMIT_AS, &before);
}

const char *bound_told(void)
{
    static char text[96];
    struct rlimit now;
    if (getrlimit(RLIMIT_AS, &now) != 0 || now.rlim_cur == RLIM_INFINITY)
        return "";
    snprintf(text, sizeof text, "; a process may have %llu MiB: raise %s",
             (unsigned long long)now.rlim_cur >> 20, changed ? "UMBEL_MEMORY" : "ulimit -v");
    return text;
}

bool bound_is_why(const char *output)
{
    static const char *const words[] = {
        "out of memory", "out-of-memory",          "Out of memory",        "memory exhausted",
        "bad_alloc",     "Cannot allocate memory", "failed to map segment"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(output, words[i]) != NULL)
            return true;
    return false;
}
