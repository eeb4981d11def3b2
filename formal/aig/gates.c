#include "formal/aig/gates.h"

int32_t gates_variable(struct gates *g)
{
    return (int32_t)++g->variables;
}

void gates_clause(struct gates *g, int32_t x, int32_t y, int32_t z)
{
    g->add(g->to, x);
    if (y != 0)
        g->add(g->to, y);
    if (z != 0)
        g->add(g->to, z);
    g->add(g->to, 0);
    g->clauses++;
}

void gates_begin(struct gates *g)
{
    gates_clause(g, gates_variable(g), 0, 0);
}

int32_t gates_and(struct gates *g, int32_t x, int32_t y)
{
    if (x == -1 || y == -1 || x == -y)
        return -1;
    if (x == 1 || x == y)
        return y;
    if (y == 1)
        return x;
    int32_t z = gates_variable(g);
    gates_clause(g, -z, x, 0);
    gates_clause(g, -z, y, 0);
    gates_clause(g, z, -x, -y);
    return z;
}
