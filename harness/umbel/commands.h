/* The table of commands, read by the command itself, its help, its man pages and its completion. */
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

/* The command that the first words name, and the number of words in its name; NULL if none. */
const struct umbel_command *umbel_find(int n, char *const *words, int *taken);

/* `umbel help`; of the form of main(). */
int umbel_help(int argc, char **argv);
extern const struct argp umbel_help_argp;

/* Appends the man page of a command, or with NULL that of umbel itself, in man(7) macros. */
struct sbuf;
void umbel_man(const struct umbel_command *c, struct sbuf *out);

/* Appends the completions of the last word after `umbel`, one per line; "<files>" if it is a file's
 * name. */
void umbel_complete(int n, char *const *words, struct sbuf *out);

#endif
