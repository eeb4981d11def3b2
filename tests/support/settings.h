/*
 * Random settings of the machines that ship. A draw is a machine and one to three `--set`s, each of
 * a field of the reader's own tables: the schema, and the range of each number. A field that is
 * added to them is drawn.
 */
#ifndef UMBEL_TESTS_SUPPORT_SETTINGS_H
#define UMBEL_TESTS_SUPPORT_SETTINGS_H

#include "gen/system/system.h"
#include "sw/util/rng.h"

enum { MOST_SETS = 3, SET_TEXT = 96 };

struct draw {
    const char *system;
    char text[MOST_SETS][SET_TEXT]; /* "memory.umc.bytes=1024" */
    const char *sets[MOST_SETS];    /* these */
    size_t n;
};

/* All fields, and the machines that ship and whose name ends in `ending`, "": all. */
struct deck;
struct deck *deck_new(const char *ending);
void deck_free(struct deck *d);
size_t deck_fields(const struct deck *d);
/* The machine that a draw begins with. */
const struct system *deck_system(const struct deck *d, const char *name);

void deck_draw(const struct deck *d, struct rng *rng, struct draw *to);

/* How a user repeats it: "umbel VERB SYSTEM MORE --set ...". */
struct sbuf;
void draw_command(const struct draw *d, const char *verb, const char *more, struct sbuf *s);

#endif
