#include "sw/cuda/state.h"

#include "sw/cuda/unsupported.h"
#include "sw/util/arena.h"
#include "sw/util/interrupt.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    struct cuda_machine *machine;
    cudaError_t sticky;
    const char *call; /* the function of the API that runs */
    uint64_t from;    /* and its first cycle */
    bool unseen;      /* an error of a launch that the program has not asked for */
    char **told;
    size_t n_told;
    bool ended; /* a thread ends the program */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool holds;  /* the lock */
static _Thread_local bool ending; /* the program */
static _Thread_local cudaError_t last;
static _Thread_local int device;

cudaError_t *api_last(void)
{
    return &last;
}

int *api_device(void)
{
    return &device;
}

void api_unseen(bool is)
{
    all.unseen = is;
}

cudaError_t api_sticky(void)
{
    return all.sticky;
}

struct cuda_machine *api_machine(void)
{
    return all.machine;
}

/* Another thread than the one that ends the program waits for that end. */
static void wait_for_end(void)
{
    for (;;)
        pause();
}

/*
 * One thread ends the program. glibc takes a handler off its list before it calls it, so another
 * thread that calls exit() meanwhile comes here, which is below at_exit, and waits: it would end
 * the process before the report, and free the list that the first one goes through.
 */
static void at_another_exit(int status, void *ignored)
{
    (void)status, (void)ignored;
    if (ending)
        return;
    on_exit(at_another_exit, NULL); /* for a third one; and for the first, who passes */
    wait_for_end();
}

/* The program ends: the machine reports, when the call of another thread that uses it has ended.
 * Its status counts if the program's own is 0. */
static void at_exit(int status, void *ignored)
{
    (void)ignored;
    if (ending)
        return;
    ending = true;
    if (!holds)
        pthread_mutex_lock(&all.lock);
    all.ended = true;
    if (!holds)
        pthread_mutex_unlock(&all.lock);
    if (all.machine == NULL)
        return;
    fflush(NULL);
    int own = all.machine->end(all.machine->ctx);
    fflush(NULL);
    if (status == 0 && (own != 0 || all.unseen))
        _exit(own != 0 ? own : 1);
}

/* Handlers run from the last to the first, and what is registered later is called by any thread
 * that ends the program. */
static void catch_exit(void)
{
    on_exit(at_another_exit, NULL);
    on_exit(at_exit, NULL);
}

static _Thread_local const void *called_from;

void api_called_from(const void *return_address)
{
    called_from = return_address;
}

const char *api_caller(void)
{
    static _Thread_local char text[256];
    Dl_info in;
    text[0] = '\0';
    if (called_from != NULL && dladdr(called_from, &in) != 0 && in.dli_fname != NULL) {
        const char *slash = strrchr(in.dli_fname, '/');
        snprintf(text, sizeof text, "%.200s+0x%tx", slash != NULL ? slash + 1 : in.dli_fname,
                 (const char *)called_from - (const char *)in.dli_fbase);
    }
    return text;
}

static cudaError_t open_machine(void)
{
    struct error err = {0};
    if (all.machine != NULL)
        return cudaSuccess;
    /* `umbel cuda` tells itself that it was interrupted. */
    interrupt_begin(getenv("UMBEL_COMMAND") != NULL ? NULL : "umbel");
    catch_exit(); /* another thread may call exit() while the machine is built */
    all.machine = cuda_machine_open(&err);
    if (all.machine == NULL) {
        fprintf(stderr, "umbel: %s\n", err.text);
        exit(1);
    }
    catch_exit(); /* above the destructors of all units */
    return cudaSuccess;
}

cudaError_t api_begin(const char *name)
{
    pthread_mutex_lock(&all.lock);
    if (all.ended && !ending) {
        pthread_mutex_unlock(&all.lock);
        wait_for_end();
    }
    holds = true;
    if (all.ended) /* in a destructor */
        return cudaErrorCudartUnloading;
    if (all.sticky != cudaSuccess)
        return all.sticky;
    cudaError_t e = open_machine();
    all.call = name;
    all.from = all.machine->now(all.machine->ctx);
    return e;
}

cudaError_t api_end(cudaError_t e)
{
    if (e != cudaSuccess && e != cudaErrorNotReady)
        last = e;
    if (all.machine != NULL && all.call != NULL)
        all.machine->called(all.machine->ctx, all.call, all.from);
    all.call = NULL;
    holds = false;
    pthread_mutex_unlock(&all.lock);
    return e;
}

void api_tell(const char *fmt, ...)
{
    char *text = NULL;
    va_list ap;
    va_start(ap, fmt);
    int n = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    for (size_t i = 0; i < all.n_told; i++)
        if (strcmp(all.told[i], text) == 0) {
            free(text);
            return;
        }
    all.told = xgrown(all.told, all.n_told, sizeof(char *));
    all.told[all.n_told++] = text;
    fflush(stdout);
    fprintf(stderr, "umbel: %s\n", text);
}

/* How CUDA calls the ways in which the machine can fail; `stays`: the device is lost with it. */
static const struct {
    cudaError_t error;
    bool stays;
} ends[] = {[CUDA_OK] = {cudaSuccess, false},
            [CUDA_NO_ROOM] = {cudaErrorMemoryAllocation, false},
            [CUDA_TOO_LARGE] = {cudaErrorLaunchOutOfResources, false},
            [CUDA_OUTSIDE] = {cudaErrorIllegalAddress, true},
            [CUDA_MISALIGNED] = {cudaErrorMisalignedAddress, true},
            [CUDA_FAULT] = {cudaErrorLaunchFailure, true},
            [CUDA_ASSERTED] = {cudaErrorAssert, true},
            [CUDA_HANG] = {cudaErrorLaunchTimeout, true},
            [CUDA_INTERRUPTED] = {cudaErrorLaunchFailure, true},
            [CUDA_BROKEN] = {cudaErrorUnknown, true}};

cudaError_t api_error(enum cuda_end end, const struct error *err)
{
    if (end != CUDA_OK && error_is_set(err))
        api_tell("%s: %s", all.call != NULL ? all.call : "the program", err->text);
    if (ends[end].stays)
        all.sticky = ends[end].error;
    return ends[end].error;
}

int api_unsupported(const char *name)
{
    cudaError_t e = api_begin(name);
    if (e == cudaSuccess)
        api_tell("%s is not supported", name);
    return (int)api_end(e != cudaSuccess ? e : cudaErrorNotSupported);
}
