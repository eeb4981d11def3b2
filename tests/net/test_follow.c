/* What packets of a trace follow, against what follows from cycles written by hand. */
#include "harness/net/follow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { NODES = 4 };
enum { REQ, RSP, ACK };

/* A packet, when its last flit was sent and came out, and what it is to follow: a packet above,
 * counted from 0, or NONE; and so many cycles later. */
enum { NONE = -1 };
struct row {
    struct trace_packet p;
    struct follow_times times;
    int follows;
    uint64_t gap;
};

/* The packet that came to the stream as its number `f.number`, as the rows have come. */
static int packet_of(const struct row *rows, uint32_t n, struct follow f)
{
    struct comings c;
    struct net_trace t = {.n = n};
    t.packets = xcalloc(n, sizeof *t.packets);
    for (uint32_t i = 0; i < n; i++)
        t.packets[i] = rows[i].p;
    int found = NONE;
    comings_begin(&c, &t, NODES);
    for (uint64_t now = 0; now < 1000; now++)
        for (uint32_t i = 0; i < n; i++) {
            if (rows[i].times.out != now)
                continue;
            comings_add(&c, i, now);
            if (f.stream != FOLLOW_NONE && found == NONE && c.n[f.stream] == f.number + 1)
                found = (int)i;
        }
    comings_end(&c);
    free(t.packets);
    return found;
}

static void check(const struct row *rows, uint32_t n)
{
    static const char *classes[] = {"req", "rsp", "ack"};
    struct follow_times *times = xcalloc(n, sizeof *times);
    struct net_trace t = {.classes = {classes, 3}, .n = n};
    t.packets = xcalloc(n, sizeof *t.packets);
    for (uint32_t i = 0; i < n; i++) {
        t.packets[i] = rows[i].p;
        times[i] = rows[i].times;
    }
    struct follow *all = follow_of(&t, NODES, times);
    for (uint32_t i = 0; i < n; i++) {
        const int found = packet_of(rows, n, all[i]);
        if (found != rows[i].follows || all[i].gap != rows[i].gap)
            fail_msg("packet %u follows %d after %llu, not %d after %llu", i, found,
                     (unsigned long long)all[i].gap, rows[i].follows,
                     (unsigned long long)rows[i].gap);
    }
    free(all);
    free(times);
    free(t.packets);
}

/* Node 0 asks nodes 2 and 3, as does node 1. Cycles are counted from the first packet's, 100. */
static void by_hand(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {{100, 0, 2, REQ, 1}, {0, 10}, NONE, 0},
        {{105, 0, 3, REQ, 1}, {5, 20}, NONE, 0},
        {{106, 1, 2, REQ, 1}, {6, 15}, NONE, 0},
        /* The answer to node 1 is not to node 0's request, though that came first. */
        {{140, 2, 1, RSP, 4}, {44, 55}, 2, 25},
        {{150, 2, 0, RSP, 4}, {54, 65}, 0, 40},
        {{160, 3, 0, RSP, 4}, {64, 75}, 1, 40},
        /* After the first answer to node 0, and after the second. */
        {{170, 0, 2, REQ, 1}, {70, 80}, 4, 5},
        {{180, 0, 2, REQ, 1}, {80, 90}, 5, 5},
        /* An answer that has come to node 1 is none of node 0. */
        {{181, 1, 3, REQ, 1}, {81, 95}, 3, 26},
        /* The second and the third request of node 0. */
        {{200, 2, 0, RSP, 1}, {100, 110}, 6, 20},
        {{201, 2, 0, RSP, 1}, {120, 125}, 7, 11},
        /* All are answered: after the last request that has come. */
        {{260, 2, 0, RSP, 1}, {160, 170}, 7, 70},
        /* An acknowledgement follows an answer, which an invalidation is among. */
        {{280, 0, 2, ACK, 1}, {180, 190}, 11, 10},
    };
    check(rows, sizeof rows / sizeof *rows);
}

/* Gaps of requests that did not wait are 4, 60 and 6, of which 6 is the middle one. */
static void waits(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {{100, 0, 2, REQ, 1}, {0, 5}, NONE, 0},
        {{110, 2, 0, RSP, 4}, {13, 20}, 0, 5},
        {{124, 0, 2, REQ, 20}, {44, 49}, 1, 4},
        {{146, 0, 2, REQ, 3}, {48, 51}, 1, 6}, /* as soon as the one before is gone; else 26 */
        {{150, 0, 2, REQ, 1}, {50, 53}, 1, 6}, /* likewise; else 30 */
        {{180, 0, 2, REQ, 1}, {80, 85}, 1, 60},
        {{186, 2, 0, RSP, 4}, {90, 95}, 2, 37},
        {{201, 0, 2, REQ, 1}, {101, 105}, 6, 6},
    };
    check(rows, sizeof rows / sizeof *rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
