/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include "exact.h"
#include "sampler.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum {
    PAGE_BITS = 12,
    PAGE = 1 << PAGE_BITS,
    TOP = PAGE / 2, /* of a stack, in its page */
    HELD = 1024,
    STACK_ROOM = 32 << 20, /* kept free below the program's stack */
    RETURN = 0xc3,
};

#if defined __i386__ /* under a 64-bit kernel */
#define PROGRAMS_END UINT64_C(0xfffff000)
#else
#define PROGRAMS_END UINT64_C(0x7ffffffff000)
#endif

static int memory = -1;       /* what is mapped: see make_memory */
static unsigned char *stacks; /* room for EXACT_BATCH pages */
static size_t stacks_made;    /* so many of them, from the first on */

/* By number, each at one place only. */
static struct held {
    uint64_t number; /* 0: none */
    uint64_t round;
} held[HELD];
static uint64_t round_now = 1;

/* Only the stack pointer changes: what the return at pc finds on the stack
 * is exact_home. */
#if defined __i386__ || (defined __x86_64__ && !defined __ILP32__)
enum { PORTED = 1 };
void exact_return_at(uintptr_t pc, uintptr_t stack);
extern const char exact_home[];

__asm__(".text\n"
        ".globl exact_return_at\n"
        ".type exact_return_at, @function\n"
        "exact_return_at:\n"
#if defined __i386__
        "    mov 4(%esp), %eax\n"
        "    mov %esp, %ecx\n"
        "    mov 8(%esp), %esp\n"
        "    jmp *%eax\n"
#else
        "    mov %rsp, %r8\n"
        "    mov %rsi, %rsp\n"
        "    jmp *%rdi\n"
#endif
        ".globl exact_home\n"
        "exact_home:\n"
#if defined __i386__
        "    mov %ecx, %esp\n"
#else
        "    mov %r8, %rsp\n"
#endif
        "    ret\n"
        ".size exact_return_at, . - exact_return_at\n");
#else
enum { PORTED = 0 };
static const char exact_home[1];

static void exact_return_at(uintptr_t pc, uintptr_t stack)
{
    (void)pc, (void)stack;
}
#endif

/* A page whose middle holds exact_home, for all stacks, and one of returns. */
static bool make_memory(void)
{
    unsigned char pages[2 * PAGE] = {0};
    uintptr_t home = (uintptr_t)exact_home;

    memory = memfd_create("profil-exact", MFD_CLOEXEC);
    memcpy(pages + TOP, &home, sizeof home);
    memset(pages + PAGE, RETURN, PAGE);
    return memory >= 0 && write(memory, pages, sizeof pages) == sizeof pages;
}

/* False with errno set. */
static bool make_room(void)
{
    unsigned char *at =
        mmap(NULL, EXACT_BATCH * PAGE, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED || !make_memory())
        return false;
    stacks = at;
    return true;
}

/* For a batch of so many.  Mappings of the same page do not join, and a fault
 * in one brings no page of the next; so each takes a system call, and most
 * batches are small.  False with errno set. */
static bool make_stacks(size_t count)
{
    for (; stacks_made < count; stacks_made++)
        if (mmap(stacks + stacks_made * PAGE, PAGE, PROT_READ,
                 MAP_SHARED | MAP_FIXED, memory, 0) == MAP_FAILED)
            return false;
    return true;
}

/* A stack that grows must not run into one of our pages. */
static bool stack_may_come(uint64_t address)
{
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);

    return address < here && here - address < STACK_ROOM;
}

/* Whether a program can have a page there. */
static bool is_of_programs(uint64_t pc)
{
    return pc >= PAGE && pc < PROGRAMS_END;
}

static bool map_returns(uint64_t number)
{
    uint64_t address = number << PAGE_BITS;
    void *want = (void *)(uintptr_t)address, *got;

    if (stack_may_come(address))
        return false;
    got = mmap(want, PAGE, PROT_READ | PROT_EXEC,
               MAP_SHARED | MAP_POPULATE | MAP_FIXED_NOREPLACE, memory, PAGE);
    if (got == MAP_FAILED)
        return false;
    if (got != want) /* a kernel that does not know the flag */
        munmap(got, PAGE);
    return got == want;
}

/*
 * Have returns on the page of a pc.  False where no program can have it, or
 * it is somebody else's, or, in the same round, too many others are held.
 */
static bool hold_page(uint64_t pc)
{
    uint64_t number = pc >> PAGE_BITS;
    struct held *place = &held[number * UINT64_C(0x9e3779b97f4a7c15) >> 54];

    if (number != 0 && place->number == number) {
        place->round = round_now;
        return true;
    }
    if (place->number != 0 && place->round == round_now)
        return false;
    if (place->number != 0)
        munmap((void *)(uintptr_t)(place->number << PAGE_BITS), PAGE);
    place->number = is_of_programs(pc) && map_returns(number) ? number : 0;
    place->round = round_now;
    return place->number != 0;
}

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
    uint64_t agreeing[EXACT_BATCH]; /* those that agree */
};

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

static int no_memory(char *why, size_t why_size)
{
    int error = errno;

    snprintf(why, why_size, "memory for exact samples: %s",
             strerrorname_np(error));
    return error;
}

int exact_prepare(char *why, size_t why_size)
{
    int error;

    if (!PORTED) {
        snprintf(why, why_size, "exact samples are not ported to this machine");
        return ENOTSUP;
    }
    if (faults.thread == gettid())
        return 0;
    exact_close();
    if (!stacks && !make_room())
        return no_memory(why, why_size);
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

    round_now++;
    possible = hold_page(pc);
    if (!possible)
        snprintf(why, why_size,
                 "perf can't be made to sample a pc of %#llx: %s",
                 (unsigned long long)pc,
                 is_of_programs(pc) ? "its page is taken"
                                    : "no program can fault there");
    return possible ? 0 : ENOTSUP;
}

static void agree(void *context, uint64_t pc)
{
    struct batch *batch = context;

    batch->samples++;
    if (batch->agreed < batch->count && batch->pcs[batch->agreed] == pc)
        batch->agreeing[batch->agreed++] = pc;
}

static void fault_at_pcs(const uint64_t *pcs, size_t count)
{
    madvise(stacks, count * PAGE, MADV_DONTNEED);
    for (size_t i = 0; i < count; i++)
        exact_return_at((uintptr_t)pcs[i], (uintptr_t)stacks + i * PAGE + TOP);
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
             "of %zu page faults made, perf counted %llu, sampled %zu (%zu as "
             "made) and lost %llu",
             batch->count, (unsigned long long)(after.value - before.value),
             batch->samples, batch->agreed, (unsigned long long)lost);
    return EIO;
}

/* How many from the first on make a batch whose pages can all be held. */
static size_t hold_batch(const uint64_t *pcs, size_t count)
{
    size_t n = 0;

    round_now++;
    while (n < count && n < EXACT_BATCH && hold_page(pcs[n]))
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
        if (!make_stacks(n))
            return no_memory(why, why_size);
        batch.pcs = pcs + done;
        batch.count = n;
        batch.agreed = batch.samples = 0;
        if (!take) {
            fault_at_pcs(batch.pcs, n);
            continue;
        }
        error = sample_batch(&batch, why, why_size);
        if (error != 0)
            return error;
        take(batch.agreeing, n);
    }
    return 0;
}
