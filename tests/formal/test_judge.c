/*
 * um_reach_judge against a search of all interleavings, on random programs: with values that some
 * order produces, and with some of these values swapped.
 */
#include "tests/rtl/tools.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 4, ALL = 8, CASES = 100 };

struct program {
    unsigned threads, steps;
    unsigned store[ALL], place[ALL], value[ALL];
};

static uint64_t seed = 1;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* Whether some order of the remaining accesses explains their values, with this memory. */
static bool explained(const struct program *p, const unsigned *done, const unsigned *memory)
{
    bool end = true;
    for (unsigned t = 0; t < p->threads; t++) {
        if (done[t] == p->steps)
            continue;
        end = false;
        unsigned n = t * p->steps + done[t], then[THREADS], holds[2] = {memory[0], memory[1]};
        if (!p->store[n] && p->value[n] != memory[p->place[n]])
            continue;
        if (p->store[n])
            holds[p->place[n]] = n + 1;
        memcpy(then, done, sizeof then);
        then[t]++;
        if (explained(p, then, holds))
            return true;
    }
    return end;
}

/* Draws a program whose loads return values of some order; in two of three cases some values are
 * then changed. */
static void draw(struct program *p)
{
    unsigned n = p->threads * p->steps, done[THREADS] = {0}, memory[2] = {0};
    for (unsigned i = 0; i < n; i++)
        p->store[i] = below(2), p->place[i] = below(2);
    for (unsigned left = n; left > 0;) {
        unsigned t = below(p->threads), i = t * p->steps + done[t];
        if (done[t] == p->steps)
            continue;
        p->value[i] = p->store[i] ? 0 : memory[p->place[i]];
        if (p->store[i])
            memory[p->place[i]] = i + 1;
        done[t]++, left--;
    }
    for (unsigned k = below(3); k > 0; k--) {
        unsigned i = below(n);
        if (!p->store[i])
            p->value[i] = below(n + 1);
    }
}

static void bench(void **state, unsigned threads, unsigned steps, unsigned bits)
{
    struct sbuf s = {0};
    unsigned n = threads * steps;
    sbuf_printf(&s,
                "module bench;\n    reg [%u:0] cases [0:%d];\n    reg [%u:0] now;\n    wire ok;\n"
                "    um_reach_judge #(.THREADS(%u), .STEPS(%u), .VALUE_W(%u)) judge (\n"
                "        .store_i(now[%u:0]), .place_i(now[%u:%u]), .value_i(now[%u:%u]), "
                ".explained_o(ok));\n    integer i, wrong = 0;\n    initial begin\n"
                "        $readmemb(\"%s\", cases);\n        for (i = 0; i < %d; i = i + 1) begin\n"
                "            now = cases[i];\n            #1 if (ok !== now[%u])\n"
                "                wrong = wrong + 1;\n        end\n"
                "        $display(\"%%0d wrong\", wrong);\n    end\nendmodule\n",
                n * (2 + bits), CASES - 1, n * (2 + bits), threads, steps, bits, n - 1, 2 * n - 1,
                n, n * (2 + bits) - 1, 2 * n, in_folder(state, "cases.txt"), CASES, n * (2 + bits));
    write_text(in_folder(state, "bench.v"), sbuf_str(&s));
    sbuf_free(&s);
}

/* Writes one line per case: the verdict, then values, places and stores, the last access first. */
static unsigned cases(void **state, unsigned threads, unsigned steps, unsigned bits)
{
    struct sbuf s = {0};
    unsigned yes = 0;
    for (unsigned c = 0; c < CASES; c++) {
        struct program p = {.threads = threads, .steps = steps};
        draw(&p);
        bool ok = explained(&p, (unsigned[THREADS]){0}, (unsigned[2]){0});
        yes += ok;
        sbuf_puts(&s, ok ? "1" : "0");
        for (unsigned i = threads * steps; i-- > 0;)
            for (unsigned b = bits; b-- > 0;)
                sbuf_puts(&s, (p.value[i] >> b & 1) != 0 ? "1" : "0");
        for (unsigned i = threads * steps; i-- > 0;)
            sbuf_puts(&s, p.place[i] ? "1" : "0");
        for (unsigned i = threads * steps; i-- > 0;)
            sbuf_puts(&s, p.store[i] ? "1" : "0");
        sbuf_puts(&s, "\n");
    }
    write_text(in_folder(state, "cases.txt"), sbuf_str(&s));
    sbuf_free(&s);
    return yes;
}

static void against_all_orders(void **state)
{
    if (!tool_installed("iverilog")) {
        print_message("SKIPPED: iverilog is not installed; the judge was NOT run\n");
        skip();
    }
    static const unsigned shapes[][3] = {{2, 2, 3}, {2, 3, 3}, {3, 2, 3}, {2, 4, 4}, {4, 2, 4}};
    enum { SHAPES = sizeof shapes / sizeof *shapes, DAILY = 3 };
    for (size_t i = 0; i < SHAPES; i++) {
        if (i == DAILY)
            slow_only("smaller programs have more threads, and more accesses, too");
        unsigned yes = cases(state, shapes[i][0], shapes[i][1], shapes[i][2]);
        assert_in_range(yes, CASES / 3, CASES - CASES / 10);
        bench(state, shapes[i][0], shapes[i][1], shapes[i][2]);
        char command[1024];
        snprintf(command, sizeof command,
                 "iverilog -g2012 -s bench -o %s %s " UMBEL_ROOT
                 "/formal/reach/um_reach_judge.v 2>&1 && vvp -n %s",
                 in_folder(state, "bench"), in_folder(state, "bench.v"), in_folder(state, "bench"));
        struct sbuf said = {0};
        int status = tool_run(command, &said);
        if (status != 0 || strcmp(sbuf_str(&said), "0 wrong\n") != 0)
            fail_msg("%u threads, %u accesses: %s", shapes[i][0], shapes[i][1], sbuf_str(&said));
        sbuf_free(&said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(against_all_orders)};
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
