/*
 * PTX modules: read, checked and decoded once, then executed by simt.h.
 *
 * The parser reads what clang 14 emits for ordinary CUDA kernels at -O2 (PTX ISA 6.0, sm_70, 64-bit
 * addresses). Anything that is not supported is refused here, with file:line:column and the
 * instruction, before the kernel runs. Sizes and offsets are bytes.
 */
#ifndef UMBEL_SW_PTX_PTX_H
#define UMBEL_SW_PTX_PTX_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

/* Classes of instructions. The SM's timing gives each class a latency and a unit. */
enum ptx_class {
    PTX_INT,     /* 32/64-bit integer, logic, moves, predicates, conversions */
    PTX_MUL,     /* integer multiply, multiply-add */
    PTX_FP32,    /* add, mul, fma, compare in f32 */
    PTX_FP64,    /* the same in f64 */
    PTX_SFU,     /* division, square root, sin, cos, ex2, lg2, rcp, rsqrt */
    PTX_SHARED,  /* ld/st .shared, .local, .const, .param; atom.shared */
    PTX_LOAD,    /* ld, atom, red on global or generic addresses: to the L1 */
    PTX_STORE,   /* st to global or generic addresses: to the L1 */
    PTX_BRANCH,  /* bra, ret, exit */
    PTX_BARRIER, /* bar.sync */
    PTX_FENCE,   /* membar, fence */
    PTX_CLASSES
};

enum { PTX_MAX_OPERANDS = 8 };

/*
 * Generic addresses: shared, local and constant memory each have a window; addresses below the
 * windows are global. So global memory must be placed below PTX_SHARED_WINDOW.
 */
#define PTX_SHARED_WINDOW (UINT64_C(1) << 40)
#define PTX_LOCAL_WINDOW (PTX_SHARED_WINDOW + (UINT64_C(1) << 32))
#define PTX_CONST_WINDOW (PTX_SHARED_WINDOW + (UINT64_C(2) << 32))
#define PTX_FUNCTION_WINDOW (PTX_SHARED_WINDOW + (UINT64_C(3) << 32)) /* no memory */
#define PTX_PARAM_WINDOW (PTX_SHARED_WINDOW + (UINT64_C(4) << 32))    /* of simt_constants alone */
#define PTX_WINDOW_BYTES (UINT64_C(1) << 32)

/* Bytes of an instruction in memory, for timing: PTX has no encoding. NVIDIA's take 8 before sm_70
 * and 16 since, AMD's 4 or 8. */
enum { PTX_INST_BYTES = 8, PTX_CODE_ALIGN = 256 };

/*
 * Memory orders of an instruction. A fence is an acquire and a release. PTX_BEYOND_CTA: also for
 * threads of other CTAs (gpu and sys scope); never set for shared memory. PTX_SYSTEM: sys scope,
 * that of volatile accesses, too.
 */
enum { PTX_ACQUIRE = 1, PTX_RELEASE = 2, PTX_BEYOND_CTA = 4, PTX_SYSTEM = 8 };

/* The part of a decoded instruction that timing may look at. */
struct ptx_inst {
    enum ptx_class class;
    uint8_t order;    /* PTX_ACQUIRE | ..; 0: orders nothing */
    bool strong;      /* volatile, relaxed or ordered, or an atomic: it may meet others' accesses */
    bool drains;      /* waits until all loads of its warp have returned */
    bool constant;    /* ld.const, ld.param of a kernel's parameters: simt_constants */
    int line;         /* in the PTX file, 1.. */
    const char *file; /* CUDA source; NULL: not known */
    int file_line;
    int dst[PTX_MAX_OPERANDS], n_dst;     /* register numbers written, predicates included */
    int src[PTX_MAX_OPERANDS * 2], n_src; /* register numbers read, guard included */
};

struct ptx_param {
    const char *name;
    uint32_t offset, bytes; /* in the parameter block */
};

struct ptx_kernel {
    const char *name;
    const char *refused; /* why it cannot be run: ptx_parse_program. NULL: it can */
    const struct ptx_param *params;
    int n_params;
    uint32_t param_bytes;
    uint32_t shared_bytes; /* static shared memory per CTA */
    uint32_t local_bytes;  /* local memory per thread */
    uint32_t most_threads; /* of a CTA, by __launch_bounds__; 0: no bound */
    bool asks;             /* it prints or allocates: struct simt_host */
    bool allocates;
    bool senses; /* it reads where or when it runs: senses.h */
    int n_regs;  /* register numbers are 0..n_regs-1 */
    /* 32-bit registers of a thread that are alive at a time: pressure.c. */
    uint32_t alive_regs;
    int n_insts;
    /* Address of its first instruction, for timing: no two kernels of a module share a line. The
     * upper half tells modules apart: a hash of their text. */
    uint64_t code;
};

/* A module-scope .global or .const variable. */
struct ptx_variable {
    const char *name;
    bool constant; /* .const: in constant memory, never in the caches */
    uint32_t bytes, align;
    /* `bytes` long, NULL for all zero. May hold addresses of variables, so copy it to memory only
     * after all of them are placed. */
    const uint8_t *init;
    uint64_t address; /* of a .global variable: set by ptx_place() before launching */
};

/* Bytes of constant memory that a texture or surface reference (.texref, .surfref) has. */
enum { PTX_TEXTURE_BYTES = 64 };

struct ptx_module;

/* Reads PTX text; `name` is the file's name for messages. NULL and an error if it is refused. */
struct ptx_module *ptx_parse(const char *text, size_t len, const char *name, struct error *err);
/* The same for a program, which need not launch all of its kernels: one that is not supported is
 * refused alone, and tells why. */
struct ptx_module *ptx_parse_program(const char *text, size_t len, const char *name,
                                     struct error *err);
void ptx_free(struct ptx_module *m);

size_t ptx_kernel_count(const struct ptx_module *m);
const struct ptx_kernel *ptx_kernel(const struct ptx_module *m, size_t i);
/* NULL if there is no such entry. */
const struct ptx_kernel *ptx_find(const struct ptx_module *m, const char *entry);

/* "mm.cu:7 (PTX line 41)", or "PTX line 41" if the PTX does not name its source. */
const char *ptx_line(const struct ptx_inst *inst, char *text, size_t size);

size_t ptx_variable_count(const struct ptx_module *m);
const struct ptx_variable *ptx_variable(const struct ptx_module *m, size_t i);
/* Sets the address of a .global variable. */
void ptx_place(struct ptx_module *m, size_t variable, uint64_t address);

/* Bytes [offset, offset + n) of a .const variable: kernels that are launched later read what is
 * written. They must lie inside the variable. */
void ptx_write_constant(struct ptx_module *m, size_t variable, size_t offset, const void *bytes,
                        size_t n);
void ptx_read_constant(const struct ptx_module *m, size_t variable, size_t offset, void *bytes,
                       size_t n);

/*
 * Compiles the CUDA C++ file `cu` with clang (no CUDA SDK). Returns PTX text, to be freed by the
 * caller; NULL and clang's first error on failure. `include` is the folder of umbel_cuda.h, which
 * is included before the source. If the kernel calls mathematical functions, libclc is linked. A
 * source that needs what whole programs have is read again, with their headers.
 */
enum {
    PTX_FAST_MATH = 1, /* flags: as nvcc's -use_fast_math */
    PTX_LLVM = 2,      /* LLVM's text in place of PTX, before all passes */
    PTX_LINKED = 4     /* the options link what other sources became */
};
char *ptx_compile(const char *cu, const char *include, unsigned flags, size_t *len,
                  struct error *err);
/* The headers of whole programs, and how clang reads their sources: what nvcc takes and clang does
 * not is let pass. */
struct ptx_program {
    const char *api, *device; /* folders: CUDA's headers, umbel_cuda.h */
    const char *header;       /* included first */
};
enum { PTX_PROGRAM_OPTIONS = 12 };
void ptx_program_options(const struct ptx_program *p, const char *options[PTX_PROGRAM_OPTIONS]);
/* The same with options of clang's in place of the folder: where the headers are, which is included
 * first, macros. NULL at their end; at most PTX_MOST_OPTIONS. */
enum { PTX_MOST_OPTIONS = 192 };
char *ptx_compile_with(const char *cu, const char *const *options, unsigned flags, size_t *len,
                       struct error *err);
/* The version line of the clang that ptx_compile uses; false if there is none. */
enum { PTX_COMPILER = 128 };
bool ptx_compiler(char version[PTX_COMPILER]);

#endif
