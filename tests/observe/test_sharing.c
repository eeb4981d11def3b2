/*
 * What --sharing counts: a table filled by hand, a kernel whose requests are known by construction,
 * and real runs, where all requests are those that the SMs count; with UMBEL_SLOW on more machines.
 */
#include "harness/observe/sharing.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const classes[SHARING_CLASSES] = {"private", "read-shared", "read-write-shared"};

static void assert_count(const struct sharing_count *got, uint64_t places, uint64_t copies,
                         uint64_t reads, uint64_t writes)
{
    assert_int_equal(got->places, places);
    assert_int_equal(got->copies, copies);
    assert_int_equal(got->reads, reads);
    assert_int_equal(got->writes, writes);
}

/* Lines 0 to 3 are a page, lines 4 to 7 the next; the last GPU that there can be has its bit. */
static void by_hand(void **state)
{
    (void)state;
    struct sharing *s = sharing_new(64, 256);
    struct sharing_count count[SHARING_CLASSES];
    sharing_request(s, 0, 0, false);
    sharing_request(s, 0, 0, true);
    sharing_request(s, 63, 1, false);
    sharing_request(s, 0, 4, false);
    sharing_request(s, 63, 4, false);
    sharing_request(s, 63, 5, false);
    sharing_lines(s, count);
    assert_count(&count[SHARING_PRIVATE], 3, 3, 3, 1);
    assert_count(&count[SHARING_READ], 1, 2, 2, 0);
    assert_count(&count[SHARING_WRITTEN], 0, 0, 0, 0);
    sharing_pages(s, count);
    assert_count(&count[SHARING_PRIVATE], 0, 0, 0, 0);
    assert_count(&count[SHARING_READ], 1, 2, 3, 0);
    assert_count(&count[SHARING_WRITTEN], 1, 2, 2, 1);
    sharing_request(s, 1, 5, true); /* what was read-shared is written */
    sharing_pages(s, count);
    assert_count(&count[SHARING_READ], 0, 0, 0, 0);
    assert_count(&count[SHARING_WRITTEN], 2, 5, 5, 2);
    sharing_free(s);
}

/* More lines than the table has room for at first, some of which meet in it. */
static void many_lines(void **state)
{
    (void)state;
    struct sharing *s = sharing_new(64, 64);
    struct sharing_count count[SHARING_CLASSES];
    for (int round = 0; round < 2; round++)
        for (uint64_t line = 0; line < 10000; line++)
            sharing_request(s, (uint32_t)(line % 2) * (uint32_t)round, line << 20, false);
    sharing_lines(s, count);
    assert_count(&count[SHARING_PRIVATE], 5000, 5000, 10000, 0);
    assert_count(&count[SHARING_READ], 5000, 10000, 10000, 0);
    sharing_pages(s, count);
    assert_count(&count[SHARING_PRIVATE], 5000, 5000, 10000, 0);
    assert_count(&count[SHARING_READ], 5000, 10000, 10000, 0);
    sharing_free(s);
}

/* ---- runs */

static json_int_t number(const json_t *o, const char *a, const char *b, const char *key)
{
    const json_t *v = json_object_get(json_object_get(json_object_get(o, a), b), key);
    if (!json_is_integer(v))
        fail_msg("there is no %s/%s/%s", a, b, key);
    return json_integer_value(v);
}

static json_t *load(const char *path)
{
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    return root;
}

static void assert_class(const json_t *sharing, const char *what, enum sharing_class class,
                         json_int_t places, json_int_t reads, json_int_t writes)
{
    const json_t *o = json_object_get(sharing, what);
    if (json_integer_value(json_object_get(json_object_get(o, classes[class]), "count")) != places)
        fail_msg("%s", json_dumps(sharing, JSON_INDENT(1)));
    assert_int_equal(number(sharing, what, classes[class], "reads"), reads);
    assert_int_equal(number(sharing, what, classes[class], "writes"), writes);
}

/*
 * CTA 0 runs on GPU 0, CTA 1 on GPU 1. A warp's 32 words are 8 lines of 16 bytes, and so many
 * requests. `half`: each writes its half of one page. `page`: each writes a page of its own, and
 * reads it in the next launch. `table`: both read it. `sum`: thread 0 of each adds to it.
 */
static const char kernel_cu[] =
    "extern \"C\" __global__ void use(const unsigned *table, unsigned *half, unsigned *page,\n"
    "                                unsigned *sum, unsigned words)\n"
    "{\n"
    "    unsigned i = threadIdx.x, cta = blockIdx.x;\n"
    "    half[cta * 32 + i] = i;\n"
    "    page[cta * words + i] = table[i];\n"
    "    if (i == 0)\n"
    "        atomicAdd(sum, 1u);\n"
    "}\n"
    "extern \"C\" __global__ void read(const unsigned *page, unsigned words)\n"
    "{\n"
    "    unsigned v = page[blockIdx.x * words + threadIdx.x];\n"
    "    asm volatile(\"\" ::\"r\"(v) : \"memory\");\n"
    "}\n";
static const char kernel_yaml[] =
    "about: requests that are known\n"
    "source: use.cu\n"
    "buffers:\n"
    "  - {name: table, type: u32, count: 32, init: iota}\n"
    "  - {name: half, type: u32, count: 64, init: zero}\n"
    "  - {name: page, type: u32, count: 2*1024, init: zero}\n"
    "  - {name: sum, type: u32, count: 1, init: zero}\n"
    "launches:\n"
    "  - {entry: use, grid: [2], block: [32], args: [table, half, page, sum, \"u32 1024\"]}\n"
    "  - {entry: read, grid: [2], block: [32], args: [page, \"u32 1024\"]}\n";

static void known_kernel(void **state)
{
    const char *cu = in_folder(state, "use.cu"), *yaml = in_folder(state, "use.yaml");
    const char *json = in_folder(state, "run.json");
    write_text(cu, kernel_cu);
    write_text(yaml, kernel_yaml);
    struct command c = UMBEL("run", "numa-tiny", cu, "--launch", yaml, "--sharing", "--set",
                             "placement.page_bytes=4096", "--json", json);
    assert_status(&c, 0);
    assert_has(out_of(&c), "sharing: 66 requests of SMs, by pages of 4,096 bytes");
    assert_has(out_of(&c), "sharing: 66 requests of SMs, by lines of 16 bytes");
    assert_has(out_of(&c), "GPU that uses it: 8 pages for 5, 1.60 times the memory");
    assert_has(out_of(&c), "GPU that uses it: 50 lines for 41, 1.22 times the memory");
    command_free(&c);
    json_t *root = load(json);
    const json_t *s = json_object_get(root, "sharing");
    assert_class(s, "lines", SHARING_PRIVATE, 32, 16, 32);
    assert_class(s, "lines", SHARING_READ, 8, 16, 0);
    assert_class(s, "lines", SHARING_WRITTEN, 1, 0, 2);
    assert_class(s, "pages", SHARING_PRIVATE, 2, 16, 16);
    assert_class(s, "pages", SHARING_READ, 1, 16, 0);
    assert_class(s, "pages", SHARING_WRITTEN, 2, 0, 18);
    json_decref(root);
}

static json_int_t requests_of(const json_t *sharing, const char *what)
{
    json_int_t sum = 0;
    for (int i = 0; i < SHARING_CLASSES; i++)
        sum += number(sharing, what, classes[i], "reads") +
               number(sharing, what, classes[i], "writes");
    return sum;
}

/* Each request that the SMs count is counted once, and the run is the same as without. Fences are
 * no requests for lines (reduce); SMs that pages have stopped send what they show (mesh). */
static void counts_what_sms_count(void **state)
{
    static const struct {
        const char *system, *kernel;
        bool slow; /* its machine is built for it alone */
    } runs[] = {{"tsm-tiny", "bfs_queue:tiny", true},
                {"numa-tiny", "reduce:tiny", false},
                {"numa-migrate-tiny", "bfs_queue:tiny", false},
                {"numa-replicate-tiny", "mesh:tiny", false},
                {"numa-replicate-small", "mesh:small", true}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (runs[i].slow && !slow_wanted())
            continue;
        const char *plain = in_folder(state, "plain.json"), *seen = in_folder(state, "seen.json");
        struct command a = UMBEL("run", runs[i].system, runs[i].kernel, "-q", "--json", plain);
        struct command b = UMBEL("run", runs[i].system, runs[i].kernel, "-q", "--sharing", "--json",
                                 seen, "-j", "2");
        assert_status(&a, 0);
        assert_status(&b, 0);
        command_free(&a);
        command_free(&b);
        json_t *x = load(plain), *y = load(seen);
        const json_t *s = json_object_get(y, "sharing");
        const json_t *sm = json_object_get(json_object_get(y, "units"), "sm");
        assert_true(requests_of(s, "lines") > 200);
        assert_int_equal(requests_of(s, "lines"), number(sm, "counters", "lines", "sum"));
        assert_int_equal(requests_of(s, "pages"), requests_of(s, "lines"));
        assert_null(json_object_get(x, "sharing"));
        json_object_del(y, "sharing");
        json_object_del(x, "command");
        json_object_del(y, "command");
        assert_true(json_equal(x, y));
        json_decref(x);
        json_decref(y);
    }
}

/* In triad a thread has the same elements in every launch. */
static void private_vectors(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command a = UMBEL("run", "numa-tiny", "triad:tiny", "-q", "--sharing", "--json", json);
    assert_status(&a, 0);
    command_free(&a);
    json_t *triad = load(json);
    const json_t *s = json_object_get(triad, "sharing");
    assert_class(s, "lines", SHARING_PRIVATE, 384, 6 * 256, 6 * 128);
    assert_class(s, "lines", SHARING_READ, 0, 0, 0);
    assert_class(s, "lines", SHARING_WRITTEN, 0, 0, 0);
    json_decref(triad);
}

/* mm: all of b, 32 x 32 floats, is read by both GPUs; a and c are theirs alone. Replicas of a page
 * of b are the same page. */
static void read_by_all(void **state)
{
    static const char *const systems[] = {"numa-tiny", "numa-replicate-tiny"};
    const char *json = in_folder(state, "run.json");
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        struct command c = UMBEL("run", systems[i], "mm:tiny", "-q", "--sharing", "--json", json);
        assert_status(&c, 0);
        command_free(&c);
        json_t *r = load(json);
        const json_t *s = json_object_get(r, "sharing");
        assert_int_equal(number(s, "lines", classes[SHARING_READ], "count"), 32 * 32 / 4);
        assert_int_equal(number(s, "lines", classes[SHARING_PRIVATE], "count"), 2 * 32 * 32 / 4);
        assert_int_equal(number(s, "lines", classes[SHARING_WRITTEN], "count"), 0);
        json_decref(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),       cmocka_unit_test(many_lines),
        test_in_folder(known_kernel),    test_in_folder(counts_what_sms_count),
        test_in_folder(private_vectors), test_in_folder(read_by_all),
    };
    return cmocka_run_group_tests_name("sharing", tests, NULL, NULL);
}
