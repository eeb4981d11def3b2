#include "sw/util/progress.h"

#include "sw/util/sbuf.h"

#include <time.h>

static const double tty_every = 0.2, log_first = 1, log_every = 10;

/*
 * Reading the clock costs tens of nanoseconds. Once in 1024 calls that is negligible even for cheap
 * cycles, and a run that suddenly slows to 1000 cycles per second still prints after a second.
 */
enum { MOST_CALLS_A_LOOK = 1024 };
static const double look_every = 0.02;

static double real_clock(void *ctx)
{
    (void)ctx;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct progress progress_start_clock(FILE *out, bool is_tty, double (*clock)(void *), void *ctx)
{
    double now = clock(ctx);
    return (struct progress){
        .out = out,
        .is_tty = is_tty,
        .noun = "done",
        .what = "",
        .unit = "cycle",
        .clock = clock,
        .clock_ctx = ctx,
        .started = now,
        .looked = now,
        .next_print = now + (is_tty ? tty_every : log_first),
        .calls_a_look = 1,
    };
}

struct progress progress_start(FILE *out, bool is_tty)
{
    return progress_start_clock(out, is_tty, real_clock, NULL);
}

/* 1234567 as 1,234,567 */
static void add_grouped(struct sbuf *s, uint64_t n)
{
    if (n < 1000) {
        sbuf_printf(s, "%u", (unsigned)n);
        return;
    }
    add_grouped(s, n / 1000);
    sbuf_printf(s, ",%03u", (unsigned)(n % 1000));
}

static void add_rate(struct sbuf *s, double rate, const char *unit)
{
    if (rate < 1e3)
        sbuf_printf(s, "%.0f", rate);
    else if (rate < 1e6)
        sbuf_printf(s, "%.1fk", rate / 1e3);
    else
        sbuf_printf(s, "%.1fM", rate / 1e6);
    sbuf_printf(s, " %ss/s", unit);
}

static void add_left(struct sbuf *s, double seconds)
{
    if (seconds >= 1e6) /* eleven days: an early guess, not worth printing */
        return;
    unsigned t = (unsigned)(seconds + 0.5);
    if (t >= 3600)
        sbuf_printf(s, "  %u:%02u:%02u left", t / 3600, t / 60 % 60, t % 60);
    else
        sbuf_printf(s, "  %u:%02u left", t / 60, t % 60);
}

static void print(struct progress *p, double elapsed, uint64_t cycle, uint64_t done, uint64_t total)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s%s%s ", p->is_tty ? "\r" : "", p->what, p->unit);
    add_grouped(&s, cycle);
    if (total > 0)
        sbuf_printf(&s, "  %s %llu/%llu", p->noun, (unsigned long long)done,
                    (unsigned long long)total);
    sbuf_puts(&s, "  ");
    add_rate(&s, (double)(cycle - p->first_cycle) / elapsed, p->unit);
    if (done > 0 && done <= total)
        add_left(&s, elapsed * (double)(total - done) / (double)done);
    sbuf_puts(&s, p->is_tty ? "\033[K" : "\n"); /* clear what a longer line left behind */
    fputs(sbuf_str(&s), p->out);
    fflush(p->out);
    sbuf_free(&s);
    p->shown = true;
}

void progress_look(struct progress *p, uint64_t cycle, uint64_t done, uint64_t total)
{
    double now = p->clock(p->clock_ctx);
    if (!p->begun) {
        p->begun = true;
        p->first_cycle = cycle;
    }
    if (now - p->looked < look_every / 2 && p->calls_a_look < MOST_CALLS_A_LOOK)
        p->calls_a_look *= 2;
    else if (now - p->looked > look_every)
        p->calls_a_look = p->calls_a_look / 8 + 1;
    p->calls = 0;
    p->looked = now;
    if (now < p->next_print)
        return;
    p->next_print = now + (p->is_tty ? tty_every : log_every);
    print(p, now - p->started, cycle, done, total);
}

void progress_end(struct progress *p)
{
    if (!p->is_tty || !p->shown)
        return;
    fputs("\r\033[K", p->out);
    fflush(p->out);
    p->shown = false;
}
