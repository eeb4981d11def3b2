#include "formal/litmus/condition.h"

/* Whether a register holds a number; one of 32 bits may be written with a sign or without. */
static bool is_number(uint64_t held, uint64_t number)
{
    bool narrow = (uint64_t)(int32_t)held == held;
    return narrow ? (uint32_t)held == (uint32_t)number : held == number;
}

static uint64_t held_by(const struct condition *c, const struct litmus_state *s)
{
    return c->kind == COND_REG ? s->regs[c->thread][c->index]
                               : litmus_loaded(LITMUS_S32, s->vars[c->index]);
}

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
        return is_number(s->regs[c->thread][c->index], c->value);
    case COND_VAR:
        return s->vars[c->index] == (uint32_t)c->value;
    case COND_SAME:
        return is_number(held_by(c->left, s), held_by(c->right, s));
    case COND_TRUE:
        break;
    }
    return true;
}
