/* A verilated board in a process of its own, behind a pseudo-terminal for any host program. */
#include "harness/board/serve.h"
#include "sw/util/process.h"
#include "tests/fpga/simulated.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct server {
    pid_t pid;
    char path[128];
};

static void stop(int signal)
{
    (void)signal;
    process_stop();
}

static void tell(const char *path, void *ctx)
{
    if (write(*(const int *)ctx, path, strlen(path) + 1) < 0)
        _exit(2);
}

/* The child process. It reports only by its exit status. */
static void serve(int fd)
{
    struct error err = {0};
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    alarm(300); /* ends the child even if the test dies */
    struct system *sys = system_load(UMBEL_ROOT "/fpga/boards/hx8k/system.yaml", NULL, 0, &err);
    bool ok = sys != NULL && board_serve(sys, FAST, NULL, tell, &fd, &err);
    if (!ok)
        fprintf(stderr, "%s\n", err.text);
    system_free(sys);
    _exit(ok ? 0 : 1);
}

static struct server started(void)
{
    struct server s = {0};
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    fflush(NULL);
    s.pid = fork();
    assert_true(s.pid >= 0);
    if (s.pid == 0)
        serve(fds[1]);
    close(fds[1]);
    size_t n = 0;
    while (n == 0 || s.path[n - 1] != '\0') {
        ssize_t got = read(fds[0], s.path + n, sizeof s.path - n);
        assert_true(got > 0);
        n += (size_t)got;
    }
    close(fds[0]);
    return s;
}

/* Told to stop, the server ends soon, with status 0. */
static void stopped(const struct server *s)
{
    int status;
    int64_t began = port_now_ms();
    assert_int_equal(kill(s->pid, SIGTERM), 0);
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(port_now_ms() - began < 5000);
}

static struct board *opened(const struct server *s)
{
    struct error err = {0};
    struct board *b = board_open(port_open(s->path, 115200, &err), NULL, &err);
    assert_string_equal(err.text, "");
    assert_non_null(b);
    return b;
}

static void a_program(void **state)
{
    (void)state;
    struct server s = started();
    struct board *b = opened(&s);
    assert_int_equal(b->shape.slots, SLOTS);
    const struct slot slots[] = {slot_store(7, SLOT_WHOLE, 0x12345678), slot_wait(WAIT_MOST),
                                 slot_load(7)};
    const struct program p = {.engine = 1, .slots = slots, .n = 3};
    struct slot_result results[3];
    uint16_t cycles;
    uint32_t line;
    MUST(program_load(b, &p, 1, &err));
    MUST(program_run(b, 20000, &cycles, &err));
    MUST(program_results(b, &p, results, &err));
    MUST(program_read_lines(b, 7, &line, 1, &err));
    assert_int_equal(results[2].data, 0x12345678);
    assert_int_equal(line, 0x12345678);
    assert_in_range(cycles, WAIT_MOST, WAIT_MOST + 200);
    board_close(b);
    stopped(&s);
}

/* The next host finds the board as the last one left it. */
static void hosts_come_and_go(void **state)
{
    (void)state;
    struct server s = started();
    uint32_t lines[LINES], is[LINES];
    for (uint32_t i = 0; i < LINES; i++)
        lines[i] = i * 0x01010101;
    for (int round = 0; round < 3; round++) {
        struct board *b = opened(&s);
        if (round == 0)
            MUST(program_write_lines(b, 0, lines, LINES, &err));
        MUST(program_read_lines(b, 0, is, LINES, &err));
        assert_memory_equal(is, lines, sizeof lines);
        board_close(b);
    }
    stopped(&s);
}

/* A host sends half a frame, does not read, and leaves; the next host is still answered. */
static void a_host_breaks_off(void **state)
{
    (void)state;
    struct server s = started();
    struct error err = {0};
    struct port *p = port_open(s.path, 115200, &err);
    assert_non_null(p);
    uint8_t frame[FRAME_MAX];
    size_t n = frame_build(frame, (const uint8_t[]){0, 1, 0}, 3);
    for (int i = 0; i < 20; i++)
        assert_true(p->write(p, frame, n, 1000, &err));
    assert_true(p->write(p, frame, n - 2, 1000, &err));
    p->close(p);
    board_close(opened(&s));
    stopped(&s);
}

static int64_t cpu_ms(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (int64_t)u.ru_utime.tv_sec * 1000 + u.ru_utime.tv_usec / 1000;
}

/* An idle board uses no CPU time. */
static void it_rests(void **state)
{
    (void)state;
    int64_t spent[2];
    for (int i = 0; i < 2; i++) {
        int64_t before = cpu_ms();
        struct server s = started();
        board_close(opened(&s));
        poll(NULL, 0, i * 3000);
        stopped(&s);
        spent[i] = cpu_ms() - before;
    }
    assert_true(spent[1] < spent[0] + 1500);
}

/* Builds the board before any test has a time limit. */
static int built(void **state)
{
    (void)state;
    unchanged(FAST);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program),
        cmocka_unit_test(hosts_come_and_go),
        cmocka_unit_test(a_host_breaks_off),
        cmocka_unit_test(it_rests),
    };
    return cmocka_run_group_tests_name("pty", tests, built, NULL);
}
