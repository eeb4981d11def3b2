/*
 * A program that crashes says why in one line: which signal, and what the address is that it used,
 * as device memory is a frequent mistake. It then dies by that signal.
 */
#include "sw/cuda/state.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

static unsigned long long stack_kib;

/* Whether the address is where the stack would grow to. */
static bool is_on_stack(uint64_t address, const void *context)
{
#if defined(__x86_64__)
    enum { NEAR = 1 << 16 };
    const ucontext_t *at = context;
    const uint64_t top = (uint64_t)at->uc_mcontext.gregs[REG_RSP];
    return address + NEAR > top && address < top + NEAR;
#else
    (void)address, (void)context;
    return false;
#endif
}

/* Only writes: the program's state is not to be trusted. */
static void on_crash(int sig, siginfo_t *info, void *context)
{
    char text[320];
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    bool at = sig == SIGSEGV || sig == SIGBUS;
    const struct block *b = at ? block_of(address) : NULL;
    int n = snprintf(text, sizeof text, "umbel: the program itself ended by signal %d (%s)", sig,
                     sigdescr_np(sig) != NULL ? sigdescr_np(sig) : "?");
    if (b != NULL)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      ": it used address 0x%llx, which is memory of the device (%llu bytes from "
                      "0x%llx up); copy it with cudaMemcpy",
                      (unsigned long long)address, (unsigned long long)b->bytes,
                      (unsigned long long)b->address);
    else if (at && is_on_stack(address, context))
        n += snprintf(text + n, sizeof text - (size_t)n,
                      ": its stack is full (ulimit -s, %llu KiB): calls too deep, or a local "
                      "variable too large",
                      stack_kib);
    else if (at)
        n += snprintf(text + n, sizeof text - (size_t)n, ": it used address 0x%llx",
                      (unsigned long long)address);
    text[n++] = '\n';
    if (write(2, text, (size_t)n) < 0)
        _exit(128 + sig);
    signal(sig, SIG_DFL);
    raise(sig);
}

/* From the program's start on. The handler has a stack of its own, since the program's may be full.
 */
static __attribute__((constructor)) void catch_crashes(void)
{
    static uint8_t stack[1 << 16];
    struct rlimit limit;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    if (getrlimit(RLIMIT_STACK, &limit) == 0)
        stack_kib = limit.rlim_cur / 1024;
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction sa = {.sa_sigaction = on_crash,
                           .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND | SA_ONSTACK)};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction before;
        if (sigaction(caught[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(caught[i], &sa, NULL);
    }
}
