/*
 * Runs external programs as provers. Each program runs with a time limit, its log is kept, and its
 * verdict is read from the words that it prints. Unknown words, silence and a crash are
 * VERDICT_FAILED, never a pass.
 *
 * Each program runs in the folder DIR of its files and is given names within it: Yosys and abc
 * could take part of a folder's name for a command, even of a shell.
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

/* Runs a program for at most `seconds`; its output goes to the file DIR/NAME.log. */
struct said tool_run(const char *const *argv, uint32_t seconds, const char *dir, const char *name);
/* Runs Yosys, without a time limit, on a script that is kept as DIR/NAME.ys; its log is
 * DIR/NAME.log. A warning is an error, see warnings.h. */
bool tool_yosys(const char *dir, const char *name, const struct sbuf *script, struct error *err);
/* The same for at most `seconds`; the error then says `too_late`: what to do. */
bool tool_yosys_within(const char *dir, const char *name, const struct sbuf *script,
                       uint32_t seconds, const char *too_late, struct error *err);
/* Runs Berkeley's abc on DIR/NAME.aig, with the constraints folded into the outputs; the log is
 * DIR/LOG.log. */
struct said tool_abc(const char *dir, const char *name, const char *log, uint32_t seconds,
                     const char *commands);

/* abc's commands that join all outputs of an AIGER file into one. */
#define ABC_JOINS "orpos; strash; "
/* A question to abc about DIR/NAME.aig: its verdict by the sayings below, which end with NULL
 * words. */
struct saying;
enum verdict tool_ask_abc(const char *dir, const char *name, const char *log, uint32_t seconds,
                          const char *commands, const struct saying *sayings);

bool said_it(const struct said *s, const char *words);
/* Copies the word after the first occurrence of `before` in the log; leaves `into` unchanged when
 * there is none. */
void said_after(const struct said *s, const char *before, char *into, size_t room);

enum { ANY_STATUS = -2 };
/* Words of a program that stand for a verdict. */
struct saying {
    const char *words;
    enum verdict verdict;
    int status; /* the exit status that the program must have, or ANY_STATUS */
};

/* What abc's bmc3 and pdr say of an output that can be set. */
#define SAID_ASSERTED                                                                              \
    {                                                                                              \
        "was asserted in frame", VERDICT_BROKEN, ANY_STATUS                                        \
    }

/* The verdict of the first of the sayings that is in the log; the list ends with NULL words.
 * VERDICT_TIMEOUT if the program ran out of time. */
enum verdict said_verdict(const struct said *s, const struct saying *sayings);

/* Seconds on a clock with an arbitrary zero. */
double tool_now(void);

#endif
