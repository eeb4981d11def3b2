/* Atomics against independent C, lane after lane; fences and orders as the timing model
 * sees them. */
#include "sw/util/sbuf.h"
#include "tests/ptx/machine.h"

enum { A = 0x10000, B = 0x20000, C = 0x30000 };

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"

/* The manual's definition of each function, in C of the type that it names. */
#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))
#define RULE(name, type, value)                                                                    \
    static uint64_t name(uint64_t old_, uint64_t v_, uint64_t compare_)                            \
    {                                                                                              \
        type old = (type)old_, v = (type)v_, compare = (type)compare_;                             \
        (void)old, (void)v, (void)compare;                                                         \
        return (uint64_t)(value);                                                                  \
    }
RULE(add32, uint32_t, old + v)
RULE(add64, uint64_t, old + v)
RULE(min_s32, int32_t, LESS(old, v))
RULE(min_u32, uint32_t, LESS(old, v))
RULE(min_s64, int64_t, LESS(old, v))
RULE(min_u64, uint64_t, LESS(old, v))
RULE(max_s32, int32_t, MORE(old, v))
RULE(max_u32, uint32_t, MORE(old, v))
RULE(max_s64, int64_t, MORE(old, v))
RULE(max_u64, uint64_t, MORE(old, v))
RULE(and_, uint64_t, old &v)
RULE(or_, uint64_t, old | v)
RULE(xor_, uint64_t, old ^ v)
RULE(exch, uint64_t, v)
RULE(cas32, uint32_t, old == compare ? v : old)
RULE(cas64, uint64_t, old == compare ? v : old)

static const struct {
    const char *name;
    unsigned bytes;
    uint64_t (*rule)(uint64_t old, uint64_t v, uint64_t compare);
} functions[] = {
    {"add.u32", 4, add32},   {"add.s32", 4, add32},   {"add.u64", 8, add64},
    {"min.s32", 4, min_s32}, {"min.u32", 4, min_u32}, {"min.s64", 8, min_s64},
    {"min.u64", 8, min_u64}, {"max.s32", 4, max_s32}, {"max.u32", 4, max_u32},
    {"max.s64", 8, max_s64}, {"max.u64", 8, max_u64}, {"and.b32", 4, and_},
    {"and.b64", 8, and_},    {"or.b32", 4, or_},      {"or.b64", 8, or_},
    {"xor.b32", 4, xor_},    {"xor.b64", 8, xor_},    {"exch.b32", 4, exch},
    {"exch.b64", 8, exch},   {"cas.b32", 4, cas32},   {"cas.b64", 8, cas64},
};

static const uint64_t corners[] = {
    0, 1, UINT64_MAX, 0x80000000, 0x7fffffff, 0x8000000000000000, 0x7fffffffffffffff, 5};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };
enum { CORNERS = sizeof corners / sizeof corners[0] };

enum where { GLOBAL, SHARED, GENERIC };

/*
 * Thread t does the atomic on element t % spread with operands from B (value) and B + 4096
 * (compare) and puts what it got to C. The elements begin as A's; shared memory's copy ends at A +
 * 4096. With generic addresses, even threads go to global memory and odd ones to shared memory.
 */
static struct simt_machine *build(const char *name, unsigned bits, enum where where, bool red)
{
    static const char *const spaces[] = {".global", ".shared", ""};
    struct sbuf s = {0};
    bool cas = strncmp(name, "cas", 3) == 0;
    sbuf_printf(&s,
                HEAD ".visible .entry k(.param .u32 spread)\n{\n.reg .b32 %%r<8>; .reg .b64 %%a<9>;"
                     ".reg .pred %%p; .reg .b%u %%v<8>; .shared .align 8 .b8 s[256];\n"
                     "ld.param.u32 %%r1, [spread]; mov.u32 %%r2, %%tid.x; rem.u32 %%r3, %%r2, "
                     "%%r1;\nmul.wide.u32 %%a1, %%r3, %u; mul.wide.u32 %%a2, %%r2, 8;\n"
                     "add.u64 %%a4, %%a1, %d; add.u64 %%a5, %%a2, %d; add.u64 %%a6, %%a2, %d;\n"
                     "mov.u64 %%a3, s; add.u64 %%a3, %%a3, %%a1; cvta.shared.u64 %%a8, %%a3;\n",
                bits, bits / 8, A, B, C);
    sbuf_printf(&s, "ld.global.b%u %%v7, [%%a4]; st.shared.b%u [%%a3], %%v7; bar.sync 0;\n", bits,
                bits);
    sbuf_printf(&s, "ld.global.b%u %%v1, [%%a5]; ld.global.b%u %%v2, [%%a5+4096];\n", bits, bits);
    sbuf_puts(&s, where == SHARED    ? "mov.u64 %a7, %a3;\n"
                  : where == GENERIC ? "and.b32 %r4, %r2, 1; setp.ne.u32 %p, %r4, 0;\n"
                                       "selp.b64 %a7, %a8, %a4, %p;\n"
                                     : "mov.u64 %a7, %a4;\n");
    sbuf_printf(&s, "%s%s.%s %s[%%a7], %s%%v1;\n", red ? "red" : "atom", spaces[where], name,
                red ? "" : "%v3, ", cas ? "%v2, " : "");
    if (!red)
        sbuf_printf(&s, "st.global.b%u [%%a6], %%v3;\n", bits);
    sbuf_printf(&s, "ld.shared.b%u %%v7, [%%a3]; st.global.b%u [%%a4+4096], %%v7;\nret;\n}\n", bits,
                bits);
    struct simt_machine *m = simt_machine_new(s.text);
    sbuf_free(&s);
    return m;
}

static uint64_t element(struct simt_machine *m, uint64_t address, unsigned bytes)
{
    uint64_t v = 0;
    memcpy(&v, at_address(m, address, bytes), bytes);
    return v;
}

static void set(struct simt_machine *m, uint64_t address, unsigned bytes, uint64_t v)
{
    memcpy(at_address(m, address, bytes), &v, bytes);
}

static uint64_t cut(uint64_t v, unsigned bytes)
{
    return bytes == 4 ? (uint32_t)v : v;
}

static void try(int which, enum where where, bool red, uint32_t spread)
{
    unsigned bytes = functions[which].bytes;
    struct simt_machine *m = build(functions[which].name, 8 * bytes, where, red);
    uint64_t memory[2][32], got[32];
    for (uint32_t i = 0; i < 32; i++) {
        memory[0][i] = memory[1][i] = cut(corners[(i * 3 + spread) % CORNERS], bytes);
        set(m, A + i * bytes, bytes, memory[0][i]);
        set(m, B + i * 8, 8, corners[(i * 5 + 1) % CORNERS]);
        /* Every other one is what the element may well hold. */
        set(m, B + 4096 + i * 8, 8, i % 2 == 0 ? memory[0][i % spread] : corners[i % CORNERS]);
        set(m, C + i * 8, 8, 77);
    }
    for (uint32_t i = 0; i < 32; i++) {
        int which_memory = where == SHARED || (where == GENERIC && i % 2 == 1);
        uint64_t *e = &memory[which_memory][i % spread];
        uint64_t v = cut(element(m, B + i * 8, 8), bytes);
        uint64_t compare = cut(element(m, B + 4096 + i * 8, 8), bytes);
        got[i] = red ? 77 : *e;
        *e = cut(functions[which].rule(*e, v, compare), bytes);
    }
    param_u32(m, spread);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(element(m, C + i * 8, bytes), got[i]);
        if (i >= spread)
            continue;
        assert_int_equal(element(m, A + i * bytes, bytes), memory[0][i]);
        assert_int_equal(element(m, A + 4096 + i * bytes, bytes), memory[1][i]);
    }
    simt_machine_free(m);
}

static void test_functions(void **state)
{
    (void)state;
    for (int f = 0; f < FUNCTIONS; f++)
        for (int where = GLOBAL; where <= GENERIC; where++)
            for (uint32_t spread = 1; spread <= 32; spread = spread * 3 + 2) {
                try(f, (enum where)where, false, spread);
                if (functions[f].rule != exch && strncmp(functions[f].name, "cas", 3) != 0)
                    try(f, (enum where)where, true, spread);
            }
}

/* A result given to `_`, an operand that is the result's register, a guard. */
static void test_registers(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(
        HEAD ".visible .entry k()\n{\n.reg .b32 %r<4>; .reg .b64 %a<4>; .reg .pred %p;\n"
             "mov.u32 %r1, %tid.x; setp.lt.u32 %p, %r1, 8;\n"
             "mul.wide.u32 %a1, %r1, 4; add.u64 %a1, %a1, 0x20000;\n"
             "atom.global.add.u32 _, [0x10000], 2;\n"
             "@%p atom.global.add.u32 %r1, [0x10000], %r1;\n"
             "st.global.u32 [%a1], %r1; ret;\n}\n");
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    uint32_t sum = 64;
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(element(m, B + 4 * i, 4), i < 8 ? sum : i);
        sum += i < 8 ? i : 0;
    }
    assert_int_equal(element(m, A, 4), sum);
    simt_machine_free(m);
}

static void expect_fault(const char *statement, const char *message)
{
    char text[1024];
    snprintf(text, sizeof text,
             HEAD ".visible .entry k()\n{\n.reg .b32 %%r<4>; .reg .b64 %%a<4>; .shared .b8 s[16];\n"
                  ".local .b8 l[16];\n%s\nret;\n}\n",
             statement);
    struct simt_machine *m = simt_machine_new(text);
    assert_false(launch(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0));
    assert_string_equal(m->err.text, message);
    simt_machine_free(m);
}

#define WHERE "kernel k, PTX line 8, CTA (0,0,0), thread (0,0,0): "

static void test_faults(void **state)
{
    (void)state;
    expect_fault("mov.u64 %a1, 0x10002; atom.global.add.u32 %r1, [%a1], 1;",
                 WHERE "global atomic of 4 bytes at 0x10002 is not aligned");
    expect_fault("mov.u64 %a1, s; atom.shared.add.u32 %r1, [%a1+16], 1;",
                 WHERE "shared atomic of 4 bytes at 0x10 is outside its 16 bytes");
    expect_fault("mov.u64 %a1, l; cvta.local.u64 %a1, %a1; red.add.u32 [%a1], 1;",
                 WHERE "atomic at 0x10100000000, which is local memory");
    expect_fault("mov.u64 %a1, 0x20000000000; red.add.u32 [%a1], 1;",
                 WHERE "atomic at 0x20000000000, which is in no memory");
}

/* The facts for the timing model: class and order of the instruction, kind of the access. */
static void test_what_timing_sees(void **state)
{
    (void)state;
    enum { ACQ = PTX_ACQUIRE, REL = PTX_RELEASE, FAR = PTX_BEYOND_CTA, SYS = PTX_SYSTEM };
    static const struct {
        const char *text;
        enum ptx_class class;
        int order;
        enum simt_kind kind; /* global accesses only */
        bool fresh;
    } all[] = {
        {"ld.global.u32 %r1, [0x10000]", PTX_LOAD, 0, SIMT_LOAD, false},
        {"ld.weak.global.u32 %r1, [0x10000]", PTX_LOAD, 0, SIMT_LOAD, false},
        {"ld.volatile.global.u32 %r1, [0x10000]", PTX_LOAD, SYS, SIMT_LOAD, true},
        {"ld.volatile.v2.u32 {%r1, %r2}, [0x10000]", PTX_LOAD, SYS, SIMT_LOAD, true},
        {"ld.relaxed.cta.u32 %r1, [0x10000]", PTX_LOAD, 0, SIMT_LOAD, false},
        {"ld.relaxed.gpu.u32 %r1, [0x10000]", PTX_LOAD, 0, SIMT_LOAD, true},
        {"ld.relaxed.sys.global.u32 %r1, [0x10000]", PTX_LOAD, SYS, SIMT_LOAD, true},
        {"ld.acquire.cta.global.u32 %r1, [0x10000]", PTX_LOAD, ACQ, SIMT_LOAD, false},
        {"ld.acquire.gpu.global.u32 %r1, [0x10000]", PTX_LOAD, ACQ | FAR, SIMT_LOAD, true},
        {"st.volatile.global.u32 [0x10000], %r1", PTX_STORE, SYS, SIMT_STORE, true},
        {"st.relaxed.sys.u32 [0x10000], %r1", PTX_STORE, SYS, SIMT_STORE, true},
        {"st.release.cta.u32 [0x10000], %r1", PTX_STORE, REL, SIMT_STORE, false},
        {"st.release.sys.global.u32 [0x10000], %r1", PTX_STORE, REL | FAR | SYS, SIMT_STORE, true},
        {"atom.global.add.u32 %r1, [0x10000], 1", PTX_LOAD, 0, SIMT_ATOMIC, false},
        {"atom.relaxed.gpu.add.u32 %r1, [0x10000], 1", PTX_LOAD, 0, SIMT_ATOMIC, false},
        {"atom.acquire.global.add.u32 %r1, [0x10000], 1", PTX_LOAD, ACQ | FAR, SIMT_ATOMIC, false},
        {"atom.acq_rel.cta.add.u32 %r1, [0x10000], 1", PTX_LOAD, ACQ | REL, SIMT_ATOMIC, false},
        {"red.release.sys.global.add.u32 [0x10000], 1", PTX_LOAD, REL | FAR | SYS, SIMT_ATOMIC,
         false},
        {"membar.cta", PTX_FENCE, ACQ | REL, SIMT_FENCE, false},
        {"membar.gl", PTX_FENCE, ACQ | REL | FAR, SIMT_FENCE, false},
        {"membar.sys", PTX_FENCE, ACQ | REL | FAR | SYS, SIMT_FENCE, false},
        {"fence.cta", PTX_FENCE, ACQ | REL, SIMT_FENCE, false},
        {"fence.sc.gpu", PTX_FENCE, ACQ | REL | FAR, SIMT_FENCE, false},
        {"fence.acq_rel.sys", PTX_FENCE, ACQ | REL | FAR | SYS, SIMT_FENCE, false},
    };
    static const struct {
        const char *text;
        int order;
    } near[] = {{"ld.volatile.shared.u32 %r1, [s]", 0},
                {"ld.acquire.gpu.shared.u32 %r1, [s]", ACQ},
                {"st.release.sys.shared.u32 [s], %r1", REL},
                {"atom.acq_rel.gpu.shared.add.u32 %r1, [s], 1", ACQ | REL}};
    struct sbuf s = {0};
    struct error err = {0};
    sbuf_puts(&s, HEAD ".entry k()\n{\n.reg .b32 %r<4>; .shared .align 4 .b8 s[16];\n");
    size_t n = sizeof all / sizeof all[0], n_near = sizeof near / sizeof near[0];
    for (size_t i = 0; i < n + n_near; i++)
        sbuf_printf(&s, "%s;\n", i < n ? all[i].text : near[i - n].text);
    sbuf_puts(&s, "ret;\n}\n");
    struct ptx_module *m = ptx_parse(s.text, s.len, "x", &err);
    assert_string_equal(err.text, "");
    struct simt_grid g = {
        .module = m, .kernel = ptx_kernel(m, 0), .grid = {1, 1, 1}, .block = {32, 1, 1}};
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct simt_warp *w = simt_cta_warp(cta, 0);
    static struct simt_access a;
    for (size_t i = 0; i < n + n_near; i++) {
        const struct ptx_inst *inst = simt_next(w);
        assert_true(simt_step(w, &a, &err));
        assert_int_equal(inst->class, i < n ? all[i].class : PTX_SHARED);
        assert_int_equal(inst->order, i < n ? all[i].order : near[i - n].order);
        assert_int_equal(a.lanes, i < n ? 0xffffffff : 0);
        if (i >= n)
            continue;
        assert_int_equal(a.kind, all[i].kind);
        if (a.kind == SIMT_LOAD)
            assert_int_equal(a.fresh, all[i].fresh);
    }
    simt_cta_free(cta);
    ptx_free(m);
    sbuf_free(&s);
}

/* Every function of the header, on every type that it has: each result is kept. */
static void test_cuda(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "#include <cuda_runtime.h>\n"
        "template <class T> __device__ int all(T *p, T *o)\n"
        "{ o[0] = atomicAdd(p, (T)5); o[1] = atomicMin(p, (T)3); o[2] = atomicMax(p, (T)-2);\n"
        "  o[3] = atomicAnd(p, (T)~4); o[4] = atomicOr(p, (T)1024); o[5] = atomicXor(p, (T)-1);\n"
        "  o[6] = atomicExch(p, (T)9); o[7] = atomicCAS(p, (T)8, (T)1);\n"
        "  o[8] = atomicCAS(p, (T)9, (T)2); o[9] = *p; return 10; }\n"
        "extern \"C\" __global__ void k(char *p, char *o)\n"
        "{ all((int *)p, (int *)o); all((unsigned *)(p + 8), (unsigned *)(o + 64));\n"
        "  all((unsigned long long *)(p + 16), (unsigned long long *)(o + 128));\n"
        "  long long *l = (long long *)(p + 24), *lo = (long long *)(o + 256);\n"
        "  lo[0] = atomicMin(l, -7ll); lo[1] = atomicMax(l, 6ll); lo[2] = atomicAnd(l, 4ll);\n"
        "  lo[3] = atomicOr(l, 1ll << 40); lo[4] = atomicXor(l, 1ll); lo[5] = *l;\n"
        "  ((int *)(o + 320))[0] = atomicSub((int *)(p + 32), 3);\n"
        "  ((unsigned *)(o + 320))[1] = atomicSub((unsigned *)(p + 36), 3u);\n"
        "  ((float *)(o + 320))[2] = atomicExch((float *)(p + 40), 2.5f);\n"
        "  __threadfence_block(); __threadfence(); __threadfence_system(); }\n");
    set(m, A, 8, 1), set(m, A + 8, 8, 1), set(m, A + 16, 8, 1), set(m, A + 24, 8, 1);
    set(m, A + 32, 4, 1), set(m, A + 36, 4, 1), set(m, A + 40, 4, 0x40400000);
    param_u64(m, A), param_u64(m, B);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){1, 1, 1}, 0);
    /* By hand: 1 +5 min 3 max -2 &~4 |1024 ^-1 =9 cas cas, signed and unsigned. */
    static const int32_t s32[] = {1, 6, 3, 3, 3, 1027, -1028, 9, 9, 2};
    static const int64_t u64[] = {1, 6, 3, -2, -6, -6, 5, 9, 9, 2};
    static const int64_t s64[] = {1, -7, 6, 4, (1LL << 40) + 4, (1LL << 40) + 5};
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(element(m, B + 4 * i, 4), (uint32_t)s32[i]);
        assert_int_equal(element(m, B + 64 + 4 * i, 4), (uint32_t)u64[i]);
        assert_int_equal(element(m, B + 128 + 8 * i, 8), (uint64_t)u64[i]);
        if (i < 6)
            assert_int_equal(element(m, B + 256 + 8 * i, 8), (uint64_t)s64[i]);
    }
    assert_int_equal(element(m, B + 320, 8), 0x100000001);
    assert_int_equal(element(m, A + 32, 8), 0xfffffffefffffffe);
    assert_int_equal(element(m, B + 328, 4), 0x40400000);
    assert_int_equal(element(m, A + 40, 4), 0x40200000);
    simt_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions), cmocka_unit_test(test_registers),
        cmocka_unit_test(test_faults),    cmocka_unit_test(test_what_timing_sees),
        cmocka_unit_test(test_cuda),
    };
    return cmocka_run_group_tests_name("atomics", tests, NULL, NULL);
}
