/*
 * At a launch: what a placement is told of each buffer, derived by hand; the class of a kernel by
 * its largest buffer; motion that only the numbers of a launch show.
 */
#include "tests/locality/snippet.h"

static const char text[] =
    "extern \"C\" __global__ void product" SIGNATURE "{\n"
    "  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y; float s = 0;\n"
    "  for (int m = 0; m < n / 16; m++) {\n"
    "    __syncthreads(); s += a[row * n + m * 16 + x];\n"
    "    __syncthreads(); s += b[(m * 16 + y) * n + blockIdx.x * 16 + x]; }\n"
    "  ((float *)idx)[row * n + blockIdx.x * 16 + x] = s; }\n"
    "extern \"C\" __global__ void stride" SIGNATURE "{\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
    "    a[i] = b[idx[i]]; }\n"
    "extern \"C\" __global__ void from_behind" SIGNATURE "{\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
    "    a[n - 1 - i] = b[i - k]; }\n"
    "extern \"C\" __global__ void known" SIGNATURE "{\n"
    "  for (int m = 0; m < n; m++) { __syncthreads();\n"
    "    a[m * 256 + blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y; } }\n"
    "extern \"C\" __global__ void tiles" SIGNATURE "{\n"
    "  for (int m = 0; m < n; m++) for (int j = 0; j < k; j++)\n"
    "    a[(blockIdx.x * n + m) * 4096 + j * 64 + threadIdx.x % 8] = 1; }\n"
    "extern \"C\" __global__ void column" SIGNATURE "{\n"
    "  a[blockIdx.y * 64 + threadIdx.x] = b[k]; }\n"
    "extern \"C\" __global__ void steps" SIGNATURE "{\n"
    "  for (int m = 0; m < n; m++) { __syncthreads();\n"
    "    a[blockIdx.y * 4096 + blockIdx.x * k + 16 * m + threadIdx.x] = 1; } }\n"
    "extern \"C\" __global__ void halo" SIGNATURE "{\n"
    "  int at = blockIdx.y * n + blockIdx.x * 64 + threadIdx.x; float s[4];\n"
    "  for (int m = 0; m < 4; m++) s[m] = b[at + 16 * m];\n"
    "  s[0] += b[at + 64];\n"
    "  for (int m = 0; m < 4; m++) a[at + 16 * m] = s[m]; }\n";

struct setting {
    struct ptx_module *m;
    struct locality *l;
    struct signature params;
    struct locality_launch at;
};

static void begin(struct setting *s, const char *entry, struct simt_dim grid, struct simt_dim block,
                  int n, int k)
{
    *s = (struct setting){.m = compiled(text), .params = {0x1000, 0x2000, 0x3000, n, k}};
    s->l = analysed(s->m, entry);
    s->at = (struct locality_launch){grid, block, (const uint8_t *)&s->params};
}

static void end(struct setting *s)
{
    locality_free(s->l);
    ptx_free(s->m);
}

static void check(struct setting *s, int param, enum locality_class class, int64_t stride,
                  uint64_t datablock, uint64_t row)
{
    struct locality_param p = locality_at(s->l, param, &s->at);
    assert_true(p.accessed);
    assert_int_equal(p.class, class);
    assert_int_equal(p.stride_bytes, stride);
    assert_int_equal(p.datablock_bytes, datablock);
    assert_int_equal(p.row_bytes, row);
}

/* What the grid reaches: from the lowest byte that a CTA begins with, to the highest. */
static void check_reach(struct setting *s, int param, int64_t begin_bytes, uint64_t reach)
{
    struct locality_param p = locality_at(s->l, param, &s->at);
    assert_int_equal(p.begin_bytes, begin_bytes);
    assert_int_equal(p.reach_bytes, reach);
}

static void rows_and_columns(void **state)
{
    (void)state;
    struct setting s;
    begin(&s, "product", (struct simt_dim){8, 8, 1}, (struct simt_dim){16, 16, 1}, 128, 0);
    /* A tile of 16 x 16 floats; 16 floats on, or 16 rows of 128 floats. */
    check(&s, 0, LOCALITY_ROW_ROW, 64, 1024, 512);
    check(&s, 1, LOCALITY_COLUMN_COLUMN, 16 * 512, 1024, 512);
    check(&s, 2, LOCALITY_NONE, 0, 1024, 512);
    check_reach(&s, 0, 0, 7 * 16 * 512);
    check_reach(&s, 1, 0, 7 * 64);
    check_reach(&s, 2, 0, 7 * 16 * 512 + 7 * 64);
    struct locality_param a = locality_at(s.l, 0, &s.at), c = locality_at(s.l, 2, &s.at);
    assert_true(a.reads && !a.writes && !c.reads && c.writes);
    assert_false(locality_at(s.l, 3, &s.at).accessed);
    /* The larger of A and B decides; of equal ones A, which table II has first. */
    uint64_t bytes[] = {65536, 65536, 65536, 0, 0};
    assert_int_equal(locality_class_of_kernel(s.l, 2, &s.at, bytes), LOCALITY_ROW_ROW);
    bytes[1] = 1 << 20;
    assert_int_equal(locality_class_of_kernel(s.l, 2, &s.at, bytes), LOCALITY_COLUMN_COLUMN);
    bytes[2] = 2 << 20;
    assert_int_equal(locality_class_of_kernel(s.l, 2, &s.at, bytes), LOCALITY_NONE);
    bytes[3] = 4 << 20; /* which the kernel does not access */
    assert_int_equal(locality_class_of_kernel(s.l, 2, &s.at, bytes), LOCALITY_NONE);
    assert_int_equal(locality_class_of_kernel(s.l, 2, NULL, NULL), LOCALITY_ROW_ROW);
    end(&s);
}

static void strides(void **state)
{
    (void)state;
    struct setting s;
    begin(&s, "stride", (struct simt_dim){10, 1, 1}, (struct simt_dim){96, 1, 1}, 5000, 0);
    check(&s, 0, LOCALITY_NONE, 4 * 960, 4 * 96, 0);
    check(&s, 2, LOCALITY_NONE, 4 * 960, 4 * 96, 0);
    /* b is indexed by data: nothing is known. */
    check(&s, 1, LOCALITY_UNCLASSIFIED, 0, 0, 0);
    check_reach(&s, 0, 0, 4 * 960 - 4 * 96);
    end(&s);
    /* The last CTA is the lowest one; and what all threads add is behind no buffer's begin. */
    begin(&s, "from_behind", (struct simt_dim){10, 1, 1}, (struct simt_dim){96, 1, 1}, 5000, 7);
    check(&s, 0, LOCALITY_NONE, -4 * 960, 4 * 96, 0);
    check_reach(&s, 0, 4 * (4999 - 9 * 96), 4 * 9 * 96);
    check(&s, 1, LOCALITY_NONE, 4 * 960, 4 * 96, 0);
    check_reach(&s, 1, -4 * 7, 4 * 9 * 96);
    end(&s);
}

/* A step of 256 elements goes down a column where a row of the grid has 256 threads, or fewer. */
static void by_numbers(void **state)
{
    (void)state;
    struct setting s;
    begin(&s, "known", (struct simt_dim){8, 2, 1}, (struct simt_dim){32, 1, 1}, 9, 0);
    check(&s, 0, LOCALITY_COLUMN_COLUMN, 1024, 128, 1024);
    s.at.grid.x = 9;
    check(&s, 0, LOCALITY_COLUMN_ROW, 1024, 128, 0);
    s.at.grid.y = 1;
    check(&s, 0, LOCALITY_NONE, 1024, 128, 0);
    end(&s);
}

/* The inner loop's iterations belong to the datablock: k pieces of 8 floats. */
static void inner_loops(void **state)
{
    (void)state;
    struct setting s;
    begin(&s, "tiles", (struct simt_dim){4, 1, 1}, (struct simt_dim){32, 1, 1}, 3, 5);
    check(&s, 0, LOCALITY_NONE, 4 * 4096, 5 * 8 * 4, 0);
    check_reach(&s, 0, 0, 3 * 3 * 4 * 4096); /* a CTA's three steps are its own */
    s.params.k = 64;
    check(&s, 0, LOCALITY_NONE, 4 * 4096, 64 * 8 * 4, 0);
    end(&s);
}

/* In a grid of one column blockIdx.y tells all CTAs apart. */
static void one_column(void **state)
{
    (void)state;
    struct setting s;
    begin(&s, "column", (struct simt_dim){1, 6, 1}, (struct simt_dim){64, 1, 1}, 0, 0);
    check(&s, 0, LOCALITY_NONE, 0, 256, 256);
    check(&s, 1, LOCALITY_UNCLASSIFIED, 0, 4, 0);
    s.at.grid.x = 2;
    check(&s, 0, LOCALITY_UNCLASSIFIED, 0, 256, 256);
    end(&s);
}

/* CTAs of a grid row are k elements apart, and each goes n steps of 16: with more than k / 16 steps
 * the next one's datablocks are reached. */
static void neighbours(void **state)
{
    static const struct {
        struct simt_dim grid;
        int n, k;
        enum locality_class class;
    } cases[] = {
        {{8, 4, 1}, 5, 64, LOCALITY_ROW_ROW},
        {{8, 4, 1}, 4, 64, LOCALITY_NONE},
        {{8, 4, 1}, 1, 16, LOCALITY_NONE},
        {{8, 4, 1}, 2, 16, LOCALITY_ROW_ROW},
        {{8, 4, 1}, 50, 24, LOCALITY_NONE}, /* no whole number of steps */
        {{2, 4, 1}, 300, 64 * 16, LOCALITY_ROW_ROW},
        {{8, 1, 1}, 5, 64, LOCALITY_NONE},
        {{1, 4, 1}, 5, 64, LOCALITY_NONE},
        {{1, 4, 1}, 300, 64, LOCALITY_NONE}, /* one column: no CTAs of a row */
        {{2, 4, 1}, 257, 4096 * 16, LOCALITY_COLUMN_ROW},
        {{2, 4, 1}, 256, 4096 * 16, LOCALITY_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct setting s;
        begin(&s, "steps", cases[i].grid, (struct simt_dim){16, 1, 1}, cases[i].n, cases[i].k);
        struct locality_param p = locality_at(s.l, 0, &s.at);
        if (p.class != cases[i].class)
            fail_msg("case %zu: %s", i, locality_advice[p.class].name);
        assert_int_equal(locality_class(s.l, 0, 2, NULL), LOCALITY_NONE);
        end(&s);
    }
}

/* Rows are shared by the loads, and nothing by the stores. A buffer that wants a schedule goes
 * before one of its size that does not. */
static void disagreement(void **state)
{
    (void)state;
    struct setting s;
    begin(&s, "halo", (struct simt_dim){8, 8, 1}, (struct simt_dim){16, 1, 1}, 512, 0);
    check(&s, 0, LOCALITY_NONE, 64, 64, 2048);
    check(&s, 1, LOCALITY_ROW_ROW, 64, 64, 2048);
    uint64_t bytes[] = {16384, 16384, 0, 0, 0};
    assert_int_equal(locality_class_of_kernel(s.l, 2, &s.at, bytes), LOCALITY_ROW_ROW);
    assert_int_equal(locality_class_of_kernel(s.l, 2, NULL, NULL), LOCALITY_ROW_ROW);
    bytes[0]++;
    assert_int_equal(locality_class_of_kernel(s.l, 2, &s.at, bytes), LOCALITY_NONE);
    end(&s);
}

static void no_listing(void **state)
{
    (void)state;
    static const char ptx[] = ".version 6.0\n.target sm_70\n.address_size 64\n"
                              ".visible .entry k()\n{\nret;\n}\n";
    struct error err = {0};
    struct ptx_module *m = ptx_parse(ptx, strlen(ptx), "k.ptx", &err);
    assert_non_null(m);
    assert_null(locality_new(ptx_kernel(m, 0), &err));
    assert_string_equal(err.text, "kernel 'k' was read without a listing: use ptx_parse_listed");
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_columns), cmocka_unit_test(strides),
        cmocka_unit_test(by_numbers),       cmocka_unit_test(inner_loops),
        cmocka_unit_test(one_column),       cmocka_unit_test(neighbours),
        cmocka_unit_test(disagreement),     cmocka_unit_test(no_listing),
    };
    return cmocka_run_group_tests_name("launches", tests, NULL, NULL);
}
