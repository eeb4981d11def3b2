/*
 * Threads as columns of a table: "P0 | P1 ;", then rows of cells. A cell has an instruction,
 * optionally after a label. What an instruction is, is the caller's affair.
 */
#ifndef UMBEL_FORMAL_LITMUS_READ_PARSE_TABLE_H
#define UMBEL_FORMAL_LITMUS_READ_PARSE_TABLE_H

#include "formal/litmus/read/parse.h"

enum { TABLE_JUMPS = LITMUS_THREADS * LITMUS_INSTS };

/* A label; or a jump to one, whose branch is instruction `inst`. */
struct table_label {
    struct scan at; /* its name */
    int thread, inst;
};

struct table {
    struct parser *p;
    /* Reads the instruction of a cell that is not empty. */
    bool (*instruction)(struct table *t, int thread);
    void *ctx;
    struct table_label labels[TABLE_JUMPS], jumps[TABLE_JUMPS];
    int n_labels, n_jumps;
};

/* Reads the threads' names and all rows, up to the condition or what stands before it. */
bool table_read(struct table *t);
/* Reads the label that is the target of the thread's last instruction. */
bool table_aim(struct table *t, int thread);

#endif
