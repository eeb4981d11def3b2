#include "sw/host/fault.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

enum { ALTERNATE = 1 << 15 };
static _Thread_local struct fault *current;
static _Thread_local bool has_stack;
static _Thread_local uint8_t stack[ALTERNATE];

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { CAUGHT = sizeof caught / sizeof *caught };
static struct sigaction before[CAUGHT];

/* A crash that is not ours: the instruction crashes again, and then as it would have. */
static void pass_on(int sig)
{
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i] == sig)
            sigaction(sig, &before[i], NULL);
}

static void on_crash(int sig, siginfo_t *info, void *context)
{
    struct fault *f = current;
#if defined(__x86_64__)
    ucontext_t *u = context;
    greg_t *regs = u->uc_mcontext.gregs;
    uint64_t pc = (uint64_t)regs[REG_RIP], address = (uintptr_t)info->si_addr;
    /* A jump to nowhere has its own address as the one that it cannot read. */
    if (f != NULL && f->mine != NULL &&
        (f->mine(f->ctx, pc) || (sig == SIGSEGV && address == pc) ||
         (address >= f->guard && address < f->guard_end))) {
        f->signal = sig;
        f->pc = pc;
        f->address = address;
        regs[REG_RIP] = (greg_t)(uintptr_t)f->then;
        regs[REG_RDI] = (greg_t)(uintptr_t)f->then_ctx;
        regs[REG_RSP] = (greg_t)(f->top - 72); /* as behind a call */
        return;
    }
#else
    (void)f;
    (void)info;
    (void)context;
#endif
    pass_on(sig);
}

void fault_catch(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct sigaction sa = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK}, now;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < CAUGHT; i++)
        if (sigaction(caught[i], NULL, &now) == 0 && now.sa_sigaction != on_crash) {
            before[i] = now;
            sigaction(caught[i], &sa, NULL);
        }
    pthread_mutex_unlock(&lock);
}

/* The handler needs a stack, as that of the code may be used up. */
static void give_stack(void)
{
    stack_t now;
    sigaltstack(NULL, &now);
    if ((now.ss_flags & SS_DISABLE) != 0)
        sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    has_stack = true;
}

struct fault *fault_enter(struct fault *f)
{
    if (!has_stack)
        give_stack();
    struct fault *was = current;
    current = f;
    return was;
}

void fault_leave(struct fault *was)
{
    current = was;
}
