/*
 * What the files of the CUDA runtime share: the machine, the lock, allocations, modules, errors.
 *
 * Every function of the API is one call: it takes the lock (api_begin), works, and gives the lock
 * back with its result (api_end), which becomes the thread's last error if it is one. Work is done
 * when it is asked for, so nothing waits.
 */
#ifndef UMBEL_SW_CUDA_STATE_H
#define UMBEL_SW_CUDA_STATE_H

#include "sw/cuda/include/cuda_runtime_api.h"
#include "sw/cuda/machine.h"

/* ---- state.c ---- */

/* Takes the lock and makes sure that there is a machine. Otherwise, and after an error that stays,
 * returns that error; api_end is to be called all the same. */
cudaError_t api_begin(const char *name);
/* Gives the lock back; the result is the thread's last error if it is one. */
cudaError_t api_end(cudaError_t e);
/* Where the program called the API function that runs, "prog+0x12f4" (LADM's MallocPC); empty: it
 * is not known. Lives until the thread's next call. */
void api_called_from(const void *return_address);
const char *api_caller(void);
/* The machine; only between api_begin that has returned cudaSuccess and api_end. */
struct cuda_machine *api_machine(void);
/* The error of a call to the machine. Tells faults on stderr; they stay. */
cudaError_t api_error(enum cuda_end end, const struct error *err);
/* One line on stderr about a mistake of the program; the same text once. */
void api_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* A kernel was launched that is not supported. If the program never asks for its last error, the
 * exit status is not 0. */
void api_unseen(bool is);
/* Threads of a CTA at most: no more than fit into an SM. */
uint32_t api_most_threads(void);
/* The thread's device. */
int *api_device(void);
/* The thread's last error, and one that stays for ever (cudaSuccess: none). */
cudaError_t *api_last(void);
cudaError_t api_sticky(void);

/* A function of the API whose body works with the lock held: CUDA_API(cudaFree, (void *p), p). */
#define CUDA_API(name, params, ...)                                                                \
    static cudaError_t do_##name params;                                                           \
    cudaError_t name params                                                                        \
    {                                                                                              \
        api_called_from(__builtin_return_address(0));                                              \
        cudaError_t e = api_begin(#name);                                                          \
        return api_end(e != cudaSuccess ? e : do_##name(__VA_ARGS__));                             \
    }                                                                                              \
    static cudaError_t do_##name params

/* ---- devices.c ---- */

bool api_is_device(int device);

/* ---- blocks.c ---- */

/* An allocation of the program. */
struct block {
    uint64_t address, bytes;
    int device;      /* whose memory it is in */
    uint8_t *host;   /* the program's view of it, at the same address; NULL: it has none */
    uint8_t *shadow; /* with a view: what both sides agreed on last */
    bool managed;    /* its bytes move, which takes cycles; else the host's own memory */
    bool behind;     /* kernels may have written it since */
};

/* The block that holds an address, NULL when none does. */
struct block *block_of(uint64_t address);
/* The block that begins there. */
struct block *block_at(const void *p);
cudaError_t block_new(uint64_t bytes, uint64_t align, enum cuda_place place, const char *name,
                      struct block **made);
void block_free(struct block *b);
/* Whether [p, p + bytes) is memory of the device, all of it in one allocation or variable; tells
 * what is wrong if only its beginning is. */
bool block_has(const char *call, const void *p, uint64_t bytes);
bool block_is_device(const void *p);
/* Block number i, by address; NULL: there are fewer. */
struct block *block_number(size_t i);

/* ---- shared.c: memory that host and kernels have in common ---- */

/* Gives a block a view of the host. */
cudaError_t shared_map(struct block *b, bool managed);
void shared_unmap(struct block *b);
/* Before a launch: kernels see what the host has written. */
cudaError_t shared_publish(void);
/* At a synchronising call: the host sees what kernels have written. */
cudaError_t shared_collect(void);

/* ---- managed.c: __managed__ variables, for shared.c ---- */

/* Whether a variable's stand-in is one. */
bool managed_is(const void *host);
/* The host has the variable's initial value from now on. */
void managed_add(void *host, const struct ptx_module *m, size_t variable);
cudaError_t managed_publish(void);
cudaError_t managed_collect(void);

/* ---- modules.c ---- */

struct module;
struct kernel_entry {
    const void *function; /* the host's stub */
    char *name;
    struct module *module;
    int most_dynamic; /* bytes of shared memory; -1: what every kernel has */
};
struct symbol {
    const void *host; /* the variable's stand-in */
    char *name;
    struct module *module;
    uint64_t bytes;
    bool constant;
};
/* Parses the modules that have been registered and places their variables, for the thread's device.
 */
cudaError_t modules_load(void);
/* Of a kernel's stub; cudaErrorInvalidDeviceFunction if it is none, or its module is bad. */
cudaError_t module_kernel(const void *function, struct kernel_entry **entry,
                          const struct ptx_kernel **kernel);
/* What the thread's device has of a module; NULL: it is bad, or not loaded. */
struct ptx_module *module_ptx(const struct module *m);
cudaError_t module_symbol(const void *host, struct symbol **s, size_t *variable);
/* Module number i; NULL: there are fewer. */
struct module *module_number(size_t i);
/* The number of a module's variable by its name in PTX. */
bool module_variable(const struct module *m, const char *name, size_t *variable);
/* Whether [address, address + bytes) lies in a variable of a module. */
bool module_has(uint64_t address, uint64_t bytes);

/* ---- copies.c ---- */

/* One end of a copy as a program names it. */
struct place {
    const void *p;
    uint64_t pitch, slice;
};
/* Copies `slices` slices of `rows` rows of `bytes` bytes; `kind` says which ends are the device's.
 * `call` is for messages. */
cudaError_t copy_rows(const char *call, struct place to, struct place from, uint64_t bytes,
                      uint64_t rows, uint64_t slices, enum cudaMemcpyKind kind);

#endif
