/*
 * Random affine indices: generated twice, as CUDA, which clang compiles and its optimiser takes
 * apart, and as expressions that the test evaluates. The polynomial that is found must be the one
 * that was generated, in loops of any start and step, unrolled or not, with parts of thread
 * numbers. UMBEL_SLOW=1: ten times as many.
 */
#include "tests/locality/snippet.h"
#include "tests/support/slow.h"

enum { BATCH = 24, LINES = 3 };

/* One text as CUDA and as the test's expression. */
struct both {
    struct sbuf cuda, plain;
};

static void put(struct both *b, const char *cuda, const char *plain)
{
    sbuf_puts(&b->cuda, cuda);
    sbuf_puts(&b->plain, plain);
}

struct making {
    struct rng rng;
    int loops;                      /* around: 0 to 2 */
    char step[2][64], start[2][64]; /* of each, as the test's expressions */
    char wide;                      /* the type of indices: 'u', 'i' or 'z' (size_t) */
};

static uint64_t below(struct making *m, uint64_t n)
{
    return rng_below(&m->rng, n);
}

/* A factor: a parameter, a dimension or a small number. */
static void scale(struct making *m, struct both *b)
{
    static const char *const list[][2] = {
        {"n", "$n"}, {"k", "$k"},  {"blockDim.x", "$bDx"}, {"gridDim.x", "$gDx"},
        {"3", "3"},  {"16", "16"}, {"100", "100"},         {"1", "1"}};
    uint64_t i = below(m, 8);
    put(b, list[i][0], list[i][1]);
}

static void variable(struct making *m, struct both *b)
{
    static const char *const list[][2] = {{"threadIdx.x", "$tx"},
                                          {"threadIdx.y", "$ty"},
                                          {"blockIdx.x", "$bx"},
                                          {"blockIdx.y", "$by"},
                                          {"blockIdx.z", "$bz"}};
    static const char *const parts[][2] = {
        {"(threadIdx.x & 7)", "$tx%8"},
        {"(threadIdx.x >> 3)", "$tx/8"},
        {"(threadIdx.x % 8 + threadIdx.x / 8 * 8)", "$tx"},
        {"(threadIdx.y << 2)", "4*$ty"},
        {"(blockIdx.x * blockDim.x + threadIdx.x)", "($bx*$bDx+$tx)"},
        {"((blockIdx.x * 64 + threadIdx.x) / 4)", "(($bx*64+$tx)/4)"},
        {"((blockIdx.y * blockDim.y + threadIdx.y) % 10)", "(($by*$bDy+$ty)%10)"},
        {"(threadIdx.x / 5)", "($tx/5)"},
        {"(threadIdx.x % n)", "($tx%$n)"},
        {"(blockIdx.x | 0)", "$bx"}};
    uint64_t loop = below(m, 2);
    char cuda[8], plain[200];
    if (below(m, 3) == 0 && loop < (uint64_t)m->loops) {
        snprintf(cuda, sizeof cuda, "%c", loop == 0 ? 'i' : 'j');
        snprintf(plain, sizeof plain, "(%s+(%s)*%s)", m->start[loop], m->step[loop],
                 loop == 0 ? "$m" : "$m2");
        put(b, cuda, plain);
    } else if (below(m, 3) != 0) {
        uint64_t i = below(m, 5);
        put(b, list[i][0], list[i][1]);
    } else {
        uint64_t i = below(m, 10);
        put(b, parts[i][0], parts[i][1]);
    }
}

/* A sum of products. Bounded by `depth`. */
static void sum(struct making *m, struct both *b, int depth)
{
    uint64_t n = 1 + below(m, 3);
    for (uint64_t i = 0; i < n; i++) {
        if (i > 0)
            put(b, " + ", "+");
        if (depth > 0 && below(m, 3) == 0) {
            put(b, "(", "(");
            sum(m, b, depth - 1);
            put(b, ") * ", ")*");
            scale(m, b);
        } else {
            put(b, "", "(");
            variable(m, b);
            put(b, " * ", ")*");
            scale(m, b);
        }
    }
}

static void start_loop(struct making *m, int i, struct sbuf *text)
{
    static const char *const starts[][2] = {
        {"0", "0"}, {"threadIdx.x", "$tx"}, {"k", "$k"}, {"blockIdx.x * 4", "($bx*4)"}, {"5", "5"}};
    static const char *const steps[][2] = {{"1", "1"},
                                           {"1", "1"},
                                           {"2", "2"},
                                           {"n", "$n"},
                                           {"blockDim.x", "$bDx"},
                                           {"gridDim.x * blockDim.x", "$gDx*$bDx"}};
    /* A loop that runs once has no iterations, as a step of n up to n would. */
    static const char *const ends[] = {"n", "n * k", "1000"};
    static const char *const types[] = {"unsigned", "int", "size_t"};
    uint64_t from = below(m, 5), by = below(m, 6);
    char v = i == 0 ? 'i' : 'j';
    snprintf(m->start[i], sizeof m->start[i], "%s", starts[from][1]);
    snprintf(m->step[i], sizeof m->step[i], "%s", steps[by][1]);
    sbuf_printf(text, "for (%s %c = %s; %c < %s; %c += %s) {\n",
                types[m->wide == 'u'   ? 0
                      : m->wide == 'i' ? 1
                                       : 2],
                v, starts[from][0], v, ends[by == 3 ? 1 : below(m, 3)], v, steps[by][0]);
}

/* One kernel; its accesses are on lines 101, 102 .. and `lines` gets their indices. */
static void kernel(struct making *m, int number, struct sbuf *text, char **lines)
{
    m->loops = (int)below(m, 3);
    m->wide = "uiz"[below(m, 3)];
    sbuf_printf(text, "extern \"C\" __global__ void k%d" SIGNATURE " { float s = 0;\n", number);
    for (int i = 0; i < m->loops; i++)
        start_loop(m, i, text);
    for (int i = 0; i < LINES; i++) {
        struct both b = {0};
        sum(m, &b, 2);
        /* A barrier keeps equal loads and loops apart. */
        sbuf_printf(text, "__syncthreads();\n#line %d\n%s[%s] = %d;\n", 101 + i,
                    i % 2 == 0 ? "a" : "b", b.cuda.text, i);
        lines[i] = b.plain.text;
        sbuf_free(&b.cuda);
    }
    for (int i = 0; i < m->loops; i++)
        sbuf_puts(text, "}\n");
    sbuf_puts(text, "a[0] = s; }\n");
}

/* m of an index in which only the inner loop stands is the inner one. */
static char *with_m(const char *index, bool only_inner)
{
    struct sbuf s = {0};
    for (const char *c = index; *c != '\0'; c++) {
        if (only_inner && strncmp(c, "$m2", 3) == 0) {
            sbuf_puts(&s, "$m");
            c += 2;
        } else {
            sbuf_add(&s, c, 1);
        }
    }
    return s.text;
}

static size_t access_on(const struct locality *l, int line, size_t *n)
{
    size_t found = 0;
    *n = 0;
    for (size_t i = 0; i < locality_count(l); i++)
        if (locality_access(l, i)->line == line) {
            found = i;
            ++*n;
        }
    return found;
}

static void check(const struct locality *l, int number, int line, const char *plain,
                  const char *text)
{
    size_t n, i = access_on(l, line, &n);
    int64_t found = 0, expected = 0;
    struct sbuf words = {0};
    bool outer = false;
    for (const char *c = plain; (c = strstr(c, "$m")) != NULL; c++)
        outer = outer || c[2] != '2';
    char *index = with_m(plain, !outer);
    if (n == 0)
        fail_msg("k%d, line %d: no access\n%s", number, line, text);
    locality_tell_index(l, i, parameters, &words);
    if (n != 1 || !same_index(l, i, index, &found, &expected))
        fail_msg("k%d, line %d: %zu accesses, %s is %lld; %s is %lld; %s\n%s", number, line, n,
                 words.text, (long long)found, index, (long long)expected,
                 locality_access(l, i)->why != NULL ? locality_access(l, i)->why : "", text);
    sbuf_free(&words);
    free(index);
}

static void batch(uint64_t seed)
{
    struct making m = {.rng = {seed}};
    char *lines[BATCH][LINES];
    struct sbuf text = {0}, one[BATCH] = {0};
    for (int i = 0; i < BATCH; i++) {
        kernel(&m, i, &one[i], lines[i]);
        sbuf_puts(&text, one[i].text);
    }
    struct ptx_module *module = compiled(text.text);
    for (int i = 0; i < BATCH; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        struct locality *l = analysed(module, name);
        for (int k = 0; k < LINES; k++) {
            check(l, i, 101 + k, lines[i][k], one[i].text);
            free(lines[i][k]);
        }
        locality_free(l);
        sbuf_free(&one[i]);
    }
    ptx_free(module);
    sbuf_free(&text);
}

static void random_indices(void **state)
{
    (void)state;
    uint64_t batches = slow_wanted() ? 40 : 4;
    for (uint64_t seed = 1; seed <= batches; seed++)
        batch(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_indices)};
    return cmocka_run_group_tests_name("random indices", tests, NULL, NULL);
}
