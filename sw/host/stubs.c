/*
 * The hooks' side in the program: what the instrumentation calls, as assembly, which is linked to
 * the program. The hooks of accesses keep all registers but r11 (LLVM's preserve_allcc), and have
 * the address in r10.
 *
 * clang 14 inserts for C: __tsan_[unaligned_][volatile_]{read,write}{1,2,4,8,16}, __tsan_init,
 * calls of memcpy, memmove and memset, and __tsan_atomic*. Where the same file has them, functions'
 * entries and exits are left out by an option; ranges and vptr are for C++.
 */
#include "sw/host/build.h"
#include "sw/host/instance.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t what;
} accesses[] = {
    {"read", 0},
    {"write", HOOK_WRITE},
    {"unaligned_read", 0},
    {"unaligned_write", HOOK_WRITE},
    {"volatile_read", HOOK_VOLATILE},
    {"volatile_write", HOOK_VOLATILE | HOOK_WRITE},
    {"unaligned_volatile_read", HOOK_VOLATILE},
    {"unaligned_volatile_write", HOOK_VOLATILE | HOOK_WRITE},
};

static const struct {
    const char *name;
    uint32_t what, least; /* least: bytes */
} atomics[] = {
    {"load", HOST_ATOMIC_LOAD, 1},
    {"store", HOST_ATOMIC_STORE, 1},
    {"exchange", HOST_ATOMIC_EXCHANGE, 4},
    {"fetch_add", HOST_ATOMIC_ADD, 4},
    {"fetch_sub", HOST_ATOMIC_SUB, 4},
    {"fetch_and", HOST_ATOMIC_AND, 4},
    {"fetch_or", HOST_ATOMIC_OR, 4},
    {"fetch_xor", HOST_ATOMIC_XOR, 4},
    {"compare_exchange_val", HOST_ATOMIC_CAS, 4},
};

enum { N_ACCESSES = sizeof accesses / sizeof *accesses };
enum { N_ATOMICS = sizeof atomics / sizeof *atomics };

static const char *const copies[] = {"memcpy", "memmove", "__tsan_memcpy", "__tsan_memmove", NULL};
static const char *const fills[] = {"memset", "__tsan_memset", NULL};

static void access_name(size_t kind, uint32_t bytes, char name[64])
{
    snprintf(name, 64, "__tsan_%s%u", accesses[kind].name, bytes);
}

static void atomic_name(size_t kind, uint32_t bytes, char name[64])
{
    snprintf(name, 64, "__tsan_atomic%u_%s", bytes * 8, atomics[kind].name);
}

static bool is_one_of(const char *name, const char *const *list)
{
    while (*list != NULL && strcmp(name, *list) != 0)
        list++;
    return *list != NULL;
}

bool stubs_have(const char *name, bool *keeps)
{
    char other[64];
    *keeps = true;
    for (size_t i = 0; i < N_ACCESSES; i++)
        for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
            access_name(i, bytes, other);
            if (strcmp(name, other) == 0)
                return true;
        }
    *keeps = false;
    for (size_t i = 0; i < N_ATOMICS; i++)
        for (uint32_t bytes = atomics[i].least; bytes <= 8; bytes *= 2) {
            atomic_name(i, bytes, other);
            if (strcmp(name, other) == 0)
                return true;
        }
    static const char *const others[] = {"__tsan_init", "__tsan_atomic_thread_fence",
                                         "__tsan_atomic_signal_fence", NULL};
    return is_one_of(name, copies) || is_one_of(name, fills) || is_one_of(name, others);
}

/* ---- assembly ---- */

static void label(struct sbuf *out, const char *name)
{
    sbuf_printf(out, "\t.globl\t%s\n\t.hidden\t%s\n\t.type\t%s,@function\n%s:\n", name, name, name,
                name);
}

static void write_access(struct sbuf *out, const char *name, uint32_t what)
{
    label(out, name);
    sbuf_printf(out, "\tpushq\t$%u\n\tjmp\tumbel_enter\n", what);
}

/* Saves what the hook may change. On the stack: what, the site. */
static void write_enter(struct sbuf *out)
{
    static const char *const saved[] = {"rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10"};
    enum { N = sizeof saved / sizeof *saved, XMMS = 16 };
    sbuf_puts(out, "umbel_enter:\n\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n");
    for (int i = 0; i < N; i++)
        sbuf_printf(out, "\tpushq\t%%%s\n", saved[i]);
    sbuf_printf(out, "\tsubq\t$%d, %%rsp\n\tandq\t$-16, %%rsp\n", XMMS * 16);
    for (int i = 0; i < XMMS; i++)
        sbuf_printf(out, "\tmovaps\t%%xmm%d, %d(%%rsp)\n", i, i * 16);
    sbuf_puts(out, "\tmovq\t16(%rbp), %rcx\n\tmovq\t8(%rbp), %rdx\n\tmovq\t%r10, %rsi\n"
                   "\tmovq\tumbel_context(%rip), %rdi\n\tcallq\t*umbel_hooks(%rip)\n");
    for (int i = 0; i < XMMS; i++)
        sbuf_printf(out, "\tmovaps\t%d(%%rsp), %%xmm%d\n", i * 16, i);
    sbuf_printf(out, "\tleaq\t%d(%%rbp), %%rsp\n", -8 * N);
    for (int i = N; i-- > 0;)
        sbuf_printf(out, "\tpopq\t%%%s\n", saved[i]);
    sbuf_puts(out, "\tpopq\t%rbp\n\taddq\t$8, %rsp\n\tretq\n");
}

static void write_copies(struct sbuf *out)
{
    for (int fill = 0; fill < 2; fill++)
        for (const char *const *name = fill ? fills : copies; *name != NULL; name++) {
            label(out, *name);
            sbuf_printf(out,
                        "\tmovq\t(%%rsp), %%r8\n\tmovq\t%%rdx, %%rcx\n\tmovq\t%%rsi, %%rdx\n"
                        "\tmovq\t%%rdi, %%rsi\n\tmovq\tumbel_context(%%rip), %%rdi\n"
                        "\tjmpq\t*umbel_hooks+%d(%%rip)\n",
                        fill ? 16 : 8);
        }
}

/* The site is the seventh argument, which is on the stack. */
static void write_atomic(struct sbuf *out, const char *name, uint32_t what)
{
    label(out, name);
    sbuf_printf(out,
                "\tpushq\t(%%rsp)\n\tmovq\t%%rcx, %%r9\n\tmovq\t%%rdx, %%r8\n\tmovq\t%%rsi, %%rcx\n"
                "\tmovq\t%%rdi, %%rdx\n\tmovl\t$%u, %%esi\n\tmovq\tumbel_context(%%rip), %%rdi\n"
                "\tcallq\t*umbel_hooks+24(%%rip)\n\taddq\t$8, %%rsp\n\tretq\n",
                what);
}

static void write_data(struct sbuf *out)
{
    static const char *const seen[] = {"umbel_count", "umbel_context", "umbel_hooks",
                                       "umbel_image", "umbel_sites",   "umbel_sites_end"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        sbuf_printf(out, "\t.globl\t%s\n\t.protected\t%s\n", seen[i], seen[i]);
    sbuf_puts(out, "\t.section\t.data.rel.ro.umbel_image,\"aw\",@progbits\n\t.p2align\t3\n"
                   "umbel_image:\n\t.quad\t__ehdr_start, _end\n\t.hidden\t__ehdr_start\n"
                   "\t.hidden\t_end\n\t.data\n\t.p2align\t3\n"
                   "umbel_count:\n\t.quad\t0\numbel_context:\n\t.quad\t0\n"
                   "umbel_hooks:\n\t.zero\t32\n"
                   "\t.section\t.note.GNU-stack,\"\",@progbits\n");
}

void stubs_write(struct sbuf *out)
{
    char name[64];
    sbuf_puts(out, "\t.text\n");
    for (size_t i = 0; i < N_ACCESSES; i++)
        for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
            access_name(i, bytes, name);
            write_access(out, name, accesses[i].what | bytes);
        }
    write_access(out, "umbel_overrun", HOOK_OVERRUN);
    write_enter(out);
    write_copies(out);
    for (size_t i = 0; i < N_ATOMICS; i++)
        for (uint32_t bytes = atomics[i].least; bytes <= 8; bytes *= 2) {
            atomic_name(i, bytes, name);
            write_atomic(out, name, atomics[i].what | bytes);
        }
    write_atomic(out, "__tsan_atomic_thread_fence", HOST_ATOMIC_FENCE);
    label(out, "__tsan_atomic_signal_fence");
    label(out, "__tsan_init");
    sbuf_puts(out, "\tretq\n");
    write_data(out);
}
