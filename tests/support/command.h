/*
 * Runs build/umbel, or any other program, as a user would: takes arguments, gives both outputs and
 * the exit status. A program that exceeds its time limit is killed with all that it started.
 */
#ifndef UMBEL_TESTS_SUPPORT_COMMAND_H
#define UMBEL_TESTS_SUPPORT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct text {
    char *text; /* NUL-terminated */
    size_t len;
};

struct command {
    const char *const *argv; /* ends with NULL; argv[0] is looked up in PATH */
    const char *dir;         /* working folder; NULL: the test's own */
    const char *out;         /* file or device for its standard output; NULL: kept in `got` */
    const char *cache;       /* value of UMBEL_CACHE; NULL: inherited */
    bool tty;                /* its stderr is a terminal, on which progress shows at once */
    size_t file_limit;       /* most bytes that a file it writes may have; 0: no limit */
    int seconds;             /* time limit; 0: 300 */
    /* Set while it runs. */
    pid_t pid;
    int fds[2];
    struct text got[2]; /* stdout, stderr */
    int status;         /* exit status; 128 + signal; or -1 if it exceeded its time limit */
};

/* Fails the running test if the program cannot be started. */
void command_start(struct command *c);
/* Waits until stderr contains `text`; false if the program ends or its time is up first. */
bool command_until(struct command *c, const char *text);
/* Waits for its end. */
void command_finish(struct command *c);
void command_free(struct command *c);

static inline const char *out_of(const struct command *c)
{
    return c->got[0].text;
}

static inline const char *err_of(const struct command *c)
{
    return c->got[1].text;
}

/* Start and finish in one. */
void command_run(struct command *c);

/* The path of the command under test: $UMBEL, else build/umbel. */
const char *umbel_path(void);

/* Runs umbel with these arguments to its end:
 * `struct command c = UMBEL("run", "tsm-tiny", "relu");` */
#define UMBEL(...) umbel_run_args((const char *const[]){umbel_path(), __VA_ARGS__, NULL})
struct command umbel_run_args(const char *const *argv);

/* Runs a line in a shell, such as the repeat commands that umbel prints. "umbel" in it is the
 * command under test. */
struct command umbel_run_line(const char *line);

/* Fails the test, with both outputs, unless the status is this. */
void assert_status(const struct command *c, int status);
/* Fails the test unless the status is 1 and stderr is exactly one line that begins with "umbel: "
 * and contains every text of the list (ends with NULL). */
#define assert_complains(c, ...) assert_complaint((c), (const char *const[]){__VA_ARGS__, NULL})
void assert_complaint(const struct command *c, const char *const *texts);
/* Fails the test, and prints `text`, unless `part` is in it. */
void assert_has(const char *text, const char *part);

size_t count_lines(const char *text);
/* The last line that is not empty, without its newline; valid until the next call. */
const char *last_line(const char *text);

#endif
