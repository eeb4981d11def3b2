/*
 * Compares the reference run of a kernel with plain C. A program has a check for each kernel of its
 * kind; plain_main runs it at every size in kernel_sizes.h, one test per size. A check computes its
 * expectation from the launch's first contents and parameters alone, so one check serves all sizes.
 */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_H
#define UMBEL_TESTS_RUNTIME_PLAIN_H

#include "tests/runtime/kernel.h"
#include "tests/runtime/kernel_sizes.h"
#include "tests/support/slow.h"

struct plain_check {
    const char *kernel;
    void (*check)(const struct kernel *k);
};

/* ---- what a launch says; fail_msg does not return, which abort tells the static analyser */

static inline uint64_t parameter(const struct kernel *k, const char *name)
{
    for (size_t i = 0; i < k->l->n_parameters; i++)
        if (strcmp(k->l->parameters[i].name, name) == 0)
            return (uint64_t)k->l->parameters[i].value;
    fail_msg("%s has no parameter '%s'", k->l->path, name);
    abort();
}

static inline size_t buffer_named(const struct kernel *k, const char *name)
{
    for (size_t i = 0; i < k->l->n_buffers; i++)
        if (strcmp(k->l->buffers[i].name, name) == 0)
            return i;
    fail_msg("%s has no buffer '%s'", k->l->path, name);
    abort();
}

/* Elements of four bytes. */
static inline uint64_t count_of(const struct kernel *k, const char *name)
{
    return k->l->buffers[buffer_named(k, name)].bytes / 4;
}

static inline const void *first_of(const struct kernel *k, const char *name)
{
    return k->l->buffers[buffer_named(k, name)].init;
}

static inline const void *final_of(const struct kernel *k, const char *name)
{
    int buffer = (int)buffer_named(k, name);
    for (size_t i = 0; i < gpu_range_count(k->g); i++)
        if (gpu_range(k->g, i)->buffer == buffer)
            return flat_bytes(k->f, i);
    fail_msg("buffer '%s' was not placed", name);
    abort();
}

/* A buffer of `n` elements that the kernel only reads. */
static inline const void *input(const struct kernel *k, const char *name, uint64_t n)
{
    if (count_of(k, name) != n)
        fail_msg("buffer '%s' has %llu elements, not %llu", name,
                 (unsigned long long)count_of(k, name), (unsigned long long)n);
    if (memcmp(first_of(k, name), final_of(k, name), n * 4) != 0)
        fail_msg("buffer '%s' has changed", name);
    return first_of(k, name);
}

/* The final contents of a buffer of `n` elements. */
static inline const void *output(const struct kernel *k, const char *name, uint64_t n)
{
    if (count_of(k, name) != n)
        fail_msg("buffer '%s' has %llu elements, not %llu", name,
                 (unsigned long long)count_of(k, name), (unsigned long long)n);
    return final_of(k, name);
}

static inline void same_float(const char *name, uint64_t i, float got, float want)
{
    if (!(got == want))
        fail_msg("%s[%llu] is %.9g, not %.9g", name, (unsigned long long)i, (double)got,
                 (double)want);
}

static inline void same_word(const char *name, uint64_t i, uint32_t got, uint32_t want)
{
    if (got != want)
        fail_msg("%s[%llu] is %u, not %u", name, (unsigned long long)i, got, want);
}

/* ---- a program */

struct plain_run {
    const struct plain_check *check;
    const struct kernel_size *size;
    char name[64];
};

static inline void plain_test(void **state)
{
    const struct plain_run *r = *state;
    if (r->size->seconds > CHEAP_SECONDS)
        slow_only("this size takes longer than the everyday tests should");
    char path[512];
    snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", r->size->kernel,
             r->size->kernel);
    struct kernel k = kernel_open_in(path, r->size->size, (uint64_t)1 << 32);
    r->check->check(&k);
    kernel_close(&k);
}

static inline const struct plain_check *check_of(const struct plain_check *checks, size_t n,
                                                 const char *kernel)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(checks[i].kernel, kernel) == 0)
            return &checks[i];
    fprintf(stderr, "no check for kernel '%s' in this program; add one\n", kernel);
    exit(1);
}

static inline int plain_main(const char *name, enum kind kind, const struct plain_check *checks,
                             size_t n_checks)
{
    static struct plain_run runs[KERNEL_SIZES];
    static struct CMUnitTest tests[KERNEL_SIZES];
    size_t n = 0;
    for (size_t i = 0; i < KERNEL_SIZES; i++) {
        const struct kernel_size *s = &kernel_sizes[i];
        if (s->kind != kind || s->unchecked != NULL)
            continue;
        struct plain_run *r = &runs[n];
        *r = (struct plain_run){.check = check_of(checks, n_checks, s->kernel), .size = s};
        snprintf(r->name, sizeof r->name, "%s:%s", s->kernel, s->size);
        tests[n++] =
            (struct CMUnitTest){.name = r->name, .test_func = plain_test, .initial_state = r};
    }
    return _cmocka_run_group_tests(name, tests, n, NULL, NULL);
}

#define PLAIN_MAIN(name, kind, checks)                                                             \
    plain_main(name, kind, checks, sizeof(checks) / sizeof *(checks))

#endif
