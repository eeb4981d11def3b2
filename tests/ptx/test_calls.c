/* Calls: functions made at random against plain C; frames, stacks, exits, refusals. */
#include "tests/ptx/machine.h"

#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

enum { A = 0x10000, FUNCTIONS = 6, THREADS = 96, DEPTH = 5 };

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"

/* ---- functions made at random ---- */

/*
 * f(x, depth): x is mixed; some lanes call `first`; some return early; some call `second` by its
 * address, which differs by lane; a loop adds what a call gives, as often as x says.
 */
struct made {
    uint32_t add, when_first, when_early, when_second, xor;
    int first, second, in_loop;
};

static uint32_t expect(const struct made *all, int f, uint32_t x, uint32_t depth)
{
    const struct made *m = &all[f];
    if (depth == 0)
        return x;
    x = x * 2654435761u + m->add;
    if ((x & m->when_first) != 0)
        x = expect(all, m->first, x, depth - 1) + 1;
    if ((x & m->when_early) == 0)
        return x ^ m->xor ;
    if ((x & m->when_second) != 0)
        x ^= expect(all, (m->second + (int)(x >> 5 & 1)) % FUNCTIONS, x >> 1, depth - 1);
    for (uint32_t i = x >> 7 & 1, n = x; i <= (n >> 9 & 1); i++)
        x += expect(all, m->in_loop, x + i, depth - 1);
    return x;
}

/* A call with two parameters, `x` and depth - 1; the result is in %r9. */
static void put_call(struct sbuf *s, const char *callee, const char *x, const char *prototype)
{
    sbuf_printf(s,
                "{ .param .b32 p0; .param .b32 p1; .param .b32 back;\n"
                "st.param.b32 [p0+0], %s; st.param.b32 [p1+0], %%r8;\n"
                "%s call%s (back), %s, (p0, p1)%s;\n"
                "ld.param.b32 %%r9, [back+0]; }\n",
                x,
                *prototype != '\0' ? "kind : .callprototype (.param .b32 _) _ "
                                     "(.param .b32 _, .param .b32 _);\n"
                                   : "",
                *prototype != '\0' ? "" : ".uni", callee, prototype);
}

static void put_function(struct sbuf *s, int f, const struct made *m)
{
    char first[8], loop[8];
    snprintf(first, sizeof first, "f%d", m->first);
    snprintf(loop, sizeof loop, "f%d", m->in_loop);
    sbuf_printf(s,
                ".func (.param .b32 result) f%d(.param .b32 x, .param .b32 depth)\n{\n"
                ".reg .b32 %%r<20>; .reg .b64 %%rd<8>; .reg .pred %%p<8>;\n"
                "ld.param.u32 %%r1, [x]; ld.param.u32 %%r2, [depth];\n"
                "setp.eq.u32 %%p1, %%r2, 0; @%%p1 bra done;\n"
                "mad.lo.u32 %%r1, %%r1, 2654435761, %u; sub.u32 %%r8, %%r2, 1;\n"
                "and.b32 %%r3, %%r1, %u; setp.eq.u32 %%p1, %%r3, 0; @%%p1 bra skip1;\n",
                f, m->add, m->when_first);
    put_call(s, first, "%r1", "");
    sbuf_printf(s,
                "add.u32 %%r1, %%r9, 1;\nskip1:\n"
                "and.b32 %%r3, %%r1, %u; setp.ne.u32 %%p2, %%r3, 0; @%%p2 bra go_on;\n"
                "xor.b32 %%r1, %%r1, %u; st.param.b32 [result], %%r1; ret;\ngo_on:\n"
                "and.b32 %%r3, %%r1, %u; setp.eq.u32 %%p3, %%r3, 0; @%%p3 bra skip2;\n"
                "shr.u32 %%r4, %%r1, 5; and.b32 %%r4, %%r4, 1; setp.eq.u32 %%p4, %%r4, 1;\n"
                "mov.u64 %%rd1, f%d; mov.u64 %%rd2, f%d; selp.b64 %%rd3, %%rd2, %%rd1, %%p4;\n"
                "shr.u32 %%r5, %%r1, 1;\n",
                m->when_early, m->xor, m->when_second, m->second, (m->second + 1) % FUNCTIONS);
    put_call(s, "%rd3", "%r5", ", kind");
    sbuf_puts(s, "xor.b32 %r1, %r1, %r9;\nskip2:\n"
                 "shr.u32 %r6, %r1, 7; and.b32 %r6, %r6, 1;\n"
                 "shr.u32 %r7, %r1, 9; and.b32 %r7, %r7, 1;\nloop:\n"
                 "setp.gt.u32 %p5, %r6, %r7; @%p5 bra done;\nadd.u32 %r5, %r1, %r6;\n");
    put_call(s, loop, "%r5", "");
    sbuf_puts(s, "add.u32 %r1, %r1, %r9; add.u32 %r6, %r6, 1; bra loop;\n"
                 "done:\nst.param.b32 [result], %r1; ret;\n}\n");
}

static void put_kernel(struct sbuf *s)
{
    sbuf_puts(s, ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<20>; .reg .b64 %rd<8>;\n"
                 "mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [out];\n"
                 "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;\n"
                 "mul.lo.u32 %r2, %r1, 40503; mov.u32 %r8, 5;\n");
    put_call(s, "f0", "%r2", "");
    sbuf_puts(s, "st.global.u32 [%rd1], %r9; ret;\n}\n");
}

static void make(struct rng *rng, struct made all[FUNCTIONS])
{
    for (int f = 0; f < FUNCTIONS; f++)
        all[f] = (struct made){.add = (uint32_t)rng_next(rng),
                               .when_first = 1u << (rng_next(rng) % 20 + 8),
                               .when_early = 3u << (rng_next(rng) % 20 + 8),
                               .when_second = 1u << (rng_next(rng) % 20 + 8),
                               .xor = (uint32_t)rng_next(rng) & 0x7fffffff,
                               .first = (int)(rng_next(rng) % FUNCTIONS),
                               .second = (int)(rng_next(rng) % FUNCTIONS),
                               .in_loop = (int)(rng_next(rng) % FUNCTIONS)};
}

static void test_made_at_random(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct rng rng = {seed};
        struct made all[FUNCTIONS];
        struct sbuf text = {0};
        make(&rng, all);
        sbuf_puts(&text, HEAD);
        put_kernel(&text);
        for (int f = 0; f < FUNCTIONS; f++)
            put_function(&text, f, &all[f]);
        struct simt_machine *m = simt_machine_new(text.text);
        param_u64(m, A);
        launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
        const uint32_t *got = at_address(m, A, 4 * THREADS);
        for (uint32_t t = 0; t < THREADS; t++)
            if (got[t] != expect(all, 0, t * 40503, DEPTH))
                fail_msg("seed %llu, thread %u: %u is not %u", (unsigned long long)seed, t, got[t],
                         expect(all, 0, t * 40503, DEPTH));
        simt_machine_free(m);
        sbuf_free(&text);
    }
}

/* ---- by CUDA sources ---- */

static struct simt_machine *run_cuda(const char *cuda, uint32_t threads)
{
    struct simt_machine *m = simt_machine_cuda(cuda);
    param_u64(m, A);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0);
    return m;
}

/* A shared variable of a function is one with the kernel's, for all functions and calls. */
static void test_shared_variables(void **state)
{
    (void)state;
    struct simt_machine *m =
        run_cuda("__shared__ int counts[8];\n"
                 "__device__ int down(int n) { atomicAdd(&counts[n & 7], 1);\n"
                 "  return n ? down(n - 1) + 1 : 0; }\n"
                 "extern \"C\" __global__ void k(int *o)\n{ int t = threadIdx.x;\n"
                 "  __shared__ int other; if (t < 8) counts[t] = 0; if (t == 9) other = 5;\n"
                 "  __syncthreads(); int n = down(t % 16); __syncthreads();\n"
                 "  o[t] = n + 100 * counts[t & 7] + other; }\n",
                 64);
    const int *got = at_address(m, A, 256);
    for (int t = 0; t < 64; t++) {
        /* Of 16 numbers n, 16 - i reach i and 8 - i reach i + 8; 64 threads are four rounds. */
        int i = t & 7, count = 4 * (16 - i + 8 - i);
        assert_int_equal(got[t], t % 16 + 100 * count + 5);
    }
    simt_machine_free(m);
}

/* Lanes that exit inside a function are not waited for by those that return. */
static void test_exits(void **state)
{
    (void)state;
    struct simt_machine *m =
        run_cuda("__device__ int f(int n, int t) { if (n == 0) { if (t % 3 == 0)\n"
                 "  asm volatile(\"exit;\"); return 1; } return f(n - 1, t) + f(n - 1, t + 1); }\n"
                 "extern \"C\" __global__ void k(int *o)\n{ int t = threadIdx.x; o[t] = 7;\n"
                 "  int r = f(t % 3 == 1 ? 0 : 2, t); o[t] = r; }\n",
                 32);
    const int *got = at_address(m, A, 128);
    for (int t = 0; t < 32; t++)
        assert_int_equal(got[t], t % 3 == 1 ? 1 : 7);
    simt_machine_free(m);
}

/* Lanes in different activations of one function vote together, and come to a barrier together. */
static void test_across_lanes(void **state)
{
    (void)state;
    struct simt_machine *m =
        run_cuda("__device__ unsigned f(int n) { if (n > 0) return f(n - 1);\n"
                 "  return __ballot_sync(~0u, threadIdx.x & 1); }\n"
                 "extern \"C\" __global__ void k(unsigned *o)\n"
                 "{ unsigned v = f(threadIdx.x % 4); __syncthreads(); o[threadIdx.x] = v; }\n",
                 64);
    const uint32_t *got = at_address(m, A, 256);
    for (int t = 0; t < 64; t++)
        assert_int_equal(got[t], 0xaaaaaaaa);
    simt_machine_free(m);
}

static void faults(const char *cuda, const char *why)
{
    struct simt_machine *m = simt_machine_cuda(cuda);
    param_u64(m, A);
    bool ok = launch(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    assert_false(ok);
    if (strstr(m->err.text, why) == NULL)
        fail_msg("'%s'\ndoes not say '%s'", m->err.text, why);
    simt_machine_free(m);
}

static void test_faults(void **state)
{
    (void)state;
    faults("__device__ int f(int *p) { int a[4]; a[*p & 3] = *p; return f(a) + a[1]; }\n"
           "extern \"C\" __global__ void k(int *o)\n{ *o = f(o); }\n",
           "the stack of 65536 bytes is full at a call of '_Z1fPi': raise cudaLimitStackSize");
    faults("extern \"C\" __global__ void k(long *o)\n"
           "{ ((void (*)())o[1])(); }\n",
           "a call of 0x0, where no function of this file is");
    faults("__device__ int f(int x) { return x; }\n__device__ void *p = (void *)f;\n"
           "extern \"C\" __global__ void k(long *o)\n{ ((void (*)())p)(); }\n",
           "whose function has other parameters");
}

static void refused(const char *body, const char *why)
{
    struct sbuf text = {0};
    struct error err = {0};
    sbuf_printf(&text,
                HEAD ".func (.param .b32 r) f(.param .b32 x)\n{ ret; }\n"
                     ".visible .entry k()\n{\n.reg .pred %%p<2>; .reg .b64 %%rd<2>;\n%s\nret;\n}\n",
                body);
    assert_null(ptx_parse(text.text, text.len, "test.ptx", &err));
    if (strcmp(err.text, why) != 0)
        fail_msg("'%s'\nis not '%s'", err.text, why);
    sbuf_free(&text);
}

static void test_refused(void **state)
{
    (void)state;
    refused("{ .param .b32 a; .param .b32 b; call (b), f, (a, a); }",
            "test.ptx:9:43: the parameters of this call are not those of 'f'");
    refused("{ .param .b64 a; .param .b32 b; call (b), f, (a); }",
            "test.ptx:9:43: the parameters of this call are not those of 'f'");
    refused("{ .param .b32 a; call f, (a); }",
            "test.ptx:9:23: the parameters of this call are not those of 'f'");
    refused("call g;", "test.ptx:9:6: 'g' is called and has no body here: define it in this file, "
                       "or in a header that the file includes");
    refused("call (c), f;", "test.ptx:9:7: expected a .param variable of the call, found 'c'");
    refused("@%p1 call f;", "test.ptx:9:6: unsupported instruction 'call f'; a call has no guard "
                            "here: branch around it");
    refused("call %rd9;", "test.ptx:9:6: undeclared register '%rd9'");
    refused("{ .param .b32 a; .param .b32 b; call (b), f, (a) }",
            "test.ptx:9:50: expected ';', found '}'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_at_random), cmocka_unit_test(test_shared_variables),
        cmocka_unit_test(test_exits),          cmocka_unit_test(test_across_lanes),
        cmocka_unit_test(test_faults),         cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
