/*
 * Other people's programs as provers: each is run with a time limit, its log kept, and what it says
 * of the question read from its own words. Words that nobody knows, silence and a crash are
 * VERDICT_FAILED, never a pass.
 *
 * Each runs in the folder DIR that its files are in, and is told their names there: Yosys and abc
 * would take a part of a folder's name for a command, of a shell too.
 */
#ifndef UMBEL_FORMAL_PROVE_TOOL_H
#define UMBEL_FORMAL_PROVE_TOOL_H

#include "formal/prove/prover.h"
#include "sw/util/sbuf.h"

#include <stddef.h>

struct said {
    char *text; /* its log, to be freed; "" if it cannot be read */
    int status; /* -1: it did not run */
};

/* Runs a program for at most so long; what it prints goes to the file DIR/NAME.log. */
struct said tool_run(const char *const *argv, uint32_t seconds, const char *dir, const char *name);
/* Yosys on a script, kept as DIR/NAME.ys; its log is DIR/NAME.log. However long it takes. A warning
 * is an error, see warnings.h. */
bool tool_yosys(const char *dir, const char *name, const struct sbuf *script, struct error *err);
/* The same, but for at most so long; `too_late` says what to do then. */
bool tool_yosys_within(const char *dir, const char *name, const struct sbuf *script,
                       uint32_t seconds, const char *too_late, struct error *err);
/* Berkeley's abc on DIR/NAME.aig with its assumptions folded in; log DIR/LOG.log. */
struct said tool_abc(const char *dir, const char *name, const char *log, uint32_t seconds,
                     const char *commands);

bool said_it(const struct said *s, const char *words);
bool said_too_late(const struct said *s);
/* The word after `before`, where it stands first; `into` stays when it does not. */
void said_after(const struct said *s, const char *before, char *into, size_t room);

enum { ANY_STATUS = -2 };
struct saying {
    const char *words;
    enum verdict verdict;
    int status; /* they count only of a program that ends with it; ANY_STATUS */
};

/* The first of the sayings, up to one without words, that was said in time. */
enum verdict said_verdict(const struct said *s, const struct saying *sayings);

/* Seconds since some moment. */
double tool_now(void);

#endif
