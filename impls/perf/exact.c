/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "event.h"
#include "pages.h"
#include "ring.h"

#if (defined __x86_64__ && !defined __ILP32__) || defined __i386__

enum { RING_PAGES = 16 }; /* eight batches */

static struct {
    pid_t process, thread; /* whose event it is; 0: nobody's */
    int event;
    struct ring ring;
} faults;

/* The pcs that a batch is to have, and how far the samples agree.  Others
 * may come between: faults of the machine's own making. */
struct batch {
    const uint64_t *pcs;
    size_t count, agreed, samples;
    uint64_t told[EXACT_BATCH]; /* those that agree */
};

void exact_return_at(uintptr_t pc, uintptr_t stack);
extern const char exact_home[];

/* Only the stack pointer changes: what the return at pc finds on the stack
 * is exact_home. */
#if defined __i386__
__asm__(".text\n"
        ".globl exact_return_at\n"
        ".type exact_return_at, @function\n"
        "exact_return_at:\n"
        "    mov 4(%esp), %eax\n"
        "    mov %esp, %ecx\n"
        "    mov 8(%esp), %esp\n"
        "    jmp *%eax\n"
        ".globl exact_home\n"
        "exact_home:\n"
        "    mov %ecx, %esp\n"
        "    ret\n"
        ".size exact_return_at, . - exact_return_at\n");
#else
__asm__(".text\n"
        ".globl exact_return_at\n"
        ".type exact_return_at, @function\n"
        "exact_return_at:\n"
        "    mov %rsp, %r8\n"
        "    mov %rsi, %rsp\n"
        "    jmp *%rdi\n"
        ".globl exact_home\n"
        "exact_home:\n"
        "    mov %r8, %rsp\n"
        "    ret\n"
        ".size exact_return_at, . - exact_return_at\n");
#endif

static int open_faults(void)
{
    int error;

    faults.event = event_open_faults();
    if (faults.event < 0)
        return -faults.event;
    error = ring_map(&faults.ring, faults.event, RING_PAGES);
    if (error != 0)
        close(faults.event);
    return error;
}

void exact_close(void)
{
    if (faults.thread == 0)
        return;
    if (faults.process == getpid()) /* else fork left the ring out */
        ring_unmap(&faults.ring);
    close(faults.event);
    faults.thread = 0;
}

int exact_prepare(char *why, size_t why_size)
{
    int error;

    if (faults.thread == gettid())
        return 0;
    exact_close();
    if (!pages_make(EXACT_BATCH, (uint64_t)(uintptr_t)exact_home)) {
        snprintf(why, why_size, "memory for exact samples: %s",
                 strerrorname_np(errno));
        return errno;
    }
    error = open_faults();
    if (error != 0) {
        event_explain(error, why, why_size);
        return error;
    }
    faults.process = getpid();
    faults.thread = gettid();
    return 0;
}

int exact_possible(uint64_t pc, char *why, size_t why_size)
{
    bool possible;

    pages_round();
    possible = pages_hold(pc);
    if (!possible)
        snprintf(why, why_size,
                 "perf can't be made to sample a pc of %#llx: %s",
                 (unsigned long long)pc,
                 pages_of_programs(pc) ? "its page is taken"
                                       : "no program can fault there");
    return possible ? 0 : ENOTSUP;
}

static void agree(void *context, uint64_t pc)
{
    struct batch *batch = context;

    batch->samples++;
    if (batch->agreed < batch->count && batch->pcs[batch->agreed] == pc)
        batch->told[batch->agreed++] = pc;
}

static void fault_at_pcs(const uint64_t *pcs, size_t count)
{
    pages_zap(count);
    for (size_t i = 0; i < count; i++)
        exact_return_at((uintptr_t)pcs[i], (uintptr_t)pages_stack(i));
}

static int sample_batch(struct batch *batch, char *why, size_t why_size)
{
    struct event_count before, after;
    uint64_t lost;

    event_read(faults.event, &before);
    ioctl(faults.event, PERF_EVENT_IOC_ENABLE, 0);
    fault_at_pcs(batch->pcs, batch->count);
    ioctl(faults.event, PERF_EVENT_IOC_DISABLE, 0);
    lost = ring_drain(&faults.ring, EVENT_PC, agree, batch);
    event_read(faults.event, &after);
    lost += after.lost - before.lost;
    if (lost == 0 && batch->agreed == batch->count &&
        after.value - before.value == batch->samples)
        return 0;
    snprintf(why, why_size,
             "of %zu page faults made, perf counted %llu, told %zu (%zu as "
             "made) and lost %llu",
             batch->count, (unsigned long long)(after.value - before.value),
             batch->samples, batch->agreed, (unsigned long long)lost);
    return EIO;
}

/* How many from the first on make a batch whose pages can all be held. */
static size_t hold_batch(const uint64_t *pcs, size_t count)
{
    size_t n = 0;

    pages_round();
    while (n < count && n < EXACT_BATCH && pages_hold(pcs[n]))
        n++;
    return n;
}

int exact_samples(const uint64_t *pcs, size_t count, exact_take *take,
                  char *why, size_t why_size)
{
    static struct batch batch;

    for (size_t done = 0, n; done < count; done += n) {
        int error;

        n = hold_batch(pcs + done, count - done);
        if (n == 0)
            return exact_possible(pcs[done], why, why_size);
        batch.pcs = pcs + done;
        batch.count = n;
        batch.agreed = batch.samples = 0;
        error = sample_batch(&batch, why, why_size);
        if (error != 0)
            return error;
        take(batch.told, n);
    }
    return 0;
}

int exact_bare(const uint64_t *pcs, size_t count)
{
    for (size_t done = 0, n; done < count; done += n) {
        n = hold_batch(pcs + done, count - done);
        if (n == 0)
            return ENOTSUP;
        fault_at_pcs(pcs + done, n);
    }
    return 0;
}

#else

static int not_ported(char *why, size_t why_size)
{
    snprintf(why, why_size, "exact samples are not ported to this machine");
    return ENOTSUP;
}

int exact_prepare(char *why, size_t why_size)
{
    return not_ported(why, why_size);
}

int exact_possible(uint64_t pc, char *why, size_t why_size)
{
    (void)pc;
    return not_ported(why, why_size);
}

int exact_samples(const uint64_t *pcs, size_t count, exact_take *take,
                  char *why, size_t why_size)
{
    (void)pcs, (void)count, (void)take;
    return not_ported(why, why_size);
}

int exact_bare(const uint64_t *pcs, size_t count)
{
    (void)pcs, (void)count;
    return ENOTSUP;
}

void exact_close(void)
{
}

#endif
