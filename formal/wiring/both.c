/*
 * Routes between packages whose L2 banks have both roles: what a bank asks for a line of another
 * package, answers, acknowledgements and releases. With a home of each line in each GPU a bank asks
 * the GPU home, and the bank there asks the home.
 */
#include "formal/wiring/trips.h"
#include "gen/system/derived.h"

static const char requests[] = "requests_reach_owners", answers[] = "answers_return";

/* A bank, the um_bank_front around it, and the package that both are in. */
struct both {
    const struct cell *l2, *front;
    uint32_t package;
};

/* The number by which the bank of another package knows one that asks. */
static int64_t number_of(const struct cell *asker, const struct cell *asked)
{
    return (INT64_C(1) << (value_of(asked, "SRC_W") - 1)) | (int64_t)value_of(asker, "HOME");
}

/* A request to the bank of package `to`, which knows this package by a number of its own, and back.
 * Returns that bank; NULL: the request got lost. */
static struct both ask(struct trips *t, struct both from, uint32_t to, uint64_t line)
{
    struct check *k = t->k;
    const struct message req = request(t, line, (uint32_t)value_of(from.l2, "MEM_SRC_W"));
    struct arrival a = follow(k, end_at(k, from.l2, "mem_req", 0), &req);
    if (!arrives(k, requests, a.at, "um_l2", "req", NULL))
        return (struct both){0};
    const struct both asked = {a.at->cell, bank_front_of(k, a.at->cell), to};
    const int64_t number = number_of(from.front, asked.l2);
    check_wires(k, requests, from.l2, line, a, links_between(k->sys, from.package, to));
    check_line_bank(t, from.l2, l2_of(k->sys, &t->lines, to, line), line, asked.l2);
    hear(t, (struct heard){asked.l2, from.front, number});
    const struct message rsp = answer(t, line, number, (uint32_t)value_of(asked.l2, "SRC_W"));
    a = follow(k, end_at(k, asked.l2, "rsp", 0), &rsp);
    if (arrives(k, answers, a.at, "um_l2", "mem_rsp", from.l2))
        check_wires(k, answers, asked.l2, line, a, links_between(k->sys, to, from.package));
    return asked;
}

/* An acknowledgement comes to the directory of the line's home, around its bank. With GPU homes
 * these have lines of theirs in acknowledgements of what they hand on. */
static void acknowledge(struct trips *t, struct both from, struct both home, uint64_t line)
{
    struct check *k = t->k;
    const bool among_answers = system_has_gpu_homes(k->sys);
    const struct message m = ack(t, line, (uint32_t)value_of(from.front, "TAG_W"));
    const struct end *at =
        among_answers ? end_at(k, from.front, "far_ack", 0) : end_at(k, from.l2, "ack", 0);
    const struct arrival a = follow(k, at, &m);
    if (arrives(k, requests, a.at, "um_bank_front", "dir_ack", home.front))
        check_wires(k, requests, from.l2, line, a,
                    links_between(k->sys, from.package, home.package));
}

/* A release goes to the home's directory past the GPU home, which is asked for other requests, and
 * the directory answers it. */
static void release(struct trips *t, struct both from, uint64_t line)
{
    struct check *k = t->k;
    struct message m = request(t, line, (uint32_t)value_of(from.l2, "MEM_SRC_W"));
    const uint32_t links = links_between(k->sys, from.package, home_of(&t->lines, line));
    m.release = true;
    struct arrival a = follow(k, end_at(k, from.l2, "mem_req", 0), &m);
    if (!arrives(k, requests, a.at, "um_bank_front", "far_req", NULL))
        return;
    const struct cell *home = a.at->cell;
    const struct end *bank = end_at(k, home, "req", 0);
    check_wires(k, requests, from.l2, line, a, links);
    if (bank != NULL && bank->peer != NULL)
        check_line_bank(t, from.l2, l2_of(k->sys, &t->lines, home_of(&t->lines, line), line), line,
                        bank->peer->cell);
    const struct message rsp =
        answer(t, line, (int64_t)value_of(from.front, "HOME"), path_bits(k->sys));
    a = follow(k, end_at(k, home, "far_rsp", 0), &rsp);
    if (arrives(k, answers, a.at, "um_l2", "mem_rsp", from.l2))
        check_wires(k, answers, home, line, a, links);
}

/* With GPU homes: an own request waits until a near one, which it has become at the GPU home, has
 * been answered; and what the GPU home itself asks as one, its own near requests wait for. Kills
 * across GPUs wait until the GPU home has handed on those before. */
static void wait_for(struct trips *t, struct both from, struct both asked, uint64_t line)
{
    struct check *k = t->k;
    const struct end *own = end_at(k, from.front, "own_req", 0);
    const uint32_t home = home_of(&t->lines, line);
    const bool is_far = value_of(asked.front, "HOME") == home;
    const bool homed = is_gpu_home(k->sys, &t->lines, from.package, line);
    if (is_far && homed)
        bank_front_wait_for_kills(k, asked.front, from.front);
    if (!is_far && own != NULL && own->peer != NULL)
        queue_waits_for(k, queue_of(k, own->peer), near_queue(k, asked.front));
    if (!is_far && homed)
        queue_waits_for(k, near_queue(k, from.front), near_queue(k, asked.front));
}

void beyond_both(struct trips *t, const struct cell *l2, uint32_t gpu, uint64_t line)
{
    struct check *k = t->k;
    const struct system *s = k->sys;
    const bool gpu_homes = system_has_gpu_homes(s);
    const struct both from = {l2, bank_front_of(k, l2), gpu};
    const uint32_t home = home_of(&t->lines, line), to = asked_for(s, &t->lines, gpu, line);
    if (from.front == NULL)
        return;
    const struct both asked = ask(t, from, to, line);
    if (gpu_homes && to != home)
        release(t, from, line);
    if (asked.front == NULL)
        return;
    if (system_has_directory(s) && to == home)
        acknowledge(t, from, asked, line);
    if (gpu_homes) {
        wait_for(t, from, asked, line);
        same_width(k, from.front, "REMOTES", asked.front, "REMOTES");
        same_width(k, from.front, "CREDITS", asked.front, "CREDITS");
    }
}
