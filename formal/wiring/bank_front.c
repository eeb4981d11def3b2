/*
 * What passes a um_bank_front, around an L2 bank with both roles, by the unit's own parameters:
 * where a message leaves that came in, what the unit writes into it, and what waits in the unit for
 * what. The rows `bank-front`, `bank-front-directory`, `bank-front-homes` and
 * `bank-front-homes-directory` of formal/proofs.yaml show that the unit does so.
 */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

#include <string.h>

const struct cell *bank_front_of(const struct check *k, const struct cell *l2)
{
    const struct end *req = end_at(k, l2, "req", 0);
    const bool is = req != NULL && req->peer != NULL && is_unit(req->peer->cell, "um_bank_front");
    return is ? req->peer->cell : NULL;
}

uint32_t path_bits(const struct system *s)
{
    const uint32_t home = lines_of(s).home_bits;
    return system_has_gpu_homes(s) ? 2 * home : home;
}

/* ---- where a message is for ---- */

/* The home of a request's line; -1: not known. */
static int64_t home_in(struct check *k, const struct cell *front, const struct message *m)
{
    const struct places p = places_of(k->sys, (uint32_t)value_of(front, "LINE_W"), 0);
    uint64_t home = 0;
    for (uint64_t i = 0; i < value_of(front, "HOME_W"); i++) {
        const int bit = bit_of(m, p.req_line + value_of(front, "HOME_LSB") + i);
        if (bit < 0)
            return -1;
        home |= (uint64_t)bit << i;
    }
    return (int64_t)home;
}

/* Whether an answer is for another package; -1: not known. */
static int is_for_far(struct check *k, const struct cell *front, const struct message *m)
{
    const struct places p = places_of(k->sys, (uint32_t)value_of(front, "LINE_W"), 0);
    return bit_of(m, p.rsp_dst + value_of(front, "SRC_W") - 1);
}

/* The package that is asked for a line: its GPU home, or the home if that is this package or if the
 * request is a release. */
static uint64_t asked_package(const struct cell *front, uint64_t home, bool release)
{
    const uint64_t place = (UINT64_C(1) << value_of(front, "CHIP_W")) - 1;
    const uint64_t own = value_of(front, "HOME");
    const bool is_homed = (home & place) == (own & place);
    return ((release || is_homed ? home : own) & ~place) | (home & place);
}

/* ---- what it says behind the unit ---- */

/* From here on a field is known; without bits, it is known no more. */
static void know(struct message *m, uint32_t lsb, uint32_t bits, uint64_t value)
{
    struct known *at = NULL;
    for (size_t i = sizeof m->known / sizeof *m->known; i-- > 0;)
        if (m->known[i].lsb == lsb || (m->known[i].n == 0 && at == NULL))
            at = &m->known[i];
    if (at != NULL)
        *at = (struct known){lsb, bits, value};
}

/* A request to another package: src is its asker, or | to | from |. */
static void write_request(struct check *k, const struct cell *front, struct message *m,
                          uint64_t home)
{
    const uint32_t bits = (uint32_t)value_of(front, "HOME_W");
    const struct places p =
        places_of(k->sys, (uint32_t)value_of(front, "LINE_W"), path_bits(k->sys));
    m->bits = p.req_bits;
    if (system_has_gpu_homes(k->sys))
        know(m, p.req_src + bits, bits, asked_package(front, home, m->release));
}

/* A request to the bank: it says no more which package it is for. */
static void write_asker(struct check *k, const struct cell *front, struct message *m)
{
    const struct places p =
        places_of(k->sys, (uint32_t)value_of(front, "LINE_W"), (uint32_t)value_of(front, "SRC_W"));
    m->bits = p.req_bits;
    know(m, p.req_src + (uint32_t)value_of(front, "HOME_W"), 0, 0);
}

/* An answer of the bank: its destination is narrower behind the unit. */
static void write_answer(struct check *k, const struct cell *front, struct message *m, bool far)
{
    const uint32_t bits = (uint32_t)value_of(front, far ? "HOME_W" : "OWN_W");
    const uint32_t room = far ? path_bits(k->sys) : bits;
    const struct places p = places_of(k->sys, (uint32_t)value_of(front, "LINE_W"), room);
    uint64_t to = 0;
    for (uint32_t i = 0; i < bits; i++)
        to |= (uint64_t)(bit_of(m, p.rsp_dst + i) == 1) << i;
    m->bits = p.rsp_bits;
    know(m, p.rsp_dst, room, to);
}

/* ---- its way ---- */

bool ends_in_bank_front(const struct end *at, const struct message *m)
{
    return strcmp(at->channel, "dir_ack") == 0 ||
           (m->release && strcmp(at->channel, "far_req") == 0);
}

/* Of what the bank asks and answers, the channel depends on the message. NULL: it does not tell. */
static const char *bank_turn(struct check *k, const struct end *at, struct message *m)
{
    const struct cell *front = at->cell;
    if (strcmp(at->channel, "rsp") == 0) {
        const int far = is_for_far(k, front, m);
        if (far >= 0)
            write_answer(k, front, m, far == 1);
        return far < 0 ? NULL : far == 1 ? "far_rsp" : "own_rsp";
    }
    const int64_t home = home_in(k, front, m);
    if (home < 0 || (uint64_t)home == value_of(front, "HOME"))
        return home < 0 ? NULL : "here_req";
    write_request(k, front, m, (uint64_t)home);
    return "there_req";
}

const struct end *through_bank_front(struct check *k, const struct end *at, struct message *m)
{
    static const char *const turns[][2] = {{"own_req", "req"},
                                           {"far_req", "req"},
                                           {"here_rsp", "mem_rsp"},
                                           {"ack", "far_ack"},
                                           {"there_rsp", "mem_rsp"}};
    const bool bank = strcmp(at->channel, "mem_req") == 0 || strcmp(at->channel, "rsp") == 0;
    const char *out = bank ? bank_turn(k, at, m) : NULL;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        if (strcmp(at->channel, turns[i][0]) == 0)
            out = turns[i][1];
    if (out != NULL && strcmp(out, "req") == 0)
        write_asker(k, at->cell, m);
    if (out != NULL)
        return end_at(k, at->cell, out, 0);
    wiring_found(k->f, check_of(m), "%s gets a message that tells not where it is for",
                 end_name(k, at));
    return NULL;
}

/* ---- what waits ---- */

/* The unit has a place for all that its bank may send by these (far_rsp_has_room and
 * there_req_has_room in formal/units/front.vh and bank_front_gpu.vh). */
bool always_has_room(const struct end *e)
{
    return is_unit(e->cell, "um_bank_front") &&
           (strcmp(e->channel, "far_rsp") == 0 || strcmp(e->channel, "there_req") == 0);
}

/* They have no channel of their own, so they are known by the end at which they come in. */
uint32_t near_queue(const struct check *k, const struct cell *front)
{
    return queue_of(k, end_at(k, front, "far_req", 0));
}

/* The requests that wait in the unit: own ones, far ones, and if there are any near ones. */
static uint32_t waiting(const struct check *k, const struct cell *front, uint32_t queues[3])
{
    const struct end *own = end_at(k, front, "own_req", 0), *far = end_at(k, front, "far_req", 0);
    uint32_t n = 0;
    if (own != NULL && own->peer != NULL)
        queues[n++] = queue_of(k, own->peer);
    if (far != NULL && far->peer != NULL)
        queues[n++] = queue_of(k, far->peer);
    if (far != NULL && system_has_gpu_homes(k->sys))
        queues[n++] = near_queue(k, front);
    return n;
}

void bank_front_wait_for_kills(struct check *k, const struct cell *front, const struct cell *of)
{
    uint32_t queues[3];
    const struct end *kills = end_at(k, of, "far_rsp", 0);
    for (uint32_t i = 0, n = waiting(k, front, queues); kills != NULL && i < n; i++)
        queue_waits_for(k, queues[i], queue_of(k, kills));
}

void bank_front_wait(struct check *k, const struct cell *front)
{
    static const char *const to[] = {"req", "there_req"};
    queue_through(k, front, "own_req", "there_req");
    bank_front_wait_for_kills(k, front, front);
    if (!system_has_gpu_homes(k->sys)) {
        queue_through(k, front, "ack", "far_ack");
        return;
    }
    queue_through(k, front, "rsp", "far_ack");
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        if (end_at(k, front, "far_req", 0) != NULL && end_at(k, front, to[i], 0) != NULL)
            queue_waits_for(k, near_queue(k, front), queue_of(k, end_at(k, front, to[i], 0)));
}
