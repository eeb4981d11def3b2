#include "sw/util/interrupt.h"

#include "sw/util/keeper.h"
#include "sw/util/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GRACE = 20, STATUS = 130 }; /* seconds */

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
enum { CAUGHT = sizeof caught / sizeof *caught };

static char line[64]; /* what the end is told with */
static volatile sig_atomic_t came, stops_work, worker, passes_to;
static volatile time_t first;

/* All below is called in signal handlers. */

static void end(int sig)
{
    signal(SIGCHLD, SIG_IGN); /* nobody waits for programs any more: they go when they end */
    process_stop();
    if (worker)
        _exit(STATUS);
    keeper_clean();
    if (line[0] != '\0') {
        if (write(STDERR_FILENO, line, strlen(line)) < 0)
            _exit(1);
        _exit(STATUS);
    }
    signal(sig, SIG_DFL);
    raise(sig);
}

/* A key of the terminal reaches the program, too. */
static void pass_on(int sig, const siginfo_t *info)
{
    came = 1;
    if (info->si_code <= 0)
        kill((pid_t)passes_to, sig);
    alarm(GRACE);
}

/* timeout(1) and shells send a signal twice, to a process and to its group: only a signal that
 * comes clearly later is a second one. */
static void stop_work(int sig)
{
    const time_t now = time(NULL);
    if (came && now - first > 1)
        end(sig);
    if (came)
        return;
    first = now;
    came = 1;
    process_stop();
    alarm(worker ? GRACE / 2 : GRACE);
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
    const int keep = errno;
    (void)context;
    if (passes_to > 0)
        pass_on(sig, info);
    else if (stops_work)
        stop_work(sig);
    else
        end(sig);
    errno = keep;
}

static void on_alarm(int sig)
{
    (void)sig;
    end(SIGTERM);
}

/* ---- setting up ---- */

static void catch_all(void)
{
    struct sigaction sa = {.sa_sigaction = on_signal, .sa_flags = (int)(SA_RESTART | SA_SIGINFO)};
    for (int i = 0; i < CAUGHT; i++)
        sigaddset(&sa.sa_mask, caught[i]);
    for (int i = 0; i < CAUGHT; i++) {
        struct sigaction before;
        if (sigaction(caught[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(caught[i], &sa, NULL);
    }
}

static void wait_with_patience(void)
{
    struct sigaction sa = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    for (int i = 0; i < CAUGHT; i++)
        sigaddset(&sa.sa_mask, caught[i]);
    sigaction(SIGALRM, &sa, NULL);
}

void interrupt_begin(const char *program)
{
    if (program != NULL)
        snprintf(line, sizeof line, "%s: interrupted\n", program);
    keeper_begin();
    catch_all();
}

void interrupt_stops_work(void)
{
    stops_work = 1;
    wait_with_patience();
    catch_all();
}

bool interrupt_came(void)
{
    return came != 0;
}

void interrupt_passes_to(pid_t program)
{
    passes_to = program;
    wait_with_patience();
}

void interrupt_in_worker(void)
{
    worker = 1;
}
