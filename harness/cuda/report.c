/* What a program's machine tells at the end: a table, files for programs, the exit status. */
#include "harness/cuda/impl.h"
#include "harness/cuda/names.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 40 }; /* launches that the table has */

static const char *const ends[] = {[CUDA_OK] = "",
                                   [CUDA_NO_ROOM] = "no room",
                                   [CUDA_TOO_LARGE] = "too large",
                                   [CUDA_OUTSIDE] = "outside of memory",
                                   [CUDA_MISALIGNED] = "misaligned",
                                   [CUDA_FAULT] = "fault",
                                   [CUDA_ASSERTED] = "assertion",
                                   [CUDA_HANG] = "hang",
                                   [CUDA_INTERRUPTED] = "interrupted",
                                   [CUDA_BROKEN] = "broken"};

static const char *result_of(const struct program *p, int status)
{
    if (p->wrong_launches > 0)
        return "WRONG";
    if (p->racing_launches > 0)
        return "identical to cacheless execution, with data races";
    if (status != 0)
        return "INCOMPLETE";
    return p->racy_launches > 0 ? "identical to cacheless execution but for racy launches"
                                : "identical to cacheless execution";
}

static uint64_t launch_cycles(const struct program *p)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_launches; i++)
        sum += p->launches[i].cycles;
    return sum;
}

static void print_launches(const struct program *p, FILE *to)
{
    fprintf(to, "%-8s%-32s%-18s%-16s%14s%14s\n", "launch", "kernel", "grid", "block", "cycles",
            "instructions");
    for (size_t i = 0; i < p->n_launches && i < MOST_ROWS; i++) {
        const struct launched *l = &p->launches[i];
        char grid[48], block[48];
        snprintf(grid, sizeof grid, "%u,%u,%u", l->grid.x, l->grid.y, l->grid.z);
        snprintf(block, sizeof block, "%u,%u,%u", l->block.x, l->block.y, l->block.z);
        fprintf(to, "%-8zu%-31.31s %-18s%-16s%14llu%14llu%s%s%s\n", i + 1, l->kernel, grid, block,
                (unsigned long long)l->cycles, (unsigned long long)l->warp_insts,
                l->racy ? "  racy" : "", l->end != CUDA_OK ? "  " : "", ends[l->end]);
    }
    if (p->n_launches > MOST_ROWS)
        fprintf(to, "%zu launches more; --json has them all\n", p->n_launches - MOST_ROWS);
}

static void head(const struct program *p, struct stats *s, int status)
{
    char seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)p->o.run.seed);
    stats_header(s, "system", p->s.sys->name);
    stats_header(s, "program", p->o.program.name);
    stats_header(s, "seed", seed);
    stats_header(s, "result", result_of(p, status));
    stats_header_number(s, "cycles", p->s.machine->now);
    stats_header_number(s, "launches", p->n_launches);
    stats_header_number(s, "launch_cycles", launch_cycles(p));

    if (p->o.stray_loads)
        stats_header_number(s, "stray_loads", p->stray_loads);
    machine_stats(p->s.machine, s);
    stats_add(s, "system", "copies", "copies", "copies", "that the program asked for", p->copies);
    stats_add(s, "system", "copies", "bytes", "bytes", "of these", p->copied_bytes);
    stats_add(s, "system", "copies", "cycles", "cycles", "while copy engines copied",
              p->copy_cycles);
}

/* What became of each launch. */
static void judge_launches(const struct program *p)
{
    for (size_t i = 0; p->s.parts != NULL && i < p->n_launches; i++) {
        const struct launched *l = &p->launches[i];
        const char *unknown = l->end != CUDA_OK ? ends[l->end] : PART_NOT_COMPARED;
        p->s.parts->list[l->part].verdict = l->verdict != NULL ? l->verdict : unknown;
    }
}

/* Files of what was observed; the exit status suffers if one cannot be written. */
static bool end_observing(struct program *p, struct observed *seen)
{
    struct error err = {0};
    p->ended = true;
    if (p->s.observe == NULL || observe_end(p->s.observe, seen, &err))
        return true;
    fprintf(stderr, "umbel: %s\n", err.text);
    return false;
}

static void tell_observed(struct stats *s, const struct observed *seen)
{
    if (seen->profile != NULL) {
        stats_attach(s, "profile", profile_json(seen->profile));
        profile_print(seen->profile, stderr);
    }
    if (seen->sharing != NULL) {
        stats_attach(s, "sharing", sharing_json(seen->sharing));
        sharing_print(seen->sharing, stderr);
    }
    profile_free(seen->profile);
    sharing_free(seen->sharing);
}

/* A name that no launch had is a mistake of the user's, and would pass unnoticed. */
static void tell_unused_racy(const struct program *p)
{
    for (size_t i = 0; i < p->o.n_racy; i++) {
        bool used = false;
        for (size_t k = 0; k < p->n_launches && !used; k++)
            used = name_matches(p->o.racy[i], p->launches[k].kernel);
        if (!used)
            fprintf(stderr,
                    "umbel: --racy %s: no kernel of this name was launched; names are those of the "
                    "source or of the table, and '*%s*' finds a part of one\n",
                    p->o.racy[i], p->o.racy[i]);
    }
}

int program_end(void *ctx)
{
    struct program *p = ctx;
    struct error err = {0};
    struct observed seen = {0};
    enum cuda_end end = program_settle(p, &err);
    bool written = end_observing(p, &seen);
    bool ended = end == CUDA_OK;
    for (size_t i = 0; i < p->n_launches; i++)
        ended = ended && p->launches[i].end == CUDA_OK;
    if (ended)
        program_check_all(p);
    else if (error_is_set(&err))
        fprintf(stderr, "umbel: %s\n", err.text);
    int status = ended && p->wrong_launches + p->racing_launches == 0 && written ? 0 : 1;
    tell_unused_racy(p);
    parts_end(p->s.parts, p->s.machine, PART_DRAIN);
    struct stats *s = stats_new();
    head(p, s, status);
    if (!p->o.quiet) {
        print_launches(p, stderr);
        stats_print(s, stderr);
        program_locality_print(p, stderr);
    }
    if (p->o.locality)
        stats_attach(s, "locality_table", program_locality_json(p));
    tell_observed(s, &seen);
    judge_launches(p);
    record_program(s, &p->o.run, p->s.sys, &p->o.program);
    if (!results_write(&p->results, &p->o.run, s, p->s.parts, &err)) {
        fprintf(stderr, "umbel: %s\n", err.text);
        status = 1;
    }
    stats_free(s);
    return status;
}
