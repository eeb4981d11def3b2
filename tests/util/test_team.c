/* sw/util/team: each member's part is done once in each piece, before the next piece begins. */
#include "sw/util/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

enum { PIECES = 30000, THINGS = 100 };

struct sums {
    unsigned members;
    uint64_t piece;
    uint64_t value[THINGS]; /* how often each thing was worked on */
    bool late;              /* a part saw another piece than the caller's */
};

static void add(void *ctx, unsigned member)
{
    struct sums *s = ctx;
    struct team_share mine = team_share(THINGS, member, s->members);
    for (size_t i = mine.from; i < mine.to; i++) {
        if (s->value[i] != s->piece)
            s->late = true;
        s->value[i]++;
    }
}

static void each_part_once(void **state)
{
    (void)state;
    for (unsigned members = 1; members <= 5; members++) {
        struct error err = {0};
        struct team *t = team_new(members, &err);
        assert_non_null(t);
        assert_int_equal(team_members(t), members);
        struct sums s = {.members = members};
        for (; s.piece < PIECES; s.piece++) {
            if (s.piece % 10000 == 9999)
                usleep(2000); /* members fall asleep */
            team_do(t, add, &s);
        }
        for (size_t i = 0; i < THINGS; i++)
            assert_int_equal(s.value[i], PIECES);
        assert_false(s.late);
        team_free(t);
    }
}

static void without_a_team(void **state)
{
    (void)state;
    struct sums s = {.members = 1};
    assert_int_equal(team_members(NULL), 1);
    team_do(NULL, add, &s);
    for (size_t i = 0; i < THINGS; i++)
        assert_int_equal(s.value[i], 1);
    team_free(NULL);
}

/* Shares are in order, leave nothing out and differ by one at most. */
static void shares(void **state)
{
    (void)state;
    for (size_t n = 0; n < 70; n++)
        for (unsigned members = 1; members < 9; members++) {
            size_t at = 0;
            for (unsigned i = 0; i < members; i++) {
                struct team_share s = team_share(n, i, members);
                assert_int_equal(s.from, at);
                assert_true(s.to - s.from == n / members || s.to - s.from == n / members + 1);
                at = s.to;
            }
            assert_int_equal(at, n);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_once),
        cmocka_unit_test(without_a_team),
        cmocka_unit_test(shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
