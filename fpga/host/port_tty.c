/* A port that is a serial line or a pseudo-terminal, through termios. */
#include "fpga/host/port.h"
#include "sw/util/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

struct tty {
    struct port port;
    int fd;
    char *path;
};

/* ---- reading and writing ---- */

/* Waits until the line can take or give bytes, or is hung up, which the read or write then reports.
 * False if the time is over first. */
static bool is_ready(const struct tty *t, short events, int64_t until)
{
    for (;;) {
        struct pollfd p = {.fd = t->fd, .events = events};
        int64_t left = until - port_now_ms();
        if (poll(&p, 1, left > 0 ? (int)left : 0) > 0)
            return true;
        if (port_now_ms() >= until)
            return false;
    }
}

static bool is_passing(int why)
{
    return why == EINTR || why == EAGAIN;
}

static bool tty_write(struct port *p, const uint8_t *bytes, size_t n, int timeout_ms,
                      struct error *err)
{
    const struct tty *t = (const struct tty *)p;
    int64_t until = port_now_ms() + timeout_ms;
    while (n > 0) {
        if (!is_ready(t, POLLOUT, until))
            return error_set(err, "%s: took no bytes for %d ms; does what is at its other end run?",
                             p->name, timeout_ms);
        ssize_t done = write(t->fd, bytes, n);
        if (done < 0 && !is_passing(errno))
            return port_is_gone(p, err);
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
            until = port_now_ms() + timeout_ms;
        }
    }
    return true;
}

static int tty_read(struct port *p, uint8_t *bytes, size_t room, int timeout_ms, struct error *err)
{
    const struct tty *t = (const struct tty *)p;
    int64_t until = port_now_ms() + timeout_ms;
    for (;;) {
        if (!is_ready(t, POLLIN, until))
            return 0;
        ssize_t n = read(t->fd, bytes, room);
        if (n > 0)
            return (int)n;
        if (n == 0 || !is_passing(errno)) {
            port_is_gone(p, err);
            return -1;
        }
    }
}

static void tty_close(struct port *p)
{
    struct tty *t = (struct tty *)p;
    close(t->fd);
    free(t->path);
    free(t);
}

/* ---- opening ---- */

static const struct {
    int baud;
    speed_t code;
} speeds[] = {
    {9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},
    {115200, B115200},   {230400, B230400},   {460800, B460800},   {500000, B500000},
    {576000, B576000},   {921600, B921600},   {1000000, B1000000}, {1152000, B1152000},
    {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000},
    {3500000, B3500000}, {4000000, B4000000},
};

/* B0, which would hang up, stands for a rate that the table does not have. */
static speed_t speed_of(int baud)
{
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].baud == baud)
            return speeds[i].code;
    return B0;
}

static bool is_pseudo_terminal(int fd)
{
    enum { FIRST = 136, LAST = 143 }; /* Linux's majors of /dev/pts */
    struct stat st;
    return fstat(fd, &st) == 0 && major(st.st_rdev) >= FIRST && major(st.st_rdev) <= LAST;
}

static bool unset(const struct tty *t, struct error *err)
{
    return error_set(err, "%s: cannot be set up: %s; unplug it, plug it in and run again", t->path,
                     strerror(errno));
}

/* Eight bits, no parity, one stop bit; raw mode, so that no byte is a control character. */
static bool set_up(const struct tty *t, int baud, struct error *err)
{
    struct termios want, got;
    speed_t speed = speed_of(baud);
    bool real = !is_pseudo_terminal(t->fd);
    if (tcgetattr(t->fd, &want) != 0)
        return unset(t, err);
    cfmakeraw(&want);
    want.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    want.c_cflag |= CLOCAL | CREAD;
    want.c_cc[VMIN] = 1;
    want.c_cc[VTIME] = 0;
    if (real && (speed == B0 || cfsetspeed(&want, speed) != 0))
        return error_set(err, "%s: cannot be set to %d baud; use the board's over usb", t->path,
                         baud);
    if (tcsetattr(t->fd, TCSANOW, &want) != 0 || tcgetattr(t->fd, &got) != 0)
        return unset(t, err);
    /* tcsetattr succeeds even if it made only some of the changes. */
    if (real && (cfgetospeed(&got) != speed || cfgetispeed(&got) != speed))
        return error_set(err, "%s: does not take %d baud; use the board's over usb", t->path, baud);
    if (tcflush(t->fd, TCIOFLUSH) != 0)
        return unset(t, err);
    return true;
}

static const char *advice(int why)
{
    switch (why) {
    case ENOENT:
    case ENXIO:
    case ENODEV:
        return "is it plugged in? `ls /dev/ttyUSB*` lists serial lines";
    case EACCES:
    case EPERM:
        return "to be allowed, `sudo usermod -aG dialout $USER` and log in again";
    case EBUSY:
        return "end the other program that uses it";
    default:
        return "give the device of a serial line, such as /dev/ttyUSB1";
    }
}

static bool open_line(struct tty *t, int baud, struct error *err)
{
    t->fd = open(t->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (t->fd < 0)
        return error_set(err, "%s: cannot be opened: %s; %s", t->path, strerror(errno),
                         advice(errno));
    if (!isatty(t->fd))
        return error_set(err, "%s: is no serial line; give the device of one, such as /dev/ttyUSB1",
                         t->path);
    /* Two programs on one line would read each other's answers. */
    if (flock(t->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, "%s: is in use; end the other program that uses it", t->path);
    return set_up(t, baud, err);
}

struct port *port_tty_open(const char *path, int baud, struct error *err)
{
    struct tty *t = xcalloc(1, sizeof *t);
    t->path = xstrdup(path);
    t->port = (struct port){t->path, tty_write, tty_read, tty_close};
    if (open_line(t, baud, err))
        return &t->port;
    if (t->fd >= 0)
        close(t->fd);
    free(t->path);
    free(t);
    return NULL;
}
