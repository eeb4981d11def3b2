/* The port over termios, on real pseudo-terminals: a peer that echoes, stalls, and hangs up. */
#include "fpga/host/board.h"
#include "tests/support/fake_board.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

struct pair {
    int master;
    char path[64];
    struct port *port;
};

static struct pair pair_open(void)
{
    struct pair p = {.master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    struct error err = {0};
    assert_true(p.master >= 0);
    assert_int_equal(grantpt(p.master), 0);
    assert_int_equal(unlockpt(p.master), 0);
    assert_int_equal(ptsname_r(p.master, p.path, sizeof p.path), 0);
    p.port = port_open(p.path, 115200, &err);
    assert_string_equal(err.text, "");
    assert_non_null(p.port);
    assert_string_equal(p.port->name, p.path);
    return p;
}

static void pair_close(struct pair *p)
{
    p->port->close(p->port);
    if (p->master >= 0)
        close(p->master);
}

static void is_gone(const struct pair *p, const struct error *err)
{
    char want[160];
    snprintf(want, sizeof want, "%s is gone (unplugged?); plug it in and run again", p->path);
    assert_string_equal(err->text, want);
}

/* ---- bytes ---- */

/* Sends every byte back until the other side is closed. */
static void *echo(void *fd)
{
    uint8_t bytes[97];
    for (ssize_t n; (n = read(*(const int *)fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t done = 0; done < n;) {
            ssize_t more = write(*(const int *)fd, bytes + done, (size_t)(n - done));
            if (more <= 0)
                return NULL;
            done += more;
        }
    return NULL;
}

static void all_bytes_come_back(void **state)
{
    (void)state;
    enum { N = 256 * 12 };
    struct pair p = pair_open();
    struct error err = {0};
    uint8_t out[N], in[N];
    pthread_t peer;
    for (size_t i = 0; i < N; i++)
        out[i] = (uint8_t)(i + i / 256); /* every byte, after different ones */
    assert_int_equal(pthread_create(&peer, NULL, echo, &p.master), 0);
    assert_true(p.port->write(p.port, out, N, 5000, &err));
    for (size_t n = 0; n < N;) {
        int got = p.port->read(p.port, in + n, N - n, 5000, &err);
        assert_true(got > 0);
        n += (size_t)got;
    }
    assert_memory_equal(in, out, N);
    assert_false(error_is_set(&err));
    p.port->close(p.port);
    pthread_join(peer, NULL);
    close(p.master);
}

static void a_read_takes_what_there_is(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    uint8_t in[16];
    assert_int_equal(write(p.master, "\003\r\n\021abc", 7), 7);
    assert_int_equal(p.port->read(p.port, in, 3, 5000, &err), 3);
    assert_memory_equal(in, "\003\r\n", 3);
    assert_int_equal(p.port->read(p.port, in, sizeof in, 5000, &err), 4);
    assert_memory_equal(in, "\021abc", 4);
    pair_close(&p);
}

static void a_read_ends_in_time(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    uint8_t byte;
    int64_t start = port_now_ms();
    assert_int_equal(p.port->read(p.port, &byte, 1, 60, &err), 0);
    assert_true(port_now_ms() - start >= 60);
    assert_int_equal(p.port->read(p.port, &byte, 1, 0, &err), 0);
    assert_false(error_is_set(&err));
    pair_close(&p);
}

/* If nobody reads, the system's buffer fills up. */
static void a_write_ends_in_time(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    char want[160];
    static uint8_t bytes[1 << 20];
    int64_t start = port_now_ms();
    assert_false(p.port->write(p.port, bytes, sizeof bytes, 60, &err));
    assert_true(port_now_ms() - start >= 60);
    snprintf(want, sizeof want, "%s: took no bytes for 60 ms; does what is at its other end run?",
             p.path);
    assert_string_equal(err.text, want);
    pair_close(&p);
}

static void what_came_before_is_thrown_away(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    uint8_t in[8];
    assert_int_equal(write(p.master, "old", 3), 3);
    p.port->close(p.port);
    int keep = open(p.path, O_RDWR | O_NOCTTY | O_CLOEXEC); /* keeps the master alive */
    assert_true(keep >= 0);
    assert_int_equal(write(p.master, "old", 3), 3);
    p.port = port_open(p.path, 115200, &err);
    assert_non_null(p.port);
    assert_int_equal(write(p.master, "new", 3), 3);
    assert_int_equal(p.port->read(p.port, in, sizeof in, 5000, &err), 3);
    assert_memory_equal(in, "new", 3);
    close(keep);
    pair_close(&p);
}

/* ---- hanging up ---- */

static void hung_up_before_a_read(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    uint8_t byte;
    close(p.master);
    p.master = -1;
    assert_int_equal(p.port->read(p.port, &byte, 1, 5000, &err), -1);
    is_gone(&p, &err);
    pair_close(&p);
}

static void hung_up_before_a_write(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    close(p.master);
    p.master = -1;
    assert_false(p.port->write(p.port, (const uint8_t *)"a", 1, 5000, &err));
    is_gone(&p, &err);
    pair_close(&p);
}

static void *hang_up(void *fd)
{
    usleep(50000);
    close(*(const int *)fd);
    return NULL;
}

/* A hang-up ends a read at once, not when its time is over. */
static void hung_up_during_a_read(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    uint8_t byte;
    pthread_t peer;
    int64_t start = port_now_ms();
    assert_int_equal(pthread_create(&peer, NULL, hang_up, &p.master), 0);
    assert_int_equal(p.port->read(p.port, &byte, 1, 60000, &err), -1);
    assert_true(port_now_ms() - start < 30000);
    is_gone(&p, &err);
    pthread_join(peer, NULL);
    p.master = -1;
    pair_close(&p);
}

static void hung_up_during_a_write(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    static uint8_t bytes[1 << 20];
    pthread_t peer;
    assert_int_equal(pthread_create(&peer, NULL, hang_up, &p.master), 0);
    assert_false(p.port->write(p.port, bytes, sizeof bytes, 60000, &err));
    is_gone(&p, &err);
    pthread_join(peer, NULL);
    p.master = -1;
    pair_close(&p);
}

/* ---- a board ---- */

static struct fake_board board;

/* A fake board at the other end, by the real clock. */
static void *be_a_board(void *fd)
{
    uint8_t bytes[64], answer[FAKE_ANSWER_MAX];
    for (ssize_t n; (n = read(*(const int *)fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            size_t len = fake_board_hear(&board, port_now_ms() * 1000, bytes[i], answer);
            if (len > 0 && write(*(const int *)fd, answer, len) != (ssize_t)len)
                return NULL;
        }
    return NULL;
}

static void a_board_answers(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    uint16_t out[500], in[500];
    pthread_t peer;
    fake_board_init(&board, 10000);
    assert_int_equal(pthread_create(&peer, NULL, be_a_board, &p.master), 0);
    struct board *b = board_open(p.port, NULL, &err);
    assert_string_equal(err.text, "");
    assert_int_equal(b->shape.gpus, 2);
    for (size_t i = 0; i < 500; i++)
        out[i] = (uint16_t)(i * 131);
    assert_true(board_write(b, BOARD_MEMORY, out, 500, &err));
    assert_true(board_read(b, BOARD_MEMORY, in, 500, &err));
    assert_memory_equal(in, out, sizeof out);
    assert_memory_equal(board.words + BOARD_MEMORY, out, sizeof out);
    board_close(b); /* also closes the line, which ends the peer */
    pthread_join(peer, NULL);
    close(p.master);
}

/* ---- opening ---- */

/* The line has no echo, no line discipline and eight bits, whatever its settings were before. */
static void the_line_is_raw(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct termios t;
    int fd = open(p.path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_int_equal(tcgetattr(fd, &t), 0);
    assert_int_equal(t.c_lflag & (tcflag_t)(ECHO | ICANON | ISIG | IEXTEN), 0);
    assert_int_equal(t.c_iflag & (tcflag_t)(ICRNL | INLCR | IXON | ISTRIP | PARMRK), 0);
    assert_int_equal(t.c_oflag & (tcflag_t)OPOST, 0);
    assert_int_equal(t.c_cflag & (tcflag_t)(CSIZE | PARENB | CSTOPB), CS8);
    close(fd);
    pair_close(&p);
}

/* Any baud rate is accepted for a simulated board. */
static void a_pseudo_terminal_has_no_baud_rate(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    p.port->close(p.port);
    p.port = port_open(p.path, 1234567, &err);
    assert_string_equal(err.text, "");
    assert_non_null(p.port);
    pair_close(&p);
}

static void one_program_at_a_time(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct error err = {0};
    char want[160];
    assert_null(port_open(p.path, 115200, &err));
    snprintf(want, sizeof want, "%s: is in use; end the other program that uses it", p.path);
    assert_string_equal(err.text, want);
    pair_close(&p);
}

static void refuses(const char *path, const char *text)
{
    struct error err = {0};
    char want[256];
    snprintf(want, sizeof want, "%s: %s", path, text);
    assert_null(port_open(path, 115200, &err));
    assert_string_equal(err.text, want);
}

static void what_is_no_line(void **state)
{
    (void)state;
    refuses("/dev/ttyUSB999", "cannot be opened: No such file or directory; is it plugged in? "
                              "`ls /dev/ttyUSB*` lists serial lines");
    refuses("/dev/null", "is no serial line; give the device of one, such as /dev/ttyUSB1");
    refuses("/", "cannot be opened: Is a directory; give the device of a serial line, such as "
                 "/dev/ttyUSB1");
    char path[] = "/tmp/umbel-tty-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    refuses(path, "is no serial line; give the device of one, such as /dev/ttyUSB1");
    assert_int_equal(chmod(path, 0), 0);
    if (geteuid() != 0) /* root may open everything */
        refuses(path, "cannot be opened: Permission denied; to be allowed, `sudo usermod -aG "
                      "dialout $USER` and log in again");
    unlink(path);
}

static int descriptors(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* Neither success nor failure leaves a descriptor open. */
static void all_is_closed(void **state)
{
    (void)state;
    struct error err = {0};
    int before = descriptors();
    struct pair p = pair_open();
    assert_int_equal(descriptors(), before + 2);
    assert_null(port_open(p.path, 115200, &err));
    assert_null(port_open("/dev/null", 115200, &err));
    assert_int_equal(descriptors(), before + 2);
    pair_close(&p);
    assert_int_equal(descriptors(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_come_back),
        cmocka_unit_test(a_read_takes_what_there_is),
        cmocka_unit_test(a_read_ends_in_time),
        cmocka_unit_test(a_write_ends_in_time),
        cmocka_unit_test(what_came_before_is_thrown_away),
        cmocka_unit_test(hung_up_before_a_read),
        cmocka_unit_test(hung_up_before_a_write),
        cmocka_unit_test(hung_up_during_a_read),
        cmocka_unit_test(hung_up_during_a_write),
        cmocka_unit_test(a_board_answers),
        cmocka_unit_test(the_line_is_raw),
        cmocka_unit_test(a_pseudo_terminal_has_no_baud_rate),
        cmocka_unit_test(one_program_at_a_time),
        cmocka_unit_test(what_is_no_line),
        cmocka_unit_test(all_is_closed),
    };
    return cmocka_run_group_tests_name("tty", tests, NULL, NULL);
}
