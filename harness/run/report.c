#include "harness/run/report.h"

#include "gen/system/derived.h"
#include "harness/run/memory.h"
#include "harness/run/promise.h"

#include "sw/util/process.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a wrong answer ---- */

enum { PART = 1 << 16 }; /* bytes compared between two checks for interrupts */

bool report_find(const struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                 uint64_t from, uint64_t n, const uint8_t *want, struct difference *d)
{
    uint8_t got[PART];
    const uint64_t end = from + n, start = from;
    for (; from < end; from += PART) {
        const uint64_t part = end - from < PART ? end - from : PART;
        memory_read(m, gpu, r, from, got, part);
        if (process_stopped())
            return false;
        if (memcmp(got, want + (from - start), part) == 0)
            continue;
        for (uint64_t i = 0; i < part; i++)
            if (got[i] != want[from - start + i] && d->wrong++ == 0)
                *d = (struct difference){from + i, 1, got[i], want[from - start + i]};
    }
    return true;
}

/* Who writes the byte when all steps run once more on the reference, and what races there. */
static bool search_writer(struct gpu *gpu, uint64_t address, struct flat_writer *w,
                          struct races *races)
{
    struct error ignored = {0};
    const struct flat_options o = {.watch = w, .watch_address = address, .races = races};
    struct flat *again = flat_run(gpu, &o, &ignored);
    flat_free(again);
    return again != NULL;
}

static void tell_writer(const struct machine *m, const struct gpu *gpu, const struct flat_writer *w,
                        struct sbuf *text)
{
    if (w == NULL) {
        sbuf_puts(text, "\n  last writer: not known, the search for it was interrupted");
        return;
    }
    if (!w->found) {
        sbuf_puts(text, "\n  last writer: none, it keeps its first contents");
        return;
    }
    if (gpu_host_step(gpu, w->step) != NULL) {
        sbuf_printf(text, "\n  last writer: the host, launch %zu, %s", w->step + 1, w->where);
        return;
    }
    int sm = gpu_sm_of_cta(gpu, w->step, w->cta);
    sbuf_printf(text, "\n  last writer: gpu%u.sm%u, launch %zu, %s",
                (uint32_t)sm / m->sys->sm.count, (uint32_t)sm % m->sys->sm.count, w->step + 1,
                w->where);
}

/* What the bank below a package's L1s is called that looks for a line: a memory-side L2 bank has
 * the lines of its own package alone, and may have an L1.5 before it; NULL: there is no bank below
 * them but the home's. */
static const char *bank_below(const struct machine *m, uint32_t gpu, uint64_t line, uint32_t *bank)
{
    const struct address_map *map = &m->netlist->map;
    const bool here = m->sys->l2.role != SYS_MEMORY_SIDE || gpu == address_home(map, line);
    *bank = address_bank(map, line);
    if (m->sys->l15.banks == 0)
        return here ? "l2" : NULL;
    if (here && m->sys->l15.allocate == SYS_REMOTE)
        return "l2";
    *bank = address_l15(map, line);
    return "l15";
}

enum { MOST_COPIES = 16 };

__attribute__((format(printf, 4, 5))) static void
tell_copy(struct sbuf *text, int *told, const struct machine_copy *c, const char *cache, ...)
{
    char name[48];
    va_list ap;
    if (!c->present || ++*told > MOST_COPIES)
        return;
    va_start(ap, cache);
    vsnprintf(name, sizeof name, cache, ap);
    va_end(ap);
    sbuf_printf(text, "\n  copy: %s, lease %llu..%llu", name, (unsigned long long)c->wts,
                (unsigned long long)c->rts);
}

static void tell_cpu_copies(struct machine *m, uint64_t line, struct sbuf *text, int *told)
{
    const uint32_t cpu = netlist_cpu(m->netlist);
    struct machine_copy c;
    if (machine_cpu(m) == NULL)
        return;
    if (machine_peek_l1(m, cpu, line, &c))
        tell_copy(text, told, &c, "host.cpu.l1");
    if (machine_peek_l2(m, cpu, line, &c))
        tell_copy(text, told, &c, "host.l2.%u", address_bank(&m->netlist->map, line));
}

static void tell_copies(struct machine *m, uint64_t line, struct sbuf *text)
{
    const uint32_t per_gpu = m->sys->sm.count;
    struct machine_copy c;
    int told = 0;
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (machine_peek_l1(m, i, line, &c))
            tell_copy(text, &told, &c, "gpu%u.sm%u.l1", i / per_gpu, i % per_gpu);
    for (uint32_t g = 0; g < m->sys->gpus; g++) {
        uint32_t bank;
        const char *kind = bank_below(m, g, line, &bank);
        if (kind != NULL && machine_peek_l2(m, g * per_gpu, line, &c))
            tell_copy(text, &told, &c, "gpu%u.%s.%u", g, kind, bank);
    }
    tell_cpu_copies(m, line, text, &told);
    if (told == 0)
        sbuf_puts(text, "\n  copies: none");
    if (told > MOST_COPIES)
        sbuf_printf(text, "\n  copies: %d more", told - MOST_COPIES);
}

static const char *umc_name(const struct machine *m, uint64_t line)
{
    return m->netlist->tiles[m->netlist->umc_tiles[address_umc(&m->netlist->map, line)]].name;
}

void report_difference(struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                       const struct difference *d, const struct flat_writer *writer,
                       const struct launch *l, struct sbuf *text)
{
    const uint32_t line_bytes = m->sys->line_bytes;
    uint64_t address = r->address + d->at, physical;
    bool placed = pages_find(gpu_pages(gpu), address, &physical);
    sbuf_printf(text,
                "wrong answer: %s[byte %llu] at address 0x%llx is 0x%02x, not 0x%02x (%llu of %llu "
                "bytes differ), line 0x%llx of %s, seen at cycle %llu",
                r->name, (unsigned long long)d->at, (unsigned long long)address, d->got, d->want,
                (unsigned long long)d->wrong, (unsigned long long)r->bytes,
                (unsigned long long)(address / line_bytes),
                placed ? umc_name(m, physical / line_bytes) : "a page that nobody has touched",
                (unsigned long long)m->now);
    tell_writer(m, gpu, writer, text);
    if (placed)
        tell_copies(m, physical / line_bytes, text);
    promise_tell(m->sys, &m->netlist->rules, l, text);
}

bool report_compare(struct machine *m, struct gpu *gpu, const struct launch *l,
                    const struct flat *reference, struct sbuf *text, struct error *err)
{
    for (size_t i = 0; i < gpu_range_count(gpu); i++) {
        const struct gpu_range *r = gpu_range(gpu, i);
        struct difference d = {0};
        if (r->buffer >= 0 && l->buffers[r->buffer].racy)
            continue;
        if (!report_find(m, gpu, r, 0, r->bytes, flat_bytes(reference, i), &d))
            return error_set(err, "told to stop");
        if (d.wrong == 0)
            continue;
        struct flat_writer w;
        struct races *races = races_new(r->address + d.at);
        bool known = search_writer(gpu, r->address + d.at, &w, races);
        report_difference(m, gpu, r, &d, known ? &w : NULL, l, text);
        if (known)
            report_races(races, gpu, text);
        races_free(races);
        return false;
    }
    return true;
}

/* ---- a machine that stands still ---- */

enum { MOST_WAITS = 24 };

/* Who has waited longest of those that were asked. */
struct longest {
    char name[32];
    uint64_t line, since;
};

/* `waits`: whether it waits at all. */
__attribute__((format(printf, 5, 6))) static void
ask(struct longest *all, bool waits, uint64_t line, uint64_t since, const char *name, ...)
{
    va_list ap;
    if (!waits || (all->name[0] != '\0' && since >= all->since))
        return;
    va_start(ap, name);
    vsnprintf(all->name, sizeof all->name, name, ap);
    va_end(ap);
    all->line = line;
    all->since = since;
}

/* Writes one line about the SM that has waited longest, or the host's CPU. */
static bool tell_first(const struct machine *m, struct sbuf *text)
{
    const uint32_t per_gpu = m->sys->sm.count;
    struct longest all = {.name = ""};
    uint64_t line = 0, since = 0;
    for (uint32_t i = 0; i < m->n_sms; i++) {
        bool waits = sm_waits_longest(m->sms[i], &line, &since);
        ask(&all, waits, line, since, "gpu%u.sm%u", i / per_gpu, i % per_gpu);
    }
    if (machine_cpu(m) != NULL) {
        bool waits = cpu_waits_longest(machine_cpu(m), &line, &since);
        ask(&all, waits, line, since, "the host's CPU");
    }
    if (all.name[0] == '\0') {
        sbuf_puts(text, machine_cpu(m) != NULL ? "neither an SM nor the host's CPU waits for memory"
                                               : "no SM waits for memory");
        return false;
    }
    sbuf_printf(text, "%s waits for line 0x%llx since cycle %llu", all.name,
                (unsigned long long)all.line, (unsigned long long)all.since);
    return true;
}

static void tell_cores(const struct machine *m, struct sbuf *text)
{
    char what[512];
    int told = 0;
    for (uint32_t i = 0; i < m->n_sms; i++)
        for (uint32_t n = 0; told < MOST_WAITS && sm_waiting(m->sms[i], n, what, sizeof what);
             n++) {
            sbuf_printf(text, "\n  waits: %s", what);
            told++;
        }
    for (uint32_t n = 0; machine_cpu(m) != NULL && told < MOST_WAITS &&
                         cpu_waiting(machine_cpu(m), n, what, sizeof what);
         n++) {
        sbuf_printf(text, "\n  waits: %s", what);
        told++;
    }
}

/* The line of a PROBE_WAIT word, as kernels know it. */
static uint64_t line_of_wait(const struct machine *m, const struct tile *tile, uint64_t word)
{
    uint64_t line = word & (((uint64_t)1 << WAIT_STORE) - 1);
    return machine_virtual(m, tile->sm_lines ? line : address_outside(&m->netlist->map, line));
}

static void tell_tiles(struct machine *m, struct sbuf *text)
{
    int told = 0;
    for (size_t t = 0; t < m->netlist->n_tiles; t++) {
        const struct tile *tile = &m->netlist->tiles[t];
        for (uint32_t i = 0; i < tile->waits; i++) {
            uint64_t w = engine_probe(m->engine, t, PROBE_WAIT + i);
            if ((w >> WAIT_VALID & 1) == 0)
                continue;
            if (told++ < MOST_WAITS)
                sbuf_printf(text, "\n  in flight: %s, entry %u: a %s of line 0x%llx", tile->name, i,
                            (w >> WAIT_STORE & 1) != 0 ? "store" : "load",
                            (unsigned long long)line_of_wait(m, tile, w));
        }
    }
    if (told > MOST_WAITS)
        sbuf_printf(text, "\n  in flight: %d more", told - MOST_WAITS);
    if (told == 0)
        sbuf_puts(text, "\n  in flight: nothing; an answer was lost, or a warp waits for itself");
}

/* Where pages fault: the one that has been asked for and has not come. */
static bool tell_page(const struct machine *m, struct sbuf *text)
{
    struct machine_fault f;
    char home[SYSTEM_NODE];
    if (!machine_waits_for_page(m, &f))
        return false;
    system_node(m->sys, f.home, home);
    sbuf_printf(text, "%s waits for the page of address 0x%llx since cycle %llu, and %zu other%s",
                home, (unsigned long long)f.address, (unsigned long long)f.since, f.more,
                f.more == 1 ? " page is waited for" : " pages are waited for");
    return true;
}

/* Where packages fetch pages: the first that its copy engine has not brought. */
static bool tell_arrival(const struct machine *m, struct sbuf *text)
{
    struct machine_arrival a;
    char home[SYSTEM_NODE];
    if (!machine_waits_for_copy(m, &a))
        return false;
    system_node(m->sys, a.home, home);
    sbuf_printf(
        text,
        "%s waits for the page of address 0x%llx, which its copy engine brings: it has done "
        "%llu of %llu commands; %zu other%s on the way",
        home, (unsigned long long)a.address, (unsigned long long)a.done,
        (unsigned long long)a.asked, a.more, a.more == 1 ? " page is" : " pages are");
    return true;
}

void report_hang(struct machine *m, uint64_t since, struct sbuf *text)
{
    sbuf_printf(text, "nothing has moved since cycle %llu (now %llu): ", (unsigned long long)since,
                (unsigned long long)m->now);
    if (tell_page(m, text) || tell_arrival(m, text) || tell_first(m, text))
        tell_cores(m, text);
    tell_tiles(m, text);
}

/* ---- a kernel that faults ---- */

enum { MOST_BUFFERS = 16 };

void report_buffers(const struct gpu *gpu, FILE *out)
{
    size_t n = gpu_range_count(gpu);
    for (size_t i = 0; i < n && i < MOST_BUFFERS; i++) {
        const struct gpu_range *r = gpu_range(gpu, i);
        unsigned long long bytes = r->bytes, from = r->address, end = from + bytes;
        fprintf(out, "  buffer: %s, %llu bytes from 0x%llx up to 0x%llx\n", r->name, bytes, from,
                end);
    }
    if (n > MOST_BUFFERS)
        fprintf(out, "  buffers: %zu more\n", n - MOST_BUFFERS);
}
