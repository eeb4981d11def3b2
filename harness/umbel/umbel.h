/*
 * The command `umbel`: one file per subcommand, all functions of the form of main().
 * Exit status: 0 only if the work was done and the checks passed; 130 after Ctrl-C, `kill` or
 * SIGHUP; 1 otherwise.
 */
#ifndef UMBEL_HARNESS_UMBEL_UMBEL_H
#define UMBEL_HARNESS_UMBEL_UMBEL_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int umbel_run(int argc, char **argv);
int umbel_cuda(int argc, char **argv);
int umbel_gen(int argc, char **argv);
int umbel_draw(int argc, char **argv);
int umbel_litmus(int argc, char **argv);
int umbel_net(int argc, char **argv);
int umbel_locality(int argc, char **argv);
int umbel_prove(int argc, char **argv);
int umbel_study(int argc, char **argv);
int umbel_thermal(int argc, char **argv);
int umbel_fpga(int argc, char **argv);
int umbel_systems(int argc, char **argv);
int umbel_kernels(int argc, char **argv);
int umbel_units(int argc, char **argv);

struct argp;
extern const struct argp umbel_run_argp, umbel_cuda_argp, umbel_gen_argp, umbel_draw_argp,
    umbel_litmus_argp, umbel_prove_argp, umbel_study_argp, umbel_fpga_argp, umbel_systems_argp,
    umbel_kernels_argp, umbel_units_argp, umbel_net_argp, umbel_locality_argp, umbel_thermal_argp;

/* The version that this was built from: set by version.c, where it is linked; else "unknown". */
struct umbel_version {
    const char *number, *commit, *date; /* of the commit */
    const char *models;                 /* SHA-256 of the C models' source, without comments, */
    const char *routing;                /* and of what --net-routing runs */
};
extern struct umbel_version umbel_version;
/* Prints "umbel NUMBER (COMMIT)"; returns the exit status. */
int umbel_tell_version(void);
/* {"version": NUMBER, "commit": COMMIT}, for every JSON that a command writes. */
struct json_t *umbel_about(void);

/* To be called first: makes printing to a closed or broken output an error that is reported, not
 * the end of the process; sees to signals (interrupt.h), of which `program` is told to end; removes
 * temporary files of commands that were killed; bounds memory (bound.h), and complains if that is
 * not possible. */
bool umbel_begin(const char *program);
/* Flushes stdout, then prints "umbel: MESSAGE" on stderr; returns 1. */
int umbel_complain(const struct error *err);
/* The same of work that did not end well; or, when it was told to stop, "umbel: interrupted", and
 * 130. */
int umbel_give_up(const struct error *err);
/* The same of words that are no command. */
int umbel_no_command(const char *first, const char *second);
/* Reports slow work on stderr. */
void umbel_say(const char *text);
/* 0 if all of standard output was written; otherwise complains and returns 1. */
int umbel_flush(void);

/* Calls argp, with Umbel's conventions: one line per error, status 1, --help and --version. `name`
 * is the subcommand's, such as "run". */
struct argp_state;
bool umbel_parse(const struct argp *argp, const char *name, int argc, char **argv, void *into,
                 struct error *err);
/* Part of umbel_parse: no option with a value is given twice, except --set. */
bool umbel_given_once(const struct argp *argp, int argc, char **argv, struct error *err);
/* UMBEL_HELP ends every command's options; its parser passes other keys to umbel_parse_rest. */
#define UMBEL_HELP                                                                                 \
    {"help", 'h', NULL, 0, "this text", UMBEL_LAST},                                               \
    {                                                                                              \
        "version", 'V', NULL, 0, "which Umbel this is", UMBEL_LAST                                 \
    }
enum { UMBEL_LAST = 100 }; /* the group of options that come last */
int umbel_parse_rest(int key, const struct argp_state *state, struct error *err);

/* What an option does to a command's arguments, if it only sets one: a row for each. umbel_take
 * does that, and gives other keys to umbel_parse_rest. The last row is {0}. */
struct umbel_key {
    int key;
    enum { UMBEL_IS_FLAG, UMBEL_IS_TEXT, UMBEL_IS_NUMBER, UMBEL_IS_SET } kind;
    size_t at; /* of what it sets: a bool, a const char *, a uint64_t, or a struct umbel_sets */
    const char *option; /* of a number, as messages name it */
    uint64_t least, most;
};
#define UMBEL_AT_(s, m, type)                                                                      \
    (offsetof(s, m) + 0 * sizeof(char[_Generic(((s *)0)->m, type : 1, default : -1)]))
#define UMBEL_FLAG(k, s, m)                                                                        \
    {                                                                                              \
        .key = (k), .kind = UMBEL_IS_FLAG, .at = UMBEL_AT_(s, m, bool)                             \
    }
#define UMBEL_TEXT(k, s, m)                                                                        \
    {                                                                                              \
        .key = (k), .kind = UMBEL_IS_TEXT, .at = UMBEL_AT_(s, m, const char *)                     \
    }
#define UMBEL_NUMBER(k, s, m, name, low, high)                                                     \
    {                                                                                              \
        .key = (k), .kind = UMBEL_IS_NUMBER, .at = UMBEL_AT_(s, m, uint64_t), .option = (name),    \
        .least = (low), .most = (high)                                                             \
    }
#define UMBEL_SET(k, s, m)                                                                         \
    {                                                                                              \
        .key = (k), .kind = UMBEL_IS_SET, .at = UMBEL_AT_(s, m, struct umbel_sets)                 \
    }
int umbel_take(const struct umbel_key *keys, int key, char *arg, const struct argp_state *state,
               struct error *err);

/* The argument of a command that has one; and one that a command has no use for. Return 0, or
 * EINVAL and an error. */
int umbel_only_argument(const struct argp_state *state, const char *arg, const char **into,
                        struct error *err);
int umbel_too_many(const struct argp_state *state, const char *arg, struct error *err);

/* Appends a command as a shell reads it: `first` and the words. Not whole, it is without what
 * changes no byte of the files that a run writes: their names, and the number of threads. */
struct sbuf;
void umbel_words(struct sbuf *s, const char *first, int argc, char *const *argv, bool whole);

/* Read the number given to an option; return 0, or EINVAL and an error. */
int umbel_number_in(const char *text, const char *option, uint64_t least, uint64_t most,
                    uint64_t *value, struct error *err);
int umbel_number(const char *text, const char *option, uint64_t *value, struct error *err);

/* Runs a campaign with the given tests and machine, prints its results, and writes `json` unless
 * NULL. Returns the exit status. `quiet`: prints only the summary. */
struct campaign_options;
int umbel_campaign(struct campaign_options *o, bool quiet, bool verbose, const char *json);

/* --set options in the order given. */
struct umbel_sets {
    const char *sets[256];
    size_t n;
};
bool umbel_add_set(struct umbel_sets *sets, const char *set, struct error *err);

#endif
