/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

#include "faults.h"

/* To where a fault of this thread goes, or null.  Initial-exec, because that is
 * the one model which never allocates. */
static __thread sigjmp_buf *volatile place_of_try
    __attribute__((tls_model("initial-exec")));

void faults_unblock(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGSEGV);
    sigaddset(&set, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* The compiler must not see what is called: it could leave out the way back
 * from what, to its eyes, cannot jump. */
bool faults_try(void (*update)(void *context), void *context)
{
    void (*volatile unknown)(void *) = update;
    sigjmp_buf back;

    if (sigsetjmp(back, 0) != 0) {
        place_of_try = NULL;
        faults_unblock(); /* the handler never returned */
        return false;
    }
    place_of_try = &back;
    unknown(context);
    place_of_try = NULL;
    return true;
}

/* A signal that faults come as, and what the caller had for it. */
struct fault {
    int number;
    struct sigaction before;
    atomic_bool spent; /* before was SA_RESETHAND, and has run */
};

static struct fault faults[] = {{.number = SIGSEGV}, {.number = SIGBUS}};

enum { FAULTS = sizeof faults / sizeof *faults };

/* Die of it, or of the instruction that we return to. */
static void take_default(int number, const siginfo_t *info)
{
    signal(number, SIG_DFL);
    if (info->si_code <= 0)
        raise(number);
}

static void pass_on(struct fault *fault, siginfo_t *info, void *context)
{
    const struct sigaction *before = &fault->before;

    if (before->sa_handler == SIG_IGN && info->si_code <= 0)
        return;
    if (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN ||
        atomic_load(&fault->spent)) {
        take_default(fault->number, info);
        return;
    }
    if (before->sa_flags & (int)SA_RESETHAND)
        atomic_store(&fault->spent, true);
    if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(fault->number, info, context);
    else
        before->sa_handler(fault->number);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    if (place_of_try && info->si_code > 0)
        siglongjmp(*place_of_try, 1);
    pass_on(&faults[number == SIGBUS], info, context);
}

/* The kernel does for our handler what it would have done for the other. */
static void catch_one(struct fault *fault)
{
    struct sigaction action;

    sigaction(fault->number, NULL, &action);
    if ((action.sa_flags & SA_SIGINFO) && action.sa_sigaction == on_fault)
        return;
    fault->before = action;
    atomic_store(&fault->spent, false);
    action.sa_sigaction = on_fault;
    action.sa_flags = (action.sa_flags & ~(int)SA_RESETHAND) | SA_SIGINFO;
    sigaction(fault->number, &action, NULL);
}

static void release_one(struct fault *fault)
{
    struct sigaction now;

    sigaction(fault->number, NULL, &now);
    if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_fault)
        return;
    if (atomic_load(&fault->spent))
        signal(fault->number, SIG_DFL);
    else
        sigaction(fault->number, &fault->before, NULL);
}

void faults_catch(void)
{
    for (int i = 0; i < FAULTS; i++)
        catch_one(&faults[i]);
}

void faults_release(void)
{
    for (int i = 0; i < FAULTS; i++)
        release_one(&faults[i]);
}
