#include "formal/litmus/condition.h"

bool condition_holds(const struct condition *c, const struct litmus_state *s)
{
    switch (c->kind) {
    case COND_AND:
        return condition_holds(c->left, s) && condition_holds(c->right, s);
    case COND_OR:
        return condition_holds(c->left, s) || condition_holds(c->right, s);
    case COND_NOT:
        return !condition_holds(c->left, s);
    case COND_REG:
        return s->regs[c->thread][c->index] == c->value;
    case COND_VAR:
        return s->vars[c->index] == c->value;
    case COND_TRUE:
        break;
    }
    return true;
}
