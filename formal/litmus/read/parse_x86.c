/*
 * Threads in x86: X86 as Intel writes it, the destination first, X86_64 as AT&T does, last.
 * An instruction becomes what it does to memory: a load, a store, or both; or, with lock, an atomic
 * between two full fences.
 */
#include "formal/litmus/read/parse_isa.h"

#include <ctype.h>
#include <string.h>

enum place { IN_REGISTER, IN_MEMORY, NUMBER };

struct x86_operand {
    enum place place;
    struct litmus_operand value; /* register or number */
    int address;                 /* register, or LITMUS_NONE; plus */
    uint64_t offset;
};

/* An instruction being read: `to = to op from`. */
struct x86_inst {
    struct isa *x;
    int thread;
    struct isa_word word;
    bool lock;
    unsigned bytes;
    struct x86_operand from, to;
};

enum { FULL = LITMUS_R | LITMUS_W };

/* ---- operands ---- */

/* "rax" has 8 bytes, "eax" and "r8d" 4. */
static unsigned register_bytes(const struct scan *l)
{
    size_t skip = l->text[0] == '%';
    char last = (char)tolower((unsigned char)l->text[l->len - 1]);
    return tolower((unsigned char)l->text[skip]) == 'e' || last == 'd' ? 4 : 8;
}

static bool read_register(struct x86_inst *i, struct x86_operand *o)
{
    struct parser *p = i->x->table.p;
    if (i->bytes == 0 && lit_register_name(p) != NULL)
        i->bytes = register_bytes(&p->scan);
    o->value = isa_operand(LITMUS_NONE);
    return isa_reg(p, i->thread, &o->value.reg);
}

/* "x]" or "%rax)" after the bracket. */
static bool read_memory(struct x86_inst *i, struct x86_operand *o, const char *closes)
{
    struct parser *p = i->x->table.p;
    int var;
    o->place = IN_MEMORY;
    o->address = LITMUS_NONE;
    if (lit_register_name(p) != NULL) {
        if (!isa_reg(p, i->thread, &o->address))
            return false;
    } else {
        if (!lit_var(p, &var))
            return false;
        o->offset += litmus_address(var);
    }
    return scan_expect(&p->scan, closes);
}

/* "$1", "1", "%rax", "[x]", "(x)", "0(%rax)" */
static bool read_operand(struct x86_inst *i, struct x86_operand *o)
{
    struct scan *l = &i->x->table.p->scan;
    *o = (struct x86_operand){.place = NUMBER, .address = LITMUS_NONE};
    bool dollar = scan_took(l, "$"), number = l->kind == SCAN_NUMBER;
    if (dollar && !number)
        return scan_error(l, "a number must stand here, not %s", scan_show(l).text);
    if (number) {
        o->value = lit_constant(l->number);
        o->offset = l->number;
        if (!scan_next(l))
            return false;
        if (dollar || !(scan_is(l, "(") || scan_is(l, "[")))
            return true;
    }
    if (scan_took(l, "["))
        return read_memory(i, o, "]");
    if (scan_took(l, "("))
        return read_memory(i, o, ")");
    o->place = IN_REGISTER;
    return read_register(i, o);
}

static bool read_two(struct x86_inst *i)
{
    bool last = i->x->table.p->t->language == LITMUS_X86_64;
    if (!read_operand(i, last ? &i->from : &i->to) || !scan_expect(&i->x->table.p->scan, ",") ||
        !read_operand(i, last ? &i->to : &i->from))
        return false;
    if (i->to.place == NUMBER)
        return isa_wrong(&i->word, "its destination is a number");
    if (i->to.place == IN_MEMORY && i->from.place == IN_MEMORY)
        return isa_wrong(&i->word, "both operands are in memory");
    return true;
}

/* ---- what instructions do ---- */

static struct litmus_inst *access(struct x86_inst *i, enum litmus_kind kind,
                                  const struct x86_operand *at)
{
    struct litmus_inst *inst = isa_access(i->x, &i->word, i->thread, kind);
    if (inst == NULL)
        return NULL;
    isa_sized(i->x, inst, i->bytes, false);
    isa_through(i->x, inst, at->address, at->offset);
    return inst;
}

static bool load(struct x86_inst *i, const struct x86_operand *from, int to)
{
    struct litmus_inst *inst = access(i, LITMUS_LOAD, from);
    if (inst == NULL)
        return false;
    inst->to = to;
    isa_gets_value(i->x, i->thread, to);
    return true;
}

static bool store(struct x86_inst *i, const struct x86_operand *to, struct litmus_operand value)
{
    struct litmus_inst *inst = access(i, LITMUS_STORE, to);
    if (inst == NULL)
        return false;
    inst->operand = value;
    return true;
}

/* The value of an operand, loaded if it is in memory. */
static bool fetch(struct x86_inst *i, const struct x86_operand *from, struct litmus_operand *value)
{
    int reg;
    *value = from->value;
    if (from->place != IN_MEMORY)
        return true;
    if (!lit_temp(i->x->table.p, i->thread, &reg) || !load(i, from, reg))
        return false;
    *value = isa_operand(reg);
    return true;
}

static bool compute(struct x86_inst *i, enum litmus_op op, int to, struct litmus_operand a,
                    struct litmus_operand b)
{
    return isa_compute(i->x->table.p, i->thread, op, isa_type(i->bytes, false), to, a, b);
}

/* An atomic between two full fences. `to`: a register for the old value. */
static bool atomic(struct x86_inst *i, enum atomic_fn fn, int to, struct litmus_operand value,
                   struct litmus_operand compare, int won)
{
    if (!isa_fence(i->x->table.p, i->thread, FULL, FULL))
        return false;
    struct litmus_inst *inst = access(i, LITMUS_ATOMIC, &i->to);
    if (inst == NULL)
        return false;
    inst->fn = fn;
    inst->to = to;
    inst->operand = value;
    inst->compare = compare;
    inst->won = won;
    isa_gets_value(i->x, i->thread, to);
    return isa_fence(i->x->table.p, i->thread, FULL, FULL);
}

/* Jumps directly behind this instruction compare `a` with `b`. */
static bool set_flags(struct x86_inst *i, struct litmus_operand a, struct litmus_operand b)
{
    i->x->flags[i->thread] =
        (struct isa_flags){true, i->x->table.p->t->threads[i->thread].n_insts, i->bytes, a, b};
    return true;
}

/* ---- instructions ---- */

typedef bool acts(struct x86_inst *i, int which);

static bool mov(struct x86_inst *i, int which)
{
    (void)which;
    if (!read_two(i))
        return false;
    if (i->to.place == IN_MEMORY)
        return store(i, &i->to, i->from.value);
    return i->from.place == IN_MEMORY
               ? load(i, &i->from, i->to.value.reg)
               : isa_move(i->x->table.p, i->thread, i->to.value.reg, i->from.value);
}

/* With lock: adds, or joins bits. */
static bool locked(struct x86_inst *i, enum litmus_op op, struct litmus_operand value)
{
    static const struct {
        enum litmus_op op;
        enum atomic_fn fn;
    } functions[] = {{LITMUS_ADD, FN_ADD},
                     {LITMUS_SUB, FN_ADD},
                     {LITMUS_AND, FN_AND},
                     {LITMUS_OR, FN_OR},
                     {LITMUS_XOR, FN_XOR}};
    int old, operand;
    size_t f = 0;
    while (functions[f].op != op)
        f++;
    struct litmus_operand given = value;
    if (!lit_temp(i->x->table.p, i->thread, &old))
        return false;
    if (op == LITMUS_SUB) {
        if (!lit_temp(i->x->table.p, i->thread, &operand) ||
            !compute(i, LITMUS_SUB, operand, lit_constant(0), value))
            return false;
        given = isa_operand(operand);
    }
    return atomic(i, functions[f].fn, old, given, lit_constant(0), LITMUS_NONE) &&
           compute(i, op, old, isa_operand(old), value) &&
           set_flags(i, isa_operand(old), lit_constant(0));
}

/* `to = to op value` */
static bool apply(struct x86_inst *i, enum litmus_op op, struct litmus_operand value)
{
    struct litmus_operand old = i->to.value;
    if (i->lock)
        return locked(i, op, value);
    if (!fetch(i, &i->to, &old) || !compute(i, op, old.reg, old, value) ||
        (i->to.place == IN_MEMORY && !store(i, &i->to, old)))
        return false;
    return set_flags(i, old, lit_constant(0));
}

static bool arithmetic(struct x86_inst *i, int which)
{
    struct litmus_operand value;
    return read_two(i) && fetch(i, &i->from, &value) && apply(i, (enum litmus_op)which, value);
}

/* inc, dec */
static bool step(struct x86_inst *i, int which)
{
    if (!read_operand(i, &i->to))
        return false;
    return i->to.place != NUMBER ? apply(i, (enum litmus_op)which, lit_constant(1))
                                 : isa_wrong(&i->word, "its operand is a number");
}

/* cmp, test */
static bool compare(struct x86_inst *i, int which)
{
    struct litmus_operand a, b;
    int reg;
    if (!read_two(i) || !fetch(i, &i->to, &a) || !fetch(i, &i->from, &b))
        return false;
    if (which == LITMUS_SUB)
        return set_flags(i, a, b);
    return lit_temp(i->x->table.p, i->thread, &reg) && compute(i, LITMUS_AND, reg, a, b) &&
           set_flags(i, isa_operand(reg), lit_constant(0));
}

/* The operands of xchg, xadd and cmpxchg in either order: `to` is the one in memory, if any. */
static bool read_pair(struct x86_inst *i)
{
    if (!read_two(i))
        return false;
    if (i->from.place == IN_MEMORY) {
        struct x86_operand memory = i->from;
        i->from = i->to;
        i->to = memory;
    }
    return i->from.place == IN_REGISTER || isa_wrong(&i->word, "one operand must be a register");
}

/* With an operand in memory it is always locked. */
static bool xchg(struct x86_inst *i, int which)
{
    (void)which;
    struct parser *p = i->x->table.p;
    struct litmus_operand a, b;
    int reg;
    if (!read_pair(i))
        return false;
    a = i->from.value;
    b = i->to.value;
    if (i->to.place == IN_MEMORY)
        return atomic(i, FN_EXCH, a.reg, a, lit_constant(0), LITMUS_NONE);
    return lit_temp(p, i->thread, &reg) && isa_move(p, i->thread, reg, a) &&
           isa_move(p, i->thread, a.reg, b) && isa_move(p, i->thread, b.reg, isa_operand(reg));
}

static bool xadd(struct x86_inst *i, int which)
{
    (void)which;
    struct litmus_operand old, from;
    int sum;
    if (!read_pair(i))
        return false;
    from = i->from.value;
    if (i->lock)
        return atomic(i, FN_ADD, from.reg, from, lit_constant(0), LITMUS_NONE);
    struct parser *p = i->x->table.p;
    return fetch(i, &i->to, &old) && lit_temp(p, i->thread, &sum) &&
           compute(i, LITMUS_ADD, sum, old, from) && isa_move(p, i->thread, from.reg, old) &&
           (i->to.place == IN_MEMORY ? store(i, &i->to, isa_operand(sum))
                                     : isa_move(p, i->thread, i->to.value.reg, isa_operand(sum)));
}

/* The register that cmpxchg compares with and loads. */
static bool accumulator(struct x86_inst *i, int *reg)
{
    struct scan *l = &i->x->table.p->scan, here = *l;
    l->kind = SCAN_WORD;
    l->text = "eax";
    l->len = strlen(l->text);
    bool ok = isa_reg(i->x->table.p, i->thread, reg);
    *l = here;
    return ok;
}

static bool cmpxchg(struct x86_inst *i, int which)
{
    (void)which;
    int eax, won;
    if (!read_pair(i) || !accumulator(i, &eax) || !lit_temp(i->x->table.p, i->thread, &won))
        return false;
    if (i->to.place != IN_MEMORY || !i->lock)
        return isa_wrong(&i->word, "write lock cmpxchg with an operand in memory");
    return atomic(i, FN_CAS, eax, i->from.value, isa_operand(eax), won) &&
           set_flags(i, isa_operand(won), lit_constant(1));
}

static bool mfence(struct x86_inst *i, int which)
{
    (void)which;
    return isa_fence(i->x->table.p, i->thread, FULL, FULL);
}

/* nop; and lfence and sfence, which order nothing that is not in order on x86 anyway. */
static bool nothing(struct x86_inst *i, int which)
{
    (void)which;
    return !error_is_set(i->x->table.p->scan.err);
}

/* ---- jumps ---- */

enum { OPERATION = 0xff, SWAPPED = 0x100, ALWAYS = 0x200, UNSIGNED = 0x400 };

static bool has_label_behind(const struct x86_inst *i, int inst)
{
    const struct table *t = &i->x->table;
    for (int n = 0; n < t->n_labels; n++)
        if (t->labels[n].thread == i->thread && t->labels[n].inst >= inst)
            return true;
    return false;
}

static bool jump(struct x86_inst *i, int which)
{
    struct parser *p = i->x->table.p;
    struct isa_flags *f = &i->x->flags[i->thread],
                     none = {true, 0, 0, lit_constant(0), lit_constant(0)};
    const struct litmus_thread *t = &p->t->threads[i->thread];
    bool always = (which & ALWAYS) != 0, swapped = (which & SWAPPED) != 0;
    if (!always && (!f->set || f->inst != t->n_insts || has_label_behind(i, f->inst)))
        return isa_wrong(&i->word, "a jump must stand directly behind what it depends on, a cmp, "
                                   "test, cmpxchg or arithmetic");
    const struct isa_flags *with = always ? &none : f;
    struct litmus_inst *inst =
        lit_add_branch(p, i->thread, (enum litmus_op)(which & OPERATION),
                       swapped ? with->b : with->a, swapped ? with->a : with->b);
    if (inst == NULL)
        return false;
    inst->type = isa_type(with->bytes, (which & UNSIGNED) != 0);
    if (!always)
        f->inst = t->n_insts; /* another jump may follow */
    return table_aim(&i->x->table, i->thread);
}

/* ---- the table ---- */

static const struct {
    const char *word;
    acts *act;
    int which;
    bool sized; /* l or q may follow: 4 or 8 bytes */
    bool lock;
} instructions[] = {
    {"mov", mov, 0, true, false},
    {"add", arithmetic, LITMUS_ADD, true, true},
    {"sub", arithmetic, LITMUS_SUB, true, true},
    {"and", arithmetic, LITMUS_AND, true, true},
    {"or", arithmetic, LITMUS_OR, true, true},
    {"xor", arithmetic, LITMUS_XOR, true, true},
    {"inc", step, LITMUS_ADD, true, true},
    {"dec", step, LITMUS_SUB, true, true},
    {"cmp", compare, LITMUS_SUB, true, false},
    {"test", compare, LITMUS_AND, true, false},
    {"xchg", xchg, 0, true, true},
    {"xadd", xadd, 0, true, true},
    {"cmpxchg", cmpxchg, 0, true, true},
    {"mfence", mfence, 0, false, false},
    {"lfence", nothing, 0, false, false},
    {"sfence", nothing, 0, false, false},
    {"nop", nothing, 0, false, false},
    {"jmp", jump, LITMUS_EQ | ALWAYS, false, false},
    {"je", jump, LITMUS_EQ, false, false},
    {"jz", jump, LITMUS_EQ, false, false},
    {"jne", jump, LITMUS_NE, false, false},
    {"jnz", jump, LITMUS_NE, false, false},
    {"jl", jump, LITMUS_LT, false, false},
    {"jlt", jump, LITMUS_LT, false, false},
    {"jle", jump, LITMUS_LE, false, false},
    {"jg", jump, LITMUS_LT | SWAPPED, false, false},
    {"jgt", jump, LITMUS_LT | SWAPPED, false, false},
    {"jge", jump, LITMUS_LE | SWAPPED, false, false},
    {"jb", jump, LITMUS_LT | UNSIGNED, false, false},
    {"jbe", jump, LITMUS_LE | UNSIGNED, false, false},
    {"ja", jump, LITMUS_LT | UNSIGNED | SWAPPED, false, false},
    {"jae", jump, LITMUS_LE | UNSIGNED | SWAPPED, false, false},
};

static const char known[] = "there are mov, add, sub, and, or, xor, inc, dec, cmp, test, xchg, "
                            "xadd, cmpxchg, lock, mfence, lfence, sfence and "
                            "jumps";

/* "mov", or "movl" and "movq" if `sized`. */
static bool is_word(const char *text, const char *word, bool sized, unsigned *bytes)
{
    static const char suffixes[] = "bwlq";
    size_t n = strlen(word);
    if (strncmp(text, word, n) != 0)
        return false;
    *bytes = 0;
    if (text[n] == '\0')
        return true;
    const char *suffix = strchr(suffixes, text[n]);
    if (!sized || suffix == NULL || text[n + 1] != '\0')
        return false;
    *bytes = 1u << (suffix - suffixes);
    return true;
}

static bool act(struct x86_inst *i)
{
    for (size_t k = 0; k < sizeof instructions / sizeof *instructions; k++) {
        if (!is_word(i->word.text, instructions[k].word, instructions[k].sized, &i->bytes))
            continue;
        if (i->lock && !instructions[k].lock)
            return isa_wrong(&i->word, "lock stands before add, sub, and, or, xor, inc, dec, "
                                       "xchg, xadd and cmpxchg");
        if (i->bytes == 0 && i->x->table.p->t->language == LITMUS_X86)
            i->bytes = 4;
        return instructions[k].act(i, instructions[k].which);
    }
    return isa_wrong(&i->word, known);
}

static bool instruction(struct table *t, int thread)
{
    struct x86_inst i = {.x = t->ctx, .thread = thread};
    if (!isa_word(t->p, &i.word))
        return false;
    i.lock = strcmp(i.word.text, "lock") == 0;
    if (i.lock) {
        scan_took(&t->p->scan, ";");
        if (!isa_word(t->p, &i.word))
            return false;
    }
    bool ok = act(&i);
    lit_statement_ends(t->p);
    return ok;
}

bool lit_x86(struct parser *p)
{
    struct isa x = {.table = {.p = p, .instruction = instruction}};
    x.table.ctx = &x;
    p->unset_is_0 = true;
    return table_read(&x.table) && isa_find_variables(&x);
}
