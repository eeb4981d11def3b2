/* Simulates a choice that was found: the wave, and a trace of all accesses. */
#include "formal/reach/impl.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char found_line[] = "the outcome is there";

/* Checks the trace: the threads must end with the outcome, in the cycle that was found. */
static bool read_trace(const struct reach_plan *p, struct reach_result *r, struct error *err)
{
    const char *at = strstr(r->trace, "all threads have ended");
    if (at == NULL && r->verdict == REACH_UNFINISHED)
        return true;
    if (at == NULL)
        return error_set(err, "%s: in simulation not all threads end; see %s", p->q->name, r->wave);
    while (at > r->trace && at[-1] != '\n')
        at--;
    unsigned cycle;
    if (sscanf(at, "cycle %u", &cycle) != 1 || strstr(at, found_line) == NULL)
        return error_set(err, "%s: simulation does not repeat what the search has found; see %s",
                         p->q->name, r->wave);
    if (cycle != r->depth)
        return error_set(err, "%s: found in cycle %u, but in simulation in cycle %u", p->q->name,
                         r->depth, cycle);
    return true;
}

static int is_verilog(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 2 && strcmp(e->d_name + n - 2, ".v") == 0;
}

/* Compiles the Verilog and the choice to a program for vvp. */
static bool compile(const char *dir, struct error *err)
{
    static const char *const own[] = {"um_reach.v",      "um_reach_bench.v", "um_reach_core.v",
                                      "um_reach_dram.v", "um_reach_judge.v", "um_reach_tell.v"};
    enum { OWN = sizeof own / sizeof *own, BEFORE = 7 };
    struct arena a = {0};
    struct dirent **names;
    size_t len;
    char *choice = file_read(arena_printf(&a, "%s/choice.txt", dir), &len, err);
    int n = scandir(arena_printf(&a, "%s/v", dir), &names, is_verilog, alphasort);
    bool ok = choice != NULL && (n >= 0 || error_set(err, "%s/v: cannot be read", dir));
    if (ok) {
        const char **argv = ARENA_ARRAY(&a, const char *, BEFORE + n + OWN + 1);
        const char *const before[BEFORE] = {
            "iverilog",
            "-g2012",
            "-s",
            "um_reach_bench",
            "-o",
            "replay",
            arena_printf(&a, "-DCHOICE=%.*s", (int)strcspn(choice, "\n"), choice)};
        memcpy(argv, before, sizeof before);
        for (int i = 0; i < n; i++)
            argv[BEFORE + i] = arena_printf(&a, "v/%s", names[i]->d_name);
        memcpy(argv + BEFORE + n, own, sizeof own);
        ok = process_run_in(dir, argv, err);
    }
    for (int i = 0; i < n; i++)
        free(names[i]);
    if (n >= 0)
        free(names);
    free(choice);
    arena_free(&a);
    return ok;
}

/* The lines of vvp's output that are about cycles. */
static char *events(const char *dir, struct error *err)
{
    const char *const argv[] = {"vvp", "-n", "replay", NULL};
    struct arena a = {0};
    struct sbuf s = {0};
    const char *log = arena_printf(&a, "%s/replay.txt", dir);
    int status;
    size_t len;
    char *text = process_log_in(dir, argv, log, &status, err) ? file_read(log, &len, err) : NULL;
    if (text != NULL && status != 0)
        error_set(err, "vvp failed with status %d; see %s", status, log);
    sbuf_puts(&s, "");
    for (const char *at = text != NULL ? text : "", *next; *at != '\0'; at = next) {
        size_t n = strcspn(at, "\n");
        next = at + n + (at[n] == '\n');
        if (strncmp(at, "cycle", 5) == 0)
            sbuf_add(&s, at, (size_t)(next - at));
    }
    free(text);
    if (error_is_set(err) || !file_write(arena_printf(&a, "%s/trace.txt", dir), s.text, s.len, err))
        sbuf_free(&s);
    arena_free(&a);
    return s.text;
}

bool reach_replay(const struct reach_plan *p, const char *dir, struct reach_result *r,
                  struct error *err)
{
    char path[1024];
    if (!compile(dir, err))
        return false;
    r->trace = events(dir, err);
    snprintf(path, sizeof path, "%s/wave.vcd", dir);
    r->wave = xstrdup(path);
    return r->trace != NULL && read_trace(p, r, err);
}
