/* The commands, one table: the command, its help, its man pages and its completion read it. */
#ifndef UMBEL_HARNESS_UMBEL_COMMANDS_H
#define UMBEL_HARNESS_UMBEL_COMMANDS_H

#include <argp.h>

struct umbel_command {
    const char *name; /* "run", "fpga probe" */
    int (*run)(int argc, char **argv);
    const struct argp *argp;
    const char *brief; /* one line without a full stop */
};

/* Ends with a NULL name. */
extern const struct umbel_command umbel_commands[];

/* The command that the first words name, and how many words that takes; NULL if none does. */
const struct umbel_command *umbel_find(int n, char *const *words, int *taken);

/* Of the tables: what `umbel help` is about. All of them are of the form of main(). */
int umbel_help(int argc, char **argv);
extern const struct argp umbel_help_argp;

/* The page of a command, NULL for umbel itself, in man(7) macros. */
struct sbuf;
void umbel_man(const struct umbel_command *c, struct sbuf *out);

/* What the last of the words behind `umbel` may become, one line each; "<files>" where it is a
 * file's name. */
void umbel_complete(int n, char *const *words, struct sbuf *out);

#endif
