/*
 * Shared by the readers of processors' languages, RISC-V and x86. Registers have fixed names and
 * begin at 0. A register may hold a variable's address: the number litmus_address(). Each access
 * goes through such a register; which variable it means must follow from the program alone, as
 * it does for the false dependencies of published tests (parse_address.c).
 */
#ifndef UMBEL_FORMAL_LITMUS_READ_PARSE_ISA_H
#define UMBEL_FORMAL_LITMUS_READ_PARSE_ISA_H

#include "formal/litmus/read/parse_table.h"

/* An access, and what is checked once all of its thread is read. */
struct isa_access {
    struct scan at; /* its mnemonic */
    int thread, inst;
    uint64_t offset;
    unsigned bytes; /* 0: as many as the others */
};

/* The comparison that a jump of x86 looks at, if it stands directly behind it. */
struct isa_flags {
    bool set;
    int inst; /* the thread's instructions when they were set */
    unsigned bytes;
    struct litmus_operand a, b;
};

struct isa {
    struct table table;
    struct isa_access accesses[LITMUS_THREADS * LITMUS_INSTS];
    int n_accesses;
    struct isa_flags flags[LITMUS_THREADS];
};

/* A mnemonic with its dots, in lower case: "amoadd.w.aq.rl". */
struct isa_word {
    struct scan at;
    char text[24];
};

bool isa_word(struct parser *p, struct isa_word *w);
/* "MNEMONIC is not understood; ADVICE". Always false. */
bool isa_wrong(const struct isa_word *w, const char *advice);

/* The register that the next token names, created if need be. RISC-V's x0 is LITMUS_NONE. */
bool isa_reg(struct parser *p, int thread, int *reg);
/* A register as an operand: x0 is the constant 0. */
struct litmus_operand isa_operand(int reg);

/* Adds an access; isa_sized() says how wide it is, and isa_through() where: at the address in a
 * register, or at constant address 0 if that is LITMUS_NONE, plus an offset. */
struct litmus_inst *isa_access(struct isa *x, const struct isa_word *w, int thread,
                               enum litmus_kind kind);
void isa_sized(struct isa *x, struct litmus_inst *inst, unsigned bytes, bool is_unsigned);
void isa_through(struct isa *x, struct litmus_inst *inst, int reg, uint64_t offset);

/* The type of numbers of that many bytes. */
enum litmus_type isa_type(unsigned bytes, bool is_unsigned);

/* Outcomes show this register, unless it is LITMUS_NONE. */
void isa_gets_value(struct isa *x, int thread, int reg);

/* `to = a op b`; LITMUS_NONE as `to`: nothing. */
bool isa_compute(struct parser *p, int thread, enum litmus_op op, enum litmus_type type, int to,
                 struct litmus_operand a, struct litmus_operand b);
bool isa_move(struct parser *p, int thread, int to, struct litmus_operand a);
/* A fence that orders `pred` before with `succ` after it. */
bool isa_fence(struct parser *p, int thread, unsigned pred, unsigned succ);

/* Finds the variable of each access. */
bool isa_find_variables(struct isa *x);

#endif
