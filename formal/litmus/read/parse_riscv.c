/* Threads in RISC-V. */
#include "formal/litmus/read/parse_isa.h"

#include <string.h>

/* Annotations and width, taken off the end of a mnemonic. */
struct riscv_word {
    struct isa_word whole;
    char base[sizeof(((struct isa_word *)NULL)->text)]; /* "amoadd.w" */
    bool aq, rl;
};

typedef bool reads(struct isa *x, const struct riscv_word *w, int thread, int which);

static bool ends(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n > k && strcmp(text + n - k, end) == 0;
}

static bool riscv_word(struct parser *p, struct riscv_word *w)
{
    static const struct {
        const char *text;
        bool aq, rl;
    } annotations[] = {
        {".aqrl", true, true}, {".aq.rl", true, true}, {".aq", true, false}, {".rl", false, true}};
    *w = (struct riscv_word){0};
    if (!isa_word(p, &w->whole))
        return false;
    memcpy(w->base, w->whole.text, sizeof w->base);
    for (size_t i = 0; i < sizeof annotations / sizeof *annotations; i++)
        if (ends(w->base, annotations[i].text)) {
            w->base[strlen(w->base) - strlen(annotations[i].text)] = '\0';
            w->aq = annotations[i].aq;
            w->rl = annotations[i].rl;
            break;
        }
    return true;
}

/* ---- operands ---- */

static bool comma(struct parser *p)
{
    return scan_expect(&p->scan, ",");
}

/* ", x1" */
static bool next_reg(struct parser *p, int thread, struct litmus_operand *o)
{
    int reg;
    if (!comma(p) || !isa_reg(p, thread, &reg))
        return false;
    *o = isa_operand(reg);
    return true;
}

/* ", 1" */
static bool next_number(struct parser *p, struct litmus_operand *o)
{
    *o = lit_constant(p->scan.number);
    if (!comma(p))
        return false;
    *o = lit_constant(p->scan.number);
    return p->scan.kind == SCAN_NUMBER
               ? scan_next(&p->scan)
               : scan_error(&p->scan, "a number must stand here, not %s", scan_show(&p->scan).text);
}

/* ", 0(x6)" or ", (x6)" */
static bool next_address(struct isa *x, struct litmus_inst *inst, int thread)
{
    struct scan *l = &x->table.p->scan;
    uint64_t offset = 0;
    int reg;
    if (!comma(x->table.p))
        return false;
    if (l->kind == SCAN_NUMBER) {
        offset = l->number;
        if (!scan_next(l))
            return false;
    }
    if (!scan_expect(l, "(") || !isa_reg(x->table.p, thread, &reg) || !scan_expect(l, ")"))
        return false;
    isa_through(x, inst, reg, offset);
    return true;
}

/* ---- arithmetic ---- */

enum {
    OPERATION = 0xff,
    OF_NUMBER = 0x100,
    SWAPPED = 0x200,
    OF_ZERO = 0x400,
    UNSIGNED = 0x800,
    OF_32_BITS = 0x1000
};

static enum litmus_type type_of(int which)
{
    return isa_type((which & OF_32_BITS) != 0 ? 4 : 8, (which & UNSIGNED) != 0);
}

/* "add x1,x2,x3", "addi x1,x2,3" */
static bool arithmetic(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    struct parser *p = x->table.p;
    struct litmus_operand a, b;
    int to;
    if (!isa_reg(p, thread, &to) || !next_reg(p, thread, &a) ||
        !((which & OF_NUMBER) != 0 ? next_number(p, &b) : next_reg(p, thread, &b)))
        return false;
    return isa_compute(p, thread, (enum litmus_op)(which & OPERATION), type_of(which), to, a, b);
}

/* "mv x1,x2", "seqz x1,x2" */
static bool of_one(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    struct litmus_operand a, zero = lit_constant(0);
    int to;
    if (!isa_reg(x->table.p, thread, &to) || !next_reg(x->table.p, thread, &a))
        return false;
    bool swapped = (which & SWAPPED) != 0;
    return isa_compute(x->table.p, thread, (enum litmus_op)(which & OPERATION), type_of(which), to,
                       swapped ? zero : a, swapped ? a : zero);
}

static bool load_number(struct isa *x, const struct riscv_word *w, int thread, int shift)
{
    (void)w;
    struct litmus_operand a;
    int to;
    if (!isa_reg(x->table.p, thread, &to) || !next_number(x->table.p, &a))
        return false;
    if (shift > 0)
        a.value = litmus_convert(LITMUS_S32, a.value << shift);
    return isa_move(x->table.p, thread, to, a);
}

static bool load_address(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    (void)which;
    struct litmus_operand a = lit_constant(0);
    int to, var;
    if (!isa_reg(x->table.p, thread, &to) || !comma(x->table.p) || !lit_var(x->table.p, &var))
        return false;
    a.value = litmus_address(var);
    return isa_move(x->table.p, thread, to, a);
}

/* Executes nothing that memory sees: a nop, or fence.i, which orders fetches. */
static bool nothing(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    (void)thread;
    (void)which;
    return !error_is_set(x->table.p->scan.err);
}

/* ---- accesses ---- */

enum { BYTES = 0xf };

static void annotate(struct litmus_inst *inst, bool aq, bool rl)
{
    inst->aq = inst->fence_after = aq;
    inst->rl = inst->fence_before = rl;
}

static bool load(struct isa *x, const struct riscv_word *w, int thread, int bytes)
{
    struct litmus_inst *inst = isa_access(x, &w->whole, thread, LITMUS_LOAD);
    if (inst == NULL)
        return false;
    isa_sized(x, inst, (unsigned)bytes & BYTES, ((unsigned)bytes & UNSIGNED) != 0);
    if (w->rl && !w->aq)
        return isa_wrong(&w->whole, "a load is plain, .aq or .aqrl");
    annotate(inst, w->aq, w->rl);
    if (!isa_reg(x->table.p, thread, &inst->to) || !next_address(x, inst, thread))
        return false;
    isa_gets_value(x, thread, inst->to);
    return true;
}

/* A store that is also an acquire has a fence of the hardware behind it. */
static bool end_store(struct isa *x, int thread, struct litmus_inst *inst)
{
    bool aq = inst->aq;
    inst->fence_after = false;
    return !aq || isa_fence(x->table.p, thread, 0, 0);
}

static bool store(struct isa *x, const struct riscv_word *w, int thread, int bytes)
{
    struct litmus_inst *inst = isa_access(x, &w->whole, thread, LITMUS_STORE);
    int reg;
    if (inst == NULL)
        return false;
    isa_sized(x, inst, (unsigned)bytes & BYTES, ((unsigned)bytes & UNSIGNED) != 0);
    if (w->aq && !w->rl)
        return isa_wrong(&w->whole, "a store is plain, .rl or .aqrl");
    annotate(inst, w->aq, w->rl);
    if (!isa_reg(x->table.p, thread, &reg) || !next_address(x, inst, thread))
        return false;
    inst->operand = isa_operand(reg);
    return end_store(x, thread, inst);
}

/* As in herd, .rl alone means nothing. */
static bool load_reserved(struct isa *x, const struct riscv_word *w, int thread, int bytes)
{
    struct litmus_inst *inst = isa_access(x, &w->whole, thread, LITMUS_LOAD);
    if (inst == NULL)
        return false;
    isa_sized(x, inst, (unsigned)bytes & BYTES, ((unsigned)bytes & UNSIGNED) != 0);
    annotate(inst, w->aq, w->rl && w->aq);
    inst->reserves = true;
    if (!isa_reg(x->table.p, thread, &inst->to) || !next_address(x, inst, thread))
        return false;
    isa_gets_value(x, thread, inst->to);
    return true;
}

/* As in herd, .aq alone means nothing. The register gets 0 if the store succeeds. */
static bool store_conditional(struct isa *x, const struct riscv_word *w, int thread, int bytes)
{
    struct litmus_inst *inst = isa_access(x, &w->whole, thread, LITMUS_STORE);
    struct litmus_operand value;
    if (inst == NULL)
        return false;
    isa_sized(x, inst, (unsigned)bytes & BYTES, ((unsigned)bytes & UNSIGNED) != 0);
    annotate(inst, w->aq && w->rl, w->rl);
    inst->conditional = true;
    if (!isa_reg(x->table.p, thread, &inst->won) || !next_reg(x->table.p, thread, &value) ||
        !next_address(x, inst, thread))
        return false;
    inst->operand = value;
    isa_gets_value(x, thread, inst->won);
    int won = inst->won;
    return end_store(x, thread, inst) && isa_compute(x->table.p, thread, LITMUS_EQ, LITMUS_S64, won,
                                                     isa_operand(won), lit_constant(0));
}

static bool atomic(struct isa *x, const struct riscv_word *w, int thread, int fn)
{
    struct litmus_inst *inst = isa_access(x, &w->whole, thread, LITMUS_ATOMIC);
    struct litmus_operand value;
    if (inst == NULL)
        return false;
    isa_sized(x, inst, ends(w->base, ".d") ? 8 : 4, false);
    annotate(inst, w->aq, w->rl);
    inst->fn = (enum atomic_fn)fn;
    if (!isa_reg(x->table.p, thread, &inst->to) || !next_reg(x->table.p, thread, &value) ||
        !next_address(x, inst, thread))
        return false;
    inst->operand = value;
    isa_gets_value(x, thread, inst->to);
    return true;
}

/* ---- fences ---- */

/* "rw": the accesses that it names; those to devices (i, o) are none of memory. */
static bool fence_set(struct parser *p, unsigned *set)
{
    const struct scan *l = &p->scan;
    bool known = l->kind == SCAN_WORD;
    *set = 0;
    for (size_t i = 0; known && i < l->len; i++) {
        char c = l->text[i];
        *set |= c == 'r' ? LITMUS_R : c == 'w' ? LITMUS_W : 0;
        known = c == 'r' || c == 'w' || c == 'i' || c == 'o';
    }
    if (!known || *set == 0)
        return scan_error(l, "what a fence orders, r, w or rw, must stand here, not %s",
                          scan_show(l).text);
    return scan_next(&p->scan);
}

static bool fence(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    (void)which;
    unsigned pred = LITMUS_R | LITMUS_W, succ = pred;
    if (x->table.p->scan.kind == SCAN_WORD &&
        !(fence_set(x->table.p, &pred) && comma(x->table.p) && fence_set(x->table.p, &succ)))
        return false;
    return isa_fence(x->table.p, thread, pred, succ);
}

static bool fence_tso(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    (void)which;
    if (!isa_fence(x->table.p, thread, LITMUS_R | LITMUS_W, LITMUS_R | LITMUS_W))
        return false;
    struct litmus_thread *t = &x->table.p->t->threads[thread];
    return t->insts[t->n_insts - 1].tso = true;
}

/* ---- jumps ---- */

/* "beq x1,x2,LABEL", "beqz x1,LABEL" */
static bool branch(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    struct parser *p = x->table.p;
    struct litmus_operand a, b = lit_constant(0);
    int reg;
    if (!isa_reg(p, thread, &reg) || ((which & OF_ZERO) == 0 && !next_reg(p, thread, &b)) ||
        !comma(p))
        return false;
    a = isa_operand(reg);
    bool swapped = (which & SWAPPED) != 0;
    struct litmus_inst *inst = lit_add_branch(p, thread, (enum litmus_op)(which & OPERATION),
                                              swapped ? b : a, swapped ? a : b);
    if (inst == NULL)
        return false;
    inst->type = type_of(which);
    return table_aim(&x->table, thread);
}

static bool jump(struct isa *x, const struct riscv_word *w, int thread, int which)
{
    (void)w;
    (void)which;
    return lit_add_branch(x->table.p, thread, LITMUS_EQ, lit_constant(0), lit_constant(0)) !=
               NULL &&
           table_aim(&x->table, thread);
}

/* ---- the table ---- */

ATOMIC_KNOWN(10);
static const struct {
    const char *base;
    reads *read;
    int which;
    bool annotated; /* .aq and .rl may follow */
} instructions[] = {
    {"lw", load, 4, true},
    {"lwu", load, 4 | UNSIGNED, true},
    {"ld", load, 8, true},
    {"lh", load, 2, true},
    {"lhu", load, 2 | UNSIGNED, true},
    {"lb", load, 1, true},
    {"lbu", load, 1 | UNSIGNED, true},
    {"sw", store, 4, true},
    {"sd", store, 8, true},
    {"sh", store, 2, true},
    {"sb", store, 1, true},
    {"lr.w", load_reserved, 4, true},
    {"lr.d", load_reserved, 8, true},
    {"sc.w", store_conditional, 4, true},
    {"sc.d", store_conditional, 8, true},
    {"amoswap.w", atomic, FN_EXCH, true},
    {"amoadd.w", atomic, FN_ADD, true},
    {"amoand.w", atomic, FN_AND, true},
    {"amoor.w", atomic, FN_OR, true},
    {"amoxor.w", atomic, FN_XOR, true},
    {"amomin.w", atomic, FN_MIN, true},
    {"amomax.w", atomic, FN_MAX, true},
    {"amominu.w", atomic, FN_UMIN, true},
    {"amomaxu.w", atomic, FN_UMAX, true},
    {"amoswap.d", atomic, FN_EXCH, true},
    {"amoadd.d", atomic, FN_ADD, true},
    {"amoand.d", atomic, FN_AND, true},
    {"amoor.d", atomic, FN_OR, true},
    {"amoxor.d", atomic, FN_XOR, true},
    {"amomin.d", atomic, FN_MIN, true},
    {"amomax.d", atomic, FN_MAX, true},
    {"amominu.d", atomic, FN_UMIN, true},
    {"amomaxu.d", atomic, FN_UMAX, true},
    {"fence", fence, 0, false},
    {"fence.tso", fence_tso, 0, false},
    {"fence.i", nothing, 0, false},
    {"nop", nothing, 0, false},
    {"li", load_number, 0, false},
    {"lui", load_number, 12, false},
    {"la", load_address, 0, false},
    {"mv", of_one, LITMUS_ADD, false},
    {"sext.w", of_one, LITMUS_ADD | OF_32_BITS, false},
    {"neg", of_one, LITMUS_SUB | SWAPPED, false},
    {"seqz", of_one, LITMUS_EQ, false},
    {"snez", of_one, LITMUS_NE, false},
    {"add", arithmetic, LITMUS_ADD, false},
    {"addw", arithmetic, LITMUS_ADD | OF_32_BITS, false},
    {"sub", arithmetic, LITMUS_SUB, false},
    {"subw", arithmetic, LITMUS_SUB | OF_32_BITS, false},
    {"mul", arithmetic, LITMUS_MUL, false},
    {"and", arithmetic, LITMUS_AND, false},
    {"or", arithmetic, LITMUS_OR, false},
    {"xor", arithmetic, LITMUS_XOR, false},
    {"sll", arithmetic, LITMUS_SHL, false},
    {"srl", arithmetic, LITMUS_SHR | UNSIGNED, false},
    {"sra", arithmetic, LITMUS_SHR, false},
    {"sllw", arithmetic, LITMUS_SHL | OF_32_BITS, false},
    {"srlw", arithmetic, LITMUS_SHR | UNSIGNED | OF_32_BITS, false},
    {"sraw", arithmetic, LITMUS_SHR | OF_32_BITS, false},
    {"slt", arithmetic, LITMUS_LT, false},
    {"sltu", arithmetic, LITMUS_LT | UNSIGNED, false},
    {"addi", arithmetic, LITMUS_ADD | OF_NUMBER, false},
    {"addiw", arithmetic, LITMUS_ADD | OF_NUMBER | OF_32_BITS, false},
    {"andi", arithmetic, LITMUS_AND | OF_NUMBER, false},
    {"ori", arithmetic, LITMUS_OR | OF_NUMBER, false},
    {"xori", arithmetic, LITMUS_XOR | OF_NUMBER, false},
    {"slli", arithmetic, LITMUS_SHL | OF_NUMBER, false},
    {"srli", arithmetic, LITMUS_SHR | OF_NUMBER | UNSIGNED, false},
    {"srai", arithmetic, LITMUS_SHR | OF_NUMBER, false},
    {"slliw", arithmetic, LITMUS_SHL | OF_NUMBER | OF_32_BITS, false},
    {"srliw", arithmetic, LITMUS_SHR | OF_NUMBER | UNSIGNED | OF_32_BITS, false},
    {"sraiw", arithmetic, LITMUS_SHR | OF_NUMBER | OF_32_BITS, false},
    {"slti", arithmetic, LITMUS_LT | OF_NUMBER, false},
    {"sltiu", arithmetic, LITMUS_LT | UNSIGNED | OF_NUMBER, false},
    {"beq", branch, LITMUS_EQ, false},
    {"bne", branch, LITMUS_NE, false},
    {"blt", branch, LITMUS_LT, false},
    {"bge", branch, LITMUS_LE | SWAPPED, false},
    {"bgt", branch, LITMUS_LT | SWAPPED, false},
    {"ble", branch, LITMUS_LE, false},
    {"bltu", branch, LITMUS_LT | UNSIGNED, false},
    {"bgeu", branch, LITMUS_LE | UNSIGNED | SWAPPED, false},
    {"bgtu", branch, LITMUS_LT | UNSIGNED | SWAPPED, false},
    {"bleu", branch, LITMUS_LE | UNSIGNED, false},
    {"beqz", branch, LITMUS_EQ | OF_ZERO, false},
    {"bnez", branch, LITMUS_NE | OF_ZERO, false},
    {"bltz", branch, LITMUS_LT | OF_ZERO, false},
    {"bgez", branch, LITMUS_LE | OF_ZERO | SWAPPED, false},
    {"bgtz", branch, LITMUS_LT | OF_ZERO | SWAPPED, false},
    {"blez", branch, LITMUS_LE | OF_ZERO, false},
    {"j", jump, 0, false},
};

static const char known[] =
    "there are loads and stores, lr, sc and amo, .aq and .rl, fence, add, sub, "
    "mul, and, or, xor, shifts, slt, li, lui, mv, branches and j";

static bool instruction(struct table *t, int thread)
{
    struct isa *x = t->ctx;
    struct riscv_word w;
    if (!riscv_word(t->p, &w))
        return false;
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
        if (strcmp(w.base, instructions[i].base) == 0 &&
            (instructions[i].annotated || !(w.aq || w.rl)))
            return instructions[i].read(x, &w, thread, instructions[i].which);
    return isa_wrong(&w.whole, known);
}

/* ---- order of annotated atomics ---- */

static bool is_atomic(const struct litmus_inst *inst)
{
    return inst->kind == LITMUS_ATOMIC || inst->reserves || inst->conditional;
}

/* Atomics with .rl are in order with later ones with .aq (RCsc). A release of the hardware has its
 * fence in front and an acquire behind, with nothing between the two: there the acquire needs one
 * in front as well. */
static void order_atomics(struct litmus_thread *t)
{
    bool releases = false;
    for (int i = 0; i < t->n_insts; i++)
        releases = releases || (is_atomic(&t->insts[i]) && t->insts[i].rl);
    for (int i = 0; releases && i < t->n_insts; i++)
        if (is_atomic(&t->insts[i]) && t->insts[i].aq)
            t->insts[i].fence_before = true;
}

bool lit_riscv(struct parser *p)
{
    struct isa x = {.table = {.p = p, .instruction = instruction}};
    x.table.ctx = &x;
    p->unset_is_0 = true;
    if (!table_read(&x.table) || !isa_find_variables(&x))
        return false;
    for (int i = 0; i < p->t->n_threads; i++)
        order_atomics(&p->t->threads[i]);
    return true;
}
