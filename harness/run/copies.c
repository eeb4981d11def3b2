/* The copies of a launch file, made by the machine's copy engines between two launches. */
#include "harness/run/session.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"
#include "sw/util/count.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>

/* The engine of the package that a page goes to, or comes from if it goes to the host. */
static uint32_t engine_of(const struct session *s, uint32_t from, uint32_t to)
{
    return to < s->sys->gpus ? to : from;
}

static bool copy_page(struct session *s, uint64_t address, uint32_t to)
{
    struct pages *pages = gpu_pages(s->gpu);
    struct pages_move move;
    uint32_t from = pages_node(pages, address);
    if (!pages_move(pages, address, to, &move))
        return false;
    if (from == pages_host(pages) || to == pages_host(pages))
        s->host_copied = true;
    machine_host_copy(s->machine, engine_of(s, from, to), &move);
    s->copied_bytes += move.bytes;
    return true;
}

/* A page goes to its node, or to the next one that has room. */
static void copy_to(struct session *s, uint64_t address, uint32_t to)
{
    struct pages *pages = gpu_pages(s->gpu);
    const uint32_t homes = system_page_homes(s->sys);
    for (uint32_t i = 0; i < homes; i++) {
        if (pages_node(pages, address) == to || copy_page(s, address, to) || to >= homes)
            return;
        to = to + 1 < homes ? to + 1 : 0;
    }
}

/* To the packages that the placement names: where they are known only at the first touch, the
 * page waits for it; where the launch's analysis knows them, it goes there now. A page that nobody
 * has touched has no bytes to copy yet. */
static void copy_buffer(struct session *s, const struct launch_copy *c)
{
    struct pages *pages = gpu_pages(s->gpu);
    const struct launch_buffer *b = &s->launch->buffers[c->buffer];
    uint64_t page = pages_align(pages);
    for (uint64_t at = c->from / page * page; at < c->from + c->bytes; at += page) {
        uint64_t address = b->address + at;
        if (pages_node(pages, address) == UINT32_MAX)
            continue;
        if (c->to >= 0)
            copy_to(s, address, (uint32_t)c->to);
        else if (c->to == LAUNCH_TO_HOST && pages_host(pages) != UINT32_MAX)
            copy_to(s, address, pages_host(pages));
        else if (c->to == LAUNCH_TO_PACKAGES && pages_by_touch(pages) && !pages_planned(pages))
            pages_await(pages, address);
        else if (c->to == LAUNCH_TO_PACKAGES)
            copy_to(s, address, pages_choice(pages, address, 0));
    }
}

/* What an engine had done when a step's copies began. */
struct begun {
    uint64_t commands, written;
};

static struct begun *begin(const struct session *s)
{
    struct begun *b = xcalloc(s->sys->gpus, sizeof *b);
    for (uint32_t g = 0; g < s->sys->gpus; g++)
        b[g] = (struct begun){machine_copies_done(s->machine, g),
                              machine_copies_written(s->machine, g)};
    return b;
}

/* Lines that an engine has written since then. */
static uint64_t written(struct machine *m, uint32_t g, const struct begun *from)
{
    return count_less(machine_copies_written(m, g), from->written);
}

/* Bytes that engines have written since then. */
static uint64_t written_since(const struct session *s, const struct begun *from)
{
    uint64_t lines = 0;
    for (uint32_t g = 0; g < s->sys->gpus; g++)
        lines = count_plus(lines, written(s->machine, g, &from[g]));
    return count_times(lines, s->sys->line_bytes);
}

/* How far the copies of a step came that did not end. A command is a page, or 1024 lines of it. */
static void tell_how_far(const struct session *s, size_t step, const struct begun *from)
{
    struct machine *m = s->machine;
    for (uint32_t g = 0; s->report != NULL && g < s->sys->gpus; g++) {
        const uint64_t asked = machine_copies_asked(m, g), done = machine_copies_done(m, g);
        const uint64_t lines = written(m, g, &from[g]);
        if (asked == from[g].commands)
            continue;
        fprintf(s->report,
                "  copies before launch %zu: gpu%u's engine has done %llu of %llu commands, and "
                "has written ",
                step + 1, g, (unsigned long long)(done - from[g].commands),
                (unsigned long long)(asked - from[g].commands));
        if (lines == COUNT_OVER)
            fprintf(s->report, "more lines than its counter can tell\n");
        else
            fprintf(s->report, "%llu lines\n", (unsigned long long)lines);
    }
}

static enum run_end wait_for_engines(struct session *s)
{
    while (!machine_copies_idle(s->machine)) {
        enum run_end end = run_cycle(s, NULL);
        if (end != RUN_OK)
            return end;
    }
    return RUN_OK;
}

static enum run_end wait_until(struct session *s, uint64_t cycle)
{
    while (s->machine->now < cycle) {
        enum run_end end = run_cycle(s, NULL);
        if (end != RUN_OK)
            return end;
    }
    return RUN_OK;
}

/* The host reads a managed buffer from end to end: a page that it does not have is a fault of its
 * own, as one thread accesses one page after the other. */
static enum run_end host_reads(struct session *s, const struct launch_buffer *b)
{
    struct pages *pages = gpu_pages(s->gpu);
    const uint32_t host = pages_host(pages);
    enum run_end end = RUN_OK;
    for (uint64_t at = 0; end == RUN_OK && at < b->bytes; at += pages_align(pages)) {
        const uint32_t node = pages_node(pages, b->address + at);
        if (node == host || node == UINT32_MAX)
            continue;
        end = wait_until(s, s->machine->now + s->sys->placement.faults.latency);
        copy_to(s, b->address + at, host);
        if (end == RUN_OK)
            end = wait_for_engines(s);
    }
    return end;
}

/* One copy of the launch file, begun; of a managed buffer to the host, the host's accesses. */
static enum run_end copy(struct session *s, const struct launch_copy *c)
{
    const struct launch_buffer *b = &s->launch->buffers[c->buffer];
    struct pages *pages = gpu_pages(s->gpu);
    if (c->to == LAUNCH_TO_HOST && s->sys->memory.host && pages_managed(pages, b->address))
        return host_reads(s, b);
    copy_buffer(s, c);
    return RUN_OK;
}

/* Whether an earlier copy of the same step is of the same buffer, of another part. */
static bool is_named(const struct launch *l, size_t copy)
{
    for (size_t i = 0; i < copy; i++)
        if (l->copies[i].step == l->copies[copy].step &&
            l->copies[i].buffer == l->copies[copy].buffer)
            return true;
    return false;
}

/* The buffers that are copied before a step; empty: none is. */
static void copied_buffers(const struct session *s, size_t step, struct sbuf *names)
{
    const struct launch *l = s->launch;
    for (size_t i = 0; i < l->n_copies; i++)
        if (l->copies[i].step == step && !is_named(l, i))
            sbuf_printf(names, "%s%s", names->len > 0 ? ", " : "",
                        l->buffers[l->copies[i].buffer].name);
}

static void end_part(struct session *s, size_t step, uint64_t bytes)
{
    struct part *part = parts_end(s->parts, s->machine, PART_COPY);
    if (part == NULL)
        return;
    struct sbuf names = {0};
    copied_buffers(s, step, &names);
    part->name = xstrdup(names.text);
    part->bytes = bytes;
    sbuf_free(&names);
}

/* For the trace. */
static void show_copies(struct session *s, size_t step, uint64_t from)
{
    struct sbuf names = {0}, text = {0};
    copied_buffers(s, step, &names);
    sbuf_printf(&text, "copy %s", names.text);
    observe_call(s->observe, text.text, NULL, from);
    sbuf_free(&names);
    sbuf_free(&text);
}

static bool has_copies(const struct session *s, size_t step)
{
    if (pages_fault_from_host(gpu_pages(s->gpu)))
        return false;
    for (size_t i = 0; i < s->launch->n_copies; i++)
        if (s->launch->copies[i].step == step)
            return s->sys->copy_engine.lines > 0 && pages_in_table(gpu_pages(s->gpu));
    return false;
}

enum run_end run_copies(struct session *s, size_t step)
{
    uint64_t before = s->machine->now, bytes = s->copied_bytes;
    if (!has_copies(s, step))
        return RUN_OK;
    parts_end(s->parts, s->machine, PART_DRAIN);
    struct begun *from = begin(s);
    enum run_end end = RUN_OK;
    s->host_copied = false;
    if (pages_planned(gpu_pages(s->gpu)) && step < gpu_step_count(s->gpu))
        gpu_plan(s->gpu, step, s->sys->gpus);
    for (size_t i = 0; end == RUN_OK && i < s->launch->n_copies; i++)
        if (s->launch->copies[i].step == step)
            end = copy(s, &s->launch->copies[i]);
    if (end == RUN_OK)
        end = wait_for_engines(s);
    const bool copied = s->copied_bytes > bytes;
    if (end != RUN_OK) {
        tell_how_far(s, step, from);
        s->copied_bytes = count_plus(bytes, written_since(s, from));
    }
    free(from);
    if (!copied)
        return end;
    /* Caches must not keep what engines have read or written, as between two launches. */
    if (end == RUN_OK && !machine_boundary(s->machine, s->err))
        end = RUN_STOPPED;
    const int kind = s->host_copied ? COPY_HOST : COPY_PEER;
    s->copy_cycles[kind] += s->machine->now - before;
    s->copied[kind] = count_plus(s->copied[kind], s->copied_bytes - bytes);
    end_part(s, step, s->copied_bytes - bytes);
    if (s->observe != NULL)
        show_copies(s, step, before);
    return end;
}
