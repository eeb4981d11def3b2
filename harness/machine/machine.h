/*
 * The machine: SM models, the RTL between them and memory, DRAM models, one clock.
 *
 * A cycle: SMs get the answers that their L1s show, step, and offer a request; DRAM channels take a
 * request, step, and offer an answer; the RTL steps.
 */
#ifndef UMBEL_HARNESS_MACHINE_MACHINE_H
#define UMBEL_HARNESS_MACHINE_MACHINE_H

#include "gen/machine/netlist.h"
#include "harness/engine/engine.h"
#include "harness/run/stats.h"
#include "sw/dram/dram.h"
#include "sw/host/cpu.h"
#include "sw/runtime/gpu.h"
#include "sw/sm/sm.h"

#include <signal.h>

/* Where the fields that the harness touches lie in its messages. */
struct machine_layout {
    struct {
        uint32_t mask, line, tag, op, fn, bits;
    } core_req;
    struct {
        uint32_t tag;
    } core_rsp;
    struct {
        uint32_t mask, line, tag, write;
        uint32_t spare, entry; /* with an IMST or an RDC */
    } dram_req;
    struct {
        uint32_t tag;
        uint32_t spare, entry, write; /* with an IMST or an RDC */
        uint32_t spare_bits;
    } dram_rsp;
};

/* A stand-in takes the place of the SMs: it sends requests to the L1s, as litmus tests do, and may
 * watch the writes to DRAM. */
struct machine_stand_in {
    void *ctx;
    /* An L1 answers a request of the stand-in; called before `step` of the same cycle. */
    void (*answer)(void *ctx, uint32_t sm, uint32_t tag, const uint8_t *data);
    /* Called once per cycle; machine_send may be called from here. */
    void (*step)(void *ctx);
    /* A UMC writes to its DRAM: global line, line_bytes of data, a mask bit per byte. Or NULL. */
    void (*written)(void *ctx, uint64_t line, const uint8_t *data, const uint8_t *mask);
};

/* An observer is called in every cycle and changes nothing; `shows` and `takes` may be NULL. */
struct machine_observer {
    void *ctx;
    /* An SM shows its L1 a request: called in every cycle until the L1 takes it. */
    void (*shows)(void *ctx, uint32_t sm, const struct sm_request *r);
    /* An L1 takes the request that its SM shows: called once for each. */
    void (*takes)(void *ctx, uint32_t sm, const struct sm_request *r);
    /* Everything is set for the RTL's step: engine_channel tells which messages will pass. */
    void (*cycle)(void *ctx);
};

struct machine {
    const struct system *sys;
    struct netlist *netlist;
    struct engine *engine;
    struct machine_layout at;
    struct sm **sms;              /* gpu-major */
    uint64_t *wake;               /* cycle in which each SM is to be stepped next */
    struct port *to_l1, *from_l1; /* of each core; of a copy engine: to and from itself */
    struct dram **drams;          /* one per UMC */
    uint64_t **spares; /* with an IMST or an RDC, of each channel: spare bits under way, by tag */
    struct port *to_umc, *from_umc;
    struct pages *pages;             /* NULL: an SM's addresses are those of the memory */
    uint64_t *releases;              /* a line of each directory */
    uint32_t n_releases;             /* 0: there are none */
    bool once;                       /* loads may say that homes need not keep their lines */
    struct shared_tlbs *shared_tlbs; /* NULL: none */
    struct fences *fences;           /* that empty caches; NULL: they do not */
    struct read_caches *read_caches; /* of instructions and constants; NULL: none */
    struct sm_part *parts;           /* of a cycle's work on the SMs: one per member of the team */
    struct team *team;               /* NULL: none */
    bool asks; /* the kernel asks the host's software for things: SMs step in order */
    uint32_t n_sms, n_drams;
    uint32_t n_cores;    /* SMs, after them the copy engines, and last the CPU */
    struct cpu *cpu;     /* the host's; NULL: it has none */
    uint64_t cpu_wake;   /* cycle in which it is to be stepped next */
    bool cpu_used;       /* it may have lines in its L2 */
    sm_range *cpu_range; /* of what a host program may access, with its context */
    void *cpu_range_ctx;
    struct copies *copies; /* what the copy engines do and still have to do */
    struct paging *paging; /* pages that move during a launch; NULL: none can */
    bool frozen;           /* for a shoot-down: SMs send what they show, and stand still */
    uint64_t now;          /* cycles since reset was done */
    uint64_t answers;      /* messages that cores received; the watchdog counts them as progress */
    uint32_t (
        *replies)[4]; /* per core: its L1's last answer to a request of the harness (clock, peek) */
    uint32_t replies_pending;                /* answers to such requests that are still to come */
    const struct machine_stand_in *stand_in; /* NULL: the SMs drive */
    bool paused;           /* SMs and stand-ins send nothing: the harness speaks to the caches */
    uint64_t next_renewal; /* cycle at which to see whether the epochs are used up */
    uint64_t rolls;        /* how often they were, and the system was emptied */
    const struct machine_observer *observer; /* NULL: nobody */
};

/* The configuration of the SM model for a system. */
struct sm_config machine_sm_config(const struct system *sys);

struct machine *machine_new(const struct system *sys, void (*say)(const char *text),
                            struct error *err);
/* The same, with waves of some tiles (observe/waves.h; NULL: none), which outlive the machine. */
struct machine *machine_new_waves(const struct system *sys, struct waves *waves,
                                  void (*say)(const char *text), struct error *err);
/* The same with other rules than the protocol's (NULL: the protocol's). */
struct machine *machine_new_with(const struct system *sys, const struct rules *rules,
                                 void (*say)(const char *text), struct error *err);
/* The same with its RTL as one Verilog top instead of tiles: slower, and the same cycles. */
struct machine *machine_new_flat(const struct system *sys, void (*say)(const char *text),
                                 struct error *err);
void machine_free(struct machine *m);

/* Lets a team (sw/util/team.h; NULL: the caller alone) step SMs and tiles: the same cycles and
 * bytes. The team must outlive the machine. With waves, or on the flat engine, tiles stay with the
 * caller. */
struct team;
void machine_use_team(struct machine *m, struct team *team);

/* With directories: the lines to which a release of SM `sm` is sent whose scope is a GPU of some
 * packages. Returns how many; 0: none, a GPU is one package. */
uint32_t machine_near_releases(const struct machine *m, uint32_t sm, const uint64_t **lines);

/* SMs access memory through a page table (gpu_pages), which must outlive the machine; NULL: their
 * addresses are those of the memory. To be called before the first cycle. A page that is placed at
 * its first touch gets its first contents then: the lowest SM of those that touch it in one cycle
 * decides, and it costs that cycle. */
void machine_use_pages(struct machine *m, struct pages *pages);
/* A page that a fault has asked for and that has not come. */
struct machine_fault {
    uint64_t address, since;
    uint32_t home; /* that waits */
    size_t more;   /* faults behind it */
};
/* The one that has waited longest; false: none waits. */
bool machine_waits_for_page(const struct machine *m, struct machine_fault *first);
/* A page that a package's copy engine is to bring during a launch, and has not. */
struct machine_arrival {
    uint64_t address;
    uint32_t home;        /* whose engine */
    uint64_t done, asked; /* commands of the engine so far */
    size_t more;          /* pages behind it */
};
/* The one that was asked for first; false: none is on its way. */
bool machine_waits_for_copy(const struct machine *m, struct machine_arrival *first);
/* No page is on its way, nor about to be. */
bool machine_pages_idle(const struct machine *m);
/* The line that SMs know a line of the memory by, for reports; the same one if it has none. */
uint64_t machine_virtual(const struct machine *m, uint64_t line);

/* A launch begins; call after the boundary, if there is one. */
void machine_begin(struct machine *m);
/* One cycle; `gpu` dispatches CTAs of its current step (NULL: no CTAs). */
bool machine_cycle(struct machine *m, struct gpu *gpu, struct error *err);
/* For a stand-in: whether the L1 of an SM takes a request in this cycle, and sending it one. */
bool machine_takes(const struct machine *m, uint32_t sm);
void machine_send(struct machine *m, uint32_t sm, const struct sm_request *r);
/* Nothing is resident, in flight or queued. */
bool machine_idle(const struct machine *m);
/* Advances `now` over cycles in which nothing can happen, at most to `limit`. An SM that can take a
 * CTA of the gpu's step can do something. */
void machine_skip(struct machine *m, const struct gpu *gpu, uint64_t limit);

/*
 * A kernel boundary orders the accesses before it with those after it. Under mgcc all L1s' clocks
 * are raised to the highest of them, as a command processor would do between two kernels. Caches
 * without such a clock are emptied instead, dirty lines first, or kept, as the
 * system's `boundary` says. The RDCs of carve-swc begin an epoch. machine_flush ends a run:
 * afterwards memory has all dirty lines.
 */
bool machine_boundary(struct machine *m, struct error *err);
bool machine_flush(struct machine *m, struct error *err);
/* No cache has a line any more, and memory has what they had: machine_poke may change any byte. */
bool machine_empty(struct machine *m, struct error *err);
/* In the midst of a launch, when nothing is in flight: no cache keeps a line that may become older
 * than an engine's store without a word of it. Pages' frames that were left are free then. */
bool machine_clean(struct machine *m, struct error *err);
/* When half of the epochs are used up: waits until nothing is in flight and empties caches and
 * TSUs; epochs then begin anew. Called by machine_cycle. */
bool machine_renew_epochs(struct machine *m, struct error *err);
/*
 * Copies by the machine's copy engines, in the background: each engine does its commands in the
 * order in which they were given. A page's bytes are copied as whole lines.
 */
void machine_copy(struct machine *m, uint32_t gpu, const struct pages_move *move);
/* The same for a copy that the host's program asks for: the host's CPU starts it, if the machine
 * has one beside a memory of the host (doorbell.h). */
void machine_host_copy(struct machine *m, uint32_t gpu, const struct pages_move *move);
/* How many commands an engine was given, and how many of these it has done. */
uint64_t machine_copies_asked(const struct machine *m, uint32_t gpu);
uint64_t machine_copies_done(const struct machine *m, uint32_t gpu);
bool machine_copies_idle(const struct machine *m);
/* Lines that engines have read and written so far, for a watchdog; 0 without engines. Those that
 * one engine has written. */
uint64_t machine_copies_moves(struct machine *m);
uint64_t machine_copies_written(struct machine *m, uint32_t gpu);

/*
 * The host's CPU. A function starts in the next cycle; an error of the program ends machine_cycle.
 * The program must outlive the function, or the next start.
 */
struct cpu *machine_cpu(const struct machine *m); /* NULL: it has none */
bool machine_host_start(struct machine *m, const struct host_program *p, size_t function,
                        const struct host_value *args, size_t n, struct error *err);
/* The allocations that its functions may access, as cpu_set_range. */
void machine_host_range(struct machine *m, sm_range *of_program, void *ctx);
/* All functions have ended. */
bool machine_host_idle(const struct machine *m);

/* Writes op, fn, tag and line of a request to an L1 into `msg`. */
void machine_fill(struct machine *m, uint32_t *msg, enum msg_op op, uint32_t fn, uint32_t tag,
                  uint64_t line);
bool machine_drams_idle(const struct machine *m);

/* The copy of a line in the L1 of an SM, or in the bank below it, read through the machine's own
 * channels (a peek): an L1.5 bank, if the package has them and the line is at home in another, else
 * an L2 bank. The machine must be idle. False: no answer. */
struct machine_copy {
    bool present;
    uint64_t wts, rts;
};
bool machine_peek_l1(struct machine *m, uint32_t sm, uint64_t line, struct machine_copy *copy);
bool machine_peek_l2(struct machine *m, uint32_t sm, uint64_t line, struct machine_copy *copy);

/* Accesses memory without using cycles, for set-up and comparison. Any physical address, n in
 * bytes. */
void machine_poke(struct machine *m, uint64_t address, const uint8_t *bytes, uint64_t n);
void machine_read(const struct machine *m, uint64_t address, uint8_t *bytes, uint64_t n);

/* Whether a TSU stopped because timestamps ran over, or a monitor was broken; `err` names it. */
bool machine_failed(struct machine *m, struct error *err);

/* Adds every counter of every unit and model. */
void machine_stats(struct machine *m, struct stats *s);
/* Adds the traffic between L2s and memory, by kind, in messages and bytes: computed from the
 * counters of L2s and UMCs, which must be in `s` already. Links count the same messages on their
 * own. */
void machine_traffic(const struct machine *m, struct stats *s);
/* Adds the energy of each link, and the bits that it is of. Not for units with one counter. */
void machine_energy(struct machine *m, struct stats *s);
/* Whether units have all of their counters. */
static inline bool machine_counts(const struct machine *m)
{
    return !m->sys->hardware.count_one;
}

#endif
