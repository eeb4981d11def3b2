/* Decodes operations across lanes: barriers, shuffles, votes, match. */
#include "sw/ptx/parse.h"

static bool last_is(const struct inst *in, const char *text)
{
    return part_is(in, in->n_parts - 1, text);
}

/* bar.red.popc.u32 d, 0, p; bar.red.and.pred p, 0, q */
static bool decode_bar_red(struct parser *p, struct inst *in)
{
    struct op *op = &in->op;
    const struct scalar *number = &in->o[1].s;
    op->what = part_is(in, 2, "popc") ? RED_POPC : part_is(in, 2, "and") ? RED_AND : RED_OR;
    bool count = op->what == RED_POPC;
    if (in->n_parts != 4 || !last_is(in, count ? "u32" : "pred") ||
        (op->what == RED_OR && !part_is(in, 2, "or")))
        return unsupported(p, in, "only bar.red.popc.u32 and bar.red.{and,or}.pred are supported");
    if (in->n != 3 || in->o[1].is_address || in->o[1].is_vector || number->kind != OPD_INT ||
        number->value != 0)
        return unsupported(p, in, "only barrier 0 of all the CTA's threads is supported");
    op->exec = exec_barrier_red;
    in->info.class = PTX_BARRIER;
    return (count ? destination(p, in, 0, 'w', &op->d)
                  : destination_pred(p, in, &in->o[0].s, &op->p)) &&
           source_pred(p, in, 2, &op->q, &op->r_not);
}

bool decode_bar(struct parser *p, struct inst *in)
{
    if (part_is(in, 1, "red"))
        return decode_bar_red(p, in);
    bool warp = part_is(in, 1, "warp");
    bool sync =
        part_is(in, 1, "sync") || ((warp || part_is(in, 1, "cta")) && part_is(in, 2, "sync"));
    const struct operand *o = &in->o[0];
    int most = part_is(in, 0, "barrier") ? 4 : 3;
    if (!sync || in->n_parts > most)
        return unsupported(p, in, "only bar.sync, bar.red and bar.warp.sync are supported");
    in->info.class = PTX_BARRIER;
    in->op.exec = exec_barrier;
    if (warp) {
        in->info.class = PTX_INT;
        in->op.exec = exec_syncwarp;
        return operands(p, in, 1, 1) && source(p, in, 0, 'w', &in->op.a);
    }
    if (in->n != 1 || o->is_address || o->is_vector || o->s.kind != OPD_INT || o->s.value != 0)
        return unsupported(p, in, "only barrier 0 of all the CTA's threads is supported");
    return true;
}

/* shfl.sync.bfly.b32 d|p, a, b, c, members */
bool decode_shfl(struct parser *p, struct inst *in)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    struct op *op = &in->op;
    int mode = -1;
    for (int i = 0; i < 4; i++)
        if (part_is(in, 2, modes[i]))
            mode = i;
    if (in->n_parts != 4 || !part_is(in, 1, "sync") || mode < 0 || !last_is(in, "b32"))
        return unsupported(p, in, "only shfl.sync.{up,down,bfly,idx}.b32 is supported");
    if (!operands(p, in, 5, 5))
        return false;
    if (in->o[0].is_pair) {
        in->o[0].is_pair = false;
        if (!destination_pred(p, in, &in->o[0].pair, &op->p))
            return false;
    }
    op->what = (uint8_t)mode;
    op->exec = exec_shuffle;
    in->info.class = PTX_INT;
    return destination(p, in, 0, 'w', &op->d) && source(p, in, 1, 'w', &op->a) &&
           source(p, in, 2, 'w', &op->b) && source(p, in, 3, 'w', &op->c) &&
           source(p, in, 4, 'w', &op->e);
}

/* vote.sync.any.pred p, q, members; vote.sync.ballot.b32 d, q, members; activemask.b32 d */
bool decode_vote(struct parser *p, struct inst *in)
{
    static const char *const modes[] = {"all", "any", "uni", "ballot"};
    struct op *op = &in->op;
    in->info.class = PTX_INT;
    op->exec = exec_vote;
    if (part_is(in, 0, "activemask")) {
        op->what = VOTE_ACTIVE;
        if (in->n_parts != 2 || !last_is(in, "b32"))
            return unsupported(p, in, "there is no such instruction");
        return operands(p, in, 1, 1) && destination(p, in, 0, 'w', &op->d);
    }
    int mode = -1;
    for (int i = 0; i < 4; i++)
        if (part_is(in, 2, modes[i]))
            mode = i;
    if (in->n_parts != 4 || !part_is(in, 1, "sync") || mode < 0 ||
        !last_is(in, mode == VOTE_BALLOT ? "b32" : "pred"))
        return unsupported(p, in,
                           "only vote.sync.{all,any,uni}.pred and .ballot.b32 are supported");
    op->what = (uint8_t)mode;
    if (!operands(p, in, 3, 3))
        return false;
    if (!(mode == VOTE_BALLOT ? destination(p, in, 0, 'w', &op->d)
                              : destination_pred(p, in, &in->o[0].s, &op->p)))
        return false;
    return source_pred(p, in, 1, &op->q, &op->r_not) && source(p, in, 2, 'w', &op->e);
}

/* match.any.sync.b32 d, a, members; match.all.sync.b64 d|p, a, members */
bool decode_match(struct parser *p, struct inst *in)
{
    struct op *op = &in->op;
    bool all = part_is(in, 1, "all"), wide = part_is(in, 3, "b64");
    if (in->n_parts != 4 || !part_is(in, 2, "sync") || (!all && !part_is(in, 1, "any")) ||
        (!wide && !part_is(in, 3, "b32")))
        return unsupported(p, in, "only match.{any,all}.sync.{b32,b64} is supported");
    if (!operands(p, in, 3, 3))
        return false;
    if (all && in->o[0].is_pair) {
        in->o[0].is_pair = false;
        if (!destination_pred(p, in, &in->o[0].pair, &op->p))
            return false;
    }
    op->what = all ? MATCH_ALL : MATCH_ANY;
    op->bytes = wide ? 8 : 4;
    op->exec = exec_match;
    in->info.class = PTX_INT;
    return destination(p, in, 0, 'w', &op->d) && source(p, in, 1, wide ? 'l' : 'w', &op->a) &&
           source(p, in, 2, 'w', &op->e);
}

/* redux.sync.add.u32 d, a, members */
bool decode_redux(struct parser *p, struct inst *in)
{
    static const struct {
        const char *name;
        enum redux what;
        bool bits;
    } all[] = {{"add", REDUX_ADD, false}, {"min", REDUX_MIN, false}, {"max", REDUX_MAX, false},
               {"and", REDUX_AND, true},  {"or", REDUX_OR, true},    {"xor", REDUX_XOR, true}};
    struct op *op = &in->op;
    bool is_signed = last_is(in, "s32"), known = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (part_is(in, 2, all[i].name) && last_is(in, "b32") == all[i].bits) {
            op->what = (uint8_t)all[i].what;
            known = true;
        }
    if (in->n_parts != 4 || !part_is(in, 1, "sync") || !known ||
        !(is_signed || last_is(in, "u32") || last_is(in, "b32")))
        return unsupported(
            p, in, "only redux.sync.{add,min,max}.{u32,s32} and .{and,or,xor}.b32 are supported");
    op->is_signed = is_signed;
    op->exec = exec_redux;
    in->info.class = PTX_INT;
    return operands(p, in, 3, 3) && destination(p, in, 0, 'w', &op->d) &&
           source(p, in, 1, 'w', &op->a) && source(p, in, 2, 'w', &op->e);
}
