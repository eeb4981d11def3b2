#include "sw/cuda/crash.h"

#include "sw/cuda/state.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Only writes: the program's state is not to be trusted. */
static void on_crash(int sig, siginfo_t *info, void *context)
{
    (void)context;
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
    else if (at)
        n += snprintf(text + n, sizeof text - (size_t)n, ": it used address 0x%llx",
                      (unsigned long long)address);
    text[n++] = '\n';
    if (write(2, text, (size_t)n) < 0)
        _exit(128 + sig);
    signal(sig, SIG_DFL);
    raise(sig);
}

void crash_catch(void)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction sa = {.sa_sigaction = on_crash, .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND)};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction before;
        if (sigaction(caught[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(caught[i], &sa, NULL);
    }
}
