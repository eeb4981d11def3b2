/* The checker of random traffic, on right and wrong copies of lines by copy engines. */
#include "tests/cosim/history_bench.h"

/* A copy of the source, line 2, to the target, line 3, which a store may change first. */
struct copy_bench {
    struct bench b;
    int source, target, op;
    uint8_t bytes[LINE_BYTES]; /* of the source */
};

static void copy_bench(struct copy_bench *c, enum history_model model)
{
    c->b = bench_new(model);
    c->source = history_source(&c->b.h, 2);
    c->target = history_target(&c->b.h, 3);
    memset(c->b.memory[2], HISTORY_SOURCE, LINE_BYTES);
    perform(&c->b, 0, KIND_STORE, c->source, NULL);
    perform(&c->b, 0, KIND_STORE, c->target, NULL);
    if (model == MODEL_ONE_CORE) {
        reach(&c->b, 0);
        reach(&c->b, 1);
    }
    memcpy(c->bytes, c->b.memory[2], LINE_BYTES);
    c->op = history_copy(&c->b.h, 2, 9, c->source, c->target, ++c->b.now);
}

static void copy_comes(struct copy_bench *c, const uint8_t *bytes)
{
    const uint8_t whole[2] = {0xff, 0xff};
    memcpy(c->b.memory[3], bytes, LINE_BYTES);
    history_written(&c->b.h, 3, bytes, whole, ++c->b.now);
}

static void copies(void **state)
{
    (void)state;
    for (int model = MODEL_SC; model <= MODEL_ONE_CORE; model++) {
        struct copy_bench c;
        copy_bench(&c, (enum history_model)model);
        if (model != MODEL_ONE_CORE)
            load(&c.b, 1, c.target, c.b.memory[3]); /* what the store left */
        copy_comes(&c, c.bytes);
        answer(&c.b, c.op, NULL);
        load(&c.b, 1, c.target, c.bytes);
        perform(&c.b, 0, KIND_STORE, c.target, NULL);
        judged(&c.b, NULL);
    }
}

/* Bytes that the source had before the copy was asked for; a thread that has seen the copy and then
 * sees them. */
static void copy_of_old_bytes(void **state)
{
    (void)state;
    struct copy_bench c;
    uint8_t old[LINE_BYTES];
    memset(old, HISTORY_SOURCE, LINE_BYTES);
    copy_bench(&c, MODEL_SC);
    copy_comes(&c, old);
    judged(&c.b, "a copy reads a byte that had been overwritten");
    copy_bench(&c, MODEL_SC);
    perform(&c.b, 0, KIND_STORE, c.source, NULL); /* after the copy was asked for */
    copy_comes(&c, c.bytes);
    answer(&c.b, c.op, NULL);
    judged(&c.b, NULL);
    copy_bench(&c, MODEL_SC);
    copy_comes(&c, c.bytes);
    answer(&c.b, c.op, NULL);
    load(&c.b, 1, c.target, c.bytes);
    load(&c.b, 1, c.source, old);
    judged(&c.b, CYCLE_SC);
}

static void wrong_copies(void **state)
{
    (void)state;
    struct copy_bench c;
    copy_bench(&c, MODEL_SC);
    answer(&c.b, c.op, NULL);
    judged(&c.b, "a store is answered that has not reached memory");
    copy_bench(&c, MODEL_SC);
    judged(&c.b, "never answered");
    copy_bench(&c, MODEL_SC);
    copy_comes(&c, two);
    judged(&c.b, "a copy writes a byte that its source never had");
    copy_bench(&c, MODEL_SC);
    memset(c.bytes, 2, LINE_BYTES);
    copy_comes(&c, c.bytes);
    judged(&c.b, "a load returns a byte that nobody stored there");
    copy_bench(&c, MODEL_SC);
    copy_comes(&c, c.bytes);
    copy_comes(&c, c.bytes);
    judged(&c.b, "a store reaches memory twice");
    copy_bench(&c, MODEL_SC);
    write_line(&c.b, 3, c.bytes, 0xf);
    judged(&c.b, "a copy writes a part of a line");
    copy_bench(&c, MODEL_SC);
    load(&c.b, 1, c.target, c.bytes); /* before the copy has come */
    judged(&c.b, "a load returns a byte that nobody stored there");
    copy_bench(&c, MODEL_ONE_CORE);
    memset(c.bytes, HISTORY_SOURCE, LINE_BYTES);
    copy_comes(&c, c.bytes);
    answer(&c.b, c.op, NULL);
    judged(&c.b, "line 0x3 ends with byte 0 = 80, not the last store's 01");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),
        cmocka_unit_test(copy_of_old_bytes),
        cmocka_unit_test(wrong_copies),
    };
    return cmocka_run_group_tests_name("history of copies", tests, NULL, NULL);
}
