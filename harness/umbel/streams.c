/* Standard output and error of the command, and their failures. */
#include "harness/umbel/umbel.h"

#include "sw/util/bound.h"
#include "sw/util/interrupt.h"
#include "sw/util/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* If a standard stream is closed, the next file opened would get its number, and printed text would
 * go into that file. So the number is filled with a descriptor that fails: /dev/null, write-only
 * for stdin and read-only for the others. */
static void fill_closed(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* C++'s std::set_new_handler and std::set_terminate, for the verilated units and the solver.
 * Without them, a lack of memory or threads would print two lines and abort. */
typedef void handler(void);
handler *set_new_handler(handler *h) __asm__("_ZSt15set_new_handlerPFvvE");
handler *set_terminate(handler *h) __asm__("_ZSt13set_terminatePFvvE");

static void out_of_resources(void)
{
    fprintf(stderr,
            "umbel: out of memory or threads: a unit's simulation or a solver wanted more%s\n",
            bound_told());
    fflush(stdout);
    /* Not exit(): while its handlers run, another thread that finds no memory for its own variables
     * is ended by the loader, with a line more. What is left behind the keeper removes. */
    _exit(1);
}

bool umbel_begin(const char *program)
{
    fill_closed();
    /* A reader that leaves, or a limit on files (ulimit -f), is then an error of writing: it is
     * reported, and the rest of the work is done. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    set_new_handler(out_of_resources);
    set_terminate(out_of_resources);
    interrupt_begin(program);
    temp_sweep();
    struct error err = {0};
    if (bound_begin(&err))
        return true;
    fprintf(stderr, "%s: %s\n", program, err.text);
    return false;
}

static int stdout_failed; /* errno; 0: no failure */

static void flush(void)
{
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout) != 0) && stdout_failed == 0)
        stdout_failed = errno != 0 ? errno : EIO;
}

int umbel_flush(void)
{
    flush();
    if (stdout_failed == 0)
        return 0;
    fprintf(stderr, "umbel: standard output: cannot be written: %s\n", strerror(stdout_failed));
    return 1;
}

/* Flushes stdout first: if both streams go to one file, the order must be kept. */
int umbel_complain(const struct error *err)
{
    flush();
    fprintf(stderr, "umbel: %s\n", err->text);
    return 1;
}

int umbel_give_up(const struct error *err)
{
    if (!interrupt_came())
        return umbel_complain(err);
    umbel_say("interrupted");
    return 130;
}

void umbel_say(const char *text)
{
    flush();
    fprintf(stderr, "umbel: %s\n", text);
}
