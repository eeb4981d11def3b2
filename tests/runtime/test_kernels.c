/*
 * Every kernel that ships: each of its sizes has a check in plain C (test_plain_*.c) or a reason
 * why not. At `tiny`, the SM model on a memory without caches leaves the same memory as the
 * reference.
 */
#include "tests/runtime/kernel.h"
#include "tests/runtime/kernel_sizes.h"

#include <dirent.h>
#include <unistd.h>

/* A plain memory behind SMs; every request is answered in the cycle after it was taken. */
struct answer {
    bool up;
    uint32_t tag;
    uint8_t line[LINE]; /* as it was when the request was taken */
};

static void plain_answer(struct behind *b, uint32_t i, struct sm *sm, uint64_t now)
{
    (void)now;
    struct answer *a = (struct answer *)b->ctx + i;
    if (a->up)
        sm_answer(sm, a->tag, a->line);
    a->up = false;
}

static void plain_take(struct behind *b, uint32_t i, const struct sm_request *r, uint64_t now)
{
    (void)now;
    struct answer *a = (struct answer *)b->ctx + i;
    uint8_t *line = b->memory + r->line * LINE;
    *a = (struct answer){.up = true, .tag = r->tag};
    memcpy(a->line, line, LINE);
    if (r->op == OP_ATOMIC)
        do_atomic(r, line);
    else if (r->op == OP_STORE)
        do_store(r, line);
}

static void run_tiny(const char *name, const char *path)
{
    struct answer a[SMS] = {0};
    struct behind b = {.ctx = a, .answer = plain_answer, .take = plain_take};
    struct kernel k = kernel_open(path, "tiny");
    if (k.host != NULL) {
        print_message("*** SKIPPED: %s has steps of the host, and there are SMs alone ***\n", name);
        kernel_close(&k);
        return;
    }
    if (!kernel_runs_right(&k, &b, false))
        fail_msg("%s:tiny under sc differs from the reference", name);
    if (!kernel_runs_right(&k, &b, true))
        fail_msg("%s:tiny under rc differs from the reference", name);
    kernel_close(&k);
}

/* ---- the kernels that ship */

/* Calls `each` for every folder with a launch file. */
static void for_each_kernel(void (*each)(const char *name, const char *path))
{
    DIR *folder = opendir(UMBEL_ROOT "/sw/kernels");
    assert_non_null(folder);
    unsigned n = 0;
    for (const struct dirent *e; (e = readdir(folder)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", e->d_name, e->d_name);
        if (access(path, R_OK) != 0)
            continue;
        each(e->d_name, path);
        n++;
    }
    closedir(folder);
    assert_true(n >= 70);
}

static void sms_leave_what_the_reference_does(void **state)
{
    (void)state;
    for_each_kernel(run_tiny);
}

static unsigned seen[KERNEL_SIZES];

static void look_up(const char *kernel, const char *size)
{
    for (size_t i = 0; i < KERNEL_SIZES; i++)
        if (strcmp(kernel_sizes[i].kernel, kernel) == 0 &&
            strcmp(kernel_sizes[i].size, size) == 0) {
            seen[i]++;
            return;
        }
    fail_msg("%s:%s is not in tests/runtime/kernel_sizes.h; add it, and a check in plain C or the "
             "reason why there is none",
             kernel, size);
}

static void look_up_sizes(const char *name, const char *path)
{
    struct error err = {0};
    char *about, *sizes, *rest;
    check(launch_describe(path, &about, &sizes, &err), &err);
    for (char *size = strtok_r(sizes, " ", &rest); size != NULL; size = strtok_r(NULL, " ", &rest))
        look_up(name, size);
    free(about);
    free(sizes);
}

static void each_size_is_checked_or_has_a_reason(void **state)
{
    (void)state;
    for_each_kernel(look_up_sizes);
    for (size_t i = 0; i < KERNEL_SIZES; i++) {
        const struct kernel_size *s = &kernel_sizes[i];
        if (seen[i] != 1)
            fail_msg("%s:%s of kernel_sizes.h is listed twice or does not ship", s->kernel,
                     s->size);
        if (s->unchecked != NULL)
            print_message("%s:%s is not checked: %s\n", s->kernel, s->size, s->unchecked);
        assert_true(s->unchecked == NULL || strlen(s->unchecked) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sms_leave_what_the_reference_does),
        cmocka_unit_test(each_size_is_checked_or_has_a_reason),
    };
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
