/*
 * The analysis against execution. Kernels run on the interpreter; each access of each thread is
 * compared with what the polynomial says for that thread's numbers and iterations, which are
 * counted by watching which loops the thread runs through. Copies that the analysis has merged are
 * compared once more, by the number of the access alone: the iteration that the source would count.
 */
#include "sw/host/plain.h"
#include "sw/runtime/gpu.h"
#include "tests/locality/snippet.h"

#include <glob.h>

enum { MEMORY = 1 << 24, THREADS = 1024, LOOPS = 64, ACCESSES = 256 };

struct thread {
    int block; /* that it ran last; -1: none */
    struct point at;
    uint32_t times[ACCESSES]; /* that it has made each access */
};

struct watch {
    struct locality *l;
    const struct simt_grid *grid;
    int *of_line; /* the listing's instruction of a PTX line; -1: none */
    uint8_t *memory;
    struct thread *threads;
    bool whole; /* every access is made in every iteration */
    uint64_t compared, merged, skipped;
    char text[512];
};

static void map_lines(struct watch *w)
{
    const struct ptx_listing *list = w->l->x.flow.listing;
    int most = 0;
    for (int i = 0; i < list->n; i++)
        most = list->texts[i].line > most ? list->texts[i].line : most;
    w->of_line = xcalloc((size_t)most + 1, sizeof(int));
    for (int i = 0; i <= most; i++)
        w->of_line[i] = -1;
    for (int i = list->n; i-- > 0;)
        w->of_line[list->texts[i].line] = i;
}

/* Counts iterations: a thread that comes to a header from inside its loop begins the next. */
static void enter(const struct flow *f, struct thread *t, int block)
{
    for (int l = 0; l < f->n_loops; l++) {
        if (f->loops[l].header != block)
            continue;
        bool again = t->block >= 0 && flow_inside(f, l, t->block);
        t->at.loop[l] = again ? t->at.loop[l] + 1 : 0;
        t->at.count[l] = t->at.loop[l] + 1;
        for (int inner = 0; inner < f->n_loops; inner++)
            if (inner != l && flow_inside(f, l, f->loops[inner].header))
                t->at.count[inner] = 0;
    }
    t->block = block;
}

static void start_threads(struct watch *w, uint64_t cta)
{
    const struct simt_dim g = w->grid->grid, b = w->grid->block;
    const uint32_t dims[] = {b.x, b.y, b.z, g.x, g.y, g.z};
    for (uint32_t i = 0; i < b.x * b.y * b.z; i++) {
        struct thread *t = &w->threads[i];
        *t = (struct thread){.block = -1, .at.params = w->grid->params};
        const uint64_t ids[] = {i % b.x,   i / b.x % b.y,   i / b.x / b.y,
                                cta % g.x, cta / g.x % g.y, cta / g.x / g.y};
        for (int k = 0; k < 6; k++) {
            t->at.prime[k] = (int64_t)ids[k];
            t->at.prime[6 + k] = dims[k];
        }
    }
}

/* The loops of an access that are loops of the code, and copies per iteration of these. */
static int real_loops(const struct locality *l, const struct access *a)
{
    int n = 0;
    for (int i = 0; i < a->n_nest; i++)
        n += l->x.symbols.v[a->nest[i]].key < l->x.flow.n_loops;
    return n;
}

/* The k-th time: iterations of a nest of unrolled loops within at most one loop. */
static bool compare_merged(struct watch *w, struct thread *t, int number, uint64_t address,
                           uint32_t bytes)
{
    const struct access *a = &w->l->accesses[number];
    struct point at = t->at;
    int64_t offset, base = 0;
    uint64_t k = t->times[number]++ / (a->pub.bytes / bytes);
    if (a->pub.param < 0 || real_loops(w->l, a) > 1 || !w->whole)
        return true;
    for (int i = a->n_nest; i-- > 0;) {
        int key = (int)w->l->x.symbols.v[a->nest[i]].key, real = w->l->x.flow.n_loops;
        uint64_t count = key < real ? UINT64_MAX : (uint64_t)w->l->rolled[key - real];
        at.loop[key] = (int64_t)(k % count);
        k /= count;
    }
    memcpy(&base, w->grid->params + w->l->kernel->params[a->pub.param].offset, 8);
    if (!point_poly(w->l, a->offset, &at, &offset))
        return true;
    w->merged++;
    if (k == 0 && address >= (uint64_t)(base + offset) &&
        address + bytes <= (uint64_t)(base + offset) + a->pub.bytes)
        return true;
    struct sbuf words = {0};
    locality_tell_index(w->l, (size_t)number, NULL, &words);
    snprintf(w->text, sizeof w->text, "line %d: %s is at %lld, access %u at %lld", a->pub.line,
             words.text, (long long)offset, t->times[number] - 1,
             (long long)address - (long long)base);
    sbuf_free(&words);
    return false;
}

static bool compare(struct watch *w, int i, struct thread *t, uint64_t address, uint32_t bytes)
{
    const struct ptx_text *text = &w->l->x.flow.listing->texts[i];
    int number = w->l->access_of[i];
    int64_t value;
    if (number < 0) {
        snprintf(w->text, sizeof w->text, "PTX line %d is no access", text->line);
        return false;
    }
    int k = 0;
    while (!text->operands[k].address)
        k++;
    if (!point_poly(w->l, expand_operand(&w->l->x, i, k), &t->at, &value)) {
        w->skipped++;
        return compare_merged(w, t, number, address, bytes);
    }
    w->compared++;
    if ((uint64_t)value == address)
        return compare_merged(w, t, number, address, bytes);
    snprintf(w->text, sizeof w->text, "%s:%d (PTX line %d): address %llx, polynomial %llx",
             text->file, text->file_line, text->line, (unsigned long long)address,
             (unsigned long long)value);
    return false;
}

static void serve(struct watch *w, struct simt_warp *warp, const struct ptx_inst *inst,
                  struct simt_access *a)
{
    for (int lane = 0; lane < SIMT_LANES; lane++) {
        if ((a->lanes >> lane & 1) == 0)
            continue;
        assert_true(a->address[lane] + a->bytes <= MEMORY);
        uint8_t *at = w->memory + a->address[lane];
        if (a->kind == SIMT_ATOMIC)
            simt_atomic(a, lane, at);
        else if (a->kind == SIMT_STORE)
            memcpy(at, a->data[lane], a->bytes);
        else
            memcpy(a->data[lane], at, a->bytes);
    }
    if (a->lanes != 0 && simt_returns(a))
        simt_load(warp, inst, a);
}

static bool step(struct watch *w, struct simt_warp *warp, int number, struct error *err)
{
    static struct simt_access access;
    const struct flow *f = &w->l->x.flow;
    const struct ptx_inst *inst = simt_next(warp);
    int i = w->of_line[inst->line];
    uint32_t lanes = simt_active(warp);
    for (int lane = 0; lane < SIMT_LANES && i >= 0; lane++)
        if ((lanes >> lane & 1) != 0 && f->blocks[f->block_of[i]].first == i)
            enter(f, &w->threads[32 * number + lane], f->block_of[i]);
        else if ((lanes >> lane & 1) != 0)
            w->threads[32 * number + lane].block = f->block_of[i];
    if (!simt_step(warp, &access, err))
        return false;
    if (access.kind == SIMT_FENCE || access.lanes == 0)
        return true;
    for (int lane = 0; lane < SIMT_LANES; lane++)
        if ((access.lanes >> lane & 1) != 0 &&
            !compare(w, i, &w->threads[32 * number + lane], access.address[lane], access.bytes))
            return error_set(err, "%s", w->text);
    serve(w, warp, inst, &access);
    return true;
}

static bool run_cta(struct watch *w, uint64_t index, struct error *err)
{
    struct simt_cta *cta = simt_cta_new(w->grid, index);
    bool ok = true;
    start_threads(w, index);
    while (ok && !simt_cta_done(cta))
        for (int i = 0; ok && i < simt_cta_warps(cta); i++)
            for (int k = 0; ok && k < 8; k++) {
                struct simt_warp *warp = simt_cta_warp(cta, i);
                if (simt_state(warp) != SIMT_READY)
                    break;
                ok = step(w, warp, i, err);
            }
    simt_cta_free(cta);
    return ok;
}

static void run_step(struct watch *w, const char *name)
{
    struct error err = {0};
    w->l = locality_new(w->grid->kernel, &err);
    if (w->l == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    assert_true(w->l->x.flow.n_loops < LOOPS && w->l->n < ACCESSES);
    map_lines(w);
    for (uint64_t i = 0; i < simt_grid_ctas(w->grid); i++)
        if (!run_cta(w, i, &err))
            fail_msg("%s, kernel %s: %s", name, w->grid->kernel->name, err.text);
    free(w->of_line);
    locality_free(w->l);
}

/* A step of the host, which has no accesses to compare: kernels behind it read what it writes. */
static void run_host(struct watch *w, const struct gpu_host_step *h)
{
    enum { FIRST = 0x1000 }; /* below are no buffers */
    const struct host_memory all = {FIRST, MEMORY - FIRST, w->memory + FIRST};
    struct error err = {0};
    if (!plain_run(h->program, h->function, h->args, h->n_args, &all, 1, NULL, &err))
        fail_msg("%s", err.text);
}

/* Runs all launches of a launch file. */
static void run_launch(struct launch *l, struct ptx_module *m, struct watch *w, const char *name)
{
    struct host_program *host = NULL;
    struct error err = {0};
    const struct pages_config one = {
        .homes = 1, .node_bytes = MEMORY, .line_bytes = 64, .page_bytes = 64};
    if (l->host != NULL && (host = host_compile(l->host, &err)) == NULL)
        fail_msg("%s", err.text);
    struct gpu *g = gpu_new(l, m, host, &one, &err);
    if (g == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    w->memory = xcalloc(1, MEMORY);
    w->threads = xcalloc(THREADS, sizeof *w->threads);
    for (size_t i = 0; i < gpu_range_count(g); i++) {
        const struct gpu_range *r = gpu_range(g, i);
        if (r->init != NULL)
            memcpy(w->memory + r->address, r->init, r->bytes);
    }
    for (size_t i = 0; i < gpu_step_count(g); i++) {
        w->grid = gpu_grid(g, i);
        if (gpu_host_step(g, i) != NULL)
            run_host(w, gpu_host_step(g, i));
        else
            run_step(w, name);
    }
    free(w->memory);
    free(w->threads);
    gpu_free(g);
    host_program_free(host);
}

static struct ptx_module *module_of(const char *source)
{
    struct error err = {0};
    size_t len;
    char *text = ptx_compile(source, UMBEL_ROOT "/sw/kernels", 0, &len, &err);
    if (text == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    struct ptx_module *m = ptx_parse_listed(text, len, source, &err);
    free(text);
    if (m == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    return m;
}

/* Kernels of which no access may be left uncompared. `whole`: none is under a condition inside a
 * loop, so the k-th access is that of iteration k. */
static const struct affine {
    const char *kernel;
    bool whole;
} affine[] = {
    {"vecadd", true},  {"relu", true},       {"triad", true},     {"transpose", true},
    {"mm", true},      {"sgemm", true},      {"atax", true},      {"bicg", true},
    {"conv", true},    {"alexconv", true},   {"fir", true},       {"xtreme1", true},
    {"xtreme2", true}, {"xtreme3", true},    {"multigrid", true}, {"aes", true},
    {"reduce", false}, {"histogram", false}, {"inception", true}, {"overfeat", false},
};

static void check_kernel(const char *path)
{
    struct error err = {0};
    const char *file = strrchr(path, '/') + 1, *dot = strchr(file, '.');
    const struct affine *must = NULL;
    for (size_t i = 0; i < sizeof affine / sizeof *affine; i++)
        if (strncmp(affine[i].kernel, file, (size_t)(dot - file)) == 0 &&
            strlen(affine[i].kernel) == (size_t)(dot - file))
            must = &affine[i];
    struct watch w = {.whole = must != NULL && must->whole};
    struct launch *l = launch_load(path, "tiny", 3, MEMORY, &err);
    if (l == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    struct ptx_module *m = module_of(l->source);
    run_launch(l, m, &w, file);
    printf("%-20s %8llu compared, %8llu of them merged, %8llu not\n", file,
           (unsigned long long)w.compared, (unsigned long long)w.merged,
           (unsigned long long)w.skipped);
    if (must != NULL && w.skipped != 0)
        fail_msg("%s: %llu accesses were not compared", file, (unsigned long long)w.skipped);
    assert_true(w.compared > 0);
    assert_true(must == NULL || !must->whole || w.merged > 0);
    ptx_free(m);
    launch_free(l);
}

static void kernels(void **state)
{
    (void)state;
    glob_t g;
    assert_int_equal(glob(UMBEL_ROOT "/sw/kernels/*/*.yaml", 0, NULL, &g), 0);
    assert_true(g.gl_pathc > sizeof affine / sizeof *affine);
    for (size_t i = 0; i < g.gl_pathc; i++)
        if (strstr(g.gl_pathv[i], "/mutex/") == NULL) /* which waits for other CTAs */
            check_kernel(g.gl_pathv[i]);
    globfree(&g);
}

/* Unrolling, nests and conditions, on grids of several shapes. */
static const char shapes[] =
    "#define X unsigned x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "extern \"C\" __global__ void grid_stride(float *a, unsigned n, unsigned k) { X\n"
    "  for (unsigned i = x; i < n; i += gridDim.x * blockDim.x) a[i] += 1; }\n"
    "extern \"C\" __global__ void rows(float *a, unsigned n, unsigned k) { X float s = 0;\n"
    "  for (unsigned i = 0; i < k; i++) s += a[(x % 16) * k + i];\n"
    "  for (unsigned i = 0; i < k; i++) s += a[i * 16 + x % 16];\n"
    "  for (unsigned i = 0; i < 13; i++) s += a[x + i * 3]; a[n - 1 - x] = s; }\n"
    "extern \"C\" __global__ void nested(float *a, unsigned n, unsigned k) { X float s = 0;\n"
    "  for (unsigned i = 0; i < k; i++) for (unsigned j = i; j < k; j += 2) s += a[i * k + j];\n"
    "  for (unsigned i = 0; i < k; i++) { unsigned p = i * 3;\n"
    "    for (unsigned j = 0; j < 5; j++) { if (s > 3) a[p + j * k] = 2; s += a[p]; p += 7; } }\n"
    "  a[x] = s; }\n"
    "extern \"C\" __global__ void peeled(float *a, unsigned n, unsigned k) { X unsigned c = x % "
    "16;\n"
    "  a[c] = 0; for (int i = 0; i < 33; i++) a[c] += a[i * 20 + k] * a[i * 20 + c];\n"
    "  for (int i = 0; i < 33; i++) a[i * 20 + c] -= a[i * 20 + k] * a[c];\n"
    "  for (int i = 0; i < (int)k; i++) a[i * 20 + c] -= a[i * 20] * a[c]; }\n"
    "extern \"C\" __global__ void down(float *a, unsigned n, unsigned k) { X float *p = a + k * "
    "9;\n"
    "  for (int i = (int)k - 1; i >= 0; i--) a[x + i] = 1;\n"
    "  do { *p += 1; p -= 3; } while (p > a + 3 + threadIdx.x % 5); }\n";

static void grids(void **state)
{
    (void)state;
    static const char *const entries[] = {"grid_stride", "rows", "nested", "peeled", "down"};
    static const char *const forms[] = {"grid: [1], block: [32]", "grid: [3], block: [40]",
                                        "grid: [2, 2], block: [8, 4]", "grid: [5], block: [64]"};
    static const int sizes[] = {1, 2, 3, 4, 7, 16, 21};
    struct ptx_module *m = compiled(shapes);
    for (size_t i = 0; i < 5 * 4 * 7; i++) {
        char text[512];
        struct error err = {0};
        struct watch w = {.whole = i / 28 != 2};
        snprintf(text, sizeof text,
                 "about: x\nsource: t.ptx\nbuffers:\n  - {name: a, type: f32, count: 1000, init: "
                 "random}\nlaunches:\n  - {entry: %s, %s, args: [a, 'u32 1000', 'u32 %d']}\n",
                 entries[i / 28], forms[i / 7 % 4], sizes[i % 7]);
        struct launch *l = launch_parse(text, strlen(text), "t.yaml", NULL, 1, &err);
        if (l == NULL) {
            fail_msg("%s", err.text);
            abort(); /* never reached: tells the static analyser so */
        }
        run_launch(l, m, &w, text);
        assert_true(w.compared > 0 && w.skipped == 0);
        launch_free(l);
    }
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernels), cmocka_unit_test(grids)};
    return cmocka_run_group_tests_name("execution", tests, NULL, NULL);
}
