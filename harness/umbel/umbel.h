/*
 * The command `umbel`: one file a subcommand, all of the form of main().
 * Exit status: 0 only when the work was done and the checks passed; 1 otherwise; 130 after Ctrl-C.
 */
#ifndef UMBEL_HARNESS_UMBEL_UMBEL_H
#define UMBEL_HARNESS_UMBEL_UMBEL_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int umbel_run(int argc, char **argv);
int umbel_gen(int argc, char **argv);
int umbel_litmus(int argc, char **argv);
int umbel_prove(int argc, char **argv);
int umbel_fpga(int argc, char **argv);
int umbel_systems(int argc, char **argv);
int umbel_kernels(int argc, char **argv);
int umbel_units(int argc, char **argv);

struct argp;
extern const struct argp umbel_run_argp, umbel_gen_argp, umbel_litmus_argp, umbel_prove_argp,
    umbel_fpga_argp, umbel_systems_argp, umbel_kernels_argp, umbel_units_argp;

/* What this command was built from: main() says it, "unknown" until then. */
struct umbel_version {
    const char *number, *commit, *date; /* of the commit */
};
extern struct umbel_version umbel_version;
/* Prints "umbel NUMBER (COMMIT)"; the exit status. */
int umbel_tell_version(void);
/* {"version": NUMBER, "commit": COMMIT}, for every JSON that a command writes. */
struct json_t *umbel_about(void);

/* To be called first: what is printed to a closed output, or one that breaks, is an error of ours
 * and not the end of the process. */
void umbel_begin(void);
/* Prints "umbel: MESSAGE" on stderr, behind what was printed on stdout; 1. */
int umbel_complain(const struct error *err);
/* Tells on stderr what takes long. */
void umbel_say(const char *text);
/* Whether all of standard output has arrived; complains otherwise. 0 or 1. */
int umbel_flush(void);

/* argp, with Umbel's manners: one line for what is wrong, status 1, --help and --version. `name`
 * is "run". */
struct argp_state;
bool umbel_parse(const struct argp *argp, const char *name, int argc, char **argv, void *into,
                 struct error *err);
/* Part of umbel_parse: no option with a value, but --set, is given twice. */
bool umbel_given_once(const struct argp *argp, int argc, char **argv, struct error *err);
/* To be the last `argp_option`s of every command, and what their parsers leave to the others. */
#define UMBEL_HELP                                                                                 \
    {"help", 'h', NULL, 0, "this text", UMBEL_LAST},                                               \
    {                                                                                              \
        "version", 'V', NULL, 0, "which Umbel this is", UMBEL_LAST                                 \
    }
enum { UMBEL_LAST = 100 }; /* the group of options that come last */
int umbel_parse_rest(int key, const struct argp_state *state, struct error *err);

/* The number that an option is given; 0, or EINVAL and an error. */
int umbel_number_in(const char *text, const char *option, uint64_t least, uint64_t most,
                    uint64_t *value, struct error *err);
int umbel_number(const char *text, const char *option, uint64_t *value, struct error *err);

/* Runs a campaign whose tests and machine are said, tells of it, writes `json` unless NULL: the
 * exit status. `quiet`: the summary alone. */
struct campaign_options;
int umbel_campaign(struct campaign_options *o, bool quiet, bool verbose, const char *json);

/* --set options as they come. */
struct umbel_sets {
    const char *sets[256];
    size_t n;
};
bool umbel_add_set(struct umbel_sets *sets, const char *set, struct error *err);

#endif
