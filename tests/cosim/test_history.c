/*
 * The checker of random traffic, on right and wrong histories written by hand. An error that the
 * checker accepts could not be found by any traffic.
 */
#include "tests/cosim/history_bench.h"

/* ---- an exchange ---- */

static void exchange_returns_what_was(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    perform(&b, 0, KIND_STORE, 0, NULL);
    perform(&b, 1, KIND_EXCHANGE, 0, one);
    load(&b, 2, 0, two);
    judged(&b, NULL);
}

static void exchange_misses_a_store(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    perform(&b, 0, KIND_STORE, 0, NULL);
    perform(&b, 1, KIND_EXCHANGE, 0, zero);
    judged(&b, CYCLE_SC);
}

static void exchange_returns_its_own(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    perform(&b, 1, KIND_EXCHANGE, 0, one);
    judged(&b, "an atomic returns what it writes itself");
}

static void exchange_returns_what_comes_later(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    int first = ask(&b, 0, KIND_EXCHANGE, 0);
    reach(&b, first);
    perform(&b, 1, KIND_STORE, 0, NULL);
    answer(&b, first, two);
    judged(&b, CYCLE_SC);
}

/* The bytes that an exchange does not write are loaded like those of a load. */
static void exchange_sees_old_bytes_beside(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    struct op op = {.thread = 0, .kind = KIND_STORE, .issued = 1, .mask = {0xf0}};
    int n = history_ask(&b.h, &op);
    uint8_t data[LINE_BYTES];
    memcpy(data, b.h.ops[n].data, LINE_BYTES);
    write_line(&b, 0, data, 0xf0);
    answer(&b, n, NULL);
    load(&b, 1, 0, data);
    perform(&b, 1, KIND_EXCHANGE, 0, zero);
    judged(&b, CYCLE_SC);
}

/* ---- compare and swap ---- */

/* A swap that compares with the first store's value, which memory does not have before
 * that store. */
static int swap(struct bench *b, uint32_t thread, uint8_t with)
{
    struct op op = {.thread = thread, .kind = KIND_SWAP, .line = 0, .issued = ++b->now};
    op.mask[0] = 0xf;
    memset(op.data + WORD, with, WORD);
    return history_ask(&b->h, &op);
}

static void swap_succeeds(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    int n = swap(&b, 0, 0);
    reach(&b, n);
    answer(&b, n, zero);
    load(&b, 1, 0, one);
    judged(&b, NULL);
}

static void swap_fails_and_writes_back(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    perform(&b, 1, KIND_STORE, 0, NULL);
    int n = swap(&b, 0, 0);
    write_line(&b, 0, one, 0xf);
    answer(&b, n, one);
    load(&b, 1, 0, one);
    judged(&b, NULL);
}

static void swap_writes_in_vain(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    perform(&b, 1, KIND_STORE, 0, NULL);
    int n = swap(&b, 0, 0);
    reach(&b, n);
    answer(&b, n, one);
    judged(&b, "a swap writes though it found something else");
}

static void swap_does_not_write(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_SC);
    int n = swap(&b, 0, 0);
    write_line(&b, 0, zero, 0xf);
    answer(&b, n, zero);
    judged(&b, "a swap found what it compares with and does not write");
}

/* ---- counters ---- */

static const uint64_t step = 0x12345679;

static void count_of(uint8_t *line, uint64_t n)
{
    memset(line, 0, LINE_BYTES);
    for (int i = 0; i < WORD; i++)
        line[i] = (uint8_t)(step * n >> (8 * i));
}

/* Two additions: the answer of the second shows `seen` earlier ones, memory ends with `last`. */
static void count(const char *want, uint64_t seen, uint64_t last, bool in_memory)
{
    struct bench b = bench_new(MODEL_SC);
    history_counter(&b.h, 0, step, false);
    uint8_t line[LINE_BYTES];
    for (uint64_t i = 0; i < 2; i++) {
        int n = ask(&b, (uint32_t)i, KIND_ADD, 0);
        count_of(line, i == 0 ? 1 : last);
        if (i == 0 || in_memory)
            write_line(&b, 0, line, 0xf);
        count_of(line, i == 0 ? 0 : seen);
        answer(&b, n, line);
    }
    judged(&b, want);
}

static void counters(void **state)
{
    (void)state;
    count(NULL, 1, 2, true);
    count(CYCLE_SC, 0, 2, true); /* both show the same number */
    count("a counter shows what nobody else added", 2, 2, true);
    count("a counter does not grow by one step", 1, 1, true); /* one is lost in the memory */
    count("counter 0x0 ends with element 0", 1, 2, false);    /* one is lost before the memory */
}

/* ---- fences ---- */

/* Message passing under rc, with or without fences; the second load does not see the
 * first store. */
static void pass_message(bool writer, bool reader, const char *want)
{
    struct bench b = bench_new(MODEL_RC);
    int data = ask(&b, 0, KIND_STORE, 0);
    if (writer) {
        reach(&b, data);
        answer(&b, data, NULL);
        fence(&b, 0);
    }
    perform(&b, 0, KIND_STORE, 1, NULL);
    load(&b, 1, 1, one);
    if (reader)
        fence(&b, 1);
    load(&b, 1, 0, zero);
    if (!writer) {
        reach(&b, data);
        answer(&b, data, NULL);
    }
    judged(&b, want);
}

static void fences(void **state)
{
    (void)state;
    pass_message(true, true, "not consistent across fences");
    pass_message(false, true, NULL);
    pass_message(true, false, NULL);
    pass_message(false, false, NULL);
}

static void a_line_goes_back(void **state)
{
    (void)state;
    struct bench b = bench_new(MODEL_RC);
    perform(&b, 0, KIND_STORE, 0, NULL);
    load(&b, 1, 0, one);
    load(&b, 1, 0, zero);
    judged(&b, "a line is not coherent");
}

/* ---- one core ---- */

static void one_core(uint8_t wrong_at)
{
    struct bench b = bench_new(MODEL_ONE_CORE);
    int first = ask(&b, 0, KIND_STORE, 0);
    int between = ask(&b, 1, KIND_LOAD, 0);
    int second = ask(&b, 2, KIND_STORE, 0);
    int swapped = ask(&b, 0, KIND_EXCHANGE, 0);
    answer(&b, swapped, wrong_at == 1 ? one : two);
    answer(&b, second, NULL);
    answer(&b, between, wrong_at == 2 ? two : one);
    answer(&b, first, NULL);
    memcpy(b.memory[0], wrong_at == 3 ? two : three, LINE_BYTES);
    judged(&b, wrong_at == 0   ? NULL
               : wrong_at == 3 ? "line 0x0 ends with byte 0 = 02, not the last store's 03"
                               : "a line's accesses pass each other");
}

static void one_cores_order(void **state)
{
    (void)state;
    for (uint8_t i = 0; i < 4; i++)
        one_core(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchange_returns_what_was),
        cmocka_unit_test(exchange_misses_a_store),
        cmocka_unit_test(exchange_returns_its_own),
        cmocka_unit_test(exchange_returns_what_comes_later),
        cmocka_unit_test(exchange_sees_old_bytes_beside),
        cmocka_unit_test(swap_succeeds),
        cmocka_unit_test(swap_fails_and_writes_back),
        cmocka_unit_test(swap_writes_in_vain),
        cmocka_unit_test(swap_does_not_write),
        cmocka_unit_test(counters),
        cmocka_unit_test(fences),
        cmocka_unit_test(a_line_goes_back),
        cmocka_unit_test(one_cores_order),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
