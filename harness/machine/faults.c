/*
 * Page faults of unified memory.
 *
 * An access of a managed page from a package that does not have it waits. The driver on the host
 * serves the faults that wait, in batches of `placement.faults.batch_pages` at most, in the order
 * in which they came: it takes `placement.faults.latency` cycles, and then the copy engines move
 * the batch's pages. While it does, further faults wait for the next batch. A page that another
 * package has needs a shoot-down (paging.c); from the host it is copied at once, and one that is
 * nowhere yet is placed.
 *
 * A page that two packages want goes from one to the other. The one that has it keeps it for the
 * latency of the next batch at least, so each gets on. After `placement.faults.pin_after` such
 * moves the page stays where it is.
 */
#include "harness/machine/impl.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct fault {
    uint64_t address, since;
    uint32_t home;
};

struct faults {
    struct fault *queue; /* the first `batch` of them are being served */
    size_t n, batch;
    bool moving;     /* the batch's pages are on their way; else the driver works until */
    uint64_t until;  /* this cycle */
    uint32_t *moves; /* of each virtual page: from package to package */
    uint64_t n_moves;
    uint64_t faults, batches, cycles, pinned;
};

struct faults *faults_new(void)
{
    return xcalloc(1, sizeof(struct faults));
}

void faults_free(struct faults *f)
{
    if (f != NULL) {
        free(f->queue);
        free(f->moves);
    }
    free(f);
}

void faults_add(struct machine *m, struct faults *f, uint32_t home, uint64_t address)
{
    f->queue = xgrown(f->queue, f->n, sizeof *f->queue);
    f->queue[f->n++] = (struct fault){address, m->now, home};
    f->faults++;
    pages_fault(m->pages, address);
}

static void begin(struct machine *m, struct faults *f)
{
    const size_t most = m->sys->placement.faults.batch_pages;
    f->batch = f->n < most ? f->n : most;
    f->moving = false;
    f->until = m->now + m->sys->placement.faults.latency;
    f->batches++;
}

/* Whether a page that is to move from another package has done so too often. Counts the move. */
static bool thrashes(struct machine *m, struct faults *f, uint64_t address)
{
    const uint64_t page = address / m->sys->placement.page_bytes;
    const uint32_t most = m->sys->placement.faults.pin_after;
    if (most == 0 || pages_node(m->pages, address) >= m->sys->gpus)
        return false;
    if (page >= f->n_moves) {
        f->moves = xrealloc(f->moves, (page + 1) * sizeof *f->moves);
        memset(f->moves + f->n_moves, 0, (page + 1 - f->n_moves) * sizeof *f->moves);
        f->n_moves = page + 1;
    }
    return f->moves[page]++ >= most;
}

static void serve(struct machine *m, struct faults *f, const struct fault *of)
{
    if (!thrashes(m, f, of->address)) {
        paging_bring(m, of->address, of->home);
        return;
    }
    f->pinned++;
    pages_pin(m->pages, of->address);
    pages_lock(m->pages, of->address, false);
}

/* A handler that loses pages on purpose loses the first of each batch. */
static void bring(struct machine *m, struct faults *f)
{
    const bool loses = m->sys->fault == SYS_FAULT_HANDLER_LOSES_PAGE;
    for (size_t i = loses ? 1 : 0; i < f->batch; i++)
        serve(m, f, &f->queue[i]);
    f->moving = true;
}

static void end(struct faults *f)
{
    f->n -= f->batch;
    memmove(f->queue, f->queue + f->batch, f->n * sizeof *f->queue);
    f->batch = 0;
}

void faults_step(struct machine *m, struct faults *f)
{
    if (f->batch == 0 && f->n > 0)
        begin(m, f);
    if (f->batch == 0)
        return;
    f->cycles++;
    if (!f->moving && m->now >= f->until)
        bring(m, f);
    else if (f->moving && !paging_moves(m) && m->sys->fault != SYS_FAULT_HANDLER_LOSES_PAGE)
        end(f);
}

bool faults_idle(const struct faults *f)
{
    return f == NULL || f->n == 0;
}

bool machine_waits_for_page(const struct machine *m, struct machine_fault *first)
{
    const struct faults *f = paging_faults(m);
    if (faults_idle(f))
        return false;
    *first =
        (struct machine_fault){f->queue[0].address, f->queue[0].since, f->queue[0].home, f->n - 1};
    return true;
}

void faults_stats(const struct faults *f, struct stats *s)
{
    stats_add(s, "system", "pages", "faults", "pages", "that an SM had to wait for", f->faults);
    stats_add(s, "system", "pages", "fault_batches", "times", "the driver served faults",
              f->batches);
    stats_add(s, "system", "pages", "pinned", "pages", "that went to and fro, and then stayed",
              f->pinned);
    stats_add(s, "system", "pages", "fault_cycles", "cycles", "in which it did, with the copies",
              f->cycles);
}
