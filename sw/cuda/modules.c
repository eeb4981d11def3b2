/*
 * What a program's objects register before main: PTX, kernels, variables. clang's host code calls
 * these functions. The PTX is read when the program first uses the runtime.
 */
#include "sw/cuda/device_code.h"
#include "sw/cuda/state.h"
#include "sw/ptx/listing.h"

#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FATBIN_MAGIC = 0x466243b1 };

/* What clang puts into an object: the PTX is there as text. */
struct fatbin {
    uint32_t magic, version;
    const char *ptx;
    void *unused;
};

/* Each device has variables of its own, so the text is read once for each that the program uses. */
struct module {
    const char *text;
    struct on_device {
        struct ptx_module *ptx; /* NULL: not read yet, or bad */
        bool read, tried;       /* the text was; it was placed, or cannot be */
    } * on;
    size_t devices; /* that `on` has */
    char name[32];
};

static struct module **modules;
static size_t n_modules;
static struct kernel_entry *kernels;
static size_t n_kernels;
static struct symbol *symbols;
static size_t n_symbols;
static const char *file_id; /* of the object that registers, if it was linked with others */

void **__cudaRegisterFatBinary(void *fatbin);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterLinked(void (*globals)(void **), void *fatbin, const char *ptx);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                            int limit, void *tid, void *bid, void *block, void *grid, int *warps);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                       size_t bytes, int constant, int global);

/* A name as the device's code has it. */
static char *name_there(const char *name)
{
    size_t n = strlen(name);
    if (file_id == NULL || !device_name_is_local(name, n))
        return xstrdup(name);
    char *s = xcalloc(1, n + DEVICE_ID + 4);
    snprintf(s, n + DEVICE_ID + 4, "%s__u%.*s", name, DEVICE_ID, file_id);
    return s;
}

static struct module *add_module(const char *text)
{
    struct module *m = xcalloc(1, sizeof *m);
    m->text = text;
    snprintf(m->name, sizeof m->name, "module %zu", n_modules + 1);
    modules = xgrown(modules, n_modules, sizeof(struct module *));
    modules[n_modules++] = m;
    return m;
}

void **__cudaRegisterFatBinary(void *fatbin)
{
    const struct fatbin *f = fatbin;
    return (void **)(void *)add_module(f->magic == FATBIN_MAGIC ? f->ptx : "");
}

static struct on_device *device_of(struct module *m, size_t device)
{
    for (; m->devices <= device; m->devices++) {
        m->on = xgrown(m->on, m->devices, sizeof *m->on);
        m->on[m->devices] = (struct on_device){0};
    }
    return &m->on[device];
}

static struct ptx_module *read_module(struct module *m, size_t device)
{
    struct on_device *d = device_of(m, device);
    struct error err = {0};
    if (d->read)
        return d->ptx;
    d->read = true;
    d->ptx = ptx_parse_listed(m->text, strlen(m->text), m->name, &err);
    if (d->ptx == NULL)
        api_tell("%s", err.text);
    return d->ptx;
}

/* The host may read managed variables before it calls CUDA, so their first values are needed now.
 */
void __cudaRegisterFatBinaryEnd(void **handle)
{
    struct module *m = (void *)handle;
    size_t variable;
    for (size_t i = 0; i < n_symbols; i++) {
        if (symbols[i].module != m || !managed_is(symbols[i].host))
            continue;
        const struct ptx_module *ptx = read_module(m, 0);
        if (module_variable(m, symbols[i].name, &variable))
            managed_add((void *)(uintptr_t)symbols[i].host, ptx, variable);
    }
}

/* An object whose device code was linked with that of others (device_link.h): all of them have one
 * module. `globals` registers the object's kernels and variables. */
void __cudaRegisterLinked(void (*globals)(void **), void *fatbin, const char *ptx)
{
    const struct fatbin *f = fatbin;
    struct module *m = NULL;
    for (size_t i = 0; i < n_modules; i++)
        if (modules[i]->text == ptx)
            m = modules[i];
    if (m == NULL)
        m = add_module(ptx);
    file_id = device_code_id(f->ptx);
    globals((void **)(void *)m);
    file_id = NULL;
    __cudaRegisterFatBinaryEnd((void **)(void *)m);
}

/* Called at the program's end, when its machine may still report about its kernels. */
void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                            int limit, void *tid, void *bid, void *block, void *grid, int *warps)
{
    (void)device, (void)limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warps;
    kernels = xgrown(kernels, n_kernels, sizeof *kernels);
    kernels[n_kernels++] = (struct kernel_entry){
        .function = host, .name = name_there(name), .module = (void *)handle, .most_dynamic = -1};
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext,
                       size_t bytes, int constant, int global)
{
    (void)device, (void)ext, (void)global;
    symbols = xgrown(symbols, n_symbols, sizeof *symbols);
    symbols[n_symbols++] = (struct symbol){.host = host,
                                           .name = name_there(name),
                                           .module = (void *)handle,
                                           .bytes = bytes,
                                           .constant = constant != 0};
}

/* A managed variable is one for all devices. */
static void place_managed(const struct module *m, struct ptx_module *ptx)
{
    size_t variable;
    for (size_t i = 0; i < n_symbols; i++)
        if (symbols[i].module == m && managed_is(symbols[i].host) &&
            module_variable(m, symbols[i].name, &variable))
            ptx_place(ptx, variable, ptx_variable(m->on[0].ptx, variable)->address);
}

static cudaError_t load(struct module *m, size_t device)
{
    struct cuda_machine *machine = api_machine();
    struct error err = {0};
    device_of(m, device)->tried = true;
    struct ptx_module *ptx = read_module(m, device);
    if (ptx == NULL)
        return cudaErrorInvalidKernelImage;
    if (device > 0)
        place_managed(m, ptx);
    return api_error(machine->add_module(machine->ctx, (uint32_t)device, ptx, &err), &err);
}

/* Device 0 first: managed variables get their places there. */
cudaError_t modules_load(void)
{
    cudaError_t e = cudaSuccess;
    size_t devices[] = {0, (size_t)*api_device()};
    for (size_t i = 0; i < n_modules; i++)
        for (size_t d = 0; d < 2; d++)
            if (!device_of(modules[i], devices[d])->tried) {
                cudaError_t why = load(modules[i], devices[d]);
                e = e != cudaSuccess ? e : why;
            }
    return e;
}

struct ptx_module *module_ptx(const struct module *m)
{
    size_t device = (size_t)*api_device();
    return device < m->devices ? m->on[device].ptx : NULL;
}

cudaError_t module_kernel(const void *function, struct kernel_entry **entry,
                          const struct ptx_kernel **kernel)
{
    cudaError_t e = modules_load();
    for (size_t i = 0; i < n_kernels; i++) {
        if (kernels[i].function != function)
            continue;
        const struct ptx_module *ptx = module_ptx(kernels[i].module);
        if (ptx == NULL)
            return e != cudaSuccess ? e : cudaErrorInvalidKernelImage;
        *entry = &kernels[i];
        *kernel = ptx_find(ptx, kernels[i].name);
        if (*kernel != NULL && (*kernel)->refused != NULL) {
            api_tell("kernel %s cannot run: %s", (*kernel)->name, (*kernel)->refused);
            return cudaErrorNotSupported;
        }
        return *kernel != NULL ? cudaSuccess : cudaErrorInvalidDeviceFunction;
    }
    return cudaErrorInvalidDeviceFunction;
}

cudaError_t module_symbol(const void *host, struct symbol **s, size_t *variable)
{
    cudaError_t e = modules_load();
    for (size_t i = 0; e == cudaSuccess && i < n_symbols; i++) {
        const struct ptx_module *m = module_ptx(symbols[i].module);
        if (symbols[i].host != host)
            continue;
        *s = &symbols[i];
        for (*variable = 0; *variable < ptx_variable_count(m); ++*variable)
            if (strcmp(ptx_variable(m, *variable)->name, symbols[i].name) == 0)
                return cudaSuccess;
    }
    return e != cudaSuccess ? e : cudaErrorInvalidSymbol;
}

struct module *module_number(size_t i)
{
    return i < n_modules ? modules[i] : NULL;
}

bool module_variable(const struct module *m, const char *name, size_t *variable)
{
    const struct ptx_module *ptx = m->devices > 0 ? m->on[0].ptx : NULL;
    for (*variable = 0; ptx != NULL && *variable < ptx_variable_count(ptx); ++*variable)
        if (strcmp(ptx_variable(ptx, *variable)->name, name) == 0)
            return true;
    return false;
}

static const struct ptx_variable *variable_at(const struct ptx_module *ptx, uint64_t address)
{
    for (size_t k = 0; ptx != NULL && k < ptx_variable_count(ptx); k++) {
        const struct ptx_variable *v = ptx_variable(ptx, k);
        if (!v->constant && address - v->address < v->bytes)
            return v;
    }
    return NULL;
}

bool module_has(uint64_t address, uint64_t bytes)
{
    for (size_t i = 0; i < n_modules; i++)
        for (size_t d = 0; d < modules[i]->devices; d++) {
            const struct ptx_variable *v = variable_at(modules[i]->on[d].ptx, address);
            if (v != NULL)
                return bytes <= v->address + v->bytes - address;
        }
    return false;
}
