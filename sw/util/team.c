#include "sw/util/team.h"

#include "sw/util/arena.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Looks at an atomic before a member that waits sleeps: some tens of microseconds. A member never
 * yields: on a busy machine others would then run for milliseconds, each time. */
enum { SPINS = 4000 };

/* Whether a team gains depends on the work and on what else the machine runs. So now and then it
 * does TRIED pieces by all members and as many by the caller alone, and then goes on with the
 * faster way, for twice as many pieces each time that the same way wins. */
enum { TRIED = 128, KEPT_LEAST = 1 << 12, KEPT_MOST = 1 << 20 };

struct member {
    struct team *team;
    unsigned number;
    pthread_t thread;
};

/* Members sleep for a piece to begin, the caller for it to be done: one of these for each. */
struct bell {
    atomic_uint sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t rings;
};

struct team {
    unsigned members, threads; /* threads: members but the caller, as far as they were made */
    struct member *member;
    team_work *work; /* of the piece that `piece` numbers */
    void *ctx;
    atomic_uint piece, done; /* pieces begun; members that have done the present one */
    atomic_bool over;
    struct bell begun, ended;
    /* The two ways: [0] by the caller alone, [1] by all members. */
    enum { TRY_ALONE, TRY_ALL, KEEP } phase;
    unsigned left;     /* pieces of this phase */
    unsigned kept;     /* pieces of the last KEEP */
    bool all;          /* the way of this KEEP */
    uint64_t spent[2]; /* nanoseconds of the last trials */
    uint64_t since;    /* when this phase began */
};

static void pause_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Waits until *at is `number`, or with `until_equal` false is no longer; returns it. */
static unsigned wait_for(struct bell *b, atomic_uint *at, unsigned number, bool until_equal)
{
    for (unsigned i = 0; i < SPINS; i++) {
        unsigned now = atomic_load(at);
        if ((now == number) == until_equal)
            return now;
        pause_a_little();
    }
    unsigned now;
    pthread_mutex_lock(&b->mutex);
    atomic_fetch_add(&b->sleepers, 1);
    while ((now = atomic_load(at), (now == number) != until_equal))
        pthread_cond_wait(&b->rings, &b->mutex);
    atomic_fetch_sub(&b->sleepers, 1);
    pthread_mutex_unlock(&b->mutex);
    return now;
}

/* To be called after the number has changed: who began to sleep before sees the bell, who begins to
 * sleep now sees the number. */
static void ring(struct bell *b)
{
    if (atomic_load(&b->sleepers) == 0)
        return;
    pthread_mutex_lock(&b->mutex);
    pthread_cond_broadcast(&b->rings);
    pthread_mutex_unlock(&b->mutex);
}

static void *run_member(void *arg)
{
    const struct member *m = arg;
    struct team *t = m->team;
    for (unsigned piece = 0;;) {
        piece = wait_for(&t->begun, &t->piece, piece, false);
        if (atomic_load(&t->over))
            return NULL;
        t->work(t->ctx, m->number);
        if (atomic_fetch_add(&t->done, 1) + 1 == t->members - 1)
            ring(&t->ended);
    }
}

static void begin(struct team *t)
{
    atomic_fetch_add(&t->piece, 1);
    ring(&t->begun);
}

static void bell_make(struct bell *b)
{
    pthread_mutex_init(&b->mutex, NULL);
    pthread_cond_init(&b->rings, NULL);
}

static void bell_drop(struct bell *b)
{
    pthread_cond_destroy(&b->rings);
    pthread_mutex_destroy(&b->mutex);
}

struct team *team_new(unsigned members, struct error *err)
{
    struct team *t = xcalloc(1, sizeof *t);
    t->members = members;
    t->member = xcalloc(members, sizeof *t->member);
    bell_make(&t->begun);
    bell_make(&t->ended);
    t->phase = KEEP; /* of no pieces: the first begins a trial */
    for (unsigned i = 1; i < members; i++) {
        struct member *m = &t->member[i];
        *m = (struct member){.team = t, .number = i};
        int why = pthread_create(&m->thread, NULL, run_member, m);
        if (why != 0) {
            error_set(err, "thread %u of %u cannot be started: %s; ask for fewer", i + 1, members,
                      strerror(why));
            team_free(t);
            return NULL;
        }
        t->threads++;
    }
    return t;
}

void team_free(struct team *t)
{
    if (t == NULL)
        return;
    atomic_store(&t->over, true);
    begin(t);
    for (unsigned i = 1; i <= t->threads; i++)
        pthread_join(t->member[i].thread, NULL);
    bell_drop(&t->begun);
    bell_drop(&t->ended);
    free(t->member);
    free(t);
}

unsigned team_members(const struct team *t)
{
    return t == NULL ? 1 : t->members;
}

static void by_all(struct team *t, team_work *work, void *ctx)
{
    t->work = work;
    t->ctx = ctx;
    atomic_store(&t->done, 0);
    begin(t);
    work(ctx, 0);
    wait_for(&t->ended, &t->done, t->threads, true);
}

static void by_the_caller(const struct team *t, team_work *work, void *ctx)
{
    for (unsigned i = 0; i < t->members; i++)
        work(ctx, i);
}

static uint64_t nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void next_phase(struct team *t)
{
    uint64_t now = nanoseconds();
    if (t->phase == TRY_ALONE || t->phase == TRY_ALL)
        t->spent[t->phase == TRY_ALL] = now - t->since;
    if (t->phase == TRY_ALL) {
        bool all = t->spent[1] < t->spent[0];
        t->kept = all != t->all || t->kept == 0 ? KEPT_LEAST
                  : t->kept < KEPT_MOST         ? 2 * t->kept
                                                : KEPT_MOST;
        t->all = all;
    }
    t->phase = t->phase == KEEP ? TRY_ALONE : t->phase + 1;
    t->left = t->phase == KEEP ? t->kept : TRIED;
    t->since = now;
}

void team_do(struct team *t, team_work *work, void *ctx)
{
    if (t == NULL) {
        work(ctx, 0);
        return;
    }
    if (t->left == 0)
        next_phase(t);
    t->left--;
    if (t->phase == TRY_ALL || (t->phase == KEEP && t->all))
        by_all(t, work, ctx);
    else
        by_the_caller(t, work, ctx);
}
