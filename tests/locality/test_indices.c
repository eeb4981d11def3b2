/*
 * Indices, steps and classes of small kernels, which a person has derived by hand from the text. An
 * index is compared as a number, at random points, and not as words.
 */
#include "tests/locality/snippet.h"

enum { MOST = 5 };

struct expected {
    int line;          /* of the snippet, from 1 */
    const char *index; /* in elements; NULL: it cannot be followed */
    const char *step;  /* index(m + 1) - index(m); NULL: no m */
    enum locality_class one, two;
    const char *why; /* part of the reason; NULL: there is none */
};

#define X "unsigned x = blockIdx.x * blockDim.x + threadIdx.x;"
#define Y "unsigned y = blockIdx.y * blockDim.y + threadIdx.y;"

/* Distances of 64 elements between CTAs of a grid row. */
#define HALO                                                                                       \
    "unsigned x = blockIdx.x * 64 + threadIdx.x; const float *p = b + blockIdx.y * n + x; float "  \
    "s "                                                                                           \
    "= 0;\n"
#define HALO_AT "$by*$n+64*$bx+$tx"

static const struct snippet {
    const char *name;
    const char *text; /* the body, whose lines are counted from 1 */
    struct expected accesses[MOST];
} snippets[] = {
    {"vector",
     X "\nif (x < n) a[x] = b[x];",
     {{2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"grid_stride",
     X "\nfor (unsigned i = x; i < n; i += gridDim.x * blockDim.x)\na[i] = 1;",
     {{3, "$bx*$bDx+$tx+$gDx*$bDx*$m", "$gDx*$bDx", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN, NULL}}},
    {"rows_and_columns",
     "unsigned tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty,\n"
     "w = blockDim.x * gridDim.x, col = blockIdx.x * 16 + tx; float s = 0;\n"
     "for (unsigned m = 0; m < n; m++) {\n"
     "__syncthreads(); s += b[row * w + m * 16 + tx];\n"
     "__syncthreads(); s += a[(m * 16 + ty) * w + col]; }\n"
     "a[row * w + col] = s;",
     {{4, "($by*16+$ty)*$bDx*$gDx+16*$m+$tx", "16", LOCALITY_UNCLASSIFIED, LOCALITY_ROW_ROW, NULL},
      {5, "(16*$m+$ty)*$bDx*$gDx+16*$bx+$tx", "16*$bDx*$gDx", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN,
       NULL},
      {6, "($by*16+$ty)*$bDx*$gDx+16*$bx+$tx", NULL, LOCALITY_NONE, LOCALITY_NONE, NULL}}},
    {"columns_along_rows",
     "float s = 0; for (unsigned m = 0; m < n; m++)\n"
     "s += b[(blockIdx.x * 16 + threadIdx.y) * n + m * 16 + threadIdx.x];\n"
     "for (unsigned m = 0; m < n; m++)\n"
     "s += b[(m * 16 + threadIdx.y) * gridDim.x * blockDim.x + blockIdx.y * 16 + threadIdx.x];\n"
     "a[0] = s;",
     {{2, "(16*$bx+$ty)*$n+16*$m+$tx", "16", LOCALITY_NONE, LOCALITY_COLUMN_ROW, NULL},
      {4, "(16*$m+$ty)*$gDx*$bDx+16*$by+$tx", "16*$gDx*$bDx", LOCALITY_UNCLASSIFIED,
       LOCALITY_ROW_COLUMN, NULL},
      {5, "0", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL}}},
    {"unrolled_to_its_end",
     X "\nfloat s = 0; for (int i = 0; i < 12; i++)\ns += b[12 * x + i];\na[x] = s;",
     {{3, "12*($bx*$bDx+$tx)+$m", "1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"unrolled_in_part",
     X "\nfloat s = 0; for (int i = 0; i < n; i++)\ns += b[i * k + x];\na[x] = s;",
     {{3, "$m*$k+$bx*$bDx+$tx", "$k", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN, NULL},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"down",
     X "\nfor (int i = n - 1; i >= 0; i--)\na[x * n + i] += 1;",
     {{3, "($bx*$bDx+$tx)*$n+$n-1-$m", "0-1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {3, "($bx*$bDx+$tx)*$n+$n-1-$m", "0-1", LOCALITY_THREAD, LOCALITY_THREAD, NULL}}},
    {"pointer",
     X "\nfor (float *p = b + x * 8; p < b + n; p += k)\n*p = 1;",
     {{3, "8*($bx*$bDx+$tx)+$k*$m", "$k", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN, NULL}}},
    {"csr",
     X "\nint end = idx[x + 1]; float s = 0;\nfor (int e = idx[x]; e < end; e++)\ns += b[e];\na[x] "
       "= s;",
     {{2, "$bx*$bDx+$tx+1", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {4, NULL, "1", LOCALITY_THREAD, LOCALITY_THREAD, "t.cu:3: a value that is loaded"},
      {5, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"listed_blocks",
     X "\nfloat s = 0; for (int i = 0; i < n; i++)\ns += b[idx[i + 2] + x];\na[x] = s;",
     {{3, "$m+2", "1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {3, NULL, NULL, LOCALITY_THREAD, LOCALITY_THREAD, "t.cu:3: a value that is loaded"},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"listed_blocks_of_all_CTAs",
     "float s = 0; for (int i = 0; i < n; i++)\ns += b[idx[i] + threadIdx.x];\n"
     "a[blockIdx.x] = s;",
     {{2, "$m", "1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {2, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "t.cu:2: a value that is loaded"},
      {3, "$bx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"listed_units",
     X "\nfloat s = 0; for (int i = 0; i < n; i++)\ns += b[32 * idx[i] + x];\na[x] = s;",
     {{3, "$m", "1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "t.cu:3: a value that is loaded"},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"every_second_of_a_list",
     X "\nfloat s = 0; for (int i = 0; i < n; i++)\ns += b[idx[2 * i] + x];\na[x] = s;",
     {{3, "2*$m", "2", LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "t.cu:3: a value that is loaded"},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"lists_of_threads",
     X "\nfloat s = 0; for (int i = 0; i < n; i++)\ns += b[idx[x * n + i] + x];\na[x] = s;",
     {{3, "($bx*$bDx+$tx)*$n+$m", "1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "t.cu:3: a value that is loaded"},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"list_outside_of_the_loop",
     X "\nint at = idx[k]; float s = 0; for (int i = 0; i < n; i++)\ns += b[at + x + i * k];\n"
       "a[x] = s;",
     {{2, "$k", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {3, NULL, "$k", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN, "t.cu:2: a value that is loaded"},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"steps_into_the_next_CTA",
     HALO "for (int m = 0; m < 5; m++)\ns += p[16 * m];\na[x] = s;",
     {{3, HALO_AT "+16*$m", "16", LOCALITY_NONE, LOCALITY_ROW_ROW, NULL},
      {4, "64*$bx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"steps_up_to_the_next_CTA",
     HALO "for (int m = 0; m < 4; m++)\ns += p[16 * m];\na[x] = s;",
     {{3, HALO_AT "+16*$m", "16", LOCALITY_NONE, LOCALITY_NONE, NULL},
      {4, "64*$bx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"halo_of_its_own",
     HALO "for (int m = 0; m < 4; m++)\ns += p[16 * m];\ns -= p[-16];\na[x] = s;",
     {{3, HALO_AT "+16*$m", "16", LOCALITY_NONE, LOCALITY_ROW_ROW, NULL},
      {4, HALO_AT "-16", NULL, LOCALITY_NONE, LOCALITY_NONE, NULL},
      {5, "64*$bx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"border_of_its_own",
     HALO "for (int m = 0; m < 4; m++)\ns += p[16 * m];\ns -= p[-1];\ns *= p[24];\na[x] = s;",
     {{3, HALO_AT "+16*$m", "16", LOCALITY_NONE, LOCALITY_NONE, NULL},
      {4, HALO_AT "-1", NULL, LOCALITY_NONE, LOCALITY_NONE, NULL},
      {5, HALO_AT "+24", NULL, LOCALITY_NONE, LOCALITY_NONE, NULL},
      {6, "64*$bx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"rows_of_the_next_CTA",
     "const float *p = b + (blockIdx.y * 6 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x;\n"
     "float s = 0; for (int m = 0; m < 4; m++)\ns += p[2 * n * m];\na[0] = s;",
     {{3, "(6*$by+$ty)*$n+16*$bx+$tx+2*$n*$m", "2*$n", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN, NULL},
      {4, "0", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL}}},
    {"indirect",
     X "\na[x] = b[idx[x]];",
     {{2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "t.cu:2: a value that is loaded"},
      {2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"halved",
     X "\nfor (int s = n; s > 0; s >>= 1)\na[x + s] = 1;",
     {{3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "that each iteration divides"}}},
    {"doubled",
     X "\nfor (int s = 1; s < n; s *= 2)\na[x + s] = 1;",
     {{3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED,
       "that each iteration multiplies"}}},
    {"quotient",
     X "\na[x / n * k] = 1;\nb[x % n + x / n * n] = 1;",
     {{2, "($bx*$bDx+$tx)/$n*$k", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"lanes",
     "unsigned t = threadIdx.x, w = t / 32, l = t % 32;\n"
     "a[(blockIdx.x * (blockDim.x / 32) + w) * n + l] = 1;\n"
     "b[w * 32 + l + blockIdx.x * 256] = b[(t & 7) + (t / 8) * 9];",
     {{2, "($bx*($bDx/32)+$tx/32)*$n+$tx%32", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$tx%8+$tx/8*9", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$tx+256*$bx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"division_by_ten",
     X "\na[x / 10 + x % 10 * 8] = 1;",
     {{2, "($bx*$bDx+$tx)/10+($bx*$bDx+$tx)%10*8", NULL, LOCALITY_UNCLASSIFIED,
       LOCALITY_UNCLASSIFIED, NULL}}},
    {"vectors",
     X "\n((float4 *)a)[x] = ((const float4 *)b)[x * 2];",
     {{2, "2*($bx*$bDx+$tx)", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"structures",
     X "\nfloat3 f = ((const float3 *)b)[x];\na[x] = f.x + f.y + f.z + b[x] + b[x + 1] + b[x + 2];",
     {{2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$bx*$bDx+$tx+1", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$bx*$bDx+$tx+2", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"windows",
     X "\nfloat s = 0; for (int i = 0; i < 3; i++)\ns += b[x + i];\na[x] = s;",
     {{3, "$bx*$bDx+$tx+$m", "1", LOCALITY_THREAD, LOCALITY_THREAD, NULL},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"one_function_often",
     "struct at { static __device__ float of(const float *p, int x) {\nreturn p[x]; } };\n" X
     "\na[x] = at::of(b, x) + at::of(b, x + 1) + at::of(b, x + 2);",
     {{2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, "$bx*$bDx+$tx+1", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, "$bx*$bDx+$tx+2", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {4, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"borders",
     X "\na[x] = b[max((int)x - 1, 0)] + b[x == n ? x : x + 1];",
     {{2, NULL, NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, NULL, NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"filters_begin_inside",
     X Y "\nfor (int i = max(2 - (int)y, 0); i < 5; i++)\n"
         "for (int j = max(2 - (int)x, 0); j < 5; j++)\n"
         "a[(y + i) * n + x + j] += b[i * 5 + j];",
     {{4, NULL, "5", LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {4, NULL, "$n", LOCALITY_NONE, LOCALITY_NONE, NULL},
      {4, NULL, "$n", LOCALITY_NONE, LOCALITY_NONE, NULL}}},
    {"filters_begin_by_sign",
     X "\nint y = blockIdx.y - k;\nfor (int i = y < 0 ? -y : 0; i <= 2 * k && y + i < n; i++)\n"
       "for (int j = 0; j < k; j++)\na[(y + i) * n + x * k + j] += b[i * 5 + j];",
     {{5, NULL, "5", LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {5, NULL, "$n", LOCALITY_NONE, LOCALITY_NONE, NULL},
      {5, NULL, "$n", LOCALITY_NONE, LOCALITY_NONE, NULL}}},
    {"powers",
     "int p = (blockIdx.x << (n & 3)) + threadIdx.x;\na[p] = 1;\nb[p >> (k & 7)] = 1;",
     {{2, "$bx*(1+($n%4+2)/3+2*(($n%4)/2)+4*(($n%4)/3))+$tx", NULL, LOCALITY_NONE,
       LOCALITY_UNCLASSIFIED, NULL},
      {3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL}}},
    {"mul24",
     "int p = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;\nunsigned short h = k;\n"
     "a[__umul24(p, n)] = b[h * p];",
     {{3, "$k*($bx*$bDx+$tx)", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {3, "$n*($bx*$bDx+$tx)", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL}}},
    {"one_of_two_buffers",
     X "\nfloat *p = x < 5 ? a : b;\np[x] = 1;",
     {{3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, "t.cu:2: one of two values"}}},
    {"one_of_two_steps",
     X "\nint d = x < 5 ? 1 : -1; for (int i = x; i < n && i >= 0; i += d)\na[i] = 1;",
     {{3, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, "t.cu:2: "}}},
    {"no_product_where_none",
     "unsigned row = 0; if (n != 0) row = blockIdx.y * n;\na[row + blockIdx.x] = 1;",
     {{2, "$by*$n+$bx", NULL, LOCALITY_NONE, LOCALITY_NONE, NULL}}},
    {"depth",
     X Y "\nfor (int z = 0; z < k; z++)\na[(z * n + y) * n + x] = 1;",
     {{3, "($m*$n+$by*$bDy+$ty)*$n+$bx*$bDx+$tx", "$n*$n", LOCALITY_NONE, LOCALITY_NONE, NULL}}},
    {"nest",
     X "\nfor (int i = 0; i < n; i++) for (int j = 0; j < k; j++)\na[x + i * 1000 + j * 7] += 1;",
     {{3, "$bx*$bDx+$tx+1000*$m+7*$m2", "1000", LOCALITY_NONE, LOCALITY_COLUMN_ROW, NULL},
      {3, "$bx*$bDx+$tx+1000*$m+7*$m2", "1000", LOCALITY_NONE, LOCALITY_COLUMN_ROW, NULL}}},
    {"third",
     "a[(blockIdx.z * gridDim.y + blockIdx.y) * n + threadIdx.x] = 1;\n"
     "b[blockIdx.z * n + blockIdx.x * 64 + threadIdx.x] = 1;",
     {{1, "($bz*$gDy+$by)*$n+$tx", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL},
      {2, "$bz*$n+64*$bx+$tx", NULL, LOCALITY_NONE, LOCALITY_NONE, NULL}}},
    {"known_rows",
     "float s = 0; for (int m = 0; m < n; m++) {\n"
     "__syncthreads(); s += b[(m * 16 + threadIdx.y) * 512 + blockIdx.x * 16 + threadIdx.x]; }\n"
     "a[0] = s;",
     {{2, "(16*$m+$ty)*512+16*$bx+$tx", "8192", LOCALITY_NONE, LOCALITY_COLUMN_COLUMN, NULL},
      {3, "0", NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL}}},
    {"atomics",
     X "\natomicAdd(&idx[b[x] > 0 ? 1 : 0], 1);",
     {{2, "$bx*$bDx+$tx", NULL, LOCALITY_NONE, LOCALITY_UNCLASSIFIED, NULL},
      {2, NULL, NULL, LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED, NULL}}},
};
enum { SNIPPETS = sizeof snippets / sizeof *snippets };

/* Each kernel begins at a line of its own, after a #line that counts from 1. */
static struct ptx_module *all(void)
{
    struct sbuf text = {0};
    for (size_t i = 0; i < SNIPPETS; i++)
        sbuf_printf(&text, "extern \"C\" __global__ void %s" SIGNATURE " {\n#line 1\n%s\n}\n",
                    snippets[i].name, snippets[i].text);
    struct ptx_module *m = compiled(text.text);
    sbuf_free(&text);
    return m;
}

static int mistakes;

/* All mistakes are told before the test fails. */
__attribute__((format(printf, 1, 2))) static void mistake(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf("\n");
    mistakes++;
}

static void check_step(const struct snippet *s, const struct access *a, const struct locality *l,
                       const char *step)
{
    const struct signature params = {0, 0, 0, 345, 67};
    struct point at = {.params = (const uint8_t *)&params,
                       .prime = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    const struct named names[] = {{"n", 345}, {"k", 67}, {"bDx", 7}, {"gDx", 10}};
    int64_t found;
    if ((step == NULL) != (a->m < 0))
        mistake("%s, line %d: a step where there is none, or none", s->name, a->pub.line);
    if (step == NULL || a->m < 0)
        return;
    if (!point_poly(l, a->variant, &at, &found) ||
        found != written(step, names, 4) * (int64_t)a->pub.bytes)
        mistake("%s, line %d: another step than %s", s->name, a->pub.line, step);
}

static void check_access(const struct snippet *s, const struct locality *l, size_t i,
                         const struct expected *e)
{
    const struct locality_access *is = locality_access(l, i);
    int64_t found = 0, expected = 0;
    struct sbuf words = {0};
    locality_tell_index(l, i, parameters, &words);
    if (is->line != e->line)
        mistake("%s: line %d, not %d", s->name, is->line, e->line);
    if (e->index != NULL && !same_index(l, i, e->index, &found, &expected))
        mistake("%s, line %d: %s is %lld, not %lld: %s", s->name, e->line, words.text,
                (long long)found, (long long)expected, is->why != NULL ? is->why : "");
    check_step(s, &l->accesses[i], l, e->step);
    for (int dims = 1; dims <= 2; dims++) {
        enum locality_class class = locality_class(l, i, dims, NULL),
                            is_to_be = dims == 1 ? e->one : e->two;
        if (class != is_to_be)
            mistake("%s, line %d, %d-D, %s: %s, not %s", s->name, e->line, dims, words.text,
                    locality_advice[class].name, locality_advice[is_to_be].name);
    }
    if ((e->why == NULL) != (is->why == NULL) ||
        (e->why != NULL && strstr(is->why, e->why) == NULL))
        mistake("%s, line %d: %s, not %s", s->name, e->line,
                is->why != NULL ? is->why : "no reason", e->why != NULL ? e->why : "no reason");
    sbuf_free(&words);
}

static void indices(void **state)
{
    (void)state;
    struct ptx_module *m = all();
    for (size_t k = 0; k < SNIPPETS; k++) {
        struct locality *l = analysed(m, snippets[k].name);
        size_t n = 0;
        while (n < MOST && snippets[k].accesses[n].line != 0)
            n++;
        if (locality_count(l) != n)
            mistake("%s: %zu accesses, not %zu", snippets[k].name, locality_count(l), n);
        for (size_t i = 0; i < n && i < locality_count(l); i++)
            check_access(&snippets[k], l, i, &snippets[k].accesses[i]);
        locality_free(l);
    }
    ptx_free(m);
    assert_int_equal(mistakes, 0);
}

/* By the printed lines of algorithm 1, in 2-D grids, in the order of the accesses: a row's width
 * that is no gridDim.x makes no motion by columns, and a halo shares nothing. */
static void printed(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum locality_class classes[MOST];
    } cases[] = {
        {"rows_and_columns", {LOCALITY_ROW_ROW, LOCALITY_COLUMN_COLUMN, LOCALITY_NONE}},
        {"grid_stride", {LOCALITY_COLUMN_COLUMN}},
        {"known_rows", {LOCALITY_COLUMN_ROW, LOCALITY_UNCLASSIFIED}},
        {"windows", {LOCALITY_THREAD, LOCALITY_UNCLASSIFIED}},
        {"depth", {LOCALITY_NONE}},
        {"atomics", {LOCALITY_UNCLASSIFIED, LOCALITY_UNCLASSIFIED}},
    };
    struct ptx_module *m = all();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct locality *l = analysed(m, cases[k].name);
        for (size_t i = 0; i < locality_count(l); i++)
            if (locality_printed(l, i, 2, NULL) != cases[k].classes[i])
                fail_msg("%s, access %zu: %s", cases[k].name, i,
                         locality_advice[locality_printed(l, i, 2, NULL)].name);
        locality_free(l);
    }
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(indices), cmocka_unit_test(printed)};
    return cmocka_run_group_tests_name("indices", tests, NULL, NULL);
}
