/* Standard output and error of the command, and what may happen to them. */
#include "harness/umbel/umbel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file that is opened would get the number of a closed one, and with it all that is printed: what
 * stands there instead can be opened, but neither written nor read. */
static void fill_closed(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* C++'s std::set_new_handler and std::set_terminate, for the verilated units and the solver: of
 * memory or threads that they do not get they would tell in two lines, and abort. */
typedef void handler(void);
handler *set_new_handler(handler *h) __asm__("_ZSt15set_new_handlerPFvvE");
handler *set_terminate(handler *h) __asm__("_ZSt13set_terminatePFvvE");

static void out_of_resources(void)
{
    fputs("umbel: out of memory or threads: a unit's simulation or a solver wanted more\n", stderr);
    exit(1);
}

void umbel_begin(void)
{
    fill_closed();
    /* A reader that leaves, and a limit on files (ulimit -f), are errors of writing: told, and what
     * else was asked for is done. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    set_new_handler(out_of_resources);
    set_terminate(out_of_resources);
}

static int stdout_failed; /* errno, 0: not */

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

/* Both may go to one file: in the order of writing. */
int umbel_complain(const struct error *err)
{
    flush();
    fprintf(stderr, "umbel: %s\n", err->text);
    return 1;
}

void umbel_say(const char *text)
{
    flush();
    fprintf(stderr, "umbel: %s\n", text);
}
