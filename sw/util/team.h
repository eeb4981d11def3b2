/*
 * A team of threads that share one piece of work at a time and wait for each other at its end.
 *
 * The pieces are short, some microseconds, and come one after another, so a member that waits spins
 * for a while before it sleeps. Which member does which part must not show in the result: every
 * part writes to memory of its own.
 */
#ifndef UMBEL_SW_UTIL_TEAM_H
#define UMBEL_SW_UTIL_TEAM_H

#include "sw/util/error.h"

#include <stddef.h>

struct team;

enum { TEAM_MOST = 64 }; /* members */

/* A team of `members` threads, the caller included. NULL and an error if threads cannot be made. */
struct team *team_new(unsigned members, struct error *err);
void team_free(struct team *t); /* NULL: nothing */
/* 1 for NULL: the caller alone. */
unsigned team_members(const struct team *t);

/* Calls work(ctx, member) once for every member, each on a thread of its own or all on the
 * caller's, whichever has been the faster of late; returns when all calls have returned. Member 0
 * is the caller. */
typedef void team_work(void *ctx, unsigned member);
void team_do(struct team *t, team_work *work, void *ctx);

/* A member's share of n things: [from, to). */
struct team_share {
    size_t from, to;
};
static inline struct team_share team_share(size_t n, unsigned member, unsigned members)
{
    return (struct team_share){n * member / members, n * (member + 1) / members};
}

#endif
