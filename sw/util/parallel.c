/* Work that is spread over processes. */
#include "sw/util/process.h"

#include "sw/util/arena.h"
#include "sw/util/interrupt.h"
#include "sw/util/process_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

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
    const pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0) {
        close(fds[0]);
        close(fds[1]);
        return error_set(err, "cannot start a process: %s", strerror(errno));
    }
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        process_forked();
        interrupt_in_worker();
        if (getppid() != parent) /* which ended before the prctl */
            _exit(1);
        struct error mine = {0};
        bool ok = work(i, ctx, &mine);
        ssize_t n = write(fds[1], mine.text, strlen(mine.text));
        _exit(ok && n >= 0 ? 0 : 1);
    }
    close(fds[1]);
    process_note(pid);
    *c = (struct child){pid, fds[0]};
    return true;
}

static bool collect(struct child *c, struct error *err)
{
    struct sbuf text = {0};
    process_read_fd(c->fd, &text);
    close(c->fd);
    int status = process_wait(c->pid, c->pid);
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
        if (ok && process_stopped())
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
