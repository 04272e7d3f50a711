/* SPDX-License-Identifier: MIT */
/* Whether ticks arrive at chosen pcs, one for each that is sent. */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "conformance/contain/sandbox_time.h"
#include "conformance/inject/arch.h"
#include "conformance/inject/inject.h"
#include "measure.h"

#if ARCH_DELIVERS

enum { ROW = 256, FIRST_PC = 0x10000000 };

static uint64_t pcs[ROW];
static volatile unsigned arrived;

static void measure_signal_note(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    if (arrived < ROW)
        pcs[arrived] = arch_pc((ucontext_t *)context);
    arrived++;
}

static void handle(void)
{
    struct sigaction action = {.sa_sigaction = measure_signal_note,
                               .sa_flags = SA_SIGINFO | SA_RESTART};

    sigfillset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    inject_begin();
}

static void measure_row(const struct tick *ticks, size_t count,
                        enum inject_method method, const char *what,
                        struct host_fact *fact)
{
    struct injected injected = {0};

    handle();
    arrived = 0;
    if (!inject_ticks(ticks, count, method, &injected)) {
        measured(fact, HOST_BROKEN, "%s can't be had: %s", what,
                 injected.refused);
        return;
    }
    for (size_t k = 0; k < count && k < arrived; k++)
        if (pcs[k] != (uintptr_t)ticks[k].pc) {
            measured(fact, HOST_BROKEN, "%s arrives at %#llx in place of %#llx",
                     what, (unsigned long long)pcs[k],
                     (unsigned long long)ticks[k].pc);
            return;
        }
    measured(fact, arrived == count ? HOST_RIGHT : HOST_BROKEN,
             "%s arrives at its pc: %u of %zu", what, arrived, count);
}

void measure_signal_stub(struct host_fact *fact)
{
    static const unsigned char stub[] = ARCH_STUB_BYTES;
    struct tick ticks[ROW];

    for (unsigned k = 0; k < ROW; k++)
        ticks[k] =
            (struct tick){FIRST_PC + ARCH_STUB_BEFORE + k * sizeof stub, 1};
    measure_row(ticks, ROW, INJECT_STUB,
                "a signal that a system call sends its own thread", fact);
}

void measure_signal_return(struct host_fact *fact)
{
    static const struct tick ticks[] = {
        {1, 1},          {0x1234, 1},          {0x100001000, 1},
        {0x7000001, 1},  {0x4000000001000, 1}, {0xffffffff00000001, 1},
        {UINT64_MAX, 1},
    };

    measure_row(ticks, sizeof ticks / sizeof *ticks, INJECT_SIGRETURN,
                "a signal that waits when a handler returns", fact);
}

uint64_t measure_tick_time(void)
{
    const struct tick row = {FIRST_PC + ARCH_STUB_BEFORE, ROW};
    uint64_t best = UINT64_MAX;

    handle();
    for (int round = 0; round < 4; round++) {
        struct injected injected = {0};
        uint64_t start = sandbox_time(), took;

        if (!inject_ticks(&row, 1, INJECT_AUTOMATIC, &injected))
            return 0;
        took = (sandbox_time() - start) / ROW;
        best = took < best ? took : best;
    }
    return best;
}

#else

static void measure_signal_not_ported(struct host_fact *fact)
{
    measured(fact, HOST_ABSENT, "exact delivery is not ported to this machine");
}

void measure_signal_stub(struct host_fact *fact)
{
    measure_signal_not_ported(fact);
}

void measure_signal_return(struct host_fact *fact)
{
    measure_signal_not_ported(fact);
}

uint64_t measure_tick_time(void)
{
    return 0;
}

#endif

static sigset_t mask_seen;

static void note_mask(int signal)
{
    (void)signal;
    sigprocmask(SIG_BLOCK, NULL, &mask_seen);
}

/* With each signal alone in it, so that no remnant can be taken for it. */
void measure_signal_mask(struct host_fact *fact)
{
    for (int held = 1; held < SIGSYS; held++) {
        struct sigaction action = {.sa_handler = note_mask};

        if (held == SIGKILL || held == SIGSTOP || held == SIGPROF)
            continue;
        sigaddset(&action.sa_mask, held);
        sigaction(SIGPROF, &action, NULL);
        sigemptyset(&mask_seen);
        raise(SIGPROF);
        for (int other = 1; other < SIGSYS; other++)
            if (sigismember(&mask_seen, other) !=
                (other == held || other == SIGPROF)) {
                measured(fact, HOST_BROKEN,
                         "a handler runs in another mask than it was set with");
                return;
            }
    }
    measured(fact, HOST_RIGHT,
             "a handler runs in the mask that it was set with");
}

void measure_low_pages(struct host_fact *fact)
{
    enum { LOWEST = 0x1000, HIGHEST = 0x100000, PAGE = 0x1000 };

    for (uintptr_t at = LOWEST; at <= HIGHEST; at += PAGE) {
        void *got = mmap((void *)at, PAGE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

        if (got == MAP_FAILED)
            continue;
        measured(fact, at == LOWEST ? HOST_RIGHT : HOST_ABSENT,
                 "pages can be mapped from %#lx on", (unsigned long)at);
        return;
    }
    measured(fact, HOST_ABSENT, "pages below %#x can't be mapped", HIGHEST);
}
