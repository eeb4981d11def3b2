/* Instructions of LLVM's text, a function for each form. */
#include "sw/host/ssa_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD(name, word, latency) [SSA_##name] = word,
static const char *const ssa_words[SSA_OPS] = {SSA_OPERATIONS(WORD)};
#define LATENCY(name, word, latency) [SSA_##name] = latency,
const uint8_t ssa_latency[SSA_OPS] = {SSA_OPERATIONS(LATENCY)};

enum { MOST_TARGETS = 4096 };

static void have_type(struct ssa_inst *i, const struct ssa_type *t)
{
    i->bits = (uint8_t)t->bits;
    i->real = t->kind == SSA_REAL;
}

static bool add_operand(struct ssa_reader *r, struct ssa_inst *i, const struct ssa_type *t)
{
    if (i->n == SSA_MOST_IN)
        return ssa_refuse(r, "has an instruction of more operands than this CPU takes");
    return ssa_operand(r, t, &i->in[i->n++]);
}

/* A type and an operand. */
static bool typed(struct ssa_reader *r, struct ssa_inst *i, struct ssa_type **t)
{
    *t = ssa_type(r);
    return add_operand(r, i, *t);
}

static void skip_flags(struct ssa_reader *r)
{
    static const char *const flags[] = {"nuw", "nsw",  "exact",    "inbounds", "nnan",    "ninf",
                                        "nsz", "arcp", "contract", "afn",      "reassoc", "fast"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (ssa_take(r, flags[i]))
            i = (size_t)-1; /* from the first again */
}

static bool two_of_a_type(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t;
    skip_flags(r);
    if (!typed(r, i, &t) || !ssa_take(r, ",") || !add_operand(r, i, t))
        return ssa_refuse(r, "has operands that cannot be read");
    have_type(i, t);
    return true;
}

static bool negation(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t;
    skip_flags(r);
    bool ok = typed(r, i, &t);
    have_type(i, t);
    return ok;
}

static bool compare(struct ssa_reader *r, struct ssa_inst *i)
{
    static const char *const orders[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                         "ule", "sgt", "sge", "slt", "sle"};
    uint8_t n = 0;
    while (n < sizeof orders / sizeof *orders && !ssa_take(r, orders[n]))
        n++;
    i->what = n;
    if (n == sizeof orders / sizeof *orders || !two_of_a_type(r, i))
        return ssa_refuse(r, "has a comparison that cannot be read");
    i->from = i->bits;
    i->bits = 1;
    i->real = false;
    return true;
}

static bool compare_real(struct ssa_reader *r, struct ssa_inst *i)
{
    static const struct {
        const char *word;
        uint8_t holds;
    } orders[] = {{"false", 0},
                  {"oeq", SSA_EQUAL},
                  {"ogt", SSA_MORE},
                  {"oge", SSA_MORE | SSA_EQUAL},
                  {"olt", SSA_LESS},
                  {"ole", SSA_LESS | SSA_EQUAL},
                  {"one", SSA_LESS | SSA_MORE},
                  {"ord", SSA_LESS | SSA_MORE | SSA_EQUAL},
                  {"ueq", SSA_EQUAL | SSA_UNORDERED},
                  {"ugt", SSA_MORE | SSA_UNORDERED},
                  {"uge", SSA_MORE | SSA_EQUAL | SSA_UNORDERED},
                  {"ult", SSA_LESS | SSA_UNORDERED},
                  {"ule", SSA_LESS | SSA_EQUAL | SSA_UNORDERED},
                  {"une", SSA_LESS | SSA_MORE | SSA_UNORDERED},
                  {"uno", SSA_UNORDERED},
                  {"true", SSA_LESS | SSA_MORE | SSA_EQUAL | SSA_UNORDERED}};
    size_t n = 0, all = sizeof orders / sizeof *orders;
    skip_flags(r);
    while (n < all && !ssa_take(r, orders[n].word))
        n++;
    if (n == all || !two_of_a_type(r, i))
        return ssa_refuse(r, "has a comparison that cannot be read");
    i->what = orders[n].holds;
    i->from = i->bits;
    i->bits = 1;
    i->real = false;
    return true;
}

static bool selection(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t = NULL;
    skip_flags(r);
    for (int k = 0; k < 3; k++) {
        if (!typed(r, i, &t) || (k < 2 && !ssa_take(r, ",")))
            return ssa_refuse(r, "has a selection that cannot be read");
    }
    have_type(i, t);
    return true;
}

static bool conversion(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t;
    if (!typed(r, i, &t))
        return false;
    i->from = (uint8_t)t->bits;
    if (i->op == SSA_FREEZE) {
        have_type(i, t);
        return true;
    }
    if (!ssa_take(r, "to"))
        return ssa_refuse(r, "has a conversion that cannot be read");
    t = ssa_type(r);
    have_type(i, t);
    return ssa_is_value(t) || ssa_refuse(r, "has a value that is no number and no pointer");
}

/* ---- memory ---- */

/* The next index of an address into an element of type *t, which becomes that element's. */
static bool index_of(struct ssa_reader *r, struct ssa_inst *i, struct ssa_type **t, bool first)
{
    struct ssa_operand o;
    struct ssa_type *kind = ssa_type(r);
    if (!ssa_operand(r, kind, &o))
        return false;
    if (!first && (*t)->kind == SSA_STRUCT) {
        if (o.id >= 0 || o.bits >= (*t)->n)
            return ssa_refuse(r, "has the address of a member that cannot be read");
        i->offset += (int64_t)(*t)->offsets[o.bits];
        *t = (*t)->fields[o.bits];
        return true;
    }
    if (!first && (*t)->kind != SSA_ARRAY)
        return ssa_refuse(r, "has an address that cannot be read");
    *t = first ? *t : (*t)->element;
    int64_t each = (int64_t)(*t)->bytes, constant = (int64_t)o.bits;
    if (o.id < 0) {
        i->offset += each * (kind->bits < 64 ? (int64_t)(int32_t)constant : constant);
        return true;
    }
    if (i->n == SSA_MOST_IN)
        return ssa_refuse(r, "has an address of more indices than this CPU takes");
    i->scale[i->n] = each;
    i->index_bits[i->n] = (uint8_t)kind->bits;
    i->in[i->n++] = o;
    return true;
}

static bool address(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *pointer;
    skip_flags(r);
    struct ssa_type *t = ssa_type(r);
    if (!ssa_take(r, ",") || !typed(r, i, &pointer))
        return ssa_refuse(r, "has an address that cannot be read");
    have_type(i, pointer);
    for (bool first = true; ssa_take(r, ","); first = false) {
        if (t->kind == SSA_OTHER)
            return ssa_refuse(r, "has an address in a type that cannot be read");
        if (*r->s == ' ' && r->s[1] == '!')
            return true;
        if (!index_of(r, i, &t, first))
            return false;
    }
    return true;
}

static bool variable(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t = ssa_type(r);
    if (t->kind == SSA_OTHER || t->kind == SSA_VOID || r->s[0] != ',' || r->s[2] != 'a')
        return ssa_refuse(r, "has a variable whose size is not known before it runs");
    uint64_t at = (r->f->own_bytes + 15) / 16 * 16;
    if (at + t->bytes > SSA_MOST_OWN)
        return ssa_refuse(r, "has variables of more bytes than its stack has");
    i->offset = (int64_t)at;
    i->bits = 64;
    r->f->own_bytes = (uint32_t)(at + t->bytes);
    return true;
}

static bool access(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t, *pointer;
    if (ssa_take(r, "atomic"))
        return ssa_refuse(r, "has an atomic");
    i->is_volatile = ssa_take(r, "volatile");
    if (i->op == SSA_STORE) {
        if (!typed(r, i, &t))
            return false;
    } else {
        t = ssa_type(r);
    }
    if (!ssa_is_value(t) || !ssa_take(r, ",") || !typed(r, i, &pointer))
        return ssa_refuse(r, "accesses memory by a type that is no number and no pointer");
    have_type(i, t);
    return true;
}

/* ---- where to go on ---- */

static bool target(struct ssa_reader *r, struct ssa_inst *i)
{
    if (!ssa_take(r, "label") || i->n_to == MOST_TARGETS)
        return ssa_refuse(r, "has a branch that cannot be read");
    int32_t block = ssa_number(r);
    i->to[i->n_to++] = (uint32_t)block;
    return block >= 0 || ssa_refuse(r, "has a branch that cannot be read");
}

static bool branch(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t;
    i->to = ARENA_ARRAY(r->a, uint32_t, 2);
    while (*r->s == ' ')
        r->s++;
    if (strncmp(r->s, "label", 5) == 0)
        return target(r, i);
    return typed(r, i, &t) && ssa_take(r, ",") && target(r, i) && ssa_take(r, ",") && target(r, i);
}

static bool choice(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t;
    i->to = ARENA_ARRAY(r->a, uint32_t, MOST_TARGETS + 1);
    i->cases = ARENA_ARRAY(r->a, uint64_t, MOST_TARGETS + 1);
    if (!typed(r, i, &t) || !ssa_take(r, ",") || !target(r, i) || !ssa_take(r, "["))
        return ssa_refuse(r, "has a switch that cannot be read");
    for (;;) {
        struct ssa_operand o;
        r->s += strspn(r->s, " \n");
        if (*r->s == ']')
            return true;
        t = ssa_type(r);
        if (!ssa_operand(r, t, &o) || !ssa_take(r, ",") || i->n_to == MOST_TARGETS)
            return ssa_refuse(r, "has a switch that cannot be read");
        i->cases[i->n_to - 1] = o.bits;
        if (!target(r, i))
            return false;
    }
}

static bool meeting(struct ssa_reader *r, struct ssa_inst *i)
{
    enum { ROOM = 64 };
    uint32_t room = 0;
    skip_flags(r);
    struct ssa_type *t = ssa_type(r);
    have_type(i, t);
    do {
        if (i->n_to == room) {
            uint32_t *to = ARENA_ARRAY(r->a, uint32_t, room + ROOM);
            struct ssa_operand *from = ARENA_ARRAY(r->a, struct ssa_operand, room + ROOM);
            if (room > 0) {
                memcpy(to, i->to, room * sizeof *to);
                memcpy(from, i->from_block, room * sizeof *from);
            }
            i->to = to;
            i->from_block = from;
            room += ROOM;
        }
        if (!ssa_take(r, "[") || !ssa_operand(r, t, &i->from_block[i->n_to]) || !ssa_take(r, ","))
            return ssa_refuse(r, "has a value that cannot be read");
        int32_t block = ssa_number(r);
        i->to[i->n_to++] = (uint32_t)block;
        if (block < 0 || !ssa_take(r, "]"))
            return ssa_refuse(r, "has a value that cannot be read");
    } while (strncmp(r->s, ", [", 3) == 0 && ssa_take(r, ","));
    return true;
}

static bool end(struct ssa_reader *r, struct ssa_inst *i)
{
    (void)i;
    return ssa_take(r, "void") || ssa_refuse(r, "returns a value");
}

static bool nothing(struct ssa_reader *r, struct ssa_inst *i)
{
    (void)r, (void)i;
    return true;
}

/* ---- calls ---- */

/* What is called has its result's type for its first operand. */
static bool arguments(struct ssa_reader *r, struct ssa_inst *i)
{
    struct ssa_type *t;
    for (r->s += *r->s == '('; !ssa_take(r, ")"); ssa_take(r, ",")) {
        if (!typed(r, i, &t))
            return false;
        if (i->n == 1)
            have_type(i, t);
    }
    return true;
}

/* The operation of a function's name; SSA_CALL: it costs nothing; SSA_OPS: there is none. */
static enum ssa_op called(const char *name, uint8_t *what)
{
    static const char *const free[] = {
        "__tsan_read",   "__tsan_write", "__tsan_unaligned_", "__tsan_volatile",
        "llvm.lifetime", "llvm.dbg.",    "llvm.assume(",      "llvm.experimental.noalias"};
    for (size_t i = 0; i < sizeof free / sizeof *free; i++)
        if (strncmp(name, free[i], strlen(free[i])) == 0)
            return SSA_CALL;
    const char *memory = strncmp(name, "__tsan_mem", 10) == 0 ? name + 7 : name;
    *what = strncmp(memory, "memset(", 7) == 0 ? SSA_FILLS : SSA_MOVES;
    if (*what == SSA_FILLS || strncmp(memory, "memcpy(", 7) == 0 ||
        strncmp(memory, "memmove(", 8) == 0)
        return SSA_COPY;
    if (strncmp(name, "llvm.trap(", 10) == 0)
        return SSA_TRAP;
    for (enum ssa_op op = SSA_SQRT; op < SSA_COPY; op++)
        if (strncmp(name, ssa_words[op], strlen(ssa_words[op])) == 0)
            return op;
    return SSA_OPS;
}

static bool call(struct ssa_reader *r, struct ssa_inst *i)
{
    char what[320];
    const char *name = strchr(r->s, '@'), *line_end = strchr(r->s, '\n');
    if (name == NULL || name > line_end)
        return ssa_refuse(r, "calls a function by its address");
    size_t n = strcspn(name + 1, "(\n");
    i->op = called(name + 1, &i->what);
    if (i->op == SSA_OPS) {
        snprintf(what, sizeof what, "calls '%.*s'", (int)(n < 200 ? n : 200), name + 1);
        return ssa_refuse(r, what);
    }
    if (i->op == SSA_CALL || i->op == SSA_TRAP)
        return true;
    r->s = name + 1 + n;
    return arguments(r, i);
}

/* ---- all ---- */

typedef bool form(struct ssa_reader *r, struct ssa_inst *i);

static form *form_of(enum ssa_op op)
{
    static form *const forms[SSA_OPS] = {
        [SSA_FNEG] = negation,    [SSA_ICMP] = compare,    [SSA_FCMP] = compare_real,
        [SSA_SELECT] = selection, [SSA_ADDRESS] = address, [SSA_ALLOCA] = variable,
        [SSA_LOAD] = access,      [SSA_STORE] = access,    [SSA_BRANCH] = branch,
        [SSA_SWITCH] = choice,    [SSA_RETURN] = end,      [SSA_TRAP] = nothing,
        [SSA_PHI] = meeting,      [SSA_CALL] = call};
    if (op <= SSA_FDIV)
        return two_of_a_type;
    if (op >= SSA_TRUNC && op <= SSA_FREEZE)
        return conversion;
    return op < SSA_OPS ? forms[op] : NULL;
}

bool ssa_inst(struct ssa_reader *r, int32_t id, struct ssa_inst *i)
{
    enum ssa_op op = SSA_ADD;
    while (ssa_take(r, "tail") || ssa_take(r, "notail") || ssa_take(r, "musttail"))
        continue;
    while (op <= SSA_CALL && !ssa_take(r, ssa_words[op]))
        op++;
    *i = (struct ssa_inst){.op = op, .id = id};
    ssa_place(r, &i->line, &i->column);
    form *read = op <= SSA_CALL ? form_of(op) : NULL;
    if (read == NULL)
        return ssa_refuse(r, "has an instruction that this CPU does not know");
    if (!read(r, i))
        return ssa_refuse(r, "has an instruction that cannot be read");
    i->is_free = ssa_latency[i->op] == 0 && i->op != SSA_LOAD && i->op != SSA_STORE;
    return true;
}
