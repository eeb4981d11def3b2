#include "sw/util/keeper.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the keeper is told: one packet each. */
enum what { FILE_THERE, FILE_GONE, PROGRAM_RUNS, PROGRAM_ENDS, CLEAN };
struct note {
    enum what what;
    pid_t target;
    char path[PATH_MAX]; /* only up to its NUL is sent */
};

/* ---- the keeper's side ---- */

struct known {
    char **files;
    pid_t *targets;
    size_t n_files, n_targets;
};

static void learn_file(struct known *k, const char *path, bool there)
{
    if (there) {
        k->files = xgrown(k->files, k->n_files, sizeof *k->files);
        k->files[k->n_files++] = xstrdup(path);
        return;
    }
    for (size_t i = 0; i < k->n_files; i++)
        if (strcmp(k->files[i], path) == 0) {
            free(k->files[i]);
            k->files[i] = k->files[--k->n_files];
            return;
        }
}

/* That a program runs may be told twice: by itself before it begins, and by who has started it. */
static void learn_program(struct known *k, pid_t target, bool runs)
{
    size_t at = 0;
    while (at < k->n_targets && k->targets[at] != target)
        at++;
    const bool known = at < k->n_targets;
    if (runs && !known) {
        k->targets = xgrown(k->targets, k->n_targets, sizeof *k->targets);
        k->targets[k->n_targets++] = target;
    }
    if (!runs && known)
        k->targets[at] = k->targets[--k->n_targets];
}

static void signal_all(const struct known *k, int sig)
{
    for (size_t i = 0; i < k->n_targets; i++)
        kill(k->targets[i], sig);
}

/* Whether /proc/NAME is a process of these that has not ended. One that nobody has waited for yet
 * has ended, and may stay so for seconds where init is slow; kill would still find it. */
static bool runs(const struct known *k, const char *name)
{
    char path[64], text[512];
    pid_t group = 0;
    char state = 'Z';
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    const int fd = open(path, O_RDONLY);
    const ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[got > 0 ? got : 0] = '\0';
    const char *end = strrchr(text, ')'); /* of the program's name */
    if (end == NULL || sscanf(end, ") %c %*d %d", &state, &group) != 2 || state == 'Z')
        return false;
    for (size_t i = 0; i < k->n_targets; i++)
        if (k->targets[i] == -group || k->targets[i] == (pid_t)strtol(name, NULL, 10))
            return true;
    return false;
}

static bool any_runs(const struct known *k)
{
    bool any = false;
    DIR *proc = k->n_targets > 0 ? opendir("/proc") : NULL;
    for (const struct dirent *e; proc != NULL && !any && (e = readdir(proc)) != NULL;)
        any = isdigit((unsigned char)e->d_name[0]) && runs(k, e->d_name);
    if (proc != NULL)
        closedir(proc);
    return any;
}

/* Waits until all programs have ended, for at most so many hundredths of a second. */
static bool await_all(const struct known *k, int hundredths)
{
    const struct timespec one = {.tv_nsec = 10 * 1000 * 1000};
    bool any = any_runs(k);
    for (int i = 0; i < hundredths && any; i++, any = any_runs(k))
        nanosleep(&one, NULL);
    return !any;
}

/* SIGTERM first: compilers then remove their own temporary files. What was stopped goes on, since
 * it would not end otherwise. */
static void clean(const struct known *k)
{
    signal_all(k, SIGTERM);
    signal_all(k, SIGCONT);
    if (!await_all(k, 50)) {
        signal_all(k, SIGKILL);
        await_all(k, 50);
    }
    for (size_t i = 0; i < k->n_files; i++)
        file_remove_all(k->files[i]);
}

/* Nothing of this process's own is kept open, nor does a signal to its group reach the keeper. */
static void detach(int *fd)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    setsid();
    prctl(PR_SET_NAME, "umbel-keeper");
    const int null = open("/dev/null", O_RDWR);
    for (int i = 0; i <= STDERR_FILENO; i++)
        dup2(null, i);
    *fd = dup2(*fd, STDERR_FILENO + 1);
    close_range(STDERR_FILENO + 2, ~0U, 0);
}

static _Noreturn void keep(int fd)
{
    struct known k = {0};
    struct note n;
    detach(&fd);
    for (;;) {
        const ssize_t got = recv(fd, &n, sizeof n, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        if (n.what == FILE_THERE || n.what == FILE_GONE)
            learn_file(&k, n.path, n.what == FILE_THERE);
        else if (n.what == CLEAN)
            clean(&k), send(fd, "", 1, MSG_NOSIGNAL);
        else
            learn_program(&k, n.target, n.what == PROGRAM_RUNS);
    }
    clean(&k);
    _exit(0);
}

/* ---- this process's side ---- */

static int to = -1;

/* Forked twice: the keeper is no child of this process, which may wait for any of its children. */
void keeper_begin(void)
{
    int ends[2], status;
    if (to >= 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        if (fork() == 0)
            keep(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0)
        to = ends[0];
    else
        close(ends[0]);
}

static void tell(const struct note *n)
{
    const size_t bytes = offsetof(struct note, path) + strlen(n->path) + 1;
    while (to >= 0 && send(to, n, bytes, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

void keeper_file(const char *path, bool there)
{
    struct note n = {.what = there ? FILE_THERE : FILE_GONE};
    const size_t len = strlen(path);
    if (len >= sizeof n.path)
        return;
    memcpy(n.path, path, len + 1);
    tell(&n);
}

void keeper_program(pid_t target, bool runs)
{
    tell(&(struct note){.what = runs ? PROGRAM_RUNS : PROGRAM_ENDS, .target = target});
}

void keeper_clean(void)
{
    enum { MOST_MS = 5000 };
    struct pollfd answer = {.fd = to, .events = POLLIN};
    char byte;
    if (to < 0)
        return;
    tell(&(struct note){.what = CLEAN});
    while (poll(&answer, 1, MOST_MS) < 0 && errno == EINTR)
        ;
    if (recv(to, &byte, 1, MSG_DONTWAIT) < 0)
        return;
}
