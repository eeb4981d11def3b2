#include "sw/util/process.h"

#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- stopping ---- */

/* Arguments for kill(). -PID: the process group of a program. PID: a forked process of ours, whose
 * own handler ends the programs that it runs. 0: a free entry. */
enum { MOST_RUNNING = 256 };
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

static void note_running(pid_t target)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t empty = 0;
        if (atomic_compare_exchange_strong(&running[i], &empty, target))
            break;
    }
    if (stopped) /* process_stop() came before the entry was made */
        kill(target, SIGTERM);
}

static void forget_running(pid_t target)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        pid_t it = target;
        if (atomic_compare_exchange_strong(&running[i], &it, 0))
            return;
    }
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
    static const char *const words[] = {"undefined reference", "error", "warning", ""};
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

static void read_all(int fd, struct sbuf *out)
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

/* Removes the entry before reaping: afterwards the number may belong to another process. */
static int wait_for(pid_t pid, pid_t target)
{
    int status;
    siginfo_t ended;
    while (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) < 0)
        if (errno != EINTR)
            break;
    forget_running(target);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

static int start(const char *dir, const char *const *argv, int out, pid_t *pid)
{
    posix_spawn_file_actions_t fa;
    posix_spawn_file_actions_init(&fa);
    if (dir != NULL)
        posix_spawn_file_actions_addchdir_np(&fa, dir);
    posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&fa, out, 1);
    posix_spawn_file_actions_adddup2(&fa, out, 2);
    /* A process group of its own, since a compiler starts other programs, which must end too. */
    posix_spawnattr_t attr;
    posix_spawnattr_init(&attr);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    /* `umbel` ignores SIGPIPE; other programs expect its default action. */
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attr, &usual);
    /* The pointers are not written through: posix_spawnp's type predates const. */
    int why = posix_spawnp(pid, argv[0], &fa, &attr, (char *const *)(size_t)argv, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&fa);
    if (why == 0)
        note_running(-*pid);
    return why;
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
        read_all(fds[0], &out);
    close(fds[0]);
    if (why != 0) {
        error_set(err, "%s: cannot be started: %s", argv[0], strerror(why));
        return NULL;
    }
    *status = wait_for(pid, -pid);
    sbuf_puts(&out, "");
    return out.text;
}

/* What a command runs: PROGRAM of "env NAME=VALUE... PROGRAM". */
static const char *program_of(const char *const *argv)
{
    const char *const *at = argv;
    if (strcmp(*at, "env") == 0)
        while (*++at != NULL && strchr(*at, '=') != NULL)
            ;
    return *at != NULL ? *at : argv[0];
}

static bool ended_well(const char *const *argv, const char *output, int status, struct error *err)
{
    const char *line, *name = program_of(argv);
    size_t len;
    if (status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    pick_line(output, &line, &len);
    if (status >= 0 && WIFSIGNALED(status))
        return error_set(err, "%s was ended by signal %d (%s)%s%.*s", name, WTERMSIG(status),
                         strsignal(WTERMSIG(status)), len > 0 ? ": " : "", (int)len, line);
    return error_set(err, "%s failed: %.*s", name, (int)len, line);
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
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_set(err, "%s: cannot be written: %s", log, strerror(errno));
    pid_t pid;
    int why = start(dir, argv, fd, &pid);
    close(fd);
    if (why != 0)
        return error_set(err, "%s: cannot be started: %s", argv[0], strerror(why));
    int ended = wait_for(pid, -pid);
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

/* In the new process: becomes the program. */
static void become(const char *const *argv, int log, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL); /* `umbel` ignores it; other programs expect its default action */
    int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(in, 0);
    dup2(log, 1);
    dup2(log, 2);
    if (getppid() != parent) /* which ended before the prctl */
        _exit(127);
    /* The pointers are not written through: execvp's type predates const. */
    execvp(argv[0], (char *const *)(size_t)argv);
    dprintf(2, "%s: cannot be started: %s\n", argv[0], strerror(errno));
    _exit(127);
}

pid_t process_start(const char *const *argv, const char *log, struct error *err)
{
    if (stopped) {
        error_set(err, "%s: not started, as we were told to stop", argv[0]);
        return -1;
    }
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        error_set(err, "%s: cannot be written: %s", log, strerror(errno));
        return -1;
    }
    const pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        become(argv, fd, parent);
    if (pid < 0) {
        error_set(err, "%s: cannot be started: %s", argv[0], strerror(errno));
    } else {
        setpgid(pid, pid); /* also here: whichever process is first */
        note_running(-pid);
    }
    close(fd);
    return pid;
}

bool process_ended(pid_t pid, int *status)
{
    siginfo_t ended = {0};
    if (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0)
        return false;
    int how = wait_for(pid, -pid);
    *status = how < 0 ? 128 : WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return true;
}

/* ---- many processes ---- */

struct child {
    pid_t pid;
    int fd; /* a pipe: the child's error message */
};

static bool launch(size_t i, struct child *c, bool (*work)(size_t, void *, struct error *),
                   void *ctx, struct error *err)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0)
        return error_set(err, "cannot start a process: %s", strerror(errno));
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        close(fds[0]);
        close(fds[1]);
        return error_set(err, "cannot start a process: %s", strerror(errno));
    }
    if (pid == 0) {
        for (int j = 0; j < MOST_RUNNING; j++) /* the other children are not this one's to end */
            running[j] = 0;
        struct error mine = {0};
        bool ok = work(i, ctx, &mine);
        ssize_t n = write(fds[1], mine.text, strlen(mine.text));
        _exit(ok && n >= 0 ? 0 : 1);
    }
    close(fds[1]);
    note_running(pid);
    *c = (struct child){pid, fds[0]};
    return true;
}

static bool collect(struct child *c, struct error *err)
{
    struct sbuf text = {0};
    read_all(c->fd, &text);
    close(c->fd);
    int status = wait_for(c->pid, c->pid);
    bool ok = status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok && text.len > 0)
        error_set(err, "%s", text.text);
    else if (!ok && status >= 0 && WIFSIGNALED(status))
        error_set(err, "a process of the work was ended by signal %d (%s)", WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
    else if (!ok)
        error_set(err, "a process of the work died");
    sbuf_free(&text);
    return ok;
}

/* Waits for a child that has ended or is about to: its pipe is closed or holds a message. */
static size_t await_any(const struct child *children, size_t n)
{
    struct pollfd *at = xcalloc(n, sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = (struct pollfd){.fd = children[i].fd, .events = POLLIN}; /* poll() ignores -1 */
    while (poll(at, n, -1) < 0 && errno == EINTR)
        ; /* process_stop() has signalled the children */
    size_t i = 0;
    while (i < n && at[i].revents == 0)
        i++;
    free(at);
    return i;
}

bool process_parallel(size_t n, int jobs, bool (*work)(size_t i, void *ctx, struct error *err),
                      void *ctx, struct error *err)
{
    struct child *children = xcalloc(n, sizeof *children);
    size_t started = 0, ended = 0, first = n; /* the lowest that failed */
    bool ok = true;
    while (ended < started || (ok && started < n)) {
        if (ok && stopped)
            ok = error_set(err, "told to stop");
        if (ok && started < n && started - ended < (size_t)jobs) {
            ok = launch(started, &children[started], work, ctx, err);
            started += ok;
        } else if (ended < started) {
            size_t i = await_any(children, started);
            struct error why = {0};
            bool failed = !collect(&children[i], &why);
            children[i].fd = -1;
            ended++;
            if (failed && (ok || (first < n && i < first))) {
                *err = why;
                first = i;
            }
            ok = ok && !failed;
        }
    }
    free(children);
    return ok;
}
