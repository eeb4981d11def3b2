/* The arguments of `umbel fpga VERB` that select a board or a simulation of it. */
#include "harness/umbel/fpga_verbs.h"

#include <errno.h>

int fpga_parse(struct fpga_where *w, int key, char *arg, const struct argp_state *state,
               struct error *err)
{
    switch (key) {
    case FPGA_KEY_ON:
        w->on = arg;
        return 0;
    case 'q':
        w->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &w->board, err);
    case ARGP_KEY_END:
        if (w->board != NULL)
            return 0;
        error_set(err, "which board? %s BOARD, a folder of fpga/boards", state->name);
        return EINVAL;
    default:
        return umbel_parse_rest(key, state, err);
    }
}

bool fpga_attach(const struct fpga_where *w, struct attached *a, struct error *err)
{
    if (attach(w->board, w->on, w->quiet ? NULL : umbel_say, a, err))
        return true;
    detach(a);
    return false;
}
