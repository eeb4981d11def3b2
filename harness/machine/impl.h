/* Declarations that the files of this folder share. */
#ifndef UMBEL_HARNESS_MACHINE_IMPL_H
#define UMBEL_HARNESS_MACHINE_IMPL_H

#include "gen/system/derived.h"
#include "harness/machine/fences.h"
#include "harness/machine/machine.h"
#include "harness/machine/read_caches.h"
#include "harness/machine/shared_tlb.h"

/* What one member of the team did with its SMs in a cycle. */
struct sm_part {
    uint32_t *offered; /* SMs whose L1s have been shown a request that they will take */
    size_t n_offered;
    uint32_t *touching; /* SMs that wait for a page that has no place yet */
    size_t n_touching;
    uint32_t *stepped; /* with shared TLBs or read caches, SMs that may have to ask them */
    size_t n_stepped;
    struct error err; /* of its first SM whose kernel faulted */
};

/* One allocation: parts for so many members, each with room for all of its SMs. */
struct sm_part *machine_parts(uint32_t sms, unsigned members);

/* Gives SMs their CTAs, steps those that are awake, and offers their requests to the L1s. */
bool machine_step_sms(struct machine *m, struct gpu *gpu, struct error *err);

/* Waits until nothing is in flight, without sending anything new (command.c). */
bool machine_drain(struct machine *m, struct error *err);
/* Empties the L1s of these SMs, and the L1.5s of their packages; nothing may be in flight. */
bool machine_empty_private(struct machine *m, const bool *of_sm, struct error *err);

/* The copy engines' queues (copies.c), NULL without engines. */
struct copies *copies_new(const struct system *s);
void copies_free(struct copies *c);
/* Gives engines that have nothing to do their next command, and goes on with what starts copies. */
bool copies_step(struct machine *m, struct error *err);
/* A copy engine answers. Whether that was to a request of its own machinery, and not to one of
 * command.c that it passed on; the doorbell that is as it was is nothing new. */
enum copies_answer { ANSWERS_OTHERS, ANSWERS_NOTHING_NEW, ANSWERS_COPIES };
enum copies_answer copies_answered(struct machine *m, uint32_t gpu, uint32_t tag,
                                   const uint8_t *data);

/* The home of an SM's package, or the cluster of cubes near it; in a machine of one memory that
 * memory. */
static inline uint32_t machine_home(const struct machine *m, uint32_t sm)
{
    return system_page_homes(m->sys) > 1 ? sm / m->sys->sm.count : 0;
}

/* Pages during a launch (paging.c). */
struct paging *paging_new(const struct system *s, struct pages *pages);
void paging_free(struct paging *g);
/* An SM waits for the page of an address. Before a cycle's step of the RTL, in the order of SMs. */
void paging_touch(struct machine *m, uint32_t sm, uint64_t address, bool write);
/* An SM sends the request that is at its L1's port. */
void paging_sends(struct machine *m, uint32_t sm);
void paging_step(struct machine *m);
/* Before a cycle in which pages are about to take frames that others leave, or to be read by way of
 * caches that may have old lines of them: sees that no cache has such lines. */
bool paging_clean(struct machine *m, struct error *err);
void paging_stats(const struct machine *m, struct stats *s);
/* A page is about to move, or on its way. */
bool paging_moves(const struct machine *m);
/* Begins to move a page to a home, after a shoot-down if another package has it; or places one that
 * is nowhere. The page is unlocked when it is there. */
void paging_bring(struct machine *m, uint64_t address, uint32_t home);

/* Page faults of unified memory (faults.c). */
struct faults *faults_new(void);
void faults_free(struct faults *f);
/* An SM of a home waits for a page. */
void faults_add(struct machine *m, struct faults *f, uint32_t home, uint64_t address);
void faults_step(struct machine *m, struct faults *f);
/* NULL: there are none. */
bool faults_idle(const struct faults *f);
void faults_stats(const struct faults *f, struct stats *s);
struct faults *paging_faults(const struct machine *m);

/* A page that nobody has touched is placed, as package `package` accesses it. */
void paging_place(struct machine *m, uint64_t address, uint32_t package);

/* The host's CPU (host_cpu.c). A machine without one has none of these but the first two called. */
bool host_cpu_new(struct machine *m, struct error *err);
void host_cpu_use_pages(struct machine *m);
bool host_cpu_step(struct machine *m, struct error *err);
void host_cpu_answer(struct machine *m, uint32_t tag, const uint8_t *data);
void host_cpu_stats(const struct machine *m, struct stats *s);

/* Writes a request to an L1's port without offering it. */
void machine_put(struct machine *m, uint32_t sm, const struct sm_request *r);

/* ---- drams.c ---- */

/* DRAM channel u takes the request that its UMC shows, if it has room; and its part of a cycle. */
void machine_to_dram(struct machine *m, uint32_t u);
void machine_step_dram(struct machine *m, uint32_t u);

#endif
