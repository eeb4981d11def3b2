#include "harness/board/serve.h"

#include "harness/board/prototype.h"
#include "harness/board/sim_port.h"
#include "sw/util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum {
    REST_BITS = 4000,   /* bits of silence; longer than any frame and the board's timeout */
    RUN_MOST = 1 << 24, /* cycles that engines run on while the host is silent */
    STOP_MS = 200,      /* how often a resting board checks whether to stop */
    CHUNK = 64          /* bytes from the host at once */
};

struct serving {
    struct port *board;
    uint32_t div;
    int master, slave; /* the slave is kept open, so a leaving host does not hang up the line */
    char path[128];
    uint64_t moved_at; /* cycle of the last byte */
};

/* ---- the pseudo-terminal ---- */

static bool open_ends(struct serving *s)
{
    struct termios t;
    s->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (s->master < 0 || grantpt(s->master) != 0 || unlockpt(s->master) != 0 ||
        ptsname_r(s->master, s->path, sizeof s->path) != 0 ||
        fcntl(s->master, F_SETFL, O_NONBLOCK) != 0)
        return false;
    s->slave = open(s->path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (s->slave < 0 || tcgetattr(s->slave, &t) != 0)
        return false;
    cfmakeraw(&t);
    return tcsetattr(s->slave, TCSANOW, &t) == 0;
}

static void close_ends(const struct serving *s)
{
    if (s->slave >= 0)
        close(s->slave);
    if (s->master >= 0)
        close(s->master);
}

/* ---- serving ---- */

static bool rests(const struct serving *s)
{
    uint64_t still = sim_port_cycles(s->board) - s->moved_at;
    return still > (sim_port_busy(s->board) ? RUN_MOST : (uint64_t)REST_BITS * s->div);
}

/* Bytes that nobody reads are lost once the pseudo-terminal's buffer is full, as on a line. */
static bool pass_on(struct serving *s, const uint8_t *bytes, size_t n, struct error *err)
{
    while (n > 0) {
        ssize_t done = write(s->master, bytes, n);
        if (done < 0 && errno == EAGAIN)
            return true;
        if (done < 0 && errno != EINTR)
            return error_set(err, "%s: cannot be written: %s", s->path, strerror(errno));
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* Passes bytes in both directions and simulates the board for a short time. */
static bool serve_some(struct serving *s, struct error *err)
{
    uint8_t bytes[CHUNK];
    struct pollfd p = {.fd = s->master, .events = POLLIN};
    poll(&p, 1, rests(s) ? STOP_MS : 0);
    ssize_t in = read(s->master, bytes, sizeof bytes);
    if (in < 0 && errno != EAGAIN && errno != EINTR)
        return error_set(err, "%s: cannot be read: %s", s->path, strerror(errno));
    if (in > 0)
        s->board->write(s->board, bytes, (size_t)in, 0, err);
    int out = rests(s) && in <= 0 ? 0 : s->board->read(s->board, bytes, sizeof bytes, 1, err);
    if (in > 0 || out > 0)
        s->moved_at = sim_port_cycles(s->board);
    return out <= 0 || pass_on(s, bytes, (size_t)out, err);
}

static bool serve(struct serving *s, void (*tell)(const char *path, void *ctx), void *ctx,
                  struct error *err)
{
    if (!open_ends(s))
        return error_set(err, "no pseudo-terminal for the board: %s", strerror(errno));
    tell(s->path, ctx);
    bool ok = true;
    while (ok && !process_stopped())
        ok = serve_some(s, err);
    return ok;
}

bool board_serve(const struct system *sys, uint32_t div, void (*say)(const char *text),
                 void (*tell)(const char *path, void *ctx), void *ctx, struct error *err)
{
    const struct dut_type *type = prototype_build(sys, div, say, err);
    if (type == NULL)
        return false;
    struct serving s = {.board = sim_port_open(type, div), .div = div, .master = -1, .slave = -1};
    bool ok = serve(&s, tell, ctx, err);
    close_ends(&s);
    s.board->close(s.board);
    return ok;
}
