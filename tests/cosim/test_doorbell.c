/*
 * Copies that the host's CPU starts: bytes at their targets, descriptors and numbers in the memory
 * as this test works them out, more commands than a ring has places, and what is said when memory
 * says something else.
 */
#include "gen/system/system.h"
#include "harness/machine/machine.h"
#include "harness/run/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Runs of LINES lines: commands for each of two engines, beyond twice the ring's 64 places. */
enum { COMMANDS = 150, LINES = 3, SLOTS = 64, PATIENCE = 4000000 };

struct bench {
    struct system *sys;
    struct machine *m;
    struct pages *pages;
    uint64_t node, line, engine; /* bytes of a memory, of a line, and of an engine's lines */
    struct error err;
};

static struct bench open_bench(const char *system, const char *set)
{
    struct bench b = {0};
    char *path = system_find(system, &b.err);
    b.sys = system_load(path, &set, set != NULL, &b.err);
    assert_non_null(b.sys);
    free(path);
    return b;
}

static void build(struct bench *b)
{
    const struct pages_config c = session_memory(b->sys, 1);
    b->m = machine_new(b->sys, NULL, &b->err);
    if (b->m == NULL)
        print_error("%s\n", b->err.text);
    assert_non_null(b->m);
    b->pages = pages_new(&c);
    machine_use_pages(b->m, b->pages);
    b->line = b->sys->line_bytes;
    b->node = b->sys->umc.count * b->sys->umc.bytes;
    b->engine = SLOTS * 16 + 2 * b->line;
}

static void close_bench(struct bench *b)
{
    machine_free(b->m);
    pages_free(b->pages);
    system_free(b->sys);
}

/* Where an engine's lines begin in the memory of a node, if two engines have theirs at its end. */
static uint64_t lines_at(const struct bench *b, uint64_t node, uint32_t gpu)
{
    return (node + 1) * b->node - (2 - gpu) * b->engine;
}

static uint64_t host(const struct bench *b)
{
    return pages_host(b->pages);
}

static uint64_t memory_word(const struct bench *b, uint64_t address)
{
    uint64_t word;
    machine_read(b->m, address, (uint8_t *)&word, sizeof word);
    return word;
}

/* Each engine copies from the host's memory to a home's: command n of GPU g lines 8 n and on to
 * 5 n and on. */
static struct pages_move move_of(const struct bench *b, uint32_t gpu, uint32_t n)
{
    return (struct pages_move){host(b) * b->node + (gpu * 8 * COMMANDS + 8 * n) * b->line,
                               gpu * b->node + 5 * n * b->line, LINES * b->line};
}

static uint8_t byte_of(uint32_t gpu, uint32_t n, uint64_t i)
{
    return (uint8_t)(31 * n + 7 * i + 101 * gpu + n / 8);
}

static void ask(struct bench *b, uint32_t commands)
{
    for (uint32_t n = 0; n < commands; n++)
        for (uint32_t g = 0; g < 2; g++) {
            const struct pages_move move = move_of(b, g, n);
            for (uint64_t i = 0; i < move.bytes; i++) {
                const uint8_t byte = byte_of(g, n, i);
                machine_poke(b->m, move.from + i, &byte, 1);
            }
            machine_host_copy(b->m, g, &move);
        }
}

/* Until all copies have ended, or an error. */
static bool ends(struct bench *b)
{
    for (int i = 0; i < PATIENCE && !machine_copies_idle(b->m); i++)
        if (!machine_cycle(b->m, NULL, &b->err))
            return false;
    return machine_copies_idle(b->m);
}

/* ---- what memory has afterwards ---- */

static void check_bytes(const struct bench *b)
{
    for (uint32_t g = 0; g < 2; g++)
        for (uint32_t n = 0; n < COMMANDS; n++) {
            const struct pages_move move = move_of(b, g, n);
            for (uint64_t i = 0; i < move.bytes; i++) {
                uint8_t got;
                machine_read(b->m, move.to + i, &got, 1);
                assert_int_equal(got, byte_of(g, n, i));
            }
        }
}

/* The ring has the last 64 commands; both numbers are those of all. */
static void check_ring(const struct bench *b, bool doorbell_at_host)
{
    for (uint32_t g = 0; g < 2; g++) {
        const uint64_t done = lines_at(b, host(b), g), ring = done + 2 * b->line;
        const uint64_t bell = doorbell_at_host ? done + b->line : (g + 1) * b->node - 2 * b->engine;
        assert_int_equal(memory_word(b, done), COMMANDS);
        assert_int_equal(memory_word(b, bell), COMMANDS);
        for (uint32_t n = COMMANDS - SLOTS; n < COMMANDS; n++) {
            const struct pages_move move = move_of(b, g, n);
            const uint64_t at = ring + n % SLOTS * 16;
            assert_int_equal(memory_word(b, at), move.from / b->line + ((uint64_t)LINES << 48));
            assert_int_equal(memory_word(b, at + 8), move.to / b->line);
        }
    }
}

/* Caches that write back have to be emptied before memory says anything. */
static void copies(void **state)
{
    (void)state;
    static const struct {
        const char *system, *set;
        bool at_host;
    } cases[] = {{"pcie-tiny", NULL, false},
                 {"pcie-tiny", "protocol=nc-wb", false},
                 {"pcie-tiny", "protocol=mgcc", false},
                 {"cmn-tiny", NULL, false},
                 {"gmn-tiny", NULL, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b = open_bench(cases[i].system, cases[i].set);
        build(&b);
        ask(&b, COMMANDS);
        assert_true(ends(&b));
        for (uint32_t g = 0; g < 2; g++) {
            assert_int_equal(machine_copies_done(b.m, g), COMMANDS);
            assert_int_equal(machine_copies_written(b.m, g), COMMANDS * LINES);
        }
        const struct cpu_stats *cpu = cpu_stats(machine_cpu(b.m));
        assert_true(cpu->stores >= 2 * COMMANDS);
        assert_true(cpu->functions >= 2 * (COMMANDS / 6 + 2 + 2));
        assert_true(machine_flush(b.m, &b.err));
        check_bytes(&b);
        check_ring(&b, cases[i].at_host);
        close_bench(&b);
    }
}

/* Copies that the machine itself wants are not the CPU's, nor those of a machine without one. */
static void without_cpu(void **state)
{
    (void)state;
    for (int by_cpu = 0; by_cpu < 2; by_cpu++) {
        struct bench b = open_bench("pcie-tiny", by_cpu ? NULL : "cpu.misses=0");
        build(&b);
        const struct pages_move move = move_of(&b, 1, 0);
        if (by_cpu)
            machine_copy(b.m, 1, &move);
        else
            machine_host_copy(b.m, 1, &move);
        assert_true(ends(&b));
        assert_int_equal(machine_copies_written(b.m, 1), LINES);
        if (by_cpu) {
            assert_int_equal(cpu_stats(machine_cpu(b.m))->functions, 0);
            assert_int_equal(memory_word(&b, lines_at(&b, host(&b), 1)), 0);
        }
        close_bench(&b);
    }
}

/* ---- memory that says something else ---- */

/* Writes a wrong word in every cycle, behind the caches' backs. */
static void is_told(uint64_t (*place)(const struct bench *), uint64_t word, const char *what)
{
    struct bench b = open_bench("pcie-tiny", NULL);
    build(&b);
    ask(&b, 8);
    bool ok = true;
    for (int i = 0; i < PATIENCE && ok && !machine_copies_idle(b.m); i++) {
        machine_poke(b.m, place(&b), (const uint8_t *)&word, sizeof word);
        ok = machine_cycle(b.m, NULL, &b.err);
    }
    assert_false(ok);
    if (strstr(b.err.text, what) == NULL)
        fail_msg("no \"%s\" in: %s", what, b.err.text);
    close_bench(&b);
}

static uint64_t second_target(const struct bench *b)
{
    return lines_at(b, host(b), 0) + 2 * b->line + 24;
}

static uint64_t doorbell(const struct bench *b)
{
    return b->node - 2 * b->engine;
}

static uint64_t done_of_second(const struct bench *b)
{
    return lines_at(b, host(b), 1);
}

static void wrong_words(void **state)
{
    (void)state;
    is_told(second_target, 0x77, "gpu0's copy engine reads in its ring at cycle");
    is_told(second_target, 0x77,
            ": 3 lines from 0x200008 to 0x77; the CPU wrote: 3 lines from 0x200008 to 0x5");
    is_told(doorbell, 99, "gpu0's doorbell, line 0xfff");
    is_told(doorbell, 99, " reads 99 at cycle ");
    is_told(done_of_second, 7, "the program comes to where it can never be (__builtin_trap)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),
        cmocka_unit_test(without_cpu),
        cmocka_unit_test(wrong_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
