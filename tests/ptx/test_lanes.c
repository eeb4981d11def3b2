/*
 * Lanes of one warp that wait for one another, as they may on hardware with independent lanes.
 * Locks and flags between lanes end, and shuffles and barriers afterwards have all lanes again.
 * With one pc per warp, the kernels with locks, `flags`, `turns`, `ping_pong` and `late` would run
 * for ever.
 */
#include "tests/ptx/machine.h"

enum { A = 0x10000, B = 0x20000, C = 0x30000 };

static uint32_t *words(struct simt_machine *m, uint64_t address)
{
    return at_address(m, address, 4096);
}

static void run(struct simt_machine *m, const char *entry, uint32_t threads)
{
    m->steps = 0;
    m->limit = 20000000;
    launch_ok(m, entry, (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0);
}

/* ---- locks ---- */

static const char locks[] =
    "extern \"C\" __global__ void lock(int *lock, volatile int *sum, int *o)\n"
    "{ int t = threadIdx.x; while (atomicCAS(lock, 0, 1) != 0) { }\n"
    "  __threadfence(); sum[0] = sum[0] + t; sum[1] = 3 * sum[1] + 1; __threadfence();\n"
    "  atomicExch(lock, 0); o[t] = t; }\n"
    /* In a loop, in branches, and with all lanes together behind it. */
    "extern \"C\" __global__ void nested(int *lock, volatile int *sum, int *o)\n"
    "{ int t = threadIdx.x, n = 0;\n"
    "  for (int i = 0; i < 3 + t % 3; i++) {\n"
    "    if ((t + i) % 2) { if (t % 8 != 3) {\n"
    "        while (atomicCAS(lock + t % 2, 0, 1) != 0) { }\n"
    "        sum[t % 2] = sum[t % 2] + 1; __threadfence(); atomicExch(lock + t % 2, 0); n++; }\n"
    "      else n += 10; } else n += 100;\n"
    "    __syncwarp(__activemask()); }\n"
    "  __syncwarp(); int all = n; for (int k = 16; k; k /= 2) all += __shfl_xor_sync(~0u, all, "
    "k);\n"
    "  o[t] = n; o[64 + t] = all; o[128 + t] = __ballot_sync(~0u, n & 1); __syncthreads();\n"
    "  o[192 + t] = o[(t + 32) % 64]; o[256 + t] = __activemask(); }\n"
    /* A loop that counts is not seen to spin; it gives way all the same. */
    "extern \"C\" __global__ void backoff(int *lock, volatile int *sum, int *o)\n"
    "{ int t = threadIdx.x, tries = 0; while (atomicCAS(lock, 0, 1) != 0) tries++;\n"
    "  sum[0] = sum[0] + t; __threadfence(); atomicExch(lock, 0); o[t] = tries > 0; }\n"
    /* Two locks a lane, the lower first. */
    "extern \"C\" __global__ void two_locks(int *lock, volatile int *sum, int *o)\n"
    "{ int t = threadIdx.x, x = t % 5, y = (t * 3 + 1) % 5; if (x == y) y = (y + 1) % 5;\n"
    "  int lo = min(x, y), hi = max(x, y);\n"
    "  while (atomicCAS(lock + lo, 0, 1) != 0) { } while (atomicCAS(lock + hi, 0, 1) != 0) { }\n"
    "  sum[lo] = sum[lo] + 1; sum[hi] = sum[hi] + 100; __threadfence();\n"
    "  atomicExch(lock + hi, 0); atomicExch(lock + lo, 0); o[t] = lo * 10 + hi; }\n"
    /* The lock is taken and released within one iteration; clang splits that, so it
     * becomes `lock`. */
    "extern \"C\" __global__ void tried(int *lock, volatile int *sum)\n"
    "{ bool done = false; while (!done) if (atomicCAS(lock, 0, 1) == 0) {\n"
    "    sum[0] = sum[0] + 1; __threadfence(); atomicExch(lock, 0); done = true; } }\n";

static void run_locks(struct simt_machine *m, const char *entry, uint32_t threads)
{
    memset(words(m, A), 0, 4096);
    memset(words(m, B), 0, 4096);
    param_u64(m, A), param_u64(m, B), param_u64(m, C);
    run(m, entry, threads);
    for (int i = 0; i < 5; i++)
        assert_int_equal(words(m, A)[i], 0); /* all given back */
}

static void check_nested(struct simt_machine *m)
{
    const uint32_t *o = words(m, C);
    uint32_t n[64], taken[2] = {0}, all[2] = {0}, odd[2] = {0};
    for (uint32_t t = 0; t < 64; t++) {
        n[t] = 0;
        for (uint32_t i = 0; i < 3 + t % 3; i++) {
            bool locks_it = (t + i) % 2 != 0 && t % 8 != 3;
            n[t] += (t + i) % 2 == 0 ? 100 : locks_it ? 1 : 10;
            taken[t % 2] += locks_it;
        }
        all[t / 32] += n[t];
        odd[t / 32] |= (n[t] & 1) << t % 32;
    }
    for (uint32_t t = 0; t < 64; t++) {
        assert_int_equal(o[t], n[t]);
        assert_int_equal(o[64 + t], all[t / 32]);
        assert_int_equal(o[128 + t], odd[t / 32]);
        assert_int_equal(o[192 + t], n[(t + 32) % 64]);
        assert_int_equal(o[256 + t], UINT32_MAX);
    }
    assert_int_equal(words(m, B)[0], taken[0]);
    assert_int_equal(words(m, B)[1], taken[1]);
}

static void test_locks(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(locks);
    run_locks(m, "lock", 96);
    assert_int_equal(words(m, B)[0], 95 * 96 / 2);
    uint32_t v = 0;
    for (int i = 0; i < 96; i++)
        v = 3 * v + 1;
    assert_int_equal(words(m, B)[1], v);
    assert_int_equal(words(m, C)[95], 95);
    run_locks(m, "nested", 64);
    check_nested(m);
    run_locks(m, "backoff", 32);
    assert_int_equal(words(m, B)[0], 31 * 32 / 2);
    run_locks(m, "two_locks", 40);
    uint32_t sum[5] = {0};
    for (uint32_t t = 0; t < 40; t++) {
        sum[words(m, C)[t] / 10] += 1;
        sum[words(m, C)[t] % 10] += 100;
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(words(m, B)[i], sum[i]);
    run_locks(m, "tried", 64);
    assert_int_equal(words(m, B)[0], 64);
    simt_machine_free(m);
}

/* ---- flags ---- */

static const char flag_kernels[] =
    /* Whichever of the two branches runs first, one waits for the other. */
    "extern \"C\" __global__ void flags(volatile int *f, int *o)\n"
    "{ int t = threadIdx.x; volatile __shared__ int s, data; if (t == 0) s = data = 0; "
    "__syncwarp();\n"
    "  if (t % 2) { while (f[0] == 0) { } o[t] = f[1]; } else { if (t == 6) { f[1] = 77;\n"
    "      __threadfence(); f[0] = 1; } o[t] = 5; }\n"
    "  if (t % 2 == 0) { while (s == 0) { } o[32 + t] = data; } else { if (t == 9) { data = 66;\n"
    "      __threadfence_block(); s = 1; } o[32 + t] = 4; }\n"
    "  o[64 + t] = __shfl_sync(~0u, o[t], 7); }\n"
    /* One lane after the other, each waits for its turn. */
    "extern \"C\" __global__ void turns(volatile int *turn, int *o)\n"
    "{ int t = threadIdx.x, me = (t * 7 + 3) % 32; while (turn[0] != me) { }\n"
    "  o[turn[1]] = t; turn[1] = turn[1] + 1; __threadfence(); turn[0] = me + 1; __syncwarp();\n"
    "  o[32 + t] = turn[0]; }\n"
    /* Back and forth between two lanes, the others wait at the end. */
    "extern \"C\" __global__ void ping_pong(volatile int *ball, int *o)\n"
    "{ int t = threadIdx.x; if (t < 2) for (int i = 0; i < 10; i++) { while (ball[0] % 2 != t) { "
    "}\n"
    "      o[ball[0]] = 100 * t + i; __threadfence(); ball[0] = ball[0] + 1; }\n"
    "  __syncwarp(); o[32 + t] = __popc(__ballot_sync(~0u, ball[0] == 20)); }\n"
    /* Each round of the wait goes two ways, the second time with numbers that change. */
    "extern \"C\" __global__ void two_ways(volatile int *f, int *o, int *c)\n"
    "{ int t = threadIdx.x; if (t % 2) { while (f[0] == 0) {\n"
    "      if (t & 4) atomicOr(c, 1); else atomicExch(c + 1, 5); } o[t] = 1; }\n"
    "  else { o[t] = 2; if (t == 6) { __threadfence(); f[0] = 1; } }\n"
    "  if (t % 2 == 0) { while (f[1] == 0) {\n"
    "      if (t & 4) atomicAdd(c + 2, 1); else atomicXor(c + 3, t); } o[32 + t] = 3; }\n"
    "  else { o[32 + t] = 4; if (t == 9) { __threadfence(); f[1] = 1; } } }\n"
    /* Nobody ever sets it. */
    "extern \"C\" __global__ void never(volatile int *f, int *o)\n"
    "{ if (threadIdx.x == 3) while (f[0] == 0) { } o[threadIdx.x] = 8; }\n";

static void test_flags(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(flag_kernels);
    param_u64(m, A), param_u64(m, B);
    run(m, "flags", 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, B)[t], t % 2 != 0 ? 77 : 5);
        assert_int_equal(words(m, B)[32 + t], t % 2 == 0 ? 66 : 4);
        assert_int_equal(words(m, B)[64 + t], 77);
    }
    words(m, A)[0] = words(m, A)[1] = 0;
    param_u64(m, A), param_u64(m, B);
    run(m, "turns", 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, B)[(t * 7 + 3) % 32], t);
        assert_int_equal(words(m, B)[32 + t], 32);
    }
    words(m, A)[0] = 0;
    param_u64(m, A), param_u64(m, B);
    run(m, "ping_pong", 32);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(words(m, B)[i], 100 * (i % 2) + i / 2);
    assert_int_equal(words(m, B)[63], 32);
    memset(words(m, A), 0, 8);
    param_u64(m, A), param_u64(m, B), param_u64(m, C);
    run(m, "two_ways", 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, B)[t], t % 2 != 0 ? 1 : 2);
        assert_int_equal(words(m, B)[32 + t], t % 2 == 0 ? 3 : 4);
    }
    memset(words(m, A), 0, 8);
    memset(words(m, B), 0, 4096);
    param_u64(m, A), param_u64(m, B);
    m->steps = 0;
    assert_false(launch(m, "never", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0));
    assert_string_equal(m->err.text, "stopped");
    for (uint32_t t = 0; t < 32; t++) /* the others did not wait for ever */
        assert_int_equal(words(m, B)[t], t == 3 ? 0 : 8);
    simt_machine_free(m);
}

/* ---- operations of several lanes in branches ---- */

static const char apart[] =
    /* Was wrong: the branch that runs first did not wait for the other's store. */
    "extern \"C\" __global__ void both_ways(int *o)\n"
    "{ __shared__ int s[32]; int t = threadIdx.x, v; s[t] = -1; __syncwarp();\n"
    "  if (t < 16) { s[t] = 10 + t; __syncwarp(); v = s[t + 16]; __syncwarp(); o[t] = v; }\n"
    "  else { o[64 + t] = 1; s[t] = 20 + t; __syncwarp(); v = s[t - 16]; __syncwarp(); o[t] = v; "
    "}\n"
    "  if (t >= 16) { s[t] = 30 + t; __syncwarp(); v = s[t - 16]; __syncwarp(); }\n"
    "  else { o[64 + t] = 2; s[t] = 40 + t; __syncwarp(); v = s[t + 16]; __syncwarp(); }\n"
    "  o[32 + t] = v; }\n"
    /* Two lanes meet in two ifs that follow each other; the rest goes by. */
    "extern \"C\" __global__ void two_ifs(int *o)\n"
    "{ __shared__ int s; int t = threadIdx.x; unsigned m = 1u << 3 | 1u << 20; s = 0; "
    "__syncwarp();\n"
    "  if (t == 3) { s = 42; __syncwarp(m); } if (t == 20) { __syncwarp(m); o[0] = s; }\n"
    "  o[1 + t] = t; }\n"
    /* Lanes that have exited need not reach the barrier. */
    "extern \"C\" __global__ void left(int *o)\n"
    "{ int t = threadIdx.x; if (t < 8) { __syncwarp(); o[t] = __ballot_sync(0xff, t & 1); }\n"
    "  o[32 + t] = t; }\n"
    /* A shuffle in a loop that lanes enter at different times. */
    "extern \"C\" __global__ void late(volatile int *f, int *o)\n"
    "{ int t = threadIdx.x; if (t == 5) { while (f[0] == 0) { } } else if (t == 6) { f[0] = 1; }\n"
    "  int v = t; for (int i = 0; i < 4; i++) v += __shfl_xor_sync(~0u, v, 1 << i); o[t] = v; }\n"
    "extern \"C\" __global__ void stuck(int *o)\n{ int t = threadIdx.x;\n"
    "  if (t < 16)\n    o[t] = __shfl_sync(~0u, t, 3);\n  else\n    o[t] = __shfl_sync(~0u, o[t], "
    "4) + "
    "o[0]; }\n";

static void test_apart(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(apart);
    param_u64(m, B);
    run(m, "both_ways", 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, B)[t], t < 16 ? 20 + t + 16 : 10 + t - 16);
        assert_int_equal(words(m, B)[32 + t], t < 16 ? 30 + t + 16 : 40 + t - 16);
    }
    param_u64(m, B);
    run(m, "two_ifs", 32);
    assert_int_equal(words(m, B)[0], 42);
    assert_int_equal(words(m, B)[32], 31);
    param_u64(m, B);
    run(m, "left", 32);
    assert_int_equal(words(m, B)[7], 0xaa);
    assert_int_equal(words(m, B)[63], 31);
    param_u64(m, A), param_u64(m, B);
    run(m, "late", 32);
    for (uint32_t t = 0; t < 32; t++) /* sixteen lanes' sum */
        assert_int_equal(words(m, B)[t], t < 16 ? 120 : 120 + 256);
    param_u64(m, B);
    assert_false(launch(m, "stuck", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0));
    assert_non_null(strstr(m->err.text, "warp-wide operation in divergent code: lanes 0x"));
    assert_non_null(strstr(m->err.text, " of its member mask are elsewhere; some wait at "));
    simt_machine_free(m);
}

/* ---- barriers of the CTA: each thread arrives by itself ---- */

static const char barriers[] =
    "extern \"C\" __global__ void ways(int *o)\n"
    "{ __shared__ int s[64]; int t = threadIdx.x, v;\n"
    "  if (t % 3 == 0) { s[t] = 10 + t; __syncthreads(); v = s[63 - t]; }\n"
    "  else if (t % 3 == 1) { s[t] = 100 + t; __syncthreads(); v = s[63 - t] + 1; }\n"
    "  else { s[t] = 1000 + t; __syncthreads(); v = s[63 - t] + 2; }\n"
    "  o[t] = v; o[64 + t] = __popc(__ballot_sync(~0u, 1)); }\n"
    /* Lanes leave the loop at different times, and exit behind it. */
    "extern \"C\" __global__ void rounds(int *o)\n"
    "{ __shared__ int here[8]; int t = threadIdx.x, v = 0; if (t < 8) here[t] = 0;\n"
    "  __syncthreads();\n"
    "#pragma unroll 1\n  for (int k = 0; k <= t % 7; k++) {\n"
    "    atomicAdd(here + k, 1); __syncthreads(); v = 100 * v + here[k]; }\n"
    "  o[t] = v; }\n"
    /* The barrier behind the loop is that of the next round for those that are still inside. */
    "extern \"C\" __global__ void behind(volatile int *in, int *o)\n"
    "{ __shared__ int s[64]; int t = threadIdx.x, i = 0, v; s[t] = 7;\n"
    "  do { __syncthreads(); i++; } while (i < in[t]);\n"
    "  s[t] = t; __syncthreads(); v = s[(t + 1) % 64]; __syncthreads(); o[t] = v; }\n"
    "extern \"C\" __global__ void some(int *o)\n"
    "{ int t = threadIdx.x; if (t % 4 == 1) { __syncthreads(); o[64 + t] = 1; } o[t] = t; }\n"
    "extern \"C\" __global__ void counts(int *o)\n"
    "{ int t = threadIdx.x, v; if (t & 4) v = __syncthreads_count(t % 5 == 0);\n"
    "  else if (t & 2) v = __syncthreads_count(t % 3 == 0); else v = 500 + __syncthreads_or(t == "
    "40);\n"
    "  o[t] = v; }\n"
    /* Without a branch. Odd lanes come to the second barrier while the others are at the first. */
    "extern \"C\" __global__ void guarded(int *o)\n"
    "{ __shared__ int s[64]; int t = threadIdx.x; s[t] = t;\n"
    "  asm volatile(\"{ .reg .pred p; setp.eq.u32 p, %0, 0; @p bar.sync 0; }\" :: \"r\"(t & 1) : "
    "\"memory\");\n"
    "  if (t & 1) __syncthreads(); o[t] = s[(t + 9) % 64]; }\n"
    /* One waits for a flag that a lane sets that has to be let go from a meeting. */
    "extern \"C\" __global__ void flag(volatile int *f, int *o)\n"
    "{ int t = threadIdx.x; if (t == 0) while (f[0] == 0) { }\n"
    "  else { if (t < 20) __syncthreads(); f[0] = 1; } o[t] = t; }\n"
    "extern \"C\" __global__ void stuck(int *o)\n{ int t = threadIdx.x;\n"
    "  if (t < 16)\n    __syncthreads();\n  else\n    o[t] = __shfl_sync(~0u, t, 4);\n}\n";

static void run_barriers(struct simt_machine *m, const char *entry)
{
    memset(words(m, B), 0, 4096);
    param_u64(m, B);
    run(m, entry, 64);
}

static void test_barriers(void **state)
{
    (void)state;
    static const uint32_t base[] = {10, 100, 1000};
    struct simt_machine *m = simt_machine_cuda(barriers);
    const uint32_t *o = words(m, B);
    run_barriers(m, "ways");
    for (uint32_t t = 0; t < 64; t++) {
        assert_int_equal(o[t], base[(63 - t) % 3] + 63 - t + t % 3);
        assert_int_equal(o[64 + t], 32);
    }
    run_barriers(m, "rounds");
    for (uint32_t t = 0; t < 64; t++) {
        uint32_t v = 0;
        for (uint32_t k = 0; k <= t % 7; k++) {
            uint32_t inside = 0;
            for (uint32_t other = 0; other < 64; other++)
                inside += k <= other % 7;
            v = 100 * v + inside;
        }
        assert_int_equal(o[t], v);
    }
    /* Half of each warp makes two rounds; its second is the others' barrier behind the loop. */
    for (uint32_t t = 0; t < 64; t++)
        words(m, A)[t] = 1 + t % 32 / 16;
    param_u64(m, A), param_u64(m, B);
    run(m, "behind", 64);
    for (uint32_t t = 0; t < 64; t++) {
        /* One round behind: what the slow have not written when the fast read. */
        bool fast = t % 32 < 16, next_fast = (t + 1) % 32 < 16;
        assert_int_equal(o[t], fast && !next_fast ? 7 : (t + 1) % 64);
    }
    run_barriers(m, "some");
    for (uint32_t t = 0; t < 64; t++) {
        assert_int_equal(o[t], t);
        assert_int_equal(o[64 + t], t % 4 == 1);
    }
    run_barriers(m, "counts");
    uint32_t yes = 0;
    for (uint32_t t = 0; t < 64; t++)
        yes += (t & 4) != 0 ? t % 5 == 0 : (t & 2) != 0 ? t % 3 == 0 : t == 40;
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(o[t], (t & 6) != 0 ? yes : 501);
    run_barriers(m, "guarded");
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(o[t], (t + 9) % 64);
    words(m, A)[0] = 0;
    param_u64(m, A), param_u64(m, B);
    run(m, "flag", 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(o[t], t);
    param_u64(m, B);
    assert_false(launch(m, "stuck", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0));
    assert_non_null(strstr(m->err.text, " in divergent code: "));
    assert_non_null(strstr(m->err.text, "; some wait at "));
    simt_machine_free(m);
}

/* ---- meeting again: as many steps as lanes that run together take ---- */

static void test_meets_again(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(volatile int *f, int *o)\n"
        "{ int t = threadIdx.x, x = t; for (int r = 0; r < 2; r++) { if (r == f[1]) {\n"
        "    if (t == 0) while (f[0] == 0) { } else if (t == 1) f[0] = 1; }\n"
        "    __syncwarp();\n#pragma unroll 1\n    for (int i = 0; i < 1000; i++) x = x * 5 + i;\n "
        "}\n"
        "  o[t] = x; }\n");
    words(m, A)[0] = 1;
    words(m, A)[1] = 9; /* nobody waits */
    param_u64(m, A), param_u64(m, B);
    run(m, "k", 32);
    uint64_t together = m->steps;
    words(m, A)[0] = 0;
    words(m, A)[1] = 0;
    param_u64(m, A), param_u64(m, B);
    run(m, "k", 32);
    assert_true(m->steps < together + 200);
    simt_machine_free(m);
}

/* ---- any graph of branches: each lane as if it ran alone ---- */

enum { MAX_BLOCKS = 48 };

struct block {
    uint32_t factor, add, mask;
    unsigned to, or_to;
};

static uint32_t draw(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

static char *graph_text(const struct block *b, unsigned n)
{
    static char text[MAX_BLOCKS * 300 + 1000];
    int at =
        snprintf(text, sizeof text,
                 ".version 6.0\n.target sm_70\n.address_size 64\n.entry k(.param .u64 out, .param "
                 ".u32 fuel) { .reg .pred %%p<3>; .reg .b32 %%r<6>; .reg .b64 %%a<3>;\n"
                 "ld.param.u64 %%a1, [out]; ld.param.u32 %%r3, [fuel]; mov.u32 %%r1, %%tid.x;\n"
                 "mul.wide.u32 %%a2, %%r1, 4; add.u64 %%a1, %%a1, %%a2; add.u32 %%r3, %%r3, %%r1;\n"
                 "mov.u32 %%r2, %%r1;\n");
    for (unsigned i = 0; i < n; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "L%u: mad.lo.u32 %%r2, %%r2, %u, %u; sub.u32 %%r3, %%r3, 1;\n"
                       "setp.eq.u32 %%p1, %%r3, 0; @%%p1 bra OUT; and.b32 %%r4, %%r2, %u;\n"
                       "setp.ne.u32 %%p2, %%r4, 0; @%%p2 bra L%u; bra L%u;\n",
                       i, b[i].factor, b[i].add, b[i].mask, b[i].to, b[i].or_to);
    snprintf(text + at, sizeof text - (size_t)at, "OUT: st.global.u32 [%%a1], %%r2; ret; }\n");
    return text;
}

static uint32_t alone(const struct block *b, uint32_t lane, uint32_t fuel)
{
    uint32_t v = lane;
    for (unsigned at = 0;; at = (v & b[at].mask) != 0 ? b[at].to : b[at].or_to) {
        v = v * b[at].factor + b[at].add;
        if (--fuel == 0)
            return v;
    }
}

static void test_any_graph(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 150; round++) {
        struct block b[MAX_BLOCKS];
        unsigned n = 1 + draw(&seed) % MAX_BLOCKS;
        /* Long ones give way in their loops, too. */
        uint32_t fuel = round % 10 == 0 ? 3000 : 20 + draw(&seed) % 100;
        for (unsigned i = 0; i < n; i++)
            b[i] = (struct block){draw(&seed) % 1000 * 4 + 1, draw(&seed) % 1000,
                                  1u << draw(&seed) % 12, draw(&seed) % n, draw(&seed) % n};
        struct simt_machine *m = simt_machine_new(graph_text(b, n));
        param_u64(m, A), param_u32(m, fuel);
        run(m, "k", 32);
        for (uint32_t lane = 0; lane < 32; lane++)
            assert_int_equal(words(m, A)[lane], alone(b, lane, fuel + lane));
        simt_machine_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_locks),       cmocka_unit_test(test_flags),
        cmocka_unit_test(test_apart),       cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_meets_again), cmocka_unit_test(test_any_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
