/* Registers, accesses and arithmetic of processors' languages. */
#include "formal/litmus/read/parse_isa.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- registers ---- */

/* The names of RISC-V's calling convention, in the order of x0 to x31. */
static const char *const riscv_abi[] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                        "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                        "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                        "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
static const char *const riscv[] = {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",
                                    "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
                                    "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
                                    "x24", "x25", "x26", "x27", "x28", "x29", "x30", "x31"};
enum { RISCV_REGS = sizeof riscv / sizeof *riscv, RISCV_S0 = 8 };

/* The 64 and the 32 bits of a register of x86. */
static const char *const x86_64[] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rsp", "rbp",
                                     "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
static const char *const x86_32[] = {"EAX", "EBX", "ECX",  "EDX",  "ESI",  "EDI",  "ESP",  "EBP",
                                     "R8D", "R9D", "R10D", "R11D", "R12D", "R13D", "R14D", "R15D"};
enum { X86_REGS = sizeof x86_64 / sizeof *x86_64 };

static bool is_name(const struct scan *l, const char *name)
{
    size_t skip = l->len > 0 && l->text[0] == '%';
    return l->kind == SCAN_WORD && l->len - skip == strlen(name) &&
           strncasecmp(l->text + skip, name, strlen(name)) == 0;
}

static const char *riscv_name(const struct scan *l)
{
    for (int i = 0; i < RISCV_REGS; i++)
        if (is_name(l, riscv[i]) || is_name(l, riscv_abi[i]))
            return riscv[i];
    return is_name(l, "fp") ? riscv[RISCV_S0] : NULL;
}

const char *lit_register_name(const struct parser *p)
{
    const struct scan *l = &p->scan;
    bool x86 = p->t->language == LITMUS_X86, wide = p->t->language == LITMUS_X86_64;
    if (p->t->language == LITMUS_RISCV)
        return riscv_name(l);
    for (int i = 0; (x86 || wide) && i < X86_REGS; i++)
        if (is_name(l, x86_64[i]) || is_name(l, x86_32[i]))
            return wide ? x86_64[i] : x86_32[i];
    return NULL;
}

bool isa_reg(struct parser *p, int thread, int *reg)
{
    const char *name = lit_register_name(p);
    if (name == NULL)
        return scan_error(&p->scan, "a register's name must stand here, not %s",
                          scan_show(&p->scan).text);
    *reg = LITMUS_NONE;
    if (name == riscv[0])
        return scan_next(&p->scan);
    return lit_reg(p, thread, reg);
}

struct litmus_operand isa_operand(int reg)
{
    struct litmus_operand o = lit_constant(0);
    o.reg = reg;
    return o;
}

/* ---- mnemonics ---- */

bool isa_word(struct parser *p, struct isa_word *w)
{
    struct scan *l = &p->scan;
    *w = (struct isa_word){.at = *l};
    size_t n = 0;
    do {
        if (l->kind != SCAN_WORD)
            return scan_error(l, "an instruction's name must stand here, not %s",
                              scan_show(l).text);
        if (n + l->len + 2 > sizeof w->text)
            return scan_error(&w->at, "%s is no instruction's name", scan_show(&w->at).text);
        for (size_t i = 0; i < l->len; i++)
            w->text[n++] = (char)tolower((unsigned char)l->text[i]);
        if (!scan_next(l))
            return false;
        if (scan_is(l, "."))
            w->text[n++] = '.';
    } while (scan_took(l, "."));
    return !error_is_set(l->err);
}

bool isa_wrong(const struct isa_word *w, const char *advice)
{
    return scan_error(&w->at, "%s is not understood; %s", w->text, advice);
}

/* ---- instructions ---- */

bool isa_compute(struct parser *p, int thread, enum litmus_op op, enum litmus_type type, int to,
                 struct litmus_operand a, struct litmus_operand b)
{
    if (to == LITMUS_NONE)
        return true;
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_OP);
    if (inst == NULL)
        return false;
    inst->op = op;
    inst->type = type;
    inst->to = to;
    inst->operand = a;
    inst->compare = b;
    return true;
}

bool isa_move(struct parser *p, int thread, int to, struct litmus_operand a)
{
    if (to == LITMUS_NONE)
        return true;
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_MOVE);
    if (inst == NULL)
        return false;
    inst->to = to;
    inst->operand = a;
    return true;
}

bool isa_fence(struct parser *p, int thread, unsigned pred, unsigned succ)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_FENCE);
    if (inst == NULL)
        return false;
    inst->pred = (uint8_t)pred;
    inst->succ = (uint8_t)succ;
    inst->sys = inst->sc = true;
    return true;
}

struct litmus_inst *isa_access(struct isa *x, const struct isa_word *w, int thread,
                               enum litmus_kind kind)
{
    struct litmus_inst *inst = lit_add(x->table.p, thread, kind);
    if (inst == NULL)
        return NULL;
    inst->sys = true;
    inst->fresh = inst->coherent = kind == LITMUS_LOAD;
    x->accesses[x->n_accesses++] = (struct isa_access){
        .at = w->at, .thread = thread, .inst = x->table.p->t->threads[thread].n_insts - 1};
    return inst;
}

enum litmus_type isa_type(unsigned bytes, bool is_unsigned)
{
    switch (bytes) {
    case 1:
        return is_unsigned ? LITMUS_U8 : LITMUS_S8;
    case 2:
        return is_unsigned ? LITMUS_U16 : LITMUS_S16;
    case 4:
        return is_unsigned ? LITMUS_U32 : LITMUS_S32;
    default:
        return is_unsigned ? LITMUS_U64 : LITMUS_S64;
    }
}

void isa_sized(struct isa *x, struct litmus_inst *inst, unsigned bytes, bool is_unsigned)
{
    x->accesses[x->n_accesses - 1].bytes = bytes;
    inst->type = isa_type(bytes, is_unsigned);
}

void isa_through(struct isa *x, struct litmus_inst *inst, int reg, uint64_t offset)
{
    inst->address = reg;
    inst->var = LITMUS_NONE;
    x->accesses[x->n_accesses - 1].offset = offset;
}

void isa_gets_value(struct isa *x, int thread, int reg)
{
    if (reg != LITMUS_NONE)
        lit_gets_value(x->table.p, thread, reg);
}
