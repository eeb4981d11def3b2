#include "sw/util/process.h"

#include "sw/util/arena.h"
#include "sw/util/bound.h"
#include "sw/util/keeper.h"
#include "sw/util/process_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- stopping ---- */

/* Arguments for kill(). -PID: the process group of a program. PID: a forked process of ours, whose
 * own handler ends the programs that it runs. 0: a free entry. */
enum { MOST_RUNNING = 256, NOT_STARTED = 127 };
static _Atomic pid_t running[MOST_RUNNING];
static volatile sig_atomic_t stopped;

void process_stop(void)
{
    int keep = errno;
    stopped = 1;
    for (int i = 0; i < MOST_RUNNING; i++)
        if (running[i] != 0)
            kill(running[i], SIGTERM);
    errno = keep;
}

bool process_stopped(void)
{
    return stopped != 0;
}

void process_note(pid_t target)
{
    keeper_program(target, true);
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t empty = 0;
        if (atomic_compare_exchange_strong(&running[i], &empty, target))
            break;
    }
    if (stopped) /* process_stop() came before the entry was made */
        kill(target, SIGTERM);
}

static void process_forget(pid_t target)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t it = target;
        if (atomic_compare_exchange_strong(&running[i], &it, 0))
            break;
    }
    keeper_program(target, false);
}

void process_forked(void)
{
    for (int i = 0; i < MOST_RUNNING; i++) /* the other children are not this one's to end */
        running[i] = 0;
}

/* ---- one program ---- */

static bool says(const char *line, size_t n, const char *word)
{
    size_t w = strlen(word);
    for (size_t i = 0; i + w <= n; i++)
        if (strncasecmp(line + i, word, w) == 0)
            return true;
    return false;
}

/* The line to quote: the first that says what a linker misses, else the first with "error" in it,
 * else the first with "warning", else the last that is not empty. Verilator's "Exiting due to" is
 * passed over, and what the loader says of a library that it could do without: neither says why. */
static void pick_line(const char *output, const char **line, size_t *len)
{
    static const char *const words[] = {"undefined reference",
                                        "no space left on device",
                                        "cannot allocate memory",
                                        "out of memory",
                                        "error",
                                        "warning",
                                        ""};
    *line = "";
    *len = 0;
    for (size_t w = 0; w < sizeof words / sizeof *words && *len == 0; w++)
        for (const char *at = output; *at != '\0';) {
            size_t n = strcspn(at, "\n");
            if (n > 0 && says(at, n, words[w]) && !says(at, n, "Exiting due to") &&
                !says(at, n, "from LD_PRELOAD cannot be preloaded"))
                if (words[w][0] == '\0' || *len == 0)
                    *line = at, *len = n;
            at += n + (at[n] == '\n');
        }
}

void process_read_fd(int fd, struct sbuf *out)
{
    char part[4096];
    for (;;) {
        ssize_t n = read(fd, part, sizeof part);
        if (n > 0)
            sbuf_add(out, part, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return;
    }
}

/* What a program that was told to stop has started ends with it. */
static void await_group(pid_t group)
{
    const struct timespec hundredth = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < 100 && kill(group, 0) == 0; i++)
        nanosleep(&hundredth, NULL);
}

/* Removes the entry before reaping: afterwards the number may belong to another process. */
int process_wait(pid_t pid, pid_t target)
{
    int status;
    siginfo_t ended;
    while (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) < 0)
        if (errno != EINTR)
            break;
    const bool group = stopped && target < 0;
    if (group)
        kill(target, SIGKILL);
    process_forget(target);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    if (group)
        await_group(target);
    return status;
}

/* In the new process: becomes the program, which is ended when this process's parent ends, and is a
 * process group of its own, since a compiler starts other programs, which must end, too. Only calls
 * that a forked process with threads may make. */
static void become(const char *dir, const char *const *argv, char *const *environment, int out,
                   pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setpgid(0, 0);
    keeper_program(-getpid(), true); /* the parent may be killed before it tells that */
    signal(SIGPIPE, SIG_DFL); /* `umbel` ignores it; other programs expect its default action */
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (getppid() != parent) /* which ended before the prctl */
        _exit(NOT_STARTED);
    if (dir == NULL || chdir(dir) == 0)
        /* The pointers are not written through: execvpe's type predates const. */
        execvpe(argv[0], (char *const *)(size_t)argv, environment);
}

static bool is_plain(const char *path)
{
    return path == NULL ||
           path[strspn(path,
                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.+-")] ==
               '\0';
}

/* The environment of a program. Yosys and abc put $TMPDIR into command lines of a shell, so a path
 * that would be more than a word there is left out for programs that have a folder to work in. To
 * be freed. */
static char **environment_in(const char *dir)
{
    static char here[] = "TMPDIR=.";
    const bool change = dir != NULL && !is_plain(getenv("TMPDIR"));
    size_t n = 0;
    while (environ[n] != NULL)
        n++;
    char **all = xcalloc(n + 1, sizeof *all);
    for (size_t i = 0; i < n; i++)
        all[i] = change && strncmp(environ[i], here, strlen(here) - 1) == 0 ? here : environ[i];
    return all;
}

/* Starts a program; 0, or errno. The new process tells through a pipe why it could not become it.
 */
static int start(const char *dir, const char *const *argv, int out, pid_t *pid)
{
    const pid_t parent = getpid();
    int fds[2], why = 0;
    if (pipe2(fds, O_CLOEXEC) != 0)
        return errno;
    char **environment = environment_in(dir);
    *pid = fork();
    if (*pid == 0) {
        become(dir, argv, environment, out, parent);
        why = errno;
        if (write(fds[1], &why, sizeof why) < 0)
            _exit(NOT_STARTED);
        _exit(NOT_STARTED);
    }
    const int failed = errno;
    free(environment);
    close(fds[1]);
    if (*pid > 0) {
        setpgid(*pid, *pid); /* also here: whichever process is first */
        process_note(-*pid);
        ssize_t n;
        while ((n = read(fds[0], &why, sizeof why)) < 0 && errno == EINTR)
            ;
        if (n > 0)
            process_wait(*pid, -*pid);
    }
    close(fds[0]);
    return *pid < 0 ? failed : why;
}

/* Runs a program: its output, to be freed, and its wait status. NULL and an error if it could not
 * be started. */
static char *output_of(const char *dir, const char *const *argv, int *status, struct error *err)
{
    int fds[2];
    if (stopped) {
        error_set(err, "%s: not started, as we were told to stop", argv[0]);
        return NULL;
    }
    if (pipe2(fds, O_CLOEXEC) != 0) {
        error_set(err, "%s: cannot be started: %s", argv[0], strerror(errno));
        return NULL;
    }
    pid_t pid;
    int why = start(dir, argv, fds[1], &pid);
    close(fds[1]);
    struct sbuf out = {0};
    if (why == 0)
        process_read_fd(fds[0], &out);
    close(fds[0]);
    if (why != 0) {
        error_set(err, "%s: cannot be started: %s", argv[0], strerror(why));
        return NULL;
    }
    *status = process_wait(pid, -pid);
    sbuf_puts(&out, "");
    return out.text;
}

/* What a command runs: PROGRAM of "env [-u NAME] [-C DIR] NAME=VALUE... PROGRAM". */
static const char *program_of(const char *const *argv)
{
    const char *const *at = argv;
    if (strcmp(*at, "env") == 0)
        while (*++at != NULL && (**at == '-' || strchr(*at, '=') != NULL))
            at += **at == '-' && at[1] != NULL; /* the option's value */
    return *at != NULL ? *at : argv[0];
}

static bool ended_well(const char *const *argv, const char *output, int status, struct error *err)
{
    const char *line, *name = program_of(argv);
    size_t len;
    if (status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    pick_line(output, &line, &len);
    const char *bound = bound_is_why(output) ? bound_told() : "";
    if (status >= 0 && WIFSIGNALED(status))
        return error_set(err, "%s was ended by signal %d (%s)%s%.*s%s", name, WTERMSIG(status),
                         strsignal(WTERMSIG(status)), len > 0 ? ": " : "", (int)len, line, bound);
    if (len == 0)
        return error_set(err, "%s failed with status %d and said nothing", name,
                         status >= 0 ? WEXITSTATUS(status) : -1);
    return error_set(err, "%s failed: %.*s%s", name, (int)len, line, bound);
}

char *process_read(const char *const *argv, struct error *err)
{
    int status = 0;
    char *output = output_of(NULL, argv, &status, err);
    if (output != NULL && !ended_well(argv, output, status, err)) {
        free(output);
        output = NULL;
    }
    return output;
}

bool process_run_in(const char *dir, const char *const *argv, struct error *err)
{
    int status = 0;
    char *output = output_of(dir, argv, &status, err);
    bool ok = output != NULL && ended_well(argv, output, status, err);
    free(output);
    return ok;
}

bool process_run(const char *const *argv, struct error *err)
{
    return process_run_in(NULL, argv, err);
}

bool process_log_in(const char *dir, const char *const *argv, const char *log, int *status,
                    struct error *err)
{
    *status = -1;
    if (stopped)
        return error_set(err, "%s: not started, as we were told to stop", argv[0]);
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_set(err, "%s: cannot be written: %s", log, strerror(errno));
    pid_t pid;
    int why = start(dir, argv, fd, &pid);
    close(fd);
    if (why != 0)
        return error_set(err, "%s: cannot be started: %s", argv[0], strerror(why));
    int ended = process_wait(pid, -pid);
    *status = ended < 0 ? 128 : WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    if (*status >= 128 && !WIFEXITED(ended))
        return error_set(err, "%s: did not end by itself; see %s", argv[0], log);
    return true;
}

bool process_log(const char *const *argv, const char *log, int *status, struct error *err)
{
    return process_log_in(NULL, argv, log, status, err);
}

/* ---- a program that runs beside this process ---- */

pid_t process_start(const char *const *argv, const char *log, struct error *err)
{
    if (stopped) {
        error_set(err, "%s: not started, as we were told to stop", argv[0]);
        return -1;
    }
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        error_set(err, "%s: cannot be written: %s", log, strerror(errno));
        return -1;
    }
    pid_t pid = -1;
    const int why = start(NULL, argv, fd, &pid);
    close(fd);
    if (why == 0)
        return pid;
    error_set(err, "%s: cannot be started: %s", argv[0], strerror(why));
    return -1;
}

bool process_ended(pid_t pid, int *status)
{
    siginfo_t ended = {0};
    if (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0)
        return false;
    int how = process_wait(pid, -pid);
    *status = how < 0 ? 128 : WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return true;
}
