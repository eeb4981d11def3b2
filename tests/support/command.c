#include "tests/support/command.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- one program ---- */

static void become(const struct command *c, const int out, const int err)
{
    /* A process group of its own, so that its children can be killed with it. */
    setpgid(0, 0);
    /* As at a user's terminal. Tests that run in the background may inherit these as ignored. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(c->out != NULL ? open(c->out, O_WRONLY | O_CREAT, 0644) : out, 1);
    dup2(err, 2);
    if (c->dir != NULL && chdir(c->dir) != 0)
        _exit(126);
    if (c->cache != NULL)
        setenv("UMBEL_CACHE", c->cache, 1);
    if (c->file_limit > 0) {
        struct rlimit limit = {c->file_limit, c->file_limit};
        setrlimit(RLIMIT_FSIZE, &limit);
        signal(SIGXFSZ, SIG_IGN); /* like a full disk: write() fails, the program is not killed */
    }
    /* execvp does not write through the pointers; its type predates const. */
    execvp(c->argv[0], (char *const *)(size_t)c->argv);
    _exit(127);
}

/* Opens a pipe, or the two ends of a terminal. */
static bool open_ends(int ends[2], bool tty)
{
    if (!tty)
        return pipe2(ends, O_CLOEXEC) == 0;
    if (openpty(&ends[0], &ends[1], NULL, NULL, NULL) != 0)
        return false;
    struct termios t;
    tcgetattr(ends[1], &t);
    cfmakeraw(&t); /* the terminal changes no bytes */
    tcsetattr(ends[1], TCSANOW, &t);
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0;
}

void command_start(struct command *c)
{
    int pipes[2][2];
    for (int i = 0; i < 2; i++) {
        if (!open_ends(pipes[i], i == 1 && c->tty))
            fail_msg("pipe: %s", strerror(errno));
        c->got[i].text = xcalloc(1, 1);
        c->fds[i] = pipes[i][0];
    }
    fflush(NULL);
    c->pid = fork();
    if (c->pid == 0)
        become(c, pipes[0][1], pipes[1][1]);
    for (int i = 0; i < 2; i++)
        close(pipes[i][1]);
    if (c->pid < 0)
        fail_msg("fork: %s", strerror(errno));
}

/* Reads the bytes that are there; closes the pipe at its end. */
static void take(struct command *c, int which)
{
    char part[4096];
    ssize_t n = read(c->fds[which], part, sizeof part);
    if (n < 0 && errno == EINTR)
        return;
    if (n <= 0) {
        close(c->fds[which]);
        c->fds[which] = -1;
        return;
    }
    struct text *t = &c->got[which];
    t->text = xrealloc(t->text, t->len + (size_t)n + 1);
    memcpy(t->text + t->len, part, (size_t)n);
    t->len += (size_t)n;
    t->text[t->len] = '\0';
}

/* Reads until both pipes are closed, or stderr contains `text`. False: the time is up. */
static bool listen_until(struct command *c, const char *text)
{
    time_t end = time(NULL) + (c->seconds > 0 ? c->seconds : 300);
    while (c->fds[0] >= 0 || c->fds[1] >= 0) {
        if (text != NULL && strstr(err_of(c), text) != NULL)
            return true;
        struct pollfd p[2] = {{.fd = c->fds[0], .events = POLLIN},
                              {.fd = c->fds[1], .events = POLLIN}};
        if (time(NULL) > end)
            return false;
        poll(p, 2, 200);
        for (int i = 0; i < 2; i++)
            if (p[i].revents != 0)
                take(c, i);
    }
    return true;
}

bool command_until(struct command *c, const char *text)
{
    return listen_until(c, text) && strstr(err_of(c), text) != NULL;
}

void command_finish(struct command *c)
{
    bool ended = listen_until(c, NULL);
    if (!ended)
        kill(-c->pid, SIGKILL);
    int status = 0;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    for (int i = 0; i < 2; i++)
        if (c->fds[i] >= 0)
            close(c->fds[i]);
    c->status = !ended ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void command_run(struct command *c)
{
    command_start(c);
    command_finish(c);
}

void command_free(struct command *c)
{
    for (int i = 0; i < 2; i++)
        free(c->got[i].text);
    memset(c->got, 0, sizeof c->got);
}

/* ---- umbel ---- */

const char *umbel_path(void)
{
    const char *path = getenv("UMBEL");
    return path != NULL && path[0] != '\0' ? path : UMBEL_ROOT "/build/umbel";
}

struct command umbel_run_args(const char *const *argv)
{
    struct command c = {.argv = argv};
    command_run(&c);
    c.argv = NULL; /* the caller's list lives only for its statement */
    return c;
}

struct command umbel_run_line(const char *line)
{
    struct arena a = {0};
    const char *script = arena_printf(&a, "umbel() { '%s' \"$@\"; }; %s", umbel_path(), line);
    struct command c = {.argv = (const char *const[]){"/bin/sh", "-c", script, NULL}};
    command_run(&c);
    c.argv = NULL;
    arena_free(&a);
    return c;
}

/* ---- checks ---- */

void assert_status(const struct command *c, int status)
{
    if (c->status != status)
        fail_msg("status %d, not %d\nstdout: %s\nstderr: %s", c->status, status, out_of(c),
                 err_of(c));
}

void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no \"%s\" in: %s", part, text);
}

void assert_complaint(const struct command *c, const char *const *texts)
{
    assert_status(c, 1);
    if (count_lines(err_of(c)) != 1 || strncmp(err_of(c), "umbel: ", 7) != 0)
        fail_msg("not one line that begins with \"umbel: \": %s", err_of(c));
    for (; *texts != NULL; texts++)
        assert_has(err_of(c), *texts);
}

size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n')
        n++;
    return n;
}

const char *last_line(const char *text)
{
    static char line[4096];
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        end--;
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    snprintf(line, sizeof line, "%.*s", (int)(end - start), text + start);
    return line;
}
